"""What one does with an account: getting in and out, its settings, its devices, its end. With and without a script."""

import json
import re
import sqlite3
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from browsing import SCRIPT_WAYS, card, expect_no_sideways_scrolling, fill_in, level, new_address, open_editor, open_list, owner, save_state, sign_in, style, wait_live
from playwright.sync_api import BrowserContext, Locator, Page, expect
from support import FAMILY, PASSWORD, PATIENCE, link_in

OTHER = "under 7 bridges"
NASTY = f"<i>O'Neil & \"Söhne\"</i> {FAMILY}"
SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
# Not each language in each way: to hash a password takes its time.
BOTH = pytest.mark.parametrize(("language", "script"), [("en", True), ("ko", False)], ids=["en-script", "ko-no-script"])
LANGUAGE = pytest.mark.parametrize("language", ["en", "ko"])
WORDS = {
    "en": {
        "wrong": "Wrong email or password.", "not yours": "This is not your password.", "missing": "Please enter your password.",
        "back": "continue where you left off", "send": "Send it now", "signed out": "Sign out", "saved": "Settings saved",
        "unknown zone": "Please choose one of the list.", "deleted": "The account is deleted", "changed": "Your password has been changed", "reset": "Hindsight: Set a new password",
    },
    "ko": {
        "wrong": "이메일이나 비밀번호가 맞지 않아요.", "not yours": "비밀번호가 맞지 않아요.", "missing": "비밀번호를 적어 주세요.",
        "back": "보던 화면으로 돌아가요", "send": "이어서 보내기", "signed out": "로그아웃", "saved": "설정을 저장했어요.",
        "unknown zone": "목록에 있는 것을 골라 주세요.", "deleted": "계정과 그 안의 모든 것을 삭제했어요", "changed": "비밀번호를 바꿨고", "reset": "하인드사이트: 비밀번호를 다시 정하는 링크",
    },
}  # fmt: skip


def notice(page: Page) -> Locator:
    return page.locator("main .notice.done")


def session_cookie(context: BrowserContext) -> dict:
    return next(cookie for cookie in context.cookies() if cookie["name"] == "hindsight")


def is_signed_out(page: Page) -> None:
    expect(page.get_by_role("banner").locator("a[href='/login']")).to_be_visible()


# ---- In and out ------------------------------------------------------------------------------------------------------


@BOTH
def test_one_signs_in_and_out(browse, server, watch, check_axe, language, script):
    watch.expect("status of 422")
    words, member = WORDS[language], server.member(language)
    context = browse(language=language, java_script_enabled=script, color_scheme="dark")
    page = context.new_page()
    page.goto("/login")
    if script:
        check_axe(page, "login")
    page.locator("#submit").click()
    expect(page.locator("#email-error")).not_to_be_empty()
    expect(page.locator("#password-error")).to_have_text(words["missing"])
    if script:
        check_axe(page, "login, empty")
    # Nobody learns whether there is such an account.
    for address, password in [(member.email, "not the one"), ("nobody@example.com", PASSWORD)]:
        sign_in(page, address, password)
        expect(page.locator("#password-error")).to_have_text(words["wrong"])
        expect(page.locator("#email")).to_have_value(address)
        expect(page.locator("#password")).to_have_value("")
        assert password not in page.content()
    if script:
        check_axe(page, "login, wrong")
    sign_in(page, member.email.upper())
    expect(page).to_have_url(re.compile("/today$"))
    expect(owner(page)).to_have_text(member.email.split("@")[0])
    page.locator(".places a[href='/goals/active']").click()
    page.locator("#to-completed").click()
    expect(card(page, member.goals[0])).to_be_visible()
    # An account can be come back to: nobody is asked.
    owner(page).click()
    page.get_by_role("banner").get_by_role("button", name=words["signed out"]).click()
    expect(page).to_have_url(re.compile(r"//[^/]+/$"))
    is_signed_out(page)
    page.goto("/goals/completed")
    expect(page).to_have_url(re.compile("/login"))


