"""The questions of a turn: the roll, then the square to land on, then which pawn lands there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from games.core.screen.prompt import ARROWS, Choice, Prompt
from games.core.screen.scene import Mark, Scene, crop
from games.creators.rules.geometry import Move, geometry
from games.creators.rules.notation import format_action
from games.creators.rules.rules import moves
from games.creators.rules.view import View
from games.creators.screen.parts import WHOLE, Page, find_surroundings, list_pages
from games.creators.screen.scene import is_turned, scene

_KEYS = {
    (-1, -1): "nw",
    (-1, 0): "n",
    (-1, 1): "ne",
    (0, -1): "w",
    (0, 1): "e",
    (1, -1): "sw",
    (1, 0): "s",
    (1, 1): "se",
}


@lru_cache(maxsize=64)
def prompt(view: View, draft: tuple[str, ...]) -> Prompt:
    """Return the next question for the viewer; a draft that fits no move starts over."""
    if view.who is None or view.who != view.to_act:
        return Prompt("It's not your turn.", "list")
    if not view.die:
        return Prompt("Roll the die.", "list", (Choice("roll", "Roll the die", action="roll"),))
    legal = moves(view.board, view.who, view.die, view.options)
    square = [move for move in legal if draft[-1:] == (move.target,)]
    return _pawns(view, square) if square else _squares(view, legal, draft)


def _squares(view: View, legal: list[Move], draft: tuple[str, ...]) -> Prompt:
    """Ask where to land: on a numbered square of a part of the board, or on one of another part."""
    by_square: dict[str, list[Move]] = {}
    for move in legal:
        by_square.setdefault(move.target, []).append(move)
    pages = list_pages(view.options.board_size, by_square, is_turned=is_turned(view.who))
    question = f"You rolled a {view.die}. Where do you want to land?"
    if draft == (WHOLE,):
        leads = tuple(_lead(page.label, page.key) for page in pages if page.is_first and page is not pages[0])
        return Prompt(question, "grid", leads, _landings(by_square, by_square))
    page = next((page for page in pages if draft == (page.key,)), pages[0])
    numbered = tuple(_square(view, number, by_square[name]) for number, name in enumerate(page.squares, 1))
    marks = (
        *_landings(by_square, page.squares),
        *(Mark("number", (name,), str(number)) for number, name in enumerate(page.squares, 1)),
    )
    return Prompt(
        question, "grid", (*numbered, *_leads(pages, page)), marks, picture=_crop_page(view, marks, page)
    )


def _landings(by_square: dict[str, list[Move]], names: Iterable[str]) -> tuple[Mark, ...]:
    captures = {name: by_square[name][0].capture for name in names}
    marks = (
        Mark("landing", tuple(name for name in captures if not captures[name])),
        Mark("strike", tuple(name for name in captures if captures[name])),
    )
    return tuple(mark for mark in marks if mark.squares)


def _square(view: View, number: int, options: list[Move]) -> Choice:
    """Return the choice of a square; if only one pawn can reach it, the choice is the whole move."""
    action = format_action(options[0]) if len(options) == 1 else None
    label = f"{number}×" if options[0].capture else str(number)
    pawns = "  ".join(_from(view, move) for move in options)
    return Choice(options[0].target, label, f"from {pawns}", action)


def _leads(pages: tuple[Page, ...], page: Page) -> tuple[Choice, ...]:
    """Return the choices of the other parts of the board, without the one to which Back leads."""
    others = (other for other in pages[1:] if other.is_first and other.label != page.label)
    further = next((other for other in pages if other.key == page.next_key), None)
    leads = tuple(_lead(other.label, other.key) for other in others)
    return (_lead("More ▶", further.key), *leads) if further else (*leads, _lead("Board", WHOLE))


def _lead(label: str, key: str) -> Choice:
    return Choice(key, label, leads_to=(key,), button=True)


def _crop_page(view: View, marks: tuple[Mark, ...], page: Page) -> Scene:
    """Return the picture of a page; its alt text tells the squares' numbers, too."""
    whole = scene(view, marks=marks)
    numbers = ", ".join(f"{number} {name}" for number, name in enumerate(page.squares, 1))
    picture = crop(whole, page.files, page.ranks)
    return msgspec.structs.replace(picture, alt=f"{whole.alt} Numbered: {numbers}.")


def _pawns(view: View, options: list[Move]) -> Prompt:
    """Ask which pawn lands on a square that several can reach."""
    target = options[0].target
    choices = tuple(Choice(move.source, _from(view, move), action=format_action(move)) for move in options)
    marks = (Mark("option", tuple(move.source for move in options)), Mark("chosen", (target,)))
    files, ranks = find_surroundings(
        view.options.board_size, [target, *(move.source for move in options)], is_turned=is_turned(view.who)
    )
    picture = crop(scene(view, marks=marks), files, ranks)
    return Prompt(f"Which pawn lands on {target}?", "grid", choices, marks, columns=4, picture=picture)


def _from(view: View, move: Move) -> str:
    return _came(view.options.board_size, _facing(view), move.source, move.target)


@lru_cache(maxsize=8192)
def _came(size: int, facing: int, source: str, target: str) -> str:
    """Return the pawn's square and the direction of its move, as a viewer with this facing sees it."""
    cell_of = geometry(size).cell_of
    (row, column), (to_row, to_column) = (divmod(cell_of[name], size) for name in (source, target))
    return f"{source} {ARROWS[_KEYS[facing * _sign(to_row - row), facing * _sign(to_column - column)]]}"


def _facing(view: View) -> int:
    """Return −1 for a viewer who sees the board turned by half a turn, else 1."""
    return -1 if is_turned(view.who) else 1


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
