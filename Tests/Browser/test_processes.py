"""An app as two processes on one PostgreSQL database behind one proxy, as the documentation shows it."""

import itertools
import os
import random
import re
import shutil
import subprocess
import threading
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from browsing import PASSWORD, open_list, open_live, owner, sign_in, wait_live
from market import MarketServer, Seller, photo
from playwright.sync_api import Page, expect
from support import PATIENCE, ROOT, Account, Member, Server, csrf_of, free_port

POSTGRES = os.environ.get("LIVE_POSTGRES")
GUIDE = ROOT / "Sources/LivePostgres/LivePostgres.docc/SeveralProcesses.md"
# For a longer run: how often something is killed, and the orders of each of four buyers, with a kill for every 20 of them or so.
KILLS = int(os.environ.get("HINDSIGHT_KILLS", "9"))
# A goal takes no more steps.
STEPS = 9
ORDERS, SEED = int(os.environ.get("MARKET_ORDERS", "40")), int(os.environ.get("MARKET_SEED", "1"))
# Pages lose their lines when a process is killed, and say so.
LOST = [r"net::ERR_", r"status of 50[234]", r"HTTP response code \(50[234]\)"]

pytestmark = [
    pytest.mark.skipif(not POSTGRES, reason="needs a server of PostgreSQL: Tests/postgres Tests/Browser/run"),
    pytest.mark.timeout(300),
]


