"""A contest's draft: what can be chosen, what fits into a button, and which terms follow or are refused."""

from __future__ import annotations

import itertools
import random

import msgspec
import pytest

from bot.core.errors import UserError
from bot.core.time_controls import TIME_CONTROLS
from bot.matchmaking.contests.log.terms import Terms
from bot.matchmaking.contests.organizing import drafting, making, match_terms, teaming
from bot.matchmaking.contests.organizing.drafting import FIELDS, VALUES, Draft
from bot.matchmaking.contests.ui import sentences, setting_up
from bot.matchmaking.contests.ui.buttons import Announce, Change, Choose
from games import GAMES
from tests.budgets import first_fast
from tests.kit.contests.stage import HERE, MANAGER, ORGANIZER, Stage
from tests.kit.seen import seen


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


def test_every_draft_that_can_be_chosen_fits_into_a_button() -> None:
    longest = drafting.fresh()
    for field, name in drafting.FIELDS.items():
        if name in ("role", "tie_breaks"):
            continue
        values = drafting.VALUES.get(name) or (
            [game.key for game in drafting.playable()] if name == "game" else ["0"]
        )
        longest = drafting.choose(longest, field, (max(values, key=len),))
    longest = drafting.choose(longest, "e", (str(2**63 - 1),))
    longest = drafting.choose(longest, "b", tuple(drafting.TIE_BREAKS))
    longest = msgspec.structs.replace(longest, contest="abcd2345")
    assert drafting.read(drafting.write(longest)) == longest
    for tab in ("m", "w", "r"):
        setting_up.screen(tab, longest)
    assert Announce(drafting.write(longest)).is_whole
    assert Change(drafting.write(longest)).is_whole


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


def offered(draft: Draft) -> str:
    """Return the letters of all fields that can be chosen on the tabs of the panel."""
    tabs: tuple[setting_up.Tab, ...] = ("m", "w", "r")
    ids = [
        str(part.get("custom_id", "")) for tab in tabs for part in seen(setting_up.screen(tab, draft)).parts()
    ]
    return "".join(id.split("|")[2] for id in ids if id.startswith("sp|c-set|"))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("s", "kgpcfsilhenbyx"),
        ("r", "kgpcfsilheoubyx"),
        ("k", "kgpcfsilhetyx"),
        ("d", "kgpcfsilhetyx"),
        ("l", "kgpcfslheyx"),
        ("g", "kgpfsilheovmwbyx"),
        ("t", "kgpcfslhtyx"),
    ],
)
def test_each_format_offers_its_own_fields_and_what_is_announced_keeps_format_and_game(
    kind: str, fields: str
) -> None:
    draft = msgspec.structs.replace(drafting.fresh(), kind=kind)
    assert offered(draft) == fields
    assert offered(msgspec.structs.replace(draft, contest="abcd2345")) == fields.removeprefix("kg")


async def test_a_name_that_the_server_does_not_want_is_refused_and_so_is_a_start_nobody_can_read(
    on_stage: Stage,
) -> None:
    await on_stage.house.set_on_server(word_list=("grr",))
    for name, start, why in (
        ("A grr cup", "in 1 day", "word"),
        ("Cup", "whenever", "I can't read “whenever” as a time."),
        ("Cup", "in 900 days", "too far away"),
    ):
        with pytest.raises(UserError, match=why):
            await announce(on_stage, name, start)
    async with on_stage.app.database.read() as r:
        assert not await r.fetch("SELECT id FROM contests", {})


async def test_a_game_that_the_server_does_not_want_is_refused_and_a_casual_server_has_casual_matches(
    on_stage: Stage,
) -> None:
    await on_stage.house.set_on_server(games=("ccc",), rated=False)
    terms = [Terms(kind="swiss", name="Cup", game=game, pace="3d") for game in ("decoy", "ccc")]
    with pytest.raises(UserError, match="This server only plays Collapsable Construct Collision"):
        await teaming.as_allowed(on_stage.app, terms[0], MANAGER, HERE)
    assert not (await teaming.as_allowed(on_stage.app, terms[1], MANAGER, HERE)).rated


async def announce(on_stage: Stage, name: str, start: str) -> None:
    terms = await drafting.build_terms(on_stage.app, MANAGER, drafting.fresh(), name, start)
    await making.create(on_stage.app, ORGANIZER, terms, HERE)


def test_a_league_says_how_its_seasons_go() -> None:
    terms = Terms(kind="league", name="League", game="ccc", division=9, movers=2, season=60, at_once=2)
    assert sentences.how(terms) == (
        "You play everyone in your division of about 9, up to 2 matches at a time. A season lasts 60 days; "
        "then 2 go up and 2 down."
    )
