"""Pictures of pages that are compared with approved ones, so that a change of look is seen.

They are kept in full size, as WebP. What is compared has gone the same way, so it is equal where the page is. The means of
SQUARE by SQUARE pixels are compared: a different hand at antialiasing is not seen, while a button that moved by four
pixels is.
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy
from PIL import Image

SQUARE = 4
# Differences of a channel, of 255. A few squares beyond `LOUD` suffice: an edge that moved, a sign that went. A tone that
# changed is fainter, and seen in the means of TILE by TILE squares.
LOUD, LOUD_SQUARES = 44, 4
FAINT, TILE, FAINT_TILES = 6, 4, 48


def kept(picture: bytes) -> bytes:
    """A picture as it is kept."""
    file = BytesIO()
    Image.open(BytesIO(picture)).convert("RGB").save(file, "WEBP", quality=60, method=4)
    return file.getvalue()


def means(picture: bytes) -> numpy.ndarray:
    """The mean colours of a kept picture's squares; those at the edges may have fewer pixels."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    size = (-(-image.width // SQUARE), -(-image.height // SQUARE))
    wide = numpy.pad(numpy.asarray(image, dtype=int), [(0, size[1] * SQUARE - image.height), (0, size[0] * SQUARE - image.width), (0, 0)], mode="edge")
    return wide.reshape(size[1], SQUARE, size[0], SQUARE, 3).mean(axis=(1, 3))


def difference(new: bytes, approved: bytes) -> str | None:
    """How two kept pictures differ; None when they look the same."""
    (width, height), approved_size = (Image.open(BytesIO(picture)).size for picture in (new, approved))
    if (width, height) != approved_size:
        return f"it is {width} by {height} pixels, not {approved_size[0]} by {approved_size[1]}"
    gaps = means(new) - means(approved)
    rows, columns = (length // TILE * TILE for length in gaps.shape[:2])
    tiles = numpy.abs(gaps[:rows, :columns].reshape(rows // TILE, TILE, columns // TILE, TILE, 3).mean(axis=(1, 3))).max(axis=2)
    loud, faint = numpy.abs(gaps).max(axis=2) > LOUD, tiles > FAINT
    if loud.sum() < LOUD_SQUARES and faint.sum() < FAINT_TILES:
        return None
    found, unit = (loud, SQUARE) if loud.sum() >= LOUD_SQUARES else (faint, SQUARE * TILE)
    y, x = (places * unit for places in numpy.nonzero(found))
    return f"it differs at {found.sum()} places between x {x.min()} and {x.max() + unit}, y {y.min()} and {y.max() + unit}"


def shown_difference(new: bytes, approved: bytes) -> Image.Image:
    """A picture of what differs: the new one in grey, differences in red."""
    one, two = (Image.open(BytesIO(picture)).convert("RGB") for picture in (new, approved))
    pixels = numpy.asarray(one.convert("L").convert("RGB")) // 2 + 96
    old = numpy.asarray(two.crop((0, 0, *one.size)), dtype=int)
    changed = numpy.abs(numpy.asarray(one, dtype=int) - old).max(axis=2) > 2 * FAINT
    pixels[changed] = (220, 0, 40)
    return Image.fromarray(pixels.astype("uint8"))


class Album:
    """The approved pictures of one journey, and what a run makes of them."""

    def __init__(self, approved: Path, made: Path, holds: Callable[[str], bool], approves: bool):
        """`holds` says which of the approved ones are those of this run, by their names."""
        self.approved = approved
        self.made = made
        self.holds = holds
        self.approves = approves
        self.names: set[str] = set()
        self.changes: list[str] = []
        self.made.mkdir(parents=True, exist_ok=True)
        for file in self.made.glob("*"):
            file.unlink()

    def accepts(self, name: str, picture: bytes) -> bool:
        """Whether there is nothing against a picture."""
        file = self.approved / f"{name}.webp"
        return self.approves or (file.exists() and difference(kept(picture), file.read_bytes()) is None)

    def add(self, name: str, picture: bytes) -> None:
        """Takes a picture: approves it, or notes how it differs from the approved one."""
        assert name not in self.names, f"{name} is the name of two states"
        self.names.add(name)
        (self.made / f"{name}.png").write_bytes(picture)
        file, new = self.approved / f"{name}.webp", kept(picture)
        if self.approves:
            # What looks the same stays as it is, byte for byte.
            if not file.exists() or difference(new, file.read_bytes()):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(new)
        elif not file.exists():
            self.changes.append(f"{name}: nothing is approved")
        elif change := difference(new, file.read_bytes()):
            self.changes.append(f"{name}: {change}")
            Image.open(BytesIO(new)).save(self.made / f"{name}-new.png")
            Image.open(file).save(self.made / f"{name}-approved.png")
            shown_difference(new, file.read_bytes()).save(self.made / f"{name}-difference.png")

    def close(self) -> None:
        """Fails with all that differs."""
        left = {file.stem for file in self.approved.glob("*.webp") if self.holds(file.stem)} - self.names
        for name in sorted(left):
            if self.approves:
                (self.approved / f"{name}.webp").unlink()
            else:
                self.changes.append(f"{name}: approved, and not there any more")
        assert not self.changes, (
            f"{len(self.changes)} pictures don't look as approved. New, approved and difference are in {self.made}; "
            "`Tests/Browser/run --approve Tests/Browser/test_screenshots.py` approves what is there now.\n" + "\n".join(self.changes)
        )
