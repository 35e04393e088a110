"""Stories: evaluations and events tell how a match went, and a story chooses among them."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice, pairwise

import pytest

from games import GAMES
from games.core.game import MatchReason, Result
from games.core.screen.story import Event, Gauge, Happening, Level, Loss, Story, losses, turning_points
from tests.games.creators import table as creators_table
from tests.games.decoy import table as decoy_table
from tests.kit.games import alpha_table, ccc_table


def opened(key, state):
    """Return the public view as if the match had ended here."""
    game = GAMES[key]
    over = game.result(state) is not None
    return game.view(state if over else game.ended(state, Result(None, MatchReason.AGREED)), None)


def happened(key, table, state, text):
    """Return the event of one action."""
    return GAMES[key].event(opened(key, state), opened(key, table.step(state, text).state))


@cache
def views_of(key, number):
    """Return the opened views of a random match that attacks whenever it can, to its end or 300 actions."""
    game, rng = GAMES[key], random.Random(number)
    state = game.new(game.options({}), rng.randbytes(32))
    views = [opened(key, state)]
    while (acting := game.to_act(state)) and len(views) < 300:
        listed = list(islice(game.actions(game.view(state, acting[0])), 400))
        fierce = [action for action in listed if is_fierce(game.format(action))]
        state = game.play(state, acting[0], rng.choice(fierce or listed)).state
        views.append(opened(key, state))
    return views


def is_fierce(text):
    return "x" in text or text.startswith(("attack", "cast", "play"))


# --- invariants of every match ------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_measured_that_is_hidden_or_not_there_yet_and_nothing_happens_between_equal_views(key):
    game = GAMES[key]
    state = game.new(game.options({}), bytes(32))
    hidden = game.gauge(game.view(state, None))
    assert (hidden is None) == (key in ("creators", "decoy"))
    assert game.event(opened(key, state), opened(key, state)) is None


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("key", ["decoy", "alpha"])
def test_whatever_leaves_the_gauge_is_told_as_lost_by_the_one_whose_it_was(key, number):
    game, fallen = GAMES[key], 0
    for before, after in pairwise(views_of(key, number)):
        was, now, event = game.gauge(before), game.gauge(after), game.event(before, after)
        if was is None:
            assert event is None
            continue
        for seat in (0, 1):
            lost = [name for owner, name in (event.lost if event else ()) if owner == seat]
            assert was.values[seat][1] - now.values[seat][1] == len(lost)
            fallen += len(lost)
    assert fallen > 3


@pytest.mark.parametrize("number", [1, 2, 3])
def test_in_ccc_all_that_a_side_has_less_of_is_lost_but_its_flag_comes_back(number):
    game, told = GAMES["ccc"], 0
    for before, after in pairwise(views_of("ccc", number)):
        event = game.event(before, after)
        counts = [sum(piece.height for piece in view.position.board if piece) for view in (before, after)]
        flags = [sum(square is None for square in view.position.flags) for view in (before, after)]
        lost = len(event.lost) if event else 0
        assert counts[0] - counts[1] == lost + flags[1] - flags[0]
        weaker = [
            was[1] > now[1] for was, now in zip(*(game.gauge(v).values for v in (before, after)), strict=True)
        ]
        assert event is not None or not any(weaker)
        told += lost
    assert told > 3


@pytest.mark.parametrize("number", [1, 2, 3])
def test_in_creators_each_capture_and_each_cell_more_is_an_event_and_nothing_is_lost(number):
    game, told = GAMES["creators"], 0
    for before, after in pairwise(views_of("creators", number)):
        event = game.event(before, after)
        more = game.gauge(after).values[0][1] > game.gauge(before).values[0][1]
        moved = before.board != after.board
        assert (event is not None) == (moved and (more or after.last.capture))
        assert event is None or event.lost == ()
        told += event is not None
    assert told > 3


@pytest.mark.parametrize("key", GAMES)
def test_events_are_whole_sentences_that_name_a_side(key):
    game = GAMES[key]
    found = [game.event(before, after) for before, after in pairwise(views_of(key, 1))]
    texts = [event.text for event in found if event is not None]
    assert texts
    for text in texts:
        assert text[0].isupper()
        assert text.endswith(".")
        assert any(name.lower() in text.lower() for name in game.side_names)
        assert len(text) < 160


# --- each game ----------------------------------------------------------------------------------------


def test_creators_are_measured_by_the_cells_they_hold_against_those_they_need():
    table = creators_table
    state = table.put("f6 e6 a1", "l12", die=1)
    total = len(state.setup.pattern.cells)
    held = sum(state.board[cell] == 1 for cell in state.setup.pattern.cells)
    assert GAMES["creators"].gauge(opened("creators", state)) == Gauge(
        "Pattern cells", (("Held", held), ("Needed", total))
    )
    race = table.put("f6 a1", "g6", die=1, victory="race")
    names = [name for name, _ in GAMES["creators"].gauge(opened("creators", race)).values]
    assert names == ["Creator", "Destroyer"]


def squares_of_pattern(state):
    files = "abcdefghijkl"
    return [f"{files[cell % 12]}{12 - cell // 12}" for cell in state.setup.pattern.cells]


def test_a_pawn_taken_off_the_pattern_may_turn_a_match_of_creators():
    table = creators_table
    cell = squares_of_pattern(table.put())[0]
    beside = f"{chr(ord(cell[0]) - 1)}{cell[1:]}"
    taken = table.put(cell, beside, side=table.DESTROYER, die=1, round=1)
    needed = len(taken.setup.pattern.cells)
    assert happened("creators", table, taken, f"{beside}x{cell}") == Event(
        f"Destroyer captures on {cell}; Creator is down to 0 cells ({needed} needed).", turns=True
    )
    covered = table.put(beside, "l1", die=1)
    assert happened("creators", table, covered, f"{beside}-{cell}") == Event(
        f"Creator fills {cell} and holds 1 cell ({needed} needed)."
    )
    assert happened("creators", table, table.put("a1", "l12", die=1), "a1-a2") is None


def test_decoy_tells_who_destroyed_what_and_where():
    table = decoy_table
    kill = table.put("Gc3", "Sd4", phase="a", ply=5)
    assert happened("decoy", table, kill, "c3xd4") == Event(
        "Cyan's Guardian destroys Magenta's Scout on d4.", ((1, "Scout"),), turns=True
    )
    decoy = table.put("Gc3", "Dd4 De9 Df9", phase="a", ply=5)
    assert happened("decoy", table, decoy, "c3xd4") == Event(
        "Cyan's Guardian destroys Magenta's Decoy on d4.", ((1, "Decoy"),)
    )
    hit = table.put("Gc3", "Cd4", phase="a", ply=5)
    assert happened("decoy", table, hit, "c3xd4").text.startswith("Magenta's Commander on d4 is hit: ")


def test_decoy_tells_what_was_surrounded_and_not_the_piece_that_moved():
    table = decoy_table
    state = table.put("Sd5 Se4 Sc4 Sd2", "Sd4", ply=5)
    assert happened("decoy", table, state, "d2-d3") == Event(
        "Surrounded: Magenta's Scout on d4.", ((1, "Scout"),), turns=True
    )


def test_decoy_counts_nothing_before_both_have_set_up():
    game, state = GAMES["decoy"], decoy_table.start()
    set_up = decoy_table.step(state, f"setup {decoy_table.LAYOUT}", 0).state
    assert game.gauge(opened("decoy", set_up)) is None
    assert game.event(opened("decoy", state), opened("decoy", set_up)) is None
    assert game.gauge(opened("decoy", decoy_table.begun())) == Gauge(
        "Pieces", (("Cyan", 12), ("Magenta", 12))
    )


def test_ccc_is_measured_by_the_strength_of_pyramids_and_tells_what_was_taken():
    table, game = ccc_table, GAMES["ccc"]
    state = table.put("Ld4 Sh1 se5 lh8 Fa2")
    assert game.gauge(opened("ccc", state)) == Gauge("Pyramid Strength", (("White", 8), ("Black", 8)))
    event = happened("ccc", table, state, "d4xe5")
    assert event.lost == ((1, "Small Pyramid"),)
    assert event.text == "White takes a Small Pyramid from Black."
    assert event.turns
    trade = table.put("Fd4 fe5 Fa2")
    assert happened("ccc", table, trade, "d4xe5") == Event(
        "White trades a Flat for a Flat.", ((0, "Flat"), (1, "Flat"))
    )
    assert happened("ccc", table, state, "a2-a3") is None


@pytest.mark.parametrize(
    ("pieces", "text", "told", "turns"),
    [
        ("Fd4 le5", "d4-e4", None, False),
        ("Fd4 ld5", "d4xd5", "White loses a Flat.", False),
        ("(FS)d4 ce5", "d4xe5", "White loses a Flat and a Small Pyramid.", True),
        ("(FFS)d4 ce5", "d4xe5", "White loses 2 Flats and a Small Pyramid.", True),
        ("(FFMS)d4 ce5", "d4xe5", "White loses 2 Flats, a Medium Pyramid and a Small Pyramid.", True),
    ],
)
def test_what_ccc_tells_of_an_attack(pieces, text, told, turns):
    event = happened("ccc", ccc_table, ccc_table.put(pieces), text)
    assert event is None if told is None else (event.text, event.turns) == (told, turns)


def test_alpha_is_measured_by_creatures_and_tells_how_they_fell():
    table, game = alpha_table, GAMES["alpha"]
    state = table.put("bear@1 wolf@2", "wolf@1 bear@3 viper@2", hands=("pitfall", ""), decks=("ox*9", "ox*9"))
    assert [value for _, value in game.gauge(opened("alpha", state)).values] == [11, 12]
    cast = happened("alpha", table, state, "cast 1 o3")
    assert cast == Event("The player's Pitfall destroys the bot's Bear.", ((1, "Bear"),))
    own = happened("alpha", table, state, "cast 1 m2")
    assert own == Event("The player's Pitfall destroys the player's Wolf.", ((0, "Wolf"),))
    combat = table.play(state, "end")
    assert happened("alpha", table, combat, "attack 1 1").text == "The player's Bear destroys the bot's Wolf."
    trade = happened("alpha", table, combat, "attack 2 2")
    assert trade.text == "The player's Wolf and the bot's Viper destroy each other."
    assert trade.lost == ((0, "Wolf"), (1, "Viper"))
    assert happened("alpha", table, combat, "attack 2 3").text == (
        "The player's Wolf attacks the bot's Bear and is destroyed."
    )


def test_the_last_creatures_and_large_ones_may_turn_a_match_of_alpha():
    table = alpha_table
    few = table.put("bear@1", "wolf@1", decks=("ox*9", "ox*2"), phase="C")
    many = table.put("bear@1", "wolf@1", decks=("ox*9", "ox*9"), phase="C")
    large = table.put("mammoth@1", "tiger@1", decks=("ox*9", "ox*9"), phase="C")
    assert [happened("alpha", table, state, "attack 1 1").turns for state in (few, many, large)] == [
        True, False, True,
    ]  # fmt: skip


def test_in_alpha_a_creature_pressed_out_of_the_deck_is_lost_too():
    state = alpha_table.put("bear@1", "wolf@1", decks=("ox*9", "tiger ox*9"), phase="C", pressure="mill1")
    assert happened("alpha", alpha_table, state, "attack 1 2") == Event(
        "The player's Bear puts pressure on an empty slot: the bot's Tiger is discarded.",
        ((1, "Tiger"),),
        turns=True,
    )


# --- the story ----------------------------------------------------------------------------------------


def story(leads, **events):
    """Tell a match with these leads, one a turn; `t3="…"` is an event of turn 3, with “*” a decisive one."""
    levels = tuple(Level(turn, Gauge("Pieces", (("A", lead), ("B", 0)))) for turn, lead in enumerate(leads))
    found = (
        Happening(int(name[1:]), Event(text.strip("*"), turns="*" in text)) for name, text in events.items()
    )
    return Story(levels, tuple(found))


def points(told):
    return [(point.turn, point.event.text) for point in turning_points(told)]


def test_a_story_tells_at_most_three_events_in_order_those_that_turned_most_first():
    leads = [0, 0, 5, 5, 5, 6, 6, 6, 9, 9, 9, 9, 8, 8, 8]
    told = story(leads, t2="two*", t5="five*", t8="eight*", t12="twelve*")
    assert points(told) == [(2, "two"), (8, "eight"), (12, "twelve")]
    assert points(story(leads, t2="two", t5="five*")) == [(2, "two"), (5, "five")]
    assert points(Story()) == []


def test_a_story_prefers_what_may_turn_the_match_to_what_swings():
    leads = [0, 9, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12]
    told = story(leads, t1="one", t5="five*", t8="eight*", t11="eleven*")
    assert [turn for turn, _ in points(told)] == [5, 8, 11]


def test_a_blow_that_is_answered_at_once_turned_little():
    leads = [0, 0, 4, 0, 0, 0, 2, 2, 2, 2, 2, 4, 4, 4, 4, 5, 5, 5]
    assert [turn for turn, _ in points(story(leads, t2="a*", t6="b*", t11="c*", t15="d*"))] == [6, 11, 15]


def test_a_blow_and_its_answer_are_one_point_but_what_ended_it_is_always_told():
    leads = [0, 0, 0, 0, 3, 5, 5, 5, 6]
    assert [turn for turn, _ in points(story(leads, t4="a*", t5="b*"))] == [4]
    ending = story(leads, t4="a*", t7="b*", t8="end*")
    assert [turn for turn, _ in points(ending)] == [4, 7, 8]


def test_of_one_turn_the_event_that_may_turn_the_match_is_told():
    both = Story((), (Happening(3, Event("first", turns=True)), Happening(3, Event("second"))))
    assert points(both) == [(3, "first")]


def test_losses_are_told_with_the_turn_of_each():
    told = Story(
        (),
        (
            Happening(2, Event("a", ((0, "Flat"), (1, "Cube")))),
            Happening(2, Event("b", ((0, "Flat"),))),
            Happening(7, Event("c", ((0, "Torus"), (0, "Flat")))),
        ),
    )
    assert losses(told, 0) == (Loss("Flat", (2, 2, 7)), Loss("Torus", (7,)))
    assert losses(told, 1) == (Loss("Cube", (2,)),)
