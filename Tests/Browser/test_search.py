"""The search: goals and reviews are found as one types, in Korean and English, by keyboard and without a script."""

import re

import pytest
from browsing import HELD_CHANGE, PHONE, WAYS, expect_mark, expect_no_sideways_scrolling, follow, mark, open_live, wait_live
from playwright.sync_api import Locator, Page, expect

# A word of a review, in which answer, the first letters of it, and a word that is nowhere.
WORDS = {
    "ko": ("의지", "회고 · 배운 점", ["ㅇ", "의", "읮", "의지"], "코끼리"),
    "en": ("willpower", "Review · Learned", ["w", "wi", "wil", "will", "willp"], "elephant"),
}
NOTHING = {"ko": "검색 결과가 없어요", "en": "Nothing found"}
HINT = {"ko": "기억나는 말 하나면 돼요", "en": "One word you remember is enough"}


def found(page: Page) -> Locator:
    return page.locator(".found")


@WAYS
def test_what_is_typed_is_found(browse, server, language, viewport, check_axe):
    word, place, ways, nowhere = WORDS[language]
    page = browse(server.account(language), **({"viewport": viewport} if viewport else {})).new_page()
    open_live(page, "/search")
    expect(page.locator("#q")).to_be_focused()
    expect(page.locator(".empty")).to_contain_text(HINT[language])
    check_axe(page, f"search {language}")
    for typed in ways:
        page.locator("#q").fill(typed)
    expect(found(page)).to_have_count(1)
    expect(found(page).locator("li")).to_contain_text(place)
    expect(found(page).locator("mark").first).to_have_text(re.compile(ways[-1][:2]))
    expect_no_sideways_scrolling(page)
    check_axe(page, f"found {language}")
    page.locator("#q").fill(nowhere)
    expect(page.locator(".empty")).to_contain_text(NOTHING[language])
    expect(found(page)).to_have_count(0)
    check_axe(page, f"nothing found {language}")
    page.locator("#q").fill("가" * 101)
    expect(page.locator("#q-error")).to_contain_text("100")
    expect(page.locator("#q")).to_have_attribute("aria-invalid", "true")
    check_axe(page, f"too long {language}")
    page.locator("#q").fill("")
    expect(page.locator(".empty")).to_contain_text(HINT[language])
    expect(page.locator("#q-error")).to_be_empty()


