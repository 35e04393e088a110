"""Freely typed actions as notation. Legal actions are never listed for it: collapses can be millions."""

from __future__ import annotations

import re
from collections.abc import Callable

from games.ccc.rules.actions import Action
from games.ccc.rules.compliments import READY, escape, unescape
from games.ccc.rules.geometry import Geometry
from games.ccc.rules.legality import NAMES
from games.ccc.rules.pieces import FLAT
from games.ccc.rules.state import View
from games.core.errors import GameError, Unreadable
from games.core.vocabulary.typed import even, is_straight, squares

Parse = Callable[[View, str], Action]

_DROPS = r"[1-8][a-h](?:10|[1-9])(?:(?:[+-][<>]?|[<>])[0-8]+|(?::(?:[+-][<>]?|[<>])[1-8])+)"
_COLLAPSE = re.compile(_DROPS, re.ASCII)
_FLAG = re.compile(
    r"(?:(?:(?:move|send|put) )?(?:(?:the|my) )?(?:nice )?flag|n) ?(?:@|\*|to\b|goes to\b|back\b)? ?"
    r"(?P<square>[a-z][0-9]{1,2}\b|home\b|) ?[:,{]? ?(?P<text>[^{}]*)\}?",
    re.ASCII | re.IGNORECASE,
)
_PASSES = {"pass", "skip"}
_SIGNS = {"&": "&", "^": "^", "x": "x"}
_ATTACKS = re.compile(r"\b(?:attack|take|captur|hit)")
_SWAPS = re.compile(r"~|\bswap")
_WORDS = (
    *(word for name in NAMES.values() for word in (name.casefold(), *name.casefold().split())),
    *("small", "medium", "large", "swap", "swaps", "merge", "put", "c", "t", "f", "s", "m", "l"),
)


def as_notation(parse: Parse, view: View, text: str) -> str | None:
    """Return a freely typed action in notation, legal or not.

    Returns:
        The notation, or None if the text is no action or the viewer isn't to move.

    Raises:
        Unreadable: A square is off the board, or a Flag's compliment is missing.
    """
    if view.to_act is None or view.who != view.to_act:
        return None
    written = even(text).replace(" ", "")
    if written in _PASSES or re.fullmatch(r"-+", written):
        return "--"
    if _COLLAPSE.fullmatch(written):
        return written
    path = squares(text, *_WORDS)
    if len(path) > 1:
        return _travel(parse, view, even(text), path)
    flag = _FLAG.fullmatch(" ".join(text.split()))
    return None if flag is None else _flag(view, text, flag)


def _travel(parse: Parse, view: View, text: str, path: tuple[str, ...]) -> str:
    board = view.setting.geometry
    _check_on_board(board, path)
    if _SWAPS.search(text) and len(path) == 2:
        return "~".join(sorted(path, key=board.square_of.__getitem__))
    if len(path) == 2:
        return _plain(parse, view, text, path)
    piece = view.position.board[board.square_of[path[0]]]
    if piece is not None and piece.kind != FLAT and is_straight(path):
        return _plain(parse, view, text, (path[0], path[-1]))
    return "^".join(path)


def _check_on_board(board: Geometry, path: tuple[str, ...]) -> None:
    outside = next((name for name in path if name not in board.square_of), None)
    if outside is not None:
        raise Unreadable(
            f"{outside} isn't on this board: its files go from a to h, its ranks from 1 to {board.ranks}."
        )


def _plain(parse: Parse, view: View, text: str, ends: tuple[str, ...]) -> str:
    """Return the action between two squares: a typed sign decides, else the target's content."""
    source, target = ends
    typed = next((sign for key, sign in _SIGNS.items() if f"{key}{target}" in text.replace(" ", "")), None)
    if typed or _ATTACKS.search(text):
        return f"{source}{typed or 'x'}{target}"
    there = view.position.board[view.setting.geometry.square_of[target]]
    sign = "-" if there is None else "&" if there.seat == view.position.side else "x"
    hop = f"{source}^{target}"
    return hop if sign == "-" and _is_legal(parse, view, hop) else f"{source}{sign}{target}"


def _is_legal(parse: Parse, view: View, text: str) -> bool:
    try:
        parse(view, text)
    except GameError:
        return False
    return True


def _flag(view: View, text: str, found: re.Match[str]) -> str | None:
    """Return the notation of a Nice Flag's move or return, or None if the text is neither."""
    square, said = found["square"].casefold(), _compliment(found["text"])
    returns = not square or square == "home"
    if returns and not re.search(r"\*|\b(?:home|back)\b", text, re.IGNORECASE):
        return None
    if not returns:
        _check_on_board(view.setting.geometry, (square,))
    start = "N*" if returns else f"N@{square}"
    if not said and "{" not in text and view.setting.options.compliments != "off":
        raise Unreadable(f"A Nice Flag moves with a compliment; write {start}{{{READY[0]}}}, for example.")
    return f"{start}{{{escape(said)}}}"


def _compliment(written: str) -> str:
    """Return the compliment without quotation marks; it may be escaped as in the notation."""
    try:
        said = unescape(written)
    except ValueError:
        said = written
    said = said.strip()
    return said[1:-1] if len(said) > 1 and said[0] + said[-1] in ('""', "“”") else said