@pytest.mark.parametrize(("remembered", "days"), [(True, 180), (False, None)])
def test_a_browser_stays_signed_in_if_it_is_told_to(browse, server, remembered, days):
    member = server.member()
    context = browse()
    page = context.new_page()
    page.goto("/login")
    page.locator("#remember").set_checked(remembered)
    sign_in(page, member.email)
    expect(owner(page)).to_be_visible()
    cookie = session_cookie(context)
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")
    if days is None:
        assert cookie["expires"] == -1, "it goes with the browser"
    else:
        left = timedelta(seconds=cookie["expires"] - datetime.now(UTC).timestamp())
        assert timedelta(days=days - 1) < left <= timedelta(days=days)
    # Whether copies of lists may be kept is told to the script.
    keeps = [cookie for cookie in context.cookies() if cookie["name"] == "keep"]
    assert [(cookie["value"], cookie["httpOnly"]) for cookie in keeps] == [("1", False)] * remembered
    owner(page).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/$"))
    assert not [cookie for cookie in context.cookies() if cookie["name"] == "keep"]


def test_by_the_keyboard_one_signs_in_and_can_look_at_the_password(browse, server):
    member = server.member()
    page = browse().new_page()
    page.goto("/login")
    page.locator("#email").focus()
    page.keyboard.type(member.email)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Show password")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#password")).to_have_attribute("type", "text")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(owner(page)).to_be_visible()


@SCRIPT
def test_who_tries_too_often_is_told_how_long_to_wait(browse, server, watch, check_axe, script):
    watch.expect("status of (422|429)")
    member = server.member()
    page = browse(java_script_enabled=script, extra_http_headers={"X-Forwarded-For": f"198.51.100.{script + 1}"}).new_page()
    page.goto("/login")
    for _ in range(6):
        # What the last answer said still stands on the page until the next one comes.
        with page.expect_navigation():
            sign_in(page, member.email, "not the one")
        expect(page.locator("#errors-summary, #alert")).to_be_visible()
    expect(page.locator("#alert")).to_have_text(re.compile(r"^That was tried too often\. Please try again in \d+ seconds?\.$"))
    expect(page.locator("#email")).to_have_value(member.email)
    if script:
        check_axe(page, "login, too often")


def test_signed_in_is_not_asked_to_sign_in_again(browse, server):
    page = browse(server.member()).new_page()
    for path, there in [("/login", "/today"), ("/login?next=/settings", "/settings"), ("/login?next=//example.com/", "/today")]:
        page.goto(path)
        assert page.url == server.url + there


# ---- A login that is over --------------------------------------------------------------------------------------------


@LANGUAGE
def test_an_open_page_leads_to_signing_in_and_back_with_what_was_typed(browse, server, watch, language):
    watch.expect("status of (401|410)")
    words, member = WORDS[language], server.member(language)
    goal = member.unreviewed[0]
    page = browse(member).new_page()
    open_editor(page, goal)
    page.locator("#liked").fill("Half a thought")
    expect(save_state(page)).to_have_text(re.compile("Draft saved|초안 저장됨"))

    other = browse(language=language).new_page()
    other.goto("/login?next=/settings")
    sign_in(other, member.email)
    other.get_by_role("button", name=re.compile("everywhere else|다른 기기에서 모두")).click()
    expect(notice(other)).to_be_visible()

    expect(page).to_have_url(re.compile("/login"))
    expect(page.locator(".lead")).to_contain_text(words["back"])
    sign_in(page, member.email)
    expect(page).to_have_url(server.url + f"/goals/{goal}/review")
    expect(page.locator("#liked")).to_have_value("Half a thought")
    wait_live(page)


@LANGUAGE
def test_without_a_script_what_was_sent_waits_for_signing_in(browse, server, watch, language):
    watch.expect("status of (401|422)")
    words, member = WORDS[language], server.member(language)
    goal = member.unreviewed[0]
    page = browse(language=language, java_script_enabled=False).new_page()
    page.goto(f"/login?next=/goals/{goal}/review")
    sign_in(page, member.email)
    text = f"Line one\nline two {FAMILY} <b>\"'&"
    style(page, "free").check()
    level(page, 4).check()
    page.locator("#text").fill(text)
    assert member.post("/settings", {"value": "everywhere"}).status_code == 303
    page.locator("#save").click()
    expect(page.locator("#password")).to_be_visible()
    sign_in(page, member.email, "not the one")
    expect(page.locator("#password-error")).to_have_text(words["wrong"])
    sign_in(page, member.email)
    page.get_by_role("button", name=words["send"]).click()
    expect(page).to_have_url(server.url + f"/goals/{goal}/review")
    assert page.locator(".answer").inner_text() == text
    page.goto(f"/goals/{goal}/review")
    assert page.locator(".answer").inner_text() == text


