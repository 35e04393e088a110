"""`/settings`: when my clock rests, and how I am reminded. What it shows only its reader sees."""

from __future__ import annotations

import re
from typing import Any
from zoneinfo import available_timezones

import msgspec
from discord import app_commands

from bot.clocks import changing, clocks, people_settings
from bot.clocks.changing import Change
from bot.clocks.clock_pauses import Span
from bot.clocks.people_settings import HALF, PersonSettings
from bot.core.errors import UserError
from bot.ui import items
from bot.ui.choices import Completions, fitting_texts
from bot.ui.context import Interaction, UiContext, guarded, show
from bot.ui.items import Screen

_TIME = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")
_MARKS = {
    HALF: "halfway through",
    "24h": "24 hours before the deadline",
    "6h": "6 hours before the deadline",
    "1h": "1 hour before the deadline",
}
_HOW_TO_CHANGE = (
    "-# To change something, use `/settings quiet`, `/settings weekends`, `/settings holiday`, "
    "`/settings reminders`, `/settings dice`, or `/settings profile`."
)
_DAY_HOURS = 24


def group(ctx: UiContext) -> app_commands.Group:
    """The command with all its parts."""
    made = app_commands.Group(
        name="settings", description="Set quiet hours, holidays, reminders, dice, and privacy"
    )
    for part in (_show, _quiet, _weekends, _holiday, _reminders, _dice, _profile):
        made.add_command(part(ctx))
    return made


def _show(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="show", description="See all your settings")
    async def show_settings(interaction: Interaction) -> None:
        await guarded(interaction, _answer(ctx, interaction, ""))

    return show_settings


def _quiet(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="quiet", description="Pause your clock for part of each day")
    @app_commands.describe(
        since="Start, such as 22:00; leave all three empty for no quiet hours",
        until="End, such as 8:00",
        zone="Your time zone, such as Europe/Berlin",
    )
    async def quiet(
        interaction: Interaction, since: str | None = None, until: str | None = None, zone: str | None = None
    ) -> None:
        await guarded(interaction, _set_quiet(ctx, interaction, since, until, zone))

    @quiet.autocomplete("zone")
    async def complete_zone(interaction: Interaction, current: str) -> Completions:
        return fitting_texts(sorted(available_timezones()), current.strip().replace(" ", "_"))

    return quiet


def _profile(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="profile", description="Choose whether others can see your profile")
    @app_commands.describe(hidden="Hide it from everyone but you?")
    async def profile(interaction: Interaction, hidden: bool) -> None:
        said = "Your profile is hidden: only you can see it." if hidden else "Everyone can see your profile."
        change = _change(ctx, interaction, lambda old, _: msgspec.structs.replace(old, hidden=hidden), said)
        await guarded(interaction, change)

    return profile


def _dice(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="dice", description="Choose who does what needs no choice, such as a roll")
    @app_commands.describe(roll="Roll for me?")
    async def dice(interaction: Interaction, roll: bool) -> None:
        who_rolls = "I'll roll for you" if roll else "you'll roll yourself"
        said = f"Starting with your next turn, {who_rolls}."
        change = _change(
            ctx, interaction, lambda old, _: msgspec.structs.replace(old, by_hand=not roll), said
        )
        await guarded(interaction, change)

    return dice


def _weekends(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="weekends", description="Choose whether your clock pauses on Saturdays and Sundays"
    )
    @app_commands.describe(pause="Pause it?")
    async def weekends(interaction: Interaction, pause: bool) -> None:
        said = f"From your next turn on, your clock {'is paused' if pause else 'runs'} on weekends."
        change = _change(ctx, interaction, lambda old, _: people_settings.with_weekends(old, pause), said)
        await guarded(interaction, change)

    return weekends


def _holiday(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="holiday", description="Pause your clock from now on; the bot tells your opponents"
    )
    @app_commands.describe(days="For how many days", hours="Plus how many hours; 0 days and 0 hours ends it")
    async def holiday(
        interaction: Interaction,
        days: app_commands.Range[int, 0, 20] = 0,
        hours: app_commands.Range[int, 0, 23] = 0,
    ) -> None:
        await guarded(interaction, _set_holiday(ctx, interaction, days * _DAY_HOURS + hours))

    return holiday


