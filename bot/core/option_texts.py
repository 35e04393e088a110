"""What people have written into the options of a match, such as names of cards, and options without it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.match_state import MatchState
from games.core.vocabulary.options import options_data


def texts_in(state: MatchState) -> tuple[str, ...]:
    """These texts, each once, but for what was removed."""
    return state.game.texts(state.game.options(state.match.options))


def without_texts(state: MatchState) -> Mapping[str, Any]:
    """The options with hashes in place of them all, as JSON data."""
    found: Mapping[str, Any] = options_data(state.game.without_texts(state.game.options(state.match.options)))
    return found


def writers(state: MatchState) -> tuple[int, ...]:
    """The seats of the people by whom there are such texts."""
    return tuple(row.seat for row in state.match.seats if row.person is not None) if texts_in(state) else ()


def listed(names: Sequence[str], last: str = "or") -> str:
    """“a”, “a or b”, “a, b, or c”."""
    if len(names) < 3:
        return f" {last} ".join(names)
    return f"{', '.join(names[:-1])}, {last} {names[-1]}"
