"""What the coach of Decoy Patrol says is so, as compared with the engine over many positions."""

from __future__ import annotations

import re
from itertools import islice

import msgspec
import pytest

from games.decoy.rules.board import BIT, NAMES, NEAR, SQUARE_OF, advance, distance
from games.decoy.rules.layouts import HOME_ROWS, READY, pieces_of, read_layout
from games.decoy.rules.notes import DIAGONALLY, Note, Seen
from games.decoy.rules.pieces import (
    COMMANDER,
    DECOY,
    KINDS,
    damage_of,
    fresh,
    has_attacked,
    kind_of,
    square_of,
)
from games.decoy.rules.sight import sight
from games.decoy.rules.state import MOVEMENT, SET_UP, Side
from tests.budgets import budget
from tests.games.decoy.table import CYAN, GAME, knowing, legal, play, put, start
from tests.kit.games.coached import is_so, list_untrue, positions

MATCHES = (
    {},
    {"liberties": "safe", "heal": "all"},
    {"vision": "diamond", "quiet": 20},
    {"notes": "own"},
    {"tiebreak": "commander", "quiet": 20},
    {"vision": "circle", "liberties": "eight"},
)
LEVELS = ("easy", "medium")
SQUARE = r"([a-j]\d)"
SQUARES = r"((?:[a-j]\d(?:, | and )?)+)"
KINDS_SAID = r"((?:(?:the|an?) \w+(?:, | or )?)+)"
"""Kinds in words, such as “the Commander, a Guardian or a Decoy”, as a group."""
SAYS = {
    "setup": r"(ready layout)",
    "commander-found": rf"The C on {SQUARE}: .* has (\d) health at most",
    "commander-in-danger": rf"on {SQUARE} is (\d) squares? from your Commander on {SQUARE}, .*\. (.+)$",
    "surround": rf"{SQUARE}–{SQUARE} would surround the diamonds? on {SQUARES}\.",
    "attack": rf"{SQUARE} touches {SQUARE}\.",
    "tell": rf"just hit for (\d) from {SQUARE}\. .* that's {KINDS_SAID}\.",
    "two-steps": rf"on {SQUARE} took (\d) steps in one turn\. .* it's {KINDS_SAID}\.( Follow)?",
    "touching": rf"touching the diamond on {SQUARE}\.",
    "lived": rf"on {SQUARE} lost (\d) health .* it's {KINDS_SAID}\.(?: It heals 1 (.+):)?",
    "letters": rf"letters? on {SQUARE} says? what it (?:is|can still be): {KINDS_SAID}\.",
    "in-sight": rf"diamond on {SQUARE}\. (?:It's {KINDS_SAID}|It may be anything)",
    "last-decoys": r"You have (\d) Decoys? left",
    "quiet": r"for (\d+) turns\. At (\d+) .* (\d) rows? in front of its (home|back row)",
    "lost": r"(They lost a piece)",
    "ghost": rf"faded diamond on {SQUARE} .* on turn (\d+)\.",
    "wounded": rf"Your (\w+) on {SQUARE} has (\d) of (\d) health\. .* each (.*turns?),",
    "points": r"You have (3) points.*?( A Scout)?(?: sees farthest|$)",
    "look-again": r"(just been updated)",
    "fog": r"No enemy in sight\. Bring your (.+) forward",
}
"""The part of each tip that claims something, with what it names as groups."""


# --- what the engine says -------------------------------------------------------------------------------


def who(state) -> int:
    return GAME.to_act(state)[0]


def named(words: str) -> set[str]:
    return set(re.findall("|".join(kind.name for kind in KINDS), words))


def enemy(state, square: str):
    """Return the kind and the health of the enemy on a square."""
    pieces = state.sides[1 - who(state)].pieces
    (piece,) = (piece for piece in pieces if NAMES[square_of(piece)] == square)
    return KINDS[kind_of(piece)], KINDS[kind_of(piece)].power - damage_of(piece)


def own(state):
    return state.sides[who(state)].pieces


def token(state, square: str):
    (found,) = (t for t in GAME.scene(GAME.view(state, who(state))).tokens if t.square == square)
    return found


def can_strike(state, striker: str, target: str) -> bool:
    """Return whether an enemy in sight can attack a square next turn if it's of a kind that it can be."""
    note = next((n for n in GAME.view(state, who(state)).notes if NAMES[n.square] == striker), None)
    note = note if note and state.options.notes == "board" else Note(SQUARE_OF[striker])
    able = (
        kind
        for kind, about in enumerate(KINDS)
        if note.power in (0, about.power) and about.power > note.survived and about.reach >= note.most
    )
    return any(strikes(as_kind(state, striker, kind), striker, target) for kind in able)


