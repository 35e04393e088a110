"""Stand-ins for pictures in tests: different scenes get different ones, as with real drawings."""

from __future__ import annotations

from io import BytesIO

import msgspec
import pytest
from PIL import Image

from games.core.screen.scene import Frame
from render import cache
from tests.kit import stand_ins
from tests.render.samples import middle, opening


def test_a_stand_in_is_the_same_for_the_same_scene_and_another_for_any_other() -> None:
    changed = (
        middle(),
        msgspec.structs.replace(opening(), title="Another"),
        msgspec.structs.replace(opening(), tokens=opening().tokens[1:]),
    )
    assert stand_ins.png(opening()) == stand_ins.png(opening())
    assert len({stand_ins.png(scene) for scene in (opening(), *changed)}) == 1 + len(changed)
    assert stand_ins.png(opening()) != stand_ins.png(opening(), "dark")
    frames = (Frame(opening(), 100), Frame(middle(), 100))
    assert stand_ins.gif(frames) == stand_ins.gif(list(frames))
    assert stand_ins.gif(frames) != stand_ins.gif(frames[::-1])


@pytest.mark.parametrize("size", [240, 800])
def test_a_stand_in_is_a_picture_of_its_kind_and_size(size: int) -> None:
    frames = (Frame(opening(), 100),)
    made = {"PNG": stand_ins.png(opening(), size=size), "GIF": stand_ins.gif(frames, size=size)}
    for kind, data in made.items():
        with Image.open(BytesIO(data)) as image:
            image.load()
            assert (image.format, image.size) == (kind, (size, size))


async def test_the_bot_shows_stand_ins_where_a_test_does_not_ask_for_drawings() -> None:
    assert await cache.picture(opening()) == stand_ins.png(opening())


@pytest.mark.drawn
async def test_the_bot_draws_where_a_test_asks_for_it() -> None:
    assert await cache.picture(opening()) != stand_ins.png(opening())
