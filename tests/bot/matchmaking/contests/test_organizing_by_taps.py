"""Contests at a table: what organizers do by taps, and what the log says of it."""

from __future__ import annotations

import io
import zipfile

import pytest

from storage.tables import blocks
from tests.kit.matches.tapped import assert_refused, nothing_changes
from tests.kit.people import Person
from tests.kit.servers.contest_table import (
    all_join,
    card,
    create,
    logged,
    managing,
    organized,
    person_of,
    pick_user,
    play_round,
    resign,
    row_of,
    running,
    stands,
)
from tests.kit.table import Table

pytestmark = pytest.mark.table(at=organized)

pytestmark = pytest.mark.table(at=organized)


@pytest.mark.slow
async def test_an_organizer_takes_a_substitute_off_the_list_and_puts_another_in_somebodys_place(
    t: Table,
) -> None:
    await running(t, "mara", "tom", k="r")
    for person in (t.guest1, t.juri):
        await person.tap("Be a substitute", await person.tap("Be a substitute", card(t)))
    listed, stale = [
        await t.ines.choose(t.guest1.id, await t.ines.tap("People", await managing(t))) for _ in range(2)
    ]
    assert "is on the list of substitutes." in listed.text
    assert listed.buttons.keys() == {"Take them off", "Back"}
    assert "They're out." in (await t.ines.tap("Take them off", listed)).text
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Take them off", stale), "They're not taking part.")
    people = await t.ines.tap("People", await managing(t))
    chosen = await t.ines.choose(t.mara.id, people)
    assert "takes their place" in chosen.text
    await t.ines.choose(t.juri.id, chosen)
    await t.settled()
    contest = await stands(t)
    assert contest.entrants[int(t.mara.id)].gone == "substituted"
    assert not contest.substitutes
    await t.juri.sees("You have a place in **Friday Cup**.")


@pytest.mark.slow
async def test_an_organizer_invites_somebody_late_who_comes_in_by_their_own_tap(t: Table) -> None:
    await running(t, "mara", "tom", "juri")
    await t.guest1.slash("/creators play")
    seen = await pick_user(t.ines, await managing(t), t.guest1)
    assert "they're in once they tap Join" in seen.text
    await t.settled()
    assert int(t.guest1.id) not in (await stands(t)).entrants
    dm = await t.guest1.sees("An organizer invites you to play")
    await t.guest1.tap("Join", dm)
    await t.settled()
    contest = await play_round(t)
    assert contest.entrants[int(t.guest1.id)].seed == 4
    assert len(contest.of(int(t.guest1.id))) == 1
    assert f"Invited {t.guest1.name}.\n-# {t.ines.name}" in await logged(t)


def dms(t: Table, person: Person) -> list[str]:
    """Return all texts that a person got outside the server's channel."""
    return [seen.text for seen in person.messages() if seen.channel != card(t).channel]


@pytest.mark.slow
@pytest.mark.parametrize("why", ["never used", "blocks the organizer"])
async def test_who_may_not_be_asked_gets_no_dm_and_the_organizer_reads_the_same(t: Table, why: str) -> None:
    await running(t, "mara", "tom", "juri")
    if why != "never used":
        await t.guest1.slash("/creators play")
        async with t.database.write("all") as w:
            await blocks.add(w, int(t.guest1.id), int(t.ines.id), 1)
    before = dms(t, t.guest1)
    kept = await pick_user(t.ines, await managing(t), t.guest1)
    again = await pick_user(t.ines, await managing(t), t.guest1)
    await t.settled()
    assert "they're in once they tap Join" in kept.text
    assert "have an invitation already" in again.text
    assert dms(t, t.guest1) == before
    assert int(t.guest1.id) not in (await play_round(t)).entrants
    found = await t.guest1.slash("/compete")
    opened = await t.guest1.choose((await row_of(t)).id, found)
    assert ("invites you" in opened.text) == (why == "never used")
    if why == "never used":
        await t.guest1.tap("Join", opened)
        assert int(t.guest1.id) in (await stands(t)).entrants


