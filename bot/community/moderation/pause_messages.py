"""What everybody reads when a match is paused and when it continues."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core import notices
from bot.core.match_state import MatchState
from storage.rows import Message

_PAUSED = (
    "{by} has paused {title} until <t:{until}:f>. No one can move, and no clock runs. "
    "You can ask for an earlier end with `/report`."
)
_RESUMED = "{} continues. Every clock has the time it had left."


def of_pause(state: MatchState, by: str, until: int, now: int) -> Iterator[Message]:
    """Yield what says who has paused a match and until when."""
    text = _PAUSED.format(by=by, title=state.title, until=until)
    return _told(state, text, f"paused:{now}", now)


def of_end(state: MatchState, now: int) -> Iterator[Message]:
    """Yield what says that a match continues."""
    return _told(state, _RESUMED.format(state.title), f"resumed:{now}", now)


def _told(state: MatchState, text: str, occasion: str, now: int) -> Iterator[Message]:
    """The same to both players, and to everybody the board as it is now."""
    match_id = state.match.id
    for person in state.people():
        note = notices.note(person, text, f"{occasion}:{match_id}:{person}", now)
        yield msgspec.structs.replace(note, match_id=match_id, payload={**note.payload, "match": match_id})
    board = notices.board(match_id, state.length, now)
    yield msgspec.structs.replace(board, nonce=f"{board.nonce}:{occasion}")
    yield from notices.homes(state.match, now)
