"""Changes of pages without a reload, and what a browser keeps of a page: places, texts, lines to the server."""

import re
import signal
import statistics
import subprocess
import time

import pytest
from browsing import (
    HELD_CHANGE,
    PHONE,
    card,
    cards,
    count_line,
    expect_mark,
    follow,
    grow_to,
    has_grown_to,
    mark,
    open_editor,
    open_list,
    open_live,
    sign_out,
    wait_live,
)
from playwright.sync_api import Page, expect
from support import CHROMIUM, SlowLine

LOST = [r"net::ERR_", r"ERR_CONNECTION_REFUSED", r"request failed: .*"]


def connection(page: Page):
    return page.locator("#connection")


def links(page: Page):
    return page.locator("a.card-link")


def without_inputs(page: Page) -> None:
    """Cards are links and nothing else: what follows is about links."""
    page.locator("ol").evaluate("list => list.querySelectorAll('a').forEach((a) => a.removeAttribute('data-input'))")


def follow_card(page: Page, index: int) -> None:
    without_inputs(page)
    links(page).nth(index).click()
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)


def requests_of(page: Page) -> list[str]:
    """Grows by each request for a page, a script or data; pictures and streams don't count."""
    seen = []

    def note(request) -> None:
        if request.resource_type in ("document", "fetch", "script", "stylesheet") and "/live/" not in request.url:
            seen.append(f"{request.method} {re.sub('^[^/]*//[^/]*', '', request.url)}")

    page.on("request", note)
    return seen


# ---- There and back --------------------------------------------------------------------------------------------------


def test_a_page_follows_another_without_a_reload(page, account):
    open_list(page)
    mark(page)
    follow_card(page, 2)
    expect(page).to_have_title(re.compile("Hindsight"))
    assert "Completed goals" not in page.title()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.go_back()
    expect(page).to_have_title(re.compile("Completed goals"))
    wait_live(page)
    page.go_forward()
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)
    expect(page).not_to_have_title(re.compile("Completed goals"))
    expect_mark(page)


def test_a_list_is_as_long_and_as_far_down_after_back_forward_and_the_link_back(page, account):
    open_list(page)
    grow_to(page, 20)
    without_inputs(page)
    page.evaluate("scrollTo(0, 900)")
    mark(page)
    link = links(page).filter(has_text="See the review").nth(2)
    link.evaluate("link => link.click()")
    expect(page).to_have_url(re.compile("/review$"))
    page.go_back()
    wait_live(page)
    has_grown_to(page, 20)
    assert page.evaluate("scrollY") == 900
    page.go_forward()
    wait_live(page)
    page.evaluate("link = [...document.querySelectorAll('main a')].find((a) => a.pathname === '/goals/completed'); link.click()")
    expect(page).to_have_url(re.compile("/goals/completed$"))
    wait_live(page)
    has_grown_to(page, 20)
    assert page.evaluate("scrollY") == 900
    expect_mark(page)


def test_a_list_is_as_long_and_as_far_down_after_a_reload(page, account):
    open_list(page)
    grow_to(page, 20)
    grow_to(page, 27)
    row = page.evaluate("() => { scrollTo(0, 1200); return scrollY; }")
    page.reload()
    wait_live(page)
    has_grown_to(page, 27)
    page.wait_for_function("y => scrollY === y", arg=row)


def test_what_changed_meanwhile_is_there_when_one_comes_back(page, account):
    open_list(page)
    mark(page)
    follow_card(page, 5)
    account.review(account.unreviewed[0])
    page.go_back()
    wait_live(page)
    expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
    expect(card(page, account.unreviewed[0])).to_contain_text("See the review")
    expect_mark(page)


def test_a_page_that_can_not_be_taken_up_any_more_is_fetched_anew(page, account, watch):
    watch.expect(r"status of 410 .*/live/")
    goal = account.unreviewed[0]
    open_editor(page, goal)
    mark(page)
    page.locator(".wordmark").click()
    expect(page).to_have_url(re.compile("/today$"))
    wait_live(page)
    account.review(goal)
    page.go_back()
    expect(page.locator(".answer")).to_have_text(["It was a good year."])
    expect_mark(page)


def test_the_focus_goes_back_to_the_link_that_was_followed(page, account):
    open_list(page)
    without_inputs(page)
    links(page).nth(3).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)
    page.go_back()
    wait_live(page)
    expect(links(page).nth(3)).to_be_focused()


def test_an_address_that_is_not_there_is_a_page(page, account, watch):
    watch.expect("status of 404")
    open_list(page)
    mark(page)
    page.locator(".wordmark").evaluate("link => link.setAttribute('href', '/nothing')")
    page.locator(".wordmark").click()
    expect(page).to_have_url(re.compile("/nothing$"))
    expect(page.locator("main .code")).to_have_text("404")
    expect_mark(page)


def test_what_a_script_must_not_follow_is_the_browsers(page, context, account):
    open_list(page)
    mark(page)
    without_inputs(page)
    with context.expect_page() as other:
        links(page).first.click(modifiers=["ControlOrMeta"])
    other.value.wait_for_load_state()
    page.locator(".skip").evaluate("link => link.click()")
    expect(page).to_have_url(re.compile("#main$"))
    wait_live(page)
    expect_mark(page)


