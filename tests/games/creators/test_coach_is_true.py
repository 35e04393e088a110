"""What the coach of Creators says is so, as compared with the engine over many positions."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from games.creators.rules.rules import count_held, last_ply, need, need_now, round_of
from games.creators.rules.state import field
from tests.budgets import budget
from tests.games.creators.table import CREATOR, DESTROYER, GAME, play, put, rows, without
from tests.kit.games.coached import is_so, list_untrue, positions

MATCHES = (
    {},
    {"boardSize": 12, "destroyerPreview": "half", "legs": 2},
    {"destroyerPreview": "full", "winningMove": "any", "victory": "race"},
    {"boardSize": 20, "ending": "classic", "destroyerPreview": "none", "mustCapture": "on"},
    {"boardSize": 14, "category": "scribbles", "reentry": "scan", "rounds": 40},
    {"boardSize": 18, "ending": "endless", "category": "all", "destroyerPreview": "full"},
)
LEVELS = ("easy", "medium")
SQUARES = r"((?:[a-t]\d+(?:, | and )?)+)"
"""Squares in words, as a group."""
AREA = r"files (.)–(.), ranks (\d+)–(\d+)\."
"""Where patterns are, with its four ends as groups."""
SAYS = {
    "goal": r"^Your goal: (pawns on all cells|keep the Creator)(.*)$",
    "roll": r"begins with a (roll)\.",
    "won": r"The Creator's last turn is over\. Whatever you move now, (you've won)(?: this leg)?\.",
    "last-turn": r"(This is your last turn|The Creator has one more turn)\.(.*)$",
    "memory": rf"(never shows the pattern|one of those|half|all|nothing).* in {AREA}",
    "waiting": r"(A pawn of yours waits beside the board)",
    "captured": r"Your pawn on (\w+) was captured, and is home again: look at (\w+)\.",
    "capture": rf"You can capture on {SQUARES}\.( You don't have to\.)?",
    "remembered": rf"You can land on {SQUARES}, which you marked",
    "soon": r"(Only a few rounds are left)",
    "low-roll": r"With a (\d) no pawn of yours can land where the pattern is",
    "danger": r"Your pawn on (\w+) could be captured with (\d) of 6 rolls",
    "first-steps": r"(Bring)(?:.*a roll of at least (\d))?",
    "fading": r"Memory fades: (?:(?:(\d+) of|all) (\d+) cells are \w+ now, and (\d+) in the last)?",
    "settled": rf"You have pawns on {SQUARES}\.",
    "crowd": rf"The Creator has (\d+) pawns in {AREA}",
    "halfway": r"(The second half of the match has begun)",
    "leap": r"(Pawns leap)",
}
"""The part of each tip that claims something, with what it names as groups."""


# --- what the engine says -------------------------------------------------------------------------------


def names(state):
    size = state.setup.options.board_size
    return [f"{chr(97 + number % size)}{size - number // size}" for number in range(size * size)]


def inside(state):
    """Return the squares where patterns are."""
    every = names(state)
    return [every[number] for number in field(state.setup.options.board_size)]


def out(state, seat):
    """Return a side's squares among those where patterns are."""
    every = names(state)
    return [square for square in inside(state) if state.board[every.index(square)] == seat + 1]


def legal_moves(state):
    return [action for action in GAME.actions(GAME.view(state, state.side)) if state.die]


def listed(squares):
    return re.findall(r"[a-t]\d+", squares)


def with_die(state, side, die):
    return type(state)(
        state.setup, state.chance, state.board, side, die, state.reserves, state.ply, state.last
    )


def where(state):
    squares = inside(state)
    files, ranks = {square[0] for square in squares}, {int(square[1:]) for square in squares}
    return (min(files), max(files), str(min(ranks)), str(max(ranks)))


def rounds_left(state):
    return round_of(last_ply(state.setup.options)) - round_of(state.ply)


# --- each tip -------------------------------------------------------------------------------------------


def goal(state, what, rest):
    options = state.setup.options
    fades = need(options, 9, 3, options.rounds) < 9
    both = what == "pawns on all cells"
    return (
        both == (state.side == CREATOR or options.victory == "race")
        and (not both or ("fewer are enough" in rest) == fades)
        and (both or ("last round" in rest) == (options.ending != "endless"))
    )


def won(state, _):
    every = legal_moves(state)
    ends = [GAME.result(GAME.play(state, DESTROYER, move).state) for move in every]
    return not state.die or all(end is not None and end.winner == DESTROYER for end in ends)


