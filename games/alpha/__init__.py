"""Alpha Fixed Ruleset v0.1: a fixed card duel of a human against a deterministic AI, and our own Skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.alpha.ai.personas import PERSONAS
from games.alpha.rules import files, narration, notation, state, view
from games.alpha.rules import rules as engine
from games.alpha.rules.actions import Action
from games.alpha.rules.decks import SHIPPED
from games.alpha.rules.options import FORMER_RULESETS, RULESET, SPECS, Options, read_options, ruleset_of
from games.alpha.rules.presets import PRESETS
from games.alpha.rules.state import State, reseed
from games.alpha.rules.view import View
from games.alpha.screen import advice as proposals
from games.alpha.screen import own_names, story, typed
from games.alpha.screen import prompt as prompts
from games.alpha.screen import scene as scenes
from games.alpha.screen.deck_builder import BUILDER
from games.alpha.screen.deck_page import about, page
from games.alpha.teaching import coach, lessons
from games.alpha.teaching.rules_pages import rules_page, rules_pages
from games.core.base import Ai, BaseGame
from games.core.game import Agreement, Persona, Rematch, Result
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.vocabulary.documents import DocumentKind
from games.core.vocabulary.lessons import Lesson, Tip
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset


class Alpha(BaseGame[Options, State, View, Action]):
    """Alpha Duel, as the protocol in `games.core.game` requires it."""

    key = "alpha"
    title = scenes.TITLE
    ruleset = RULESET
    former_rulesets: Mapping[str, str] = FORMER_RULESETS
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

    @property
    def ai(self) -> Ai:
        """The levels, their ratings and the analyst."""
        from games.alpha.ai.analyst import ANALYST
        from games.alpha.ai.players import LEVEL_RATINGS, PLAYERS

        return Ai(PLAYERS, LEVEL_RATINGS, ANALYST)

    def options(self, raw: Mapping[str, object]) -> Options:
        """Return raw options as complete and checked ones; raise OptionError if they aren't allowed."""
        return read_options(raw)

    def texts(self, options: Options) -> tuple[str, ...]:
        """Return the names of both decks' own cards, each once, except those that were removed."""
        return own_names.names_in(options)

    def without_texts(self, options: Options) -> Options:
        """Return the options with the names and ids of own cards replaced by hashes."""
        return own_names.without_names(options)

    def ruleset_of(self, options: Options) -> str:
        """Return the id of the rules with these options."""
        return ruleset_of(options)

    def agreement(self, options: Options) -> Agreement:
        """Return in which matches the sides may agree on a draw: never."""
        # One side is an AI, which doesn't negotiate.
        return "never"

    def left_to_chance(self, options: Options) -> str:
        """Return what's left to chance, in words."""
        return "both shuffles and who goes first"

    def new(self, options: Options, seed: bytes) -> State:
        """Return the first state of a match; raise ValueError unless the seed has 32 bytes."""
        return state.new_state(options, seed)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat that is to act, as a tuple; empty once the match is over."""
        return () if state.table.outcome is not None else (state.table.mover,)

    def turn_number(self, state: State) -> int:
        """Return the number of the turn in progress, counting both seats' turns."""
        return state.table.ply

    view = staticmethod(view.view)

    def public_from(self, seat_view: View) -> View:
        """Return the public view, computed from a seat's view alone."""
        return view.public_from(seat_view)

    def dealt(self, options: Options, who: int) -> str:
        """Return what a seat is dealt in secret, in words."""
        return "your hand"

    def actions(self, view: View) -> Iterator[Action]:
        """Return an iterator over the viewer's legal actions; empty if it isn't the viewer's turn."""
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return iter(())
        return engine.actions(view.table, view.hand, view.setup.options)

    def parse(self, view: View, text: str) -> Action:
        """Return the action that a text names; raise Unreadable or Illegal if there is none."""
        return notation.parse(view, text)

    def format(self, action: Action) -> str:
        """Return the notation of an action."""
        return notation.format_action(action)

    def forced(self, view: View) -> Action | None:
        """Return the end of the phase if it is the viewer's only choice left, or None."""
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return None
        return engine.find_forced(view.table, view.hand, view.setup.options)

    def automatic(self, view: View) -> Action | None:
        """Return the action that spares the viewer an attack without effect, or None."""
        if view.who is None or view.who != view.table.mover or view.table.outcome is not None:
            return None
        return engine.automatic(view.table, view.setup.options)

    def as_notation(self, view: View, text: str) -> str | None:
        """Return the notation of an action typed in free form, or None if the text is already notation."""
        return typed.as_notation(view, text)

    play = staticmethod(engine.play)

    def result(self, state: State) -> Result | None:
        """Return the result, or None while the match runs."""
        return state.table.outcome

    def ended(self, state: State, result: Result) -> State:
        """Return the state after the match was ended from outside the rules."""
        return engine.end_match(state, result)

    def revealed(self, view: View) -> tuple[str, ...]:
        """Return sentences about what was hidden, once the match is over."""
        return narration.reveal_cards(view.opened, view.who) if view.opened else ()

    def retold(self, seat: int, line: str) -> str:
        """Return a line that only a seat was told in the words of a spectator."""
        return narration.retell(seat, line)

    def position(self, view: View) -> str:
        """Return what the viewer sees, as one line of text."""
        return notation.position(view)

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the picture of the table; `flip` turns it around, and `marks` are drawn on it."""
        return scenes.scene(view, flip=flip, marks=marks)

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        """Return the next question for the viewer after the keys chosen so far (`draft`)."""
        return prompts.prompt(view, draft)

    def advice(self, view: View, action: Action) -> Advice:
        """Return an action as a suggestion for the viewer."""
        return proposals.advice(view, action)

    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def icon(self) -> Scene:
        """Return a small picture of the game."""
        return scenes.icon()

    def rematch(self, state: State, result: Result) -> Rematch:
        """Return the next match of the same two players, with the same options."""
        return Rematch(options_data(state.setup.options))

    def reseeded(self, state: State, seed: bytes) -> State:
        """Return the same position with both undrawn decks shuffled again from a seed."""
        return reseed(state, seed)

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons, in their order."""
        return lessons.lessons()

    def tips(self, view: View) -> tuple[Tip, ...]:
        """Return the coach's tips for a viewer who is to act, the most important first."""
        return coach.tips(view)

    def rules(self) -> tuple[RulesPage, ...]:
        """Return the pages of the rules."""
        return rules_pages()

    def rules_page(self, view: View) -> int:
        """Return the number of the rules page that the viewer needs now, from 0."""
        return rules_page(view)
