"""The page shows and hides channels, threads and messages as soon as a person gains or loses access."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from playwright.async_api import expect

from playground.model import permissions as perms
from playground.people.defaults import BOT_ID
from playground.places import channels, members, threads
from playground.posts import messages, pins
from tests.kit.browser import CHROMIUM, PATIENCE_MILLISECONDS, page_of

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture
async def pane(play):
    """Open Mara's client at the channel “games”."""
    expect.set_options(timeout=PATIENCE_MILLISECONDS)
    async with page_of(SimpleNamespace(playground=play), "mara", width=1100, height=700) as panes:
        yield panes["mara"]


def listed(pane, name):
    return pane.root.locator(f'[data-testid="channel"][data-channel-name="{name}"]')


def hide(play, hidden, *names):
    over = {"id": play.actor("mara").id, "type": 1, "allow": "0"}
    over["deny"] = str(perms.VIEW_CHANNEL if hidden else 0)
    for name in names:
        channels.edit(play.world, play.actor("tom").channel(name), {"permission_overwrites": [over]})


@pytest.mark.slow
async def test_channels_messages_and_forwards_come_and_go_before_the_eyes_of_people(play, pane):
    world, games, root = play.world, play.actor("mara").channel("games"), pane.root
    found = root.get_by_test_id("messages").get_by_test_id("message")
    made = [messages.create(world, games, BOT_ID, {"content": f"number {n}"}) for n in range(4)]
    pins.pin(world, games, made[0], BOT_ID)
    await expect(root.get_by_test_id("pins")).to_have_text("Pins1")
    await expect(found).to_have_count(5)
    messages.delete_many(world, games, [message.id for message in made[:3]])
    await expect(found).to_have_text([re.compile("number 3"), re.compile("pinned a message")])
    await expect(root.get_by_test_id("pins")).to_be_hidden()
    threads.create(world, games, BOT_ID, {"name": "a match", "type": 11})
    await pane.go_to("a match")
    await expect(root.get_by_test_id("channel-title")).to_contain_text("a match")
    hide(play, True, "games")
    await expect(listed(pane, "games")).to_have_count(0)
    await expect(listed(pane, "a match")).to_have_count(0)
    await expect(root.get_by_test_id("channel-title")).to_contain_text("general")
    hide(play, False, "games")
    await pane.go_to("a match")
    await pane.go_to("games")
    await pane.sees("number 3")
    await forwards_in(play, pane, made[3])
    hide(play, True, "games", "general", "quiet")
    await expect(root.get_by_test_id("toast")).to_contain_text("You can't see any others.")
    await expect(root.get_by_placeholder("No channel is open.")).to_be_visible()
    hide(play, False, "quiet", "games")
    await expect(root.get_by_test_id("channel-title")).to_contain_text("quiet")
    cafe = next(iter(world.guilds.values()))
    members.remove(world, cafe, play.actor("mara").id)
    await expect(listed(pane, "quiet")).to_have_count(0)
    members.add(world, cafe, play.actor("mara").id)
    await expect(listed(pane, "quiet")).to_have_count(1)


async def forwards_in(play, pane, original):
    general = play.actor("mara").channel("general")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
    messages.edit(play.world, original, {"content": "**bold** words", "components": [row]})
    messages.forward(play.world, general, BOT_ID, {}, original)
    await pane.go_to("general")
    shown = pane.root.get_by_test_id("forward")
    await expect(shown).to_contain_text("Forwarded")
    await expect(shown.locator("strong")).to_have_text("bold")
    await expect(shown.get_by_role("button", name="Go")).to_be_disabled()
    await shown.get_by_role("button", name="#games").click()
    await expect(pane.root.get_by_test_id("channel-title")).to_contain_text("games")
    await pane.sees("bold")
