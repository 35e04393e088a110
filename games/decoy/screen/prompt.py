"""The choices in a turn: a piece, its steps one by one, then attacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from games.core.screen.prompt import ARROWS, Choice, Prompt, PromptShape
from games.core.screen.scene import Mark
from games.decoy.rules.actions import (
    END,
    Attack,
    Step,
    can_attack,
    legal_attacks,
    legal_steps,
    losses,
    piece_on,
)
from games.decoy.rules.board import NAMES, SIDE, SQUARE_OF, advance, distance, names_in, squares_in
from games.decoy.rules.notation import format_action
from games.decoy.rules.notes import note_of, possible
from games.decoy.rules.pieces import (
    KIND_OF_LETTER,
    KINDS,
    REACHED,
    has_attacked,
    kind_of,
    step_piece,
    steps_of,
)
from games.decoy.rules.state import MOVEMENT, POINTS, SET_UP
from games.decoy.rules.view import View
from games.decoy.screen.last_turns import announce_end
from games.decoy.screen.own_notes import hide_notes
from games.decoy.screen.scene import in_signs, sign
from games.decoy.screen.set_up_prompt import set_up_prompt

_MOST_BUTTONS = 8
"""The most attacks shown as buttons; more would push the board out of sight on a phone."""
_ENDING = ("end",)
"""The draft that asks for confirmation before a turn ends in which nothing was done."""
_KEYS = {
    (1, -1): "nw",
    (1, 0): "n",
    (1, 1): "ne",
    (0, -1): "w",
    (0, 1): "e",
    (-1, -1): "sw",
    (-1, 0): "s",
    (-1, 1): "se",
}


def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """Return the viewer's next question; an unusable draft starts again from the first one."""
    if view.who is None or view.who not in view.to_act:
        return Prompt("It's not your turn.", "list")
    if view.phase == SET_UP:
        asked = set_up_prompt(view.who, draft)
        picture = asked.picture and in_signs(asked.picture, view.options)
        return msgspec.structs.replace(asked, picture=picture)
    asked = _in_turn(hide_notes(view), draft)
    notice = announce_end(view)
    return msgspec.structs.replace(asked, question=f"{notice}. {asked.question}") if notice else asked


def _in_turn(view: View, draft: tuple[str, ...]) -> Prompt:
    if draft == _ENDING and _is_unspent(view):
        return _nothing_done(view)
    return _moving(view, draft) if view.phase == MOVEMENT else _attacking(view)


def _moving(view: View, draft: tuple[str, ...]) -> Prompt:
    steps = legal_steps(view)
    sources = {NAMES[step.source] for step in steps}
    is_chosen = bool(draft) and draft[0] in sources
    draft = draft if is_chosen else (*_likely(view, sources), *draft)
    chosen = [step for step in steps if draft and NAMES[step.source] == draft[0]]
    if not chosen:
        return _pieces(view, steps)
    risky = [step for step in chosen if draft[1:] == (_key(view, step),) and losses(view, step)[1]]
    is_proposed = not is_chosen and len(sources) > 1 and chosen[0].source != _going(view)
    return _warning(view, risky[0]) if risky else _directions(view, chosen, is_proposed=is_proposed)


def _likely(view: View, sources: set[str]) -> tuple[str, ...]:
    """Return the piece shown first, as a draft; empty if the player should choose.

    In the middle of its steps it is the piece that moved last; otherwise the piece nearest to an enemy in
    sight, or to where one was last seen; without these, the one farthest forward. A player who has moved
    nothing yet and remembers no enemy chooses, unless only one piece can step.
    """
    going = _going(view)
    if going is not None and NAMES[going] in sources:
        return (NAMES[going],)
    enemies = tuple(squares_in(view.enemies)) or tuple(ghost.note.square for ghost in view.memory.ghosts)
    if view.moved is None and not enemies and len(sources) != 1:
        return ()
    return tuple(sorted(sources, key=lambda name: _order(view, SQUARE_OF[name], enemies))[:1])


