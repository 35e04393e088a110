"""Sentences about matches and challenges, the same everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from bot.core.match_state import MatchState, format_title, nickname
from bot.core.terms import PEOPLE, Levels, MatchTerms, preset_of, terms_of, writers
from bot.core.time_controls import (
    DAY_SECONDS,
    HOUR_SECONDS,
    MINUTE_SECONDS,
    STOPPED,
    TIME_CONTROLS,
    Due,
)
from bot.discord_kit.text import reasons
from bot.play.dealing.hidden_info import once_seen
from games import GAMES, MatchReason
from games.core.game import AnyGame, Viewer
from games.core.vocabulary.options import OptionSpec, Value, options_data
from games.core.vocabulary.presets import CUSTOM
from games.core.vocabulary.seats import SOLO, by_seat
from storage.rows import Challenge, Match, Seat
from storage.tables.ratings import PROVISIONAL_ABOVE, Change


def bot_name(game_key: str, level: str | None) -> str:
    """Return a level's character, “Magpie (hard bot)”, or else “the bot (level)”."""
    game = GAMES[game_key]
    persona = game.personas.get(level or "")
    if persona is None:
        return f"the bot ({level})"
    return f"{persona.name} ({level} bot)" if len(game.personas) > 1 else f"{persona.name} (bot)"


def introduction(game_key: str, level: str | None) -> str:
    """Return the bot's character and how it plays; empty between people."""
    persona = GAMES[game_key].personas.get(level or "")
    return "" if persona is None else f"**{persona.name}:** {persona.words}"


def binding(match: Match) -> str:
    """Return the note that looking makes a match against the bot count; empty between people."""
    persons = [row.seat for row in match.seats if row.person is not None]
    return binding_in(match.game, match.options, persons[0]) if len(persons) == 1 else ""


def binding_in(game_key: str, options: Mapping[str, Any], seat: int) -> str:
    """Return the note that looking makes it count, for a new match in which a person takes this seat."""
    game = GAMES[game_key]
    return once_seen(game.dealt(game.options(options), seat))


def who(game_key: str, row: Seat) -> str:
    """Return a seat's player as a mention, or the bot by its level."""
    return f"<@{row.person}>" if row.person is not None else bot_name(game_key, row.level)


def players(match: Match) -> str:
    """Return “@mara as Creator, Magpie (hard bot) as Destroyer”."""
    first, second = (who(match.game, row) for row in match.seats)
    return _as_seated(match.game, first, second)


def _as_seated(game_key: str, first: str, second: str) -> str:
    game = GAMES[game_key]
    if not game.supports_pvp:
        return f"{first} against {second}"
    one, other = game.seats
    return f"{first} as {one}, {second} as {other}"


def as_side(game: AnyGame, seat: int) -> str:
    """Return “ as Creator” to stand after a name; empty where one side is always the bot's."""
    return f" as {game.seats[seat]}" if game.supports_pvp else ""


def name_inside(game: AnyGame, seat: int) -> str:
    """Return a side's name inside a sentence: “Creator”, “the player”."""
    return game.seats[seat] if game.supports_pvp else game.side_names[seat].lower()


def name_sides(state: MatchState, text: str, who: Viewer) -> str:
    """Put names in place of “the player” and “the bot” in a solo game's text, “you” for the reader."""
    for seat, name in enumerate(() if state.game.supports_pvp else SOLO):
        text = re.sub(rf"\b{name}('s)?\b", _Naming(state, seat, who), text, flags=re.IGNORECASE)
    return text


class _Naming(msgspec.Struct, frozen=True):
    """The replacement for a seat's stand-in in a text for a reader."""

    state: MatchState
    seat: int
    who: Viewer

    def __call__(self, found: re.Match[str]) -> str:
        """Return the name with the ending and the capital of what was found."""
        owns = bool(found[1])
        if self.who == self.seat:
            called = "your" if owns else "you"
            return called.capitalize() if found[0][0].isupper() else called
        row = self.state.seat_row(self.seat)
        persona = self.state.game.personas.get(row.level or "")
        called = f"<@{row.person}>" if row.person is not None else persona.name if persona else found[0]
        return f"{called}'s" if owns and called != found[0] else called


