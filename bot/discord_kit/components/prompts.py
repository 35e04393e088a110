"""Components that ask a game's prompt; any prompt works, and no game is known here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import discord
from discord import ui

from bot.core.randomness import Randomness
from bot.discord_kit.components import items
from bot.discord_kit.components.buttons import Button, Draft
from bot.discord_kit.components.choices import MOST_CHOICES
from games.core.game import AnyGame
from games.core.screen.prompt import COMPASS, Choice, Prompt

PAGE = MOST_CHOICES
_AT_ONCE = 4
"""Number of selects shown together; up to this many are faster to search than pages."""
_FEW = 5
_ON_A_PHONE = 33
"""The width of a phone's row of buttons, in characters; more would wrap and push the board out of sight."""
_PADDING = 4
"""What a button takes of it beside its label."""
_PAD = 3
"""Number of buttons in a row of a compass pad."""
_WIDTH = 5
"""Discord's maximum number of buttons in a row."""
_MOST_ROWS = 5
"""Discord's maximum number of button rows in a classic message."""


class Taps(NamedTuple):
    """Constructors of a panel's buttons, with the match or puzzle already bound.

    Attributes:
        pick: Returns the button that chooses the given draft.
        choose: Returns the select for the draft and the select's number.
        show: Returns the button that shows another draft or page.
        write: Returns the button whose custom_id the modal for text carries.
    """

    pick: Callable[[Draft], Button]
    choose: Callable[[Draft, int], Button]
    show: Callable[[Draft, int], Button]
    write: Callable[[Draft], Button]


class Where(NamedTuple):
    """The state of a panel: its button constructors, the draft so far, and the page of its list."""

    taps: Taps
    draft: Draft = ()
    page: int = 0

    def pick(self, key: str) -> Button:
        """Return the button that adds a key to the draft."""
        return self.taps.pick((*self.draft, key))

    def turn_to(self, draft: Draft, page: int = 0) -> Button:
        """Return the button that shows another draft or page."""
        return self.taps.show(draft, page)


