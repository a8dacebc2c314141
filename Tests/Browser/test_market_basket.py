"""The market's basket and orders: in two browsers, with and without a script, by keyboard, in both languages and sizes."""

import os
import re
import secrets
import sqlite3
import subprocess
import threading
import time

import pytest
from browsing import PHONE, expect_no_sideways_scrolling, open_live, wait_live
from layout import layout
from pictures import Album
from playwright.sync_api import Page, expect
from support import PUBLIC, ROOT, Server
from test_screenshots import APPROVED, MADE, still_picture

DESK = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desk": DESK}
CODE = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
WORDS = {
    "en": {"add": "Add to basket", "order": "Order 2 items", "empty": "Your basket is empty", "sold out": "Sold out", "cancelled": "Cancelled", "total": "₩39,000"},
    "ko": {"add": "장바구니에 담기", "order": "2개 상품 주문하기", "empty": "장바구니가 비어 있어요", "sold out": "품절", "cancelled": "취소됨", "total": "39,000원"},
}
# A picture of one colour, in the place of uploads.
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' fill='#7f9c8f'/></svg>"
# What differs from run to run.
STILL = """() => {
  for (const code of document.querySelectorAll('.pickup-code')) code.textContent = 'ABCD-1234';
  for (const time of document.querySelectorAll('time')) time.textContent = '28 Nov 2026, 7:57';
  for (const words of document.querySelectorAll('h1, title, [data-flash]')) words.textContent = words.textContent.replace(/\\d+/, '12');
  for (const notice of document.querySelectorAll('[data-flash]')) notice.replaceChildren();
}"""


