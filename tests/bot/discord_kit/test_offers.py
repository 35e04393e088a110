"""Buttons that features offer for a place: the order in each, and what happens without a place."""

from __future__ import annotations

import pytest

from bot import features
from bot.core.app_context import AppContext
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Tap
from bot.discord_kit.interactions.offers import Offers, TapContext
from bot.matchmaking.fairness.ui.showing import ShowFairness
from bot.play.hints.ui.hint_panel import AskForHint
from tests.kit.hosts.house import House
from tests.kit.matches.finished import finished

ORDER = """\
panel: open, foresee, take-back, hint, no-coach
answer: agreeing, allow, refuse, retract
board: record, more
after_end: rematch-as, rematch, replay, analyze, verify, record, fair, ballot, puzzles-of, lobby
more: hint, agreeing, refuse, retract, aborting, offer, report
replay: onward, study"""


async def _offer(_: AppContext, context: TapContext) -> list[Tap]:
    kinds = (("Fairness", ShowFairness), ("Hint", AskForHint))
    return [items.button(label, kind(context.match_id)) for label, kind in kinds]


def test_the_order_of_buttons_in_each_place_names_buttons_that_exist() -> None:
    order = features.BUTTON_ORDER
    assert "\n".join(f"{slot}: {', '.join(verbs)}" for slot, verbs in order.items()) == ORDER
    assert {verb for verbs in order.values() for verb in verbs} <= set(features.load().buttons)


async def test_buttons_stand_in_the_order_of_their_place_and_one_without_a_place_is_refused(
    here: House,
) -> None:
    context = TapContext.now(finished("creators"), None)
    offers = Offers([("more", _offer), ("panel", _offer)], {"more": ("hint", "fair"), "panel": ("hint",)})
    assert [tap.label for tap in await offers.taps(here.app, "more", context)] == ["Hint", "Fairness"]
    with pytest.raises(ValueError, match="not in tuple"):
        await offers.taps(here.app, "panel", context)
