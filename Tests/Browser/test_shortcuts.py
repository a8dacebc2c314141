"""Shortcuts of the keyboard, the dialog that tells them, and the list of what can be done."""

import re

import pytest
from browsing import cards, expect_mark, make_goal, mark, open_live, sign_out
from playwright.sync_api import Locator, Page, expect

DESK = {"width": 1280, "height": 900}
WORDS = {
    "en": {"keys": "Keyboard shortcuts", "new": "Set a goal", "pause": "Pause goal", "jewels": "Jewel", "none": "Search for “sea”", "single": "Use single-key shortcuts"},
    "ko": {"keys": "단축키", "new": "새 목표 세우기", "pause": "쉬어 가기", "jewels": "보석", "none": "‘sea’ 검색하기", "single": "한 글자 단축키 사용하기"},
}


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def press_first(page: Page, key: str, wanted: Locator) -> None:
    """The first key loads the shortcuts, and counts as well."""
    page.keyboard.press(key)
    expect(wanted).to_be_visible()


def options(page: Page) -> Locator:
    return dialog(page).get_by_role("option")


@pytest.mark.parametrize("language", WORDS)
def test_shortcuts_are_told_and_do_what_they_say(browse, server, check_axe, language):
    words, account = WORDS[language], server.account(language)
    make_goal(account, "Swim", steps=["one", "two"])
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    mark(page)
    press_first(page, "?", dialog(page).get_by_role("heading", name=words["keys"]))
    expect(dialog(page).locator("dt")).to_have_count(6)
    expect(dialog(page).get_by_role("checkbox")).to_be_checked()
    check_axe(page, f"shortcuts {language}")
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)

    # Rows: the next one, the one before it, and its step.
    page.keyboard.press("j")
    expect(cards(page).nth(0).locator(".card-link")).to_be_focused()
    page.keyboard.press("j")
    expect(cards(page).nth(1).locator(".card-link")).to_be_focused()
    page.keyboard.press("k")
    expect(cards(page).nth(0).locator(".card-link")).to_be_focused()
    page.keyboard.press("k")
    expect(cards(page).nth(0).locator(".card-link")).to_be_focused()
    tick = cards(page).nth(0).locator("button.tick")
    page.keyboard.press("x")
    expect(tick).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("x")
    expect(tick).to_have_attribute("aria-pressed", "false")

    page.keyboard.press("/")
    expect(page).to_have_url(re.compile("/search$"))
    expect(page.locator("main input[type=search]")).to_be_focused()
    expect_mark(page)
    # Where somebody writes, a letter is a letter.
    page.keyboard.type("njx/?")
    expect(page.locator("main input[type=search]")).to_have_value("njx/?")
    expect(dialog(page)).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("n")
    expect(page.get_by_role("heading", level=1)).to_have_text(words["new"])


@pytest.mark.parametrize("language", WORDS)
def test_all_that_can_be_done_is_found_by_its_name(browse, server, check_axe, language):
    words, account = WORDS[language], server.account(language)
    goal = make_goal(account, "Swim", steps=["one", "two"])
    page = open_live(browse(account, viewport=DESK).new_page(), f"/goals/{goal}")
    press_first(page, "Control+k", dialog(page))
    field = dialog(page).get_by_role("combobox")
    expect(field).to_be_focused()
    check_axe(page, f"commands {language}")
    expect(options(page).filter(has_text=words["pause"])).to_have_count(1)
    expect(options(page).first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    expect(options(page).last).to_have_attribute("aria-selected", "true")
    field.fill("sea")
    expect(options(page).last).to_have_text(words["none"])
    field.fill(words["jewels"])
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/jewels$"))
    expect(dialog(page)).to_have_count(0)
    # What a page can do is done there.
    open_live(page, f"/goals/{goal}")
    page.keyboard.press("Control+k")
    dialog(page).get_by_role("combobox").fill(words["pause"])
    options(page).first.click()
    expect(page.locator("#resume")).to_be_visible()
    page.keyboard.press("Control+k")
    dialog(page).get_by_role("combobox").fill("blue sea")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q=blue(%20|\+)sea$"))


def test_each_page_is_listed_once(browse, account):
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    press_first(page, "Control+k", dialog(page))
    expect(options(page).filter(has_text=re.compile("New goal|Set a goal"))).to_have_text(["New goal"])
    # Nobody looks for these two in passing.
    expect(options(page).filter(has_text=re.compile("samples|card"))).to_have_count(0)


def test_single_keys_can_be_turned_off(browse, account):
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    press_first(page, "?", dialog(page))
    dialog(page).get_by_label(WORDS["en"]["single"]).click()
    dialog(page).get_by_role("button").click()
    page.keyboard.press("n")
    page.keyboard.press("j")
    page.keyboard.press("?")
    expect(dialog(page)).to_have_count(0)
    expect(page).to_have_url(re.compile("/goals/active$"))
    page.reload()
    open_live(page, "/goals/active")
    # The way back.
    press_first(page, "Control+k", dialog(page).get_by_role("combobox"))
    dialog(page).get_by_role("combobox").fill(WORDS["en"]["keys"])
    page.keyboard.press("Enter")
    expect(dialog(page).get_by_role("checkbox")).not_to_be_checked()
    dialog(page).get_by_label(WORDS["en"]["single"]).click()
    dialog(page).get_by_role("button").click()
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile("/goals/new$"))


def test_a_dialog_is_gone_when_its_page_is_left_and_comes_once(browse, account):
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    page.locator(".places a[href='/today']").click()
    expect(page).to_have_url(re.compile("/today$"))
    page.keyboard.press("Control+k")
    page.keyboard.press("Control+k")
    expect(dialog(page)).to_have_count(1)
    assert page.locator("dialog").evaluate_all("(all) => all.map((el) => el.ariaLabel)") == ["What would you like to do?"]
    page.go_back()
    expect(cards(page).first).to_be_visible()
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("Today")
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("?")
    expect(dialog(page)).to_have_count(1)


def test_letters_of_another_layout_are_keys_by_their_place(browse, account):
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    press = "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }))"
    page.evaluate(press, ["ㅜ", "KeyN"])
    expect(page).to_have_url(re.compile("/goals/new$"))


def test_whoever_is_not_signed_in_has_none(browse, account):
    page = open_live(browse(account, viewport=DESK).new_page(), "/goals/active")
    page.keyboard.press("j")
    expect(cards(page).first.locator(".card-link")).to_be_focused()
    sign_out(page)
    expect(page.locator(".places")).to_have_count(0)
    page.keyboard.press("n")
    page.keyboard.press("?")
    expect(dialog(page)).to_have_count(0)
    expect(page).not_to_have_url(re.compile("/goals/new$"))
