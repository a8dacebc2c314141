"""The job by HTTP alone: no browser, no script."""

import re
import subprocess

import httpx
import pytest

from support import FREE, GUIDED, PATIENCE, Account, LivePage, Server, answers, labelled, rows

COUNT = re.compile(r"You can write <em>(\d+) goal reviews?</em>!")
# The bytes that a review may cost on each page that shows the list, framing included.
CHANGE = 236


def count_on(page: str) -> int:
    return int(COUNT.search(page)[1])


def changed_rows(event) -> list[int]:
    """The goals whose row travels, or of whose row only the label does."""
    return [int(goal) for goal in re.findall(r'^<(?:li id="goal-|span id="d)(\d+)"', event.data, re.M)]


def test_curl_alone_can_do_the_job(server, tmp_path):
    jar = tmp_path / "cookies"
    curl = ["curl", "--silent", "--show-error", "--max-time", str(PATIENCE), "--cookie", jar, "--cookie-jar", jar, "--header", "Accept-Language: en"]

    def run(*arguments) -> str:
        return subprocess.run([*curl, *arguments], check=True, capture_output=True, text=True).stdout

    assert run("--request", "POST", "--write-out", "%{http_code} %{redirect_url}", f"{server.url}/demo") == f"303 {server.url}/goals/completed"
    page = run(f"{server.url}/goals/completed")
    stream_address = re.search(r'<main [^>]*data-live="([^"]+)"', page)[1]
    goal = labelled(page, "write")[0]
    csrf = re.search(r'name="csrf" value="([^"]+)"', page)[1]

    stream = subprocess.Popen([*curl, "--no-buffer", server.url + stream_address], stdout=subprocess.PIPE)
    try:
        assert stream.stdout.readline() == b":\n", "the stream is open"
        assert stream.stdout.readline() == b"\n"
        form = [part for name, value in (FREE | {"level": "5", "csrf": csrf}).items() for part in ("--data-urlencode", f"{name}={value}")]
        status = run(*form, "--output", "/dev/null", "--write-out", "%{http_code} %{redirect_url}", f"{server.url}/goals/{goal}/review")
        assert status == f"303 {server.url}/goals/{goal}/review"

        wire, events = b"", {}
        while len(events) < 2:
            block = b""
            while (line := stream.stdout.readline()) != b"\n":
                assert line, "the stream stays open"
                block += line
            if block == b":\n":
                continue  # a sign of life
            wire += block + b"\n"
            names = dict(line.split(": ", 1) for line in block.decode().splitlines())
            events[names["event"]] = names
    finally:
        stream.kill()
        stream.wait()

    assert set(events) == {"retrospectCount", "items"}
    assert re.fullmatch(r"[0-9a-z]+\.\d+", events["retrospectCount"]["id"])
    assert re.fullmatch(r"[0-9a-z]+\.\d+", events["items"]["id"])
    assert re.findall(rb'<[a-z]+ id="([^"]+)"', wire) == [f"d{goal}".encode()], "only what changed of the row travels"
    assert len(wire) <= CHANGE, "the count and one label"
    assert f"{count_on(page) - 1} goal reviews" in wire.decode()
    assert FREE["text"] in run(f"{server.url}/goals/{goal}/review")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_every_review_of_the_demo_account_is_told_within_the_budget(server, language):
    """No title is so long that it breaks the promise: it does not travel."""
    account = server.account(language)
    page = account.page()
    with page.stream() as stream:
        for goal in account.unreviewed:
            assert account.review(goal).status_code == 303
            events = [stream.next(), stream.next()]
            assert {event.name for event in events} == {"retrospectCount", "items"}
            assert sum(len(event.raw) for event in events) <= CHANGE


def test_writing_editing_and_deleting_by_form_posts_alone(account):
    goal = account.unreviewed[0]
    address = f"/goals/{goal}/review"
    assert account.review(goal, GUIDED, 2).headers["location"] == address
    assert answers(account.get(address).text) == ["The mornings", "Sleep", "To rest", "A sea"]

    editor = account.get(address, params={"edit": 1}).text
    assert "The mornings" in editor
    edited = account.post(address + "?edit=1", GUIDED | {"liked": "The evenings", "level": "5"})
    assert edited.status_code == 303
    viewer = account.get(address).text
    assert answers(viewer)[0] == "The evenings"
    assert "Edited <time" in viewer

    deleted = account.post(address + "?input=delete")
    assert deleted.status_code == 303 and deleted.headers["location"] == address
    assert 'action="/goals/%d/review?input=undo"' % goal in account.get(address).text
    assert goal in labelled(account.get("/goals/completed").text, "write")

    undone = account.post(address + "?input=undo")
    assert undone.status_code == 303 and undone.headers["location"] == address
    assert answers(account.get(address).text)[0] == "The evenings"


