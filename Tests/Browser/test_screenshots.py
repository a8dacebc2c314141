"""Every state of every page is laid out well, at five widths, in both languages and, at one width, in both themes; and looks as
approved.

What is wrong with a layout is measured in the page (`layout.py`), in each of these ways. One picture shows
what a person sees of it, and a few show more: PICTURED_ALSO. The approved pictures are in `approved`, in full size;
`Tests/Browser/run --approve Tests/Browser/test_screenshots.py` approves what is there. Those of a run go to
$HINDSIGHT_SCREENSHOTS, or `.build/screenshots`, with what differs.

The pictures are the same each time: the server's clock stands at one moment, jewels are dealt out in turn, the browser
has two fonts, and nothing moves.
"""

import json
import os
import re
import sqlite3
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import pytest
from browsing import (
    ask_for_more, ask_for_more_from_above, cards, delete_card, fill_in, grow_to, open_editor, open_list, open_list_until, open_live, owner, save, save_state, sign_in, wait_live, write_free, write_guided,
)  # fmt: skip
from layout import layout
from pictures import Album, difference, kept
from playwright.sync_api import Locator, Page, expect
from support import CHROMIUM_SHELL, PASSWORD, PATIENCE, ROOT, Account, Server, link_in

# A journey looks at each of its states in six ways.
pytestmark = pytest.mark.timeout(900)

APPROVED = Path(__file__).parent / "approved"
MADE = Path(os.environ.get("HINDSIGHT_SCREENSHOTS", ROOT / ".build/screenshots"))
SIZES = {320: 640, 390: 844, 768: 1024, 1280: 800, 1920: 1080}
SCHEMES = ["light", "dark"]
# Each state is pictured once, unless it looks like another one: on a phone, light, in English. Some are in other ways, too.
WAYS = {"": (390, "light", "en"), "320": (320, "light", "en"), "1280": (1280, "light", "en"), "dark": (390, "dark", "en"), "ko": (390, "light", "ko")}
PICTURED_ALSO = {
    "320": "editor goal jewels year settings-activity",
    "1280": "home list viewer-guided editor today active goal goal-celebration register settings jewels year week-before search-found",
    "dark": "home list viewer-guided editor goal jewels year",
    "ko": "home list viewer-guided editor today active goal register year week-before",
}
MOST_PICTURES, MOST_BYTES = 120, 4_000_000
# Those of the second app, each of a size and a language.
MOST_OF_MARKET, MOST_BYTES_OF_MARKET = 60, 1_200_000
OF_MARKET = re.compile(r"market\w*/[a-z-]+-(phone|desk)[-.](en|ko)(-dark)?\.webp")
COLORS = ["blue", "pink", "green", "purple"]
SHAPES = ["pear", "brilliant", "heart", "emerald", "star"]

KEPT = {
    "en": ["The first twenty minutes each morning were mine alone.", "I skipped the hills, and I knew it.", "Slow is fine. Stopping is what ends it.", "A run by the sea, with company."],
    "ko": ["아침 첫 이십 분은 온전히 내 시간이었어요.", "오르막은 피했고, 나도 알고 있었어요.", "느려도 괜찮아요. 멈추면 끝나는 거예요.", "바닷가에서 누군가와 함께 달리기."],
}  # fmt: skip
UNSAVED = re.compile("Not saved yet|아직 저장되지 않았어요")
# A word that the goals have, and one that they don't.
SOUGHT = {"en": ("five", "elephant"), "ko": ("다섯", "코끼리")}


# A notice goes after some seconds unless somebody is at it. Six looks at a page may take longer.
STAYING_NOTICES = """
const matches = Element.prototype.matches;
Element.prototype.matches = function (selector) {
  return (selector === ':hover' && this.hasAttribute('data-timeout')) || matches.call(this, selector);
};
"""


# Bars that stick to the window's edge have no place of their own in a picture of the whole page: there they are at its end.
SAVE_BAR = "(whole) => document.querySelectorAll('.save-bar').forEach((bar) => bar.style.position = whole ? 'static' : '')"
PLACES = """(whole) => {
  document.body.style.position = whole ? 'relative' : '';
  for (const bar of document.querySelectorAll('.places')) bar.style.position = whole && getComputedStyle(bar).position === 'fixed' ? 'absolute' : '';
}"""


@pytest.fixture(scope="module")
def still_chromium(playwright):
    """A browser with the fonts of the pictures only."""
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM_SHELL["executable_path"],
        args=[*CHROMIUM_SHELL["args"], "--font-render-hinting=none", "--disable-lcd-text", "--hide-scrollbars"],
        env=os.environ | {"FONTCONFIG_FILE": str(Path(__file__).parent / "fonts.conf")},
        timeout=60_000,
    )
    yield browser
    browser.close()


