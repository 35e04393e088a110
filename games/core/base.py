"""BaseGame: the usual answer to everything in the protocol that a game can do without."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from games.core.advice import Advice, advised
from games.core.documents import DocumentKind
from games.core.game import (
    ActionT,
    Agreement,
    Briefing,
    Character,
    Game,
    OptionsT,
    Player,
    StateT,
    ViewT,
)
from games.core.options import OptionSpec
from games.core.pages import Page
from games.core.scene import Scene

_MEASURE = 1000
"""What the first level of every game is worth."""


class BaseGame(Game[OptionsT, StateT, ViewT, ActionT]):
    """A game between two people, with secrets, without options, legs, documents or briefings, and with one
    level, which plays anything legal. A game says what differs, and all that is abstract in `Game`.

    What each member means is told there."""

    option_specs: tuple[OptionSpec, ...] = ()
    between_people: bool = True
    is_open: bool = False
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
    def characters(self) -> Mapping[str, Character]:
        return {level: Character(level.capitalize(), "Says nothing about itself.") for level in self.players}

    def ruleset_of(self, options: OptionsT) -> str:
        return self.ruleset

    def agreement(self, options: OptionsT) -> Agreement:
        return "always"

    def briefing(self, state: StateT, who: int) -> Briefing | None:
        return None

    def dealt(self, options: OptionsT, who: int) -> str:
        return ""

    def forced(self, view: ViewT) -> ActionT | None:
        return None

    def revealed(self, view: ViewT) -> tuple[str, ...]:
        return ()

    def advice(self, view: ViewT, action: ActionT) -> Advice:
        return advised(f"play {self.format(action)}", self.scene(view))

    def emblem(self) -> Scene:
        return self.scene(self.view(self.new(self.options({}), bytes(32)), None))

    def chapter(self, view: ViewT) -> str:
        return ""

    def next_leg(self, view: ViewT) -> Mapping[str, object] | None:
        return None

    def veiled(self, view: ViewT) -> ViewT:
        return view

    def is_same_start(self, first: StateT, second: StateT) -> bool:
        return True

    def leg_score(self, states: Sequence[StateT]) -> tuple[int, ...]:
        return ()

    def rules(self) -> tuple[Page, ...]:
        return (Page(self.title, self.summary, self.emblem()),)
