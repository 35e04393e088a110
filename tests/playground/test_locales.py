"""Languages: a bot learns a person's language only from that person's interactions."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from playground.model.errors import ControlError
from playground.model.locales import LOCALES
from playground.people.defaults import BOT_ID
from playground.recording import state
from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table


@pytest.fixture
async def told(play, rest, listener, offer):
    """Return a function that lets a person use a command and returns the interaction."""
    await offer({"name": "ask", "description": "Ask"})

    async def ask(who):
        interaction = await listener.while_asked(play.actor(who).slash("games", "ask"))
        await rest("POST", f"/interactions/{interaction['id']}/{interaction['token']}/callback", {"type": 5})
        await listener.outcome()
        return interaction

    return ask


async def test_an_interaction_tells_the_language_of_who_acts_and_of_nobody_else(play, told):
    await play.actor("mara").settings(locale="de")
    assert (await told("mara"))["locale"] == "de"
    assert (await told("tom"))["locale"] == "en-US"
    await play.actor("mara").settings(locale="ja")
    assert (await told("mara"))["locale"] == "ja"


async def test_nothing_but_an_interaction_tells_a_language(rest, play, told):
    mara = play.actor("mara")
    await mara.settings(locale="de")
    interaction = await told("mara")
    [guild] = play.world.guilds
    _, member = await rest("GET", f"/guilds/{guild}/members/{mara.id}")
    for user in (interaction["member"]["user"], member["user"], member, mara.user):
        assert "locale" not in user


@pytest.mark.parametrize(("unreliable", "said"), [(True, "en-US"), (False, "fr")])
async def test_the_language_of_a_server_says_nothing_of_who_is_there_as_is_believed(
    play, told, unreliable, said
):
    play.world.beliefs.guild_locale_is_unreliable = unreliable
    for name in ("mara", "tom", "ines", "juri"):
        await play.actor(name).settings(locale="fr")
    interaction = await told("mara")
    assert (interaction["guild_locale"], interaction["guild"]["locale"]) == (said, said)


async def test_a_language_is_one_of_discord_s(play):
    mara = play.actor("mara")
    with pytest.raises(ControlError, match="one of ar, bg"):
        await mara.settings(locale="tlh")
    assert play.world.user(mara.id).locale == "en-US"
    assert "en-US" in LOCALES


async def test_other_programs_choose_a_language_and_see_it(rest, play):
    mara = play.actor("mara")
    status, _ = await rest.control("POST", f"/users/{mara.id}/settings", {"locale": "de"})
    _, world = await rest.control("GET", "/state")
    assert status == 200
    assert {user["username"]: user["locale"] for user in world["users"] if not user["bot"]}["mara"] == "de"
    assert world["locales"] == list(LOCALES)
    assert play.world.user(mara.id).dms_open
    assert (await rest.control("POST", f"/users/{mara.id}/settings", {}))[0] == 400


async def test_a_recording_keeps_languages(play):
    mara = play.actor("mara")
    await mara.settings(locale="de")
    kept = state.take(play.world, ("user", mara.id))
    await mara.settings(locale="fr")
    state.put(play.world, ("user", mara.id), kept)
    assert play.world.user(mara.id).locale == "de"
    assert play.world.user(BOT_ID).locale == "en-US"


@pytest.mark.proof
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_the_page_has_a_picker_for_each_person() -> None:
    async with table("mara") as t, page_of(t, "mara", width=390, height=800) as panes:
        page, world = panes["mara"].page, t.playground.world
        await page.get_by_test_id("clock-button").click()
        picker = page.get_by_test_id("locale-mara")
        await expect(picker).to_have_value("en-US")
        await picker.select_option("pt-BR")
        await expect(page.get_by_test_id("panel-said")).to_contain_text("Brazilian Portuguese")
        assert world.user(t.mara.id).locale == "pt-BR"
        await page.get_by_test_id("dms-mara").press("Space")
        await expect(picker).to_have_value("pt-BR")
