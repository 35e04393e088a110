"""What CCC's coach says is so: each tip is compared with what the engine does, over many positions."""

from __future__ import annotations

import random
import re
from itertools import islice, takewhile

import pytest

from games import GameError
from games.ccc.rules.actions import Path
from games.core.selfplay import numbered_seed, playing
from games.core.vocabulary.lessons import Tip
from tests.budgets import budget
from tests.games.ccc.positions import some_position
from tests.kit.games.ccc_table import GAME, WHITE, at, board, pools, put, shown, side_of, start

SQ = r"(\w\d+)"
PIECE = r"((?:Small|Medium|Large|Constructed)? ?[A-Z][a-z]+(?: Stack| Pyramid)?[^.,]*?) on (\w\d+)"
"""A piece in words and its square, as groups."""
OPTIONS = (
    {},
    {"torusHitsFlag": "on", "quietResult": "strength"},
    {"compliments": "off", "quietResult": "draw"},
    {"quiet": 8},
)
SAYS = {
    "start": r"destroy (all) enemy Pyramids\. Nothing can attack anything now",
    "win": rf"Look at your {PIECE}: it can destroy the last enemy Pyramid, the {PIECE}\. That wins the match",
    "danger": rf"their {PIECE} can destroy your {PIECE} on the next turn\. (.+)$",
    "take": rf"Your {PIECE} is stronger than their {PIECE} .*: both lose (\d+), and yours survives",
    "chain": rf"Your Flat on {SQ} can hop (\d) times in one turn, over ([^.]+)\.",
    "hop": rf"Your Flat on {SQ} can hop over ([^:]+): that takes (a Flat|\d Flats) and costs you nothing",
    "frozen": rf"Your {PIECE} is frozen .* do anything\. (?:Your {PIECE} can destroy the Flag)?",
    "gap": rf"Their Flat on {SQ} can hop over yours on {SQ}, since .* empty\.(.*)$",
    "last": rf"Your {PIECE} is your last piece with a Pyramid",
    "collapse": rf"Your {PIECE} can collapse onto {SQ}\.",
    "tower": rf"Your {PIECE} can collapse square by square.* Their {PIECE} is close enough",
    "flag-back": r"put it back on its starting square\. That takes your turn(, and a compliment)?",
    "quiet": r"for (\d+) turns? now\. After (\d+) the match .*(You'd win|They'd win|It'd be a draw)",
    "stack": rf"you have none\. (?:Your {PIECE} can go onto your {PIECE}, for)?",
    "crown": rf"A Pyramid on your {PIECE} would make a Pyramid Stack",
    "flag": rf"can go to any empty square.* Next to their {PIECE}, for example",
    "cube": rf"Your {PIECE} could attack the Cube on {SQ}, but don't",
    "torus": r"what they have left, and that's only (\d+)\.",
    "ahead": r"Your Pyramids have (\d+) Strength left, theirs (\d+)\. You're ahead",
    "behind": r"Your Pyramids have (\d+) Strength left, theirs (\d+)\. Avoid",
}
"""The part of each tip that claims something, with what it names as groups."""


# --- what the engine says -------------------------------------------------------------------------------


def listed(state):
    """Return the legal texts without collapses of Pyramid Stacks."""
    actions = GAME.actions(GAME.view(state, side_of(state)))
    return [GAME.format(action) for action in takewhile(lambda action: not isinstance(action, Path), actions)]


def after(state, text):
    seat = side_of(state)
    return GAME.play(state, seat, GAME.parse(GAME.view(state, seat), text)).state


def turned(state):
    """Return the same position with the opponent to move."""
    head, side, rest = shown(state).split(" ", 2)
    options = state.setting.options
    raw = {"torusHitsFlag": options.torus_hits_flag, "position": f"{head} {'bw'[side == 'b']} {rest}"}
    return start(**raw)


def is_mine(state, square, seat):
    piece = at(state, square)
    return bool(piece) and piece.strip("()")[0].isupper() == (seat == WHITE)


def own(state, seat):
    return {square: piece for square, piece in board(state).items() if is_mine(state, square, seat)}


def has_pyramid(piece):
    return bool({*piece.upper()} & {*"SML"})


def destroys(state, text):
    """Return whether an attack leaves nothing of its target."""
    now, seat = after(state, text), side_of(state)
    target = re.split("x", text)[1]
    if at(state, target).upper() == "T":
        return pools(now)[1 - seat] == 0
    return not is_mine(now, target, 1 - seat)


