"""For everybody: by keyboard, without a script, on a phone, in both languages, with a screen reader."""

import re

import pytest
from browsing import (
    PHONE, QUESTIONS, card, cards, count_line, delete_review, expect_no_sideways_scrolling, follow, grow_to, has_grown_to, level, open_editor, open_list, open_live, save, save_state,
    sign_out, style, wait_live, write_free,
)  # fmt: skip
from playwright.sync_api import Page, expect
from support import answers

# ---- Keyboard --------------------------------------------------------------------------------------------------------

# What shows the focus: an outline of the element itself, or of the label or card that stands for it.
SHOWS_FOCUS = """element => {
  const outlined = (e) => e && getComputedStyle(e).outlineStyle !== 'none' && parseFloat(getComputedStyle(e).outlineWidth) >= 2;
  return [element, element.closest('label'), element.closest('.card')].some(outlined);
}"""
# Asked in one go: what has the focus may be replaced by a newer one at any moment.
STOP = f"""wanted => {{
  const element = document.querySelector(':focus');
  return element && {{ html: element.outerHTML.slice(0, 200), isShown: ({SHOWS_FOCUS})(element), isWanted: element.matches(wanted) }};
}}"""


def tab_to(page: Page, wanted: str, backwards: bool = False) -> None:
    """Presses Tab until the wanted element has the focus; every stop on the way must show it."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        stop = page.evaluate(STOP, wanted)
        if not stop:
            continue
        assert stop["isShown"], f"no visible focus on {stop['html']}"
        if stop["isWanted"]:
            return
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


def test_the_whole_job_by_keyboard(browse):
    page = browse().new_page()
    page.goto("/")
    tab_to(page, "form[action='/demo'] button")
    page.keyboard.press("Enter")
    wait_live(page)

    tab_to(page, "a.card-link:has(.write)")
    goal = page.locator(":focus").get_attribute("data-value")
    page.keyboard.press("Enter")
    expect(page.locator("#save")).to_be_visible()
    wait_live(page)

    tab_to(page, "input[name=style]")
    page.keyboard.press("ArrowRight")
    expect(style(page, "free")).to_be_checked()
    page.keyboard.press("ArrowLeft")
    expect(style(page, "guided")).to_be_checked()
    for question in QUESTIONS:
        tab_to(page, f"#{question}")
        page.keyboard.type(f"About {question}")
    tab_to(page, "input[name=level]")
    page.keyboard.press("Space")
    expect(level(page, 1)).to_be_checked()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(level(page, 4)).to_be_checked()
    expect(save(page)).to_be_enabled()
    tab_to(page, "#save")
    page.keyboard.press("Enter")

    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("link", name="Next: ")).to_be_focused()
    assert page.locator(":focus").evaluate(SHOWS_FOCUS)
    for _ in range(4):
        page.keyboard.press("Tab")
        inside = page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
        assert inside, "the focus stays in the dialog"
    page.keyboard.press("Escape")
    expect(page.locator(".answer").first).to_have_text("About liked")
    wait_live(page)

    tab_to(page, "a[data-input=edit]")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Save changes")).to_be_visible()
    page.go_back()
    # The editor, which is left, is live, too.
    expect(page.locator(".answer").first).to_be_visible()
    wait_live(page)
    tab_to(page, "summary")
    page.keyboard.press("Enter")
    tab_to(page, ".menu button")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".answer").first).to_have_text("About liked")

    page.evaluate("document.activeElement.blur()")
    tab_to(page, "a.back", backwards=page.locator("a.back").count() == 0)
    page.keyboard.press("Enter")
    expect(card(page, int(goal))).to_contain_text("See the review")
    wait_live(page)
    tab_to(page, ".filters a[href$='show=waiting']")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("show=waiting$"))
    expect(cards(page).nth(9)).to_be_visible()
    wait_live(page)
    tab_to(page, ".owner", backwards=True)
    page.keyboard.press("Enter")
    tab_to(page, "a[href='/logout']")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Sign out for good?")).to_be_focused()
    tab_to(page, "form[action='/logout'] button")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))


def test_the_first_tab_stop_skips_to_the_content(page, account):
    open_list(page)
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to content")
    expect(page.locator(":focus")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_the_list_grows_for_who_tabs_through_it(page, account):
    open_list(page)
    tab_to(page, f"#goal-{account.goals[-1]} a")
    has_grown_to(page, 20)
    tab_to(page, "li.card:nth-child(12) a")


# ---- Without a script ------------------------------------------------------------------------------------------------


@pytest.fixture
def plain(browse, account) -> Page:
    return browse(account, java_script_enabled=False).new_page()


def test_without_a_script_the_whole_job_is_done_by_links_and_forms(browse):
    page = browse(java_script_enabled=False).new_page()
    page.goto("/")
    page.get_by_role("button", name="Try it with sample goals").click()
    expect(count_line(page)).to_have_text("You can write 13 goal reviews!")

    page.get_by_role("link", name="Write a review").first.click()
    for question in QUESTIONS:
        page.locator(f"#{question}").fill(f"About {question}")
    level(page, 4).check()
    page.get_by_role("button", name="Save review").click()
    expect(page.locator(".answer")).to_have_text([f"About {question}" for question in QUESTIONS])

    page.get_by_role("link", name="Edit").click()
    expect(page.locator("#liked")).to_have_value("About liked")
    expect(level(page, 4)).to_be_checked()
    page.locator("#liked").fill("Edited")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".answer").first).to_have_text("Edited")

    delete_review(page)
    expect(page.locator(".notice").get_by_text("You deleted this review.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".answer").first).to_have_text("Edited")

    page.get_by_role("link", name="Completed goals").click()
    expect(count_line(page)).to_have_text("You can write 12 goal reviews!")
    page.get_by_role("button", name="Refresh").click()
    expect(page).to_have_url(re.compile("input=refresh$"))
    expect(cards(page)).to_have_count(10)
    sign_out(page)
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))


def test_without_a_script_an_undo_is_offered_on_the_page_itself_too(plain, account):
    goal = account.reviewed[0]
    plain.goto(f"/goals/{goal}/review")
    text = plain.locator(".answer").first.inner_text()
    delete_review(plain)
    expect(plain.get_by_role("button", name="Undo")).to_be_visible()
    plain.goto(f"/goals/{goal}/review")
    expect(plain.locator(".notice").get_by_text("You deleted this review.")).to_be_visible()
    plain.get_by_role("button", name="Undo").click()
    expect(plain.locator(".answer").first).to_have_text(text)
    plain.reload()
    expect(plain.locator(".answer").first).to_have_text(text)


def test_without_a_script_errors_stand_at_their_fields_and_the_text_is_kept(plain, account, watch):
    watch.expect("status of 422")
    plain.goto(f"/goals/{account.unreviewed[0]}/review")
    plain.locator("#liked").fill("x" * 501)
    plain.locator("#lacked").fill("Line one\nline two")
    plain.get_by_role("button", name="Save review").click()
    expect(plain.locator("#liked-error")).to_contain_text("shorten it by 1")
    expect(plain.locator("#level-error")).to_contain_text("choose how fulfilling")
    expect(plain.get_by_role("alert", name="Please fix 2 things")).to_be_visible()
    expect(plain.locator("#liked")).to_have_value("x" * 501)
    expect(plain.locator("#lacked")).to_have_value("Line one\nline two")
    plain.locator("#liked").fill("Short")
    plain.locator("#learned").fill("Something")
    plain.locator("#longedFor").fill("More")
    level(plain, 2).check()
    plain.get_by_role("button", name="Save review").click()
    expect(plain.locator(".answer").nth(1)).to_have_text("Line one\nline two")


def test_without_a_script_the_summary_leads_to_the_fields(plain, account, watch):
    watch.expect("status of 422")
    plain.goto(f"/goals/{account.unreviewed[0]}/review")
    plain.get_by_role("button", name="Save review").click()
    plain.get_by_role("alert", name="Please fix 2 things").get_by_role("link").first.click()
    expect(plain).to_have_url(re.compile("#level$"))
    plain.get_by_role("alert", name="Please fix 2 things").get_by_role("link").nth(1).click()
    expect(plain).to_have_url(re.compile("#liked$"))


def test_without_a_script_the_style_can_be_changed(plain, account):
    plain.goto(f"/goals/{account.unreviewed[0]}/review")
    style(plain, "free").check()
    plain.locator("#text").fill("Plainly")
    level(plain, 3).check()
    plain.get_by_role("button", name="Save review").click()
    expect(plain.locator(".answer")).to_have_text(["Plainly"])


def test_without_a_script_links_page_through_the_list(plain, account):
    plain.goto("/goals/completed")
    expect(cards(plain)).to_have_count(10)
    for number in (10, 7):
        more = plain.get_by_role("link", name="Show more")
        address = more.get_attribute("href")
        more.click()
        # The page before it may have as many rows.
        expect(plain).to_have_url(account.server.url + address)
        expect(cards(plain)).to_have_count(number)
    expect(plain.get_by_text("That’s all of them")).to_be_visible()
    expect(plain.get_by_role("link", name="Show more")).to_have_count(0)


def test_without_a_script_the_list_is_filtered_and_paged_by_links(plain, account):
    plain.goto("/goals/completed")
    plain.get_by_role("link", name="To review").click()
    expect(plain).to_have_url(re.compile(r"\?show=waiting$"))
    expect(cards(plain)).to_have_count(10)
    plain.get_by_role("link", name="Show more").click()
    expect(plain).to_have_url(re.compile(r"\?show=waiting&after=\d+$"))
    expect(cards(plain)).to_have_count(3)
    expect(cards(plain).filter(has_text="See the review")).to_have_count(0)
    expect(plain.locator(".filters [aria-current=page]")).to_have_text("To review 13")
    expect(plain.locator(".month").first).to_be_visible()
    plain.get_by_role("link", name="Back to the newest").first.click()
    expect(plain).to_have_url(re.compile(r"\?show=waiting$"))
    expect(cards(plain)).to_have_count(10)


def test_without_a_script_who_saves_twice_sees_the_saved_review_and_the_own_text(browse, account, watch):
    watch.expect("status of 409")
    context = browse(account, java_script_enabled=False)
    goal = account.unreviewed[0]
    one, two = context.new_page(), context.new_page()
    for page in (one, two):
        page.goto(f"/goals/{goal}/review")
        style(page, "free").check()
        level(page, 3).check()
    one.locator("#text").fill("First")
    two.locator("#text").fill("Second")
    one.get_by_role("button", name="Save review").click()
    expect(one.locator(".answer")).to_have_text(["First"])
    two.get_by_role("button", name="Save review").click()
    expect(two.locator('[data-output="failAlert"]')).to_contain_text("has a review already")
    expect(two.locator(".answer")).to_have_text(["First"])
    expect(two.locator("#text")).to_have_value("Second")
    assert answers(account.get(f"/goals/{goal}/review").text) == ["First"]


# ---- Phone, languages, motion ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("width", [320, 768])
def test_no_page_scrolls_sideways(browse, server, watch, language, width):
    watch.expect("status of (404|422)")
    account = server.account(language)
    page = browse(account, viewport={"width": width, "height": 700}).new_page()
    goal = account.unreviewed[0]
    account.review(account.unreviewed[1], {"style": "free", "text": "W" * 2500 + " " + "가" * 400})
    for path in ("/", "/goals/completed", f"/goals/{goal}/review", f"/goals/{account.unreviewed[1]}/review", f"/goals/{account.reviewed[0]}/review",
                 f"/goals/{account.reviewed[0]}/review?edit=1", "/nothing"):  # fmt: skip
        page.goto(path)
        expect_no_sideways_scrolling(page)
        # A bar that scrolls within itself hides what is at its end.
        assert page.locator(".filter").evaluate_all("bars => bars.every((bar) => bar.scrollWidth <= bar.clientWidth)"), path
    open_editor(page, goal)
    page.locator("#liked").fill("x" * 4000)
    expect(page.locator("#liked-error")).not_to_be_empty()
    expect_no_sideways_scrolling(page)
    write_free(page)
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect_no_sideways_scrolling(page)


def test_what_one_taps_on_a_phone_is_large_enough(browse, account):
    """At least 24 by 24 pixels, as WCAG 2.2 asks (2.5.8), for everything that can be tapped."""
    page = browse(account, viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    for path in ("/", "/goals/completed", f"/goals/{account.unreviewed[0]}/review", f"/goals/{account.reviewed[0]}/review"):
        page.goto(path)
        small = page.locator("a, button, summary, input:not([type=hidden]), textarea").evaluate_all(
            """all => all.filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.matches('.skip'))
              .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()]).filter(([, r]) => r.width < 24 || r.height < 24)"""
        )
        assert small == [], path


KOREAN = re.compile("[가-힣]")
# Words of both languages that stay as they are.
NAMES = re.compile(r"\b(km|SQL|PT|CPR|TV|UX|API|A4|OPIc|TOEIC|JLPT|N[1-5]|kg)\b", re.I)


def test_the_korean_pages_are_korean(browse, server):
    account = server.account("ko")
    page = browse(account).new_page()
    open_list(page)
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(count_line(page)).to_have_text("총 13개의 목표 회고를 작성할 수 있어요!")
    expect(count_line(page).locator("em")).to_have_text("총 13개의 목표 회고")
    expect(page.get_by_role("link", name="회고 쓰기").first).to_be_visible()
    follow(page, page.get_by_role("link", name="회고 쓰기").first, r"/review$")
    write_free(page, "좋은 한 해였어요")
    expect(page.locator("#text-count")).to_have_text("9 / 3,000자")
    page.get_by_role("button", name="회고 저장").click()
    dialog = page.get_by_role("dialog", name="회고를 저장했어요")
    expect(dialog).to_contain_text("회고를 기다리는 목표가 12개 남았어요.")
    dialog.get_by_role("link", name="목록으로 돌아가기").click()
    expect(count_line(page)).to_have_text("총 12개의 목표 회고를 작성할 수 있어요!")


@pytest.mark.parametrize("path", ["/", "/goals/completed", "write", "view", "edit", "/nothing"])
def test_no_language_leaks_into_the_other(server, path):
    for language in ("en", "ko"):
        account = server.account(language)
        address = {"write": f"/goals/{account.unreviewed[0]}/review", "view": f"/goals/{account.reviewed[0]}/review", "edit": f"/goals/{account.reviewed[0]}/review?edit=1"}.get(path, path)
        # A language is named in itself.
        page = re.sub(r'<button[^>]* lang="\w+".*?</button>', "", account.get(address).text)
        text = re.sub(r"<[^>]+>", " ", page)
        labels = " ".join(re.findall(r'aria-label="([^"]*)"', page))
        if language == "en":
            assert not KOREAN.search(text + labels)
        else:
            assert not re.findall(r"[A-Za-z]{3,}", NAMES.sub("", text + labels))


def test_reduced_motion_stands_still(browse, account):
    page = browse(account, reduced_motion="reduce").new_page()
    open_list(page)
    account.review(account.unreviewed[0])
    expect(card(page, account.unreviewed[0])).to_contain_text("See the review")
    assert page.evaluate("document.getAnimations().length") == 0
    moving = page.locator("*").evaluate_all(
        "all => all.filter(e => getComputedStyle(e).animationName !== 'none' || (getComputedStyle(e).transitionDuration !== '0s' && getComputedStyle(e).transitionProperty !== 'none')).map(e => e.tagName + '.' + e.className)"
    )
    assert [m for m in moving] == []


def test_a_changed_card_is_seen_to_change(page, account):
    open_list(page)
    account.review(account.unreviewed[0])
    expect(card(page, account.unreviewed[0])).to_have_class(re.compile("changed"))


# ---- Screen readers --------------------------------------------------------------------------------------------------


def test_the_page_tells_a_screen_reader_what_is_what(page, account):
    open_list(page)
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Completed goals")
    expect(page.get_by_role("listitem").and_(cards(page)).nth(9)).to_be_attached()
    expect(count_line(page)).to_have_attribute("aria-live", "polite")
    title = card(page, account.unreviewed[0]).get_by_role("heading", level=3).inner_text()
    expect(page.get_by_role("link", name=f"{title} Write a review Sample", exact=True)).to_be_visible()
    expect(card(page, account.goals[0]).get_by_role("img")).to_have_accessible_name(re.compile("jewel$"))


def test_the_editor_tells_a_screen_reader_what_is_what(page, account):
    open_editor(page, account.unreviewed[0])
    expect(page.get_by_role("group", name="How would you like to look back?").get_by_role("radio")).to_have_count(2)
    levels = page.get_by_role("group", name="How fulfilling was it?")
    expect(levels.get_by_role("radio")).to_have_count(5)
    expect(levels.get_by_role("radio", name="Rewarding")).to_have_attribute("value", "4")
    field = page.get_by_role("textbox", name="Liked", exact=True)
    expect(field).to_have_accessible_description(re.compile("What went well, or felt good\\?.*0 / 500"))
    field.fill("x" * 501)
    expect(field).to_have_accessible_description(re.compile("Please shorten it by 1"))


# ---- axe -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("language", "viewport"), [("en", {"width": 1280, "height": 900}), ("ko", PHONE)])
def test_axe_finds_no_violation_on_any_page_or_state(browse, server, watch, check_axe, scheme, language, viewport):
    watch.expect("status of (404|403|413|400|422)")
    account = server.account(language)
    page = browse(account, color_scheme=scheme, viewport=viewport, reduced_motion="reduce").new_page()
    goal, reviewed = account.unreviewed[0], account.reviewed[0]

    page.goto("/")
    check_axe(page, "home")
    page.goto("/nothing")
    check_axe(page, "404")
    page.goto("/logout")
    expect(page.locator(".danger")).to_be_visible()
    check_axe(page, "asked before signing out")
    page.goto("/demo")
    expect(page.locator(".danger")).to_be_visible()
    check_axe(page, "asked before a new demo account")
    open_list(page)
    check_axe(page, "list")
    grow_to(page, 20)
    grow_to(page, 27)
    expect(page.locator(".end")).to_be_visible()
    check_axe(page, "list's end")
    open_live(page, "/goals/completed?show=reviewed")
    check_axe(page, "reviewed goals")

    open_editor(page, goal)
    check_axe(page, "editor")
    page.locator("#liked").fill("x" * 501)
    expect(page.locator("#liked-error")).not_to_be_empty()
    check_axe(page, "editor with a text that is too long")
    write_free(page)
    expect(save(page)).to_be_enabled()
    expect(save_state(page)).to_have_text(re.compile("Draft saved|초안 저장됨"))
    check_axe(page, "editor, ready to save")
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    check_axe(page, "saved")
    page.get_by_role("dialog").locator("a.quiet").last.click()
    expect(page.locator(".answer")).to_be_visible()
    wait_live(page)
    check_axe(page, "viewer, free")
    open_live(page, f"/goals/{reviewed}/review")
    check_axe(page, "viewer")
    page.locator("main summary").click()
    check_axe(page, "viewer with its menu")
    page.locator(".menu button").click()
    expect(page.locator('form[data-input="undo"] button')).to_be_visible()
    check_axe(page, "deleted")
    page.goto(f"/goals/{reviewed}/review")
    check_axe(page, "deleted, loaded again")

    # The page before its script has come: a plain post. (axe itself needs scripts.)
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(f"/goals/{account.unreviewed[1]}/review")
    page.locator("#save").click()
    expect(page.locator(".notice.alert")).to_be_visible()
    check_axe(page, "editor with all errors")


def test_without_a_script_a_save_is_confirmed_once(plain, account):
    plain.goto(f"/goals/{account.unreviewed[0]}/review")
    for question in QUESTIONS:
        plain.locator(f"#{question}").fill(f"About {question}")
    level(plain, 4).check()
    plain.get_by_role("button", name="Save review").click()
    expect(plain.get_by_text("Your review is saved")).to_be_visible()
    expect(plain.get_by_role("link", name="Back to the list")).to_be_visible()
    next_one = plain.get_by_role("link", name="Next: ")
    address = next_one.get_attribute("href")
    plain.reload()
    expect(plain.locator(".answer").first).to_have_text("About liked")
    expect(plain.get_by_text("Your review is saved")).to_have_count(0)
    expect(next_one).to_have_count(0)
    plain.goto(address)
    expect(plain.get_by_role("button", name="Save review")).to_be_visible()
