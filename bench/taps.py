"""Count the taps that a turn takes, over matches that the bot's levels play.

`python -m bench.taps [--games 4] [--level medium] [--budget 2000] [--only creators]`. Every action is entered
through the panel that the bot would show, in the fewest taps: a button is one, a choice from a list two (the
list opens, then the choice), another page one, sending words one; typing counts nothing. The ping contains
the first question, so no tap is needed to open it. Actions that the match plays by itself cost nothing, and
the setup before the first turn, when both sides act at once, isn't counted.
"""

from __future__ import annotations

import argparse
import heapq
import re
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, NamedTuple

from discord import ui

from bench.figures import Goal, build_row
from bot.discord_kit.components import buttons, prompts
from bot.discord_kit.components.prompts import Where, find_prompt
from bot.play.matches.ui.asking import taps_of
from bot.play.matches.ui.buttons import Pick, ShowDraft
from games import GAMES
from games.core.game import AnyGame
from games.core.screen.prompt import Prompt
from games.core.selfplay import numbered_seed, playing
from slowplay.terminal import Row, Table, add_json, progress, show

GOALS: Mapping[str, float] = {"creators": 3, "ccc": 3, "decoy": 5, "alpha": 4}
"""Highest mean number of taps of a whole turn, by game."""
_TYPED = "Well played."
_WORDS = re.compile(r"\{.*?\}")
"""Free text within an action, such as a message of the player."""
_MOST_LOOKED_AT = 20_000

Draft = tuple[str, ...]


class Unreachable(Exception):
    """Raised if an action can't be entered through the panel."""


class Turn(NamedTuple):
    """One turn of a side, and the number of taps it took."""

    game: str
    taps: int


def find_taps(prompt: Prompt, draft: Draft, page: int) -> Iterator[tuple[int, str | tuple[Draft, int]]]:
    """Yield each element that can be tapped below a prompt, with its number of taps.

    An element is the key of a choice, or another draft and page.
    """
    if prompt.shape == "text":
        yield 1, _TYPED
        return
    for row in prompts.rows(prompt, Where(taps_of("m", 1), draft, page)):
        for item in row.children:
            yield from _of_item(item)


def _of_item(item: ui.Item[Any]) -> Iterator[tuple[int, str | tuple[Draft, int]]]:
    if isinstance(item, ui.Select):
        yield from ((2, option.value) for option in item.options)
    elif isinstance(item, ui.Button) and not item.disabled:
        verb, parts = buttons.split_custom_id(item.custom_id or "")
        pick, other = buttons.read(Pick, parts), buttons.read(ShowDraft, parts)
        if verb == buttons.verb_of(Pick) and pick is not None:
            yield 1, pick.draft[-1]
        elif verb == buttons.verb_of(ShowDraft) and other is not None:
            yield 1, (other.draft, other.page)


def way(game: AnyGame, view: Any, start: Draft, action: str) -> tuple[int, Draft]:
    """Return the fewest taps from a draft to an action, and the draft from which the panel continues.

    Raises Unreachable if the panel doesn't lead to the action.
    """
    wanted, order = _WORDS.sub("{}", action), count()
    _, start = find_prompt(game, view, start)
    waiting: list[tuple[int, int, Draft, int]] = [(0, next(order), start, 0)]
    met = {(start, 0)}
    while waiting and len(met) < _MOST_LOOKED_AT:
        taps, _, draft, page = heapq.heappop(waiting)
        prompt = game.prompt(view, draft)
        for more, led in find_taps(prompt, draft, page):
            if isinstance(led, str):
                choice = prompts.find_choice(prompt, led)
                if choice is not None and choice.action is not None:
                    if _WORDS.sub("{}", choice.action) == wanted:
                        return taps + more, choice.leads_to or ()
                    continue
                after = (*draft, led) if choice is None or choice.leads_to is None else choice.leads_to
                place = (after, 0)
            else:
                place = led
            if place not in met:
                met.add(place)
                heapq.heappush(waiting, (taps + more, next(order), *place))
    raise Unreachable(f"{game.key}: {action}")


def turns(game: AnyGame, number: int, level: str, budget: int) -> Iterator[Turn]:
    """Yield the turns of a match between two players of a level."""
    options, seed = game.options({}), numbered_seed(number)
    draft: Draft = ()
    state, current, taps = game.new(options, seed), None, 0
    setting_up = len(game.to_act(state)) > 1
    # A player with a preview makes the first action by hand, even if it's automatic otherwise. CVD-15.
    beginning = {seat for seat in (0, 1) if (shown := game.briefing(state, seat)) and shown.frames}
    for text, after in playing(game, options, seed, (game.players[level], game.players[level]), budget):
        acting = game.to_act(state)
        view = game.view(state, acting[0])
        turn = (game.turn_number(state), acting[0])
        if turn != current:
            if current is not None and taps:
                yield Turn(game.key, taps)
            current, taps, draft = turn, 0, ()
        by_itself = game.forced(view) or (None if acting[0] in beginning else game.automatic(view))
        if not setting_up and (by_itself is None or game.format(by_itself) != text):
            needed, draft = way(game, view, draft, text)
            taps += needed
            beginning.discard(acting[0])
        setting_up = setting_up and len(acting) > 1
        state = after
    if taps:
        yield Turn(game.key, taps)


def main() -> None:
    """Count and print the taps of each game."""
    parser = argparse.ArgumentParser(prog="python -m bench.taps", description=__doc__)
    parser.add_argument("--games", type=int, default=4, help="matches of each game")
    parser.add_argument("--level", default="medium", help="who plays, where the game has that level")
    parser.add_argument("--budget", type=int, default=2000, help="nodes a player may look at")
    parser.add_argument("--only", choices=[*GAMES], help="one game")
    add_json(parser)
    parsed = parser.parse_args()
    found: dict[str, list[float]] = defaultdict(list)
    keys = [key for key in GAMES if parsed.only in (None, key)]
    with progress("Matches", len(keys) * parsed.games) as advance:
        for key in keys:
            game = GAMES[key]
            level = parsed.level if parsed.level in game.players else next(iter(game.players))
            for number in range(parsed.games):
                found[key] += [turn.taps for turn in turns(game, number, level, parsed.budget)]
                advance(1)
    title = "Taps of a turn, from the ping: the mean, and between which it lies with 95% certainty"
    show([Table("figures", title, [_row(key, taps) for key, taps in found.items()])], as_json=parsed.json)


def _row(key: str, taps: list[float]) -> Row:
    mean, bound = statistics.fmean(taps), GOALS.get(key)
    margin = 1.96 * statistics.stdev(taps) / len(taps) ** 0.5
    return {
        **build_row(key, "taps of a turn", mean, None if bound is None else Goal("at most", bound)),
        "low": mean - margin,
        "high": mean + margin,
    }


if __name__ == "__main__":
    main()
