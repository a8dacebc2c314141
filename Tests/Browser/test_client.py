"""The page's script in a real browser: its time limits, its effects, what it keeps. Its machines are tested without one (test_script.py)."""

import json
import re

import pytest
from browsing import cards, expect_mark, grow_to, has_grown_to, mark, open_editor, open_list, save_state, wait_live
from playwright.sync_api import Page, Route, expect
from support import EventReader

LOST = [r"net::ERR_", r"request failed: .*/live/"]


# ---- A page and its stream as a test says ----------------------------------------------------------------------------


class Stage:
    """A made-up page at /staged. Its stream is what a test says; the script and all other pages are the server's."""

    def __init__(self, page: Page, body: str, live: str = 'data-live="/live/staged" data-last="e.0" data-csrf="c"'):
        self.page = page
        self.markup = f"""<!doctype html><html lang="en"><head><title>Staged</title><link rel="icon" href="/icon.svg">
            <script type="module" src="/pages.js" data-runtime="/live.js" data-window="/window.js" data-typing="/typing.js"></script></head><body><main {live}>{body}</main></body></html>"""
        self.events = []
        self.waiting = []
        self.inputs = []
        self.files = []  # requests that send a file, each of which waits for its answer
        self.cookie = None
        page.route("**/staged", lambda route: route.fulfill(content_type="text/html", body=self.markup))
        page.route("**/live/staged", self._live)

    def open(self) -> "Stage":
        self.page.goto("/staged")
        return self

    def say(self, *events: tuple[str, str]) -> None:
        """Sends events, and ends the stream: the page will open another one."""
        self.events += events
        while self.waiting:
            self._answer(self.waiting.pop())

    def _live(self, route: Route) -> None:
        if route.request.method == "POST":
            batch = route.request.post_data_json["inputs"]
            self.inputs.append(batch)
            cookie = {"Set-Cookie": self.cookie} if self.cookie else {}
            route.fulfill(headers=cookie, json={"applied": batch[-1]["n"] if batch else 0, "refused": [], "epoch": "e"})
        elif route.request.method == "PUT":
            self.files.append(route)
        else:
            self._answer(route)

    def _answer(self, route: Route) -> None:
        """What the page has not heard yet; where there is nothing, it waits for what is said."""
        last = int(route.request.headers["last-event-id"].split(".")[1])
        if last == len(self.events):
            self.waiting.append(route)
            return
        news = [f"event: {name}\nid: e.{number}\ndata: {data}\n\n" for number, (name, data) in enumerate(self.events, 1) if number > last]
        headers = {"Content-Type": "text/event-stream", "Live-Epoch": "e", "Live-Applied": "0"}
        route.fulfill(headers=headers, body=":\n\n" + "".join(news))


def effect(kind: str, value: str = "", more: str = "") -> tuple[str, str]:
    return "done", f'<live-effect type="{kind}" value="{value}"{more}></live-effect>'


# ---- Time limits -----------------------------------------------------------------------------------------------------


