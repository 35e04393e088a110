"""The page itself: panes, keys, ephemeral answers, unread marks, reloads, phones, lost connections."""

from __future__ import annotations

import base64
import contextlib
import itertools
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands
from playwright.async_api import Locator, expect

from playground.model.records import Upload
from playground.places import channels
from playground.posts import messages as posts
from tests.kit.browser import CHROMIUM, Pane, page_of
from tests.kit.table import Table, table

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine"),
]

PHONE = 390
LONG = "a name of an option that is rather long, for up to a hundred letters are allowed"
LABELS = (LONG[:80], "W" * 80, "ok")
STACKED = "".join(
    f"{letter}\u0489\u035d\u0301\u0301\u0301" for letter in "a word that spreads itself far and wide"
)
DOT = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
EMBED = {
    "author": {"name": "The sky", "icon_url": "attachment://dot.gif"},
    "fields": [{"name": f"Day {n}", "value": "rain", "inline": n != 5} for n in range(7)],
    "image": {"url": "https://example.com/rain.png"},
    "footer": {"text": "as it was", "icon_url": "https://example.com/sky.png"},
}
SHOW_EIGHT_LETTERS = """all => all.filter(one => one.checkVisibility()).map(one => {
  const start = new Range();
  start.setStart(one.firstChild, 0);
  start.setEnd(one.firstChild, 8);
  const ellipsis = 16;
  return start.getBoundingClientRect().width <= one.clientWidth - ellipsis;
})"""


@contextlib.asynccontextmanager
async def seats(*names: str, width: int = 1500) -> AsyncIterator[tuple[Table, list[Pane]]]:
    """Yield the table and a pane for each of these people, open at the channel “games”."""
    async with table(*names) as t, page_of(t, *names, width=width) as panes:
        yield t, list(panes.values())


def messages(pane: Pane) -> Locator:
    return pane.root.get_by_test_id("message")


async def write(pane: Pane, text: str) -> None:
    composer = pane.root.get_by_test_id("composer")
    await composer.fill(text)
    await composer.press("Enter")


async def channel(pane: Pane, name: str) -> None:
    """Wait until this channel is open."""
    await expect(pane.root.get_by_test_id("channel-title")).to_contain_text(name)


@pytest.mark.proof
async def test_what_one_person_writes_the_other_pane_shows_with_its_mention() -> None:
    async with seats("mara", "tom") as (_, [mara, tom]):
        await write(mara, "well met, @Tom.")
        await tom.sees("well met")
        await expect(messages(tom).last.locator(".mention")).to_have_text("@Tom")
        await messages(tom).last.locator(".mention").press("Enter")
        await expect(tom.page.get_by_role("dialog").first).to_contain_text("Tom")


@pytest.mark.proof
async def test_a_command_is_found_chosen_and_left_by_the_keys_alone() -> None:
    async with seats("mara") as (_, [mara]):
        keys, items = mara.page.keyboard, mara.root.get_by_test_id("completion-item")
        await mara.root.get_by_test_id("composer").press_sequentially("/creators")
        second = await items.nth(1).get_attribute("data-value")
        await keys.press("ArrowDown")
        await expect(items.nth(1)).to_have_attribute("aria-selected", "true")
        await keys.press("Enter")
        form = mara.root.get_by_test_id("command-form")
        await expect(form).to_have_attribute("data-command", second or "")
        await keys.press("Escape")
        await expect(form).to_have_count(0)
        await expect(mara.root.get_by_test_id("composer")).to_be_focused()


async def test_a_private_answer_is_shown_to_its_reader_alone_until_it_is_dismissed() -> None:
    async with seats("mara", "tom") as (_, [mara, tom]):
        await mara.slash("/help")
        await mara.send()
        private = mara.root.locator("[data-ephemeral]")
        await expect(private.get_by_test_id("used")).to_have_text("Mara used /help")
        await write(mara, "who else read that?")
        await tom.sees("who else read that?")
        await expect(messages(tom)).to_have_count(1)
        await private.get_by_test_id("dismiss").click()
        await expect(messages(mara)).to_have_count(1)