def as_kind(state, striker: str, kind: int):
    """Return their turn with only the enemies in sight, one of them of another kind; all see squarely."""
    mine, seen = who(state), GAME.view(state, who(state)).enemies
    theirs = [piece for piece in state.sides[1 - mine].pieces if seen & BIT[square_of(piece)]]
    square = SQUARE_OF[striker]
    changed = tuple(fresh(square, kind) if square_of(piece) == square else piece for piece in theirs)
    squares = sum(BIT[square_of(piece)] for piece in changed)
    other = Side(changed, squares, sight(changed, "square"))
    sides = (state.sides[0], other) if mine == 0 else (other, state.sides[1])
    options = msgspec.structs.replace(state.options, vision="square", suicide="allowed")
    return msgspec.structs.replace(
        state, options=options, sides=sides, mover=1 - mine, phase=MOVEMENT, points=3, bumps=()
    )


def strikes(state, square: str, target: str) -> bool:
    """Return whether the piece on a square can attack a target, or win, after some of its steps."""
    if state.outcome is not None:
        return state.outcome.winner == state.mover
    now = play(state, "end") if state.phase == MOVEMENT else state
    if now.mover == state.mover and f"{square}x{target}" in legal(now):
        return True
    steps = legal(state, f"{square}-") if state.phase == MOVEMENT else []
    after = ((play(state, text), text[3:]) for text in steps)
    return any(strikes(then, to, target) for then, to in after if then.mover == state.mover)


# --- each tip -------------------------------------------------------------------------------------------


def ready_layouts(state, _):
    for _, text, _ in READY:
        pieces = pieces_of(read_layout(text), 0)
        (commander,) = (square_of(piece) for piece in pieces if kind_of(piece) == COMMANDER)
        near = [piece for piece in pieces if NEAR[commander] & BIT[square_of(piece)]]
        ahead = (kind_of(p) for p in near if advance(square_of(p), 0) > advance(commander, 0))
        decoys = sum(kind_of(piece) == DECOY for piece in near)
        if "Guardian" not in {KINDS[kind].name for kind in ahead} or decoys < 2:
            return False
    return state.phase == SET_UP


def in_danger(state, square, away, commander, what):
    (place,) = (square_of(piece) for piece in own(state) if kind_of(piece) == COMMANDER)
    return (
        NAMES[place] == commander
        and distance(SQUARE_OF[square], place) == int(away)
        and can_strike(state, square, commander)
        and ("Step" in what) == (state.phase == MOVEMENT)
    )


def surround(state, source, target, squares):
    seat, gone = who(state), {SQUARE_OF[name] for name in re.findall(SQUARE, squares)}
    before, after = state.sides, play(state, f"{source}-{target}").sides
    lost = before[1 - seat].squares & ~after[1 - seat].squares
    return lost == sum(BIT[square] for square in gone) and len(after[seat].pieces) == len(before[seat].pieces)


def tell(state, power, square, kinds):
    kind, _ = enemy(state, square)
    return (
        kind.power == int(power)
        and named(kinds) == {kind.name}
        and token(state, square).label[0] == kind.letter
    )


def two_steps(state, square, count, kinds, arrows):
    kind, _ = enemy(state, square)
    shown = bool(GAME.view(state, who(state)).seen)
    return kind.name in named(kinds) and kind.reach >= int(count) and bool(arrows) == shown


def touching(state, square):
    ready = (piece for piece in own(state) if not has_attacked(piece))
    return bool(enemy(state, square)) and any(BIT[SQUARE_OF[square]] & NEAR[square_of(p)] for p in ready)


def lived(state, square, short, kinds, heals):
    kind, health = enemy(state, square)
    expected = "on each of its turns" if state.options.heal == "own" else "every turn"
    hurt = heals is None or (heals == expected and health < kind.power)
    return kind.name in named(kinds) and kind.power > int(short) and hurt


def letters(state, square, kinds):
    kind, _ = enemy(state, square)
    written = {about.name for about in KINDS if about.letter in token(state, square).label}
    return kind.name in named(kinds) and written == named(kinds)


def in_sight(state, square, kinds):
    kind, _ = enemy(state, square)
    return kinds is None or (kind.name in named(kinds) and len(named(kinds)) > 1)


def quiet(state, since, limit, rows, home):
    (place,) = (square_of(piece) for piece in own(state) if kind_of(piece) == COMMANDER)
    at_home = HOME_ROWS - 1 if home == "home" else 0
    return (state.since, state.options.quiet, max(0, advance(place, who(state)) - at_home)) == (
        int(since),
        int(limit),
        int(rows),
    )


def ghost(state, square, turn):
    shown = token(state, square)
    return (shown.faded, shown.badge, shown.seat) == (True, turn, 1 - who(state))


def wounded(state, name, square, left, full, when):
    (piece,) = (piece for piece in own(state) if NAMES[square_of(piece)] == square)
    kind = KINDS[kind_of(piece)]
    each = "of your turns" if state.options.heal == "own" else "turn"
    return (kind.name, kind.power - damage_of(piece), kind.power, each) == (name, int(left), int(full), when)


def fog(state, pieces):
    living = {KINDS[kind_of(piece)].name for piece in own(state)} - {"Commander", "Decoy"}
    return named(pieces) == living and not GAME.view(state, who(state)).enemies


def commander_found(state, square, most):
    kind, health = enemy(state, square)
    return kind.name == "Commander" and health <= int(most)


