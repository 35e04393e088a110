"""Query plans on SQLite: no frequent query scans a whole table, which would grow with every match."""

import re

import pytest

from storage import Database
from storage.engine.handle import load_queries
from tests.kit.sql import sql
from tests.storage.busy import BUSY

pytestmark = pytest.mark.sqlite


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
