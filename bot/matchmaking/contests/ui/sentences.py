"""Sentences about contests that every message and screen shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from bot.core.terms import MatchTerms, may_count, preset_of
from bot.core.time_controls import TIME_CONTROLS
from bot.discord_kit.text import markdown
from bot.matchmaking.contests.log.contest import Contest, Entrant, Pairing
from bot.matchmaking.contests.log.terms import Kind, Terms, TieBreak
from bot.matchmaking.contests.running.results import legs_of, rule_in_words
from bot.play.wording import matches
from games import GAMES
from games.core.vocabulary.options import options_data
from games.core.vocabulary.presets import CUSTOM

FORMATS: Mapping[Kind, str] = MappingProxyType(
    {
        "swiss": "Swiss",
        "round robin": "Round robin",
        "knockout": "Knockout",
        "double elimination": "Double elimination",
        "ladder": "Ladder",
        "league": "League",
        "teams": "Team match",
    }
)
POLICIES: Mapping[str, str] = MappingProxyType(
    {
        "free": "Vacation: your clock pauses meanwhile.",
        "count": "Vacation: your clock keeps running.",
        "some": "Vacation: your clock pauses for up to {days} in each match; then it keeps running.",
    }
)
USUAL_NAMES: Mapping[TieBreak, str] = MappingProxyType(
    {
        "direct encounter": "direct encounter",
        "wins": "wins",
        "buchholz": "Buchholz",
        "median buchholz": "median Buchholz",
        "sonneborn-berger": "Sonneborn-Berger",
        "progressive": "progressive score",
    }
)
PAUSED = "You're paused. You get no new matches until you resume."
_SHOWN = 30
"""How many people a line names."""


def name(terms: Terms) -> str:
    """Return a contest's name without live Markdown or mentions."""
    return markdown.plain((terms.name,))


def on_a_lock_screen(contest: Contest, said: str, now: int) -> str:
    """Return a line for a lock screen: a sentence, then the contest's game, and when it begins."""
    left = contest.terms.starts_at - now if contest.status == "open" else 0
    begins = f" · begins in {matches.format_span(left)}" if left > 0 else ""
    return f"{markdown.on_a_lock_screen(said).removesuffix('.')} · {GAMES[contest.terms.game].title}{begins}"


def format_count(number: int, noun: str, plural: str = "s") -> str:
    """Format a number with its noun: “1 match”, “3 matches”."""
    return f"{number:,} {noun}{'' if number == 1 else plural}"


def format_name(kind: Kind) -> str:
    """Return a format's name as people read it."""
    return FORMATS.get(kind, kind.capitalize())


def matches_line(terms: Terms) -> str:
    """Return the format, game, preset, time control, and whether matches are rated."""
    return f"**{format_name(terms.kind)}** · {GAMES[terms.game].title} · {describe_terms(terms)}"


def describe_terms(terms: Terms) -> str:
    """Return the preset, time control, and whether matches are rated."""
    game = GAMES[terms.game]
    complete = options_data(game.options(terms.options))
    preset = preset_of(game, complete)
    counts = terms.rated and may_count(MatchTerms(terms.game, complete, terms.pace, True))
    parts = (
        CUSTOM if preset is None else preset.name,
        TIME_CONTROLS[terms.pace].words,
        "rated" if counts else "casual",
    )
    return " · ".join(parts)


def heading(contest: Contest) -> str:
    """Return a contest's name, what's played, and when."""
    lines = (
        f"### {name(contest.terms)}",
        matches_line(contest.terms),
        when(contest),
    )
    return "\n".join(filter(None, lines))


def how(terms: Terms) -> str:
    """Return how the format works in a sentence or more; empty for an unknown format."""
    said = _HOW.get(terms.kind)
    return said(terms) if said else ""


def _swiss(terms: Terms) -> str:
    rounds = (
        format_count(terms.rounds, "round")
        if terms.rounds
        else "as many rounds as a knockout takes (4 for 16 players)"
    )
    return (
        f"You play {rounds}, each against someone with about as many points. "
        "A round starts once the last one is over."
    )


def _round_robin(terms: Terms) -> str:
    groups = "everyone" if terms.groups == 1 else f"everyone in your group ({terms.groups} groups)"
    return f"You play {groups} once, up to {format_count(terms.at_once, 'match', 'es')} at a time."


def _knockout(terms: Terms) -> str:
    return f"{_ties(terms)} If you lose, you're out."


def _double(terms: Terms) -> str:
    return f"{_ties(terms)} You're out when you've lost twice."


def _ties(terms: Terms) -> str:
    if legs_of(terms) == 2 and terms.ties == 1:
        return "You meet in matches of two legs: the same secrets, with sides swapped."
    if terms.ties == 1:
        return "You meet in single matches."
    return f"You meet in ties of {terms.ties} matches at the same time, with sides swapped."


def _ladder(terms: Terms) -> str:
    return (
        "It never ends. If you're free, you get a match within a day, with someone about as strong as you. "
        "Join, pause, and leave whenever you like."
    )


def _league(terms: Terms) -> str:
    return (
        f"You play everyone in your division of about {terms.division}, up to "
        f"{format_count(terms.at_once, 'match', 'es')} at a time. "
        f"A season lasts {format_count(terms.season, 'day')}; then {terms.movers} go up and "
        f"{terms.movers} down."
    )


