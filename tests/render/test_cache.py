"""The cache of pictures: each is painted once, slow ones off the event loop, in bounded memory."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from games.core.screen.scene import Token
from render import board, cache
from render import curve as curves
from render.animation import gif
from render.cache import ByteCache, animation, curve, picture
from render.curve import Curve, Level
from render.effort import spend
from render.painter import png
from tests.kit.inputs import PATIENCE_SECONDS
from tests.render.samples import middle, opening, revealing


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_PICTURES", ByteCache(cache.MEGABYTE))
    monkeypatch.setattr(cache, "_ANIMATIONS", ByteCache(cache.MEGABYTE))


@pytest.mark.usefixtures("fresh")
async def test_a_picture_is_what_the_painter_paints_for_scene_theme_and_size() -> None:
    assert await picture(opening()) == png(opening())
    assert await picture(middle()) == png(middle())
    assert await picture(opening(), "dark") == png(opening(), "dark")
    assert await picture(opening(), size=300) == png(opening(), size=300)


@pytest.mark.slow
@pytest.mark.usefixtures("fresh")
async def test_an_animation_is_what_gif_makes_for_frames_theme_and_loop() -> None:
    assert await animation(revealing()) == gif(revealing())
    assert await animation(revealing(), loop=True) == gif(revealing(), loop=True)
    assert await animation(list(revealing()), "dark", True) == gif(revealing(), "dark", True)


def painters(monkeypatch: pytest.MonkeyPatch, new_pixels: int) -> list[int]:
    """Replace the painter by one that spends `new_pixels`, and return the list of threads it runs in."""
    threads: list[int] = []

    def counted(*arguments: object, **options: object) -> bytes:
        threads.append(threading.get_ident())
        spend(new_pixels)
        return b"picture"

    monkeypatch.setattr(cache, "png", counted)
    return threads


@pytest.mark.usefixtures("fresh")
async def test_an_equal_scene_is_painted_once_and_at_once_where_little_is_new(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads = painters(monkeypatch, new_pixels=cache.AT_ONCE)
    assert [await picture(opening()), await picture(opening())] == [b"picture"] * 2
    assert threads == [threading.get_ident()]


@pytest.mark.usefixtures("fresh")
async def test_a_picture_with_much_that_is_new_is_painted_off_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads = painters(monkeypatch, new_pixels=cache.AT_ONCE + 1)
    assert [await picture(opening()), await picture(opening())] == [b"picture"] * 2
    given_up, painted = threads
    assert given_up == threading.get_ident() != painted


@pytest.mark.usefixtures("fresh")
async def test_a_first_board_is_painted_off_the_event_loop_and_the_next_one_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for kept in (board.bare_board, board.tile, board._coordinate):
        kept.cache_clear()
    threads: list[int] = []
    real = cache.png

    def counted(*arguments: Any, **options: Any) -> bytes:
        made = real(*arguments, **options)
        threads.append(threading.get_ident())
        return made

    monkeypatch.setattr(cache, "png", counted)
    await picture(opening())
    await picture(middle())
    await picture(opening(title="Again"))
    assert [thread == threading.get_ident() for thread in threads] == [False, False, True]


@pytest.mark.usefixtures("fresh")
async def test_many_large_pictures_at_once_are_painted_by_few_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: set[int] = set()
    all_asked = threading.Event()

    def waiting(*arguments: object, **options: object) -> bytes:
        spend(cache.AT_ONCE + 1)
        threads.add(threading.get_ident())
        assert all_asked.wait(PATIENCE_SECONDS)
        return b"picture"

    monkeypatch.setattr(cache, "png", waiting)
    asked = [asyncio.create_task(picture(opening(), size=300 + number)) for number in range(20)]
    await asyncio.sleep(0)
    all_asked.set()
    assert await asyncio.gather(*asked) == [b"picture"] * 20
    assert len(threads) <= 2


@pytest.mark.usefixtures("fresh")
async def test_a_curve_that_many_ask_for_at_once_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Curve] = []
    monkeypatch.setattr(curves, "png", lambda asked, theme: drawn.append(asked) or b"curve")
    wanted = Curve("Points", ("A", "B"), (Level(0, (0.0, 0.0)),))
    assert await asyncio.gather(*(curve(wanted) for _ in range(5))) == [b"curve"] * 5
    assert drawn == [wanted]


@pytest.mark.usefixtures("fresh")
async def test_what_a_picture_is_kept_by_holds_nothing_of_the_scene() -> None:
    await picture(middle())
    await animation(revealing())
    kept = [*cache._PICTURES._values, *cache._ANIMATIONS._values]
    assert len(kept) == 2
    assert gc.get_referents(*kept) == []
    assert all(sys.getsizeof(key) < 100 for key in kept)


@pytest.mark.usefixtures("fresh")
async def test_a_scene_that_cannot_be_painted_is_not_kept() -> None:
    wrong = opening(tokens=(Token("z99", "disc"),))
    for _ in range(2):
        with pytest.raises(ValueError, match="no square 'z99'"):
            await picture(wrong)


def test_what_was_used_longest_ago_is_let_go() -> None:
    kept = ByteCache(limit=30)
    for key in "abc":
        kept.put(key, b"x" * 10)
    kept.get("a")
    kept.put("d", b"x" * 10)
    assert [kept.get(key) is not None for key in "abcd"] == [True, False, True, True]


def test_a_value_put_again_counts_once() -> None:
    kept = ByteCache(limit=30)
    for _ in range(10):
        kept.put("a", b"x" * 10)
    kept.put("b", b"x" * 10)
    assert kept.get("a") is not None


def test_a_value_larger_than_the_limit_is_not_kept() -> None:
    kept = ByteCache(limit=30)
    kept.put("large", b"x" * 31)
    kept.put("small", b"x" * 30)
    assert kept.get("large") is None
    assert kept.get("small") is not None


def test_what_is_no_byte_string_weighs_what_it_is_said_to() -> None:
    kept = ByteCache[tuple[int, ...]](limit=30, weigh=sum)
    for key, value in {"a": (10,), "b": (5, 5), "c": (20,)}.items():
        kept.put(key, value)
    assert [kept.get(key) for key in "abc"] == [None, (5, 5), (20,)]


@pytest.mark.slow
def test_many_threads_keep_the_total_right() -> None:
    kept = ByteCache(limit=100)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: kept.put(number % 40, b"x" * 10), range(4000)))
    assert sum(kept.get(number) is not None for number in range(40)) == 10