def strength(state, seat):
    left = 0
    for piece in own(state, seat).values():
        for letter, worn in re.findall(r"([SML])(\d?)", piece.upper()):
            left += int(worn or {"S": 2, "M": 4, "L": 6}[letter])
    return left


def distance(one, other):
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


FORMS = {
    "Flat": "F",
    "Torus": "T",
    "Cube": "C",
    "Nice Flag": "N",
    **{f"{size} Pyramid": rf"{size[0]}|\({size[0]}\d\)" for size in ("Small", "Medium", "Large")},
    "Flat Stack": r"\(FF+\)",
    "Constructed Pyramid": r"\(([SML]\d?){2,}\)",
    "Pyramid Stack": r"\(F+([SML]\d?)+\)",
}
"""The form of each piece in a position text, by its name."""


def named(state, words, square, seat):
    """Check that a piece of a seat is on a square, and is named as it is."""
    fits = re.fullmatch(FORMS[words], at(state, square).upper())
    return bool(fits) and is_mine(state, square, seat)


# --- each tip -------------------------------------------------------------------------------------------


def win(state, mine, source, theirs, target):
    seat = side_of(state)
    result = GAME.result(after(state, f"{source}x{target}"))
    return (
        named(state, mine, source, seat)
        and named(state, theirs, target, 1 - seat)
        and (result.winner, str(result.reason)) == (seat, "pyramids")
    )


def is_saved(state, square):
    """Return whether no plain attack of the side to move destroys the piece on a square."""
    return not any(destroys(state, text) for text in listed(state) if text.endswith(f"x{square}"))


def moves_away(state, _, target):
    ways = [text for text in listed(state) if re.match(rf"{target}[-&x]", text)]
    for text in ways:
        now, end = after(state, text), re.split("[-&x]", text)[1]
        kept = is_mine(now, end, side_of(state)) and has_pyramid(at(now, end))
        if kept and (GAME.result(now) is not None or is_saved(now, end)):
            return True
    return False


def blocks(state, source, target):
    """Return whether another piece's move stops an attack along a line."""
    moves = [text for text in listed(state) if re.fullmatch(r"\w\d+-\w\d+", text)]
    near = [text for text in moves if distance(text.split("-")[1], source) < distance(source, target)]
    ends = [after(state, text) for text in near if not text.startswith(target)]
    return any(GAME.result(end) is not None or f"{source}x{target}" not in listed(end) for end in ends)


def freezes(state, source, _):
    around = (text for text in listed(state) if text.startswith("N@"))
    flights = [text for text in around if distance(re.match(r"N@(\w\d+)", text)[1], source) == 1]
    if not flights:
        return False
    now = after(state, flights[0])
    return GAME.result(now) is not None or not any(text.startswith(source) for text in listed(now))


def takes(state, source, _):
    return any(destroys(state, text) for text in listed(state) if text.endswith(f"x{source}"))


ANSWERS = {"move it": moves_away, "put something": blocks, "freeze the": freezes, "take the": takes}


def danger(state, theirs, source, mine, target, ways):
    seat, other = side_of(state), turned(state)
    answers = [check for words, check in ANSWERS.items() if words in ways.lower()]
    return (
        named(state, theirs, source, 1 - seat)
        and named(state, mine, target, seat)
        and destroys(other, f"{source}x{target}")
        and (bool(answers) or ways == "See what you can get for it.")
        and all(check(state, source, target) for check in answers)
    )


def take(state, mine, source, theirs, target, costs):
    seat, text = side_of(state), f"{source}x{target}"
    now = after(state, text)
    return (
        named(state, mine, source, seat)
        and named(state, theirs, target, 1 - seat)
        and destroys(state, text)
        and is_mine(now, target, seat)
        and lost(state, now, seat) == lost(state, now, 1 - seat) == int(costs)
    )


def total(state, seat):
    flats = sum(piece.upper().count("F") for piece in own(state, seat).values())
    flags = sum(piece.upper() == "N" for piece in own(state, seat).values())
    return strength(state, seat) + flats + flags + pools(state)[seat]


def lost(before, now, seat):
    return total(before, seat) - total(now, seat)


def hop(state, source, over, count):
    number = 1 if count == "a Flat" else int(count.split()[0])
    squares = over.split(", ")
    return len(squares) == number and any(
        all(not at(now, square) or is_mine(now, square, side_of(state)) for square in squares)
        and (lost(state, now, side_of(state)), lost(state, now, 1 - side_of(state))) == (0, number)
        for now in (after(state, text) for text in listed(state) if text.startswith(f"{source}^"))
    )


