"""A week of use in one sitting, as a new user has it: from signing up to taking everything along into another account.

The server's clock is moved from day to day: it is stopped and started again, while the pages of the user stay open. The
user lives in Seoul, where a day is over nine hours before the servers' own.
"""

import json
import re
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from browsing import (
    PHONE, QUESTIONS, card, expect_mark, fill_in, follow, level, mark, new_address, open_editor, open_live, owner, save, save_state, wait_live,
    write_free,
)  # fmt: skip
from playwright.sync_api import Locator, Page, expect
from support import Server

# The server starts eight times, and there is a midnight that is up to a minute away.
pytestmark = pytest.mark.timeout(600)

SEOUL = ZoneInfo("Asia/Seoul")
# Pages that are open notice each time that the server stops.
# A server that stops refuses the pages that come again.
GONE = ["status of 503 ", "net::ERR_CONNECTION_REFUSED", "net::ERR_INCOMPLETE_CHUNKED_ENCODING", "net::ERR_CONNECTION_RESET", "net::ERR_EMPTY_RESPONSE"]
BOXES = ["stored", "active", "completed"]
BOOKS, FRIEND, BREAD, PHOTOS, FENCE = "Read three books", "Write to an old friend", "Learn to bake bread", "Sort the photos", "Paint the fence"
RUN = "A run by the sea before work"
GUIDED = {
    "liked": "The quiet half hour before the house wakes.",
    "lacked": "Notes: I have forgotten half of the second one.",
    "learned": "A <b>short</b> book is a book & counts.\nTwice, if it is read aloud.",
    "longedFor": RUN,
}
FREE = "It is green now.\n\nThe neighbour’s dog likes it, too 🐕."
SOURDOUGH = "The sourdough rose on the fourth try."
ANSWER = "The bread, and that I did not give up on it."


def wake(server: Server, day: int, hour: int = 9, minute: int = 0, second: int = 0) -> None:
    """Starts the server at another time of May 2026; the 18th is a Monday."""
    server.stop()
    server.clock = datetime(2026, 5, day, hour, minute, second, tzinfo=SEOUL)
    server.start()


def sign_up(page: Page) -> None:
    address = new_address()
    open_live(page, "/register")
    fill_in(page, address)
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/goals/active$"))
    expect(owner(page)).to_have_text(address.split("@")[0])
    wait_live(page)
    has_counts(page, 0, 0, 0)


def has_counts(page: Page, *numbers: int) -> None:
    """How many goals the boxes say that they have."""
    for box, number in zip(BOXES, numbers, strict=True):
        expect(page.locator(f"#c-{box}")).to_have_text(str(number))


