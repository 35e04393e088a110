"""Prompts for the next choice: a piece, what it does, and where; hops and collapses are built tap by tap.

A draft is (square, kind, …), followed by the target of a move, merge, attack, swap or Flag move, by the
landing squares of a hop, or by the number of parts lifted and then directions and drops of a collapse.
Nothing is committed before the last tap, and questions with a single answer are skipped.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from games.ccc.rules.actions import Action, Attack, FlagMove, FlagReturn, Hop, Merge, Move, Pass, Swap
from games.ccc.rules.compliments import LONGEST, READY, READY_FOR_THE_GAME, what_is_wrong
from games.ccc.rules.costs import cost, describe_piece, is_lost_for_nothing, name_piece
from games.ccc.rules.moves import actions, flag_actions, is_frozen, may_return_flag, of_piece, swaps, zone_of
from games.ccc.rules.notation import format_action
from games.ccc.rules.pieces import CUBE, FLAG, PYRAMID_STACK, TORUS
from games.ccc.rules.rules import carry_out
from games.ccc.rules.state import View
from games.ccc.screen.collapse_prompt import collapse_prompt, collapses
from games.ccc.screen.praise import praise
from games.ccc.screen.quiet_end import announce
from games.ccc.screen.scene import would_stand
from games.core.screen.prompt import Choice, Prompt, PromptShape
from games.core.screen.scene import Mark, Scene

RETURN, OWN = "return", "own"
_MOST_BUTTONS = 20
"""The most choices shown as buttons; more become a list, so that phones still show the board."""
_FEW_PIECES = 9
"""The most pieces shown as buttons, in rows of three; more become a list."""
_QUESTIONS = {"move": "Where to?", "merge": "Onto which of your pieces?", "attack": "Which enemy?"}
_LABELS = {
    "move": "Move",
    "merge": "Stack",
    "attack": "Attack",
    "hop": "Hop",
    "collapse": "Collapse",
    "swap": "Swap",
    "flag": "Move the Flag",
}
_PLAIN: dict[str, type[Move] | type[Merge] | type[Attack]] = {"move": Move, "merge": Merge, "attack": Attack}


def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """Return the next question for the viewer; a draft that leads nowhere starts from the first one."""
    if view.to_act is None or view.who != view.to_act:
        return Prompt("It's not your turn.", "list")
    if isinstance(next(actions(view.setting, view.position)), Pass):
        return Prompt(
            "There's nothing you can do, so you pass.", "list", (Choice("pass", "Pass", action="--"),)
        )
    if draft and draft[0] == RETURN and may_return_flag(view.setting, view.position):
        return _compliment(view, None, draft[1:])
    square = view.setting.geometry.square_of.get(draft[0]) if draft else None
    kinds = _kinds(view, square) if square is not None else {}
    if square is None or not kinds:
        return _pieces(view)
    kind, rest = _kind(kinds, draft)
    if kind is None:
        return _all_kinds(view, square, kinds)
    if not rest and len(kinds) > 1 and kind != "collapse" and _fit(view, square, kinds):
        return _all_kinds(view, square, kinds)  # A step back: these targets were never asked for alone.
    return _of_kind(view, square, kind, kinds[kind], rest)


def _kind(kinds: dict[str, list[Action]], draft: tuple[str, ...]) -> tuple[str | None, tuple[str, ...]]:
    """Return the kind of action in a draft and the keys after it; the only possible kind needs no key."""
    if len(kinds) == 1:
        only = next(iter(kinds))
        return only, draft[2:] if draft[1:2] == (only,) else draft[1:]
    return (draft[1], draft[2:]) if len(draft) > 1 and draft[1] in kinds else (None, ())


def _kinds(view: View, square: int) -> dict[str, list[Action]]:
    """Return the actions of the piece on a square by kind, with Pyramid Stack collapses left unlisted."""
    position, setting = view.position, view.setting
    piece, zone = position.board[square], zone_of(setting.geometry, position, position.side)
    if piece is None or piece.seat != view.to_act or is_frozen(piece, square, zone):
        return {}
    found: dict[str, list[Action]] = {}
    for action in of_piece(setting, position, square, piece, zone):
        found.setdefault(_kind_of(action), []).append(action)
    if piece.kind == PYRAMID_STACK and collapses(view, square):
        found["collapse"] = []
    pairs = [swap for swap in swaps(position.board, position.side) if square in (swap.one, swap.other)]
    if pairs:
        found["swap"] = [*pairs]
    if piece.kind == FLAG and (flights := flag_actions(setting, position, zone)):
        found["flag"] = flights
    return {kind: found[kind] for kind in _LABELS if kind in found}


def _kind_of(action: Action) -> str:
    for kind, of_kind in _PLAIN.items():
        if isinstance(action, of_kind):
            return kind
    return "hop" if isinstance(action, Hop) else "collapse"


def _pieces(view: View) -> Prompt:
    board = view.setting.geometry
    own = [
        (square, piece)
        for square, piece in enumerate(view.position.board)
        if piece is not None and piece.seat == view.to_act and _kinds(view, square)
    ]
    choices = [
        Choice(
            board.names[square], f"{board.names[square]} {describe_piece(piece)}"[:80], _hint(view, square)
        )
        for square, piece in own
    ]
    if may_return_flag(view.setting, view.position):
        choices.append(Choice(RETURN, "Put Flag back", button=True))
    marks = (Mark("option", tuple(board.names[square] for square, _ in own)),)
    shape: PromptShape = "grid" if len(own) <= _FEW_PIECES else "list"
    question = f"{announce(view)} Which piece do you want to use?".lstrip()
    return Prompt(question, shape, tuple(choices), marks, columns=3)


def _hint(view: View, square: int) -> str:
    return ", ".join(_LABELS[kind].lower() for kind in _kinds(view, square))


def _all_kinds(view: View, square: int, kinds: dict[str, list[Action]]) -> Prompt:
    """Return the question of what a piece should do: every target if they fit, else the kinds."""
    name, piece = view.setting.geometry.names[square], view.position.board[square]
    what = name_piece(piece) if piece is not None else "piece"
    question, chosen = f"What should your {what} on {name} do?", Mark("chosen", (name,))
    found = _fit(view, square, kinds)
    if not found:
        return Prompt(question, "grid", tuple(Choice(kind, _LABELS[kind]) for kind in kinds), (chosen,))
    prices = _prices(view, kinds.get("attack", ()))
    return Prompt(f"{question}{prices}", "grid", found, (chosen, *_target_marks(view, square, kinds)))


def _fit(view: View, square: int, kinds: dict[str, list[Action]]) -> tuple[Choice, ...]:
    """Return a choice for everything that a piece can do, or none if they are too many for buttons."""
    found = [choice for kind in kinds for choice in _of_one_kind(view, square, kind, kinds[kind])]
    return tuple(found) if len(found) <= _MOST_BUTTONS else ()


def _of_one_kind(view: View, square: int, kind: str, found: list[Action]) -> list[Choice]:
    """Return a piece's choices of one kind; those not played at once name the draft they lead to."""
    names = view.setting.geometry.names
    if kind == "collapse":
        return [Choice(kind, _LABELS[kind], leads_to=(names[square], kind))]
    if kind == "hop":
        hops = [hop for hop in found if isinstance(hop, Hop)]
        return [_landing(view, square, hops, (place,), kind) for place in _next_landings(hops, ())]
    return [
        msgspec.structs.replace(
            choice,
            key=f"{kind} {choice.key}",
            label=f"{_LABELS[kind]} {choice.label}"[:80],
            leads_to=None if choice.action else (names[square], kind, choice.key),
        )
        for action in found
        for choice in (_target_choice(view, kind, action, _target(action, square)),)
    ]


