"""How anyone can check that what's left to chance wasn't chosen. docs/dice.md."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.app_context import AppContext, Proof
from bot.core.errors import Unknown
from bot.core.match_state import MatchState
from bot.core.seats import check_visible
from bot.core.terms import MatchTerms
from bot.matchmaking.terms.search_request import terms_of
from games import GAMES
from games.core.chance import commitment
from games.core.record import BY_LOT
from storage.rows import Challenge, Match
from storage.tables import challenges, seeks
from storage.tables.seeks import Seek


def in_challenge(challenge: Challenge) -> str:
    """Return in words what's left to chance in a challenge's match; empty if nothing is."""
    by_lot = challenge.level is None and challenge.challenger_seat is None
    return _describe_chance(challenge.game, challenge.options, by_lot)


def in_match(match: Match) -> str:
    """Return in words what's left to chance in a match; empty if nothing is."""
    return _describe_chance(match.game, match.options, match.sides == BY_LOT)


def of_terms(terms: MatchTerms) -> str:
    """Return in words what's left to chance in a match on these terms with random sides."""
    return _describe_chance(terms.game, terms.options, by_lot=True)


def _describe_chance(game_key: str, options: Mapping[str, Any], by_lot: bool) -> str:
    game = GAMES[game_key]
    sides = "who plays which side" if by_lot else ""
    return "; ".join(filter(None, (game.left_to_chance(game.options(options)), sides)))


_SEALED = (
    "Both legs have dice from the same secret, so it stays secret until the second leg is over. "
    "Then this button shows it."
)
_VOID = "Nothing was revealed, because the match doesn't count."
_NO_MATCH = "This challenge is over; no match will come of it."
_NEVER_STARTED = "This match was never started."
_NO_OPPONENT = "This search is over; no match will come of it."
_IN_THE_LOBBY = (
    "The number that Discord will give your opponent's tap is mixed in. If your opponent "
    "looked first, I use the secret of their search, which was fixed before your tap."
)
_HOW = (
    "It follows from a secret of mine and from the numbers Discord gives your taps, so no one can choose it."
)
_KEEP = (
    "The SHA-256 can't change anymore: "
    "copy it if you'd like to compare it at the end, when I reveal the secret."
)


async def explain(
    app: AppContext, proofs: Sequence[Proof], subject: str, person: int, here: int | None
) -> str:
    """Return the Fairness button's text about the match, challenge or search with this id.

    `here` is the server on which the button was tapped.

    Raises:
        Unknown: The person neither takes part nor is on its server.
    """
    async with app.database.read() as r:
        challenge, seek = await challenges.get(r, subject), await seeks.get(r, subject)
    if seek is not None and seek.match_id is None:
        return _of_search(seek, person)
    subject = subject if seek is None else seek.match_id or ""
    if challenge is None or challenge.match_id is not None:
        state = await app.match_state(subject if challenge is None else challenge.match_id or "")
        check_visible(state, person, here)
        return _page(
            state.match.game, in_match(state.match), *of_match(state), *await _more(app, proofs, state)
        )
    takes_part = person in (challenge.challenger, challenge.opponent)
    if not takes_part and (here is None or here != challenge.guild):
        raise Unknown
    if not challenge.is_alive:
        return _add_title(challenge.game, _NO_MATCH if challenge.level is None else _NEVER_STARTED)
    return _page(challenge.game, in_challenge(challenge), *_of_card(challenge))


def _of_search(seek: Seek, person: int) -> str:
    """Return the text about a search that isn't paired; raise Unknown for anyone but its person."""
    if seek.person != person:
        raise Unknown
    if not seek.is_open:
        return _add_title(seek.game, _NO_OPPONENT)
    return _page(
        seek.game, of_terms(terms_of(seek)), _format_commitment(seek.nonce), f"{_IN_THE_LOBBY} {_KEEP}"
    )


def _page(game_key: str, left: str, *lines: str) -> str:
    if not left:
        return _add_title(game_key, "Nothing is left to chance here.")
    return _add_title(game_key, f"Left to chance: {left}. {_HOW}", *lines)


def _add_title(game_key: str, *lines: str) -> str:
    return "\n".join((f"### {GAMES[game_key].title}: fairness", *lines))


def _of_card(challenge: Challenge) -> tuple[str, ...]:
    tap = "the tap on Play" if challenge.level is not None else "the tap on Accept"
    return _format_commitment(
        challenge.nonce
    ), f"The number that Discord will give {tap} is mixed in. {_KEEP}"


def of_match(state: MatchState) -> tuple[str, ...]:
    """Return the bot's commitment, and after the match everything from which to recompute the seed.

    Secrets of a void match are never revealed, and those of two legs only after the second. docs/engine.md,
    section 2.
    """
    match = state.match
    if state.is_void:
        return (_VOID,)
    if state.sealed or (match.leg > 1 and match.reason is None):
        return (_SEALED,)
    if match.reason is None:
        return _format_commitment(match.nonce), f"It was fixed before the match began. {_KEEP}"
    ids = ":".join("" if row.interaction is None else str(row.interaction) for row in match.seats)
    return (
        _format_commitment(match.nonce),
        f"It was fixed before the match began. Now you can check it: my secret was `{match.nonce.hex()}`, "
        f"the numbers of your taps were `{ids}`; SHA-256 of the secret's bytes followed by that text is the "
        f"seed, `{match.seed.hex()}`. *Verify* does it for you.",
    )


async def _more(app: AppContext, proofs: Sequence[Proof], state: MatchState) -> tuple[str, ...]:
    if state.is_void:
        return ()
    async with app.database.read() as r:
        return tuple([line for proof in proofs for line in await proof(r, app, state.match.id)])


def _format_commitment(nonce: bytes) -> str:
    return f"SHA-256 of my secret is `{commitment(nonce)}`."
