"""Buttons that features offer for a place on a match's messages; the place doesn't know who offers them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from bot.core.app_context import AppContext
from bot.core.match_state import MatchState
from bot.discord_kit.components.buttons import split_custom_id
from bot.discord_kit.components.items import Tap
from games.core.game import Viewer

Slot = Literal["panel", "answer", "board", "after_end", "more", "replay"]
"""A place for a match's buttons.

“panel” is beside a player's prompt, “answer” in reply to the opponent, “board” below the public board,
“after_end” below a finished match, “more” in the ⋯ menu, and “replay” below a step of a replay.
"""


@dataclass(frozen=True)
class TapContext:
    """What an offer depends on: the match, its viewer, and the shown position.

    Attributes:
        viewer: The viewer's seat, or None for everyone.
        number: The number of actions before the shown position.
        game_state: The game's state at that position.
    """

    state: MatchState
    viewer: Viewer
    number: int
    game_state: Any

    @classmethod
    def now(cls, state: MatchState, viewer: Viewer) -> TapContext:
        """Return the context of a match as it stands."""
        return cls(state, viewer, state.length, state.game_state)

    @property
    def seat(self) -> int:
        """The viewer's seat; raises ValueError if the viewer is everyone."""
        if self.viewer is None:
            raise ValueError("this place has no seat")
        return self.viewer

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.state.match.id


Offer = Callable[[AppContext, TapContext], Awaitable[list[Tap]]]
"""Returns one feature's buttons for a slot; none if the viewer can't use them."""


class Offers:
    """All offered buttons, and the order of their verbs in each slot."""

    def __init__(self, offers: Iterable[tuple[Slot, Offer]], order: Mapping[Slot, tuple[str, ...]]) -> None:
        self._offers: defaultdict[Slot, list[Offer]] = defaultdict(list)
        for slot, offer in offers:
            self._offers[slot].append(offer)
        self._order = order

    async def taps(self, app: AppContext, slot: Slot, context: TapContext) -> list[Tap]:
        """Return the buttons for a slot in their order; raise ValueError if a verb isn't in that order."""
        found = [tap for offer in self._offers[slot] for tap in await offer(app, context)]
        order = self._order[slot]
        return sorted(found, key=lambda tap: order.index(split_custom_id(tap.custom_id or "")[0]))