CHECKS = {
    "setup": ready_layouts,
    "commander-found": commander_found,
    "commander-in-danger": in_danger,
    "surround": surround,
    "attack": lambda state, source, target: f"{source}x{target}" in legal(state),
    "tell": tell,
    "two-steps": two_steps,
    "touching": touching,
    "lived": lived,
    "letters": letters,
    "in-sight": in_sight,
    "last-decoys": lambda state, left: sum(kind_of(piece) == DECOY for piece in own(state)) == int(left),
    "quiet": quiet,
    "lost": lambda state, _: len(state.sides[1 - who(state)].pieces) < sum(kind.count for kind in KINDS),
    "ghost": ghost,
    "wounded": wounded,
    "points": lambda state, points, scout: (
        state.points == int(points)
        and bool(scout) == any(KINDS[kind_of(piece)].name == "Scout" for piece in own(state))
    ),
    "look-again": lambda state, _: state.phase == MOVEMENT and state.points < 3,
    "fog": fog,
}
"""Whether what a tip names is so, by its key."""


def untrue(state) -> list[str]:
    """Return the tips on a position that the engine contradicts."""
    return list_untrue(GAME, state, GAME.view(state, who(state)), SAYS, CHECKS)


@pytest.mark.budgeted
def test_every_tip_is_so_in_many_positions() -> None:
    said = set()
    for state in islice(positions(GAME, MATCHES, LEVELS, 240, 7), budget(60, 1000)):
        assert untrue(state) == []
        said |= {tip.key for tip in GAME.tips(GAME.view(state, who(state)))}
    assert said <= {*CHECKS}
    assert len(said) >= budget(8, 16)


def note(square, **shown):
    return Note(SQUARE_OF[square], **shown)


OWN = "Cd0 Sb2 Sf2 Ga4 Gd2 Ie2 Ig2 Da0 De0 Df0 Dg0 Dh0"
HIT = Seen(SQUARE_OF["c3"], SQUARE_OF["d2"], attack=True)
THREATENED = put(OWN.replace("Gd2", "Gd2'''"), "Ic3 Dh9 Ca9", ply=9)
RARE = [
    start(),
    THREATENED,
    knowing(THREATENED, notes=(note("c3", power=3),), seen=(HIT,)),
    knowing(THREATENED, notes=(note("c3", most=2, directions=DIAGONALLY),)),
    knowing(put(OWN, "Cc3'' Dh9", ply=9), notes=(note("c3", power=5, damage=2, survived=3),)),
    put("Cd0 Da3 Sb4 Gb6 Dc0", "Cf9 Dj9 Ga4 Di9", ply=9),
    put(OWN.replace("Cd0", "Cd4"), "Ca9", ply=41, since=20),
    put("Cd0 Da0", "Ca9", ply=41),
    put("Cd0 Gf2 Da0", "Ge3 Ca9", phase="a", ply=41),
]


@pytest.mark.parametrize("state", RARE)
def test_every_tip_is_so_in_rare_positions(state) -> None:
    assert untrue(state) == []


FALSE = [
    (
        "commander-in-danger",
        "The diamond on c3 is 2 squares from your Commander on d0, and it could. Step away.",
    ),
    (
        "commander-in-danger",
        "The diamond on h9 is 9 squares from your Commander on d0, and it could. Step away.",
    ),
    (
        "commander-in-danger",
        "The diamond on c3 is 3 squares from your Commander on d0, and it could. Destroy it.",
    ),
    ("two-steps", "The one on c3 took 3 steps in one turn. The others can't: it's a Scout."),
    ("lived", "The one on c3 lost 3 health and lived, so it has more: it's a Guardian."),
    ("letters", "The letters on c3 say what it can still be: a Guardian or a Scout."),
    (
        "wounded",
        "Your Guardian on d2 has 2 of 4 health. It gets 1 back at the start of each of your turns, and",
    ),
    ("wounded", "Your Guardian on d2 has 1 of 4 health. It gets 1 back at the start of each turn, and"),
    ("touching", "You're touching the diamond on h9."),
    ("attack", "Now you can attack: d2 touches c3."),
    ("fog", "No enemy in sight. Bring your Scouts forward"),
    ("last-decoys", "You have 4 Decoys left."),
]
"""Tips on a position that aren't so."""


@pytest.mark.parametrize(("key", "words"), FALSE)
def test_a_tip_that_is_not_so_is_noticed(key: str, words: str) -> None:
    assert not is_so(THREATENED, key, words, SAYS, CHECKS)


def test_what_the_coach_once_said_wrongly_is_not_said() -> None:
    def told(state):
        return {tip.key: tip.words for tip in GAME.tips(GAME.view(state, CYAN))}

    decoy = knowing(put(OWN, "Dc3 Dh9 Ca9", ply=9), notes=(note("c3", power=1),))
    assert not {"commander-in-danger", "in-sight"} & {*told(decoy)}
    assert "says what it is: a Decoy." in told(decoy)["letters"]
    beyond = put("Cd0 Da7 Sb6 Db8 Da6", "Cf9 Da8 Da9", ply=9)
    assert "surround" not in told(beyond)
    assert "A Scout sees farthest" not in told(put("Cd0 Da0", "Ca9", ply=9))["points"]
