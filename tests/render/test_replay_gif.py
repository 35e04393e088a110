"""Replay GIFs: at most 40 seconds, with captions, and within the size limit."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Sequence
from io import BytesIO

import msgspec
import pytest
from PIL import Image, ImageChops

from games.core.screen.scene import Counter
from render import replay_gif as gifs
from render.animation import CLEAR
from render.cache import MEGABYTE, ByteCache
from render.painter import paint
from render.palette import THEMES, Theme, colours
from render.replay_gif import (
    LONGEST,
    SIZES,
    ReplayGif,
    Shot,
    fit_caption,
    make_replay,
    replay_gif,
    thin_out,
    timely,
    times,
)
from render.text import width
from tests.render.animations import durations_of, frames_of
from tests.render.samples import middle, opening

ROOM = 700.0


def shots(count: int, every: int = 3) -> list[Shot]:
    """Return `count` different moments; in every third one, something happens."""
    scenes = [opening(), middle()]
    return [
        Shot(
            msgspec.structs.replace(scenes[n % 2], counters=(Counter("Turn", str(n)),)),
            f"This is moment {n}.",
            f"{n} of {count - 1}",
            n % every == 0,
        )
        for n in range(count)
    ]


def numbers(chosen: Sequence[Shot]) -> list[int]:
    return [int(shot.number.split()[0]) for shot in chosen]


def alike(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is None


# --- the frames ---------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_each_frame_shows_its_scene_with_the_caption_below(theme: str) -> None:
    moments = shots(4)
    shown, wide = frames_of(replay_gif(moments, theme).data), SIZES[0]
    assert len(shown) == len(moments)
    for shot, image in zip(moments, shown, strict=True):
        scene, strip = image.crop((0, 0, wide, wide)), image.crop((0, wide, *image.size))
        assert alike(scene, paint(shot.scene, theme, size=wide).convert("RGB"))
        assert len(strip.getcolors() or []) > 2, "something is written there"
    strips = [image.crop((0, wide, *image.size)) for image in shown]
    assert not any(alike(drawn, other) for drawn, other in itertools.pairwise(strips))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_no_colour_of_a_theme_is_the_one_that_is_seen_through(theme: Theme) -> None:
    assert len(colours(theme)) <= CLEAR


@pytest.mark.slow
def test_events_are_held_longer_than_others_and_the_last_moment_longest() -> None:
    first, *between, last = durations_of(replay_gif(shots(8)).data)
    plain, events = {between[n - 1] for n in (1, 2, 4, 5)}, {between[n - 1] for n in (3, 6)}
    assert len(plain) == len(events) == 1
    assert last > first
    assert last > max(events) > max(plain)


def test_a_moment_that_looks_like_the_one_before_is_still_there() -> None:
    assert len(frames_of(replay_gif([Shot(opening())] * 3).data)) == 3


def test_it_plays_for_ever_and_always_has_the_same_bytes() -> None:
    assert Image.open(BytesIO(replay_gif(shots(3)).data)).info["loop"] == 0
    assert replay_gif(shots(3)) == replay_gif(shots(3))


def test_a_film_without_moments_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one moment"):
        replay_gif([])


# --- the limit ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.9, 0.5, 0.2])
def test_a_film_stays_under_any_limit_and_keeps_the_first_and_the_last_moment(share: float) -> None:
    moments = shots(40)
    whole = replay_gif(moments)
    limit = int(len(whole.data) * share)
    made = replay_gif(moments, limit=limit)
    assert len(made.data) <= limit
    assert (made.shown, made.of) == (len(frames_of(made.data)), 40)
    assert made.shown < 40 or made.size < whole.size
    ends = frames_of(made.data)
    for shot, image in ((moments[0], ends[0]), (moments[-1], ends[-1])):
        scene = image.crop((0, 0, made.size, made.size))
        assert alike(scene, paint(shot.scene, size=made.size).convert("RGB"))


@pytest.mark.proof
def test_the_pictures_become_smaller_rather_than_few() -> None:
    moments = shots(70)
    made = replay_gif(moments, limit=len(replay_gif(moments).data) // 2)
    assert made.size < SIZES[0]
    assert made.shown >= 60


def test_a_limit_without_room_for_two_pictures_is_refused() -> None:
    with pytest.raises(ValueError, match="2000 bytes"):
        replay_gif(shots(5), limit=2000)


# --- which moments, and for how long -------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, 3, 50])
def test_however_long_a_match_is_its_film_is_over_in_forty_seconds(every: int) -> None:
    for count in (2, 10, 40, 60, 100, 400, 1000):
        chosen = timely(shots(count, every))
        assert sum(times(chosen)) <= LONGEST == 40_000
        assert sum(times(chosen)) > 0.9 * LONGEST or len(chosen) == count
        assert min(times(chosen)) >= 300, "faster is not seen"
        assert timely(chosen) == chosen


@pytest.mark.proof
def test_a_match_of_a_thousand_moments_is_a_film_under_the_limit_and_over_in_forty_seconds() -> None:
    made = replay_gif(shots(1000))
    assert len(made.data) <= gifs.LIMIT
    assert sum(durations_of(made.data)) == made.milliseconds <= LONGEST
    assert (made.shown, made.of) == (len(frames_of(made.data)), 1000)


def test_the_events_of_a_long_match_are_kept_before_other_moments() -> None:
    moments = shots(400, every=10)
    assert set(numbers(timely(moments))) >= set(range(0, 400, 10))


def test_all_moments_are_kept_while_they_have_room() -> None:
    assert thin_out(shots(20), 20) == shots(20) == timely(shots(20))


def test_events_are_kept_before_others_that_lie_evenly_between() -> None:
    kept = numbers(thin_out(shots(31), 21))
    assert set(kept) >= set(range(0, 31, 3))
    assert len(kept) == 21
    assert kept == sorted(kept)
    others = [n for n in kept if n % 3]
    assert max(after - before for before, after in itertools.pairwise(others)) <= 4


@pytest.mark.parametrize("most", [2, 3, 7, 50])
def test_where_not_even_those_have_room_they_lie_as_far_apart_as_they_can(most: int) -> None:
    kept = numbers(thin_out(shots(200, every=2), most))
    assert (kept[0], kept[-1], len(kept), len(set(kept))) == (0, 199, most, most)
    gaps = [after - before for before, after in itertools.pairwise(kept)]
    assert max(gaps) - min(gaps) <= 3


# --- captions -----------------------------------------------------------------------------------------


def test_a_short_caption_is_one_line_and_a_longer_one_two() -> None:
    size, one = fit_caption("Roll.", ROOM)
    assert one == ["Roll."]
    words = " ".join(f"word{n}" for n in range(14))
    assert fit_caption(words, ROOM)[0] == size
    assert " ".join(fit_caption(words, ROOM)[1]) == words
    assert len(fit_caption(words, ROOM)[1]) == 2


def test_a_caption_that_is_still_longer_has_smaller_letters_and_then_is_cut() -> None:
    size, _ = fit_caption("Roll.", ROOM)
    longer = " ".join(f"word{n}" for n in range(22))
    smaller, three = fit_caption(longer, ROOM)
    assert smaller < size
    assert " ".join(three) == longer
    cut = fit_caption(" ".join(f"word{n}" for n in range(200)), ROOM)
    assert cut[0] == smaller
    assert len(cut[1]) == 3
    assert cut[1][-1].endswith("…")
    assert all(width(line, smaller) <= ROOM * 1.001 for line in cut[1])


def test_a_word_that_is_longer_than_a_line_is_cut_and_no_caption_is_no_line() -> None:
    size, lines = fit_caption(f"A {'W' * 300} here.", ROOM)
    assert all(width(line, size) <= ROOM * 1.001 for line in lines)
    assert fit_caption("", ROOM)[1] == [""]


def test_an_arrow_that_the_letters_do_not_have_is_said_in_words() -> None:
    assert fit_caption("Enemy e7→e6.", ROOM)[1] == ["Enemy e7 to e6."]


# --- one drawing for equal requests --------------------------------------------------------------------


def _counted(drawn: list[int]) -> Callable[[list[Shot], int], ReplayGif]:
    """Return a function that makes a GIF and appends its number of moments to `drawn`."""
    return lambda given, limit: drawn.append(len(given)) or replay_gif(given)


@pytest.mark.slow
async def test_a_gif_asked_for_twice_at_once_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()
    monkeypatch.setattr(gifs, "_GIFS", ByteCache(MEGABYTE, gifs._weight))
    monkeypatch.setattr(
        gifs, "replay_gif", lambda shots, theme, limit: drawn.append(len(shots)) or replay_gif(shots)
    )
    one, other = await asyncio.gather(make_replay(lambda: shots(3)), make_replay(lambda: shots(3)))
    assert one == other == replay_gif(shots(3))
    assert drawn == [3]
    await make_replay(lambda: shots(4))
    assert drawn == [3, 4]
    await make_replay(lambda: shots(4), "dark")
    assert drawn == [3, 4, 4]


@pytest.mark.slow
async def test_gifs_leave_memory_by_how_large_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = list[int]()
    both = sum(len(replay_gif(shots(number)).data) for number in (3, 2))
    monkeypatch.setattr(gifs, "_GIFS", ByteCache(both - 1, gifs._weight))
    monkeypatch.setattr(
        gifs, "replay_gif", lambda shots, theme, limit: drawn.append(len(shots)) or replay_gif(shots)
    )
    for number in (3, 2, 2, 3):
        await make_replay(lambda number=number: shots(number))
    assert drawn == [3, 2, 3]


async def test_what_goes_wrong_with_a_gif_is_told_to_whoever_asked() -> None:
    with pytest.raises(ValueError, match="at least one moment"):
        await make_replay(list)