@pytest.mark.proof
async def test_the_whole_command_is_named_and_a_private_answer_quotes_what_it_answers() -> None:
    async with seats("mara", "tom") as (_, [mara, _tom]):
        await mara.slash("/creators challenge")
        await mara.offer("opponent", "Tom")
        await mara.send()
        await expect(mara.root.get_by_test_id("used")).to_contain_text("used /creators challenge")
        await mara.tap("Accept")
        await expect(mara.root.locator("[data-ephemeral] .reply-line")).to_contain_text(
            "Creators vs Destroyers"
        )


@pytest.mark.proof
async def test_an_unread_message_marks_its_channel_until_it_is_read() -> None:
    async with seats("mara", "tom") as (t, [mara, tom]):
        await tom.go_to("quiet")
        for text in ("first", "second"):
            await write(mara, text)
            await mara.sees(text)
        games = tom.root.locator('[data-channel-name="games"]')
        await expect(games).to_have_attribute("data-unread", "2")
        await tom.go_to("games")
        await expect(tom.root.locator(".divider.new")).to_have_count(1)
        await expect(games).not_to_have_attribute("data-unread", "2")
        assert t.tom.actor.home()["unread"] == {}


async def test_a_reload_brings_back_the_panes_their_channels_and_what_was_not_sent() -> None:
    async with seats("mara", "tom") as (_, [mara, tom]):
        await mara.root.get_by_test_id("composer").fill("as I was saying")
        await tom.root.get_by_test_id("composer").fill("here")
        await tom.go_to("quiet")
        await channel(tom, "quiet")
        await begin_a_challenge(tom)
        await mara.page.reload()
        await channel(mara, "games")
        await channel(tom, "quiet")
        await expect(mara.page.locator("[data-pane]")).to_have_count(2)
        await expect(mara.root.get_by_test_id("composer")).to_have_value("as I was saying")
        await expect(option(tom, "side")).to_have_value("Creator")
        await expect(option(tom, "board_size")).to_have_value("1")
        await tom.go_to("games")
        await expect(tom.root.get_by_test_id("composer")).to_have_value("here")
        await tom.go_to("quiet")
        await tom.offer("board_size", "12")
        await tom.send()
        await expect(tom.root.get_by_test_id("used")).to_contain_text("used /creators challenge")
        await expect(tom.root.get_by_test_id("command-form")).to_have_count(0)
        await mara.page.reload()
        await channel(tom, "quiet")
        await expect(tom.root.get_by_test_id("composer")).to_have_value("")


def option(pane: Pane, name: str) -> Locator:
    return pane.root.locator(f'[data-option-name="{name}"]')


async def begin_a_challenge(tom: Pane) -> None:
    """Choose a side and an opponent, and leave a number half-typed."""
    await tom.slash("/creators challenge")
    await tom.offer("opponent", "Mara")
    await tom.offer("side", "Creator")
    await tom.write("board_size", "1")


def say_wide_things(t: Table) -> None:
    """Let the bot send stacked marks, long labels, and a select in which many long options are chosen."""
    world, [app] = t.playground.world, t.playground.world.applications.values()
    options = [{"label": f"{n} {LONG}", "value": str(n), "default": n < 20} for n in range(25)]
    labels = [{"type": 2, "style": 2, "custom_id": f"b{n}", "label": label} for n, label in enumerate(LABELS)]
    select = {"type": 3, "custom_id": "s", "max_values": 25, "options": options}
    rows = [{"type": 1, "components": inside} for inside in (labels, [select])]
    channel, dot = t.mara.actor.channel("games"), Upload("0", "dot.gif", DOT)
    posts.create(world, channel, app.bot_id, {"content": STACKED, "components": rows}, [])
    posts.create(world, channel, app.bot_id, {"embeds": [EMBED]}, [dot])


