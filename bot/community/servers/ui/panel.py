"""The panel of a server's settings: what's set, in words, and what can be chosen instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import discord
from discord import ui
from msgspec import Meta

from bot.community.servers.administering import SETTINGS, Field, describe
from bot.core.server_settings import ServerSettings
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, PageNumber
from bot.discord_kit.components.items import Screen

Section = Literal["where", "what", "people", "limits", "posts"]
"""The parts of the panel."""


class ShowServer(Button, frozen=True, tag="server"):
    """A button for a part of the panel."""

    section: Section


class ChooseForServer(Button, frozen=True, tag="server-set"):
    """A select whose values become a setting; if none is chosen, the setting has its default."""

    field: Field


class SetForServer(Button, frozen=True, tag="server-put"):
    """A button that gives a setting a value."""

    field: Field
    value: Annotated[str, Meta(pattern=r"^[a-z]{1,10}\Z")]


class ShowServerLog(Button, frozen=True, tag="server-log"):
    """A button for a page of the log."""

    page: PageNumber


_TITLES: Mapping[Section, str] = MappingProxyType(
    {"where": "Where", "what": "What", "people": "People", "limits": "Limits", "posts": "Posts"}
)
_NEW_ONES = "-# Changes apply to new matches; open ones continue as they are."
_TEXT, _FORUM = discord.ChannelType.text, discord.ChannelType.forum
Row = Callable[[Field, ServerSettings], ui.Item[Any]]


def screen(settings: ServerSettings, section: Section, changed: Field | None = None) -> Screen:
    """Return a part of the panel; `changed` names the setting that was just set.

    That change is confirmed where it was tapped, since a phone shows no more than that.
    """
    tabs = items.row(*(_tab(tab, section) for tab in _TITLES))
    parts = [part for field in _SECTIONS[section] for part in _setting(field, settings, field == changed)]
    note = [] if section == "posts" else [items.text(_NEW_ONES)]
    log = items.row(items.button("Show the log", ShowServerLog(0)))
    heading = items.text("### Settings of this server")
    return Screen(items.message(heading, tabs, *parts, *note, log))


def _tab(one: Section, section: Section) -> ui.Button[Any]:
    style = items.STRONG if one == section else items.QUIET
    return items.button(_TITLES[one], ShowServer(one), style, disabled=one == section)


def _setting(field: Field, settings: ServerSettings, is_new: bool) -> tuple[ui.Item[Any], ...]:
    title, row = _ROWS[field]
    saved = "**Saved.** " if is_new else ""
    return items.text(f"**{title}**\n{saved}{describe(settings, field)}"), row(field, settings)


def _channels(*kinds: discord.ChannelType) -> Row:
    """Return the row of a setting as a select of channels, as many as the setting allows."""

    def row(field: Field, settings: ServerSettings) -> ui.Item[Any]:
        chosen: Any = getattr(settings, field) or ()
        picker: ui.ChannelSelect[Any] = ui.ChannelSelect(
            custom_id=ChooseForServer(field).custom_id,
            channel_types=[*kinds],
            placeholder="Every channel" if SETTINGS[field].most > 1 else "None",
            min_values=0,
            max_values=SETTINGS[field].most,
            default_values=[
                discord.SelectDefaultValue(id=id, type=discord.SelectDefaultValueType.channel)
                for id in ((chosen,) if isinstance(chosen, int) else chosen)
            ],
        )
        return items.row(picker)

    return row


def _role(field: Field, settings: ServerSettings) -> ui.Item[Any]:
    kind = discord.SelectDefaultValueType.role
    chosen = [] if settings.role is None else [discord.SelectDefaultValue(id=settings.role, type=kind)]
    picker: ui.RoleSelect[Any] = ui.RoleSelect(
        custom_id=ChooseForServer(field).custom_id,
        placeholder="Everyone",
        min_values=0,
        max_values=1,
        default_values=chosen,
    )
    return items.row(picker)


def _several(placeholder: str) -> Row:
    """Return the row of a setting as a select of any number of its values."""
    return lambda field, settings: items.row(
        items.several(placeholder, ChooseForServer(field), _options(field, getattr(settings, field)))
    )


def _one(field: Field, settings: ServerSettings) -> ui.Item[Any]:
    options = _options(field, (str(getattr(settings, field)),))
    return items.row(items.select("Choose one", ChooseForServer(field), options))


def _options(field: Field, chosen: tuple[str, ...]) -> list[discord.SelectOption]:
    values = SETTINGS[field].values
    known = values().items() if values else ()
    return [discord.SelectOption(label=words[:100], value=key, default=key in chosen) for key, words in known]


def _switch(**labels: str) -> Row:
    """Return the row of a setting as a button for each value; that of the present value can't be tapped."""

    def row(field: Field, settings: ServerSettings) -> ui.Item[Any]:
        present = str(getattr(settings, field)).lower()
        return items.row(
            *(
                items.button(
                    label,
                    SetForServer(field, value),
                    items.STRONG if value == present else items.QUIET,
                    disabled=value == present,
                )
                for value, label in labels.items()
            )
        )

    return row


_SECTIONS: Mapping[Section, tuple[Field, ...]] = MappingProxyType(
    {
        "where": ("channels", "place"),
        "what": ("games", "presets", "times", "rated"),
        "people": ("role", "lobby", "own_words"),
        "limits": ("most_challenges", "most_matches", "pause_days"),
        "posts": ("results", "reports", "daily"),
    }
)
_ROWS: Mapping[Field, tuple[str, Row]] = MappingProxyType(
    {
        "channels": ("Where matches can start", _channels(_TEXT, discord.ChannelType.news, _FORUM)),
        "place": ("Where they're played", _switch(thread="In threads", channel="In the channel")),
        "games": ("Games", _several("All games")),
        "presets": ("Presets", _several("All presets")),
        "times": ("Time controls", _several("All time controls")),
        "rated": ("Rated matches", _switch(true="Allow them", false="Casual only")),
        "role": ("Who can challenge", _role),
        "lobby": ("Who they can find", _switch(everywhere="People everywhere", here="Only people here")),
        "own_words": ("Compliments", _switch(list="From a list", free="In their own words")),
        "most_challenges": ("Open challenges", _one),
        "most_matches": ("Open matches", _one),
        "pause_days": ("Days a match can be paused", _one),
        "results": ("Results", _channels(_TEXT)),
        "reports": ("Reports", _channels(_TEXT)),
        "daily": ("Puzzle of the day", _channels(_TEXT)),
    }
)


def section_of(field: Field) -> Section:
    """Return the part of the panel that has a setting."""
    return next(section for section, fields in _SECTIONS.items() if field in fields)
