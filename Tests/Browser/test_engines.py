"""The job in the browsers that people have, Debian's Firefox and the whole of its Chromium: with a script, at 320 pixels,
by keyboard, and without a script."""

import re
import sys
from pathlib import Path

import pytest
from browsing import QUESTIONS, card, count_line, expect_no_sideways_scrolling, follow, level, make_goal, open_live, save, wait_live, write_guided
from playwright.sync_api import Browser, Locator, Page, expect
from support import CHROMIUM, answers
from test_offline import begin

# Firefox pretends nothing of the kind: see firefox.py.
PLAIN = {"color_scheme": "null", "reduced_motion": "null", "forced_colors": "null", "contrast": "null"}


@pytest.fixture(scope="module")
def launch(playwright, tmp_path_factory):
    """Starts a Firefox with its own settings."""
    started: list[Browser] = []
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{Path(__file__).parent / "firefox.py"}" "$@"\n')
    program.chmod(0o755)

    def launch(**settings) -> Browser:
        started.append(playwright.firefox.launch(channel="moz-firefox", executable_path=program, firefox_user_prefs=settings, timeout=60_000))
        return started[-1]

    yield launch
    for browser in started:
        browser.close()


@pytest.fixture(scope="module")
def firefox(launch) -> Browser:
    return launch()


def press_until(page: Page, key: str, wanted: Locator) -> None:
    """Presses a key until what is wanted has the focus, as one does who has no mouse."""
    for _ in range(80):
        page.keyboard.press(key)
        if wanted.evaluate("element => element === document.activeElement"):
            return
    raise AssertionError(f"{wanted} can't be reached by {key}")


@pytest.fixture(scope="module")
def whole_chromium(playwright) -> Browser:
    browser = playwright.chromium.launch(**CHROMIUM, timeout=60_000)
    yield browser
    browser.close()


@pytest.fixture(params=["firefox", "whole_chromium"])
def engine(request) -> Browser:
    return request.getfixturevalue(request.param)


@pytest.mark.parametrize("width", [1280, 320])
def test_a_visitor_tries_it_and_writes_a_review(browse, engine, width):
    page = browse(browser=engine, viewport={"width": width, "height": 720}, **PLAIN).new_page()
    page.goto("/")
    expect_no_sideways_scrolling(page)
    page.get_by_role("button", name="Try it with sample goals").click()
    wait_live(page)
    expect(count_line(page)).to_have_text("You can write 13 goal reviews!")
    expect_no_sideways_scrolling(page)
    follow(page, page.locator("li.card a.card-link:has(.write)").first, r"/review$")
    goal = int(re.search(r"/goals/(\d+)/", page.url)[1])
    write_guided(page, 5)
    expect_no_sideways_scrolling(page)
    save(page).click()
    dialog = page.get_by_role("dialog", name="Your review is saved")
    expect(dialog).to_be_visible()
    follow(page, dialog.get_by_role("link", name="Back to the list"), "/goals/completed$")
    expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
    expect(card(page, goal)).to_contain_text("See the review")


def test_the_keyboard_suffices(browse, engine):
    page = browse(browser=engine, **PLAIN).new_page()
    page.goto("/")
    press_until(page, "Tab", page.get_by_role("button", name="Try it with sample goals"))
    page.keyboard.press("Enter")
    wait_live(page)
    press_until(page, "Tab", page.locator("li.card a.card-link:has(.write)").first)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/review$"))
    wait_live(page)
    goal = int(re.search(r"/goals/(\d+)/", page.url)[1])
    # Whatever comes first of the answers and the level.
    for _ in range(80):
        page.keyboard.press("Tab")
        place = page.evaluate("document.activeElement.id === 'save' ? 'save' : document.activeElement.name")
        if place == "save":
            break
        if place == "level":
            page.keyboard.press("ArrowDown")
        if place in QUESTIONS:
            page.keyboard.type(f"About {place}")
    expect(level(page, 2)).to_be_checked()
    expect(page.locator("#longedFor")).to_have_value("About longedFor")
    expect(save(page)).to_be_focused()
    expect(save(page)).to_be_enabled()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Your review is saved")
    expect(dialog.get_by_role("link", name="Next: ")).to_be_focused()
    press_until(page, "Tab", dialog.get_by_role("link", name="Back to the list"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/goals/completed$"))
    expect(card(page, goal)).to_contain_text("See the review")


def test_a_step_is_dragged(browse, engine, account):
    page = open_live(browse(account, browser=engine, **PLAIN).new_page(), f"/goals/{make_goal(account, steps=['one', 'two', 'three'])}")
    grips = page.locator(".step .grip")
    (x, y), (_, last) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (grips.first.bounding_box(), grips.last.bounding_box()))
    page.mouse.move(x, y)
    page.mouse.down()
    expect(page.locator(".dragged")).to_have_count(1)
    page.mouse.move(x, last, steps=8)
    page.mouse.up()
    expect(page.locator(".step-title")).to_have_text(["two", "three", "one"])
    page.reload()
    expect(page.locator(".step-title")).to_have_text(["two", "three", "one"])


def test_the_list_last_seen_is_shown_without_a_server(browse, engine, own_server, watch):
    watch.expect("net::ERR_", "NS_ERROR_", "NetworkError", "ServiceWorker passed", "request failed: ", "status of 503 ")
    page = browse(own_server.account(), browser=engine, **PLAIN).new_page()
    begin(page)
    own_server.kill()
    page.goto("/goals/active")
    expect(page.locator("#seen")).to_contain_text("No connection right now.")
    expect(page.locator("li.card").first).to_be_visible()
    own_server.start()
    wait_live(page)
    expect(page.locator("#seen")).to_have_count(0)


def test_it_works_without_a_script(browse, launch, account):
    # The setting of a person who switched scripts off. Locators that wait need scripts themselves: keys and text do not.
    page = browse(account, browser=launch(**{"javascript.enabled": False}), **PLAIN).new_page()
    goal = account.unreviewed[0]
    page.goto("/goals/completed")
    assert "You can write 13 goal reviews!" in page.locator("body").inner_text()
    page.locator(f"#a{goal}").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url.endswith(f"/goals/{goal}/review")
    for question in QUESTIONS:
        page.locator(f"#{question}").focus()
        page.keyboard.type(f"About {question}")
    level(page, 4).focus()
    page.keyboard.press("Space")
    save(page).focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    shown = page.locator("main").inner_text()
    assert "Your review is saved" in shown
    assert all(f"About {question}" in shown for question in QUESTIONS)
    assert answers(account.get(f"/goals/{goal}/review").text) == [f"About {question}" for question in QUESTIONS]
