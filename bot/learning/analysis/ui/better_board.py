"""The board on which a player looks for the better move of a moment."""

from __future__ import annotations

import asyncio

from bot.discord_kit.components import items
from bot.discord_kit.interactions.context import Interaction, UiContext, place_of
from bot.discord_kit.interactions.exercise_kind import Around, ExerciseKind
from bot.discord_kit.text import markdown
from bot.learning.analysis import analyses, better_moves, sentences
from bot.learning.analysis.better_moves import BETTER, Mistake
from bot.learning.analysis.ui.pages import Analyze, FindBetter
from bot.learning.exercises.ui import taps
from bot.play.wording import matches
from games.core.teaching.attempts import Attempt
from storage.tables.exercises import Tried

_WRONG = "**Not that one.** Try again, or see it in the analysis."


async def find_better(ctx: UiContext, interaction: Interaction, tap: FindBetter) -> None:
    """Show the position before a mistake to a person who may look at the match's analysis."""
    look = await analyses.find_analysis(ctx.app, tap.match, interaction.user.id, place_of(interaction).guild)
    async with ctx.app.database.read() as r:
        mistake = await better_moves.mistake_of(ctx.app, r, f"{tap.match}-{tap.number}")
    assert look is not None
    await taps.open_board(ctx, interaction, BETTER, look.state.game.key, mistake.name)


async def around(ctx: UiContext, found: Tried, tried: Attempt) -> Around:
    """Return what surrounds the board: the match and what was played, then the verdict with its reason."""
    async with ctx.app.database.read() as r:
        mistake = await better_moves.mistake_of(ctx.app, r, found.name)
    state, judged = mistake.state, mistake.moment.judged
    played, *better = await asyncio.to_thread(_describe, mistake, found.person)
    side = matches.as_reader(state.game, judged.seat)
    text = f"Turn {judged.turn} · {side}. {played} There was a better move."
    line = {"solved": f"**Found.** {' '.join(better)}", "failed": _WRONG}.get(tried.verdict, "")
    back = items.button("Analysis", Analyze(state.match.id))
    return Around(f"Find the better move · {state.title}", text, line, taps=(back,))


def _describe(mistake: Mistake, person: int) -> list[str]:
    """Return the sentences about a mistake: what was played, then what was better, why, and by how much."""
    state, seat = mistake.state, mistake.moment.judged.seat
    who = sentences.YOU if state.seat_of(person) == seat else matches.who_sits(state, seat)
    told = sentences.describe_moment(state, mistake.moment)
    return list(sentences.lines(told, who, lambda text: markdown.plain((text,)) if text else ""))


BETTER_KIND = ExerciseKind(asks=better_moves.asks, around=around, ended=better_moves.nothing, anybody=False)
