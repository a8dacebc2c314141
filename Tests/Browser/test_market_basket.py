"""The market's basket and orders: in two browsers, with and without a script, by keyboard, in both languages and sizes."""

import re

import pytest
from browsing import PHONE, expect_no_sideways_scrolling, open_live, wait_live
from layout import layout
from market import MarketServer, Seller
from pictures import Album
from playwright.sync_api import Page, expect
from test_screenshots import APPROVED, MADE, PLACES, still_chromium, still_picture  # noqa: F401

DESK = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desk": DESK}
WORDS = {
    "en": {"add": "Add to basket", "order": "Order 2 items", "empty": "Your basket is empty", "sold out": "Sold out", "cancelled": "Cancelled", "total": "₩39,000"},
    "ko": {"add": "장바구니에 담기", "order": "2개 상품 주문하기", "empty": "장바구니가 비어 있어요", "sold out": "품절", "cancelled": "취소됨", "total": "39,000원"},
}
# What differs from run to run.
STILL = """() => {
  for (const code of document.querySelectorAll('.pickup-code')) {
    code.dataset.code ??= code.textContent;
    code.textContent = 'ABCD-1234';
  }
  for (const time of document.querySelectorAll('time')) time.textContent = '28 Nov 2026, 7:57';
  for (const words of document.querySelectorAll('h1, .trade-list p:not(.trade-end)')) words.innerHTML = words.innerHTML.replace(/(Order|주문) \\d+/, '$1 12');
  for (const notice of document.querySelectorAll('[data-flash]')) notice.replaceChildren();
}"""


@pytest.fixture(scope="module")
def market(tmp_path_factory):
    server = MarketServer(tmp_path_factory.mktemp("market")).start()
    yield server
    server.stop()


@pytest.fixture
def shop(browse, market):
    """Makes a visitor's browser."""
    return lambda **options: browse(at=market, reduced_motion="reduce", **options).new_page()


@pytest.fixture
def stall(market) -> Seller:
    """Somebody who sells."""
    return market.seller()


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


def test_a_stock_of_one_that_is_sold_in_one_browser_is_gone_in_the_other_within_a_second(shop, stall):
    words = WORDS["en"]
    lamp = stall.offer("Lamp", "9,000", stock="1")
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


def test_the_basket_is_not_fetched_ahead_since_its_page_deselects_all(shop, stall):
    one = shop()
    add(one, [stall.offer("Lamp", "9,000", stock="2")], WORDS["en"])
    open_live(one, "/basket")
    one.get_by_role("checkbox", name="Lamp").click()
    expect(total(one)).to_have_text("₩9,000")
    other = one.context.new_page()
    open_live(other, "/")
    asked = []
    other.on("request", lambda request: asked.append(request.url))
    links = other.locator("nav.places")
    with other.expect_request("**/orders"):
        for path in ["/basket", "/orders"]:
            links.locator(f"[href='{path}']").dispatch_event("pointerdown", {"pointerType": "mouse"})
    assert not [url for url in asked if url.endswith("/basket")]
    expect(one.get_by_role("checkbox", name="Lamp")).to_be_checked()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", WORDS)
def test_what_buyer_and_seller_see_from_the_basket_to_the_order(shop, stall, still_chromium, check_axe, request, language, size):  # noqa: F811
    words = WORDS[language]
    chair = stall.offer("Oak chair, almost new", "24,000", "18,000", stock="8")
    book = stall.offer("Mathematics II, third edition with all answers", "12,500")
    stickers = stall.offer("Stickers, hand-drawn", "3,000", stock="400")
    album = Album(APPROVED / "market_basket", MADE / f"market-basket-{size}-{language}", lambda name: name.endswith(f"-{size}.{language}"), request.config.getoption("--approve"))
    options = {"browser": still_chromium, "language": language, "viewport": SIZES[size]}
    page, seller = shop(**options), shop(**options)
    seller.context.add_cookies([{"name": cookie.name, "value": cookie.value, "url": str(stall.http.base_url)} for cookie in stall.http.cookies.jar])

    def look(name: str, page: Page) -> None:
        page.wait_for_load_state()
        check_axe(page, f"{name} {language} {size}")
        expect_no_sideways_scrolling(page)
        assert not (found := layout(page, closely=True)["found"]), f"{name}: {found}"
        page.evaluate(STILL)
        # The bar at the window's edge has no place of its own in a picture of the whole page.
        page.evaluate(PLACES, True)
        album.add(f"{name}-{size}.{language}", still_picture(page, True))
        page.evaluate(PLACES, False)

    open_live(page, "/basket")
    expect(page.locator(".empty")).to_contain_text(words["empty"])
    look("empty", page)
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
    look("selected", page)
    page.locator("#order").click()
    order = order_number(page)
    wait_live(page)
    look("order", page)
    code = page.locator(".ticket .pickup-code").get_attribute("data-code")
    open_live(page, "/orders")
    page.locator("#code").fill("abc")
    page.locator("#open").click()
    expect(page.locator("[data-output=codeFault]")).not_to_have_text("")
    look("orders", page)
    open_live(seller, "/orders")
    look("sales", seller)
    seller.locator("#code").fill(code.lower())
    seller.locator("#open").click()
    assert order_number(seller) == order
    wait_live(seller)
    look("sale", seller)
    open_live(page, f"/orders/{order}")
    seller.locator("#pick-up").click()
    expect(seller.locator("#pick-up")).to_have_count(0)
    expect(page.locator(".cancel-order")).to_have_count(0)
    look("picked-up", page)
    album.close()


@pytest.mark.parametrize("language", WORDS)
def test_everything_without_a_script(shop, stall, watch, language):
    words = WORDS[language]
    watch.expect("status of 409")
    chair = stall.offer("Chair", "18,000", stock="8")
    stickers = stall.offer("Stickers", "3,000", stock="400")
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


def test_by_keyboard(shop, stall):
    words = WORDS["en"]
    chair = stall.offer("Chair", "18,000", stock="8")
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
