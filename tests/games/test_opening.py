"""Previews of a match's start: they show only what its options decide, and only if they decide it."""

from __future__ import annotations

import pytest

from games import GAMES
from games.core.opening import opening

CCC = GAMES["ccc"]


def names(scene, shape):
    return {(token.seat, token.square) for token in scene.tokens if token.shape == shape}


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_usual_start_needs_no_picture(key):
    assert opening(GAMES[key], {}) is None


@pytest.mark.parametrize("options", [{"layout": "random"}, {"layout": "random", "symmetry": "independent"}])
def test_what_is_left_to_chance_is_not_shown(options):
    assert opening(CCC, options) is None


def test_what_changes_nothing_on_the_board_needs_no_picture():
    assert opening(CCC, {"quiet": 30, "first": "black"}) is None


def test_CCC_4_a_row_turned_around_and_a_mirrored_one_are_seen():
    row = {"layout": "NTCSLMCT"}
    mirrored, turned = opening(CCC, row), opening(CCC, {**row, "symmetry": "rotate"})
    assert names(mirrored, "flag") == {(0, "a1"), (1, "a8")}
    assert names(turned, "flag") == {(0, "a1"), (1, "h8")}


def test_CCC_6_the_order_of_the_rows_is_seen():
    shown = opening(CCC, {"flatRows": 2, "rowOrder": "FSF"})
    assert names(shown, "flag") == {(0, "e2"), (1, "e7")}
    assert len(names(shown, "tower")) == 38


def test_who_goes_first_is_said_only_where_it_is_settled():
    for first, said in (("seeded", False), ("white", True)):
        shown = opening(CCC, {"flatRows": 2, "first": first})
        assert ("White to move" in shown.alt) == said
        assert "Nice Flag e1" in shown.alt
        assert (shown.subtitle, shown.turn) == ("How it begins", None)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_picture_is_what_the_public_sees_with_any_seed(key):
    game = GAMES[key]
    for preset in game.presets:
        shown = opening(game, preset.options)
        for number in (100, 101):
            state = game.new(game.options(preset.options), bytes([number]) * 32)
            public = game.scene(game.view(state, None))
            assert shown is None or (shown.tokens, shown.tints) == (public.tokens, public.tints)