class Proxy:
    """HAProxy with the configuration of the guide, on ports of a test."""

    def __init__(self, folder: Path, servers: list[Server], cookie: str, is_fair: bool):
        self.port = free_port()
        self.log = folder / "proxy.log"
        configuration = re.search(r"```haproxy\n(.*?)```", GUIDE.read_text(), re.S)[1]
        for address, port in {"8080": self.port, "8081": servers[0].port, "8082": servers[1].port}.items():
            assert f"127.0.0.1:{address}" in configuration
            configuration = configuration.replace(f"127.0.0.1:{address}", f"127.0.0.1:{port}")
        configuration = configuration.replace("market-visitor", cookie)
        # A visitor has no process of its own here: each request goes to another one than that before.
        if is_fair:
            configuration, count = re.subn(r"balance hash .*\n +hash-type .*\n", "balance roundrobin\n", configuration)
            assert count == 1
        file = folder / "haproxy.cfg"
        file.write_text(configuration)
        program = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
        with self.log.open("wb") as log:
            # In the foreground: it ends with the test.
            self.process = subprocess.Popen([program, "-db", "-f", file], stdout=log, stderr=log)
        try:
            # Asks again, each time after twice as long, until it listens.
            with httpx.Client(transport=httpx.HTTPTransport(retries=8)) as client:
                assert client.get(f"{self.url}/readyz").status_code == 200, self.log.read_text()
        except BaseException:
            self.stop()
            raise

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Postgres:
    """A server of PostgreSQL of its own, for a test that stops it."""

    def __init__(self):
        tell = 'echo "$LIVE_POSTGRES"; command -v pg_ctl; exec cat'
        # It ends with its input, and not with an interruption that is meant for the tests.
        self.process = subprocess.Popen([ROOT / "Tests/postgres", "bash", "-c", tell], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.address, self.program = (self.process.stdout.readline().strip() for _ in range(2))
        self.folder = self.address.split("host=")[1]

    def control(self, *arguments: str) -> None:
        # It refuses to run as root.
        user = None if os.geteuid() else "postgres"
        command = [self.program, *arguments, "-D", f"{self.folder}/data", "-w", "-s"]
        subprocess.run(command, check=True, cwd=self.folder, user=user, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """Ends it as a crash would."""
        self.control("stop", "-m", "immediate")

    def start(self) -> None:
        self.control("start", "-l", f"{self.folder}/log")

    def stop(self) -> None:
        self.process.communicate()


class Buyer(threading.Thread):
    """Orders a piece of a product, again and again. What has failed is sent again, as a person would."""

    def __init__(self, site: "Site", product: int, count: int):
        super().__init__(daemon=True)
        self.http = httpx.Client(base_url=site.url, timeout=PATIENCE)
        self.product = product
        self.count = count
        self.orders: list[str] = []

    def run(self) -> None:
        while len(self.orders) < self.count:
            button = self.selected()
            answer = button and self.basket(button)
            # Otherwise nothing was ordered: another answer is a refusal.
            if answer and answer.status_code == 303:
                self.orders.append(answer.headers["location"])

    def send(self, method: str, path: str, **options) -> httpx.Response:
        while True:
            try:
                answer = self.http.request(method, path, **options)
            except httpx.TransportError:
                continue
            if answer.status_code < 500:
                return answer

    def basket(self, action: str) -> httpx.Response:
        return self.send("POST", "/basket?input=cellAction", data={"csrf": self.csrf, "value": action})

    def selected(self) -> str | None:
        """Puts a piece into the basket, selects it, and returns the value of the button that orders it; None when it isn't there."""
        page = self.send("GET", "/basket").text
        self.csrf = csrf_of(page)
        if f"select.{self.product}" not in page:
            self.send("POST", f"/products/{self.product}?input=addToBasket", data={"csrf": self.csrf})
        button = re.search(r'value="(order\.[^"]+)"', self.basket(f"select.{self.product}").text)
        return button and button[1]


class Site:
    """Two processes, their database, and the proxy: one site for those who visit it."""

    def __init__(self, folder: Path, app: type[Server], is_fair: bool, postgres: str = POSTGRES):
        name = f"site_{uuid.uuid4().hex}"
        subprocess.run(["psql", "--quiet", postgres, "--command", f"CREATE DATABASE {name}"], check=True)
        self.database = postgres.replace("/postgres?", f"/{name}?")
        self.servers = [app(folder, self.database, free_port()).start() for _ in range(2)]
        self.proxy = Proxy(folder, self.servers, "market-visitor" if app is MarketServer else "hindsight", is_fair)

    @property
    def url(self) -> str:
        return self.proxy.url

    def seller(self) -> Seller:
        return Seller(self, "en")

    def account(self) -> Account:
        return Account(self, "en")

    def member(self) -> Member:
        return Member(self, "en")

    def ask(self, sql: str) -> list[str]:
        """The rows that a statement gives, as text."""
        command = ["psql", "--quiet", "--no-align", "--tuples-only", self.database, "--command", sql]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

    def end_connections(self) -> None:
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")

    def stop(self) -> None:
        self.proxy.stop()
        for server in self.servers:
            server.stop()


def run(site: Site, contexts: list) -> Iterator[Site]:
    """The site, until a test is over."""
    yield site
    while contexts:
        contexts.pop().close()
    site.stop()


@pytest.fixture
def site(request, tmp_path, contexts):
    yield from run(Site(tmp_path, MarketServer, getattr(request, "param", False)), contexts)


@pytest.fixture
def shop(browse, site):
    """Makes a visitor's browser."""
    return lambda: browse(at=site).new_page()


@pytest.fixture
def hindsight(request, tmp_path, contexts):
    yield from run(Site(tmp_path, Server, getattr(request, "param", False)), contexts)


@pytest.fixture
def postgres():
    postgres = Postgres()
    yield postgres
    postgres.stop()


@pytest.fixture
def own_hindsight(tmp_path, contexts, postgres):
    """One whose server of PostgreSQL is no other test's."""
    yield from run(Site(tmp_path, Server, False, postgres.address), contexts)


@pytest.fixture
def device(browse):
    """Signs a member in on a device of its own: at the member's site, whose proxy leads it to either process, or at one of them."""

    def device(member: Member, at: Server | None = None) -> Page:
        page = browse(at=at or member.server).new_page()
        page.goto("/login")
        sign_in(page, member.email, PASSWORD)
        expect(owner(page)).to_be_visible()
        return page

    return device


def search(page: Page, text: str, count: int) -> None:
    """Types into the list's field, and waits for what that finds."""
    page.locator("#q").fill(text)
    expect(page.locator(".product")).to_have_count(count)
    expect(page).to_have_url(re.compile(re.escape(f"?q={text}" if text else "/")))


def test_pages_of_two_processes_show_one_market_and_outlive_either(site, shop, watch):
    watch.expect(*LOST)
    seller = site.seller()
    for name, stock in [("Lamp", "1"), ("Chair", "5"), ("Table", "5")]:
        seller.offer(name, stock=stock)
    lists = [open_live(shop(), "/") for _ in range(4)]
    detail = open_live(shop(), "/products/1")
    form = open_live(shop(), "/sell")
    for field, text in {"name": "Reading lamp", "price": "12,000"}.items():
        form.locator(f"#{field}").fill(text)
    # Everybody's page shows a visitor's order, whichever process has it.
    buyer = shop()
    open_live(buyer, "/products/1")
    buyer.get_by_role("button", name="Add to basket").click()
    expect(buyer.locator(".basket-count")).to_have_text(re.compile("1"))
    open_live(buyer, "/basket")
    buyer.get_by_role("checkbox", name="Lamp").click()
    expect(buyer.get_by_role("checkbox", name="Lamp")).to_be_checked()
    buyer.get_by_role("button", name=re.compile("^Order")).click()
    expect(buyer).to_have_url(re.compile(r"/orders/\d+"))
    for page in lists:
        expect(page.locator(".product", has_text="Lamp")).to_contain_text("Sold out")
    expect(detail.locator(".stock-line")).to_contain_text("Sold out")
    for server in site.servers:
        # Its pages are taken up by the other one, with what was typed in them.
        server.kill()
        seller.offer(f"Offered without {server.port}")
        for page in lists:
            expect(page.locator(".product", has_text=f"Offered without {server.port}")).to_be_visible()
        for page in [*lists, detail, form, buyer]:
            wait_live(page)
        expect(form.locator("#name")).to_have_value("Reading lamp")
        # When it is back, requests are spread anew: the streams follow them.
        server.start()
        for page in lists:
            search(page, "lamp", 1)
            search(page, "", 3 + 1 + site.servers.index(server))
    seller.offer("Sofa")
    for page in lists:
        expect(page.locator(".product", has_text="Sofa")).to_be_visible()
    # Nothing that was typed is lost, and it is one offer.
    for field, text in {"stock": "2", "description": "Bright."}.items():
        form.locator(f"#{field}").fill(text)
    form.locator("#pictures").set_input_files({"name": "lamp.png", "mimeType": "image/png", "buffer": photo("lamp")})
    expect(form.locator(".files li")).to_have_count(1)
    form.get_by_role("button", name="Offer item").click()
    expect(form.get_by_role("heading", name="Reading lamp")).to_be_visible()
    for page in lists:
        expect(page.locator(".product", has_text="Reading lamp")).to_have_count(1)


@pytest.mark.parametrize("site", [True], indirect=True, ids=["fair"])
def test_without_a_script_either_process_goes_on_with_a_visit(site, browse):
    site.seller().offer("Chair", stock="5")
    page = browse(at=site, java_script_enabled=False).new_page()
    page.goto("/products/1")
    for count in range(1, 4):
        page.get_by_role("button", name="Add to basket").click()
        expect(page.locator(".basket-count")).to_have_text(re.compile("1"))
        page.goto("/products/1")
    page.goto("/basket")
    page.get_by_role("checkbox", name="Chair").click()
    page.get_by_role("button", name=re.compile("^Order")).click()
    expect(page).to_have_url(re.compile(r"/orders/\d+"))
    assert "Chair" in page.content()


def test_however_often_processes_and_connections_are_killed_no_order_is_lost_or_made_twice(site, shop, watch):
    watch.expect(*LOST)
    product = site.seller().offer("Chair", stock="9,000")
    pages = [open_live(shop(), path) for path in ["/", f"/products/{product}"] for _ in range(2)]
    buyers = [Buyer(site, product, ORDERS) for _ in range(4)]
    for buyer in buyers:
        buyer.start()
    chance = random.Random(SEED)
    kills = 0
    while any(buyer.is_alive() for buyer in buyers):
        victim = chance.choice([*site.servers, None])
        if victim:
            victim.kill()
            victim.start()
        else:
            site.end_connections()
        kills += 1
    print(f"{kills} kills")
    orders = [order for buyer in buyers for order in buyer.orders]
    assert len(set(orders)) == len(orders) == len(buyers) * ORDERS
    assert site.ask("SELECT count(*) FROM purchase") == [f"{len(orders)}"]
    [left] = site.ask(f"SELECT stock FROM product WHERE id = {product}")
    assert site.ask("SELECT 9000 - sum(quantity) FROM purchaseitem") == [left]
    # Each page shows what the database has.
    for page in pages:
        wait_live(page)
        expect(page.locator(".stock, .stock-line").first).to_contain_text(f"{int(left):,}")


def test_goals_are_the_same_on_two_processes_and_outlive_either(hindsight, device, watch):
    watch.expect(*LOST)
    member = hindsight.member()
    page, *boxes = [device(member) for _ in range(4)]
    for box in boxes:
        open_live(box, "/goals/active")
    address = set_goal(page, "A sea")
    others = [open_live(device(member), address) for _ in range(3)]
    for box in boxes:
        expect(box.get_by_role("link", name="A sea")).to_be_visible()
    for number, server in enumerate([None, *hindsight.servers]):
        page.locator("#step-new").fill(f"step {number}")
        if server:
            # Its pages are taken up by the other one, with what was typed in them.
            server.kill()
            for each in [page, *boxes, *others]:
                wait_live(each)
            expect(page.locator("#step-new")).to_have_value(f"step {number}")
        page.locator("#step-new").press("Enter")
        for each in [page, *others]:
            expect(each.locator(".step-title")).to_have_text([f"step {count}" for count in range(number + 1)])
        if server:
            server.start()
    for number in range(2):
        others[number].locator("button.tick", has_text=f"step {number}").click()
        for each in [page, *others]:
            expect(each.locator("button.tick", has_text=f"step {number}")).to_have_attribute("aria-pressed", "true")
    # The last tick completes it.
    others[2].locator("button.tick", has_text="step 2").click()
    for each in [page, *others]:
        expect(each.locator("button.tick")).to_have_count(0)
    for box in boxes:
        expect(box.get_by_role("link", name="A sea")).to_have_count(0)
    assert hindsight.ask("SELECT count(*) FROM goal WHERE title = 'A sea' AND status = 'completed'") == ["1"]
    # Nothing was done twice.
    assert hindsight.ask("SELECT count(*) FROM step JOIN goal ON goal.id = goalID WHERE goal.title = 'A sea'") == ["3"]


def set_goal(page: Page, title: str) -> str:
    """Sets a goal, and returns the address of its page, which is open then."""
    open_live(page, "/goals/new")
    page.locator("#title").fill(title)
    page.locator("#submit").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    wait_live(page)
    return page.url


def add_step(page: Page, title: str) -> None:
    page.locator("#step-new").fill(title)
    page.locator("#step-new").press("Enter")


def see_own_step(page: Page, title: str) -> None:
    """Waits until the page shows the step that was added on it. What it has refused, and kept in its field, is sent again, as a person would."""
    step = page.locator(".step-title", has_text=re.compile(f"^{re.escape(title)}$"))
    refusal = page.get_by_role("alert").filter(has_text="did not work")
    while not step.is_visible():
        expect(step.or_(refusal).first).to_be_visible()
        if refusal.is_visible():
            # The next refusal is another alert.
            refusal.get_by_role("link", name="Close").click()
            page.locator("#step-new").press("Enter")


@pytest.mark.timeout(60 * (KILLS + 5))
def test_whatever_is_killed_however_often_no_step_is_lost_or_added_twice(own_hindsight, postgres, device, watch):
    watch.expect(*LOST)
    member = own_hindsight.member()
    pairs = [(device(member), device(member)) for _ in range(3)]
    chance = random.Random(SEED)
    victims = [*own_hindsight.servers, postgres, None]
    killed = Counter()
    for number in range(KILLS):
        place = number % STEPS
        for index, (page, viewer) in enumerate(pairs):
            if place == 0:
                open_live(viewer, set_goal(page, f"Sea {index}, {number}"))
            add_step(page, f"step {number}")
        victim = chance.choice(victims)
        if victim:
            victim.kill()
            victim.start()
        else:
            own_hindsight.end_connections()
        killed[victims.index(victim)] += 1
        for page, _ in pairs:
            see_own_step(page, f"step {number}")
        # Each page shows what was added, and nothing else.
        for page in itertools.chain(*pairs):
            expect(page.locator(".step-title")).to_have_text([f"step {count}" for count in range(number - place, number + 1)])
    print(f"killed {killed[0] + killed[1]} processes, {killed[2]} servers of PostgreSQL, {killed[3]} times all its connections")
    assert own_hindsight.ask("SELECT count(*), count(DISTINCT (goalID, title)) FROM step WHERE title LIKE 'step %'") == [f"{KILLS * len(pairs)}|{KILLS * len(pairs)}"]


def test_while_the_database_is_away_pages_say_so_and_keep_what_is_typed(own_hindsight, postgres, device, browse, watch):
    watch.expect(*LOST)
    member = own_hindsight.member()
    pages = [device(member, server) for server in own_hindsight.servers]
    address = set_goal(pages[0], "A sea")
    open_live(pages[1], re.search("/goals/.*", address)[0])
    add_step(pages[0], "step 0")
    for page in pages:
        expect(page.locator(".step-title")).to_have_text(["step 0"])
    postgres.kill()
    for number, page in enumerate(pages, 1):
        # It is refused with an alert, or sent again and again: the page says either.
        add_step(page, f"step {number}")
        expect(page.locator("html[data-state=reconnecting], [role=alert]:has-text('did not work')").first).to_be_visible()
        expect(page.locator("#step-new")).to_have_value(f"step {number}")
    # A page that is asked for says so as well.
    page = browse(member).new_page()
    assert page.goto("/goals/active").status == 503
    postgres.start()
    for number, each in enumerate(pages, 1):
        see_own_step(each, f"step {number}")
    for each in pages:
        wait_live(each)
        # Either may have been first.
        expect(each.locator(".step-title")).to_have_text([re.compile(r"step 0"), re.compile(r"step [12]"), re.compile(r"step [12]")])
    page.reload()
    expect(page.get_by_role("link", name="A sea")).to_be_visible()
    assert own_hindsight.ask("SELECT step.title FROM step JOIN goal ON goal.id = goalID WHERE goal.title = 'A sea' ORDER BY 1") == ["step", "0", "step", "1", "step", "2"]


def test_signing_out_elsewhere_ends_the_pages_of_every_process(hindsight, device, browse, watch):
    watch.expect("status of (401|410)")
    member = hindsight.member()
    devices = [open_list(device(member, server)) for server in hindsight.servers for _ in range(2)]
    page = browse(member).new_page()
    page.goto("/settings")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.get_by_role("status").filter(has_text="Signed out on 4 devices")).to_be_visible()
    for other in devices:
        expect(other).to_have_url(re.compile("/login"))


@pytest.mark.parametrize("hindsight", [True], indirect=True, ids=["fair"])
def test_without_a_script_either_process_goes_on_with_a_goal(hindsight, browse):
    page = browse(hindsight.account(), java_script_enabled=False).new_page()
    page.goto("/goals/new")
    page.locator("#title").fill("A sea")
    page.locator("#submit").click()
    for number in range(4):
        page.locator("#step-new").fill(f"step {number}")
        page.get_by_role("button", name="Add", exact=True).click()
        # The next page comes from the other process, which is told a moment later.
        until = time.monotonic() + PATIENCE
        while page.locator(".step-title").count() == number and time.monotonic() < until:
            page.reload()
        expect(page.locator(".step-title")).to_have_text([f"step {count}" for count in range(number + 1)])
    for number in range(4):
        page.locator("button.tick", has_text=f"step {number}").click()
    assert hindsight.ask("SELECT count(*) FROM goal WHERE title = 'A sea' AND status = 'completed'") == ["1"]
