"""How one gets an account: from nothing or from a demo, with and without a script, with and without mail."""

import re

import pytest
from browsing import card, cards, count_line, expect_no_sideways_scrolling, fill_in, level, new_address, open_editor, open_list, open_live, owner, save_state, style, wait_live
from playwright.sync_api import Page, expect
from support import FAMILY, PASSWORD, link_in

SCHEMES = {"en": "light", "ko": "dark"}
WORDS = {
    "en": {
        "no at": "The @ is missing", "no domain": "finish the part after the @", "keys": "Keys that lie side by side", "three": "Please fix 3 things",
        "weak": "Will do", "show": "Show password", "taken": "There is an account with this email", "mailed": "We’ve sent you an email", "wrong": "not your password",
        "over": "This link has expired", "confirm": "Hindsight: Confirm your email address", "already": "Hindsight: You have an account already",
    },
    "ko": {
        "no at": "@가 없어요", "no domain": "@ 뒤를 마저", "keys": "자판에 나란히", "three": "3곳을 확인해 주세요",
        "weak": "쓸 수 있어요", "show": "비밀번호 보기", "taken": "이 이메일로 만든 계정이 이미", "mailed": "메일을 보냈어요", "wrong": "비밀번호가 맞지 않아요",
        "over": "더 이상 쓸 수 없는 링크예요", "confirm": "하인드사이트: 이메일을 확인해 주세요", "already": "하인드사이트: 이미 계정이 있어요",
    },
}  # fmt: skip


def is_in(page: Page, address: str) -> None:
    """A list of an account, with its owner's name at the top: a new one begins with its first goal."""
    expect(page).to_have_url(re.compile("/(today|goals/active|goals/completed)$"))
    expect(owner(page)).to_have_text(address.split("@")[0])
    expect(page.locator(".account .badge")).to_have_count(0)


def kept(page: Page) -> str:
    """All that the browser keeps of the page, and the page itself."""
    return page.evaluate("() => JSON.stringify([{...localStorage}, {...sessionStorage}, history.state, document.cookie])") + page.content()


# ---- The form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", WORDS)
def test_faults_are_told_and_taken_back_at_every_key(browse, check_axe, language):
    words = WORDS[language]
    page = browse(language=language, color_scheme=SCHEMES[language]).new_page()
    open_live(page, "/register")
    check_axe(page, "register")
    error = page.locator("#email-error")
    page.locator("#email").focus()
    page.keyboard.type("mina")
    expect(error).to_be_empty()
    page.keyboard.press("Tab")
    expect(error).to_contain_text(words["no at"])
    expect(page.locator("#email")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    page.keyboard.type("@")
    expect(error).to_contain_text(words["no domain"])
    page.keyboard.type("example.com")
    expect(error).to_be_empty()
    page.keyboard.press("Tab")
    page.keyboard.type("qwertyui")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=words["show"])).to_be_focused()
    expect(page.locator("#password-error")).to_contain_text(words["keys"])
    page.keyboard.press("Enter")
    expect(page.locator("#password")).to_have_attribute("type", "text")
    check_axe(page, "register with a fault, and the password shown")
    page.locator("#password").fill(PASSWORD)
    expect(page.locator("#password-foot")).to_contain_text(words["weak"])
    expect(page.locator("#password-error")).to_be_empty()
    assert PASSWORD not in kept(page)


