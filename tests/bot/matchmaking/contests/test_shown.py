"""The visible part of a contest: windows of a bracket, and tables of divisions and groups."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.matchmaking.contests.formats.round_robin import groups
from bot.matchmaking.contests.formats.ties import double, single
from bot.matchmaking.contests.log.contest import Contest, after
from bot.matchmaking.contests.log.events import Decided, Left, Paired
from bot.matchmaking.contests.log.terms import Kind
from bot.matchmaking.contests.running.seasons import order_after
from bot.matchmaking.contests.running.windows import MOST_ROUNDS, MOST_TIES, first_shown
from bot.matchmaking.contests.ui import champions, rows, sentences, tables, trees
from render.brackets import Bracket, BracketSide
from render.names import Lettering
from tests.kit.contests.seasons import by_chance, entered, one_day, played_out

SIZES = (2, 3, 5, 8, 16, 23, 64, 130)


def begun(kind: Kind, people: int, days: int = 1, **terms: Any) -> Contest:
    """Return a contest after a number of days; the matches of the last day are still open."""
    contest = entered(kind, people, **terms)
    for day in range(days):
        contest = one_day(contest, day, by_chance(4), ends=day < days - 1)
    return contest


@pytest.mark.parametrize("kind", ["knockout", "double elimination"])
@pytest.mark.parametrize("people", SIZES)
def test_every_tie_is_shown_and_never_more_than_can_be_read(kind: Kind, people: int) -> None:
    contest = entered(kind, people)
    shown = tables.windows_of(contest)
    assert all(1 <= len(window.rounds) <= MOST_ROUNDS for window in shown)
    assert all(len(part.ties) <= MOST_TIES for window in shown for part in window.rounds)
    found = {tie.slot for window in shown for tie in window.ties}
    assert found == {tie.slot for tie in (double if kind == "double elimination" else single)(contest)}
    assert shown[0].is_last
    assert not any(window.is_last for window in shown[1:])


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["knockout", "double elimination"])
@pytest.mark.parametrize("people", SIZES)
def test_winners_are_seen_in_the_next_column(kind: Kind, people: int) -> None:
    """Each round has as many ties as the one before it or half as many, and holds the winners."""
    for window in tables.windows_of(played_out(entered(kind, people), by_chance(people))):
        for column, following in zip(window.rounds, window.rounds[1:], strict=False):
            each, rest = divmod(len(column.ties), len(following.ties))
            assert (each, rest) in ((1, 0), (2, 0))
            for number, tie in enumerate(column.ties):
                after = following.ties[number // each]
                assert tie.winner in (after.one, after.other)


def test_you_see_your_own_latest_tie_first_and_others_where_most_is_under_way() -> None:
    contest = begun("knockout", 64, days=2)
    shown = tables.windows_of(contest)
    for person in (1, 17, 64):
        mine = shown[first_shown(shown, person)]
        assert any(person in (tie.one, tie.other) for tie in mine.ties)
    busiest = shown[first_shown(shown)]
    assert sum(tie.is_under_way for tie in busiest.ties) == max(
        sum(tie.is_under_way for tie in column.ties) for column in shown
    )
    assert first_shown(shown, 999) == first_shown(shown)


@pytest.mark.parametrize("kind", ["knockout", "double elimination"])
def test_after_the_end_the_first_page_names_the_champion_with_medals_and_the_last_has_the_places(
    kind: Kind,
) -> None:
    contest = played_out(entered(kind, 8))
    page = tables.page_of(contest, 0, 0)
    assert tables.in_words(contest, page).startswith("🥇 <@1> · 🥈 <@2> · 🥉 <@3>")
    last = tables.page_of(contest, page.pages, 0)
    assert tables.in_words(contest, last).startswith("`1` <@1> · ")
    assert tables.page_of(contest, 0, 0, viewer=8).shows == page.shows


def test_a_bracket_in_words_says_what_is_known_of_each_tie() -> None:
    first, second = (trees.in_words(contest, tables.windows_of(contest)[0]) for contest in (
        begun("knockout", 5, days=days, ties=1) for days in (1, 2)
    ))  # fmt: skip
    at = first.index("**Quarterfinals**")
    assert first[at : at + 3] == ["**Quarterfinals**", "<@1> has a bye", "<@4> – <@5>: going on"]
    assert "**Final**" not in first, "no one is in it yet"
    assert "**<@4>** beats <@5>, 1–0" in second
    assert second[:2] == ["**Final**", "<@2> waits for an opponent"]


def test_one_s_own_division_comes_first_and_marks_are_where_people_do_go() -> None:
    contest = played_out(entered("league", 27, season=0, division=9, movers=2), by_chance(2))
    parts = tables.parts_of(contest, 0, viewer=15)
    assert [section.heading for section in parts] == ["Division 2", "Division 1", "Division 3"]
    then, sizes = order_after(contest), [len(group) for group in groups(contest)]
    upper, lower = {*then[: sizes[0]]}, {*then[-sizes[2] :]}
    for part in parts:
        of = int(part.heading[-1])
        for line in part.lines:
            now = 1 if line.person in upper else 3 if line.person in lower else 2
            assert line.moves == ("up" if now < of else "down" if now > of else "")
    assert sum("▲ up" in line for line in rows.in_words(parts[0])) == 2
    assert sum("▼ down" in line for line in rows.in_words(parts[0])) == 2


def test_groups_have_a_table_each_and_one_for_all_of_them() -> None:
    contest = begun("round robin", 12, groups=3)
    parts = tables.parts_of(contest, 0, viewer=groups(contest)[1][0])
    assert [part.heading for part in parts] == ["Group B", "Group A", "Group C", "All groups"]
    assert [len(part.lines) for part in parts] == [4, 4, 4, 12]


def test_a_group_without_points_has_no_winner_and_equals_share_first_place() -> None:
    contest = begun("round robin", 8, groups=2)
    assert champions.find_champions(contest) == []
    one, other = contest.open[:2]
    won = after(contest, Decided(at=1, match=one.match, score="win"))
    ((heading, people),) = champions.find_champions(won)
    assert champions.format_champions([(heading, people)]) == [f"{heading}: <@{one.first}> wins"]
    assert {one.first, one.second} <= set(groups(contest)["AB".index(heading[-1])])
    drawn = after(contest, Decided(at=1, match=other.match, score="draw"))
    assert champions.format_champions(champions.find_champions(drawn))[0].endswith("share first place")


def test_tie_breaks_are_told_of_formats_that_have_some() -> None:
    told = [
        sentences.tie_breaks(entered(kind, 4, tie_breaks=breaks).terms)
        for kind, breaks in (("swiss", ("buchholz", "wins")), ("swiss", ()), ("knockout", ("wins",)))
    ]
    assert told == ["Tie-breaks: Buchholz, wins.", "", ""]


def test_many_people_have_several_pages_and_one_table_has_no_name() -> None:
    parts = tables.parts_of(begun("round robin", 40), 0, viewer=40)
    assert [(part.heading, len(part.lines)) for part in parts] == [("", 16), ("", 16), ("", 8)]


def test_the_first_few_of_each_division_are_told_but_of_groups_not_the_table_of_all() -> None:
    league = tables.leaders(begun("league", 20, division=9), None, 0)
    assert [line for line in league if line.startswith("**")] == [
        "**Standings, Division 1**",
        "**Standings, Division 2**",
    ]
    assert len(league) == 10
    assert league[4] == "-# And 7 more."
    season = entered("league", 20, season=0, division=9, movers=2)
    over = tables.leaders(played_out(season, by_chance(2)), None, 0)
    assert over[0] == "**Final standings, Division 1**"
    assert len(over) == 12
    assert ["▼ down" in line for line in over[1:6]] == [False, False, False, True, True], "who goes down, too"
    groups = tables.leaders(begun("round robin", 8, groups=2), None, 0)
    assert [line for line in groups if line.startswith("**")] == [
        "**Standings, Group A**",
        "**Standings, Group B**",
    ]
    assert tables.leaders(begun("round robin", 8), None, 0)[6:] == ("-# And 3 more.",)
    assert len(tables.leaders(played_out(entered("round robin", 8)), None, 0)) == 9, "everyone"


# --- as pictures --------------------------------------------------------------------------------------

WRITTEN = {number: Lettering(f"P{number}") for number in range(1, 41)}


def spelled(drawn: Bracket) -> list[list[str]]:
    """Spell the ties of each column: “*” has won, “-” has lost, “!” is the viewer, “?” is still open."""

    def side(one: BracketSide) -> str:
        name = "bye" if one.bye else "?" if one.name is None else one.name
        return f"{name} {one.score}".strip() + "*" * one.won + "-" * one.lost + "!" * one.mine

    return [[" : ".join(map(side, tie)) if tie else "" for tie in column.ties] for column in drawn.columns]


def bracket(contest: Contest, window: int = 0, viewer: int | None = None) -> Bracket:
    return trees.build_bracket(contest, tables.windows_of(contest)[window], "Cup", "about", WRITTEN, viewer)


def test_a_drawn_bracket_has_byes_scores_and_who_has_won() -> None:
    drawn = bracket(begun("knockout", 5, days=2, ties=1), viewer=4)
    assert spelled(drawn) == [
        ["P1* : bye", "P4 1*! : P5 0-", "P2* : bye", "P3* : bye"],
        ["P1 : P4!", "P2 1* : P3 0-"],
        ["? : P2"],
    ]
    assert drawn.champion is None
    assert trees.alt_of(drawn) == (
        "Cup. about. Final: open – P2. Semifinals: P1 – P4; P2 1 – P3 0. "
        "Quarterfinals: P1 – bye; P4 1 – P5 0; P2 – bye; P3 – bye"
    )


def test_where_nobody_ever_meets_no_tie_is_drawn_or_told() -> None:
    drawn = bracket(begun("double elimination", 5, days=2, ties=1), window=3)
    assert spelled(drawn) == [["bye : P5*", ""], ["P5 : P3", "bye : ?"]]
    assert trees.alt_of(drawn) == "Cup. about. Lower round 2: P5 – P3. Lower round 1: bye – P5"


def test_of_a_bracket_in_which_nobody_is_yet_that_is_told() -> None:
    contest = begun("double elimination", 16, days=1)
    assert trees.alt_of(bracket(contest)) == f"Cup. about. {trees.NOBODY_YET}"
    assert trees.in_words(contest, tables.windows_of(contest)[0]) == [trees.NOBODY_YET]


def test_a_drawn_bracket_that_is_over_has_its_champion_first() -> None:
    drawn = bracket(played_out(entered("knockout", 4)))
    assert drawn.champion == BracketSide("P1", won=True)
    assert trees.alt_of(drawn).startswith("Cup. about. Champion: P1. Final: P1 2 – P2 0. Semifinals: ")
    assert bracket(played_out(entered("knockout", 16)), window=1).champion is None


def test_rounds_and_parts_are_named() -> None:
    shown = tables.windows_of(begun("double elimination", 32))
    named = [([column.caption for column in part.rounds], part.part, part.parts) for part in shown]
    assert named == [
        (["Last of both brackets", "Final"], 1, 1),
        (["Upper quarterfinals", "Upper semifinals", "Upper final"], 1, 1),
        (["Upper round of 32", "Upper round of 16", "Upper quarterfinals"], 1, 2),
        (["Upper round of 32", "Upper round of 16", "Upper quarterfinals"], 2, 2),
        (["Lower round 6", "Lower round 7", "Lower final"], 1, 1),
        (["Lower round 4", "Lower round 5", "Lower round 6"], 1, 1),
        (["Lower round 2", "Lower round 3", "Lower round 4"], 1, 1),
        (["Lower round 1", "Lower round 2"], 1, 1),
    ]


def test_a_table_has_columns_for_three_tie_breaks_that_are_numbers() -> None:
    wanted = ("direct encounter", "wins", "buchholz", "median buchholz", "progressive")
    (part,) = tables.parts_of(played_out(entered("swiss", 6, tie_breaks=wanted)), 0)
    assert part.columns == ("points", "W-D-L", "wins", "Buchh.", "median")


def test_a_drawn_table_has_every_line_and_its_text_the_first_three() -> None:
    contest = after(played_out(entered("round robin", 5)), Left(at=0, person=4, why="withdrew"))
    (part,) = tables.parts_of(contest, 0)
    drawn = rows.build_table(part, "Cup", "about", WRITTEN, viewer=2)
    assert [line.name for line in drawn.lines] == ["P1", "P2", "P3", "P4", "P5"]
    assert [line.name for line in drawn.lines if line.mine] == ["P2"]
    assert [line.name for line in drawn.lines if line.gone] == ["P4"]
    assert [len(line.cells) for line in drawn.lines] == 5 * [len(drawn.columns)]
    assert rows.alt_of(drawn) == f"Cup. about. {'; '.join(f'{n}. P{n}: {5 - n}' for n in (1, 2, 3))}"
    assert rows.alt_of(replace(drawn, lines=())) == "Cup. about. Nobody yet."


def test_a_ladder_begins_with_whoever_has_the_highest_score_and_may_be_empty() -> None:
    contest = entered("ladder", 3)
    for number, (first, second) in enumerate(((3, 1), (3, 2), (2, 1))):
        contest = after(contest, Paired(at=0, round=1, first=first, second=second, match=f"m{number}"))
        contest = after(contest, Decided(at=0, match=f"m{number}", score="win"))
    (part,) = tables.parts_of(contest, 0)
    assert [(line.place, line.person) for line in part.lines] == [(1, 3), (2, 2), (3, 1)]
    assert [page.lines for page in tables.parts_of(entered("ladder", 0), 0)] == [()]
