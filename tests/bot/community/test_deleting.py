"""Deleting a person's data: only a number is left of them, and other people lose nothing."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from bot import features
from bot.community.privacy import leaving
from bot.community.privacy.inventory import KINDS, Kind
from bot.community.privacy.leaving import OpenMatches
from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User
from bot.core.sending import NotHeard
from bot.core.terms import MatchTerms
from bot.matchmaking.challenges import bot_matches, challenging, offering
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import entering, making, organizing
from bot.matchmaking.contests.running import running
from bot.play.matches import ending, playing
from bot.play.ratings.ratings import compute_again
from bot.play.records import verifying
from bot.play.wording import matches as words
from storage import Match
from storage.engine.handle import Row
from storage.engine.opening import open_database
from storage.engine.schema import build, newest_version, tables_of
from storage.tables import contests, guilds, people, scheduled_jobs
from tests.budgets import first_fast
from tests.kit.contexts import app_context
from tests.kit.engines import ENGINE, ENGINES, SQLITE
from tests.kit.hosts.crashing import Crash, crashing
from tests.kit.hosts.house import PLACE, SHORT, TOM, House, ManualClock, house
from tests.kit.inputs import NumberedRandomness
from tests.kit.matches.ccc import position
from tests.kit.matches.legs import CREATOR_WINS, played
from tests.kit.sql import sql
from tests.kit.worlds import running_matches as worlds

VERA = User(712345678901234567, "Vanishing Vera", False, "fr", "vera.vanishes")
ALICE = User(1712345678901234567, "Abiding Alice", False, "fr", "alice.abides")
"""A person whose id ends like Vera's and whose DM channel's id begins like hers."""
WORDS = "Verily lovely"
DM = 812345678901234567
TRACES = (str(VERA.id), "Vera", "vera.van", WORDS, str(DM))
TABLES = tables_of(newest_version())
ROOM = position("La1 Fd4 Nh4 sh8 fe7 nb8")


@pytest.fixture(autouse=True)
def vera_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def as_it_is(*_: Any) -> None:
        """Keep the match's seed, since a record wouldn't verify with another one."""

    monkeypatch.setattr(worlds, "MARA", VERA)
    monkeypatch.setattr(worlds, "with_seed", as_it_is)


async def everything(app: AppContext) -> dict[str, list[Row]]:
    """Return all rows of all tables."""
    async with app.database.read() as r:
        return {
            table.name: await r.fetch(f"SELECT * FROM {table.name} ORDER BY {', '.join(table.key)}", {})
            for table in TABLES
        }


async def traces(app: AppContext) -> list[tuple[str, str, Any]]:
    """Return table, column and value of every cell that still has Vera's id, a name or words of hers."""
    return [
        (name, column, value)
        for name, rows in (await everything(app)).items()
        for row in rows
        for column, value in row.items()
        if any(trace in str(value) for trace in TRACES)
    ]


async def ccc_words(here: House, who: User) -> Match:
    """Play a match to its end, in which a person says something and Tom likes it."""
    async with here.app.database.write() as w:
        await guilds.set_settings(w, PLACE.guild or 0, {"own_words": "free"})
    terms = MatchTerms("ccc", {"position": ROOM}, "1d")
    challenge = await offering.offer(here.app, who, TOM, 0, terms, PLACE, 903)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 904, 301)
    await playing.act(here.app, match.id, who.id, f"N@c3{{{WORDS}}}")
    await playing.act(here.app, match.id, TOM.id, "e7-e6")
    await ending.resign(here.app, match.id, TOM.id)
    heart = "INSERT INTO hearts VALUES (:match, 1, 1, :words, 'mark', 200, 5)"
    await sql(here.app.database, heart, match=match.id, words=WORDS)
    return match


async def rated(here: House, who: User) -> Match:
    """Play a rated match to its end."""
    terms = MatchTerms("ccc", {}, "1d")
    challenge = await offering.offer(here.app, who, TOM, 0, terms, PLACE, 905)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 906, 302)
    await here.act(match)
    await here.act(match)
    await ending.resign(here.app, match.id, TOM.id)
    return match