@pytest.mark.parametrize("language", WORDS)
def test_an_empty_form_leads_to_its_faults(browse, check_axe, language):
    page = browse(language=language, color_scheme=SCHEMES[language]).new_page()
    open_live(page, "/register")
    page.locator("#submit").click()
    summary = page.locator("#errors-summary")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("heading")).to_have_text(WORDS[language]["three"])
    check_axe(page, "register with all faults")
    for field in ["email", "password", "consent"]:
        summary.locator(f"a[href='#{field}']").click()
        expect(page.locator(f"#{field}")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#consent")).to_be_checked()


@pytest.mark.parametrize("language", WORDS)
def test_without_a_script_the_same_rules_hold(browse, watch, language):
    watch.expect("status of 422")
    page = browse(language=language, java_script_enabled=False).new_page()
    page.goto("/register")
    expect(page.get_by_role("button", name=WORDS[language]["show"])).to_be_hidden()
    page.locator("#email").fill("mina@example.com")
    page.locator("#password").fill(PASSWORD)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        page.locator("#submit").click()
    assert answer.value.status == 422
    expect(page.locator("#consent-error")).not_to_be_empty()
    expect(page.locator("#email")).to_have_value("mina@example.com")
    expect(page.locator("#password")).to_have_value("")
    assert PASSWORD not in page.content()


def test_the_header_and_the_start_lead_there(browse):
    page = browse().new_page()
    page.goto("/")
    page.get_by_role("banner").get_by_role("link", name="Sign up").click()
    expect(page).to_have_url(re.compile("/register$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_have_attribute("href", "/login")


# ---- From nothing ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", WORDS)
def test_one_signs_up_from_nothing_by_the_keyboard(browse, check_axe, language):
    page = browse(language=language, timezone_id="Asia/Seoul").new_page()
    open_live(page, "/register")
    address = new_address()
    page.locator("#email").focus()
    page.keyboard.type(address)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator("#consent")).to_be_focused()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator("#submit")).to_be_focused()
    page.keyboard.press("Enter")
    is_in(page, address)
    wait_live(page)
    expect(page.locator(".empty h2")).to_be_visible()
    # Sample goals are for those who have no account: they would leave it.
    expect(page.locator(".empty a")).to_have_attribute("href", "/goals/new")
    check_axe(page, "a new account's list")
    assert PASSWORD not in kept(page)
    page.goto("/register")
    is_in(page, address)
    # Its days begin where it is.
    page.goto("/settings")
    expect(page.locator("#timeZone")).to_have_value("Asia/Seoul")


# ---- Where one is (N9) -----------------------------------------------------------------------------------------------

ZONE = {
    "en": {"hint": "dates follow UTC", "set": "Set your time zone", "first": "", "city": "Kiritimati"},
    "ko": {"hint": "날짜를 UTC 기준으로", "set": "시간대 정하기", "first": "Asia/Seoul", "city": "키리티마티"},
}


@pytest.mark.parametrize(("language", "width"), [("ko", 320), ("en", 1280)])
def test_without_a_script_one_says_where_one_is(browse, language, width):
    words = ZONE[language]
    page = browse(language=language, java_script_enabled=False, viewport={"width": width, "height": 800}).new_page()
    page.goto("/register")
    zone = page.locator("#timeZone")
    expect(zone).to_be_visible()
    expect(zone).to_have_value(words["first"])
    expect_no_sideways_scrolling(page)
    zone.select_option(label=words["city"])
    address = new_address()
    fill_in(page, address)
    page.locator("#submit").click()
    is_in(page, address)
    expect(page.get_by_text(words["hint"])).to_have_count(0)
    page.goto("/settings")
    expect(page.locator("#timeZone")).to_have_value("Pacific/Kiritimati")


@pytest.mark.parametrize("language", ZONE)
def test_without_a_script_an_unknown_zone_is_told_until_it_is_set(browse, language):
    words = ZONE[language]
    page = browse(language=language, java_script_enabled=False, viewport={"width": 360, "height": 740}).new_page()
    page.goto("/")
    page.locator("form[action='/demo'] button").click()
    for path in ("/goals/active", "/weeks", "/search"):
        page.goto(path)
        expect(page.get_by_text(words["hint"])).to_be_visible()
        expect_no_sideways_scrolling(page)
    page.get_by_role("link", name=words["set"]).click()
    expect(page).to_have_url(re.compile("/settings#timeZone$"))
    page.locator("#timeZone").select_option("Asia/Seoul")
    page.locator("#submit").click()
    expect(page.locator("#timeZone")).to_have_value("Asia/Seoul")
    page.goto("/goals/active")
    expect(page.get_by_text(words["hint"])).to_have_count(0)


def test_a_zone_that_is_not_known_is_learned_when_a_script_can_tell(browse, server):
    """Once: who signs in from elsewhere later stays where they are."""
    plain = browse(java_script_enabled=False).new_page()
    plain.goto("/register")
    address = new_address()
    fill_in(plain, address)
    plain.locator("#submit").click()
    is_in(plain, address)
    for zone in ("Asia/Seoul", "America/New_York"):
        page = browse(timezone_id=zone).new_page()
        told = []
        page.on("request", lambda request: told.append(request.url) if request.url.endswith("/choices") else None)
        page.goto("/login")
        page.locator("#email").fill(address)
        page.locator("#password").fill(PASSWORD)
        page.locator("#submit").click()
        expect(page).to_have_url(re.compile("/today$"))
        # The page that doesn't know gives way to one that does.
        expect(page.locator("[data-time-zone]")).to_have_count(0)
        expect(page.get_by_text(ZONE["en"]["hint"])).to_have_count(0)
        wait_live(page)
        assert len(told) == (1 if zone == "Asia/Seoul" else 0)
        page.goto("/settings")
        expect(page.locator("#timeZone")).to_have_value("Asia/Seoul")


@pytest.mark.parametrize("script", [True, False])
def test_who_signs_up_with_a_taken_address_is_told_to_sign_in(browse, server, watch, check_axe, script):
    watch.expect("status of 422")
    member = server.member()
    page = browse(java_script_enabled=script).new_page()
    page.goto("/register")
    if script:
        wait_live(page)
    # The same address, however it is written.
    fill_in(page, f"  {member.email.upper()} ")
    page.locator("#submit").click()
    expect(page.locator("#email-error")).to_contain_text(WORDS["en"]["taken"])
    if script:
        expect(page.locator("#errors-summary")).to_be_focused()
        check_axe(page, "a taken address")
    page.locator("#email-error a").click()
    expect(page).to_have_url(re.compile("/login$"))


def test_without_a_script_one_signs_up_from_nothing(browse):
    page = browse(language="ko", java_script_enabled=False).new_page()
    page.goto("/register")
    address = new_address()
    fill_in(page, address)
    page.locator("#submit").click()
    is_in(page, address)
    expect(page.locator(".empty a")).to_have_attribute("href", "/goals/new")


def test_who_signs_up_too_often_is_told_how_long_to_wait(browse, server, watch):
    watch.expect("status of (422|429)")
    member = server.member()
    context = browse(extra_http_headers={"X-Forwarded-For": "203.0.113.7"})
    page = context.new_page()
    open_live(page, "/register")
    answers = page.evaluate(
        """async ([address, password]) => {
          const form = new FormData(document.querySelector('.form-sheet form'));
          for (const [name, value] of [['email', address], ['password', password], ['consent', 'yes']]) form.set(name, value);
          const statuses = [];
          while (statuses.length < 40 && statuses.at(-1) !== 429) statuses.push((await fetch('/register', { method: 'POST', body: new URLSearchParams(form) })).status);
          return statuses;
        }""",
        [member.email, PASSWORD],
    )
    assert set(answers[:-1]) == {422} and answers[-1] == 429, answers
    fill_in(page, new_address())
    page.locator("#submit").click()
    expect(page.locator("#alert")).to_contain_text(re.compile(r"That was tried too often\. Please try again in \d+ (second|minute)s?\."))
    expect(page.locator("#email")).not_to_have_value("")


# ---- From a demo -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", WORDS)
def test_a_demo_becomes_the_account_with_all_that_is_in_it(browse, server, watch, check_axe, language):
    # The other tab asks for its stream as who it was.
    watch.expect("status of 410")
    demo = server.account(language)
    goal, other = demo.unreviewed[:2]
    demo.review(goal, {"style": "free", "text": f"Kept {FAMILY}"})
    context = browse(demo)
    writing, page = context.new_page(), context.new_page()
    open_editor(writing, other)
    writing.locator("#liked").fill("Half a thought")
    expect(save_state(writing)).to_have_text(re.compile("Draft saved|초안 저장됨"))

    open_list(page)
    number = count_line(page).inner_text()
    expect(page.locator(".account .badge")).to_be_visible()
    page.get_by_role("banner").locator("a[href='/register']").click()
    expect(page.locator("label[for='keep-all']")).to_contain_text("33")
    wait_live(page)
    check_axe(page, "register, from a demo")
    address = new_address()
    fill_in(page, address)
    page.locator("#keep-all").check()
    page.locator("#submit").click()
    is_in(page, address)
    wait_live(page)
    expect(count_line(page)).to_have_text(number)
    expect(card(page, goal)).to_contain_text(re.compile("See the review|회고 보기"))
    page.goto(f"/goals/{goal}/review")
    expect(page.locator(".answer")).to_have_text([f"Kept {FAMILY}"])

    # The other tab goes on where it was, as the account.
    expect(owner(writing)).to_have_text(address.split("@")[0])
    expect(writing.locator("#liked")).to_have_value("Half a thought")
    wait_live(writing)
    writing.locator("#liked").fill("A whole thought")
    expect(save_state(writing)).to_have_text(re.compile("Draft saved|초안 저장됨"))
    open_editor(page, other)
    expect(page.locator("#liked")).to_have_value("A whole thought")


def test_without_a_script_a_demo_becomes_the_account(browse, server):
    demo = server.account()
    goal = demo.unreviewed[0]
    page = browse(demo, java_script_enabled=False).new_page()
    page.goto(f"/goals/{goal}/review")
    style(page, "free").check()
    level(page, 3).check()
    page.locator("#text").fill("Kept")
    page.get_by_role("button", name="Save review").click()
    expect(page.locator(".answer")).to_have_text(["Kept"])
    page.goto("/register")
    address = new_address()
    fill_in(page, address)
    page.locator("#keep-all").check()
    page.locator("#submit").click()
    is_in(page, address)
    page.goto("/goals/completed")
    expect(cards(page)).to_have_count(10)
    page.goto(f"/goals/{goal}/review")
    expect(page.locator(".answer")).to_have_text(["Kept"])


# ---- By mail ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "script"), [("en", True), ("ko", True), ("ko", False)])
def test_an_address_is_confirmed_by_the_link_of_a_mail(browse, mail_server, watch, check_axe, language, script):
    watch.expect("status of 422")
    words = WORDS[language]
    page = browse(at=mail_server, language=language, java_script_enabled=script).new_page()
    page.goto("/register")
    if script:
        wait_live(page)
    address = new_address()
    fill_in(page, address)
    page.locator("#submit").click()
    expect(page.get_by_role("heading", name=words["mailed"])).to_be_visible()
    expect(page.locator(".sent")).to_contain_text(address)
    if script:
        expect(page.locator("#sent")).to_be_focused()
        check_axe(page, "register, mailed")
        assert PASSWORD not in kept(page)
    mail = mail_server.mails.to(address)
    assert mail["Subject"] == words["confirm"]
    assert PASSWORD not in mail.as_string()
    link = link_in(mail)
    assert link.startswith(f"{mail_server.url}/register/confirm?token=")

    page.goto(link)
    if script:
        check_axe(page, "confirm")
    page.locator("#password").fill("not the one")
    page.locator("#submit").click()
    expect(page.locator("#password-error")).to_contain_text(words["wrong"])
    page.locator("#password").fill(PASSWORD)
    page.locator("#submit").click()
    is_in(page, address)
    # Opened once more: here it leads to the account that it has made, elsewhere it is over.
    page.goto(link)
    is_in(page, address)
    stranger = browse(at=mail_server, language=language, java_script_enabled=script).new_page()
    stranger.goto(link)
    expect(stranger.get_by_role("heading", level=1)).to_have_text(words["over"])
    if script:
        check_axe(stranger, "a link that is over")

    page.goto("/settings")
    page.locator("#language").select_option(language)
    page.locator("#submit").click()
    expect(page.locator("#language")).to_have_value(language)

    # Whoever tries the address again sees what they would see with any other; its owner hears of it.
    stranger = browse(at=mail_server, language="en" if language == "ko" else "ko", java_script_enabled=script).new_page()
    stranger.goto("/register")
    fill_in(stranger, address)
    stranger.locator("#submit").click()
    expect(stranger.locator(".sent")).to_contain_text(address)
    # In the language that the account has chosen.
    mail = mail_server.mails.to(address)
    assert mail["Subject"] == words["already"]
    assert link_in(mail) == f"{mail_server.url}/login"


def test_a_demo_waits_for_the_link_and_is_the_account_then(browse, mail_server):
    demo = mail_server.account()
    page = browse(demo).new_page()
    open_live(page, "/register")
    address = new_address()
    fill_in(page, address)
    page.locator("#keep-all").check()
    page.locator("#submit").click()
    page.locator(".sent .button").click()
    expect(page.locator("#email")).to_be_visible()
    page.goto("/goals/completed")
    expect(page.locator(".account .badge")).to_be_visible()
    page.goto(link_in(mail_server.mails.to(address)))
    page.locator("#password").fill(PASSWORD)
    page.locator("#submit").click()
    is_in(page, address)
    expect(cards(page).first).to_be_visible()
