"""The game Collapsable Construct Collision (CCC): stacks, collapses, hop chains, Flags with compliments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from games.ccc.ai.personas import PERSONAS
from games.ccc.rules import moves, notation, state
from games.ccc.rules import rules as engine
from games.ccc.rules.actions import PASS, Action, FlagMove, FlagReturn
from games.ccc.rules.legality import why_illegal
from games.ccc.rules.options import RANDOM, SPECS, Options, read_options
from games.ccc.rules.presets import PRESETS
from games.ccc.rules.state import State, View
from games.ccc.screen import advice as proposals
from games.ccc.screen import prompt as prompts
from games.ccc.screen import quiet_end, story, typed
from games.ccc.screen import scene as scenes
from games.ccc.teaching.lessons import lessons
from games.ccc.teaching.rules_pages import rules_page, rules_pages
from games.ccc.teaching.tips import tips
from games.core.base import Ai, BaseGame
from games.core.errors import Illegal
from games.core.game import Persona, Rematch, Result
from games.core.screen.advice import Advice
from games.core.screen.pages import RulesPage
from games.core.screen.prompt import Prompt
from games.core.screen.scene import Mark, Scene
from games.core.teaching.removed import is_removed, mark_removed
from games.core.vocabulary.options import OptionSpec
from games.core.vocabulary.presets import Preset


class Ccc(BaseGame[Options, State, View, Action]):
    """CCC as an implementation of the protocol in `games.core.game`."""

    key = "ccc"
    title = scenes.TITLE
    ruleset = "ccc/3"
    seats = state.SEAT_NAMES
    colors = scenes.COLORS
    summary = "Stack, collapse and hop until your opponent's Pyramids are gone. Be nice about it."
    credits = "designed by Nikki Bee, after Checkers, Chess, Tak, Veritas and Chess by Sylvie"
    option_specs: tuple[OptionSpec, ...] = SPECS
    perfect_information = True
    personas: Mapping[str, Persona] = PERSONAS
    presets: tuple[Preset, ...] = PRESETS

    @property
    def ai(self) -> Ai:
        """The levels, their ratings and the analyst."""
        from games.ccc.ai.analyst import ANALYST
        from games.ccc.ai.levels import LEVEL_RATINGS, PLAYERS

        return Ai(PLAYERS, LEVEL_RATINGS, ANALYST)

    def options(self, raw: Mapping[str, object]) -> Options:
        """Return complete and checked options; raise OptionError if one, or the position text, is wrong."""
        options = read_options(raw)
        if options.position:
            notation.read_position(options.position, options.ranks)
        return options

    def left_to_chance(self, options: Options) -> str:
        """Return in words what chance decides in a match with these options, empty if nothing."""
        first = "" if options.position or options.first != "seeded" else "who goes first"
        row = "the row of special pieces" if options.layout == RANDOM else ""
        return " and ".join(filter(None, (row, first)))

    new = staticmethod(state.new_state)
    to_act = staticmethod(state.to_act)
    view = staticmethod(state.view)
    public_from = staticmethod(state.public_from)
    play = staticmethod(engine.play)

    def turn_number(self, state: State) -> int:
        """Return the number of the ply in progress, counted from 1 or from the position text."""
        return state.position.ply

    def actions(self, view: View) -> Iterator[Action]:
        """Return every legal action, lazily; none for a viewer who isn't to move."""
        if view.to_act is None or view.who != view.to_act:
            return iter(())
        return moves.actions(view.setting, view.position)

    def parse(self, view: View, text: str) -> Action:
        """Return the legal action that a text names.

        Raises:
            Unreadable: The text is no action.
            Illegal: The action breaks a rule, or the viewer isn't to move.
        """
        if view.to_act is None or view.who != view.to_act:
            raise Illegal(why_illegal(view, PASS) or "It's not your turn.")
        action = notation.read_action(view.setting.geometry, text)
        wrong = why_illegal(view, action)
        if wrong is not None:
            raise Illegal(wrong)
        return action

    def format(self, action: Action) -> str:
        """Return an action in notation, its only text."""
        return notation.format_action(action)

    def said(self, action: Action) -> str:
        """Return the compliment of a Flag's action, empty if it has none or it was removed."""
        words = action.text if isinstance(action, FlagMove | FlagReturn) else ""
        return "" if is_removed(words) else words

    def without_words(self, action: Action) -> Action | None:
        """Return the action with its compliment marked as removed, or None if it has none to remove."""
        words = self.said(action)
        return msgspec.structs.replace(action, text=mark_removed(words)) if words else None

    def as_notation(self, view: View, text: str) -> str | None:
        """Return freely typed text in notation, or None if it is no action; may raise Unreadable."""
        return typed.as_notation(self.parse, view, text)

    def forced(self, view: View) -> Action | None:
        """Return a pass if the viewer has no other action, else None."""
        return PASS if next(self.actions(view), None) == PASS else None

    def ended(self, state: State, result: Result) -> State:
        """Return the state after the match ended by a resignation or another act outside the game."""
        return engine.end_match(state, result)

    def position(self, view: View) -> str:
        """Return the position in one line of text."""
        return notation.write_position(view.position)

    def likeness(self, view: View) -> str:
        """Return a text that a board shares with its mirror image and its color-swapped twins."""
        return notation.write_likeness(view.position.board)

    def scene(self, view: View, *, flip: bool = False, marks: tuple[Mark, ...] = ()) -> Scene:
        """Return the picture of the board; `flip` turns it around, and `marks` are drawn on it."""
        return scenes.scene(view, flip=flip, marks=marks)

    def noted(self, view: View) -> tuple[str, ...]:
        """Return the count of quiet turns, both sides' Strength, and who leads, once a quiet end is near."""
        return (quiet_end.tell_standing(view, view.position),) if quiet_end.is_near(view) else ()

    def prompt(self, view: View, draft: tuple[str, ...]) -> Prompt:
        """Return the next question for a player who has chosen the keys in the draft so far."""
        return prompts.prompt(view, draft)

    def advice(self, view: View, action: Action) -> Advice:
        """Return an action as advice for a viewer who may play it."""
        return proposals.advice(view, action)

    lessons = staticmethod(lessons)
    tips = staticmethod(tips)
    gauge = staticmethod(story.gauge)
    event = staticmethod(story.event)

    def icon(self) -> Scene:
        """Return a small picture of the game."""
        return scenes.icon()

    def rematch(self, state: State, result: Result) -> Rematch:
        """Return the options of the rematch, in which the loser goes first, and why it may have to wait."""
        return engine.rematch(state, result)

    def rules(self) -> tuple[RulesPage, ...]:
        """Return the pages of the rules, in reading order."""
        return rules_pages()

    def rules_page(self, view: View) -> int:
        """Return the number of the rules page that fits the viewer's position best."""
        return rules_page(view)
