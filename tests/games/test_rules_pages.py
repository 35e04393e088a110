"""The rules as pages: the last one says how to play well, and a match opens the page that helps now."""

from __future__ import annotations

import pytest

from games import GAMES
from games.core.game import MatchReason, Result
from games.core.selfplay import numbered_seed, playing
from tests.kit.games import ccc_table
from tests.kit.phone import MOST_LINES, phone_lines

HELPS = {
    "creators": {"The preview", "Roll, then move", "Capture and coming home", "How it ends"},
    "decoy": {"Your army", "Moving", "Who is who?", "Fog", "Attacking and healing", "What the channel sees"},
    "ccc": {"The idea", "A turn", "Attacks", "Stacking", "Nice Flag"},
    "alpha": {"Alpha Duel", "A turn", "Combat", "The end"},
}
"""Pages that a match of each game must open, at least."""
MOST_ACTIONS = 300

every_game = pytest.mark.parametrize("key", sorted(HELPS))


WELL = "How to play well"


@every_game
def test_the_last_pages_say_how_to_play_well_with_a_picture(key):
    pages = GAMES[key].rules()
    well = [page for page in pages if page.title.startswith(WELL)]
    assert well == list(pages[-len(well) :])
    assert 600 < sum(len(page.text) for page in well) <= 1500
    assert well[0].scene is not None
    assert "**In the picture**" in well[0].text


@every_game
def test_a_page_of_two_on_how_to_play_well_fits_on_a_phone(key):
    well = [page for page in GAMES[key].rules() if page.title.startswith(f"{WELL}: ")]
    assert not [page.title for page in well if len(phone_lines(page.text)) > MOST_LINES]


def states(game, number):
    """Return the first states of a match between two players of the first level."""
    options, seed = game.options({}), numbered_seed(number)
    player = next(iter(game.players.values()))
    yield game.new(options, seed)
    for count, (_, state) in enumerate(playing(game, options, seed, (player, player), 200)):
        if count > MOST_ACTIONS:
            return
        yield state


@pytest.mark.slow
@every_game
def test_a_match_opens_the_page_that_helps_now(key):
    game, opened = GAMES[key], set()
    titles = [page.title for page in game.rules()]
    for number in range(2):
        for state in states(game, number):
            opened |= {titles[game.rules_page(game.view(state, who))] for who in (0, 1, None)}
    assert opened >= HELPS[key]
    assert not [title for title in opened if title.startswith(WELL)]


def test_CCC_34_the_page_about_frozen_pieces_opens_for_the_player_whose_pieces_are():
    game = GAMES["ccc"]
    titles = [page.title for page in game.rules()]
    for reply, black in (("N@c6", "Frozen"), ("N@c3", "Nice Flag")):
        state = ccc_table.play(ccc_table.put("Nd1 Fb2 fd5 fh7 ca8"), f"{reply}{{Cool move.}}")
        opened = [titles[game.rules_page(game.view(state, who))] for who in (0, 1, None)]
        assert opened == ["Nice Flag", black, "Nice Flag"]


def test_CCC_34_the_picture_of_frozen_pieces_marks_those_beside_the_flag():
    frozen = next(page for page in GAMES["ccc"].rules() if page.title == "Frozen")
    assert "Black's Flats on c6, d5 and e7 and the stack on e5 are frozen (!)" in frozen.text
    (danger,) = (mark for mark in frozen.scene.marks if mark.kind == "danger")
    assert set(danger.squares) == {"c6", "d5", "e7", "e5"}


@every_game
def test_a_match_that_begins_opens_another_page_than_one_that_is_over(key):
    game = GAMES[key]
    first = game.new(game.options({}), bytes(32))
    over = game.ended(first, Result(1, MatchReason.RESIGNED))
    assert game.rules_page(game.view(first, 0)) != game.rules_page(game.view(over, 0))


def test_the_rules_of_creators_show_both_sides_where_a_match_begins():
    game = GAMES["creators"]
    shown = next(page.scene for page in game.rules() if page.scene.subtitle == "Everyone at home")
    begun = game.scene(game.view(game.new(game.options({}), bytes(32)), None))
    for scene in (shown, begun):
        assert len(scene.tokens) == 64
    assert placed(shown) == placed(begun)
    armies = {f"home{seat}": {square for square, side in placed(begun) if side == seat} for seat in (0, 1)}
    assert {tint.kind: set(tint.squares) for tint in shown.tints} == armies


def placed(scene):
    return {(token.square, token.seat) for token in scene.tokens}


def test_the_tips_of_creators_name_no_pattern_and_show_none():
    (page,) = (page for page in GAMES["creators"].rules() if page.scene and page.title.startswith(WELL))
    assert {tint.kind for tint in page.scene.tints} == {"home0", "home1"}
