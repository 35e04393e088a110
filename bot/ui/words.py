"""Sentences about matches and challenges, the same wherever they stand."""

from __future__ import annotations

import re

import discord

from bot.service.pace import PACES
from bot.service.table import Table
from games import GAMES, MatchReason
from games.core.chance import commitment
from games.core.game import AnyGame
from storage.rows import Challenge, Match, Seat

_NOTHING = "\u200b"
"""A space without width: what it parts is read as plain text."""
_LIVE = re.compile(r"<(?=[@#/:a-z])|:/(?=/)", re.I)
"""Where a mention, command, time, emoji or link begins."""
_ENDINGS = {
    MatchReason.RESIGNED.value: "by resignation",
    MatchReason.TIME.value: "on time",
    MatchReason.AGREED.value: "by agreement",
}


def who(row: Seat) -> str:
    """A seat's player as a mention, or the bot's level."""
    return f"<@{row.person}>" if row.person is not None else f"the bot ({row.level})"


def players(match: Match) -> str:
    """“@mara (Creator) against the bot (easy) (Destroyer)”."""
    game = GAMES[match.game]
    first, second = (f"{who(row)} as {game.seats[row.seat]}" for row in match.seats)
    return f"{first}, {second}"


def opponent(table: Table, seat: int) -> str:
    """The other player."""
    return who(table.seat_row(1 - seat))


def turn_line(table: Table, due_at: int | None) -> str:
    """Whose turn it is and until when, or how the match ended."""
    if table.match.reason is not None:
        return result_line(table)
    names = " and ".join(f"{who(table.seat_row(s))} ({table.game.seats[s]})" for s in table.to_act)
    due = f" · until <t:{due_at}:f>, <t:{due_at}:R>" if due_at else ""
    return f"To move: {names}{due}"


def result_line(table: Table) -> str:
    """How the match ended, for everybody."""
    match = table.match
    if match.reason == MatchReason.ABORTED.value:
        return "The match is aborted: time ran out before both had begun. It does not count."
    if match.reason == MatchReason.CANCELLED.value:
        return "The match was cancelled. It does not count."
    if match.winner is None:
        return "The match is drawn."
    how = _ENDINGS.get(match.reason or "", "")
    winner = f"{who(table.seat_row(match.winner))} ({table.game.seats[match.winner]}) wins"
    return f"**{winner}{' ' + how if how else ''}.**"


def fairness_line(nonce: bytes) -> str:
    """The host's commitment, by which the dice can be checked afterwards."""
    return f"-# Fair dice: SHA-256 of my secret is `{commitment(nonce)}`; the secret is revealed at the end."


def reveal_line(match: Match) -> str:
    """Everything from which the seed can be recomputed, once the match is over. ENGINE section 2."""
    ids = ":".join("" if row.interaction is None else str(row.interaction) for row in match.seats)
    return (
        f"-# Fair dice: my secret was `{match.nonce.hex()}`, your interactions were `{ids}`; "
        f"SHA-256 of the secret's bytes followed by that text is the seed, `{match.seed.hex()}`."
    )


def options_line(game: AnyGame, options: object) -> str:
    """What differs from the defaults; a secret option is only said to be chosen."""
    chosen = dict(options) if isinstance(options, dict) else {}
    parts = []
    for spec in game.option_specs:
        value = chosen.get(spec.name, spec.default)
        if value != spec.default:
            parts.append(f"{spec.words}: {'named, shown in the preview' if spec.secret else value}")
    return " · ".join(parts) or "standard rules"


def terms(game: AnyGame, pace: str, options: object) -> str:
    """Pace and options in one line."""
    line = f"{PACES[pace]} · {options_line(game, options)}"
    return line[0].upper() + line[1:]


def challenge_text(challenge: Challenge) -> str:
    """The words of a challenge card."""
    game = GAMES[challenge.game]
    to = f"<@{challenge.opponent}>" if challenge.opponent else "anyone here"
    side = "a side by lot" if challenge.challenger_seat is None else game.seats[challenge.challenger_seat]
    status = {
        "open": f"Open until <t:{challenge.expires_at}:f>.",
        "accepted": f"Accepted by {to}. It has begun: look into your private messages, or its thread.",
        "declined": f"{to} has declined.",
        "withdrawn": "Withdrawn.",
        "expired": "Expired: nobody took it in time.",
    }[challenge.status]
    return "\n".join(
        (
            f"### {game.title}",
            f"<@{challenge.challenger}> challenges {to} and plays {side}.",
            terms(game, challenge.pace, challenge.options),
            status,
            fairness_line(challenge.nonce),
        )
    )


def plain(lines: tuple[str, ...]) -> str:
    """Sentences of a game as one paragraph, in which nothing is live: no markdown, mention, command or link.

    Players' own words stand in them."""
    text = discord.utils.escape_markdown(" ".join(lines))
    return discord.utils.escape_mentions(_LIVE.sub(f"\\g<0>{_NOTHING}", text))
