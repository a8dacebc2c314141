"""Pictures of every page and state, to be looked at. They go to $HINDSIGHT_SCREENSHOTS, or `.build/screenshots`."""

import os
import re
import sqlite3
from pathlib import Path

import pytest
from browsing import PHONE, ask_for_more, grow_to, open_editor, open_list, open_list_until, open_live, save, save_state, wait_live, write_free, write_guided
from playwright.sync_api import Page, expect
from support import PATIENCE, ROOT

FOLDER = Path(os.environ.get("HINDSIGHT_SCREENSHOTS", ROOT / ".build/screenshots"))
VIEWPORTS = {"phone": PHONE, "desktop": {"width": 1280, "height": 900}}

KEPT = {
    "en": ["The first twenty minutes each morning were mine alone.", "I skipped the hills, and I knew it.", "Slow is fine. Stopping is what ends it.", "A run by the sea, with company."],
    "ko": ["아침 첫 이십 분은 온전히 내 시간이었어요.", "오르막은 피했고, 나도 알고 있었어요.", "느려도 괜찮아요. 멈추면 끝나는 거예요.", "바닷가에서 누군가와 함께 달리기."],
}  # fmt: skip


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("size", VIEWPORTS)
def test_every_page_and_state_has_its_picture(browse, server, watch, size, language, scheme):
    watch.expect("status of (400|403|404|413|422|503)")
    account = server.account(language)
    options = {"viewport": VIEWPORTS[size], "color_scheme": scheme, "reduced_motion": "reduce"}
    page = browse(account, **options).new_page()
    goal, free, guided = account.unreviewed[0], account.unreviewed[1], account.reviewed[0]

    def shoot(name: str, whole: bool = True) -> None:
        path = FOLDER / f"{name}-{size}-{language}-{scheme}.png"
        # What is there may still be without its style sheet.
        page.wait_for_load_state()
        page.screenshot(path=path, full_page=whole)
        assert path.stat().st_size > 5000

    page.goto("/")
    shoot("home")
    open_list(page)
    shoot("list", whole=False)
    grow_to(page, 20)
    grow_to(page, 27)
    page.locator(".end").scroll_into_view_if_needed()
    expect(page.locator(".end")).to_be_in_viewport()
    shoot("list-end", whole=False)

    open_editor(page, goal)
    shoot("editor")
    page.locator("#liked").fill((KEPT[language][0] + " ") * (12 if language == "en" else 24))
    expect(page.locator("#liked-error")).not_to_be_empty()
    shoot("editor-too-long")
    for field, text in zip(("liked", "lacked", "learned", "longedFor"), KEPT[language]):
        page.locator(f"#{field}").fill(text)
    page.locator('input[name="level"][value="4"]').check()
    expect(save(page)).to_be_enabled()
    expect(save_state(page)).to_have_text(re.compile("Draft saved|초안 저장됨"))
    shoot("editor-ready")
    shoot("editor-ready-top", whole=False)
    page.locator("#liked").focus()
    shoot("editor-focus", whole=False)
    page.reload()
    wait_live(page)
    text = "\n".join(KEPT[language])
    write_free(page, text)
    # The draft was complete, so the button goes off and on again while the style and the text arrive.
    expect(page.locator("#text-count")).to_have_text(re.compile(rf"^{len(text)} / 3,000"))
    expect(save(page)).to_be_enabled()
    shoot("editor-free")
    page.locator('input[name="style"][value="guided"]').check()
    expect(save(page)).to_be_enabled()
    save(page).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    shoot("saved", whole=False)
    page.get_by_role("dialog").locator("a.quiet").click()
    expect(page.locator(".answer").first).to_be_visible()
    shoot("viewer-guided")

    account.review(free, {"style": "free", "text": "\n\n".join(KEPT[language])}, level=5)
    open_live(page, f"/goals/{free}/review")
    shoot("viewer-free")
    page.locator("summary").click()
    shoot("viewer-menu")
    page.locator(".menu button").click()
    expect(page.locator('form[data-input="undo"] button')).to_be_visible()
    shoot("deleted")
    page.goto(f"/goals/{free}/review")
    shoot("deleted-again")
    open_live(page, f"/goals/{guided}/review?edit=1")
    shoot("edit")
    page.goto("/nothing")
    shoot("error-404")



