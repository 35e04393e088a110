"""Boards without notes in Decoy Patrol (DP-46): what a player may have to remember isn't shown anywhere."""

from __future__ import annotations

import random
import re
from itertools import product

import msgspec
import pytest

from games.decoy.rules.board import NAMES, squares_in
from games.decoy.rules.knowledge import know
from games.decoy.rules.memory import ANYBODY, NOTHING, Fallen, Ghost, Memory
from games.decoy.rules.notes import DIAGONALLY, Note, possible
from games.decoy.rules.pieces import KINDS
from games.decoy.screen.note_texts import list_notes
from tests.budgets import first_slow
from tests.games.decoy.table import CYAN, GAME, MAGENTA, play, playout, put
from tests.kit.games.drafts import every_prompt

OWN = {"notes": "own"}
KINDS_IN_WORDS = re.compile("|".join(kind.name for kind in KINDS))
OF_NOTES = {"commander-found", "tell", "two-steps", "lived", "letters", "lost", "ghost"}
"""The coach's tips about what the board has noted."""


def moments(**options):
    """Return states of two matches with each seat, a few actions apart."""
    return [
        (state, seat)
        for number in (3, 4)
        for state, *_ in playout(number, ("medium", "easy"), **options)[3::11]
        for seat in (CYAN, MAGENTA)
    ]


def shown(view):
    """Return all that a viewer is shown that could come from notes."""
    actions = list(GAME.actions(view))[:3] if view.who in view.to_act else []
    return {
        "scenes": [GAME.scene(view, flip=flip) for flip in (False, True)],
        "notes": GAME.noted(view),
        "tips": GAME.tips(view),
        "prompts": every_prompt(GAME, view, 40, random.Random(1)),
        "advice": [GAME.advice(view, action) for action in actions],
    }


def with_another_past(view, rng):
    """Return the view after other turns that led to the same enemies in sight."""
    pasts = [
        (steps, power)
        for steps, power in product(range(3), (0, 4, 5))
        if possible(Note(0, DIAGONALLY, steps, power, 1, 1))
    ]
    notes = tuple(Note(square, DIAGONALLY, *rng.choice(pasts), 1, 1) for square in squares_in(view.enemies))
    ghost = Ghost(Note(rng.choice([5, 44, 95]), power=4), 3, 1 << 44, still=False)
    memory = Memory((ghost,), (Fallen(2, None, ANYBODY), Fallen(3, 44, (4,))))
    return msgspec.structs.replace(view, knowledge=know(notes, rng.choice([memory, NOTHING])))


@pytest.mark.parametrize("notes", first_slow(["own", "board"]))
def test_DP_46_worlds_with_another_past_look_the_same_unless_the_board_keeps_notes(notes):
    rng, differing = random.Random(7), 0
    for state, seat in moments(notes=notes):
        view = GAME.view(state, seat)
        other = with_another_past(view, rng)
        differing += shown(view) != shown(other)
    assert (differing == 0) is (notes == "own")


def test_DP_46_enemies_are_plain_diamonds_and_neither_texts_nor_alt_name_a_kind():
    for state, seat in moments(**OWN):
        view = GAME.view(state, seat)
        scene = GAME.scene(view)
        enemies = [token for token in scene.tokens if token.seat != seat]
        assert {(t.shape, t.label, t.badge, t.faded) for t in enemies} <= {("diamond", "", "", False)}
        assert {t.square for t in enemies} == {NAMES[square] for square in squares_in(view.enemies)}
        assert {counter.seat for counter in scene.below} <= {seat}
        told = scene.alt.partition("Enemies in sight:")[2]
        assert not KINDS_IN_WORDS.search(told)
        assert "Last seen" not in scene.alt
        assert all(line.startswith("You lost") for line in GAME.noted(view))
        assert OF_NOTES.isdisjoint(tip.key for tip in GAME.tips(view))


def test_DP_46_what_is_in_sight_and_what_was_just_seen_stay_as_they_are():
    arrows = 0
    for state, seat in moments():
        view = GAME.view(state, seat)
        bare = msgspec.structs.replace(view, options=GAME.options(OWN))
        noted, plain = GAME.scene(view), GAME.scene(bare)
        assert (plain.tints, plain.marks, plain.counters) == (noted.tints, noted.marks, noted.counters)
        assert [t for t in plain.tokens if t.seat == seat] == [t for t in noted.tokens if t.seat == seat]
        assert (
            plain.alt.partition(" The enemy's turn:")[2][:9]
            == noted.alt.partition(" The enemy's turn:")[2][:9]
        )
        arrows += bool(plain.marks)
    assert arrows


def test_DP_46_a_known_commander_is_named_by_the_board_and_not_without_notes():
    struck = play(put("Gd4 Dd5 Dh0 Cj0", "Ce6 Dj9", ply=40, mover=MAGENTA, phase="a"), "e6xd5")
    view = GAME.view(struck, CYAN)
    bare = msgspec.structs.replace(view, options=GAME.options(OWN))
    assert "e6 Commander" in GAME.scene(view).alt
    assert "commander-found" in {tip.key for tip in GAME.tips(view)}
    assert "Enemies in sight: e6." in GAME.scene(bare).alt
    assert list_notes(bare) == ("You lost 2 Scouts, 1 Guardian, 2 Infiltrators, 4 Decoys.",)


@pytest.mark.parametrize("level", first_slow(["medium", "hard"]))
def test_DP_46_a_level_plays_the_same_with_and_without_notes(level):
    for state, _ in moments()[::6]:
        seat = state.mover
        view = GAME.view(state, seat)
        bare = msgspec.structs.replace(view, options=GAME.options(OWN))
        one, other = (GAME.players[level](each, None, random.Random(2), 500) for each in (view, bare))
        assert one == other


def test_DP_46_Classic_keeps_no_notes_and_has_the_authors_signs():
    read = {preset.name: GAME.options(preset.options) for preset in GAME.presets}
    assert {name: (options.notes, options.signs) for name, options in read.items()} == {
        "Standard": ("board", "letters"),
        "Snare": ("board", "letters"),
        "Quick": ("board", "letters"),
        "Classic": ("own", "glyphs"),
    }
