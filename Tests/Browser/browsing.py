"""Steps that many browser tests take."""

import re
import sqlite3
import time
import uuid

import pytest
from playwright.sync_api import Locator, Page, expect
from support import PASSWORD, Account

PHONE = {"width": 360, "height": 740}
# A phone and a desk, each in one language: test_screenshots looks at both languages at all widths.
WAYS = pytest.mark.parametrize(("language", "viewport"), [("ko", PHONE), ("en", None)], ids=["ko-phone", "en-desk"])
# Each language with scripts and without: pictures show few answers to posts.
SCRIPT_WAYS = pytest.mark.parametrize(("language", "script"), [("en", True), ("ko", True), ("en", False), ("ko", False)], ids=["en-script", "ko-script", "en-plain", "ko-plain"])
QUESTIONS = ["liked", "lacked", "learned", "longedFor"]

# The change to the next page waits until the test lets it begin, as on a slow machine.
HELD_CHANGE = """() => {
  const begin = document.startViewTransition.bind(document);
  document.startViewTransition = (act) => {
    document.startViewTransition = begin;
    const updateCallbackDone = new Promise((resolve) => { window.letGo = resolve; }).then(act);
    return { updateCallbackDone, ready: updateCallbackDone, finished: updateCallbackDone, skipTransition() {} };
  };
}"""


def make_goal(account: Account, title: str = "Read more", steps: list[str] = (), done: int = 0, box: str = "active") -> int:
    """A goal that is written beside the server: no form gives it all of that at once."""
    with sqlite3.connect(account.server.database, timeout=30) as db:
        owner = db.execute("SELECT ownerID FROM goal WHERE id = ?", [account.goals[0]]).fetchone()[0]
        now = int(time.time() * 1000)
        days = ["2026-01-05", "2999-12-31"] if box == "active" else ["2026-01-05", "2026-02-10"]
        goal = db.execute(
            "INSERT INTO goal (ownerID, title, startDate, endDate, status, createdAt, putAwayAt) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [owner, title, *days, box, now, now if box == "stored" else None],
        ).lastrowid
        for place, step in enumerate(steps):
            db.execute(
                "INSERT INTO step (ownerID, goalID, place, title, doneAt, createdAt) VALUES (?, ?, ?, ?, ?, ?)",
                [owner, goal, place, step, now if place < done else None, now],
            )
    db.close()
    account.written_beside()
    return goal


def open_live(page: Page, path: str) -> Page:
    """Opens a page and waits until its stream is open."""
    page.goto(path)
    return wait_live(page)


def wait_live(page: Page) -> Page:
    expect(page.locator("html")).to_have_attribute("data-state", "live")
    return page


def follow(page: Page, link: Locator, address: str) -> Page:
    """Clicks what leads to another live page and waits until that one is live; the page before it still is, too."""
    link.click()
    expect(page).to_have_url(re.compile(address))
    return wait_live(page)


def sign_out(page: Page) -> None:
    """Signs out of a demo account, which asks first."""
    owner(page).click()
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out and lose them").click()


def new_address() -> str:
    return f"{uuid.uuid4().hex[:10]}@example.com"


def fill_in(page: Page, address: str, password: str = PASSWORD) -> None:
    """Fills in the form to register."""
    # The checkbox comes first: errors that go when the fields are mended move what is below them.
    page.locator("#consent").check()
    page.locator("#email").fill(address)
    page.locator("#password").fill(password)


def sign_in(page: Page, email: str, password: str = PASSWORD) -> None:
    page.locator("#email").fill(email)
    page.locator("#password").fill(password)
    # The answer's page may look like the one before it: whoever calls this must not be left on that.
    with page.expect_navigation():
        page.locator("#submit").click()


def owner(page: Page) -> Locator:
    """Whose account it is, at the top of a page."""
    return page.get_by_role("banner").locator(".owner")


def open_list(page: Page) -> Page:
    return open_live(page, "/goals/completed")


def open_list_until(page: Page, wanted: Locator) -> Page:
    """Opens the list until it shows what was written beside the server, which is seen a moment later."""
    open_list(page)
    while not wanted.is_visible():
        open_list(page)
    return page


def ask_for_more(page: Page) -> None:
    """Asks for the next page of the list, by hand."""
    page.locator('[data-input="fetchNextPage"]').click()


def ask_for_more_from_above(page: Page) -> None:
    """Asks for the next page of the list without going there, where the page would ask for the one after that."""
    page.locator('[data-input="fetchNextPage"]').dispatch_event("click")


def delete_review(page: Page) -> None:
    """Deletes the review that is read, by its menu."""
    page.locator("main summary").click()
    page.get_by_role("button", name="Delete review").click()


def open_editor(page: Page, goal: int) -> Page:
    return open_live(page, f"/goals/{goal}/review")


def count_line(page: Page) -> Locator:
    return page.locator('[data-output="retrospectCount"]')


def card(page: Page, goal: int) -> Locator:
    return page.locator(f"#goal-{goal}")


def cards(page: Page) -> Locator:
    return page.locator("li.card")


def delete_card(page: Page, index: int = 0) -> None:
    """Deletes a goal by the menu of its card."""
    menu = cards(page).nth(index).locator(".menu")
    menu.locator("summary").click()
    menu.locator("button").click()


def has_grown_to(page: Page, number: int) -> None:
    """The list has at least that many rows: how many more come by themselves depends on how much the window shows."""
    expect(cards(page).nth(number - 1)).to_be_attached()


def grow_to(page: Page, number: int) -> None:
    """Scrolls to the list's end, where the next page comes by itself, until there are at least that many rows."""
    # Not by a wheel or a key: they move what was painted last, which may be the list before it grew.
    cards(page).last.scroll_into_view_if_needed()
    has_grown_to(page, number)


def save(page: Page) -> Locator:
    return page.locator("#save")


def save_state(page: Page) -> Locator:
    return page.locator("#save-state")


def style(page: Page, name: str) -> Locator:
    return page.locator(f'input[name="style"][value="{name}"]')


def level(page: Page, number: int) -> Locator:
    return page.locator(f'input[name="level"][value="{number}"]')


def write_guided(page: Page, number: int = 4) -> None:
    for question in QUESTIONS:
        page.locator(f"#{question}").fill(f"About {question}")
    level(page, number).check()


def write_free(page: Page, text: str = "It was a good year.", number: int = 4) -> None:
    style(page, "free").check()
    page.locator("#text").fill(text)
    level(page, number).check()


def mark(page: Page) -> None:
    """Leaves a mark that a reload would wipe out."""
    page.evaluate("window.__mark = 'untouched'")


def expect_mark(page: Page) -> None:
    assert page.evaluate("window.__mark") == "untouched", "the page was loaded again"


def expect_no_sideways_scrolling(page: Page) -> None:
    widths = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert widths[0] <= widths[1], f"{page.url} is {widths[0]} wide on a screen of {widths[1]}"
