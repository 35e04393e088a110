"""BaseGame: the usual answer to everything in the protocol that a game can do without."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from games.core.errors import GameError, Illegal, quoted
from games.core.game import (
    ActionT,
    Agreement,
    Briefing,
    Game,
    OptionsT,
    Persona,
    Player,
    Rematch,
    Result,
    StateT,
    ViewT,
)
from games.core.screen.advice import Advice, advised
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Choice, Prompt
from games.core.screen.scene import Scene, SeatColors
from games.core.screen.story import Event, Gauge
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, check_options, options_data
from games.core.vocabulary.presets import STANDARD, Preset
from games.core.vocabulary.typed import MOST_READ, meant

Kept = TypeVar("Kept")

_MEASURE = 1000
"""What the first level of every game is worth."""


class BaseGame(Game[OptionsT, StateT, ViewT, ActionT]):
    """A game for two people without documents, briefings and legs, and with one level, which plays anything
    legal. A game says what differs, and all that is still abstract here; what it means is told in `Game`.

    Taken for granted until a game says otherwise: options, states and views are frozen msgspec structs; a
    state has `options` and `outcome` (a Result, or None); all views are alike but for `who` looks; `str` of
    an action is its text, and there are few enough of them to look through them all."""

    option_specs: tuple[OptionSpec, ...] = ()
    options_type: type[OptionsT]
    """What `options` makes of checked values, one field for each of `option_specs`."""
    presets: tuple[Preset, ...] = (STANDARD,)
    beginner_seat: int = 0
    colors: SeatColors = "blue-orange"
    supports_pvp: bool = True
    perfect_information: bool = False
    credits: str = ""
    documents: DocumentKind | None = None

    @property
    def players(self) -> Mapping[str, Player[ViewT, ActionT]]:
        return {"random": self._anything}

    def _anything(self, view: ViewT, briefing: Briefing | None, rng: random.Random, budget: int) -> ActionT:
        return rng.choice(list(self.actions(view)))

    @property
    def level_ratings(self) -> Mapping[str, int]:
        return dict.fromkeys(self.players, _MEASURE)

    @property
    def personas(self) -> Mapping[str, Persona]:
        return {level: Persona(level.capitalize(), "Says nothing about itself.") for level in self.players}

    @property
    def analyst(self) -> Analyst | None:
        return None

    def options(self, raw: Mapping[str, object]) -> OptionsT:
        return msgspec.convert(check_options(self.option_specs, raw), self.options_type)

    def ruleset_of(self, options: OptionsT) -> str:
        return self.ruleset

    def agreement(self, options: OptionsT) -> Agreement:
        return "always"

    def left_to_chance(self, options: OptionsT) -> str:
        return "" if self.perfect_information else "whatever is drawn"

    def public_from(self, seat_view: ViewT) -> ViewT:
        return _changed(seat_view, who=None)

    def briefing(self, state: StateT, who: int) -> Briefing | None:
        return None

    def unbriefed(self, view: ViewT) -> ViewT:
        return view

    def dealt(self, options: OptionsT, who: int) -> str:
        return ""

    def memorable(self, view: ViewT) -> tuple[tuple[str, ...], ...]:
        return ()

    def recalled(self, view: ViewT, squares: Collection[str]) -> ViewT:
        return view

    def briefed(self, view: ViewT, briefing: Briefing | None) -> ViewT:
        return view

    def parse(self, view: ViewT, text: str) -> ActionT:
        for action in self.actions(view):
            if self.format(action) == text:
                return action
        raise self._illegal(view, text)

    def check(self, view: ViewT, action: ActionT) -> None:
        """Illegal unless the viewer may play this action; it looks through all of them, as `parse` does."""
        if action not in self.actions(view):
            raise self._illegal(view, self.format(action))

    def _illegal(self, view: ViewT, text: str) -> Illegal:
        may_act = next(self.actions(view), None) is not None
        return Illegal(f"“{quoted(text)}” isn't one of your moves." if may_act else "You can't move now.")

    def format(self, action: ActionT) -> str:
        return str(action)

    def said(self, action: ActionT) -> str:
        return ""

    def without_words(self, action: ActionT) -> ActionT | None:
        return None

    def texts(self, options: OptionsT) -> tuple[str, ...]:
        return ()

    def without_texts(self, options: OptionsT) -> OptionsT:
        return options

    def forced(self, view: ViewT) -> ActionT | None:
        return None

    def automatic(self, view: ViewT) -> ActionT | None:
        return None

    def understood(self, view: ViewT, text: str) -> tuple[str, ...]:
        try:
            return (self.format(self.parse(view, text)),)
        except GameError:
            found = self.as_notation(view, text) if len(text) <= MOST_READ else None
            if found is None:
                raise
        return (self.format(self.parse(view, found)),)

    def as_notation(self, view: ViewT, text: str) -> str | None:
        """The notation, legal or not, of what a viewer means by a text that `parse` doesn't take; None when
        it means nothing to be read, or isn't theirs to play. It's never longer than `MOST_READ`."""
        return meant(text, map(self.format, self.actions(view)))

    def result(self, state: StateT) -> Result | None:
        outcome: Result | None = _of(state).outcome
        return outcome

    def ended(self, state: StateT, result: Result) -> StateT:
        return _changed(state, outcome=result)

    def likeness(self, view: ViewT) -> str:
        return self.position(view)

    def noted(self, view: ViewT) -> tuple[str, ...]:
        return ()

    def revealed(self, view: ViewT) -> tuple[str, ...]:
        return ()

    def prompt(self, view: ViewT, draft: tuple[str, ...]) -> Prompt:
        texts = [self.format(action) for action in self.actions(view)]
        question = "What do you play?" if texts else "It isn't your turn."
        return Prompt(question, "list", tuple(Choice(text, text, action=text) for text in texts))

    def advice(self, view: ViewT, action: ActionT) -> Advice:
        return advised(f"play {self.format(action)}", self.scene(view))

    def icon(self) -> Scene:
        return self.scene(self.view(self.new(self.options({}), bytes(32)), None))

    def gauge(self, view: ViewT) -> Gauge | None:
        return None

    def event(self, before: ViewT, after: ViewT) -> Event | None:
        return None

    def stats_group(self, view: ViewT) -> str:
        return ""

    def next_leg(self, view: ViewT) -> Mapping[str, object] | None:
        return None

    def redacted(self, view: ViewT) -> ViewT:
        return view

    def is_same_start(self, first: StateT, second: StateT) -> bool:
        return True

    def rematch(self, state: StateT, result: Result) -> Rematch:
        return Rematch(options_data(_of(state).options), swapped=True)

    def legs(self, options: OptionsT) -> int:
        return 1

    def mirrored(self, options: OptionsT) -> Mapping[str, object] | None:
        return None

    def leg_told(self, score: tuple[int, ...]) -> str:
        return ""

    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]:
        return ()

    def drawn(self, states: Sequence[StateT]) -> str:
        return ""

    def reseeded(self, state: StateT, seed: bytes) -> StateT:
        return state

    def lessons(self) -> tuple[Lesson, ...]:
        return ()

    def tips(self, view: ViewT) -> tuple[Tip, ...]:
        return ()

    def rules(self) -> tuple[RulesPage, ...]:
        return (RulesPage("How to play", self.summary, self.icon()),)

    def rules_page(self, view: ViewT) -> int:
        return 0


def _of(state: Any) -> Any:
    """A state, of which more is taken for granted than its type says."""
    return state


def _changed(value: Kept, **fields: Any) -> Kept:
    """A struct with other fields; its type says nothing of them."""
    struct: Any = value
    changed: Kept = msgspec.structs.replace(struct, **fields)
    return changed