def test_by_keyboard_to_a_result_and_back(browse, server):
    page = browse(server.account("en")).new_page()
    open_live(page, "/search")
    page.keyboard.type("willpower")
    expect(found(page)).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(found(page).locator("h2 a")).to_be_focused()
    page.keyboard.press("Tab")
    expect(found(page).locator("li a")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/goals/[0-9]+/review$"))
    wait_live(page)
    expect(page.locator("main")).to_contain_text("willpower")
    page.go_back()
    expect(page.locator("#q")).to_have_value("willpower")
    expect(found(page)).to_have_count(1)


def test_enter_gives_the_results_an_address(browse, server):
    page = browse(server.account("ko")).new_page()
    open_live(page, "/search")
    page.keyboard.type("수영")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/search\?q="))
    wait_live(page)
    expect(found(page).locator("h2", has_text="새벽 수영 한 달 다니기")).to_be_visible()
    titles = found(page).locator("h2").all_inner_texts()
    page.reload()
    wait_live(page)
    expect(page.locator("#q")).to_have_value("수영")
    expect(found(page).locator("h2")).to_have_text(titles)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_address_follows_as_one_types(browse, server, language):
    """V10: a reload, a way back or a copied link lost the word and what was found."""
    word = WORDS[language][0]
    context = browse(server.account(language))
    page = context.new_page()
    open_live(page, "/goals/active")
    page.locator(".places a[href='/search']").click()
    expect(page).to_have_url(re.compile("/search$"))
    wait_live(page)
    entries = page.evaluate("history.length")
    mark(page)
    page.locator("#q").press_sequentially(word, delay=40)
    expect(found(page)).to_have_count(1)
    expect(page).to_have_url(re.compile(r"/search\?q="))
    page.wait_for_function("word => new URLSearchParams(location.search).get('q') === word", arg=word)
    # There and back: the address has led on to no page of its own.
    found(page).locator("h2 a").click()
    expect(page).to_have_url(re.compile("/goals/[0-9]+$"))
    wait_live(page)
    assert page.evaluate("history.length") == entries + 1
    page.go_back()
    expect(page).to_have_url(re.compile(r"/search\?q="))
    expect(page.locator("#q")).to_have_value(word)
    expect(found(page)).to_have_count(1)
    wait_live(page)
    expect_mark(page)
    page.go_forward()
    expect(page).to_have_url(re.compile("/goals/[0-9]+$"))
    wait_live(page)
    page.go_back()
    expect(found(page)).to_have_count(1)
    wait_live(page)
    # Enter leads to where one is, and a reload and a copied link have the word and what was found.
    page.locator("#q").press("Enter")
    expect(found(page)).to_have_count(1)
    wait_live(page)
    assert page.evaluate("history.length") == entries + 1
    page.reload()
    other = context.new_page()
    other.goto(page.url)
    for one in (page, other):
        expect(one.locator("#q")).to_have_value(word)
        expect(found(one)).to_have_count(1)
        wait_live(one)
    # Two words, and none.
    page.locator("#q").fill(f"{word} & {word}")
    expect(page).to_have_url(re.compile("%26"))
    page.wait_for_function("word => new URLSearchParams(location.search).get('q') === word", arg=f"{word} & {word}")
    page.locator("#q").press("Enter")
    wait_live(page)
    page.go_back()
    expect(page).to_have_url(re.compile("/goals/active$"))
    page.go_forward()
    expect(page.locator("#q")).to_have_value(f"{word} & {word}")
    wait_live(page)
    page.locator("#q").fill("")
    expect(page).to_have_url(re.compile("/search$"))


def test_a_page_that_was_overtaken_before_it_showed_leaves_the_history_as_it_is(browse, account):
    context = browse(account)
    page = open_live(context.new_page(), "/goals/active")
    follow(page, page.locator(".places a[href='/search']"), "/search$")
    page.locator("#q").fill(WORDS["en"][0])
    expect(page).to_have_url(re.compile(r"/search\?q="))
    expect(found(page)).to_have_count(1)
    address = page.url
    page.evaluate(HELD_CHANGE)
    page.evaluate("history.back()")
    page.wait_for_function("() => window.letGo")
    page.evaluate("history.forward()")
    expect(page).to_have_url(address)
    with page.expect_response(lambda response: response.url == address):
        page.locator("#q").press("Enter")
        page.evaluate("letGo()")
    expect(found(page)).to_have_count(1)
    page.go_back()
    expect(page).to_have_url(re.compile("/goals/active$"))
    expect(page.locator("#to-active[aria-current]")).to_be_visible()
    page.go_forward()
    expect(page).to_have_url(address)
    expect(found(page)).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_without_a_script(browse, server, language):
    word, place, _, nowhere = WORDS[language]
    page = browse(server.account(language), java_script_enabled=False, viewport=PHONE).new_page()
    page.goto("/search")
    page.locator("#q").fill(word)
    page.locator(".search-form button").click()
    expect(page).to_have_url(re.compile(r"/search\?q="))
    expect(page.locator("#q")).to_have_value(word)
    expect(found(page)).to_have_count(1)
    expect(found(page).locator("li")).to_contain_text(place)
    page.locator("#q").fill(nowhere)
    page.locator("#q").press("Enter")
    expect(page.locator(".empty")).to_contain_text(NOTHING[language])
    # Page by page.
    page.goto("/search?q=" + {"en": "a", "ko": "기"}[language])
    expect(found(page)).to_have_count(20)
    first = found(page).locator("h2").first.inner_text()
    page.locator("#found-foot a").click()
    expect(page).to_have_url(re.compile("after="))
    expect(found(page).locator("h2").first).not_to_have_text(first)
    found(page).locator("h2 a").first.click()
    expect(page).to_have_url(re.compile("/goals/[0-9]+$"))


def test_a_goal_that_is_made_in_another_tab_is_found(browse, server):
    context = browse(server.account("en"))
    page, tab = context.new_page(), context.new_page()
    open_live(page, "/search")
    page.locator("#q").fill("zeppelin")
    expect(page.locator(".empty")).to_contain_text(NOTHING["en"])
    open_live(tab, "/goals/new")
    tab.locator("#title").fill("Build a small Zeppelin")
    tab.locator("#submit").click()
    expect(tab).to_have_url(re.compile("/goals/[0-9]+$"))
    expect(found(page)).to_have_count(1)
    expect(found(page).locator("mark")).to_have_text("Zeppelin")
    wait_live(tab)
    tab.locator("#step-new").fill("Buy <b>helium</b>")
    tab.locator("#step-new").press("Enter")
    page.locator("#q").fill("helium zep")
    expect(found(page).locator("li")).to_contain_text("Buy <b>helium</b>")


def test_words_of_the_search_engine_are_only_words(browse, server):
    page = browse(server.account("en")).new_page()
    for typed in ['"', "*", "NEAR(", "terms:a", "a' OR 1=1 --", "%", "\\", "^a", "()", "​"]:
        page.goto("/search?q=" + re.sub(r"[^A-Za-z0-9]", lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), typed))
        expect(page.locator("#q")).to_have_value(typed)
