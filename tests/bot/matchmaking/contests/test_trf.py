"""Reports of Swiss tournaments can be read at any moment.

The readers are one written from the description of the format, and the library that pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

from bot.matchmaking.contests.formats import trf
from bot.matchmaking.contests.log.contest import Contest, after
from bot.matchmaking.contests.log.events import Begun, Left
from bot.matchmaking.contests.reading.export import reportable
from bot.matchmaking.contests.reading.standings import standings
from tests.bot.matchmaking.contests import trf_reader
from tests.bot.matchmaking.contests.chance import drawn
from tests.bot.matchmaking.contests.trf_reader import Report
from tests.kit.contests.seasons import by_chance, entered, one_day


def report_of(contest: Contest, name: str = "Ann") -> str:
    """Return the report as it's exported."""
    played = reportable(contest)
    places = {standing.person: standing.place for standing in standings(played)}
    return trf.report(played, dict.fromkeys(contest.entrants, name), places)


def paired(text: str, number: int) -> set[int]:
    """Return the seeds that the library pairs in a round by the report alone, including a bye."""
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0
    engine = pairing_dutch(reader.get_tournament(1), number, {"experimental": (), "verbose": 0})
    found = [pair for bracket in engine.compute_pairing(False) for pair in bracket["pairs"]]
    return {seed for pair in found for seed in (pair["w"], pair["b"]) if seed}


def test_a_report_before_the_start_has_all_who_have_entered() -> None:
    contest = after(entered("swiss", 5, begun=False, rounds=3), Left(at=0, person=2))
    read = trf_reader.read(report_of(contest))
    assert sorted(read.cells) == [1, 2, 3, 4]
    assert read.played == 0
    assert paired(report_of(contest), 1) == {1, 2, 3, 4}
    begun = after(contest, Begun(at=0, order=(1, 3, 4, 5)))
    assert report_of(begun) == report_of(contest)
    assert trf_reader.read(report_of(entered("swiss", 0, begun=False))).cells == {}


def test_a_round_is_in_the_report_once_it_is_over() -> None:
    contest = one_day(entered("swiss", 5, rounds=3), 1, by_chance(1), ends=True)
    over = report_of(contest)
    assert trf_reader.read(over).played == 1
    contest = one_day(contest, 2, by_chance(2), ends=False)
    assert len(contest.open) == 2
    assert report_of(contest) == over


def test_who_has_left_is_absent_in_the_next_round_but_not_after_the_last() -> None:
    contest = one_day(entered("swiss", 5, rounds=2), 1, by_chance(1), ends=True)
    contest = after(contest, Left(at=0, person=3))
    assert trf_reader.read(report_of(contest)).absent(2) == {3}
    assert paired(report_of(contest), 2) == {1, 2, 4, 5}
    contest = one_day(contest, 2, by_chance(2), ends=True)
    assert trf_reader.read(report_of(contest)).played == 2


def test_no_name_breaks_a_line() -> None:
    contest = entered("swiss", 2, rounds=1)
    for name in ("", " ", "a\nb\r\t", "Ἀ" * 60, "\u202e\u2028ab", "001    1"):
        assert len(trf_reader.read(report_of(contest, name)).names) == 2


def moments(seeds: Iterable[int], most: int) -> Iterator[tuple[Contest, Report, str]]:
    """Yield random tournaments after each event: contest, report as read, and report as text."""
    for seed in seeds:
        for contest in drawn(seed, 3, most, 5).moments():
            text = report_of(contest)
            yield contest, trf_reader.read(text), text


def check_moments(seeds: Iterable[int], most: int) -> None:
    """Check that at each moment a report has all finished rounds, and all remaining players are paired."""
    seen = set[tuple[bool, bool]]()
    for contest, read, text in moments(seeds, most):
        done = reportable(contest)
        gone = {entrant.seed for entrant in contest.list_seeded() if entrant.gone}
        seen.add((bool(contest.open), bool(gone)))
        seeds = {entrant.person: entrant.seed for entrant in contest.list_seeded()}
        matches = {
            (number, who, cell.opponent)
            for who, cells in read.cells.items()
            for number, cell in enumerate(cells, 1)
            if cell.side == "w"
        }
        assert matches == {
            (pairing.round, seeds[pairing.first], seeds[pairing.second]) for pairing in done.pairings
        }
        assert read.points == {seeds[standing.person]: standing.points for standing in standings(done)}
        if done.round < contest.rounds:
            assert gone <= read.absent(done.round + 1)
            reader = trf2json()
            reader.parse_file(text, 0)
            assert reader.get_status() == 0
    assert seen == {(False, False), (True, False), (False, True), (True, True)}


def test_the_report_can_be_read_at_every_moment_of_tournaments_of_chance() -> None:
    check_moments((11,), 8)


@pytest.mark.proof
def test_the_report_can_be_read_at_every_moment_of_many_larger_tournaments() -> None:
    check_moments(range(30), 24)


def test_the_reader_refuses_what_the_format_does_not_have() -> None:
    contest = one_day(entered("swiss", 4, rounds=2), 1, by_chance(1), ends=True)
    good = report_of(contest)
    trf_reader.read(good)
    line = next(line for line in good.splitlines() if line.startswith("001    1"))
    half = f"{line[:98]} "
    for bad in (line[:-1], f"{line}     2 w", half, f"{line}  {'':8}", f"{line[:80]} 9.5{line[84:]}"):
        with pytest.raises(ValueError):
            trf_reader.read(good.replace(line, bad))
    with pytest.raises(ValueError):
        trf_reader.read(good.replace("XXC white1", "XXC"))
