"""/<game> leaderboard: a fair order, the reader's rank, and no people who have left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.core import person_settings
from bot.core.person_settings import PersonSettings
from bot.discord_kit.interactions.members import REMEMBERED_SECONDS, Members
from bot.play.matches import ending
from bot.play.ratings import leaderboards
from bot.play.ratings.leaderboards import BoardPage
from bot.play.ratings.ui import leaderboard
from games import GAMES
from playground.places import members
from storage.tables import ratings
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.hosts.rated import GAME, a_rating, put
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.sql import sql
from tests.kit.table import Table

HERE = PLACE.guild or 0
SOLO = next(game for game in GAMES.values() if not game.supports_pvp)


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        yield made


async def page(
    home: House, which: str, number: int = 0, guild: int | None = HERE, reader: int = 1
) -> BoardPage:
    return await leaderboards.page_of(home.app, GAMES[GAME], which, number, guild, reader)


def places(page: BoardPage) -> list[tuple[int, str | None]]:
    return [(line.place, line.name) for line in page.lines]


async def many(home: House, count: int) -> None:
    """Store this many rated people, all of them on the server; P1 is the best."""
    await put(home.app.database, *(a_rating(n, 2000 - n) for n in range(1, count + 1)), guild=HERE)


# --- order and places ---------------------------------------------------------------------------------


async def test_a_newcomer_with_one_win_does_not_lead(home: House) -> None:
    await put(home.app.database, a_rating(1, 1900, 350, wins=1, losses=0), a_rating(2, 1600, 60))
    assert places(await page(home, "everywhere")) == [(1, "P2"), (2, "P1")]


async def test_equal_standings_share_a_place_over_the_edge_of_a_page_too(home: House) -> None:
    equal = [a_rating(n, 1500) for n in range(2, 13)]
    await put(home.app.database, a_rating(1, 1600), *equal, a_rating(13, 1400))
    first, second = await page(home, "everywhere"), await page(home, "everywhere", 1)
    assert [line.place for line in first.lines] == [1] + [2] * 9
    assert [line.place for line in second.lines] == [2, 2, 13]


async def test_my_own_place_is_known_on_every_page(home: House) -> None:
    await many(home, 25)
    first, last = await page(home, "everywhere", reader=23), await page(home, "everywhere", 2, reader=23)
    assert first.mine is not None
    assert (first.mine.place, first.mine.name) == (23, "P23")
    assert first.mine not in first.lines
    assert last.mine in last.lines
    assert (await page(home, "everywhere", reader=99)).mine is None


@pytest.mark.slow
@pytest.mark.parametrize(("asked", "shown"), [(-5, 0), (0, 0), (2, 2), (3, 2), (99_999, 2)])
async def test_a_page_that_is_not_there_is_the_nearest_one(home: House, asked: int, shown: int) -> None:
    await many(home, 25)
    found = await page(home, "everywhere", asked)
    assert (found.number, found.pages, len(found.lines)) == (shown, 3, 5 if shown == 2 else 10)


async def test_a_board_of_nobody_has_one_empty_page(home: House) -> None:
    found = await page(home, "everywhere")
    assert (found.number, found.pages, found.lines, found.mine) == (0, 1, (), None)


async def hide(home: House, *persons: int) -> None:
    async with home.app.database.write("all") as w:
        for person in persons:
            await person_settings.keep(w, person, PersonSettings(hidden=True))


@pytest.mark.slow
@pytest.mark.parametrize("which", ["here", "everywhere", "month", "bots"])
async def test_whoever_hides_their_profile_keeps_their_place_without_a_name(home: House, which: str) -> None:
    pool, now = "bots" if which == "bots" else "people", home.app.now()
    those = [a_rating(n, 2000 - n, pool=pool, rated_at=now) for n in (1, 2, 3)]
    await put(home.app.database, *those, guild=HERE)
    await hide(home, 2)
    assert places(await page(home, which, reader=1)) == [(1, "P1"), (2, None), (3, "P3")]
    assert places(await page(home, which, reader=2)) == [(1, "P1"), (2, "P2"), (3, "P3")]


async def test_of_whoever_is_hidden_neither_name_nor_username_is_in_a_board(home: House) -> None:
    async def board(*named: str, hidden: bool) -> tuple[Any, bytes, str | None]:
        await put(home.app.database, a_rating(1, 1500), names={1: named[0]})
        await sql(home.app.database, "UPDATE people SET username = :username", username=named[1])
        if hidden:
            await hide(home, 1)
        screen = await shown(await page(home, "everywhere", reader=2))
        return screen.view.to_components(), screen.files[0].fp.read(), screen.files[0].description

    one, other = ("Mara", "mara.sees"), ("Tom", "tom.hides")
    assert await board(*one, hidden=False) != await board(*other, hidden=False)
    first, second = await board(*one, hidden=True), await board(*other, hidden=True)
    assert first == second
    assert "Hidden player · 1500" in str(first[0])
    assert "#1: Hidden player with" in str(first[2])


# --- which boards there are ---------------------------------------------------------------------------


async def test_in_private_there_is_no_board_of_a_server(home: House) -> None:
    await many(home, 2)
    found = await page(home, "here", guild=None)
    assert (found.which, found.offered) == ("everywhere", ("everywhere", "month", "bots"))


async def test_the_board_of_a_server_lists_those_known_there_alone(home: House) -> None:
    await many(home, 2)
    await put(home.app.database, a_rating(3, 2500))
    assert places(await page(home, "here")) == [(1, "P1"), (2, "P2")]
    assert places(await page(home, "everywhere"))[0] == (1, "P3")


async def test_levels_stand_among_people_against_the_bot_and_nowhere_else(home: House) -> None:
    level = a_rating(None, 1650, holder="hard", pool="bots")
    people = [a_rating(n, 1800 - 100 * n, pool="bots") for n in (1, 2)]
    await put(home.app.database, level, *people, a_rating(1, 1500))
    assert places(await page(home, "bots")) == [(1, "P1"), (2, "hard"), (3, "P2")]
    assert places(await page(home, "everywhere")) == [(1, "P1")]


def test_a_game_for_one_alone_has_the_board_against_the_bot_alone() -> None:
    assert leaderboards.boards_of(SOLO, HERE) == ("bots",)


# --- this month ---------------------------------------------------------------------------------------


def test_a_month_begins_with_its_first_second_in_utc() -> None:
    march = int(datetime(2028, 3, 1, tzinfo=UTC).timestamp())
    assert leaderboards.month_began(march) == march
    assert leaderboards.month_began(march - 1) == int(datetime(2028, 2, 1, tzinfo=UTC).timestamp())


async def test_whoever_was_last_rated_before_the_month_is_not_on_its_board(home: House) -> None:
    began = leaderboards.month_began(home.app.now())
    last = a_rating(1, 1900, rated_at=began - 1)
    await put(home.app.database, last, a_rating(2, 1500, rated_at=began))
    found = await page(home, "month")
    assert places(found) == [(1, "P2")]
    assert found.mine is None


async def test_what_was_gained_counts_from_the_first_of_the_month(home: House) -> None:
    for month in (9, 10):
        home.clock.advance(datetime(2026, month, 30, tzinfo=UTC).timestamp() - home.app.now())
        match = await home.match(usual=True)
        await ending.resign(home.app, match.id, TOM.id)
    found = await page(home, "month", reader=MARA.id)
    async with home.app.database.read() as r:
        before, after = await ratings.changes_of(r, MARA.id, GAME, "people")
    assert found.mine is not None
    assert found.mine.gain == pytest.approx(after.after - after.before)
    assert before.after != before.before
    assert [(line.gain or 0) > 0 for line in found.lines] == [True, False]


# --- as it is shown -----------------------------------------------------------------------------------


def text_of(screen: Any) -> str:
    return "\n".join(part["content"] for part in parts(screen) if part["type"] == 10)


def parts(screen: Any) -> list[dict[str, Any]]:
    return [part for frame in screen.view.to_components() for part in frame["components"]]


async def shown(found: BoardPage) -> Any:
    return await leaderboard.screen_of(GAMES[GAME], found)


async def test_a_page_is_a_picture_and_the_same_as_text(home: House) -> None:
    named = {1: "Mara", 2: "Tom"}
    await put(home.app.database, a_rating(1, 1523.4, 87.6), a_rating(2, 1400, 111), names=named)
    screen = await shown(await page(home, "everywhere", reader=2))
    assert "`1` Mara · 1523 ± 88 · 12 matches\n`2` **Tom** · 1400 ± 111? · 12 matches" in text_of(screen)
    [file] = screen.files
    assert file.fp.read(8) == b"\x89PNG\r\n\x1a\n"
    assert file.description == (
        "Leaderboard of Creators vs Destroyers, everywhere. #1: Mara with 1523 ± 88. "
        "You're #2. The same list is below as text."
    )


async def test_names_have_no_effect_in_the_text_and_are_cut_in_the_picture(home: House) -> None:
    name = "\u202e**<@1> [a](https://b.c)** " + "x" * 40
    await put(home.app.database, a_rating(1, 1500), names={1: name})
    found = await page(home, "everywhere", reader=2)
    said = text_of(await shown(found))
    assert "\\*\\*" in said
    assert not any(live in said for live in ("<@1>", "](http", "\u202e", "x" * 32))
    [entry] = leaderboard.table_of(GAMES[GAME], found).entries
    assert entry.name.startswith("**<@1> [a]")
    assert len(entry.name) == 32


async def test_my_place_stands_below_the_page_and_what_to_do_where_i_have_none(home: House) -> None:
    await many(home, 12)
    below = await shown(await page(home, "everywhere", reader=12))
    assert "**You** are #12 · 1988 ± 50 · 12 matches" in text_of(below)
    table = leaderboard.table_of(GAMES[GAME], await page(home, "everywhere", reader=12))
    assert [(entry.place, entry.mine) for entry in table.apart] == [(12, True)]
    for which, sentence in (
        ("here", "You have no rating here yet: finish a rated match"),
        ("month", "You weren't rated this month"),
        ("bots", "You have no rating here yet: play the bot with `/creators play`"),
    ):
        assert sentence in text_of(await shown(await page(home, which, reader=99)))


async def test_levels_are_marked(home: House) -> None:
    await put(home.app.database, a_rating(None, 1650, holder="hard", pool="bots"))
    found = await page(home, "bots")
    assert "`1` Magpie (hard bot) · 1650 ± 50" in text_of(await shown(found))
    assert leaderboard.table_of(GAMES[GAME], found).entries[0].level


@pytest.mark.slow
async def test_a_match_under_way_changes_nothing_on_a_board(home: House) -> None:
    match = await home.match()
    await ending.resign(home.app, match.id, TOM.id)
    boards = ("here", "everywhere", "month")

    async def seen() -> list[Any]:
        screens = [await shown(await page(home, which, reader=MARA.id)) for which in boards]
        return [(screen.view.to_components(), screen.files[0].fp.read()) for screen in screens]

    before = await seen()
    running = await home.match()
    await home.turn(running)
    assert await seen() == before


# --- at the table -------------------------------------------------------------------------------------


def guild_of(t: Table) -> Any:
    return next(iter(t.playground.world.guilds.values()))


async def seat_at_board(t: Table) -> None:
    """Rate all three people and make them known on the server: Mara leads, then Tom, then Ines."""
    people = [t.mara, t.tom, t.ines]
    names = {int(person.id): name for person, name in zip(people, ("Mara", "Tom", "Ines"), strict=True)}
    those = [a_rating(int(person.id), 1800 - 100 * n) for n, person in enumerate(people)]
    await put(t.database, *those, names=names, guild=int(guild_of(t).id))


async def names_here(person: Person) -> list[str]:
    """Ask for the server's leaderboard, and return the names on it."""
    asked = await person.slash("/creators leaderboard")
    fits = lambda: person.newest(lambda seen: seen.id == asked.id and "On this server" in seen.text)  # noqa: E731
    seen: Seen = await person.until("the board", fits)
    lines = [line for line in seen.text.splitlines() if line.startswith("`")]
    assert seen.ephemeral
    return [line.split("` ")[1].split(" · ")[0].strip("*") for line in lines]