def _going(view: View) -> int | None:
    """Return the square of the piece that moved last if it moved in this turn."""
    piece = None if view.moved is None else piece_on(view.own, view.moved)
    return view.moved if piece is not None and steps_of(piece) else None


def _order(view: View, square: int, enemies: tuple[int, ...]) -> tuple[int, int, int]:
    """Return a sort key: the distance to the nearest of these enemies, then how far forward."""
    away = min((distance(square, enemy) for enemy in enemies), default=0)
    return away, -advance(square, view.who or 0), square


def _points(view: View) -> str:
    return "1 point" if view.points == 1 else f"{view.points} points"


def _end(view: View) -> Choice:
    """Return the choice that ends the phase; ending a turn without any action needs confirmation."""
    if _is_unspent(view):
        return Choice("end", "End turn", leads_to=_ENDING, button=True, ends=True)
    attacks = can_attack(view.own, view.enemies)
    label = "End movement" if view.phase == MOVEMENT and attacks else "End turn"
    return Choice("end", label, action=format_action(END), button=True, ends=True)


def _is_unspent(view: View) -> bool:
    """Return whether ending this phase would end the turn without a step or an attack."""
    if view.phase == MOVEMENT:
        return view.points == POINTS and not can_attack(view.own, view.enemies)
    return not any(steps_of(piece) or has_attacked(piece) for piece in view.own)


def _nothing_done(view: View) -> Prompt:
    left = f"have {_points(view)} left" if view.phase == MOVEMENT else "can still attack"
    question = f"You haven't moved or attacked yet, and you {left}. Do you want to end your turn?"
    sure = Choice("yes", "End turn anyway", action=format_action(END), ends=True)
    return Prompt(question, "confirm", (sure,))


def _pieces(view: View, steps: list[Step]) -> Prompt:
    sources = tuple(dict.fromkeys(NAMES[step.source] for step in steps))
    question = f"Which piece do you want to move? You have {_points(view)} left."
    choices = tuple(_piece(view, name, steps) for name in sources)
    return Prompt(question, "grid", (*choices, _end(view)), (Mark("option", sources),), columns=4)


def _piece(view: View, name: str, steps: list[Step]) -> Choice:
    """Return the choice of a piece, labeled so shortly that four fit side by side on a phone.

    A piece with only one step, which loses nothing, takes that step at once.
    """
    piece = piece_on(view.own, SQUARE_OF[name]) or 0
    label = f"{sign(kind_of(piece), view.options)} {name}"
    ways = [step for step in steps if NAMES[step.source] == name]
    if len(ways) == 1 and not losses(view, ways[0])[1]:
        target = NAMES[ways[0].target]
        return Choice(name, f"{label} → {target}", action=format_action(ways[0]), leads_to=(target,))
    return Choice(name, label, leads_to=(name,))


def _steps_left(view: View, piece: int) -> int:
    return min(view.points or 0, KINDS[kind_of(piece)].reach - steps_of(piece))


def _directions(view: View, steps: list[Step], *, is_proposed: bool) -> Prompt:
    """Return the prompt for a piece's steps; `is_proposed` if the player hasn't chosen the piece."""
    source = steps[0].source
    piece = piece_on(view.own, source) or 0
    risky = tuple(NAMES[step.target] for step in steps if losses(view, step)[1])
    safe = tuple(NAMES[step.target] for step in steps if NAMES[step.target] not in risky)
    marks = (
        Mark("chosen", (NAMES[source],)),
        Mark("landing", safe),
        Mark("danger", risky),
        *_later(view, piece),
    )
    kind, left = KINDS[kind_of(piece)], _steps_left(view, piece)
    question = f"{kind.name} {NAMES[source]}: {left} step{'s' if left > 1 else ''}, {_points(view)} left."
    if is_proposed:
        question += " Or choose another piece."
    choices = (*(_direction(view, step) for step in steps), *_others(view, source), _end(view))
    return Prompt(question, "compass", choices, tuple(mark for mark in marks if mark.squares))


