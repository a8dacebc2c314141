"""What travels when a page is opened: bytes as Chromium received them, with the heads of answers, and requests.

`Tests/Browser/run -k test_bytes` prints the table.
"""

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from browsing import card, wait_live


@dataclass
class Traffic:
    """What a page asked for and what came, by address."""

    page: Page
    asked: dict = field(default_factory=dict)
    received: dict = field(default_factory=dict)
    waiting: set = field(default_factory=set)

    def __post_init__(self):
        self.session = self.page.context.new_cdp_session(self.page)
        self.session.on("Network.requestWillBeSent", self._sent)
        self.session.on("Network.requestServedFromCache", lambda e: self._cached(e["requestId"]))
        self.session.on("Network.responseReceived", self._answered)
        self.session.on("Network.loadingFinished", lambda e: self._finished(e["requestId"], e["encodedDataLength"]))
        self.session.on("Network.loadingFailed", lambda e: self.waiting.discard(e["requestId"]))
        self.session.send("Network.enable")

    def _sent(self, event) -> None:
        request = event["requestId"]
        # A way on to another address: what said so came, too.
        if answer := event.get("redirectResponse"):
            self.received[f"{request} redirect"] = answer["encodedDataLength"]
        self.asked[request] = event["request"]["url"]
        self.waiting.add(request)

    def _cached(self, request: str) -> None:
        self.asked.pop(request, None)
        self.waiting.discard(request)

    def _answered(self, event) -> None:
        request, answer = event["requestId"], event["response"]
        if answer.get("fromDiskCache") or answer.get("fromPrefetchCache"):
            self._cached(request)
        # Of a stream, which does not end, the head counts.
        elif answer["mimeType"] == "text/event-stream":
            self._finished(request, answer["encodedDataLength"])

    def _finished(self, request: str, size: int) -> None:
        self.waiting.discard(request)
        if request in self.asked:
            self.received[request] = max(size, self.received.get(request, 0))

    def take(self) -> tuple[int, list[str]]:
        """Waits until all has come; the bytes and the addresses of what was asked for since the last time."""
        self.page.wait_for_load_state()
        # Each look at the page also lets what has come be heard of.
        while self.waiting:
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        size, asked = sum(self.received.values()), list(self.asked.values())
        self.asked.clear()
        self.received.clear()
        return size, asked


def test_bytes_of_pages(browse, record_property):
    context = browse(viewport={"width": 390, "height": 844})
    page = context.new_page()
    traffic = Traffic(page)
    table = {}

    def measure(name: str, aim: int, most: int) -> list[str]:
        size, asked = traffic.take()
        table[name] = (size, most)
        record_property("bytes", f"{name:<28}{size:>8} B in {len(asked)} requests (at most {most:>6}, aim {aim:>6})")
        return asked

    page.goto("/")
    measure("the start, nothing cached", 16_000, 16_350)
    page.get_by_role("button", name="Try it with sample goals").click()
    wait_live(page)
    measure("the list after it", 9_000, 13_300)
    page.locator("a.card-link:has(.view)").first.click()
    expect(page.locator(".answer").first).to_be_visible()
    wait_live(page)
    measure("a review after that", 9_000, 7_650)
    page.goto("/goals/completed")
    wait_live(page)
    traffic.take()
    page.locator("a.card-link:has(.view)").first.click()
    expect(page.locator(".answer").first).to_be_visible()
    wait_live(page)
    asked = measure("a review seen before", 3_000, 3_400)
    assert not [address for address in asked if "/assets/" in address], "nothing is asked for again"
    assert all(size <= most for size, most in table.values()), table


def test_back_after_signing_out_shows_nothing_of_the_account(browse, account, watch):
    """Also where the browser keeps its cache: what is in it belongs to another cookie."""
    watch.expect("status of 404 .*/nothing")
    page = browse(account, java_script_enabled=False).new_page()

    def keep_the_cache(route):
        answer = route.fetch(max_redirects=0)
        headers = {name: value for name, value in answer.headers.items() if name != "clear-site-data"}
        route.fulfill(response=answer, headers=headers)

    page.goto("/goals/completed")
    page.locator(".owner").click()
    page.get_by_role("link", name="Sign out").click()
    page.route(lambda url: url.endswith("/logout"), lambda route: keep_the_cache(route) if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Sign out and lose them").click()
    page.goto("/nothing")
    page.goto("about:blank")
    for _ in range(4):
        page.go_back()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(card(page, account.goals[0])).to_have_count(0)
