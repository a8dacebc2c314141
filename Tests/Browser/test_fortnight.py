"""A fortnight of use on a phone, as somebody has it who stays: three goals from signing up to a second account.

The server's clock is moved from day to day, as in the week of use. Each account begins on a Monday in Seoul. Pictures of
what a person sees go to $HINDSIGHT_SCREENSHOTS, or `.build/screenshots`, to be looked at: nothing is compared with them.
"""

import re
from xml.etree import ElementTree

import pytest
from browsing import card, expect_no_sideways_scrolling, follow, level, open_editor, open_live, write_free
from playwright.sync_api import Locator, Page, expect
from test_screenshots import MADE, PLACES, SAVE_BAR
from test_week import GONE, bring_in, celebrated, export, has_counts, is_at_goal, is_saved, labels, sign_up, wake

# The server starts fourteen times.
pytestmark = pytest.mark.timeout(300)

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
RUN, BOOKS, CALL = 0, 1, 2
WORDS = {
    "en": {
        "goals": ["Run before work", "Read what lies on the shelf", "Call grandma"], "run": "Once round the lake",
        "books": ["The thin one", "The one from Mom", "The one about bees", "The thick one", "The one in French"],
        "times": "{} of 6 times", "on pace": "on pace", "behind": "1 behind", "tally": "{} of 5 steps done", "not begun": "0 of 5 steps done", "next": "Next on Wednesday, May 20.",
        "day": "Day {}", "last day": "Last day", "7 left": "7 days left", "week more": "One more week", "I did it": "I did it",
        "paused": "This goal is paused.", "rank": ["Your first completed goal", "Your 2nd completed goal"], "in progress": "It’s back in progress.",
        "later": "Later", "saved": "Your review is saved", "to review": "You can write 1 goal review!",
        "liked": "She laughed at the story of the ladder.", "free": "The lake is different each morning.\n\nOn Saturday there was a heron.", "sought": "heron",
        "steps": "Steps done: {}", "finished": "Goals completed: 2", "answered": "Your answer is saved.", "jewels": "You have earned 2 jewels.", "year": "2 goals completed.",
        "answers": ["That I went on Saturday after all.", "Grandma."], "added": "3 goals were added",
    },
    "ko": {
        "goals": ["출근 전에 달리기", "책장에 꽂아 둔 책 읽기", "할머니께 전화하기"], "run": "호수 한 바퀴",
        "books": ["얇은 책", "엄마가 준 책", "벌에 관한 책", "두꺼운 책", "프랑스어 책"],
        "times": "6번 중 {}번", "on pace": "계획대로예요", "behind": "1번 밀렸어요", "tally": "단계 5개 중 {}개를 마쳤어요", "not begun": "아직 마친 단계가 없어요", "next": "다음은 5월 20일 수요일이에요.",
        "day": "{}일째", "last day": "D-Day", "7 left": "D-7", "week more": "일주일 더", "I did it": "해냈어요",
        "paused": "이 목표는 잠시 쉬어요.", "rank": ["첫 번째로 완료한 목표예요", "2번째로 완료한 목표예요"], "in progress": "다시 진행 중이에요.",
        "later": "나중에", "saved": "회고를 저장했어요", "to review": "총 1개의 목표 회고를 작성할 수 있어요!",
        "liked": "사다리 이야기에 할머니가 웃으셨다.", "free": "호수는 아침마다 다르다.\n\n토요일에는 왜가리가 있었다.", "sought": "왜가리",
        "steps": "단계를 {}번 마쳤어요", "finished": "완료한 목표 2개", "answered": "답을 남겼어요.", "jewels": "지금까지 보석 2개를 모았어요.", "year": "목표 2개를 완료했어요.",
        "answers": ["토요일에 그래도 달린 것.", "할머니."], "added": "목표 3개를 더했어요",
    },
}  # fmt: skip


class Camera:
    """Takes numbered pictures of whole pages, none of which may be wider than the phone; of a dialog, what it covers."""

    def __init__(self, language: str):
        self.end = "" if language == "en" else f"-{language}"
        self.count = 0
        MADE.mkdir(parents=True, exist_ok=True)

    def take(self, page: Page, name: str) -> None:
        self.count += 1
        expect_no_sideways_scrolling(page)
        for bar in (PLACES, SAVE_BAR):
            page.evaluate(bar, True)
        page.screenshot(path=MADE / f"fortnight-{self.count:02}-{name}{self.end}.png", full_page=page.locator("dialog[open]").count() == 0, animations="disabled")
        for bar in (PLACES, SAVE_BAR):
            page.evaluate(bar, False)


