"""Checks that must hold for a contest after a crash."""

from __future__ import annotations

from collections import Counter

import msgspec

from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.contest import Contest, apply_events, fold_events
from bot.matchmaking.contests.log.events import Event, Joined, Paired, read_event
from bot.matchmaking.contests.log.terms import Terms
from storage.tables.contests import ContestRow
from tests.crash.contests import File, Kept, Plan


def check(file: File, plan: Plan) -> None:
    """Assert that a contest and its later seasons went as planned and lost nothing."""
    assert file.sound == "ok"
    first, *following = file.contests
    contest = check_log(file, first)
    happened = {event.__struct_config__.tag for event in events_of(first)}
    tags = {"void": "voided", "substitute": "substituted", "withdraw": "left", "come back": "paused"}
    assert {tags[event] for event in plan.events} <= happened, "all that was to happen has"
    if plan.kind == "ladder":
        assert contest.status == "running"
    else:
        assert contest.status == "finished"
        assert first.row["id"] not in file.left, "and nothing is left to do"
    assert most_meetings(contest) == 1 or plan.kind == "ladder"
    assert len(following) == (plan.kind == "league")
    for season in following:
        check_season(season, first, contest)


def check_log(file: File, kept: Kept) -> Contest:
    """Assert what must hold in a contest's log, and return the contest.

    Each match belongs to a pairing, and each pairing has its match. Each result is that of the match. Both
    players are told that it begins. No player has more matches at a time than they want.
    """
    contest = fold_events(msgspec.convert(kept.row["terms"], Terms), events_of(kept))
    assert kept.numbers == list(range(1, len(kept.lines) + 1)), "no event is missing"
    begun = {match for match, contest_id in file.of.items() if contest_id == kept.row["id"]}
    every = {pairing.match for pairing in contest.pairings} | {*contest.dropped}
    assert begun <= every, "no match that isn't paired"
    for pairing in contest.pairings:
        check_pairing(file, kept, contest, pairing.match)
    for match in {*contest.dropped} & begun:
        assert file.matches[match]["reason"] == "cancelled", "and what counts for nothing is over"
    check_at_once(contest.terms, events_of(kept))
    return contest


def check_pairing(file: File, kept: Kept, contest: Contest, match_id: str) -> None:
    one = contest.pairing(match_id)
    assert one is not None
    assert match_id in file.of, "no pairing whose match was forgotten"
    match = file.matches[match_id]
    row = msgspec.convert(dict(kept.row), ContestRow)
    assert match["nonce"] == dice.nonce_of(dice.secret_of(row, contest.terms), contest, one)
    seats = [seat["person"] for seat in file.seats if seat["match_id"] == match_id]
    if one.score is None:
        assert match["reason"] is None
        assert seats == [one.first, one.second]
    else:
        assert match["reason"] is not None
        assert one.score == ("win" if match["winner"] == 0 else "loss")
    for seat in (0, 1):
        assert file.nonces.count(f"briefing:{match_id}:{seat}") == 1


def check_at_once(terms: Terms, events: list[Event]) -> None:
    """Assert that no player ever has more matches under way than they may have."""
    contest, most = fold_events(terms, ()), terms.at_once if terms.kind in ("round robin", "league") else 1
    for event in events:
        contest = apply_events(contest, (event,))
        if isinstance(event, Paired):
            for person in (event.first, event.second):
                assert sum(pairing.has(person) for pairing in contest.open) <= most


def check_season(season: Kept, before: Kept, contest: Contest) -> None:
    """Assert that the season follows the one before, with each remaining player exactly once."""
    assert season.row["previous"] == before.row["id"]
    assert season.row["terms"]["number"] == 2
    assert season.row["secret"] == before.row["secret"]
    joined = [event for event in events_of(season) if isinstance(event, Joined)]
    staying = [entrant.person for entrant in contest.entrants.values() if entrant.plays]
    assert sorted(entry.person for entry in joined) == sorted(staying)
    assert [entry.rank for entry in joined] == list(range(1, len(joined) + 1))


def most_meetings(contest: Contest) -> int:
    """Return the largest number of meetings of two players in the same slot."""
    pairs = Counter(
        (pairing.slot, frozenset((pairing.first, pairing.second))) for pairing in contest.pairings
    )
    return max(pairs.values())


def events_of(kept: Kept) -> list[Event]:
    return [read_event(line) for line in kept.lines]
