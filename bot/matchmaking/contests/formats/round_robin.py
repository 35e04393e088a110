"""Round robin: all players of a group meet each other, once or more often.

No player waits for a round: a match begins as soon as both players have room for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Step
from bot.matchmaking.contests.log.contest import Contest
from bot.matchmaking.contests.log.terms import DAY

SMALLEST, LARGEST = 9, 15
"""The smallest and the largest wanted size of a league's divisions."""
Fixture = tuple[int, int, int]
"""The round, and the persons in seat 0 and seat 1."""


def groups(contest: Contest) -> tuple[tuple[int, ...], ...]:
    """Return a league's divisions, the best first, or groups, made even by dealing seeds back and forth."""
    people = [entrant.person for entrant in contest.list_seeded()]
    if contest.terms.kind == "league":
        return tuple(divisions(people, contest.terms.division))
    count = max(1, min(contest.terms.groups, len(people) // 2 or 1))
    found: list[list[int]] = [[] for _ in range(count)]
    for number, person in enumerate(people):
        lap, place = divmod(number, count)
        found[place if lap % 2 == 0 else count - 1 - place].append(person)
    return tuple(map(tuple, found))


def divisions(people: Sequence[int], wanted: int) -> Iterator[tuple[int, ...]]:
    """Yield a league's divisions, near the wanted size, of 9 to 15 where possible, the larger ones below."""
    count = len(people)
    most, fewest = max(1, count // SMALLEST), -(-count // LARGEST)
    number = max(1, min(most, max(fewest, round(count / max(1, wanted)))))
    size, more = divmod(count, number)
    at = 0
    for place in range(number):
        until = at + size + (place >= number - more)
        yield tuple(people[at:until])
        at = until


def moving(contest: Contest) -> list[int]:
    """Return how many change places between each division and the one below it, the top two first."""
    sizes = [len(group) for group in groups(contest)]
    return [min(contest.terms.movers, above // 2, below // 2) for above, below in pairwise(sizes)]


def fixtures(people: Sequence[int], cycles: int = 1) -> Iterator[Fixture]:
    """Yield all matches of a group, round by round, by Berger's tables.

    A player's matches in seat 0 and in seat 1 differ by at most one; each further cycle has the seats
    swapped.
    """
    places: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    half, rounds = len(places) // 2, len(places) - 1
    for number in range(rounds * cycles):
        cycle, turn = divmod(number, rounds)
        for first, second in _meetings(places, turn, half):
            if first is not None and second is not None:
                yield (number + 1, first, second) if cycle % 2 == 0 else (number + 1, second, first)


def _meetings(places: list[int | None], turn: int, half: int) -> Iterator[tuple[int | None, int | None]]:
    """Yield the pairs of a round: the last place stays, the others move on by half a circle each time."""
    *circle, last = places
    size = len(circle)
    start = turn * half % size
    yield (circle[start], last) if turn % 2 == 0 else (last, circle[start])
    for step in range(1, half):
        yield circle[(start + step) % size], circle[(start - step) % size]


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the matches that can begin now, the earliest rounds first, or the contest's end.

    Matches of entrants who are gone don't begin. A season ends at its end and not before, and nothing begins
    after it.
    """
    ends = season_ends(contest)
    if ends is not None and (now >= ends or not any(True for _ in _list_unpaired(contest))):
        return (Finish(),) if now >= ends and not contest.open else ()
    steps, busy = list[Step](), _busy(contest)
    left = list(_list_unpaired(contest))
    for slot, (number, first, second) in left:
        room = all(busy.get(person, 0) < contest.terms.at_once for person in (first, second))
        if room:
            steps.append(Pair(number, first, second, slot))
            for person in (first, second):
                busy[person] = busy.get(person, 0) + 1
    if not left and not contest.open:
        return (Finish(),)
    return tuple(steps)


def season_ends(contest: Contest) -> int | None:
    """Return when a league's season ends, whatever has been played; None if it ends once all is played."""
    begun, days = contest.begun_at, contest.terms.season
    return None if contest.terms.kind != "league" or not days or begun is None else begun + days * DAY


def _list_unpaired(contest: Contest) -> Iterator[tuple[str, Fixture]]:
    """Yield the fixtures of remaining entrants that haven't been paired, each with its slot."""
    had = {
        (pairing.slot, pairing.round, frozenset((pairing.first, pairing.second)))
        for pairing in contest.pairings
    }
    for number, people in enumerate(groups(contest), 1):
        for fixture in fixtures(people, contest.terms.cycles):
            of, first, second = fixture
            plays = not any(contest.entrants[person].gone for person in (first, second))
            if plays and (str(number), of, frozenset((first, second))) not in had:
                yield str(number), fixture


def _busy(contest: Contest) -> dict[int, int]:
    found: dict[int, int] = {}
    for pairing in contest.open:
        for person in (pairing.first, pairing.second):
            found[person] = found.get(person, 0) + 1
    return found


def balance(contest: Contest, person: int) -> int:
    """Return how much more often a person has had seat 0 than seat 1."""
    return sum(1 if pairing.first == person else -1 for pairing in contest.of(person))


def in_order(contest: Contest, one: int, other: int) -> tuple[int, int]:
    """Return two persons as seat 0 and seat 1; seat 0 goes to the person who is more due it."""
    key_one, key_other = (_claim(contest, person, one + other) for person in (one, other))
    return (one, other) if key_one <= key_other else (other, one)


def _claim(contest: Contest, person: int, drawn: int) -> tuple[int, int, int]:
    """Return a sort key: the smaller it is, the more a person is due seat 0."""
    played = contest.of(person)
    had_it = bool(played) and played[-1].first == person
    return balance(contest, person), int(had_it), person if drawn % 2 else -person
