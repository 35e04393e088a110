"""The table of docs/playground.md matches the implementation and Discord's description."""

from __future__ import annotations

import pytest

from tests.described import DESCRIPTION
from tests.described.description import operations
from tests.described.table import DOCUMENT, events, routes, rows

pytestmark = pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not here")


def test_the_table_lists_every_route_and_event_that_is_here_and_no_other() -> None:
    assert set(rows()) == routes() | events()


def test_the_table_knows_what_discord_describes() -> None:
    described = {operation.name for operation in operations()}
    assert {name for name in routes() if rows()[name].described} == routes() & described


def test_what_is_checked_is_described_and_what_the_bot_uses_is_checked() -> None:
    for row in rows().values():
        assert row.described or not row.checked, row.name
        assert row.checked or not row.used or not row.described, row.name
    assert sum(row.used for row in rows().values()) > 20


def test_what_is_not_here_is_named_too() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    missing = {operation.name for operation in operations()} - routes()
    paths = {name.split()[1] for name in missing}
    assert f"Discord describes {len(missing)} more operations" in text
    assert all(f" {path}`" in text for path in paths)
