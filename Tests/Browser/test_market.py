"""The market's list, its products and the form that offers them: in Chromium, with and without a script, by keyboard, in both
languages, on a phone and on a desk, as approved (`approved/market`)."""

import re

import pytest
from browsing import PHONE, open_live, wait_live
from layout import layout
from market import MarketServer, photo
from pictures import Album
from playwright.sync_api import Page, expect
from test_screenshots import APPROVED, MADE, PLACES, still_chromium, still_picture  # noqa: F401

DESK = {"width": 1280, "height": 800}
GOODS = [
    ("Wooden desk lamp", "24,000", "19,000", "1"),
    ("Linear algebra, 5th edition", "15,000", "", "3"),
    ("Road bike helmet, size M, worn twice", "32,000", "", "5"),
    ("보온 도시락", "9,000", "7,500", "2"),
    ("Acoustic guitar with a soft case and a spare set of strings", "180,000", "", "1"),
    ("Tent for two", "60,000", "45,000", "12"),
]
# The code of an offer is another one each time.
STILL = "() => document.querySelectorAll('.code-text').forEach((code) => { code.textContent = 'ABCD-1234'; })"


@pytest.fixture
def market(tmp_path, contexts):
    server = MarketServer(tmp_path).start()
    yield server
    while contexts:
        contexts.pop().close()
    server.stop()


@pytest.fixture
def goods(market) -> list[int]:
    """Products of somebody else, the first one first."""
    seller = market.seller()
    return [seller.offer(name, price, bargain, stock) for name, price, bargain, stock in GOODS]


@pytest.fixture
def page(browse, market) -> Page:
    return browse(at=market, viewport=DESK).new_page()


def fill_in(page: Page) -> None:
    for field, text in {"name": "Reading lamp", "price": "12,000", "stock": "2", "description": "Bright."}.items():
        page.locator(f"#{field}").fill(text)


