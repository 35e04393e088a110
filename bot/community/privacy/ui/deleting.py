"""Deleting everything about oneself: asked twice, and done at once."""

from __future__ import annotations

from bot.community.privacy import leaving
from bot.community.privacy.leaving import NOTHING, OpenMatches
from bot.community.privacy.ui.showing import AskAgain, DeleteData, ExportData, KeepData
from bot.core.errors import UserError
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, say, show

_WHAT = (
    "### Delete my data\n"
    "Your name, settings, ratings, documents, and everything else I store about you will be gone. Your "
    "matches stay for the people you played, under a random number such as Player 482173 and without your "
    "words. You can't undo this. If you want a copy, get it first."
)
_SURE = "**Do you really want to delete everything?**\n{} You can't undo this."
_BEGUN = "I'm deleting your data. In a minute I'll know nothing about you. Thanks for playing."
_KEPT = "Nothing was deleted."


async def asked(ctx: UiContext, interaction: Interaction) -> None:
    """The first question, and what is to become of the matches under way; a stranger leaves no trace."""
    answers.without_asides(interaction)
    if not await leaving.is_known(ctx.app, interaction.user.id):
        await say(interaction, NOTHING)
        return
    await show(interaction, first_question(await leaving.count_open(ctx.app, interaction.user.id)))


def first_question(open_matches: int) -> Screen:
    """What deleting means."""
    if open_matches:
        count = "1 open match" if open_matches == 1 else f"{open_matches} open matches"
        them, win = ("it", "opponent wins") if open_matches == 1 else ("them", "opponents win")
        more = (
            f"You have {count}. If you resign {them}, your {win}; if you abort {them}, no one does, and no "
            "rating changes. Matches of a contest are resigned either way."
        )
        taps = [
            items.button("Resign and delete", AskAgain("resign"), items.BAD),
            items.button("Abort and delete", AskAgain("abort"), items.BAD),
        ]
    else:
        more, taps = "", [items.button("Delete my data", AskAgain("resign"), items.BAD)]
    rows = items.row(*taps, items.button("Get my data", ExportData()), items.button("Keep it", KeepData()))
    return Screen(items.message(items.text("\n\n".join(filter(None, (_WHAT, more)))), rows))


async def asked_again(ctx: UiContext, interaction: Interaction, tap: AskAgain) -> None:
    """The second question, with the answer that keeps everything where the first one's was tapped."""
    answers.without_asides(interaction)
    open_matches = await leaving.count_open(ctx.app, interaction.user.id)
    await show(interaction, second_question(tap.matches, open_matches))


def second_question(matches: OpenMatches, open_matches: int) -> Screen:
    """Whether they are sure."""
    ended = "resigned" if matches == "resign" else "aborted"
    what = "1 match" if open_matches == 1 else f"{open_matches} matches"
    said = f"{what} will be {ended}." if open_matches else ""
    rows = items.row(
        items.button("Keep it", KeepData()),
        items.button("Delete everything", DeleteData(matches), items.BAD),
    )
    return Screen(items.sentence(_SURE.format(said).replace("\n ", "\n"), rows))


async def deleted(ctx: UiContext, interaction: Interaction, tap: DeleteData) -> None:
    """They are sure; it's done by a job, so that nothing keeps it from being done."""
    answers.without_asides(interaction)
    try:
        await leaving.ask(ctx.app, interaction.user.id, tap.matches)
    except UserError as error:
        await show(interaction, Screen(items.sentence(str(error))))
        return
    await show(interaction, Screen(items.sentence(_BEGUN)))


async def kept(ctx: UiContext, interaction: Interaction, tap: KeepData) -> None:
    """They aren't."""
    answers.without_asides(interaction)
    await show(interaction, Screen(items.sentence(_KEPT)))
