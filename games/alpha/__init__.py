"""Alpha Fixed Ruleset v0.1: a fixed card duel of a human against a deterministic AI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.alpha.ai import players
from games.alpha.ai.analyst import AlphaAnalyst
from games.alpha.ai.personas import PERSONAS
from games.alpha.rules import files, notation, state, telling, view
from games.alpha.rules import rules as engine
from games.alpha.rules.actions import Action
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.options import RULESET, SPECS, Options, read_options, ruleset_of
from games.alpha.rules.presets import PRESETS
from games.alpha.rules.state import State, reseeded
from games.alpha.rules.view import View
from games.alpha.screen import advice as proposals
from games.alpha.screen import own_names, story, typed
from games.alpha.screen import prompt as prompts
from games.alpha.screen import scene as scenes
from games.alpha.screen.deck_builder import BUILDER
from games.alpha.screen.deck_page import about, page
from games.alpha.teaching import coach, lessons
from games.alpha.teaching.rules_pages import rules_page, rules_pages
from games.core.base import BaseGame
from games.core.game import Agreement, Persona, Played, Player, Rematch, Result, Viewer
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.analyst import Analyst
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset


class Alpha(BaseGame[Options, State, View, Action]):
    """The game as the protocol of `games.core.game` wants it."""

    key = "alpha"
    title = scenes.TITLE
    ruleset = RULESET
    seats = state.SEAT_NAMES
    summary = "A card duel with the bot: five slots each. Run out of creatures and you lose."
    option_specs: tuple[OptionSpec, ...] = SPECS
    presets: tuple[Preset, ...] = PRESETS
    supports_pvp = False
    documents: DocumentKind | None = DocumentKind(
        noun="deck",
        option="decks",
        shipped=tuple(SHIPPED),
        read=files.read_file,
        about=about,
        page=page,
        example=files.example,
        shipped_document=files.shipped_document,
        builder=BUILDER,
    )
    personas: Mapping[str, Persona] = PERSONAS
    level_ratings: Mapping[str, int] = players.LEVEL_RATINGS
    players: Mapping[str, Player[View, Action]] = players.PLAYERS
    analyst: Analyst | None = AlphaAnalyst()

    def options(self, raw: Mapping[str, object]) -> Options:
        return read_options(raw)

    def texts(self, options: Options) -> tuple[str, ...]:
        return own_names.names_in(options)

    def without_texts(self, options: Options) -> Options:
        return own_names.without_names(options)

    def ruleset_of(self, options: Options) -> str:
        return ruleset_of(options)

    def agreement(self, options: Options) -> Agreement:
        # One side is an AI, which does not bargain.
        return "never"

    def left_to_chance(self, options: Options) -> str:
        return "both shuffles and who goes first"

    def new(self, options: Options, seed: bytes) -> State:
        return state.new_state(options, seed)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.table.outcome is not None else (state.table.mover,)

    def turn_number(self, state: State) -> int:
        return state.table.ply

    def view(self, state: State, who: Viewer) -> View:
        return view.view(state, who)

    def public_from(self, seat_view: View) -> View:
        return view.public_from(seat_view)

    def dealt(self, options: Options, who: int) -> str:
        return "your hand"

    def actions(self, view: View) -> Iterator[Action]:
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return iter(())
        return engine.actions(view.table, view.hand, view.setup.options)

    def parse(self, view: View, text: str) -> Action:
        return notation.parse(view, text)

    def format(self, action: Action) -> str:
        return notation.format_action(action)

    def forced(self, view: View) -> Action | None:
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return None
        return engine.forced(view.table, view.hand, view.setup.options)

    def automatic(self, view: View) -> Action | None:
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return None
        return engine.automatic(view.table, view.setup.options)

    def as_notation(self, view: View, text: str) -> str | None:
        return typed.as_notation(view, text)

    def play(self, state: State, seat: int, action: Action) -> Played:
        return engine.play(state, seat, action)

    def result(self, state: State) -> Result | None:
        return state.table.outcome

    def ended(self, state: State, result: Result) -> State:
        return engine.ended(state, result)

    def revealed(self, view: View) -> tuple[str, ...]:
        return telling.revealed(view.opened) if view.opened else ()

    def position(self, view: View) -> str:
        return notation.position(view)

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        return scenes.scene(view, flip=flip, marks=marks)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        return prompts.prompt(view, draft)

    def advice(self, view: View, action: Action) -> Advice:
        return proposals.advice(view, action)

    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def icon(self) -> Scene:
        return scenes.icon()

    def rematch(self, state: State, result: Result) -> Rematch:
        return Rematch(options_data(state.setup.options))

    def reseeded(self, state: State, seed: bytes) -> State:
        return reseeded(state, seed)

    def lessons(self) -> tuple[Lesson, ...]:
        return lessons.lessons()

    def tips(self, view: View) -> tuple[Tip, ...]:
        return coach.tips(view)

    def rules(self) -> tuple[RulesPage, ...]:
        return rules_pages()

    def rules_page(self, view: View) -> int:
        return rules_page(view)