@pytest.mark.parametrize(("language", "kind"), [("en", "member"), ("ko", "account")], ids=["member-en", "demo-ko"])
def test_the_settings_are_found_at_every_width(browse, server, check_axe, language, kind):
    """V4: in a demo account and in one's own, and the header is one row, whose places lie below on a phone."""
    words = {"en": "Settings", "ko": "설정"}[language]
    account = getattr(server, kind)(language)
    for width, highest in [(320, 56), (360, 56), (390, 56), (768, 68), (1280, 68)]:
        page = browse(account, viewport={"width": width, "height": 800}).new_page()
        page.goto("/goals/active")
        header = page.get_by_role("banner")
        link = header.get_by_role("link", name=words, exact=True)
        expect(link).to_be_hidden()
        owner(page).click()
        expect(link).to_be_in_viewport(ratio=1)
        # Whoever leaves the menu by the keyboard sees what has the focus.
        header.get_by_role("link" if kind == "account" else "button", name=WORDS[language]["signed out"]).focus()
        page.keyboard.press("Tab")
        expect(link).to_be_hidden()
        owner(page).click()
        for place in header.locator(".places a").all():
            expect(place).to_be_in_viewport(ratio=1)
        assert header.bounding_box()["height"] <= highest, width
        rows = header.locator(".places a").evaluate_all("all => all.map(a => a.getBoundingClientRect()).map(r => [r.top, r.height])")
        assert len({tuple(row) for row in rows}) == 1 and rows[0][1] <= 56, "the places stand in one row"
        expect_no_sideways_scrolling(page)
        link.click()
        expect(page).to_have_url(re.compile("/settings$"))
        expect(page.get_by_role("heading", level=1)).to_have_text(words)
        owner(page).click()
        expect(header.get_by_role("link", name=words, exact=True)).to_have_attribute("aria-current", "true")
        check_axe(page, f"settings at {width}")


# ---- Settings --------------------------------------------------------------------------------------------------------


@SCRIPT
def test_what_is_chosen_holds_on_every_page(browse, server, watch, check_axe, script):
    watch.expect("status of 422")
    member = server.member()
    page = browse(member, java_script_enabled=script, timezone_id="Asia/Seoul").new_page()
    page.goto("/settings")
    if script:
        check_axe(page, "settings")
        # The browser's own zone is offered on top.
        expect(page.locator("#timeZone optgroup").first).to_have_attribute("label", "This device")
        assert page.locator("#timeZone option").first.evaluate("option => [option.value, option.text]") == ["Asia/Seoul", "Asia / Seoul"]
    page.locator("#displayName").fill(NASTY)
    page.locator("#language").select_option("ko")
    page.locator("#theme").select_option("dark")
    page.locator("#timeZone").select_option("Pacific/Kiritimati")
    page.locator("#weekStart").select_option("saturday")
    page.locator("#submit").click()
    expect(notice(page)).to_have_text(WORDS["ko"]["saved"])
    expect(owner(page)).to_have_text(NASTY)
    for field, value in [("displayName", NASTY), ("language", "ko"), ("theme", "dark"), ("timeZone", "Pacific/Kiritimati"), ("weekStart", "saturday")]:
        expect(page.locator(f"#{field}")).to_have_value(value)
    page.goto("/goals/completed")
    expect(page.locator("html")).to_have_attribute("lang", "ko")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    # Another day than in most of the world.
    page.goto("/settings/activity")
    now = datetime.now(ZoneInfo("Pacific/Kiritimati"))
    expect(page.locator(".log time").first).to_contain_text(f"{now.month}월 {now.day}일")
    if script:
        check_axe(page, "activity, in Korean")
    page.goto("/settings")
    page.locator("#displayName").fill("x" * 41)
    page.locator("#submit").click()
    expect(page.locator("#displayName-error")).not_to_be_empty()
    expect(page.locator("#displayName")).to_have_value("x" * 41)


def test_a_setting_that_there_is_not_is_refused(browse, server, watch):
    watch.expect("status of 422")
    page = browse(server.member()).new_page()
    page.goto("/settings")
    page.locator("#timeZone option").nth(5).evaluate("option => option.value = 'Nowhere/Land'")
    page.locator("#timeZone").select_option("Nowhere/Land")
    page.locator("#submit").click()
    expect(page.locator("#timeZone-error")).to_have_text(WORDS["en"]["unknown zone"])


