"""The editor of the secret layout: start from a layout, change it piece by piece, commit it. DP-3.

A draft is (layout text,), (text, piece), (text, piece, row) or (text, "commit"). ("random", number) in place
of the text stands for the layout chosen by that number; "setup " before a text is ignored, as in an action. A
piece is given by its square, or by its letter if it is still to be placed. A change may follow the text:
"e8=j9" (swap the contents of these squares), "C=e8" (place a piece), "e8=" (remove it) or "mirror". The draft
without the change is the layout before it.
"""

from __future__ import annotations

import re
from collections import Counter

from games.core.errors import Unreadable
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Counter as SceneCounter
from games.core.screen.scene import Mark, Scene, Tint, Token
from games.decoy.rules.board import FILES, NAMES, SIDE
from games.decoy.rules.layouts import (
    HOME_ROWS,
    HOME_SQUARES,
    NO_PIECES,
    READY,
    Layout,
    home_square,
    mirror_layout,
    pieces_of,
    random_layout,
    read_squares,
    row_label,
    what_is_wrong,
    write_layout,
)
from games.decoy.rules.pieces import ARMY, KIND_OF_LETTER, KINDS
from games.decoy.rules.state import SEAT_NAMES
from games.decoy.screen.scene import COLORS, TITLE, army, home_tints, labels, own_token

COMMIT, RANDOM, AWAY, MIRROR = "commit", "random", "away", "mirror"
_NUMBER = re.compile(r"[0-9]{1,9}")
_CHANGE = re.compile(r"([a-j][0-9]|[CSGID])=([a-j][0-9])?", re.ASCII)
_ROWS = ("back", "middle", "front")


def set_up_prompt(seat: int, draft: tuple[str, ...]) -> Prompt:
    """Return the next question of the setup; an unusable draft starts again from the first one."""
    layout, keys = _read(draft)
    if layout is None:
        return _beginnings(seat)
    before, change = layout, keys[0] if keys else ""
    changed = _apply_change(seat, layout, change)
    if changed is not None:
        layout, keys = changed, keys[1:]
    if keys == (COMMIT,) and not what_is_wrong(layout):
        return _commit(seat, layout)
    place = _place(seat, layout, keys[0]) if keys else None
    letter = layout[place] if place is not None else _missing_letter(layout, keys)
    if letter is None:
        return _editor(seat, layout, None if changed is None else before)
    if len(keys) == 2 and keys[1] in _rows(seat):
        return _columns(seat, layout, place, letter, _rows(seat).index(keys[1]))
    return _choose_row(seat, layout, place, letter)


def _read(draft: tuple[str, ...]) -> tuple[Layout | None, tuple[str, ...]]:
    if len(draft) > 1 and draft[0] == RANDOM and _NUMBER.fullmatch(draft[1]):
        return random_layout(int(draft[1])), draft[2:]
    try:
        return (read_squares(draft[0].removeprefix("setup ")) if draft else None), draft[1:]
    except Unreadable:
        return None, ()


def _apply_change(seat: int, layout: Layout, change: str) -> Layout | None:
    """Return the layout after a change, or None if the text isn't a possible change."""
    if change == MIRROR:
        return mirror_layout(layout)
    found = _CHANGE.fullmatch(change)
    if found is None:
        return None
    what, target = found[1], _place_of(seat, found[2] or found[1])
    if target is None:
        return None
    if what in KIND_OF_LETTER:
        return _with(layout, {target: what}) if what in _missing(layout) else None
    place = _place(seat, layout, what)
    if place is None:
        return None
    return _with(layout, {place: layout[target], target: layout[place]} if found[2] else {place: ""})


def _place_of(seat: int, name: str) -> int | None:
    """Return the layout index of a square, or None if it isn't on the home rows."""
    return next((place for place in range(HOME_SQUARES) if NAMES[home_square(seat, place)] == name), None)