def last_turn(state, whose, rest):
    left, options = rounds_left(state), state.setup.options
    if state.side == DESTROYER:
        return whose.startswith("The Creator") and left == 1
    fills = "Only a move that fills" in rest
    return whose == "This is your last turn" and left == 0 and fills == (options.winning_move == "fills")


def memory(state, shown, *area):
    preview = {"five": "one of those", "half": "half", "full": "all", "none": "nothing"}
    said = (
        "never shows the pattern" if state.side == CREATOR else preview[state.setup.options.destroyer_preview]
    )
    return (shown, area) == (said, where(state))


def waiting(state, _):
    """Check that each move out of the home rows lets a pawn in."""
    home = {*names(state)} - {
        square for square in names(state) if 2 < int(square[1:]) <= state.setup.options.board_size - 2
    }
    moving = [move for move in legal_moves(state) if {move.source} <= home and move.target not in home]
    lengths = [len(GAME.play(state, state.side, move).state.reserves[state.side]) for move in moving]
    return all(length < len(state.reserves[state.side]) for length in lengths)


def captured(state, lost, back):
    every, last = names(state), state.last
    return (
        (last.target, last.capture) == (lost, True)
        and state.board[every.index(lost)] == 2 - state.side
        and state.board[every.index(back)] == state.side + 1
        and back in last.entries
    )


def capture(state, squares, free):
    strikes = {move.target for move in legal_moves(state) if move.capture}
    others = [move for move in legal_moves(state) if not move.capture]
    return {*listed(squares)} <= strikes & {*inside(state)} and (bool(others) or not free)


def remembered(state, squares):
    return {*listed(squares)} <= {move.target for move in legal_moves(state)} & {*inside(state)}


def soon(state, _):
    return 1 <= rounds_left(state) <= 4


def low_roll(state, die):
    return int(die) == state.die and not {move.target for move in legal_moves(state)} & {*inside(state)}


def danger(state, square, rolls):
    threats = [
        any(move.target == square for move in legal_moves(with_die(state, 1 - state.side, die)))
        for die in range(1, 7)
    ]
    return square in out(state, state.side) and sum(threats) == int(rolls)


def first_steps(state, _, least):
    if len(out(state, state.side)) > 1 or (least is None) != (state.side == CREATOR):
        return False
    if least is None:
        return True
    begun = GAME.new(state.setup.options, bytes(32))
    reaching = [
        die
        for die in range(1, 7)
        if any(move.target in inside(state) for move in legal_moves(with_die(begun, DESTROYER, die)))
    ]
    return min(reaching) == int(least)


def fading(state, now, total, least):
    options, pattern = state.setup.options, state.setup.pattern
    if options.ending != "fading" or round_of(state.ply) == 1:
        return False
    if total is None:
        return state.side == DESTROYER
    last = need(options, len(pattern.cells), pattern.par, options.rounds)
    return (int(now or total), int(total), int(least)) == (need_now(state), len(pattern.cells), last) and (
        need_now(state) > last
    )


def settled(state, squares):
    return state.side == CREATOR and {*listed(squares)} <= {*out(state, CREATOR)}


def crowd(state, count, *area):
    return (int(count), area) == (len(out(state, CREATOR)), where(state))


def halfway(state, _):
    return round_of(state.ply) - 1 >= state.setup.options.rounds / 2


CHECKS = {
    "goal": goal,
    "roll": lambda state, _: not state.die,
    "won": won,
    "last-turn": last_turn,
    "memory": memory,
    "waiting": waiting,
    "captured": captured,
    "capture": capture,
    "remembered": remembered,
    "soon": soon,
    "low-roll": low_roll,
    "danger": danger,
    "first-steps": first_steps,
    "fading": fading,
    "settled": settled,
    "crowd": crowd,
    "halfway": halfway,
    "leap": lambda state, _: state.die > 1,
}
"""Whether what a tip names is so, by its key."""


def untrue(state, who, view=None) -> list[str]:
    """Return the tips on a position that the engine contradicts."""
    return list_untrue(GAME, state, view or GAME.view(state, who), SAYS, CHECKS)


@pytest.mark.budgeted
def test_every_tip_is_so_in_many_positions() -> None:
    said = set()
    for state in islice(positions(GAME, MATCHES, LEVELS, 160, 3), budget(60, 1000)):
        view = GAME.recalled(GAME.view(state, state.side), inside(state)[::2])
        assert untrue(state, state.side) == []
        assert untrue(state, state.side, view) == []
        said |= {tip.key for tip in GAME.tips(view)}
    assert said <= {*CHECKS}
    assert len(said) >= budget(8, 14)


