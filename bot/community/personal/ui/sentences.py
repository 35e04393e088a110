"""The sentences of the panel about the present settings."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bot.core import person_settings
from bot.core.clock_pauses import Span
from bot.core.person_settings import HALF, PersonSettings
from bot.core.terms import join_names
from bot.play.outbox.digests import TOPICS
from games import GAMES

THEMES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "normal": ("Normal", "What everyone's boards look like"),
        "contrast": ("High contrast", "Gray and white squares, black letters, strong colors"),
        "colorblind": ("Color-blind", "Colors that everyone can tell apart"),
        "dark": ("Dark", "Easy on your eyes at night"),
        "rules": ("From the rules", "The colors that the rules name"),
    }
)
"""The name of each theme, and what it's like."""
_BEFORE = " before the deadline"
MARKS: Mapping[str, str] = MappingProxyType(
    {
        HALF: "halfway through",
        "24h": f"24 hours{_BEFORE}",
        "6h": f"6 hours{_BEFORE}",
        "1h": f"1 hour{_BEFORE}",
    }
)
WHERE: Mapping[str, str] = MappingProxyType({"dm": "by DM", "thread": "in the thread", "nowhere": "nowhere"})
CHALLENGERS: Mapping[str, str] = MappingProxyType(
    {"everyone": "everyone", "met": "people you've played", "none": "no one"}
)
TOLD: Mapping[str, str] = MappingProxyType(
    {
        "turns": "when it's your turn",
        "results": "how your matches end",
        "holidays": "when an opponent takes a vacation",
        "expiry": "when your challenge expires",
    }
)
_TURNS_MUTED = (
    "You get no DM when it's your turn. Your clock runs all the same: `/matches` lists your turns, and "
    "reminders come as you've set them."
)
_ALWAYS = "-# I always tell you about new matches and draw offers. Reminders are on the page *Time*."
_DAY_HOURS = 24


def of_play(settings: PersonSettings) -> tuple[str, ...]:
    """Return the lines of the page about playing."""
    usual = [
        f"**{game.title}:** {', '.join(found)}"
        for key, game in GAMES.items()
        if (found := [kept[key] for kept in (settings.levels, settings.presets) if key in kept])
    ]
    return (
        f"**Dice:** {'you roll them' if settings.by_hand else 'rolled for you, except in your first turn'}",
        f"**Before each move:** {'I ask once more' if settings.confirm else 'I play what you tap at once'}",
        *usual,
        "-# Choose a game below to set the level and the kind of match you get when you play the bot.",
    )


def of_looks(settings: PersonSettings) -> tuple[str, ...]:
    """Return the lines of the page about pictures."""
    name, about = THEMES.get(settings.theme, THEMES["normal"])
    return (
        f"**Theme:** {name} ({about[0].lower()}{about[1:]})",
        "-# It's for the pictures that only you see. Boards in channels look the same to everyone.",
    )


def of_time(settings: PersonSettings, now: int) -> tuple[str, ...]:
    """Return the lines of the page about clocks."""
    hours = settings.hours
    quiet = f"{clock(hours.quiet)} ({hours.zone})" if hours.quiet else "none"
    left = person_settings.holiday_hours_left(settings, now)
    holiday = f"{days(left)} left this year"
    if person_settings.on_holiday(settings, now):
        holiday = f"until <t:{hours.holidays[-1][1]}:f>; {holiday}"
    return (
        f"**Quiet hours:** {quiet}",
        f"**Weekends:** {'clock paused' if hours.weekends else 'clock running'}",
        f"**Vacation:** {holiday}",
        f"**Reminders:** {reminders(settings)}",
    )


def of_people(settings: PersonSettings) -> tuple[str, ...]:
    """Return the lines of the page about other people."""
    return (
        f"**Challenges:** from {CHALLENGERS[settings.challenges]}",
        f"**Profile:** {'hidden from others' if settings.hidden else 'visible to everyone'}",
    )


def of_dms(settings: PersonSettings) -> tuple[str, ...]:
    """Return the lines of the page about DMs."""
    told = join_names([TOLD[topic] for topic in TOPICS if topic not in settings.muted], "and")
    return (
        f"**I DM you** {told or 'only what you have to know'}.",
        *([_TURNS_MUTED] if "turns" in settings.muted else []),
        _ALWAYS,
    )


def days(hours: int) -> str:
    """Return hours in words, such as “19 days and 1 hour”, “20 days”, or “none”."""
    whole, rest = divmod(hours, _DAY_HOURS)
    counted = ((whole, "day"), (rest, "hour"))
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in counted if count]
    return " and ".join(parts) or "none"


def time_of_day(minutes: int) -> str:
    """Return minutes since midnight as a time of day, such as “8:00”."""
    return f"{minutes // 60}:{minutes % 60:02d}"


def clock(quiet: Span) -> str:
    """Return quiet hours in words, such as “22:00 to 8:00”."""
    since, until = map(time_of_day, quiet)
    return f"{since} to {until}"


def reminders(settings: PersonSettings) -> str:
    """Return when and where a person is reminded, such as “1 hour before the deadline, by DM”, or “none”."""
    said = [MARKS[mark] for mark in settings.marks]
    before = join_names([mark.removesuffix(_BEFORE) for mark in said if mark.endswith(_BEFORE)], "and")
    others = [mark for mark in said if not mark.endswith(_BEFORE)]
    marks = ", and ".join([*others, *([before + _BEFORE] if before else [])])
    return f"{marks}, {WHERE[settings.where]}" if marks and settings.where != "nowhere" else "none"


def confirm_reminders(settings: PersonSettings) -> str:
    """Return the sentence that confirms when and where a person is reminded."""
    said = reminders(settings)
    return "I won't remind you of deadlines." if said == "none" else f"I'll remind you {said}."
