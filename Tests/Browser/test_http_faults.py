"""Bad input by plain HTTP: the right status, a clear message, nothing lost, nothing forged."""

import html
import random
import re
import socket
import sqlite3
import subprocess
import threading
from urllib.parse import quote_plus

import httpx
import pytest

from support import BINARY, FAMILY, FREE, GUIDED, PATIENCE, answers, raw_request, rows, textarea

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def review_address(account) -> str:
    return f"/goals/{account.unreviewed[0]}/review"


def is_designed(page: str) -> bool:
    return "class='fault'" in page and '<link rel="stylesheet" href="/hindsight.css">' in page


# ---- The review form -------------------------------------------------------------------------------------------------


def field_error(page: str, field: str) -> str:
    return re.search(rf'<p [^>]*id="{field}-error"[^>]*>(.*?)</p>', page, re.S)[1]


def test_an_over_long_answer_is_named_at_its_field_and_comes_back(account):
    long = "x" * 501
    answer = account.review(account.unreviewed[0], GUIDED | {"liked": long})
    assert answer.status_code == 422
    assert "room for 500 characters. Please shorten it by 1." in field_error(answer.text, "liked")
    assert field_error(answer.text, "lacked") == ""
    assert "501 / 500" in answer.text
    assert textarea(answer.text, "liked") == long
    assert textarea(answer.text, "lacked") == GUIDED["lacked"]
    assert re.search(r'name="level" value="4"[^>]* checked', answer.text)


def test_an_over_long_free_review_is_named_at_its_field(account):
    answer = account.review(account.unreviewed[0], {"style": "free", "text": FAMILY * 3001})
    assert answer.status_code == 422
    assert "room for 3,000 characters. Please shorten it by 1." in field_error(answer.text, "text")


def test_exactly_as_long_as_allowed_is_saved(account):
    one, two = account.unreviewed[:2]
    assert account.review(one, {"style": "free", "text": f"  {FAMILY * 3000}\n"}).status_code == 303
    assert answers(account.get(f"/goals/{one}/review").text) == [FAMILY * 3000]
    assert account.review(two, {name: value if name == "style" else "é" * 500 for name, value in GUIDED.items()}).status_code == 303


@pytest.mark.parametrize("blank", ["", "   ", "\r\n\t ", "\u3000\u2003"])
def test_a_missing_answer_is_named_at_its_field(account, blank):
    answer = account.review(account.unreviewed[0], GUIDED | {"learned": blank})
    assert answer.status_code == 422
    assert "Please write something" in field_error(answer.text, "learned")
    assert textarea(answer.text, "liked") == GUIDED["liked"]
    assert "role='alert'" in answer.text and "Please check 1 place" in answer.text


def test_an_empty_form_names_everything_that_is_missing(account):
    answer = account.post(review_address(account))
    assert answer.status_code == 422
    assert "Please check 5 places" in answer.text
    assert "choose how fulfilling" in field_error(answer.text, "level")


@pytest.mark.parametrize("level", ["9", "0", "-1", "abc", "", "4.0", " 4", "٤", "1e0", "99999999999999999999"])
def test_a_level_that_does_not_exist_is_refused_with_the_text_kept(account, level):
    answer = account.post(review_address(account), FREE | {"level": level})
    assert answer.status_code == 422
    assert "choose how fulfilling" in field_error(answer.text, "level")
    assert textarea(answer.text, "text") == FREE["text"]
    assert re.search(r'name="style" value="free"[^>]* checked', answer.text)


def test_a_style_that_does_not_exist_is_no_style(account):
    answer = account.post(review_address(account), GUIDED | {"style": "sonnet", "level": "3", "liked": ""})
    assert answer.status_code == 422
    assert textarea(answer.text, "lacked") == GUIDED["lacked"]


@pytest.mark.parametrize("csrf", ["", "wrong", "é", "x" * 100_000])
def test_a_wrong_csrf_token_saves_nothing_and_loses_nothing(account, csrf):
    answer = account.post(review_address(account), FREE | {"level": "3"}, csrf=csrf)
    assert answer.status_code == 403
    assert "nothing was done" in answer.text and "role='alert'" in answer.text
    assert textarea(answer.text, "text") == FREE["text"]
    assert re.search(r'name="level" value="3"[^>]* checked', answer.text)
    assert answers(account.get(review_address(account)).text) == []
    token = re.search(r'name="csrf" value="([^"]+)"', answer.text)[1]
    assert account.post(review_address(account), FREE | {"level": "3"}, csrf=token).status_code == 303, "pressing again works"


