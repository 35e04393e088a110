"""The rulings on what each side knows, each tested in a small position (CVD-5 and CVD-8 to CVD-14)."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest

from games.creators.rules.glyphs import FEWEST, GLYPHS, MOST
from games.creators.rules.state import LastMove
from tests.games.creators.table import (
    CREATOR,
    DESTROYER,
    GAME,
    SMALL,
    near,
    on_pattern,
    pattern_squares,
    play,
    put,
    shown,
    start,
    step,
)


def test_CVD_8_the_destroyer_sees_five_patterns_unless_an_option_says_otherwise():
    assert GAME.options({}) == GAME.options({"destroyerPreview": "five"})
    assert GAME.options({"destroyerPreview": "full"}) != GAME.options({})


def test_CVD_8_with_a_full_preview_both_see_all_of_it():
    state = start(pattern="A", destroyerPreview="full")
    assert GAME.briefing(state, 0).data == GAME.briefing(state, 1).data
    assert GAME.briefing(state, 1).data["pattern"] == "A"
    assert len(GAME.briefing(state, 1).data["cells"]) == len(state.setup.pattern.cells)


@pytest.mark.parametrize("glyph", ["T", "A", "#"])
def test_CVD_8_half_shows_the_destroyer_a_seeded_half_rounded_up(glyph):
    state = start(pattern=glyph, destroyerPreview="half")
    whole, half = (GAME.briefing(state, seat).data["cells"] for seat in (0, 1))
    assert set(half) < set(whole)
    assert len(half) == (len(whole) + 1) // 2
    others = {
        tuple(GAME.briefing(start(bytes([n]) * 32, pattern=glyph, destroyerPreview="half"), 1).data["cells"])
        for n in range(20)
    }
    assert len(others) > 10


def test_CVD_8_none_shows_the_destroyer_neither_cells_nor_name():
    data = GAME.briefing(start(pattern="A", destroyerPreview="none"), 1).data
    assert data["pattern"] is None
    assert data["cells"] == []
    assert "A" not in GAME.briefing(start(pattern="A", destroyerPreview="none"), 1).text.split()


def test_CVD_9_the_length_of_the_preview_changes_its_pictures_and_not_the_game():
    short, long = start(previewSeconds=3), start(previewSeconds=20)
    assert GAME.briefing(short, 0).seconds == 3
    assert GAME.briefing(long, 0).seconds == 20
    assert shown(play(short, "roll")) == shown(play(long, "roll"))
    assert start().setup.options.preview_seconds == 8


def test_CVD_9_the_preview_reveals_the_pattern_cell_by_cell_and_takes_it_away():
    briefing = GAME.briefing(start(pattern="A"), 0)
    seen = [set(shown_squares(frame.scene)) for frame in briefing.frames]
    whole = set(briefing.data["cells"])
    full = seen.index(whole)
    assert all(len(after - before) <= 1 for before, after in pairwise(seen[: full + 1]))
    assert briefing.frames[full].milliseconds == 8000
    assert seen[-1] == set()


def shown_squares(scene):
    return [square for tint in scene.tints if tint.kind == "shown" for square in tint.squares]


def test_CVD_10_the_pattern_is_in_no_view_until_the_game_ends():
    state = play(start(pattern="★"), "roll")
    for who in (0, 1, None):
        view = GAME.view(state, who)
        assert view.pattern is None
        assert "★" not in repr(view)
        assert "goal" not in [tint.kind for tint in GAME.scene(view).tints]


def test_CVD_10_the_pattern_is_revealed_to_all_when_the_game_has_ended():
    state = put("a12", "l1", side=DESTROYER, die=1, round=20)
    played = step(state, "l1-l2")
    for who in (0, 1, None):
        assert "+" in played.told[who][-1]
        view = GAME.view(played.state, who)
        goal = [tint for tint in GAME.scene(view).tints if tint.kind == "goal"]
        assert sorted(goal[0].squares) == sorted(pattern_squares(state))


@pytest.mark.parametrize(("aid", "looks"), [("none", 0), ("peek3", 3), ("visible", None)])
def test_CVD_10_a_memory_aid_lets_one_look_again(aid, looks):
    briefing = GAME.briefing(start(memoryAid=aid), 0)
    assert briefing.looks == looks
    assert briefing.look_seconds == 3


def test_CVD_5_the_pages_say_how_many_cells_a_pattern_has_and_name_options_as_commands_do():
    sizes = [len(start(pattern=glyph).setup.pattern.cells) for glyph in GLYPHS]
    assert (min(sizes), max(sizes)) == (FEWEST, MOST) == (10, 24)
    pages = "\n".join(page.text for page in GAME.rules())
    assert "It fills 10 to 24 of them" in pages
    assert not [spec.name for spec in GAME.option_specs if spec.name != spec.slug and spec.name in pages]
    assert all(f"`{spec.slug}`" in pages for spec in GAME.option_specs)


def test_the_last_page_has_the_strategy_tips_of_the_rule_text():
    said = " ".join(GAME.rules()[-1].text.split())
    assert "spread pawns early, secure pattern corners first, and avoid clustering" in said
    assert "target pattern intersections, trade pawns aggressively, and force awkward dice outcomes" in said


DARK = ("half", "none")


@pytest.mark.parametrize("preview", DARK)
def test_CVD_8_who_is_not_shown_all_learns_neither_name_nor_size_nor_par(preview):
    said = set()
    for glyph in ("I", "5", "Y", "⚓"):
        briefing = GAME.briefing(start(pattern=glyph, destroyerPreview=preview), 1)
        assert briefing.data["pattern"] is None
        assert briefing.data["par"] is None
        assert briefing.picture.counters == ()
        shown = len(briefing.data["cells"])
        size = f"{2 * shown - 1} or {2 * shown}" if shown else "10 to 24"
        said.add(
            briefing.text.removeprefix(f"The pattern has {size} cells, and you're shown {shown or 'none'}")
        )
    assert said == {
        " of them. Keep the Creator from holding enough of them at once: all are needed at first, then fewer "
        "and fewer."
    }


def test_CVD_8_the_order_of_a_half_does_not_follow_from_the_name():
    first, second = (start(pattern=glyph, destroyerPreview="half") for glyph in ("N", "D"))
    shown = tuple(sorted({*first.setup.pattern.cells} & {*second.setup.pattern.cells}))[:10]
    first, second = (
        msgspec.structs.replace(state, setup=msgspec.structs.replace(state.setup, shown=shown))
        for state in (first, second)
    )
    assert GAME.briefing(first, 1) == GAME.briefing(second, 1)
    assert GAME.briefing(first, 0) != GAME.briefing(second, 0)


@pytest.mark.parametrize("preview", DARK)
def test_CVD_11_nobody_but_the_creator_is_told_the_progress_without_a_full_preview(preview):
    state = start(progress="both", destroyerPreview=preview)
    assert [GAME.view(state, who).progress for who in (0, 1, None)] == [(0,), (), ()]


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_without_a_full_preview_the_creator_alone_counts_until_the_end(preview):
    state = put("a12", "l1", side=DESTROYER, die=1, round=20, destroyerPreview=preview)
    numbers = [(view.total, view.par, view.need) for view in (GAME.view(state, who) for who in (0, 1, None))]
    assert None not in numbers[0]
    assert numbers[1:] == [(None, None, None)] * 2
    assert {GAME.position(GAME.view(state, who)).split()[5] for who in (0, 1, None)} == {"-"}
    assert GAME.public_from(GAME.view(state, 0)) == GAME.view(state, None)
    over = step(state, "l1-l2").state
    assert {GAME.view(over, who).need for who in (0, 1, None)} == {numbers[0][2]}
    assert GAME.position(GAME.view(over, 1)).split()[5] == str(numbers[0][2])


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_the_picture_says_what_is_so_for_every_pattern(preview):
    for round, needed in ((1, "all"), (2, "fewer over time"), (20, "fewer over time")):
        view = GAME.view(put("a12", "l1", round=round, destroyerPreview=preview), DESTROYER)
        assert [c.value for c in GAME.scene(view).counters if c.label == "Cells needed"] == [needed]
        assert f"Cells needed: {needed}." in GAME.scene(view).alt


@pytest.mark.parametrize("preview", DARK)
def test_CVD_12_the_end_of_a_first_leg_gives_no_numbers(preview):
    *most, last = pattern_squares(start(**SMALL))
    state = put(f"{' '.join(most)} {near(last)}", "l1", die=1, round=1, destroyerPreview=preview, legs=2)
    played = step(state, f"{near(last)}-{last}")
    assert GAME.result(played.state).winner == 0
    assert "The Creator fills a cell and holds enough of the pattern." in played.told[1]
    assert "The Creator fills a cell and holds enough of the pattern." in played.told[None]
    for who in (1, None):
        view = GAME.redacted(GAME.view(played.state, who))
        assert (view.total, view.par, view.need, view.pattern) == (None, None, None, None)
        assert "13" not in GAME.scene(view).subtitle


def test_CVD_32_without_a_full_preview_the_others_are_told_once_that_it_begins_to_fade():
    told = {0: [], 1: [], None: []}
    for round in range(1, 20):
        state = put("a12", "l1", side=DESTROYER, die=1, round=round, destroyerPreview="none")
        for who, lines in step(state, "l1-l2").told.items():
            told[who] += [(round, line) for line in lines if "fades" in line]
    begins = [(1, "Memory fades: from now on, fewer and fewer cells are enough.")]
    assert told[1] == told[None] == begins
    assert len(told[0]) > 5
    assert all("of 13 cells are enough now" in line for _, line in told[0])


def test_CVD_11_nothing_shown_depends_on_right_cells_by_default():
    right = pattern_squares(start(**SMALL))
    wrong = put("c5 l6", "", die=1)
    states = [put(right[0], "a1", die=1), put(right[0], "a1", die=1, pattern="O")]
    assert shown(states[0]).split()[0] == shown(states[1]).split()[0]
    assert GAME.view(wrong, 0).progress == ()
    for who in (0, 1, None):
        scenes = [GAME.scene(GAME.view(state, who)) for state in states]
        assert scenes[0].tokens == scenes[1].tokens
        assert scenes[0].marks == scenes[1].marks


def test_CVD_11_progress_is_shown_to_whom_the_option_names():
    seen = {
        choice: [GAME.view(put(on_pattern(3), "a1", progress=choice), who).progress for who in (0, 1, None)]
        for choice in ("hidden", "creator", "both")
    }
    assert seen == {"hidden": [(), (), ()], "creator": [(3,), (), ()], "both": [(3,), (3,), (3,)]}


def test_CVD_11_in_a_race_the_creators_cells_come_first_then_the_destroyers():
    *creators, destroyers = on_pattern(4).split()
    raced = put(" ".join(creators), destroyers, progress="both", victory="race")
    assert [GAME.view(raced, who).progress for who in (0, 1, None)] == [(3, 1)] * 3


def counted(state, who):
    """Return a picture's held and needed cells; check that its alt text says the same."""
    scene = GAME.scene(GAME.view(state, who))
    said = {
        counter.label: counter.value
        for counter in scene.counters
        if counter.label in ("Held", "Cells needed")
    }
    assert f"Cells needed: {said['Cells needed']}." in scene.alt
    assert ("Held: " in scene.alt) == ("Held" in said)
    return said


