"""Looking back: the jewel box, a year, a week with its question, the timeline."""

import re
import shutil
from xml.etree import ElementTree

import pytest
from browsing import PHONE, WAYS, expect_mark, expect_no_sideways_scrolling, follow, make_goal, mark, open_live, wait_live
from playwright.sync_api import Page, expect

NAMES = {"en": ["Week", "Year", "Jewel box", "Timeline"], "ko": ["한 주", "한 해", "보석함", "발자취"]}
PLACES = ["weeks", "years", "jewels", "timeline/performed"]
# On its first day, a week leads to the one before it.
WEEK = r"/weeks(/\d{4}-\d\d-\d\d)?$"


def finish_a_goal(page: Page, title: str) -> None:
    """As one that was finished before it was written down: today."""
    page.goto("/goals/new?finished=1")
    page.locator("#title").fill(title)
    page.locator("#endDate").fill(page.locator("#endDate").get_attribute("max"))
    page.locator("form button.primary").click()
    expect(page).to_have_url(re.compile(r"/goals/\d+$"))


def open_this_week(page: Page) -> Page:
    open_live(page, "/weeks/answers")
    return follow(page, page.locator(".empty a"), WEEK)


@WAYS
def test_each_way_of_looking_back_has_an_address(browse, server, language, viewport, check_axe):
    account = server.account(language)
    page = browse(account, **({"viewport": viewport} if viewport else {})).new_page()
    open_live(page, "/goals/active")
    mark(page)
    follow(page, page.locator(".places a[href='/weeks']"), WEEK)
    for place, name in zip(PLACES, NAMES[language]):
        follow(page, page.locator(f".filter a[href='/{place}']").first, WEEK if place == "weeks" else f"/{place}$")
        expect(page.locator(".filter [aria-current]").first).to_have_text(name)
        expect(page.locator(".places [aria-current]")).to_have_count(1)
        check_axe(page, f"{place} {language}")
        expect_no_sideways_scrolling(page)
    # Its sheet came on the way: nothing was loaded anew.
    expect_mark(page)
    page.go_back()
    assert page.locator(".cabinet").evaluate("table => getComputedStyle(table).tableLayout") == "fixed"


def test_looking_back_without_a_script(browse, server):
    page = browse(server.account(), java_script_enabled=False).new_page()
    page.goto("/jewels")
    expect(page.locator("#total")).to_contain_text("27")
    page.locator(".cabinet td a").first.click()
    expect(page.locator(".cabinet td [aria-current]")).to_have_count(1)
    count = int(page.locator(".cabinet td [aria-current] b").inner_text())
    expect(page.locator(".tray-row li")).to_have_count(count)
    page.locator(".won header a").click()
    expect(page.locator(".tray-row li")).to_have_count(27)
    page.goto("/years")
    # A column leads to the jewels of its month.
    column = page.locator(".chart a").last
    number = int(column.locator(".value").text_content())
    column.click()
    expect(page.locator(".tray-row li")).to_have_count(number)
    assert len({day[:7] for day in page.locator(".tray-row time").evaluate_all("days => days.map((day) => day.dateTime)")}) == 1
    page.goto("/weeks")
    page.locator("#answer").fill("A walk in the rain.")
    page.get_by_role("button", name="Save the answer").click()
    expect(page.locator(".notice.done")).to_contain_text("saved")
    expect(page.locator("#answer")).to_have_value("A walk in the rain.")


def test_a_goal_that_is_finished_appears_on_every_page(browse, server):
    account = server.account()
    context = browse(account)
    pages = {place: open_live(context.new_page(), f"/{place}") for place in PLACES[1:]} | {"weeks": open_this_week(context.new_page())}
    finish_a_goal(context.new_page(), "Hear the sea")
    expect(pages["jewels"].locator("#total")).to_contain_text("28")
    expect(pages["jewels"].locator(".tray-row")).to_contain_text("Hear the sea")
    expect(pages["weeks"].locator("#finished")).to_contain_text("Hear the sea")
    expect(pages["years"].locator(".chart a").last).to_be_visible()


