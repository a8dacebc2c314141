"""Setting a goal: with and without a script, by the keyboard, on a phone, and when something goes wrong."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from browsing import SCRIPT_WAYS, expect_no_sideways_scrolling, open_live, wait_live
from playwright.sync_api import Locator, Page, expect

LANGUAGES = ["en", "ko"]
NARROW = {"width": 320, "height": 640}
WORDS = {
    "en": {"three": "Please fix 3 things", "one": "Please fix this", "no name": "give the goal a name", "over": "That date is in the past", "to come": "still to come",
           "long": "60 is the limit", "failed": "could not be saved", "finished": "Add a finished goal", "not yet": "Set a goal", "changed": "changed on another page"},
    "ko": {"three": "3곳을 확인해 주세요", "one": "한 곳을 확인해 주세요", "no name": "이름을 붙여", "over": "이미 지난 날", "to come": "아직 오지 않은 날",
           "long": "60자까지", "failed": "저장하지 못했어요", "finished": "완료한 목표 담기", "not yet": "새 목표 세우기", "changed": "다른 화면에서 이 목표를 고쳤어요"},
}  # fmt: skip


def day(days: int = 0) -> str:
    """A day counted from today, as it is for the browsers of these tests."""
    return (datetime.now(UTC).date() + timedelta(days)).isoformat()


def is_made(page: Page) -> int:
    """The page of a goal is there."""
    expect(page).to_have_url(re.compile(r"/goals/\d+$"))
    return int(page.url.rsplit("/", 1)[1])


def form_of(account, goal: int, query: str = "edit=1") -> dict:
    """What stands in the form of a goal, as a browser would send it."""
    text = account.get(f"/goals/{goal}?{query}").text
    return dict(re.findall(r'<input[^>]*? name="([\w.]+)"[^>]*? value="([^"]*)"', text))


def make(account, title: str = "A sea") -> int:
    """A goal, without a browser."""
    answer = account.post("/goals/new", {"title": title, "startDate": day(), "endDate": day(7)})
    assert answer.status_code == 303, answer.text
    return int(answer.headers["Location"].rsplit("/", 1)[1])


def count_active(account, title: str) -> int:
    """How many goals of that title there are among the newest ones."""
    newest = make(account, "The last one")
    return sum(f">{title}<" in account.get(f"/goals/{goal}").text for goal in range(max(1, newest - 6), newest))


def alert(page: Page) -> Locator:
    return page.locator("#alert")


# ---- A new goal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_what_was_done_is_said_for_five_seconds(browse, account, motion):
    """V5: "Your goal is set" stayed for half a minute, through ticks and the celebration."""
    page = browse(account, reduced_motion=motion).new_page()
    page.clock.install()
    open_live(page, "/goals/new")
    page.locator("#title").fill("A sea")
    page.locator("#submit").click()
    flash = page.locator("[data-flash]")
    expect(flash).to_have_text("Your goal is set.")
    # It stays as long as it is looked at: real time passes here too, and much of it on a busy machine.
    flash.hover()
    goal = is_made(page)
    wait_live(page)
    expect(page.get_by_role("status").filter(has_text="Your goal is set")).to_be_in_viewport(ratio=1)
    place = page.get_by_role("heading", level=1).bounding_box()
    page.mouse.move(0, 0)
    page.clock.run_for(4_000)
    expect(flash).to_have_text("Your goal is set.")
    flash.hover()
    page.clock.run_for(20_000)
    expect(flash).to_have_text("Your goal is set.")
    page.mouse.move(0, 0)
    page.clock.run_for(5_500)
    expect(flash).to_be_empty()
    assert page.get_by_role("heading", level=1).bounding_box() == place, "nothing moves when it goes"
    # It goes with the next action, too: here with a step that is added.
    page.goto(f"/goals/{goal}?edit=1")
    wait_live(page)
    page.locator("#submit").click()
    expect(flash).not_to_be_empty()
    wait_live(page)
    page.locator("#step-new").fill("Buy a map")
    expect(flash).not_to_be_empty()
    page.locator("#step-new").press("Enter")
    expect(flash).to_be_empty()


def test_without_a_script_it_is_said_until_the_next_page(browse, account):
    page = browse(account, java_script_enabled=False).new_page()
    page.goto("/goals/new")
    page.locator("#title").fill("A sea")
    page.locator("#submit").click()
    is_made(page)
    expect(page.locator("[data-flash]")).to_have_text("Your goal is set.")
    # It stands in its place and covers nothing.
    assert page.locator("[data-flash]").bounding_box()["y"] < page.get_by_role("heading", level=1).bounding_box()["y"]
    page.reload()
    expect(page.locator("[data-flash]")).to_be_empty()


@pytest.mark.parametrize(("language", "size"), [("ko", NARROW), ("en", {"width": 1280, "height": 900})], ids=["phone-ko", "desk-en"])
def test_one_field_and_enter_make_a_goal(browse, server, check_axe, language, size):
    account = server.account(language)
    page = browse(account, viewport=size, color_scheme="dark" if language == "ko" else "light").new_page()
    open_live(page, "/goals/new")
    expect_no_sideways_scrolling(page)
    check_axe(page, "a new goal")
    expect(page.locator("#title")).to_be_focused()
    expect(page.locator("#startDate")).to_have_value(day())
    expect(page.locator("#endDate")).to_have_value(day(7))
    page.keyboard.type("A sea")
    page.keyboard.press("Enter")
    goal = is_made(page)
    wait_live(page)
    # The form of the next one is empty again.
    open_live(page, "/goals/new")
    expect(page.locator("#title")).to_have_value("")
    open_live(page, f"/goals/{goal}?edit=1")
    expect(page.locator("#title")).to_have_value("A sea")
    expect_no_sideways_scrolling(page)
    check_axe(page, "an edit")


def test_all_of_the_form_is_reached_by_the_keyboard(browse, account):
    page = browse(account).new_page()
    open_live(page, "/goals/new")
    page.keyboard.type("A sea")
    seen = []
    while seen[-1:] != ["submit"] and len(seen) < 20:
        page.keyboard.press("Tab")
        seen.append(page.evaluate("document.activeElement.id"))
        if seen[-1] == "reminderEnabled":
            page.keyboard.press("Space")
            expect(page.locator("#reminderEnabled")).to_be_checked()
    # Before the button comes the link to how reminders reach one, which has no id.
    assert list(dict.fromkeys(seen)) == ["startDate", "endDate", "endless", "reminderEnabled", "", "submit"]
    page.keyboard.press("Enter")
    goal = is_made(page)
    open_live(page, f"/goals/{goal}?edit=1")
    expect(page.locator("#reminderEnabled")).to_be_checked()


def test_the_end_follows_the_start_until_it_is_chosen(browse, account):
    page = browse(account).new_page()
    open_live(page, "/goals/new")
    page.locator("#startDate").fill(day(3))
    expect(page.locator("#endDate")).to_have_value(day(10))
    page.locator("#endDate").fill(day(30))
    page.locator("#startDate").fill(day(4))
    page.locator("#title").fill("A sea")
    expect(page.locator("#title-foot")).to_contain_text("5 / 60")
    expect(page.locator("#endDate")).to_have_value(day(30))
    page.locator("#submit").click()
    goal = is_made(page)
    fields = form_of(account, goal)
    assert (fields["startDate"], fields["endDate"]) == (day(4), day(30))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_wrong_is_led_to_and_goes_when_it_is_mended(browse, server, check_axe, language):
    words = WORDS[language]
    page = browse(server.account(language), viewport=NARROW).new_page()
    open_live(page, "/goals/new")
    page.locator("#startDate").fill("")
    page.locator("#endDate").fill(day(-1))
    expect(page.locator("#endDate-error")).to_be_empty()
    page.locator("#submit").click()
    summary = page.locator("#errors-summary")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("heading")).to_have_text(words["three"])
    expect_no_sideways_scrolling(page)
    check_axe(page, "a goal with all faults")
    for field in ["title", "startDate", "endDate"]:
        summary.locator(f"a[href='#{field}']").click()
        expect(page.locator(f"#{field}")).to_be_focused()
        expect(page.locator(f"#{field}")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#endDate-error")).to_contain_text(words["over"])
    page.locator("#startDate").fill(day())
    page.locator("#endDate").fill(day(1))
    expect(summary.get_by_role("heading")).to_have_text(words["one"])
    page.locator("#title").fill("바" * 61)
    expect(page.locator("#title-error")).to_contain_text(words["long"])
    page.locator("#title").fill("바다")
    expect(page.locator("#errors")).to_be_empty()
    page.locator("#submit").click()
    is_made(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_script_the_same_rules_hold(browse, server, watch, language):
    watch.expect("status of 422")
    words = WORDS[language]
    page = browse(server.account(language), language=language, java_script_enabled=False).new_page()
    page.goto("/goals/new")
    page.locator("#endDate").fill(day(-1))
    page.locator("#reminderEnabled").check()
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.locator("#submit").click()
    assert answer.value.status == 422
    expect(page.locator("#title-error")).to_contain_text(words["no name"])
    expect(page.locator("#endDate-error")).to_contain_text(words["over"])
    expect(page.locator("#endDate")).to_have_value(day(-1))
    expect(page.locator("#reminderEnabled")).to_be_checked()
    page.locator("#title").fill("A sea")
    page.locator("#endDate").fill(day(2))
    page.keyboard.press("Enter")
    is_made(page)


def test_without_a_script_the_end_still_follows_the_start(browse, account):
    page = browse(account, java_script_enabled=False).new_page()
    page.goto("/goals/new")
    page.locator("#title").fill("A sea")
    page.locator("#startDate").fill(day(10))
    page.keyboard.press("Enter")
    assert form_of(account, is_made(page))["endDate"] == day(17)


# ---- Once ------------------------------------------------------------------------------------------------------------


def test_who_presses_twice_makes_one_goal(browse, account):
    page = browse(account).new_page()
    open_live(page, "/goals/new")
    page.locator("#title").fill("Pressed twice")
    page.locator("#submit").dblclick()
    is_made(page)
    assert count_active(account, "Pressed twice") == 1


def test_a_form_that_is_posted_again_makes_no_other_goal(browse, account):
    page = browse(account, java_script_enabled=False).new_page()
    page.goto("/goals/new")
    page.locator("#title").fill("Posted again")
    page.locator("#submit").click()
    first = is_made(page)
    page.go_back()
    page.locator("#title").fill("Posted again")
    page.locator("#submit").click()
    assert is_made(page) == first
    assert count_active(account, "Posted again") == 1


# ---- Nothing is lost -------------------------------------------------------------------------------------------------


def test_a_reload_keeps_what_was_typed_and_the_goal_is_still_one(browse, account):
    page = browse(account).new_page()
    open_live(page, "/goals/new")
    page.locator("#title").fill("Kept")
    page.locator("#startDate").fill(day(3))
    expect(page.locator("#endDate")).to_have_value(day(10))
    before = page.locator("#title").get_attribute("data-basis")
    expect(page.locator("#title-foot")).to_contain_text("4 / 60")
    page.reload()
    wait_live(page)
    expect(page.locator("#title")).to_have_value("Kept")
    expect(page.locator("#startDate")).to_have_value(day(3))
    expect(page.locator("#endDate")).to_have_value(day(10))
    assert page.locator("#title").get_attribute("data-basis").split(".")[0] == before.split(".")[0]
    page.locator("#submit").click()
    is_made(page)
    assert page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('live-text')).length") == 0


def test_a_restart_of_the_server_loses_nothing(browse, own_server, watch):
    watch.expect(r"net::ERR_", r"request failed: .*/live/")
    account = own_server.account()
    page = browse(account).new_page()
    open_live(page, "/goals/new")
    page.locator("#title").fill("Kept")
    expect(page.locator("#title-foot")).to_contain_text("4 / 60")
    own_server.kill()
    own_server.start()
    wait_live(page)
    expect(page.locator("#title")).to_have_value("Kept")
    page.locator("#submit").click()
    goal = is_made(page)
    assert form_of(account, goal)["title"] == "Kept"


def test_an_edit_that_was_kept_overwrites_nothing_unseen(browse, account):
    goal = make(account)
    page = browse(account).new_page()
    open_live(page, f"/goals/{goal}?edit=1")
    page.locator("#title").fill("A lake")
    expect(page.locator("#title-foot")).to_contain_text("6 / 60")
    page.goto("/goals/completed")
    assert account.post(f"/goals/{goal}?edit=1", form_of(account, goal) | {"title": "A river"}).status_code == 303
    open_live(page, f"/goals/{goal}?edit=1")
    expect(page.locator("#title")).to_have_value("A lake")
    page.locator("#submit").click()
    expect(alert(page)).to_be_focused()
    expect(alert(page)).to_contain_text(WORDS["en"]["changed"])
    expect(alert(page).locator(".goal-now")).to_contain_text("A river")
    expect(page.locator("#title")).to_have_value("A lake")
    page.locator("#submit").click()
    is_made(page)
    assert form_of(account, goal)["title"] == "A lake"


def test_two_tabs_of_one_goal_agree(context, account, check_axe):
    goal = make(account)
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        open_live(page, f"/goals/{goal}?edit=1")
    one.locator("#title").fill("A lake")
    one.locator("#endDate").fill(day(20))
    other.locator("#title").fill("A river")
    expect(other.locator("#title-foot")).to_contain_text("7 / 60")
    one.locator("#submit").click()
    is_made(one)
    # What nobody typed in there shows it.
    expect(other.locator("#endDate")).to_have_value(day(20))
    expect(other.locator("#title")).to_have_value("A river")
    other.locator("#submit").click()
    expect(alert(other).locator(".goal-now")).to_contain_text("A lake")
    check_axe(other, "a goal that was changed elsewhere")
    other.locator("#submit").click()
    is_made(other)
    fields = form_of(account, goal)
    assert (fields["title"], fields["endDate"]) == ("A river", day(20))


# ---- The other forms -------------------------------------------------------------------------------------------------


@SCRIPT_WAYS
def test_a_goal_that_was_finished_already_is_kept(browse, server, watch, check_axe, language, script):
    watch.expect("status of 422")
    words = WORDS[language]
    page = browse(server.account(language), language=language, java_script_enabled=script).new_page()
    page.goto("/goals/new")
    page.get_by_role("main").get_by_role("link", name=words["finished"]).click()
    expect(page).to_have_url(re.compile("finished=1$"))
    if script:
        wait_live(page)
        expect(page.locator("#title")).to_be_focused()
        check_axe(page, "a finished goal")
    expect(page.locator("#endDate")).to_have_attribute("max", day())
    page.locator("#title").fill("Finished before")
    page.locator("#endDate").fill(day(1))
    page.locator("#submit").click()
    expect(page.locator("#endDate-error")).to_contain_text(words["to come"])
    page.locator("#startDate").fill("2020-03-01")
    page.locator("#endDate").fill("2020-04-02")
    page.locator("#submit").click()
    is_made(page)
    page.goto("/goals/new?finished=1")
    page.get_by_role("main").get_by_role("link", name=words["not yet"]).click()
    expect(page).to_have_url(re.compile("/goals/new$"))


def test_what_was_longed_for_is_saved_by_one_tap(browse, account):
    goal = account.unreviewed[0]
    answers = {"style": "guided", "liked": "a", "lacked": "b", "learned": "c", "longedFor": "A sea, and a boat on it"}
    assert account.review(goal, answers).status_code == 303
    page = browse(account).new_page()
    open_live(page, f"/goals/new?from={goal}")
    expect(page.locator("#title")).to_have_value("A sea, and a boat on it")
    page.locator("#submit").click()
    assert form_of(account, is_made(page))["title"] == "A sea, and a boat on it"


@pytest.mark.parametrize("script", [True, False])
def test_the_title_of_a_completed_goal_is_mended(browse, account, script):
    goal = account.goals[0]
    page = browse(account, java_script_enabled=script).new_page()
    page.goto(f"/goals/{goal}")
    if script:
        wait_live(page)
    page.locator("#menu").click()
    page.locator("#rename").click()
    expect(page.locator("#title")).not_to_have_value("")
    expect(page.locator("#startDate")).to_have_count(0)
    page.locator("#title").fill("A lake")
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile(f"/goals/{goal}$"))
    expect(page.locator("h1")).to_have_text("A lake")
    expect(page.locator("#review")).to_be_visible()


def test_goals_that_can_not_be_edited_lead_elsewhere(account):
    completed = account.goals[0]
    active = make(account)
    for query, place in [("edit=1", f"/goals/{completed}?rename=1"), ("recover=1", f"/goals/{completed}")]:
        answer = account.get(f"/goals/{completed}?{query}")
        assert (answer.status_code, answer.headers["Location"]) == (303, place)
    assert account.get(f"/goals/{active}?rename=1").headers["Location"] == f"/goals/{active}"
    assert account.get(f"/goals/{active}?recover=1").headers["Location"] == f"/goals/{active}"
    assert account.get("/goals/999999999?edit=1").status_code == 404
