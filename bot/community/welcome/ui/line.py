"""The one line that somebody new gets below, or beside, what they asked for."""

from __future__ import annotations

import logging

from bot.community.welcome.welcoming import Welcomed, is_first_visit
from bot.discord_kit.interactions.context import Interaction, UiContext, person_of
from storage.engine.turns import BegunElsewhere, TooLate

log = logging.getLogger(__name__)

LINE = "-# New here? I DM you when it's your turn; `/help` has the rest."


async def welcome(ctx: UiContext, interaction: Interaction) -> str:
    """The line, once; whatever goes wrong with it, people get what they asked for."""
    person = person_of(interaction)
    try:
        return LINE if await is_first_visit(ctx.app, ctx.own(Welcomed, Welcomed), person) else ""
    except (TooLate, BegunElsewhere):
        return ""
    except Exception:
        log.exception("%s wasn't welcomed", person.id)
        return ""
