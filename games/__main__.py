"""The command line of the games: `python -m games new | verify | selfplay | perft | puzzles`."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from games import GAMES, GameError
from games.core.checks import proof_checks
from games.core.record import Record, read_record, verify, with_drawn, write_record
from games.core.selfplay import numbered_seed, perft, play_match
from games.core.teaching.finding import find_puzzles, play_courses
from games.core.vocabulary.puzzles import Course, read_puzzle, write_puzzle
from games.new_game import new_game
from slowplay.skeletons import SkeletonError
from slowplay.terminal import Row, Table, add_json, show, track

_VERIFY = "Replay a record and find the first action that breaks the rules."
_SELFPLAY = "Let the bot's levels play each other and count the results."
_PUZZLES = "Find puzzles in matches of the bot's levels, or in records, and add them to a file."
_NEW = "Write the skeleton of a new game, in a checkout."
_PERFT = "Count the action sequences of a given length from the start of a game."


def main(arguments: list[str], program: str = "python -m games") -> int:
    """Run one command; the exit status is 0 when all is well. program: what help calls this."""
    parsed = _parser(program).parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (GameError, SkeletonError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    commands = parser.add_subparsers(required=True)
    check = commands.add_parser("verify", help=_VERIFY, description=_VERIFY)
    check.add_argument("file", type=Path, help="the record of a match (a text file)")
    check.set_defaults(run=_verify)
    matches = commands.add_parser("selfplay", help=_SELFPLAY, description=_SELFPLAY)
    matches.add_argument("game", choices=sorted(GAMES))
    matches.add_argument("--levels", default=None, help="two levels, e.g. medium,easy")
    matches.add_argument("-n", type=int, default=10, help="number of matches (default: 10)")
    matches.add_argument("--options", type=json.loads, default={}, help="match options as JSON")
    matches.add_argument("--records", type=Path, help="folder for the records")
    add_json(matches)
    matches.set_defaults(run=_selfplay)
    counting = commands.add_parser("perft", help=_PERFT, description=_PERFT)
    counting.add_argument("game", choices=sorted(GAMES))
    counting.add_argument("depth", type=int, help="actions per sequence")
    counting.add_argument("--options", type=json.loads, default={}, help="match options as JSON")
    counting.add_argument("--seed", type=bytes.fromhex, default=bytes(32), help="32 bytes in hex")
    counting.set_defaults(run=_perft)
    finding = commands.add_parser("puzzles", help=_PUZZLES, description=_PUZZLES)
    finding.add_argument("game", choices=sorted(key for key, game in GAMES.items() if game.analyst))
    finding.add_argument("file", type=Path, help="where they are added, one a line")
    finding.add_argument("-n", type=int, default=10, help="number of matches (default: 10)")
    finding.add_argument("--first", type=int, default=0, help="number of the first match (default: 0)")
    finding.add_argument("--options", type=json.loads, default={}, help="match options as JSON")
    finding.add_argument("--records", type=Path, nargs="*", help="records to look through instead")
    finding.set_defaults(run=_puzzles)
    starting = commands.add_parser("new", help=_NEW, description=_NEW)
    starting.add_argument("key", help="its name in commands and records: small letters")
    starting.add_argument("title", help="its name for people")
    starting.set_defaults(run=_new)
    return parser


def _new(parsed: argparse.Namespace) -> int:
    print(new_game(parsed.key, parsed.title))
    return 0


def _verify(parsed: argparse.Namespace) -> int:
    try:
        record = read_record(parsed.file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        raise GameError(f"{parsed.file} isn't a UTF-8 text file.") from None
    if record.game not in GAMES:
        raise GameError(f"There's no game “{record.game}”. Games: {', '.join(sorted(GAMES))}.")
    verdict = verify(GAMES[record.game], record)
    print(verdict.sentence)
    return 0 if verdict.identical and _is_proved(record) else 1


def _is_proved(record: Record) -> bool:
    """Whether no problem is found with where the seed comes from; prints what each check found."""
    if record.proof is None:
        return True
    found = proof_checks(record)
    for check in found:
        print(f"{check.subject}: {check.sentence}")
    print("Players and date: the file alone can't prove these; only the host that kept the match can.")
    return all(check.fine is not False for check in found)


def _selfplay(parsed: argparse.Namespace) -> int:
    game = GAMES[parsed.game]
    first, _, second = (parsed.levels or f"{next(iter(game.players))},").partition(",")
    levels = (first, second or first)
    unknown = [level for level in levels if level not in game.players]
    if unknown:
        raise GameError(f"{game.title} has no level “{unknown[0]}”. Levels: {', '.join(game.players)}.")
    outcomes: Counter[tuple[str, str]] = Counter()
    for number in track(range(parsed.n), "Matches", parsed.n):
        record = play_match(game, parsed.options, numbered_seed(number), levels)
        outcomes[record.score, record.reason] += 1
        if parsed.records:
            parsed.records.mkdir(parents=True, exist_ok=True)
            text = write_record(with_drawn(game, record))
            (parsed.records / f"{game.key}-{number}.txt").write_text(text, encoding="utf-8")
    title = (
        f"{game.title}: {levels[0]} as {game.seats[0]}, {levels[1]} as {game.seats[1]}, {parsed.n} matches"
    )
    rows: list[Row] = [
        {"result": score, "reason": reason, "matches": count}
        for (score, reason), count in outcomes.most_common()
    ]
    show([Table("outcomes", title, rows)], as_json=parsed.json)
    return 0


def _perft(parsed: argparse.Namespace) -> int:
    game = GAMES[parsed.game]
    print(perft(game, game.new(game.options(parsed.options), parsed.seed), parsed.depth))
    return 0


def _puzzles(parsed: argparse.Namespace) -> int:
    game, file = GAMES[parsed.game], parsed.file
    known = [read_puzzle(line) for line in file.read_text().splitlines()] if file.exists() else []
    courses = (
        _courses(parsed) if parsed.records else play_courses(game, parsed.options, parsed.first, parsed.n)
    )
    counted = track(courses, "Matches", len(parsed.records or ()) or parsed.n)
    assert game.analyst is not None
    kinds: Counter[str] = Counter()
    with file.open("a") as lines:
        for puzzle in find_puzzles(game, game.analyst, counted, known):
            kinds[puzzle.kind] += 1
            lines.write(f"{write_puzzle(puzzle)}\n")
    print(", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "none")
    return 0


def _courses(parsed: argparse.Namespace) -> Iterator[Course]:
    for path in parsed.records:
        record = read_record(path.read_text(encoding="utf-8-sig"))
        yield Course(record.options, record.seed, record.actions)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
