"""The panel on which an organizer sets up a contest. Every field has a default, so three taps make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from bot.core.time_controls import TIME_CONTROLS
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import Interaction, UiContext, show
from bot.matchmaking.contests.organizing import drafting
from bot.matchmaking.contests.organizing.drafting import FIELDS, HOLIDAYS, TIE_BREAKS, VALUES, Draft, Field
from bot.matchmaking.contests.ui import sentences
from bot.matchmaking.contests.ui.access import organizer_here
from bot.matchmaking.contests.ui.buttons import (
    Announce,
    Change,
    Choose,
    Manage,
    Menu,
    SetUp,
    Tab,
)
from games import GAMES

_TABS: Mapping[Tab, str] = MappingProxyType({"m": "Matches", "w": "Who plays", "r": "Rules"})
_FIELDS: Mapping[Tab, tuple[Field, ...]] = MappingProxyType(
    {
        "m": ("k", "g", "p", "c", "f"),
        "w": ("s", "i", "l", "h", "e"),
        "r": ("n", "o", "t", "u", "v", "m", "w", "b", "y", "x"),
    }
)
_ONLY_FOR: Mapping[Field, str] = MappingProxyType(
    {
        "c": "srkdlt",
        "n": "s",
        "o": "rg",
        "t": "kdt",
        "u": "r",
        "b": "srg",
        "i": "srkdg",
        "e": "srkdlg",
        "v": "g",
        "m": "g",
        "w": "g",
    }
)
"""Fields that only some formats have, with the letters of those formats."""
_FIXED = frozenset[Field]({"k", "g"})
"""Fields that can't be changed once a contest is announced."""
_TITLES: Mapping[Field, str] = MappingProxyType(
    {
        "k": "Format",
        "g": "Game",
        "p": "Preset",
        "c": "Time control",
        "f": "Ratings",
        "s": "How many can play",
        "i": "Check-in",
        "l": "Lowest rating",
        "h": "Highest rating",
        "e": "Role",
        "n": "Rounds",
        "o": "Matches at a time",
        "t": "Matches per tie",
        "u": "Groups",
        "b": "Tie-breaks",
        "y": "Vacation",
        "x": "Decide a match after",
        "v": "Division size",
        "m": "Promoted and relegated",
        "w": "Season",
    }
)

_OF_TEAMS: Mapping[Field, str] = MappingProxyType({"s": "Players per team", "t": "Matches per board"})
"""Titles that differ in a team match."""


async def turn_tab(ctx: UiContext, interaction: Interaction, tap: SetUp) -> None:
    """Show the panel, or another tab of it."""
    organizer_here(interaction)
    await show(interaction, screen(tap.tab, drafting.read(tap.draft)))


async def choose(ctx: UiContext, interaction: Interaction, tap: Choose) -> None:
    """Set a field of the draft to the chosen value and show its tab."""
    organizer_here(interaction)
    data: Any = interaction.data
    values = tuple(str(value) for value in data.get("values", ()))
    draft = drafting.choose(drafting.read(tap.draft), tap.field, values)
    tab = next(tab for tab, fields in _FIELDS.items() if tap.field in fields)
    await show(interaction, screen(tab, draft))


def screen(tab: Tab, draft: Draft) -> Screen:
    """Return a tab of the panel: the draft in words, the selects, and the buttons that go on."""
    text = drafting.write(draft)
    tabs = items.row(*(_tab(key, tab, text) for key in _TABS))
    fields = [field for field in _FIELDS[tab] if _is_offered(field, draft)]
    chosen = [items.row(_select(field, draft, text)) for field in fields]
    on = items.row(*_going_on(draft, text))
    return Screen(items.message(items.text(_summary(draft)), tabs, *chosen, on))


def _is_offered(field: Field, draft: Draft) -> bool:
    """Return whether a field can be chosen: the format has it, and it isn't fixed once it's announced."""
    return draft.kind in _ONLY_FOR.get(field, draft.kind) and not (draft.contest and field in _FIXED)


def _going_on(draft: Draft, text: str) -> tuple[items.Tap, items.Tap]:
    if draft.contest:
        change = items.button("Name, start, and save", Change(text), items.GOOD)
        return change, items.button("Back", Manage(draft.contest))
    announce = items.button("Name and announce", Announce(text), items.GOOD)
    return announce, items.button("Back", Menu("here"))


def _tab(one: Tab, present: Tab, text: str) -> ui.Button[Any]:
    style = items.STRONG if one == present else items.QUIET
    return items.button(_TABS[one], SetUp(one, text), style, disabled=one == present)


_NEW: Mapping[str, str] = MappingProxyType(
    {
        "l": "### A new ladder",
        "g": "### A new league",
        "t": "### A new team match",
    }
)


def _summary(draft: Draft) -> str:
    """Return in words what contest a draft describes."""
    terms = drafting.terms_of(draft, "", 1)
    check_in = f" · check-in {_CHECK_INS[draft.check_in].lower()}" if terms.check_in else ""
    new = _NEW.get(draft.kind, "### A new tournament")
    lines = (
        "### Change the terms" if draft.contest else new,
        sentences.matches_line(terms),
        sentences.how(terms),
        f"{sentences.who_may(terms)}{check_in}",
        sentences.policies(terms),
    )
    return "\n".join(filter(None, lines))


# --- selects ------------------------------------------------------------------------------------------


