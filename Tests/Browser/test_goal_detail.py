"""The page of a goal in a real browser: steps, stones, the celebration, and what comes after it."""

import re
from datetime import date, timedelta

import pytest
from browsing import PHONE, expect_mark, expect_no_sideways_scrolling, make_goal, mark, open_live, wait_live
from playwright.sync_api import Page, expect

NARROW = {"width": 320, "height": 640}
WORDS = {
    "en": {"add": "Add", "done": "{} of {} steps done", "nth": "Your {} completed goal", "later": "Later", "now": "Write the review now",
           "again": "Take it up again", "delete": "Delete goal", "undo": "Undo", "deleted": "You deleted this goal.",
           "not now": "Not now", "remove": "Remove", "edit": "Edit"},
    "ko": {"add": "추가", "done": "단계 {1}개 중 {0}개를 마쳤어요", "nth": "번째로 완료한 목표예요", "later": "나중에", "now": "지금 회고 쓰기",
           "again": "다시 시작하기", "delete": "목표 삭제", "undo": "되돌리기", "deleted": "목표를 삭제했어요.",
           "not now": "다음에 할게요", "remove": "삭제", "edit": "고치기"},
}  # fmt: skip


def open_goal(page: Page, goal: int) -> Page:
    return open_live(page, f"/goals/{goal}")


def titles(page: Page):
    return page.locator(".step-title")


def tick(page: Page, title: str):
    return page.locator("button.tick", has_text=title)


@pytest.fixture(params=["en", "ko"])
def language(request) -> str:
    return request.param


@pytest.fixture
def words(language) -> dict[str, str]:
    return WORDS[language]


def test_three_steps_are_added_by_keyboard_and_ticked_off(browse, server, language, words, check_axe):
    account = server.account(language)
    goal = make_goal(account)
    page = open_goal(browse(account).new_page(), goal)
    mark(page)
    expect(page.locator("#step-new")).to_be_focused()
    for title in ["one", "two", "three"]:
        page.keyboard.type(title)
        page.keyboard.press("Enter")
        expect(titles(page).last).to_have_text(title)
        expect(page.locator("#step-new")).to_have_value("")
        expect(page.locator("#step-new")).to_be_focused()
    expect(titles(page)).to_have_text(["one", "two", "three"])
    check_axe(page, "a goal with three steps")
    tick(page, "one").focus()
    page.keyboard.press("Enter")
    expect(tick(page, "one")).to_have_attribute("aria-pressed", "true")
    expect(tick(page, "one")).to_be_focused()
    expect(page.locator(".stones .tally")).to_have_attribute("aria-label", words["done"].format(1, 3))
    expect(titles(page)).to_have_text(["one", "two", "three"])
    page.keyboard.press("Space")
    expect(tick(page, "one")).to_have_attribute("aria-pressed", "false")
    expect(tick(page, "one")).to_be_focused()
    expect_mark(page)


def test_keys_that_are_pressed_before_the_answer_comes_are_the_next_step(browse, account):
    goal = make_goal(account)
    page = open_goal(browse(account).new_page(), goal)
    page.locator("#step-new").focus()
    page.keyboard.type("one\ntwo\nthree\n")
    expect(titles(page)).to_have_text(["one", "two", "three"])
    expect(page.locator("#step-new")).to_have_value("")


