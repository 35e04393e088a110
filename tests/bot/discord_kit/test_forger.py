"""Forged interactions: every verb, with versions and drafts that no panel of the forger's ever had.

The same match is played twice, alike to the forger; only what's hidden from them differs. Whatever they
forge, they and everybody else get the same in both worlds, and other people's rows stay untouched.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import pytest

from bot import features
from bot.community.privacy import leaving
from bot.discord_kit.components.buttons import Button, Name
from bot.discord_kit.interactions.context import Interaction, UiContext, say
from bot.discord_kit.interactions.feature import Feature, Features
from tests.budgets import budget, first_slow
from tests.kit.matches import decoy
from tests.kit.matches.creators_twins import UNSEEN, twin_patterns
from tests.kit.matches.tapped import Played, begin, rows
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Traffic, without_new_ids
from tests.kit.watching.forging import forge, is_read, old_post

VERSIONS = (1, 999_999, 0, 2)[: budget(1, 4)]
DRAFTS = ("roll", "", "zz~q", "a1", "b1~n~n")[: budget(1, 5)]
FORMS = (
    "{m}",
    "{m}|{n}",
    "{m}|{n}|{d}",
    "{m}|{n}|{d}|0",
    "{m}|{n}|abcde|{d}",
    "1|{n}|{d}",
    "1|{n}|{d}|0",
    "{m}|{n}|abcde|{d}|0",
    "{m}|seat0",
    "{m}|truth|{n}",
    "{m}|seat1|{n}|on",
    "{m}|look",
    "{m}|accept",
    "0|-|{m}|all",
    "{m}|bots|0",
    "0",
    "0|0",
    "0|-|-",
    "0123456789abcdef",
    "here",
    "looks",
    "where",
    "place",
    "place|channel",
    "confirm|off",
    "resign",
    "m",
    "k",
    "{m}|on",
    "{m}|harder",
    "{m}|own",
    "{m}|{m}",
    "{m}|{m}|win",
    f"creators|{{m}}|{'0' * 64}",
    "creators|0|3d|1|0|0",
    "creators|0|3d|1|0|0|game",
    "creators|0|3d|1|0|0|{m}",
    "",
)
ENDING = ("abort", "resign", "deleted-me")
"""Verbs by which a player ends the match, which reveals everything."""


class Leak(Button, frozen=True, tag="leak"):
    match: Name


def made_up(match_id: str) -> Iterator[str]:
    """Yield custom_ids of every verb, in all forms that its handler takes."""
    known = features.load().buttons
    for verb in sorted(known):
        parts = {
            form.format(m=match_id, n=number, d=draft)
            for form in FORMS
            for number in VERSIONS
            for draft in DRAFTS
        }
        yield from (f"sp|{verb}|{part}" for part in sorted(parts) if is_read(known[verb][0], part))


def test_every_verb_is_made_up() -> None:
    verbs = {custom_id.split("|")[1] for custom_id in made_up("abc234xy")}
    assert set(features.load().buttons) == verbs


@dataclass(frozen=True)
class World:
    """One of the two matches: what was sent during the forgeries, their number, and the queue afterward."""

    traffic: Traffic
    forgeries: int
    queued: list[str]
    forger: str
    onlooker: str


Beginning = Callable[[Table], Awaitable[Played]]


async def forged(file: Path, beginning: Beginning) -> World:
    """Play a match in which Tom, who is blind, and Ines, an onlooker, forge all they can."""
    async with table("mara", "tom", "ines", record=file) as t:
        match = await beginning(t)
        source, count = await old_post(match), 0
        for first, person in enumerate((t.ines, t.tom)):
            for custom_id in islice(made_up(match.id), first, None, budget(2, 1)):
                if person is t.ines or custom_id.split("|")[1] not in ENDING:
                    await forge(t, person, source, custom_id)
                    count += 1
            await t.settled()
            assert (await match.table()).match.reason is None, "the match has ended"
        # The time of scrubbing the file depends on who reads it just then, and concerns no match.
        queued = [
            without_new_ids(str(row))
            for kind in ("outbox", "deadlines")
            for row in (await rows(t))[kind]
            if leaving.SCRUB not in row
        ]
        people = t.tom.id, t.ines.id
    return World(Traffic(file), count, queued, *people)


def creators_with(pattern: str) -> Beginning:
    async def beginning(t: Table) -> Played:
        match = await begin(t, t.mara, t.tom, pattern=pattern, **UNSEEN)
        await t.mara.tap("Show it now (then it counts)")
        await t.mara.tap("Got it")
        await t.settled()
        await match.turn()
        await t.settled()
        return match

    return beginning


def decoy_with(layout: str) -> Beginning:
    async def beginning(t: Table) -> Played:
        match = await decoy.begin(t, t.mara, t.tom, first="magenta")
        await decoy.set_up(match, layout, decoy.HUNTED)
        return match

    return beginning


def worlds() -> dict[str, tuple[Beginning, Beginning]]:
    """Return two beginnings of each game that look the same to Tom and to everybody."""
    one, other = twin_patterns()
    return {
        "creators": (creators_with(one), creators_with(other)),
        "decoy": (decoy_with(decoy.LAYOUT), decoy_with(decoy.DECOYS)),
    }


async def differences(game: str, folder: Path) -> list[str]:
    """Return where the forger, the onlooker or the public got something else in one of the two worlds."""
    one, other = [await forged(folder / f"{n}.jsonl", b) for n, b in enumerate(worlds()[game])]
    assert one.forgeries > 200, "there should be many"
    here, there = (w.traffic.seen_by(EVERYBODY, w.forger, w.onlooker) for w in (one, other))
    sent = [" ".join(where) for where in sorted({*here, *there}) if here.get(where) != there.get(where)]
    return [*sent, *(row for row in one.queued if row not in other.queued)]


@pytest.mark.budgeted
@pytest.mark.parametrize("game", first_slow(["decoy", "creators"]))
async def test_nothing_that_is_made_up_tells_what_is_hidden(game: str, tmp_path: Path) -> None:
    assert await differences(game, tmp_path) == []


@pytest.mark.proof
async def test_the_forger_would_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leak(ctx: UiContext, interaction: Interaction, tap: Leak) -> None:
        table = await ctx.app.match_state(tap.match)
        await say(interaction, str(table.match.options["pattern"]))

    all_features = features.load().all
    leaking = Features((*all_features, Feature(buttons={Leak: leak})), features.BUTTON_ORDER)
    monkeypatch.setattr(features, "load", lambda: leaking)
    assert await differences("creators", tmp_path)