def test_links_page_through_all_goals_and_end(account):
    pages, address = [], "/goals/completed"
    while address:
        page = account.get(address).text
        pages.append(rows(page))
        more = re.search(r'<a [^>]*data-input="fetchNextPage"[^>]*href="([^"]+)"', page)
        address = more and more[1].replace("&amp;", "&")
    assert [len(page) for page in pages] == [10, 10, 7]
    goals = sum(pages, [])
    assert goals == sorted(set(goals), reverse=True), "newest first, none twice"
    assert "That’s every goal" in page


def test_the_input_for_more_rows_stops_at_the_end(account):
    page = account.page()
    with page.stream() as stream:
        for expected in (10, 7):
            assert page.send("fetchNextPage").status_code == 200
            assert len(changed_rows(stream.until("items"))) == expected, "only the new rows travel"
        stream.until("isLastPage", "That’s every goal")
    # No fault of the page, which may have sent it before it knew: refused, but no error.
    late = page.send("fetchNextPage")
    assert (late.status_code, late.json()["refused"]) == (200, [3]), "the last page does not offer more"


def test_a_demo_account_is_new_each_time_private_and_full(server):
    first, second = server.account(), server.account()
    assert first.cookie != second.cookie and first.csrf != second.csrf
    assert not set(first.goals) & set(second.goals)
    for one, other in ((first, second), (second, first)):
        address = f"/goals/{other.reviewed[0]}/review"
        assert one.get(address).status_code == 404
        assert one.post(address + "?input=delete").status_code == 404
        assert other.get(address).status_code == 200

    goals, address = [], "/goals/completed"
    while address:
        page = first.get(address).text
        goals += rows(page)
        assert len(re.findall(r'<svg class="jewel jewel-(?:blue|purple|pink|green)" role="img"', page)) == len(rows(page))
        assert len(re.findall(r"<time datetime=", page)) == 2 * len(rows(page))
        more = re.search(r'data-input="fetchNextPage"[^>]*href="([^"]+)"', page)
        address = more and more[1]
    assert len(goals) >= 25
    reviews = [first.get(f"/goals/{goal}/review").text for goal in goals]
    styles = [len(answers(review)) for review in reviews]
    assert styles.count(0) >= 12, "not reviewed yet"
    assert styles.count(0) == count_on(first.get("/goals/completed").text)
    assert styles.count(4) >= 2, "guided"
    assert styles.count(1) >= 2, "free"


def test_reconnecting_brings_what_changed_since_and_nothing_else(account):
    page = account.page()
    first, second, third = account.unreviewed[:3]
    with page.stream() as stream:
        account.review(first)
        last = max([stream.next(), stream.next()], key=lambda event: int(event.id.split(".")[1])).id

    account.review(second)
    with page.stream(last) as stream:
        events = [stream.next(), stream.next()]
        assert {event.name for event in events} == {"retrospectCount", "items"}
        assert changed_rows(next(e for e in events if e.name == "items")) == [second]
        last = events[-1].id

    # Nothing has changed: the first thing to come is the next change.
    with page.stream(last) as stream:
        account.review(third)
        events = [stream.next(), stream.next()]
        assert {event.name for event in events} == {"retrospectCount", "items"}
        assert changed_rows(next(e for e in events if e.name == "items")) == [third]


def test_the_last_id_may_stand_in_the_address_too(account):
    page = account.page()
    with page.stream() as stream:
        account.review(account.unreviewed[0])
        last = [stream.next(), stream.next()][-1].id
    with page.stream(path=f"{page.address}?last={last}") as stream:
        account.review(account.unreviewed[1])
        assert changed_rows(stream.until("items")) == [account.unreviewed[1]]


@pytest.mark.parametrize("stale", ["0.1", "zzzzzz.4", "nonsense", "1.2.3", "-", "%00", "x" * 4000])
def test_an_id_of_another_epoch_gives_everything(account, stale):
    page = account.page()
    with page.stream(stale) as stream:
        items = stream.until("items")
        assert changed_rows(items) == account.goals