# ---- Nothing waits ---------------------------------------------------------------------------------------------------


@pytest.fixture
def slow_line(account):
    """A line to the server with a round trip of 150 ms."""
    line = SlowLine(account.server.port, 0.15)
    yield line
    line.close()


@pytest.fixture
def slow_page(browse, account, slow_line):
    """A list at the end of that line."""
    line = slow_line
    context = browse(account)
    context.add_cookies([{"name": "hindsight", "value": account.cookie, "url": line.url}])
    page = context.new_page()
    page.goto(f"{line.url}/goals/completed")
    wait_live(page)
    without_inputs(page)
    yield page
    page.close()


def tap(page: Page, index: int) -> float:
    """Seconds from a tap to the heading of the page that it leads to."""
    return page.evaluate(
        """index => new Promise((resolve) => {
            const link = document.querySelectorAll('a.card-link')[index];
            const start = performance.now();
            new MutationObserver((_, observer) => {
                if (document.contains(link)) return;
                observer.disconnect();
                requestAnimationFrame(() => resolve((performance.now() - start) / 1000));
            }).observe(document.documentElement, { childList: true });
            link.click();
        })""",
        index,
    )


def test_from_a_tap_to_the_page_there_is_one_round_trip(slow_page, slow_line):
    """Prints the time it took; what is asserted is that nothing but the page itself was asked for, on a connection that
    was there."""
    times = []
    # The first one brings the script of fields along.
    for index in range(9):
        seen = requests_of(slow_page)
        connections = slow_line.connections
        times.append(tap(slow_page, index))
        expect(slow_page).to_have_url(re.compile("/review$"))
        asked = [one for one in seen if index > 0 or not one.endswith("/typing.js")]
        assert len(asked) == 1 and asked[0].endswith("/review"), seen
        wait_live(slow_page)
        slow_page.go_back()
        expect(slow_page).to_have_url(re.compile("/goals/completed$"))
        expect(links(slow_page).first).to_be_attached()
        wait_live(slow_page)
        assert index == 0 or slow_line.connections == connections, "the stream of the page before left its connection"
    print(f"\nFrom a tap to the page at 150 ms: {statistics.median(times[1:]):.2f} s")


def test_a_link_says_at_once_that_it_is_pressed(page, account):
    open_list(page)
    without_inputs(page)
    page.route("**/review", lambda route: None)
    assert links(page).first.evaluate("link => { link.click(); return [link.hasAttribute('data-pressed'), link.getAttribute('aria-busy')]; }") == [True, "true"]


def test_what_the_pointer_rests_on_is_fetched_ahead_and_once(page, account):
    open_list(page)
    without_inputs(page)
    seen = requests_of(page)
    with page.expect_response("**/review"):
        links(page).first.hover()
    links(page).first.click()
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)
    assert len([one for one in seen if not one.endswith("/typing.js")]) == 1, seen


# ---- The line is down ------------------------------------------------------------------------------------------------


def test_without_a_network_a_link_stays_and_leads_on_afterwards(context, account, watch):
    watch.expect(*LOST)
    page = context.new_page()
    open_list(page)
    without_inputs(page)
    mark(page)
    context.set_offline(True)
    expect(connection(page)).to_have_attribute("data-state", "offline")
    # It looks whether the server can be reached.
    with page.expect_event("requestfailed", lambda request: request.method == "HEAD"):
        links(page).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Completed goals")
    expect(links(page).first).to_have_attribute("aria-busy", "true")
    context.set_offline(False)
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)
    expect_mark(page)


@pytest.mark.parametrize("path", ["/", "/goals/completed"])
def test_a_link_and_a_form_wait_for_a_server_that_is_away(browse, own_server, watch, path):
    watch.expect(*LOST)
    account = own_server.account()
    page = browse(account).new_page()
    page.goto(path)
    if path != "/":
        wait_live(page)
    own_server.kill()
    if path == "/":
        page.locator("form[action='/demo'] button, main a").first.click()
    else:
        page.get_by_role("button", name="Dark").click()
    expect(connection(page)).to_have_attribute("data-state", re.compile("reconnecting|offline"))
    expect(connection(page)).to_be_in_viewport()
    expect(page.locator("main")).to_be_visible()
    own_server.start()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    if path != "/":
        expect(page.locator("meta[name=color-scheme]")).to_have_attribute("content", "dark")


# ---- What is typed ---------------------------------------------------------------------------------------------------


def stored(page: Page) -> str:
    return page.evaluate("JSON.stringify(localStorage)")


def test_what_was_typed_without_a_server_comes_back_after_a_reload(browse, own_server, watch):
    watch.expect(*LOST)
    account = own_server.account()
    page = browse(account).new_page()
    goal = account.unreviewed[0]
    open_editor(page, goal)
    own_server.kill()
    page.locator("#liked").fill("Typed while it was away")
    expect(page.locator("html")).to_have_attribute("data-unsaved", "")
    assert "Typed while it was away" in stored(page)
    page.goto("about:blank")
    own_server.start()
    open_editor(page, goal)
    expect(page.locator("#liked")).to_have_value("Typed while it was away")
    page.wait_for_function("() => !JSON.stringify(localStorage).includes('Typed while')")
    expect(page.locator("html")).not_to_have_attribute("data-unsaved", "")
    expect(page.locator("#save-state")).to_have_text("Draft saved")


