"""A page of one's own, and the goals that are shared on it."""

import re
import uuid

import pytest
from browsing import PHONE, WAYS, expect_no_sideways_scrolling, follow, make_goal, open_live, wait_live
from playwright.sync_api import Page, expect

WORDS = {
    "en": {
        "share": "Share on my page", "review": "Share its review too", "stop": "Stop sharing", "shared": "Shared",
        "gone": "This is no longer shared.", "hidden": "Only people who follow you can see this page.", "empty": "No goals here yet", "completed": "Completed",
    },
    "ko": {
        "share": "내 페이지에 공유", "review": "회고도 공유", "stop": "공유 그만하기", "shared": "공유 중",
        "gone": "더 이상 볼 수 없어요.", "hidden": "나를 팔로우하는 사람만 이 페이지를 볼 수 있어요.", "empty": "아직 공유한 목표가 없어요", "completed": "완료",
    },
}


def new_handle() -> str:
    return "h" + uuid.uuid4().hex[:12]


def set_page(page: Page, handle: str, visibility: str) -> None:
    page.goto("/settings/page")
    page.locator("#handle").fill(handle)
    page.locator("#visibility").select_option(visibility)
    page.locator("#submit").click()
    expect(page.locator("[data-flash]")).not_to_be_empty()


def choose(page: Page, words: str) -> None:
    """Chooses an entry of the goal's menu."""
    page.locator("#menu").click()
    page.locator(".goal-actions").get_by_role("button", name=words, exact=True).click()


@WAYS
def test_what_is_shared_shows_at_once_to_somebody_else_and_goes_at_once(browse, server, watch, language, viewport, check_axe):
    watch.expect("status of 404")
    words = WORDS[language]
    size = {"viewport": viewport} if viewport else {}
    member = server.member(language)
    goal = make_goal(member, "Run <b>far</b>", steps=["shoes"])
    handle = new_handle()
    mine = browse(member, **size).new_page()
    # The notice leads to one's page, which isn't set up yet.
    open_live(mine, f"/goals/{goal}")
    choose(mine, words["share"])
    mine.locator(".toast a").click()
    expect(mine).to_have_url(re.compile("/settings/page$"))
    check_axe(mine, f"form {language}")
    expect_no_sideways_scrolling(mine)
    set_page(mine, handle, "everyone")
    # Somebody without an account.
    other = browse(language=language, **size).new_page()
    open_live(other, f"/people/{handle}")
    open_live(mine, f"/goals/{goal}")
    choose(mine, words["stop"])
    expect(other.locator(".empty h2")).to_have_text(words["empty"])
    choose(mine, words["share"])
    expect(mine.locator(".goal-head .kicker a.badge")).to_have_text(words["shared"])
    check_axe(mine, f"shared goal of mine {language}")
    row = other.locator(f"#active-{goal}")
    expect(row).to_contain_text("Run <b>far</b>")
    expect(other.locator(".empty")).to_have_count(0)
    check_axe(other, f"page {language}")
    expect_no_sideways_scrolling(other)
    # It is completed and reviewed: the jewel shows, the review doesn't yet.
    mine.locator(".tick").click()
    mine.locator("dialog[open] [data-close]").click()
    expect(other.locator(f"#goal-{goal} .jewel")).to_be_visible()
    expect(row).to_have_count(0)
    # The lists that have goals have headings.
    headings = [other.locator(f".named >> nth={place}").evaluate("list => getComputedStyle(list, '::before').content") for place in range(2)]
    assert headings[0] == "none" and words["completed"] in headings[1], headings
    assert member.review(goal).status_code == 303
    follow(other, other.locator(f"#goal-{goal} h2 a"), f"/people/{handle}/{goal}$")
    expect(other.locator("h1")).to_have_text("Run <b>far</b>")
    expect(other.locator(".answer")).to_have_count(0)
    open_live(mine, f"/goals/{goal}")
    choose(mine, words["review"])
    expect(other.locator(".answer")).to_have_text("It was a good year.")
    check_axe(other, f"goal {language}")
    expect_no_sideways_scrolling(other)
    choose(mine, words["stop"])
    expect(other.locator(".gone")).to_contain_text(words["gone"])
    expect(other.locator(".answer")).to_have_count(0)
    expect(other.locator("main")).not_to_contain_text("far")
    assert other.reload().status == 404
    # The page as a whole.
    open_live(other, f"/people/{handle}")
    set_page(mine, handle, "followers")
    expect(other.locator(".gone")).to_contain_text(words["gone"])
    assert other.reload().status == 404
    open_live(mine, f"/people/{handle}")
    expect(mine.locator(".person .notice")).to_contain_text(words["hidden"])


