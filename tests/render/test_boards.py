"""The picture of a team match: as tall as its number of boards, with long names clear of the figures."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from render import boards
from render.boards import Board, Side, TeamMatch
from render.palette import THEMES


def made(count: int, name: str = "Mara", points: str = "1", **changes: bool) -> TeamMatch:
    first, second = Side("Foxes", "2.5"), Side("Owls", "1.5")
    lines = tuple(
        Board(n, Side(name, points, **changes), Side("Tom", "0" if points else ""))
        for n in range(1, count + 1)
    )
    return TeamMatch("Friday Clash", "Team match", first, second, lines)


def opened(match: TeamMatch, theme: str = "default") -> Image.Image:
    return Image.open(io.BytesIO(boards.png(match, theme))).convert("RGB")


@pytest.mark.slow
def test_each_board_takes_the_same_room() -> None:
    heights = [opened(made(count)).height for count in (0, 1, 2)]
    assert heights[1] - heights[0] == heights[2] - heights[1] == boards._ROW
    assert opened(made(16)).width == boards.WIDTH


@pytest.mark.slow
@pytest.mark.parametrize("theme", sorted(THEMES))
def test_it_can_be_drawn_in_every_theme_and_is_the_same_each_time(theme: str) -> None:
    assert boards.png(made(5), theme) == boards.png(made(5), theme)


@pytest.mark.parametrize("name", ["W" * 60, ""])
def test_whatever_the_name_the_figures_and_the_other_name_stay_as_they_are(name: str) -> None:
    box = (int(boards._MIDDLE - boards._HALF) + 2, 0, boards.WIDTH, opened(made(2)).height)
    assert opened(made(2, name)).crop(box).tobytes() == opened(made(2)).crop(box).tobytes()
    assert opened(made(2, name)).tobytes() != opened(made(2)).tobytes()


def test_who_is_gone_and_what_is_undecided_look_different() -> None:
    plain = boards.png(made(1))
    assert boards.png(made(1, gone=True)) != plain
    assert boards.png(made(1, points="")) != plain
