"""Films: a whole match as a GIF with captions, never larger than a limit, however long the match was."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import msgspec
from PIL import Image, ImageChops, ImageDraw

from games.core.screen.scene import Scene
from render.animation import CLEAR, END, block, head, indices
from render.cache import MEGABYTE, ByteCache, digest
from render.painter import paint
from render.palette import NORMAL, Theme, into_palette, mix, rgb, theme_named
from render.text import fitted, font, legible, width

LIMIT = 8 << 20
"""Bytes; Discord takes 10 MiB where nobody has paid for more."""
LONGEST = 40_000
"""Milliseconds; nobody watches a GIF for longer."""
SIZES = (640, 480, 360, 240)
"""The widths that are tried, in pixels."""
_FEW = 60
"""Rather than fewer frames the pictures become smaller."""
_FIRST, _LAST, _SLOW, _FAST = 1500, 5000, 900, 300
"""Milliseconds of the first moment, of the last one, and of one between when there are few or many."""
_HELD = 2
"""So many times as long an event is held."""
MOST_FRAMES = 2 + (LONGEST - _FIRST - _LAST) // _FAST
_STRIP, _MARGIN = 76, 16
_LETTERS = ((25, 2), (20, 3))
"""Sizes of letters, and how many lines of them the strip of the caption holds: the first that fits. All of
these are as on a film 800 pixels wide."""
_PROJECTOR = ThreadPoolExecutor(1, "film")
"""Films are drawn one at a time, beside everything else."""


class Shot(msgspec.Struct, frozen=True):
    """A moment of a film: the picture, what is said under it, and its number in words.

    `is_event`: something happened here, so it is held longer, and kept before others where a film has to be
    shortened."""

    scene: Scene
    caption: str = ""
    number: str = ""
    is_event: bool = False


class ReplayGif(msgspec.Struct, frozen=True):
    """A GIF, how many of how many moments it shows, its width in pixels, and how long it plays."""

    data: bytes
    shown: int
    of: int
    size: int
    milliseconds: int


def _weight(replay_gif: ReplayGif) -> int:
    return len(replay_gif.data)


_GIFS: ByteCache[ReplayGif] = ByteCache(16 * MEGABYTE, _weight)


class _TooLarge(Exception):
    """The limit was reached; `fitting`: so many frames would have fitted, by what the first ones took."""

    def __init__(self, fitting: int) -> None:
        self.fitting = fitting


def replay_gif(shots: Sequence[Shot], theme: str = "default", *, limit: int = LIMIT) -> ReplayGif:
    """The moments as a GIF that starts again after at most LONGEST and has at most `limit` bytes.

    It keeps the first and the last one, then the events; once there are few it becomes smaller.
    The same moments always give the same bytes. ValueError: no moments, or a limit in which not even the
    first and the last one have room; and as `render.painter.png`."""
    if not shots:
        raise ValueError("A GIF needs at least one moment.")
    most, sizes = len(timely(shots)), list(SIZES)
    while True:
        chosen = thinned(shots, most)
        try:
            data, lasts = _drawn(chosen, theme, sizes[0], limit), sum(times(chosen))
            return ReplayGif(data, len(chosen), len(shots), sizes[0], lasts)
        except _TooLarge as large:
            if len(sizes) > 1 and large.fitting < min(_FEW, most):
                sizes.pop(0)
            elif most > 2:
                most = max(2, min(large.fitting, most - 1))
            else:
                raise ValueError(f"A GIF doesn't fit in {limit} bytes.") from None


async def projected(
    make: Callable[[], Sequence[Shot]], theme: str = NORMAL, *, limit: int = LIMIT
) -> ReplayGif:
    """The film of the moments that `make` gives, both made in a thread; asked for again it is not drawn
    again. Errors as `replay_gif`."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_PROJECTOR, lambda: _shortened(make(), theme, limit))


def _shortened(shots: Sequence[Shot], theme: str, limit: int) -> ReplayGif:
    """The film; what is kept of a very long match is not each of its moments, only those that are drawn."""
    drawn = _kept(timely(shots), theme, limit)
    return msgspec.structs.replace(drawn, of=len(shots))


def _kept(shots: Sequence[Shot], theme: str, limit: int) -> ReplayGif:
    key = digest(shots, theme, limit)
    found = _GIFS.get(key)
    if found is None:
        found = replay_gif(shots, theme, limit=limit)
        _GIFS.put(key, found)
    return found


# --- which moments ------------------------------------------------------------------------------------


def timely(shots: Sequence[Shot]) -> list[Shot]:
    """As many of the moments as can be watched in time, `thinned`."""
    most = min(len(shots), MOST_FRAMES)
    while most > 2 and _shares(chosen := thinned(shots, most)) * _FAST > LONGEST - _FIRST - _LAST:
        most = min(most, len(chosen)) - 1
    return thinned(shots, most)


def _shares(shots: Sequence[Shot]) -> int:
    """How long all moments but the first and the last are held together, an ordinary one being 1."""
    return sum(_HELD if shot.is_event else 1 for shot in shots[1:-1])


