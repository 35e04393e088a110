"""Which matches are rated: those with a rated preset, and no card promises more."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bot.core.terms import PEOPLE, MatchTerms, may_count
from bot.matchmaking.challenges import challenging, offering, rematching
from bot.play.matches import ending
from bot.play.wording import matches
from games import GAMES, AnyGame, OptionError
from games.core.vocabulary.options import OptionSpec, options_data
from games.core.vocabulary.presets import Preset
from storage import Match
from storage.rows import Challenge
from tests.kit.games.playouts import values_of
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.table import table

RULES_ONLY = "casual: custom rules aren't rated"
SPECS = [
    pytest.param(key, spec, id=f"{key}-{spec.name}")
    for key, game in sorted(GAMES.items())
    for spec in game.option_specs
]
PRESETS = [
    pytest.param(key, preset, id=f"{key}-{preset.name}")
    for key, game in sorted(GAMES.items())
    for preset in game.presets
]
POSITION = "8/8/8/8/4s3/3L4/8/7S w 0,0 00 0 9"
HELD = {"legs", "compliments", "noRematchAfterDraw", "signs", "notes"}
"""Options about a match's course and look.

All others may favor a player, even those about what's seen of a pattern.
"""
FREE = {"layout": "random", "position": POSITION, "pattern": "scribble-1020c19fe4000"}


def others(game: AnyGame, spec: OptionSpec) -> list[dict[str, Any]]:
    """Return all sets of options that differ from the defaults only in this option, as far as possible."""
    usual = options_data(game.options({}))[spec.name]
    listed = [v for v in values_of(game, spec)[:40] if v != usual]
    values = [*listed, FREE[spec.name]] if spec.free else listed
    found = []
    for value in values:
        try:
            found.append(options_data(game.options({spec.name: value})))
        except OptionError:
            continue
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("key", "spec"), SPECS)
def test_every_option_that_changes_the_rules_makes_a_match_casual(key: str, spec: OptionSpec) -> None:
    game = GAMES[key]
    level = next(iter(game.players))
    for options in others(game, spec):
        for levels in (PEOPLE, (None, level), (level, None)):
            counts = any(preset.rated and _same(game, options, preset) for preset in game.presets)
            assert may_count(MatchTerms(key, options, "1d"), levels) == counts, (options, levels)


def _same(game: AnyGame, options: dict[str, Any], preset: Preset) -> bool:
    """Return whether options are a preset's, apart from those in `HELD`."""
    usual = options_data(game.options(preset.options))
    return all(options[name] == usual[name] for name in usual.keys() - HELD)


@pytest.mark.parametrize(("key", "preset"), PRESETS)
def test_a_preset_counts_where_it_is_even_and_its_card_calls_it_by_its_name(key: str, preset: Preset) -> None:
    terms = MatchTerms(key, dict(preset.options), "1d")
    assert may_count(terms) == preset.rated
    line = matches.terms(msgspec.structs.replace(terms, rated=preset.rated))
    casual = f"casual: {preset.name} isn't rated"
    assert f" · {preset.name} · {'rated' if preset.rated else casual}" in line


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_presets_of_a_game_have_names_and_differ(key: str) -> None:
    presets = GAMES[key].presets
    assert not presets[0].options
    assert any(preset.rated for preset in presets)
    assert len({preset.name for preset in presets}) == len(presets)
    every = [options_data(GAMES[key].options(preset.options)) for preset in presets]
    assert all(options not in every[:at] for at, options in enumerate(every))
    assert all(len(preset.about) <= 80 for preset in presets)


@pytest.mark.parametrize("key", sorted(GAMES))
def test_the_first_rated_preset_counts_with_a_clock_or_against_the_bot(key: str) -> None:
    game = GAMES[key]
    preset = next(preset for preset in game.presets if preset.rated)
    usual, level = options_data(game.options(preset.options)), next(iter(game.players))
    clocked, free = MatchTerms(key, usual, "1d"), MatchTerms(key, usual, "none")
    assert may_count(clocked)
    assert not may_count(free)
    assert may_count(free, (None, level))
    assert not may_count(clocked, (None, "a program of the host"))


