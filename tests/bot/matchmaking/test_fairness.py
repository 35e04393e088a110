"""Fair dice: the commitment is fixed and visible before a challenge is accepted.

It's behind a button that's there only if chance plays a part.
"""

from __future__ import annotations

from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.matchmaking.fairness import fairness
from games.core.chance import commitment
from playground.people.defaults import BOT_ID
from tests.kit.matches.tapped import (
    DAY,
    ON_THE_CARD,
    Played,
    assert_refused,
    begin,
    committed,
    newest_match,
    nothing_changes,
    revealed,
)
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table


@pytest.mark.slow
async def test_the_commitment_is_seen_before_the_accepting_tap_and_is_the_one_that_is_kept(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    assert not ON_THE_CARD.search(card.text), "no figures until somebody asks"
    async with nothing_changes(t):
        promised = {await committed(person, card) for person in (t.mara, t.tom, t.ines)}
    await t.tom.tap("Accept", card)
    await t.settled()
    match = await Played(t, await newest_match(t), (t.mara, t.tom)).table()
    assert promised == {commitment(match.match.nonce)}
    assert {await committed(t.ines, t.ines.again(card))} == promised, "and stays on the accepted card"


async def test_whoever_answers_in_their_own_list_sees_it_there_first(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom)
    looked = await t.tom.tap("Answer", await t.tom.slash("/matches"))
    assert "Accept" in looked.buttons
    assert await committed(t.tom, looked) == await committed(t.tom, card)


@pytest.mark.slow
async def test_a_rematch_with_the_bot_has_a_commitment_of_its_own(t: Table) -> None:
    card = await t.mara.slash("/alpha play")
    first = await committed(t.mara, card)
    await t.mara.tap("Play", card)
    await t.mara.tap("Resign", await t.mara.slash("/resign"))
    await t.settled()
    again = await t.mara.tap("Rematch")
    promised = await committed(t.mara, again)
    assert promised != first
    await t.mara.tap("Play", again)
    await t.settled()
    table = await Played(t, await newest_match(t), (t.mara, None)).table()
    assert commitment(table.match.nonce) == promised


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "options", "left"),
    [
        ("creators", {"side": "Creator"}, "Left to chance: the dice, and the pattern"),
        ("decoy", {"side": "Cyan"}, None),
        ("decoy", {"side": "Cyan", "first": "seeded"}, "Left to chance: who goes first."),
        ("decoy", {}, "Left to chance: who plays which side."),
        ("ccc", {"side": "White", "first": "white"}, None),
        ("ccc", {"side": "White", "first": "white", "layout": "random"}, "the row of special pieces."),
        ("ccc", {"first": "seeded"}, "who goes first; who plays which side."),
    ],
)
async def test_the_button_is_there_where_anything_is_left_to_chance(
    t: Table, game: str, options: dict[str, Any], left: str | None
) -> None:
    card = await t.mara.slash(f"/{game} challenge", opponent=t.tom, **options)
    assert "SHA-256" not in card.text
    assert ("Fairness" in card.buttons) == (left is not None)
    if left is not None:
        assert left in (await t.tom.tap("Fairness", card)).text
    await t.tom.tap("Accept", card)
    await t.settled()
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    private = await t.tom.sees("by resignation")
    post = Played(t, "", (t.mara, t.tom)).posts()[-1]
    for seen in (private, post):
        assert "SHA-256" not in seen.text
        assert ("Fairness" in seen.buttons) == (left is not None)
        if left is not None:
            assert await revealed(t.tom, seen)


@pytest.mark.slow
async def test_the_secret_is_told_when_the_match_is_over_and_not_before(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    await t.tom.tap("Accept", card)
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    nonce = (await match.table()).match.nonce.hex()
    for person in (t.mara, t.tom, t.ines):
        running = await person.tap("Fairness", card)
        assert nonce not in running.text
        assert "my secret was" not in running.text
    await t.tom.tap("Resign", await t.tom.slash("/resign"))
    await t.settled()
    assert nonce in (await t.ines.tap("Fairness", card)).text


async def test_a_match_that_does_not_count_tells_no_secret(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    await t.tom.tap("Accept", card)
    await t.settled()
    match = Played(t, await newest_match(t), (t.mara, t.tom))
    await t.mara.tap("Abort instead", await t.mara.slash("/resign"))
    await t.mara.tap("Abort the match")
    await t.settled()
    told = await t.ines.tap("Fairness", card)
    assert "Nothing was revealed" in told.text
    assert not ON_THE_CARD.search(told.text)
    assert "Fairness" not in match.posts()[-1].buttons


async def test_while_a_second_leg_is_played_its_secret_stays_closed(t: Table) -> None:
    match = await begin(t, t.mara, t.tom, legs=2)
    table = await match.table()
    for kept in ({"sealed": True, "reason": "held-out"}, {"leg": 2}):
        sealed = replace(table, match=replace(table.match, **kept))
        (line,) = fairness.of_match(sealed)
        assert "stays secret until the second leg is over" in line


async def asked(t: Table, person: Person, subject: str, place: str) -> Seen:
    """Return the button's answer to a person in a channel."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Old", custom_id=f"sp|fair|{subject}"))
    sent = await t.running.bot.get_partial_messageable(int(place)).send("a post", view=view)
    old = Seen({"id": str(sent.id), "channel_id": place, "components": view.to_components()})
    return await person.tap("Old", old)


async def test_nobody_asks_about_what_they_cannot_see(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    offered = await t.mara.slash("/creators play")
    await t.mara.start("/creators play")
    await t.settled()
    private = await newest_match(t)
    here, elsewhere = t.ines.actor.channel("games").id, (await t.ines.actor.open_dm(BOT_ID))["id"]
    challenge, offer = (
        message.buttons["Fairness"]["custom_id"].split("|")[-1] for message in (card, offered)
    )
    for subject, place in (
        ("nowhere2", here),
        (challenge, elsewhere),
        (offer, here),
        (offer, elsewhere),
        (private, here),
        (private, elsewhere),
    ):
        assert_refused(await asked(t, t.ines, subject, place), "no longer exists")
    assert "Left to chance" in (await asked(t, t.ines, challenge, here)).text


@pytest.mark.slow
async def test_of_a_challenge_that_is_over_it_says_that_no_match_will_come(t: Table) -> None:
    card = await t.mara.slash("/creators challenge", opponent=t.tom, side="Creator")
    looked = await t.tom.tap("Answer", await t.tom.slash("/matches"))
    await t.mara.tap("Withdraw", card)
    await t.settled()
    told = (await t.tom.tap("Fairness", looked)).text
    assert "This challenge is over; no match will come of it." in told
    assert "Nothing is left to chance" not in told
    assert "Fairness" not in t.mara.again(card).buttons


async def test_of_a_match_against_the_bot_that_expired_it_says_that_it_never_started(t: Table) -> None:
    card = await t.mara.slash("/creators play")
    t.advance(8 * DAY)
    await t.settled()
    assert "This match was never started." in (await t.mara.tap("Fairness", card)).text
