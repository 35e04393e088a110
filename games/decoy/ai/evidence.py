"""What a seat was told of enemy pieces that it never lost sight of, line by line.

One observation is one line: what the seat was told of one action about one enemy piece. A piece is followed
while it stays in sight; one that is out of sight while it can't have moved is still followed. DP-17, DP-18,
DP-24, DP-25, DP-43. Source of the lines: the seat's own views, and the points that it was told of attacks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from games.core.record import Replayable
from games.decoy.rules import rules
from games.decoy.rules.actions import Action, Attack
from games.decoy.rules.board import BIT, advance, squares_in, towards
from games.decoy.rules.layouts import HOME_ROWS
from games.decoy.rules.notation import parse
from games.decoy.rules.notes import Kinds, Seen
from games.decoy.rules.options import read_options
from games.decoy.rules.pieces import COMMANDER, KINDS, kind_of
from games.decoy.rules.state import State, new_state, to_act
from games.decoy.rules.view import View, view

REACHED_AT_ALL = tuple(tuple(towards(square, kind.directions) for square in range(100)) for kind in KINDS)
"""For each kind and square, the set of squares one step away."""
CAME, STEPPED, STRUCK, LIVED, FELL, LEFT = "came", "stepped", "struck", "lived", "fell", "left"


class Line(msgspec.Struct, frozen=True, gc=False):
    """What a seat was told of action `number` (from 1) about a piece that is on `square` after it.

    CAME: it appeared; STEPPED: it came from `source`; LEFT: it went out of sight; STRUCK: it took `points`
    from a piece of the seat; LIVED: it lost `points` and survived; FELL: it was destroyed, and its full
    health was at most `points`.
    """

    number: int
    ply: int
    what: str
    square: int
    source: int = 0
    points: int = 0


Lines = tuple[Line, ...]


class Moment(msgspec.Struct, frozen=True):
    """What a seat knows after `number` actions of a match.

    Attributes:
        inside: The lines of each piece in sight, by its square.
        fallen: The lines of each piece removed in sight.
        unseen: The number of pieces removed out of sight.
        resting: The lines of each piece that is certainly where it was last seen, by its square.
        gone: The lines of each piece that went out of sight.
    """

    number: int
    state: State
    view: View
    inside: dict[int, Lines]
    fallen: tuple[Lines, ...]
    unseen: int
    resting: dict[int, Lines]
    gone: tuple[Lines, ...]

    @property
    def first(self) -> int:
        """The seat that had the first turn."""
        return self.state.mover if self.view.ply % 2 else 1 - self.state.mover

    @property
    def enemy(self) -> int:
        """The seat of the pieces that are followed."""
        return 1 if self.view.who == 0 else 0


def replay_actions(course: Replayable) -> Iterator[tuple[State, int, Action, State]]:
    """Yield each action of a match as (state before, seat, action, state after)."""
    state = new_state(read_options(course.options), course.seed)
    for text in course.actions:
        (seat, *_) = to_act(state)
        action = parse(view(state, seat), text)
        after = rules.play(state, seat, action).state
        yield state, seat, action, after
        state = after


def moments(course: Replayable, seat: int) -> Iterator[Moment]:
    """Yield what a seat knew after each action, until a piece can no longer be followed."""
    following = _Following(seat)
    for number, (before, actor, action, after) in enumerate(replay_actions(course), 1):
        if after.outcome is not None or not following.takes(number, before, actor, action, after):
            return
        yield following.moment(number, after)


class _Following:
    """The enemy pieces that a seat follows."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._inside, self._resting = dict[int, Lines](), dict[int, Lines]()
        self._fallen, self._gone, self._unseen = list[Lines](), list[Lines](), 0

    def moment(self, number: int, state: State) -> Moment:
        """Return what's known now."""
        return Moment(
            number,
            state,
            view(state, self.seat),
            dict(sorted(self._inside.items())),
            tuple(self._fallen),
            self._unseen,
            dict(sorted(self._resting.items())),
            tuple(self._gone),
        )

    def takes(self, number: int, before: State, actor: int, action: Action, after: State) -> bool:
        """Record one action, and return whether all pieces can still be followed."""
        was, now = view(before, self.seat), view(after, self.seat)
        if actor != self.seat and was.ply:
            seen = _news(was, now)
            if seen is None:
                return False
            for news in seen:
                self._saw(number, before, news)
        elif isinstance(action, Attack):
            self._record_attack(number, before, action, now)
        self._fell(was, now)
        self._look_again(now, may_move_on=actor != self.seat and not isinstance(action, Attack))
        if now.ply != was.ply and now.side != self.seat:
            self._gone += self._resting.values()
            self._resting = {}
        return set(self._inside) == set(squares_in(now.enemies))

    def _add_line(self, square: int, line: Line) -> None:
        self._inside[line.square] = (*self._inside.pop(square, ()), line)

    def _saw(self, number: int, before: State, seen: Seen) -> None:
        ply, source, target = before.ply, seen.source, seen.target
        if seen.attack and source is not None:
            enemies = before.sides[1 - self.seat].pieces
            power = KINDS[kind_of(rules.piece_at(enemies, source))].power
            self._add_line(source, Line(number, ply, STRUCK, source, points=power))
        elif source is not None and target is not None:
            self._add_line(source, Line(number, ply, STEPPED, target, source))
        elif source is not None:
            self._gone.append((*self._inside.pop(source, ()), Line(number, ply, LEFT, source)))
        elif target is not None:
            self._add_line(target, Line(number, ply, CAME, target))

    def _record_attack(self, number: int, before: State, attack: Attack, now: View) -> None:
        mine = before.sides[self.seat]
        power = KINDS[kind_of(rules.piece_at(mine.pieces, attack.source))].power
        if len(now.memory.fallen) == len(mine.memory.fallen):
            self._add_line(attack.target, Line(number, before.ply, LIVED, attack.target, points=power))
            return
        lacked = next((note.worst for note in mine.notes if note.square == attack.target), 0)
        most = max(lacked, mine.memory.stray) + power
        self._add_line(attack.target, Line(number, before.ply, FELL, attack.target, points=most))

    def _fell(self, was: View, now: View) -> None:
        for fallen in now.memory.fallen[len(was.memory.fallen) :]:
            if fallen.square is None:
                self._unseen += 1
            else:
                self._fallen.append(self._inside.pop(fallen.square, ()))

    def _look_again(self, now: View, *, may_move_on: bool) -> None:
        """Update the pieces that left or entered sight without moving."""
        seen = set(squares_in(now.enemies))
        for square in set(self._inside) - seen:
            lines = self._inside.pop(square)
            if may_move_on:
                self._gone.append(lines)
            else:
                self._resting[square] = lines
        for square in seen - set(self._inside):
            self._inside[square] = self._resting.pop(square, ())


