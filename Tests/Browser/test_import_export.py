"""All of an account as a file, to be read or to be brought into another account."""

import json
import random
import re
from datetime import date, timedelta

from browsing import WAYS, open_live
from markdown_it import MarkdownIt
from playwright.sync_api import Page, expect

DONE = {"en": "33 goals were added", "ko": "목표 33개를 더했어요"}
KNOWN = {"en": "33 were here already", "ko": "33개는 이미 있어서"}


def options(viewport: dict | None) -> dict:
    return {"viewport": viewport} if viewport else {}


def download(page: Page, number: int) -> tuple[str, bytes]:
    """Takes one of the files that the settings offer."""
    page.goto("/settings")
    with page.expect_download() as taken:
        page.locator("a[href^='/settings/export']").nth(number).click()
    return taken.value.suggested_filename, taken.value.path().read_bytes()


def bring_in(page: Page, file: bytes, name: str = "hindsight.json") -> None:
    page.goto("/settings/import")
    page.locator("#file").set_input_files({"name": name, "mimeType": "application/json", "buffer": file})
    page.locator("#submit").focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")


def goals_of(file: bytes) -> list[dict]:
    return json.loads(file)["goals"]


@WAYS
def test_an_account_is_taken_along_and_brought_into_another(browse, server, language, viewport, check_axe):
    page = browse(server.member(language), **options(viewport)).new_page()
    name, file = download(page, 0)
    assert re.fullmatch(r"hindsight-\d{4}-\d\d-\d\d\.json", name)
    name, text = download(page, 1)
    assert re.fullmatch(r"hindsight-\d{4}-\d\d-\d\d\.md", name)
    assert text.decode().count("\n## ") == len(goals_of(file)) == 33

    other = server.member(language)
    page = browse(other, **options(viewport)).new_page()
    list_page = page.context.new_page()
    open_live(list_page, "/goals/active")
    expect(list_page.locator("#c-active")).to_have_text("3")
    page.goto("/settings/import")
    check_axe(page, f"the form {language}")
    bring_in(page, file)
    expect(page).to_have_url(re.compile(r"/settings/import\?known=0&stored=3&active=3&completed=27$"))
    expect(page.locator("#done")).to_contain_text(DONE[language])
    check_axe(page, f"done {language}")
    # The page that was open has them, too.
    expect(list_page.locator("#c-active")).to_have_text("6")
    _, both = download(page, 0)
    mine = [{**goal, "id": 0} for goal in goals_of(both)[33:]]
    assert mine == [{**goal, "id": 0} for goal in goals_of(file)]

    bring_in(page, file)
    expect(page.locator("#done")).to_contain_text(KNOWN[language])
    bring_in(page, both)
    expect(page.locator("#done")).to_contain_text(KNOWN[language].replace("33", "66"))
    page.locator("#main a[href='/settings']").click()
    expect(page).to_have_url(re.compile("/settings$"))


def test_a_file_comes_in_without_a_script(browse, server, watch):
    watch.expect("status of 422")
    page = browse(server.account(), java_script_enabled=False).new_page()
    file = server.account().get("/settings/export").content
    bring_in(page, file)
    expect(page.locator("#done")).to_contain_text(DONE["en"])
    page.locator("#done a").click()
    expect(page).to_have_url(re.compile("/goals/completed$"))
    page.goto("/settings/import")
    page.locator("#submit").click()
    expect(page.locator("#file-error")).to_have_text("Please choose a file.")


@WAYS
def test_a_broken_file_says_what_is_wrong(browse, server, watch, language, viewport, check_axe):
    watch.expect("status of 422")
    page = browse(server.account(language), **options(viewport)).new_page()
    file = json.loads(server.account(language).get("/settings/export").content)
    for number, goal in enumerate(file["goals"]):
        if number >= 5:
            goal["endDate"] = "1999-12-31"
    file["goals"][2]["title"] = "x" * 61
    bring_in(page, json.dumps(file).encode())
    alert = page.locator("#alert")
    expect(alert).to_be_focused()
    expect(alert).to_contain_text({"en": "29 goals can’t be imported", "ko": "가져올 수 없는 목표가 29개 있어요"}[language])
    expect(alert.locator("li")).to_have_count(20)
    expect(alert.locator("li").nth(1)).to_contain_text(
        {"en": "the end date is before its start", "ko": "끝나는 날이 시작하는 날보다 빨라요"}[language])
    expect(alert).to_contain_text({"en": "And 9 more.", "ko": "그 밖에 9개가 더 있어요."}[language])
    check_axe(page, f"faulty {language}")
    bring_in(page, b"PK\x03\x04 a photo", "photo.zip")
    expect(alert).to_contain_text({"en": "not a JSON file", "ko": "JSON 파일이 아니에요"}[language])
    page.goto("/goals/active")
    expect(page.locator("#c-active")).to_have_text("3")


