"""A contest as a tournament report, read by other programs and by the library that pairs a Swiss.

Source: FIDE, Tournament Report File; lines of players are the same in TRF16 and TRF26. Lines 142 and 152 are
TRF26's; XXR and XXC say the same for programs that read TRF16 with JaVaFo's additions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from bot.matchmaking.contests.formats.format_actions import Finish, Pair, Rest, Step
from bot.matchmaking.contests.log.contest import POINTS, Contest, Entrant, Pairing

_NAME, _MOST_RATING = 33, 9999
_LETTERS = {"win": "1", "draw": "=", "loss": "0", "none": "0"}
_ABSENT = "0000 - Z"


def report(contest: Contest, names: Mapping[int, str], places: Mapping[int, int]) -> str:
    """Return the report of a contest in which no match is open; `names` and `places` are by person."""
    people = contest.list_seeded()
    head = (
        f"012 {_plain(contest.terms.name)}",
        f"062 {len(people)}",
        f"142 {contest.rounds}",
        "152 W",
        f"XXR {contest.rounds}",
        "XXC white1",
    )
    seeds = {entrant.person: entrant.seed for entrant in people}
    lines = (_line(contest, entrant, names, places, seeds) for entrant in people)
    return "".join(f"{line}\n" for line in chain(head, lines))


def _line(
    contest: Contest,
    entrant: Entrant,
    names: Mapping[int, str],
    places: Mapping[int, int],
    seeds: Mapping[int, int],
) -> str:
    person, seed = entrant.person, entrant.seed
    rating = min(_MOST_RATING, max(0, round(entrant.rating)))
    shown = _plain(names.get(person, ""))[:_NAME] or f"Player {seed}"
    cells = "".join(f"  {cell}" for cell in _cells(contest, entrant, seeds))
    points = sum(_points_in(contest, person, number) for number in range(1, contest.round + 1))
    head = f"001 {seed:4d}      {shown:<{_NAME}} {rating:4d}"
    return f"{head:<80}{points:4.1f} {places.get(person, seed):4d}{cells}"


def _plain(name: str) -> str:
    """Return a name as one line in which every character takes a column."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()


def _cells(contest: Contest, entrant: Entrant, seeds: Mapping[int, int]) -> Iterator[str]:
    """Yield eight characters per round; a player who's gone is absent in the next: no program pairs them."""
    for number in range(1, contest.round + 1):
        yield _cell(contest, entrant.person, number, seeds)
    if entrant.gone and contest.round < contest.rounds:
        yield _ABSENT


def _pairing_in(contest: Contest, person: int, number: int) -> Pairing | None:
    return next((pairing for pairing in contest.of(person) if pairing.round == number), None)


def _points_in(contest: Contest, person: int, number: int) -> float:
    one = _pairing_in(contest, person, number)
    if one is not None:
        score = one.score_of(person)
        return POINTS[score] if score else 0.0
    return sum(bye.points for bye in contest.byes_of(person) if bye.round == number)


def _cell(contest: Contest, person: int, number: int, seeds: Mapping[int, int]) -> str:
    """Return eight characters: the opponent's number, the side, the result."""
    one = _pairing_in(contest, person, number)
    if one is None:
        byes = [bye.points for bye in contest.byes_of(person) if bye.round == number]
        return "0000 - U" if 1.0 in byes else "0000 - H" if 0.5 in byes else _ABSENT
    side, score = "w" if one.first == person else "b", one.score_of(person) or "none"
    letter = ("+" if score == "win" else "-") if one.why == "forfeit" else _LETTERS[score]
    return f"{seeds[one.other(person)]:4d} {side} {letter}"


_QUIET = {"experimental": (), "verbose": 0}


def following(contest: Contest, now: int) -> tuple[Step, ...]:
    """Return the next round once the present one is decided, or the contest's end.

    It ends after the last round, and where no round can be paired in which no two meet again.
    """
    if contest.open:
        return ()
    playing = [entrant for entrant in contest.list_seeded() if not entrant.gone]
    if contest.round >= contest.rounds or len(playing) < 2:
        return (Finish(),)
    found = _pairs(contest)
    if found is None:
        return (Finish(),)
    number, people = contest.round + 1, {entrant.seed: entrant.person for entrant in contest.list_seeded()}
    return tuple(
        Pair(number, people[white], people[black]) if black else Rest(number, people[white])
        for white, black in found
    )


def _pairs(contest: Contest) -> list[tuple[int, int]] | None:
    """Return the seeds of White and Black in the next round, board by board, or None if no pairing is legal.

    Black is 0 for a bye.
    """
    # Loaded here, since it takes 12 MB with networkx, which no process needs before it pairs a Swiss.
    from gacrux.gacruxexeptions import GacruxNoLegalPairing
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    reader = trf2json()
    # The library ranks by points and numbers itself, so names and places don't matter.
    reader.parse_file(report(contest, {}, {}), 0)
    engine = pairing_dutch(reader.get_tournament(1), contest.round + 1, _QUIET)
    try:
        pairs = [pair for bracket in engine.compute_pairing(False) for pair in bracket["pairs"]]
    except GacruxNoLegalPairing:
        return None
    return [(pair["w"], pair["b"]) for pair in sorted(pairs, key=lambda pair: pair["board"])]
