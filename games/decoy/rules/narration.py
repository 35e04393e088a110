"""The messages about an action for each side and the public. DP-18, DP-19, DP-24 to DP-27, DP-33, DP-42."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from games.core.game import Result, Viewer
from games.decoy.rules.board import NAMES, names_in
from games.decoy.rules.options import DRAW, Options
from games.decoy.rules.pieces import KINDS, Pieces, damage_of, kind_of
from games.decoy.rules.state import SEAT_NAMES, DecoyReason
from games.decoy.rules.tiebreak import explain_tiebreak

Told = Mapping[Viewer, tuple[str, ...]]
_STRIKERS = {kind.power: kind.name for kind in KINDS}


def tell_viewers(seat: int, own: tuple[str, ...], other: tuple[str, ...], public: tuple[str, ...]) -> Told:
    """Return the lines for the acting seat, the other seat, and the public."""
    return MappingProxyType({seat: own, 1 - seat: other, None: public})


def join_messages(first: Told, then: Told) -> Told:
    """Return two sets of messages joined, one after the other for each viewer."""
    joined = {0: first[0] + then[0], 1: first[1] + then[1], None: first[None] + then[None]}
    return MappingProxyType(joined)


@cache
def step_told(seat: int, kind: int, source: int, target: int, seen_from: bool, seen_to: bool) -> Told:
    """Return the messages about a step; the opponent gets only what it sees at that moment. DP-18."""
    a, b = NAMES[source], NAMES[target]
    if seen_from and seen_to:
        other: tuple[str, ...] = (f"An enemy went from {a} to {b}.",)
    elif seen_from:
        other = (f"An enemy left your view at {a}.",)
    else:
        other = (f"An enemy appeared at {b}.",) if seen_to else ()
    return tell_viewers(seat, (f"Your {KINDS[kind].name} went from {a} to {b}.",), other, ())


def bump_told(seat: int, kinds: tuple[int, int], source: int, target: int) -> Told:
    """Return the messages about a step stopped by an unseen enemy; both pieces are now seen. DP-15.

    `kinds` are those of the piece that stepped and of the enemy's; each side is told its own.
    """
    a, b = NAMES[source], NAMES[target]
    mine, theirs = (KINDS[kind].name for kind in kinds)
    own = f"An unseen enemy on {b} stops your {mine} on {a}."
    return tell_viewers(seat, (own,), (f"An enemy on {a} ran into your {theirs} on {b}.",), ())


def attack_told(
    seat: int, squares: tuple[int, int], seen: tuple[bool, bool], victim: int, power: int, destroyed: bool
) -> Told:
    """Return the messages about an attack. DP-24, DP-25, DP-42.

    All viewers learn "hit" or "destroyed"; only the target's owner learns the power and the health left.
    `squares` are the attacker's and the target's. `seen` says whether the target's side sees the attacker,
    and whether the public does.
    """
    source, target = NAMES[squares[0]], NAMES[squares[1]]
    kind, where = KINDS[kind_of(victim)], source if seen[0] else "the fog"
    effect = "destroyed" if destroyed else "hit"
    origin = f" from {source}" if seen[1] else ""
    public = f"{SEAT_NAMES[seat]} attacks {target}{origin}: {effect}."
    striker = _STRIKERS[power]
    if destroyed:
        own = f"Your {striker} on {source} destroyed the piece on {target}."
        owner = f"Your {kind.name} on {target} was destroyed by a hit for {power} from {where}."
    else:
        own = f"Your {striker} on {source} hit the piece on {target} for {power}. It survived."
        left = f"{kind.power - damage_of(victim) - power} of {kind.power} health left"
        owner = f"Your {kind.name} on {target} was hit for {power} from {where}: {left}."
    return tell_viewers(seat, (own,), (owner,), (public,))


def surround_told(seat: int, owner: int, lost: Pieces, emptied: int, seen: int) -> Told:
    """Return the messages about pieces of `owner` surrounded by a step of `seat`. DP-33.

    The owner learns everything; the opponent learns the number, and which `emptied` squares it sees.
    """
    public = f"Surrounded: {len(lost)} of {SEAT_NAMES[owner]}'s pieces."
    *rest, last = (
        f"{KINDS[kind_of(piece)].name} on {square}"
        for piece, square in zip(lost, names_in(emptied), strict=True)
    )
    names = f"{', '.join(rest)} and {last}" if rest else last
    squares = names_in(emptied & seen)
    where = (f"Now empty: {', '.join(squares)}.",) if squares else ()
    owners: tuple[str, ...] = (f"Surrounded: {len(lost)} of your pieces.", f"You lost your {names}.")
    others: tuple[str, ...] = (public, *where)
    own, other = (owners, others) if owner == seat else (others, owners)
    return tell_viewers(seat, own, other, (public,))


_MOVED = "You're done moving; now you can attack."
_OVER = "Your turn is over."


@cache
def movement_over(seat: int) -> Told:
    """Return the message that movement is over, which only the mover gets."""
    return tell_viewers(seat, (_MOVED,), (), ())


def retell(seat: int, line: str) -> str:
    """Return a line that only a seat was told as a spectator reads it; empty if it says nothing new."""
    if line == _MOVED:
        return ""
    if line == _OVER:
        return turn_over(seat)[None][0]
    name = SEAT_NAMES[seat]
    told = line.replace("You lost your ", f"{name} lost its ")
    told = told.replace("Your ", f"{name}'s ").replace("your ", f"{name}'s ")
    return f"{name}: {line}" if told == line else told


@cache
def turn_over(seat: int) -> Told:
    """Return the messages that a turn has ended, without the points used. DP-19."""
    line = (f"{SEAT_NAMES[seat]}'s turn is over.",)
    return tell_viewers(seat, (_OVER,), line, line)


def set_up(seat: int) -> Told:
    """Return the messages that a seat has committed its layout."""
    line = f"{SEAT_NAMES[seat]} has set up."
    return tell_viewers(seat, ("Your layout is set.",), (line,), (line,))


def ending(result: Result, armies: tuple[Pieces, Pieces], options: Options) -> Told:
    """Return the message about the match's end, for all viewers."""
    line = (ending_sentence(result, armies, options),)
    return tell_viewers(0, line, line, line)


def ending_sentence(result: Result, armies: tuple[Pieces, Pieces], options: Options) -> str:
    """Describe a result that the rules brought about, in one sentence; `armies` are the pieces left."""
    if result.winner is None:
        limits = {
            DecoyReason.QUIET: f"no loss for {options.quiet} turns",
            DecoyReason.PLIES: f"turn {options.max_plies} was the last",
        }
        equal = "" if options.tiebreak == DRAW else ", and all is equal"
        return f"Drawn: {limits[DecoyReason(result.reason)]}{equal}."
    winner, loser = SEAT_NAMES[result.winner], SEAT_NAMES[1 - result.winner]
    how = {
        DecoyReason.ASSASSINATION: f"{loser}'s Commander is destroyed",
        DecoyReason.ATTRITION: f"{loser} has no Decoys left",
    }
    reason = how.get(DecoyReason(result.reason)) or explain_tiebreak(armies, options)
    return f"{winner} wins: {reason}."
