"""The inventory of stored data agrees with the database schema and covers all of it."""

from __future__ import annotations

from collections import Counter

from bot.community.privacy.inventory import KINDS, columns, events, format_retention, table
from bot.runtime.settings import Settings
from storage.engine.schema import newest_version, tables_of
from storage.tables.retention import TABLES
from tests.paths import ROOT

PAGE = ROOT / "docs" / "privacy.md"


def test_every_column_has_its_one_line() -> None:
    lines = Counter((table, name) for table, name, _ in columns())
    schema = {(table.name, name) for table in tables_of(newest_version()) for name in table.columns}
    assert set(lines) == schema
    assert set(lines.values()) == {1}


def test_what_an_operator_keeps_for_good_is_said_to_be_kept_for_good() -> None:
    matter = {
        kind.name: format_retention(kind, 0)
        for kind in KINDS
        if format_retention(kind, 1) != format_retention(kind, 2)
    }
    assert matter
    assert set(matter.values()) == {"for good"}


def test_the_page_on_privacy_is_what_the_table_says() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert table(Settings().slowplay_keep_days) in page
    assert events() in page


def test_where_an_operator_keeps_everything_nothing_is_said_to_go_on_its_own() -> None:
    """Without retention, the inventory doesn't say that swept data goes; other data's lines stay the same."""
    swept = {kind.name for kind in KINDS if {column.table for column in kind.columns} & set(TABLES)}
    told = {kind.name: (format_retention(kind, 30), format_retention(kind, 0)) for kind in KINDS}
    assert {name for name, (usual, _) in told.items() if "30 days" in usual} <= swept
    for name, (usual, everything) in told.items():
        assert everything == ("for good" if name in swept else usual), name