def test_an_answer_is_kept_and_shown_on_the_other_page(browse, server):
    context = browse(server.account())
    one, other, third = (open_live(context.new_page(), "/weeks") for _ in range(3))
    one.locator("#answer").fill("A walk in the rain.")
    one.get_by_role("button", name="Save the answer").click()
    expect(one.locator(".notice.toast")).to_contain_text("saved")
    expect(other.locator("#answer")).to_have_value("A walk in the rain.")
    # Nothing is overwritten unseen.
    other.locator("#answer").fill("The sun.")
    one.locator("#answer").fill("The snow.")
    one.get_by_role("button", name="Save changes").click()
    # Not by the notice: that of the first save may still be there.
    expect(third.locator("#answer")).to_have_value("The snow.")
    other.get_by_role("button", name="Save changes").click()
    expect(other.locator("#alert")).to_contain_text("The snow.")
    expect(other.locator("#answer")).to_have_value("The sun.")
    other.get_by_role("button", name="Save changes").click()
    expect(one.locator("#answer")).to_have_value("The sun.")


def test_an_answer_says_whether_it_is_saved_and_the_page_stays_where_it_is(browse, server):
    page = browse(server.account(), viewport={"width": 390, "height": 600}).new_page()
    open_live(page, "/weeks")
    unsaved = page.locator("[data-when-unsaved]")
    answer, save = page.locator("#answer"), page.get_by_role("button", name="Save the answer")
    # Where there is none, an empty one is no answer.
    save.click()
    expect(page.locator("#answer-error")).to_have_text("Please write an answer.")
    expect(answer).to_be_focused()
    answer.fill("A walk in the rain.")
    expect(page.locator("#answer-error")).to_be_empty()
    expect(unsaved).to_be_visible()
    page.reload()
    wait_live(page)
    expect(answer).to_have_value("A walk in the rain.")
    expect(unsaved).to_have_text("Not saved yet")
    expect(unsaved).to_be_visible()
    save.scroll_into_view_if_needed()
    mark(page)
    place = page.evaluate("scrollY")
    assert place > 0
    save.click()
    expect(page.locator(".toast")).to_contain_text("saved")
    expect(unsaved).to_be_hidden()
    expect_mark(page)
    assert page.evaluate("scrollY") == place
    expect(page.get_by_role("button", name="Save changes")).to_be_focused()
    page.reload()
    wait_live(page)
    expect(answer).to_have_value("A walk in the rain.")
    expect(unsaved).to_be_hidden()
    answer.fill("")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".toast")).to_contain_text("removed")
    expect(save).to_be_focused()


# What the link to the answers, their page, its empty state and the search say.
ANSWERS = {
    "en": ("See all your weekly answers", "Weekly answers", "No answers yet", "1 weekly answer found", "Save the answer"),
    "ko": ("지금까지 남긴 답 모두 보기", "주간 답변", "아직 남긴 답이 없어요", "검색 결과 주간 답변 1개", "답 남기기"),
}