async def competed(here: House, who: User, match: Match) -> None:
    """Make a contest that a person organizes, enters, and calls off, with the match among its pairings."""
    cup = await making.create(here.app, who, Terms(kind="swiss", name="Cup", game="ccc"), PLACE)
    await entering.join(here.app, cup.id, who, 907, PLACE)
    await organizing.call_off(here.app, cup.id, who.id)
    await running.go_on(here.app, cup.id)
    async with here.app.database.write() as w:
        await contests.add_match(w, cup.id, match.id)


ROWS = (
    "INSERT INTO documents VALUES (:vera, 'alpha', 'Vera', '{}', 1, 2)",
    "INSERT INTO blocks (person, blocked, at) VALUES (:tom, :vera, 5)",
    "INSERT INTO blocks (person, blocked, at) VALUES (:vera, :tom, 5)",
    "INSERT INTO reports (guild, about, by_person, at, match_id, text, reason, closed_by) "
    "VALUES (200, :vera, :tom, 5, :match, 'Verily lovely', 'Vera is rude', :vera)",
    "INSERT INTO reports (guild, about, by_person, at, reason) VALUES (200, :tom, :vera, 5, 'Says Vera')",
    "INSERT INTO suspensions VALUES (201, :vera, :tom, 5)",
    "INSERT INTO suspensions VALUES (201, :tom, :vera, 5) ON CONFLICT DO NOTHING",
    "INSERT INTO server_log (guild, at, person, about, text) VALUES (200, 5, :tom, :vera, 'Looked.')",
    "INSERT INTO server_log (guild, at, person, about, text) VALUES "
    "(200, 5, :vera, :tom, 'I am <@' || :id || '>.')",
    "UPDATE matches SET paused_by = :vera WHERE id = :match",
    "INSERT INTO redactions (match_id, number, by_person, at) VALUES (:match, 2, :vera, 5)",
    "INSERT INTO uses (person, what, at, times) VALUES (:vera, 'uploads', 5, 1)",
    "INSERT INTO exercises (person, kind, game, name, began_at, changed_at) "
    "VALUES (:vera, 'lesson', 'ccc', 'hop', 5, 5)",
    "INSERT INTO solvers VALUES (:vera, 'ccc', 1200, 350, 0.06, 5, 1, 1)",
    "INSERT INTO daily_puzzles VALUES (200, 5, 'ccc', '1') ON CONFLICT DO NOTHING",
    "INSERT INTO daily_solvers VALUES (200, 5, :vera, 5, 0)",
    "INSERT INTO puzzle_consents VALUES (:match, :vera, 5)",
    "INSERT INTO analyses (match_id, version, found, began_at, done_at) VALUES (:match, 1, '{}', 5, 6)",
    "INSERT INTO seeks SELECT '1' || :match, :vera, 'ccc', 'Standard', '1d', 1, 1500, 100, 1, 200, :dm, "
    "NULL, nonce, 5, 'open', 5, 6, NULL, NULL FROM matches LIMIT 1",
    "INSERT INTO seeks SELECT '2' || :match, :vera, 'ccc', 'Standard', '1d', 1, 1500, NULL, 0, 200, 7, NULL, "
    "nonce, 5, 'paired', 5, 6, 7, :match FROM matches LIMIT 1",
    "INSERT INTO analysis_askers (match_id, person, at) VALUES (:match, :vera, 5)",
    "INSERT INTO conditions VALUES (:match, 1, 2, '[[\"N@c3{Verily lovely}\"]]')",
    "INSERT INTO conditions VALUES (:match, 0, 2, '[[\"e7-e5\"]]')",
    "INSERT INTO offers VALUES (:match, 1, 0, 1, 1, 0, 'declined', 5, 6, 'draw')",
    "INSERT INTO hearts VALUES (:match, 0, 2, 'So nice', 'mark', 200, 5)",
    "INSERT INTO hearts SELECT match_id, 1, 1, 'Verily lovely', 'mark', 200, 5 FROM seats "
    "WHERE person = :vera AND match_id <> :match",
    "UPDATE matches SET guild = NULL, channel = :dm "
    "WHERE id <> :match AND id IN (SELECT match_id FROM seats WHERE person = :vera)",
    "UPDATE challenges SET guild = NULL, channel = :dm WHERE challenger = :vera AND opponent IS NULL",
    "INSERT INTO outbox (lane, kind, payload, nonce, created_at, due_at, sent_at) "
    "VALUES ('person:12', 'note', '{\"text\":\"<@' || :id || '> declined\"}', 'n:' || :id || ':1', 5, 5, 6)",
    "INSERT INTO outbox (lane, kind, payload, nonce, created_at, due_at, match_id, sent_at) "
    "VALUES ('removed:', 'removed', '{\"words\":\"Verily lovely\"}', 'r:' || :match, 5, 5, :match, 6)",
    "INSERT INTO deadlines (kind, subject, due_at) VALUES ('away', :id, 9999999999)",
    "INSERT INTO deadlines (kind, subject, due_at, done_at, payload) "
    "VALUES ('away', :id, 5, 6, '{\"person\":' || :id || '}')",
    "INSERT INTO deadlines (kind, subject, due_at, done_at, payload) "
    "VALUES ('fade', :match, 5, 6, "
    "'{\"channel\":' || CAST(CAST(:dm AS BIGINT) AS TEXT) || ',\"message\":7}')",
    "UPDATE people SET home_message = 77, home_said = 'Vera', settings = '{\"name\":\"Vera\"}', "
    "dm_channel = :dm WHERE id = :vera",
)
"""Statements that insert one row of everything that can be stored about a person."""


