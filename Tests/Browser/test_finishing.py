"""How goals end, in a real browser: done without steps, done late, put away, undone. And a demo that becomes an account."""

import re
from datetime import datetime, timedelta

import pytest
from browsing import PHONE, SCRIPT_WAYS, expect_mark, expect_no_sideways_scrolling, fill_in, make_goal, mark, new_address, open_live, wait_live
from playwright.sync_api import Page, expect
from support import Server

SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
WORDS = {
    "en": {"did it": "I did it", "did it on": "I did it on", "week": "One more week", "leave": "Keep it paused", "all": "Keep them all paused", "done on": "Done on",
           "undo": "Undo completion", "sample": "Sample", "remove": "Remove all samples", "put away": "{} goals ran out of time and are paused"},
    "ko": {"did it": "해냈어요", "did it on": "에 해냈어요", "week": "일주일 더", "leave": "쉬게 두기", "all": "모두 쉬게 두기", "done on": "완료한 날",
           "undo": "완료 되돌리기", "sample": "예시", "remove": "예시 모두 삭제", "put away": "끝나는 날이 지나 쉬는 목표가 {}개 있어요"},
}  # fmt: skip
START = datetime(2026, 5, 18, 9)


def ready(page: Page, path: str, script: bool) -> Page:
    if script:
        return open_live(page, path)
    page.goto(path)
    return page


def set_goal(page: Page, title: str, script: bool) -> str:
    """A goal that ends in a week; the address of its page."""
    ready(page, "/goals/new", script)
    page.locator("#title").fill(title)
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile(r"/goals/\d+$"))
    return re.search(r"/goals/\d+$", page.url)[0]


def counts(page: Page) -> list[int]:
    return [int(page.locator(f"#c-{box}").inner_text()) for box in ["stored", "active", "completed"]]


# ---- Without steps ---------------------------------------------------------------------------------------------------


@SCRIPT_WAYS
def test_a_goal_without_steps_is_done_and_its_completion_undone(browse, server, check_axe, language, script):
    words = WORDS[language]
    page = browse(server.account(language), viewport=PHONE, java_script_enabled=script).new_page()
    goal = set_goal(page, "Call grandma", script)
    if script:
        wait_live(page)
        check_axe(page, "a goal that can be done without steps")
    expect(page.locator("#finish")).to_contain_text(words["did it"])
    page.locator("#finish").click()
    if script:
        expect(page.get_by_role("dialog")).to_be_visible()
        page.locator("[data-close]").click()
    else:
        page.goto(goal)
    expect(page.locator("#review")).to_be_visible()
    jewel = page.locator(".stone").first.get_attribute("class") if page.locator(".stone").count() else None
    expect_no_sideways_scrolling(page)
    expect(page.locator("#undo-completion")).to_have_text(words["undo"])
    page.locator("#undo-completion").click()
    expect(page.locator("#step-new")).to_be_visible()
    expect(page.locator("#finish")).to_be_visible()
    # The same jewel comes back with the same goal.
    page.locator("#finish").click()
    page.goto(goal)
    expect(page.locator("#review")).to_be_visible()
    if jewel:
        assert page.locator(".stone").first.get_attribute("class") == jewel


# ---- Late ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def calendar(tmp_path, contexts):
    """A server whose clock stands on a day in May."""
    server = Server(tmp_path, clock=START).start()
    yield server
    for context in contexts:
        context.close()
    contexts.clear()
    server.stop()


def later(server: Server, days: int) -> None:
    server.stop()
    server.clock += timedelta(days=days)
    server.start()


@SCRIPT_WAYS
def test_goals_whose_time_is_over_are_told_of_and_answered(browse, calendar, watch, check_axe, language, script):
    watch.expect("ERR_(CONNECTION|INCOMPLETE|EMPTY)")
    words = WORDS[language]
    account = calendar.account(language)
    context = browse(account, viewport=PHONE, java_script_enabled=script)
    page = context.new_page()
    goals = {title: set_goal(page, title, script) for title in ["Done in time", "Nearly done", "Let be", "Let be, too"]}
    page.goto("about:blank")
    later(calendar, days=8)

    ready(page, "/goals/active", script)
    notice = page.locator(".put-away")
    titles = notice.locator("li p > a")
    while not script and not titles.count():
        # The server puts goals away once it has started, which this page does not follow.
        page.reload()
    expect(titles).to_have_count(4 + samples_put_away(titles, goals))
    for title in goals:
        expect(notice).to_contain_text(title)
    expect_no_sideways_scrolling(page)
    if script:
        check_axe(page, "goals that were put away")
        other = open_live(context.new_page(), "/goals/active")
        mark(other)

    number = titles.count()
    row = notice.locator("li", has_text="Done in time")
    row.get_by_role("button", name=re.compile(words["did it on"])).click()
    # The jewel waits on the page of the goal.
    expect(page).to_have_url(re.compile(rf"{goals['Done in time']}$"))
    ready(page, "/goals/active", script)
    expect(titles).to_have_count(number - 1)
    notice.locator("li", has_text="Nearly done").get_by_role("button", name=re.compile(words["week"])).click()
    expect(titles).to_have_count(number - 2)
    expect(page.locator(".card", has_text="Nearly done")).to_be_visible()
    notice.locator("li", has=page.get_by_text("Let be", exact=True)).get_by_role("button", name=re.compile(words["leave"])).click()
    expect(titles).to_have_count(number - 3)
    if script:
        expect(other.locator(".put-away li p > a")).to_have_count(number - 3)
        expect_mark(other)
    if number - 3 > 1:
        page.get_by_role("button", name=words["all"]).click()
    else:
        notice.get_by_role("button", name=re.compile(words["leave"])).click()
    expect(page.locator(".put-away")).to_have_count(0)

    # The day on which it was done is its last one, not the day of the answer.
    page.goto(goals["Done in time"])
    expect(page.locator("#state .notice.done")).to_contain_text("May 25" if language == "en" else "5월 25일")
    page.goto(goals["Let be"])
    expect(page.locator("#completedOn")).to_have_value("2026-05-25")


