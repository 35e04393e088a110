"""The secrets of a contest's matches: fixed before anyone enters, chosen by no person, opened at the end.

docs/dice.md says the same, byte for byte.
"""

from __future__ import annotations

import hashlib

from bot.core.app_context import AppContext
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import contest_of
from bot.matchmaking.contests.log.terms import Terms
from storage.engine.handle import Reader
from storage.tables import contest_matches, contests
from storage.tables.contests import ContestRow

SEASONS = 1_000
"""The seasons of a league for which secrets are fixed with its first card: over eighty years of them."""


def secret_of(row: ContestRow, terms: Terms) -> bytes:
    """Return the secret of a contest, or of the season that the terms are of.

    A season's secret gives those of the seasons before it and of none after it, so it can be opened while the
    league continues. The row keeps the secret of the last season that there can be.
    """
    secret = row.secret
    if terms.kind == "league":
        for _ in range(SEASONS - terms.number):
            secret = before(secret)
    return secret


def before(secret: bytes) -> bytes:
    """Return the secret of the season before the one with this secret."""
    return hashlib.sha256(secret + b"season before").digest()


def commitment(row: ContestRow, terms: Terms) -> str:
    """Return the secret's SHA-256, in hex, which the contest's details show from the beginning."""
    return hashlib.sha256(secret_of(row, terms)).hexdigest()


def name_of(contest: Contest, one: Pairing) -> str:
    """Return the text that identifies a match in the derivation of its secret.

    It has the seeds of seats 0 and 1 and which meeting of them it is, all by the rules of the format.
    """
    first, second = (contest.entrants[person].seed for person in (one.first, one.second))
    return f"match:{first}:{second}:{one.meeting}"


def nonce_of(secret: bytes, contest: Contest, one: Pairing) -> bytes:
    """Return the secret of a match, derived from that of its contest."""
    return hashlib.sha256(secret + name_of(contest, one).encode()).digest()


async def open_secret(r: Reader, row: ContestRow, contest: Contest) -> bytes | None:
    """Return the secret of a contest that's over, once no match is under way or still to begin; else None."""
    if contest.ended_at is None or await contest_matches.under_way(r, row.id):
        return None
    begun = await contest_matches.find_begun(r, [pairing.match for pairing in contest.open])
    return secret_of(row, contest.terms) if len(begun) == len(contest.open) else None


def format_commitment(row: ContestRow, terms: Terms) -> str:
    """Return the sentence about a contest's dice before the secret is opened."""
    return f"Dice: every match's secret follows from one whose SHA-256 is `{commitment(row, terms)}`."


async def format_dice(r: Reader, row: ContestRow, contest: Contest) -> str:
    """Return the sentence about a contest's dice, with the secret if it's opened."""
    secret = await open_secret(r, row, contest)
    if secret is None:
        return format_commitment(row, contest.terms)
    sha = commitment(row, contest.terms)
    return f"Dice: every match's secret follows from `{secret.hex()}`, whose SHA-256 is `{sha}`."


async def explain_secret(r: Reader, app: AppContext, match_id: str) -> tuple[str, ...]:
    """Return sentences on how to check a match's secret; none if the match counts in no contest."""
    found = await contests.of_match(r, match_id)
    row, contest = await contest_of(r, app, found) if found is not None else (None, None)
    one = contest.pairing(match_id) if contest is not None else None
    if row is None or contest is None or one is None:
        return ()
    sha, secret = commitment(row, contest.terms), await open_secret(r, row, contest)
    shown = "They show it once everything is over." if secret is None else f"It was `{secret.hex()}`."
    return (
        "This match belongs to a contest, so my secret is the SHA-256 of the contest's secret followed by "
        f"`{name_of(contest, one)}`.",
        f"The contest's details have shown that one's SHA-256 since before you entered: `{sha}`. {shown}",
    )
