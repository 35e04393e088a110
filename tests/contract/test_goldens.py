"""Golden playthroughs, played again and compared letter by letter. `remake` renews them."""

from __future__ import annotations

import pytest

from games.core.record import read_record, verify
from tests.contract.goldens import FOLDER, PER_GAME, path_of, playthrough, read, record_of
from tests.contract.sights import SAID, said_of
from tests.kit.games.known_games import GAMES

GOLDENS = sorted(FOLDER.glob("*.txt"))

every_golden = pytest.mark.parametrize("path", GOLDENS, ids=lambda path: path.stem)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_registered_game_has_its_golden_playthroughs(key):
    missing = [path_of(key, n).name for n in range(1, PER_GAME + 1) if not path_of(key, n).exists()]
    assert missing == []


@every_golden
def test_a_golden_playthrough_is_shown_to_everybody_as_it_was(path):
    text = path.read_text(encoding="utf-8")
    assert playthrough(*read(text)) == text


@every_golden
def test_a_golden_playthrough_is_a_whole_game(path):
    text = path.read_text(encoding="utf-8")
    assert "result: none" not in text
    assert text.count("truth:") == len(read(text)[3]) + 1


@every_golden
def test_a_golden_playthrough_verifies_as_a_record(path):
    text = path.read_text(encoding="utf-8")
    record = read_record(record_of(text))
    verdict = verify(GAMES[record.game], record)
    assert verdict.identical, verdict.sentence


@every_golden
def test_a_golden_playthrough_belongs_to_a_registered_game(path):
    assert path.stem.rpartition("-")[0] in GAMES


@every_golden
def test_what_a_game_says_of_its_positions_and_what_its_levels_choose_is_as_it_was(path):
    assert said_of(path.name) == (SAID / path.name).read_text(encoding="utf-8")


def test_the_goldens_of_a_game_do_not_all_end_alike():
    for key in GAMES:
        endings = {
            path_of(key, n).read_text(encoding="utf-8").splitlines()[-1] for n in range(1, PER_GAME + 1)
        }
        assert len(endings) > 1
