"""Nothing that the public or the Destroyer gets depends on the pattern, and nothing of it is written down.

The same match is played twice, with the same nonce, the same interactions and the same texts; only the
pattern differs, which the Destroyer wasn't shown.
"""

from __future__ import annotations

import logging
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from bot.play.dealing.briefings import FADE
from games import GAMES
from tests.kit.matches.creators_twins import OURS, UNSEEN
from tests.kit.matches.tapped import SHORT, Played, begin, rows
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.table import Table, table
from tests.kit.traffic import EVERYBODY, Sent, Traffic, without_new_ids


@dataclass(frozen=True)
class World:
    """One of the two matches: what was sent, logged and queued before its last action."""

    texts: tuple[str, ...]
    seed: bytes
    traffic: Traffic
    logged: list[str]
    queued: list[str]
    creator: str
    destroyer: str
    phones: list[list[str]]

    def seen(self) -> dict[tuple[str, str], list[Sent]]:
        """Return what the public and the Destroyer got, by reader and place."""
        return self.traffic.seen_by(EVERYBODY, self.destroyer)


def unlike_patterns() -> tuple[str, str]:
    """Return two patterns of different size and par; the second one's name is a sign that no sentence has."""
    game, twins = GAMES["creators"], ("I", "☂")
    raw = {"boardSize": 12, "rounds": 20}
    states = [game.new(game.options({**raw, "pattern": name}), bytes(32)) for name in twins]
    first, second = (game.briefing(state, 0).data for state in states)
    assert len(first["cells"]) != len(second["cells"])
    assert first["par"] != second["par"]
    return twins


async def played(
    pattern: str, texts: tuple[str, ...] | None, file: Path, caplog: pytest.LogCaptureFixture
) -> World:
    """Play a match with this pattern up to its last action, by these texts or else by chance."""
    caplog.clear()
    async with table("mara", "tom", "ines", record=file) as t:
        match = await begin(t, t.mara, t.tom, pattern=pattern, **UNSEEN)
        await t.mara.tap("Show it now (then it counts)")
        await t.settled()
        t.advance(60)
        await t.settled()
        t.fault(f"POST /channels/{t.threads()[-1]['id']}/messages$", 503)
        await play_until_the_last(match, texts, random.Random(7))
        end = await match.table()
        found = await rows(t)
        # The Creator's preview lasts as long as its cells need, which decides when it's removed. No other
        # screen depends on that.
        jobs = [row for row in found["deadlines"] if FADE not in row]
        queued = [str(row) for row in (*found["outbox"], *jobs)]
        logged = [r.getMessage() for r in caplog.records if r.name.split(".")[0] in OURS]
        people = t.mara.id, t.tom.id
        phones = [person.pushes_by_place() for person in t.people.values()]
    plain = [[without_new_ids(line) for line in lines] for lines in (logged, queued)]
    return World(end.texts, end.match.seed, Traffic(file), plain[0], plain[1], *people, phones)


async def play_until_the_last(match: Played, texts: tuple[str, ...] | None, rng: random.Random) -> None:
    """Play all actions but the last by text, while everybody looks at the match in many ways."""
    while True:
        table = await match.table()
        legal = await match.legal()
        if table.game_state.ply == 40 and table.game_state.die:
            return
        await match.act(texts[table.length] if texts else rng.choice(legal))
        await match.t.settled()
        if table.length % 16 == 1:
            match.t.advance(5)
            await match.t.settled()
            await look_around(match)


async def look_around(match: Played) -> None:
    """Tap everything there is, as the Destroyer and as an onlooker."""
    for person in (match.t.tom, match.t.ines):
        for label in ("Move", "My view", "Record"):
            await look_over(person, await person.tap(label, match.posts()[-1]))
        await person.slash("/matches")
        await person.complete("/move", "action", "")
        await person.move("a1-a1")
    await match.t.settled()


async def look_over(person: Person, seen: Seen) -> None:
    """Tap everything in a panel that shows another part of the board."""
    for label in (*"↖↗↙↘", "Board", "Back", "More ▶", "Back"):
        seen = await person.tap(label, seen) if label in seen.buttons else seen