@pytest.fixture
def still_server(tmp_path, contexts):
    """A server whose clock stands at a moment in spring. Its contexts are closed before it stops."""
    server = Server(tmp_path, clock=datetime(2026, 5, 20, 9, tzinfo=UTC), sends_mail=True).start()
    yield server
    while contexts:
        contexts.pop().close()
    server.stop()
    server.mails.close()


def still_picture(page: Page, whole: bool) -> bytes:
    """A picture of a page that is painted: pictures and fonts that a new size or theme asks for come a frame later, and long
    texts in fields later than that."""
    picture = page.screenshot(full_page=whole, animations="disabled")
    while page.locator("textarea").count():
        former, picture = picture, page.screenshot(full_page=whole, animations="disabled")
        if picture == former:
            break
    return picture


@contextmanager
def thawed(database: sqlite3.Connection):
    """Lets the jewels of completed goals be changed meanwhile, which the database forbids."""
    (trigger,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'goal_frozen'").fetchone()
    database.execute("DROP TRIGGER goal_frozen")
    yield
    database.execute(trigger)


def set_frozen(database: sqlite3.Connection, goal: int, **columns) -> None:
    """Changes a completed goal. It is deleted meanwhile, so that its jewel is counted anew."""
    database.execute("UPDATE goal SET deletedAt = 1 WHERE id = ?", (goal,))
    changes = "".join(f"{name} = ?, " for name in columns)
    database.execute(f"UPDATE goal SET {changes}deletedAt = NULL WHERE id = ?", (*columns.values(), goal))


class Journey:
    """One who goes through the pages in a language and takes pictures."""

    def __init__(self, browse, chromium, server: Server, language: str, album: Album):
        self.language = language
        self.album = album
        # Of states, with how and where they were seen.
        self.faults: dict[tuple[str, str], tuple[str, list[str]]] = {}
        self.account: Account = server.account(language)
        # Jewels are drawn at random; here they come in turn. While the server runs, it need not look at its rows again.
        server.stop()
        with sqlite3.connect(server.database) as database, thawed(database):
            for number, (goal,) in enumerate(database.execute("SELECT id FROM goal WHERE jewelColor IS NOT NULL ORDER BY id DESC").fetchall()):
                set_frozen(database, goal, jewelColor=COLORS[number % 4], jewelShape=SHAPES[number * 2 % 5])
        database.close()
        server.start()
        options = {"browser": chromium, "reduced_motion": "reduce"}
        self.page: Page = browse(self.account, **options).new_page()
        self.plain: Page = browse(self.account, java_script_enabled=False, **options).new_page()
        self.stranger: Page = browse(language=language, at=server, **options).new_page()
        for page in (self.page, self.stranger):
            page.add_init_script(STAYING_NOTICES)

    @contextmanager
    def rows(self):
        """The server's database, while the server is stopped and completed goals can be changed."""
        self.page.goto("about:blank")
        self.account.server.stop()
        with sqlite3.connect(self.account.server.database) as database, thawed(database):
            database.execute("PRAGMA foreign_keys = ON")
            yield database
        database.close()
        self.account.server.start()

    def until_kept(self) -> None:
        """Waits until all that was typed is kept, and the page says so."""
        expect(self.page.locator("html")).not_to_have_attribute("data-unsaved", re.compile(""))
        expect(save_state(self.page)).to_have_text(re.compile("Draft saved|초안 저장됨"))

    def look(self, name: str, page: Page, width: int, scheme: str) -> None:
        """Notes what is wrong with the layout. It is measured again for a while if something is: words may be on their way."""
        until = monotonic() + 2
        while True:
            # Contrasts change with the theme, and hardly with the width.
            seen = layout(page, closely=width == 390)
            arrived = (seen["width"], seen["dark"]) == (width, scheme == "dark")
            if (arrived and not seen["found"]) or monotonic() > until:
                break
        assert arrived, f"the page is {seen['width']} wide, and dark: {seen['dark']}"
        for fault in seen["found"]:
            self.faults.setdefault((name, re.sub(r"\b[0-9.]+ px|[0-9]+ × ", "…", fault)), (fault, []))[1].append(f"{width} {scheme}")

    def take(self, name: str, page: Page, whole: bool, at: Locator | None) -> None:
        """A picture, taken again for a while when it is not as approved."""
        page.evaluate(PLACES, whole)
        until = monotonic() + 5
        while True:
            if at:
                # Wherever the page stood before: it may still be on its way to what it shows itself.
                at.evaluate("element => element.scrollIntoView({ block: 'center', behavior: 'instant' })")
            picture = still_picture(page, whole)
            if self.album.accepts(name, picture) or monotonic() > until:
                break
        page.evaluate(PLACES, False)
        self.album.add(name, picture)

    def shoot(self, name: str, page: Page | None = None, whole: bool = True, at: Locator | None = None, pictured: bool = True) -> None:
        """Looks at a state in all ways, and pictures some: of the whole page, or of what the window shows, with `at` in it."""
        page = page or self.page
        # What is there may still be without its style sheet.
        page.wait_for_load_state()
        page.evaluate(SAVE_BAR, whole)
        for width, height in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            # A theme changes colours alone.
            for scheme in SCHEMES if width == 390 else SCHEMES[:1]:
                page.emulate_media(color_scheme=scheme)
                self.look(name, page, width, scheme)
                for way, seen in WAYS.items():
                    if pictured and seen == (width, scheme, self.language) and (not way or name in PICTURED_ALSO[way].split()):
                        self.take(f"{name}.{way}".removesuffix("."), page, whole, at)
        page.set_viewport_size({"width": 1280, "height": 800})


@pytest.fixture(params=["en", "ko"])
def journey(request, browse, still_chromium, still_server, watch):
    watch.expect("status of (400|403|404|409|413|415|422|503)")
    language = request.param
    name = request.node.originalname.removeprefix("test_pictures_of_")
    # Korean pictures have a name of their own.
    album = Album(APPROVED / name, MADE / f"{name}-{language}", lambda picture: picture.endswith(".ko") == (language == "ko"), request.config.getoption("--approve"))
    journey = Journey(browse, still_chromium, still_server, language, album)
    yield journey
    try:
        faults = [f"{state}: {fault} ({', '.join(places)})" for (state, _), (fault, places) in journey.faults.items()]
        assert not faults, "The layout is wrong (Tests/Browser/layout.py says what counts):\n" + "\n".join(faults)
    finally:
        album.close()


def test_pictures_of_pages(journey):
    page, plain, account = journey.page, journey.plain, journey.account
    free, guided = account.unreviewed[1], account.reviewed[0]

    journey.stranger.goto("/")
    journey.shoot("home", journey.stranger)
    page.goto("/")
    journey.shoot("home-signed-in")
    journey.stranger.goto("/help")
    journey.shoot("help", journey.stranger)
    page.goto("/privacy")
    journey.shoot("privacy", pictured=False)
    # Without a script no rows come by themselves.
    plain.goto("/goals/completed")
    journey.shoot("list", plain)
    open_list(page)
    grow_to(page, 20)
    grow_to(page, 27)
    expect(page.locator(".end")).to_be_visible()
    journey.shoot("list-end", whole=False, at=page.locator(".end"))

    open_live(page, f"/goals/{guided}/review")
    journey.shoot("viewer-guided")
    account.review(free, {"style": "free", "text": "\n\n".join(KEPT[journey.language])}, level=5)
    open_live(page, f"/goals/{free}/review")
    journey.shoot("viewer-free")
    page.locator("main summary").click()
    journey.shoot("viewer-menu", whole=False, at=page.locator(".menu button"))
    page.locator(".menu button").click()
    expect(page.locator('form[data-input="undo"] button')).to_be_visible()
    journey.shoot("deleted")
    page.goto(f"/goals/{free}/review")
    journey.shoot("deleted-again", pictured=False)
    page.goto("/nothing")
    journey.shoot("error-404")


def test_pictures_of_the_editor(journey):
    page, account, kept = journey.page, journey.account, KEPT[journey.language]
    open_live(page, f"/goals/{account.reviewed[0]}/review?edit=1")
    journey.shoot("edit", pictured=False)
    open_editor(page, account.unreviewed[0])
    journey.shoot("editor")
    page.locator("#liked").fill((kept[0] + " ") * (12 if journey.language == "en" else 24))
    expect(page.locator("#liked-error")).not_to_be_empty()
    journey.until_kept()
    journey.shoot("editor-too-long")
    for field, text in zip(("liked", "lacked", "learned", "longedFor"), kept):
        page.locator(f"#{field}").fill(text)
    page.locator('input[name="level"][value="4"]').check()
    expect(save(page)).to_be_enabled()
    journey.until_kept()
    page.locator("#longedFor").focus()
    journey.shoot("editor-focus", whole=False, at=page.locator("#longedFor"))
    page.reload()
    wait_live(page)
    journey.shoot("editor-draft")
    text = "\n".join(kept)
    write_free(page, text)
    expect(page.locator("#text-count")).to_have_text(re.compile(rf"^{len(text)} / 3,000"))
    expect(page.locator("#progress")).to_have_text(re.compile("Ready to save|이제 저장할 수 있어요"))
    journey.until_kept()
    journey.shoot("editor-free")
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    journey.shoot("saved", whole=False)


def test_pictures_of_answers_to_bad_posts(journey):
    plain, goal = journey.plain, journey.account.unreviewed[1]
    plain.goto(f"/goals/{goal}/review")
    plain.locator("#liked").fill("x" * 501)
    save(plain).click()
    expect(plain.locator(".notice.alert")).to_be_visible()
    journey.shoot("editor-errors", plain)
    # The same form with a stale token, of another type, and far too large; another goal's, which has no draft.
    goal = journey.account.unreviewed[2]
    plain.goto(f"/goals/{goal}/review")
    changes = {}
    plain.route(lambda url: "/review" in url, lambda route: route.continue_(**changes))
    changes["post_data"] = "csrf=stale&style=guided&liked=Still+here&level=4"
    save(plain).click()
    expect(plain.locator(".notice.alert")).to_contain_text(re.compile("nothing was done|처리하지 못했어요"))
    journey.shoot("editor-stale", plain)
    for status, change in [(400, {"post_data": "text=%"}), (413, {"post_data": "text=" + "x" * 4_300_000})]:
        changes.clear()
        plain.goto(f"/goals/{goal}/review")
        changes |= change
        save(plain).click()
        expect(plain.locator(".code")).to_have_text(str(status))
        journey.shoot(f"error-{status}", plain, pictured=False)
    changes.clear()
    plain.goto("/logout")
    journey.shoot("sign-out", plain)
    plain.goto("/demo")
    journey.shoot("new-demo", plain)
    plain.goto("/logout")
    plain.route("**/logout", lambda route: route.continue_(post_data="csrf=stale"))
    plain.locator("form[action='/logout'] button").click()
    expect(plain.locator(".code")).to_have_text("403")
    journey.shoot("error-403", plain, pictured=False)


def test_pictures_of_goals(journey, still_server):
    page = journey.page
    open_live(page, "/today")
    journey.shoot("today")
    stored = page_of_first_goal(page, "stored")
    goal = page_of_first_goal(page, "active")
    journey.shoot("active")
    open_live(page, "/goals/stored")
    journey.shoot("stored")
    delete_card(page, 1)
    expect(page.locator(".toast")).to_be_visible()
    cards(page).last.locator("summary").click()
    journey.shoot("stored-deleted", whole=False)
    cards(page).last.locator(".menu button").click()
    expect(page.locator(".card")).to_have_count(1)

    open_live(page, "/goals/new")
    journey.shoot("new")
    page.locator("#title").fill("가" * 61)
    page.locator("#submit").click()
    expect(page.locator("#errors-summary")).to_be_visible()
    journey.shoot("new-errors")
    page.locator("#title").fill("")
    page.goto("/goals/new?finished=1")
    journey.shoot("new-finished", pictured=False)
    for query in ["edit", "recover"]:
        page.goto(f"{goal if query == 'edit' else stored}?{query}=1")
        journey.shoot(f"goal-{query}")
    open_live(page, stored)
    journey.shoot("goal-stored")

    open_live(page, goal)
    journey.shoot("goal")
    page.locator("[id^=menu-]").first.click()
    journey.shoot("goal-menu", whole=False)
    page.locator("details[open] button, details[open] a").first.click()
    expect(page.locator("#step-title")).to_be_visible()
    journey.shoot("goal-step")
    page.locator("#step-repeats").check()
    page.locator("#step-times").fill("1")
    page.locator(".days label").nth(1).click()
    page.locator("#step-times").press("Enter")
    expect(page.locator("#step-times-error")).not_to_be_empty()
    journey.shoot("goal-step-repeats", pictured=False)
    open_live(page, goal)
    page.locator("#step-new").fill("가" * 61)
    page.locator("#step-new").press("Enter")
    expect(page.locator("#step-new-error")).not_to_be_empty()
    journey.shoot("goal-refused")
    page.locator("#step-new").fill("")

    undone = page.locator("button.tick[aria-pressed=false]")
    for left in reversed(range(undone.count())):
        undone.first.click()
        expect(undone).to_have_count(left)
    expect(page.locator("dialog[open]")).to_be_visible()
    page.goto("about:blank")
    still_server.stop()
    with sqlite3.connect(still_server.database) as database, thawed(database):
        set_frozen(database, int(goal.rsplit("/", 1)[1]), jewelColor="green", jewelShape="star")
    database.close()
    still_server.start()
    open_live(page, goal)
    expect(page.locator("dialog[open]")).to_be_visible()
    journey.shoot("goal-celebration", whole=False)
    page.locator("dialog button[data-close]").click()
    expect(page.locator(".offers li")).to_have_count(1)
    journey.shoot("goal-offers")
    page.locator(".offers button").last.click()
    expect(page.locator(".offers")).to_have_count(0)
    journey.shoot("goal-completed")


def page_of_first_goal(page: Page, box: str) -> str:
    open_live(page, f"/goals/{box}")
    return page.locator(".card-link").first.get_attribute("href")


def test_pictures_of_accounts(journey, still_server):
    page, plain, stranger, address = journey.page, journey.plain, journey.stranger, "mina@example.com"
    open_live(stranger, "/register")
    journey.shoot("register", stranger)
    stranger.locator("#submit").click()
    expect(stranger.locator("#errors-summary")).to_be_focused()
    journey.shoot("register-errors", stranger)
    fill_in(stranger, address)
    expect(stranger.locator("#password-foot")).not_to_be_empty()
    stranger.locator("#submit").click()
    expect(stranger.locator("#sent")).to_be_focused()
    journey.shoot("register-mailed", stranger)
    stranger.goto(link_in(still_server.mails.to(address)))
    journey.shoot("register-confirm", stranger)
    stranger.locator("#password").fill(PASSWORD)
    stranger.locator("#submit").click()
    expect(owner(stranger)).to_be_visible()
    wait_live(stranger)
    journey.shoot("list-new", stranger)
    stranger.goto("/logout")
    journey.shoot("sign-out-account", stranger)

    open_live(page, "/register")
    journey.shoot("register-demo")
    page.goto("/settings")
    journey.shoot("settings-demo")
    page.goto("/login")
    journey.shoot("login-demo")

    plain.context.clear_cookies()
    plain.goto("/login")
    journey.shoot("login", plain)
    sign_in(plain, address, "not the one")
    expect(plain.locator("#password-error")).not_to_be_empty()
    journey.shoot("login-wrong", plain)
    plain.goto("/reset")
    journey.shoot("reset", plain)
    plain.locator("#email").fill(address)
    plain.locator("#submit").click()
    expect(plain.locator(".sent")).to_be_visible()
    journey.shoot("reset-mailed", plain)
    link = link_in(still_server.mails.to(address))
    plain.goto(link)
    journey.shoot("reset-password", plain)
    plain.locator("#newPassword").fill(PASSWORD[::-1])
    plain.locator("#submit").click()
    expect(owner(plain)).to_be_visible()
    plain.goto(link)
    journey.shoot("reset-over", plain)

    stranger.goto("/login?next=/settings")
    sign_in(stranger, address, PASSWORD[::-1])
    expect(stranger.locator(".rows form")).to_be_visible()
    journey.shoot("settings", stranger)
    journey.shoot("devices", stranger, whole=False, at=stranger.locator(".rows form"), pictured=False)
    for name in ["password", "email", "activity", "delete"]:
        stranger.goto(f"/settings/{name}")
        if name == "activity":
            # The clock goes on while pictures are taken, and nothing else on the page does.
            stranger.locator(".log time").evaluate_all("times => times.forEach((time) => time.textContent = time.textContent.replace(/[0-9]+:[0-9]+/, '9:00'))")
        journey.shoot(f"settings-{name}", stranger)


def test_pictures_of_looking_back(journey):
    page, kept = journey.page, KEPT[journey.language]
    with journey.rows() as database:
        # Two goals of the week before, and one of a year ago today.
        for day, goals in [("2026-05-13", "completedOn < '2026-05-13' ORDER BY completedOn DESC"), ("2025-05-20", "completedOn > '2025-05-20' ORDER BY completedOn")]:
            (goal,) = database.execute(f"SELECT id FROM goal WHERE {goals} LIMIT 1").fetchone()
            set_frozen(database, goal, completedOn=day)
    open_live(page, "/jewels")
    journey.shoot("jewels")
    open_live(page, "/years/2025")
    journey.shoot("year")
    open_live(page, "/years")
    page.locator(".as-table summary").click()
    journey.shoot("year-now")
    open_live(page, "/years/2020")
    journey.shoot("year-empty")

    open_live(page, "/weeks/2026-05-13")
    expect(page.locator("#finished .won-list > li")).to_have_count(2)
    journey.shoot("week-before")
    open_live(page, "/weeks")
    answer(page, kept[0])
    journey.shoot("week-answered")
    other = open_live(page.context.new_page(), "/weeks")
    page.locator("#answer").fill(kept[1])
    answer(other, kept[2])
    page.locator(".question button").click()
    expect(page.locator("#alert")).to_contain_text(kept[2])
    expect(page.get_by_text(UNSAVED)).to_be_visible()
    journey.shoot("week-conflict")
    page.locator("#answer").fill(kept[0] * 24)
    page.locator(".question button").click()
    expect(page.locator("#answer-error")).not_to_be_empty()
    expect(page.get_by_text(UNSAVED)).to_be_visible()
    journey.shoot("week-too-long", whole=False, at=page.locator("#answer-error"))

    open_live(page, "/weeks/answers")
    journey.shoot("week-answers")

    other.goto("about:blank")
    with journey.rows() as database:
        database.execute("UPDATE goal SET isSample = 0 WHERE id IN (SELECT id FROM goal WHERE status = 'completed' ORDER BY completedAt DESC LIMIT 3)")
    open_live(page, "/timeline/performed")
    journey.shoot("timeline")

    with journey.rows() as database:
        database.execute("DELETE FROM goal")
        database.execute("DELETE FROM weekNote")
    # Another browser, which has kept nothing that was typed.
    for name, path in [("jewels-empty", "/jewels"), ("week-empty", "/weeks"), ("week-answers-empty", "/weeks/answers")]:
        journey.plain.goto(path)
        journey.shoot(name, journey.plain)


def answer(page: Page, text: str) -> None:
    """Answers the question of a week."""
    page.locator("#answer").fill(text)
    page.locator(".question button").click()
    expect(page.locator(".notice.toast")).to_be_visible()


def test_pictures_of_finding_reminding_and_taking_along(journey):
    page, (word, nowhere) = journey.page, SOUGHT[journey.language]
    open_live(page, "/search")
    journey.shoot("search")
    page.locator("#q").fill(word)
    expect(page.locator(".found").first).to_be_visible()
    journey.shoot("search-found")
    page.locator("#q").fill(nowhere)
    expect(page.locator(".empty")).to_contain_text(nowhere)
    journey.shoot("search-nothing")
    page.locator("#q").fill(nowhere * 40)
    expect(page.locator("#q-error")).not_to_be_empty()
    journey.shoot("search-too-long")

    page.add_init_script(NOTIFYING)
    page.goto("/settings/reminders")
    journey.shoot("reminders")
    page.locator(".reminder-part").first.locator("button").click()
    # Each address is another one.
    page.locator("#calendar-address").evaluate("field => { field.value = `https://example.org/calendar/${'mPq2'.repeat(10)}xyz.ics`; field.select(); }")
    journey.shoot("reminders-address")
    page.goto("/settings/reminders")
    page.locator("[data-push] button").click()
    expect(page.locator(".rows li")).to_have_count(1)
    page.locator("#steps").check()
    page.locator("#weekMinute").select_option("1260")
    with page.expect_navigation():
        page.locator("section").last.get_by_role("button").click()
    expect(page.locator("#steps")).to_be_checked()
    journey.shoot("reminders-on")

    goals = json.loads(journey.account.get("/settings/export").content)["goals"]
    for goal in goals:
        # They come as others.
        del goal["uid"]
    faulty = [goal | {"endDate": "1999-12-31"} for goal in goals[:20]] + [goals[-1] | {"title": "가" * 61}] * 9
    page.goto("/settings/import")
    journey.shoot("import")
    bring_in(page, faulty)
    expect(page.locator("#alert")).to_be_visible()
    journey.shoot("import-refused")
    bring_in(page, goals)
    expect(page.locator("#done")).to_be_visible()
    journey.shoot("import-done")


def bring_in(page: Page, goals: list[dict]) -> None:
    file = json.dumps({"format": "hindsight", "version": 1, "goals": goals}).encode()
    page.goto("/settings/import")
    page.locator("#file").set_input_files({"name": "hindsight.json", "mimeType": "application/json", "buffer": file})
    with page.expect_navigation():
        page.locator("#submit").click()


# A browser whose push service always has room: Chromium without a window has none.
NOTIFYING = """
  const keys = { p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example.com/one', keys }) };
  navigator.serviceWorker.register = async () => ({ pushManager: { getSubscription: async () => null, subscribe: async () => subscription } });
  Object.defineProperty(navigator.serviceWorker, 'ready', { value: Promise.resolve() });
  Notification.requestPermission = async () => 'granted';
  Object.defineProperty(Notification, 'permission', { get: () => 'default' });
"""


def test_pictures_of_the_line_and_of_alerts(journey, still_server, watch):
    watch.expect("net::ERR_", "request failed: .*/live/")
    page, account = journey.page, journey.account
    goal = account.unreviewed[0]
    open_editor(page, goal)
    write_guided(page)
    journey.until_kept()
    account.review(goal)
    expect(page.locator('[data-output="failAlert"] .answer').first).to_be_visible()
    journey.shoot("already-reviewed")

    open_list(page)
    page.context.set_offline(True)
    expect(page.locator("#connection")).to_have_attribute("data-state", "offline")
    journey.shoot("offline", whole=False)
    page.context.set_offline(False)
    wait_live(page)
    ask_for_more_from_above(page)
    expect(cards(page).nth(19)).to_be_attached()
    with sqlite3.connect(still_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE goal RENAME TO hidden")
    ask_for_more(page)
    expect(page.locator('[data-output="failAlert"] .notice')).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    journey.shoot("list-failed", whole=False)
    with sqlite3.connect(still_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE hidden RENAME TO goal")
        database.execute("DELETE FROM goal")
    account.written_beside()
    open_list_until(page, page.locator(".empty"))
    journey.shoot("empty")
    still_server.kill()
    expect(page.locator("#connection")).to_have_attribute("data-state", "reconnecting")
    journey.shoot("reconnecting", whole=False)


# ---- What the layout's faults are ------------------------------------------------------------------------------------

# Each a fault that a change of style might bring: the page, the rule, and how it is named.
FAULTY = {
    "the page is wider than its window": ("list", "main { min-inline-size: 110vi; }", "sideways: <html>"),
    "a bar scrolls within itself": ("list", ".filter { inline-size: 6rem; }", "sideways: <ul.filter"),
    "a heading begins before the window": ("home", "body { overflow-x: clip; } h1 { translate: -60vi; }", "edge: <h1>"),
    "a card is as wide as two windows": ("list", "html, body { overflow-x: clip; } .card { inline-size: 200vi; } .card-title { margin-inline-start: 110vi; }", "edge: <h3#t.card-title"),
    "a heading begins above the page": ("home", "h1 { translate: 0 -20rem; }", "edge: <h1>"),
    "a footer that stands still sinks out of the window": ("home", ".site-footer { position: fixed; inset-block-end: -3rem; background: var(--paper); }", "edge: <button"),
    "a title is as long as its box allows": ("list", ".card-title { inline-size: 4rem; white-space: nowrap; overflow: hidden; }", "cut: <h3#t.card-title"),
    "a title has one line": ("list", ".card-title { inline-size: 4rem; block-size: 1.5rem; overflow: clip; }", "cut: <h3#t.card-title"),
    "a day has no room": ("new", "input[type=date] { inline-size: 4rem !important; }", "cut: <input#startDate"),
    "a button is narrower than its words": ("home", ".start .button { inline-size: 4rem; white-space: nowrap; }", "spill: <button.button"),
    "a title is lower than its words": ("list", ".card-title { block-size: .5rem; inline-size: 4rem; }", "spill: <h3#t.card-title"),
    "words lie on words": ("home", ".lead { margin-block-start: -3rem; }", "overlap: <h1>"),
    "words lie on a button": ("home", ".start .hint { translate: 0 -3rem; }", "overlap: "),
    "a button lies on a button": ("home", ".account .button { margin-inline-end: -2rem !important; }", "overlap: "),
    "a sign lies on what is typed": ("register", ".entry input { padding-inline-end: 0 !important; }", "overlap: <input#password"),
    "a menu's buttons lie on each other": ("goal", "details[data-menu] .button { margin-block: -.75rem; }", "overlap: "),
    "buttons are small and near": ("home", ".choices button { min-block-size: 0; block-size: .75rem; inline-size: .75rem; padding: 0; }", "target: <button"),
    "words are pale": ("home", ".lead { color: light-dark(#8d8196, #5d5367) !important; }", "contrast: <p.lead"),
    "words let shine through": ("home", ".lead { opacity: .5; }", "contrast: <p.lead"),
    "a marker is as dark as its words": ("home", ":root { --marker: var(--accent); }", "contrast: <em"),
    "words lie on something else's ground": ("home", ".points { position: relative; z-index: -1; margin-block-start: -80rem; padding-block-start: 80rem; background: var(--ink); }", "contrast: <h1"),
    "letters of a drawing are pale": ("year", ".chart text { fill: var(--edge) !important; }", "contrast: <text"),
    "what is typed is pale": ("new", "input { color: var(--edge) !important; }", "contrast: <input#title"),
    "fields have no edge": ("new", "input { border-color: var(--edge) !important; }", "contrast: <input#title"),
    "a sign is pale": ("register", ".reveal { color: var(--edge); }", "contrast: <button.reveal"),
    "a ring of focus is pale": ("new", ":root { --ring: 3px solid var(--edge); }", "contrast: <input#title> has a ring"),
}


STYLE = "rule => { const sheet = new CSSStyleSheet(); sheet.replaceSync(rule); document.adoptedStyleSheets = [sheet]; }"


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_each_fault_of_a_layout_is_named_and_a_page_without_one_has_none(browse, account, still_chromium, width, scheme):
    page = browse(account, browser=still_chromium, viewport={"width": width, "height": 800}, reduced_motion="reduce", color_scheme=scheme).new_page()
    stranger = browse(browser=still_chromium, viewport={"width": width, "height": 800}, reduced_motion="reduce", color_scheme=scheme).new_page()
    goal = page_of_first_goal(page, "active")
    paths = {"home": "/", "list": "/goals/completed", "new": "/goals/new", "goal": goal, "register": "/register", "year": "/years/2025"}
    unseen = []
    for kind, path in paths.items():
        seen = stranger if kind in ("home", "register") else page
        seen.goto(path)
        if kind == "goal":
            seen.locator("[id^=menu-]").first.click()
        if kind == "new":
            seen.locator("#title").focus()
        assert layout(seen, closely=True)["found"] == [], kind
        for name, (place, rule, wanted) in FAULTY.items():
            if place == kind:
                seen.evaluate(STYLE, rule)
                found = layout(seen, closely=True)["found"]
                seen.evaluate(STYLE, "")
                if not any(fault.startswith(wanted) for fault in found):
                    unseen.append(f"{name}: {found[:5]}")
    assert not unseen, "\n".join(unseen)


# ---- What is approved ------------------------------------------------------------------------------------------------


def test_the_approved_pictures_are_few_and_those_that_are_declared(request):
    if request.config.getoption("--approve"):
        pytest.skip("they are being made")
    pictures = {str(picture.relative_to(APPROVED)): picture for picture in APPROVED.rglob("*.*")}
    market = [pictures.pop(name) for name in list(pictures) if OF_MARKET.fullmatch(name)]
    assert len(market) <= MOST_OF_MARKET
    assert sum(picture.stat().st_size for picture in market) <= MOST_BYTES_OF_MARKET
    pictures = list(pictures.values())
    assert len(pictures) <= MOST_PICTURES
    assert sum(picture.stat().st_size for picture in pictures) <= MOST_BYTES
    ways = {way: sorted(picture.stem.removesuffix(f".{way}") for picture in pictures if picture.suffixes == [f".{way}", ".webp"]) for way in PICTURED_ALSO}
    assert ways == {way: sorted(names.split()) for way, names in PICTURED_ALSO.items()}
    assert all(picture.name.partition(".")[2] in ["webp", *(f"{way}.webp" for way in PICTURED_ALSO)] for picture in pictures)


# ---- What the comparison sees ----------------------------------------------------------------------------------------

# Each a change of look that somebody might make without wanting it, as a statement on the page's own styles.
PLANTED = {
    "a button moved by 4 px": "document.querySelector('.start .button').style.translate = '4px'",
    "a heading moved by 4 px": "document.querySelector('h1').style.translate = '0 4px'",
    "a jewel is missing": "document.querySelector('.card .jewel').style.visibility = 'hidden'",
    "a small sign is missing": "document.querySelector('.card .badge').classList.remove('badge')",
    "another colour of links and buttons": "document.documentElement.style.setProperty('--accent', '#7a399f')",
    "another paper": "document.documentElement.style.setProperty('--paper', '#ece9ec')",
    "another shape of a jewel": "document.querySelector('.card use').setAttribute('href', '/jewels.svg#brilliant')",
    "a heavier text": "document.querySelector('.lead').style.fontWeight = 600",
    "a word is missing": "document.querySelector('.start .hint').textContent = ''",
}


@pytest.mark.parametrize("width", [320, 1280])
def test_a_small_change_of_look_is_seen_and_the_same_page_is_not(browse, still_chromium, width):
    page = browse(browser=still_chromium, viewport={"width": width, "height": 800}, reduced_motion="reduce").new_page()

    def picture(change: str = "") -> bytes:
        page.goto("/")
        page.evaluate(change)
        return kept(page.screenshot(full_page=True, animations="disabled"))

    approved = picture()
    assert difference(picture(), approved) is None
    # Another hand at antialiasing: everything is a tenth of a pixel away.
    assert difference(picture("document.body.style.transform = 'translate(.1px, .1px)'"), approved) is None
    unseen = [name for name, change in PLANTED.items() if difference(picture(change), approved) is None]
    assert unseen == []
