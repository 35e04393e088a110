"""Options: complete, checked, and refused with the field, the value and the allowed values."""

from __future__ import annotations

import json

import pytest

from games import OptionError
from games.core.vocabulary.options import options_data
from tests.kit.games.known_games import GAMES
from tests.kit.games.playouts import values_of

KEYS = sorted(GAMES)

every_game = pytest.mark.parametrize("key", KEYS)
every_option_for_seats = pytest.mark.parametrize(
    ("key", "spec"),
    [
        pytest.param(key, spec, id=f"{key}-{spec.name}")
        for key in KEYS
        for spec in GAMES[key].option_specs
        if spec.per_seat
    ],
)


def default_of(spec):
    """Return the default of an option, or the defaults of both seats."""
    return [spec.default, spec.default] if spec.per_seat else spec.default


def data_of(options):
    """Return options as they come back from JSON."""
    return json.loads(json.dumps(options_data(options)))


def accepted(game, name, value):
    """Return options with one value set, changing one other option where the value requires it."""
    others = [{}, *({spec.name: other} for spec in game.option_specs for other in values_of(game, spec)[:25])]
    for company in others:
        try:
            return game.options({**company, name: value})
        except OptionError:
            continue
    raise AssertionError(f"{name} {value} is never accepted")


FURTHER_VERSIONS = {"alpha version skirmish": "skirmish/1", "creators version 3": "creators/3"}
"""Options that select other rules, with a separate id (ALPHA-31, CVD-41)."""


@every_game
def test_no_options_means_every_default(key):
    game = GAMES[key]
    defaults = {spec.name: default_of(spec) for spec in game.option_specs}
    assert game.options({}) == game.options(defaults)
    assert data_of(game.options({})) == defaults


@every_game
def test_every_listed_value_is_accepted_and_kept(key):
    game = GAMES[key]
    for spec in game.option_specs:
        for value in values_of(game, spec):
            kept = data_of(accepted(game, spec.name, value))
            assert kept[spec.name] == value
            assert type(kept[spec.name]) is type(value)


@every_game
def test_options_survive_a_journey_through_json(key):
    game = GAMES[key]
    for spec in game.option_specs:
        options = accepted(game, spec.name, values_of(game, spec)[-1])
        assert game.options(data_of(options)) == options


@every_game
@pytest.mark.parametrize("value", [None, True, False, -1, 13, 13.0, "13", "", "ON", [], {}, "seeded "])
def test_an_unlisted_value_is_refused_by_name_value_and_what_is_allowed(key, value):
    game = GAMES[key]
    for spec in game.option_specs:
        if spec.per_seat:
            continue
        if any(type(value) is type(allowed) and value == allowed for allowed in spec.values):
            continue
        with pytest.raises(OptionError) as refusal:
            game.options({spec.name: value})
        message = str(refusal.value)
        assert spec.slug in message
        assert str(value) in message
        assert "allowed" in message


def refusal_of(game, name, value):
    with pytest.raises(OptionError) as refusal:
        game.options({name: value})
    return str(refusal.value)


@every_option_for_seats
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("value", [None, True, False, -1, 13, 13.0, "13", "", "ON", [], "seeded "])
def test_an_unlisted_value_for_a_seat_is_refused_by_place_value_and_what_is_allowed(key, spec, seat, value):
    pair = default_of(spec)
    pair[seat] = value
    message = refusal_of(GAMES[key], spec.name, pair)
    assert f"{spec.name}[{seat}]" in message
    assert ("a list" if value == [] else json.dumps(value)) in message
    assert all(str(allowed) in message for allowed in spec.values)


@every_option_for_seats
@pytest.mark.parametrize("value", [None, True, 13, "ON", "", {}])
def test_one_value_where_each_seat_has_its_own_is_refused(key, spec, value):
    message = refusal_of(GAMES[key], spec.name, value)
    assert message.startswith(f"{spec.name}:")
    assert "two" in message
    assert ("an object" if value == {} else json.dumps(value)) in message


@every_option_for_seats
@pytest.mark.parametrize("many", [0, 1, 3])
def test_too_few_or_too_many_values_for_two_seats_are_refused_and_counted(key, spec, many):
    message = refusal_of(GAMES[key], spec.name, [spec.default] * many)
    assert message.startswith(f"{spec.name}:")
    assert "two" in message
    assert str(many) in message


@every_option_for_seats
def test_faults_of_the_documents_of_both_seats_are_all_told_with_their_places(key, spec):
    lines = refusal_of(GAMES[key], spec.name, [{"colour": "red"}, {"shape": "round"}]).splitlines()
    for seat, field in enumerate(("colour", "shape")):
        assert any(line.startswith(f"{spec.name}[{seat}]") and field in line for line in lines)


@every_game
def test_options_name_their_ruleset_and_the_defaults_that_of_the_game(key):
    game = GAMES[key]
    assert game.ruleset_of(game.options({})) == game.ruleset
    for spec in game.option_specs:
        for value in values_of(game, spec):
            named = game.ruleset_of(accepted(game, spec.name, value))
            assert named.startswith(FURTHER_VERSIONS.get(f"{key} {spec.name} {value}", game.ruleset))


@every_game
def test_what_the_host_and_the_seats_bring_is_no_other_ruleset(key):
    game = GAMES[key]
    for spec in game.option_specs:
        for value in values_of(game, spec) if spec.per_seat or spec.of_match else ():
            assert game.ruleset_of(game.options({spec.name: value})) == game.ruleset


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
                if not (acting := game.to_act(state)):
                    break
                seat = acting[0]
                state = game.play(state, seat, next(game.actions(game.view(state, seat)))).state
            positions.add(game.position(game.view(state, 0)))
        assert len(positions) == 1
