"""The coach's tips for a first match, from the public board; they name squares to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagReturn, Hop, Line
from games.ccc.rules.collapses import squares_of
from games.ccc.rules.costs import describe_piece
from games.ccc.rules.moves import flag_actions, is_frozen, list_hopped, may_return_flag, of_piece, zone_of
from games.ccc.rules.pieces import CONSTRUCTED, CUBE, FLAT, FLAT_STACK, PYRAMID, PYRAMID_STACK, TORUS, Piece
from games.ccc.rules.position import Position
from games.ccc.rules.rules import carry_out, claim, pyramid_strength
from games.ccc.rules.state import View
from games.core.vocabulary.lessons import Tip

_TALL = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)
_EARLY = 6
"""The number of plies that count as the opening, in which players build."""
_FEW = 3
"""The Torus Strength that counts as little."""
_CHAIN = 2


class Board(msgspec.Struct, frozen=True):
    """A view with the actions that the player may take, and those the opponent could take instead."""

    view: View
    mine: tuple[Action, ...]
    theirs: tuple[Action, ...]

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.view.position.side

    def name(self, square: int) -> str:
        """Return the name of a square."""
        return self.view.setting.geometry.names[square]

    def piece(self, square: int) -> Piece | None:
        """Return the piece on a square, or None."""
        return self.view.position.board[square]

    def describe(self, square: int) -> str:
        """Return the piece on a square in words, such as “Torus on d5”."""
        piece = self.piece(square)
        return f"{describe_piece(piece) if piece else 'piece'} on {self.name(square)}"

    def own(self, *kinds: str) -> list[int]:
        """Return the squares of the player's pieces of some kinds, or of all if none is given."""
        return self._of(self.seat, kinds)

    def enemies(self, *kinds: str) -> list[int]:
        """Return the squares of the opponent's pieces of some kinds, or of all if none is given."""
        return self._of(1 - self.seat, kinds)

    def _of(self, seat: int, kinds: tuple[str, ...]) -> list[int]:
        board = self.view.position.board
        return [
            s
            for s, p in enumerate(board)
            if p is not None and p.seat == seat and (not kinds or p.kind in kinds)
        ]


def tips(view: View) -> tuple[Tip, ...]:
    """Return the tips for a viewer who is to move, the most important first."""
    if view.to_act is None or view.who != view.to_act:
        return ()
    position = view.position
    now = Board(view, _doings(view, position), _doings(view, _switch_side(position)))
    return tuple(tip for tell in _TOPICS for tip in tell(now))


def _switch_side(position: Position) -> Position:
    return msgspec.structs.replace(position, side=1 - position.side)


def _doings(view: View, position: Position) -> tuple[Action, ...]:
    """Return a side's actions without Flag moves, swaps and Pyramid Stack collapses."""
    setting, zone = view.setting, zone_of(view.setting.geometry, position, position.side)
    return tuple(
        action
        for square, piece in enumerate(position.board)
        if piece is not None and piece.seat == position.side and not is_frozen(piece, square, zone)
        for action in of_piece(setting, position, square, piece, zone)
    )


Topic = Callable[[Board], Iterator[Tip]]


# --- what decides the match -----------------------------------------------------------------------------


def _win(now: Board) -> Iterator[Tip]:
    """Yield a tip about an attack that leaves only the player with Pyramids."""
    for action in now.mine:
        if isinstance(action, Attack) and _find_left_after(now, action) == {now.seat}:
            yield Tip(
                "win",
                f"Look at your {now.describe(action.source)}: it can destroy the last enemy Pyramid, the "
                f"{now.describe(action.target)}. That wins the match.",
            )
            return


def _find_left_after(now: Board, action: Action) -> set[int]:
    """Return the seats that still have Pyramids after an action of the player."""
    board = carry_out(now.view.setting, now.view.position, action).board
    return {piece.seat for piece in board if piece is not None and piece.pyramids}


def _danger(now: Board) -> Iterator[Tip]:
    """Yield a tip about an enemy that could destroy a piece of the player that has a Pyramid."""
    for attacker, target in _deadly(now, now.theirs):
        piece = now.piece(target)
        if piece is not None and piece.pyramids:
            ice = "" if _has_pyramid(now, attacker) else ", or freeze the attacker with your Nice Flag"
            yield Tip(
                "danger",
                f"Careful: their {now.describe(attacker)} can destroy your {now.describe(target)} on the "
                f"next turn. Move it, or put something in the way{ice}.",
            )
            return


def _deadly(now: Board, actions: tuple[Action, ...]) -> Iterator[tuple[int, int]]:
    """Yield (attacker, target) for each plain attack that destroys its target."""
    for action in actions:
        if isinstance(action, Attack) and _strength(now, action.source) >= _strength(now, action.target):
            yield action.source, action.target


