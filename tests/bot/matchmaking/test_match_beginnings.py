"""All matches between two people begin in one function, where the daily limit on rated matches applies."""

from __future__ import annotations

import ast
from collections.abc import Awaitable, Callable, Iterator

import pytest

from bot.matchmaking.challenges import rematching
from bot.matchmaking.contests.running import running
from bot.matchmaking.lobby import looking
from bot.matchmaking.terms.search_request import Wanted
from bot.play.matches import ending
from bot.play.ratings import ratings
from storage import Match
from tests.architecture.sources import python_files, tree_of
from tests.kit.contests.stage import Stage
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.sealed_legs import play, second_leg
from tests.kit.matches.tapped import first_legal
from tests.kit.sql import sql
from tests.paths import ROOT

Begin = Callable[[House, Match], Awaitable[None]]


async def by_challenge(here: House, first: Match) -> None:
    await here.match(usual=True)


async def by_rematch(here: House, first: Match) -> None:
    await ending.resign(here.app, first.id, MARA.id)
    for person, tap in ((TOM, 911), (MARA, 912)):
        await rematching.again_with_person(here.app, first.id, person, tap)


async def by_lobby(here: House, first: Match) -> None:
    wanted = Wanted(game="decoy", preset="Standard", pace="3d", rated=True, spread=None, everywhere=False)
    for person, tap in ((TOM, 921), (MARA, 922)):
        await looking.begin(here.app, person, wanted, PLACE, f"search{tap}", tap)


async def by_contest(here: House, first: Match) -> None:
    await in_contest(here, "knockout", ties=1)


async def by_ladder(here: House, first: Match) -> None:
    await in_contest(here, "ladder", starts_at=0)


async def in_contest(here: House, kind: str, **terms: object) -> None:
    on_stage = Stage(here)
    id = await on_stage.contest(kind, **terms)
    for person in (MARA, TOM):
        await on_stage.enter_as(id, person)
    here.clock.advance(3600)
    await running.go_on(here.app, id)


async def by_second_leg(here: House, first: Match) -> None:
    await ending.resign(here.app, first.id, MARA.id)
    short = await here.match(legs=2)
    # Playing a match with the default options would take seconds.
    await sql(here.app.database, f"UPDATE matches SET rated = 1 WHERE id = '{short.id}'")
    await play(here, short, (first_legal, first_legal))
    await second_leg(here)


AGAINST_THE_BOT = "bot/play/matches/starting.py"
BEGINNINGS: dict[str, tuple[str, Begin]] = {
    "a challenge": ("bot/matchmaking/challenges/challenging.py", by_challenge),
    "a rematch": ("bot/matchmaking/challenges/challenging.py", by_rematch),
    "the lobby": ("bot/matchmaking/lobby/pairing.py", by_lobby),
    "a knockout": ("bot/matchmaking/contests/running/running.py", by_contest),
    "a ladder": ("bot/matchmaking/contests/running/running.py", by_ladder),
    "a second leg": ("bot/play/matches/starting.py", by_second_leg),
}
"""For each way in which a match of two people begins: the file that begins it, and a function to do so."""


def files_that_call(name: str) -> Iterator[str]:
    """Yield the bot's files that call a function by this name, dotted or not, or pass it on."""
    for path in python_files("bot"):
        if name in path.read_text(encoding="utf-8") and any(
            _dotted(node) == name for node in ast.walk(tree_of(path))
        ):
            yield path.relative_to(ROOT).as_posix()


def _dotted(node: ast.AST) -> str:
    """Return a name as written, `a` or `a.b`, or an empty text for any other node."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return f"{node.value.id}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else ""


def test_every_match_is_written_by_one_function_and_all_that_call_it_are_tested_here() -> None:
    assert list(files_that_call("matches.add")) == [AGAINST_THE_BOT]
    writers = [path for path in python_files("bot") if "queries.matches.add(" in path.read_text()]
    assert writers == []
    tested = {file for file, _ in BEGINNINGS.values()}
    assert {*files_that_call("add_match")} == {*tested, AGAINST_THE_BOT}


@pytest.mark.slow
@pytest.mark.parametrize("way", BEGINNINGS)
async def test_the_limit_holds(here: House, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _, begin = BEGINNINGS[way]
    first = await here.match(usual=True)
    assert first.rated
    monkeypatch.setattr(ratings, "MOST_RATED_A_DAY", 2 if way == "a second leg" else 1)
    await begin(here, first)
    rows = await sql(here.app.database, "SELECT id, rated FROM matches ORDER BY created_at, leg")
    assert rows[-1][0] != first.id
    assert rows[-1][1] == 0
    notes = await sql(here.app.database, "SELECT payload FROM outbox WHERE nonce LIKE 'casual:%'")
    assert len(notes) == 2, "both are told"
