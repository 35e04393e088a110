"""Prompt → components. Knows no game: whatever a Prompt asks is shown and tapped here."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.chance import Chance
from bot.ui import custom_ids, items
from bot.ui.choices import MOST_CHOICES
from games.core.prompt import COMPASS, Choice, Prompt

PAGE = MOST_CHOICES
TYPED = "typed"
"""The verb in the custom_id of a modal."""
_FEW = 5


class Verbs(NamedTuple):
    """What the custom_ids of a panel begin with: of a choice, a select, another draft or page, a modal."""

    pick: tuple[str, ...]
    choose: tuple[str, ...]
    draft: tuple[str, ...]
    typed: tuple[str, ...]


PLAYING = Verbs(("pick",), ("choose",), ("draft",), (TYPED,))


class Where:
    """The place of a panel: what its taps are about (match and version for its reader, or as its `verbs`
    have it), draft so far, page of the list."""

    def __init__(
        self,
        about: tuple[str | int, ...],
        draft: tuple[str, ...] = (),
        page: int = 0,
        verbs: Verbs = PLAYING,
    ) -> None:
        self.about = about
        self.draft = draft
        self.page = page
        self.verbs = verbs

    def pick(self, key: str) -> str:
        """The custom_id of a tap that adds a key."""
        return self._make(self.verbs.pick, (*self.draft, key))

    def choose(self) -> str:
        """The custom_id of a select whose value is the next key."""
        return self._make(self.verbs.choose, self.draft, self.page)

    def turn_to(self, draft: tuple[str, ...], page: int = 0) -> str:
        """The custom_id of a tap that shows another draft or page."""
        return self._make(self.verbs.draft, draft, page)

    def typed(self) -> str:
        """The custom_id of a modal whose words are the next key."""
        return self._make(self.verbs.typed, self.draft)

    def _make(self, verb: tuple[str, ...], draft: tuple[str, ...], *page: int) -> str:
        return custom_ids.make(*verb, *self.about, custom_ids.join_draft(draft), *page)


def rows(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    """The rows of components that ask a prompt."""
    if prompt.shape == "compass":
        return [*_compass(prompt, where), *_buttons(_apart(prompt), where)]
    built = _list(prompt, where) if prompt.shape == "list" else _grid(prompt, where)
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


def _grid(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    taps = [_button(choice, where) for choice in _together(prompt)[:PAGE]]
    return _in_rows(taps, prompt.columns)


def _in_rows(taps: list[items.Tap], columns: int = _FEW) -> list[ui.ActionRow[Any]]:
    return [items.row(*taps[start : start + columns]) for start in range(0, len(taps), columns)]


def _buttons(
    choices: tuple[Choice, ...], where: Where, more: tuple[items.Tap, ...] = ()
) -> list[ui.ActionRow[Any]]:
    return _in_rows([_button(choice, where) for choice in choices[:PAGE]] + list(more))


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
    turn = partial(where.turn_to, where.draft)
    return [*built, *items.pager(page, pages, turn, "◀ Earlier", "More ▶")]


def _option(choice: Choice) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label[:100], value=choice.key, description=choice.hint[:100] or None
    )


def chosen(prompt: Prompt, key: str) -> Choice | None:
    """The choice with this key, if it is offered."""
    return next((choice for choice in prompt.choices if choice.key == key), None)


def following(draft: tuple[str, ...], key: str, choice: Choice | None, chance: Chance) -> tuple[str, ...]:
    """The draft after a choice without an action."""
    if choice is None:
        return ()
    led = (*draft, key) if choice.leads_to is None else choice.leads_to
    return (*led, str(chance.number())) if choice.drawn else led


def modal(prompt: Prompt, where: Where) -> ui.Modal:
    """The modal that asks a prompt of shape `text`; its words come back with the custom_id.

    It waits for nothing: else discord.py would keep one that is never sent in for ever."""
    asked = ui.Modal(title="In your own words", custom_id=where.typed())
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words", placeholder=prompt.placeholder[:100], max_length=prompt.longest
    )
    about = f"Everybody here can read it. At most {prompt.longest} characters."
    asked.add_item(ui.Label(text=prompt.question[:45], description=about, component=field))
    asked.stop()
    return asked


def words_of(data: Any) -> str:
    """What was written into a modal."""
    if isinstance(data, dict):
        if data.get("custom_id") == "words" and "value" in data:
            return str(data["value"])
        return next((words for value in data.values() if (words := words_of(value))), "")
    return next((words for value in data if (words := words_of(value))), "") if isinstance(data, list) else ""