def test_a_missing_csrf_token_saves_nothing(account):
    answer = account.http.post(review_address(account), data=FREE | {"level": "3"})
    assert answer.status_code == 403
    assert textarea(answer.text, "text") == FREE["text"]


def test_a_wrong_csrf_token_deletes_nothing(account):
    address = f"/goals/{account.reviewed[0]}/review"
    before = answers(account.get(address).text)
    answer = account.post(address + "?input=delete", csrf="wrong")
    assert answer.status_code == 403
    assert answers(account.get(address).text) == before


@pytest.mark.parametrize("body", [b"text=%", b"text=%4", b"text=%zz", b"%=x", b"text=ok&level=%G0", b"text=%ff", b"text=\xff", b"text=%c0%80", b"text=%ed%a0%80"])
def test_a_malformed_form_is_answered_with_a_designed_400(account, body):
    answer = account.http.post(review_address(account), content=body, headers=FORM)
    assert answer.status_code == 400
    assert is_designed(answer.text)


@pytest.mark.parametrize("body", [b"", b"&&&", b"=", b"text", b"=&text=a=b=c&&", b"text=a&text=b"])
def test_an_odd_but_well_formed_form_is_no_server_error(account, body):
    assert account.http.post(review_address(account), content=body, headers=FORM).status_code == 403


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data; boundary=x", "nonsense"])
def test_a_form_of_another_type_is_answered_with_415(account, kind):
    answer = account.http.post(review_address(account), content=b"text=x", headers={"Content-Type": kind})
    assert answer.status_code == 415
    assert is_designed(answer.text)


def test_a_form_of_ten_megabytes_is_answered_with_a_designed_413(account):
    answer = account.post(review_address(account), {"text": "x" * 10_000_000})
    assert answer.status_code == 413
    assert is_designed(answer.text)
    assert "too large" in answer.text
    assert account.get(review_address(account)).status_code == 200


def test_a_form_that_announces_ten_megabytes_is_not_waited_for(account):
    head = f"POST {review_address(account)} HTTP/1.1\nHost: 127.0.0.1\nCookie: hindsight={account.cookie}\nContent-Type: application/x-www-form-urlencoded\nContent-Length: 10000000"
    with socket.create_connection(("127.0.0.1", account.server.port), timeout=PATIENCE) as line:
        line.sendall(head.replace("\n", "\r\n").encode() + b"\r\n\r\ntext=" + b"x" * 5_000_000)
        answer = line.makefile("rb")
        assert answer.readline().startswith(b"HTTP/1.1 413 ")
        assert b"connection: close\r\n" in answer.read(400).lower()


def test_a_megabyte_of_text_comes_back_whole(account):
    long = "가나다 " * 100_000
    answer = account.review(account.unreviewed[0], {"style": "free", "text": long})
    assert answer.status_code == 422
    assert textarea(answer.text, "text") == long


# ---- Addresses -------------------------------------------------------------------------------------------------------

ABSURD = [
    "999999999999999999999", "9223372036854775807", "9223372036854775808", "0", "-1", "+1", "007", "abc", "1e3", "1.0", "%00", "%D9%A3", "%FF", "1%20",
    "' OR 1=1 --", "a" * 4000,
]  # fmt: skip


def without_what_must_differ(page: httpx.Response) -> tuple:
    headers = {name: value for name, value in page.headers.items() if name != "date"}
    return page.status_code, headers, page.content


def test_foreign_deleted_and_absurd_goals_are_the_same_404_byte_for_byte(server):
    account, other = server.account(), server.account()
    never = without_what_must_differ(account.get("/goals/999999998/review"))
    assert never[0] == 404
    assert is_designed(never[2].decode())
    foreign = account.get(f"/goals/{other.reviewed[0]}/review")
    assert without_what_must_differ(foreign) == never
    for goal in ABSURD:
        url = httpx.URL(server.url).copy_with(raw_path=f"/goals/{goal.replace(' ', '%20')}/review".encode())
        assert without_what_must_differ(account.http.get(url)) == never, goal