HOME = without(rows(12, 11), "a12")
RARE = [
    put(HOME, "l1", die=1, waiting=((3,), ()), round=5),
    put("f8 a12", "l1", die=1, round=20),
    put("f8 a12", "l1", die=1, round=20, winningMove="any"),
    put("f8", "l1 k1", side=DESTROYER, die=1, round=19),
    put("f8", "l1 k1", side=DESTROYER, die=1, round=20),
    put("f8 a12", "l1", die=1, round=2),
    put("f8 a12", "l1", die=1, round=20, pattern="I"),
    play(put("f8 b12", "f6 l1", side=DESTROYER, die=2, round=5), "f6xf8", "roll"),
    put("f8 g8 h8 e8 d8", "d2", side=DESTROYER, die=2, round=12),
]


@pytest.mark.parametrize("state", RARE)
def test_every_tip_is_so_in_rare_positions(state) -> None:
    assert untrue(state, state.side) == []


THREATENED = put("f8 a12", "f6 i8 l1", die=1, round=5)
FALSE = [
    ("danger", "Your pawn on f8 could be captured with 3 of 6 rolls."),
    ("danger", "Your pawn on f7 could be captured with 2 of 6 rolls."),
    ("capture", "You can capture on f6."),
    ("remembered", "You can land on c4, which you marked, with a pawn."),
    ("low-roll", "With a 1 no pawn of yours can land where the pattern is."),
    ("fading", "Memory fades: 13 of 13 cells are enough now, and 5 in the last round."),
    ("fading", "Memory fades: 12 of 13 cells are enough now, and 6 in the last round."),
    ("crowd", "The Creator has 4 pawns in files c–i, ranks 4–10."),
    ("settled", "You have pawns on f8 and a12."),
    ("last-turn", "This is your last turn. Only a move that fills a cell wins."),
    ("memory", "The board never shows the pattern. It's in files e–k, ranks 6–12."),
    ("soon", "Only a few rounds are left."),
    ("halfway", "The second half of the match has begun."),
    ("roll", "Your turn begins with a roll."),
]
"""Tips on a position that aren't so."""


@pytest.mark.parametrize(("key", "words"), FALSE)
def test_a_tip_that_is_not_so_is_noticed(key: str, words: str) -> None:
    assert not is_so(THREATENED, key, words, SAYS, CHECKS)


def test_what_the_coach_once_said_wrongly_is_not_said() -> None:
    early = put("f8 a12", "l1", die=1, round=2)
    assert need_now(early) == len(early.setup.pattern.cells)
    (words,) = (tip.words for tip in GAME.tips(GAME.view(early, CREATOR)) if tip.key == "fading")
    assert words.startswith("Memory fades: all 13 cells are needed now, and 5 in the last round.")
    none = put("f8", "l1", side=DESTROYER, die=2, destroyerPreview="none")
    (words,) = (tip.words for tip in GAME.tips(GAME.view(none, DESTROYER)) if tip.key == "memory")
    assert "the rest" not in words
    forced = put("f8 a12", "f6", die=2, round=5, mustCapture="on")
    (words,) = (tip.words for tip in GAME.tips(GAME.view(forced, CREATOR)) if tip.key == "capture")
    assert "don't have to" not in words
    assert count_held(forced, CREATOR) == 1


@pytest.mark.parametrize(("legs", "won"), [(1, "you win."), (2, "you win this leg.")])
def test_a_win_in_a_match_of_two_legs_is_a_leg(legs: int, won: str) -> None:
    for number, key in ((1, "goal"), (19, "last-turn")):
        state = put("f8", "l1 k1", side=DESTROYER, die=1, round=number, legs=legs)
        (words,) = (tip.words for tip in GAME.tips(GAME.view(state, DESTROYER)) if tip.key == key)
        assert won in words


def test_after_a_skipped_turn_the_coach_does_not_take_your_capture_for_theirs() -> None:
    state = play(put("f8 b12", "f6 l1", side=DESTROYER, die=2, round=5), "f6xf8")
    skipped = with_die(state, DESTROYER, 0)
    assert "captured" not in {tip.key for tip in GAME.tips(GAME.view(skipped, DESTROYER))}
    full = put(f"{without(rows(12, 11))} f8", "f6 l1", side=DESTROYER, die=2, round=5)
    waits = play(full, "f6xf8", "roll")
    assert waits.reserves[CREATOR]
    assert "captured" not in {tip.key for tip in GAME.tips(GAME.view(waits, CREATOR))}
