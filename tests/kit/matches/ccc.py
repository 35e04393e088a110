"""Matches of CCC at a table of the kit: built piece by piece, viewed and tapped by hand."""

from __future__ import annotations

import re
from typing import Any

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
"""Patterns of text that Discord renders as markup."""


def position(pieces: str, *, side: str = "w", moved: str = "00", quiet: int = 0, ply: int = 9) -> str:
    """Return the position text for pieces such as “Fd4 (FFM)e5”, capital letters for White."""
    words = {square: token for token, square in (_WORD.fullmatch(word).groups() for word in pieces.split())}
    full = "".join(words.values())
    pools = f"{10 * ('T' in full)},{10 * ('t' in full)}"
    return f"{board_text(words)} {side} {pools} {moved} {quiet} {ply}"


async def begin(t: Table, white: Person, black: Person, start: str = "", **options: Any) -> Played:
    """Begin a match by an accepted challenge, and wait for all messages.

    `start` is a position; the default is the layout with two rows of Flats, which soon meet.
    """
    await set_on_server(t, own_words="free")
    usual = {"position": start} if start else {"first": "white", "flat_rows": 2}
    given = {"rated": True, **usual, **options}
    await white.slash("/ccc challenge", opponent=black, side="White", **given)
    await black.tap("Accept")
    await t.settled()
    return Played(t, await newest_match(t), (white, black))


async def play_bot(t: Table, person: Person, seat: int, start: str = "", **options: Any) -> Played:
    """Begin a match against the bot, in a thread and rated unless the options differ."""
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
    """Open the person's panel, and choose the piece on a square."""
    return await piece(person, await person.tap("Move", match.posts()[-1]), square)


async def piece(person: Person, seen: Seen, square: str) -> Seen:
    """Choose the piece on a square, from buttons or from a list."""
    label = next((label for label in seen.buttons if label.startswith(f"{square} ")), None)
    return await (person.tap(label, seen) if label else person.choose(square, seen))


async def tapped(person: Person, seen: Seen, *labels: str) -> Seen:
    """Tap these labels one after another in a panel, and return the panel."""
    for label in labels:
        seen = await person.tap(label, seen)
    return seen


def offered(seen: Seen) -> list[str]:
    """Return the values in the only select of a panel."""
    (select,) = seen.selects
    return [option["value"] for option in select["options"]]


# --- words --------------------------------------------------------------------------------------------


def live(text: str) -> list[str]:
    """Return markup that Discord would render: mentions, links, unescaped markdown."""
    plain = _ESCAPED.sub(" ", text)
    return [found[0] for pattern in _LIVE for found in re.finditer(pattern, plain)]


def legible(text: str) -> str:
    """Return a text as it is displayed, without escape characters."""
    return _ESCAPED.sub(r"\1", text).replace("\u200b", "")


def quoted(text: str) -> str:
    """Return the part of a message between its first and its last quotation mark."""
    return text[text.index("“") + 1 : text.rindex("”")]
