"""The position tree of the furthest-looking level: valued replies, and sequences of best replies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.core.search.nodes import Nodes
from games.core.vocabulary.bits import members
from games.creators.ai.ground import Ground, Reached, faces_of, find_reach, near, ways, without

# Weights of the evaluation, from the builder's side, found by self-play.
HELD = 380
FILLABLE, ALSO_FILLABLE, WAY_TO_FILL = 30, 12, 4
THREATENED, ALSO_THREATENED, WAY_TO_TAKE, IN_WAIT = 22, 28, 6, 50
ABOUT_TO_WIN, ABOUT_TO_BE_SHORT = 4500, 350
"""The worth of each face that fills a cell: when that wins, and when one more is then missing."""
WINS_NOW = 60_000
ONE_SHORT, TWO_SHORT = 1500, 150
"""The worth to the builder of lacking only one or two cells in its next turn."""
GAINS = (
    (FILLABLE, ALSO_FILLABLE, WAY_TO_FILL, 0),
    (-THREATENED, -ALSO_THREATENED, -WAY_TO_TAKE, -IN_WAIT),
)
"""What a seat's pawns add where they can land on what it wants.

The Creator wants missing cells, the Destroyer held ones. The weights count for each face that leads to one,
each face and cell, each face, cell and pawn, and each pawn that any face leads to one.
"""


class Position(NamedTuple):
    """The pawns of both sides as sets of board cells, and the held cells as a set of pattern cells."""

    builder: int
    other: int
    held: int


Reply = tuple[int, int, int]
"""The worth of a reply to the builder, its source and its target."""


class Wanted(NamedTuple):
    """Pattern cells that a seat wants, repeated per face, and board cells from which a face leads to one."""

    cells: int
    near: int


class Landed(NamedTuple):
    """The pawns of a seat after a move, and what was within reach `before` it.

    The pawns can land on `once` within the pattern; the pawn that moved can land on `gained` from its target,
    and could land on `lost` from its source.
    """

    before: Reached
    pawns: int
    once: int
    gained: int = 0
    lost: int = 0


class Turn(NamedTuple):
    """A seat to move in a round, with the reach of its pawns and what they look for.

    A landing on `anew` changes what's held; `staying` is the position's worth to the builder without the
    cells that these pawns reach.
    """

    position: Position
    seat: int
    number: int
    moving: Reached
    wanted: Wanted
    anew: int
    staying: int


class Leaving(NamedTuple):
    """A pawn that moves from the cell `source`, and what its seat keeps without it.

    The other pawns can land on `rest` within the pattern, of which `stays` are wanted; `gone` is the
    position's worth to the builder without the cells that all of them reach.
    """

    source: int
    rest: int
    stays: int
    gone: int


FACE_NODES = 20
"""The nodes charged for trying all replies to one face of the die, about sixty."""


class Tries:
    """A search through replies, for one choice of a move; one face costs `FACE_NODES` nodes.

    `needs` tells how many cells win in each round from 0; later rounds need as many as the last. They win by
    `any_move`, or only by one that fills.
    """

    def __init__(self, ground: Ground, needs: Sequence[int], nodes: Nodes, any_move: bool = False) -> None:
        self.ground, self._needs, self._nodes, self._any_move = ground, needs, nodes, any_move
        self._reached: dict[int, Reached] = {}
        self._wanted: dict[tuple[int, int], Wanted] = {}

    def evaluate_replies(self, position: Position, seat: int, number: int, plies: int) -> int:
        """Return the builder's worth after `plies` best replies, with `seat` to roll in this round.

        It is the sum over all faces of each ply, 6 ** plies times the mean. The best reply is best at once.
        """
        if seat == 0 and self._any_move and position.held.bit_count() >= self._need(number):
            sure: int = WINS_NOW * 6**plies
            return sure
        ways_on: int = 6 ** (plies - 1)
        self._nodes.spend(6 * FACE_NODES)
        total = 0
        for replies in self.replies(position, seat, number):
            worth, source, target = (min if seat else max)(replies, default=(0, -1, -1))
            following = position
            if source < 0:
                worth = self.worth(position, seat, number)
            elif plies > 1:
                following = after(self.ground, position, seat, source, target)
            if plies == 1 or worth >= WINS_NOW:
                total += worth * ways_on
            else:
                total += self.evaluate_replies(following, 1 - seat, number + seat, plies - 1)
        return total

    def replies(self, position: Position, seat: int, number: int) -> tuple[list[Reply], ...]:
        """Return for each face of the die the moves of a seat that are worth searching.

        Of each pawn's aimless moves only one is included, and no move of the builder's pawns off the pattern.
        """
        turn, losses = self._turn(position, seat, number), dict[int, int]()
        found: tuple[list[Reply], ...] = ([], [], [], [], [], [])
        free, somewhere = ~position[seat], turn.wanted.near | turn.anew | position[1 - seat]
        for source in turn.moving.cells:
            leaving, stuck = self._leaving(turn, source), seat == 0 and turn.anew >> source & 1
            for replies, lines in zip(found, self.ground.lines, strict=True):
                targets = lines[source] & free
                for target in members(targets & (turn.anew if stuck else somewhere)):
                    replies.append((self._after_move(turn, leaving, losses, target), source, target))
                idle = targets & ~somewhere
                if idle and not stuck:
                    worth = leaving.gone + self._score_gains(seat, leaving.stays)
                    replies.append((worth, source, idle.bit_length() - 1))
        return found

    def _turn(self, position: Position, seat: int, number: int) -> Turn:
        moving, wanted = self._reach(position[seat]), self._want(position.held, seat)
        anew = self.ground.pattern if seat == 0 else position.builder & self.ground.pattern
        staying = self.worth(position, seat, number) - self._score_gains(seat, moving.once & wanted.cells)
        return Turn(position, seat, number, moving, wanted, anew, staying)

    def _score_gains(self, seat: int, found: int) -> int:
        first, each, _, _ = GAINS[seat]
        return first * faces_of(self.ground, found) + each * found.bit_count()

    def _leaving(self, turn: Turn, source: int) -> Leaving:
        _, _, way, beside = GAINS[turn.seat]
        wanted, near = turn.wanted
        rest = without(self.ground, turn.moving, source)
        lost = way * (self.ground.steps[source] & wanted).bit_count() + beside * (near >> source & 1)
        return Leaving(source, rest, rest & wanted, turn.staying - lost)

    def _after_move(self, turn: Turn, leaving: Leaving, losses: dict[int, int], target: int) -> int:
        """Return a move's worth; `losses` caches what the other seat loses with the pawn on a cell."""
        if turn.anew >> target & 1:
            return self._evaluate_move(turn, leaving, target)
        ground, (wanted, near) = self.ground, turn.wanted
        first, each, way, beside = GAINS[turn.seat]
        step = ground.steps[target] & wanted
        found = leaving.stays | step
        worth = leaving.gone + first * ((found + ground.full) & ground.spare).bit_count()
        worth += each * found.bit_count() + way * step.bit_count() + beside * (near >> target & 1)
        if turn.position[1 - turn.seat] >> target & 1:
            if target not in losses:
                losses[target] = self._loss(turn, target)
            worth += losses[target]
        return worth

    def _loss(self, turn: Turn, target: int) -> int:
        """Return the change in worth when the other seat loses a pawn that held no cell."""
        position, seat, number = turn.position, turn.seat, turn.number
        own, others = turn.moving, self._reach(position[1 - seat])
        left, lost = position[1 - seat] ^ 1 << target, self.ground.steps[target]
        mine = Landed(own, position[seat], own.once)
        theirs = Landed(others, left, without(self.ground, others, target), 0, lost)
        after_it = self._evaluate_landing(
            position.held, (mine, theirs) if seat == 0 else (theirs, mine), seat, number
        )
        return after_it - self.worth(position, seat, number)

    def _evaluate_move(self, turn: Turn, leaving: Leaving, target: int) -> int:
        """Return the worth of a move that changes what's held; WINS_NOW if it fills the last cell needed."""
        position, seat, steps = turn.position, turn.seat, self.ground.steps
        moved = after(self.ground, position, seat, leaving.source, target)
        step, others = steps[target], self._reach(position[1 - seat])
        count = moved.held.bit_count()
        counts = self._any_move or count > position.held.bit_count()
        if seat == 0 and counts and count >= self._need(turn.number):
            return WINS_NOW
        mine = Landed(turn.moving, moved[seat], leaving.rest | step, step, steps[leaving.source])
        theirs = Landed(others, moved[1 - seat], others.once)
        if position[1 - seat] >> target & 1:
            once = without(self.ground, others, target)
            theirs = Landed(others, moved[1 - seat], once, 0, step)
        return self._evaluate_landing(
            moved.held, (mine, theirs) if seat == 0 else (theirs, mine), seat, turn.number
        )

    def worth(self, position: Position, seat: int, number: int) -> int:
        """Return the builder's worth after a ply of this seat in this round that filled no cell."""
        landed = [Landed(self._reach(pawns), pawns, self._reach(pawns).once) for pawns in position[:2]]
        return self._evaluate_landing(position.held, landed, seat, number)

    def _evaluate_landing(self, held: int, landed: Sequence[Landed], seat: int, number: int) -> int:
        """Return the builder's worth; `landed` holds the pawns of both seats."""
        count = held.bit_count()
        worth = HELD * count
        for side, (before, pawns, once, gained, lost) in enumerate(landed):
            wanted, near = self._want(held, side)
            found = once & wanted
            faces = faces_of(self.ground, found)
            first, each, way, beside = GAINS[side]
            there = ways(before, wanted) + (gained & wanted).bit_count() - (lost & wanted).bit_count()
            worth += first * faces + each * found.bit_count() + way * there
            worth += beside * (pawns & near).bit_count()
            if side == 0:
                short = self._need(number + 1) - count
                worth += _nearly(seat, short, 6 if self._any_move and short <= 0 else faces)
        return worth

    def _need(self, number: int) -> int:
        return self._needs[min(number, len(self._needs) - 1)]

    def _want(self, held: int, seat: int) -> Wanted:
        """Return what a seat looks for while these cells are held.

        For the Creator, pattern cells don't count as near: its pawns there hold a cell or should not move.
        """
        found = self._wanted.get((held, seat))
        if found is None:
            ground = self.ground
            cells = held if seat else held ^ ground.whole
            beside = near(ground, cells)
            found = Wanted(cells * ground.faces, beside if seat else beside & ~ground.pattern)
            self._wanted[held, seat] = found
        return found

    def _reach(self, pawns: int) -> Reached:
        found = self._reached.get(pawns)
        if found is None:
            found = self._reached[pawns] = find_reach(self.ground, pawns)
        return found


def position_of(ground: Ground, builder: int, other: int) -> Position:
    """Return the position with these pawns."""
    held = sum([ground.bits[cell] for cell in members(builder & ground.pattern)])
    return Position(builder, other, held)


def after(ground: Ground, position: Position, seat: int, source: int, target: int) -> Position:
    """Return the position after a move; a captured pawn is left out, since it re-enters far away."""
    moved, gone = 1 << source | 1 << target, ~(1 << target)
    if seat:
        return Position(position.builder & gone, position.other ^ moved, position.held & ~ground.bits[target])
    held = position.held & ~ground.bits[source] | ground.bits[target]
    return Position(position.builder ^ moved, position.other & gone, held)


def _nearly(seat: int, short: int, faces: int) -> int:
    """Return the worth to the builder of lacking at most two cells in its next ply.

    After a ply of the opponent it counts for each face that fills a cell; after the builder's own it is
    fixed.
    """
    if short > 2:
        return 0
    if seat:
        return faces * (ABOUT_TO_WIN if short <= 1 else ABOUT_TO_BE_SHORT)
    return ONE_SHORT if short <= 1 else TWO_SHORT