def frozen(state, mine, square, *rescue):
    texts = listed(state)
    if not named(state, mine, square, side_of(state)) or any(re.match(rf"\d?{square}\D", t) for t in texts):
        return False
    if rescue[1] is None:
        return True
    (flag,) = [square for square, piece in own(state, 1 - side_of(state)).items() if piece.upper() == "N"]
    return named(state, rescue[0], rescue[1], side_of(state)) and f"{rescue[1]}x{flag}" in texts


def gap(state, source, over, ways):
    hops = [text for text in listed(turned(state)) if text.startswith(f"{source}^")]
    landings = {2 * ord(over[0]) - ord(source[0]): 2 * int(over[1:]) - int(source[1:])}
    ((file, rank),) = landings.items()
    landing, texts = f"{chr(file)}{rank}", listed(state)
    stacks = any(re.match(rf"{over}&|.*&{over}$", text) for text in texts)
    fills = any(text.endswith(f"-{landing}") and not text.startswith(over) for text in texts)
    moves = any(text.startswith(f"{over}-") for text in texts)
    told = tuple(words in ways.lower() for words in ("stack,", "fill the gap", "move away"))
    return f"{source}^{landing}" in hops and told == (stacks, fills, moves)


def last(state, mine, square):
    pyramids = [place for place, piece in own(state, side_of(state)).items() if has_pyramid(piece)]
    return pyramids == [square] and named(state, mine, square, side_of(state))


def collapse(state, mine, source, target):
    ways = [text for text in listed(state) if re.match(rf"\d{source}[-+<>]", text)]
    return named(state, mine, source, side_of(state)) and any(
        lost(state, after(state, text), 1 - side_of(state)) or at(state, target).upper() == "C"
        for text in ways
    )


def tower(state, mine, source, theirs, target):
    """Check that a collapse of one or two steps drops something on the target."""
    seat, ways = side_of(state), ("+", "-", ">", "<", "+>", "+<", "->", "-<")
    tries = [f"1{source}:{way}1" for way in ways]
    tries += [f"{n}{source}:{a}{n - 1}:{b}1" for n in range(2, 9) for a in ways for b in ways]
    ends = (legal(state, text) for text in tries)
    return (
        named(state, mine, source, seat)
        and named(state, theirs, target, 1 - seat)
        and any(at(end, target) != at(state, target) or pools(end) != pools(state) for end in ends if end)
    ) or at(state, target).upper() == "C"


def legal(state, text):
    try:
        return after(state, text)
    except GameError:
        return None


def quiet(state, count, limit, who):
    """Check by moving quietly on the last turn before the end."""
    options, seat = state.setting.options, side_of(state)
    head = shown(state).split(" ")
    ply = max(int(head[5]), options.quiet)
    text = " ".join((*head[:4], str(options.quiet - 1), str(ply)))
    raw = {"quiet": options.quiet, "quietResult": options.quiet_result, "position": text}
    edge = start(**raw)
    calm = next((text for text in listed(edge) if re.fullmatch(r"\w\d+[-&]\w\d+|\w\d+~\w\d+", text)), None)
    if calm is None:
        return True
    result = GAME.result(after(edge, calm))
    winner = {"You'd win": seat, "They'd win": 1 - seat, "It'd be a draw": None}[who]
    same = (int(count), int(limit)) == (int(head[4]), options.quiet)
    return same and str(result.reason) == "quiet" and result.winner == winner


def stack(state, *merge):
    seat = side_of(state)
    if any(len(re.findall("[A-Za-z]", piece)) > 1 for piece in own(state, seat).values()):
        return False
    return merge[1] is None or (
        named(state, merge[0], merge[1], seat)
        and named(state, merge[2], merge[3], seat)
        and f"{merge[1]}&{merge[3]}" in listed(state)
    )


def flag(state, theirs, target):
    return named(state, theirs, target, 1 - side_of(state)) and freezes(state, target, None)


def cube(state, mine, source, target):
    now = after(state, f"{source}x{target}")
    return (
        named(state, mine, source, side_of(state)) and at(now, target).upper() == "C" and not at(now, source)
    )


def lead(state, mine, theirs, ahead):
    seat = side_of(state)
    return (int(mine), int(theirs)) == (strength(state, seat), strength(state, 1 - seat)) and (
        (int(mine) > int(theirs)) == ahead
    )