@WAYS
def test_an_answer_is_listed_and_found_and_leads_to_its_week(browse, server, language, viewport, check_axe):
    link, heading, empty, count, save = ANSWERS[language]
    context = browse(server.account(language), **({"viewport": viewport} if viewport else {}))
    page, answers, search = (context.new_page() for _ in range(3))
    open_live(page, "/weeks")
    follow(page, page.get_by_role("link", name=link), "/weeks/answers$")
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    expect(page.locator(".empty")).to_contain_text(empty)
    check_axe(page, f"no answers {language}")
    open_live(answers, "/weeks/answers")
    open_live(search, "/search?q=umbrella")
    expect(search.locator(".found")).to_have_count(0)
    follow(page, page.locator(".empty a"), r"/weeks/\d{4}-\d\d-\d\d$")
    days = page.locator("h1").inner_text()
    page.locator("#answer").fill("A walk without an umbrella, and it rained.")
    page.get_by_role("button", name=save).click()
    # Both other pages are told.
    expect(answers.locator(".week-answers li")).to_have_count(1)
    expect(answers.locator(".week-answers li")).to_contain_text("A walk without an umbrella")
    expect_no_sideways_scrolling(answers)
    check_axe(answers, f"answers {language}")
    expect(search.locator(".found mark")).to_have_text("umbrella")
    expect(search.locator("#found")).to_contain_text(count)
    expect_no_sideways_scrolling(search)
    check_axe(search, f"an answer that is found {language}")
    for other, way in [(answers, ".week-answers h2 a"), (search, ".found h2 a")]:
        expect(other.locator(way)).to_have_text(days)
        follow(other, other.locator(way), r"/weeks/\d{4}-\d\d-\d\d$")
        expect(other.locator("#answer")).to_have_value("A walk without an umbrella, and it rained.")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_an_answer_is_listed_and_found_without_a_script(browse, server, language):
    link, _, empty, count, save = ANSWERS[language]
    page = browse(server.account(language), java_script_enabled=False, viewport=PHONE).new_page()
    page.goto("/weeks/answers")
    expect(page.locator(".empty")).to_contain_text(empty)
    page.locator(".empty a").click()
    page.locator("#answer").fill("A walk without an umbrella.")
    page.get_by_role("button", name=save).click()
    page.goto("/search")
    page.locator("#q").fill("umbrella")
    page.locator(".search-form button").click()
    expect(page.locator("#found")).to_contain_text(count)
    page.locator(".found h2 a").click()
    expect(page.locator("#answer")).to_have_value("A walk without an umbrella.")
    page.get_by_role("link", name=link).click()
    page.locator(".week-answers h2 a").click()
    expect(page.locator("#answer")).to_have_value("A walk without an umbrella.")


@pytest.mark.parametrize("language, day, one", [("en", "Today", "Step done: One"), ("ko", "오늘", "‘One’ 단계를 마쳤어요")])
def test_the_timeline_follows_what_is_done_elsewhere(browse, server, language, day, one, check_axe):
    account = server.account(language)
    context = browse(account, viewport=PHONE)
    page, other = open_live(context.new_page(), "/timeline/performed"), context.new_page()
    expect(page.locator(".empty")).to_be_visible()
    check_axe(page, f"nothing done {language}")
    finish_a_goal(other, "Learn to <i>juggle</i>")
    expect(page.locator(".events li")).to_have_count(2)
    expect(page.locator(".events h2")).to_have_text([day])
    expect(page.locator(".events b").first).to_have_text("Learn to <i>juggle</i>")
    # A tick is taken back by the second press.
    goal = make_goal(account, "Read more", ["One", "Two", "Three"])
    open_live(other, f"/goals/{goal}")
    ticks = other.locator(".tick")
    ticks.nth(0).click()
    ticks.nth(1).click()
    expect(page.locator(".events .done").filter(has_text=re.compile("2"))).to_have_count(1)
    ticks.nth(1).click()
    expect(page.locator(".events .done").filter(has_text=one)).to_have_count(1)
    ticks.nth(0).click()
    expect(page.locator(".events li")).to_have_count(3)
    expect_no_sideways_scrolling(page)
    check_axe(page, f"the timeline {language}")
    follow(page, page.locator(".events a").first, rf"/goals/{goal}$")
    page.go_back()
    expect(page.locator(".events li")).to_have_count(3)


def test_the_timeline_is_read_to_its_end(browse, server):
    account = server.account()
    for number in range(45):
        make_goal(account, f"Goal {number}")
    page = open_live(browse(account).new_page(), "/timeline/performed")
    # The foot asks for more when it is seen.
    for count in [40, 45]:
        # Not by the key, which scrolls slowly, to where the end was when it was pressed.
        page.locator(".site-footer").scroll_into_view_if_needed()
        expect(page.locator(".events li")).to_have_count(count)
    expect(page.locator(".list-foot a")).to_have_count(0)
    plain = browse(account, java_script_enabled=False).new_page()
    plain.goto("/timeline/performed")
    read = []
    while True:
        read += plain.locator(".events b").all_inner_texts()
        more = plain.locator(".list-foot a.button:not(.quiet)")
        if more.count() == 0:
            break
        more.click()
    assert read == [f"Goal {number}" for number in reversed(range(45))]
    plain.locator(".list-foot a").click()
    plain.locator(".events a").first.click()
    expect(plain.locator("h1")).to_have_text("Goal 44")