async def test_whoever_left_is_hidden_in_the_server_until_they_act_there_again(t: Table) -> None:
    await seat_at_board(t)
    world, guild = t.playground.world, guild_of(t)
    members.remove(world, guild, t.tom.id)
    assert await names_here(t.mara) == ["Mara", "Ines"]
    assert "Tom" in (await t.mara.tap("Everywhere")).text
    members.add(world, guild, t.tom.id)
    assert await names_here(t.mara) == ["Mara", "Ines"]
    assert await names_here(t.tom) == ["Mara", "Tom", "Ines"]


@pytest.mark.slow
async def test_whoever_is_there_is_not_asked_for_again_for_ten_minutes(t: Table) -> None:
    await seat_at_board(t)
    assert await names_here(t.mara) == ["Mara", "Tom", "Ines"]
    members.remove(t.playground.world, guild_of(t), t.tom.id)
    t.advance(REMEMBERED_SECONDS - 60)
    assert await names_here(t.mara) == ["Mara", "Tom", "Ines"]
    t.advance(61)
    assert await names_here(t.mara) == ["Mara", "Ines"]


async def test_trouble_on_the_way_to_discord_hides_nobody(t: Table) -> None:
    await seat_at_board(t)
    members.remove(t.playground.world, guild_of(t), t.tom.id)
    t.fault(rf"GET /guilds/\d+/members/{t.tom.id}", 503)
    assert await names_here(t.mara) == ["Mara", "Tom", "Ines"]
    assert await names_here(t.mara) == ["Mara", "Ines"]


