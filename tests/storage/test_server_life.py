"""Data of a server: its settings, its log, and words redacted from a record."""

import pytest
from msgspec.structs import replace

from bot.core import server_settings
from bot.core.server_settings import ServerSettings
from storage import Database
from storage.tables import guilds, matches
from storage.tables.guilds import Logged
from tests.kit.rows import REFUSED, append
from tests.kit.sql import sql
from tests.kit.stored_samples import MARA, a_match

GUILD, OTHER = 7, 8
CHANGED = "UPDATE actions SET text = 'gone' WHERE match_id = 'm1' AND number = 1"


@pytest.mark.slow
async def test_a_change_is_kept_for_that_server_alone_and_stands_in_its_log(database: Database) -> None:
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
        await server_settings.change(w, GUILD, MARA, lambda old: replace(old, rated=False), "Not rated.", 5)
        changed = await server_settings.change(w, GUILD, MARA, lambda old: replace(old, role=2), "Role.", 6)
        assert changed == ServerSettings(rated=False, role=2)
    async with database.read() as r:
        assert await server_settings.settings_of(r, GUILD) == changed
        assert await server_settings.settings_of(r, OTHER) == ServerSettings()
        assert await server_settings.settings_of(r, None) == ServerSettings()
        assert await guilds.count_lines(r, GUILD) == 2
        newest = Logged(id=2, at=6, person=MARA, about=None, text="Role.")
        assert await guilds.lines(r, GUILD, 1) == [newest]
        assert await guilds.lines(r, OTHER, 5) == []


async def test_settings_that_cannot_be_read_are_the_usual_ones(database: Database) -> None:
    async with database.write("all") as w:
        await guilds.set_settings(w, GUILD, {"role": "everyone"})
        assert await server_settings.settings_of(w, GUILD) == ServerSettings()


@pytest.mark.slow
async def test_the_bot_says_hello_once(database: Database) -> None:
    async with database.write("all") as w:
        await guilds.set_settings(w, GUILD, {"rated": False})
        assert [await guilds.greet(w, GUILD, at, before) for at, before in ((5, 0), (9, 4), (9, 6))] == [
            True,
            False,
            True,
        ]
        assert not (await server_settings.settings_of(w, GUILD)).rated


@pytest.mark.slow
async def test_only_the_words_of_a_redacted_action_can_change(database: Database) -> None:
    async with database.write("all") as w:
        await matches.add(w, a_match("m1"))
        await append(w, "m1", 1, 0, "words", 5)
    with pytest.raises(REFUSED, match="append-only"):
        await sql(database, CHANGED)
    await sql(database, "INSERT INTO redactions (match_id, number, at) VALUES ('m1', 1, 6)")
    with pytest.raises(REFUSED, match="append-only"):
        await sql(database, CHANGED.replace("text = 'gone'", "text = 'gone', seat = 1"))
    await sql(database, CHANGED)
    async with database.read() as r:
        assert [action.text for action in await matches.actions(r, "m1")] == ["gone"]
