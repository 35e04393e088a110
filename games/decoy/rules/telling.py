"""What each side and the public are told of an action. DP-18, DP-19, DP-24 to DP-27, DP-33, DP-42."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from games.core.game import Result, Viewer
from games.decoy.rules.board import NAMES, names_in
from games.decoy.rules.pieces import KINDS, Pieces, damage_of, kind_of
from games.decoy.rules.state import SEAT_NAMES, DecoyReason

Told = Mapping[Viewer, tuple[str, ...]]
_VIEWERS: tuple[Viewer, ...] = (0, 1, None)


def told(seat: int, own: tuple[str, ...], other: tuple[str, ...], public: tuple[str, ...]) -> Told:
    """Lines for the seat that acts, the other seat and the public."""
    return MappingProxyType({seat: own, 1 - seat: other, None: public})


def joined(first: Told, then: Told) -> Told:
    """One telling after another."""
    return MappingProxyType({who: first[who] + then[who] for who in _VIEWERS})


@lru_cache(maxsize=1 << 16)
def step_told(seat: int, kind: int, source: int, target: int, seen_from: bool, seen_to: bool) -> Told:
    """A step: what the other side sees of it, as it sees at that moment. DP-18."""
    a, b = NAMES[source], NAMES[target]
    if seen_from and seen_to:
        other: tuple[str, ...] = (f"Enemy {a}→{b}.",)
    elif seen_from:
        other = (f"An enemy left view at {a}.",)
    else:
        other = (f"An enemy appeared at {b}.",) if seen_to else ()
    return told(seat, (f"{KINDS[kind].name} {a}-{b}.",), other, ())


def bump_told(seat: int, kind: int, source: int, target: int) -> Told:
    """A step that an unseen enemy stopped: both see each other. DP-15."""
    a, b = NAMES[source], NAMES[target]
    own = f"An unseen enemy on {b} stops your {KINDS[kind].name} on {a}."
    return told(seat, (own,), (f"An enemy on {a} ran into your piece on {b}.",), ())


def attack_told(
    seat: int, squares: tuple[int, int], seen: bool, victim: int, power: int, destroyed: bool
) -> Told:
    """An attack: "hit" or "destroyed" for all, what it cost also for the owner of the victim. DP-24, DP-25.

    `squares`: from where, to where; `seen`: the victim's side sees from where."""
    source, target = NAMES[squares[0]], NAMES[squares[1]]
    kind, where = KINDS[kind_of(victim)], source if seen else "the fog"
    effect = "destroyed" if destroyed else "hit"
    public = f"{SEAT_NAMES[seat]} {source if seen else 'from fog'} × {target}: {effect}."
    points = f"{power} point{'s' if power > 1 else ''}"
    if destroyed:
        own = f"You destroyed a piece on {target}, from {source}."
        owner = f"Your {kind.name} on {target} was destroyed: {points}, from {where}."
    else:
        own = f"Hit: they took {power} on {target}, from {source}."
        left = kind.power - damage_of(victim) - power
        owner = (
            f"Your {kind.name} on {target} was hit for {points}, from {where}: {left} of {kind.power} left."
        )
    return told(seat, (own,), (owner,), (public,))


def surround_told(seat: int, owner: int, lost: Pieces, emptied: int, seen: int) -> Told:
    """Pieces of `owner` are surrounded by a step of `seat`. DP-33: the owner learns everything, the other
    side the number and those of the `emptied` squares that it sees."""
    public = f"Surrounded: {len(lost)} of {SEAT_NAMES[owner]}'s pieces."
    names = ", ".join(
        f"{KINDS[kind_of(piece)].name} {square}"
        for piece, square in zip(lost, names_in(emptied), strict=True)
    )
    squares = names_in(emptied & seen)
    where = (f"Now empty: {', '.join(squares)}.",) if squares else ()
    owners: tuple[str, ...] = (public, f"You lose {names}.")
    others: tuple[str, ...] = (public, *where)
    own, other = (owners, others) if owner == seat else (others, owners)
    return told(seat, own, other, (public,))


@cache
def movement_over(seat: int) -> Told:
    """The mover goes on to attacks; nobody else learns of it."""
    return told(seat, ("You're done moving; now you can attack.",), (), ())


@cache
def turn_over(seat: int) -> Told:
    """A turn has ended: public, without the points used. DP-19."""
    line = (f"{SEAT_NAMES[seat]}'s turn is over.",)
    return told(seat, line, line, line)


def set_up(seat: int) -> Told:
    """A layout is committed."""
    line = f"{SEAT_NAMES[seat]} has set up."
    return told(seat, ("Your layout is set.",), (line,), (line,))


def ending(result: Result) -> Told:
    """How it ended, for all."""
    line = (ending_sentence(result),)
    return told(0, line, line, line)


def ending_sentence(result: Result) -> str:
    """A game's own result in one sentence."""
    if result.winner is None:
        return {
            DecoyReason.QUIET: "Drawn: for too many turns, no piece was destroyed.",
        }.get(DecoyReason(result.reason), "Drawn: that was the last turn.")
    winner, loser = SEAT_NAMES[result.winner], SEAT_NAMES[1 - result.winner]
    how = {
        DecoyReason.ASSASSINATION: f"{loser}'s Commander has fallen",
        DecoyReason.ATTRITION: f"{loser} has no Decoys left",
        DecoyReason.TIEBREAK: "its Commander is farther forward, or more of its pieces are left",
    }
    return f"{winner} wins: {how[DecoyReason(result.reason)]}."
