"""Who gets which side: who has had it less often, then not the same as last time, then by their numbers."""

from __future__ import annotations

from bot.matchmaking.contests.log.contest import Contest


def balance(contest: Contest, person: int) -> int:
    """How much more often somebody has had seat 0 than seat 1."""
    return sum(1 if one.first == person else -1 for one in contest.of(person))


def in_order(contest: Contest, one: int, other: int) -> tuple[int, int]:
    """The two as seat 0 and seat 1."""
    key_one, key_other = (_claim(contest, person, one + other) for person in (one, other))
    return (one, other) if key_one <= key_other else (other, one)


def _claim(contest: Contest, person: int, drawn: int) -> tuple[int, int, int]:
    """The smaller it is, the more somebody is due seat 0."""
    played = contest.of(person)
    had_it = bool(played) and played[-1].first == person
    return balance(contest, person), int(had_it), person if drawn % 2 else -person