def _others(view: View, source: int) -> tuple[Choice, ...]:
    """Return the choices of the other pieces that can step instead."""
    steps = legal_steps(view)
    names = dict.fromkeys(NAMES[step.source] for step in steps if step.source != source)
    pieces = (_piece(view, name, steps) for name in names)
    return tuple(msgspec.structs.replace(choice, button=True) for choice in pieces)


def _later(view: View, piece: int) -> tuple[Mark, ...]:
    """Return numbered marks on the squares that the piece can reach with its second and third step."""
    blocked, reached, edge = view.squares | view.enemies, 0, [piece]
    marks = []
    for number in range(1, _steps_left(view, piece) + 1):
        fresh = 0
        for moved in edge:
            fresh |= REACHED[moved] & ~blocked & ~reached
        reached |= fresh
        edge = [step_piece(edge[0], target) for target in squares_in(fresh)]
        if not edge:
            break
        if number > 1:
            marks.append(Mark("number", names_in(fresh), str(number)))
    return tuple(marks)


def _direction(view: View, step: Step) -> Choice:
    key, (taken, lost) = _key(view, step), losses(view, step)
    label = f"{ARROWS[key]} {NAMES[step.target]}"
    if lost:
        return Choice(key, label, "surrounds your own group")
    surrounding = " surrounds" if taken else ""
    target = NAMES[step.target]
    return Choice(key, f"{label}{surrounding}", action=format_action(step), leads_to=(target,))


def _warning(view: View, step: Step) -> Prompt:
    lost = names_in(losses(view, step)[1])
    after = ", ".join(lost)
    question = (
        f"{format_action(step)} leaves your own group without a liberty. You'd lose {after}, "
        "unless it surrounds an enemy you don't see."
    )
    marks = (Mark("danger", tuple(name for name in lost if name != NAMES[step.target])),)
    choice = Choice("yes", "Step anyway", action=format_action(step), leads_to=(NAMES[step.target],))
    return Prompt(question, "confirm", (choice,), (Mark("chosen", (NAMES[step.source],)), *marks))


def _key(view: View, step: Step) -> str:
    """Return the direction of a step on the viewer's picture, with their side at the bottom. DP-1."""
    (row, column), (to_row, to_column) = divmod(step.source, SIDE), divmod(step.target, SIDE)
    turned = -1 if view.who == 1 else 1
    return _KEYS[turned * (to_row - row), turned * (to_column - column)]


def _attacking(view: View) -> Prompt:
    attacks = legal_attacks(view)
    choices = tuple(_attack(view, attack) for attack in attacks)
    marks = (
        Mark("option", _name_squares(attack.source for attack in attacks)),
        Mark("strike", _name_squares(attack.target for attack in attacks)),
    )
    shape: PromptShape = "grid" if len(choices) <= _MOST_BUTTONS else "list"
    return Prompt("Which attack do you want to make?", shape, (*choices, _end(view)), marks, columns=1)


def _name_squares(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(NAMES[square] for square in squares))


def _attack(view: View, attack: Attack) -> Choice:
    """Return the choice of an attack, in one line of a phone: piece, squares, power, possible target."""
    kind = KINDS[kind_of(piece_on(view.own, attack.source) or 0)]
    letter = sign(KIND_OF_LETTER[kind.letter], view.options)
    where = f"{letter} {NAMES[attack.source]} × {NAMES[attack.target]}"
    target = _target(possible(note_of(view.notes, attack.target)))
    return Choice(
        format_action(attack), f"{where}, for {kind.power} · {target}", action=format_action(attack)
    )


def _target(kinds: Sequence[int]) -> str:
    """Return the letters of a target's possible kinds, or its name if there is only one."""
    if len(kinds) == len(KINDS):
        return "unknown"
    if len(kinds) == 1:
        return KINDS[kinds[0]].name
    return "/".join(KINDS[kind].letter for kind in kinds)
