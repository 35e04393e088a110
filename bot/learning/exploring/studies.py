"""A study as text: the match up to its position, and every line that was tried from there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.match_record import record_of
from bot.core.match_state import nickname
from bot.learning.exploring.exploring import STUDY, check_open, where_of
from games.core.record import write_record
from storage.tables.exercises import Tried


async def file_of(app: AppContext, found: Tried) -> tuple[str, str]:
    """Its name and its text; UserError for what's no study of a match."""
    where = where_of(found.name)
    if found.kind != STUDY or where.is_lesson:
        raise UserError("Only studies can be saved as text.")
    state = await app.match_state(where.source)
    check_open(state)
    record = record_of(state)
    begun = structs.replace(
        record, actions=record.actions[: where.number], score="*", reason="", proof=None, drawn=""
    )
    head = f"A study of {nickname(where.source)}, from move {where.number + 1} on\n\n"
    text = f"{head}{write_record(begun)}{_lines(found, where.number)}"
    return f"study-{where.source}-{where.number}.txt", text


def _lines(found: Tried, first: int) -> str:
    return "".join(
        f"\nLine {number} of {len(found.lines)}\n{''.join(_numbered(line, first))}"
        for number, line in enumerate(found.lines, 1)
    )


def _numbered(line: tuple[str, ...], first: int) -> Iterator[str]:
    return (f"{number}. {text}\n" for number, text in enumerate(line, first + 1))
