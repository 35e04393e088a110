"""Exhaustive proofs: wins in one, wins in two, and the only way out.

Only the impossible is pruned: a piece that destroys all enemy Pyramids in one action needs at least as much
Strength as they have together. Callers first check with `is_calm` that no quiet ending is near.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Line, Merge, Move, Path, Swap
from games.ccc.rules.collapses import groups_of, is_plain, stack_stopped_by, start
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.moves import actions, flag_actions, is_frozen, of_piece, swaps, zone_of
from games.ccc.rules.pieces import PYRAMID_STACK, TORUS, Piece
from games.ccc.rules.position import Board, Position, Setting
from games.ccc.rules.rules import after, carry_out, pyramid_strength
from games.ccc.rules.state import Key, key_of
from games.ccc.rules.working_board import Working

MOST = 4_000
"""The most actions a position may have to be examined."""
_PLIES = 3
"""Plies of a win in two: the winner's, the reply, and the winner's again."""
_KILLERS = 8


class Done(msgspec.Struct, frozen=True, gc=False):
    """An action and the position after it."""

    action: Action
    position: Position

    @property
    def key(self) -> Key:
        """The key of the position; actions with the same key count as one answer."""
        return key_of(self.position)


def is_calm(setting: Setting, position: Position) -> bool:
    """Return whether a win in two comes before the match ends for its turns without an attack."""
    quiet = setting.options.quiet
    return not quiet or position.quiet + _PLIES < quiet


def play_action(setting: Setting, position: Position, action: Action) -> Position:
    """Return the position after a legal action."""
    return after(position, carry_out(setting, position, action), action)


def all_actions(setting: Setting, position: Position, most: int = MOST) -> list[Action] | None:
    """Return all actions of the side to move, or None if there are more than `most`."""
    found = list(islice(actions(setting, position), most + 1))
    return found if len(found) <= most else None


def all_done(setting: Setting, position: Position) -> list[Done] | None:
    """Return the first action that leads to each possible next position, or None if there are too many."""
    found = all_actions(setting, position)
    if found is None:
        return None
    different: dict[Key, Done] = {}
    for action in found:
        done = Done(action, play_action(setting, position, action))
        different.setdefault(done.key, done)
    return list(different.values())


# --- wins in one ----------------------------------------------------------------------------------------


def wins(setting: Setting, position: Position, most: int = 2) -> list[Done]:
    """Return at most `most` actions to different positions that win by destroying the last enemy Pyramids."""
    different: dict[Key, Done] = {}
    for action in _deadly(setting, position):
        done = Done(action, play_action(setting, position, action))
        different.setdefault(done.key, done)
        if len(different) == most:
            break
    return list(different.values())


def can_win(setting: Setting, position: Position) -> bool:
    """Return whether the side to move can take the last enemy Pyramids and keep a Pyramid itself."""
    return next(_deadly(setting, position), None) is not None


def _deadly(setting: Setting, position: Position) -> Iterator[Action]:
    """Yield each action that wins by destroying the last enemy Pyramids."""
    side, board = position.side, setting.geometry
    needed = pyramid_strength(position.board, 1 - side)
    zone = zone_of(board, position, side)
    for square, piece in enumerate(position.board):
        if piece is None or piece.seat != side or _strength(piece, position) < needed:
            continue
        if is_frozen(piece, square, zone):
            continue
        for action in of_piece(setting, position, square, piece, zone):
            if isinstance(action, Attack | Line) and _has_won(carry_out(setting, position, action), side):
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
    board = setting.geometry
    for count in range(1, piece.height + 1):
        work, held = start(Working(position.board, position.pools), source, count)
        for steps in _walks(board, work, source, held, 1 << source):
            path = Path(count, source, steps)
            if not is_plain(piece.height, path):
                yield path


Steps = tuple[tuple[int, int], ...]


def _walks(
    board: Geometry, work: Working, square: int, held: Piece, entered: int, before: Steps = ()
) -> Iterator[Steps]:
    """Yield the rest of each collapse that destroys the last enemy Pyramids. CCC-65 to CCC-67."""
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
            elif left.strength >= pyramid_strength(_copy_board(then), 1 - held.seat):
                yield from _walks(board, then, target, left, entered | 1 << target, steps)


def _copy_board(work: Working) -> Board:
    return tuple(work.board)


# --- wins in two, and ways out --------------------------------------------------------------------------


class Refuter:
    """A search for replies that stop a threatened win; replies that worked before are tried first."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self._killers: list[Action] = []

    def can_refute(self, position: Position) -> bool | None:
        """Return whether the side to move can stop its enemy's win, or None if it has too many actions."""
        if can_win(self.setting, position):
            return True
        if any(self._helps(position, reply) for reply in self._killers):
            return True
        replies = all_actions(self.setting, position)
        if replies is None:
            return None
        for reply in replies:
            if self.saves(position, reply):
                self._killers = [reply, *self._killers[: _KILLERS - 1]]
                return True
        return False

    def _helps(self, position: Position, reply: Action) -> bool:
        return is_legal(self.setting, position, reply) and self.saves(position, reply)

    def saves(self, position: Position, reply: Action) -> bool:
        """Return whether the enemy can't win at once after a reply, or has no Pyramids left itself."""
        then = play_action(self.setting, position, reply)
        if not pyramid_strength(then.board, 1 - position.side):
            return True
        return bool(pyramid_strength(then.board, position.side)) and not can_win(self.setting, then)


def find_refutation(setting: Setting, position: Position) -> Action | None:
    """Return a reply after which the enemy can't win at once, or None if none is found."""
    refuter = Refuter(setting)
    replies = all_actions(setting, position) or ()
    return next((reply for reply in replies if refuter.saves(position, reply)), None)


def is_legal(setting: Setting, position: Position, action: Action) -> bool:
    """Return whether an action is legal in this position; False for a pass or a Pyramid Stack's collapse."""
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
    """Return the actions after which the side to move wins on its next turn, whatever the enemy does.

    Return at most `most` of them, or None if there is too much to examine.
    """
    found, refuter, own = list[Done](), Refuter(setting), all_done(setting, position)
    if own is None:
        return None
    for done in own:
        if not _both_live(done.position):
            continue
        refuted = refuter.can_refute(done.position)
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
    """Return the reply in a lost position that leaves the fewest ways to win, and the first such win.

    Return None if every reply destroys a side's last Pyramids.
    """
    answers = []
    for number, reply in enumerate(all_actions(setting, position) or ()):
        then = play_action(setting, position, reply)
        if _both_live(then):
            ways = wins(setting, then, most=50)
            answers.append((len(ways), number, reply, ways[0].action))
    if not answers:
        return None
    _, _, reply, win = min(answers, key=lambda answer: answer[:2])
    return reply, win


def ways_out(setting: Setting, position: Position, most: int = 2) -> list[Done] | None:
    """Return at most `most` actions that stop the enemy's win next turn, or None if too many to check."""
    own = all_done(setting, position)
    if own is None:
        return None
    safe = (done for done in own if _both_live(done.position) and not can_win(setting, done.position))
    return list(islice(safe, most))
