"""The coach's tips for a first match, from the public board; what they name is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.ccc.rules.actions import Action, Attack, Hop, Line, Merge
from games.ccc.rules.moves import is_frozen, list_hopped, may_return_flag, zone_of
from games.ccc.rules.pieces import CONSTRUCTED, CUBE, FLAT, FLAT_STACK, PYRAMID, PYRAMID_STACK, TORUS
from games.ccc.rules.rules import carry_out, claim, pyramid_strength
from games.ccc.rules.state import View
from games.ccc.teaching.outlook import (
    Board,
    answer_attack,
    answer_hop,
    can_freeze,
    find_deadly,
    find_struck,
    find_topple,
    has_pyramid,
    list_actions,
    measure_strength,
    switch_side,
)
from games.core.vocabulary.lessons import Tip

_TALL = (FLAT_STACK, CONSTRUCTED, PYRAMID_STACK)

_EARLY = 6
"""The number of plies that count as the opening, in which players build."""
_FEW = 3
"""The Torus Strength that counts as little."""
_CHAIN = 2


def tips(view: View) -> tuple[Tip, ...]:
    """Return the tips for a viewer who is to move, the most important first."""
    if view.to_act is None or view.who != view.to_act:
        return ()
    position = view.position
    now = Board(view, list_actions(view, position), list_actions(view, switch_side(position)))
    return tuple(tip for tell in _TOPICS for tip in tell(now))


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
    position = now.view.position
    for attacker, target in find_deadly(position, now.theirs):
        if has_pyramid(position, target):
            ways = _list_ways(answer_attack(now, attacker, target)) or "See what you can get for it."
            yield Tip(
                "danger",
                f"Careful: their {now.describe(attacker)} can destroy your {now.describe(target)} on the "
                f"next turn. {ways}",
            )
            return


def _list_ways(ways: list[str]) -> str:
    """Return ways to answer a threat as a sentence, or nothing if there are none."""
    joined = ", or ".join(ways)
    return f"{joined[0].upper()}{joined[1:]}." if joined else ""


def _take(now: Board) -> Iterator[Tip]:
    """Yield a tip about an enemy Pyramid that a piece of the player can destroy and survive."""
    position = now.view.position
    for attacker, target in find_deadly(position, now.mine):
        weaker = measure_strength(position, target)
        if has_pyramid(position, target) and measure_strength(position, attacker) > weaker:
            yield Tip(
                "take",
                f"Your {now.describe(attacker)} is stronger than their {now.describe(target)} and reaches "
                f"it: both lose {weaker}, and yours survives. First see what could strike "
                "back there.",
            )
            return


def _last(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player has only one piece with a Pyramid left."""
    own = [square for square in now.own() if has_pyramid(now.view.position, square)]
    if len(own) == 1 and now.view.position.ply > _EARLY:
        yield Tip(
            "last",
            f"Your {now.describe(own[0])} is your last piece with a Pyramid: lose it, and the match is over. "
            "From now on, check every turn what could reach it.",
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
        turns = "1 turn" if position.quiet == 1 else f"{position.quiet} turns"
        then = "; if they're equal, Flats and Toruses decide" if how == "army" else ""
        yield Tip(
            "quiet",
            f"No hop, and no attack except on a Flag, for {turns} now. After {options.quiet} the match ends: "
            f"the stronger Pyramids win{then}. {ahead}, {advice}",
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
    taken = "a Flat" if len(best.landings) == 1 else f"{len(best.landings)} Flats"
    yield Tip(
        "hop",
        f"Your Flat on {now.name(best.source)} can hop over {over}: that takes {taken} and costs you "
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
            f"is empty. {_list_ways(answer_hop(now, hop))}".rstrip(),
        )


def _collapse(now: Board) -> Iterator[Tip]:
    """Yield a tip about a collapse that attacks at least one enemy."""
    enemies = now.enemies()
    for action in now.mine:
        if isinstance(action, Line) and (struck := find_struck(now, action, enemies)):
            yield Tip(
                "collapse",
                f"Your {now.describe(action.source)} can collapse onto {now.name(struck[0])}. Choose it "
                "and “Collapse”: you see what each drop would cost before you confirm.",
            )
            return


def _topple(now: Board) -> Iterator[Tip]:
    """Yield a tip about a Pyramid Stack that can collapse onto an enemy within two squares."""
    near = now.view.setting.geometry.near
    for tower in now.own(PYRAMID_STACK):
        around = {square for beside in near[tower] for square in (beside, *near[beside])}
        near_enemies = (square for square in now.enemies() if square in around)
        target = next((square for square in near_enemies if find_topple(now, tower, square)), None)
        if target is not None:
            yield Tip(
                "tower",
                f"Your {now.describe(tower)} can collapse square by square, turning as it likes. Their "
                f"{now.describe(target)} is close enough for that. Flats fall before Pyramids, so "
                "they can take the damage.",
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
                f"Your {now.describe(square)} is frozen by their Nice Flag and can't do anything. "
                f"{_tell_rescue(now)}",
            )
            return


def _tell_rescue(now: Board) -> str:
    """Return which of the player's pieces can destroy the enemy's Flag, or what could."""
    flag = now.view.position.flags[1 - now.seat]
    attack = next((a for a in now.mine if isinstance(a, Attack) and a.target == flag), None)
    if attack is None:
        return "A piece with a Pyramid could destroy the Flag, at a cost of 1 Strength."
    return f"Your {now.describe(attack.source)} can destroy the Flag, at a cost of 1 Strength."


def _back(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player may put back the Flag. CCC-40."""
    if may_return_flag(now.view.setting, now.view.position):
        silent = now.view.setting.options.compliments == "off"
        kind = "" if silent else ", and a compliment on your opponent's whole game"
        yield Tip(
            "flag-back",
            "Your Nice Flag is off the board, but you can put it back on its starting square. That takes "
            f"your turn{kind}.",
        )


def _freeze(now: Board) -> Iterator[Tip]:
    """Yield a tip if the Flag may move next to a Torus or Flat Stack that isn't frozen. CCC-39."""
    if now.view.position.ply <= _EARLY:
        return
    ice = zone_of(now.view.setting.geometry, now.view.position, 1 - now.seat)
    free = (square for square in now.enemies(TORUS, FLAT_STACK) if not ice >> square & 1)
    target = next((square for square in free if can_freeze(now, square)), None)
    if target is not None:
        yield Tip(
            "flag",
            "Your Nice Flag can go to any empty square, and enemies next to it without a Pyramid are frozen. "
            f"Next to their {now.describe(target)}, for example, it would freeze that piece.",
        )


# --- general advice -------------------------------------------------------------------------------------


def _cube(now: Board) -> Iterator[Tip]:
    """Yield a tip about an attack on a Cube, which only costs pieces."""
    cubes = now.enemies(CUBE)
    for action in now.mine:
        if isinstance(action, Attack) and action.target in cubes:
            yield Tip(
                "cube",
                f"Your {now.describe(action.source)} could attack the Cube on {now.name(action.target)}, but "
                "don't: Cubes are never destroyed, and what attacks one is gone.",
            )
            return


def _toruses(now: Board) -> Iterator[Tip]:
    """Yield a tip if the player's Toruses have little Strength left."""
    left = now.view.position.pools[now.seat]
    if now.own(TORUS) and left <= _FEW:
        yield Tip(
            "torus",
            f"Your Toruses share what they have left, and that's only {left}. When it's gone, so are they. "
            "Use it for something that's worth it.",
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
            f"Only Structures collapse, and you have none. {_tell_merge(now)}",
        )
    elif now.own(FLAT_STACK) and now.own(PYRAMID) and not now.own(PYRAMID_STACK):
        stack = now.own(FLAT_STACK)[0]
        yield Tip(
            "crown",
            f"A Pyramid on your {now.describe(stack)} would make a Pyramid Stack. It strikes around corners, "
            "and its Flats take the damage when it attacks.",
        )


def _tell_merge(now: Board) -> str:
    """Return an example of stacking in one turn, or in general how to stack."""
    merge = next((action for action in now.mine if isinstance(action, Merge)), None)
    if merge is None:
        return "A Flat goes onto a Flat next to it, and a Pyramid onto Flats on its diagonals."
    own = f"Your {now.describe(merge.source)} can go onto your {now.describe(merge.target)}, for example"
    return f"{own}: that takes one turn."


def _meet(now: Board) -> Iterator[Tip]:
    """Yield a tip while no piece can attack or hop over another."""
    if now.own(FLAT) and not _can_meet(now):
        yield Tip(
            "start",
            "Your goal: destroy all enemy Pyramids. Nothing can attack anything now, so bring your Flats "
            "forward. A Flat can't be hopped over if the square behind it is taken.",
        )


def _can_meet(now: Board) -> bool:
    """Return whether a piece can attack or hop, or a Pyramid Stack might."""
    fights = any(isinstance(action, Attack | Hop) for action in (*now.mine, *now.theirs))
    own, enemies = now.own(), now.enemies()
    falls = any(find_struck(now, action, enemies) for action in now.mine) or any(
        find_struck(now, action, own) for action in now.theirs
    )
    return fights or falls or bool(now.own(PYRAMID_STACK) or now.enemies(PYRAMID_STACK))


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