def _reminders(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="reminders", description="Choose when and where to be reminded of your turn")
    @app_commands.describe(
        half="When half your time is gone",
        day="When 24 hours are left",
        six_hours="When 6 hours are left",
        hour="When 1 hour is left",
        where="By DM, in the match's thread, or nowhere",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="by DM", value="dm"),
            app_commands.Choice(name="in the thread", value="thread"),
            app_commands.Choice(name="nowhere", value="nowhere"),
        ]
    )
    async def reminders(
        interaction: Interaction,
        half: bool | None = None,
        day: bool | None = None,
        six_hours: bool | None = None,
        hour: bool | None = None,
        where: str | None = None,
    ) -> None:
        wanted = {HALF: half, "24h": day, "6h": six_hours, "1h": hour}
        change = _change(ctx, interaction, lambda old, _: _reminded(old, wanted, where), "Saved.")
        await guarded(interaction, change)

    return reminders


def _reminded(old: PersonSettings, wanted: dict[str, bool | None], where: str | None) -> PersonSettings:
    marks = tuple(
        mark for mark, chosen in wanted.items() if (mark in old.marks if chosen is None else chosen)
    )
    return msgspec.structs.replace(old, marks=marks, where=where or old.where)


async def _set_quiet(
    ctx: UiContext, interaction: Interaction, since: str | None, until: str | None, zone: str | None
) -> None:
    if (since is None) != (until is None):
        raise UserError("Give a start and an end, such as 22:00 and 8:00; leave out both for no quiet hours.")
    quiet = None if since is None or until is None else (_minutes(since), _minutes(until))

    def change(old: PersonSettings, _: int) -> PersonSettings:
        # Whoever names a zone alone moves her hours there; to lose them by that would be a surprise.
        kept = quiet or (old.hours.quiet if zone else None)
        return people_settings.with_quiet(old, kept, zone or old.hours.zone)

    await _change(ctx, interaction, change, "Saved. Takes effect on your next turn.")


def _minutes(text: str) -> int:
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UserError(f"“{text}” isn't a time of day. Write it like 22:00.")
    return int(found[1]) * 60 + int(found[2] or 0)


async def _set_holiday(ctx: UiContext, interaction: Interaction, hours: int) -> None:
    def change(old: PersonSettings, now: int) -> PersonSettings:
        return (
            people_settings.with_holiday(old, now, hours)
            if hours
            else people_settings.without_holiday(old, now)
        )

    said = "Enjoy your time off. Your clock is paused." if hours else "Welcome back. Your clock runs again."
    async with ctx.limits.act("changes of a holiday", interaction.user.id):
        await _change(ctx, interaction, change, said)


async def _change(ctx: UiContext, interaction: Interaction, change: Change, said: str) -> None:
    person = await ctx.meet(interaction)
    await changing.change_settings(ctx.app, person.id, change)
    await _answer(ctx, interaction, said)


async def _answer(ctx: UiContext, interaction: Interaction, said: str) -> None:
    settings = await clocks.settings_of(ctx.app, interaction.user.id)
    how = "" if said else _HOW_TO_CHANGE
    lines = (said, "### Your settings", *_lines(settings, ctx.app.now()), how)
    await show(interaction, Screen(items.sentence("\n".join(line for line in lines if line))))


def _lines(settings: PersonSettings, now: int) -> tuple[str, ...]:
    hours = settings.hours
    quiet = f"{_clock(hours.quiet)} ({hours.zone})" if hours.quiet else "none"
    left = people_settings.holiday_hours_left(settings, now)
    holiday = f"{_days(left)} left this year"
    if people_settings.on_holiday(settings, now):
        holiday = f"until <t:{hours.holidays[-1][1]}:f>; {holiday}"
    return (
        f"**Quiet hours** {quiet}",
        f"**Weekends** {'clock paused' if hours.weekends else 'clock running'}",
        f"**Holiday** {holiday}",
        f"**Reminders** {_reminders_line(settings)}",
        f"**Dice** {'you roll them' if settings.by_hand else 'rolled for you when your turn starts'}",
        f"**Profile** {'hidden from others' if settings.hidden else 'visible to everyone'}",
    )


def _days(hours: int) -> str:
    """“19 days and 1 hour”, “20 days”, “6 hours”."""
    days, rest = divmod(hours, _DAY_HOURS)
    counted = ((days, "day"), (rest, "hour"))
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in counted if count]
    return " and ".join(parts) or "none"


def _reminders_line(settings: PersonSettings) -> str:
    where = {"dm": "by DM", "thread": "in the thread"}.get(settings.where)
    marks = ", ".join(_MARKS[mark] for mark in settings.marks)
    return f"{marks}, {where}" if marks and where else "none"


def _clock(quiet: Span) -> str:
    since, until = (f"{minutes // 60}:{minutes % 60:02d}" for minutes in quiet)
    return f"{since} to {until}"
