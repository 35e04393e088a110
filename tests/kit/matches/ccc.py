"""Matches of CCC at a table of the kit: put up piece by piece, looked at and tapped by hand."""

from __future__ import annotations

import re
from typing import Any

from games.core.screen.scene import Scene, Token
from tests.kit.games.ccc_table import board_text
from tests.kit.matches.tapped import Played, newest_match
from tests.kit.people import Person
from tests.kit.roles.administrators import set_on_server
from tests.kit.seen import Seen
from tests.kit.table import Table

_WORD = re.compile(r"(\([A-Za-z0-9]+\)|[A-Za-z])([a-h][1-8])")
_ESCAPED = re.compile(r"\\([^A-Za-z0-9\s])")
_LIVE = (
    r"<@[!&]?\d+>",
    r"<#\d+>",
    r"<t:-?\d+(:\w)?>",
    r"</[-\w ]+:\d+>",
    r"<a?:\w+:\d+>",
    r"@(everyone|here)\b",
    r"\w+://",
    r"\*|_|`|~~|\|\|",
)
"""What Discord doesn't show as it is written."""


def position(pieces: str, *, side: str = "w", moved: str = "00", quiet: int = 0, ply: int = 9) -> str:
    """The text of a position of pieces like “Fd4 (FFM)e5”, capital letters for White."""
    words = {square: token for token, square in (_WORD.fullmatch(word).groups() for word in pieces.split())}
    full = "".join(words.values())
    pools = f"{10 * ('T' in full)},{10 * ('t' in full)}"
    return f"{board_text(words)} {side} {pools} {moved} {quiet} {ply}"


async def begin(t: Table, white: Person, black: Person, start: str = "", **options: Any) -> Played:
    """A challenge, accepted; all that follows from it has been said. `start`: a position, else the layout
    with two rows of Flats, which soon meet.
    """
    await set_on_server(t, own_words="free")
    given = {**({"position": start} if start else {"first": "white", "flat_rows": 2}), **options}
    await white.slash("/ccc challenge", opponent=black, side="White", **given)
    await black.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (white, black))


async def play_bot(t: Table, person: Person, seat: int, start: str = "", **options: Any) -> Played:
    """A match against the bot, in a thread and rated unless the options say otherwise, just begun."""
    await set_on_server(t, own_words="free")
    given = {
        "public": True,
        "rated": True,
        **options,
        **({"position": start} if start else {"first": "white"}),
    }
    await person.start("/ccc play", side=("White", "Black")[seat], **given)
    await t.settled()
    return Played(t, await newest_match(t), (person, None) if seat == 0 else (None, person))


async def kinds(match: Played, person: Person, square: str) -> Seen:
    """The person's panel with the piece on a square chosen: what can it do?"""
    return await piece(person, await person.tap("Move", match.posts()[-1]), square)


async def piece(person: Person, seen: Seen, square: str) -> Seen:
    """The piece on a square, chosen where few are buttons and many a list."""
    label = next((label for label in seen.buttons if label.startswith(f"{square} ")), None)
    return await (person.tap(label, seen) if label else person.choose(square, seen))


async def tapped(person: Person, seen: Seen, *labels: str) -> Seen:
    """One tap after the other in the same panel; the panel then."""
    for label in labels:
        seen = await person.tap(label, seen)
    return seen


def offered(seen: Seen) -> list[str]:
    """What the one select of a panel offers."""
    (select,) = seen.selects
    return [option["value"] for option in select["options"]]


# --- pictures -----------------------------------------------------------------------------------------


def drawn_board(scene: Scene) -> str:
    """The ranks of a position text as a picture shows them, however it is turned; Strengths left out."""
    return board_text({token.square: _stack(token) for token in scene.tokens})


def _stack(token: Token) -> str:
    special = {"cube": "C", "torus": "T", "flag": "N"}.get(token.shape)
    flats = token.stack if token.shape == "tower" else 0
    parts = special or "F" * flats + "".join(" SML"[size] for size in token.layers)
    text = parts if len(parts) == 1 else f"({parts})"
    return text.lower() if token.seat else text


# --- words --------------------------------------------------------------------------------------------


def live(text: str) -> list[str]:
    """What wouldn't be shown as it is written: mentions, links, markdown that isn't escaped."""
    plain = _ESCAPED.sub(" ", text)
    return [found[0] for pattern in _LIVE for found in re.finditer(pattern, plain)]


def legible(text: str) -> str:
    """A text as it is read: without the signs that take the effect of others away."""
    return _ESCAPED.sub(r"\1", text).replace("\u200b", "")


def quoted(text: str) -> str:
    """What a message quotes: the part between the first and the last quotation mark."""
    return text[text.index("“") + 1 : text.rindex("”")]
