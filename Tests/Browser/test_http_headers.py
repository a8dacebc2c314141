"""What every answer carries, and what no answer may."""

import gzip
import re

import httpx
import pytest

from support import FREE, PATIENCE, PUBLIC, rows

STATIC = ["/live.js", "/hindsight.css", "/jewels.svg", "/levels.svg", "/icon.svg"]


def check_security(answer: httpx.Response, what: str) -> None:
    policy = answer.headers.get("content-security-policy", "")
    assert "default-src 'none'" in policy, what
    assert "unsafe-" not in policy and "http:" not in policy and "https:" not in policy and "*" not in policy and "data:" not in policy, what
    for directive in ("script-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert directive in policy, what
    assert answer.headers["x-content-type-options"] == "nosniff", what
    assert answer.headers["referrer-policy"] in ("same-origin", "no-referrer"), what
    assert answer.headers["x-frame-options"] == "DENY", what


def test_every_answer_carries_the_security_headers(account):
    address = f"/goals/{account.unreviewed[0]}/review"
    live = account.page().address
    answers = {path: account.get(path) for path in ["/", "/goals/completed", address, "/nothing", "/goals/abc/review", "/healthz", "/readyz", *STATIC]}
    answers |= {
        "demo": httpx.post(account.server.url + "/demo", timeout=PATIENCE),
        "303": httpx.get(account.server.url + "/goals/completed", timeout=PATIENCE),
        "304": account.get("/live.js", headers={"If-None-Match": answers["/live.js"].headers["etag"]}),
        "400": account.http.post(address, content=b"%", headers={"Content-Type": "application/x-www-form-urlencoded"}),
        "403": account.post(address, csrf="wrong"),
        "405": account.http.request("PUT", address),
        "413": account.post(address, {"text": "x" * 5_000_000}),
        "415": account.http.post(address, json={}),
        "422": account.post(address),
        "410": account.get("/live/x.y"),
        "401": httpx.get(account.server.url + live, timeout=PATIENCE),
        "inputs": account.http.post(live, json={"inputs": []}, headers={"X-CSRF-Token": account.csrf}),
        "saved": account.post(address, FREE | {"level": "3"}),
        "HEAD": account.http.head("/"),
    }
    for what, answer in answers.items():
        check_security(answer, what)
        if what in ("303", "304", "400", "403", "413", "415", "422", "410", "401"):
            assert answer.status_code == int(what)


def test_the_stream_is_read_as_nothing_else_and_passes_proxies(account):
    with account.page().stream() as stream:
        assert stream.answer["content-type"].startswith("text/event-stream")
        assert stream.answer["cache-control"] == "no-store"
        assert stream.answer["x-accel-buffering"] == "no"
        # It is no document: what else documents carry would be most of its head.
        assert stream.answer["x-content-type-options"] == "nosniff"
        assert "content-length" not in stream.answer


def test_private_pages_are_not_kept_by_caches(account):
    for path in ("/", "/goals/completed", f"/goals/{account.goals[0]}/review", "/goals/abc/review"):
        assert account.get(path).headers["cache-control"] == "no-store"


def test_the_cookie_is_for_the_server_and_this_site_only(server):
    cookie = httpx.post(server.url + "/demo", timeout=PATIENCE).headers["set-cookie"]
    attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert "secure" not in attributes, "by plain HTTP on one's own machine"
    token = cookie.split(";")[0].split("=", 1)[1]
    assert len(token) >= 32
    secure = httpx.post(server.url + "/demo", headers={"X-Forwarded-Proto": "https"}, timeout=PATIENCE).headers["set-cookie"]
    assert "secure" in {part.strip().lower() for part in secure.split(";")}


def test_signing_out_takes_the_cookie_away(account):
    answer = account.post("/logout")
    assert "max-age=0" in answer.headers["set-cookie"].lower()
    assert "httponly" in answer.headers["set-cookie"].lower()


def test_the_cookie_is_no_part_of_any_page(account):
    for path in ("/", "/goals/completed", f"/goals/{account.goals[0]}/review"):
        assert account.cookie not in account.get(path).text


@pytest.mark.parametrize("path", ["/", "/goals/completed", "/healthz", "/live.js", "/nothing"])
def test_head_answers_as_get_without_a_body(account, path):
    get, head = account.get(path), account.http.head(path)
    assert head.status_code == get.status_code
    assert head.content == b""
    assert head.headers.get("content-type") == get.headers.get("content-type")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "ko"), ("", "ko"), ("*", "ko"), ("fr", "ko"), ("en", "en"), ("en-US,en;q=0.9", "en"), ("ko-KR,ko;q=0.9,en;q=0.8", "ko"), ("en;q=0.8,ko;q=0.9", "ko"),
        ("fr-FR,en;q=0.5", "en"), ("EN-gb", "en"), ("en;q=0,ko;q=0.1", "ko"), ("en;q=abc", "ko"), (",;;q=,", "ko"), ("en;q=0.9;x=y , ko;q=0.1", "en"), ("x" * 5000, "ko"),
    ],
    ids=range(15),
)  # fmt: skip
def test_the_language_follows_the_browser(server, header, language):
    headers = {} if header is None else {"Accept-Language": header}
    answer = httpx.Client(base_url=server.url, timeout=PATIENCE).get("/", headers=headers)
    assert f'<html lang="{language}">' in answer.text
    assert "accept-language" in answer.headers["vary"].lower()


def test_error_pages_speak_the_language_too(server):
    for language in ("ko", "en"):
        page = httpx.get(server.url + "/nothing", headers={"Accept-Language": language}, timeout=PATIENCE).text
        assert f'<html lang="{language}">' in page


def test_the_script_is_small():
    assert len(gzip.compress((PUBLIC / "live.js").read_bytes(), 9)) <= 8 * 1024


def test_nothing_of_a_third_party_is_loaded(account):
    """No address with a host anywhere, but for the names of XML's namespaces."""
    texts = {path: account.get(path).text for path in ["/", "/goals/completed", f"/goals/{account.unreviewed[0]}/review", f"/goals/{account.reviewed[0]}/review", "/nothing", *STATIC]}
    for path, text in texts.items():
        text = text.replace("http://www.w3.org/2000/svg", "").replace("http://www.w3.org/1999/xlink", "")
        assert not re.search(r"https?://|[\"'(]//", text), path


def test_no_page_has_an_inline_script_or_style(account):
    for path in ["/", "/goals/completed", f"/goals/{account.unreviewed[0]}/review", f"/goals/{account.reviewed[0]}/review", "/nothing"]:
        page = account.get(path).text
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son[a-z]+=|javascript:", page), path


def test_static_files_have_an_entity_tag_and_their_type(server):
    for path, kind in zip(STATIC, ["text/javascript", "text/css", "image/svg+xml", "image/svg+xml", "image/svg+xml"]):
        answer = httpx.get(server.url + path, timeout=PATIENCE)
        assert answer.headers["content-type"].startswith(kind)
        again = httpx.get(server.url + path, headers={"If-None-Match": answer.headers["etag"]}, timeout=PATIENCE)
        assert again.status_code == 304


def test_the_page_is_complete_before_any_script_runs(account):
    page = account.get("/goals/completed").text
    assert len(rows(page)) == 10
    assert re.search(r'data-output="retrospectCount"[^>]*>You can write <em>\d+ goal reviews</em>!', page)
