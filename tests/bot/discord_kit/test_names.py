"""Names in every script: whole in messages, in one line, and in pictures never as boxes or `?`."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Any

import pytest

from bot.community.profiles.ui import profile
from bot.discord_kit.text import names
from bot.discord_kit.text.markdown import TURNING, plain
from bot.play.ratings.ui import leaderboard
from bot.runtime.settings import settings_of
from storage.tables import people
from tests.kit.hosts.rated import a_rating, put
from tests.kit.table import Table

pytestmark = pytest.mark.table("mara", "tom")

FONTS = Path("/usr/share/fonts/truetype/dejavu")
MARKS = "\u0301" * 32
ZALGO = "M" + "\u0301\u0323\u0330" * 10
HEBREW, ARABIC = "דנה", "مها العلي"
PLAIN = ["山田太郎", "สมชายใจดี", "प्रिया शर्मा", "김민수", "🦊🌙✨", "Zoë", "👩‍👩‍👧", "Ελένη"]
NOTHING = ["", " ", MARKS, "\u200b\u200d", "\u3164\u3164", "\u2800", "\u202e\u2066"]
"""Names that show nothing."""


@pytest.mark.parametrize("name", PLAIN)
def test_a_name_in_any_script_is_kept(name: str) -> None:
    assert names.short(name) == unicodedata.normalize("NFC", name)
    assert names.format_name(name) == names.short(name)


@pytest.mark.parametrize("name", [HEBREW, ARABIC])
def test_a_name_from_right_to_left_stays_apart_from_what_is_beside_it(name: str) -> None:
    assert names.short(name) == names.format_name(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", NOTHING)
def test_a_name_that_shows_nothing_is_somebody(name: str) -> None:
    assert names.short(name) == names.format_name(name) == "someone"


@pytest.mark.parametrize("name", [ZALGO, "T\u202eom", "T\u2066om\u2069", "T\u200bom", "T\nom", MARKS + "om"])
def test_a_name_is_one_line_of_its_height_that_turns_nothing(name: str) -> None:
    for text in (names.short(name), names.format_name(name), plain((f"Against {name} here",))):
        assert not TURNING.search(text)
        assert "\n" not in text
        assert max(marks_in_a_row(text)) <= 3


def marks_in_a_row(text: str) -> list[int]:
    found = [0]
    for character in text:
        found.append(found[-1] + 1 if unicodedata.combining(character) else 0)
    return found


def test_a_language_that_stacks_marks_keeps_them() -> None:
    for text in ("שָׁלוֹם", "مُحَمَّد", "ที่นี่", "Nguyễn Thị Hường", "ကြွေး"):
        assert plain((text,)) == unicodedata.normalize("NFC", text)


async def called(t: Table, person: str, name: str) -> people.Person:
    """Return the bot's record of a person who has changed their name and then used a command."""
    await t.people[person].actor.rename(name)
    await t.people[person].slash("/creators leaderboard")
    async with t.database.read() as r:
        found = await people.get(r, int(t.people[person].id))
    assert found is not None
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", [MARKS, "\u200b\u3164"])
async def test_who_has_an_invisible_name_is_called_by_the_username(t: Table, name: str) -> None:
    known = await called(t, "mara", name)
    assert (known.name, known.username) == ("mara", "mara")


@pytest.mark.slow
async def test_the_username_is_remembered_beside_the_name_and_kept(t: Table) -> None:
    known = await called(t, "mara", "山田太郎")
    assert (known.name, known.username) == ("山田太郎", "mara")
    async with t.database.write() as w:
        await people.upsert(w, known.id, "太郎", now=2)
        assert (await people.get(w, known.id) or known).username == "mara"


class Drawn:
    """The drawings of the pictures of ratings."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table: Any = None
        self.graph: Any = None
        for module, kept in ((leaderboard.standings, "table"), (profile.graph, "graph")):
            monkeypatch.setattr(module, "png", lambda drawn, kept=kept: setattr(self, kept, drawn) or b"png")


async def drawn_of(t: Table, drawn: Drawn, name: str) -> tuple[str, str, str]:
    """Return Mara's name and font in the leaderboard's picture when she has this name, and its text."""
    await called(t, "mara", name)
    await put(t.database, a_rating(int(t.mara.id), 1700), names={int(t.mara.id): name})
    board = await t.mara.slash("/creators leaderboard")
    [entry] = drawn.table.entries
    return entry.name, Path(entry.face).name, board.text


@pytest.mark.slow
async def test_a_board_draws_the_username_and_says_the_name(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, face, text = await drawn_of(t, Drawn(monkeypatch), "山田太郎")
    assert (name, face) == ("mara", "")
    assert "**山田太郎**" in text


async def test_a_board_keeps_a_line_with_a_name_from_right_to_left_in_order(
    t: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, _, text = await drawn_of(t, Drawn(monkeypatch), ARABIC)
    assert name == "mara"
    assert f"**\u2068{ARABIC}\u2069** · 1700 ± 50" in text


@pytest.mark.slow
@pytest.mark.skipif(not FONTS.is_dir(), reason="DejaVu isn't installed here")
async def test_with_fonts_a_board_draws_the_name_itself(t: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    t.settings["slowplay_fonts"] = FONTS
    await t.restart_bot()
    assert await drawn_of(t, Drawn(monkeypatch), "Юля") == (
        "Юля",
        "DejaVuSans.ttf",
        (await t.mara.slash("/creators leaderboard")).text,
    )


@pytest.mark.slow
async def test_a_thread_is_named_in_one_line(t: Table) -> None:
    await t.mara.actor.rename(ZALGO)
    await t.tom.actor.rename(HEBREW)
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    await t.tom.tap("Accept", card)
    await t.settled()
    [thread] = t.threads()
    assert f"\u2068{HEBREW}\u2069 · " in thread["name"]
    assert max(marks_in_a_row(thread["name"])) == 3


def test_fonts_are_in_a_folder_that_holds_some(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="SLOWPLAY_FONTS must be a folder with fonts"):
        settings_of(slowplay_fonts=tmp_path)
    assert settings_of(slowplay_fonts="").faces() == ()
