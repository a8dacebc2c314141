"""No line: the lists last seen are shown, marked, in place of the browser's own error. With a line nothing is different."""

import re

import pytest
from browsing import card, make_goal, open_live, sign_in, sign_out, wait_live
from playwright.sync_api import BrowserContext, Page, expect
from support import PASSWORD, SlowLine

LANGUAGE = pytest.mark.parametrize("language", ["en", "ko"])
LOST = [r"net::ERR_", r"ERR_CONNECTION_REFUSED", r"request failed: ", r"status of 503 ", r"FetchEvent for .* network error"]
WORDS = {
    "en": {"notice": r"^No connection right now\. This is your list as of \d{1,2}:\d\d today\.$", "heading": "No connection", "settings": "Settings",
           "today": "Today", "active": "Goals in progress"},
    "ko": {"notice": r"^지금은 연결할 수 없어요\. 오늘 (오전|오후) \d{1,2}:\d\d에 본 목록이에요\.$", "heading": "연결이 안 돼요", "settings": "설정",
           "today": "오늘", "active": "진행 중인 목표"},
}  # fmt: skip


def notice(page: Page):
    return page.locator("#seen")


# By cache the lists that there are copies of.
KEPT = """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) => {
  const cache = await caches.open(name);
  const lists = ['/goals/active', '/goals/completed', '/goals/stored', '/today'];
  const copies = await Promise.all(lists.map((path) => cache.match(path, { ignoreVary: true })));
  return [name, lists.filter((_, index) => copies[index])];
})))"""


def wait_kept(page: Page, *paths: str) -> str:
    """Waits until there are copies of these, of one owner and no others; the name of their cache."""
    while list((caches := page.evaluate(KEPT)).values()) != [sorted(paths)]:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    return next(iter(caches))


def wait_nothing_kept(page: Page) -> None:
    """Waits until there is no copy, nor a cache with anything in it."""
    while page.evaluate("async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).length))).some(Boolean)"):
        page.evaluate("() => new Promise(requestAnimationFrame)")


def begin(page: Page, path: str = "/goals/active") -> str:
    """Opens a list and presses a key, whereupon the worker comes and keeps the list that is open."""
    open_live(page, path)
    page.keyboard.press("Shift")
    name = wait_kept(page, path)
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    return name


def test_lists_are_kept_for_somebody_who_only_taps(browse, own_server):
    page = browse(own_server.account(), has_touch=True).new_page()
    open_live(page, "/goals/active")
    # The reader looks at another app, and comes back.
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    wait_kept(page, "/goals/active")


class Line:
    """The line of a browser, which can be cut at either end."""

    def __init__(self, context: BrowserContext, server, end: str):
        self.context, self.server, self.end = context, server, end

    def cut(self) -> None:
        # What the browser itself keeps of files is of no help.
        for page in self.context.pages:
            self.context.new_cdp_session(page).send("Network.clearBrowserCache")
        if self.end == "browser":
            self.context.set_offline(True)
        else:
            self.server.kill()

    def mend(self) -> None:
        if self.end == "browser":
            self.context.set_offline(False)
        else:
            self.server.start()


def expect_styled(page: Page) -> None:
    """Its sheets and its scripts are there."""
    assert page.evaluate("getComputedStyle(document.querySelector('.site-header')).display") == "flex"
    assert page.evaluate("[...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet?.cssRules.length)")
    assert page.evaluate("Promise.all([...document.querySelectorAll('script')].map(({ src }) => import(src))).then((all) => all.length)")