def _news(was: View, now: View) -> tuple[Seen, ...] | None:
    """Return what was seen of the enemy's latest action, or None if a turn of the seat came in between."""
    if now.ply > was.ply + 1 or now.seen[: len(was.seen)] != was.seen:
        return None
    return now.seen[len(was.seen) :]


def kinds_shown(lines: Sequence[Line], enemy: int, first: int) -> Kinds:
    """Return the kinds that a piece of the seat `enemy` can be, given its lines in order.

    `first` is the seat that had the first turn. Anything not told is left open.
    """
    return tuple(kind for kind in range(len(KINDS)) if _fits(kind, lines, enemy, first))


def came_in_time(kind: int, square: int, enemy: int, first: int, ply: int) -> bool:
    """Return whether a piece of a kind can have come from its home rows to a square by a ply."""
    turns = (ply + 1) // 2 if enemy == first else ply // 2
    return advance(square, enemy) - (HOME_ROWS - 1) <= turns * KINDS[kind].reach


def _fits(kind: int, lines: Sequence[Line], enemy: int, first: int) -> bool:
    about = KINDS[kind]
    steps = [line for line in lines if line.what == STEPPED]
    return (
        all(came_in_time(kind, line.square, enemy, first, line.ply) for line in lines)
        and all(REACHED_AT_ALL[kind][line.source] & BIT[line.square] for line in steps)
        and max(Counter(line.ply for line in steps).values(), default=0) <= about.reach
        and all(line.points == about.power for line in lines if line.what == STRUCK)
        and all(line.points >= about.power and kind != COMMANDER for line in lines if line.what == FELL)
        and _most_lacked(lines) < about.power
    )


def _most_lacked(lines: Sequence[Line]) -> int:
    """Return the most health that the piece certainly lacked and survived; it heals 1 a turn. DP-6."""
    lacked = most = ply = 0
    for line in lines:
        if line.what == LIVED:
            lacked = max(0, lacked - (line.ply - ply) // 2) + line.points
            most, ply = max(most, lacked), line.ply
    return most
