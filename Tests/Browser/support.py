"""What the tests share: the server as a process, an account without a browser, and a reader of event streams."""

import asyncio
import html
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import threading
import uuid
from dataclasses import dataclass, field
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default as mail_policy
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("HINDSIGHT_BINARY", ROOT / ".build/debug/hindsight"))
PUBLIC = Path(os.environ.get("HINDSIGHT_PUBLIC", ROOT / "Public"))
# Nothing is waited for by the clock; this only keeps a broken server from hanging the tests.
PATIENCE = 60
# --disable-dev-shm-usage: a container's /dev/shm is small.
CHROMIUM = {"executable_path": shutil.which("chromium"), "args": ["--no-sandbox", "--disable-dev-shm-usage"]}
# The same engine without the browser around it takes half the time.
CHROMIUM_SHELL = CHROMIUM | {"executable_path": shutil.which("chromium-headless-shell") or CHROMIUM["executable_path"]}

FAMILY = "👨‍👩‍👧‍👦"


class Server:
    """The app as a process of its own, on a database file of its own unless it is told another database."""

    def __init__(self, folder: Path, database: str | None = None, port: int = 0, clock: datetime | None = None, sends_mail: bool = False):
        """`clock` is what its clock shows at each start; the real time when there is none."""
        self.folder = folder
        self.clock = clock
        self.mails = MailFolder(folder / "mails") if sends_mail else None
        self.database = database or folder / "hindsight.sqlite"
        self.log = folder / "server.log"
        # The links in mails say it before the server can.
        self.port = free_port() if sends_mail else port
        self.process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        """Starts it, on the same port as before if it ran before, and waits for the line that says where it listens."""
        settings = {"HINDSIGHT_PUBLIC": PUBLIC, "HINDSIGHT_PORT": self.port, "HINDSIGHT_DATABASE": self.database}
        if self.mails:
            settings |= {"HINDSIGHT_MAIL_COMMAND": self.mails.command, "HINDSIGHT_MAIL_FROM": "Hindsight <no-reply@example.org>", "HINDSIGHT_SITE": self.url}
        if self.clock:
            library = self.folder / "clock.so"
            subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", library, ROOT / "Tests/Browser/clock.c"], check=True)
            settings |= {"LD_PRELOAD": library, "CLOCK_STARTS": int(self.clock.timestamp())}
        environment = os.environ | {name: str(value) for name, value in settings.items()}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([BINARY], stdout=subprocess.PIPE, stderr=log, cwd=self.folder, env=environment)
        heard = b""
        for line in self.process.stdout:
            heard += line
            if address := re.search(rb"listens on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(address[1])
                threading.Thread(target=self._drain, args=(self.process.stdout,), daemon=True).start()
                return self
        raise AssertionError(f"The server did not start: {heard.decode()}\n{self.log.read_text()}")

    def _drain(self, stream) -> None:
        with self.log.open("ab") as log:
            for line in stream:
                log.write(line)

    def kill(self) -> None:
        """`kill -9`: no time to say goodbye. The machine goes on, and with it what it holds for the disk."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def account(self, language: str = "en") -> "Account":
        """A new demo account, made by POST /demo."""
        return Account(self, language)


    def member(self, language: str = "en") -> "Member":
        """A new account with an address and a password."""
        return Member(self, language)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class MailFolder:
    """A folder, and a command that keeps every mail there that it is given, and tells of it."""

    def __init__(self, folder: Path):
        folder.mkdir()
        self.command = folder / "command"
        self.command.write_text(f"#!/bin/sh\nset -eu\nname=$(mktemp '{folder}/mail.XXXXXX')\ncat > \"$name\"\necho \"$name\" > '{folder}/arrived'\n")
        self.command.chmod(0o755)
        os.mkfifo(folder / "arrived")
        # Open for writing, too: it has no end when a command has told of its mail.
        self.arrived = os.open(folder / "arrived", os.O_RDWR)
        self.told = b""
        self.unread: list[EmailMessage] = []

    def to(self, address: str) -> EmailMessage:
        """The next mail to that address, which is waited for."""
        while not (found := [mail for mail in self.unread if address in str(mail["To"])]):
            self.unread.append(self._next())
        self.unread.remove(found[0])
        return found[0]

    def _next(self) -> EmailMessage:
        while b"\n" not in self.told:
            assert select.select([self.arrived], [], [], PATIENCE)[0], "no mail has come"
            self.told += os.read(self.arrived, 4096)
        name, self.told = self.told.split(b"\n", 1)
        mail = message_from_bytes(Path(os.fsdecode(name)).read_bytes(), policy=mail_policy)
        defects = [*mail.defects, *(defect for value in mail.values() for defect in value.defects)]
        assert not defects, f"a mail that is not well-formed: {defects}"
        for name in ("From", "To", "Subject", "Date", "Message-ID"):
            assert len(mail.get_all(name, [])) == 1, f"{name} of {mail}"
        return mail

    def close(self) -> None:
        os.close(self.arrived)


def link_in(mail: EmailMessage) -> str:
    """The link of a mail."""
    return re.search(r"^https?://\S+$", mail.get_content(), re.M)[0]


FREE = {"style": "free", "text": "It was a good year."}
PASSWORD = "kx9$vq2m"


class Account:
    """An account and its session, used as curl would."""

    def __init__(self, server: Server, language: str):
        self.server = server
        self.language = language
        self.http = httpx.Client(base_url=server.url, headers={"Accept-Language": language}, timeout=PATIENCE)
        # As a browser with a script: one that tells nothing is asked on its first page.
        answer = self.http.post("/demo", data={"timeZone": "UTC"})
        assert answer.status_code == 303, answer.text
        self.cookie = answer.cookies["hindsight"]
        self._list = self.http.get("/goals/completed").text
        self.csrf = csrf_of(self._list)
        self.goals = [int(i) for i in re.findall(r'<li id="goal-(\d+)"', self._list)]
        #: Goals on the first page, newest first.
        self.unreviewed = labelled(self._list, "write")
        self.reviewed = labelled(self._list, "view")

    def get(self, path: str, **options) -> httpx.Response:
        return self.http.get(path, **options)

    def post(self, path: str, fields: dict | None = None, *, csrf: str | None = None, **options) -> httpx.Response:
        data = {"csrf": self.csrf if csrf is None else csrf} | (fields or {})
        return self.http.post(path, data=data, **options)

    def review(self, goal: int, fields: dict | None = None, level: int = 4) -> httpx.Response:
        """Posts the review form."""
        return self.post(f"/goals/{goal}/review", (FREE if fields is None else fields) | {"level": str(level)})

    def written_beside(self) -> None:
        """Has the server look at what was written beside it, which it would do a minute later: by a write of its own."""
        assert self.post("/weeks?input=save", {"answer": uuid.uuid4().hex}).status_code == 303

    def page(self, path: str = "/goals/completed") -> "LivePage":
        return LivePage(self, self.get(path).text)


class Member(Account):
    """An account with an address and a password. It was a demo account before, whose goals it has kept, samples and all."""

    def __init__(self, server: Server, language: str):
        super().__init__(server, language)
        self.email = f"{uuid.uuid4().hex[:12]}@example.com"
        answer = self.post("/register", {"email": self.email, "password": PASSWORD, "consent": "yes", "keep": "all"})
        assert answer.status_code == 303, answer.text
        # The cookies of the answer are kept by now.
        self.cookie = self.http.cookies["hindsight"]
        self.csrf = csrf_of(self.get("/welcome", follow_redirects=True).text)


class LivePage:
    """A live page as curl sees it: its stream."""

    def __init__(self, account: Account, text: str):
        self.account = account
        self.text = text
        self.address = re.search(r'data-live="([^"]+)"', text)[1]

    def stream(self) -> "EventReader":
        return EventReader(self.account.server.port, self.address, self.account.cookie, {"Accept": "text/event-stream"})


@dataclass
class Event:
    name: str
    id: str
    data: str


@dataclass
class EventReader:
    """Reads an event stream from a plain socket, as `curl -N` does. It blocks until what is asked for arrives."""

    port: int
    path: str
    cookie: str
    headers: dict
    status: int = 0
    answer: dict = field(default_factory=dict)
    seen: list = field(default_factory=list)

    def __post_init__(self):
        self.socket = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        lines = [f"GET {self.path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: hindsight={self.cookie}"]
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while (line := self.file.readline().strip()) != b"":
            name, value = line.split(b": ", 1)
            self.answer[name.decode().lower()] = value.decode()
        self.buffer = b""
        if self.status == 200:
            assert self._block() == b":", "the first bytes are a comment, so that the page knows that it is live"

    def _chunk(self) -> bytes:
        size = int(self.file.readline() or b"0", 16)
        data = self.file.read(size)
        self.file.readline()
        return data

    def _block(self) -> bytes | None:
        while b"\n\n" not in self.buffer:
            chunk = self._chunk()
            if not chunk:
                return None
            self.buffer += chunk
        block, self.buffer = self.buffer.split(b"\n\n", 1)
        return block

    def next(self) -> Event | None:
        """The next event; None when the stream has ended."""
        while (block := self._block()) is not None:
            fields = [re.split(b": ?", line, maxsplit=1) for line in block.split(b"\n") if not line.startswith(b":")]
            if not fields:
                continue
            names = [name for name, *_ in fields]
            assert set(names) <= {b"event", b"id", b"data"}, block
            value = lambda wanted: b"\n".join(rest[0] if rest else b"" for name, *rest in fields if name == wanted)
            # That a page is to rest is no change of it, and has no number.
            assert names.count(b"event") == 1 and names.count(b"id") == (value(b"event") != b"live:rest"), block
            event = Event(value(b"event").decode(), value(b"id").decode(), value(b"data").decode())
            self.seen.append(event)
            return event
        return None

    def until(self, name: str, having: str = "") -> Event:
        """The next event of that name whose data has that text."""
        while event := self.next():
            if event.name == name and having in event.data:
                return event
        raise AssertionError(f"The stream ended before {name}; seen: {[e.name for e in self.seen]}")

    def close(self) -> None:
        self.file.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class SlowLine:
    """A line to a server on which everything takes its time: what one side sends, the other gets half a round trip later."""

    def __init__(self, port: int, round_trip: float):
        self.delay = round_trip / 2
        self.target = port
        #: How many connections were opened to it.
        self.connections = 0
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        self.thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self.thread.start()
        ready.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)
        listening = self.loop.run_until_complete(asyncio.start_server(self._connect, "127.0.0.1", 0))
        self.port = listening.sockets[0].getsockname()[1]
        ready.set()
        self.loop.run_forever()
        listening.close()
        tasks = asyncio.all_tasks(self.loop)
        for task in tasks:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self.loop.close()

    async def _connect(self, reader, writer) -> None:
        self.connections += 1
        try:
            # Opening a connection takes a round trip, too.
            await asyncio.sleep(2 * self.delay)
            there, back = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        except (OSError, asyncio.CancelledError):
            writer.close()

    async def _carry(self, source, sink) -> None:
        """Each piece leaves at its own time, so that many are on their way at once."""
        pieces = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0, due - self.loop.time()))
                if not piece:
                    break
                sink.write(piece)
                await sink.drain()

        delivery = self.loop.create_task(deliver())
        try:
            while True:
                piece = await source.read(65536)
                pieces.put_nowait((self.loop.time() + self.delay, piece))
                if not piece:
                    break
            await delivery
        except OSError:
            delivery.cancel()
        finally:
            sink.close()

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


def csrf_of(page: str) -> str:
    return html.unescape(re.search(r'name="csrf" value="([^"]+)"', page)[1])


def answers(page: str) -> list[str]:
    return [html.unescape(text) for text in re.findall(r"<p class='answer' dir='auto'>(.*?)</p>", page, re.S)]


def labelled(page: str, label: str) -> list[int]:
    """The goals whose card says that: `write` a review, or `view` the one that there is."""
    return [int(goal) for goal in re.findall(rf"""<span id="d(\d+)" class='card-label {label}'""", page)]