@pytest.mark.parametrize(("language", "end"), [("en", "browser"), ("ko", "server")])
def test_the_lists_last_seen_are_shown_and_come_to_life_again(browse, own_server, watch, check_axe, language, end):
    watch.expect(*LOST)
    words, account = WORDS[language], own_server.member(language)
    goal = make_goal(account, "Walk 산책 & <b>", ["Shoes"])
    context = browse(account)
    line, page = Line(context, own_server, end), context.new_page()
    open_live(page, "/goals/active")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    begin(page)
    page.locator(".places a[href='/today']").click()
    wait_kept(page, "/goals/active", "/today")
    line.cut()

    page.reload()
    expect(notice(page)).to_have_text(re.compile(words["notice"]))
    expect(page.get_by_text("Shoes")).to_be_visible()
    expect_styled(page)
    check_axe(page, "a list seen before")
    # A cold start, in another tab.
    other = context.new_page()
    other.goto("/goals/active")
    expect(notice(other)).to_have_text(re.compile(words["notice"]))
    expect(card(other, goal)).to_contain_text("Walk 산책 & <b>")
    expect_styled(other)
    # No other page is there, and says so; nor is a list of another address.
    for path in ["/settings", "/goals/completed", "/goals/active?x=1"]:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(words["heading"])
        expect(page.locator("#seen-lists a:visible")).to_have_text([words["today"], words["active"]])
    page.goto("/settings")
    expect_styled(page)
    check_axe(page, "no connection")
    page.locator("#seen-lists a[href='/today']").click()
    expect(notice(page)).to_be_visible()
    page.goto("/settings")

    line.mend()
    new = make_goal(account, "Made meanwhile")
    wait_live(other)
    expect(notice(other)).to_have_count(0)
    expect(card(other, new)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["settings"])
    # It is a page as any other, and the copy is the newest.
    other.evaluate("window.mark = true")
    other.locator(".places a[href='/today']").click()
    expect(other).to_have_url(re.compile("/today$"))
    wait_live(other)
    expect(notice(other)).to_have_count(0)
    assert other.evaluate("window.mark")
    open_live(other, "/goals/active")
    expect(card(other, new)).to_be_visible()


def test_a_link_to_a_list_shows_its_copy_only_where_the_browser_is_offline(browse, own_server, watch):
    """A server that is away for a moment is waited for, as ever."""
    watch.expect(*LOST)
    context = browse(own_server.account())
    page = context.new_page()
    begin(page)
    page.locator("a[href='/goals/completed']").first.click()
    wait_kept(page, "/goals/active", "/goals/completed")
    wait_live(page)
    own_server.kill()
    page.locator("a[href='/goals/active']").first.click()
    expect(page.locator("#connection")).to_have_attribute("data-state", "reconnecting")
    own_server.start()
    expect(page).to_have_url(re.compile("/goals/active$"))
    wait_live(page)
    expect(notice(page)).to_have_count(0)

    # Not one of the pages that this window has left.
    page.reload()
    wait_live(page)
    context.set_offline(True)
    page.locator("a[href='/goals/completed']").first.click()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    expect(notice(page)).to_be_visible()
    page.locator("a[href='/goals/active']").first.click()
    expect(page).to_have_url(re.compile("/goals/active$"))
    expect(notice(page)).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    expect(notice(page)).to_be_visible()
    context.set_offline(False)
    wait_live(page)
    expect(notice(page)).to_have_count(0)


def test_what_is_typed_without_a_line_is_kept(browse, own_server, watch):
    watch.expect(*LOST)
    context = browse(own_server.account())
    page = context.new_page()
    begin(page)
    open_live(page, "/goals/new")
    page.locator("#title").fill("Before")
    context.set_offline(True)
    page.locator("#title").press_sequentially(" and after")
    page.goto("/goals/active")
    expect(notice(page)).to_be_visible()
    context.set_offline(False)
    wait_live(page)
    open_live(page, "/goals/new")
    expect(page.locator("#title")).to_have_value("Before and after")


@pytest.mark.parametrize("clears", [True, False], ids=["cleared", "by-the-worker"])
def test_nothing_is_shown_after_signing_out(browse, server, watch, clears):
    """Also where a browser doesn't do what `Clear-Site-Data` says."""
    watch.expect(*LOST)
    context = browse(server.account())
    page = context.new_page()
    begin(page)

    def keep_storage(route):
        answer = route.fetch(max_redirects=0)
        route.fulfill(response=answer, headers={name: value for name, value in answer.headers.items() if name != "clear-site-data"})

    if not clears:
        page.route(lambda url: url.endswith("/logout"), lambda route: keep_storage(route) if route.request.method == "POST" else route.continue_())
    sign_out(page)
    expect(page).to_have_url(re.compile("/$"))
    wait_nothing_kept(page)
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto("/goals/active")
    expect(page.locator("[id^=goal-]")).to_have_count(0)


@pytest.mark.parametrize("way", ["expired", "start", "deleted"])
def test_whoever_has_no_account_any_more_leaves_nothing(browse, server, watch, way):
    """A session that ended elsewhere is told by a list's answer; by any page for visitors; and an account may be gone."""
    watch.expect(*LOST)
    account = server.member()
    context = browse(account)
    page = context.new_page()
    begin(page)
    if way == "deleted":
        page.goto("/settings/delete")
        page.locator("#password").fill(PASSWORD)
        page.locator("#submit").click()
        expect(page).to_have_url(re.compile("/login"))
    else:
        context.clear_cookies()
        page.goto("/goals/active" if way == "expired" else "/help")
    wait_nothing_kept(page)
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto("/goals/active")