def _strength(now: Board, square: int) -> int:
    piece = now.piece(square)
    if piece is None or piece.kind == CUBE:
        return 10**6
    return now.view.position.pools[piece.seat] if piece.kind == TORUS else piece.strength


def _has_pyramid(now: Board, square: int) -> bool:
    piece = now.piece(square)
    return piece is not None and bool(piece.pyramids)


def _take(now: Board) -> Iterator[Tip]:
    """Yield a tip about an enemy Pyramid that a piece of the player can destroy and survive."""
    for attacker, target in _deadly(now, now.mine):
        if _has_pyramid(now, target) and _strength(now, attacker) > _strength(now, target):
            yield Tip(
                "take",
                f"Your {now.describe(attacker)} is stronger than their {now.describe(target)} and reaches "
                f"it: both lose {_strength(now, target)}, and yours survives. First see what could strike "
                "back there.",
            )
            return


def _last(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player has only one piece with a Pyramid left."""
    own = [square for square in now.own() if _has_pyramid(now, square)]
    if len(own) == 1 and now.view.position.ply > _EARLY:
        yield Tip(
            "last",
            f"Your {now.describe(own[0])} is all you have of Pyramids: lose it, and the match is over. From "
            "now on, see every turn what could reach it.",
        )


def _quiet(now: Board) -> Iterator[Tip]:
    """Yield a tip if a quiet ending is near. CCC-75."""
    options, position = now.view.setting.options, now.view.position
    if options.quiet and 2 * position.quiet >= options.quiet and options.quiet_result != "draw":
        how = options.quiet_result
        mine, theirs = (claim(position, seat, how) for seat in (now.seat, 1 - now.seat))
        ahead = (
            "You'd win that" if mine > theirs else "They'd win that" if mine < theirs else "It'd be a draw"
        )
        advice = "so you can wait." if mine > theirs else "so it's time to attack."
        yield Tip(
            "quiet",
            f"No attack for {position.quiet} turns now. After {options.quiet} the match ends, and the "
            f"stronger side wins: Pyramids count first. {ahead}, {advice}",
        )


# --- hops and collapses ---------------------------------------------------------------------------------


def _hops(now: Board) -> Iterator[Tip]:
    """Yield tips about the player's longest hop chain."""
    found = [action for action in now.mine if isinstance(action, Hop)]
    if not found:
        return
    best = max(found, key=lambda hop: len(hop.landings))
    over = ", ".join(now.name(square) for square in _list_hopped(now, best))
    if len(best.landings) >= _CHAIN:
        yield Tip(
            "chain",
            f"Your Flat on {now.name(best.source)} can hop {len(best.landings)} times in one turn, over "
            f"{over}. Every Flat it leaps over is gone, and it may turn any way after the first hop.",
        )
    yield Tip(
        "hop",
        f"Your Flat on {now.name(best.source)} can hop over {over}: that takes a Flat and costs you "
        "nothing. An attack would cost you yours.",
    )


def _list_hopped(now: Board, hop: Hop) -> tuple[int, ...]:
    return list_hopped(now.view.setting.geometry, hop.source, hop.landings)


def _warn_of_hop(now: Board) -> Iterator[Tip]:
    """Yield a tip about a hop that threatens one of the player's Flats."""
    hop = next((action for action in now.theirs if isinstance(action, Hop)), None)
    if hop is not None:
        over = now.name(_list_hopped(now, hop)[0])
        yield Tip(
            "gap",
            f"Their Flat on {now.name(hop.source)} can hop over yours on {over}, since the square behind it "
            "is empty. Fill the gap, move away, or stack: stacks can't be hopped over.",
        )


def _collapse(now: Board) -> Iterator[Tip]:
    """Yield a tip about a collapse that attacks at least one enemy."""
    board = now.view.setting.geometry
    for action in now.mine:
        if isinstance(action, Line):
            struck = [s for s, drop in squares_of(board, action) if drop and s in now.enemies()]
            if struck:
                yield Tip(
                    "collapse",
                    f"Your {now.describe(action.source)} can collapse onto {now.name(struck[0])}. Choose it "
                    "and “Collapse”: you see what each drop would cost before you confirm.",
                )
                return


def _topple(now: Board) -> Iterator[Tip]:
    """Yield a tip about a Pyramid Stack with an enemy within two squares."""
    near = now.view.setting.geometry.near
    for tower in now.own(PYRAMID_STACK):
        around = {square for beside in near[tower] for square in (beside, *near[beside])}
        target = next((square for square in now.enemies() if square in around), None)
        if target is not None:
            yield Tip(
                "tower",
                f"Your {now.describe(tower)} can collapse square by square, turning as it likes. Their "
                f"{now.describe(target)} is close enough for that. Flats fall first, so they take the "
                "damage.",
            )
            return


# --- the Nice Flag --------------------------------------------------------------------------------------


def _warn_of_freeze(now: Board) -> Iterator[Tip]:
    """Yield a tip about a frozen piece of the player."""
    zone = zone_of(now.view.setting.geometry, now.view.position, now.seat)
    for square in now.own():
        piece = now.piece(square)
        if piece is not None and is_frozen(piece, square, zone):
            yield Tip(
                "frozen",
                f"Your {now.describe(square)} is frozen by their Nice Flag and can't do anything. A Pyramid "
                "of yours can destroy the Flag, which costs it 1.",
            )
            return


def _back(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player may put back the Flag. CCC-40."""
    if may_return_flag(now.view.setting, now.view.position):
        yield Tip(
            "flag-back",
            "Your Nice Flag has been destroyed, but you can put it back on its starting square. That takes "
            "your turn, and a compliment on your opponent's whole game.",
        )


def _freeze(now: Board) -> Iterator[Tip]:
    """Yield a tip if the Flag may move next to a Torus or Flat Stack that isn't frozen. CCC-39."""
    zone = zone_of(now.view.setting.geometry, now.view.position, now.seat)
    flights = flag_actions(now.view.setting, now.view.position, zone)
    if not flights or isinstance(flights[0], FlagReturn) or now.view.position.ply <= _EARLY:
        return
    ice = zone_of(now.view.setting.geometry, now.view.position, 1 - now.seat)
    target = next((s for s in now.enemies(TORUS, FLAT_STACK) if not ice >> s & 1), None)
    if target is not None:
        yield Tip(
            "flag",
            "Your Nice Flag can go to any empty square, and enemies next to it without a Pyramid are frozen. "
            f"Next to their {now.describe(target)}, for example, it would stop it.",
        )


# --- general advice -------------------------------------------------------------------------------------


def _cube(now: Board) -> Iterator[Tip]:
    """Yield a tip about an attack on a Cube, which only costs pieces."""
    for action in now.mine:
        if isinstance(action, Attack) and _kind(now, action.target) == CUBE:
            yield Tip(
                "cube",
                f"Your {now.describe(action.source)} could attack the Cube on {now.name(action.target)}, but "
                "don't: Cubes are never destroyed, and what attacks one is gone.",
            )
            return


def _kind(now: Board, square: int) -> str:
    piece = now.piece(square)
    return "" if piece is None else piece.kind


def _toruses(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player's Toruses have little Strength left."""
    left = now.view.position.pools[now.seat]
    if now.own(TORUS) and left <= _FEW:
        yield Tip(
            "torus",
            f"Your Toruses share what they have left, and that's only {left}. When it's gone, both are. Use "
            "it for something that's worth it.",
        )


def _trade(now: Board) -> Iterator[Tip]:
    """Yield a tip if one side's Pyramids have more Strength left."""
    mine, theirs = (pyramid_strength(now.view.position.board, seat) for seat in (now.seat, 1 - now.seat))
    if mine > theirs:
        yield Tip(
            "ahead",
            f"Your Pyramids have {mine} Strength left, theirs {theirs}. You're ahead, so even trades are "
            "good for you.",
        )
    elif mine < theirs:
        yield Tip(
            "behind",
            f"Your Pyramids have {mine} Strength left, theirs {theirs}. Avoid even trades, and look for one "
            "turn that strikes twice: a collapse or a chain.",
        )


def _build(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player has no Structure yet, or could crown a Flat Stack with a Pyramid."""
    if not now.own(*_TALL):
        yield Tip(
            "stack",
            "Only Structures collapse, and you have none yet. Put a Flat onto the Flat beside it, or a "
            "Pyramid onto a Flat in front of it, diagonally: that takes one turn.",
        )
    elif now.own(FLAT_STACK) and now.own(PYRAMID) and not now.own(PYRAMID_STACK):
        stack = now.own(FLAT_STACK)[0]
        yield Tip(
            "crown",
            f"A Pyramid on your {now.describe(stack)} would make a Pyramid Stack. It strikes around corners, "
            "and its Flats take the damage when it attacks.",
        )


def _meet(now: Board) -> Iterator[Tip]:
    """Yield a tip while no piece can attack or hop over another."""
    attacks = any(isinstance(action, Attack | Hop) for action in (*now.mine, *now.theirs))
    if not attacks and now.own(FLAT):
        yield Tip(
            "start",
            "Your goal: destroy all three enemy Pyramids. Nothing can reach anything yet, so bring your "
            "Flats forward, side by side: one with a friend behind it can't be hopped over.",
        )


_TOPICS: tuple[Topic, ...] = (
    _meet,
    _win,
    _danger,
    _take,
    _hops,
    _warn_of_freeze,
    _warn_of_hop,
    _last,
    _collapse,
    _topple,
    _back,
    _quiet,
    _build,
    _freeze,
    _cube,
    _toruses,
    _trade,
)
"""The topics, the most important first."""