def test_whoever_clicks_twice_ticks_no_other_step(page, account):
    goal = make_goal(account, steps=["one", "two", "three"])
    open_goal(page, goal)
    box = tick(page, "one").bounding_box()
    place = (box["x"] + 40, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    expect(tick(page, "one")).to_have_attribute("aria-pressed", "true")
    expect(titles(page)).to_have_text(["one", "two", "three"])
    # What lies under the pointer by then is the same step.
    page.mouse.click(*place)
    expect(tick(page, "one")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("button.tick.done")).to_have_count(0)
    # Those that are to be done come first when the page is opened.
    tick(page, "one").click()
    expect(tick(page, "one")).to_have_attribute("aria-pressed", "true")
    # The tick shows before the store has it.
    while titles(page).all_inner_texts() != ["two", "three", "one"]:
        open_goal(page, goal)


def test_two_tabs_agree_at_every_step(context, account):
    goal = make_goal(account, steps=["one", "two"])
    here, there = open_goal(context.new_page(), goal), open_goal(context.new_page(), goal)
    mark(there)
    tick(here, "one").click()
    expect(tick(there, "one")).to_have_attribute("aria-pressed", "true")
    there.locator("#step-new").fill("three")
    there.keyboard.press("Enter")
    expect(titles(here)).to_have_text(["one", "two", "three"])
    here.locator("[id^=menu-]").nth(1).click()
    here.get_by_role("link", name="Edit", exact=True).click()
    expect(here.locator("#step-title")).to_be_focused()
    here.locator("#step-title").fill("two and a half")
    here.locator("#step-time").fill("07:30")
    here.locator(".days label").nth(4).click()
    here.keyboard.press("Enter")
    expect(there.locator(".alarm")).to_have_text("Reminder: Fri at 7:30 AM")
    expect(titles(there)).to_have_text(["one", "two and a half", "three"])
    expect(here.locator("[id^=menu-]").nth(1)).to_be_focused()
    tick(there, "two and a half").click()
    tick(here, "three").click()
    for page in (here, there):
        expect(page.get_by_role("dialog")).to_be_visible()
        # The page behind the celebration waits.
        expect(page.locator(".stones .on")).to_have_count(3)
        expect(page.locator(".stones .jewel")).to_have_count(0)
    there.get_by_role("button", name="Later").click()
    for page in (here, there):
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator(".stones .jewel")).to_be_attached()
        expect(page.locator("button.tick")).to_have_count(0)
    expect_mark(there)


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_steps_are_put_into_an_order_of_ones_own(browse, account, script):
    goal = make_goal(account, steps=["one", "two", "three"])
    context = browse(account, java_script_enabled=script, viewport=NARROW)
    page = open_goal(context.new_page(), goal) if script else context.new_page()
    if not script:
        page.goto(f"/goals/{goal}")
    for number, name, order in [(2, "Move up", ["one", "three", "two"]), (0, "Move down", ["three", "one", "two"])]:
        page.locator("[id^=menu-]").nth(number).click()
        page.get_by_role("button", name=name).click()
        expect(titles(page)).to_have_text(order)
    if script:
        expect(page.locator("[id^=menu-]").nth(1)).to_be_focused()
    page.reload()
    expect(titles(page)).to_have_text(["three", "one", "two"])


def test_the_celebration_outlives_a_reload_and_is_shown_once(browse, server, language, words, check_axe):
    account = server.account(language)
    # There are stored ones among the sample goals.
    goal = make_goal(account, steps=["one"])
    page = open_goal(browse(account, viewport=PHONE).new_page(), goal)
    tick(page, "one").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words["nth"].format("first") if language == "en" else words["nth"])
    page.reload()
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name=words["now"])).to_be_focused()
    check_axe(page, "the celebration")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#review")).to_be_focused()
    expect(page.locator(".offers li")).to_have_count(3)
    check_axe(page, "the offers")
    page.reload()
    expect(page.locator(".offers li")).to_have_count(3)
    expect(dialog).to_have_count(0)
    offer = page.locator(".offers li").first
    title = offer.locator("span").inner_text()
    offer.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.locator("#step-new")).to_be_visible()
    open_goal(page, goal)
    expect(page.locator(".offers")).to_have_count(0)


def test_the_celebration_closes_while_the_line_is_down_and_is_over_when_it_is_back(page, account, watch):
    watch.expect("ERR_INTERNET_DISCONNECTED")
    goal = make_goal(account, steps=["one"])
    open_goal(page, goal)
    tick(page, "one").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("html")).to_have_attribute("data-state", "offline")
    dialog.get_by_role("button", name="Later").click()
    expect(dialog).not_to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".offers li")).to_have_count(3)
    expect(dialog).to_have_count(0)


