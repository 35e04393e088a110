"""Prompts that build a collapse tap by tap: how many to lift, which way, how many to drop on each square.

Only choices that can be completed are offered, so players never reach a dead end. Questions with a single
answer are skipped; so each choice names the whole draft it leads to (`leads_to`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from games.ccc.rules.actions import Line, Path
from games.ccc.rules.collapses import collapse, flat_lines, pyramid_lines, start
from games.ccc.rules.costs import cost, falls, list_worn_parts, name_piece, parts, warning
from games.ccc.rules.geometry import EVERY, Geometry
from games.ccc.rules.moves import plain_actions, stack_collapses, zone_of
from games.ccc.rules.notation import format_action
from games.ccc.rules.pieces import FLAT_STACK, PYRAMID_STACK, Piece, Pools, drop_parts
from games.ccc.rules.state import View
from games.ccc.rules.working_board import Working
from games.ccc.screen.paths import can_be_completed
from games.ccc.screen.scene import collapse_marks, would_stand
from games.core.screen.prompt import ARROWS, Choice, Prompt
from games.core.screen.scene import Mark, Scene

KEYS = ("n", "s", "e", "w", "ne", "nw", "se", "sw")
"""Compass keys of the directions as White sees them."""
_OPPOSITE = ("s", "n", "w", "e", "sw", "se", "nw", "ne")


def collapses(view: View, square: int) -> bool:
    """Return whether the Pyramid Stack on a square can collapse at all."""
    return next(iter(stack_collapses(view.setting.geometry, view.position, square)), None) is not None


def collapse_prompt(view: View, square: int, keys: tuple[str, ...]) -> Prompt:
    """Return the next question about a collapse; keys that lead nowhere are cut off."""
    piece = view.position.board[square]
    if piece is not None and piece.kind == PYRAMID_STACK:
        return _stack(view, square, piece, keys)
    lines = _lines(view, square)
    plans = {_keys_of(view, line): line for line in lines}
    while keys and not any(plan[: len(keys)] == keys for plan in plans):
        keys = keys[:-1]
    while keys not in plans and len(further := _further(plans, keys)) == 1:
        keys = (*keys, *further)
    if keys in plans:
        return _confirm(view, plans[keys])
    if not keys:
        return _how_many(view, square, further)
    if len(keys) == 1:
        return _which_way(view, square, int(keys[0]), further)
    return _how_many_here(view, next(p for k, p in plans.items() if k[: len(keys)] == keys), keys, further)


def _further(plans: Iterable[tuple[str, ...]], keys: tuple[str, ...]) -> list[str]:
    return list(dict.fromkeys(plan[len(keys)] for plan in plans if plan[: len(keys)] == keys))


def _lines(view: View, square: int) -> Sequence[Line]:
    position, setting = view.position, view.setting
    work, piece = Working(position.board, position.pools), position.board[square]
    zone = zone_of(setting.geometry, position, position.side)
    if piece is not None and piece.kind == FLAT_STACK:
        return flat_lines(setting.geometry, position.board, square, zone)
    plain = plain_actions(setting, position, square, piece, zone) if piece is not None else []
    reached = frozenset(getattr(action, "target", -1) for action in plain)
    return list(pyramid_lines(setting.geometry, work, square, reached))


def _key(view: View, direction: int) -> str:
    return (_OPPOSITE if view.who == 1 else KEYS)[direction]


def _keys_of(view: View, line: Line) -> tuple[str, ...]:
    return (str(line.count), _key(view, line.direction), *map(str, line.drops))


def _how_many(view: View, square: int, counts: list[str]) -> Prompt:
    piece = view.position.board[square]
    name = view.setting.geometry.names[square]
    choices = tuple(Choice(count, f"Lift {count}", leads_to=(name, "collapse", count)) for count in counts)
    what = list_worn_parts(piece) if piece is not None else ""
    return Prompt(
        f"On {name}: {what}. How many do you want to lift from the top?",
        "grid",
        choices,
        (Mark("chosen", (name,)),),
    )


def _which_way(view: View, square: int, count: int, ways: list[str]) -> Prompt:
    board = view.setting.geometry
    targets = {_key(view, d): board.rays[square][d][0] for d in EVERY if board.rays[square][d]}
    begun = (board.names[square], "collapse", str(count))
    choices = tuple(_way(way, board.names[targets[way]], begun) for way in ways)
    work = Working(view.position.board, view.position.pools)
    lifted, held = start(work, square, count)
    marks = (
        Mark("chosen", (board.names[square],)),
        Mark("landing", tuple(board.names[targets[way]] for way in ways)),
    )
    return Prompt(
        f"{_in_hand(held)} Which way?",
        "compass",
        choices,
        picture=_picture(view, lifted, held, marks),
    )


def _way(key: str, place: str, begun: tuple[str, ...]) -> Choice:
    return Choice(key, f"{ARROWS[key]} {place}", leads_to=(*begun, key))


def _in_hand(held: Piece | None) -> str:
    return f"In your hand: {list_worn_parts(held) if held else 'nothing'}."


def _how_many_here(view: View, plan: Line, keys: tuple[str, ...], counts: list[str]) -> Prompt:
    """Return the question of how many parts to drop on the next square of a line."""
    board, made = view.setting.geometry, keys[2:]
    place = board.rays[plan.source][plan.direction][len(made)]
    so_far = msgspec.structs.replace(plan, drops=plan.drops[: len(made)])
    stages = collapse(board, Working(view.position.board, view.position.pools), so_far)
    work, held = stages[-1]
    marks = (*collapse_marks(board, so_far), Mark("chosen", (board.names[place],)))
    begun = (board.names[plan.source], "collapse", *keys)
    return _drops(view, work, held, place, counts, begun, marks)


def _drops(
    view: View,
    work: Working,
    held: Piece | None,
    place: int,
    counts: list[str],
    begun: tuple[str, ...],
    marks: tuple[Mark, ...],
) -> Prompt:
    """Return the question of how many parts to drop on a square, with the cost of each choice."""
    there, name = work.board[place], view.setting.geometry.names[place]
    choices = tuple(
        Choice(count, _drop_label(held, int(count)), leads_to=(*begun, count)) for count in counts
    )
    question = f"{name}: how many do you want to drop? {_in_hand(held)}"
    warned = warning(held, there, work.pools) if held is not None else ""
    prices = (_price(held, int(count), there, work.pools) for count in counts)
    text = f"{question} {warned}".rstrip() + "".join(prices)
    return Prompt(text, "grid", choices, picture=_picture(view, work, held, marks))


def _drop_label(held: Piece | None, count: int) -> str:
    if held is None or not count:
        return "None"
    return f"Drop {count} ({parts(drop_parts(held, count)[0])})"


def _price(held: Piece | None, count: int, there: Piece | None, pools: Pools) -> str:
    """Return the cost of a drop on an enemy as a new line, or nothing for other drops."""
    if held is None or not count or there is None or there.seat == held.seat:
        return ""
    return f"\nDrop {count}: {cost(drop_parts(held, count)[0], there, pools)}."


def _confirm(view: View, action: Line | Path) -> Prompt:
    board = view.setting.geometry
    work, _ = collapse(board, Working(view.position.board, view.position.pools), action)[-1]
    text = format_action(action)
    choice = Choice("confirm", "Confirm", action=text, ends=True)
    picture = _picture(view, work, None, collapse_marks(board, action))
    question = "\n".join((f"This is how it would look ({text}).", *_costs(view, action)))
    return Prompt(question, "confirm", (choice,), picture=picture)


def _costs(view: View, action: Line | Path) -> Iterator[str]:
    """Yield the cost of each attack in a collapse, in order."""
    board = view.setting.geometry
    for fall in falls(board, view.position, action):
        if fall.there is not None:
            dropped = list_worn_parts(fall.group)
            attack = f"{dropped} onto the {name_piece(fall.there)} on {board.names[fall.square]}"
            yield f"{attack[0].upper()}{attack[1:]}: {cost(fall.group, fall.there, fall.pools)}."


def _picture(view: View, work: Working, held: Piece | None, marks: tuple[Mark, ...]) -> Scene:
    """Return a picture of the board as it would be."""
    shown = tuple(mark for mark in marks if mark.squares)
    return would_stand(view, work.board, work.pools, shown, held)


# --- Pyramid Stacks: too many plans to list, so each tap is checked by itself ---------------------------


def _stack(view: View, square: int, piece: Piece, keys: tuple[str, ...]) -> Prompt:
    counts = [
        str(count) for count in range(1, piece.height + 1) if can_be_completed(view, Path(count, square, ()))
    ]
    count = _answer(counts, keys[:1])
    if count is None:
        return _how_many(view, square, counts)
    path, keys = Path(int(count), square, ()), keys[1:]
    while sum(drop for _, drop in path.steps) < path.count:
        ways = [_key(view, d) for d in EVERY if can_be_completed(view, _with(path, d, 0))]
        way = _answer(ways, keys[:1])
        if way is None:
            return _stack_ways(view, path, ways)
        drops = _stack_counts(view, path, _direction(view, way))
        drop = _answer(drops, keys[1:2])
        if drop is None:
            return _stack_drops(view, path, way, drops)
        path, keys = _with(path, _direction(view, way), int(drop)), keys[2:]
    return _confirm(view, path)


def _answer(offered: list[str], keys: tuple[str, ...]) -> str | None:
    """Return the chosen answer, else the only possible one, or None if the player must be asked."""
    if keys and keys[0] in offered:
        return keys[0]
    return offered[0] if len(offered) == 1 else None


def _direction(view: View, key: str) -> int:
    return (_OPPOSITE if view.who == 1 else KEYS).index(key)


def _with(path: Path, direction: int, count: int) -> Path:
    return Path(path.count, path.source, (*path.steps, (direction, count)))


def _build_draft(view: View, path: Path) -> tuple[str, ...]:
    """Return the draft that builds an unfinished path."""
    steps = (key for way, drop in path.steps for key in (_key(view, way), str(drop)))
    return (view.setting.geometry.names[path.source], "collapse", str(path.count), *steps)


def _stack_counts(view: View, path: Path, direction: int) -> list[str]:
    """Return how many parts may drop on the next square in a direction."""
    most = path.count - sum(drop for _, drop in path.steps)
    counts = range(1, most + 1)
    return [str(count) for count in counts if can_be_completed(view, _with(path, direction, count))]


def _stack_ways(view: View, path: Path, ways: list[str]) -> Prompt:
    board = view.setting.geometry
    here = _end_of(board, path)
    work, held = collapse(board, Working(view.position.board, view.position.pools), path)[-1]
    targets = {way: board.rays[here][_direction(view, way)][0] for way in ways}
    choices = tuple(_way(way, board.names[targets[way]], _build_draft(view, path)) for way in ways)
    marks = (
        *(collapse_marks(board, path) if path.steps else ()),
        Mark("chosen", (board.names[here],)),
        Mark("landing", tuple(board.names[target] for target in targets.values())),
    )
    question = f"{_in_hand(held)} Which way?"
    return Prompt(question, "compass", choices, picture=_picture(view, work, held, marks))


def _stack_drops(view: View, path: Path, way: str, counts: list[str]) -> Prompt:
    board = view.setting.geometry
    work, held = collapse(board, Working(view.position.board, view.position.pools), path)[-1]
    place = board.rays[_end_of(board, path)][_direction(view, way)][0]
    begun = (*_build_draft(view, path), way)
    marks = (
        *(collapse_marks(board, path) if path.steps else ()),
        Mark("chosen", (board.names[place],)),
    )
    return _drops(view, work, held, place, counts, begun, marks)


def _end_of(board: Geometry, path: Path) -> int:
    square = path.source
    for direction, _ in path.steps:
        square = board.rays[square][direction][0]
    return square
