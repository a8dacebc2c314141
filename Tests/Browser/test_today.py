"""Today: the next step of each goal is ticked where it is, on every device, with and without a script."""

import re

import pytest
from browsing import PHONE, SCRIPT_WAYS, expect_mark, expect_no_sideways_scrolling, make_goal, mark, open_live
from playwright.sync_api import Locator, Page, expect

WORDS = {
    "en": {"all done": "You’ve done today’s share.", "did it": "I did it", "add": "Add steps", "times": "{} of 12 times"},
    "ko": {"all done": "오늘 몫은 다 했어요.", "did it": "해냈어요", "add": "단계로 나누기", "times": "12번 중 {}번"},
}
SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "plain"])


def row(page: Page, goal: int) -> Locator:
    return page.locator(f"#goal-{goal}")


def steps(page: Page, goal: int) -> Locator:
    return row(page, goal).locator("button.tick")


def ready(page: Page, script: bool) -> Page:
    if script:
        return open_live(page, "/today")
    page.goto("/today")
    return page


@SCRIPT_WAYS
def test_a_step_is_ticked_where_it_is_and_taken_back(browse, server, check_axe, language, script):
    words, account = WORDS[language], server.account(language)
    goal = make_goal(account, steps=["one", "two"])
    page = ready(browse(account, viewport=PHONE, java_script_enabled=script).new_page(), script)
    expect(steps(page, goal)).to_have_text(["one"])
    steps(page, goal).click()
    expect(steps(page, goal)).to_have_text(["one", "two"])
    expect(steps(page, goal).first).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("/today$"))
    if script:
        check_axe(page, f"today {language}")
    expect_no_sideways_scrolling(page)
    steps(page, goal).first.click()
    expect(steps(page, goal)).to_have_text(["one"])
    # With a step of each goal the day is done.
    for number in range(page.locator(".today-goal").count()):
        page.locator(".today-goal").nth(number).locator("button.tick:not(.done)").click()
        expect(page.locator(".today-goal").nth(number).locator("button.tick.done")).to_have_count(1)
    expect(page.locator(".today-done")).to_contain_text(words["all done"])


@SCRIPT_WAYS
def test_a_step_that_repeats_is_set_on_its_goal_and_ticked_for_the_day(browse, server, check_axe, watch, language, script):
    if not script:
        watch.expect("status of 422")
    words, account = WORDS[language], server.account(language)
    goal = make_goal(account, steps=["run"])
    page = browse(account, viewport=PHONE, java_script_enabled=script).new_page()
    if script:
        open_live(page, f"/goals/{goal}")
    else:
        page.goto(f"/goals/{goal}")
    page.locator("[id^=menu-]").click()
    page.locator("details[open] a[href*=step]").click()
    expect(page.locator("#step-times")).to_be_hidden()
    page.locator("#step-repeats").check()
    page.locator(".step-form button").click()
    expect(page.locator("#step-times-error")).not_to_be_empty()
    expect(page.locator("#step-repeats")).to_be_checked()
    page.locator("#step-times").fill("12")
    if script:
        check_axe(page, f"step that repeats {language}")
    expect_no_sideways_scrolling(page)
    page.locator(".step-form button").click()
    expect(page.locator("button.tick")).to_contain_text(words["times"].format(0))
    page.locator("button.tick").click()
    expect(page.locator("button.tick")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("button.tick")).to_contain_text(words["times"].format(1))
    ready(page, script)
    expect(steps(page, goal)).to_have_attribute("aria-pressed", "true")
    expect(steps(page, goal)).to_contain_text(words["times"].format(1))
    steps(page, goal).click()
    expect(steps(page, goal)).to_have_attribute("aria-pressed", "false")
    expect(steps(page, goal)).to_contain_text(words["times"].format(0))


@SCRIPT
def test_the_last_step_leads_to_the_jewel(browse, account, script):
    goal = make_goal(account, steps=["one"])
    page = ready(browse(account, java_script_enabled=script).new_page(), script)
    steps(page, goal).click()
    expect(page).to_have_url(re.compile(f"/goals/{goal}$"))
    expect(page.locator(".modal, .goal-state .jewel, .goal-header .jewel").first).to_be_visible()


def test_a_goal_without_steps_is_finished_or_divided(browse, account):
    words = WORDS["en"]
    goal = make_goal(account)
    page = open_live(browse(account).new_page(), "/today")
    expect(row(page, goal).get_by_role("link", name=words["add"])).to_have_attribute("href", re.compile(f"/goals/{goal}$"))
    row(page, goal).get_by_role("button", name=words["did it"]).click()
    expect(page).to_have_url(re.compile(f"/goals/{goal}$"))


def test_two_devices_agree_by_keyboard_and_pointer(browse, account):
    goal = make_goal(account, steps=["one", "two", "three"])
    here, there = (open_live(browse(account).new_page(), "/today") for _ in range(2))
    mark(there)
    steps(here, goal).first.focus()
    here.keyboard.press("Space")
    expect(steps(there, goal)).to_have_text(["one", "two"])
    expect(steps(here, goal).first).to_be_focused()
    here.keyboard.press("Tab")
    here.keyboard.press("Enter")
    expect(steps(there, goal)).to_have_text(["one", "two", "three"])
    steps(there, goal).first.click()
    # It stays where it is, under the pointer.
    expect(steps(here, goal)).to_have_text(["one", "two"])
    expect(steps(here, goal).first).to_have_attribute("aria-pressed", "false")
    expect_mark(there)


def test_a_tick_of_a_page_that_is_older_changes_nothing(browse, account):
    goal = make_goal(account, steps=["one", "two"])
    context = browse(account, java_script_enabled=False)
    pages = [ready(context.new_page(), False) for _ in range(2)]
    for page in pages:
        steps(page, goal).first.click()
        expect(steps(page, goal)).to_have_text(["one", "two"])
        expect(steps(page, goal).first).to_have_attribute("aria-pressed", "true")
