"""Names: a person can have any name that Discord allows."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.kit.browser import CHROMIUM, page_of
from tests.kit.table import table

ZALGO = "M" + "\u0301" * 31


@pytest.mark.slow
@pytest.mark.parametrize("name", ["山田太郎", "مها", "สมชาย", "🦊🌙", "\u0301" * 32, "\u202eTom"])
async def test_a_person_changes_their_name_and_interactions_carry_it(play, rest, listener, offer, name):
    mara = play.actor("mara")
    await offer({"name": "ask", "description": "x"})
    assert (await rest.control("POST", "/users/mara/name", {"name": name}))[0] == 200
    interaction = await listener.while_asked(mara.slash("games", "ask"))
    user = interaction["member"]["user"]
    assert (user["username"], user["global_name"]) == ("mara", name)
    [member] = [guild for guild in play.world.guilds.values() if mara.id in guild.members]
    assert member.members[mara.id]["user"]["global_name"] == name
    assert (await rest("GET", f"/users/{mara.id}"))[1]["global_name"] == name


async def test_without_a_display_name_there_is_the_username(play, rest):
    await rest.control("POST", "/users/mara/name", {"name": " "})
    assert (await rest("GET", f"/users/{play.actor('mara').id}"))[1]["global_name"] is None


@pytest.mark.parametrize(("name", "told"), [("x" * 33, "up to 32"), (None, "as a text")])
async def test_a_name_has_at_most_32_characters(rest, name, told):
    status, refusal = await rest.control("POST", "/users/mara/name", {"name": name})
    assert status == 400
    assert told in refusal["message"]


@pytest.mark.proof
@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
async def test_the_panel_renames_people_and_the_page_shows_it() -> None:
    async with table("mara", "tom") as t, page_of(t, "mara") as panes:
        await t.tom.actor.say("games", "hello")
        page, root = panes["mara"].page, panes["mara"].root
        await page.get_by_test_id("clock-button").click()
        for name, field in (("Ελένη", "name-tom"), ("Юля", "name-mara")):
            await page.get_by_test_id(field).fill(name)
            await page.get_by_test_id(field).press("Enter")
            await expect(root.get_by_text(name).first).to_be_visible()
        assert t.playground.world.user(t.tom.id).payload["global_name"] == "Ελένη"