@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("size", VIEWPORTS)
def test_every_answer_to_a_bad_post_has_its_picture(browse, server, watch, size, language, scheme):
    watch.expect("status of (400|403|404|413|415|422|503)")
    account = server.account(language)
    options = {"viewport": VIEWPORTS[size], "color_scheme": scheme, "reduced_motion": "reduce"}
    free = account.unreviewed[1]

    def shoot(name: str, page: Page) -> None:
        path = FOLDER / f"{name}-{size}-{language}-{scheme}.png"
        # What is there may still be without its style sheet.
        page.wait_for_load_state()
        page.screenshot(path=path, full_page=True)
        assert path.stat().st_size > 5000

    plain = browse(account, java_script_enabled=False, **options).new_page()
    plain.goto(f"/goals/{free}/review")
    plain.locator("#liked").fill("x" * 501)
    save(plain).click()
    expect(plain.locator(".notice.alert")).to_be_visible()
    shoot("editor-errors", plain)
    # The same form with a stale token, of another type, and far too large.
    plain.goto(f"/goals/{free}/review")
    changes = {}
    plain.route(lambda url: "/review" in url, lambda route: route.continue_(**changes))
    changes["post_data"] = "csrf=stale&style=guided&liked=Still+here&level=4"
    save(plain).click()
    expect(plain.locator(".notice.alert")).to_contain_text(re.compile("nothing was done|처리하지 못했어요"))
    shoot("editor-stale", plain)
    for status, change in [(400, {"post_data": "text=%"}), (413, {"post_data": "text=" + "x" * 4_300_000})]:
        changes.clear()
        plain.goto(f"/goals/{free}/review")
        changes |= change
        save(plain).click()
        expect(plain.locator(".code")).to_have_text(str(status))
        shoot(f"error-{status}", plain)
    changes.clear()
    plain.route("**/logout", lambda route: route.continue_(post_data="csrf=stale"))
    plain.goto("/goals/completed")
    plain.locator("form[action='/logout'] button").click()
    expect(plain.locator(".code")).to_have_text("403")
    shoot("error-403", plain)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("size", VIEWPORTS)
def test_the_states_of_the_line_and_the_alerts_have_their_picture(browse, own_server, watch, size, language, scheme):
    watch.expect("net::ERR_", "request failed: .*/live/")
    account = own_server.account(language)
    context = browse(account, viewport=VIEWPORTS[size], color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()

    def shoot(name: str) -> None:
        page.screenshot(path=FOLDER / f"{name}-{size}-{language}-{scheme}.png")

    goal = account.unreviewed[0]
    open_editor(page, goal)
    write_guided(page)
    account.review(goal)
    # The page is told at once, which moves it under a click; the click empties the alert, and the answer fills it again.
    expect(page.locator('[data-output="failAlert"] .answer')).to_be_visible()
    expect(save(page)).to_be_enabled()
    save(page).click()
    expect(page.locator('[data-output="failAlert"] .answer')).to_be_visible()
    page.locator('[data-output="failAlert"]').scroll_into_view_if_needed()
    shoot("already-reviewed")

    open_list(page)
    context.set_offline(True)
    expect(page.locator("#connection")).to_have_attribute("data-state", "offline")
    shoot("offline")
    context.set_offline(False)
    expect(page.locator("html")).to_have_attribute("data-state", "live")
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE goal RENAME TO hidden")
    ask_for_more(page)
    expect(page.locator('[data-output="failAlert"] .notice')).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    shoot("list-failed")
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("ALTER TABLE hidden RENAME TO goal")
        database.execute("DELETE FROM goal")
    open_list_until(page, page.locator(".empty"))
    shoot("empty")
    own_server.kill()
    expect(page.locator("#connection")).to_have_attribute("data-state", "reconnecting")
    shoot("reconnecting")
