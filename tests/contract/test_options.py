"""Options: complete, checked, and refused with the field, the value and what is allowed."""

from __future__ import annotations

import json

import msgspec
import pytest

from games import GAMES, OptionError

KEYS = sorted(GAMES)

every_game = pytest.mark.parametrize("key", KEYS)


def accepted(game, name, value):
    """The options with one value, alone or where that cannot be with one other option changed."""
    others = [{}, *({spec.name: other} for spec in game.option_specs for other in spec.values[:25])]
    for company in others:
        try:
            return game.options({**company, name: value})
        except OptionError:
            continue
    raise AssertionError(f"{name} {value} is never accepted")


@every_game
def test_no_options_means_every_default(key):
    game = GAMES[key]
    defaults = {spec.name: spec.default for spec in game.option_specs}
    assert game.options({}) == game.options(defaults)
    assert msgspec.to_builtins(game.options({})) == defaults


@every_game
def test_every_listed_value_is_accepted_and_kept(key):
    game = GAMES[key]
    for spec in game.option_specs:
        for value in spec.values:
            kept = msgspec.to_builtins(accepted(game, spec.name, value))
            assert kept[spec.name] == value
            assert type(kept[spec.name]) is type(value)


@every_game
def test_options_survive_a_journey_through_json(key):
    game = GAMES[key]
    for spec in game.option_specs:
        options = accepted(game, spec.name, spec.values[-1])
        assert game.options(json.loads(json.dumps(msgspec.to_builtins(options)))) == options


@every_game
@pytest.mark.parametrize("value", [None, True, False, -1, 13, 13.0, "13", "", "ON", [], {}, "seeded "])
def test_an_unlisted_value_is_refused_by_name_value_and_what_is_allowed(key, value):
    game = GAMES[key]
    for spec in game.option_specs:
        if any(type(value) is type(allowed) and value == allowed for allowed in spec.values):
            continue
        with pytest.raises(OptionError) as refusal:
            game.options({spec.name: value})
        message = str(refusal.value)
        assert spec.name in message
        assert str(value) in message
        assert "allowed" in message


@every_game
def test_an_unknown_option_is_refused_by_name(key):
    with pytest.raises(OptionError, match="colour"):
        GAMES[key].options({"colour": "red"})


@every_game
def test_options_of_the_match_do_not_change_play(key):
    game = GAMES[key]
    for spec in game.option_specs:
        if not spec.of_match:
            continue
        positions = set()
        for value in spec.values:
            state = game.new(game.options({spec.name: value}), bytes(32))
            for _ in range(12):
                seat = game.to_act(state)[0]
                state = game.play(state, seat, next(game.actions(game.view(state, seat)))).state
            positions.add(game.position(game.view(state, 0)))
        assert len(positions) == 1
