"""A new game's skeleton: the example under another key and title."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from games import GAMES
from slowplay.skeletons import PYTEST, ROOT, STRUCTURE, Line, Skeleton, SkeletonError, build, check_name

LONGEST_TITLE = 40
EXAMPLE = "tictactoe"
CHECKS = (
    "tests/architecture/test_rulings.py",
    "tests/architecture/test_games_are_not_named.py",
    "tests/architecture/test_playground_stands_alone.py",
    "tests/bot/discord_kit/test_command_permissions.py",
)
"""The tests that notice a key or a title that means something already."""
CHECKLIST = """{title} can be played: python -m slowplay play, then /{key} challenge.
What only you can write is in CONTRIBUTING.md, “Adding a game”, from step 2:
  games/{key}/          the rules, the picture, the levels and their names, and RULES.md
  docs/rulings/{key}.md a ruling for each open question, with a test in tests/games/{key}/
  docs/engine.md, docs/rulings/README.md, docs/commands.md, README.md, CHANGELOG.md
                        what their lines about {key} say: sides, options, a sentence for players
  python -m tests.contract.remake {key}, whenever the rules have changed; read what it plays
These lines still speak of the example:
{leftovers}"""
OF_THE_EXAMPLE = re.compile(r"tic-tac-toe|three in a row|\b[XO]\b", re.I)


def new_game(key: str, title: str, root: Path = ROOT) -> str:
    """Write the skeleton of a game, and return the checklist of what's left.

    Raises:
        SkeletonError: It can't be written; nothing has changed.
    """
    _check(key, title, root)
    skeleton = _skeleton(key, title)
    build(skeleton, root)
    leftovers = "\n".join(f"  {place}" for place in _leftovers(skeleton, root))
    return CHECKLIST.format(key=key, title=title, leftovers=leftovers)


def _leftovers(skeleton: Skeleton, root: Path) -> Iterator[str]:
    """Yield the copied files that still speak of the example, with the numbers of their lines."""
    for target in sorted(skeleton.copies.values()):
        for path in sorted((root / target).rglob("*.*")) if (root / target).is_dir() else [root / target]:
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            found = [str(number) for number, line in lines if OF_THE_EXAMPLE.search(line)]
            if found:
                yield f"{path.relative_to(root)}: {', '.join(found)}"


def _check(key: str, title: str, root: Path) -> None:
    check_name(key, root)
    rulings = (page.read_text(encoding="utf-8") for page in (root / "docs/rulings").glob("*.md"))
    if key in (*GAMES, EXAMPLE) or any(f"### {key.upper()}-1:" in page for page in rulings):
        raise SkeletonError(f"“{key}” is taken, as a game or as the letters of rulings. Choose another key.")
    if not re.fullmatch(r"[^\W_](?:[\w '’:.–-]{0,38}[\w.’])?", title) or not title.isprintable():
        raise SkeletonError(
            f"“{title}” can't be a title: it has 1 to {LONGEST_TITLE} letters, digits, spaces, and ' : . -."
        )
    taken = {game.title.casefold() for game in GAMES.values()} | {"tic-tac-toe"}
    if title.casefold() in taken:
        raise SkeletonError(f"There is already a game called “{title}”.")


def _skeleton(key: str, title: str) -> Skeleton:
    return Skeleton(
        copies={
            "examples/tictactoe/RULINGS.md": f"docs/rulings/{key}.md",
            "examples/tictactoe": f"games/{key}",
            "tests/games/tictactoe": f"tests/games/{key}",
            "tests/kit/worlds/worlds_tictactoe.py": f"tests/kit/worlds/worlds_{key}.py",
        },
        words={
            "`examples/tictactoe/RULES.md`](": f"`games/{key}/RULES.md`](../../games/{key}/",
            "examples.tictactoe": f"games.{key}",
            "tictactoe": key,
            "TICTACTOE": key.upper(),
            "TicTacToe": key.capitalize(),
            "Tic-Tac-Toe": title,
            "Hamster": f"{key.capitalize()}hamster",
            "Hedgehog": f"{key.capitalize()}hedgehog",
        },
        lines=_lines(key, title),
        steps=(
            ("tests.contract.remake", key),
            STRUCTURE,
            (*PYTEST, f"tests/games/{key}", *CHECKS),
        ),
    )


def _lines(key: str, title: str) -> tuple[Line, ...]:
    name, letters, table = key.capitalize(), key.upper(), r"((?:\|.*\n)+)"
    commands = ", ".join(f"`/{key} {verb}`" for verb in ("play", "challenge", "rules", "leaderboard"))
    told = f"| {commands} | {title}: play the bot, challenge someone, read the rules, see the rankings |"
    places = (
        ("games/__init__.py", r"^(?=from games\.core\.errors)", f"from games.{key} import {name}"),
        ("docs/engine.md", rf"^\| `\w+` \| .* \| `\w+/\d+` \|.*\n{table}",
         f"| `{key}` | {title} | `{key}/1` | X | O |"),
        ("docs/engine.md", rf"^\| game \| name \| default \|.*\n{table}",
         f"| `{key}` | `first` | `X` | `O` | | usual |"),
        ("docs/rulings/README.md", rf"^\| page \| ids \|.*\n{table}",
         f"| [{title}]({key}.md) | {letters}-1 to {letters}-2 | who begins, the last square |"),
        ("docs/rulings/README.md", rf"^\| game \| ruleset \|\n{table}", f"| {title} | `{key}/1` |"),
        ("docs/commands.md", r"^\| `/resign` \|.*\n", told),
        ("README.md", r"^- \*\*.*games/\w+/RULES\.md.*\n(- \*\*.*\n)*",
         f"- **[{title}](games/{key}/RULES.md).** Take turns to mark a square: three in a row win."),
    )  # fmt: skip
    return (
        *(Line(file, place, f"\\g<0>{line}\n") for file, place, line in places),
        Line("games/__init__.py", r"^(_OURS.*)\)$", f"\\1, {name}())"),
        Line(
            "CHANGELOG.md",
            r"^## \[Unreleased\]\n(\n### For players\n)?",
            f"## [Unreleased]\n\n### For players\n- **{title}** (`{key}/1`): a new game.\n",
        ),
    )
