"""Pictures of pages that are compared with approved ones, so that a change of look is seen.

What is approved is small: a quarter of the size, as WebP. What is compared has gone the same way, so it is equal where
the page is, and a different hand at antialiasing is not seen, while a button that moved by four pixels is.
"""

from io import BytesIO
from pathlib import Path

import numpy
from PIL import Image

SCALE = 4
# Differences of a channel, of 255. A few points beyond `LOUD` suffice: an edge that moved, a sign that went. A tone that
# changed is fainter, and seen in the means of squares of `TILE` points.
LOUD, LOUD_POINTS = 44, 4
FAINT, TILE, FAINT_TILES = 6, 4, 48


def reduced(picture: bytes) -> bytes:
    """A picture as it is kept."""
    image = Image.open(BytesIO(picture)).convert("RGB")
    size = (max(1, image.width // SCALE), max(1, image.height // SCALE))
    kept = BytesIO()
    image.resize(size, Image.Resampling.BOX, box=(0, 0, size[0] * SCALE, size[1] * SCALE)).save(kept, "WEBP", quality=60, method=4)
    return kept.getvalue()


def difference(new: bytes, approved: bytes) -> str | None:
    """How two kept pictures differ; None when they look the same."""
    one, two = (numpy.asarray(Image.open(BytesIO(kept)).convert("RGB"), dtype=int) for kept in (new, approved))
    if one.shape != two.shape:
        return f"it is {one.shape[1] * SCALE} by {one.shape[0] * SCALE} pixels, not {two.shape[1] * SCALE} by {two.shape[0] * SCALE}"
    gaps = numpy.abs(one - two).max(axis=2)
    rows, columns = (length // TILE * TILE for length in gaps.shape)
    tiles = numpy.abs((one - two)[:rows, :columns].reshape(rows // TILE, TILE, columns // TILE, TILE, 3).mean(axis=(1, 3))).max(axis=2)
    loud, faint = gaps > LOUD, tiles > FAINT
    if loud.sum() < LOUD_POINTS and faint.sum() < FAINT_TILES:
        return None
    found, unit = (loud, SCALE) if loud.sum() >= LOUD_POINTS else (faint, SCALE * TILE)
    y, x = (places * unit for places in numpy.nonzero(found))
    return f"it differs at {found.sum()} places between x {x.min()} and {x.max() + unit}, y {y.min()} and {y.max() + unit}"


def shown_difference(new: bytes, approved: bytes) -> Image.Image:
    """A picture of what differs: the new one in grey, differences in red."""
    one, two = (Image.open(BytesIO(kept)).convert("RGB") for kept in (new, approved))
    pixels = numpy.asarray(one.convert("L").convert("RGB")) // 2 + 96
    old = numpy.asarray(two.crop((0, 0, *one.size)), dtype=int)
    changed = numpy.abs(numpy.asarray(one, dtype=int) - old).max(axis=2) > 2 * FAINT
    pixels[changed] = (220, 0, 40)
    return Image.fromarray(pixels.astype("uint8"))


class Album:
    """The approved pictures of one journey in one language, and what a run makes of them."""

    def __init__(self, approved: Path, made: Path, name: str, approves: bool):
        self.approved = approved / name
        self.made = made / name
        self.approves = approves
        self.names: set[str] = set()
        self.changes: list[str] = []
        self.made.mkdir(parents=True, exist_ok=True)
        for file in self.made.glob("*"):
            file.unlink()

    def accepts(self, name: str, picture: bytes) -> bool:
        """Whether there is nothing against a picture."""
        file = self.approved / f"{name}.webp"
        return self.approves or (file.exists() and difference(reduced(picture), file.read_bytes()) is None)

    def add(self, name: str, picture: bytes) -> None:
        """Takes a picture: approves it, or notes how it differs from the approved one."""
        self.names.add(name)
        (self.made / f"{name}.png").write_bytes(picture)
        file, new = self.approved / f"{name}.webp", reduced(picture)
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
        left = {file.stem for file in self.approved.glob("*.webp")} - self.names
        for name in sorted(left):
            if self.approves:
                (self.approved / f"{name}.webp").unlink()
            else:
                self.changes.append(f"{name}: approved, and not there any more")
        assert not self.changes, (
            f"{len(self.changes)} pictures don't look as approved. New, approved and difference are in {self.made}; "
            "`Tests/Browser/run --approve Tests/Browser/test_screenshots.py` approves what is there now.\n" + "\n".join(self.changes)
        )
