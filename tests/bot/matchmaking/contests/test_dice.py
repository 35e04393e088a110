"""The secrets from which a contest's dice follow: they can't be chosen, and no two matches share dice.

The contest's secret is opened once no result can be predicted from it, and not before.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from itertools import count, pairwise

import pytest
from msgspec import structs

from bot import features
from bot.matchmaking.contests.formats import advance
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest, after, apply_events
from bot.matchmaking.contests.log.events import Decided, Left, Paired, Substituted, Voided
from bot.matchmaking.contests.log.terms import DAY, Kind
from bot.matchmaking.contests.organizing import organizing
from bot.matchmaking.contests.reading import export
from bot.matchmaking.contests.running import running
from bot.matchmaking.contests.running.seasons import BREAK_DAYS
from bot.matchmaking.contests.ui import showing
from bot.matchmaking.fairness import fairness
from games import MatchReason
from games.core.chance import fair_seed
from storage.tables.contests import ContestRow
from tests.kit.contests.seasons import by_chance, entered, paired
from tests.kit.contests.stage import HERE, Stage, following_season, user

SECRET = bytes(range(32))
KINDS: tuple[Kind, ...] = ("round robin", "swiss", "knockout", "double elimination", "ladder", "league")


def names(contest: Contest) -> list[str]:
    return [dice.name_of(contest, pairing) for pairing in contest.pairings]


# --- that they can't be chosen --------------------------------------------------------------------------


def test_another_name_of_the_match_another_round_and_another_moment_give_the_same_dice() -> None:
    contest = entered("knockout", 8)
    known = {
        dice.nonce_of(SECRET, now, now.pairings[0])
        for number in range(5)
        for now in [after(contest, Paired(at=number, round=number, first=1, second=8, match=f"m{number}"))]
    }
    assert len(known) == 1


def test_another_secret_other_people_other_sides_and_another_meeting_give_other_dice() -> None:
    contest = entered("knockout", 8, ties=2)
    pairs = ((1, 8), (8, 1), (1, 8), (1, 7), (2, 8))
    for number, (first, second) in enumerate(pairs):
        contest = paired(contest, first, second, f"m{number}")
    assert names(contest) == ["match:1:8:1", "match:8:1:2", "match:1:8:3", "match:1:7:1", "match:2:8:1"]
    found = {
        dice.nonce_of(secret, contest, pairing)
        for secret in (SECRET, bytes(32))
        for pairing in contest.pairings
    }
    assert len(found) == 2 * len(pairs)


def test_a_match_that_is_played_again_has_other_dice_and_so_has_that_of_a_substitute() -> None:
    contest = paired(entered("swiss", 4), 1, 4, "a")
    contest = paired(after(contest, Voided(at=0, match="a")), 1, 4, "b")
    assert names(contest) == ["match:1:4:2"]
    coming = Substituted(at=0, out=4, person=9, number=9, rating=1500)
    contest = apply_events(contest, (coming, Voided(at=0, match="b")))
    assert names(paired(contest, 1, 9, "c")) == ["match:1:4:3"], "they have the seed of who went"


@pytest.mark.parametrize("kind", KINDS)
def test_no_two_matches_of_a_contest_have_the_same_dice_whatever_is_voided_and_who_leaves(kind: Kind) -> None:
    contest, plays, numbers = entered(kind, 9, season=0, at_once=2), by_chance(3), count()
    found = list[str]()
    for day in range(60):
        steps = advance.following(contest, day * DAY, lambda: f"m{next(numbers)}", ())
        contest = apply_events(contest, steps)
        found += [dice.name_of(contest, pairing) for pairing in contest.open if pairing.at == day * DAY]
        if day == 2:
            contest = after(contest, Left(at=0, person=5))
        for number, pairing in enumerate(contest.open):
            is_void = number == 0 and day < 6
            score = Decided(at=day * DAY + 1, match=pairing.match, score=plays(pairing.first, pairing.second))
            contest = after(contest, Voided(at=0, match=pairing.match) if is_void else score)
    assert len(found) > 12
    assert len(found) == len(set(found))
    assert len(contest.dropped) >= 2


async def test_the_seed_of_a_match_is_what_the_page_says(on_stage: Stage) -> None:
    id = await on_stage.begun("knockout", 2, ties=2, game="creators")
    row, contest = await on_stage.row(id), await on_stage.of(id)
    for pairing in contest.pairings:
        match = await on_stage.match(pairing)
        seeds = [contest.entrants[person].seed for person in (pairing.first, pairing.second)]
        name = f"match:{seeds[0]}:{seeds[1]}:{pairing.meeting}"
        assert match.nonce == hashlib.sha256(row.secret + name.encode()).digest()
        assert match.seed == fair_seed(match.nonce, *(seat.interaction for seat in match.seats))
    assert [pairing.meeting for pairing in contest.pairings] == [1, 2]


# --- when the secret is opened --------------------------------------------------------------------------


async def opened(on_stage: Stage, id: str) -> bytes | None:
    async with on_stage.app.database.read() as r:
        return await dice.open_secret(r, await on_stage.row(id), await on_stage.of(id))


async def test_the_secret_is_closed_until_the_last_match_is_over(on_stage: Stage) -> None:
    id = await on_stage.begun("swiss", 4, rounds=2)
    secret = (await on_stage.row(id)).secret
    while (contest := await on_stage.of(id)).ended_at is None:
        assert await opened(on_stage, id) is None
        await on_stage.end(contest.open[0], 0)
        await on_stage.later(2)
    assert await opened(on_stage, id) == secret


async def test_the_details_tell_the_hash_of_the_secret_before_anybody_enters_and_in_the_end_the_secret(
    on_stage: Stage,
) -> None:
    id = await on_stage.contest("round robin")
    secret = (await on_stage.row(id)).secret
    sha = hashlib.sha256(secret).hexdigest()
    closed = await small_print(on_stage, id)
    assert f"`{sha}`" in closed
    assert secret.hex() not in closed
    await on_stage.enter(id, 1, 2)
    await on_stage.later(3600)
    await on_stage.play_out(id)
    assert f"`{secret.hex()}`, whose SHA-256 is `{sha}`" in await small_print(on_stage, id)


async def small_print(on_stage: Stage, id: str) -> str:
    return await showing._small_print(on_stage.ctx, await on_stage.found(id))


@pytest.mark.slow
@pytest.mark.parametrize("reason", [MatchReason.RESIGNED, MatchReason.CANCELLED])
async def test_of_what_is_called_off_it_is_closed_while_a_match_goes_on(
    on_stage: Stage, reason: MatchReason
) -> None:
    id = await on_stage.begun("round robin", 4)
    open_ = (await on_stage.of(id)).open
    await organizing.call_off(on_stage.app, id, 900)
    for pairing in open_:
        await on_stage.settle()
        assert await opened(on_stage, id) is None
        await on_stage.end(pairing, None if reason is MatchReason.CANCELLED else 0, reason)
    await on_stage.settle()
    assert await opened(on_stage, id) is not None


async def test_it_is_closed_while_a_match_is_still_to_begin(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, *range(1, 21))
    on_stage.house.clock.advance(3600)
    contest = await running.go_on(on_stage.app, id)
    begun = [pairing for pairing in contest.open if await on_stage.is_under_way(pairing.match)]
    assert len(begun) < len(contest.open), "the others follow in the next step"
    await organizing.call_off(on_stage.app, id, 900)
    for pairing in begun:
        await on_stage.end(pairing, 0)
    assert await opened(on_stage, id) is None


async def test_fairness_of_a_match_says_its_name_and_in_the_end_the_secret_of_all(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 3, game="creators", options={"boardSize": 12, "rounds": 20})
    (one, *_) = (await on_stage.of(id)).open
    row = await on_stage.row(id)

    async def told() -> str:
        return await fairness.explain(
            on_stage.app, features.load().ports.proofs, one.match, user(1).id, HERE.guild
        )

    name = dice.name_of(await on_stage.of(id), one)
    assert f"`{name}`" in await told()
    assert dice.commitment(row, (await on_stage.of(id)).terms) in await told()
    await on_stage.end(one, 0)
    await on_stage.later(2)
    assert row.secret.hex() not in await told()
    await on_stage.play_out(id)
    assert row.secret.hex() in await told()


async def test_an_export_has_the_secret_once_it_is_open_and_not_before(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2)
    row = await on_stage.row(id)

    async def exported() -> str:
        made = await export.archive(on_stage.app, row, await on_stage.of(id), 10**7)
        with zipfile.ZipFile(io.BytesIO(made.data)) as files:
            return "".join(files.read(name).decode() for name in files.namelist())

    assert dice.commitment(row, (await on_stage.of(id)).terms) in await exported()
    assert row.secret.hex() not in await exported()
    contest = await on_stage.play_out(id)
    assert row.secret.hex() in await exported()
    assert f",{dice.name_of(contest, contest.pairings[0])}\n" in await exported()


# --- leagues --------------------------------------------------------------------------------------------


async def test_a_season_s_secret_proves_the_one_before_and_says_nothing_of_the_next(on_stage: Stage) -> None:
    id = await on_stage.begun("league", 3, season=30, pace="bank", game="ccc", at_once=3)
    terms = (await on_stage.of(id)).terms
    promised = dice.commitment(await on_stage.row(id), terms)
    await on_stage.later(30 * DAY)
    first = await opened(on_stage, id)
    assert first is not None
    assert hashlib.sha256(first).hexdigest() == promised
    second = await following_season(on_stage, id)
    await on_stage.later(BREAK_DAYS * DAY)
    assert await opened(on_stage, second.id) is None
    (one, *_) = (await on_stage.of(second.id)).open
    await on_stage.later(30 * DAY)
    secret = await opened(on_stage, second.id)
    assert secret is not None
    assert hashlib.sha256(secret + b"season before").digest() == first
    name = dice.name_of(await on_stage.of(second.id), one)
    assert (await on_stage.match(one)).nonce == hashlib.sha256(secret + name.encode()).digest()


def test_no_season_s_secret_follows_from_those_before_it_by_a_hash() -> None:
    terms = structs.replace(entered("league", 2).terms, number=1)
    row = ContestRow(
        id="c", guild=1, organizer=1, kind="league", game="ccc", terms={}, secret=SECRET, created_at=0
    )
    last = dice.SEASONS
    secrets = [dice.secret_of(row, structs.replace(terms, number=n)) for n in range(last - 40, last + 1)]
    assert len(set(secrets)) == 41
    assert secrets[-1] == SECRET
    for earlier, later in pairwise(secrets):
        assert dice.before(later) == earlier
        assert dice.before(earlier) != later
