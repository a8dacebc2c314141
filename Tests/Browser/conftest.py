import re
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect, sync_playwright

from support import CHROMIUM_SHELL, Account, Server

# Only a broken page takes that long, or a busy machine.
expect.set_options(timeout=30_000)


def pytest_addoption(parser):
    parser.addoption("--approve", action="store_true", help="approve the pictures that this run takes")


def pytest_collection_modifyitems(items):
    """Begins with the longest test, which would otherwise run on when all others are done."""
    items.sort(key=lambda item: item.name != "test_a_week_of_use")


# ---- The server ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    """One server for all tests that don't harm it; each has accounts of its own."""
    server = Server(tmp_path_factory.mktemp("server")).start()
    yield server
    server.stop()


@pytest.fixture
def own_server(tmp_path, contexts):
    """A server for a test that kills it, locks its database or reads its log."""
    server = Server(tmp_path).start()
    yield server
    close(contexts)
    server.stop()


@pytest.fixture(scope="session")
def mail_server(tmp_path_factory):
    """One that sends mail."""
    server = Server(tmp_path_factory.mktemp("mail-server"), sends_mail=True).start()
    yield server
    server.stop()
    server.mails.close()


@pytest.fixture
def account(server) -> Account:
    return server.account()


# ---- The browser -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def playwright() -> Playwright:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium(playwright) -> Browser:
    browser = playwright.chromium.launch(**CHROMIUM_SHELL, timeout=60_000)
    yield browser
    browser.close()


class Watch:
    """Collects everything that a browser complains about. What a test does not declare fails it."""

    def __init__(self):
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def expect(self, *patterns: str) -> None:
        """Declares complaints that belong to the test: regular expressions."""
        self.expected += patterns

    def follow(self, context: BrowserContext) -> None:
        context.on("console", lambda m: m.type in ("error", "warning") and self._note(f"console {m.type}: {m.text}", m.location["url"]))
        context.on("weberror", lambda e: self._note(f"page error: {e.error}"))
        context.on("requestfailed", self._failed)

    def _failed(self, request) -> None:
        # Whoever leaves a page ends what it was loading: its stream, its pictures, a style sheet that is still on its
        # way. That is the browser's doing, at any moment; what the server or the network does has another name.
        if request.failure in ("net::ERR_ABORTED", "NS_BINDING_ABORTED"):
            return
        self._note(f"request failed: {request.method} {request.url} {request.failure}")

    def _note(self, text: str, url: str = "") -> None:
        self.complaints.append(f"{text} {url}".strip())

    @property
    def unexpected(self) -> list[str]:
        return [c for c in self.complaints if not any(re.search(p, c) for p in self.expected)]


@pytest.fixture
def watch():
    watch = Watch()
    yield watch
    assert not watch.unexpected, "The browser complained:\n" + "\n".join(watch.unexpected)


@pytest.fixture
def contexts() -> list[BrowserContext]:
    """The browsers of a test. They go before its server does: a page that outlives its server complains about it."""
    return []


def close(contexts: list[BrowserContext]) -> None:
    while contexts:
        contexts.pop().close()


@pytest.fixture
def browse(chromium, server, watch, contexts):
    """Makes a browser of its own, signed in as the account: a context with its cookie."""

    def browse(account: Account | None = None, **options) -> BrowserContext:
        url = account.server.url if account else options.pop("at", server).url
        language = {"en": "en-GB", "ko": "ko-KR"}[options.pop("language", account.language if account else "en")]
        options = {"viewport": {"width": 1280, "height": 900}, "locale": language, "timezone_id": "UTC"} | options
        context = options.pop("browser", chromium).new_context(base_url=url, **options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        watch.follow(context)
        if account:
            own = {"url": url, "sameSite": "Lax"}
            context.add_cookies([own | {"name": "hindsight", "value": account.cookie, "httpOnly": True}, own | {"name": "keep", "value": "1"}])
        return context

    yield browse
    close(contexts)


@pytest.fixture
def context(browse, account) -> BrowserContext:
    return browse(account)


@pytest.fixture
def page(context) -> Page:
    return context.new_page()


def pytest_terminal_summary(terminalreporter):
    """Prints what travels for a page."""
    lines = [line for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
             if report.when == "call" for name, line in report.user_properties if name == "bytes"]
    if lines:
        terminalreporter.section("bytes received, with the heads of answers")
        for line in lines:
            terminalreporter.write_line(line)


# ---- What the tests do with pages ------------------------------------------------------------------------------------


@pytest.fixture
def check_axe():
    """Fails with the violations that axe finds on a page."""
    axe = Axe()

    def check(page: Page, state: str) -> None:
        # What is there may still be without its style sheet.
        page.wait_for_load_state()
        # A menu or notice that is fading in has little contrast yet. What doesn't end, begins in three seconds only, as the
        # leave of a connection's notice does, or stands still, as on a page behind another one, is not waited for.
        page.evaluate(
            """() => Promise.race([
                new Promise(resolve => setTimeout(resolve, 3000)),
                Promise.all(document.getAnimations()
                    .filter(one => one.playState === 'running')
                    .filter(one => (({ delay, endTime }) => delay < 3000 && Number.isFinite(endTime))(one.effect.getComputedTiming()))
                    .map(one => one.finished.catch(() => {}))),
            ])"""
        )
        results = axe.run(page)
        assert results.violations_count == 0, f"{state}:\n{results.generate_report()}"

    return check
