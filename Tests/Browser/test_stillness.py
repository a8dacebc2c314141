"""Pages stand still while they load: nothing that one is about to read or to press moves away."""

import pytest
from browsing import PHONE, open_editor, open_list, save_state, wait_live
from playwright.sync_api import Page, expect

DESKTOP = {"width": 1280, "height": 800}
# What web vitals call good is 0.1; a shift of 0.02 is a line that moves on a small part of the screen.
GREATEST_SHIFT = 0.02

OBSERVE = """
window.__shifts = [];
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) {
    window.__shifts.push([entry.value, entry.sources.map(source => source.node?.outerHTML?.slice(0, 120) ?? '?')]);
  }
}).observe({ type: 'layout-shift', buffered: true });
"""


def expect_stillness(page: Page) -> None:
    """Nothing has moved since the page began to load, until two frames from now."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    shifts = page.evaluate("window.__shifts")
    assert sum(value for value, _ in shifts) <= GREATEST_SHIFT, (page.url, shifts)


@pytest.mark.parametrize(("language", "viewport"), [("ko", PHONE), ("en", DESKTOP)], ids=["phone-ko", "desktop-en"])
def test_nothing_moves_while_a_page_loads(browse, server, watch, language, viewport):
    watch.expect("status of 404")
    account = server.account(language)
    context = browse(account, viewport=viewport)
    context.add_init_script(OBSERVE)
    page = context.new_page()
    goal, reviewed = account.unreviewed[0], account.reviewed[0]
    for path in ("/goals/completed", f"/goals/{goal}/review", f"/goals/{reviewed}/review", f"/goals/{reviewed}/review?edit=1"):
        page.goto(path)
        wait_live(page)
        expect_stillness(page)
    for path in ("/", "/nothing"):
        page.goto(path)
        page.wait_for_load_state()
        expect_stillness(page)


def test_nothing_moves_when_style_sheet_and_script_are_slow(browse, account):
    context = browse(account, viewport=PHONE)
    context.add_init_script(OBSERVE)
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {"offline": False, "latency": 150, "downloadThroughput": 60_000, "uploadThroughput": 30_000})
    for path in ("/goals/completed", f"/goals/{account.unreviewed[0]}/review"):
        page.goto(path)
        wait_live(page)
        expect_stillness(page)


def test_the_form_stands_still_while_the_draft_is_kept(page, account):
    """Under the hands of one who types, on a new page and on one that began with a draft."""
    goal = account.unreviewed[0]
    place = "field => Math.round(field.getBoundingClientRect().top + scrollY)"
    for text in ("First", "Second"):
        open_editor(page, goal)
        field = page.locator("#liked")
        before = field.evaluate(place)
        field.press_sequentially(text)
        expect(save_state(page)).to_have_text("Draft saved")
        expect(page.get_by_role("button", name="Discard draft")).to_be_visible()
        assert field.evaluate(place) == before, text
    page.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_role("button", name="Discard draft")).to_have_count(0)
    # What is typed after that is not the draft that the page began with.
    field.fill("Third")
    expect(page.get_by_role("button", name="Discard draft")).to_be_visible()
    expect(page.get_by_text("Your draft is back where you left it")).to_have_count(0)


def test_the_line_s_state_is_told_only_when_it_takes_a_while(browse, account):
    """A page that connects within a second never says so, and being connected is no news on a new page."""
    page = browse(account).new_page()
    page.goto("/goals/completed")
    wait_live(page)
    told = page.locator("#connection").evaluate("all => [...all.children].filter(e => getComputedStyle(e).display !== 'none').map(e => e.textContent)")
    assert told == []
    # What is shown while it connects is invisible for its first second.
    delay = page.locator("#connection").evaluate("e => { e.dataset.state = 'connecting'; const s = getComputedStyle(e); return [s.animationDelay, s.opacity] }")
    assert delay == ["1s", "0"]


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 568}, {"width": 844, "height": 390}], ids=["phone", "small", "lying"])
def test_nothing_lies_over_the_field_that_is_written_in(browse, account, size):
    page = browse(account, viewport=size).new_page()
    page.goto(f"/goals/{account.unreviewed[0]}/review")
    wait_live(page)
    for question in ("liked", "lacked", "learned", "longedFor"):
        field = page.locator(f"#{question}")
        field.focus()
        field.press("End")
        covered = field.evaluate("""field => {
          const box = field.getBoundingClientRect();
          const y = [box.top + 4, box.top + 40, Math.min(box.bottom, innerHeight) - 4].filter(y => y >= 0 && y < innerHeight);
          return y.map(y => document.elementFromPoint(box.left + box.width / 2, y)).filter(e => e !== field).map(e => e?.outerHTML.slice(0, 80));
        }""")
        assert covered == [], question


def test_a_button_that_is_busy_looks_so_under_the_pointer_too(browse, account):
    page = browse(account, reduced_motion="reduce").new_page()
    page.goto("/")
    button = page.locator(".start .button").first
    button.evaluate("e => e.setAttribute('aria-busy', 'true')")
    look = "e => { const s = getComputedStyle(e); return [s.backgroundColor, s.color, s.borderColor, s.cursor] }"
    resting = button.evaluate(look)
    button.hover()
    assert button.evaluate(look) == resting
    assert resting[3] == "progress"


def test_everything_stands_on_the_same_edges(browse, account):
    """Header, title, cards and the words of the last action share the page's edges; so do a form and its bar."""
    page = browse(account, viewport=DESKTOP).new_page()
    open_list(page)
    edges = page.evaluate("""() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      return [box('.wordmark').left, box('h1').left, box('.card').left, box('.drawer').right, box('.boxes').right, box('.owner').right - parseFloat(getComputedStyle(document.querySelector('.owner')).paddingRight) - 1];
    }""")
    left, right = edges[:3], edges[3:]
    assert max(left) - min(left) < 1, edges
    assert max(right) - min(right) < 1, edges
    page.goto(f"/goals/{account.unreviewed[0]}/review")
    widths = page.evaluate("['.editor', '.save-bar'].map(s => document.querySelector(s).getBoundingClientRect()).flatMap(b => [b.left, b.right])")
    assert widths[:2] == widths[2:], widths
