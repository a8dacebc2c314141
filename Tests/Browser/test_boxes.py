"""The three boxes: each has an address, all are counted, and what is deleted comes back."""

import re
import sqlite3

import pytest
from browsing import (
    PHONE, WAYS, cards, delete_card, expect_mark, fill_in, follow, make_goal, mark, new_address, open_live, wait_live,
)  # fmt: skip
from playwright.sync_api import Locator, Page, expect

LABELS = {"en": ["Paused", "In progress", "Completed"], "ko": ["쉬는 중", "진행 중", "완료"]}
BOXES = ["stored", "active", "completed"]


def segment(page: Page, box: str) -> Locator:
    return page.locator(f"#to-{box}")


def counts(page: Page) -> list[int]:
    return [int(page.locator(f"#c-{box}").inner_text()) for box in BOXES]


@WAYS
def test_each_box_has_an_address_and_a_history(browse, server, language, viewport, check_axe):
    account = server.account(language)
    page = browse(account, **({"viewport": viewport} if viewport else {})).new_page()
    open_live(page, "/goals/active")
    assert counts(page) == [3, 3, 27]
    for box, label in zip(BOXES, LABELS[language]):
        expect(segment(page, box)).to_contain_text(label)
    for box in ["stored", "completed", "active"]:
        follow(page, segment(page, box), f"/goals/{box}$")
        expect(segment(page, box)).to_have_attribute("aria-current", "page")
        expect(page.locator(".boxes [aria-current]")).to_have_count(1)
        expect(cards(page).first).to_be_visible()
        check_axe(page, f"{box} {language}")
    page.go_back()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    expect(segment(page, "completed")).to_have_attribute("aria-current", "page")
    page.go_back()
    expect(page).to_have_url(re.compile("/goals/stored$"))
    expect(cards(page)).to_have_count(3)


def expect_counts(page: Page, numbers: list[int]) -> None:
    """Loads the page until it has what was written beside the server, which is seen a moment later."""
    while counts(page) != numbers:
        page.reload()
        wait_live(page)


PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll('.site-header, .site-header a:not(details *), .site-header button:not(details *), .owner, #new-goal, .boxes ul, .boxes a, .boxes b')]
    .map((e, index) => [`${index} ${e.id || e.className || e.textContent}`, ['x', 'y', 'width', 'height'].map(side => e.getBoundingClientRect()[side])])
    .map(([name, place]) => [name.replace(' primary', ''), place]))"""


@pytest.mark.parametrize("width", [1280, 1920])
def test_each_month_of_the_completed_goals_begins_a_row(browse, account, width):
    page = browse(account, viewport={"width": width, "height": 900}, java_script_enabled=False).new_page()
    page.goto("/goals/completed")
    assert page.locator(".month").count() > 2
    first, lefts = page.evaluate("""() => [
      document.querySelector('.card').getBoundingClientRect().left,
      [...document.querySelectorAll('.card:has(.month)')].map((card) => card.getBoundingClientRect().left)]""")
    assert set(lefts) == {first}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize(("width", "numbers"), [(360, [0, 3, 127]), (390, [127, 0, 3]), (1280, [3, 127, 0])])
def test_the_tabs_stand_still(browse, server, language, width, numbers):
    """V14: from box to box nothing moves in the header, at the head of the list and in the tabs; only colours change."""
    account = server.account(language)
    with sqlite3.connect(server.database, timeout=30) as db:
        owner = db.execute("SELECT ownerID FROM goal WHERE id = ?", [account.goals[0]]).fetchone()[0]
        columns = ", ".join(f"{box}Count = {number}" for box, number in zip(BOXES, numbers))
        db.execute(f"UPDATE account SET {columns} WHERE id = ?", [owner])
    db.close()
    account.written_beside()
    page = browse(account, viewport={"width": width, "height": 800}).new_page()
    open_live(page, "/goals/active")
    expect_counts(page, numbers)
    # Nor does it move where a scroll bar takes room, and one of the boxes needs none.
    assert page.locator("html").evaluate("e => getComputedStyle(e).overflowY") == "scroll"
    places = {"active": page.evaluate(PLACES)}
    widths = [place[2] for name, place in places["active"].items() if " to-" in name]
    assert len(widths) == 3 and max(widths) - min(widths) < 0.5, "the columns are not equal"
    for box in ["completed", "stored"]:
        follow(page, segment(page, box), f"/goals/{box}$")
        expect_counts(page, numbers)
        places[box] = page.evaluate(PLACES)
        moved = {name: (places["active"].get(name), place) for name, place in places[box].items()
                 if max(abs(a - b) for a, b in zip(place, places["active"].get(name, [1e6] * 4))) > 0.1}  # fmt: skip
        assert not moved, box
        assert page.locator(".boxes a").evaluate_all("all => all.every(a => a.scrollWidth <= a.clientWidth)"), "a count lies outside of its tab"


def test_the_boxes_without_a_script(browse, server):
    page = browse(server.account(), java_script_enabled=False).new_page()
    page.goto("/goals/active")
    for box, number in [("stored", 3), ("completed", 10), ("active", 3)]:
        segment(page, box).click()
        expect(page).to_have_url(re.compile(f"/goals/{box}$"))
        expect(cards(page)).to_have_count(number)
        assert counts(page) == [3, 3, 27]
    # The page of the goal has a way to delete it; here it takes a script.
    menu = cards(page).first.locator(".menu")
    menu.locator("summary").click()
    expect(menu.locator("button")).not_to_be_visible()
    menu.get_by_role("link").click()
    expect(page).to_have_url(re.compile("/goals/[0-9]+[?]edit=1$"))


def test_the_boxes_by_keyboard(browse, server):
    page = browse(server.account()).new_page()
    open_live(page, "/goals/active")
    segment(page, "stored").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/goals/stored$"))
    wait_live(page)
    cards(page).first.locator(".card-link").focus()
    page.keyboard.press("Tab")
    menu = cards(page).first.locator(".menu")
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(menu.get_by_role("link")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu.locator("summary")).to_be_focused()
    expect(menu.get_by_role("link")).not_to_be_visible()
    title = cards(page).first.locator(".card-title").inner_text()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(menu.locator("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text(title)
    expect(cards(page)).to_have_count(2)


def test_a_deleted_goal_goes_from_every_tab_and_comes_back(browse, server):
    context = browse(server.account())
    page, tab = context.new_page(), context.new_page()
    open_live(page, "/goals/stored")
    open_live(tab, "/goals/active")
    mark(tab)
    titles = page.locator(".card-title").all_inner_texts()
    delete_card(page, 1)
    expect(page.locator(".card-title")).to_have_text([titles[0], titles[2]])
    expect(page.locator(".toast")).to_contain_text(titles[1])
    for one in (page, tab):
        expect(one.locator("#c-stored")).to_have_text("2")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".card-title")).to_have_text(titles)
    for one in (page, tab):
        expect(one.locator("#c-stored")).to_have_text("3")
    expect_mark(tab)


def test_more_goals_that_come_by_themselves_leave_the_way_to_undo(browse, server):
    account = server.account()
    for number in range(20):
        make_goal(account, f"Goal {number}")
    page = browse(account, viewport=PHONE).new_page()
    open_live(page, "/goals/active")
    title = cards(page).first.locator(".card-title").inner_text()
    delete_card(page)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_visible()
    number = cards(page).count()
    cards(page).last.scroll_into_view_if_needed()
    expect(cards(page).nth(number)).to_be_attached()
    undo.click()
    expect(page.locator(".card-title").first).to_have_text(title)


def test_an_empty_box_leads_to_the_first_goal(browse, server):
    page = browse(language="en", at=server).new_page()
    open_live(page, "/register")
    fill_in(page, new_address())
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/goals/active$"))
    wait_live(page)
    assert counts(page) == [0, 0, 0]
    expect(page.locator(".empty")).to_contain_text("What would you like to do next?")
    expect(page.locator(".empty a")).to_have_attribute("href", "/goals/new")
    follow(page, segment(page, "stored"), "/goals/stored$")
    expect(page.locator(".empty")).to_contain_text("Nothing is paused")


def test_a_step_is_ticked_on_its_card_and_a_second_click_ticks_no_other(browse, account):
    goal = make_goal(account, steps=["one", "two"])
    context = browse(account)
    page, other = (open_live(context.new_page(), "/goals/active") for _ in range(2))
    tick = page.locator(f"#goal-{goal} .tick")
    expect(tick).to_have_text("one")
    mark(other)
    box = tick.bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.click(*place)
    expect(tick).to_have_attribute("aria-pressed", "true")
    expect(other.locator(f"#goal-{goal} .tick")).to_have_text("two")
    # What lies under the pointer by then is the same step.
    page.mouse.click(*place)
    expect(tick).to_have_attribute("aria-pressed", "false")
    expect(tick).to_have_text("one")
    expect(other.locator(f"#goal-{goal} .tick")).to_have_text("one")
    tick.click()
    expect(tick).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile("/goals/active$"))
    expect(other.locator(f"#goal-{goal} .tick")).to_have_text("two")
    expect_mark(other)
    other.locator(f"#goal-{goal} .tick").click()
    expect(other).to_have_url(re.compile(f"/goals/{goal}$"))


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", [360, 390])
def test_on_a_phone_the_first_goal_is_seen_at_once(browse, server, language, width):
    """V13: the header is one row, and what one came for begins in the upper third."""
    account = server.member(language)
    make_goal(account, steps=["one"])
    page = browse(account, viewport={"width": width, "height": 740}).new_page()
    for path, first in [("/today", ".today-goal"), ("/goals/active", ".card"), ("/goals/stored", ".card"), ("/goals/completed", ".card")]:
        open_live(page, path)
        assert page.locator(".site-header").bounding_box()["height"] <= 56, path
        # Above the completed goals is the one to review next.
        if path != "/goals/completed":
            assert page.locator(first).first.bounding_box()["y"] < 260, path