@pytest.mark.parametrize("second", ["demo", "member"])
def test_another_account_never_sees_the_lists_of_the_one_before(browse, server, watch, second):
    """Its first page may be any: here none of the lists."""
    watch.expect(*LOST)
    first, other = server.account(), server.account() if second == "demo" else server.member()
    mine, theirs = make_goal(first, "The first one’s"), make_goal(other, "The second one’s")
    context = browse(first)
    page = context.new_page()
    before = begin(page)
    expect(card(page, mine)).to_be_visible()
    context.add_cookies([{"name": "hindsight", "value": other.cookie, "url": server.url, "httpOnly": True, "sameSite": "Lax"}])
    page.goto("/search")
    wait_nothing_kept(page)
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto("/goals/active")
    context.set_offline(False)
    open_live(page, "/today")
    page.keyboard.press("Shift")
    assert wait_kept(page, "/today") != before
    context.set_offline(True)
    page.goto("/goals/active")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    page.goto("/today")
    expect(notice(page)).to_be_visible()
    expect(page.get_by_text("The first one’s")).to_have_count(0)
    context.set_offline(False)
    open_live(page, "/goals/active")
    wait_kept(page, "/goals/active", "/today")
    context.set_offline(True)
    page.reload()
    expect(card(page, theirs)).to_be_visible()
    expect(card(page, mine)).to_have_count(0)


def test_signing_in_by_the_form_is_another_account_too(browse, server, watch):
    watch.expect(*LOST)
    first, second = server.account(), server.member()
    context = browse(first)
    page = context.new_page()
    begin(page)
    context.clear_cookies()
    page.goto("/login")
    sign_in(page, second.email)
    expect(page).to_have_url(re.compile("/today$"))
    page.keyboard.press("Shift")
    wait_kept(page, "/today")
    context.set_offline(True)
    page.goto("/goals/active")
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")


def test_nothing_is_kept_where_the_session_ends_with_the_browser(browse, server, watch):
    """Also by a worker that is there already, for somebody else."""
    watch.expect(*LOST)
    first, second = server.account(), server.member()
    context = browse(first)
    page = context.new_page()
    begin(page)
    context.clear_cookies(name="hindsight")
    page.goto("/login")
    page.locator("#remember").uncheck()
    sign_in(page, second.email)
    expect(page).to_have_url(re.compile("/today$"))
    assert [cookie["name"] for cookie in context.cookies() if cookie["name"] == "keep"] == []
    page.keyboard.press("Shift")
    open_live(page, "/goals/active")
    page.keyboard.press("Shift")
    wait_nothing_kept(page)
    # The browser is closed, and started again where there is no network.
    context.clear_cookies(name="hindsight")
    context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.goto("/goals/active")


def test_ticks_made_without_a_line_come_to_the_server(browse, own_server, watch):
    """Also where the reader goes to another list meanwhile, whose copy would be another window."""
    watch.expect(*LOST)
    account = own_server.account()
    goal = make_goal(account, "Swim", ["one", "two"])
    context = browse(account)
    page = context.new_page()
    begin(page)
    page.locator(".places a[href='/today']").click()
    wait_kept(page, "/goals/active", "/today")
    wait_live(page)
    context.set_offline(True)
    tick = page.get_by_role("button", name="one")
    tick.click()
    page.locator(".places a[href='/goals/active']").click()
    expect(page.locator(".places a[href='/goals/active']")).to_have_attribute("aria-busy", "true")
    context.set_offline(False)
    expect(page).to_have_url(re.compile("/goals/active$"))
    wait_live(page)
    expect(card(page, goal)).to_contain_text("two")

    # From the card, too.
    context.set_offline(True)
    card(page, goal).locator("button.tick").click()
    context.set_offline(False)
    expect(page).to_have_url(re.compile(f"/goals/{goal}$"))


def test_a_copy_has_what_was_done_on_the_page(browse, server, watch):
    watch.expect(*LOST)
    account = server.account()
    make_goal(account, "Swim", ["one", "two"])
    context = browse(account)
    page = context.new_page()
    begin(page, "/today")
    page.get_by_role("button", name="one").click()
    expect(page.get_by_role("button", name="one")).to_have_attribute("aria-pressed", "true")
    # It is shown before it is stored.
    while "tick done" not in account.get("/today").text:
        pass
    # The reader looks at something else.
    with page.expect_response(lambda answer: answer.url.endswith("/today")):
        page.evaluate("""() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true });
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        }""")
    ticked = "async () => /tick done/.test(await (await caches.match('/today', { ignoreVary: true })).text())"
    while not page.evaluate(ticked):
        page.evaluate("() => new Promise(requestAnimationFrame)")
    context.set_offline(True)
    page.reload()
    expect(notice(page)).to_be_visible()
    expect(page.get_by_role("button", name="one")).to_have_attribute("aria-pressed", "true")