def _teams(terms: Terms) -> str:
    matches = (
        f"{terms.cycles} matches at the same time, with sides swapped" if terms.cycles > 1 else "one match"
    )
    return (
        "Two servers play each other, board by board, strongest against strongest. "
        f"On each board you play {matches}. All points count for your team."
    )


_HOW: Mapping[Kind, Callable[[Terms], str]] = MappingProxyType(
    {
        "swiss": _swiss,
        "round robin": _round_robin,
        "knockout": _knockout,
        "double elimination": _double,
        "ladder": _ladder,
        "league": _league,
        "teams": _teams,
    }
)


def who_may(terms: Terms) -> str:
    """Return how many players can enter, and with which ratings and role."""
    parts = (
        f"Up to {format_count(terms.most, 'player')}{' per team' if terms.kind == 'teams' else ''}",
        f"ratings {terms.ratings}" if terms.ratings else "",
        f"with the role <@&{terms.role}>" if terms.role else "",
    )
    return " · ".join(filter(None, parts))


def when(contest: Contest) -> str:
    """Return when a contest begins, how far it is, or how it ended."""
    terms = contest.terms
    if contest.status == "called off":
        return f"**Called off** <t:{contest.ended_at}:R>."
    if contest.status == "finished":
        return f"**Ended** <t:{contest.ended_at}:f>."
    if contest.status == "running":
        return _running(contest)
    if terms.kind == "ladder":
        return "Join whenever you like."
    check_in = f" Check-in opens at <t:{terms.starts_at - terms.check_in}:t>." if terms.check_in else ""
    return f"Begins <t:{terms.starts_at}:F>, <t:{terms.starts_at}:R>.{check_in}"


def _running(contest: Contest) -> str:
    under_way = format_count(len(contest.open), "match", "es") if contest.open else "no matches"
    if contest.terms.kind == "swiss":
        return f"**Round {contest.round} of {contest.rounds}** · {under_way} under way"
    return f"**Under way** since <t:{contest.begun_at}:d> · {under_way} going on"


def policies(terms: Terms) -> str:
    """Return the rules on holidays, long matches and tie-breaks as small lines."""
    holidays = POLICIES[terms.holidays].format(days=format_count(terms.holiday_days, "day"))
    return "\n".join(f"-# {line}" for line in (holidays, rule_in_words(terms), tie_breaks(terms)) if line)


def tie_breaks(terms: Terms) -> str:
    """Return the sentence about tie-breaks; empty for formats without them."""
    if terms.kind not in ("swiss", "round robin", "league") or not terms.tie_breaks:
        return ""
    return f"Tie-breaks: {', '.join(USUAL_NAMES[tie_break] for tie_break in terms.tie_breaks)}."


def people(contest: Contest) -> str:
    """Return the names of entrants and substitutes, in order of arrival."""
    substitutes = list(contest.substitutes.values())
    lines = (_list_group(contest, "In", contest.there), _list_group(contest, "Substitutes", substitutes))
    return "\n".join(filter(None, lines)) or "No one is in yet."


def _list_group(contest: Contest, what: str, some: Sequence[Entrant]) -> str:
    return f"**{what} ({len(some)}):** {list_entrants(contest, some)}" if some else ""


def standing_by(contest: Contest, person: int) -> str:
    """Return a person's number on the list of substitutes; empty if they aren't on it."""
    if person not in contest.substitutes or contest.ended_at is not None:
        return ""
    number = [*contest.substitutes].index(person) + 1
    return f"You're number {number} on the list of substitutes."


def list_entrants(contest: Contest, there: Sequence[Entrant]) -> str:
    """Return entrants in a line; of many, only the first names and the number of the others."""
    more = f", and {len(there) - _SHOWN} more" if len(there) > _SHOWN else ""
    return f"{', '.join(_entrant(contest, entrant) for entrant in there[:_SHOWN])}{more}"


def _entrant(contest: Contest, one: Entrant) -> str:
    marked = contest.status == "open" and one.checked_in
    return f"<@{one.person}>{' ✓' if marked else ''}"


def pairing(one: Pairing, named: Callable[[int], str] = "<@{}>".format) -> str:
    """Format a pairing as “@mara – @tom: 1–0”."""
    return f"{named(one.first)} – {named(one.second)}: {score(one)}"


def score(one: Pairing) -> str:
    """Format a pairing's score as “1–0” or “½–½ (decided)”, or say that it's going on."""
    why = {"forfeit": " (forfeit)", "decided": " (decided)", "adjudicated": " (adjudicated)"}
    return f"{points(one)}{why.get(one.why or '', '')}"


def points(one: Pairing) -> str:
    """Format a pairing's score without its reason."""
    said = {"win": "1–0", "draw": "½–½", "loss": "0–1", "none": "0–0"}
    return said[one.score] if one.score else "going on"


def sending(code: str) -> str:
    """Return what a captain does with the code of a challenge."""
    return (
        f"Send this code to an organizer of the other server:\n```\n{code}\n```\n"
        "There they use `/compete` and tap *Answer a challenge*."
    )
