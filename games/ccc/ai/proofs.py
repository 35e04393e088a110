"""What is certain, by looking at everything: wins in one, wins in two, and the only way out.

Nothing is pruned but what can't be: a piece that destroys all of the enemy's Pyramids in one action has at
least as much Strength as they have together. Ends for want of attacks are not looked for: who asks makes sure
that none is near (`is_calm`)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Line, Merge, Move, Path, Swap
from games.ccc.rules.collapses import groups_of, stack_stopped_by, start
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.moves import actions, flag_actions, is_frozen, of_piece, plain_targets, swaps, zone_of
from games.ccc.rules.pieces import PYRAMID_STACK, TORUS, Piece
from games.ccc.rules.position import Board, Position, Setting
from games.ccc.rules.rules import after, carried_out, pyramid_strength
from games.ccc.rules.state import Key, key_of
from games.ccc.rules.working import Working

MOST = 4_000
"""Positions with more actions than this are left alone."""
_PLIES = 3
"""My turn, theirs, mine."""
_KILLERS = 8


class Done(msgspec.Struct, frozen=True, gc=False):
    """An action and the position after it."""

    action: Action
    position: Position

    @property
    def key(self) -> Key:
        """Actions that lead to the same position are one answer."""
        return key_of(self.position)


def is_calm(setting: Setting, position: Position) -> bool:
    """Whether the match can't end for want of attacks within a win in two."""
    quiet = setting.options.quiet
    return not quiet or position.quiet + _PLIES < quiet


def played(setting: Setting, position: Position, action: Action) -> Position:
    """The position after an action."""
    return after(position, carried_out(setting, position, action), action)


def all_actions(setting: Setting, position: Position, most: int = MOST) -> list[Action] | None:
    """All actions of the side to move; None if there are more than `most`."""
    found = list(islice(actions(setting, position), most + 1))
    return found if len(found) <= most else None


def all_done(setting: Setting, position: Position) -> list[Done] | None:
    """All actions that lead to different positions, the first of those that lead to the same one."""
    found = all_actions(setting, position)
    if found is None:
        return None
    different: dict[Key, Done] = {}
    for action in found:
        done = Done(action, played(setting, position, action))
        different.setdefault(done.key, done)
    return list(different.values())


# --- wins in one ----------------------------------------------------------------------------------------


def wins(setting: Setting, position: Position, most: int = 2) -> list[Done]:
    """The actions with which the side to move destroys the last Pyramids of its enemy and keeps one of its
    own, each resulting position once; at most `most` of them."""
    different: dict[Key, Done] = {}
    for action in _deadly(setting, position):
        done = Done(action, played(setting, position, action))
        different.setdefault(done.key, done)
        if len(different) == most:
            break
    return list(different.values())


def can_win(setting: Setting, position: Position) -> bool:
    """Whether there is such an action."""
    return next(_deadly(setting, position), None) is not None


def _deadly(setting: Setting, position: Position) -> Iterator[Action]:
    """All actions that win by Pyramids."""
    side, board = position.side, setting.geometry
    needed = pyramid_strength(position.board, 1 - side)
    zone = zone_of(board, position, side)
    for square, piece in enumerate(position.board):
        if piece is None or piece.seat != side or _strength(piece, position) < needed:
            continue
        if is_frozen(piece, square, zone):
            continue
        for action in of_piece(setting, position, square, piece, zone):
            if isinstance(action, Attack | Line) and _has_won(carried_out(setting, position, action), side):
                yield action
        if piece.kind == PYRAMID_STACK:
            yield from _deadly_paths(setting, position, square, piece)


def _strength(piece: Piece, position: Position) -> int:
    return position.pools[piece.seat] if piece.kind == TORUS else piece.strength


def _has_won(work: Working, side: int) -> bool:
    own, other = _pyramids(work, side), _pyramids(work, 1 - side)
    return own and not other


def _pyramids(work: Working, seat: int) -> bool:
    return any(piece.pyramids for piece in work.board if piece is not None and piece.seat == seat)


def _deadly_paths(setting: Setting, position: Position, source: int, piece: Piece) -> Iterator[Path]:
    board, plain = setting.geometry, plain_targets(setting, position, source)
    for count in range(1, piece.height + 1):
        work, held = start(Working(position.board, position.pools), source, count)
        for steps in _walks(board, work, source, held, 1 << source):
            is_plain = count == piece.height and len(steps) == 1
            if not (is_plain and board.rays[source][steps[0][0]][0] in plain):
                yield Path(count, source, steps)