def _rows(seat: int) -> tuple[str, ...]:
    """Return the labels of the home rows, back row first."""
    return tuple(row_label(seat, row) for row in range(HOME_ROWS))


def _place(seat: int, layout: Layout, key: str) -> int | None:
    """Return the layout index of a square if a piece of the layout stands there."""
    place = _place_of(seat, key)
    return place if place is not None and layout[place] else None


def _missing(layout: Layout) -> dict[str, int]:
    """Return the number of pieces still to be placed, by letter."""
    placed = Counter(layout)
    return {
        kind.letter: kind.count - placed[kind.letter] for kind in KINDS if placed[kind.letter] < kind.count
    }


def _missing_letter(layout: Layout, keys: tuple[str, ...]) -> str | None:
    return keys[0] if keys and keys[0] in _missing(layout) else None


def _name(letter: str) -> str:
    return KINDS[KIND_OF_LETTER[letter]].name


def _beginnings(seat: int) -> Prompt:
    ready = tuple(
        Choice(text, f"{number} {name}", about, leads_to=(text,))
        for number, (name, text, about) in enumerate(READY, 1)
    )
    others = (
        Choice(RANDOM, "Random layout", leads_to=(RANDOM,), drawn=True, button=True),
        Choice("last", "My last layout", leads_to=(), recalled=True, button=True),
        Choice("empty", "Empty board", leads_to=(write_layout(NO_PIECES),), button=True),
    )
    question = "Set up your twelve pieces. Start from a ready layout; you can still change it."
    return Prompt(question, "list", (*ready, *others), picture=_gallery(seat))


def _gallery(seat: int) -> Scene:
    """Return one picture of all ready-made layouts, numbered, each with its front row at the top."""
    files, _ = labels(seat)
    ranks = tuple(f"{number}{row}" for number in range(1, len(READY) + 1) for row in ("", 2, 1, 0))
    tokens, alt = [], []
    for number, (name, text, _) in enumerate(READY, 1):
        layout = read_squares(text)
        for place, letter in enumerate(layout):
            if letter:
                row, column = divmod(place, SIDE)
                tokens.append(Token(f"{FILES[column]}{number}{row}", "disc", seat, letter))
        alt.append(f"{number} {name}: {army(pieces_of(layout, seat))}.")
    homes = tuple(file + rank for rank in ranks if len(rank) > 1 for file in files)
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=f"{SEAT_NAMES[seat]} sets up",
        alt=f"{TITLE}. Ready layouts. {' '.join(alt)}",
        files=files,
        ranks=ranks,
        tints=(Tint("home1" if seat else "home0", homes),),
        tokens=tuple(tokens),
        marks=tuple(
            Mark("number", (f"{files[0]}{number}",), str(number)) for number in range(1, len(READY) + 1)
        ),
        counters=tuple(SceneCounter(str(number), name) for number, (name, *_) in enumerate(READY, 1)),
        turn=seat,
        coordinates=False,
    )


def _editor(seat: int, layout: Layout, before: Layout | None = None) -> Prompt:
    """Return the main menu of the editor; `before` is the layout to which Undo returns."""
    text, missing = write_layout(layout), _missing(layout)
    to_place = tuple(
        Choice(letter, _name(letter), f"{count} to place", leads_to=(text, letter))
        for letter, count in missing.items()
    )
    placed = tuple(
        Choice(name, f"{name} {_name(layout[place])}", "move, swap or remove", leads_to=(text, name))
        for place, name in _list_placed(seat, layout)
    )
    buttons = (
        Choice(COMMIT, "Confirm", leads_to=(text, COMMIT), disabled=bool(missing), button=True),
        *((Choice("undo", "Undo", leads_to=(write_layout(before),), button=True),) if before else ()),
        Choice(MIRROR, "Mirror", leads_to=(text, MIRROR), button=True),
        Choice(RANDOM, "Random layout", leads_to=(RANDOM,), drawn=True, button=True),
        Choice("clear", "Clear", leads_to=(write_layout(NO_PIECES),), button=True),
    )
    left = sum(missing.values())
    question = (
        f"{left} piece{'s' if left > 1 else ''} to place. Which one?"
        if left
        else "All twelve are placed. Confirm, or choose a piece to move."
    )
    return Prompt(question, "list", (*to_place, *placed, *buttons), picture=_picture(seat, layout))


