"""The market's server as a process, and visitors who offer products as browsers without a script do."""

import os
import re
import subprocess
import threading
from io import BytesIO
from pathlib import Path

import httpx
from PIL import Image, ImageDraw
from support import PATIENCE, PUBLIC, ROOT, Server, csrf_of

BINARY = Path(os.environ.get("MARKET_BINARY", ROOT / ".build/debug/market"))


class MarketServer(Server):
    """The market as a process of its own, on a database file of its own unless it is told another database."""

    def __init__(self, folder: Path, database: str | None = None, port: int = 0):
        super().__init__(folder, database or folder / "market.sqlite", port)

    def start(self) -> "MarketServer":
        settings = {"MARKET_PUBLIC": PUBLIC, "MARKET_PORT": self.port, "MARKET_DATABASE": self.database}
        environment = os.environ | {name: str(value) for name, value in settings.items()} | {"TZ": "UTC"}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([BINARY], stdout=subprocess.PIPE, stderr=log, cwd=self.folder, env=environment)
        for line in self.process.stdout:
            if address := re.search(rb"listens on http://127\.0\.0\.1:(\d+)", line):
                self.port = int(address[1])
                threading.Thread(target=self._drain, args=(self.process.stdout,), daemon=True).start()
                return self
        raise AssertionError(f"The server did not start: {self.log.read_text()}")

    def seller(self, language: str = "en") -> "Seller":
        return Seller(self, language)


class Seller:
    """A visitor with a cookie of its own. It can make 20 offers."""

    def __init__(self, server: MarketServer, language: str):
        self.http = httpx.Client(base_url=server.url, headers={"Accept-Language": language}, timeout=PATIENCE)

    def offer(self, name: str, price: str = "12,000", bargain: str = "", stock: str = "3", description: str = "As good as new.", photos: list[bytes] | None = None) -> int:
        """Offers a product by the form, and returns its number."""
        page = self.http.get("/sell").text
        fields = {"csrf": csrf_of(page), "name": name, "price": price, "bargainPrice": bargain, "stock": stock, "description": description}
        files = [("pictures", (f"{number}.png", photo, "image/png")) for number, photo in enumerate(photos or [photo(name)])]
        answer = self.http.post("/sell?input=save", data=fields, files=files)
        assert answer.status_code == 303, answer.text
        return int(answer.headers["location"].rsplit("/", 1)[1])


TONES = ["#c96f4a", "#6f9a8d", "#d9a441", "#7d87b8", "#b86b84", "#8aa05f", "#5f8fa8", "#a98467"]


def photo(name: str, size: tuple[int, int] = (900, 900)) -> bytes:
    """A picture that stands in for a photo: the thing on a table, always the same for a name."""
    tone = TONES[sum(name.encode()) % len(TONES)]
    image = Image.new("RGB", size, "#efe6d8")
    draw = ImageDraw.Draw(image)
    width, height = size
    draw.rectangle((0, height * 0.68, width, height), fill="#d8c7ae")
    draw.rounded_rectangle((width * 0.27, height * 0.24, width * 0.73, height * 0.82), radius=width * 0.08, fill=tone)
    draw.ellipse((width * 0.38, height * 0.34, width * 0.62, height * 0.58), fill="#fbf6ec")
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