def test_a_page_is_set_up_and_a_goal_is_shared_without_a_script(browse, server, watch):
    watch.expect("status of 422")
    member = server.member()
    goal = make_goal(member, "Read more", steps=["book"])
    handle = new_handle()
    page = browse(member, java_script_enabled=False).new_page()
    page.goto("/settings")
    page.locator("a[href='/settings/page']").click()
    page.locator("#handle").fill("People")
    page.locator("#submit").click()
    expect(page.locator("#handle-error")).to_have_text("This address can’t be used. Please choose another one.")
    expect(page.locator("#handle")).to_have_value("People")
    page.locator("#handle").fill(f"@{handle.upper()}")
    page.locator("#visibility").select_option("everyone")
    page.locator("#submit").click()
    expect(page.locator("#handle")).to_have_value(handle)
    page.goto(f"/goals/{goal}")
    choose(page, "Share on my page")
    page.locator(".kicker a.badge").click()
    expect(page.locator("div.notice")).to_contain_text("You’re sharing 1 goal.")
    page.get_by_role("link", name=f"{server.url}/people/{handle}").click()
    expect(page.locator(f"#active-{goal}")).to_be_visible()
    visitor = browse(java_script_enabled=False).new_page()
    visitor.goto(f"/people/{handle}")
    expect(visitor.locator(f"#active-{goal}")).to_be_visible()


def test_whoever_has_no_page_is_not_told_from_one_that_hides_it(browse, server):
    member = server.member()
    handle = new_handle()
    assert member.post("/settings/page", {"handle": handle, "visibility": "followers"}).status_code == 303
    assert member.get(f"/people/{handle}").status_code == 200
    stranger = server.account()
    hidden, unknown = stranger.get(f"/people/{handle}"), stranger.get(f"/people/{new_handle()}")
    assert hidden.status_code == unknown.status_code == 404
    without_tokens = [re.sub(r'value="[^"]{20,}"|h[0-9a-f]{12}', "", answer.text) for answer in (hidden, unknown)]
    assert without_tokens[0] == without_tokens[1]
    # A demo has no page: an account comes first.
    assert stranger.get("/settings/page").headers["location"] == "/register"


FOLLOWING = {
    "en": {
        "invite": "Create an invitation link", "invites": "@{} invites you to follow their goals", "accept": "Accept", "decline": "Decline",
        "follow": "You now follow @{}.", "remove": "Remove: @{}", "removed": "They no longer follow you.",
        "unfollow": "Unfollow: @{}", "block": "Block: @{}", "unblock": "Unblock: @{}", "undo": "Undo",
        "received": "Following", "set": "@{} · Goal shared", "won": "@{} · Completed, earning",
        "applaud": "Applaud", "applauded": "Applauded", "applause": "Applause from @{}",
    },
    "ko": {
        "invite": "초대 링크 만들기", "invites": "@{} 님의 초대", "accept": "수락", "decline": "거절",
        "follow": "이제 @{} 님을 팔로우해요.", "remove": "팔로워 삭제: @{}", "removed": "이제 나를 팔로우하지 않아요.",
        "unfollow": "팔로우 취소: @{}", "block": "차단: @{}", "unblock": "차단 해제: @{}", "undo": "되돌리기",
        "received": "팔로우 소식", "set": "@{} · 목표를 공유했어요", "won": "@{} · 완료해서",
        "applaud": "박수 보내기", "applauded": "박수를 보냈어요", "applause": "@{} 님이 박수를 보냈어요",
    },
}


