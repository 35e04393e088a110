"""Match records as text: a header and one action per line. Source: docs/engine.md, section 7."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import structs

from games.core.errors import GameError, Unreadable
from games.core.game import AnyGame, MatchReason, Result
from games.core.vocabulary.documents import is_too_deep

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_LINE = re.compile(r"([1-9][0-9]{0,8})\. (.+)")
_SCORES = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
_ACTS: dict[str, tuple[str, ...]] = {
    MatchReason.RESIGNED: ("1-0", "0-1"),
    MatchReason.TIME: ("1-0", "0-1"),
    MatchReason.AGREED: ("1/2-1/2",),
    MatchReason.ABORTED: (UNFINISHED,),
    MatchReason.CANCELLED: (UNFINISHED,),
    MatchReason.ADJUDICATED: ("1-0", "0-1", "1/2-1/2"),
    "": (UNFINISHED,),
}
"""The scores allowed for each reason that ends a match before its game is over (empty: unfinished)."""


BY_LOT, CHOSEN = "by lot", "chosen"
"""Values of the Sides tag: the seats were drawn at random, or the players chose them."""


class Proof(msgspec.Struct, frozen=True):
    """Optional header tags for recomputing the seed, each as written in the file.

    Attributes:
        commitment: SHA-256 of the host's nonce, in hex.
        nonce: The host's nonce, in hex.
        interactions: Both interaction ids, as `id:id`.
        date: The day on which the match began.
        sides: BY_LOT (drawn from nonce and interactions) or CHOSEN; empty, without a tag, in older records.
    """

    match: str
    commitment: str
    nonce: str
    interactions: str
    date: str
    sides: str = ""


class Record(msgspec.Struct, frozen=True):
    """A match record: header and actions. GEN-2.

    Attributes:
        score: 1-0, 0-1, 1/2-1/2, or * for an unfinished match, whose reason is empty.
        proof: The tags that prove the seed, if the match used a secret of the host and its players.
        drawn: What chance decided (empty: not recorded).
        takebacks: The takebacks of a casual match, “7-5 9-8”: from the length to the length of `actions`.
            The actions are those that were left in force.
    """

    game: str
    ruleset: str
    options: Mapping[str, Any]
    seed: bytes
    seats: tuple[str, str]
    score: str
    reason: str
    actions: tuple[str, ...]
    proof: Proof | None = None
    drawn: str = ""
    takebacks: str = ""


class Replayable(Protocol):
    """A match so far: raw options, the seed, and the actions as text."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The raw options."""
        ...

    @property
    def seed(self) -> bytes:
        """The seed of 32 bytes."""
        ...

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions as text, in order."""
        ...


class Verdict(msgspec.Struct, frozen=True):
    """The outcome of `verify`: identical, or the number of the first action that departs (0: the header)."""

    identical: bool
    number: int
    sentence: str


def score_of(result: Result | None) -> str:
    """Return a result as a PGN score; `*` for None."""
    return UNFINISHED if result is None else _SCORES[result.winner]


def write_record(record: Record) -> str:
    """Return the text of a record, which `read_record` can read."""
    tags = {
        "Game": record.game,
        "Ruleset": record.ruleset,
        "Options": json.dumps(dict(record.options), ensure_ascii=False, separators=(",", ":")),
        "Seed": record.seed.hex(),
        "Seats": " - ".join(record.seats),
        "Result": record.score,
        "Reason": record.reason,
        **_proof_tags(record.proof),
        **({"Drawn": record.drawn} if record.drawn else {}),
        **({"Takebacks": record.takebacks} if record.takebacks else {}),
    }
    header = "\n".join(f'[{name} "{_escape(value)}"]' for name, value in tags.items())
    lines = "".join(f"{number}. {text}\n" for number, text in enumerate(record.actions, 1))
    return f"{header}\n\n{lines}"


def _proof_tags(proof: Proof | None) -> dict[str, str]:
    """Return the proof's tags. They come after all others; readers that don't know them ignore them."""
    if proof is None:
        return {}
    tags = {name.title(): value for name, value in structs.asdict(proof).items()}
    return tags if proof.sides else {name: value for name, value in tags.items() if name != "Sides"}


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def read_record(text: str) -> Record:
    """Return the record in a text; raise Unreadable, naming the line or tag that is wrong."""
    tags: dict[str, str] = {}
    actions: list[str] = []
    for place, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        found = list(_TAG.finditer(line)) if line.startswith("[") else []
        if found:
            _add_tags(tags, found)
            continue
        entry = _LINE.fullmatch(line)
        if entry is None or int(entry[1]) != len(actions) + 1:
            raise Unreadable(f"Line {place} should be “{len(actions) + 1}. ACTION”.")
        actions.append(entry[2])
    return _from_tags(tags, tuple(actions))


def _add_tags(tags: dict[str, str], found: Sequence[re.Match[str]]) -> None:
    for tag in found:
        if tag[1] in tags:
            raise Unreadable(f"The header has [{tag[1]} …] twice.")
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])


def _proof_in(tags: Mapping[str, str]) -> Proof | None:
    names = Proof.__struct_fields__
    if not any(name.title() in tags for name in names):
        return None
    return Proof(**{name: tags.get(name.title(), "") for name in names})


def _from_tags(tags: Mapping[str, str], actions: tuple[str, ...]) -> Record:
    for name in ("Game", "Ruleset", "Options", "Seed"):
        if name not in tags:
            raise Unreadable(f"The header has no [{name} …].")
    if is_too_deep(tags["Options"].encode(errors="replace")):
        raise Unreadable("The header's Options are nested too deeply.")
    try:
        options, seed = json.loads(tags["Options"]), bytes.fromhex(tags["Seed"])
    except ValueError:
        raise Unreadable("The header's Options must be JSON, and its Seed must be hex.") from None
    if not isinstance(options, dict):
        raise Unreadable("The header's Options must be a JSON object.")
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
        _proof_in(tags),
        tags.get("Drawn", ""),
        tags.get("Takebacks", ""),
    )


def with_drawn(game: AnyGame, record: Record) -> Record:
    """Return the record of a finished match with its `drawn` line filled in."""
    return structs.replace(record, drawn=game.drawn(tuple(replay(game, record))))


def replay(game: AnyGame, record: Replayable) -> Iterator[Any]:
    """Yield the states of a record, starting with the initial one.

    While both seats are to act, the lower seat's action comes first.

    Raises:
        OptionError: The options are wrong.
        ValueError: The seed isn't 32 bytes.
        Unreadable: An action isn't in the game's notation; the states before it have been yielded.
        Illegal: An action may not be played; the states before it have been yielded.
    """
    state = game.new(game.options(record.options), record.seed)
    yield state
    for text in record.actions:
        acting = game.to_act(state)
        seat = acting[0] if acting else 0
        state = game.play(state, seat, game.parse(game.view(state, seat), text)).state
        yield state


class Replayed(msgspec.Struct, frozen=True):
    """A replayed record.

    Attributes:
        number: The number of actions replayed, or of the first action that departs (0: the header).
        state: The last state, if no action departs.
        fault: How the record departs (empty: it doesn't).
    """

    number: int
    state: Any = None
    fault: str = ""


def verify(game: AnyGame, record: Record) -> Verdict:
    """Return whether every action and the result of a record are right by this ruleset."""
    replayed = play_again(game, record)
    if replayed.fault:
        return Verdict(False, replayed.number, replayed.fault)
    length, fault = len(record.actions), result_fault(game, record, replayed.state)
    if fault:
        return Verdict(False, length, fault)
    end = "" if game.result(replayed.state) is None else f", {record.score} by {record.reason}"
    return Verdict(True, length, f"identical: {length} actions{end}")


def play_again(game: AnyGame, record: Record) -> Replayed:
    """Replay a record by the rules and its seed until its end or the first action that departs."""
    ruleset = _ruleset_here(game, record)
    if game.former_rulesets.get(record.ruleset, record.ruleset) != ruleset:
        return Replayed(0, fault=f"The record is for ruleset {record.ruleset}; this is {ruleset}.")
    states, coming = list[Any](), replay(game, record)
    while True:
        try:
            states.append(next(coming))
        except StopIteration:
            if record.drawn and record.drawn != game.drawn(states):
                return Replayed(0, fault="What the record says was drawn isn't what its seed gives.")
            return Replayed(len(states), states[-1])
        except (GameError, ValueError) as error:
            return Replayed(len(states), fault=_departure(record, len(states), str(error)))


def _ruleset_here(game: AnyGame, record: Record) -> str:
    """Return our ruleset id for the record's options.

    Options that we can't read belong to another ruleset, unless the record names ours: then the replay
    reports them as a fault of the header.
    """
    try:
        return game.ruleset_of(game.options(record.options))
    except GameError:
        ours = record.ruleset.partition("+")[0] == game.ruleset
        return record.ruleset if ours else game.ruleset


def _departure(record: Record, number: int, why: str) -> str:
    if number == 0:
        return f"The record departs from the rules in the header: {why}"
    return f"The record departs from the rules at action {number} ({record.actions[number - 1]}): {why}"


def result_fault(game: AnyGame, record: Record, state: Any) -> str:
    """Return what's wrong with the header's result and reason, given the last state; empty if nothing."""
    result = game.result(state)
    if result is not None:
        if (record.score, record.reason) == (score_of(result), str(result.reason)):
            return ""
        truth = f"{score_of(result)} by {result.reason}"
        return f"The record says {record.score} by {record.reason}; the replay says {truth}."
    if record.score in _ACTS.get(record.reason, ()):
        return ""
    if record.reason in _ACTS:
        return f"The record says {record.score} by {record.reason or 'nothing'}; those don't go together."
    return f"The record says {record.score} by {record.reason}, but the game isn't over."