# ---- The document, as a reader of CommonMark has it ------------------------------------------------------------------

FRAGMENTS = [
    "# <script>alert(1)</script>", "](javascript:alert(1))", "[a](b)", "![x](y)", "- [x] done", "* a", "+ b", "1. one", "12) so",
    "> quote", "***", "---", "===", "__", "`code`", "```", "~~~", "~~gone~~", "<b>", "&amp;", "&#65;", "& so", "\\", "\\\\", "|a|b|",
    "|---|", ":--", ":-:", "a_b_c", "[^1]: x", "[ref]: /url", "<http://x.y>", "http://x.y/?a=1&b=2", "$x$", "#", " #", "## ", "가나다", "👩‍🚀",
    "\t", "  ", "    ", "\n", "\n\n", "\n\n\n", "\r\n", "\u00a0", "\u3000", "\u2028", "\x0b", "x", "word", " ", "1", "2.", "!", "(", ")",
]


def nasty(chance: random.Random) -> str:
    return "".join(chance.choice(FRAGMENTS) for _ in range(chance.randint(1, 8)))


def trimmed(text: str) -> str:
    """As the server trims it: by the white space of Unicode, which Python's own has a little more of."""
    return text.strip("\t\n\x0b\x0c\r \x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))


def words(inline) -> str:
    """What a reader shows of a block; anything but text in it has been made of what was typed."""
    assert {child.type for child in inline.children} <= {"text", "text_special", "softbreak", "hardbreak"}, inline.content
    assert all(child.type != "softbreak" for child in inline.children), inline.content
    return "".join("\n" if child.type == "hardbreak" else child.content for child in inline.children)


def one_line(text: str) -> str:
    """As the server makes a title one line: a control character or line break, with the white space around it, is a space."""
    space = "\t\n\x0b\x0c\r \x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
    breaks = "\x00-\x1f\x7f-\x9f\u2028\u2029"
    return re.sub(rf"[{space}{breaks}]*[{breaks}][{space}{breaks}]*", " ", text)


def test_readers_of_markdown_show_what_was_typed(server):
    chance = random.Random(20261122)
    texts = [text for text in FRAGMENTS if trimmed(text)] + [nasty(chance) for _ in range(600)]
    today = date.today()
    goals, expected = [], []
    for text in texts:
        title, review, step = trimmed(one_line(trimmed(text)[:40])), trimmed(text), trimmed(one_line(trimmed(text)[:30]))
        if not title:
            continue
        expected.append((title, step, re.sub("\r\n?", "\n", review)))
        goals.append({
            "title": title, "status": "completed", "startDate": "2026-01-01", "endDate": "2026-02-01", "reminderEnabled": False,
            "createdAt": "2026-01-01T00:00:00.000Z", "completedAt": "2026-02-01T00:00:00.000Z", "completedOn": "2026-02-01",
            "jewel": {"color": "pink", "shape": "heart"}, "steps": [{"title": step, "place": 0, "isDone": True}],
            "review": {"style": "free", "text": review, "level": 5, "writtenAt": "2026-02-01T00:00:00.000Z"},
        })
    assert today + timedelta(days=1) > date(2026, 2, 1)
    account = server.account()
    before = account.get("/settings/export?format=markdown").text.count("\n## ")
    file = json.dumps({"format": "hindsight", "version": 1, "goals": goals}).encode()
    # The token stands before the file.
    answer = account.http.post(
        "/settings/import", files=[("csrf", (None, account.csrf)), ("file", ("a.json", file, "application/json"))])
    assert answer.status_code == 303, answer.text
    document = account.get("/settings/export?format=markdown").content.decode()

    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(document)
    sections, inlines = [], iter(zip(tokens, tokens[1:]))
    for token, inner in inlines:
        if token.type == "heading_open" and token.tag == "h2":
            sections.append([words(inner), [], []])
        elif token.type == "paragraph_open" and sections:
            sections[-1][1 if token.hidden else 2].append(inner)
        else:
            assert token.type not in {"html_block", "code_block", "fence", "table_open", "blockquote_open", "hr"}, token.content
    assert len(sections) == before + len(expected)
    for (title, step, review), (heading, items, paragraphs) in zip(expected, sections[before:]):
        assert heading == title
        assert [words(item) for item in items] == [f"[x] {step}"]
        # What is known of the goal, and when it was written, come first.
        assert "\n\n".join(words(paragraph) for paragraph in paragraphs[2:]) == review