@pytest.mark.slow
async def test_tabs_and_pages_work_after_a_restart_and_in_private(t: Table) -> None:
    await seat_at_board(t)
    await put(t.database, *(a_rating(n, 1000 - n) for n in range(1, 20)))
    private = (await t.mara.actor.open_dm(str(t.running.bot.application_id)))["id"]
    seen = await t.mara.slash("/creators leaderboard", channel=private)
    assert "Everywhere · 1 to 10 of 22" in seen.text
    assert set(seen.buttons) == {"This month", "Against the bot", "▶"}
    await t.restart_bot()
    seen = await t.mara.tap("▶", seen)
    assert "Everywhere · 11 to 20 of 22" in seen.text
    assert "**You** are #1" in seen.text
    assert "Nobody" not in seen.text
    month = await t.mara.tap("This month", seen)
    assert "You weren't rated this month" in month.text


BAD = (
    "board",
    "board|creators|here",
    "board|creators|there|0",
    "board|creators|here|x",
    "board|creators|here|1234567",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("custom_id", "sentence"),
    [
        *((custom_id, "This button is from an older version") for custom_id in BAD),
        ("board|nogame|here|0", "no longer played here"),
    ],
)
async def test_a_button_that_no_board_has_made_is_one_sentence(
    t: Table, custom_id: str, sentence: str
) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id=f"sp|{custom_id}"))
    channel = t.running.bot.get_partial_messageable(int(t.mara.actor.channel("games").id))
    sent = await channel.send("a post", view=view)
    answer = await t.mara.tap("Old", next(seen for seen in t.mara.messages() if seen.id == str(sent.id)))
    assert sentence in answer.text
    assert answer.ephemeral


def test_who_was_seen_is_remembered_for_a_while_and_no_more_people_than_there_is_room(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_kit.interactions.members._MOST_REMEMBERED", 2)
    seen = Members(here.app)
    for person in (1, 2, 3):
        seen.note_seen(200, person)
    assert seen.unsure(200, (1, 2, 3)) == [3]
    assert seen.unsure(201, (1,)) == [1], "on another server"
    here.clock.advance(REMEMBERED_SECONDS - 1)
    assert seen.unsure(200, (1, 2, 3)) == [3]
    here.clock.advance(1)
    assert seen.unsure(200, (1, 2, 3)) == [1, 2, 3]
    seen.note_seen(200, 3)
    assert seen.unsure(200, (1, 2, 3)) == [1, 2]