def _list_placed(seat: int, layout: Layout) -> list[tuple[int, str]]:
    """Return the layout index and the square's name of each piece, the front row first."""
    places = [place for place in range(HOME_SQUARES) if layout[place]]
    return [(p, NAMES[home_square(seat, p)]) for p in sorted(places, key=lambda p: (-(p // SIDE), p))]


def _choose_row(seat: int, layout: Layout, place: int | None, letter: str) -> Prompt:
    choices = [
        Choice(label, f"Row {label} ({_ROWS[row]})") for row, label in reversed([*enumerate(_rows(seat))])
    ]
    if place is not None:
        away = f"{NAMES[home_square(seat, place)]}="
        choices.append(Choice(AWAY, "Remove", leads_to=(write_layout(layout), away)))
    question = f"{_name(letter)}: which row?"
    marks = _mark_chosen(seat, place)
    return Prompt(question, "grid", tuple(choices), picture=_picture(seat, layout, marks))


def _columns(seat: int, layout: Layout, place: int | None, letter: str, row: int) -> Prompt:
    columns = range(SIDE) if seat == 0 else reversed(range(SIDE))
    choices = tuple(_column(seat, layout, place, letter, row * SIDE + column) for column in columns)
    squares = tuple(NAMES[home_square(seat, row * SIDE + column)] for column in range(SIDE))
    marks = (*_mark_chosen(seat, place), Mark("option", squares))
    there = "swaps places with it" if place is not None else "is set aside"
    question = f"{_name(letter)}: which square? A piece that's already there {there}."
    return Prompt(question, "grid", choices, picture=_picture(seat, layout, marks))


def _column(seat: int, layout: Layout, place: int | None, letter: str, target: int) -> Choice:
    there, name = layout[target], NAMES[home_square(seat, target)]
    change = f"{letter if place is None else NAMES[home_square(seat, place)]}={name}"
    label = f"{name} ⇄ {there}" if there and target != place else name
    return Choice(name, label, disabled=target == place, leads_to=(write_layout(layout), change))


def _with(layout: Layout, changes: dict[int, str]) -> Layout:
    return tuple(changes.get(place, letter) for place, letter in enumerate(layout))


def _mark_chosen(seat: int, place: int | None) -> tuple[Mark, ...]:
    return () if place is None else (Mark("chosen", (NAMES[home_square(seat, place)],)),)


def _commit(seat: int, layout: Layout) -> Prompt:
    action = f"setup {write_layout(layout)}"
    question = (
        "Confirm this layout? You can't change it afterward. Your opponent won't see it while you play."
    )
    choice = Choice("yes", "Confirm", action=action, ends=True)
    return Prompt(question, "confirm", (choice,), picture=_picture(seat, layout))


def _picture(seat: int, layout: Layout, marks: tuple[Mark, ...] = ()) -> Scene:
    """Return the picture of the layout on the board."""
    files, ranks = labels(seat)
    pieces = pieces_of(layout, seat)
    return Scene(
        colors=COLORS,
        title=TITLE,
        subtitle=f"{SEAT_NAMES[seat]} sets up",
        alt=f"{TITLE}. Your layout: {army(pieces) or 'no pieces yet'}.",
        files=files,
        ranks=ranks,
        tints=home_tints(),
        tokens=tuple(own_token(piece, seat) for piece in pieces),
        marks=marks,
        counters=(SceneCounter("Placed", f"{len(pieces)} of {ARMY}", seat),),
        turn=seat,
    )
