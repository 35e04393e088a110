"""An analysis in plain sentences. The reader is called “You”, other players by the names passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

from msgspec import Struct, structs

from bot.core.match_state import MatchState
from bot.learning.analysis.analyses import Look
from bot.play.records.folding import states
from games import AnyGame
from games.core.screen.advice import Advice
from games.core.teaching.analysis import Analysis, accuracy
from games.core.teaching.judging import Judged
from games.core.teaching.moments import Level, Moment, certain, moments
from games.core.teaching.samples import Samples

YOU = "You"
Clean = Callable[[str], str]
"""A function that makes markup ineffective in text that a player may have written."""


class Shown(Struct, frozen=True):
    """A moment in words and pictures, as its player saw it.

    Attributes:
        played: The action that was played.
        rival: The alternative action (None: it doesn't matter).
    """

    moment: Moment
    played: Advice
    rival: Advice | None


def describe_moment(state: MatchState, moment: Moment) -> Shown:
    """Return a moment of a finished match, rebuilt from its record."""
    one = moment.judged
    game_state = next(found for number, found in enumerate(states(state), 1) if number == one.number)
    played = _describe_action(state.game, game_state, one.seat, state.steps[one.number - 1].text)
    rival = _describe_action(state.game, game_state, one.seat, one.rival) if moment.kind != "turn" else None
    return Shown(moment, played, rival)


def _describe_action(game: AnyGame, game_state: Any, seat: int, text: str) -> Advice:
    """Return an action as its player saw it; the picture includes what they were shown only once."""
    view = game.view(game_state, seat)
    action, seen = game.parse(view, text), game.briefed(view, game.briefing(game_state, seat))
    return structs.replace(game.advice(view, action), picture=game.advice(seen, action).picture)


def lines(one: Shown, who: str, clean: Clean = str) -> Iterator[str]:
    """Yield the sentences about a moment; `who` is the name of the player who acted."""
    played, moment = clean(one.played.words), one.moment
    if moment.known is None or one.rival is None:
        before, after = map(percent, moment.swing)
        yield f"{who} chose to {played}."
        yield f"The match turned here: {_theirs(who)} chances went from {before} to {after}."
        return
    mine, other = map(percent, moment.known.means)
    rival = clean(one.rival.words)
    if moment.kind == "cost":
        yield f"{who} chose to {played}."
        yield " ".join(filter(None, (f"**Better:** {rival}.", clean(one.rival.why))))
        yield _by(moment, who, f"that would have kept {other} instead of {mine}.")
    else:
        yield " ".join(filter(None, (f"{who} found it: {played}.", clean(one.played.why))))
        yield _by(moment, who, f"that kept {mine}. The next best I saw would have kept {other}: {rival}.")
    if moment.judged.fog and moment.truth is not None:
        yield f"With what was actually there, {_truth(moment.truth)}."


def _by(moment: Moment, who: str, said: str) -> str:
    """Return a sentence, qualified by what the player could know if something was hidden."""
    if not moment.judged.fog:
        return said[0].upper() + said[1:]
    return f"By what {_they(who)} could know, {said}"


def _truth(truth: Samples) -> str:
    played, rival = map(percent, truth.means)
    if not truth.tells:
        return f"both came to about the same: {percent(sum(truth.means) / 2)}"
    return f"it was {rival} instead of {played}"


def _they(who: str) -> str:
    return "you" if who == YOU else who


def _theirs(who: str) -> str:
    return "your" if who == YOU else f"{who}'s"


def percent(share: float) -> str:
    """Return a share from 0 to 1 as a whole percentage, such as “71%”."""
    return f"{round(100 * share)}%"


def accuracies(found: Analysis, *, truly: bool = False) -> tuple[str, str]:
    """Return for each seat the share of its chances that it kept, or that it had no choices, in words.

    With `truly`, the chances are those in the true state instead of what the seat could know.
    """
    first, second = (accuracy(found, seat, truly=truly) for seat in (0, 1))
    return _accuracy(first), _accuracy(second)


def _accuracy(share: float | None) -> str:
    return "no choices" if share is None else percent(share)


def is_foggy(found: Analysis) -> bool:
    """Return whether something was hidden from a player who had a choice."""
    return any(judged.fog for judged in found.judged)


def end_of(state: MatchState) -> Level:
    """Return the winning chances of both seats after the end."""
    winner = state.match.winner
    chances = (0.5, 0.5) if winner is None else (1.0 - winner, float(winner))
    return Level(max(moment.turn_number or 0 for moment in (state.start, *state.steps)), chances)


_FOOT = (
    "Percentages are chances of winning. Those of the moments come from matches that the bot played on from "
    "there, the others from estimates. They can be wrong."
)


def file_of(look: Look) -> tuple[str, str]:
    """Return the file name and the text of the whole analysis."""
    match = look.state.match
    return f"analysis-{match.game}-{match.id}.txt", "\n".join(_lines(look)) + "\n"


def _lines(look: Look) -> Iterator[str]:
    state, found = look.state, look.found
    sides = state.game.side_names
    yield f"Analysis of {state.title}, {sides[0]} against {sides[1]}"
    yield _result(state)
    yield ""
    yield _accuracy_line("Accuracy", sides, accuracies(found))
    if is_foggy(found):
        yield _accuracy_line("With what was actually there", sides, accuracies(found, truly=True))
    yield from _moments(look)
    yield from _facts(look)
    yield from _decisions(look)
    yield ""
    yield _FOOT


def _result(state: MatchState) -> str:
    winner = state.match.winner
    return "The match was drawn." if winner is None else f"{state.game.side_names[winner]} won."


def _accuracy_line(what: str, sides: tuple[str, str], said: tuple[str, str]) -> str:
    return f"{what}: {sides[0]} {said[0]}, {sides[1]} {said[1]}"


def _moments(look: Look) -> Iterator[str]:
    for shown_moment in (describe_moment(look.state, moment) for moment in moments(look.found)):
        judged = shown_moment.moment.judged
        side = look.state.game.side_names[judged.seat]
        yield ""
        yield f"Turn {judged.turn}, {side}"
        yield from (line.replace("**", "") for line in lines(shown_moment, side))


def _facts(look: Look) -> Iterator[str]:
    for seat, side in enumerate(look.state.game.side_names):
        facts = certain(look.found, seat)
        if facts:
            yield ""
            yield f"What {side} could know"
            yield from (f"Turn {fact.turn}: {fact.words}" for fact in facts)


def _decisions(look: Look) -> Iterator[str]:
    """Yield the decisions turn by turn, each with its winning chance and the best alternative."""
    yield ""
    yield "Every decision, by what its side could know"
    for (turn, seat), found in groupby(look.found.judged, key=lambda one: (one.turn, one.seat)):
        said = "; ".join(_decision(look.state, judged) for judged in found)
        yield f"{turn}. {look.state.game.side_names[seat]}: {said}"


def _decision(state: MatchState, one: Judged) -> str:
    knew, truly = percent(one.played.knew), percent(one.played.truth)
    truth = f", in truth {truly}" if truly != knew else ""
    rival = f" ({one.rival} {percent(one.other.knew)})" if one.rival else ""
    return f"{state.steps[one.number - 1].text} {knew}{truth}{rival}"