def samples_put_away(titles, goals) -> int:
    """How many of the account's own examples have run out, too."""
    expect(titles.first).to_be_visible()
    return sum(title not in goals for title in titles.all_inner_texts())


def open_put_away(page: Page, goal: str, script: bool) -> None:
    """Opens the page of a goal whose time is over. A server puts goals away right after its start, not before it."""
    ready(page, goal, script)
    for _ in range(100):
        if script or page.locator("#recover").count():
            break
        page.reload()
    expect(page.locator("#recover")).to_be_visible()


@SCRIPT
def test_a_stored_goal_is_done_after_all_on_a_day_of_its_own(browse, calendar, watch, script):
    watch.expect("ERR_(CONNECTION|INCOMPLETE|EMPTY)|status of 422")
    page = browse(calendar.account(), java_script_enabled=script).new_page()
    goal = set_goal(page, "Paint the fence", script)
    page.goto("about:blank")
    later(calendar, days=20)
    open_put_away(page, goal, script)
    page.locator("#completedOn").fill("2026-05-17")
    page.locator("#finish").click()
    expect(page.locator("#completedOn-error")).not_to_be_empty()
    expect(page.locator("#completedOn")).to_have_value("2026-05-17")
    expect(page.locator("#completedOn")).to_have_attribute("aria-invalid", "true")
    page.locator("#completedOn").fill("2026-05-20")
    page.locator("#finish").click()
    page.goto(goal)
    expect(page.locator("#state .notice.done")).to_contain_text("May 20")


@SCRIPT
def test_taking_up_again_keeps_the_first_day(browse, calendar, watch, script):
    watch.expect("ERR_(CONNECTION|INCOMPLETE|EMPTY)")
    page = browse(calendar.account(), java_script_enabled=script).new_page()
    goal = set_goal(page, "Paint the fence", script)
    page.goto("about:blank")
    later(calendar, days=20)
    open_put_away(page, goal, script)
    page.locator("#recover").click()
    expect(page.locator("#startDate")).to_have_value("2026-05-18")
    page.locator("#endDate").fill("2026-06-30")
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile(rf"{goal}$"))
    expect(page.locator("main")).to_contain_text("May 18")


# ---- From a demo to an account ---------------------------------------------------------------------------------------


@SCRIPT_WAYS
@pytest.mark.parametrize("keep", ["empty", "own", "all"])
def test_a_demo_becomes_an_account_with_what_one_chooses(browse, server, language, script, keep):
    account = server.account(language)
    own = make_goal(account, "Mine")
    page = browse(account, java_script_enabled=script).new_page()
    ready(page, "/goals/active", script)
    number = counts(page)
    ready(page, "/register", script)
    expect(page.locator("#keep-own")).to_be_checked()
    fill_in(page, new_address())
    page.locator(f"#keep-{keep}").check()
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/goals/(active|completed)$"))
    page.goto("/goals/active")
    assert counts(page) == {"empty": [0, 0, 0], "own": [0, 1, 0], "all": number}[keep]
    expect(page.locator(f"#goal-{own}")).to_have_count(0 if keep == "empty" else 1)
    expect(page.get_by_role("button", name=WORDS[language]["remove"])).to_have_count(1 if keep == "all" else 0)


@SCRIPT_WAYS
def test_samples_are_marked_go_with_one_tap_and_come_back(browse, server, check_axe, language, script):
    words = WORDS[language]
    account = server.account(language)
    own = make_goal(account, "Mine")
    page = browse(account, viewport=PHONE, java_script_enabled=script).new_page()
    ready(page, "/goals/active", script)
    number = counts(page)
    expect(page.locator(f"#goal-{own}")).not_to_contain_text(words["sample"])
    expect(page.locator(".card", has_text=words["sample"])).to_have_count(number[1] - 1)
    page.get_by_role("button", name=words["remove"]).click()
    expect(page.locator("#c-completed")).to_have_text("0")
    expect(page.locator(".card")).to_have_count(1)
    if script:
        check_axe(page, "samples removed")
    page.locator(".toast, .notice.done").get_by_role("button").first.click()
    expect(page.locator("#c-completed")).to_have_text(str(number[2]))
    expect(page.locator(".card", has_text=words["sample"])).to_have_count(number[1] - 1)


# ---- Alarms ----------------------------------------------------------------------------------------------------------


@SCRIPT
def test_an_alarm_turns_on_what_it_needs_and_says_when_nothing_would_ring(browse, server, script):
    account = server.account()
    goal = make_goal(account, "Run", ["One round"])
    page = browse(account, java_script_enabled=script).new_page()
    ready(page, f"/goals/{goal}", script)
    page.locator(".step summary").click()
    page.locator(".step .menu-body a").first.click()
    page.locator("#step-time").fill("07:30")
    page.locator(".days label").first.click()
    page.locator(".step-form button.primary").click()
    silent = page.locator(".step a[href='/settings/reminders']")
    expect(silent).to_be_visible()
    silent.click()
    expect(page).to_have_url(re.compile("/settings/reminders$"))
