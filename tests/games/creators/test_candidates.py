"""The five patterns that a Destroyer is shown, of which one is the true one. CVD-8."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from games.core.selfplay import numbered_seed
from games.creators.ai.analyst import CreatorsAnalyst
from games.creators.ai.memory import guess_pattern
from games.creators.rules.candidates import FIVE
from games.creators.rules.glyphs import GLYPHS
from games.creators.rules.options import glyphs_to_draw_from
from games.creators.rules.state import make_setup_of_five
from tests.games.creators.table import CREATOR, DESTROYER, GAME, start


def candidates(state):
    return tuple(GAME.briefing(state, DESTROYER).data["candidates"])


def with_truth(state, name):
    """Return the match in which another of the five is the true one, with the same dice."""
    options = state.setup.options
    other = start(pattern=name, boardSize=options.board_size)
    names = [drawing.name for drawing in state.setup.candidates]
    setup = make_setup_of_five(options, other.setup.pattern, names, False)
    return msgspec.structs.replace(state, setup=setup)


@pytest.mark.parametrize("number", range(8))
def test_CVD_8_the_destroyer_sees_five_patterns_of_which_one_is_the_true_one(number):
    state = GAME.new(GAME.options({}), numbered_seed(number))
    names = candidates(state)
    assert len(set(names)) == FIVE
    assert state.setup.pattern.name in names
    assert list(names) == sorted(names)
    assert set(names) <= set(glyphs_to_draw_from(state.setup.options))
    data = GAME.briefing(state, DESTROYER).data
    assert (data["pattern"], data["par"]) == (None, None)
    counts = Counter(square for squares in data["candidates"].values() for square in squares)
    assert set(data["cells"]) == {square for square, count in counts.items() if count >= 3}


def test_CVD_8_each_of_the_five_could_be_the_true_one_for_all_that_the_destroyer_sees():
    state = GAME.new(GAME.options({}), numbered_seed(5))
    worlds = [with_truth(state, name) for name in candidates(state)]
    assert len({world.setup.pattern.name for world in worlds}) == FIVE
    shown = {repr(GAME.briefing(world, DESTROYER)) for world in worlds}
    assert len(shown) == 1
    for who in (DESTROYER, None):
        assert len({repr(GAME.view(world, who)) for world in worlds}) == 1
        assert len({repr(GAME.scene(GAME.view(world, who))) for world in worlds}) == 1
    assert len({repr(GAME.briefing(world, CREATOR).data) for world in worlds}) == FIVE


def test_CVD_8_the_creator_learns_nothing_of_the_five():
    states = [GAME.new(GAME.options({"pattern": "A"}), numbered_seed(number)) for number in range(2)]
    first, second = (msgspec.structs.replace(state, chance=states[0].chance) for state in states)
    assert candidates(first) != candidates(second)
    assert GAME.briefing(first, CREATOR) == GAME.briefing(second, CREATOR)
    for who in (CREATOR, None):
        assert GAME.view(first, who) == GAME.view(second, who)


def test_CVD_8_any_of_five_is_the_true_one_equally_often():
    """Draw many starts: the place of the true pattern in its list is uniform within chance."""
    places = Counter(
        candidates(state).index(state.setup.pattern.name)
        for state in (GAME.new(GAME.options({}), numbered_seed(number)) for number in range(1000))
    )
    assert all(150 < places[place] < 250 for place in range(FIVE))


def test_CVD_8_a_pattern_that_could_not_be_drawn_is_among_others_of_its_kind():
    for number in range(5):
        state = start(numbered_seed(number), pattern="★")
        drawable = glyphs_to_draw_from(state.setup.options)
        assert "★" in candidates(state)
        assert set(candidates(state)) <= set(GLYPHS) - set(drawable)


def test_CVD_8_of_few_patterns_all_are_shown():
    state = start(category="digits", difficulty="easy")
    assert candidates(state) == glyphs_to_draw_from(state.setup.options)
    assert len(candidates(state)) < FIVE


def test_CVD_8_with_scribbles_the_five_are_scribbles():
    state = start(category="scribbles")
    assert all(name.startswith("scribble-") for name in candidates(state))
    briefing = GAME.briefing(state, DESTROYER)
    assert "one of five scribbles" in briefing.text
    assert "scribble-" not in briefing.text + briefing.picture.alt


def test_CVD_9_each_of_the_five_is_shown_alone_and_then_all_of_them_laid_over_each_other():
    state = start(pattern="A")
    briefing = GAME.briefing(state, DESTROYER)
    drawings = [set(squares) for squares in briefing.data["candidates"].values()]
    alone = [_shown(frame.scene) for frame in briefing.frames[:FIVE]]
    assert [set(found) for found in alone] == drawings
    assert {frame.milliseconds for frame in briefing.frames[:FIVE]} == {1500}
    counts = Counter(square for squares in drawings for square in squares)
    whole = briefing.frames[FIVE]
    assert whole.milliseconds == 8000
    assert _shown(whole.scene) == {square: 20 * count for square, count in counts.items()}
    assert whole.scene == briefing.picture
    assert _shown(briefing.frames[-1].scene) == {}
    for name in briefing.data["candidates"]:
        assert f"“{name}”" in briefing.picture.alt
        assert f" {name}" in briefing.text


def test_CVD_37_hard_takes_the_five_for_what_the_creators_pawns_make_likely():
    state = GAME.new(GAME.options({"boardSize": 12}), numbered_seed(5))
    briefing = GAME.briefing(state, DESTROYER)
    view = GAME.view(state, DESTROYER)
    counts = Counter(cell for drawing in state.setup.candidates for cell in drawing.cells)
    assert guess_pattern(view, briefing) == {cell for cell, count in counts.items() if count >= 3}
    for drawing in state.setup.candidates:
        alone = [cell for cell in drawing.cells if counts[cell] == 1]
        board = bytearray(state.board)
        for cell in alone or drawing.cells:
            board[cell] = 1
        told = msgspec.structs.replace(view, board=bytes(board))
        assert guess_pattern(told, briefing) == set(drawing.cells)


def test_the_analyst_guesses_one_of_the_five_and_the_creators_analyst_any_other_four():
    state = GAME.new(GAME.options({}), numbered_seed(5))
    for seat in (CREATOR, DESTROYER):
        view, briefing = GAME.view(state, seat), GAME.briefing(state, seat)
        found = [CreatorsAnalyst().guess(view, briefing, random.Random(number)) for number in range(60)]
        assert {repr(GAME.view(guess, seat)) for guess in found} == {repr(view)}
        assert {repr(GAME.briefing(guess, seat)) for guess in found} == {repr(briefing)}
        truths = {guess.setup.pattern.name for guess in found}
        assert truths == ({state.setup.pattern.name} if seat == CREATOR else set(candidates(state)))


def test_a_destroyer_who_remembers_all_knows_the_five_and_the_public_does_not():
    state = GAME.new(GAME.options({}), numbered_seed(5))
    view = GAME.briefed(GAME.view(state, DESTROYER), GAME.briefing(state, DESTROYER))
    assert view.candidates == tuple(map(tuple, GAME.briefing(state, DESTROYER).data["candidates"].values()))
    assert guess_pattern(view, None) == guess_pattern(view, GAME.briefing(state, DESTROYER))
    assert GAME.public_from(view) == GAME.view(state, None)
    assert GAME.unbriefed(view).candidates == ()


def _shown(scene):
    return {square: tint.strength for tint in scene.tints if tint.kind == "shown" for square in tint.squares}


def test_CVD_8_before_the_preview_none_of_the_five_is_told():
    texts = set()
    for number in range(12):
        briefing = GAME.briefing(GAME.new(GAME.options({}), numbered_seed(number)), DESTROYER)
        texts.add(briefing.beforehand)
    assert texts == {
        "The pattern has 10 to 24 cells, and it's one of five that you're shown. Keep the Creator from "
        "holding enough of them at once: all are needed at first, then fewer and fewer."
    }