def hang_first_inputs(page: Page) -> list[list]:
    """The first inputs of the page never get an answer. The list grows by those that are sent."""
    sent = []

    def handle(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(route.request.post_data_json["inputs"])
            if len(sent) == 1:
                return
        route.fallback()

    page.route("**/live/**", handle)
    return sent


def test_inputs_that_hang_are_sent_again(page, account):
    page.clock.install()
    open_editor(page, account.unreviewed[0])
    mark(page)
    sent = hang_first_inputs(page)
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#liked").fill("Not lost")
    page.clock.fast_forward(15_001)
    expect(page.locator("#liked-count")).to_have_text("8 / 500")
    expect(save_state(page)).to_have_text("Draft saved")
    assert sent[1][0] == sent[0][0]
    expect_mark(page)


def test_inputs_that_hang_are_sent_again_as_soon_as_the_stream_is_back(page, account):
    open_editor(page, account.unreviewed[0])
    mark(page)
    sent = hang_first_inputs(page)
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#liked").fill("Not lost")
    # Another stream of the same page takes over: for the page, its own one has ended.
    address = page.locator("main").get_attribute("data-live")
    with EventReader(account.server.port, address, account.cookie, {}) as stream:
        assert stream.status == 200
        expect(save_state(page)).to_have_text("Draft saved")
    assert sent[1][0] == sent[0][0]
    expect_mark(page)


def test_a_server_that_answers_and_closes_at_once_is_not_stormed(page, account):
    page.clock.install()
    streams = []

    def close_at_once(route: Route) -> None:
        streams.append(route)
        route.fulfill(headers={"Content-Type": "text/event-stream", "Live-Epoch": "e", "Live-Applied": "0"}, body=":\n\n")

    page.route("**/live/**", close_at_once)
    page.goto(f"/goals/{account.unreviewed[0]}/review")
    expect(page.locator("html")).to_have_attribute("data-state", "reconnecting")
    page.clock.pause_at(page.evaluate("Date.now() + 100"))
    before = len(streams)
    for _ in range(50):
        page.clock.run_for(100)
    # Each pause is at least 0.125 s, and twice as long as the one before.
    assert before < len(streams) <= 7


# ---- Effects ---------------------------------------------------------------------------------------------------------


def test_an_effect_leads_to_another_page_and_takes_a_flash_along(page):
    stage = Stage(page, "").open()
    with page.expect_request("**/goals/completed") as visit:
        stage.say(effect("navigate", "/goals/completed", ' flash="Saved; &amp; sound"'))
    assert "flash=Saved%3B%20%26%20sound" in visit.value.all_headers()["cookie"]
    wait_live(page)


def test_a_flash_is_shown_by_the_next_page_and_only_by_that(page):
    stage = Stage(page, "").open()
    stage.say(effect("navigate", "/goals/completed", ' flash="Saved; &amp; sound"'))
    expect(page.locator("[data-flash]")).to_have_text("Saved; & sound")
    wait_live(page)
    page.reload()
    wait_live(page)
    expect(page.locator("[data-flash]")).to_have_text("")


def test_effects_on_the_page_itself(page):
    stage = Stage(page, '<p data-flash role="status"></p><div data-output="form"></div>').open()
    stage.say(effect("flash", "Kept &lt;b&gt;"), effect("focus", "title"), ("form", '<input id="title" name="title">'))
    expect(page.locator("[data-flash]")).to_have_text("Kept <b>")
    expect(page.locator("#title")).to_be_focused()


def test_a_cookie_is_set_before_what_comes_after_it(page):
    stage = Stage(page, "").open()
    stage.cookie = "visitor=known; Path=/"
    with page.expect_request("**/goals/completed") as visit:
        stage.say(effect("cookie"), effect("navigate", "/goals/completed"))
    assert stage.inputs == [[]]
    assert "visitor=known" in visit.value.all_headers()["cookie"]
    wait_live(page)


def test_a_download_leaves_the_page_as_it_is(page):
    page.route("**/export", lambda route: route.fulfill(headers={"Content-Disposition": "attachment"}, body="All of them"))
    stage = Stage(page, "").open()
    mark(page)
    with page.expect_download() as download:
        stage.say(effect("download", "/export"))
    assert download.value.url.endswith("/export")
    expect_mark(page)


def test_where_a_page_was_is_told_when_its_stream_is_opened_again(page):
    stage = Stage(page, "")
    with page.expect_request("**/live/staged") as first:
        stage.open()
    assert "live-resume" not in first.value.all_headers()
    with page.expect_request(lambda request: request.headers.get("last-event-id") == "e.1") as second:
        stage.say(effect("resume", "after=17 한"))
    assert second.value.all_headers()["live-resume"] == "after%3D17%20%ED%95%9C"


# ---- A pointer that is pressed ---------------------------------------------------------------------------------------

ERROR_ABOVE = """<div data-output="error"><p style="block-size: 4rem">This title is too long.</p></div>
    <label style="display: block; block-size: 3rem"><input type="checkbox" id="first"> First</label>
    <label style="display: block; block-size: 3rem"><input type="checkbox" id="second"> Second</label>"""


def press(page: Page, selector: str) -> None:
    box = page.locator(selector).bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def say_and_have_it_read(page: Page, stage: Stage, *events: tuple[str, str]) -> None:
    # The page asks for another stream once it has read all of the one before.
    with page.expect_request(lambda request: request.url.endswith("/live/staged") and request.method == "GET"):
        stage.say(*events)


def test_a_click_hits_what_was_pressed_though_the_page_changes_meanwhile(page):
    """Leaving a field by pressing a checkbox took the field's error away, the checkbox moved up, and the click missed it."""
    stage = Stage(page, ERROR_ABOVE).open()
    press(page, "#first")
    say_and_have_it_read(page, stage, ("error", ""))
    page.mouse.up()
    expect(page.locator("#first")).to_be_checked()
    expect(page.locator("[data-output=error]")).to_be_empty()
    expect(page.locator("#second")).not_to_be_checked()


def test_the_page_goes_on_while_a_pointer_stays_pressed(page):
    stage = Stage(page, ERROR_ABOVE).open()
    press(page, "#first")
    stage.say(("error", ""))
    expect(page.locator("[data-output=error]")).to_be_empty()
    page.mouse.up()


# ---- What is typed ---------------------------------------------------------------------------------------------------


def test_a_text_field_keeps_its_value_and_its_cursor(page):
    form = '<input name="title" data-input="title" value="{}"><button>Save</button>'
    stage = Stage(page, f'<form data-input="save"><div data-output="form">{form.format("before")}</div></form>').open()
    field = page.locator("input[name=title]")
    field.fill("A year at sea")
    field.evaluate("field => { field.setSelectionRange(2, 6); field.former = true; }")
    stage.say(("form", form.format("after")))
    expect(field).not_to_have_js_property("former", True)
    expect(field).to_have_value("A year at sea")
    expect(field).to_be_focused()
    assert field.evaluate("field => [field.selectionStart, field.selectionEnd]") == [2, 6]
    assert field.get_attribute("value") == "after"


def test_secrets_are_not_kept_when_the_page_is_left(page):
    Stage(
        page,
        """<form data-input="signIn"><input name="email" data-input="email">
        <input type="password" name="password" data-input="password" data-secret></form>""",
    ).open()
    # What was acknowledged need not be kept: here nothing ever is.
    page.route("**/live/staged", lambda route: None if route.request.method == "POST" else route.fallback())
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("input[name=email]").fill("a@b.example")
    page.locator("input[name=password]").fill("open sesame")
    page.goto("/healthz")
    kept = page.evaluate("JSON.stringify(sessionStorage)")
    assert "a@b.example" in kept
    assert "sesame" not in kept


@pytest.mark.parametrize("live", ["", 'data-live="/live/staged" data-last="e.0" data-csrf="c"'])
def test_the_time_zone_is_filled_in(browse, account, live):
    page = browse(account, timezone_id="Asia/Seoul").new_page()
    Stage(page, '<form><input type="hidden" name="timeZone" data-time-zone></form>', live).open()
    expect(page.locator("[data-time-zone]")).to_have_value("Asia/Seoul")


def test_the_demo_is_told_the_time_zone(browse):
    page = browse(timezone_id="Asia/Seoul").new_page()
    page.goto("/")
    expect(page.locator("[data-time-zone]")).to_have_value("Asia/Seoul")
    with page.expect_request("**/demo") as request:
        page.locator("form[action='/demo'] button").click()
    assert "timeZone=Asia%2FSeoul" in request.value.post_data
    wait_live(page)


# ---- Files -----------------------------------------------------------------------------------------------------------

FILES = """<form data-input="save" method="post" enctype="multipart/form-data">
    <div data-uploads="/uploads.js" data-most="2" data-bytes="1000">
    <input type="text" hidden name="pictures" data-input="pictures" value=""><ul></ul>
    <input type="file" id="pictures" name="pictures" multiple><template><li><span></span>
    <progress max="1" value="0" data-when="waiting sending"></progress><p data-when="busy" hidden>Busy</p>
    <button type="button" data-when="busy" data-retry hidden>Again</button>
    <button type="button" data-when="waiting sending" hidden>Cancel</button>
    <button type="button" data-when="sent busy" hidden>Remove</button></li></template></div>
    <button>Save</button></form>"""


def picture(name: str) -> dict:
    return {"name": name, "mimeType": "image/png", "buffer": bytes(900)}


def test_a_form_waits_for_its_files_and_then_names_them(page, watch):
    watch.expect("status of 503")
    stage = Stage(page, FILES)
    with page.expect_response("**/uploads.js"):
        stage.open()

    def next_file() -> Route:
        while not stage.files:
            page.evaluate("() => new Promise(requestAnimationFrame)")
        return stage.files.pop()

    page.set_input_files("#pictures", [picture("하늘.png"), picture("b.png")])
    first = next_file()
    assert first.request.headers["live-file"] == "%ED%95%98%EB%8A%98.png"
    first.fulfill(status=503, json={"error": "busy"})
    expect(page.get_by_text("Busy", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Again: 하늘.png").click()
    next_file().fulfill(status=201, json={"id": "b"})
    again = next_file()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("form")).to_have_attribute("aria-busy", "true")
    with page.expect_response(lambda answer: "save" in (answer.request.post_data or "")):
        again.fulfill(status=201, json={"id": "a"})
    inputs = [(one["name"], one["value"]) for batch in stage.inputs for one in batch]
    # In the order of their rows.
    assert inputs[-2:] == [("pictures", "a b"), ("save", "")]


def test_a_form_whose_script_can_not_be_loaded_is_posted_with_its_files(page, watch):
    watch.expect("net::ERR_FAILED", "request failed: .*/uploads.js", r"status of 40\d")
    page.route("**/uploads.js", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        Stage(page, FILES).open()
    page.set_input_files("#pictures", picture("a.png"))
    with page.expect_request(lambda request: request.method == "POST" and request.is_navigation_request()) as sent:
        page.get_by_role("button", name="Save").click()
    assert sent.value.headers["content-type"].startswith("multipart/form-data")


# ---- After a restart -------------------------------------------------------------------------------------------------


def test_a_list_is_taken_up_where_it_was_after_a_restart(browse, own_server, watch):
    watch.expect(*LOST, "ERR_CONNECTION_REFUSED")
    account = own_server.account()
    page = browse(account).new_page()
    open_list(page)
    grow_to(page, 20)
    grow_to(page, 27)
    page.evaluate("scrollTo(0, 0)")
    cards(page).nth(26).evaluate("row => row.classList.add('former')")
    inputs = []
    page.on("request", lambda request: request.method == "POST" and inputs.append(json.loads(request.post_data or "{}")))
    own_server.kill()
    expect(page.locator("html")).to_have_attribute("data-state", re.compile("reconnecting|offline"))
    with page.expect_request(lambda request: "live-resume" in request.headers):
        own_server.start()
    wait_live(page)
    expect(page.locator(".former")).to_have_count(0)
    has_grown_to(page, 27)
    # The server knew how far it went: nothing had to be asked for again.
    assert inputs == []
