"""Animations: each frame lasts its time, all share one palette, and the file loops as requested."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from games.core.screen.scene import Frame
from render.animation import gif
from render.painter import paint
from render.palette import THEMES
from tests.render.animations import durations_of, frames_of
from tests.render.samples import middle, opening, preview, revealing


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_each_frame_shows_its_scene(theme: str) -> None:
    frames = revealing()
    shown = frames_of(gif(frames, theme))
    assert len(shown) == len(frames)
    for frame, image in zip(frames, shown, strict=True):
        assert ImageChops.difference(image, paint(frame.scene, theme).convert("RGB")).getbbox() is None


def test_each_frame_stands_for_its_time() -> None:
    assert durations_of(gif(revealing())) == [frame.milliseconds for frame in revealing()]


def test_a_scene_shown_twice_stays_two_frames() -> None:
    assert durations_of(gif([Frame(opening(), 100), Frame(opening(), 200)])) == [100, 200]


def test_times_are_rounded_and_never_too_short_for_viewers() -> None:
    frames = [Frame(opening(), milliseconds) for milliseconds in (0, 14, 123, 10**9)]
    assert durations_of(gif(frames)) == [20, 20, 120, 655_350]


def test_it_plays_once_unless_it_is_to_loop() -> None:
    assert "loop" not in Image.open(BytesIO(gif(revealing()))).info
    assert Image.open(BytesIO(gif(revealing(), loop=True))).info["loop"] == 0


def test_all_frames_share_one_palette() -> None:
    data = gif(revealing())
    assert [flags & 0x80 for flags in local_flags(data)] == [0] * len(revealing())


def local_flags(data: bytes) -> list[int]:
    """Return the flags of each image descriptor, read block by block from the file."""
    place, found = 13 + 768, []
    while data[place] != 0x3B:
        if data[place] == 0x2C:
            found.append(data[place + 9])
            place += 11
        else:
            place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    return found


def test_only_what_changes_is_written() -> None:
    still = gif([Frame(middle(), 100)])
    moving = gif([Frame(middle(), 100)] * 20)
    assert len(moving) < len(still) + 20 * 40


@pytest.mark.slow
def test_the_same_frames_give_the_same_bytes() -> None:
    assert gif(revealing()) == gif(revealing())


def test_the_size_can_be_chosen() -> None:
    assert Image.open(BytesIO(gif([Frame(preview(), 100)], size=300))).size == (300, 300)


def test_an_animation_without_frames_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        gif([])


def test_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="no theme 'neon'"):
        gif(revealing(), "neon")
