"""Ends that don't count reveal nothing: twin worlds that differ only in what's hidden stay alike.

The same match is played in two houses, with the same nonces, interactions and texts. Then it's aborted or
canceled, and everything that the opponent and the public can get of it is compared.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot import features
from bot.community.moderation import canceling
from bot.core import match_record
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.seats import User
from bot.core.terms import MatchTerms
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.offers import TapContext
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.matchmaking.challenges.ui import cards
from bot.matchmaking.fairness import fairness
from bot.play.dealing import briefings
from bot.play.endings import aborting
from bot.play.matches import playing
from bot.play.matches.ui import messages, opening, panel
from bot.play.own_matches.histories import history
from bot.play.posts.ui import boards
from bot.play.posts.ui.boards import ending_lines
from bot.play.records import replays, verifying
from bot.play.records.ui.history import screen as history_screen
from bot.play.records.ui.verifying import report_screen
from games import GAMES, MatchReason
from games.core.game import Result
from storage import Match
from storage.rows import Challenge
from storage.tables.histories import HistoryFilter
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.matches.creators_twins import CREATORS, OTHER_LAYOUT, twin_patterns
from tests.kit.matches.decoy import HUNTED, LAYOUT
from tests.kit.matches.finished import broken_off

DAY = 86_400
INES = User(13, "Ines")
End = Callable[[House, Match], Awaitable[Any]]


async def aborted_by_the_other(here: House, match: Match) -> None:
    await aborting.abort(here.app, match.id, TOM.id)


async def out_of_time(here: House, match: Match) -> None:
    async with here.open() as hearing:
        here.clock.advance(DAY + 1)
        await hearing.rest()


async def cancelled(here: House, match: Match) -> None:
    await canceling.cancel(here.app, match.id, PLACE.guild or 0, INES.id)


async def begun(here: House, game: str, **options: Any) -> Match:
    """Begin a match against Tom with Mara, whose secret differs between the worlds, as seat 0."""
    terms = MatchTerms(game, options, "1d")
    challenge = await offering.offer(here.app, MARA, TOM, 0, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def creators(here: House, secret: str) -> Match:
    """Begin a match of creators with this secret pattern, which the Destroyer mustn't learn."""
    return await begun(here, "creators", pattern=secret, **CREATORS)


async def creators_looked(here: House, secret: str) -> Match:
    match = await creators(here, secret)
    await briefings.show(here.app, match.id, MARA.id)
    return match


async def creators_played(here: House, secret: str) -> Match:
    match = await creators_looked(here, secret)
    await here.turn(match)
    return match


async def decoy(here: House, secret: str) -> Match:
    match = await begun(here, "decoy")
    await playing.act(here.app, match.id, MARA.id, f"setup {secret}")
    return match


async def decoy_played(here: House, secret: str) -> Match:
    match = await decoy(here, secret)
    await playing.act(here.app, match.id, TOM.id, f"setup {HUNTED}")
    await here.act(match, "e2-e3")
    return match


PATTERNS, LAYOUTS = twin_patterns(), (LAYOUT, OTHER_LAYOUT)
WAYS = {
    "creators aborted": (creators, PATTERNS, aborted_by_the_other),
    "creators aborted after a look": (creators_looked, PATTERNS, aborted_by_the_other),
    "creators out of time": (creators, PATTERNS, out_of_time),
    "creators cancelled": (creators_played, PATTERNS, cancelled),
    "decoy out of time": (decoy, LAYOUTS, out_of_time),
    "decoy cancelled at the set-up": (decoy, LAYOUTS, cancelled),
    "decoy cancelled": (decoy_played, LAYOUTS, cancelled),
}


@asynccontextmanager
async def world(folder: Path, name: str, begin: Any, secret: str, end: End) -> AsyncIterator[House]:
    """Open a house in which a match has been begun with this secret and ended this way."""
    (folder / name).mkdir()
    async with house(folder / name) as here:
        here.clock.advance(0)
        match = await begin(here, secret)
        await end(here, match)
        yield here


