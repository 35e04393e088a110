"""The golden pictures: which there are, where they lie, and how far two pictures are apart.

They are made by `python -m tests.render.remake`; look at them before keeping them.
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
"""A pixel is off when one of its channels is off by more than this."""


def names() -> Iterator[tuple[str, str]]:
    """Sample and theme of each golden: every sample in the default theme, some in every other."""
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
    """The share of pixels that are off."""
    red, green, blue = ImageChops.difference(one, other).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(worst.histogram()[STRONG + 1 :]) / (one.width * one.height)