def side(game: AnyGame, seat: int) -> str:
    """Return a seat's name with the color of its pieces, “Creator (blue)”; “White” says both."""
    name, color = game.seats[seat], game.colors.split("-")[seat]
    return name if name.lower() == color else f"{name} ({color})"


def as_reader(game: AnyGame, seat: int) -> str:
    """Return who the reader is: “You're the Creator (blue)”, or “You're White”."""
    if not game.supports_pvp:
        return f"You're {game.colors.split('-')[seat]}"
    name = side(game, seat)
    return f"You're {name}" if name == game.seats[seat] else f"You're the {name}"


def opponent(state: MatchState, seat: int) -> str:
    """Return the opponent of a seat, as a mention or the bot by its level."""
    return who_sits(state, 1 - seat)


def against(state: MatchState, seat: int) -> str:
    """Return “against @tom in Decoy Patrol · Maple 482 (leg 1 of 2)”, for a line on a lock screen."""
    leg = leg_of(state)
    return f"against {opponent(state, seat)} in {state.title}{f' ({leg.lower()})' if leg else ''}"


def format_span(seconds: int) -> str:
    """Return a length of time in one unit: “45 minutes”, “1 hour”, “36 hours”, “3 days”."""
    minutes, hours = max(1, round(seconds / MINUTE_SECONDS)), round(seconds / HOUR_SECONDS)
    if minutes < HOUR_SECONDS // MINUTE_SECONDS:
        return f"{minutes} {'minute' if minutes == 1 else 'minutes'}"
    if hours < 2 * DAY_SECONDS // HOUR_SECONDS:
        return f"{hours} {'hour' if hours == 1 else 'hours'}"
    return f"{round(seconds / DAY_SECONDS)} days"


def format_time_left(due_at: Due, now: int) -> str:
    """Return “ · 23 hours left” for the end of a line on a lock screen; empty if no clock runs."""
    return f" · {format_span(due_at - now)} left" if isinstance(due_at, int) else ""


def outcome(state: MatchState, seat: int) -> str:
    """Return a match's result for a seat in two or three words, which begin a line on a lock screen."""
    if state.is_void:
        return "No result"
    if state.match.winner is None:
        return "A draw"
    return "You won" if state.match.winner == seat else "You lost"


def who_sits(state: MatchState, seat: int) -> str:
    """Return the player in a seat, as a mention or the bot by its level."""
    return who(state.match.game, state.seat_row(seat))


def format_seat(state: MatchState, seat: int) -> str:
    """Return “@mara (Creator)”, or “Magpie (hard bot) as Creator” for the bot's name with parentheses."""
    name, side = who_sits(state, seat), state.game.seats[seat]
    if not state.game.supports_pvp:
        return name
    return f"{name} as {side}" if state.is_bot(seat) else f"{name} ({side})"


def authors(state: MatchState, seats: Sequence[int]) -> str:
    """Return who wrote the quoted words and the names on the board; empty without any."""
    told = (("Written by", seats), ("Names by", writers(state)))
    lines = (
        f"-# {what} {' and '.join(format_seat(state, seat) for seat in some)}" for what, some in told if some
    )
    return "\n".join(lines)


def until(due_at: Due) -> str:
    """Return the deadline that follows what must be done by then; empty without a clock."""
    if due_at == STOPPED:
        return " · clock stopped"
    return f" · until <t:{due_at}:f>, <t:{due_at}:R>" if due_at else ""


def time_left(state: MatchState, seat: int, due_at: Due) -> str:
    """Return the deadline of a seat's turn, or that there's no clock.

    It's empty for a seat that isn't to act: the line about whose turn it is has the deadline.
    """
    if state.match.reason is not None:
        return ""
    if state.match.pace == "none":
        return " No clock: take your time."
    if seat not in state.to_act or due_at is None:
        return ""
    return " Your clock is stopped." if due_at == STOPPED else f" Move by <t:{due_at}:f>, <t:{due_at}:R>."


_ASKING = "Its players can ask for an earlier end with `/report`."


def format_pause(state: MatchState) -> str:
    """Return who has paused a match and until when, and how its players can ask for an earlier end."""
    until = state.match.paused_until
    when = "" if until is None else f" until <t:{until}:f>"
    return f"**{state.pauser} has paused this match{when}.** No one can move, and no clock runs. {_ASKING}"


