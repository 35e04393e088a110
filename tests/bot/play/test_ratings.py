"""Ratings follow the matches that count, in the transaction that ends them, and can be computed again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.community.moderation import canceling
from bot.core.errors import UserError
from bot.core.terms import MatchTerms
from bot.core.time_controls import DAY_SECONDS
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.operations.ratings.command import compare_ratings, main
from bot.play.endings import aborting, draws
from bot.play.matches import ending
from bot.play.ratings.ratings import MOST_RATED_A_DAY
from games import GAMES
from storage import Match
from storage.engine.sqlite.database import SqliteDatabase
from storage.tables import ratings
from storage.tables.ratings import Change, Rating
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.inputs import TOKEN
from tests.kit.table import table


async def begun(here: House, *, pace: str = "3d", rated: bool = True, mara: int = 0) -> Match:
    terms = MatchTerms("ccc", {}, pace, rated)
    challenge = await offering.offer(here.app, MARA, TOM, mara, terms, PLACE, 901)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    return match


async def won_by_mara(here: House, **terms: Any) -> Match:
    match = await begun(here, **terms)
    await ending.resign(here.app, match.id, TOM.id)
    return match


async def all_ratings(here: House) -> dict[tuple[str, str], Rating]:
    async with here.app.database.read() as r:
        return {(rating.pool, rating.holder): rating for rating in await ratings.all_of_them(r)}


async def changes(here: House, match: Match) -> list[Change]:
    async with here.app.database.read() as r:
        return await ratings.changes_of_match(r, match.id)


async def test_a_rated_match_moves_both_and_is_remembered(here: House) -> None:
    match = await won_by_mara(here)
    found = await all_ratings(here)
    mara, tom = found["people", "11"], found["people", "12"]
    assert (mara.wins, mara.losses, tom.wins, tom.losses) == (1, 0, 0, 1)
    assert mara.rating > 1500 > tom.rating
    assert mara.rating - 1500 == pytest.approx(1500 - tom.rating)
    assert [(change.person, change.before, change.after) for change in await changes(here, match)] == [
        (11, 1500.0, mara.rating),
        (12, 1500.0, tom.rating),
    ]


@pytest.mark.parametrize("terms", [{"rated": False}, {"pace": "none"}])
async def test_a_casual_match_and_one_without_a_clock_move_nobody(here: House, terms: Any) -> None:
    match = await won_by_mara(here, **terms)
    assert not await all_ratings(here)
    assert not await changes(here, match)


async def test_what_is_aborted_or_cancelled_does_not_count(here: House) -> None:
    match = await begun(here)
    await aborting.abort(here.app, match.id, MARA.id)
    match = await begun(here)
    await canceling.cancel(here.app, match.id, PLACE.guild or 0)
    assert not await all_ratings(here)


async def test_a_draw_by_agreement_counts_as_half_and_a_second_one_as_well(here: House) -> None:
    for number in (1, 2):
        match = await begun(here)
        await here.act(match)
        await here.act(match)
        await draws.offer_draw(here.app, match.id, MARA.id)
        await draws.agree(here.app, match.id, TOM.id, 1)
        found = await all_ratings(here)
        assert [found["people", holder].draws for holder in ("11", "12")] == [number, number]


async def test_matches_against_the_bot_never_move_the_people_s_table(here: House) -> None:
    await won_by_mara(here)
    before = await all_ratings(here)
    game = GAMES["ccc"]
    match = await here.match_with_ai(0, game="ccc", level="medium", pace="none")
    await ending.resign(here.app, match.id, MARA.id)
    found = await all_ratings(here)
    assert {key: found[key] for key in before} == before
    assert 900 < found["bots", "11"].rating < 1000
    assert found["bots", "11"].losses == found["bots", "medium"].wins == 1
    assert found["bots", "medium"].rating > game.level_ratings["medium"]


def test_every_level_has_a_rating_of_its_own_and_the_first_is_the_measure() -> None:
    for game in GAMES.values():
        assert set(game.level_ratings) == set(game.players)
        assert next(iter(game.level_ratings.values())) == 1000


async def test_the_same_two_have_a_number_of_rated_matches_a_day(here: House) -> None:
    for _ in range(MOST_RATED_A_DAY):
        assert (await won_by_mara(here)).rated
    casual = await won_by_mara(here)
    assert not casual.rated
    async with here.app.database.read() as r:
        told = await r.fetch("SELECT payload FROM outbox WHERE nonce LIKE 'casual:%'", {})
    assert len(told) == 2
    assert all("so your new one is casual" in row["payload"] for row in told)
    here.clock.advance(DAY_SECONDS)
    assert (await won_by_mara(here)).rated


async def test_a_rematch_counts_as_the_first_one_did(here: House) -> None:
    for rated in (True, False):
        match = await won_by_mara(here, rated=rated)
        again = await rematching.again_with_person(here.app, match.id, MARA, 903)
        assert isinstance(again, challenging.Challenge)
        assert again.rated == rated
        await challenging.withdraw(here.app, again.id, MARA)


async def test_all_ratings_come_out_the_same_when_they_are_computed_again(here: House) -> None:
    for number in range(4):
        await won_by_mara(here, mara=number % 2)
        here.clock.advance(3 * DAY_SECONDS)
    two = [await begun(here), await begun(here)]
    for match, person in zip(reversed(two), (MARA, TOM), strict=True):
        await ending.resign(here.app, match.id, person.id)
    before = await all_ratings(here)
    assert await compare_ratings(here.app.database, write=False) == []
    async with here.app.database.write() as w:
        await w.fetch("UPDATE ratings SET rating = rating + 1 WHERE holder = '11'", {})
    (row,) = await compare_ratings(here.app.database, write=False)
    assert (row["game"], row["pool"], row["holder"]) == ("ccc", "people", "11")
    assert row["kept"] == pytest.approx(row["computed"] + 1)
    assert await all_ratings(here) != before, "a comparison changes nothing"
    await compare_ratings(here.app.database, write=True)
    assert await all_ratings(here) == before


def test_ratings_are_not_computed_while_a_bot_uses_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_DATABASE", str(tmp_path / "slowplay.db"))
    assert main([]) == 0

    async def alive(database: SqliteDatabase) -> frozenset[int]:
        return frozenset((database.host, database.host + 1))

    monkeypatch.setattr(SqliteDatabase, "alive", alive)
    assert main([]) == 2
    assert capsys.readouterr().err == "A bot is using this database: stop it first.\n"


@pytest.mark.slow
async def test_the_end_tells_everybody_the_new_ratings() -> None:
    async with table("mara", "tom") as t:
        card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator", rated=True)
        assert "· rated" in card.text
        await t.tom.tap("Accept")
        await t.settled()
        await t.tom.slash("/resign")
        await t.tom.tap("Resign")
        await t.settled()
        thread = t.threads()[-1]["id"]
        post = [seen for seen in t.tom.messages() if seen.channel == thread][-1]
        assert f"{t.mara.name} 1500 → 1662 ± 290?" in post.text
        assert "?" in post.text
        result = await t.mara.sees("wins by resignation")
        assert f"{t.tom.name} 1500 → 1338 ± 290?" in result.text


async def test_a_casual_challenge_says_so_on_its_card() -> None:
    async with table("mara", "tom") as t:
        card = await t.mara.slash("/creators challenge", opponent=t.tom, rated=False)
        assert "· casual" in card.text


async def against_bot(here: House, game: str, **raw: Any) -> Match:
    """Begin a match of Mara's against the bot."""
    level = next(iter(GAMES[game].players))
    return await here.match_with_ai(0, game=game, level=level, pace="none", options=raw)


