"""Lost lines, killed servers, locked databases: nothing that was typed is lost, and the page comes back by itself."""

import re
import sqlite3
from contextlib import ExitStack

import pytest
from browsing import PHONE, ask_for_more, ask_for_more_from_above, cards, count_line, expect_mark, grow_to, level, mark, open_editor, open_list, save, save_state, style, wait_live, write_free
from playwright.sync_api import expect
from support import PATIENCE, EventReader, answers

# SessionLimits.pagesPerOwner: more of one owner cannot be live at once.
PAGES_OF_AN_OWNER = 64
LOST = [r"net::ERR_", r"ERR_CONNECTION_REFUSED", r"request failed: .*/live/"]


def connection(page):
    return page.locator("#connection")


@pytest.fixture
def own_account(own_server):
    return own_server.account()


@pytest.fixture
def own_page(browse, own_account):
    return browse(own_account, viewport=PHONE).new_page()


def test_a_killed_server_costs_nothing_that_was_typed(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    mark(page)
    style(page, "free").check()
    page.locator("#text").fill("Before the fall.")
    expect(page.locator("#text-count")).to_have_text("16 / 3,000")
    own_server.kill()
    page.locator("#text").press_sequentially(" While it was away.")
    expect(connection(page)).to_have_attribute("data-state", "reconnecting")
    expect(connection(page)).to_contain_text("Reconnecting")
    expect(connection(page)).to_be_in_viewport()
    expect(page.locator("#text")).to_have_value("Before the fall. While it was away.")

    own_server.start()
    wait_live(page)
    expect_mark(page)
    expect(page.locator("#text")).to_have_value("Before the fall. While it was away.")
    expect(page.locator("#text-count")).to_have_text("35 / 3,000")
    page.locator("#text").press_sequentially(" And after.")
    expect(save_state(page)).to_have_text("Draft saved")
    level(page, 5).check()
    expect(save(page)).to_be_enabled()
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert answers(own_account.get(f"/goals/{goal}/review").text) == ["Before the fall. While it was away. And after."]


def test_what_was_typed_and_chosen_while_the_server_was_down_is_saved_afterwards(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    own_server.kill()
    write_free(page, "All of it offline", 2)
    expect(connection(page)).to_have_attribute("data-state", "reconnecting")
    own_server.start()
    wait_live(page)
    expect(style(page, "free")).to_be_checked()
    expect(save(page)).to_be_enabled()
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert answers(own_account.get(f"/goals/{goal}/review").text) == ["All of it offline"]


def test_a_draft_survives_the_servers_death(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    page.locator("#liked").fill("Kept")
    expect(save_state(page)).to_have_text("Draft saved")
    own_server.kill()
    own_server.start()
    page.goto(f"/goals/{goal}/review")
    wait_live(page)
    expect(page.locator("#liked")).to_have_value("Kept")


def test_a_review_is_there_after_the_server_died_at_its_confirmation(own_page, own_server, own_account, watch):
    # The editor may come back before the click, and is told that this goal's page is the viewer by now.
    watch.expect(*LOST, r"status of 410 .*/live/")
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    write_free(page, "Confirmed is confirmed")
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    own_server.kill()
    own_server.start()
    page.get_by_role("dialog").get_by_role("link", name="See the review").click()
    expect(page.locator(".answer")).to_have_text(["Confirmed is confirmed"])


def test_an_open_list_comes_back_after_a_restart_and_follows_again(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page = own_page
    open_list(page)
    mark(page)
    own_server.kill()
    expect(connection(page)).to_have_attribute("data-state", "reconnecting")
    own_server.start()
    wait_live(page)
    own_account.review(own_account.unreviewed[0])
    expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
    expect(page.locator(f"#goal-{own_account.unreviewed[0]}")).to_contain_text("See the review")
    expect_mark(page)


def test_links_still_work_as_links_while_the_line_is_lost(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page = own_page
    open_list(page)
    # It stays lost, so that no new rows come under the click.
    page.route("**/live/**", lambda route: route.abort())
    own_server.kill()
    expect(connection(page)).to_have_attribute("data-state", "reconnecting")
    own_server.start()
    page.get_by_role("link", name="Write a review").first.click()
    expect(page.locator("#save")).to_be_visible()


def test_a_server_that_stops_in_good_order_is_waited_for_too(own_page, own_server, own_account, watch):
    watch.expect(*LOST)
    page = own_page
    open_list(page)
    mark(page)
    own_server.stop()
    expect(connection(page)).to_have_attribute("data-state", "reconnecting")
    own_server.start()
    wait_live(page)
    expect_mark(page)


def test_offline_says_so_and_online_takes_up_again(context, account, watch):
    watch.expect(*LOST)
    goal = account.unreviewed[0]
    page = context.new_page()
    open_editor(page, goal)
    mark(page)
    context.set_offline(True)
    expect(connection(page)).to_have_attribute("data-state", "offline")
    expect(connection(page)).to_contain_text("Changes will be saved when you’re back")
    write_free(page, "In a tunnel", 3)
    expect(page.locator("#text")).to_have_value("In a tunnel")
    context.set_offline(False)
    wait_live(page)
    expect(page.locator("#text-count")).to_have_text("11 / 3,000")
    expect(save_state(page)).to_have_text("Draft saved")
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_mark(page)


def test_what_changed_while_one_was_offline_arrives_afterwards(browse, account, watch):
    watch.expect(*LOST)
    context = browse(account, viewport=PHONE)
    page = context.new_page()
    open_list(page)
    mark(page)
    context.set_offline(True)
    expect(connection(page)).to_have_attribute("data-state", "offline")
    account.review(account.unreviewed[0])
    account.review(account.unreviewed[1])
    context.set_offline(False)
    wait_live(page)
    expect(count_line(page)).to_have_text("You can write 11 goal reviews!")
    expect(page.locator(f"#goal-{account.unreviewed[1]}")).to_contain_text("See the review")
    expect(cards(page).nth(9)).to_be_attached()
    expect_mark(page)


def test_a_dropped_stream_resumes_with_its_last_id(context, account):
    page = context.new_page()
    open_list(page)
    mark(page)
    goal = account.unreviewed[0]
    account.review(goal)
    expect(page.locator(f"#goal-{goal}")).to_contain_text("See the review")
    # Another stream of the same page takes over: for the page, its own one has ended.
    address = page.locator("main").get_attribute("data-live")
    with page.expect_request(lambda r: r.url.endswith(address) and r.method == "GET") as again:
        with EventReader(account.server.port, address, account.cookie, {}) as stream:
            assert stream.status == 200
    wait_live(page)
    assert re.fullmatch(r"[0-9a-z]+\.[1-9]\d*", again.value.headers["last-event-id"])
    account.review(account.unreviewed[1])
    expect(page.locator(f"#goal-{account.unreviewed[1]}")).to_contain_text("See the review")
    expect_mark(page)


@pytest.mark.parametrize("wish", ["focus", "click", "key"])
def test_the_oldest_of_too_many_pages_rests_until_somebody_comes_to_it(page, account, wish):
    goal = account.unreviewed[0]
    open_list(page)
    mark(page)
    with ExitStack() as stack:
        others = [stack.enter_context(account.page().stream()) for _ in range(PAGES_OF_AN_OWNER - 1)]
        expect(page.locator("html")).to_have_attribute("data-state", "live")
        newest = stack.enter_context(account.page().stream())
        expect(page.locator("html")).to_have_attribute("data-state", "resting")
        # Nothing is wrong, and nothing is said.
        expect(connection(page)).to_have_attribute("data-state", "resting")
        account.review(goal)
        newest.until("retrospectCount")
        expect(page.locator(f"#goal-{goal}")).to_contain_text("Write a review")

        if wish == "focus":
            page.evaluate("dispatchEvent(new FocusEvent('focus'))")
        elif wish == "click":
            page.get_by_role("heading", level=1).click()
        else:
            page.keyboard.press("Shift")
        wait_live(page)
        expect(page.locator(f"#goal-{goal}")).to_contain_text("See the review")
        expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
        # Now it is the turn of the next to rest, and of that one only.
        assert others[0].until("live:rest")
        assert others[0].next() is None
        account.review(account.unreviewed[1])
        expect(count_line(page)).to_have_text("You can write 11 goal reviews!")
        for stream in [others[1], others[-1], newest]:
            stream.until("retrospectCount", "11 goal reviews")
        expect_mark(page)


def test_a_locked_database_keeps_the_text_and_saving_works_afterwards(own_page, own_server, own_account):
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    write_free(page, "Patience")
    expect(save_state(page)).to_have_text("Draft saved")
    expect(save(page)).to_be_enabled()
    database = sqlite3.connect(own_server.database, isolation_level=None, timeout=PATIENCE)
    database.execute("BEGIN EXCLUSIVE")
    # It is disabled until the database gives up, which a slow machine may not see in time.
    page.evaluate("""() => new MutationObserver(() => { if (document.querySelector('#save[aria-disabled=true]')) window.wasDisabled = true; })
      .observe(document.body, { subtree: true, childList: true, attributes: true })""")
    try:
        save(page).click()
        alert = page.locator('[data-output="failAlert"]')
        expect(alert).to_contain_text("Your review could not be saved. Everything you wrote is still here", timeout=30_000)
    finally:
        database.execute("ROLLBACK")
        database.close()
    assert page.evaluate("window.wasDisabled")
    expect(page.locator("#text")).to_have_value("Patience")
    expect(save(page)).to_be_enabled()
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert answers(own_account.get(f"/goals/{goal}/review").text) == ["Patience"]


def test_a_draft_that_cannot_be_kept_is_said_and_the_next_change_keeps_it(own_page, own_server, own_account):
    page, goal = own_page, own_account.unreviewed[0]
    open_editor(page, goal)
    database = sqlite3.connect(own_server.database, isolation_level=None, timeout=PATIENCE)
    database.execute("BEGIN EXCLUSIVE")
    try:
        page.locator("#liked").fill("Still here")
        expect(save_state(page)).to_contain_text("The draft could not be saved.", timeout=30_000)
    finally:
        database.execute("ROLLBACK")
        database.close()
    page.locator("#liked").press_sequentially("!")
    expect(save_state(page)).to_have_text("Draft saved")
    assert "Still here!" in own_account.get(f"/goals/{goal}/review").text


def test_a_list_that_cannot_be_loaded_offers_to_try_again(own_page, own_server, own_account, watch):
    page = own_page
    open_list(page)
    mark(page)
    # A page that has shared what it shows until now keeps it, and goes on when it can.
    watch.expect("status of 503 ")
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE goal RENAME TO hidden")
    with page.expect_response(lambda answer: "/live/" in answer.url and answer.status == 503):
        ask_for_more_from_above(page)
    expect(cards(page).nth(9)).to_be_attached()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE hidden RENAME TO goal")
    expect(cards(page).nth(19)).to_be_attached()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE goal RENAME TO hidden")
    ask_for_more(page)
    expect(page.get_by_text("The goals could not be loaded.")).to_be_visible()
    expect(cards(page).nth(19)).to_be_attached()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE hidden RENAME TO goal")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The goals could not be loaded.")).to_have_count(0)
    own_account.review(own_account.unreviewed[0])
    expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
    expect_mark(page)


def test_a_goal_that_was_deleted_elsewhere_while_one_wrote_says_so_and_keeps_the_text(
    own_page, own_server, own_account, watch
):
    page, goal = own_page, own_account.unreviewed[0]
    # The alert moves the page: the pointer may rest on the link to the goal then, which is loaded ahead.
    watch.expect(rf"404 .*/goals/{goal}$")
    open_editor(page, goal)
    write_free(page, "For nothing")
    expect(save(page)).to_be_enabled()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("UPDATE goal SET deletedAt = 1 WHERE id = ?", [goal])
    save(page).click()
    expect(page.locator('[data-output="failAlert"]')).to_contain_text("gone")
    expect(page.locator("#text")).to_have_value("For nothing")


def test_half_a_surrogate_pair_does_not_stop_the_page(page, account):
    open_editor(page, account.unreviewed[0])
    style(page, "free").check()
    page.locator("#text").evaluate("e => { e.value = 'x \\ud83d y'; e.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(page.locator("#text-count")).to_have_text("5 / 3,000")
    expect(save_state(page)).to_have_text("Draft saved")


def test_a_refused_form_leaves_no_draft_behind(page, account):
    refused, other = account.unreviewed[:2]
    answer = account.post(f"/goals/{refused}/review", {"style": "free", "text": "Forged", "level": "1"}, csrf="wrong")
    assert answer.status_code == 403 and "Forged" in answer.text
    # A draft that is typed now is kept later than one that the refused form would have left.
    open_editor(page, other)
    write_free(page, "Typed after it")
    expect(save_state(page)).to_have_text("Draft saved")
    assert "Forged" not in account.get(f"/goals/{refused}/review").text


def test_a_list_that_was_scrolled_is_as_long_after_a_restart_of_the_server(own_page, own_server, watch):
    watch.expect(*LOST)
    page = own_page
    open_list(page)
    # Not by its link: it is replaced as soon as it comes into view.
    grow_to(page, 20)
    # From the top nothing comes only because the end is in view.
    page.evaluate("scrollTo(0, 0)")
    cards(page).nth(19).evaluate("row => row.classList.add('former')")
    own_server.kill()
    expect(page.locator("html")).to_have_attribute("data-state", re.compile("reconnecting|offline"))
    own_server.start()
    wait_live(page)
    expect(page.locator(".former")).to_have_count(0)
    expect(cards(page).nth(19)).to_be_visible()


def test_a_failure_that_is_over_is_not_shown_any_longer(own_page, own_server, own_account):
    page = own_page
    open_editor(page, own_account.unreviewed[0])
    write_free(page, "At last")
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE review RENAME TO hidden")
    save(page).click()
    # A draft can't be kept meanwhile either, which may be said beside it.
    expect(page.get_by_text("Your review could not be saved")).to_be_visible()
    expect(page.locator("#alert")).to_be_focused()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE hidden RENAME TO review")
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_text("could not be saved")).to_have_count(0)


def test_who_signs_out_is_not_told_that_the_line_is_lost(page):
    states = []

    def hold(route):
        # The server signs out and ends the stream, and the page, which has no answer yet, is still there.
        with page.expect_event("requestfailed", lambda request: request.method == "GET" and "/live/" in request.url):
            answer = route.fetch(max_redirects=0)
        route.fulfill(response=answer)

    page.expose_function("stateIs", lambda state: states.append(state))
    open_list(page)
    page.evaluate("""() => new MutationObserver(() => stateIs(document.documentElement.dataset.state))
        .observe(document.documentElement, { attributeFilter: ["data-state"] })""")
    page.route("**/logout", hold)
    # As the question's form does, but while this page is live.
    page.evaluate("""() => {
        const form = document.querySelector('form.choices').cloneNode(true);
        form.action = '/logout';
        document.body.append(form);
        form.requestSubmit();
    }""")
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))
    assert states == []