@pytest.fixture
async def worlds(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> tuple[World, World]:
    """The same match with two patterns."""
    for name in OURS:
        caplog.set_level(logging.DEBUG, name)
    one, other = unlike_patterns()
    first = await played(one, None, tmp_path / "one.jsonl", caplog)
    second = await played(other, first.texts, tmp_path / "other.jsonl", caplog)
    return first, second


@pytest.mark.slow
async def test_what_public_and_destroyer_see_does_not_depend_on_the_pattern(
    worlds: tuple[World, World],
) -> None:
    one, other = worlds
    assert (one.seed, one.texts) == (other.seed, other.texts)
    assert len(one.texts) > 60, "a match that is too short proves little"
    assert one.seen().keys() == other.seen().keys()
    for where, sent in one.seen().items():
        assert sent == other.seen()[where], where
    assert files_for(one, one.creator) != files_for(other, other.creator), "the previews should differ"
    assert one.logged == other.logged
    assert one.queued == other.queued
    assert one.phones == other.phones
    assert sum(map(len, one.phones)) > 30
    _, sign = unlike_patterns()
    assert not [line for line in (*other.logged, *other.queued) if sign in line]
    assert any("failed (attempt 1)" in line for line in other.logged), "the log should have something in it"
    assert_preview_is_for(other, other.creator)


def files_for(world: World, seer: str) -> list[tuple[str, str]]:
    return [file for sent in world.traffic.sent if sent.seer == seer for file in sent.files]


def assert_preview_is_for(world: World, creator: str) -> None:
    """Check that the animation is sent once, in an answer that only the Creator sees."""
    carried = [sent for sent in world.traffic.sent for name, _ in sent.files if name.endswith(".gif")]
    assert [sent.seer for sent in carried] == [creator]
    hidden = [
        sent for sent in world.traffic.sent if sent.seer != creator and "The pattern: cells" in sent.body
    ]
    assert not hidden


@pytest.fixture
def traffic_file(tmp_path: Path) -> Path:
    return tmp_path / "traffic.jsonl"


async def test_the_traffic_test_would_see_a_leak(traffic_file: Path) -> None:
    """A message in the thread that names the pattern reaches everybody; one to the Creator doesn't."""
    async with table("mara", "tom", record=traffic_file) as t:
        match = await begin(t, t.mara, t.tom, pattern="A", **UNSEEN)
        bot = t.running.bot
        await bot.get_partial_messageable(int(match.posts()[-1].channel)).send("it is the A")
        dm = await bot.create_dm(await bot.fetch_user(int(t.mara.id)))
        await dm.send("yours is the A")
    traffic = Traffic(traffic_file)
    bodies = {sent.body for found in traffic.seen_by(EVERYBODY, t.tom.id).values() for sent in found}
    assert any("it is the A" in body for body in bodies)
    assert not any("yours is the A" in body for body in bodies)


async def test_with_half_a_preview_the_destroyer_is_sent_half_of_the_cells(traffic_file: Path) -> None:
    async with table("mara", "tom", record=traffic_file) as t:
        match = await begin(t, t.mara, t.tom, pattern="A", **{**SHORT, "destroyer_preview": "half"})
        await match.brief()
        end = await match.table()
        whole, half = end.briefing(0).data["cells"], end.briefing(1).data["cells"]
        ids = t.mara.id, t.tom.id
    alts = [alt_of(traffic_file, id) for id in ids]
    assert [len(alt.split()) - 3 for alt in alts] == [len(whole), len(half)]
    assert len(half) == (len(whole) + 1) // 2


def alt_of(file: Path, seer: str) -> str:
    """Return the alt text of the preview that this person was sent."""
    (alt,) = {
        attachment["description"].rstrip(".")
        for sent in Traffic(file).sent
        if sent.seer == seer
        for attachment in sent.attachments()
        if attachment["description"].startswith("The pattern")
    }
    return str(alt)


@pytest.mark.slow
async def test_a_record_in_the_middle_of_a_match_tells_no_secret(traffic_file: Path) -> None:
    async with table("mara", "tom", "ines") as t:
        match = await begin(t, t.mara, t.tom, pattern="☂", **UNSEEN)
        await match.turn()
        await t.settled()
        for person in (t.mara, t.tom, t.ines):
            text = await read(t, match, person.id)
            assert "☂" not in text
            assert (await match.table()).match.seed.hex() not in text
            assert (await match.table()).match.nonce.hex() not in text


async def read(t: Table, match: Played, id: str) -> str:
    person = next(person for person in t.people.values() if person.id == id)
    answer = await person.tap("Record", match.posts()[-1])
    return (await t.download(answer.attachments[0])).decode()