class MarketServer(Server):
    """The market as a process of its own."""

    def start(self) -> "MarketServer":
        self.database = self.folder / "market.sqlite"
        settings = {"MARKET_PUBLIC": PUBLIC, "MARKET_PORT": self.port, "MARKET_DATABASE": self.database}
        environment = os.environ | {name: str(value) for name, value in settings.items()} | {"TZ": "UTC"}
        binary = os.environ.get("MARKET_BINARY", ROOT / ".build/debug/market")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([binary], stdout=subprocess.PIPE, stderr=log, cwd=self.folder, env=environment)
        for line in self.process.stdout:
            if address := re.search(rb"listens on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(address[1])
                threading.Thread(target=self._drain, args=(self.process.stdout,), daemon=True).start()
                return self
        raise AssertionError(f"The server did not start: {self.log.read_text()}")

    def offer(self, name: str, price: int, bargain: int | None = None, stock: int = 3, seller: str = "guest-somebody") -> int:
        """A product that is written beside the server."""
        with sqlite3.connect(self.database, timeout=30) as db:
            code = "".join(secrets.choice(CODE) for _ in range(8))
            product = db.execute(
                "INSERT INTO product (seller, code, key, name, description, price, bargainPrice, stock, offeredAt) VALUES (?, ?, ?, ?, 'Good.', ?, ?, ?, ?)",
                [seller, code, secrets.token_hex(8), name, price, bargain, stock, int(time.time() * 1000)],
            ).lastrowid
            db.execute("INSERT INTO picture (product, position, file, width, height) VALUES (?, 0, 'a.jpg', 800, 800)", [product])
            db.execute("INSERT INTO productSearch (rowid, terms) VALUES (?, ?)", [product, name.lower()])
        db.close()
        return product

    def sell_in_the_name_of(self, order: int) -> None:
        """Makes the buyer of an order its seller, too."""
        with sqlite3.connect(self.database, timeout=30) as db:
            db.execute("UPDATE purchaseItem SET seller = (SELECT visitor FROM purchase WHERE id = ?) WHERE purchase = ?", [order, order])
        db.close()


@pytest.fixture(scope="module")
def market(tmp_path_factory):
    server = MarketServer(tmp_path_factory.mktemp("market")).start()
    yield server
    server.stop()


@pytest.fixture
def shop(browse, market):
    """Makes a browser that sees a picture of every product."""

    def shop(**options) -> Page:
        context = browse(at=market, reduced_motion="reduce", **options)
        context.route("**/pictures/*", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
        return context.new_page()

    return shop


def add(page: Page, products: list[int], words: dict[str, str], script: bool = True) -> None:
    """Puts a piece of each product into the basket."""
    for product in products:
        page.goto(f"/products/{product}")
        if script:
            wait_live(page)
        page.get_by_role("button", name=words["add"]).click()
        expect(page.locator(".basket-count")).to_have_text(re.compile(r"\d"))
        expect(page.locator("[role=alert]")).to_have_text("")


def total(page: Page):
    return page.locator("[data-output=totalPrice]")


def order_number(page: Page) -> int:
    expect(page).to_have_url(re.compile(r"/orders/\d+$"))
    return int(page.url.rsplit("/", 1)[1])


def test_a_stock_of_one_that_is_sold_in_one_browser_is_gone_in_the_other_within_a_second(shop, market):
    words = WORDS["en"]
    lamp = market.offer("Lamp", 9_000, stock=1)
    one, other = shop(), shop()
    for page in (one, other):
        add(page, [lamp], words)
        open_live(page, "/basket")
        page.get_by_role("checkbox", name="Lamp").click()
        expect(total(page)).to_have_text("₩9,000")
    watcher = other.context.new_page()
    open_live(watcher, f"/products/{lamp}")
    one.locator("#order").click()
    order_number(one)
    expect(other.locator(f"#item-{lamp} .stock")).to_have_text(words["sold out"], timeout=1_000)
    expect(watcher.locator(".stock").first).to_have_text(words["sold out"], timeout=1_000)
    other.locator("#order").click()
    expect(other.locator("[role=alert] li")).to_contain_text("Lamp Sold out")
    other.locator("[role=alert] li button").click()
    expect(other.locator(".empty")).to_contain_text(words["empty"])
    # The buyer thinks better of it: it is there again.
    wait_live(one)
    one.locator(".cancel-order summary").click()
    one.locator("#cancel").click()
    expect(watcher.locator(".stock").first).to_have_text("Last one", timeout=1_000)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", WORDS)
def test_what_a_visitor_sees_from_the_basket_to_the_order(shop, market, check_axe, request, language, size):
    words = WORDS[language]
    chair = market.offer("Oak chair, almost new", 24_000, 18_000, stock=8)
    book = market.offer("Mathematics II, third edition with all answers", 12_500)
    stickers = market.offer("Stickers, hand-drawn", 3_000, stock=400)
    album = Album(APPROVED / "market_basket", MADE / f"market-basket-{size}-{language}", lambda name: name.endswith(f"-{size}.{language}"), request.config.getoption("--approve"))
    page = shop(language=language, viewport=SIZES[size])

    def look(name: str) -> None:
        page.wait_for_load_state()
        check_axe(page, f"{name} {language} {size}")
        expect_no_sideways_scrolling(page)
        assert not (found := layout(page, closely=True)["found"]), f"{name}: {found}"
        page.evaluate(STILL)
        album.add(f"{name}-{size}.{language}", still_picture(page, True))

    open_live(page, "/basket")
    expect(page.locator(".empty")).to_contain_text(words["empty"])
    look("empty")
    add(page, [stickers, book, chair], words)
    open_live(page, "/basket")
    expect(page.locator(".basket-row")).to_have_count(3)
    for product in (chair, stickers):
        page.locator(f"#select-{product}").click()
        expect(page.locator(f"#select-{product}")).to_have_attribute("aria-checked", "true")
    page.locator(f"#step-{chair}-1").click()
    expect(page.locator(f"#item-{chair} output")).to_have_text("2")
    page.locator("label", has=page.locator("#delivery")).click()
    expect(total(page)).to_have_text(words["total"])
    expect(page.locator("#order")).to_have_text(words["order"])
    look("selected")
    page.locator("#order").click()
    order = order_number(page)
    wait_live(page)
    look("order")
    market.sell_in_the_name_of(order)
    open_live(page, "/orders")
    page.locator("#code").fill("abc")
    page.locator("#open").click()
    expect(page.locator("[data-output=codeFault]")).not_to_have_text("")
    look("orders")
    open_live(page, f"/orders/{order}")
    page.locator("#pick-up").click()
    expect(page.locator("#pick-up")).to_have_count(0)
    expect(page.locator("[data-flash]")).to_have_text(re.compile("."))
    look("picked-up")
    album.close()


@pytest.mark.parametrize("language", WORDS)
def test_everything_without_a_script(shop, market, watch, language):
    words = WORDS[language]
    watch.expect("status of 409")
    chair = market.offer("Chair", 18_000, stock=8)
    stickers = market.offer("Stickers", 3_000, stock=400)
    page = shop(language=language, viewport=PHONE, java_script_enabled=False)
    add(page, [stickers, chair], words, script=False)
    page.goto("/basket")
    page.locator("#order").click(force=True)
    expect(page.locator("[role=alert]")).not_to_have_text("")
    page.locator("#delivery").check()
    page.locator(f"#select-{chair}").click()
    expect(page.locator("#delivery")).to_be_checked()
    page.locator(f"#step-{chair}-1").click()
    expect(page.locator(f"#item-{chair} output")).to_have_text("2")
    page.locator(f"#select-{stickers}").click()
    expect(page.locator("#delivery")).to_be_checked()
    expect(total(page)).to_have_text(words["total"])
    # Another delivery is another total, unless it costs the same.
    page.locator(f"#step-{chair}--1").click()
    page.locator("#pickUp").check()
    page.locator("#order").click()
    expect(page.locator("[role=alert]")).not_to_have_text("")
    page.locator("#order").click()
    order_number(page)
    page.locator(".cancel-order summary").click()
    page.locator("#cancel").click()
    expect(page.locator(".purchase .state").first).to_have_text(words["cancelled"])


def test_by_keyboard(shop, market):
    words = WORDS["en"]
    chair = market.offer("Chair", 18_000, stock=8)
    page = shop()
    add(page, [chair], words)
    open_live(page, "/basket")
    tick = page.get_by_role("checkbox", name="Chair")
    tick.focus()
    page.keyboard.press("Space")
    expect(tick).to_be_checked()
    expect(tick).to_be_focused()
    for key in ("Tab", "Tab", "Tab"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="One more Chair")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(f"#item-{chair} output")).to_have_text("2")
    expect(page.get_by_role("button", name="One more Chair")).to_be_focused()
    page.locator("#pickUp").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#delivery")).to_be_checked()
    # Return in a choice presses no button.
    page.keyboard.press("Enter")
    expect(tick).to_be_checked()
    page.locator(f"#remove-{chair}").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#basket")).to_be_focused()
    expect(page.locator(".empty")).to_contain_text(words["empty"])