def test_an_answer_that_is_not_saved_survives_a_reload(browse, server):
    page = open_live(browse(server.account()).new_page(), "/weeks")
    page.locator("#answer").fill("A walk in the rain.")
    page.reload()
    wait_live(page)
    expect(page.locator("#answer")).to_have_value("A walk in the rain.")


def test_an_answer_that_is_too_long_is_told_at_its_field(browse, server):
    page = open_live(browse(server.account("ko")).new_page(), "/weeks")
    page.locator("#answer").fill("가" * 501)
    page.get_by_role("button", name="답 남기기").click()
    expect(page.locator("#answer-error")).to_contain_text("1자를 줄여")
    expect(page.locator("#answer")).to_be_focused()
    expect(page.locator("#answer")).to_have_value("가" * 501)


def test_weeks_lead_to_one_another_and_not_into_the_future(browse, server):
    page = open_this_week(browse(server.account()).new_page())
    expect(page.get_by_role("link", name="Next week")).to_have_count(0)
    days = page.locator("h1").inner_text()
    follow(page, page.get_by_role("link", name="Previous week"), WEEK)
    expect(page.locator("h1")).not_to_have_text(days)
    follow(page, page.get_by_role("link", name="Next week"), WEEK)
    expect(page.locator("h1")).to_have_text(days)
    expect(page.get_by_role("link", name="Next week")).to_have_count(0)
    for address in ["/weeks/9999-01-01", "/weeks/someday", "/years/12"]:
        assert page.request.get(address).status == 404


@pytest.mark.parametrize("address", ["/jewels", "/years"])
def test_a_picture_is_kept_that_needs_nothing_else(browse, server, address):
    page = browse(server.account("ko")).new_page()
    open_live(page, address)
    with page.expect_download() as download:
        page.locator(".keep a").last.click()
    assert download.value.suggested_filename.endswith(".svg")
    text = download.value.path().read_text()
    assert ElementTree.fromstring(text).tag.endswith("svg")
    assert "var(" not in text and "href" not in text
    # In a page of its own there is no style sheet to help it.
    alone = page.context.browser.new_page(viewport={"width": 1080, "height": 1400})
    alone.set_content(text)
    assert alone.locator("svg").bounding_box()["width"] == 1080
    drawn = alone.locator("svg g[transform] path").first
    assert re.fullmatch(r"rgb\(\d+, \d+, \d+\)", drawn.evaluate("path => getComputedStyle(path).fill"))
    alone.close()


SHARE = """() => {
  navigator.canShare = () => true;
  window.shared = new Promise((done) => {
    navigator.share = async ({ files: [file] }) => done([file.name, file.type, file.size]);
  });
}"""


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="Debian's librsvg2-bin is not installed")
def test_a_picture_goes_to_the_share_sheet_of_a_phone(browse, server):
    account = server.account("en")
    context = browse(account, viewport=PHONE, has_touch=True)
    context.add_init_script(f"({SHARE})()")
    page = open_live(context.new_page(), "/jewels")
    link = page.locator(".keep a").first
    # The press loads the script.
    with page.expect_response(re.compile("/later.js")):
        link.dispatch_event("pointerdown", {"bubbles": True, "pointerType": "touch"})
    page.evaluate("async () => { await import(document.querySelector('script').src.replace('pages.js', 'later.js')); }")
    link.tap()
    name, kind, size = page.evaluate("() => shared")
    assert name == "hindsight.png" and kind == "image/png" and size > 10_000
    expect(link).not_to_have_attribute("aria-busy", "true")
    # At a desk it is a file.
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "hindsight.png"
