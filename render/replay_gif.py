"""Replays: a whole match as a GIF with captions, within a size limit for matches of any length."""

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
from render.text import fit, font, legible, width

LIMIT = 8 << 20
"""The size limit in bytes; Discord takes 10 MiB on servers without boosts."""
LONGEST = 40_000
"""The longest duration in milliseconds."""
SIZES = (640, 480, 360, 240)
"""The widths that are tried, in pixels."""
_FEW = 60
"""Below this number of frames, the pictures become smaller before frames are dropped."""
_FIRST, _LAST, _SLOW, _FAST = 1500, 5000, 900, 300
"""Milliseconds of the first and the last frame, and of others in a short and in a long replay."""
_HELD = 2
"""The factor by which an event's frame is shown longer."""
MOST_FRAMES = 2 + (LONGEST - _FIRST - _LAST) // _FAST
_STRIP, _MARGIN = 76, 16
_LETTERS = ((25, 2), (20, 3))
"""The caption's letter sizes, each with its number of lines; the first that fits is used.

Like `_STRIP` and `_MARGIN`, in pixels of a GIF 800 pixels wide.
"""
_PROJECTOR = ThreadPoolExecutor(1, "film")
"""A single thread, so that one replay is drawn at a time, off the event loop."""


class Shot(msgspec.Struct, frozen=True):
    """A moment of a replay: the picture, its caption, and its number in words.

    `is_event`: it's shown longer, and kept before others if the replay must be shortened.
    """

    scene: Scene
    caption: str = ""
    number: str = ""
    is_event: bool = False


class ReplayGif(msgspec.Struct, frozen=True):
    """A finished replay.

    Attributes:
        shown: The number of frames.
        of: The number of moments, of which some may be left out.
        size: The width in pixels; the height has the caption's strip besides.
        milliseconds: The duration of one round.
    """

    data: bytes
    shown: int
    of: int
    size: int
    milliseconds: int


def _weight(replay_gif: ReplayGif) -> int:
    return len(replay_gif.data)


_GIFS: ByteCache[ReplayGif] = ByteCache(16 * MEGABYTE, _weight)


class _TooLarge(Exception):
    """The limit was reached; `fitting` estimates from the first frames how many would fit."""

    def __init__(self, fitting: int) -> None:
        self.fitting = fitting


def replay_gif(shots: Sequence[Shot], theme: str = "default", *, limit: int = LIMIT) -> ReplayGif:
    """Return a looping GIF of the moments, at most LONGEST long and `limit` bytes large, deterministically.

    It keeps the first and last moment, then events, then others; if few are left, it becomes smaller instead.

    Raises:
        ValueError: There are no moments, two frames don't fit in `limit`, or as for `render.painter.png`.
    """
    if not shots:
        raise ValueError("A GIF needs at least one moment.")
    most, sizes = len(timely(shots)), list(SIZES)
    while True:
        chosen = thin_out(shots, most)
        try:
            data, lasts = _draw(chosen, theme, sizes[0], limit), sum(times(chosen))
            return ReplayGif(data, len(chosen), len(shots), sizes[0], lasts)
        except _TooLarge as large:
            if len(sizes) > 1 and large.fitting < min(_FEW, most):
                sizes.pop(0)
            elif most > 2:
                most = max(2, min(large.fitting, most - 1))
            else:
                raise ValueError(f"A GIF doesn't fit in {limit} bytes.") from None


