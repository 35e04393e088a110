"""Matches of Alpha at a table of the kit."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from games import GAMES
from games.core.selfplay import numbered_seed
from tests.kit.games.alpha_table import document
from tests.kit.matches.tapped import Played, newest_match
from tests.kit.people import Person, PickedFile
from tests.kit.seen import Seen
from tests.kit.table import Table

ALPHA = GAMES["alpha"]


MINE = document("3/3$0*15 2dmg$0*8 end-it$0*7")


THEIRS = document("1/5$0*20 1dmg$9*10")
"""A deck with which the AI summons all that it can and never attacks a 3/3."""


Decks = tuple[dict[str, Any], dict[str, Any]]


def the_human_begins(state: Any) -> bool:
    return bool(state.table.mover == 0)


def deal(
    monkeypatch: pytest.MonkeyPatch, decks: Decks, fits: Callable[[Any], bool] = the_human_begins
) -> None:
    """Give new matches the first numbered seed with which these decks start as wanted."""
    options = ALPHA.options({"decks": decks})
    seeds = map(numbered_seed, range(2000))
    seed = next(seed for seed in seeds if fits(ALPHA.new(options, seed)))
    monkeypatch.setattr("bot.play.matches.starting.fair_seed", lambda *_: seed)


async def upload(person: Person, name: str, deck: dict[str, Any]) -> Seen:
    file = PickedFile(f"{name}.json", json.dumps(deck, ensure_ascii=False).encode())
    return await person.slash("/alpha deck upload", file=file)


async def begin(t: Table, person: Person, decks: Decks, **options: Any) -> Played:
    """Begin a match with these decks, and wait until any AI that begins has played."""
    for name, deck in zip(("mine", "theirs"), decks, strict=True):
        await upload(person, name, deck)
        await t.settled()
    given = {"public": "channel" not in options, **options}
    await person.start("/alpha play", deck="mine", opponent_deck="theirs", **given)
    await t.settled()
    return Played(t, await newest_match(t), (person, None))


def places(state: Any, kind: str) -> list[str]:
    """Return the places in the human's hand of cards of a kind: creature, damage, destroy."""
    kinds = ["creature" if c.is_creature else "damage" if c.damage else "destroy" for c in state.hands[0]]
    return [str(place) for place, own in enumerate(kinds, 1) if own == kind]


def a_busy_start(state: Any) -> bool:
    """Return whether the human begins with every kind of card and the AI's first turn has five creatures."""
    summoned = [card for card in (*state.hands[1], state.decks[1][-1]) if card.is_creature]
    able = len(places(state, "creature")) >= 2 and places(state, "damage") and places(state, "destroy")
    return the_human_begins(state) and bool(able) and len(summoned) >= 5