@WAYS
def test_somebody_is_invited_sees_what_is_shared_live_and_is_removed(browse, server, watch, language, viewport, check_axe):
    watch.expect("status of 404", "status of 410")
    words, shared = FOLLOWING[language], WORDS[language]
    size = {"viewport": viewport} if viewport else {}
    (owner, guest) = (server.member(language), server.member(language))
    goal = make_goal(owner, "Run <b>far</b>", steps=["shoes"])
    (mina, jun) = (new_handle(), new_handle())
    mine = browse(owner, **size).new_page()
    # There is no page to be found yet.
    open_live(mine, "/people")
    mine.locator("main a[href='/settings/page']").click()
    set_page(mine, mina, "followers")
    open_live(mine, "/people")
    mine.get_by_role("button", name=words["invite"]).click()
    expect(mine.locator(".address")).to_contain_text("/invitations/")
    address = mine.locator(".address").inner_text()
    check_axe(mine, f"invitations {language}")
    expect_no_sideways_scrolling(mine)
    # The guest has no handle yet; what was typed stays.
    other = browse(guest, **size).new_page()
    other.goto(address)
    expect(other.locator("h1")).to_have_text(words["invites"].format(mina))
    check_axe(other, f"invitation {language}")
    expect_no_sideways_scrolling(other)
    watch.expect("status of 422")
    other.locator("#handle").fill(mina)
    other.get_by_role("button", name=words["accept"], exact=True).click()
    expect(other.locator("#handle-error")).not_to_be_empty()
    expect(other.locator("#handle")).to_have_value(mina)
    other.locator("#handle").fill(jun)
    other.get_by_role("button", name=words["accept"], exact=True).click()
    expect(other).to_have_url(re.compile(f"/people/{mina}$"))
    expect(other.locator("[data-flash]")).to_have_text(words["follow"].format(mina))
    # It shows at once on the inviter's page.
    expect(mine.locator(".rows")).to_have_count(4)
    row = mine.locator(".rows > li", has_text=f"@{jun}")
    expect(row).to_be_visible()
    expect(mine.locator(".address")).to_have_count(0)
    check_axe(mine, f"followers {language}")
    expect_no_sideways_scrolling(mine)
    # A goal is shared, completed, and hidden: the follower sees each at once, a visitor nothing.
    expect(other.locator(".empty h2")).to_have_text(shared["empty"])
    news = open_live(other.context.new_page(), "/timeline/performed")
    news.get_by_role("link", name=words["received"]).click()
    entry = news.locator(".events li")
    expect(news.locator("h1")).to_have_text(words["received"])
    expect(news.locator(".empty h2")).to_be_visible()
    check_axe(news, f"nothing received {language}")
    desk = browse(owner, **size).new_page()
    open_live(desk, f"/goals/{goal}")
    choose(desk, shared["share"])
    expect(other.locator(f"#active-{goal}")).to_contain_text("Run <b>far</b>")
    expect(entry).to_contain_text("Run <b>far</b>")
    expect(entry).to_contain_text(words["set"].format(mina))
    desk.locator(".tick").click()
    desk.locator("dialog[open] [data-close]").click()
    expect(other.locator(f"#goal-{goal} .jewel")).to_be_visible()
    expect(entry.locator(".jewel")).to_be_visible()
    expect(entry).to_contain_text(words["won"].format(mina))
    check_axe(news, f"received {language}")
    expect_no_sideways_scrolling(news)
    # The follower applauds it, in the timeline or on its page, and the owner sees who does.
    clap = entry.locator(".clap")
    for pressed in ["true", "false"]:
        clap.click()
        expect(clap).to_have_attribute("aria-pressed", pressed)
        expect(clap).to_be_focused()
        expect(desk.locator(".applause")).to_have_count(1 if pressed == "true" else 0)
    entry.locator("a").first.click()
    news.get_by_role("button", name=words["applaud"], exact=True).click()
    expect(news.locator(".applause")).to_contain_text(words["applauded"])
    expect(desk.locator(".applause")).to_have_text(words["applause"].format(jun))
    check_axe(news, f"applauded {language}")
    check_axe(desk, f"applause {language}")
    expect_no_sideways_scrolling(news)
    own = open_live(mine.context.new_page(), "/timeline/performed")
    expect(own.locator(".applause")).to_have_text(words["applause"].format(jun))
    check_axe(own, f"applause in the timeline {language}")
    own.close()
    news.get_by_role("button", name=words["undo"]).click()
    expect(desk.locator(".applause")).to_have_count(0)
    expect(news.get_by_role("button", name=words["applaud"], exact=True)).to_be_visible()
    news.go_back()
    expect(entry).to_have_count(1)
    visitor = browse(language=language).new_page()
    assert visitor.goto(f"/people/{mina}").status == 404
    assert visitor.goto(address).status == 410
    choose(desk, shared["stop"])
    expect(other.locator(f"#goal-{goal}")).to_have_count(0)
    expect(entry).to_have_count(0)
    choose(desk, shared["share"])
    expect(other.locator(f"#goal-{goal}")).to_be_visible()
    expect(entry).to_have_count(1)
    # The follower is removed, comes back by the undo, is blocked.
    row.get_by_role("button", name=words["remove"].format(jun)).click()
    expect(mine.locator(".toast")).to_contain_text(words["removed"])
    expect(mine.locator("#undo")).to_be_focused()
    expect(other.locator(".gone")).to_contain_text(shared["gone"])
    expect(other.locator("main")).not_to_contain_text("far")
    expect(entry).to_have_count(0)
    assert other.reload().status == 404
    mine.locator("#undo").click()
    expect(row).to_be_visible()
    open_live(other, f"/people/{mina}")
    expect(other.locator(f"#goal-{goal}")).to_be_visible()
    entry.locator("a").first.click()
    expect(news).to_have_url(re.compile(f"/people/{mina}/{goal}$"))
    news.go_back()
    expect(entry).to_have_count(1)
    row.get_by_role("button", name=words["block"].format(jun)).click()
    expect(other.locator(".gone")).to_contain_text(shared["gone"])
    expect(entry).to_have_count(0)
    expect(mine.get_by_role("button", name=words["unblock"].format(jun))).to_be_visible()
    check_axe(mine, f"blocked {language}")
    mine.get_by_role("button", name=words["unblock"].format(jun)).click()
    expect(row).to_have_count(0)