@asynccontextmanager
async def a_life(folder: Path, engine: str = ENGINE) -> AsyncIterator[tuple[House, Match]]:
    """Yield a house in which Vera has done everything possible, and a match in which she said something."""
    async with house(folder, engine) as here:
        yield here, await live(here, VERA, DM)


async def live(here: House, who: User, dm: int) -> Match:
    """Let a person do everything there is to do; return a match in which they said something."""
    async with here.app.database.write() as w:
        await people.upsert(w, who.id, who.name, who.username, now=5, locale=who.locale)
    match = await ccc_words(here, who)
    await rated(here, who)
    await competed(here, who, match)
    terms = MatchTerms("ccc", {}, "1d")
    for blocker, other in ((who, TOM), (TOM, who), (who, None)):
        await offering.offer(here.app, blocker, other, 0, terms, PLACE, 920)
    asked = {"vera": who.id, "tom": TOM.id, "id": str(who.id), "match": match.id, "dm": dm}
    for row in ROWS:
        await sql(here.app.database, row, **{k: v for k, v in asked.items() if f":{k}" in row})
    return match


async def deleted(here: House, how: OpenMatches = "abort") -> int:
    """Delete Vera's data, as she'd ask for it and the loops do it; return the number that's left of her."""
    await leaving.ask(here.app, VERA.id, how)
    async with here.open() as hearing:
        await hearing.rest()
    ((number,),) = await sql(here.app.database, "SELECT id FROM people WHERE id < 0")
    return int(number)


async def scrubbed(here: House) -> None:
    """Wait until the files are emptied: a minute later if one was just being read."""
    while await sql(here.app.database, "SELECT 1 FROM deadlines WHERE kind = 'scrub' AND done_at IS NULL"):
        here.clock.advance(leaving.AGAIN_SECONDS)
        async with here.open() as hearing:
            await hearing.rest()


async def ratings(app: AppContext) -> list[tuple[Any, ...]]:
    rows = "SELECT holder, rating, deviation, wins, losses FROM ratings WHERE person = :tom ORDER BY game"
    return await sql(app.database, rows, tom=TOM.id)


# --- nothing is left ----------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_life_touches_everything_that_refers_to_people(tmp_path: Path) -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as raw:
        build(raw, newest_version())
        keys = {
            table.name: raw.execute(f"PRAGMA foreign_key_list({table.name})").fetchall() for table in TABLES
        }
    refers = {(name, key[3]) for name, found in keys.items() for key in found if key[2] == "people"}
    async with a_life(tmp_path) as (here, _):
        assert refers <= {(name, column) for name, column, _ in await traces(here.app)}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
