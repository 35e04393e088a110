"""How even Skirmish is with the decks made for it, and what keeping a creature in hand brings. ALPHA-31.

`python -m games.alpha.ai.evenness [-n 200] [--level hard]`. Every pair of the four decks plays n games with
its own seeds, the level on both sides, half of them with seats swapped. The first table shows the points in a
hundred of the first deck, of the human's seat and of the side that begins, each with its 95% margin, draws,
and the median turns of each side; its last row covers all pairs. Then, by either version, the level plays n
games with `balanced` against itself, where the opponent never plays its last Creature in hand.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

import msgspec

from games.alpha.ai.players import PLAYERS
from games.alpha.ai.tournament import USUAL, count_points, margin, match
from games.alpha.rules.actions import Action, Cast, Play
from games.alpha.rules.options import FIRST, SKIRMISH
from games.alpha.rules.view import View
from games.core.game import Briefing, Player
from slowplay.terminal import Advance, Row, Table, Value, add_json, progress, show, unseen

DECKS = ("wild", "pack", "herd", "ambush")
"""The decks that were made for Skirmish."""
PAIRS = tuple(combinations_with_replacement(DECKS, 2))
_APART = 10_000
"""The distance between the pairs' first seeds; with shared seeds, all pairs would share the same error."""
KEPT_WITH = "balanced"


class Ended(NamedTuple):
    """A game's points for the first deck, the human's seat and the beginner, and its number of plies."""

    first: float
    human: float
    starter: float
    plies: int


def keeping(player: Player[View, Action]) -> Player[View, Action]:
    """Return a player that ignores the only Creature in its hand, but otherwise plays like the given one."""

    def reply(view: View, briefing: Briefing | None, rng: random.Random, budget: int) -> Action:
        held = [place for place, card in enumerate(view.hand) if card.is_creature]
        if len(held) != 1:
            return player(view, briefing, rng, budget)
        hand = (*view.hand[: held[0]], *view.hand[held[0] + 1 :])
        action = player(msgspec.structs.replace(view, hand=hand), briefing, rng, budget)
        if isinstance(action, Play | Cast) and action.place >= held[0]:
            return msgspec.structs.replace(action, place=action.place + 1)
        return action

    return reply


def pair(deck: str, other: str, games: int, level: str = USUAL) -> list[Ended]:
    """Play games between two decks in Skirmish; in odd ones, the first has the AI's seat."""
    player, found, start = PLAYERS[level], list[Ended](), _APART * PAIRS.index((deck, other))
    for number in range(start, start + games):
        decks = [deck, other] if number % 2 == 0 else [other, deck]
        begun, end = match({"version": SKIRMISH, "decks": decks}, number, (player, player))
        found.append(
            Ended(
                count_points(end, number % 2), count_points(end, 0), count_points(end, begun), end.table.ply
            )
        )
    return found


def against_keeper(version: str, games: int, level: str = USUAL) -> list[float]:
    """Return a level's points against one that keeps its last Creature, from both seats of each deal."""
    player, raw = PLAYERS[level], {"version": version, "decks": [KEPT_WITH, KEPT_WITH]}
    keeper, found = keeping(player), list[float]()
    for number in range(games):
        players = (player, keeper) if number % 2 == 0 else (keeper, player)
        found.append(count_points(match(raw, number // 2, players)[1], number % 2))
    return found


def pairs(games: int, level: str = USUAL, advance: Advance = unseen) -> Table:
    """Return the table of how even each pair of decks is, and all pairs together."""
    rows, every = list[Row](), list[Ended]()
    for deck, other in PAIRS:
        found = pair(deck, other, games, level)
        rows.append(_row(f"{deck}, {other}", found))
        every += found
        advance()
    rows.append({**_row("all", every), "first": None, "first_within": None})
    return Table("pairs", f"Points in a hundred in Skirmish, {level} on both sides", rows)


def _row(decks: str, found: Sequence[Ended]) -> Row:
    row: dict[str, Value] = {"decks": decks}
    for name in ("first", "human", "starter"):
        each = [float(getattr(end, name)) for end in found]
        row[name], row[f"{name}_within"] = 100 * statistics.fmean(each), margin(each)
    row["draws"] = 100 * sum(end.human == 0.5 for end in found) / len(found)
    row["turns"] = statistics.median(end.plies for end in found) / 2
    return row


def keepers(games: int, level: str = USUAL, advance: Advance = unseen) -> Table:
    """Return the table of a level's points against a player that keeps a Creature, by either version."""
    return Table(
        "keepers",
        f"Points in a hundred of {level} against a {level} that never plays its last Creature in hand",
        list(_compare_versions(games, level, advance)),
    )


def _compare_versions(games: int, level: str, advance: Advance) -> Iterator[Row]:
    for version in (FIRST, SKIRMISH):
        each = against_keeper(version, games, level)
        yield {
            "version": version,
            "points": 100 * statistics.fmean(each),
            "within": margin(each),
            "won": 100 * each.count(1) / games,
            "draws": 100 * each.count(0.5) / games,
        }
        advance()


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=200, help="games per pair")
    parser.add_argument("--level", choices=PLAYERS, default=USUAL, help="who plays")
    add_json(parser)
    parsed = parser.parse_args()
    with progress("Pairs and versions", len(PAIRS) + 2) as advance:
        found = [each(parsed.n, parsed.level, advance) for each in (pairs, keepers)]
    show(found, as_json=parsed.json)


if __name__ == "__main__":
    main()
