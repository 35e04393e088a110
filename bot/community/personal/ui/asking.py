"""The modals for quiet hours and holidays, which can't be chosen by a tap."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import available_timezones

from discord import ui

from bot.community.personal.ui.buttons import AskHoliday, AskQuiet, EndHoliday
from bot.community.personal.ui.changing import change
from bot.community.personal.ui.panel import show_page
from bot.community.personal.ui.sentences import days, time_of_day
from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.person_settings import PersonSettings
from bot.discord_kit.interactions.context import Interaction, UiContext
from bot.discord_kit.interactions.dispatch import fields_of
from bot.play.clocks import changing, clocks
from bot.play.clocks.changing import Change

_TIME = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")
_DAY_HOURS = 24


async def ask_quiet(ctx: UiContext, interaction: Interaction, tap: AskQuiet) -> None:
    """Open the modal about quiet hours, filled in with what's set."""
    hours = (await clocks.settings_of(ctx.app, interaction.user.id)).hours
    since, until = map(time_of_day, hours.quiet) if hours.quiet else ("", "")
    fields = (
        _field("since", "Your clock pauses from", "Leave both empty for no quiet hours.", "22:00", since),
        _field("until", "to", "", "8:00", until),
        _field("zone", "Your time zone", "Its name, or its city.", "Europe/Berlin", hours.zone, 60),
    )
    await _open(interaction, "Quiet hours", tap.custom_id, fields)


async def ask_holiday(ctx: UiContext, interaction: Interaction, tap: AskHoliday) -> None:
    """Open the modal about a holiday."""
    settings = await clocks.settings_of(ctx.app, interaction.user.id)
    left = days(person_settings.holiday_hours_left(settings, ctx.app.now()))
    about = f"Your clock pauses right away; I tell your opponents. Left this year: {left}."
    fields = (_field("days", "Days", about, "3"), _field("hours", "Plus hours", "", "12"))
    await _open(interaction, "Vacation", tap.custom_id, fields)


def _field(id: str, label: str, about: str, example: str, known: str = "", longest: int = 5) -> ui.Label[Any]:
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id=id, placeholder=example, default=known or None, required=False, max_length=longest
    )
    return ui.Label(text=label, description=about[:100] or None, component=field)


async def _open(
    interaction: Interaction, title: str, custom_id: str, fields: tuple[ui.Label[Any], ...]
) -> None:
    """Open a modal without waiting for it: discord.py would keep one that is never sent in forever."""
    asked = ui.Modal(title=title, custom_id=custom_id)
    for field in fields:
        asked.add_item(field)
    asked.stop()
    await interaction.response.send_modal(asked)


# --- what the modals send -----------------------------------------------------------------------------


async def save_quiet(ctx: UiContext, interaction: Interaction, tap: AskQuiet, _: str) -> None:
    """Save the quiet hours of the modal, which hold from the next turn on.

    Raises UserError for half a span, or for a text that isn't a time of day.
    """
    written = fields_of(interaction.data)
    since, until, zone = (written.get(name, "").strip() for name in ("since", "until", "zone"))
    if bool(since) != bool(until):
        raise UserError(
            "Give a start and an end, such as 22:00 and 8:00; leave both empty for no quiet hours."
        )
    quiet = (_minutes(since), _minutes(until)) if since else None

    def set_quiet(old: PersonSettings, _: int) -> PersonSettings:
        return person_settings.with_quiet(old, quiet, _zone(zone) or old.hours.zone)

    await change(ctx, interaction, "time", set_quiet, "Saved. It takes effect on your next turn.")


def _minutes(text: str) -> int:
    found = _TIME.fullmatch(text)
    if found is None:
        raise UserError(f"“{text}” isn't a time of day. Write it like 22:00.")
    return int(found[1]) * 60 + int(found[2] or 0)


def _zone(text: str) -> str:
    """Return the time zone with this name or city; the text itself if none or several match."""
    wanted = text.replace(" ", "_").casefold()
    whole = [zone for zone in available_timezones() if zone.casefold() == wanted]
    cities = [zone for zone in available_timezones() if zone.casefold().endswith(f"/{wanted}")]
    found = whole or cities
    return found[0] if len(found) == 1 else text


async def begin_holiday(ctx: UiContext, interaction: Interaction, tap: AskHoliday, _: str) -> None:
    """Begin a holiday now, as long as the modal says."""
    written = fields_of(interaction.data)
    hours = _whole(written.get("days", "")) * _DAY_HOURS + _whole(written.get("hours", ""))
    said = "Enjoy your time off. Your clock is paused."
    await _change_holiday(
        ctx, interaction, lambda old, now: person_settings.with_holiday(old, now, hours), said
    )


async def end_holiday(ctx: UiContext, interaction: Interaction, tap: EndHoliday) -> None:
    """End the holiday under way now."""
    said = "Welcome back. Your clock runs again."
    await _change_holiday(ctx, interaction, person_settings.without_holiday, said)


async def _change_holiday(ctx: UiContext, interaction: Interaction, holiday: Change, said: str) -> None:
    """Change the holiday of the person who tapped, and show the page with what was changed."""
    person = await ctx.meet(interaction)
    await changing.change_holiday(ctx.app, ctx.limits, person.id, holiday)
    await show_page(ctx, interaction, "time", said)


def _whole(text: str) -> int:
    """Return a whole number as it was written, 0 for an empty text; raise UserError for anything else."""
    if not re.fullmatch(r"[0-9]{0,4}", text.strip()):
        raise UserError(f"“{text}” isn't a whole number. Write it like 3.")
    return int(text.strip() or 0)
