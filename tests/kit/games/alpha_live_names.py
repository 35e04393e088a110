"""Card names that Discord would render as markup, and what players are told when such a card is played."""

from __future__ import annotations

import msgspec

from tests.kit.games.alpha_table import HUMAN, PUBLIC, put, step

LIVE = ("@everyone", "<@123456789012345678>", "**bold**", "`code`", "[a](https://example.org)", "</play:1>")


def told_of(name: str) -> tuple[str, ...]:
    """Return the public lines when the human plays a card with this name."""
    state = put(hands=("wolf", ""))
    card = msgspec.structs.replace(state.hands[HUMAN][0], name=name)
    renamed = msgspec.structs.replace(state, hands=((card,), ()))
    return step(renamed, "play 1 2").told[PUBLIC]