def rows(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    """Return the rows of components that ask a prompt."""
    if prompt.shape == "compass":
        return _compass(prompt, where)
    built = _list(prompt, where) if prompt.shape == "list" else _grid(prompt, where)
    back = (_back(where),) if where.draft else ()
    return [*built, *_buttons(_apart(prompt), where, back)]


def in_five_rows(prompt: Prompt, where: Where, more: Sequence[items.Tap]) -> list[ui.ActionRow[Any]]:
    """Return the rows that ask a prompt, followed by more buttons, in at most five rows.

    If a compass prompt needs too many rows, the choices around the pad become a select. The separate choices
    of a grid then share the last row with `more`: as many of each as fit, and at least the first of `more`.
    If there are still too many rows, only those of `more` are returned.
    """
    whole = [*rows(prompt, where), *items.rows(more)]
    if len(whole) > _MOST_ROWS and prompt.shape == "compass":
        whole = _compass_and_list(prompt, where, more)
    if len(whole) > _MOST_ROWS and prompt.shape == "grid":
        whole = _grid_and_rest(prompt, where, more)
    return whole if len(whole) <= _MOST_ROWS else items.rows(more)


def _compass_and_list(prompt: Prompt, where: Where, more: Sequence[items.Tap]) -> list[ui.ActionRow[Any]]:
    """Return the pad, a select of the other choices, and the turn-ending choices in the rows of `more`."""
    apart = _apart(prompt)[:PAGE]
    listed = [choice for choice in apart if not choice.ends and not choice.disabled]
    beneath = [_button(choice, where) for choice in apart if choice.ends]
    chosen_of = [_select(listed, where, 0)] if listed else []
    return [*items.rows(_pad(prompt, where), _PAD), *chosen_of, *items.rows([*beneath, *more])]


def _grid_and_rest(prompt: Prompt, where: Where, more: Sequence[items.Tap]) -> list[ui.ActionRow[Any]]:
    built = _grid(prompt, where)
    room = _WIDTH * (_MOST_ROWS - len(built))
    kept = [_button(choice, where) for choice in _apart(prompt)[: max(0, room - 1)]]
    return [*built, *items.rows([*kept, *more[: max(1, room - len(kept))]])]


def _together(prompt: Prompt) -> tuple[Choice, ...]:
    return tuple(choice for choice in prompt.choices if not choice.button)


def _apart(prompt: Prompt) -> tuple[Choice, ...]:
    return tuple(choice for choice in prompt.choices if choice.button)


def _back(where: Where) -> items.Tap:
    return items.button("Back", where.turn_to(where.draft[:-1]))


def _compass(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    """Return the pad, with the separate choices in rows of their own below."""
    return [*items.rows(_pad(prompt, where), _PAD), *_pack(_apart(prompt)[:PAGE], where)]


def _pack(choices: Sequence[Choice], where: Where) -> list[ui.ActionRow[Any]]:
    """Return rows with as many buttons in each as a phone shows side by side."""
    rows, room = list[list[items.Tap]](), 0
    for choice in choices:
        wide = len(choice.label) + _PADDING
        if wide > room or len(rows[-1]) == _WIDTH:
            rows.append([])
            room = _ON_A_PHONE
        rows[-1].append(_button(choice, where))
        room -= wide
    return [items.row(*taps) for taps in rows]


def _pad(prompt: Prompt, where: Where) -> list[items.Tap]:
    by_key = {choice.key: choice for choice in _together(prompt)}
    return [_pad_button(key, by_key.get(key), where) for key in COMPASS]


def _pad_button(key: str, choice: Choice | None, where: Where) -> items.Tap:
    if choice is not None:
        style = items.BAD if choice.hint else items.STRONG
        return items.button(choice.label, where.pick(choice.key), style, disabled=choice.disabled)
    if key == "o" and where.draft:
        return _back(where)
    return items.nothing(key)


def _grid(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    taps = [_button(choice, where) for choice in _together(prompt)[:PAGE]]
    return items.rows(taps, prompt.columns)


def _buttons(
    choices: tuple[Choice, ...], where: Where, more: tuple[items.Tap, ...] = ()
) -> list[ui.ActionRow[Any]]:
    return items.rows([_button(choice, where) for choice in choices[:PAGE]] + list(more))


def _button(choice: Choice, where: Where) -> items.Tap:
    style = items.QUIET if choice.button else items.STRONG
    if choice.ends:
        return items.ending(choice.label, where.pick(choice.key), style)
    return items.button(choice.label, where.pick(choice.key), style, disabled=choice.disabled)


def _list(prompt: Prompt, where: Where) -> list[ui.ActionRow[Any]]:
    choices = _together(prompt)
    if len(choices) <= _FEW and not any(choice.hint for choice in choices):
        return _buttons(choices, where)
    enabled = [choice for choice in choices if not choice.disabled]
    if not enabled:
        return []
    parts = [part for _, group in groupby(enabled, key=lambda choice: choice.group) for part in _parts(group)]
    pages = -(-len(parts) // _AT_ONCE)
    page = max(0, min(where.page, pages - 1))
    first = page * _AT_ONCE
    shown = enumerate(parts[first : first + _AT_ONCE], first)
    turn = partial(where.turn_to, where.draft)
    built = [_select(part, where, number) for number, part in shown]
    return [*built, *items.pager(page, pages, turn, "◀ Earlier", "More ▶")]


def _parts(group: Iterable[Choice]) -> list[list[Choice]]:
    """Split a group into lists of nearly equal length, so that the last one isn't a short rest."""
    choices = list(group)
    length = -(-len(choices) // -(-len(choices) // PAGE))
    return [choices[start : start + length] for start in range(0, len(choices), length)]


def _select(choices: list[Choice], where: Where, number: int) -> ui.ActionRow[Any]:
    options = [_option(choice) for choice in choices]
    named = [options[0].label, options[-1].label][: len(options)]
    placeholder = f"{choices[0].group or 'Choose'}: {' … '.join(named)}"
    return items.row(items.select(placeholder, where.taps.choose(where.draft, number), options))


def _option(choice: Choice) -> discord.SelectOption:
    return discord.SelectOption(
        label=choice.label[:100], value=choice.key, description=choice.hint[:100] or None
    )


def find_choice(prompt: Prompt, key: str) -> Choice | None:
    """Return the prompt's choice with this key, or None if it isn't offered."""
    return next((choice for choice in prompt.choices if choice.key == key), None)


def following(
    draft: tuple[str, ...], key: str, choice: Choice | None, randomness: Randomness
) -> tuple[str, ...]:
    """Return the draft after a choice that doesn't complete an action.

    It is empty if `choice` is None. A random number is appended if the choice is drawn by lot.
    """
    if choice is None:
        return ()
    led = (*draft, key) if choice.leads_to is None else choice.leads_to
    return (*led, str(randomness.number())) if choice.drawn else led


def modal(prompt: Prompt, where: Where) -> ui.Modal:
    """Return the modal for a `text` prompt, stopped since discord.py would keep an unsent one forever."""
    asked = ui.Modal(title="In your own words", custom_id=where.taps.write(where.draft).custom_id)
    field: ui.TextInput[Any] = ui.TextInput(
        custom_id="words", placeholder=prompt.placeholder[:100], max_length=prompt.longest
    )
    about = f"Everyone here can read it. At most {prompt.longest} characters."
    asked.add_item(ui.Label(text=prompt.question[:45], description=about, component=field))
    asked.stop()
    return asked


def find_prompt(game: AnyGame, view: Any, draft: tuple[str, ...]) -> tuple[Prompt, tuple[str, ...]]:
    """Return the draft's prompt, and the draft without trailing keys that change nothing, so Back works."""
    prompt = game.prompt(view, draft)
    while draft and prompt == game.prompt(view, draft[:-1]):
        draft = draft[:-1]
    return prompt, draft
