"""A query that walks a whole table costs more with every match ever played."""

import re

import pytest

from storage import Database
from storage.engine.handle import load_queries
from tests.kit.sql import sql

pytestmark = pytest.mark.sqlite

BUSY = {
    "people.get": "PRIMARY KEY",
    "challenges.get": "sqlite_autoindex_challenges_1",
    "challenges.open_of": "challenges_challenger challenges_opponent",
    "matches.get": "sqlite_autoindex_matches_1",
    "matches.open_of": "seats_person",
    "matches.actions": "PRIMARY KEY",
    "matches.advance": "sqlite_autoindex_matches_1",
    "matches.finish": "sqlite_autoindex_matches_1",
    "matches.finish_seats": "PRIMARY KEY",
    "names.names_of_opponents": "PRIMARY KEY seats_person challenges_challenger challenges_opponent",
    "matches.rated": "matches_ending",
    "histories.page": "seats_person matches_previous_leg",
    "histories.count": "seats_person matches_previous_leg",
    "challenges.open_to_anyone": "challenges_open_to_anyone",
    "seeks.get": "sqlite_autoindex_seeks_1",
    "seeks.open_of": "seeks_person",
    "seeks.open_in": "seeks_open",
    "seeks.begun_since": "seeks_person",
    "seeks.close": "sqlite_autoindex_seeks_1",
    "seeks.waits": "seeks_closed",
    "challenges.rematch_of": "challenges_rematch",
    "ratings.get": "PRIMARY KEY",
    "ratings.top": "ratings_board",
    "ratings.above": "ratings_board PRIMARY KEY",
    "ratings.count": "PRIMARY KEY",
    "ratings.above_since": "ratings_lately",
    "ratings.count_since": "ratings_lately",
    "ratings.top_since": "ratings_board",
    "ratings.top_in": "PRIMARY KEY",
    "ratings.above_in": "PRIMARY KEY",
    "ratings.count_in": "PRIMARY KEY",
    "gains.of_people": "rating_changes_person",
    "profiles.tallies": "seats_person",
    "profiles.lately": "seats_person",
    "profiles.favourite": "seats_person",
    "uses.between": "sqlite_autoindex_uses_1",
    "uses.forget": "uses_at",
    "hearts.given": "PRIMARY KEY",
    "hearts.best": "hearts_guild",
    "hearts.count": "hearts_guild",
    "hearts.of_person": "seats_person PRIMARY KEY",
    "ratings.of_person": "ratings_person",
    "ratings.changes_of": "rating_changes_person",
    "ratings.changes_of_match": "PRIMARY KEY",
    "ratings.rated_between": "seats_person",
    "outbox.waits": "outbox_fresh outbox_leased outbox_due",
    "outbox.claim": "PRIMARY_KEY outbox_lane",
    "outbox.line": "outbox_lane PRIMARY_KEY",
    "outbox.cancel": "outbox_unsent",
    "outbox.revive": "outbox_unheard",
    "outbox.has": "sqlite_autoindex_outbox_1",
    "outbox.forget_in": "outbox_match matches_open_in",
    "scheduled_jobs.undone": "deadlines_undone",
    "outbox.next_due": "outbox_due outbox_leased",
    "outbox.leased_behind": "outbox_leased",
    "outbox.fresh_behind": "outbox_fresh",
    "outbox.newest_before": "PRIMARY KEY",
    "scheduled_jobs.leased_behind": "deadlines_leased",
    "scheduled_jobs.fresh_behind": "deadlines_due",
    "scheduled_jobs.clear": "deadlines_undone",
    "scheduled_jobs.take": "deadlines_undone",
    "scheduled_jobs.let_go": "deadlines_leased_by",
    "scheduled_jobs.silences_of": "seats_person deadlines_undone",
    "scheduled_jobs.silences_in": "deadlines_undone",
    "scheduled_jobs.claim": "deadlines_due deadlines_leased",
    "scheduled_jobs.done": "PRIMARY KEY",
    "scheduled_jobs.get": "deadlines_undone",
    "scheduled_jobs.of_open_matches": "seats_person deadlines_undone",
    "scheduled_jobs.next_due": "deadlines_due deadlines_leased",
}


@pytest.mark.parametrize("name", BUSY)
async def test_a_busy_query_walks_no_whole_table(database: Database, name: str) -> None:
    noun, query = name.split(".")
    text = getattr(getattr(load_queries(), noun), query).sql
    parameters = dict.fromkeys(re.findall(r":(\w+)", text), 1)
    plan = await sql(database, f"EXPLAIN QUERY PLAN {text}", **parameters)
    steps = [step for *_, step in plan]
    assert [
        step for step in steps if re.match(r"SCAN (?!ready|soonest|steps|first|lines|lanes)\w+$", step)
    ] == []
    for index in BUSY[name].replace("PRIMARY KEY", "PRIMARY_KEY").split():
        assert any(index.replace("_KEY", " KEY") in step for step in steps), (index, steps)