def test_signing_out_another_device_ends_its_open_page_at_once(browse, server, watch, check_axe):
    watch.expect("status of (401|410)")
    member = server.member()
    phone = browse(user_agent="Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1").new_page()
    phone.goto("/login")
    sign_in(phone, member.email)
    expect(owner(phone)).to_be_visible()
    open_list(phone)
    page = browse(member).new_page()
    page.goto("/settings")
    check_axe(page, "settings, two devices")
    row = page.get_by_role("listitem").filter(has_text="iPhone")
    expect(row).to_have_count(1)
    row.get_by_role("button").click()
    expect(notice(page)).to_have_text("Signed out on 1 device")
    expect(phone).to_have_url(re.compile("/login"))
    expect(page.get_by_role("listitem").filter(has_text="iPhone")).to_have_count(0)
    open_list(page)
    page.goto("/settings/activity")
    expect(page.locator(".log tbody tr").first).to_contain_text("Signed out on other devices")
    check_axe(page, "activity")


@SCRIPT
def test_the_password_is_changed(browse, server, watch, check_axe, script):
    watch.expect("status of (401|410|422)")
    member = server.member()
    elsewhere = browse(member).new_page()
    page = browse(java_script_enabled=script).new_page()
    page.goto("/login?next=/settings/password")
    sign_in(page, member.email)
    open_list(elsewhere)
    if script:
        check_axe(page, "change of password")
    page.locator("#password").fill("not the one")
    page.locator("#newPassword").fill(OTHER)
    page.locator("#submit").click()
    expect(page.locator("#password-error")).to_have_text(WORDS["en"]["not yours"])
    page.locator("#password").fill(PASSWORD)
    page.locator("#newPassword").fill("12345678")
    page.locator("#submit").click()
    expect(page.locator("#newPassword-error")).to_contain_text("in order are easy to guess")
    page.locator("#password").fill(PASSWORD)
    page.locator("#newPassword").fill(OTHER)
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/settings$"))
    expect(notice(page)).to_contain_text(WORDS["en"]["changed"])
    expect(elsewhere).to_have_url(re.compile("/login"))
    sign_in(elsewhere, member.email, OTHER)
    expect(owner(elsewhere)).to_be_visible()


def test_without_mail_the_address_is_changed_at_once(browse, server, watch):
    watch.expect("status of 422")
    member, taken = server.member(), server.member()
    page = browse(member).new_page()
    page.goto("/settings/email")
    sign_in(page, taken.email)
    expect(page.locator("#email-error")).to_contain_text("There is an account with this email")
    sign_in(page, f"new-{member.email}")
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_text(f"new-{member.email}", exact=True)).to_be_visible()
    page.goto("/settings/activity")
    expect(page.locator(".log tbody tr").first).to_contain_text("Email changed")


def test_everything_can_be_downloaded(browse, server):
    member = server.member()
    page = browse(member).new_page()
    page.goto("/settings")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download", exact=True).click()
    assert download.value.suggested_filename.endswith(".json")
    json.loads(download.value.path().read_text())
    assert member.get("/settings/export").status_code == 200


@BOTH
def test_an_account_is_deleted_with_all_that_is_in_it(browse, server, watch, check_axe, language, script):
    watch.expect("status of (401|404|410|422)")
    words, member = WORDS[language], server.member(language)
    elsewhere = browse(member).new_page()
    open_list(elsewhere)
    page = browse(language=language, java_script_enabled=script).new_page()
    page.goto("/login?next=/settings")
    sign_in(page, member.email)
    page.locator(".danger-zone a").click()
    expect(page.locator(".lead")).to_contain_text("33")
    if script:
        check_axe(page, "deletion")
    page.locator("#password").fill("not the one")
    page.locator("#submit").click()
    expect(page.locator("#password-error")).to_have_text(words["not yours"])
    page.locator("#password").fill(PASSWORD)
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/login$"))
    expect(notice(page)).to_contain_text(words["deleted"])
    is_signed_out(page)
    expect(elsewhere).to_have_url(re.compile("/login"))
    is_signed_out(elsewhere)
    sign_in(page, member.email)
    expect(page.locator("#password-error")).to_have_text(words["wrong"])
    with sqlite3.connect(server.database, timeout=PATIENCE) as database:
        marks = ", ".join("?" * len(member.goals))
        # The upkeep removes the rows later.
        left = f"SELECT count(*) FROM goal JOIN account ON account.id = ownerID WHERE goal.id IN ({marks}) AND closedAt IS NULL"
        assert database.execute(left, member.goals).fetchone() == (0,)
    database.close()


