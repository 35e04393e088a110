"""Matches of two legs (CVD-35)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.community.moderation import canceling
from bot.core.match_state import MatchState, opening
from bot.core.seats import User
from bot.discord_kit.components.navigation import WatchReplay
from bot.matchmaking.challenges.ui.buttons import Rematch
from bot.matchmaking.fairness.fairness import of_match
from bot.play.legs import legs
from bot.play.matches import ending
from games import GAMES
from games.core.chance import fair_seed
from games.core.legs import leg_nonce, second_leg_nonce
from storage import Match
from tests.kit.hosts.house import MARA, PLACE, TOM, House
from tests.kit.matches.legs import CREATOR_WINS, DESTROYER_WINS, Sides, played
from tests.kit.matches.tapped import (
    Played,
    assert_refused,
    begin_briefed,
    newest_match,
    rebuilds,
    stands_aside,
)
from tests.kit.people import Person
from tests.kit.rows import open_ids
from tests.kit.table import table
from tests.kit.watching.lists import a_button


async def two_legs(here: House, first: Sides, second: Sides) -> tuple[MatchState, MatchState]:
    """Play both legs as `first` and `second` say, and return their states."""
    match = await here.match(pattern="Y", legs=2)
    async with here.open() as hearing:
        one = await played(here, match, first)
        await hearing.rest()
        async with here.app.database.read() as r:
            (other_id,) = await open_ids(r)
        other = await here.app.match_state(other_id)
        return one, await played(here, other.match, second)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [(CREATOR_WINS, DESTROYER_WINS, MARA), (DESTROYER_WINS, CREATOR_WINS, TOM)],
    ids=["the first", "the second"],
)
async def test_CVD_35_who_alone_won_as_creator_wins(
    here: House, first: Sides, second: Sides, winner: User
) -> None:
    one, other = await two_legs(here, first, second)
    assert [one.match.winner == 0, other.match.winner == 0].count(True) == 1
    seat = await legs.outcome(here.app, other)
    assert other.seat_row(int(seat or 0)).person == winner.id
    assert await legs.outcome(here.app, one) is None


@pytest.mark.slow
async def test_CVD_35_where_both_won_the_higher_and_then_the_earlier_peak_wins(here: House) -> None:
    one, other = await two_legs(here, CREATOR_WINS, CREATOR_WINS)
    assert (one.match.winner, other.match.winner) == (0, 0)
    peaks = [peak_of(leg) for leg in (one, other)]
    expected = "drawn" if peaks[0] == peaks[1] else 1 if peaks[0] > peaks[1] else 0
    assert await legs.outcome(here.app, other) == expected


def peak_of(leg: MatchState) -> tuple[int, int]:
    """Return the most cells that the Creator held at once, and the negated ply at which that was first so."""
    game, state = leg.game, leg.game.new(leg.game.options(leg.match.options), leg.match.seed)
    peaks = [(0, 0)]
    for text in leg.texts:
        seat, ply = game.to_act(state)[0], state.ply
        state = game.play(state, seat, game.parse(game.view(state, seat), text)).state
        held = sum(state.board[cell] == 1 for cell in state.setup.pattern.cells)
        peaks.append((held, -ply))
    return max(peaks)


@pytest.mark.slow
async def test_CVD_35_two_legs_that_are_alike_are_a_draw(here: House) -> None:
    match = await here.match()
    await ending.resign(here.app, match.id, TOM.id)
    state = await here.app.match_state(match.id)
    assert legs.find_winner(state, state) == "drawn"


async def test_a_second_leg_that_is_cancelled_decides_nothing(here: House) -> None:
    match = await here.match(pattern="Y", legs=2, pace="1d")
    async with here.open() as hearing:
        await played(here, match, CREATOR_WINS)
        await hearing.rest()
        async with here.app.database.read() as r:
            (other_id,) = await open_ids(r)
        other = await canceling.cancel(here.app, other_id, PLACE.guild or 0)
    assert other.match.reason == "cancelled"
    assert await legs.outcome(here.app, other) is None


@pytest.mark.slow
async def test_of_a_second_leg_that_is_void_the_dice_follow_from_what_the_first_one_opens(
    here: House,
) -> None:
    match = await here.match(pattern="Y", legs=2, pace="1d")
    async with here.open() as hearing:
        one = await played(here, match, CREATOR_WINS)
        await hearing.rest()
        async with here.app.database.read() as r:
            (other_id,) = await open_ids(r)
        await here.turn((await here.app.match_state(other_id)).match)
        assert match.nonce.hex() not in " ".join(of_match(await here.app.match_state(match.id)))
        other = await canceling.cancel(here.app, other_id, PLACE.guild or 0)
    told = " ".join(of_match(await here.app.match_state(match.id)))
    assert match.nonce.hex() in told
    for kept in (other.match.nonce, other.match.seed):
        assert kept.hex() not in " ".join(of_match(other))
    raw = one.game.next_leg(one.game.view(one.game_state, None))
    taps = tuple(row.interaction for row in other.match.seats)
    nonce = second_leg_nonce(one.game, one.game_state, raw or {}, match.nonce, (taps[0], taps[1]))
    assert nonce == other.match.nonce
    assert fair_seed(nonce, *taps) == other.match.seed


@pytest.mark.slow
async def test_whoever_does_not_turn_up_for_the_second_leg_loses_it(here: House) -> None:
    match = await here.match(pattern="Y", legs=2, pace="1d")
    async with here.open() as hearing:
        await played(here, match, CREATOR_WINS)
        await hearing.rest()
        async with here.app.database.read() as r:
            (other_id,) = await open_ids(r)
        here.clock.advance(86_400)
        await hearing.rest()
    other = await here.app.match_state(other_id)
    assert (other.match.reason, other.match.winner) == ("time", 1)
    assert other.seat_row(1).person == MARA.id
    assert await legs.outcome(here.app, other) == 1


async def test_a_first_leg_that_was_resigned_has_no_second(here: House) -> None:
    match = await here.match(pattern="Y", legs=2)
    async with here.open() as hearing:
        await here.turn(match)
        await ending.resign(here.app, match.id, TOM.id)
        await hearing.rest()
        async with here.app.database.read() as r:
            assert await open_ids(r) == []


@pytest.mark.proof
async def test_the_second_leg_has_the_nonce_of_the_first_number_that_starts_alike(here: House) -> None:
    numbers = set()
    for _ in range(6):
        match = await here.match(pattern="F", flipPattern="seeded", legs=2)
        async with here.open() as hearing:
            one = await played(here, match, DESTROYER_WINS)
            await hearing.rest()
            async with here.app.database.read() as r:
                (other_id,) = await open_ids(r)
        second = (await here.app.match_state(other_id)).match
        nonces = [leg_nonce(match.nonce, number) for number in range(32)]
        alike = [nonce for nonce in nonces if pattern_of(second, nonce) == one.game_state.setup.pattern]
        assert second.nonce == alike[0]
        assert second.sides == "chosen"
        numbers.add(nonces.index(second.nonce))
        await ending.resign(here.app, other_id, MARA.id)
    assert len(numbers) > 1, "the first number does not always start alike"


def pattern_of(second: Match, nonce: bytes) -> object:
    """Return the pattern that a second leg would have with this nonce."""
    seed = fair_seed(nonce, *(row.interaction for row in second.seats))
    return opening(replace(second, seed=seed)).game_state.setup.pattern


def test_where_nothing_starts_alike_there_is_no_second_leg_rather_than_a_wrong_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.core.legs._MOST_DRAWS", 10)
    game = GAMES["creators"]
    start = game.new(game.options({"pattern": "F"}), bytes(32))
    with pytest.raises(LookupError, match="no second leg of creators"):
        second_leg_nonce(game, start, {"pattern": "T"}, bytes(32), (1, 2))


@pytest.mark.proof
async def test_the_second_leg_is_played_in_the_same_thread_and_both_legs_are_summed_up() -> None:
    async with table("mara", "tom", "ines") as t:
        first = await begin_briefed(t, t.mara, t.tom, pattern="Y", legs=2)
        for person in (t.mara, t.tom, t.ines):
            assert "Leg 1 of 2" in (await person.tap("My view", first.posts()[-1])).text
        await first.play_on((rebuilds, stands_aside))
        second = Played(t, await newest_match(t), (t.tom, t.mara))
        assert len(t.threads()) == 1
        begun = second.posts()[-1]
        assert f"{t.tom.name} as Creator, {t.mara.name} as Destroyer" in begun.text
        assert "Leg 2 of 2" in begun.text
        await second.brief()
        await t.tom.tap("Resign", await t.tom.slash("/resign"))
        await t.settled()
        summary = f"Over both legs, {t.mara.name} wins the match."
        assert summary in second.posts()[-1].text
        assert await t.mara.sees(summary)
        one, other = [peak_of(await leg.table()) for leg in (first, second)]
        for person, (peak, ply) in ((t.mara, one), (t.tom, other)):
            cells = "1 cell" if peak == 1 else f"{peak} cells"
            told = f"{person.name} held {cells} at once in round {max(1, (1 - ply) // 2)}"
            assert told in second.posts()[-1].text
        assert "Leg 2 of 2" in second.posts()[-1].text
        assert not any(seen.buttons.get("Move") for seen in second.posts())
        assert {"Rematch", "Replay"} <= set(second.posts()[-1].buttons)
        await one_entry_holds_both_legs(t.mara, "Won", "Tom", (first.id, second.id))
        await one_entry_holds_both_legs(t.tom, "Lost", "Mara", (first.id, second.id))


async def one_entry_holds_both_legs(person: Person, ended: str, other: str, ids: tuple[str, str]) -> None:
    """Check that a person's history has one entry, for a match of two legs."""
    seen = await person.slash("/history")
    assert "-# 1 match" in seen.text
    assert seen.text.count("**Won**") + seen.text.count("**Lost**") == 1
    assert f"**{ended}** · Creators vs Destroyers, both legs, against **{other}**" in seen.text
    assert "by resignation" not in seen.text
    offered = {option["value"]: option["label"] for select in seen.selects for option in select["options"]}
    assert offered == {
        f"{what}:{id}": f"{what.capitalize()} of leg {leg}: against {other}"
        for what in ("replay", "record")
        for leg, id in enumerate(ids, 1)
    }
    for id in ids:
        record = await person.choose(f"record:{id}", await person.slash("/history"))
        assert [file["filename"] for file in record.attachments] == [f"creators-{id}.txt"]
        assert (await person.choose(f"replay:{id}", await person.slash("/history"))).pictures


