"""`python -m tests.contract.remake [GAME …]` plays the golden playthroughs anew; read the difference."""

from __future__ import annotations

import sys

from tests.contract.goldens import FOLDER, make, path_of
from tests.kit.games.known_games import GAMES


def main(keys: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for key in keys or sorted(GAMES):
        for number, text in enumerate(make(key), 1):
            path_of(key, number).write_text(text, encoding="utf-8")
            print(path_of(key, number).name, text.splitlines()[-1])


if __name__ == "__main__":
    main(sys.argv[1:])
