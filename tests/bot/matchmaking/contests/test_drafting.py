"""A contest's draft fits into a button's custom id and is read back unchanged."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from bot.core.errors import UserError
from bot.core.time_controls import TIME_CONTROLS
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import drafting, match_terms
from bot.matchmaking.contests.organizing.drafting import FIELDS, VALUES, Draft
from bot.matchmaking.contests.ui import setting_up
from bot.matchmaking.contests.ui.buttons import Announce, Choose
from games import GAMES
from tests.budgets import first_fast


def at_random(seed: int) -> Draft:
    rng, draft = random.Random(seed), drafting.fresh()
    for field, name in FIELDS.items():
        values = list(VALUES.get(name, ("0",)))
        if name == "game":
            values = [game.key for game in drafting.playable()]
        if name == "preset":
            values = [number for number, _ in drafting.presets_of(GAMES[draft.game])]
        if name == "role":
            values = [str(rng.randrange(2**63))]
        chosen = tuple(rng.sample(list(drafting.TIE_BREAKS), 3)) if field == "b" else (rng.choice(values),)
        draft = drafting.choose(draft, field, chosen)
    return draft


@pytest.mark.slow
@pytest.mark.parametrize("seed", first_fast(range(200), 40))
def test_every_draft_comes_back_as_it_was_and_all_its_buttons_are_whole(seed: int) -> None:
    draft = at_random(seed)
    text = drafting.write(draft)
    assert drafting.read(text) == draft
    assert Announce(text).is_whole
    assert all(Choose(field, text).is_whole for field in FIELDS)
    for tab in ("m", "w", "r"):
        setting_up.screen(tab, draft)  # type: ignore[arg-type]


def test_the_usual_draft_takes_no_room() -> None:
    assert drafting.write(drafting.fresh()) == ""
    assert drafting.read("") == drafting.fresh()


@pytest.mark.parametrize("text", ["zz.zz.zz", "." * 40, "s.nogame.99.never", "........q........", "0" * 84])
def test_what_nobody_can_choose_is_as_usual(text: str) -> None:
    draft = drafting.read(text)
    for field, name in FIELDS.items():
        assert drafting.is_allowed(draft, name, getattr(draft, name)), field


def test_a_role_is_any_id_that_the_database_can_hold() -> None:
    draft = drafting.fresh()
    assert drafting.is_allowed(draft, "role", str(2**63 - 1))
    assert not drafting.is_allowed(draft, "role", str(2**63))


def test_another_game_has_its_own_presets() -> None:
    for game, other in itertools.permutations(drafting.playable(), 2):
        draft = drafting.choose(drafting.fresh(), "g", (game.key,))
        last = drafting.presets_of(game)[-1][0]
        draft = drafting.choose(drafting.choose(draft, "p", (last,)), "g", (other.key,))
        assert draft.preset == drafting.presets_of(other)[0][0]


def test_a_league_has_a_bank_and_what_is_chosen_of_it() -> None:
    draft = msgspec.structs.replace(drafting.fresh(), kind="g", division="9", movers="3", season="60")
    terms = drafting.terms_of(draft, "League", 99)
    assert TIME_CONTROLS[terms.pace].bank is not None
    assert (terms.kind, terms.division, terms.movers, terms.season) == ("league", 9, 3, 60)


def test_a_team_match_plays_the_matches_of_a_board_at_once_and_knows_no_role_of_a_server() -> None:
    draft = msgspec.structs.replace(drafting.read(drafting.AGAINST_A_SERVER), role="77", check_in="1")
    terms = drafting.terms_of(draft, "Clash", 99)
    assert (terms.kind, terms.cycles, terms.at_once, terms.starts_at) == ("teams", 2, 2, 99)
    assert (terms.role, terms.check_in) == (None, 0)


def test_a_ladder_has_no_start_and_no_check_in() -> None:
    draft = msgspec.structs.replace(drafting.fresh(), kind="l", check_in="1")
    terms = drafting.terms_of(draft, "Ladder", 99)
    assert (terms.starts_at, terms.check_in) == (0, 0)


def test_mirrored_ties_are_offered_where_the_game_can_and_are_one_match_of_two_legs() -> None:
    can = {game.key for game in drafting.playable() if game.mirrored(game.options({})) is not None}
    assert can
    for game in drafting.playable():
        draft = drafting.choose(drafting.choose(drafting.fresh(), "g", (game.key,)), "t", ("m",))
        assert (draft.ties == "m") is (game.key in can)
        assert ("m" in {value for value, _, _ in setting_up._ties(draft)}) is (game.key in can)
        terms = drafting.terms_of(msgspec.structs.replace(draft, kind="k"), "Cup", 99)
        legs = game.legs(game.options(terms.options))
        assert (terms.ties, legs) == ((1, 2) if game.key in can else (2, 1))


def test_mirrored_ties_go_where_another_game_or_format_is_chosen() -> None:
    for game in drafting.playable():
        draft = drafting.choose(drafting.choose(drafting.fresh(), "g", (game.key,)), "t", ("m",))
        swiss = drafting.terms_of(msgspec.structs.replace(draft, kind="s"), "Cup", 99)
        assert game.legs(game.options(swiss.options)) == 1
        for other in drafting.playable():
            changed = drafting.choose(draft, "g", (other.key,))
            assert drafting.is_allowed(changed, "ties", changed.ties)


def test_a_game_for_one_person_has_no_contests() -> None:
    (alone,) = [game for game in GAMES.values() if not game.supports_pvp]
    with pytest.raises(UserError, match="is for one person and the bot"):
        match_terms.check(Terms(kind="swiss", name="Cup", game=alone.key))