def _target_marks(view: View, square: int, kinds: dict[str, list[Action]]) -> list[Mark]:
    """Return marks on the squares where a piece can land, and on those that it can attack."""
    names = view.setting.geometry.names
    plain = [kind for kind in kinds if kind not in ("collapse", "hop", "attack")]
    land = {_target(action, square) for kind in plain for action in kinds[kind]}
    land |= set(_next_landings([hop for hop in kinds.get("hop", []) if isinstance(hop, Hop)], ()))
    strike = {_target(action, square) for action in kinds.get("attack", [])}
    marks = (
        Mark("landing", tuple(names[place] for place in sorted(land))),
        Mark("strike", tuple(names[place] for place in sorted(strike))),
    )
    return [mark for mark in marks if mark.squares]


def _of_kind(view: View, square: int, kind: str, found: list[Action], rest: tuple[str, ...]) -> Prompt:
    if kind == "hop":
        return _hop(view, square, [hop for hop in found if isinstance(hop, Hop)], rest)
    if kind == "collapse":
        return collapse_prompt(view, square, rest)
    if kind == "flag":
        target = view.setting.geometry.square_of.get(rest[0]) if rest else None
        if target is not None and any(isinstance(f, FlagMove) and f.target == target for f in found):
            return _compliment(view, target, rest[1:])
    if kind == "attack" and rest:
        costly = [
            attack
            for attack in found
            if isinstance(attack, Attack) and _costs(view, attack) and _name_target(view, attack) == rest[0]
        ]
        if costly:
            return _sure(view, costly[0])
    return _targets(view, square, kind, found)