async def make_replay(
    make: Callable[[], Sequence[Shot]], theme: str = NORMAL, *, limit: int = LIMIT
) -> ReplayGif:
    """Return the replay of the moments from `make`, cached; both are made in a thread.

    Raises:
        ValueError: As for `replay_gif`; errors of `make` are raised as well.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_PROJECTOR, lambda: _make_shortened(make(), theme, limit))


def _make_shortened(shots: Sequence[Shot], theme: str, limit: int) -> ReplayGif:
    """Return the replay of the moments that fit, cached under those alone; a long match has many more."""
    drawn = _make_cached(timely(shots), theme, limit)
    return msgspec.structs.replace(drawn, of=len(shots))


def _make_cached(shots: Sequence[Shot], theme: str, limit: int) -> ReplayGif:
    key = digest(shots, theme, limit)
    found = _GIFS.get(key)
    if found is None:
        found = replay_gif(shots, theme, limit=limit)
        _GIFS.put(key, found)
    return found


# --- which moments ------------------------------------------------------------------------------------


def timely(shots: Sequence[Shot]) -> list[Shot]:
    """Return as many of the moments as can be shown within LONGEST, chosen by `thin_out`."""
    most = min(len(shots), MOST_FRAMES)
    while most > 2 and _shares(chosen := thin_out(shots, most)) * _FAST > LONGEST - _FIRST - _LAST:
        most = min(most, len(chosen)) - 1
    return thin_out(shots, most)


def _shares(shots: Sequence[Shot]) -> int:
    """Return the total duration of all but the first and last moment, in ordinary moments."""
    return sum(_HELD if shot.is_event else 1 for shot in shots[1:-1])


def times(shots: Sequence[Shot]) -> list[int]:
    """Return the milliseconds of each moment: shorter the more there are, and longer for events."""
    room = (LONGEST - _FIRST - _LAST) // max(1, _shares(shots))
    # GIF durations are in hundredths of a second.
    steady = min(_SLOW, room) // 10 * 10
    between = [steady * (_HELD if shot.is_event else 1) for shot in shots[1:-1]]
    return [_FIRST, *between, _LAST] if len(shots) > 1 else [_LAST]


def thin_out(shots: Sequence[Shot], most: int) -> list[Shot]:
    """Return at most `most` (at least two) of the moments: the first, the last, events, then others.

    If only some of a kind fit, they are spread evenly.
    """
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


def _draw(shots: Sequence[Shot], theme: str, size: int, limit: int) -> bytes:
    """Return the GIF, storing only changes in each frame; raise _TooLarge as soon as it exceeds the limit."""
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
    """Return a frame's block; unchanged pixels are transparent, which compresses well."""
    if before is None:
        return block(image, (0, 0), milliseconds)
    changed = ImageChops.difference(before, image)
    box = changed.getbbox() or (0, 0, 1, 1)
    fresh = changed.crop(box).point([0] + [255] * 255)
    part = Image.new("L", fresh.size, CLEAR)
    part.paste(image.crop(box), mask=fresh)
    return block(part, box[:2], milliseconds, CLEAR)


def frame(shot: Shot, theme: str, size: int) -> Image.Image:
    """Return a picture above its caption, `size` pixels wide, as palette indices."""
    high = _height(size)
    whole = Image.new("L", (size, high))
    whole.paste(indices(paint(shot.scene, theme, size=size)), (0, 0))
    whole.paste(_strip(shot, theme_named(theme, shot.scene.colors), size, high - size), (0, size))
    return whole


def _strip(shot: Shot, theme: Theme, wide: int, high: int) -> Image.Image:
    """Return the caption, with the number at the end of its first line."""
    unit = wide / 800
    large, margin = _LETTERS[0][0] * unit, _MARGIN * unit
    words, said = Image.new("L", (wide, high)), Image.new("L", (wide, high))
    number = legible(shot.number)
    beside = width(number, large) + 2 * margin if number else 0
    _write(said, number, (wide - margin, 0.9 * large), large, "rm")
    letters, caption = fit_caption(shot.caption, (wide - 2 * margin - beside) / unit)
    for line, text in enumerate(caption):
        _write(words, text, (margin, (0.9 + 1.2 * line) * letters * unit), letters * unit, "lm")
    inked, quiet = words.point(_ink(theme, theme.ink)), said.point(_ink(theme, theme.muted))
    inked.paste(quiet, mask=said.point([0] + [255] * 255))
    return inked


def _write(on: Image.Image, text: str, place: tuple[float, float], letters: float, anchor: str) -> None:
    ImageDraw.Draw(on).text(place, text, 255, font(round(letters)), anchor)


def fit_caption(text: str, room: float) -> tuple[int, list[str]]:
    """Return a caption's letter size and lines; text too long at every size ends in "…".

    `room` and the size are in pixels of a GIF 800 pixels wide.
    """
    words = legible(text.replace("→", " to ")).split()
    for letters, most in _LETTERS:
        found = _lines(words, room, letters)
        if len(found) <= most:
            return letters, found
    cut = f"{found[most - 1]} {found[most]}"
    return letters, [*found[: most - 1], fit(cut, room, letters, letters)[0]]


def _lines(words: Sequence[str], room: float, letters: float) -> list[str]:
    """Return the words in lines of at most `room` pixels; a word longer than a line is cut."""
    found, space = [[""]], width(" ", letters)
    left = room
    for word in words:
        needed = width(word, letters)
        if needed > left and left < room:
            found.append([])
            left = room
        found[-1].append(fit(word, room, letters, letters)[0])
        left -= needed + space
    return [" ".join(line).strip() for line in found]


@lru_cache(maxsize=16)
def _ink(theme: Theme, colour: str) -> list[int]:
    """Return the palette index for each of 256 strengths of an ink on paper."""
    steps = Image.new("RGB", (256, 1))
    steps.putdata([rgb(mix(theme.paper, colour, 100 * strength / 255)) for strength in range(256)])
    return list(into_palette(steps, theme).tobytes())