def turn_line(state: MatchState, due_at: Due) -> str:
    """Return whose turn it is and until when, or how the match ended."""
    if state.match.reason is not None:
        return result_line(state)
    if state.match.paused_at is not None:
        return format_pause(state)
    names = " and ".join(format_seat(state, seat) for seat in state.to_act)
    return f"To move: {names}{until(due_at)}"


def result_line(state: MatchState) -> str:
    """Return how the match ended, for everyone."""
    match = state.match
    if match.reason == MatchReason.ABORTED.value:
        when = "" if _have_all_begun(state) else " before both players had started"
        return f"The match was aborted{when}. It doesn't count."
    if match.reason == MatchReason.CANCELLED.value:
        return "The match was canceled. It doesn't count."
    said = "The match is drawn" if match.winner is None else f"{format_seat(state, match.winner)} wins"
    sentence = f"{' '.join(filter(None, (said, reasons.of_act(match.reason or ''))))}."
    return sentence if match.winner is None else f"**{sentence}**"


def result_for(state: MatchState, seat: int) -> str:
    """Return how the match ended, told to the player in a seat, such as “You win: @tom resigned”."""
    match = state.match
    if state.is_void:
        return result_line(state)
    if match.winner is None:
        return "You agreed to a draw." if match.reason == MatchReason.AGREED.value else "It's a draw."
    is_mine = match.winner == seat
    verdict, loser = ("You win", opponent(state, seat)) if is_mine else ("You lose", "you")
    did = _LOSER_DID.get(match.reason or "")
    if did is not None:
        return f"{verdict}: {loser} {did}."
    return f"{' '.join(filter(None, (verdict, reasons.of_act(match.reason or ''))))}."


_LOSER_DID = {MatchReason.RESIGNED.value: "resigned", MatchReason.TIME.value: "ran out of time"}


def _have_all_begun(state: MatchState) -> bool:
    return all(state.has_chosen(row.seat) for row in state.match.seats if row.person is not None)


def offer_text(offer: Challenge, has_rival: bool = False) -> str:
    """Return the text of the card of a match against the bot.

    `has_rival`: another open one counts, so this one may turn out casual when it starts.
    """
    me, bot = f"<@{offer.challenger}>", bot_name(offer.game, offer.level)
    seat = offer.challenger_seat or 0
    seated = _as_seated(offer.game, *by_seat(seat, me, bot))
    line = terms(terms_of(offer), by_seat(seat, None, offer.level))
    unless = _UNLESS if has_rival and offer.status == "open" else ""
    lines = (
        f"### {format_title(offer.game, offer.id)}",
        f"{seated}.",
        f"{line}{unless}",
        _UNSTARTED.get(offer.status, "").format(game=offer.game),
    )
    return "\n".join(filter(None, lines))


_UNLESS = ", unless your other rated match with the bot is still open then"
PRIVATE = "Later turns come in your DMs, and `/matches` opens the match anytime."
UNLESS_BESIDE = (
    "You have another rated match with the bot open. This one counts only if that one is over when you start."
)
"""Shown to the player alone and never on a public card, as the other match may be private."""
_UNSTARTED = {
    "withdrawn": "It wasn't started, and newer ones have replaced it. `/{game} play` makes another.",
    "expired": "It wasn't started in time. `/{game} play` makes another.",
}


def options_line(game: AnyGame, options: Mapping[str, Any], is_rematch: bool = False) -> str:
    """Return the preset's name and what differs from it; secret options are only said to be chosen."""
    preset = preset_of(game, options, is_rematch)
    usual = options_data(game.options({} if preset is None else preset.options))
    chosen = options_data(game.options(options))
    values = ((spec, chosen[spec.name], usual[spec.name]) for spec in game.option_specs)
    said = (_seats_option(game, *option) if option[0].per_seat else _option(*option) for option in values)
    return " · ".join(filter(None, (CUSTOM if preset is None else preset.name, *said)))


def _option(spec: OptionSpec, value: Value, usual: Value) -> str:
    if value == usual:
        return ""
    if spec.secret:
        return f"{spec.words}: chosen, shown in the preview"
    return spec.phrases.get(value) or f"{spec.words}: {spec.show(value)}"


