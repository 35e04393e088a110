"""Prompt → components. Knows no game: whatever a Prompt asks is shown and tapped here."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.ui import custom_ids, items
from games.core.prompt import COMPASS, Choice, Prompt

PAGE = 25
TYPED = "typed"
"""The verb in the custom_id of a modal."""
_FEW = 5


class Where:
    """The place of a panel: match, version for its reader, draft so far, page of the list."""

    def __init__(self, match_id: str, version: int, draft: tuple[str, ...] = (), page: int = 0) -> None:
        self.match_id = match_id
        self.version = version
        self.draft = draft
        self.page = page

    def pick(self, key: str) -> str:
        """The custom_id of a tap that adds a key."""
        draft = custom_ids.join_draft((*self.draft, key))
        return custom_ids.make("pick", self.match_id, self.version, draft)

    def choose(self) -> str:
        """The custom_id of a select whose value is the next key."""
        return custom_ids.make(
            "choose", self.match_id, self.version, custom_ids.join_draft(self.draft), self.page
        )

    def turn_to(self, draft: tuple[str, ...], page: int = 0) -> str:
        """The custom_id of a tap that shows another draft or page."""
        return custom_ids.make("draft", self.match_id, self.version, custom_ids.join_draft(draft), page)


def rows(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    """The rows of components that ask a prompt."""
    if prompt.shape == "compass":
        return [*_compass(prompt, where), *_buttons(_apart(prompt), where)]
    built = _list(prompt, where) if prompt.shape == "list" else _buttons(_together(prompt), where)
    back = (_back(where),) if where.draft else ()
    return [*built, *_buttons(_apart(prompt), where, back)]


def _together(prompt: Prompt) -> tuple[Choice, ...]:
    return tuple(choice for choice in prompt.choices if not choice.button)


def _apart(prompt: Prompt) -> tuple[Choice, ...]:
    return tuple(choice for choice in prompt.choices if choice.button)


def _back(where: Where) -> items.Tap:
    return items.button("Back", where.turn_to(where.draft[:-1]))


def _compass(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    by_key = {choice.key: choice for choice in _together(prompt)}
    pad = [_pad_button(key, by_key.get(key), where) for key in COMPASS]
    return [items.row(*pad[start : start + 3]) for start in (0, 3, 6)]


def _pad_button(key: str, choice: Choice | None, where: Where) -> items.Tap:
    if choice is not None:
        style = items.BAD if choice.hint else items.STRONG
        return items.button(choice.label, where.pick(choice.key), style, disabled=choice.disabled)
    if key == "o" and where.draft:
        return _back(where)
    return items.button("·", custom_ids.make("blank", key), disabled=True)


def _buttons(
    choices: tuple[Choice, ...], where: Where, more: tuple[items.Tap, ...] = ()
) -> list[ui.ActionRow[Any]]:
    taps = [_button(choice, where) for choice in choices[:PAGE]] + list(more)
    return [items.row(*taps[start : start + _FEW]) for start in range(0, len(taps), _FEW)]


def _button(choice: Choice, where: Where) -> items.Tap:
    style = items.QUIET if choice.button else items.STRONG
    return items.button(choice.label, where.pick(choice.key), style, disabled=choice.disabled)


def _list(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    choices = _together(prompt)
    if len(choices) <= _FEW and not any(choice.hint for choice in choices):
        return _buttons(choices, where)
    enabled = [choice for choice in choices if not choice.disabled]
    if not enabled:
        return []
    pages = max(1, -(-len(enabled) // PAGE))
    page = max(0, min(where.page, pages - 1))
    options = [_option(choice) for choice in enabled[page * PAGE : (page + 1) * PAGE]]
    named = [options[0].label, options[-1].label][: len(options)]
    built = [items.row(items.select(f"Choose: {' … '.join(named)}", where.choose(), options))]
    if pages > 1:
        built.append(_pager(where, page, pages))
    return built


def _option(choice: Choice) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label[:100], value=choice.key, description=choice.hint[:100] or None
    )


def _pager(where: Where, page: int, pages: int) -> ui.ActionRow[Any]:
    return items.row(
        items.button("◀ Earlier", where.turn_to(where.draft, page - 1), disabled=page == 0),
        items.button(f"{page + 1} of {pages}", custom_ids.make("blank", "page"), disabled=True),
        items.button("More ▶", where.turn_to(where.draft, page + 1), disabled=page == pages - 1),
    )


def modal(prompt: Prompt, match_id: str, version: int, draft: tuple[str, ...]) -> ui.Modal:
    """The modal that asks a prompt of shape `text`; its words come back with the custom_id."""
    custom_id = custom_ids.make(TYPED, match_id, version, custom_ids.join_draft(draft))
    asked = ui.Modal(title="In your own words", custom_id=custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words", placeholder=prompt.placeholder[:100], max_length=prompt.longest
    )
    about = f"Everybody here can read it. At most {prompt.longest} characters."
    asked.add_item(ui.Label(text=prompt.question[:45], description=about, component=field))
    return asked


def words_of(data: Any) -> str:
    """What was written into a modal."""
    if isinstance(data, dict):
        if data.get("custom_id") == "words" and "value" in data:
            return str(data["value"])
        return next((words for value in data.values() if (words := words_of(value))), "")
    return next((words for value in data if (words := words_of(value))), "") if isinstance(data, list) else ""