def test_an_id_from_the_future_gives_everything(account):
    page = account.page()
    with page.stream(f"{page.epoch}.99999") as stream:
        assert len(changed_rows(stream.until("items"))) == 10


def test_a_second_stream_takes_over_and_the_first_one_ends(account):
    page = account.page()
    first = page.stream()
    with page.stream() as second:
        assert first.next() is None
        account.review(account.unreviewed[0])
        second.until("retrospectCount")
    first.close()


def test_asking_for_the_headers_of_a_stream_does_not_take_it_over(account):
    page = account.page()
    with page.stream() as stream:
        account.http.head(page.address)
        account.review(account.unreviewed[0])
        assert stream.until("retrospectCount")


def expect_trouble(status: int, content_type: str, body: bytes, expected: int, action: str) -> dict:
    assert status == expected
    assert content_type.startswith("application/json")
    answer = httpx.Response(200, content=body).json()
    assert answer["action"] == action
    return answer


def stream_trouble(page: LivePage, expected: int, action: str, **options) -> dict:
    with page.stream(**options) as stream:
        return expect_trouble(stream.status, stream.answer["content-type"], stream.body(), expected, action)


def test_the_stream_of_another_account_is_refused_clearly(server):
    mine, other = server.account(), server.account()
    stream_trouble(mine.page(), 410, "reload", cookie=other.cookie)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda path: path[:-2] + ("AA" if path[-2:] != "AA" else "BB"),
        lambda path: path.replace("/live/", "/live/Z"),
        lambda path: path.split(".")[0],
        lambda path: path.split(".")[0] + ".",
        lambda path: path + ".x",
        lambda path: "/live/.",
        lambda path: "/live/" + "A" * 5000,
        lambda path: "/live/%ff%fe.%01",
    ],
)
def test_a_tampered_stream_address_is_refused_clearly(account, tamper):
    page = account.page()
    stream_trouble(page, 410, "reload", path=tamper(page.address))


def test_the_stream_of_somebody_who_is_not_signed_in_leads_to_the_start(account):
    answer = stream_trouble(account.page(), 401, "signIn", cookie="nobody")
    assert answer["location"] == "/"


def test_signing_out_ends_open_streams_and_their_addresses(account):
    page = account.page()
    with page.stream() as stream:
        assert account.post("/logout").headers["location"] == "/"
        assert stream.next() is None, "the open stream is ended"
    stream_trouble(page, 401, "signIn", cookie=account.cookie)
    assert account.http.get("/goals/completed").status_code == 303


def test_the_stream_of_a_page_whose_goal_shows_another_screen_by_now_says_reload(own_server):
    account = own_server.account()
    goal = account.unreviewed[0]
    page = account.page(f"/goals/{goal}/review")
    account.review(goal)
    own_server.kill()
    own_server.start()
    stream_trouble(page, 410, "reload")


def test_a_page_finds_its_way_back_after_a_restart(own_server):
    account = own_server.account()
    page = account.page()
    own_server.kill()
    own_server.start()
    with page.stream(page.last) as stream:
        assert stream.answer["live-epoch"] != page.epoch
        assert len(changed_rows(stream.until("items"))) == 10
        account.review(account.unreviewed[0])
        assert changed_rows(stream.until("items")) == [account.unreviewed[0]]


def test_a_review_survives_kill_9_right_after_its_confirmation(tmp_path):
    """The process is killed, not the machine: whether the disk was told to sync is not seen here."""
    server = Server(tmp_path).start()
    account = server.account()
    goals = account.unreviewed[:3]
    for goal in goals:
        answer = account.review(goal, FREE | {"text": f"Kept, {goal}"})
        server.kill()
        assert answer.status_code == 303
        server.start()
        account.http.close()
        account.http = httpx.Client(base_url=server.url, cookies={"hindsight": account.cookie}, timeout=PATIENCE)
        assert answers(account.get(f"/goals/{goal}/review").text) == [f"Kept, {goal}"]
    server.stop()


def test_two_pages_of_one_account_both_follow(account):
    first, second = account.page(), account.page()
    with first.stream() as one, second.stream() as two:
        account.review(account.unreviewed[0])
        assert one.until("retrospectCount").data == two.until("retrospectCount").data