async def test_before_that_a_copy_has_what_is_stored_of_each_kind(tmp_path: Path, kind: Kind) -> None:
    async with a_life(tmp_path) as (here, _):
        files = worlds.files_in(await worlds.copy_of(here, VERA))
    wanted = re.findall(r"[a-z]+\.json|(?<=folder )[a-z]+", kind.export)
    assert wanted
    for name in wanted:
        found = [text for path, text in files.items() if path == name or path.startswith(f"{name}/")]
        assert found, name
        assert all(_whole(text) for text in found), name


async def test_a_copy_says_nothing_of_another_life(tmp_path: Path) -> None:
    async with a_life(tmp_path) as (here, _):
        before = worlds.files_in(await worlds.copy_of(here, VERA))
        await live(here, ALICE, 10 * DM + 1)
        assert worlds.files_in(await worlds.copy_of(here, VERA)) == before


def _whole(text: str) -> bool:
    """Return whether a file of the copy has content, and rows in each of its lists."""
    if not text.startswith(("{\n", "[\n")):
        return bool(text)
    found = json.loads(text)
    lists = found.values() if isinstance(found, dict) else [found]
    return all(rows for rows in lists if isinstance(rows, list))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
async def test_no_trace_is_left_in_any_column_of_any_table(tmp_path: Path, engine: str) -> None:
    async with a_life(tmp_path, engine) as (here, _):
        assert await traces(here.app)
        number = await deleted(here)
        assert await traces(here.app) == []
        async with here.app.database.read() as r:
            row = await people.get(r, number)
        assert row is not None
        assert (row.name, row.username, row.created_at, row.settings) == (f"Player {-number}", None, 0, {})
        told = "SELECT COUNT(*) FROM outbox WHERE lane IN (:person, :home)"
        lanes = {"person": f"person:{number}", "home": f"home:{number}"}
        assert await sql(here.app.database, told, **lanes) == [(0,)]


@pytest.mark.slow
async def test_no_row_of_anybody_else_changes(tmp_path: Path) -> None:
    async with a_life(tmp_path) as (here, _):
        match = await live(here, ALICE, 10 * DM + 1)
        async with here.open() as hearing:
            await hearing.rest()
        before = {
            name: [*filter(partial(is_of, match), rows)]
            for name, rows in (await everything(here.app)).items()
        }
        assert {name for name, *_ in await traces(here.app)} <= {
            name for name, rows in before.items() if rows
        }
        await deleted(here)
        after = await everything(here.app)
        for name, rows in before.items():
            assert [row for row in rows if row not in after[name]] == [], name


def is_of(match: Match, row: Row) -> bool:
    """Return whether a row is about Alice, or her match."""
    return any(trace in str(value) for value in row.values() for trace in (str(ALICE.id), match.id))