@pytest.mark.parametrize(("press", "language"), [("mouse", "en"), ("key", "ko"), ("finger", "en")])
def test_the_link_of_an_invitation_is_copied_or_shared(browse, server, language, press):
    words, copied = {"en": ("Share link", "Copied."), "ko": ("링크 공유", "복사했어요.")}[language]
    owner = server.member(language)
    assert owner.post("/settings/page", {"handle": new_handle(), "visibility": "followers"}).status_code == 303
    context = browse(owner, viewport=PHONE, has_touch=press == "finger")
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.add_init_script("navigator.share = async ({ url }) => { window.shared = url; }")
    open_live(page, "/people")
    page.locator("#invite").click()
    address = page.locator(".address").inner_text()
    button = page.get_by_role("button", name=words)
    # The first press already: its script comes with it.
    if press == "mouse":
        button.click()
    elif press == "finger":
        button.tap()
    else:
        button.focus()
        with page.expect_request_finished(lambda request: "/later.js" in request.url):
            page.keyboard.press("Shift+Tab")
        page.keyboard.press("Tab")
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
    if press == "finger":
        page.wait_for_function("address => window.shared === address", arg=address)
    else:
        expect(page.locator("[data-flash]")).to_have_text(copied)
        # It would lie under the notice that the invitation was made.
        expect(page.locator(".toast")).to_have_count(0)
        assert page.evaluate("navigator.clipboard.readText()") == address
        expect(page.locator("[data-flash]")).to_be_empty(timeout=8000)
    expect_no_sideways_scrolling(page)


@pytest.mark.parametrize(("language", "words", "failed"), [("en", "Share link", "Couldn’t copy."), ("ko", "링크 공유", "복사하지 못했어요.")], ids=["en", "ko"])
def test_a_link_that_cant_be_copied_is_selected(browse, server, language, words, failed):
    owner = server.member(language)
    assert owner.post("/settings/page", {"handle": new_handle(), "visibility": "followers"}).status_code == 303
    page = browse(owner, viewport=PHONE).new_page()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))")
    open_live(page, "/people")
    page.locator("#invite").click()
    address = page.locator(".address").inner_text()
    page.get_by_role("button", name=words).click()
    expect(page.locator("[data-flash]")).to_contain_text(failed)
    page.wait_for_function("address => getSelection().toString() === address", arg=address)