def test_a_deleted_goal_is_the_same_404_and_so_is_its_page_by_post(own_server):

    account = own_server.account()
    goal = account.reviewed[0]
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("UPDATE goal SET deletedAt = 1 WHERE id = ?", [goal])
    never = account.get("/goals/999999998/review")
    assert without_what_must_differ(account.get(f"/goals/{goal}/review")) == without_what_must_differ(never)
    for path in (f"/goals/{goal}/review", "/goals/999999999999999999999/review", "/goals/abc/review?input=delete"):
        answer = account.post(path, FREE | {"level": "3"})
        assert (answer.status_code, answer.content) == (404, never.content)


def test_an_active_goal_of_ones_own_is_the_same_404(own_server):

    account = own_server.account()
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        active = [row[0] for row in database.execute("SELECT id FROM goal WHERE status <> 'completed'")]
    assert active
    never = account.get("/goals/999999998/review")
    for goal in active:
        assert account.get(f"/goals/{goal}/review").content == never.content
        assert account.review(goal).status_code == 404


@pytest.mark.parametrize("after", ["0", "-1", "abc", "999999999999999999999", "%00", "", "1"])
def test_an_absurd_cursor_is_no_server_error(account, after):
    answer = account.get(f"/goals/completed?after={after}")
    assert answer.status_code == 200


def test_a_cursor_of_another_account_shows_only_ones_own_goals(server):

    account, other = server.account(), server.account()
    page = account.get(f"/goals/completed?after={other.goals[0]}").text
    assert set(rows(page)) <= set(account.goals)


@pytest.mark.parametrize("path", ["/nothing", "/goals", "/goals/1", "/live", "/demo/x", "/live.js/x", "/live.js%00.html", "/%00", "//evil.example/", "/%ff"])
def test_an_address_that_does_not_exist_is_a_designed_404(account, path):
    url = httpx.URL(account.server.url).copy_with(raw_path=path.encode())
    answer = account.http.get(url)
    assert answer.status_code == 404, answer.text
    assert is_designed(answer.text)