async def look_at_the_embed(embed: Locator) -> None:
    """Check the rows of fields, the icons, and the placeholder of a picture that isn't fetched."""
    tops = await embed.locator(".embed-field").evaluate_all("all => all.map(one => one.offsetTop)")
    assert [len(list(row)) for _, row in itertools.groupby(tops)] == [3, 2, 1, 1]
    assert await embed.locator(".embed-author img").evaluate("one => one.decode().then(() => true)")
    await expect(embed.locator(".embed-foot span.embed-icon")).to_have_count(1)
    await expect(embed.locator(".picture-missing")).to_have_text(
        "A picture on example.com, which isn't fetched"
    )


async def keep_their_titles(panes: list[Pane], width: int) -> None:
    """Check that the title of each visible pane shows at least eight letters in a window of this width."""
    await panes[0].page.set_viewport_size({"width": width, "height": 800})
    titles = panes[0].page.locator(".channel-title-name")
    assert all(await titles.evaluate_all(SHOW_EIGHT_LETTERS))


async def test_a_phone_needs_no_scrolling_to_the_side_and_titles_keep_eight_letters() -> None:
    async with seats("mara", "tom", "ines") as (t, [mara, *others]):
        say_wide_things(t)
        world = t.playground.world
        channels.edit(world, t.mara.actor.channel("games"), {"name": "wonderful-games"})
        await mara.root.get_by_test_id("select").wait_for()
        await look_at_the_embed(mara.root.get_by_test_id("embed"))
        await keep_their_titles([mara, *others], 1024)
        await keep_their_titles([mara, *others], 320)
        await mara.slash("/creators rules")
        await mara.send()
        await mara.root.get_by_test_id("picture").first.wait_for()
        await mara.page.set_viewport_size({"width": PHONE, "height": 800})
        await mara.root.get_by_test_id("drawer").wait_for()
        wide = "all => all.filter(one => one.scrollWidth > one.clientWidth).length"
        assert await mara.root.locator(".message .button, .message .select").evaluate_all(wide) == 0
        chosen = ", ".join([f"{n} {LONG}" for n in range(5)] + ["and 15 more"])
        await expect(mara.root.get_by_test_id("select").first).to_have_accessible_name(chosen)
        assert await mara.page.evaluate("document.scrollingElement.scrollWidth") == PHONE
        assert await mara.root.locator(".scroller").evaluate_all(wide) == 0
        await mara.root.get_by_test_id("drawer").click()
        await mara.go_to("quiet")
        await channel(mara, "quiet")


async def test_a_pane_whose_connection_was_lost_comes_back_and_catches_up() -> None:
    async with seats("mara") as (t, [mara]):
        await expect(mara.root).to_have_attribute("data-status", "live")
        await mara.page.evaluate(
            """() => {
              window.statuses = [];
              const pane = document.querySelector("[data-pane]");
              const note = () => window.statuses.push(pane.dataset.status);
              new MutationObserver(note).observe(pane, { attributeFilter: ["data-status"] });
            }"""
        )
        await t.playground.live.close()
        await t.playground.actor("tom").say("games", "did you miss me?")
        await mara.sees("did you miss me?")
        await expect(mara.root).to_have_attribute("data-status", "live")
        statuses = await mara.page.evaluate("window.statuses")
        assert [status for status, _ in itertools.groupby(statuses)] == ["lost", "live"]


@pytest.mark.proof
async def test_a_file_chosen_for_an_option_reaches_the_bot_whole() -> None:
    @app_commands.command(description="Read a file")
    async def deck(interaction: discord.Interaction, file: discord.Attachment) -> None:
        size = len(await file.read())
        await interaction.response.send_message(f"{file.filename} holds {size} bytes")

    async with table("mara") as t:
        t.running.bot.tree.add_command(deck)
        await t.running.bot.tree.sync()
        async with page_of(t, "mara") as panes:
            mara = panes["mara"]
            await mara.slash("/deck")
            picked = {"name": "deck.bin", "mimeType": "application/octet-stream", "buffer": bytes(300)}
            await mara.root.locator("input[type=file]").set_input_files(picked)  # type: ignore[arg-type]
            await mara.send()
            await mara.sees("deck.bin holds 300 bytes")