def opened(page: Page, path: str) -> Page:
    """A live page that is no wider than the phone."""
    open_live(page, path)
    expect_no_sideways_scrolling(page)
    return page


def begin_weeks_on_monday(page: Page) -> None:
    """Chooses the day, which the languages have different ones for."""
    page.goto("/settings")
    page.locator("#weekStart").select_option("monday")
    with page.expect_navigation():
        page.locator("#submit").click()
    expect(page.locator(".notice.done")).not_to_be_empty()
    expect(page.locator("#weekStart")).to_have_value("monday")


def begin_goal(page: Page) -> int:
    title = page.locator("#title").input_value()
    page.locator("#submit").click()
    return is_at_goal(page, title)


def paste(page: Page, text: str) -> None:
    page.locator("#step-new").focus()
    page.keyboard.insert_text(text)
    page.keyboard.press("Enter")


def step(place: Page | Locator, title: str) -> Locator:
    return place.locator("button.tick", has_text=title)


def is_ticked(button: Locator) -> None:
    expect(button).to_have_attribute("aria-pressed", "true")


def tick(page: Page, path: str, goal: int, title: str) -> None:
    """Ticks a step where several goals are: on Today or on its goal's card."""
    opened(page, path)
    step(card(page, goal), title).click()
    is_ticked(step(card(page, goal), title))


def facts(page: Page, goal: int) -> Locator:
    """The times and the pace of the step that repeats, on its goal's page: from the store, whatever a page showed before."""
    opened(page, f"/goals/{goal}")
    return page.locator(".step .alarm")


def has_tally(page: Page, goal: int, words: str) -> None:
    opened(page, "/goals/active")
    expect(card(page, goal).locator(".tally")).to_have_attribute("aria-label", words)


def answer_week(page: Page, answer: str, words: str) -> None:
    page.locator("#answer").fill(answer)
    page.locator(".question form button").click()
    expect(page.locator(".notice.toast")).to_contain_text(words)


def all_that_is_said(page: Page, sought: str) -> dict:
    """The words of an account's pages, none of which depend on the goals' numbers."""
    said = {}
    for box in ["stored", "active", "completed"]:
        opened(page, f"/goals/{box}")
        expect(page.locator(f"#c-{box}")).not_to_be_empty()
        expect(page.locator(".card")).to_have_count(int(page.locator(f"#c-{box}").inner_text()))
        said[box] = [page.locator(place).all_inner_texts() for place in (".boxes", ".card-title", ".card-dates", ".card-label")]
    others = {"/jewels": ["#total", ".tray-row li"], "/years": ["#total"], "/weeks/answers": [".week-answers li"], f"/search?q={sought}": ["#found", ".found"]}
    for path, places in others.items():
        opened(page, path)
        for place in places:
            expect(page.locator(place).first).to_be_visible()
            said[f"{path} {place}"] = page.locator(place).all_inner_texts()
    return said


