"""How somebody checks the dice of a match that was played in a contest. docs/dice.md."""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.matchmaking.contests.log import dice
from bot.matchmaking.contests.log.event_store import contest_of
from storage.engine.handle import Reader
from storage.tables import contests


async def told_of_match(r: Reader, app: AppContext, match_id: str) -> tuple[str, ...]:
    """What the secret of a match follows from, for whoever checks it; nothing of a match in no contest, or
    of one that counts for nothing."""
    found = await contests.of_match(r, match_id)
    row, contest = await contest_of(r, app, found) if found is not None else (None, None)
    one = contest.pairing(match_id) if contest is not None else None
    if row is None or contest is None or one is None:
        return ()
    sha, secret = dice.commitment(row, contest.terms), await dice.opened(r, row, contest)
    shown = "The card shows it once all is over." if secret is None else f"It was `{secret.hex()}`."
    return (
        "This match belongs to a contest, so my secret is the SHA-256 of the contest's secret followed by "
        f"`{dice.name_of(contest, one)}`.",
        f"That one's SHA-256 has been on its card since before you entered: `{sha}`. {shown}",
    )
