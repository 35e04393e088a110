"""Play the golden playthroughs anew and write them, with all the texts shown along the way, to their files.

Run it as `python -m tests.contract.remake [GAME …]`, then read the difference.
"""

from __future__ import annotations

import sys

from tests.contract.goldens import FOLDER, make, path_of
from tests.contract.sights import SAID, said_of
from tests.kit.games.known_games import GAMES


def main(keys: list[str]) -> None:
    for folder in (FOLDER, SAID):
        folder.mkdir(exist_ok=True)
    for key in keys or sorted(GAMES):
        for number, text in enumerate(make(key), 1):
            path_of(key, number).write_text(text, encoding="utf-8")
            name = path_of(key, number).name
            (SAID / name).write_text(said_of(name), encoding="utf-8")
            print(path_of(key, number).name, text.splitlines()[-1])


if __name__ == "__main__":
    main(sys.argv[1:])