@pytest.mark.parametrize("preview", ["full", "half", "none"])
@pytest.mark.parametrize("progress", ["hidden", "creator", "both"])
def test_CVD_11_held_and_needed_are_shown_to_whoever_may_know_them_and_at_the_end_to_all(progress, preview):
    state = put(
        on_pattern(3), "l1", side=DESTROYER, die=1, round=20, progress=progress, destroyerPreview=preview
    )
    needed, total = GAME.view(state, 0).need, len(pattern_squares(state))
    known, held = {"Cells needed": f"{needed} of {total}"}, {"Held": f"3/{total}"}
    unknown = known if preview == "full" else {"Cells needed": "fewer over time"}
    assert counted(state, 0) == known | (held if progress != "hidden" else {})
    for who in (1, None):
        assert counted(state, who) == unknown | (held if (progress, preview) == ("both", "full") else {})
    over = step(state, "l1-l2").state
    assert [counted(over, who) for who in (0, 1, None)] == [known | held] * 3
    sealed = GAME.redacted(GAME.view(over, 1))
    shown = [counter.label for counter in GAME.scene(sealed).counters]
    assert ("Held" in shown) == ((progress, preview) == ("both", "full")), "no more than before the end"


@pytest.mark.slow
def test_CVD_12_the_rules_open_at_the_same_page_whatever_the_pattern():
    scribble, moved = "scribble-1020c19fe4000", LastMove("a2", "a3", False, ())
    for who in (0, 1, None):
        for round, last in ((1, None), (1, moved), (3, moved), (7, moved)):
            states = [put("a12", "l1", round=round, pattern=name) for name in (*GLYPHS, scribble)]
            views = [GAME.view(msgspec.structs.replace(state, last=last), who) for state in states]
            assert len({GAME.rules_page(view) for view in views}) == 1


def test_CVD_12_board_die_turn_reserves_round_and_requirement_are_public():
    state = put("a5 b7", "h3", die=4, waiting=((3, 5), (1,)), round=33)
    texts = {GAME.position(GAME.view(state, who)) for who in (0, 1, None)}
    assert len(texts) == 1
    assert texts.pop().split()[1:5] == ["C", "4", "2,1", "33"]


def test_CVD_13_all_pawns_stand_on_their_home_rows_at_the_start():
    for size in (12, 16, 20):
        board = start(boardSize=size).board
        assert board == bytes([1]) * 2 * size + bytes(size * (size - 4)) + bytes([2]) * 2 * size


def test_CVD_14_the_creator_takes_the_first_turn():
    for number in range(20):
        assert GAME.to_act(start(bytes([number]) * 32)) == (CREATOR,)