def test_a_demo_is_asked_to_sign_up_where_an_account_is_needed(browse, account, check_axe):
    page = browse(account).new_page()
    page.goto("/settings")
    check_axe(page, "settings of a demo")
    expect(page.locator(".danger-zone")).to_have_count(0)
    for path in ["/settings/password", "/settings/email", "/settings/delete"]:
        page.goto(path)
        expect(page).to_have_url(re.compile("/register$"))
    page.goto("/login")
    expect(page.locator(".form-main .notice")).to_contain_text("You are in a demo account.")
    check_axe(page, "login, with a demo")


# ---- By mail ---------------------------------------------------------------------------------------------------------


def confirmed(browse, server, language: str = "en", **options) -> tuple[Page, str]:
    """A new account of a server that sends mail, signed in, and its address."""
    page, address = browse(at=server, language=language, **options).new_page(), new_address()
    page.goto("/register")
    fill_in(page, address)
    page.locator("#submit").click()
    page.goto(link_in(server.mails.to(address)))
    page.locator("#password").fill(PASSWORD)
    page.locator("#submit").click()
    expect(owner(page)).to_be_visible()
    return page, address


@SCRIPT_WAYS
def test_a_forgotten_password_is_set_by_the_link_of_a_mail(browse, mail_server, check_axe, watch, language, script):
    watch.expect("status of (401|410|422)")
    words = WORDS[language]
    elsewhere, address = confirmed(browse, mail_server, language)
    open_list(elsewhere)
    page = browse(at=mail_server, language=language, java_script_enabled=script).new_page()
    page.goto("/login")
    page.locator("a[href='/reset']").click()
    expect(page).to_have_url(re.compile("/reset$"))
    if script:
        check_axe(page, "reset")
    # An address without an account is answered in the same way. It is a new one, as each has few mails an hour.
    for mailbox in [new_address(), address]:
        page.goto("/reset")
        page.locator("#email").fill(mailbox)
        page.locator("#submit").click()
        expect(page.locator(".sent")).to_contain_text(mailbox)
    if script:
        check_axe(page, "reset, mailed")
    mail = mail_server.mails.to(address)
    assert mail["Subject"] == words["reset"]
    link = link_in(mail)
    page.goto(link)
    if script:
        check_axe(page, "new password")
    page.locator("#newPassword").fill("12345678")
    page.locator("#submit").click()
    expect(page.locator("#newPassword-error")).not_to_be_empty()
    page.locator("#newPassword").fill(OTHER)
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/today$"))
    expect(notice(page)).to_contain_text(words["changed"])
    expect(owner(page)).to_have_text(address.split("@")[0])
    expect(elsewhere).to_have_url(re.compile("/login"))
    assert mail_server.mails.to(address)["Subject"] != words["reset"]
    # It was good for one time.
    page.goto(link)
    expect(page.locator("#newPassword")).to_have_count(0)
    expect(page.get_by_role("main").locator("a.button")).to_have_attribute("href", "/reset")


@SCRIPT
def test_another_address_is_confirmed_by_the_link_of_a_mail(browse, mail_server, check_axe, script):
    page, address = confirmed(browse, mail_server, java_script_enabled=script)
    page.goto("/settings/email")
    if script:
        check_axe(page, "change of email")
    sign_in(page, f"new-{address}")
    expect(page.locator(".sent")).to_contain_text(f"new-{address}")
    page.goto("/settings")
    expect(page.get_by_text(address, exact=True)).to_be_visible()
    page.goto(link_in(mail_server.mails.to(f"new-{address}")))
    if script:
        check_axe(page, "another email, to be confirmed")
    page.locator("#submit").click()
    expect(page).to_have_url(re.compile("/settings$"))
    expect(page.get_by_text(f"new-{address}", exact=True)).to_be_visible()
    # The one who may not have wanted it hears of it.
    assert mail_server.mails.to(address)["Subject"] == "Hindsight: Your email address was changed"


def test_where_no_mail_is_sent_the_page_says_so(browse, server, check_axe):
    page = browse().new_page()
    page.goto("/reset")
    expect(page.locator(".lead")).to_contain_text("This site can’t send email")
    expect(page.locator("#submit")).to_have_count(0)
    check_axe(page, "reset, without mail")