def _select(field: Field, draft: Draft, text: str) -> ui.Item[Any]:
    tap = Choose(field, text)
    if field == "e":
        return _roles(tap, draft)
    present: str = getattr(draft, FIELDS[field])
    options = [
        discord.SelectOption(
            label=f"{_title(field, draft)}: {label}"[:100] if field != "b" else label,
            value=value,
            description=about[:100] or None,
            default=value in present if field == "b" else value == present,
        )
        for value, label, about in _OPTIONS[field](draft)
    ]
    if field == "b":
        return items.several("Tie-breaks", tap, options)
    return items.select(_title(field, draft), tap, options)


def _title(field: Field, draft: Draft) -> str:
    return _OF_TEAMS.get(field, _TITLES[field]) if draft.kind == "t" else _TITLES[field]


def _roles(tap: Choose, draft: Draft) -> ui.RoleSelect[Any]:
    kind = discord.SelectDefaultValueType.role
    chosen = [] if draft.role == "0" else [discord.SelectDefaultValue(id=int(draft.role), type=kind)]
    return ui.RoleSelect(
        custom_id=tap.custom_id,
        placeholder="Role: everyone",
        min_values=0,
        max_values=1,
        default_values=chosen,
    )


Option = tuple[str, str, str]
"""The value, label and description of an option in a select."""

_CHECK_INS: Mapping[str, str] = MappingProxyType(
    {
        "0": "None",
        "1": "1 hour before",
        "2": "2 hours before",
        "6": "6 hours before",
        "24": "1 day before",
    }
)
_KIND_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "s": "Rounds against people with about as many points. No one is knocked out.",
        "r": "Everyone plays everyone, without rounds.",
        "k": "If you lose, you're out.",
        "d": "You're out when you've lost twice.",
        "l": "Never ends. People join, pause, and leave.",
        "g": "Divisions, in which everyone plays everyone, season after season.",
        "t": "Your server against another one, board by board.",
    }
)
_HOLIDAY_WORDS: Mapping[str, str] = MappingProxyType(
    {"free": "the clock pauses", "count": "the clock keeps running"}
)


def _kinds(draft: Draft) -> list[Option]:
    return [(key, sentences.format_name(kind), _KIND_WORDS[key]) for key, kind in drafting.KINDS.items()]


def _games(draft: Draft) -> list[Option]:
    return [(game.key, game.title, "") for game in drafting.playable()]


def _presets(draft: Draft) -> list[Option]:
    offered = drafting.presets_of(GAMES[draft.game])[:25]
    return [(number, preset.name, preset.about) for number, preset in offered]


def _paces(draft: Draft) -> list[Option]:
    return [(key, TIME_CONTROLS[key].words, "") for key in VALUES["pace"]]


def _format_rated(draft: Draft) -> list[Option]:
    return [("y", "rated where the preset is", ""), ("n", "casual", "")]


def _sizes(draft: Draft) -> list[Option]:
    return [(size, f"up to {size}", "") for size in VALUES["size"]]


def _check_ins(draft: Draft) -> list[Option]:
    about = "If you don't check in, you aren't paired."
    return [(key, words.lower(), "" if key == "0" else about) for key, words in _CHECK_INS.items()]


def _ratings(name: str) -> Callable[[Draft], list[Option]]:
    return lambda draft: [(rating, "any" if rating == "0" else rating, "") for rating in VALUES[name]]


def _rounds(draft: Draft) -> list[Option]:
    return [
        (number, "as many as a knockout takes" if number == "0" else number, "")
        for number in VALUES["rounds"]
    ]


def _at_once(draft: Draft) -> list[Option]:
    return [(number, number, "") for number in VALUES["at_once"]]


def _ties(draft: Draft) -> list[Option]:
    about = "" if draft.kind == "t" else "If it's even, one more decides."
    found = [("1", "1 match", ""), ("2", "2 matches, sides swapped", about)]
    if draft.kind != "t" and drafting.mirror_options(draft) is not None:
        found.append((drafting.MIRRORED, "1 match of two legs", "The same secrets, sides swapped."))
    return found


def _groups(draft: Draft) -> list[Option]:
    return [(number, "one for all" if number == "1" else number, "") for number in VALUES["groups"]]


def _tie_breaks(draft: Draft) -> list[Option]:
    named = ((key, sentences.USUAL_NAMES[name]) for key, name in TIE_BREAKS.items())
    return [(key, f"{name[0].upper()}{name[1:]}", "") for key, name in named]


def _holidays(draft: Draft) -> list[Option]:
    return [
        (key, _HOLIDAY_WORDS.get(key) or f"the clock pauses for up to {days} days", "")
        for key, (_, days) in HOLIDAYS.items()
    ]


def _longest(draft: Draft) -> list[Option]:
    return [(days, "never" if days == "0" else f"{days} days", "") for days in VALUES["longest"]]


def _numbers(name: str, unit: str) -> Callable[[Draft], list[Option]]:
    return lambda draft: [(number, f"{number}{unit}", "") for number in VALUES[name]]


_OPTIONS: Mapping[Field, Callable[[Draft], list[Option]]] = MappingProxyType(
    {
        "k": _kinds,
        "g": _games,
        "p": _presets,
        "c": _paces,
        "f": _format_rated,
        "s": _sizes,
        "i": _check_ins,
        "l": _ratings("low"),
        "h": _ratings("high"),
        "n": _rounds,
        "o": _at_once,
        "t": _ties,
        "u": _groups,
        "b": _tie_breaks,
        "y": _holidays,
        "x": _longest,
        "v": _numbers("division", ""),
        "m": _numbers("movers", ""),
        "w": _numbers("season", " days"),
    }
)