def test_a_product_opens_over_the_list_and_leads_back_to_its_place(market, goods, page):
    open_live(page, "/")
    page.get_by_role("link", name="Tent for two").click()
    dialog = page.get_by_role("dialog", name="Tent for two")
    expect(dialog).to_be_visible()
    wait_live(page)
    dialog.get_by_role("button", name="Add to basket").click()
    expect(dialog.get_by_text("Added to your basket.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page).to_have_url(market.url + "/")
    wait_live(page)
    expect(page.locator(".basket-count")).to_have_text("1 1 item")
    expect(page.get_by_role("link", name="Tent for two")).to_be_focused()
    # By its address it is a page.
    open_live(page, f"/products/{goods[5]}")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("heading", name="Tent for two", level=1)).to_be_visible()


def test_the_keyword_is_in_the_address_and_the_latest_wins(market, goods, page):
    open_live(page, "/")
    page.locator("#q").press_sequentially("lamp")
    expect(page.locator(".product")).to_have_count(1)
    expect(page).to_have_url(market.url + "/?q=lamp")
    page.reload()
    expect(page.locator("#q")).to_have_value("lamp")
    expect(page.locator(".product")).to_have_count(1)
    page.locator("#q").fill("guitar")
    expect(page.get_by_role("link", name=re.compile("guitar"))).to_be_visible()
    expect(page.locator(".product")).to_have_count(1)


def test_what_is_offered_is_in_the_list_of_another_browser_at_once(market, browse, page):
    other = browse(at=market).new_page()
    open_live(other, "/")
    open_live(page, "/sell")
    fill_in(page)
    edge = "(field) => getComputedStyle(field).borderColor"
    usual = page.locator("#pictures").evaluate(edge)
    page.locator("#pictures").set_input_files(
        [{"name": "lamp.png", "mimeType": "image/png", "buffer": photo("lamp")}, {"name": "notes.png", "mimeType": "image/png", "buffer": b"no picture"}]
    )
    expect(page.locator(".files li")).to_have_count(2)
    # A picture is seen before it is offered.
    expect(page.locator(".files li", has_text="lamp.png").locator("canvas")).to_be_visible()
    # The words for refusals are in each row, and hidden: nothing is wrong.
    assert page.locator("#pictures").evaluate(edge) == usual
    page.get_by_role("button", name="Offer item").click()
    expect(page.locator("#pictures-error")).to_have_text("“notes.png” isn’t a JPEG, PNG or WebP photo.")
    expect(page.locator(".files li", has_text="notes.png").locator("canvas")).to_have_count(0)
    page.locator(".files li", has_text="notes.png").get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Offer item").click()
    expect(page).to_have_url(market.url + "/products/1")
    expect(page.locator(".code-text")).to_have_text(re.compile(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$"))
    expect(other.get_by_role("link", name="Reading lamp")).to_be_visible()
    # The picture is made anew, and shown.
    assert other.locator(".product img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 480
    # It is edited and removed.
    page.get_by_role("link", name="Edit").click()
    wait_live(page)
    page.locator("#stock").fill("1")
    page.get_by_role("button", name="Save changes").click()
    expect(other.locator(".stock")).to_have_text("Last one")
    wait_live(page)
    page.get_by_text("Remove", exact=True).click()
    page.get_by_role("button", name="Remove now").click()
    expect(page).to_have_url(market.url + "/")
    expect(other.get_by_role("heading", name="Nothing is for sale yet")).to_be_visible()


def test_without_a_script_all_of_it_works(market, goods, browse, watch):
    watch.expect("status of 422")
    page = browse(at=market, java_script_enabled=False, viewport=DESK).new_page()
    page.goto("/")
    page.locator("#q").fill("lamp")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".product")).to_have_count(1)
    page.get_by_role("link", name="Wooden desk lamp").click()
    dialog = page.locator("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Add to basket").click()
    expect(page.locator("[data-flash]")).to_have_text("Added to your basket.")
    page.locator(".close").click()
    expect(page).to_have_url(market.url + "/?q=lamp")
    page.goto("/sell")
    page.locator("#name").fill("Reading lamp")
    page.locator("#pictures").set_input_files({"name": "lamp.png", "mimeType": "image/png", "buffer": photo("lamp")})
    page.get_by_role("button", name="Offer item").click()
    # What was typed and chosen is kept.
    expect(page.locator("#price-error")).to_have_text("Enter a price.")
    expect(page.locator(".file-name")).to_have_text("lamp.png")
    fill_in(page)
    page.get_by_role("button", name="Offer item").click()
    expect(page.get_by_role("heading", name="Reading lamp")).to_be_visible()


def test_by_keyboard_a_product_is_found_and_put_into_the_basket(market, goods, page):
    open_live(page, "/")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the content
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Tent for two")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    wait_live(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Add to basket")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Added to your basket.")).to_be_visible()


WAYS = {"phone-en": (PHONE, "light", "en"), "desk-en": (DESK, "light", "en"), "phone-ko-dark": (PHONE, "dark", "ko"), "desk-ko": (DESK, "light", "ko")}


@pytest.mark.parametrize("way", WAYS)
def test_every_page_is_laid_out_well_and_looks_as_approved(market, still_chromium, browse, check_axe, request, way):  # noqa: F811
    album = Album(APPROVED / "market", MADE / f"market-{way}", lambda name: name.endswith(f"-{way}"), request.config.getoption("--approve"))
    size, scheme, language = WAYS[way]
    page = browse(at=market, browser=still_chromium, viewport=size, color_scheme=scheme, language=language, reduced_motion="reduce").new_page()

    def look(name: str, path: str | None = None, whole: bool = True) -> None:
        if path:
            open_live(page, path)
        page.wait_for_function("[...document.images].every((image) => image.complete || image.loading === 'lazy')")
        page.evaluate(STILL)
        assert layout(page)["found"] == [], name
        check_axe(page, name)
        # The bar at the window's edge has no place of its own in a picture of the whole page.
        page.evaluate(PLACES, whole)
        album.add(f"{name}-{way}", still_picture(page, whole))
        page.evaluate(PLACES, False)

    look("empty", "/")
    seller = market.seller()
    goods = [seller.offer(name, price, bargain, stock, photos=[photo(name), photo(stock, (900, 600)), photo(price)][: int(stock)]) for name, price, bargain, stock in GOODS]
    look("list", "/")
    look("not-found", "/?q=elephant")
    look("dialog", f"/products/{goods[0]}?over=1", whole=False)
    look("product", f"/products/{goods[3]}")
    look("sell", "/sell")
    page.locator("#submit").click()
    expect(page.locator("#errors-summary")).to_be_visible()
    page.locator("#errors-summary").blur()
    look("sell-refused")
    album.close()