def test_what_was_typed_survives_the_death_of_the_browser(chromium, own_server, tmp_path):
    account = own_server.account()
    goal = account.unreviewed[0]
    profile = tmp_path / "profile"
    options = CHROMIUM | {"base_url": own_server.url, "locale": "en-GB"}
    cookie = {"name": "hindsight", "value": account.cookie, "url": own_server.url}
    context = chromium.browser_type.launch_persistent_context(profile, **options)
    context.add_cookies([cookie])
    page = context.new_page()
    open_editor(page, goal)
    own_server.kill()
    page.locator("#liked").fill("TypedBeforeTheEnd")
    # A browser writes its storage down some seconds later.
    while not any(b"TypedBeforeTheEnd" in path.read_bytes() for path in (profile / "Default/Local Storage").rglob("*") if path.is_file()):
        page.evaluate("new Promise(requestAnimationFrame)")
    for process in subprocess.run(["pgrep", "-f", f"user-data-dir={profile}"], capture_output=True, text=True, check=True).stdout.split():
        subprocess.run(["kill", f"-{signal.SIGKILL.value}", process], check=False)
    own_server.start()

    # What the dead browser locked is not locked any more.
    for name in ("SingletonLock", "SingletonSocket", "SingletonCookie"):
        (profile / name).unlink(missing_ok=True)
    context = chromium.browser_type.launch_persistent_context(profile, **options)
    try:
        context.add_cookies([cookie])
        page = context.new_page()
        open_editor(page, goal)
        expect(page.locator("#liked")).to_have_value("TypedBeforeTheEnd")
        expect(page.locator("#save-state")).to_have_text("Draft saved")
        assert "TypedBeforeTheEnd" in account.get(f"/goals/{goal}/review").text
    finally:
        context.close()


def test_signing_out_leaves_nothing_in_the_browser(browse, own_server, watch):
    watch.expect(*LOST)
    account = own_server.account()
    page = browse(account).new_page()
    page.goto("/goals/completed")
    page.evaluate("localStorage.setItem('live-text:7:/somewhere', `${Date.now()} {}`)")
    sign_out(page)
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))
    assert "live-text" not in stored(page)


# ---- Tabs ------------------------------------------------------------------------------------------------------------


def test_eight_tabs_share_four_lines_and_each_works_when_it_is_used(context, account):
    """A browser opens six lines to a server: with eight streams the seventh page would hang."""
    pages = [context.new_page() for _ in range(8)]
    for page in pages:
        open_list(page)
        without_inputs(page)
    lines = "document.documentElement.getAttribute('data-state')"
    deadline = time.monotonic() + 60
    while [page.evaluate(lines) for page in pages].count("live") > 4:
        assert time.monotonic() < deadline, [page.evaluate(lines) for page in pages]
    # What changes is seen in all of them, also in those that only look in.
    account.review(account.unreviewed[0])
    for page in pages:
        expect(card(page, account.unreviewed[0])).to_contain_text("See the review")
    for page in pages:
        links(page).first.click()
        expect(page).to_have_url(re.compile("/review$"))
        wait_live(page)


# ---- The cache of the browser ----------------------------------------------------------------------------------------


def test_a_page_out_of_the_cache_shows_nothing_to_who_signed_out(page, context, account, watch):
    watch.expect(r"status of 401 .*/live/", *LOST)
    open_list(page)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(page.locator("main")).to_be_hidden()
    account.post("/logout")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page).to_have_url(re.compile("/login"))
    expect(cards(page)).to_have_count(0)


def test_a_page_out_of_the_cache_is_shown_again_to_who_is_still_there(page, account):
    open_list(page)
    mark(page)
    page.evaluate("scrollTo(0, 300)")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect(page.locator("main")).to_be_hidden()
    account.review(account.unreviewed[0])
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("main")).to_be_visible()
    wait_live(page)
    expect(card(page, account.unreviewed[0])).to_contain_text("See the review")
    assert page.evaluate("scrollY") == 300
    expect_mark(page)


def test_a_page_that_was_overtaken_before_it_showed_leaves_the_way_back_as_it_is(browse, account):
    page = open_live(browse(account, viewport=PHONE).new_page(), "/goals/completed")
    follow(page, page.locator("li.card a.card-link").nth(8), "/review$")
    page.evaluate(HELD_CHANGE)
    page.evaluate("history.back()")
    page.wait_for_function("() => window.letGo")
    page.evaluate("history.forward()")
    expect(page).to_have_url(re.compile("/review$"))
    page.evaluate("letGo()")
    page.get_by_role("link", name="Completed goals").first.click()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    page.wait_for_function("() => scrollY > 0")
    assert page.evaluate("history.state.trail") == []
