"""The lines of players in a tournament report (TRF16), from which the library for Swiss takes who has met."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contests.contest import POINTS, Contest, Entrant, Pairing

_NAME, _MOST_RATING = 33, 9999
_LETTERS = {"win": "1", "draw": "=", "loss": "0", "none": "0"}


def player_lines(contest: Contest, names: Mapping[int, str], places: Mapping[int, int]) -> list[str]:
    """A line for each entrant, by seed: number, name, rating, points, place, and every round."""
    seeds = {one.person: one.seed for one in contest.seeded()}
    return [
        _line(contest, one, names.get(one.person, f"Player {one.seed}"), places[one.person], seeds)
        for one in contest.seeded()
    ]


def _line(contest: Contest, one: Entrant, name: str, place: int, seeds: Mapping[int, int]) -> str:
    rating = min(_MOST_RATING, max(0, round(one.rating)))
    plain = "".join(letter if letter.isprintable() else " " for letter in name)[:_NAME]
    cells = [_cell(contest, one.person, number, seeds) for number in range(1, contest.round + 1)]
    points = sum(_points_in(contest, one.person, number) for number in range(1, contest.round + 1))
    head = f"001 {one.seed:4d}      {plain:<{_NAME}} {rating:4d}                             "
    return f"{head[:80]}{points:4.1f} {place:4d}{''.join(f'  {cell}' for cell in cells)}"


def _pairing_in(contest: Contest, person: int, number: int) -> Pairing | None:
    return next((one for one in contest.of(person) if one.round == number), None)


def _points_in(contest: Contest, person: int, number: int) -> float:
    one = _pairing_in(contest, person, number)
    if one is not None:
        score = one.score_of(person)
        return POINTS[score] if score else 0.0
    return sum(bye.points for bye in contest.byes_of(person) if bye.round == number)


def _cell(contest: Contest, person: int, number: int, seeds: Mapping[int, int]) -> str:
    """Eight characters: the opponent's number, the side, the result."""
    one = _pairing_in(contest, person, number)
    if one is None:
        byes = [bye.points for bye in contest.byes_of(person) if bye.round == number]
        return f"0000 - {'U' if 1.0 in byes else 'H' if 0.5 in byes else 'Z'}"
    side, score = "w" if one.first == person else "b", one.score_of(person)
    if score is None:
        letter = " "
    elif one.why == "forfeit":
        letter = {"win": "+"}.get(score, "-")
    else:
        letter = _LETTERS[score]
    return f"{seeds[one.other(person)]:4d} {side} {letter}"