def test_a_deck_of_one_s_own_never_counts_whoever_holds_it() -> None:
    game = GAMES["alpha"]
    assert game.documents is not None
    own = json.loads(game.documents.example())
    for decks in ((own, "balanced"), ("balanced", own), (own, own)):
        options = options_data(game.options({"decks": list(decks)}))
        for levels in (PEOPLE, (None, "alpha"), ("alpha", None)):
            assert not may_count(MatchTerms("alpha", options, "1d"), levels)


async def offered(here: House, game: str, **raw: Any) -> Challenge:
    return await offering.offer(here.app, MARA, TOM, 0, MatchTerms(game, raw, "1d"), PLACE, 901)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "raw"),
    [
        ("ccc", {"position": POSITION}),
        ("ccc", {"first": "white"}),
        ("creators", {"mustCapture": "on"}),
        ("creators", {"pattern": "O"}),
        ("creators", {"memoryAid": "visible"}),
        ("creators", {"previewSeconds": 60}),
        ("decoy", {"heal": "all"}),
    ],
)
async def test_between_people_a_challenge_by_other_rules_is_casual_from_the_start_and_says_so(
    here: House, game: str, raw: dict[str, Any]
) -> None:
    challenge = await offered(here, game, **raw)
    assert not challenge.rated
    assert RULES_ONLY in matches.challenge_text(challenge)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    assert not match.rated


async def test_a_challenge_that_stood_as_rated_is_casual_all_the_same(here: House) -> None:
    """The rule also applies to challenges from before it, when they're accepted."""
    challenge = await offered(here, "creators", mustCapture="on")
    async with here.app.database.write() as w:
        await w.fetch("UPDATE challenges SET rated = 1", {})
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    assert not match.rated


async def test_how_a_match_is_held_does_not_matter(here: House) -> None:
    for game, raw in (("creators", {"legs": 2}), ("ccc", {"compliments": "off"})):
        assert (await offered(here, game, **raw)).rated


async def ended(here: House, game: str, **raw: Any) -> Match:
    challenge = await offered(here, game, **raw)
    _, match = await challenging.accept(here.app, challenge.id, TOM, 902, 300)
    await ending.resign(here.app, match.id, TOM.id)
    return match


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ccc", "decoy", "creators"])
async def test_a_rematch_counts_although_the_rules_decide_who_begins(here: House, game: str) -> None:
    match = await ended(here, game)
    for number in range(3):
        again = await rematching.again_with_person(here.app, match.id, MARA, 910 + number)
        assert isinstance(again, Challenge)
        assert again.rated
        _, match = await challenging.accept(here.app, again.id, TOM, 920 + number, 300)
        assert match.rated
        await ending.resign(here.app, match.id, TOM.id)


async def test_a_rematch_of_other_rules_is_casual_too(here: House) -> None:
    match = await ended(here, "ccc", quiet=7)
    again = await rematching.again_with_person(here.app, match.id, MARA, 910)
    assert isinstance(again, Challenge)
    assert not again.rated
    assert RULES_ONLY in matches.challenge_text(again)


async def test_a_rematch_against_the_bot_counts_too(here: House) -> None:
    match = await here.match_with_ai(0, game="ccc", pace="none")
    await ending.resign(here.app, match.id, MARA.id)
    again = await rematching.again_with_bot(here.app, match.id, MARA, 8, PLACE.channel)
    assert again is not None
    assert (again.options["first"], again.rated) == ("white", True)
    assert (await here.started(again, 99)).rated


@pytest.mark.slow
async def test_the_cards_say_why_a_match_is_casual() -> None:
    async with table("mara", "tom") as t:
        card = await t.mara.slash("/creators challenge", opponent=t.tom, must_capture="on", rated=True)
        assert RULES_ONLY in card.text
        assert "· rated" not in card.text
        card = await t.mara.slash("/creators challenge", opponent=t.tom, time="none")
        assert "casual: it only counts with a clock" in card.text
        card = await t.mara.slash("/alpha play", pressure="mill1", deck="giants")
        assert RULES_ONLY in card.text
        card = await t.mara.slash("/alpha play", pressure="mill1")
        assert "casual: Pressure isn't rated" in card.text
        card = await t.mara.slash("/creators challenge", opponent=t.tom, rated=False)
        assert card.text.count("casual") == 1
        assert RULES_ONLY not in card.text
