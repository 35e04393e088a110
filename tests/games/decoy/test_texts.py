"""Decoy Patrol's texts: options, actions and positions.

Source: docs/engine.md, sections 4 and 5, and docs/rulings/decoy.md.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from games import Illegal, OptionError, Unreadable
from games.core.record import Verdict, play_again, read_record, verify
from games.core.selfplay import play_match
from games.core.vocabulary.options import options_data
from tests.games.decoy.table import CYAN, GAME, MAGENTA, PUBLIC, counts, outcome, playout, put, refused, shown

VALUES = {
    "first": ["cyan", "magenta", "seeded"],
    "heal": ["own", "all"],
    "vision": ["square", "diamond", "circle"],
    "liberties": ["orthogonal", "safe", "eight"],
    "suicide": ["allowed", "forbidden"],
    "quiet": [30, 0, *range(20, 201)],
    "maxPlies": [80, *range(50, 1001)],
    "tiebreak": ["bold", "commander", "decoys", "draw"],
    "signs": ["letters", "glyphs"],
    "notes": ["board", "own"],
}
WRONG = {
    "first": ["Cyan", "white", "", 0, None],
    "heal": ["none", "both", True],
    "vision": ["chebyshev", "SQUARE", 3],
    "liberties": [4, 8, "diagonal"],
    "suicide": ["on", "off", False],
    "quiet": [19, 201, 1, -1, "60", 60.0, True, None],
    "maxPlies": [49, 1001, 0, "300", 300.0, None],
    "tiebreak": ["pieces", "coin", 1],
    "signs": ["★", "Letters", 1],
    "notes": ["none", "Board", 0],
}

# --- options ------------------------------------------------------------------------------------------


def test_the_defaults_are_those_of_the_rulings():
    defaults = {name: values[0] for name, values in VALUES.items()}
    assert options_data(GAME.options({})) == defaults
    assert [spec.name for spec in GAME.option_specs] == list(VALUES)


def test_the_presets_are_readable_the_first_is_the_usual_one_and_Classic_counts_nothing():
    usual = GAME.options({})
    read = {preset.name: GAME.options(preset.options) for preset in GAME.presets}
    assert next(iter(read.values())) == usual
    assert len(set(map(repr, read.values()))) == len(read) == 4
    assert (read["Classic"].tiebreak, usual.tiebreak) == ("draw", "bold")


def test_DP_28_every_preset_but_Snare_takes_the_words_about_liberties_literally():
    read = {preset.name: GAME.options(preset.options).liberties for preset in GAME.presets}
    assert read == {"Standard": "orthogonal", "Snare": "safe", "Quick": "orthogonal", "Classic": "orthogonal"}
    assert any(preset.rated and read[preset.name] == "orthogonal" for preset in GAME.presets)


FORMER = sorted((Path(__file__).parent / "former").iterdir())
"""Records that were made under `decoy/3`, one with safe and one with orthogonal liberties."""


@pytest.mark.parametrize("path", FORMER, ids=lambda path: path.stem)
def test_DP_47_a_record_of_decoy_3_is_read_by_the_rules_that_it_names(path):
    record = read_record(path.read_text(encoding="utf-8"))
    assert record.ruleset == "decoy/3"
    assert verify(GAME, record) == Verdict(
        True,
        len(record.actions),
        f"identical: {len(record.actions)} actions, {record.score} by {record.reason}",
    )


def test_DP_47_former_records_are_of_both_kinds():
    read = [read_record(path.read_text(encoding="utf-8")).options for path in FORMER]
    assert [options["liberties"] for options in read] == ["orthogonal", "safe"]
    assert [options["tiebreak"] for options in read] == ["draw", "commander"]


def test_a_record_of_an_older_ruleset_is_refused_in_a_sentence():
    record = play_match(GAME, {}, bytes(32), ("easy", "easy"))
    older = replace(record, ruleset="decoy/2")
    assert play_again(GAME, record).fault == ""
    assert play_again(GAME, older).fault == "The record is for ruleset decoy/2; this is decoy/4."


@pytest.mark.parametrize("name", VALUES)
def test_each_value_of_an_option_is_taken_and_kept(name):
    for value in VALUES[name]:
        assert options_data(GAME.options({name: value}))[name] == value


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in WRONG for value in WRONG[name]])
def test_a_wrong_value_is_refused_with_field_value_and_what_is_allowed(name, value):
    with pytest.raises(OptionError) as error:
        GAME.options({name: value})
    sentence = str(error.value)
    assert next(spec.slug for spec in GAME.option_specs if spec.name == name) in sentence
    assert repr(value) in sentence
    allowed = [str(v) for v in VALUES[name]] if isinstance(VALUES[name][0], str) else ["20", "200"]
    assert all(word in sentence for word in (allowed if name != "maxPlies" else ["50", "1000"]))


@pytest.mark.parametrize("preset", GAME.presets, ids=lambda preset: preset.name)
def test_every_value_is_said_in_words_that_are_clear_without_the_name_of_the_option(preset):
    for spec in GAME.option_specs:
        value = preset.options.get(spec.name, spec.default)
        assert {*spec.phrases} == {*spec.values}
        assert str(value) not in (spec.show(value), "")
        assert len(spec.show(value)) < 50


@pytest.mark.parametrize("name", ["First", "max_plies", "boardSize", ""])
def test_an_unknown_option_is_refused(name):
    with pytest.raises(OptionError, match="There's no option"):
        GAME.options({name: 1})


# --- notation -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(3))
def test_every_legal_action_is_read_back_from_its_text(number):
    form = re.compile(r"setup [CSGID0-9/]+|[a-j]\d[-x][a-j]\d|end")
    for state, seat, _, _ in playout(number):
        view = GAME.view(state, seat)
        actions = list(GAME.actions(view))
        texts = [GAME.format(action) for action in actions]
        assert len(set(texts)) == len(texts) > 0
        assert all(form.fullmatch(text) for text in texts)
        assert [GAME.parse(view, text) for text in texts] == actions


@pytest.mark.parametrize(
    "text",
    [
        "E5-e6",
        "e5 - e6",
        "e5 -e6",
        "e5- e6",
        "e5-e6 ",
        " e5-e6",
        "e5–e6",
        "e5e6",
        "e5-e6-e7",
        "e5",
        "End",
        "end ",
        "pass",
        "--",
        "",
        "e٥-e6",
        "e5-e6\n",
        "e5×e6",
        "k5-k6",
        "e5-e10",
    ],
)
def test_actions_are_read_strictly(text):
    for phase in "ma":
        sentence = refused(put("Se5", "Gd6", phase=phase), text, error=Unreadable)
        assert "isn't an action" in sentence


def test_a_long_text_is_quoted_in_part():
    assert len(refused(put("Se5"), "x" * 5000, error=Unreadable)) < 200


def test_a_step_is_not_an_attack_however_it_is_written():
    assert "moving" in refused(put("Se5", "Ge6"), "e5xd5")
    assert "done moving" in refused(put("Se5", "Ge6", phase="a"), "e5-e6")


def test_a_setup_is_refused_as_over_once_the_match_runs_and_explained_before():
    with pytest.raises(Illegal, match="Your layout is set"):
        GAME.parse(GAME.view(put("Se5"), CYAN), "setup x")
    fresh = GAME.new(GAME.options({}), bytes(32))
    assert refused(fresh, "e2-e3") == "Set up your pieces first."
    assert refused(fresh, "hello", error=Unreadable).endswith(
        "Write a layout such as setup C9/SS8/GGIIDDDDD1."
    )


def test_the_position_in_both_phases_for_both_seats_and_the_public():
    for phase, points in (("m", "2"), ("a", "-")):
        state = put("Sc2' Gd3", "Ge4''' Sj7", phase=phase, points=2, since=7, ply=13)
        assert counts(state) == (4, 4)
        assert shown(state, CYAN) == f"C8D/10/2S'7/3G6/4*5/10/10/10/10/10 c {phase} {points} 4,4 7 13"
        assert shown(state, MAGENTA) == "10/10/2*7/3*6/4G'''5/10/10/9S/10/C8D c - - 4,4 7 13"
        assert shown(state, PUBLIC) == "10/10/10/3c6/4m5/10/10/10/10/10 c - - 4,4 7 13"
        assert outcome(state) is None


def test_the_number_of_the_turn_grows_with_every_turn_and_only_then():
    for state, _, _, played in playout(1):
        passed = played.state.mover != state.mover or (state.phase, played.state.phase) == ("s", "m")
        assert GAME.turn_number(played.state) == GAME.turn_number(state) + passed