def calm(state, _):
    return not [text for side in (state, turned(state)) for text in listed(side) if re.search(r"[x^]", text)]


CHECKS = {
    "start": calm,
    "win": win,
    "danger": danger,
    "take": take,
    "chain": lambda state, source, times, over: hop(state, source, over, f"{times} Flats"),
    "hop": hop,
    "frozen": frozen,
    "gap": gap,
    "last": last,
    "collapse": collapse,
    "tower": tower,
    "flag-back": lambda state, said: (
        any(text.startswith("N*") for text in listed(state))
        and bool(said) == (state.setting.options.compliments != "off")
    ),
    "quiet": quiet,
    "stack": stack,
    "crown": lambda state, mine, square: named(state, mine, square, side_of(state)),
    "flag": flag,
    "cube": cube,
    "torus": lambda state, left: int(left) == pools(state)[side_of(state)] > 0,
    "ahead": lambda state, mine, theirs: lead(state, mine, theirs, ahead=True),
    "behind": lambda state, mine, theirs: lead(state, mine, theirs, ahead=False),
}
"""Whether what a tip names is so, by its key."""


def is_so(state, tip):
    said = re.search(SAYS[tip.key], tip.words)
    assert said, f"{tip.key} says something else: {tip.words}"
    try:
        return bool(CHECKS[tip.key](state, *said.groups()))
    except GameError:  # The engine refuses what the tip names.
        return False


def untrue(state):
    """Return the tips on a position that the engine contradicts."""
    tips = GAME.tips(GAME.view(state, side_of(state)))
    return [(shown(state), tip.key, tip.words) for tip in tips if not is_so(state, tip)]


# --- positions ------------------------------------------------------------------------------------------


def positions():
    """Yield crowded random positions and ones of matches, by all kinds of options."""
    rng = random.Random(43)
    for number in range(10**6):
        raw = OPTIONS[number % len(OPTIONS)]
        players = (GAME.players["novice"], GAME.players["easy"])
        every = playing(GAME, GAME.options(raw), numbered_seed(number), players)
        yield from (state for _, state in islice(every, number % 5, 70, 9) if state.outcome is None)
        for _ in range(8):
            text = some_position(rng, 8, 8, 4)
            if int(text.split(" ")[4]) < 8:
                yield start(position=text, **raw)


@pytest.mark.budgeted
def test_every_tip_is_so_in_many_positions():
    said = set()
    for state in islice(positions(), budget(40, 1000)):
        assert untrue(state) == []
        said |= {tip.key for tip in GAME.tips(GAME.view(state, side_of(state)))}
    assert len(said) >= budget(12, len(SAYS))


def test_every_tip_is_checked():
    assert {*SAYS} == {*CHECKS}


@pytest.mark.parametrize(
    ("state", "key", "words"),
    [
        (put("Fc5 fc4 fd2 fe2 Sh1 sh8", side="w"), "hop", "takes a Flat and"),
        (put("Md2 Fa3 td3 sh8 Ne1"), "danger", "in the way"),
        (put("Md2 Fa3 td6 sh8 Ne1", moved="10"), "danger", "freeze"),
        (put("Md2 Fa3 td6 sh8"), "danger", "freeze"),
        (put("Td7 ne8 Ne1 Sh1"), "frozen", "of yours"),
        (put("Fa2", compliments="off"), "flag-back", "compliment"),
        (put("Md2 Fa3 td6 sh8 Ne1"), "danger", "nice flag"),
    ],
)
def test_what_the_coach_once_said_wrongly_is_not_said(state, key, words):
    told = [tip.words for tip in GAME.tips(GAME.view(state, side_of(state))) if tip.key == key]
    assert not [text for text in told if words in text]


@pytest.mark.parametrize(
    ("state", "key", "words"),
    [
        (
            put("Md2 Fa3 td6 sh8 Ne1"),
            "danger",
            "their Torus on d7 can destroy your Medium Pyramid on d2 on the next turn. Move it away.",
        ),
        (
            put("Fd4 fd5 Sh1 sh8"),
            "hop",
            "Your Flat on d4 can hop over d5: that takes 2 Flats and costs you nothing.",
        ),
        (put("La1 mg7"), "ahead", "Your Pyramids have 6 Strength left, theirs 5. You're ahead"),
        (put("Sa3 Mb3 fd5 sh8"), "last", "Your Small Pyramid on a3 is your last piece with a Pyramid"),
    ],
)
def test_a_tip_that_is_not_so_is_noticed(state, key, words):
    assert not is_so(state, Tip(key, words))
