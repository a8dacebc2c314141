"""A page's inputs as its script sends them: numbered, allow-listed, exactly once."""

import json

import pytest


def editor(account):
    return account.page(f"/goals/{account.unreviewed[0]}/review")


def test_inputs_are_applied_in_order_and_acknowledged(account):
    page = editor(account)
    with page.stream() as stream:
        reply = page.inputs({"n": 2, "name": "liked", "value": "abc"}, {"n": 1, "name": "liked", "value": "a"}).json()
        assert reply == {"applied": 2, "refused": [], "epoch": page.epoch}
        assert "3 / 500" in stream.until("characterCounts", 'id="liked-count"').data


def test_an_input_that_comes_twice_is_applied_once(account):
    page = editor(account)
    with page.stream() as stream:
        page.inputs({"n": 1, "name": "liked", "value": "first"})
        again = page.inputs({"n": 1, "name": "liked", "value": "forged again"}).json()
        assert again["applied"] == 1 and again["refused"] == []
        page.inputs({"n": 2, "name": "lacked", "value": "x"})
        stream.until("characterCounts", 'id="lacked-count"')
    assert not any("12 / 500" in event.data for event in stream.seen)


def test_after_a_gap_nothing_is_applied(account):
    page = editor(account)
    with page.stream() as stream:
        assert page.inputs({"n": 1, "name": "liked", "value": "one"}, {"n": 3, "name": "lacked", "value": "three"}).json()["applied"] == 1
        assert page.inputs({"n": 7, "name": "lacked", "value": "seven!!"}).json()["applied"] == 1
        assert page.inputs({"n": 2, "name": "learned", "value": "two"}).json()["applied"] == 2
        stream.until("characterCounts", 'id="learned-count"')
    assert not any('id="lacked-count"' in event.data for event in stream.seen)


@pytest.mark.parametrize("name", ["fetchNextPage", "delete", "undo", "viewDidAppear", "goalChanges", "__proto__", "", "LIKED"])
def test_an_input_that_the_page_does_not_offer_is_refused(account, name):
    page = editor(account)
    answer = page.inputs({"n": 1, "name": name, "value": "x"})
    assert answer.status_code == 422
    assert answer.json()["refused"] == [1]
    assert page.inputs({"n": 2, "name": "liked", "value": "x"}).status_code == 200, "the page goes on"


@pytest.mark.parametrize("value", ["0", "-1", "abc", "", "999999999999999999999", "1; DROP TABLE goal", " 3"])
def test_a_value_that_means_nothing_is_refused(account, value):
    page = account.page()
    answer = page.inputs({"n": 1, "name": "selection", "value": value})
    assert (answer.status_code, answer.json()["refused"]) == (422, [1])


def test_a_selection_of_a_foreign_goal_leads_nowhere(server):
    account, other = server.account(), server.account()
    page = account.page()
    with page.stream() as stream:
        page.inputs({"n": 1, "name": "selection", "value": str(other.goals[0])})
        page.inputs({"n": 2, "name": "selection", "value": str(account.goals[0])})
        event = stream.until("parentGoalSelected")
        assert f"/goals/{account.goals[0]}/review" in event.data


@pytest.mark.parametrize("csrf", ["", "wrong", "x" * 5000])
def test_inputs_with_a_wrong_csrf_token_are_refused(account, csrf):
    page = editor(account)
    answer = page.inputs({"n": 1, "name": "liked", "value": "x"}, headers={"X-CSRF-Token": csrf})
    assert (answer.status_code, answer.json()["action"]) == (403, "reload")
    assert page.inputs({"n": 1, "name": "liked", "value": "x"}).json()["applied"] == 1, "nothing was applied"


def test_inputs_without_a_csrf_token_are_refused(account):
    page = editor(account)
    assert account.http.post(page.address, json={"inputs": []}).status_code == 403


def test_inputs_of_somebody_who_is_not_signed_in_lead_to_the_start(account):
    page = editor(account)
    account.http.cookies.clear()
    answer = page.inputs({"n": 1, "name": "liked", "value": "x"})
    assert (answer.status_code, answer.json()) == (401, {"action": "signIn", "location": "/"})


def test_inputs_to_a_foreign_page_are_refused(server):
    account, other = server.account(), server.account()
    page = editor(account)
    page.account = other
    answer = page.inputs({"n": 1, "name": "liked", "value": "x"})
    assert (answer.status_code, answer.json()["action"]) == (410, "reload")


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'{"inputs": 3}', b'{"inputs": [{"n": "1", "name": "liked"}]}', b'{"inputs": [{"name": "liked"}]}',
        b'{"inputs": [{"n": 1.5, "name": "liked"}]}', b'{"inputs": [{"n": 99999999999999999999, "name": "liked"}]}',
        b'{"inputs": [{"n": 1, "name": "liked", "value": "\xff"}]}', b"[" * 200_000, b"\x00" * 1000,
    ],
    ids=range(12),
)
def test_malformed_json_is_answered_with_400_in_json(account, body):
    page = editor(account)
    answer = account.http.post(page.address, content=body, headers={"X-CSRF-Token": account.csrf, "Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.headers["content-type"].startswith("application/json")
    assert answer.json()
    assert page.inputs({"n": 1, "name": "liked", "value": "x"}).status_code == 200


@pytest.mark.parametrize("number", [-(2**63), -1, 0, 2**63 - 1])
def test_absurd_numbers_of_inputs_do_no_harm(account, number):
    page = editor(account)
    assert page.inputs({"n": number, "name": "liked", "value": "x"}).json()["applied"] == 0
    assert page.inputs({"n": 1, "name": "liked", "value": "x"}).json()["applied"] == 1


def test_inputs_of_ten_megabytes_are_answered_with_413(account):
    page = editor(account)
    body = json.dumps({"inputs": [{"n": 1, "name": "text", "value": "x" * 10_000_000}]}).encode()
    answer = account.http.post(page.address, content=body, headers={"X-CSRF-Token": account.csrf})
    assert answer.status_code == 413
    assert page.inputs({"n": 1, "name": "liked", "value": "x"}).json()["applied"] == 1


def test_a_text_just_below_the_size_limit_is_taken_and_counted(account):
    page = editor(account)
    with page.stream() as stream:
        assert page.inputs({"n": 1, "name": "text", "value": "x" * 1_000_000}).status_code == 200
        assert "997,000 too many" in stream.until("characterCounts", 'id="text-count"').data


def test_inputs_from_another_site_are_refused(account):
    page = editor(account)
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"}):
        assert page.inputs({"n": 1, "name": "liked", "value": "x"}, headers=headers).status_code == 403


def test_an_input_of_a_page_saves_and_says_so_once(account):
    page = editor(account)
    with page.stream() as stream:
        for name, value in [("styleSelected", "free"), ("text", "Good"), ("levelSelected", "4")]:
            page.send(name, value)
        page.send("save")
        saved = stream.until("saved")
        assert "<dialog" in saved.data
    with page.stream(stream.seen[-1].id) as again:
        page.send("liked", "more")
        again.until("characterCounts")
    assert not any(event.name == "saved" for event in again.seen), "a confirmation comes once"