def connected(server, language: str = "en") -> tuple:
    """An account with a page, and one that follows it."""
    (owner, guest) = (server.member(language), server.member(language))
    for member in (owner, guest):
        assert member.post("/settings/page", {"handle": new_handle(), "visibility": "followers"}).status_code == 303
    owner.post("/people?input=invite", {})
    address = re.search(r"/invitations/[\w-]+", owner.get("/people").text).group(0)
    assert guest.post(f"{address}?input=answer", {"value": "accept"}).status_code == 303
    return (owner, guest)


def share_new(owner, *titles: str) -> None:
    for title in titles:
        assert owner.post(f"/goals/{make_goal(owner, title)}?input=share", {"value": "goal"}).status_code == 303


@WAYS
def test_new_entries_wait_while_the_reader_is_further_down(browse, server, language, viewport, check_axe):
    words = {"en": "{} new", "ko": "새 소식 {}개"}[language]
    (owner, guest) = connected(server, language)
    share_new(owner, *(f"Goal {number}" for number in range(19)))
    page = browse(guest, **({"viewport": viewport} if viewport else {})).new_page()
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    open_live(page, "/timeline/received")
    first, waiting = page.locator(".events b").first, page.locator(".waiting")
    # At the top, what is new comes at once, and nothing is sent.
    share_new(owner, "Goal 19")
    expect(first).to_have_text("Goal 19")
    assert sent == []
    page.mouse.move(150, 300)
    page.mouse.wheel(0, 300)
    expect(page.locator(".depth .deep")).to_have_count(0)
    title = page.title()
    seen = page.locator(".events li", has_text=re.compile("Goal 12"))
    before = seen.bounding_box()
    share_new(owner, "New 0", "New 1")
    expect(waiting).to_have_text(words.format(2))
    expect(page).to_have_title(f"(2) {title}")
    assert seen.bounding_box() == before
    expect(first).to_have_text("Goal 19")
    expect(waiting.locator("button")).to_be_in_viewport()
    check_axe(page, f"waiting {language}")
    expect_no_sideways_scrolling(page)
    waiting.locator("button").click()
    expect(first).to_have_text("New 1")
    expect(first).to_be_in_viewport()
    expect(page.locator("#events")).to_be_focused()
    expect(page).to_have_title(title)
    # The reader is at the top again.
    expect(page.locator(".depth .deep")).to_have_count(1)
    share_new(owner, "New 2")
    expect(first).to_have_text("New 2")
    # Who goes up without the button is shown what waits there.
    page.mouse.wheel(0, 600)
    expect(page.locator(".depth .deep")).to_have_count(0)
    share_new(owner, "New 3")
    expect(waiting).to_have_text(words.format(1))
    page.mouse.wheel(0, -1500)
    expect(waiting).to_have_text("")
    expect(first).to_have_text("New 3")


def test_nobody_is_further_down_in_a_short_list(browse, server):
    (owner, guest) = connected(server)
    share_new(owner, *(f"Goal {number}" for number in range(5)))
    page = browse(guest, viewport=PHONE).new_page()
    sent = []
    page.on("request", lambda request: sent.append(request.post_data) if request.method == "POST" else None)
    open_live(page, "/timeline/received")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    share_new(owner, "New")
    expect(page.locator(".events b").first).to_have_text("New")
    assert sent == []


