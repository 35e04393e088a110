"""What is stored about people, in pages."""

from __future__ import annotations

from bot.community.privacy.inventory import EVENTS, KINDS, Event, Kind, kept
from bot.community.privacy.ui.buttons import ExportData, ShowPrivacy
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions import answers
from bot.discord_kit.interactions.context import Interaction, UiContext, show

_ON_A_PAGE = 4
"""About what a phone shows at once."""
_OF_KINDS = -(-len(KINDS) // _ON_A_PAGE)
PAGES = _OF_KINDS + 1
"""The last one tells what happens when; the others are of about the same length."""
NOTHING = "I know nothing about you."
_WAYS = "-# `/privacy export` gives you all of it as files, and `/privacy delete` deletes it."


async def turned(ctx: UiContext, interaction: Interaction, tap: ShowPrivacy) -> None:
    """Another page."""
    answers.without_asides(interaction)
    await show(interaction, screen(tap.page, ctx.app.keep_days))


def screen(number: int, keep_days: int) -> Screen:
    """A page, or the nearest one there is."""
    number = max(0, min(number, PAGES - 1))
    first, behind = (page * len(KINDS) // _OF_KINDS for page in (number, number + 1))
    kinds = KINDS[first:behind]
    last = number == PAGES - 1
    heading = "What happens when" if last else "What I store about you"
    lines = map(_event, EVENTS) if last else (_kind(one, keep_days) for one in kinds)
    return Screen(
        items.message(
            items.text(f"### {heading}\n" + "\n\n".join(lines)),
            items.text(_WAYS),
            *items.pager(number, PAGES, ShowPrivacy),
            items.row(items.button("Get my data", ExportData())),
        )
    )


def _kind(kind: Kind, keep_days: int) -> str:
    """“**Your settings**: your quiet hours …, so that the bot does what you asked for. Kept until …”"""
    what = f"{kind.what[0].upper()}{kind.what[1:]}, {kind.why}."
    return f"**{kind.name}**\n{what}\n-# Kept {kept(kind, keep_days)}."


def _event(event: Event) -> str:
    return f"**{event.name}**\n{event.what}"