@pytest.mark.parametrize("path", ["/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "/goals/%2e%2e/review", "/goals/%2e%2e%2f1/review"])
def test_no_address_leads_out_of_the_public_folder(account, path):
    answer = raw_request(account.server.port, f"GET {path} HTTP/1.1\nHost: 127.0.0.1\nConnection: close\nCookie: hindsight={account.cookie}").decode()
    assert answer.split()[1] in ("400", "404")
    assert is_designed(answer)


def test_a_query_that_is_no_query_is_no_server_error(account):
    for query in ("?", "?&&=", "?edit", "?edit=%ff", "?input=%00", "?draft=drop&draft=drop", "?" + "a=b&" * 2000):
        url = httpx.URL(account.server.url).copy_with(raw_path=(review_address(account) + query).encode())
        assert account.http.get(url).status_code == 200, query


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(account, method):
    assert account.http.request(method, review_address(account)).status_code in (404, 405)


# ---- Other sites -----------------------------------------------------------------------------------------------------

FOREIGN = [{"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}, {"Origin": "null"}]


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_post_from_another_site_is_refused(account, headers):
    for path in ("/demo", "/logout", review_address(account), "/goals/completed?input=refresh"):
        answer = account.post(path, FREE | {"level": "3"}, headers=headers)
        assert answer.status_code == 403, path
        assert is_designed(answer.text)
        assert "set-cookie" not in answer.headers
    assert answers(account.get(review_address(account)).text) == []


def test_an_origin_that_only_ends_like_ours_is_another_site(account):
    host = account.server.url.removeprefix("http://")
    for origin in (f"https://evil{host}", f"http://evil.{host}", f"http://{host}.evil.example", "http://127.0.0.1:1"):
        assert account.post(review_address(account), FREE | {"level": "3"}, headers={"Origin": origin}).status_code == 403, origin


def test_a_post_from_this_site_is_taken(account):
    headers = {"Origin": account.server.url, "Sec-Fetch-Site": "same-origin"}
    assert account.post(review_address(account), FREE | {"level": "3"}, headers=headers).status_code == 303


def test_signing_out_needs_the_token(account):
    assert account.post("/logout", csrf="wrong").status_code == 403
    assert account.get("/goals/completed").status_code == 200


def test_who_is_not_signed_in_is_led_to_the_start(server):
    for method, path in [("GET", "/goals/completed"), ("GET", "/goals/1/review"), ("POST", "/goals/1/review"), ("POST", "/logout")]:
        answer = httpx.request(method, server.url + path, timeout=PATIENCE)
        assert (answer.status_code, answer.headers["location"]) == (303, "/"), path


@pytest.mark.parametrize("cookie", ["x", "", "a" * 5000, "%00", '"', "é".encode().decode("latin-1")])
def test_a_cookie_that_means_nothing_is_nobody(server, cookie):
    answer = httpx.get(server.url + "/goals/completed", headers={"Cookie": b"hindsight=" + cookie.encode("latin-1")}, timeout=PATIENCE)
    assert answer.status_code == 303


# ---- Two at once -----------------------------------------------------------------------------------------------------


def test_two_saves_at_once_make_one_review(server):
    account = server.account()
    for goal in account.unreviewed:
        gate, results = threading.Barrier(2), {}

        def save(name):
            with httpx.Client(base_url=server.url, cookies={"hindsight": account.cookie}, headers={"Accept-Language": "en"}, timeout=PATIENCE) as http:
                http.get("/healthz")
                gate.wait()
                results[name] = http.post(f"/goals/{goal}/review", data=FREE | {"text": f"By {name}", "level": "3", "csrf": account.csrf})

        threads = [threading.Thread(target=save, args=[name]) for name in ("one", "two")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answer.status_code for answer in results.values()) == [303, 409]
        winner, loser = sorted(results, key=lambda name: results[name].status_code)
        assert answers(account.get(f"/goals/{goal}/review").text) == [f"By {winner}"]
        page = results[loser].text
        assert "has a review already" in page
        assert answers(page) == [f"By {winner}"], "the saved one is shown"
        assert textarea(page, "text") == f"By {loser}", "and one's own text is kept"


# ---- Many at once, and kill -9 ---------------------------------------------------------------------------------------


class Writer(threading.Thread):
    """Writes and deletes the review of one goal, in turns, until the server is gone; keeps what it was told."""

    def __init__(self, account, goal: int, confirmed: int | None, told: threading.Semaphore):
        super().__init__(daemon=True)
        self.account, self.goal, self.told = account, goal, told
        #: The number in the review that is there; None while there is none.
        self.confirmed = self.asked = confirmed
        self.number = 0 if confirmed is None else confirmed
        self.refusal = None

    def run(self):
        address = f"/goals/{self.goal}/review"
        with signed_in(self.account) as http:
            try:
                while True:
                    if self.confirmed is None:
                        self.number += 1
                        self.asked = self.number
                        texts = {name: value if name == "style" else f"{name} {self.asked}" for name, value in GUIDED.items()}
                        answer = http.post(address, data=texts | {"level": "3", "csrf": self.account.csrf})
                    else:
                        self.asked = None
                        answer = http.post(address + "?input=delete", data={"csrf": self.account.csrf})
                    if answer.status_code != 303:
                        self.refusal = answer
                        return
                    self.confirmed = self.asked
                    self.told.release()
            except httpx.TransportError:
                return

    def shown(self, http: httpx.Client) -> int | None:
        """The number in the review that the server shows; all four answers must have it."""
        page = http.get(f"/goals/{self.goal}/review").text
        numbers = [int(answer.split()[1]) for answer in answers(page)]
        assert len(numbers) in (0, 4) and len(set(numbers)) <= 1, f"half a review: {answers(page)}"
        return numbers[0] if numbers else None


def signed_in(account) -> httpx.Client:
    """A browser of the account with connections of its own. It speaks no TLS: to read the authorities takes long."""
    return httpx.Client(
        base_url=account.server.url, cookies={"hindsight": account.cookie}, headers={"Accept-Language": "en"},
        timeout=PATIENCE, verify=False,
    )  # fmt: skip


def reviewable(http: httpx.Client) -> int:
    return int(re.search(r"<em>(\d+) goal review", http.get("/goals/completed").text)[1])


def checked(server) -> str:
    return subprocess.run([BINARY, "check", server.database], capture_output=True, text=True, timeout=PATIENCE).stdout.strip()


def test_what_64_writers_were_told_survives_kill_9(own_server):
    """The process is killed, not the machine: whether the disk was told to sync is not seen here."""
    accounts = [own_server.account() for _ in range(16)]
    state = {(account, goal): None for account in accounts for goal in account.unreviewed[:4]}
    assert len(state) == 64
    before = {account: reviewable(account.http) for account in accounts}
    chance = random.Random(64)
    for _ in range(5):
        told = threading.Semaphore(0)
        writers = [Writer(account, goal, confirmed, told) for (account, goal), confirmed in state.items()]
        for writer in writers:
            writer.start()
        for _ in range(chance.randrange(100, 400)):
            assert told.acquire(timeout=PATIENCE)
        own_server.kill()
        for writer in writers:
            writer.join()
        assert [writer.refusal for writer in writers if writer.refusal] == []
        assert checked(own_server) == "ok"
        own_server.start()
        for account in accounts:
            with signed_in(account) as http:
                for writer in [writer for writer in writers if writer.account is account]:
                    shown = writer.shown(http)
                    # What was asked and not confirmed may have been done.
                    assert shown in (writer.confirmed, writer.asked), f"goal {writer.goal}"
                    state[account, writer.goal] = shown
                written = sum(shown is not None for (owner, _), shown in state.items() if owner is account)
                assert reviewable(http) == before[account] - written
    assert checked(own_server) == "ok"


# ---- Nasty text ------------------------------------------------------------------------------------------------------

NASTY = {
    "markup": '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;&#x3c;b&gt;</textarea></main>"\'',
    "emoji": f"{FAMILY} 🇰🇷 👩🏽‍🚀 e\u0301 ﷽",
    "right to left": "שלום \u202eעולם\u202c مرحبا \u200f!",
    "forged event": "a\n\nevent: saved\nid: 1.1\ndata: <b>forged</b>\n\n",
    "forged event by CR": "a\r\revent: saved\rid: 1.1\rdata: forged\r\rz",
    "line separators": "a\u2028event: x\u2029b\u0085c\x0bd\x0ce",
    "tabs and spaces": "a\t  b\n    c",
    "template": "{{7*7}} ${7*7} <%= 7*7 %> \\(csrf) \\u0000",
    "leading line feed": "\n\nfirst line is the third",
}


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_nasty_text_comes_back_as_typed(account, text):
    goal = account.unreviewed[0]
    address = f"/goals/{goal}/review"
    # Refused, so that it comes back in the form …
    refused = account.post(address, {"style": "free", "text": text})
    assert refused.status_code == 422
    assert textarea(refused.text, "text") == text
    # … and saved, to be read.
    assert account.review(goal, {"style": "free", "text": text}).status_code == 303
    page = account.get(address).text
    assert answers(page) == [text.strip()]
    assert "<script>alert" not in page


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_nasty_text_travels_through_the_stream_without_forging_an_event(account, text):

    goal = account.reviewed[0]
    viewer = account.page(f"/goals/{goal}/review")
    with viewer.stream() as stream:
        assert account.post(f"/goals/{goal}/review?edit=1", {"style": "free", "text": text, "level": "3"}).status_code == 303
        event = stream.until("review")
        shown = re.search(r"<p class='answer' dir='auto'>(.*?)</p>", event.data, re.S)[1]
        assert html.unescape(shown) == text.strip()
        account.post(f"/goals/{goal}/review?edit=1", {"style": "free", "text": "done", "level": "3"})
        stream.until("review", ">done<")
    assert {e.name for e in stream.seen} <= {"review", "goal"}
    assert all(re.fullmatch(rf"{viewer.epoch}\.\d+", e.id) for e in stream.seen)


def test_nul_is_shown_and_harmless(account):
    goal = account.unreviewed[0]
    body = f"csrf={quote_plus(account.csrf)}&style=free&text=a%00b&level=3".encode()
    assert account.http.post(f"/goals/{goal}/review", content=body, headers=FORM).status_code == 303
    page = account.get(f"/goals/{goal}/review")
    assert b"\x00" not in page.content
    assert answers(page.text) == ["a\u2400b"]


def test_a_nasty_title_is_shown_as_it_is_on_every_page_and_in_the_stream(own_server):

    account = own_server.account()
    goal = account.unreviewed[0]
    title = "<b>\"x\"</b>\r\revent: saved\n\ndata: x & 👨‍👩‍👧 שלום"
    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("UPDATE goal SET title = ? WHERE id = ?", [title, goal])
    assert account.title(goal) == title
    page = account.page()
    while not re.search("(<|&lt;)b(>|&gt;)", page.text):
        # What is written beside the server is seen a moment later.
        page = account.page()
    assert html.escape("<b>", quote=True) in page.text and "<b>\"x\"" not in page.text
    # An id of another session: the page gets all of its Outputs.
    with page.stream("0.1") as stream:
        data = stream.until("items").data
        assert html.unescape(re.search(r'<h2 [^>]*>(.*?)</h2>', data, re.S)[1]) == title
        account.review(goal)
        stream.until("items", f'id="d{goal}"')
    assert {event.name for event in stream.seen} <= set(re.findall(r'data-output="(\w+)"', page.text))


# ---- The log ---------------------------------------------------------------------------------------------------------


def test_nothing_private_is_in_the_log(own_server):

    secret = "Geheimnis-im-Text"
    account = own_server.account()
    goal = account.unreviewed[0]
    titles = [account.title(goal) for goal in account.goals]
    page = account.page(f"/goals/{goal}/review")
    page.send("text", secret)
    page.inputs({"n": 50, "name": secret, "value": secret}, headers={"X-CSRF-Token": secret})
    account.post(f"/goals/{goal}/review", {"style": "free", "text": secret}, csrf=secret)
    account.post(f"/goals/{goal}/review", {"style": "free", "text": secret * 1000, "level": "9"})
    account.http.post(f"/goals/{goal}/review", content=f"text={secret}%zz".encode(), headers=FORM)
    account.get(f"/goals/{secret}/review")
    locked = sqlite3.connect(own_server.database, isolation_level=None, timeout=PATIENCE)
    locked.execute("BEGIN EXCLUSIVE")
    assert account.review(goal, {"style": "free", "text": secret}).status_code >= 500
    locked.execute("ROLLBACK")
    locked.close()
    assert account.review(goal, {"style": "free", "text": secret}).status_code == 303
    own_server.stop()
    log = own_server.log.read_text()
    assert "listening" in log, "it is the log"
    for private in [secret, account.cookie, account.csrf, *titles]:
        assert private not in log


# ---- Faults of the store ---------------------------------------------------------------------------------------------


def test_a_store_that_does_not_answer_gives_503_with_the_text_kept(own_server):

    account = own_server.account()
    goal = account.unreviewed[0]
    locked = sqlite3.connect(own_server.database, isolation_level=None, timeout=PATIENCE)
    locked.execute("BEGIN IMMEDIATE")
    try:
        answer = account.review(goal)
    finally:
        locked.execute("ROLLBACK")
        locked.close()
    assert answer.status_code == 503
    assert "role='alert'" in answer.text and "could not be saved" in answer.text
    assert textarea(answer.text, "text") == FREE["text"]
    assert account.review(goal).status_code == 303, "saving again works"


def test_health_and_readiness_answer(server):
    assert httpx.get(server.url + "/healthz", timeout=PATIENCE).text.strip() == "ok"
    assert httpx.get(server.url + "/readyz", timeout=PATIENCE).text.strip() == "ready"


def test_a_database_that_is_gone_is_healthy_but_not_ready(own_server):

    with sqlite3.connect(own_server.database, timeout=PATIENCE) as database:
        database.execute("PRAGMA journal_mode")
    own_server.database.write_bytes(b"no database at all" * 1000)
    for suffix in ("-wal", "-shm"):
        own_server.database.with_name(own_server.database.name + suffix).unlink(missing_ok=True)
    assert httpx.get(own_server.url + "/healthz", timeout=PATIENCE).status_code == 200
    assert httpx.get(own_server.url + "/", timeout=PATIENCE).status_code in (200, 503)


def test_an_address_with_an_empty_segment_leads_nowhere_else(account):
    answer = account.get(account.server.url + "//goals/completed")
    assert answer.status_code == 404
    assert 'action="//' not in answer.text


def test_more_inputs_than_a_batch_may_have_wait_for_the_next(account):
    page = account.page()
    messages = [{"n": number, "name": "refresh"} for number in range(1, 301)]
    assert page.inputs(*messages).json()["applied"] == 256
    assert page.inputs(*messages).json()["applied"] == 300


def test_a_page_below_the_last_goal_is_no_empty_list(account):
    text = account.get("/goals/completed", params={"after": "1"}).text
    assert "The drawer is still empty" not in text
    assert "Back to the newest" in text
