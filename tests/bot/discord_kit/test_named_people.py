"""Names that replace mentions in everything that the bot sends."""

from __future__ import annotations

import pytest

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.requests import calling
from bot.discord_kit.text.markdown import CommandLinks
from storage.tables import people
from tests.kit.hosts.house import House

MARA, TOM = 11, 12


@pytest.fixture
async def met(here: House) -> House:
    async with here.app.database.write() as w:
        await people.upsert(w, MARA, "Mara_**", now=1)
        await people.upsert(w, TOM, "Tom", now=1)
    return here


def texts(screen: Screen) -> list[str]:
    view = screen.view.walk_children()
    return [part.content for part in view if isinstance(part, items.ui.TextDisplay)]


async def test_words_have_names_whose_markdown_takes_no_effect_and_so_has_the_line(met: House) -> None:
    screen = Screen(items.sentence(f"Against <@{MARA}>."), push=f"Your turn against <@{MARA}>")
    named = await items.name_people(met.app.database, screen)
    assert texts(named) == [r"Against Mara\_\*\*."]
    assert named.push == r"Your turn against Mara\_\*\*"


async def test_only_the_line_mentions_who_is_pinged_and_only_them(met: House) -> None:
    screen = Screen(items.sentence(f"<@{MARA}> and <@{TOM}>"), push=f"<@{MARA}> calls <@{TOM}>")
    named = await items.name_people(met.app.database, screen, {TOM})
    sent = calling.as_new(named, CommandLinks())
    assert sent["content"] == rf"Mara\_\*\* calls <@{TOM}>"
    assert [card.description for card in sent["embeds"]] == [r"Mara\_\*\* and Tom"]


async def test_who_was_chosen_has_a_name_though_the_bot_has_not_met_them_and_others_are_somebody(
    met: House,
) -> None:
    screen = Screen(items.sentence("<@13> and <@14>"))
    named = await items.name_people(met.app.database, screen, met={13: "Juri"})
    assert texts(named) == ["Juri and someone"]


async def test_where_whole_names_are_too_much_for_a_message_all_are_cut(here: House) -> None:
    long = "_" * 32
    async with here.app.database.write() as w:
        for person in range(10**17, 10**17 + 100):
            await people.upsert(w, person, long, now=1)
    screen = Screen(items.sentence(" ".join(f"<@{number}>" for number in range(10**17, 10**17 + 100))))
    [text] = texts(await items.name_people(here.app.database, screen))
    assert text.split(" ")[:2] == [r"\_" * 10] * 2
    assert len(text) <= items.MOST_TEXT


def test_plain_content_holds_the_line_and_all_words_and_no_more_than_fits() -> None:
    screen = Screen(items.sentence("x" * 3000), push="Your turn")
    sent = calling.as_new(screen, CommandLinks(), may_embed=False)
    assert sent["content"].startswith("Your turn\nxxx")
    assert len(sent["content"]) == 2000
    assert "embeds" not in sent