@pytest.mark.parametrize("language", WORDS)
def test_a_fortnight_on_a_phone(browse, own_server, watch, language):
    watch.expect(*GONE)
    server, words, camera = own_server, WORDS[language], Camera(language)
    times, tally, books = words["times"].format, words["tally"].format, words["books"]

    # Monday: an account, whose weeks begin on that day, and three goals.
    wake(server, 18)
    page = browse(at=server, language=language, timezone_id="Asia/Seoul", **PHONE).new_page()
    opened(page, "/register")
    camera.take(page, "sign-up")
    sign_up(page)
    camera.take(page, "no-goals-yet")
    begin_weeks_on_monday(page)
    camera.take(page, "settings")

    opened(page, "/goals/new")
    page.locator("#title").fill(words["goals"][RUN])
    page.locator("#endDate").fill("2026-05-31")
    camera.take(page, "new-goal")
    run = begin_goal(page)
    paste(page, words["run"])
    page.locator(".step summary").click()
    page.locator(".step details[open] a").first.click()
    page.locator("#step-repeats").check()
    for day in ["monday", "wednesday", "friday"]:
        page.locator(f"label:has(#step-{day})").click()
    camera.take(page, "step-that-repeats")
    page.locator(".step-form button.primary").click()
    expect(page.locator(".step .alarm")).to_contain_text(times(0))

    opened(page, "/goals/new")
    page.locator("#title").fill(words["goals"][BOOKS])
    page.locator("#endless").check()
    expect(page.locator("#endDate")).to_be_hidden()
    shelf = begin_goal(page)
    paste(page, "\n".join(books))
    expect(page.locator(".step-title")).to_have_text(books)
    expect(page.locator("#step-new")).to_have_value("")
    expect(page.locator(".progress")).to_have_text(words["not begun"])
    camera.take(page, "pasted-steps")

    opened(page, "/goals/new")
    page.locator("#title").fill(words["goals"][CALL])
    page.locator("#endDate").fill("2026-05-22")
    call = begin_goal(page)
    expect(page.locator("#finish")).to_have_text(words["I did it"])
    camera.take(page, "goal-without-steps")

    tick(page, "/today", run, words["run"])
    expect(card(page, run)).to_contain_text(times(1))
    expect(page.locator(".today-head h2")).to_have_text([words["goals"][goal] for goal in (CALL, RUN, BOOKS)])
    expect(card(page, shelf).locator(".left")).to_have_text(words["day"].format(1))
    camera.take(page, "today")
    expect(facts(page, run)).to_contain_text(times(1))

    # Tuesday is no day to run.
    wake(server, 19)
    tick(page, "/today", shelf, books[0])
    expect(step(card(page, shelf), books[1])).to_be_visible()
    expect(step(card(page, run), words["run"])).to_have_count(0)
    expect(card(page, run).locator(".hint")).to_have_text(words["next"])
    camera.take(page, "today-without-a-run")
    has_tally(page, shelf, tally(1))

    # Wednesday: both on their cards.
    wake(server, 20)
    tick(page, "/goals/active", run, words["run"])
    step(card(page, shelf), books[1]).click()
    is_ticked(step(card(page, shelf), books[1]))
    has_tally(page, shelf, tally(2))
    camera.take(page, "goals-in-progress")
    expect(facts(page, run)).to_contain_text(times(2))
    expect(page.locator(".step .alarm")).to_contain_text(words["on pace"])

    # Thursday: the books have to wait.
    wake(server, 21)
    opened(page, f"/goals/{shelf}")
    page.locator("#menu").click()
    page.locator(".goal-actions .menu-body button").first.click()
    expect(page.locator(".toast")).to_contain_text(words["paused"])
    expect(page.locator("#resume")).to_be_visible()
    expect(page.locator("button.tick")).to_have_count(0)
    camera.take(page, "paused")
    opened(page, "/goals/stored")
    has_counts(page, 1, 2, 0)
    camera.take(page, "paused-goals")

    # Friday: neither a run nor a call.
    wake(server, 22)
    opened(page, "/today")
    expect(card(page, call).locator(".left")).to_have_text(words["last day"])
    expect(step(card(page, run), words["run"])).to_have_attribute("aria-pressed", "false")

    # Saturday: the call is late, and has one more week. The run is made up for.
    wake(server, 23)
    opened(page, "/today")
    expect(page.locator(".put-away li")).to_have_count(1)
    expect(page.locator(".put-away li")).to_contain_text(words["goals"][CALL])
    camera.take(page, "late")
    page.locator(".put-away").get_by_role("button", name=re.compile(words["week more"])).click()
    expect(page.locator(".put-away")).to_have_count(0)
    expect(card(page, call).locator(".left")).to_have_text(words["7 left"])
    expect(facts(page, run)).to_contain_text(words["behind"])
    step(page, words["run"]).click()
    expect(page.locator(".step .alarm")).to_contain_text(times(3))
    expect(facts(page, run)).to_contain_text(words["on pace"])

    # Sunday: the books go on.
    wake(server, 24)
    opened(page, f"/goals/{shelf}")
    page.locator("#resume").click()
    step(page, books[2]).click()
    has_tally(page, shelf, tally(3))
    has_counts(page, 0, 3, 0)
    opened(page, "/weeks")
    expect(page).to_have_url(re.compile("/weeks$"))
    expect(page.locator("#finished")).to_contain_text(words["steps"].format(6))
    expect(page.locator("#finished .ways span")).to_have_text([words["goals"][RUN], words["goals"][BOOKS]])
    camera.take(page, "week")

    # Monday: there is a week to look back on, until its question has an answer.
    wake(server, 25)
    opened(page, "/weeks")
    expect(page).to_have_url(re.compile("/weeks/2026-05-18$"))
    answer_week(page, words["answers"][0], words["answered"])
    camera.take(page, "week-before")
    opened(page, "/weeks")
    expect(page).to_have_url(re.compile("/weeks$"))
    tick(page, "/today", run, words["run"])
    expect(facts(page, run)).to_contain_text(times(4))

    # Tuesday: the call is made, or not, or yes.
    wake(server, 26)
    opened(page, "/today")
    card(page, call).get_by_role("button", name=re.compile(words["I did it"])).click()
    is_at_goal(page, words["goals"][CALL])
    jewel = celebrated(page, words["rank"][0])
    camera.take(page, "celebration")
    page.get_by_role("button", name=words["later"]).click()
    camera.take(page, "completed")
    page.locator("#undo-completion").click()
    expect(page.locator(".toast")).to_contain_text(words["in progress"])
    has_counts(opened(page, "/goals/active"), 0, 3, 0)
    opened(page, f"/goals/{call}")
    page.locator("#finish").click()
    assert celebrated(page, words["rank"][0]) == jewel
    follow(page, page.get_by_role("dialog").locator("button.primary"), f"/goals/{call}/review$")
    page.locator("#liked").fill(words["liked"])
    level(page, 4).check()
    camera.take(page, "guided-review")
    is_saved(page, words["saved"])
    camera.take(page, "review-is-saved")
    opened(page, f"/goals/{call}/review")
    expect(page.locator(".answer")).to_have_text([words["liked"]])
    camera.take(page, "review")

    # Wednesday and Thursday.
    wake(server, 27)
    tick(page, "/today", run, words["run"])
    expect(facts(page, run)).to_contain_text(times(5))
    wake(server, 28)
    tick(page, "/goals/active", shelf, books[3])
    has_tally(page, shelf, tally(4))

    # Friday: the last run.
    wake(server, 29)
    opened(page, "/today")
    step(card(page, run), words["run"]).click()
    is_at_goal(page, words["goals"][RUN])
    jewels = [celebrated(page, words["rank"][1]), jewel]
    page.get_by_role("button", name=words["later"]).click()
    has_counts(opened(page, "/goals/completed"), 0, 1, 2)
    expect(page.locator(".count")).to_have_text(words["to review"])
    expect(page.locator(".card-title")).to_have_text([words["goals"][RUN], words["goals"][CALL]])
    camera.take(page, "completed-goals")

    # Saturday: looking back.
    wake(server, 30)
    open_editor(page, run)
    write_free(page, words["free"], 5)
    is_saved(page, words["saved"])
    opened(page, "/jewels")
    expect(page.locator("#total")).to_have_text(words["jewels"])
    assert labels(page.locator(".tray-row [role=img]")) == jewels
    camera.take(page, "jewels")
    with page.expect_download() as download:
        page.locator(".keep a").last.click()
    assert ElementTree.parse(download.value.path()).getroot().tag.endswith("svg")
    opened(page, "/years")
    expect(page.locator("#total")).to_have_text(words["year"])
    camera.take(page, "year")
    opened(page, "/search")
    page.locator("#q").fill(words["sought"])
    expect(page.locator(".found h2")).to_have_text([words["goals"][RUN]])
    expect(page.locator(".found mark")).to_have_text([words["sought"]])
    camera.take(page, "search")

    # Sunday: everything goes along into another account.
    wake(server, 31)
    opened(page, "/weeks")
    expect(page.locator("#finished-title")).to_have_text(words["finished"])
    expect(page.locator("#finished")).to_contain_text(words["steps"].format(4))
    camera.take(page, "second-week")
    answer_week(page, words["answers"][1], words["answered"])
    opened(page, "/weeks/answers")
    expect(page.locator(".week-answers li")).to_have_count(2)
    said = all_that_is_said(page, words["sought"])
    file, exported = export(page)
    assert sorted(goal["title"] for goal in exported["goals"]) == sorted(words["goals"])

    page = browse(at=server, language=language, timezone_id="Asia/Seoul", **PHONE).new_page()
    sign_up(page)
    begin_weeks_on_monday(page)
    bring_in(page, file, words["added"])
    camera.take(page, "brought-in")
    has_counts(opened(page, "/goals/active"), 0, 1, 2)
    assert all_that_is_said(page, words["sought"]) == said
    assert export(page)[1] == exported
