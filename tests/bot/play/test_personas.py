"""The bot's levels have names and a sentence about how they play, wherever people meet them."""

from __future__ import annotations

import pytest

from bot.core.match_state import nickname
from bot.play.wording import matches
from games import GAMES
from tests.kit.matches.tapped import newest_match
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara")


@pytest.mark.parametrize("key", GAMES)
def test_every_level_has_a_character_that_says_how_it_plays(key: str) -> None:
    game = GAMES[key]
    assert list(game.personas) == list(game.players)
    for persona in game.personas.values():
        assert persona.name.isalpha()
        assert 40 < len(persona.words) < 240, persona.words
        assert persona.words.endswith(".")
        assert "!" not in persona.words


def test_no_two_levels_share_a_name() -> None:
    names = [persona.name for game in GAMES.values() for persona in game.personas.values()]
    assert len(set(names)) == len(names)


def test_a_level_is_called_by_name_and_strength_and_a_stranger_by_its_own() -> None:
    assert matches.bot_name("creators", "hard") == "Magpie (hard bot)"
    assert matches.bot_name("alpha", "alpha") == "Abacus (alpha bot)"
    assert matches.bot_name("creators", "mine") == "the bot (mine)"


async def test_a_level_is_chosen_by_its_name_too(t: Table) -> None:
    commands = {command["name"]: command for command in t.mara.actor.commands("games")}
    for key in ("creators", "decoy", "ccc"):
        (play,) = [option for option in commands[key]["options"] if option["name"] == "play"]
        (level,) = [option for option in play["options"] if option["name"] == "level"]
        personas = GAMES[key].personas
        for choice in level["choices"]:
            assert choice["name"] == f"{choice['value']} · {personas[choice['value']].name}"


async def test_the_card_of_a_match_introduces_the_opponent_and_its_board_names_it(t: Table) -> None:
    card = await t.mara.slash("/creators play", level="hard", side="Destroyer", public=True)
    await t.mara.tap("Play", card)
    await t.settled()
    magpie = GAMES["creators"].personas["hard"]
    assert "Magpie (hard bot) as Creator" in card.text
    assert magpie.words in card.text
    name = f"Magpie (hard bot) – Mara · {nickname(await newest_match(t))} · Creators vs Destroyers"
    assert [thread["name"] for thread in t.threads()] == [name]
    assert "against Magpie (hard bot)" in (await t.mara.slash("/matches")).text
    assert (await t.mara.complete("/resign", "match", "magpie")) != []


@pytest.mark.slow
async def test_the_last_page_of_the_rules_tells_of_every_level(t: Table) -> None:
    page = await t.mara.slash("/decoy rules")
    while "Next ▶" in page.buttons:
        page = await t.mara.tap("Next ▶", page)
    for level, persona in GAMES["decoy"].personas.items():
        assert f"**{persona.name}** ({level}): {persona.words}" in page.text