def _targets(view: View, square: int, kind: str, found: list[Action]) -> Prompt:
    names = view.setting.geometry.names
    places = [_target(action, square) for action in found]
    choices = tuple(
        _target_choice(view, kind, action, place) for action, place in zip(found, places, strict=True)
    )
    mark = Mark("strike" if kind == "attack" else "landing", tuple(names[place] for place in places))
    question = _QUESTIONS.get(kind, "With which Pyramid?" if kind == "swap" else "Where to?")
    shape: PromptShape = "grid" if len(choices) <= _MOST_BUTTONS else "list"
    prices = _prices(view, found) if shape == "grid" else ""
    return Prompt(f"{question}{prices}", shape, choices, (Mark("chosen", (names[square],)), mark))


def _costs(view: View, action: Action) -> bool:
    """Return whether an attack loses its piece without destroying the target, or its side's last Pyramids."""
    if not isinstance(action, Attack):
        return False
    mine, there = view.position.board[action.source], view.position.board[action.target]
    if mine is None or there is None:
        return False
    return is_lost_for_nothing(mine, there, view.position.pools) or _loses_the_last(view, action)


def _loses_the_last(view: View, action: Attack) -> bool:
    """Return whether an attack leaves the attacker's side without Pyramids."""
    board = carry_out(view.setting, view.position, action).board
    return not any(piece.pyramids for piece in board if piece is not None and piece.seat == view.to_act)


def _price(view: View, action: Action) -> str:
    """Return the cost of an attack, empty for any other action."""
    if not isinstance(action, Attack):
        return ""
    mine, there = view.position.board[action.source], view.position.board[action.target]
    return cost(mine, there, view.position.pools) if mine is not None and there is not None else ""


def _prices(view: View, found: Iterable[Action]) -> str:
    """Return the cost of each attack, each on a new line."""
    priced = [(action, _price(view, action)) for action in found if isinstance(action, Attack)]
    return "".join(f"\n{_name_target(view, action)}: {price}." for action, price in priced)


def _name_target(view: View, action: Attack) -> str:
    return view.setting.geometry.names[action.target]


def _sure(view: View, action: Attack) -> Prompt:
    """Return the question that confirms a costly attack."""
    names = view.setting.geometry.names
    way = Mark("arrow", (names[action.source], names[action.target]))
    choice = Choice("yes", "Attack", action=format_action(action), ends=True)
    return Prompt(_build_warning(view, action), "confirm", (choice,), picture=_after(view, action, (way,)))


def _build_warning(view: View, action: Attack) -> str:
    mine, there = view.position.board[action.source], view.position.board[action.target]
    if mine is None or there is None:
        return "Attack?"
    if there.kind == CUBE:
        whole = "Toruses" if mine.kind == TORUS else name_piece(mine)
        question = f"Attack the Cube on {_name_target(view, action)}? Your {whole} will be destroyed."
    else:
        price = cost(mine, there, view.position.pools)
        asked = f"Attack the {name_piece(there)} on {_name_target(view, action)}?"
        question = f"{asked} {price[0].upper()}{price[1:]}."
    last = " You'd have no Pyramid left." if _loses_the_last(view, action) else ""
    return f"{question}{last}"


def _target(action: Action, square: int) -> int:
    match action:
        case Move(_, target) | Merge(_, target) | Attack(_, target) | FlagMove(target):
            return target
        case Swap(one, other):
            return other if one == square else one
        case _:
            raise ValueError("this action has no target")


def _target_choice(view: View, kind: str, action: Action, place: int) -> Choice:
    name, there = view.setting.geometry.names[place], view.position.board[place]
    if kind == "flag":
        return Choice(name, name)
    what = f"{name} {describe_piece(there)}"[:80] if there is not None else name
    if isinstance(action, Attack):
        suffix = " (yours is destroyed)" if there is not None and there.kind == CUBE else ""
        text = None if _costs(view, action) else format_action(action)
        return Choice(name, f"{what}{suffix}"[:80], hint=_price(view, action)[:100], action=text)
    return Choice(name, what, action=format_action(action))