def is_at_goal(page: Page, title: str) -> int:
    """The page of a goal is there and live."""
    expect(page).to_have_url(re.compile(r"/goals/\d+$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    wait_live(page)
    return int(page.url.rsplit("/", 1)[1])


def add_steps(page: Page, *steps: str) -> None:
    for step in steps:
        page.locator("#step-new").fill(step)
        page.locator("#step-new").press("Enter")
        expect(page.locator(".step-title").last).to_have_text(step)
        expect(page.locator("#step-new")).to_have_value("")


def set_goal(page: Page, title: str, *steps: str, until: str = "2026-05-25") -> int:
    """A goal that begins today, which is Monday."""
    open_live(page, "/goals/new")
    expect(page.locator("#startDate")).to_have_value("2026-05-18")
    expect(page.locator("#endDate")).to_have_value("2026-05-25")
    page.locator("#title").fill(title)
    page.locator("#endDate").fill(until)
    page.locator("#submit").click()
    goal = is_at_goal(page, title)
    add_steps(page, *steps)
    return goal


def tick(page: Page, board: Page, goal: int, step: str, progress: str) -> None:
    """Ticks a step, which the open list of the other tab shows: then it is stored, too."""
    open_live(page, f"/goals/{goal}")
    page.locator("button.tick", has_text=step).click()
    expect(page.locator("button.tick", has_text=step)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".progress")).to_have_text(progress)
    expect(card(board, goal).locator(".tally")).to_have_attribute("aria-label", progress)


def celebrated(page: Page, words: str) -> str:
    """The celebration of a goal is there; the jewel that it shows."""
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(words)
    return dialog.get_by_role("img").get_attribute("aria-label")


def finish(page: Page, goal: int, step: str, words: str) -> str:
    """Ticks the last step; the jewel that this earns."""
    open_live(page, f"/goals/{goal}")
    page.locator("button.tick", has_text=step).click()
    return celebrated(page, words)


def not_now(page: Page) -> None:
    """Leaves the review for later. The jewel stays, and the celebration does not come again."""
    jewel = page.get_by_role("dialog").get_by_role("img").get_attribute("aria-label")
    page.get_by_role("button", name="Later").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    wait_live(page)
    expect(page.locator("#review")).to_have_text("Write a review")
    expect(page.locator(".stones").get_by_role("img")).to_have_attribute("aria-label", jewel)
    expect(page.get_by_role("dialog")).to_have_count(0)


def write_now(page: Page, goal: int) -> None:
    """From the celebration to the review."""
    page.get_by_role("dialog").locator("button.primary").click()
    expect(page).to_have_url(re.compile(f"/goals/{goal}/review$"))
    wait_live(page)


def is_saved(page: Page, words: str = "Your review is saved") -> None:
    save(page).click()
    expect(page.get_by_role("dialog", name=words)).to_be_visible()


def take_up(page: Page, goal: int, title: str, start: str, end: str) -> None:
    """Takes a goal up again that was put away."""
    open_live(page, f"/goals/{goal}")
    expect(page.locator("button.tick")).to_have_count(0)
    follow(page, page.locator("#recover"), "recover=1$")
    expect(page.locator("#title")).to_have_value(title)
    page.locator("#startDate").fill(start)
    page.locator("#endDate").fill(end)
    page.locator("#submit").click()
    assert is_at_goal(page, title) == goal


def export(page: Page) -> tuple[bytes, dict]:
    """The file of an account, and what in it is not about the account itself."""
    page.goto("/settings")
    with page.expect_download() as download:
        page.locator("a[href^='/settings/export']").first.click()
    file = download.value.path().read_bytes()
    return file, {name: value for name, value in json.loads(file).items() if name not in ("account", "exportedAt", "log")}


def bring_in(page: Page, file: bytes, words: str) -> None:
    page.goto("/settings/import")
    page.locator("#file").set_input_files({"name": "hindsight.json", "mimeType": "application/json", "buffer": file})
    page.locator("#submit").click()
    expect(page.locator("#done")).to_contain_text(words)


def texts(page: Page, path: str, *places: str) -> list[list[str]]:
    """What a live page says at those places, each of which is there."""
    open_live(page, path)
    for place in places:
        expect(page.locator(place).first).to_be_visible()
    return [page.locator(place).all_inner_texts() for place in places]


def labels(pictures: Locator) -> list[str]:
    return pictures.evaluate_all("pictures => pictures.map(picture => picture.getAttribute('aria-label'))")


def all_that_is_said(page: Page) -> dict:
    """What an account's pages say, none of which depends on the goals' numbers."""
    said = {}
    for box in BOXES:
        said[box] = texts(page, f"/goals/{box}", ".boxes", ".card-title", ".card-dates", ".card-label")
        said[f"{box}, pictures"] = labels(page.locator(".card [role=img]"))
    said["jewels"] = texts(page, "/jewels", "#total", ".tray-row li")
    said["jewels, pictures"] = labels(page.locator(".tray-row [role=img]"))
    said["cabinet"] = labels(page.locator(".cabinet td a"))
    said["week"] = texts(page, "/weeks", "#finished", "#waiting", "#question-title")
    said["year"] = texts(page, "/years", "#total", "#charts")
    for title in (BOOKS, FENCE, BREAD):
        open_live(page, "/goals/completed")
        follow(page, page.get_by_role("link", name=title).last, r"/goals/\d+/review$")
        expect(page.locator(".answer").first).to_be_visible()
        said[title] = [page.locator(place).all_inner_texts() for place in (".answer", ".review-level", ".review-times")]
    for box, title in (("stored", PHOTOS), ("active", RUN)):
        open_live(page, f"/goals/{box}")
        follow(page, page.get_by_role("link", name=title), r"/goals/\d+$")
        said[title] = [page.locator(place).all_inner_texts() for place in (".dates", ".progress", ".step")]
        said[f"{title}, ticked"] = page.locator("button.tick").evaluate_all("ticks => ticks.map(tick => tick.getAttribute('aria-pressed'))")
    said["search"] = searched(page, "sourd")
    return said


def searched(page: Page, words: str) -> list[str]:
    open_live(page, "/search")
    page.locator("#q").fill(words)
    expect(page.locator(".found")).to_have_count(1)
    return page.locator(".found .found-text").all_inner_texts()


def test_a_week_of_use(browse, own_server, watch):
    watch.expect(*GONE)
    server = own_server
    jewels = {}

    # Monday: five goals, one of which is finished already.
    wake(server, 18)
    context = browse(at=server, timezone_id="Asia/Seoul")
    page, board = context.new_page(), context.new_page()
    sign_up(page)
    open_live(board, "/goals/active")
    mark(board)
    books = set_goal(page, BOOKS, "The thin one", "The thick one", "The one from the attic")
    friend = set_goal(page, FRIEND, "Find the address", "Write the letter")
    bread = set_goal(page, BREAD, "Buy flour", "Feed the starter", "Bake", until="2026-05-20")
    photos = set_goal(page, PHOTOS, "Buy an album", "Choose", until="2026-05-21")
    has_counts(board, 0, 4, 0)
    expect(board.locator(".card-title")).to_have_text([BREAD, PHOTOS, BOOKS, FRIEND])
    open_live(page, "/goals/new?finished=1")
    page.locator("#title").fill(FENCE)
    page.locator("#startDate").fill("2026-04-01")
    page.locator("#endDate").fill("2026-04-20")
    page.locator("#submit").click()
    fence = is_at_goal(page, FENCE)
    jewels[FENCE] = celebrated(page, "Your first completed goal")
    not_now(page)
    has_counts(board, 0, 4, 1)
    tick(page, board, books, "The thin one", "1 of 3 steps done")

    # Tuesday.
    wake(server, 19)
    tick(page, board, books, "The thick one", "2 of 3 steps done")
    tick(page, board, friend, "Find the address", "1 of 2 steps done")
    tick(page, board, bread, "Buy flour", "1 of 3 steps done")
    tick(page, board, photos, "Buy an album", "1 of 2 steps done")
    expect(card(board, bread).locator(".left")).to_have_text("1 day left")

    # Wednesday evening: the bread has its last day.
    wake(server, 20, 21)
    expect(card(board, bread).locator(".left")).to_have_text("Last day")
    has_counts(board, 0, 4, 1)

    # Shortly before midnight the last book is read, and its review is written at once.
    wake(server, 20, 23, 59, 15)
    jewels[BOOKS] = finish(page, books, "The one from the attic", "Your 2nd completed goal")
    write_now(page, books)
    for question in QUESTIONS:
        page.locator(f"#{question}").fill(GUIDED[question])
    level(page, 5).check()
    is_saved(page)
    expect(card(board, books)).to_have_count(0)
    # At midnight one goal is over: it leaves the page that has been open since Monday.
    expect(card(board, bread)).to_have_count(0, timeout=120_000)
    has_counts(board, 1, 2, 2)
    expect(card(board, photos).locator(".left")).to_have_text("Last day")
    expect_mark(board)

    # Thursday. What is completed offers what was put away, which is taken up with new dates.
    wake(server, 21)
    jewels[FRIEND] = finish(page, friend, "Write the letter", "Your 3rd completed goal")
    page.get_by_role("button", name="Later").click()
    expect(page.locator(".offers li")).to_have_count(1)
    expect(page.locator(".offers li")).to_contain_text(BREAD)
    page.get_by_role("button", name="Not now").click()
    expect(page.locator(".offers")).to_have_count(0)
    open_live(page, f"/goals/{bread}")
    expect(page.locator("#state")).to_contain_text("Its time ran out")
    take_up(page, bread, BREAD, "2026-05-21", "2026-05-24")
    expect(page.locator(".dday")).to_have_text("3 days left")
    has_counts(board, 0, 2, 3)
    expect(card(board, bread).locator(".tally")).to_have_attribute("aria-label", "1 of 3 steps done")
    tick(page, board, bread, "Feed the starter", "2 of 3 steps done")
    # What was longed for becomes a goal of its own.
    open_live(page, f"/goals/{books}/review")
    assert page.locator(".answer").all_inner_texts() == list(GUIDED.values())
    follow(page, page.locator("#main a[href*='from=']"), f"from={books}$")
    expect(page.locator("#title")).to_have_value(RUN)
    page.locator("#submit").click()
    run = is_at_goal(page, RUN)
    add_steps(page, "Lay out the shoes", "Go")
    tick(page, board, run, "Lay out the shoes", "1 of 2 steps done")

    # Friday: a goal was put away while the server was down. The bread is done; a free review, and one that is begun.
    wake(server, 22)
    expect(card(board, photos)).to_have_count(0)
    has_counts(board, 1, 2, 3)
    expect(board.locator(".put-away li")).to_have_count(1)
    expect(board.locator(".put-away li")).to_contain_text(PHOTOS)
    board.locator(".put-away").get_by_role("button", name="Keep it paused").click()
    expect(board.locator(".put-away")).to_have_count(0)
    jewels[BREAD] = finish(page, bread, "Bake", "Your 4th completed goal")
    write_now(page, bread)
    write_free(page, SOURDOUGH, 4)
    is_saved(page)
    open_editor(page, fence)
    write_free(page, FREE, 3)
    is_saved(page)
    open_editor(page, friend)
    page.locator("#liked").fill("Her answer came by")
    expect(save_state(page)).to_have_text("Draft saved")
    has_counts(board, 1, 1, 4)
    expect_mark(board)

    # Saturday: looking back, in two tabs.
    wake(server, 23)
    open_live(page, "/weeks")
    open_live(board, "/weeks")
    expect(page.locator("#finished-title")).to_have_text("Goals completed: 3")
    expect(page.locator("#finished h3")).to_have_text([BREAD, FRIEND, BOOKS])
    expect(page.locator("#waiting")).to_contain_text("Waiting for a review")
    expect(page.locator("#waiting .ways a").first).to_have_text(FRIEND)
    page.locator("#answer").fill(ANSWER)
    page.get_by_role("button", name="Save the answer").click()
    expect(page.locator(".notice.toast")).to_contain_text("saved")
    expect(board.locator("#answer")).to_have_value(ANSWER)
    open_live(page, "/years")
    expect(page.locator("#total")).to_have_text("4 goals completed.")
    assert labels(page.locator("figure").first.locator("a")) == ["April: 1 goal", "May: 3 goals"]
    expect(page.locator("figure").nth(1).locator(".hint")).to_contain_text("4.0 on average")
    open_live(page, "/jewels")
    expect(page.locator("#total")).to_have_text("You have earned 4 jewels.")
    expect(page.locator(".tray-row li")).to_have_count(4)
    won = page.locator(".tray-row li")
    assert {title: labels(won.filter(has_text=title).get_by_role("img"))[0] for title in jewels} == jewels
    open_live(page, "/search")
    page.locator("#q").fill("sourd")
    expect(page.locator(".found")).to_have_count(1)
    expect(page.locator(".found h2")).to_have_text(BREAD)
    expect(page.locator(".found li")).to_contain_text(SOURDOUGH)
    said = all_that_is_said(page)
    file, exported = export(page)
    assert [goal["title"] for goal in exported["goals"]] == [BOOKS, FRIEND, BREAD, PHOTOS, FENCE, RUN]

    # Another account, which has nothing before, and the same after.
    elsewhere = browse(at=server, timezone_id="Asia/Seoul")
    page, board = elsewhere.new_page(), elsewhere.new_page()
    sign_up(page)
    open_live(board, "/goals/active")
    bring_in(page, file, "6 goals were added")
    has_counts(board, 1, 1, 4)
    assert all_that_is_said(page) == said
    assert export(page)[1] == exported
    open_live(page, "/weeks")
    expect(page.locator("#answer")).to_have_value(ANSWER)


def test_in_short_on_a_phone_in_korean(browse, own_server, watch):
    watch.expect(*GONE)
    server, title, text = own_server, "빵 굽기", "네 번째에 드디어 부풀었다."
    phone = {"at": server, "language": "ko", "timezone_id": "Asia/Seoul", "viewport": PHONE, "has_touch": True, "is_mobile": True}
    wake(server, 18)
    context = browse(**phone)
    page, board = context.new_page(), context.new_page()
    sign_up(page)
    open_live(board, "/goals/active")
    goal = set_goal(page, title, "밀가루 사기", "굽기", until="2026-05-18")
    tick(page, board, goal, "밀가루 사기", "단계 2개 중 1개를 마쳤어요")
    wake(server, 19)
    has_counts(board, 1, 0, 0)
    take_up(page, goal, title, "2026-05-19", "2026-05-20")
    has_counts(board, 0, 1, 0)
    jewel = finish(page, goal, "굽기", "첫 번째로 완료한 목표예요")
    write_now(page, goal)
    write_free(page, text)
    is_saved(page, "회고를 저장했어요")
    assert "부풀었다" in searched(page, "부풀")[0]
    file, exported = export(page)

    page = browse(**phone).new_page()
    sign_up(page)
    bring_in(page, file, "목표 1개를 더했어요")
    has_counts(open_live(page, "/goals/completed"), 0, 0, 1)
    follow(page, page.locator(".card-link"), r"/goals/\d+/review$")
    expect(page.locator(".answer")).to_have_text(text)
    open_live(page, "/jewels")
    assert labels(page.locator(".tray-row [role=img]")) == [jewel]
    assert export(page)[1] == exported