def test_the_review_is_written_now(page, account):
    goal = make_goal(account, steps=["one", "two"], done=1)
    open_goal(page, goal)
    # Without what is left to do, the goal is complete: that is said on the button.
    page.locator("[id^=menu-]").first.click()
    page.get_by_role("button", name="Remove and complete the goal").click()
    page.get_by_role("button", name="Write the review now").click()
    expect(page).to_have_url(re.compile(f"/goals/{goal}/review$"))
    open_goal(page, goal)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_removed_step_gives_its_focus_to_the_next_one(page, account):
    goal = make_goal(account, steps=["one", "two"])
    open_goal(page, goal)
    for left in ("two", None):
        page.locator("[id^=menu-]").first.focus()
        page.keyboard.press("Enter")
        page.get_by_role("button", name="Remove", exact=True).focus()
        page.keyboard.press("Enter")
        expect(tick(page, left) if left else page.locator("#step-new")).to_be_focused()


def test_a_removed_step_comes_back(page, account, check_axe):
    goal = make_goal(account, steps=["one", "two"])
    open_goal(page, goal)
    page.locator("[id^=menu-]").first.click()
    page.get_by_role("button", name="Remove", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("“one” was removed.")
    check_axe(page, "a step was removed")
    page.get_by_role("button", name="Undo").click()
    expect(titles(page)).to_have_text(["one", "two"])
    expect(tick(page, "one")).to_be_focused()
    expect(page.locator(".toast")).to_have_count(0)


def test_a_deletion_is_undone_and_other_tabs_say_so(browse, server, language, words, check_axe):
    account = server.account(language)
    goal = make_goal(account, steps=["one", "two"])
    context = browse(account)
    page, other = open_goal(context.new_page(), goal), open_goal(context.new_page(), goal)
    page.locator("#menu").click()
    page.get_by_role("button", name=words["delete"]).click()
    expect(page.locator("#state")).to_contain_text(words["deleted"])
    expect(page.get_by_role("button", name=words["undo"])).to_be_focused()
    expect(other.locator("#state")).to_contain_text(words["deleted"])
    expect(other.get_by_role("button", name=words["undo"])).to_be_visible()
    expect(other.locator("button.tick")).to_have_count(0)
    check_axe(page, "a deleted goal")
    check_axe(other, "a goal that was deleted elsewhere")
    page.keyboard.press("Enter")
    for tab in (page, other):
        expect(tab.locator("button.tick")).to_have_count(2)


def test_the_review_of_a_goal_that_is_deleted_says_so_and_comes_back(context, account):
    goal = account.reviewed[0]
    page, review = open_goal(context.new_page(), goal), open_live(context.new_page(), f"/goals/{goal}/review")
    page.locator("#menu").click()
    page.get_by_role("button", name="Delete goal").click()
    expect(review.get_by_text("This goal has been deleted.")).to_be_visible()
    expect(review.get_by_role("link", name="Back to the list")).to_have_attribute("href", "/goals/completed")
    expect(review.get_by_role("link", name="Write a new one")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(review.locator(".review-actions")).to_be_visible()


def test_what_is_typed_of_a_step_stays_when_the_goal_is_completed_elsewhere(context, account):
    goal = make_goal(account, steps=["one", "two"], done=1)
    page, other = open_goal(context.new_page(), goal), open_goal(context.new_page(), goal)
    page.locator("[id^=menu-]").first.click()
    page.get_by_role("link", name="Edit", exact=True).click()
    with page.expect_response(lambda answer: answer.request.method == "POST" and "editTitle" in (answer.request.post_data or "")):
        page.locator("#step-title").fill("two and a half")
    tick(other, "two").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#step-title")).to_have_value("two and a half")
    page.locator(".step-form button").click()
    expect(page.locator("#alert")).to_contain_text("completed")
    expect(page.locator("#step-title")).to_have_value("two and a half")
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("#step-title")).to_have_count(0)


def test_what_is_refused_is_said_at_its_field(page, account, check_axe):
    goal = make_goal(account, steps=[f"{n}" for n in range(1, 9)])
    open_goal(page, goal)
    page.locator("#step-new").fill("x" * 61)
    page.keyboard.press("Enter")
    expect(page.locator("#step-new-error")).to_contain_text("60 is the limit")
    expect(page.locator("#step-new")).to_be_focused()
    expect(page.locator("#step-new")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#step-new")).to_have_value("x" * 61)
    check_axe(page, "a title that is too long")
    page.locator("#step-new").fill("nine")
    page.keyboard.press("Enter")
    expect(page.locator("#steps-full")).to_be_focused()
    expect(page.locator("#step-new")).to_have_count(0)


def test_everything_works_without_a_script(browse, server, language, words, watch):
    watch.expect("status of 422")
    account = server.account(language)
    goal = make_goal(account, steps=["one"])
    page = browse(account, java_script_enabled=False, viewport=NARROW).new_page()
    page.goto(f"/goals/{goal}")
    page.locator("#step-new").fill("two")
    page.locator(".add-form button").click()
    expect(titles(page)).to_have_text(["one", "two"])
    page.locator("[id^=menu-]").nth(1).click()
    page.get_by_role("link", name=words["edit"], exact=True).click()
    expect(page).to_have_url(re.compile(r"step=\d+$"))
    page.locator("#step-title").fill("second")
    page.locator("#step-monday").check(force=True)
    page.locator(".step-form button").click()
    expect(page.locator("#step-time-error")).not_to_be_empty()
    expect(page.locator("#step-title")).to_have_value("second")
    expect(page.locator("#step-monday")).to_be_checked()
    page.locator("#step-time").fill("21:00")
    page.locator(".step-form button").click()
    expect(titles(page)).to_have_text(["one", "second"])
    expect_no_sideways_scrolling(page)
    tick(page, "one").click()
    expect(titles(page)).to_have_text(["second", "one"])
    tick(page, "second").click()
    expect(page.locator(".celebration")).to_be_visible()
    expect_no_sideways_scrolling(page)
    page.get_by_role("button", name=words["later"]).click()
    expect(page.locator(".offers li")).to_have_count(3)
    page.get_by_role("button", name=words["not now"]).click()
    expect(page.locator(".offers")).to_have_count(0)
    page.locator("#menu").click()
    page.get_by_role("button", name=words["delete"]).click()
    expect(page.locator("#state")).to_contain_text(words["deleted"])
    page.get_by_role("button", name=words["undo"]).click()
    expect(page.locator(".stones .jewel")).to_be_visible()


@pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])
def test_each_pasted_line_is_a_step(browse, account, script):
    goal = make_goal(account, steps=["one"])
    page = browse(account, java_script_enabled=script, viewport=NARROW).new_page()
    page.goto(f"/goals/{goal}")
    if script:
        wait_live(page)
    page.locator("#step-new").focus()
    page.keyboard.insert_text("- two\n- three\n")
    if script:
        page.keyboard.press("Shift+Enter")
        page.keyboard.insert_text("four")
        page.keyboard.press("Enter")
        expect(titles(page)).to_have_text(["one", "two", "three", "four"])
        expect(page.locator("#step-new")).to_be_focused()
    else:
        page.locator(".add-form button").click()
        expect(titles(page)).to_have_text(["one", "two", "three"])
    expect(page.locator("#step-new")).to_have_value("")
    # Text that wasn't added yet survives a reload.
    if script:
        page.keyboard.type("five")
        expect(page.locator("#step-new")).to_have_value("five")
        page.wait_for_function("() => Object.values(localStorage).some((text) => text.includes('five'))")
        page.reload()
        expect(page.locator("#step-new")).to_have_value("five")