def times(shots: Sequence[Shot]) -> list[int]:
    """The milliseconds of each moment: the more there are, the faster, and events are held longer."""
    room = (LONGEST - _FIRST - _LAST) // max(1, _shares(shots))
    # GIFs count hundredths of a second.
    steady = min(_SLOW, room) // 10 * 10
    between = [steady * (_HELD if shot.is_event else 1) for shot in shots[1:-1]]
    return [_FIRST, *between, _LAST] if len(shots) > 1 else [_LAST]


def thinned(shots: Sequence[Shot], most: int) -> list[Shot]:
    """At most so many of the moments, at least two: the first, the last, events, then others.

    Where only some of a kind have room they lie as far apart as they can."""
    if len(shots) <= most:
        return list(shots)
    final = len(shots) - 1
    events = [place for place, shot in enumerate(shots) if shot.is_event or place in (0, final)]
    others = [place for place in range(len(shots)) if place not in set(events)]
    many = len(events) > most
    kept = [events[k * (len(events) - 1) // (most - 1)] for k in range(most)] if many else events
    left = most - len(kept)
    between = (others[(2 * k + 1) * len(others) // (2 * left)] for k in range(left))
    return [shots[place] for place in sorted((*kept, *between))]


# --- drawing ------------------------------------------------------------------------------------------


def _drawn(shots: Sequence[Shot], theme: str, size: int, limit: int) -> bytes:
    """The GIF, each frame only where it differs from the one before. _TooLarge as soon as it is."""
    parts = [head(theme_named(theme, shots[0].scene.colors), (size, _height(size)), True)]
    room = limit - len(parts[0]) - len(END)
    before: Image.Image | None = None
    for number, (shot, milliseconds) in enumerate(zip(shots, times(shots), strict=True)):
        image = frame(shot, theme, size)
        parts.append(_difference(before, image, milliseconds))
        room -= len(parts[-1])
        if room < 0:
            raise _TooLarge(int(0.95 * (number + 1) * limit / (limit - room)))
        before = image
    return b"".join([*parts, END])


def _height(size: int) -> int:
    return size + round(_STRIP * size / 800)


def _difference(before: Image.Image | None, image: Image.Image, milliseconds: int) -> bytes:
    """The block of a frame; what is the same as before is left clear, which takes next to no room."""
    if before is None:
        return block(image, (0, 0), milliseconds)
    changed = ImageChops.difference(before, image)
    box = changed.getbbox() or (0, 0, 1, 1)
    fresh = changed.crop(box).point([0] + [255] * 255)
    part = Image.new("L", fresh.size, CLEAR)
    part.paste(image.crop(box), mask=fresh)
    return block(part, box[:2], milliseconds, CLEAR)


def frame(shot: Shot, theme: str, size: int) -> Image.Image:
    """A picture over its caption, `size` pixels wide, as indices of the palette."""
    high = _height(size)
    whole = Image.new("L", (size, high))
    whole.paste(indices(paint(shot.scene, theme, size=size)), (0, 0))
    whole.paste(_strip(shot, theme_named(theme, shot.scene.colors), size, high - size), (0, size))
    return whole


def _strip(shot: Shot, theme: Theme, wide: int, high: int) -> Image.Image:
    """The caption, and the number at the end of its first line."""
    unit = wide / 800
    large, margin = _LETTERS[0][0] * unit, _MARGIN * unit
    words, said = Image.new("L", (wide, high)), Image.new("L", (wide, high))
    number = legible(shot.number)
    beside = width(number, large) + 2 * margin if number else 0
    _write(said, number, (wide - margin, 0.9 * large), large, "rm")
    letters, caption = captioned(shot.caption, (wide - 2 * margin - beside) / unit)
    for line, text in enumerate(caption):
        _write(words, text, (margin, (0.9 + 1.2 * line) * letters * unit), letters * unit, "lm")
    inked, quiet = words.point(_ink(theme, theme.ink)), said.point(_ink(theme, theme.muted))
    inked.paste(quiet, mask=said.point([0] + [255] * 255))
    return inked


def _write(on: Image.Image, text: str, place: tuple[float, float], letters: float, anchor: str) -> None:
    ImageDraw.Draw(on).text(place, text, 255, font(round(letters)), anchor)


def captioned(text: str, room: float) -> tuple[int, list[str]]:
    """The size of the letters and the lines of a caption; what is too long at any size ends in "…"."""
    words = legible(text.replace("→", " to ")).split()
    for letters, most in _LETTERS:
        found = _lines(words, room, letters)
        if len(found) <= most:
            return letters, found
    cut = f"{found[most - 1]} {found[most]}"
    return letters, [*found[: most - 1], fitted(cut, room, letters, letters)[0]]


def _lines(words: Sequence[str], room: float, letters: float) -> list[str]:
    """The words in lines of so many pixels; a word that is too long for a line is cut."""
    found, space = [[""]], width(" ", letters)
    left = room
    for word in words:
        needed = width(word, letters)
        if needed > left and left < room:
            found.append([])
            left = room
        found[-1].append(fitted(word, room, letters, letters)[0])
        left -= needed + space
    return [" ".join(line).strip() for line in found]


@lru_cache(maxsize=16)
def _ink(theme: Theme, colour: str) -> list[int]:
    """The index for each of 256 strengths of an ink on the paper."""
    steps = Image.new("RGB", (256, 1))
    steps.putdata([rgb(mix(theme.paper, colour, 100 * strength / 255)) for strength in range(256)])
    return list(into_palette(steps, theme).tobytes())
