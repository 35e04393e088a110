import pytest

from storage import Challenge, Database
from storage.tables import challenges, matches
from tests.kit.rows import REFUSED
from tests.kit.stored_samples import MARA, TOM, a_challenge, a_match

EVERYTHING = Challenge(
    id="c9",
    game="ccc",
    options={"symmetry": "on"},
    pace="3 days",
    challenger=MARA,
    challenger_seat=1,
    opponent=TOM,
    guild=1,
    channel=2,
    message=3,
    nonce=b"\x00\x01",
    interaction_challenger=2**62,
    interaction_accepter=4,
    status="declined",
    created_at=5,
    expires_at=6,
    match_id=None,
    level="easy",
)


async def test_a_challenge_comes_back_as_it_went_in(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, EVERYTHING)
        assert await challenges.get(w, "c9") == EVERYTHING
        assert await challenges.get(w, "c8") is None


@pytest.mark.slow
async def test_a_challenge_remembers_its_card(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, a_challenge("c1"))
        await challenges.set_message(w, "c1", 333)
        kept = await challenges.get(w, "c1")
        assert kept is not None
        assert kept.message == 333


async def test_open_challenges_given_and_received_are_listed_oldest_first(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, a_challenge("given", created_at=30))
        await challenges.add(w, a_challenge("received", created_at=20, challenger=TOM, opponent=MARA))
        await challenges.add(w, a_challenge("to all", created_at=10, challenger=TOM, opponent=None))
        await challenges.add(w, a_challenge("over", created_at=5, status="expired"))
        assert [c.id for c in await challenges.open_of(w, MARA)] == ["received", "given"]


async def test_only_the_first_answer_counts(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, a_challenge("c1"))
        assert await challenges.set_status(w, "c1", "withdrawn")
        assert not await challenges.set_status(w, "c1", "accepted", interaction_accepter=9)
        answered = await challenges.get(w, "c1")
        assert answered is not None
        assert (answered.status, answered.interaction_accepter) == ("withdrawn", None)


@pytest.mark.slow
async def test_accepting_may_name_a_match_made_later_in_the_transaction(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, a_challenge("c1", opponent=None))
        assert await challenges.set_status(
            w, "c1", "accepted", opponent=TOM, interaction_accepter=9, match_id="m1"
        )
        await matches.add(w, a_match("m1"))
    async with database.read() as r:
        accepted = await challenges.get(r, "c1")
    assert accepted is not None
    assert (accepted.opponent, accepted.interaction_accepter, accepted.match_id) == (TOM, 9, "m1")


async def test_accepting_into_a_match_that_never_comes_is_rolled_back(database: Database) -> None:
    async with database.write("all") as w:
        await challenges.add(w, a_challenge("c1"))
    with pytest.raises(REFUSED):
        async with database.write("all") as w:
            await challenges.set_status(w, "c1", "accepted", match_id="nowhere")
    async with database.write("all") as w:
        unanswered = await challenges.get(w, "c1")
    assert unanswered is not None
    assert unanswered.status == "open"


async def test_a_challenge_of_somebody_never_met_is_refused(database: Database) -> None:
    with pytest.raises(REFUSED):
        async with database.write("all") as w:
            await challenges.add(w, a_challenge("c1", challenger=999))