async def test_against_the_bot_only_the_usual_game_counts(here: House) -> None:
    assert not (await against_bot(here, "ccc", position="8/8/8/8/4s3/3L4/8/7S w 0,0 00 0 9")).rated
    assert not (await against_bot(here, "creators", mustCapture="on")).rated
    assert (await against_bot(here, "creators")).rated


async def test_who_leaves_a_match_against_the_bot_alone_plays_no_other_that_counts(here: House) -> None:
    first = await against_bot(here, "ccc")
    assert first.rated
    assert not (await against_bot(here, "ccc")).rated
    await ending.resign(here.app, first.id, MARA.id)
    assert (await against_bot(here, "ccc")).rated


async def test_a_moderator_does_not_cancel_a_match_of_their_own(here: House) -> None:
    match = await begun(here)
    with pytest.raises(UserError, match="You're in this yourself, so another moderator"):
        await canceling.cancel(here.app, match.id, PLACE.guild or 0, MARA.id)
    await canceling.cancel(here.app, match.id, PLACE.guild or 0, 999)


async def test_the_card_of_a_match_against_the_bot_says_whether_it_counts() -> None:
    async with table("mara") as t:
        unless = "· rated, unless your other rated match with the bot is still open then"
        first, second = [await t.mara.slash("/ccc play", rated=True, public=True) for _ in range(2)]
        assert "· rated\n" in first.text
        assert "· rated\n" in second.text
        assert "is casual" not in (await t.mara.tap("Play", second)).text
        assert unless in (await t.mara.slash("/ccc play", rated=True)).text
        assert "This match is casual, because you have another" in (await t.mara.tap("Play", first)).text
        await t.settled()
        assert "· casual\n" in t.mara.again(first).text, "the card says what has come of it"
        assert "Play" in t.mara.again(first).buttons
        assert "· casual" in (await t.mara.slash("/ccc play")).text
        assert (
            "· casual" in (await t.mara.slash("/ccc play", position="8/8/8/8/4s3/3L4/8/7S w 0,0 00 0 9")).text
        )
