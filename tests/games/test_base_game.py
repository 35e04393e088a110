"""The defaults of BaseGame, seen in the example game with its own overrides removed."""

from __future__ import annotations

import random

import pytest

from examples.tictactoe import TicTacToe
from examples.tictactoe.rules.rules import Options, State
from games.core.base import BaseGame
from games.core.errors import Illegal, OptionError
from games.core.game import Game, MatchReason, Result
from games.core.selfplay import numbered_seed, perft, play_match
from games.core.vocabulary.options import options_data
from games.core.vocabulary.typed import match_candidate

MUST = {"actions", "new", "play", "position", "scene", "to_act", "turn_number", "view"}


class Bare(TicTacToe):
    """Tic-tac-toe with as few overrides as possible."""

    players = BaseGame.players
    personas = BaseGame.personas
    level_ratings = BaseGame.level_ratings
    prompt = BaseGame.prompt


GAME = Bare()
START = GAME.new(GAME.options({}), bytes(32))


def test_a_game_must_say_what_only_it_can_know():
    assert BaseGame.__abstractmethods__ == MUST
    with pytest.raises(TypeError, match="abstract"):
        BaseGame()


def test_everything_a_game_may_leave_out_is_there():
    members = {name for name in vars(Game) if not name.startswith("_")}
    assert {name for name in members - MUST if name not in vars(BaseGame)} == set()


def test_without_a_level_of_its_own_a_game_has_one_that_plays_anything_legal():
    assert list(GAME.players) == list(GAME.personas) == ["random"]
    assert GAME.level_ratings == {"random": 1000}
    ends = {play_match(GAME, {}, numbered_seed(n), ("random", "random")).reason for n in range(20)}
    assert ends == {"row", "full"}
    chosen = {GAME.players["random"](GAME.view(START, 0), None, random.Random(n), 0) for n in range(60)}
    assert len(chosen) == 9


def test_without_a_prompt_of_its_own_a_game_offers_all_its_actions():
    asked = GAME.prompt(GAME.view(START, 0), ())
    assert [choice.action for choice in asked.choices] == list(GAME.actions(GAME.view(START, 0)))
    assert GAME.prompt(GAME.view(START, 1), ()).choices == ()


def test_texts_are_looked_for_among_the_actions():
    assert GAME.parse(GAME.view(START, 0), "b2") == "b2"
    with pytest.raises(Illegal, match="“b4” isn't one of your moves"):
        GAME.parse(GAME.view(START, 0), "b4")
    with pytest.raises(Illegal, match="You can't move now"):
        GAME.parse(GAME.view(START, None), "b2")


def test_a_text_is_understood_only_if_it_means_a_single_action():
    assert GAME.understood(GAME.view(START, 0), " B 2. ") == ("b2",)
    assert match_candidate("a-1", ("b2", "A1")) == "A1"
    assert match_candidate("a1", ("a1", "A1")) is None
    assert match_candidate("...", ("...",)) is None


def test_options_are_checked_by_their_specs():
    assert GAME.options({"first": "O"}) == Options("O")
    with pytest.raises(OptionError, match="first can't be 'Z'; allowed: X, O"):
        GAME.options({"first": "Z"})


def test_a_match_ends_by_an_act_and_the_rematch_has_the_same_options_with_sides_swapped():
    ended = GAME.ended(State(Options("O"), ("b2",)), Result(0, MatchReason.RESIGNED))
    assert GAME.to_act(ended) == ()
    assert GAME.result(ended) == Result(0, MatchReason.RESIGNED)
    rematch = GAME.rematch(ended, Result(0, MatchReason.RESIGNED))
    assert (rematch.options, rematch.swapped, rematch.rest) == ({"first": "O"}, True, "")


def test_there_is_one_page_of_rules_with_the_emblem_and_no_second_leg():
    (page,) = GAME.rules()
    assert (page.text, page.scene) == (GAME.summary, GAME.icon())
    assert GAME.next_leg(GAME.view(START, None)) is None


def test_all_sequences_of_actions_are_counted_until_a_match_ends():
    state = State(Options("X"), ("a1", "b1", "a2", "b2"))
    assert [perft(GAME, START, depth) for depth in range(4)] == [1, 9, 9 * 8, 9 * 8 * 7]
    assert [perft(GAME, state, depth) for depth in range(3)] == [1, 5, 4 * 4]


def test_a_value_that_cannot_be_written_is_refused_without_being_shown():
    with pytest.raises(OptionError, match=r"^first can't be a value too long to show; allowed: X, O\.$"):
        GAME.options({"first": 10**5000})


def test_options_that_are_no_mapping_are_refused():
    assert options_data(Options("O")) == {"first": "O"}
    with pytest.raises(TypeError, match="a struct or a mapping"):
        options_data(["O"])