@pytest.mark.slow
@pytest.mark.parametrize("how", ["resign", "abort"])
@pytest.mark.parametrize("game", worlds.WORLDS)
async def test_somebody_leaves_in_the_middle_of_a_match(game: str, how: OpenMatches, tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await worlds.WORLDS[game](here, 0)
        number = await deleted(here, how)
        state = await here.app.match_state(match.id)
        assert state.people() == (number, TOM.id)
        assert (state.match.winner, state.match.reason) == {
            "resign": (1, "resigned"),
            "abort": (None, "aborted"),
        }[how]
        began = all(state.choices_by(seat) for seat in (0, 1))
        sentence = words.result_line(state)
        assert ("before both players had started" in sentence) == (how == "abort" and not began), sentence
        assert await traces(here.app) == []
        if state.is_open_to_all:
            assert not verifying.of_match(state, None).is_false


@pytest.mark.slow
async def test_opponents_keep_records_that_verify_without_the_words(tmp_path: Path) -> None:
    async with a_life(tmp_path) as (here, match):
        elsewhere = app_context(here.app.database, here.clock, NumberedRandomness(9))
        before = await elsewhere.match_state(match.id)
        assert before.steps[0].said == WORDS
        await deleted(here)
        for app in (here.app, elsewhere):
            state = await app.match_state(match.id)
            assert WORDS not in repr(state)
            assert state.seat_of(VERA.id) is None
        assert not verifying.of_match(state, None).is_false


async def test_the_names_of_cards_that_they_have_made_go_too(tmp_path: Path) -> None:
    first, *others = worlds.PLAIN["cards"]
    deck = {**worlds.PLAIN, "cards": [{**first, "name": "Vera the Wolf"}, *others]}
    async with house(tmp_path) as here:
        match = await worlds.begun(here, "alpha", decks=(deck, worlds.VARIED))
        await here.act(match)
        await deleted(here, "resign")
        assert await traces(here.app) == []
        state = await here.app.match_state(match.id)
        assert "Vera" not in repr(state)
        assert not verifying.of_match(state, None).is_false


@pytest.mark.slow
async def test_nobody_else_s_rating_changes_and_leaderboards_forget_the_deleted(tmp_path: Path) -> None:
    async with a_life(tmp_path) as (here, _):
        before = await ratings(here.app)
        assert before
        number = await deleted(here)
        assert await ratings(here.app) == before
        count = "SELECT COUNT(*) FROM ratings WHERE person = :number OR holder = :holder"
        for again in (False, True):
            if again:
                async with here.app.database.write("all") as w:
                    await compute_again(w)
            assert await sql(here.app.database, count, number=number, holder=str(number)) == [(0,)]
            assert await ratings(here.app) == before
        steps = await sql(here.app.database, "SELECT SUM(holders) FROM rating_steps")
        assert steps == await sql(here.app.database, "SELECT COUNT(*) FROM ratings")


@pytest.mark.slow
async def test_challenges_to_and_by_them_are_withdrawn(tmp_path: Path) -> None:
    async with a_life(tmp_path) as (here, _):
        opened = "SELECT COUNT(*) FROM challenges WHERE status = 'open'"
        assert await sql(here.app.database, opened) == [(3,)]
        number = await deleted(here)
        assert await sql(here.app.database, opened) == [(0,)]
        withdrawn = "SELECT challenger, opponent FROM challenges WHERE status = 'withdrawn' ORDER BY 1, 2"
        assert set(await sql(here.app.database, withdrawn)) == {
            (number, TOM.id),
            (TOM.id, number),
            (number, None),
        }


# --- all or nothing -----------------------------------------------------------------------------------------


@pytest.mark.proof
@pytest.mark.parametrize("engine", first_fast(ENGINES))
async def test_a_crash_at_any_statement_leaves_nothing_or_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    async with a_life(tmp_path, engine) as (here, _):
        await leaving.ask(here.app, VERA.id, "abort")
        before = await everything(here.app)
        for number in count(1):
            async with here.app.database.read() as r:
                due = await scheduled_jobs.get(r, leaving.DELETE, str(VERA.id))
            assert due is not None
            try:
                with crashing(monkeypatch, number):
                    await leaving.carry_out(here.app, due)
            except Crash:
                assert await everything(here.app) == before
            else:
                break
        assert number > 40
        assert await traces(here.app) == []


async def test_what_a_crash_has_left_is_finished_by_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        matches = [await worlds.nothing_dealt(here, 0, "ccc"), await worlds.decoy(here, 0)]
        await leaving.ask(here.app, VERA.id, "abort")
        async with here.app.database.read() as r:
            due = await scheduled_jobs.get(r, leaving.DELETE, str(VERA.id))
        assert due is not None
        over, number = 0, count(1)
        while not over:
            with crashing(monkeypatch, next(number)), pytest.raises(Crash):
                await leaving.carry_out(here.app, due)
            over = [(await here.kept(match.id)).reason for match in matches].count("aborted")
        assert over == 1, "it has crashed between two matches"
        async with here.open() as hearing:
            await hearing.rest()
        assert [(await here.kept(match.id)).reason for match in matches] == ["aborted", "aborted"]
        assert await traces(here.app) == []


# --- nothing is left in the files ---------------------------------------------------------------------------


def hits(file: Path) -> int:
    """Count how often Vera's id and her DM channel's id are in a database's files, as text or as a number."""
    parts = [one.read_bytes() for part in ("", "-wal") if (one := Path(f"{file}{part}")).exists()]
    forms = [form for id in (VERA.id, DM) for form in (str(id).encode(), id.to_bytes(8, "big"))]
    return sum(part.count(form) for part in parts for form in forms)


def fill(file: Path) -> None:
    """Write and delete many rows, as before an update, so that free pages are full of Vera's id."""
    with closing(sqlite3.connect(file, isolation_level=None)) as raw:
        raw.execute("PRAGMA secure_delete = OFF")
        raw.execute("BEGIN IMMEDIATE")
        for number in range(600):
            text = f'{{"text":"<@{VERA.id}> {"x" * (number * 37 % 900)}"}}'
            raw.execute(
                "INSERT INTO outbox (lane, kind, payload, nonce, created_at, due_at, sent_at) "
                "VALUES ('person:12', 'note', ?, ?, 5, 5, 6)",
                (text, f"filled:{number}"),
            )
        raw.execute("DELETE FROM outbox WHERE nonce LIKE 'filled:%' AND id % 3 = 0")
        raw.execute("COMMIT")


@pytest.mark.slow
@pytest.mark.sqlite
async def test_no_file_of_the_database_has_the_id_any_more(tmp_path: Path) -> None:
    async with a_life(tmp_path, SQLITE) as (here, _):
        fill(tmp_path / "slowplay.db")
        await deleted(here)
        await scrubbed(here)
        assert hits(tmp_path / "slowplay.db") == 0
        assert await traces(here.app) == []


@pytest.mark.slow
@pytest.mark.sqlite
async def test_after_a_kill_the_next_process_empties_the_files(tmp_path: Path) -> None:
    file, after = tmp_path / "slowplay.db", tmp_path / "after"
    after.mkdir()
    async with a_life(tmp_path, SQLITE) as (here, _):
        fill(tmp_path / "slowplay.db")
        await leaving.ask(here.app, VERA.id, "abort")
        async with here.app.database.read() as r:
            due = await scheduled_jobs.get(r, leaving.DELETE, str(VERA.id))
        assert due is not None
        await leaving.carry_out(here.app, due)
        for part in ("", "-wal"):
            shutil.copyfile(f"{file}{part}", f"{after}/slowplay.db{part}")
    assert hits(after / "slowplay.db")
    async with await open_database(after / "slowplay.db") as database:
        clock = ManualClock()
        again = House(app_context(database, clock, NumberedRandomness(1)), clock)
        async with again.open() as hearing:
            await hearing.rest()
        await scrubbed(again)
        assert hits(after / "slowplay.db") == 0


@pytest.mark.sqlite
async def test_who_reads_meanwhile_only_puts_it_off(tmp_path: Path) -> None:
    file = tmp_path / "slowplay.db"
    async with a_life(tmp_path, SQLITE) as (here, _):
        with closing(sqlite3.connect(file, isolation_level=None)) as backup:
            backup.execute("BEGIN")
            backup.execute("SELECT * FROM people").fetchone()
            await deleted(here)
            assert hits(file)
        async with here.open() as hearing:
            here.clock.advance(leaving.AGAIN_SECONDS)
            await hearing.rest()
        await scrubbed(here)
        assert hits(file) == 0


async def test_nobody_begins_a_match_with_somebody_who_is_just_leaving(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        here.app.hooks = features.load().hooks
        await worlds.nothing_dealt(here, 0, "ccc")
        await leaving.ask(here.app, VERA.id, "abort")
        with pytest.raises(UserError, match="deleting your data"):
            await worlds.begun(here, "ccc")
        terms = MatchTerms("ccc", {}, "1d")
        with pytest.raises(UserError, match="not available"):
            await offering.offer(here.app, TOM, VERA, 0, terms, PLACE, 930)


async def test_who_comes_back_is_new(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        await worlds.begun(here, "ccc")
        known = 'UPDATE people SET settings = \'{"name":"Vera"}\', timeouts = 3 WHERE id = :vera'
        await sql(here.app.database, known, vera=VERA.id)
        await deleted(here)
        await worlds.begun(here, "ccc")
        rows = "SELECT settings, timeouts FROM people WHERE id = :vera"
        assert await sql(here.app.database, rows, vera=VERA.id) == [("{}", 0)]


async def test_a_rated_match_that_they_abort_by_leaving_changes_no_rating(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await worlds.begun(here, "ccc")
        for _ in range(2):
            await here.act(match)
        assert match.rated
        await deleted(here, "abort")
        for name in ("ratings", "rating_changes"):
            assert await sql(here.app.database, f"SELECT COUNT(*) FROM {name}") == [(0,)]


async def test_a_private_match_keeps_no_channel_of_theirs(tmp_path: Path) -> None:
    """The channel of a match in DMs identifies the person."""
    async with house(tmp_path) as here:
        terms = MatchTerms("ccc", {"first": "white"}, "none")
        offer = await bot_matches.offer(here.app, VERA, "easy", 0, terms, Place(DM), 900)
        await bot_matches.start(here.app, offer.id, VERA, 901, 300)
        in_dms = {(name, column) for name, column, value in await traces(here.app) if value == DM}
        assert in_dms >= {("matches", "channel"), ("challenges", "channel")}
        await deleted(here, "resign")
        assert await traces(here.app) == []


async def test_a_match_that_begins_meanwhile_is_ended_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        await worlds.nothing_dealt(here, 0, "ccc")
        find_words, begun = leaving.find_replacements, list[Match]()

        async def begin_one(app: AppContext, person: int) -> leaving.Written:
            if not begun:
                begun.append(await worlds.begun(here, "ccc"))
            return await find_words(app, person)

        monkeypatch.setattr(leaving, "find_replacements", begin_one)
        await leaving.ask(here.app, VERA.id, "abort")
        async with here.app.database.read() as r:
            due = await scheduled_jobs.get(r, leaving.DELETE, str(VERA.id))
        assert due is not None
        with pytest.raises(NotHeard):
            await leaving.carry_out(here.app, due)
        assert (await here.app.match_state(begun[0].id)).seat_of(VERA.id) == 0
        await leaving.carry_out(here.app, due)
        assert (await here.app.match_state(begun[0].id)).match.reason == "aborted"
        assert await traces(here.app) == []


async def test_a_second_leg_that_is_about_to_begin_is_ended_first(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await worlds.begun(here, "creators", **SHORT, pattern="Y", legs=2)
        await played(here, match, CREATOR_WINS)
        await leaving.ask(here.app, VERA.id, "abort")
        async with here.app.database.write() as w:
            with pytest.raises(NotHeard):
                await leaving.check_over(w, VERA.id)
            due = await scheduled_jobs.get(w, leaving.DELETE, str(VERA.id))
        assert due is not None
        await leaving.carry_out(here.app, due)
        ends = "SELECT reason FROM matches ORDER BY leg"
        assert await sql(here.app.database, ends) == [("pattern",), ("aborted",)]
        assert await traces(here.app) == []


async def test_a_record_that_cannot_be_played_again_keeps_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as here:
        match = await ccc_words(here, VERA)
        await sql(here.app.database, "UPDATE matches SET options = '{}' WHERE id = :match", match=match.id)
        here.app.forget(match.id)
        await deleted(here)
        seats = "SELECT COUNT(*) FROM seats WHERE person = :vera"
        assert await sql(here.app.database, seats, vera=VERA.id) == [(0,)]
    assert f"the words in {match.id} can't be taken out" in caplog.text
    caplog.clear()


async def test_a_number_that_is_taken_is_nobody_else_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as here:
        await worlds.nothing_dealt(here, 0, "ccc")
        async with here.app.database.write() as w:
            await people.upsert(w, -5, "Player 5", None, now=0)
        drawn = iter([4, 4 + leaving.MOST_NUMBERS, 6])
        monkeypatch.setattr(here.app.randomness, "number", lambda: next(drawn))
        await leaving.ask(here.app, VERA.id, "abort")
        async with here.open() as hearing:
            await hearing.rest()
        numbers = "SELECT id FROM people WHERE id < 0 ORDER BY id"
        assert await sql(here.app.database, numbers) == [(-7,), (-5,)]


async def test_a_stranger_has_nothing_to_delete(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        with pytest.raises(UserError, match="know nothing"):
            await leaving.ask(here.app, VERA.id, "abort")
        assert await sql(here.app.database, "SELECT COUNT(*) FROM deadlines") == [(0,)]