def test_a_reader_further_down_keeps_their_place_when_the_server_is_lost(browse, own_server, watch):
    watch.expect(r"net::ERR_", "ERR_CONNECTION_REFUSED", r"request failed: .*/live/")
    (owner, guest) = connected(own_server)
    share_new(owner, *(f"Goal {number}" for number in range(45)))
    page = open_live(browse(guest).new_page(), "/timeline/received")
    rows = page.locator(".events li")
    for count in [40, 45]:
        page.locator(".list-foot").scroll_into_view_if_needed()
        expect(rows).to_have_count(count)
    page.locator("#main").evaluate("() => scrollTo(0, 1500)")
    expect(page.locator(".depth .deep")).to_have_count(0)
    own_server.kill()
    expect(page.locator("html")).to_have_attribute("data-state", re.compile("reconnecting|offline"))
    own_server.start()
    wait_live(page)
    # The page says again where its reader is.
    expect(rows).to_have_count(45)
    expect(page.locator(".depth .deep")).to_have_count(0)
    share_new(owner, "New")
    expect(page.locator(".waiting")).to_have_text("1 new")
    expect(page.locator(".events b").first).to_have_text("Goal 44")


def test_an_invitation_is_declined_taken_up_and_ended_without_a_script(browse, server, watch):
    watch.expect("status of 404", "status of 410")
    (owner, guest) = (server.member(), server.member())
    (mina, jun) = (new_handle(), new_handle())
    for member, handle in [(owner, mina), (guest, jun)]:
        assert member.post("/settings/page", {"handle": handle, "visibility": "followers"}).status_code == 303
    mine = browse(owner, java_script_enabled=False).new_page()
    mine.goto("/timeline/performed")
    mine.locator("main a[href='/people']").click()
    mine.locator("#invite").click()
    address = mine.locator(".address").inner_text()
    other = browse(guest, java_script_enabled=False).new_page()
    other.goto(address)
    other.get_by_role("button", name="Decline").click()
    expect(other.locator(".form-sheet")).to_contain_text("You declined this invitation.")
    other.get_by_role("button", name="Undo").click()
    other.get_by_role("button", name="Accept").click()
    expect(other).to_have_url(re.compile(f"/people/{mina}$"))
    other.locator("a.back").click()
    other.get_by_role("button", name=f"Unfollow: @{mina}").click()
    expect(other.locator(".toast")).to_contain_text("You no longer follow them.")
    assert other.request.get(f"/people/{mina}").status == 404
    other.get_by_role("button", name="Undo").click()
    expect(other.get_by_role("link", name=f"@{mina}")).to_be_visible()
    # Goals that are shared are on a timeline, in slices.
    for number in range(21):
        assert owner.post(f"/goals/{make_goal(owner, f'Goal {number}')}?input=share", {"value": "goal"}).status_code == 303
    other.goto("/timeline/performed")
    other.get_by_role("link", name="Following").click()
    assert other.locator(".events b").all_inner_texts() == [f"Goal {number}" for number in reversed(range(1, 21))]
    other.get_by_role("link", name="Show more").click()
    assert other.locator(".events b").all_inner_texts() == ["Goal 0"]
    other.get_by_role("link", name="Goal 0").click()
    expect(other.locator("h1")).to_have_text("Goal 0")
    # Nothing to applaud yet.
    expect(other.locator("#applaud")).to_have_count(0)
    goal = re.search(r"/(\d+)$", other.url).group(1)
    assert owner.post(f"/goals/{goal}?input=finish", {}).status_code in (200, 303)
    other.reload()
    for words in ["Undo", "Applaud"]:
        other.locator("#applaud").click()
        # A reload sends nothing again.
        expect(other).to_have_url(re.compile(f"/people/{mina}/{goal}$"))
        expect(other.locator("#applaud")).to_have_text(words)
    # An invitation that is withdrawn opens no more, until that is taken back.
    mine.goto("/people")
    mine.locator("#invite").click()
    address = mine.locator(".address").inner_text()
    mine.get_by_role("button", name="Withdraw").first.click()
    visitor = browse(java_script_enabled=False).new_page()
    assert visitor.goto(address).status == 410
    mine.get_by_role("button", name="Undo").click()
    assert visitor.goto(address).status == 200
    expect(visitor.get_by_role("link", name="Sign in").last).to_have_attribute("href", re.compile("/login\\?next=%2Finvitations"))
    # A demo account has to be kept first.
    demo = browse(server.account(), java_script_enabled=False).new_page()
    demo.goto(address)
    expect(demo.locator(".form-sheet")).to_contain_text("A demo account can’t accept invitations")