Steps = tuple[tuple[int, int], ...]


def _walks(
    board: Geometry, work: Working, square: int, held: Piece, entered: int, before: Steps = ()
) -> Iterator[Steps]:
    """The ways on from a square that end with the enemy's last Pyramids destroyed. CCC-65 to CCC-67."""
    for direction, target in board.steps[square]:
        if entered >> target & 1 or stack_stopped_by(work, target, held):
            continue
        for count, group, left in groups_of(held):
            then = work.copy()
            if not then.put(target, group):
                continue
            steps = (*before, (direction, count))
            if left is None:
                if _has_won(then, held.seat):
                    yield steps
            elif left.strength >= pyramid_strength(_placed(then), 1 - held.seat):
                yield from _walks(board, then, target, left, entered | 1 << target, steps)


def _placed(work: Working) -> Board:
    return tuple(work.board)


# --- wins in two, and ways out --------------------------------------------------------------------------


class Refuter:
    """Looks for what the enemy can do about a threat; what did before is tried first."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._killers: list[Action] = []

    def refuted(self, position: Position) -> bool | None:
        """Whether the side to move can keep its enemy from winning with the next action; None: there is too
        much that it may do."""
        if can_win(self.setting, position):
            return True
        if any(self._helps(position, reply) for reply in self._killers):
            return True
        replies = all_actions(self.setting, position)
        if replies is None:
            return None
        for reply in replies:
            if self._saves(position, reply):
                self._killers = [reply, *self._killers[: _KILLERS - 1]]
                return True
        return False

    def _helps(self, position: Position, reply: Action) -> bool:
        return is_legal(self.setting, position, reply) and self._saves(position, reply)

    def _saves(self, position: Position, reply: Action) -> bool:
        """Whether its enemy doesn't win after a reply, be it at once or because it has won already."""
        then = played(self.setting, position, reply)
        if not pyramid_strength(then.board, 1 - position.side):
            return True
        return bool(pyramid_strength(then.board, position.side)) and not can_win(self.setting, then)


def is_legal(setting: Setting, position: Position, action: Action) -> bool:
    """Whether an action of some other position may be played in this one, too; not asked of a Pyramid Stack's
    collapse or a pass, of which it says no."""
    zone = zone_of(setting.geometry, position, position.side)
    match action:
        case Move(source) | Merge(source) | Attack(source) | Hop(source) | Line(_, source):
            piece = position.board[source]
            if piece is None or piece.seat != position.side or is_frozen(piece, source, zone):
                return False
            return action in of_piece(setting, position, source, piece, zone)
        case FlagMove() | FlagReturn():
            return action in flag_actions(setting, position, zone)
        case Swap():
            return action in swaps(position.board, position.side)
        case _:
            return False


def wins_in_two(setting: Setting, position: Position, most: int = 2) -> list[Done] | None:
    """The actions after which the side to move wins with its next one, whatever the enemy does; at most
    `most` of them. None: there is too much to look at."""
    found, refuter, own = list[Done](), Refuter(setting), all_done(setting, position)
    if own is None:
        return None
    for done in own:
        if not _both_live(done.position):
            continue
        refuted = refuter.refuted(done.position)
        if refuted is None:
            return None
        if not refuted:
            found.append(done)
        if len(found) == most:
            break
    return found


def _both_live(position: Position) -> bool:
    return all(pyramid_strength(position.board, seat) for seat in (0, 1))


def toughest(setting: Setting, position: Position) -> tuple[Action, Action] | None:
    """Of a position that is lost at the next turn: the reply that leaves the fewest ways to win, and the
    first of these; None if there's no reply but to give up the last Pyramids oneself."""
    answers = []
    for number, reply in enumerate(all_actions(setting, position) or ()):
        then = played(setting, position, reply)
        if _both_live(then):
            ways = wins(setting, then, most=50)
            answers.append((len(ways), number, reply, ways[0].action))
    if not answers:
        return None
    _, _, reply, win = min(answers, key=lambda answer: answer[:2])
    return reply, win


def ways_out(setting: Setting, position: Position, most: int = 2) -> list[Done] | None:
    """The actions after which the enemy can't win at once; at most `most` of them. None: too many actions."""
    own = all_done(setting, position)
    if own is None:
        return None
    safe = (done for done in own if _both_live(done.position) and not can_win(setting, done.position))
    return list(islice(safe, most))