def test_what_is_done_and_chosen_shows_in_forced_colours(browse, account):
    goal = make_goal(account, steps=["one", "two"], done=1)
    page = open_goal(browse(account, forced_colors="active").new_page(), goal)
    mark_of = "button => getComputedStyle(button.querySelector('.mark'), '::before').backgroundColor"
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert tick(page, "one").evaluate(mark_of) == ink
    page.locator("[id^=menu-]").first.click()
    page.get_by_role("link", name="Edit", exact=True).click()
    page.locator(".days label").nth(2).click()
    expect(page.locator("#step-wednesday")).to_be_checked()
    paper = "label => getComputedStyle(label.querySelector('span')).backgroundColor"
    chosen, other = (page.locator(".days label").nth(n).evaluate(paper) for n in (2, 3))
    assert chosen != other


def test_a_stored_goal_offers_the_way_back(browse, server, language, words, check_axe):
    account = server.account(language)
    goal = make_goal(account, steps=["one", "two"], done=1, box="stored")
    page = open_goal(browse(account, viewport=NARROW).new_page(), goal)
    expect(page.locator("button.tick")).to_have_count(0)
    expect(page.get_by_role("link", name=words["again"])).to_have_attribute("href", f"/goals/{goal}?recover=1")
    check_axe(page, "a stored goal")
    expect_no_sideways_scrolling(page)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_a_step_gets_a_day_by_which_it_is_to_be_done(browse, server, language, check_axe, watch, script):
    if not script:
        watch.expect("status of 422")
    account = server.account(language)
    goal = make_goal(account, steps=["shoes", "run"])
    page = browse(account, viewport=PHONE, java_script_enabled=script).new_page()
    open_goal(page, goal) if script else page.goto(f"/goals/{goal}")
    page.locator("[id^=menu-]").nth(1).click()
    page.locator("details[open] a[href*=step]").click()
    day = page.locator("#step-due")
    expect(day).to_have_value("")
    first = date.fromisoformat(day.get_attribute("min"))
    # A step that repeats has none.
    page.locator("#step-repeats").check()
    expect(day).to_be_hidden()
    page.locator("#step-repeats").uncheck()
    day.fill(str(first - timedelta(days=1)))
    page.locator(".step-form button").click()
    expect(page.locator("#step-due-error")).not_to_be_empty()
    expect(day).to_have_value(str(first - timedelta(days=1)))
    if script:
        expect(day).to_be_focused()
        check_axe(page, f"step with a day {language}")
    expect_no_sideways_scrolling(page)
    day.fill(str(first))
    page.locator(".step-form button").click()
    expect(page.locator(".alarm.due")).to_contain_text({"en": " days late", "ko": "일 지났어요"}[language])
    # It is the next one.
    page.goto("/today")
    expect(page.locator(f"#goal-{goal} .step-title")).to_have_text("run")
    expect(page.locator(f"#goal-{goal} .alarm.due")).to_be_visible()
    if script:
        check_axe(page, f"today with a late step {language}")


@pytest.mark.parametrize("box", ["stored", "completed"])
@pytest.mark.parametrize("width", [320, 390, 1024])
def test_the_menu_of_a_goal_opens_within_the_window(browse, account, box, width):
    """The menu stands alone beside a goal that is not in progress: it opened beyond the left edge."""
    page = browse(account, viewport={"width": width, "height": 800}).new_page()
    open_live(page, "/goals/stored" if box == "stored" else "/goals/completed?show=reviewed")
    number = re.search("[0-9]+", page.locator(".card-link").first.get_attribute("href"))[0]
    open_live(page, f"/goals/{number}")
    page.locator("#menu").click()
    body = page.locator(".goal-actions .menu-body").bounding_box()
    assert body["x"] >= 0 and body["x"] + body["width"] <= width
