"""A document put together by buttons: card by card, checked and kept like one from a file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games import GAMES
from games.alpha.rules.cards import CORE
from games.alpha.rules.decks import SHIPPED
from storage.tables import documents
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person, PickedFile
from tests.kit.seen import Seen
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

KIND = GAMES["alpha"].documents
assert KIND is not None
assert KIND.builder is not None
BUILDER = KIND.builder
WHICH = {card: str(number) for number, card in enumerate(CORE)}


async def more(person: Person, panel: Seen, card: str, times: int) -> Seen:
    """Choose a card, and add it this many times."""
    panel = await person.choose(WHICH[card], panel)
    for _ in range(times):
        panel = await person.tap("+", panel)
    return panel


async def saved(person: Person, panel: Seen, name: str) -> Seen:
    return await person.submit(await person.tap_for_modal("Save this deck", panel), words=name)


async def kept(t: Table, person: Person, name: str) -> Any:
    async with t.database.read() as r:
        found = await documents.get(r, int(person.id), "alpha", name)
    return None if found is None else found.content


async def test_it_begins_with_nothing_and_says_what_is_missing(t: Table) -> None:
    panel = await t.mara.slash("/alpha deck build")
    assert panel.ephemeral
    assert "0 of 30 cards: 0 creatures, 0 objects." in panel.text
    assert "Add 30 cards: a deck has exactly 30." in panel.text
    assert "It needs at least 10 creatures, and has 0." in panel.text
    assert "Save this deck" not in panel.buttons
    assert {"+", "+3"} <= set(panel.buttons)
    assert "−" not in panel.buttons


async def test_cards_are_added_and_taken_out_and_the_text_and_the_picture_follow(t: Table) -> None:
    panel = await more(t.mara, await t.mara.slash("/alpha deck build"), "wolf", 2)
    assert "2 of 30 cards: 2 creatures, 0 objects, cost 2.0 on average." in panel.text
    assert "2 Wolf 2/2" in panel.alt_texts[0]
    panel = await t.mara.tap("+3", panel)
    panel = await t.mara.tap("−", panel)
    assert "4 of 30 cards" in panel.text
    described = {option["label"]: option.get("description") for option in panel.selects[0]["options"]}
    assert described["Wolf 2/2 for 2"] == "4 in it"


async def test_a_shipped_one_is_changed_and_saved_as_an_own_one_to_play_with(t: Table) -> None:
    panel = await t.mara.slash("/alpha deck build", start="balanced")
    assert "It's ready" in panel.text
    panel = await t.mara.choose(WHICH["hedgehog"], panel)
    panel = await t.mara.tap("−", panel)
    assert "Add a card: a deck has exactly 30." in panel.text
    assert "Save this deck" not in panel.buttons
    panel = await more(t.mara, panel, "mammoth", 2)
    assert "Take out a card: a deck has exactly 30." in panel.text
    panel = await t.mara.tap("−", panel)
    answer = await saved(t.mara, panel, "My-Pack")
    assert answer.ephemeral
    assert "Saved “my-pack”." in answer.text
    ids = (await kept(t, t.mara, "my-pack"))["deck"]
    expected = sorted([*SHIPPED["balanced"].ids, "mammoth"])
    expected.remove("hedgehog")
    assert sorted(ids) == expected
    await t.mara.start("/alpha play", deck="my-pack")


async def test_it_can_begin_again_from_another_and_from_an_own_one(t: Table) -> None:
    panel = await t.mara.choose("swarm", await t.mara.slash("/alpha deck build"))
    answer = await saved(t.mara, panel, "bees")
    assert await kept(t, t.mara, "bees") == {"deck": sorted(SHIPPED["swarm"].ids, key=list(CORE).index)}
    assert (
        "It's ready"
        in (await t.mara.tap("Change it", await t.mara.slash("/alpha deck show", name="bees"))).text
    )
    assert "30 of 30" in (await t.mara.slash("/alpha deck build", start="bees")).text
    assert answer.ephemeral


async def test_the_list_and_every_shown_one_lead_to_it(t: Table) -> None:
    assert "0 of 30" in (await t.mara.tap("Build a deck", await t.mara.slash("/alpha deck list"))).text
    shown = await t.mara.slash("/alpha deck show", name="giants")
    assert "30 of 30" in (await t.mara.tap("Change it", shown)).text


@pytest.mark.slow
async def test_it_goes_on_after_a_restart(t: Table) -> None:
    panel = await more(t.mara, await t.mara.slash("/alpha deck build", start="giants"), "wolf", 1)
    await t.restart_bot()
    panel = await t.mara.tap("−", panel)
    assert "30 of 30 cards" in panel.text
    await t.restart_bot()
    assert "Saved “again”" in (await saved(t.mara, panel, "again")).text


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words"), [("balanced", "comes with the game"), ("a b", "hyphens")])
async def test_a_name_that_is_not_allowed_is_refused_in_words(t: Table, name: str, words: str) -> None:
    panel = await t.mara.slash("/alpha deck build", start="balanced")
    async with nothing_changes(t):
        assert_refused(await saved(t.mara, panel, name), words)


async def test_an_own_one_with_own_cards_is_left_to_its_file(t: Table) -> None:
    await t.mara.slash("/alpha deck upload", file=PickedFile("nets.json", KIND.example().encode()))
    await t.settled()
    async with nothing_changes(t):
        assert_refused(await t.mara.slash("/alpha deck build", start="nets"), "Only its file can change")
    assert "Change it" not in (await t.mara.slash("/alpha deck show", name="nets")).buttons


async def test_nobody_elses_is_begun_from(t: Table) -> None:
    await saved(t.mara, await t.mara.slash("/alpha deck build", start="swarm"), "bees")
    assert_refused(await t.tom.slash("/alpha deck build", start="bees"), "There's no deck")


def test_each_shipped_one_is_what_its_counts_are() -> None:
    for name in KIND.shipped:
        counts = BUILDER.counts(name)
        assert counts is not None
        document = BUILDER.document(counts)
        assert not BUILDER.missing(counts)
        assert sorted(KIND.read(json.dumps(document).encode())["deck"]) == sorted(SHIPPED[name].ids)
        assert BUILDER.counts(document) == counts
    assert len(BUILDER.parts) == len(CORE) <= 25
