"""Standings, rating graphs and match curves against their goldens."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from render import curve, graph, standings
from render.curve import Curve, Level
from render.graph import Graph, Moment, format_date, steps
from render.palette import THEMES, rgb
from tests.render import charted
from tests.render.compare import NOWHERE, TOLERANCE, changed
from tests.render.golden import opened, share_off

DAY = 86_400


@pytest.mark.slow
@pytest.mark.parametrize(("sample", "theme"), list(charted.names()))
def test_a_chart_looks_like_its_golden(sample: str, theme: str) -> None:
    kept = opened(charted.path(sample, theme).read_bytes())
    made = opened(charted.made(sample, theme))
    assert made.size == kept.size
    assert share_off(kept, made) <= TOLERANCE


def test_every_golden_chart_belongs_to_a_sample() -> None:
    assert set(charted.FOLDER.iterdir()) == {charted.path(*name) for name in charted.names()}


def test_one_s_own_line_looks_different_from_all_others() -> None:
    drawn, theme = charted.on_the_page(), THEMES["default"]
    nobody_s = replace(drawn, entries=charted.entries(2, mine=0))
    box = changed(standings.paint(drawn, theme), standings.paint(nobody_s, theme)) or NOWHERE
    assert box[0] == 0, "the whole width of the line"
    assert box[3] - box[1] <= 54, "that line alone"


def test_who_stands_apart_has_captions_above_and_a_band_within_its_column() -> None:
    (last,), theme = charted.board().apart, THEMES["default"]
    alone = standings.paint(standings.Standings("", "", "", (), (last,)), theme)
    assert (
        alone.height
        == standings.paint(standings.Standings("", "", "", (last,)), theme).height + standings._GAP
    )
    far = replace(charted.board(), apart=(replace(last, rating=3000.0, mine=False),))
    drawn = standings.paint(far, theme).convert("RGB")
    middle = drawn.height - 14 - standings._ROW // 2
    places = (standings._BAND_ENDS - 4, standings._BAND_ENDS + 8)
    assert [drawn.getpixel((at, middle)) == rgb(theme.paper) for at in places] == [False, True]


def test_a_level_of_the_bot_looks_different_from_people_and_so_does_its_band() -> None:
    drawn, theme = charted.on_the_page(), THEMES["default"]
    person, level = drawn.entries[0], replace(drawn.entries[0], level=True)
    box = changed(*(standings.paint(replace(drawn, entries=(entry,)), theme) for entry in (person, level)))
    assert box is not None
    assert box[0] < 150 < 450 < box[2]


@pytest.mark.slow
def test_any_name_and_any_number_can_be_painted() -> None:
    names = ("", "太郎", "\u202e\x00", "x" * 500, "🎲")
    ratings = ((1500, 0), (-900, 1200), (99_999, 5), (1500, 700), (0, 0))
    entries = tuple(
        replace(entry, name=name, rating=rating, spread=spread, place=10**n)
        for n, (entry, name, (rating, spread)) in enumerate(
            zip(charted.entries(5), names, ratings, strict=True)
        )
    )
    assert standings.png(standings.Standings("", "", "", entries, entries[:1]))


@pytest.mark.slow
def test_a_chart_is_in_the_palette_and_always_the_same_bytes() -> None:
    for sample in ("board", "months"):
        assert charted.made(sample, "dark") == charted.made(sample, "dark")
        assert charted.made(sample, "dark")[25] == 3, "the colour type of palettes"


def test_nothing_cannot_be_drawn() -> None:
    with pytest.raises(ValueError, match="nothing to draw"):
        graph.png(Graph("a", "b", ()))
    with pytest.raises(ValueError, match="nothing to draw"):
        curve.png(Curve("a", ("b", "c"), ()))


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [
        (1203.2, 1877, (1400, 1600, 1800)),
        (1500, 1620.5, (1500, 1550, 1600)),
        (-70.5, 70, (-50, 0, 50)),
        (0, 9999, (0, 2000, 4000, 6000, 8000)),
        (1500, 1600, (1500, 1520, 1540, 1560, 1580, 1600)),
    ],
)
def test_the_values_beside_a_graph_are_few_and_round(low: float, high: float, values: tuple[int]) -> None:
    assert steps(low, high) == values


def test_a_date_is_as_exact_as_the_graph_is_short() -> None:
    moment = charted.SINCE
    assert [format_date(moment, span * DAY) for span in (1, 30, 900)] == [
        "Sep 21, 14:13",
        "Sep 21",
        "Sep 2026",
    ]


def test_matches_of_one_moment_can_be_drawn() -> None:
    same = tuple(Moment(5, value, 100.0) for value in (1500.0, 1550.0))
    assert graph.png(Graph("a", "b", same))


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_both_curves_are_seen_where_they_are_the_same(theme: str) -> None:
    same = Curve("Pieces", ("A", "B"), tuple(Level(turn, (5.0, 5.0)) for turn in range(9)))
    drawn = curve.paint(same, THEMES[theme]).convert("RGB").crop((200, 150, 600, 400))
    found = {colour for _, colour in drawn.getcolors() or []}
    assert found >= {rgb(side.body) for side in THEMES[theme].seats}


def test_any_names_and_values_can_be_drawn_as_a_curve() -> None:
    levels = (Level(0, (0.0, 0.0)), Level(700, (1.5, 99_999.0)))
    assert curve.png(Curve("太郎" * 90, ("", "x" * 500), levels, (1, 2, 699, 700)))


def test_the_number_of_a_turn_just_before_the_last_one_is_not_written_over() -> None:
    levels = tuple(Level(turn, (5.0, 5.0)) for turn in range(93))
    numbers = [
        curve.paint(Curve("Pieces", ("A", "B"), levels, marked), THEMES["default"]).crop((0, 112, 800, 150))
        for marked in ((31, 84), (31, 84, 92))
    ]
    assert numbers[0].tobytes() == numbers[1].tobytes(), "the last turn has its number below"


@pytest.mark.parametrize(("top", "is_high"), [(1.0, True), (100.0, False)])
def test_a_scale_reaches_as_far_as_it_is_asked_to(top: float, is_high: bool) -> None:
    levels = tuple(Level(turn, (30.0, 20.0)) for turn in range(9))
    drawn = curve.paint(Curve("Chances", ("A", "B"), levels, top=top), THEMES["default"]).convert("RGB")
    found = {colour for _, colour in drawn.crop((90, 156, 760, 250)).getcolors() or []}
    assert (rgb(THEMES["default"].seats[0].body) in found) is is_high