def _seats_option(game: AnyGame, spec: OptionSpec, values: object, usual: object) -> str:
    """Return the values of both seats; documents that a player made are neither shown nor named."""
    pair: Any = values
    said = [value if isinstance(value, str) else "a custom one" for value in pair]
    kind = game.documents
    noun = kind.noun if kind and kind.option == spec.name else spec.words
    return "" if values == usual else f"{noun}: {' against '.join(said)}"


def terms(of: MatchTerms, levels: Levels = PEOPLE) -> str:
    """Return pace, options and whether the match counts in one line; if its terms rule that out, why."""
    game = GAMES[of.game]
    counts = "rated" if of.rated else f"casual{_why_casual(of, levels)}"
    line = f"{TIME_CONTROLS[of.pace].words} · {options_line(game, of.options, of.is_rematch)} · {counts}"
    return line[0].upper() + line[1:]


def _why_casual(of: MatchTerms, levels: Levels) -> str:
    preset = preset_of(GAMES[of.game], of.options, of.is_rematch)
    if preset is None:
        return ": custom rules aren't rated"
    if not preset.rated:
        return f": {preset.name} isn't rated"
    return ": it only counts with a clock" if levels == PEOPLE and of.pace == "none" else ""


def rating_line(changes: Sequence[Change], who_is: Callable[[int], str]) -> str:
    """Return the ratings' changes: “@mara 1500 → 1662 ± 290?”, with `?` for provisional ones."""
    return (
        "" if not changes else f"Ratings: {' · '.join(_format_change(change, who_is) for change in changes)}"
    )


RATINGS_FOLLOW = "Ratings follow when both legs are over."
UNCOUNTED = "{} has let several matches in a row run out of time. Only the first one changes their rating."


def _format_change(change: Change, who_is: Callable[[int], str]) -> str:
    sure = "?" if change.deviation > PROVISIONAL_ABOVE else ""
    to = f"{change.after:.0f} ± {change.deviation:.0f}{sure}"
    return f"{who_is(change.seat)} {change.before:.0f} → {to}"


def challenge_text(challenge: Challenge) -> str:
    """Return the text of a challenge card."""
    game = GAMES[challenge.game]
    to = f"<@{challenge.opponent}>" if challenge.opponent else "anyone here"
    seat = challenge.challenger_seat
    sides = "; random sides" if seat is None else f" and plays {game.seats[seat]}"
    where = " in its thread" if challenge.guild is not None else ""
    challenger = f"<@{challenge.challenger}>"
    status = {
        "open": f"Open until <t:{challenge.expires_at}:f>.",
        "accepted": f"Accepted by {to}. The match has begun{where}; {challenger}, check your DMs.",
        "declined": f"{to} declined.",
        "withdrawn": "Withdrawn.",
        "expired": "Expired: no one accepted it in time.",
    }[challenge.status]
    lines = (
        f"### {format_title(challenge.game, challenge.match_id) if challenge.match_id else game.title}",
        f"{challenger} challenges {to}{sides}.",
        terms(terms_of(challenge)),
        status,
    )
    return "\n".join(filter(None, lines))


def who_you_are(state: MatchState, seat: int) -> str:
    """Return the match's name, the reader's side, the opponent, and the place."""
    return _who_you_are(state, seat, f" against {opponent(state, seat)}")


def your_side(state: MatchState, seat: int) -> str:
    """Return the match's name, the reader's side and the place, below a line that names the opponent."""
    return _who_you_are(state, seat, "")


def _who_you_are(state: MatchState, seat: int, rival: str) -> str:
    place = f" in <#{state.match.thread}>" if state.match.thread else ""
    name, mine = nickname(state.match.id), as_reader(state.game, seat)
    parts = (f"**{name}**", leg_of(state), f"{mine}{rival}{place}.")
    return " · ".join(filter(None, parts))


def leg_of(state: MatchState) -> str:
    """Return “Leg 1 of 2”; empty for a match of one leg."""
    legs = state.game.legs(state.game.options(state.match.options))
    return f"Leg {state.match.leg} of {legs}" if legs > 1 else ""