class HeardLine(SlowLine):
    """A line that takes no time and notes what is requested through it."""

    def __init__(self, port: int):
        self.asked: list[str] = []
        self.taken = 0
        super().__init__(port, 0)

    async def _carry(self, source, sink) -> None:
        read = source.read

        async def note(size: int) -> bytes:
            piece = await read(size)
            self.asked.extend(f"{method.decode()} {path.decode()}" for method, path in re.findall(rb"^([A-Z]+) (/\S*) HTTP/1\.1\r$", piece, re.M))
            return piece

        source.read = note
        await super()._carry(source, sink)

    def take(self) -> list[str]:
        """Since the last time. Browsers look for a newer worker whenever they like."""
        asked = [one for one in self.asked[self.taken:] if one != "GET /worker.js"]
        self.taken += len(self.asked[self.taken:])
        return sorted(re.sub(r"/live/\S+", "/live/…", one) for one in asked)


def test_with_a_line_nothing_is_requested_twice(browse, account):
    line = HeardLine(account.server.port)
    context = browse(account)
    context.add_cookies([{"name": name, "value": value, "url": line.url} for name, value in [("hindsight", account.cookie), ("keep", "1")]])
    page = context.new_page()
    page.goto(f"{line.url}/goals/active")
    wait_live(page)
    first = line.take()
    assert first.count("GET /goals/active") == 1
    page.keyboard.press("Shift")
    wait_kept(page, "/goals/active")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")
    # Its copy, what is shown without a line, and the one script that the page had no use for.
    came = [one for one in line.take() if not one.startswith("GET /assets/")]
    assert came == ["GET /goals/active", "GET /offline"]

    page.goto(f"{line.url}/goals/completed")
    wait_live(page)
    wait_kept(page, "/goals/active", "/goals/completed")
    asked = line.take()
    assert [one for one in asked if "/assets/" not in one] == ["GET /goals/completed", "GET /live/…"]
    page.reload()
    wait_live(page)
    assert line.take() == ["GET /goals/completed", "GET /live/…"]
    # In the window, and a page that isn't kept.
    page.locator("a[href='/goals/active']").first.click()
    expect(page).to_have_url(re.compile("/goals/active$"))
    wait_live(page)
    assert [one for one in line.take() if "/assets/" not in one] == ["GET /goals/active", "GET /live/…"]
    page.goto(f"{line.url}/settings")
    assert [one for one in line.take() if "/assets/" not in one] == ["GET /settings"]
    line.close()


def test_a_copy_has_an_end_and_its_files_go_with_it(browse, server, watch):
    watch.expect(*LOST)
    context = browse(server.account())
    page = context.new_page()
    begin(page)
    # As of eight days ago, with a file that no page names.
    change = """async ([path, days]) => {
      const cache = await caches.open((await caches.keys())[0]);
      const copy = await cache.match(path, { ignoreVary: true });
      const headers = { ...Object.fromEntries(copy.headers), 'seen-at': `${Date.now() - days * 86400000}` };
      await cache.put(path, new Response(await copy.text(), { headers }));
      await cache.put('/assets/old/gone.js', new Response(''));
    }"""
    page.evaluate(change, ["/goals/active", 3])
    context.set_offline(True)
    page.reload()
    expect(notice(page)).to_have_text(re.compile(r"as of \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d\.$"))
    page.evaluate(change, ["/goals/active", 8])
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    context.set_offline(False)
    wait_live(page)
    wait_kept(page, "/goals/active")
    page.evaluate(change, ["/goals/active", 8])
    open_live(page, "/today")
    wait_kept(page, "/today")
    while page.evaluate("async () => !!(await caches.match('/assets/old/gone.js'))"):
        page.evaluate("() => new Promise(requestAnimationFrame)")


def test_a_visitor_without_an_account_gets_no_worker(browse, server):
    context = browse(at=server)
    page = context.new_page()
    page.goto("/login")
    page.keyboard.press("Shift")
    page.locator("#email").fill("mina@example.com")
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


@LANGUAGE
def test_the_page_for_no_line_can_be_read_with_one(browse, server, language):
    page = browse(server.account(language)).new_page()
    page.goto("/offline")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS[language]["heading"])
    expect(page.locator("#seen-lists a:visible")).to_have_count(4)