@pytest.mark.slow
async def test_an_organizer_takes_somebody_out_who_can_not_come_back(t: Table) -> None:
    await running(t)
    stale = await t.ines.choose(t.tom.id, await t.ines.tap("People", await managing(t)))
    person = await t.ines.choose(t.tom.id, await t.ines.tap("People", await managing(t)))
    await t.ines.tap("Take them out", person)
    await t.settled()
    assert (await stands(t)).entrants[int(t.tom.id)].gone == "removed"
    assert f"Took {t.tom.name} out.\n-# {t.ines.name}" in await logged(t)
    assert_refused(await t.tom.tap("Join", card(t)), "An organizer has taken you out")
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("Take them out", stale), "They're not taking part.")


@pytest.mark.slow
async def test_an_organizer_invites_a_substitute_who_takes_the_place_by_their_own_tap(t: Table) -> None:
    await running(t, "mara", "tom")
    going = int(t.mara.id)
    person = await t.ines.choose(str(going), await t.ines.tap("People", await managing(t)))
    assert "choose who takes their place" in person.text
    assert_refused(await pick_user(t.ines, person, t.ines), "You're in this yourself, so another organizer")
    await t.guest1.slash("/creators play")
    seen = await pick_user(t.ines, person, t.guest1)
    assert "they're in once they tap Join" in seen.text
    assert (await stands(t)).entrants[going].plays
    await t.settled()
    await t.guest1.tap("Join", await t.guest1.sees("An organizer invites you to take someone's place"))
    await t.settled()
    contest = await stands(t)
    assert contest.entrants[going].gone == "substituted"
    assert contest.entrants[int(t.guest1.id)].plays
    assert f"{t.guest1.name} takes the place of {t.mara.name}." in await logged(t)


@pytest.mark.slow
async def test_an_organizer_decides_or_voids_a_match_and_everybody_can_read_who_did(t: Table) -> None:
    await running(t)
    one, other = (await stands(t)).open
    voided, stale = [
        await t.ines.choose(other.match, await t.ines.tap("Matches", await managing(t))) for _ in range(2)
    ]
    seen = await t.ines.choose(one.match, await t.ines.tap("Matches", await managing(t)))
    done = await t.ines.tap("½–½", seen)
    assert "It counts: ½–½." in done.text
    await t.settled()
    pair = next(pair for pair in (await stands(t)).pairings if pair.match == one.match)
    assert (pair.score, pair.why) == ("draw", "decided")
    await person_of(t, one.first).sees("The pairings of **Friday Cup** show whether it still counts there")
    assert "It counts for nothing." in (await t.ines.tap("Void", voided)).text
    await t.settled()
    assert other.match not in [pair.match for pair in (await stands(t)).pairings]
    async with nothing_changes(t):
        assert_refused(await t.ines.tap("½–½", stale), "This match isn't part of it anymore.")
    told = await logged(t)
    assert "counts for nothing." in told
    assert f": {person_of(t, one.first).name} – {person_of(t, one.second).name}, ½–½." in told
    assert f"-# {t.ines.name}" in told


@pytest.mark.slow
async def test_it_is_called_off_only_after_asking_and_nothing_more_is_paired(t: Table) -> None:
    await running(t)
    stale = await t.mara.tap("Withdraw", card(t))
    assert "Matches under way continue, and you get no new ones." in stale.text
    asked = await t.ines.tap("Call off", await managing(t))
    assert (await stands(t)).status == "running"
    await t.ines.tap("Call it off", asked)
    await t.settled()
    assert (await stands(t)).status == "called off"
    before = len((await stands(t)).pairings)
    for pairing in (await stands(t)).open:
        await resign(t, pairing)
    assert len((await stands(t)).pairings) == before
    assert "Called it off." in await logged(t)
    assert_refused(await t.mara.tap("Withdraw", stale), "This tournament is over.")


@pytest.mark.slow
async def test_an_organizer_starts_it_before_its_time(t: Table) -> None:
    await create(t, g="ccc")
    await all_join(t, "mara", "tom")
    await t.ines.tap("Start now", await managing(t))
    await t.settled()
    assert (await stands(t)).status == "running"
    assert "Started it with 2 players." in await logged(t)


@pytest.mark.slow
async def test_everything_can_be_exported(t: Table) -> None:
    await create(t)
    await t.ines.tap("Export", await managing(t))
    seen = await t.ines.sees("Here's everything about")
    assert "`report.trf` is for other pairing programs." in seen.text
    (file,) = seen.attachments
    with zipfile.ZipFile(io.BytesIO(await t.download(file))) as made:
        assert {"standings.csv", "pairings.csv", "log.jsonl", "report.trf"} <= set(made.namelist())