def _hop(view: View, square: int, hops: list[Hop], rest: tuple[str, ...]) -> Prompt:
    """Return the question with the landings so far, the possible next ones, and Confirm."""
    names, square_of = view.setting.geometry.names, view.setting.geometry.square_of
    made = tuple(square_of.get(name, -1) for name in rest)
    while made and not any(_begins(hop, made) for hop in hops):
        made = made[:-1]
    so_far = next((hop for hop in hops if hop.landings == made), None)
    further = _next_landings(hops, made)
    choices = [_landing(view, square, hops, (*made, place)) for place in further]
    marks = (
        Mark("chosen", (names[made[-1] if made else square],)),
        Mark("landing", tuple(names[place] for place in further)),
    )
    if so_far is None:
        return Prompt("Hop where?", "grid", tuple(choices), marks)
    choices.append(Choice("confirm", "Confirm", action=format_action(so_far), button=True, ends=True))
    landings = ", then ".join(names[place] for place in so_far.landings)
    question = f"Hop to {landings}. {'Keep going, or confirm.' if further else 'Confirm, or go back.'}"
    way = Mark("arrow", tuple(names[place] for place in (square, *so_far.landings)))
    return Prompt(question, "grid", tuple(choices), picture=_after(view, so_far, (way, *marks)))


def _landing(view: View, square: int, hops: list[Hop], made: tuple[int, ...], kind: str = "") -> Choice:
    """Return the choice of one more landing, labeled with `kind` if given; the last possible one plays."""
    names = view.setting.geometry.names
    name, way = names[made[-1]], tuple(names[place] for place in made)
    key, label = (f"{kind} {name}", f"{_LABELS[kind]} {name}") if kind else (name, f"→ {name}")
    if _next_landings(hops, made):
        return Choice(key, label, leads_to=(names[square], "hop", *way))
    return Choice(key, label, action=format_action(Hop(square, made)))


def _next_landings(hops: list[Hop], made: tuple[int, ...]) -> list[int]:
    """Return the squares where a hop chain can go on."""
    at = len(made)
    return sorted({hop.landings[at] for hop in hops if len(hop.landings) > at and _begins(hop, made)})


def _begins(hop: Hop, made: tuple[int, ...]) -> bool:
    return hop.landings[: len(made)] == made


def _after(view: View, action: Action, marks: Iterable[Mark]) -> Scene:
    """Return a picture of the board after an action."""
    work = carry_out(view.setting, view.position, action)
    return would_stand(view, work.board, work.pools, tuple(mark for mark in marks if mark.squares))


# --- the Nice Flag --------------------------------------------------------------------------------------


def _compliment(view: View, target: int | None, rest: tuple[str, ...]) -> Prompt:
    """Return the question for a compliment, from the list or in the player's own words."""
    mode = view.setting.options.compliments
    marks = () if target is None else (Mark("landing", (view.setting.geometry.names[target],)),)
    if mode == "off":
        choice = Choice("yes", "Confirm", action=_format_flag_action(target, ""))
        return Prompt("Move the Nice Flag?", "confirm", (choice,), marks)
    if rest[:1] == (OWN,) and mode == "free":
        return _own_words(target, rest[1:])
    ready = READY if target is not None else (*READY_FOR_THE_GAME, READY[0])
    choices = [
        Choice(f"r{number}", text, action=_format_flag_action(target, text), says=text)
        for number, text in enumerate(ready)
    ]
    if mode == "free":
        fitting = praise(view) if target is not None else None
        if fitting is not None:
            action = _format_flag_action(target, fitting)
            choices.insert(0, Choice("turn", fitting, action=action, says=fitting))
        choices.append(Choice(OWN, "Write your own", button=True, writes=True))
    about = "their last move" if target is not None else "their whole game"
    return Prompt(f"Say something nice about {about}.", "list", tuple(choices), marks)


def _own_words(target: int | None, typed: tuple[str, ...]) -> Prompt:
    if not typed:
        about = "their last move" if target is not None else "their whole game"
        return Prompt(f"Something nice about {about}", "text", placeholder="Cool move.", longest=LONGEST)
    wrong = what_is_wrong(typed[0], "free")
    if wrong is not None:
        return Prompt(wrong, "text", placeholder="Cool move.", longest=LONGEST)
    return Prompt("Say this?", "confirm", (_saying(target, typed[0]),))


def _saying(target: int | None, text: str) -> Choice:
    return Choice("yes", "Say it", action=_format_flag_action(target, text), says=text)


def _format_flag_action(target: int | None, text: str) -> str:
    return format_action(FlagReturn(text) if target is None else FlagMove(target, text))
