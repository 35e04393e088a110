"""Golden pictures: their names, their folder, and how far a picture may differ from one.

To remake them, run `python -m tests.render.remake`; look at them before you keep them.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from games.core.screen.scene import Scene
from render.painter import png
from render.palette import THEMES
from tests.render.samples import SAMPLES

FOLDER = Path(__file__).parent / "goldens"
SIZE = 400
IN_EVERY_THEME = ("middle", "marks", "steps", "duel")
STRONG = 40
"""A pixel differs when one of its channels is off by more than this."""


def names() -> Iterator[tuple[str, str]]:
    """Yield sample and theme of each golden: all samples in the default theme, some in all themes."""
    for sample in SAMPLES:
        yield from ((sample, theme) for theme in THEMES if theme == "default" or sample in IN_EVERY_THEME)


def path(sample: str, theme: str) -> Path:
    return FOLDER / f"{sample}-{theme}.png"


def made(sample: str, theme: str) -> bytes:
    scene: Scene = SAMPLES[sample]()
    return png(scene, theme, size=SIZE)


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def share_off(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ."""
    red, green, blue = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[STRONG + 1 :]) / (one.width * one.height)
