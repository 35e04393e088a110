"""`/settings`: when my clock rests, and how I am reminded. What it shows only its reader sees."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from zoneinfo import available_timezones

import msgspec
from discord import app_commands

from bot.clocks import changing, clocks, people_settings
from bot.clocks.clock_pauses import Span
from bot.clocks.people_settings import HALF, PersonSettings
from bot.core.errors import UserError
from bot.ui import items
from bot.ui.choices import Completions, fitting_texts
from bot.ui.context import Interaction, UiContext, guarded, show
from bot.ui.items import Screen

_TIME = re.compile(r"([01]?\d|2[0-3])(?::([0-5]\d))?")
_MARKS = {
    HALF: "at half-time",
    "24h": "24 hours before the end",
    "6h": "6 hours before the end",
    "1h": "1 hour before the end",
}
_HOW_TO_CHANGE = (
    "-# To change something: `/settings quiet`, `/settings weekends`, `/settings holiday`, "
    "`/settings reminders`, `/settings profile`."
)
_DAY_HOURS = 24

Change = Callable[[PersonSettings, int], PersonSettings]
"""From the present settings and the present moment to the new ones."""


def group(ctx: UiContext) -> app_commands.Group:
    """The command with all its parts."""
    made = app_commands.Group(name="settings", description="Quiet hours, holidays, reminders and privacy")
    for part in (_show, _quiet, _weekends, _holiday, _reminders, _profile):
        made.add_command(part(ctx))
    return made


def _show(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="show", description="How everything of yours is set")
    async def show_settings(interaction: Interaction) -> None:
        await guarded(interaction, _answer(ctx, interaction, ""))

    return show_settings


def _quiet(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="quiet", description="Hours of the day in which your clock rests")
    @app_commands.describe(
        since="Since when, such as 22:00; leave out everything for no quiet hours",
        until="Until when, such as 8:00",
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
    @app_commands.command(name="profile", description="Whether others see your profile")
    @app_commands.describe(hidden="Is it hidden from everybody but you?")
    async def profile(interaction: Interaction, hidden: bool) -> None:
        said = "Your profile is hidden: only you see it." if hidden else "Everybody can see your profile."
        change = _change(ctx, interaction, lambda old, _: msgspec.structs.replace(old, hidden=hidden), said)
        await guarded(interaction, change)

    return profile


def _weekends(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="weekends", description="Whether your clock rests on Saturdays and Sundays")
    @app_commands.describe(rest="Does it rest?")
    async def weekends(interaction: Interaction, rest: bool) -> None:
        said = f"From your next turn on your clock {'rests' if rest else 'runs'} on weekends."
        change = _change(ctx, interaction, lambda old, _: people_settings.with_weekends(old, rest), said)
        await guarded(interaction, change)

    return weekends


def _holiday(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(name="holiday", description="Stop your clock from now on; your opponents are told")
    @app_commands.describe(days="For how many days", hours="And for how many hours; 0 of both ends it")
    async def holiday(
        interaction: Interaction,
        days: app_commands.Range[int, 0, 20] = 0,
        hours: app_commands.Range[int, 0, 23] = 0,
    ) -> None:
        await guarded(interaction, _set_holiday(ctx, interaction, days * _DAY_HOURS + hours))

    return holiday


def _reminders(ctx: UiContext) -> app_commands.Command[Any, ..., Any]:
    @app_commands.command(
        name="reminders", description="When and where you are reminded of a turn that waits"
    )
    @app_commands.describe(
        half="When half of the time is over",
        day="When 24 hours are left",
        six_hours="When 6 hours are left",
        hour="When 1 hour is left",
        where="In private, in the match's thread, or not at all",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="in private", value="dm"),
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
        change = _change(ctx, interaction, lambda old, _: _reminded(old, wanted, where), "It is set.")
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
        raise UserError(
            "Say since when and until when, such as 22:00 and 8:00; leave out both for no quiet hours."
        )
    quiet = None if since is None or until is None else (_minutes(since), _minutes(until))

    def change(old: PersonSettings, _: int) -> PersonSettings:
        # Whoever names a zone alone moves her hours there; to lose them by that would be a surprise.
        kept = quiet or (old.hours.quiet if zone else None)
        return people_settings.with_quiet(old, kept, zone or old.hours.zone)

    await _change(ctx, interaction, change, "It is set, and holds from your next turn on.")


def _minutes(text: str) -> int:
    found = _TIME.fullmatch(text.strip())
    if found is None:
        raise UserError(f"“{text}” is no time of day. Write it like 22:00.")
    return int(found[1]) * 60 + int(found[2] or 0)


async def _set_holiday(ctx: UiContext, interaction: Interaction, hours: int) -> None:
    def change(old: PersonSettings, now: int) -> PersonSettings:
        return (
            people_settings.with_holiday(old, now, hours)
            if hours
            else people_settings.without_holiday(old, now)
        )

    said = "Enjoy it. Your clock rests." if hours else "Welcome back. Your clock runs again."
    with ctx.limits.act("changes of a holiday", interaction.user.id):
        await _change(ctx, interaction, change, said)


async def _change(ctx: UiContext, interaction: Interaction, change: Change, said: str) -> None:
    person = await ctx.meet(interaction)
    old = await clocks.settings_of(ctx.app, person.id)
    await changing.change_settings(ctx.app, person.id, change(old, ctx.app.now()))
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
    holiday = f"{_days(left)} left in this year"
    if people_settings.on_holiday(settings, now):
        holiday = f"until <t:{hours.holidays[-1][1]}:f>; {holiday}"
    return (
        f"**Quiet hours** {quiet}",
        f"**Weekends** {'the clock rests' if hours.weekends else 'the clock runs'}",
        f"**Holiday** {holiday}",
        f"**Reminders** {_reminders_line(settings)}",
        f"**Profile** {'hidden from others' if settings.hidden else 'seen by everybody'}",
    )


def _days(hours: int) -> str:
    """“19 days and 6 hours”, “20 days”."""
    days, rest = divmod(hours, _DAY_HOURS)
    return f"{days} days and {rest} hours" if rest else f"{days} days"


def _reminders_line(settings: PersonSettings) -> str:
    where = {"dm": "in private", "thread": "in the thread"}.get(settings.where)
    marks = ", ".join(_MARKS[mark] for mark in settings.marks)
    return f"{marks}, {where}" if marks and where else "none"


def _clock(quiet: Span) -> str:
    since, until = (f"{minutes // 60}:{minutes % 60:02d}" for minutes in quiet)
    return f"{since} to {until}"