async def everything(here: House, reader: User) -> list[Any]:
    """Return all texts, components, pictures and files that a reader can get of the match that's over."""
    async with here.app.database.read() as r:
        (row,) = await r.fetch("SELECT id FROM matches", {})
    table = await here.app.match_state(row["id"])
    assert table.is_void
    seat, more = table.seat_of(reader.id), await ending_lines(here.app, table)
    offers = features.load().ports.offers
    public = await offers.taps(here.app, "after_end", TapContext.now(table, None))
    made = [
        await boards.public_board(table, table.length, None, public, more),
        await opening._onlooker(table, None),
        report_screen(verifying.of_match(table), table),
        report_screen(verifying.of_file("anything", table), table),
        history_screen(await history(here.app, HistoryFilter(reader.id))),
    ]
    if seat is not None:
        own = await offers.taps(here.app, "after_end", TapContext.now(table, seat))
        made += [
            await messages.result(table, seat, more, own),
            await panel._match_panel(table, seat, turn="", left="", aside=own),
        ]
        made.append(await rematch_of(here, table, reader))
    told = [table.latest_narration(seat), table.narration_of_turn(seat or 0) if seat is not None else ()]
    return [
        *(shown(screen) for screen in made),
        told,
        match_record.file_of(table, seat),
        fairness.of_match(table),
        *replayed(table, reader.id),
    ]


def shown(screen: Screen) -> tuple[str, list[tuple[str, str | None, bytes]]]:
    files = [(file.filename, file.description, file.fp.read()) for file in screen.files]
    return str(screen.view.to_components()), files


async def rematch_of(here: House, table: MatchState, reader: User) -> Screen:
    asked = await rematching.again_with_person(here.app, table.match.id, reader, 903)
    assert isinstance(asked, Challenge)
    return await cards.challenge_card(asked)


def replayed(table: MatchState, person: int) -> list[Any]:
    """Return every step from the only perspective that's offered; the others must be refused."""
    (own,) = replays.list_eyes(table, person)
    for eyes in replays.EYES:
        if eyes != own:
            with pytest.raises(UserError, match="doesn't count, so nothing hidden is shown"):
                replays.replay(table, person, PLACE.guild, eyes)
    replay = replays.replay(table, person, PLACE.guild)
    return [(replay.reading(n), replay.scene(n), replay.list_unpictured(n)) for n in range(replay.last + 1)]


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reader", [TOM, INES], ids=["the other seat", "an onlooker"])
async def test_what_does_not_count_reveals_nothing_that_was_hidden(
    tmp_path: Path, way: str, reader: User
) -> None:
    begin, secrets, end = WAYS[way]
    async with world(tmp_path, "one", begin, secrets[0], end) as one:
        first = await everything(one, reader)
    async with world(tmp_path, "other", begin, secrets[1], end) as other:
        second = await everything(other, reader)
    assert first == second
    assert "Nothing was revealed, because the match doesn't count." in str(first)


async def test_the_comparison_would_notice_a_match_that_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If everything were revealed, as after other ends, the two worlds would differ."""
    monkeypatch.setattr(MatchState, "_final_state", _opened)
    async with world(tmp_path, "one", creators, PATTERNS[0], cancelled) as one:
        first = await everything(one, TOM)
    async with world(tmp_path, "other", creators, PATTERNS[1], cancelled) as other:
        second = await everything(other, TOM)
    assert first != second


def _opened(table: MatchState) -> Any:
    return table.game.ended(table.game_state, Result(None, MatchReason.CANCELLED))


@pytest.mark.parametrize(("reason", "word"), [("aborted", "Aborted"), ("cancelled", "Canceled")])
@pytest.mark.parametrize("key", sorted(GAMES))
def test_each_viewer_keeps_the_view_they_had_and_the_picture_says_that_it_is_over(
    key: str, reason: str, word: str
) -> None:
    running, void = broken_off(key, None), broken_off(key, reason)
    for who in (0, 1, None):
        assert void.view(who) == running.view(who)
        before, after = running.scene(who), void.scene(who)
        assert after.subtitle == word
        assert f"{word}." in after.alt
        parts = {"subtitle": before.subtitle, "alt": before.alt, "turn": before.turn}
        assert replace(after, **parts) == before
        assert "so far" in match_record.file_of(void, who)[1]
        assert void.match.nonce.hex() not in match_record.file_of(void, who)[1]
        assert void.match.seed.hex() not in match_record.file_of(void, who)[1]


async def test_what_was_not_looked_at_before_the_end_is_not_shown_after_it(tmp_path: Path) -> None:
    async with house(tmp_path) as here:
        match = await creators(here, PATTERNS[0])
        await aborting.abort(here.app, match.id, TOM.id)
        with pytest.raises(UserError, match="This match is over"):
            await briefings.show(here.app, match.id, MARA.id)
