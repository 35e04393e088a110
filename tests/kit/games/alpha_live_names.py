"""Names of cards that Discord would take for something, and what's told when such a card is played."""

from __future__ import annotations

import msgspec

from tests.kit.games.alpha_table import HUMAN, PUBLIC, put, step

LIVE = ("@everyone", "<@123456789012345678>", "**bold**", "`code`", "[a](https://example.org)", "</play:1>")


def told_of(name: str) -> tuple[str, ...]:
    """What the public is told when the only card of the human's hand has this name and is played."""
    state = put(hands=("wolf", ""))
    card = msgspec.structs.replace(state.hands[HUMAN][0], name=name)
    renamed = msgspec.structs.replace(state, hands=((card,), ()))
    return step(renamed, "play 1 2").told[PUBLIC]