@pytest.mark.slow
async def test_after_the_first_leg_nothing_tells_the_pattern_or_the_dice_of_the_second() -> None:
    async with table("mara", "tom", "ines") as t:
        first = await begin_briefed(t, t.mara, t.tom, pattern="Y", legs=2)
        await first.play_on(CREATOR_WINS)
        await t.settled()
        thread = t.threads()[-1]["id"]
        over = [s for s in t.ines.messages() if s.channel == thread and "wins" in s.text][-1]
        result = await t.tom.sees("holds enough of the pattern")
        nonce = (await first.table()).match.nonce.hex()
        for post in (over, result, await t.mara.tap("My view", over)):
            assert "“Y”" not in post.text
            assert nonce not in post.text
            assert "pattern was" not in " ".join(post.alt_texts)
        assert "Leg 1 of 2" in over.text
        assert not {"Rematch", "Replay"} & {*over.buttons, *result.buttons}
        buttons = {"Record": over, "Verify": over}
        for forged in (WatchReplay(first.id), Rematch(first.id)):
            buttons[type(forged).__name__] = await a_button(t, forged.custom_id)
        assert_refused(
            await t.mara.tap("Old", buttons.pop("Rematch")),
            "This was the first leg. You can ask for a rematch once the second leg is over.",
        )
        for label, on in buttons.items():
            answer = await t.ines.tap(label if label in on.buttons else "Old", on)
            await t.settled()
            assert "second" in t.ines.again(answer).text
            assert not answer.attachments
        second = Played(t, await newest_match(t), (t.tom, t.mara))
        await second.brief()
        await second.play_on(DESTROYER_WINS)
        await t.settled()
        assert (await t.ines.tap("Record", over)).attachments
        answer = await t.ines.tap("Verify", over)
        await t.settled()
        assert "everything checks out" in t.ines.again(answer).text
