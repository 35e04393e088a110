"""A match as text: a header and its actions, one a line. Source: ENGINE section 7."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from games.core.errors import GameError, Unreadable
from games.core.game import AnyGame, MatchReason, Result

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_LINE = re.compile(r"([1-9]\d*)\. (.+)")
_SCORES = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"


class Record(msgspec.Struct, frozen=True):
    """Header and actions. `score` is 1-0, 0-1, 1/2-1/2 or * (unfinished, with an empty reason)."""

    game: str
    ruleset: str
    options: Mapping[str, Any]
    seed: bytes
    seats: tuple[str, str]
    score: str
    reason: str
    actions: tuple[str, ...]


class Verdict(msgspec.Struct, frozen=True):
    """What `verify` found: identical, or the number of the first action that departs (0: the header)."""

    identical: bool
    number: int
    sentence: str


def score_of(result: Result | None) -> str:
    """A result as PGN writes it."""
    return UNFINISHED if result is None else _SCORES[result.winner]


def write_record(record: Record) -> str:
    """The text of a record; `read_record` reads it back."""
    tags = {
        "Game": record.game,
        "Ruleset": record.ruleset,
        "Options": json.dumps(dict(record.options), ensure_ascii=False, separators=(",", ":")),
        "Seed": record.seed.hex(),
        "Seats": " - ".join(record.seats),
        "Result": record.score,
        "Reason": record.reason,
    }
    header = "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in tags.items())
    lines = "".join(f"{number}. {text}\n" for number, text in enumerate(record.actions, 1))
    return f"{header}\n\n{lines}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def read_record(text: str) -> Record:
    """The record in a text; Unreadable says which line or tag is wrong."""
    tags: dict[str, str] = {}
    actions: list[str] = []
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = list(_TAG.finditer(line)) if line.startswith("[") else []
        if found:
            tags.update((tag[1], re.sub(r"\\(.)", r"\1", tag[2])) for tag in found)
            continue
        entry = _LINE.fullmatch(line)
        if entry is None or int(entry[1]) != len(actions) + 1:
            raise Unreadable(f"Line {place} is not “{len(actions) + 1}. ACTION”.")
        actions.append(entry[2])
    return _from_tags(tags, tuple(actions))


def _from_tags(tags: Mapping[str, str], actions: tuple[str, ...]) -> Record:
    for name in ("Game", "Ruleset", "Options", "Seed"):
        if name not in tags:
            raise Unreadable(f"The header has no [{name} …].")
    try:
        options, seed = json.loads(tags["Options"]), bytes.fromhex(tags["Seed"])
    except (ValueError, RecursionError):
        raise Unreadable("The header's Options are JSON and its Seed is hex.") from None
    if not isinstance(options, dict):
        raise Unreadable("The header's Options are a JSON object.")
    first, _, second = tags.get("Seats", "").partition(" - ")
    return Record(
        tags["Game"],
        tags["Ruleset"],
        options,
        seed,
        (first, second),
        tags.get("Result", UNFINISHED),
        tags.get("Reason", ""),
        actions,
    )


def replay(game: AnyGame, record: Record) -> Iterator[Any]:
    """The states of a record, the opening first; raises the game's own error where it departs.

    While both seats are to act the lower one's action comes first."""
    state = game.new(game.options(record.options), record.seed)
    yield state
    for text in record.actions:
        acting = game.to_act(state)
        seat = acting[0] if acting else 0
        state = game.play(state, seat, game.parse(game.view(state, seat), text)).state
        yield state


def verify(game: AnyGame, record: Record) -> Verdict:
    """Whether the record is a match of this ruleset, action by action, and its result the true one."""
    ruleset = _ruleset_here(game, record)
    if record.ruleset != ruleset:
        return Verdict(False, 0, f"The record is of ruleset {record.ruleset}; this is {ruleset}.")
    number, state, states = 0, None, replay(game, record)
    while True:
        try:
            state = next(states)
        except StopIteration:
            return _verify_result(game, record, state)
        except (GameError, ValueError) as error:
            return Verdict(False, number, _departure(record, number, str(error)))
        number += 1


def _ruleset_here(game: AnyGame, record: Record) -> str:
    """The id of our rules with the record's options; options that we cannot read are another ruleset's, or
    are told of as a fault of the header when the record is of ours."""
    try:
        return game.ruleset_of(game.options(record.options))
    except GameError:
        ours = record.ruleset.partition("+")[0] == game.ruleset
        return record.ruleset if ours else game.ruleset


def _departure(record: Record, number: int, why: str) -> str:
    if number == 0:
        return f"The header departs: {why}"
    return f"Action {number} departs ({record.actions[number - 1]}): {why}"


def _verify_result(game: AnyGame, record: Record, state: Any) -> Verdict:
    length, result = len(record.actions), game.result(state)
    if result is None:
        settled = record.reason in {reason.value for reason in MatchReason}
        if record.score == UNFINISHED or settled:
            return Verdict(True, length, f"identical: {length} actions")
        return Verdict(False, length, f"The record says {record.score}, but the game is not over.")
    if (record.score, record.reason) != (score_of(result), str(result.reason)):
        truth = f"{score_of(result)} by {result.reason}"
        return Verdict(False, length, f"The record says {record.score} by {record.reason}; it is {truth}.")
    return Verdict(True, length, f"identical: {length} actions, {record.score} by {record.reason}")
