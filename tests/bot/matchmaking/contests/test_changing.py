"""Terms that an organizer changes before the start, behind the page."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import UserError
from bot.matchmaking.contests.log.event_store import CHECK_IN, CONTEST
from bot.matchmaking.contests.organizing import changing, drafting
from bot.matchmaking.contests.organizing.drafting import VALUES, Draft
from bot.matchmaking.contests.ui import panel
from storage.tables import scheduled_jobs
from tests.kit.contests.stage import NOW, ORGANIZER, Stage


async def due_at(stage: Stage, kind: str, id: str) -> int | None:
    async with stage.app.database.read() as r:
        job = await scheduled_jobs.get(r, kind, id)
    return None if job is None else job.due_at


async def test_its_jobs_move_with_its_start_and_a_check_in_that_is_gone_asks_nobody(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", check_in=600)
    terms = (await on_stage.of(id)).terms
    later = msgspec.structs.replace(terms, starts_at=NOW + 9000)
    await changing.change(on_stage.app, id, later, ORGANIZER.id)
    assert [await due_at(on_stage, kind, id) for kind in (CONTEST, CHECK_IN)] == [NOW + 9000, NOW + 8400]
    await changing.change(on_stage.app, id, msgspec.structs.replace(later, check_in=0), ORGANIZER.id)
    assert await due_at(on_stage, CHECK_IN, id) is None
    assert (await on_stage.read_again(id)) == await on_stage.of(id)


@pytest.mark.parametrize(
    ("kind", "changes", "why"),
    [
        ("swiss", {"most": 2}, "3 people are in already. Leave room for them, or take someone out first."),
        ("swiss", {"game": "ccc"}, "The format and the game stay as they were announced."),
        ("swiss", {"kind": "knockout"}, "The format and the game stay as they were announced."),
        ("ladder", {}, "This ladder has begun or is over"),
    ],
)
async def test_what_cannot_change_is_refused(
    on_stage: Stage, kind: str, changes: dict[str, object], why: str
) -> None:
    id = await on_stage.contest(kind)
    await on_stage.enter(id, 1, 2, 3)
    before = await on_stage.row(id)
    with pytest.raises(UserError, match=why):
        await changing.change(
            on_stage.app, id, msgspec.structs.replace((await on_stage.of(id)).terms, **changes), ORGANIZER.id
        )
    assert await on_stage.row(id) == before


async def test_once_it_has_begun_or_is_over_its_terms_stay(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss")
    await on_stage.enter(id, 1, 2)
    assert "Change terms" in [tap.label for tap in panel._taps(await on_stage.found(id))]
    await on_stage.later(3600)
    for _ in range(2):
        before = await on_stage.found(id)
        with pytest.raises(UserError, match="This tournament has begun or is over, so its terms"):
            await changing.change(on_stage.app, id, before.contest.terms, ORGANIZER.id)
        assert "Change terms" not in [tap.label for tap in panel._taps(before)]
        assert await on_stage.found(id) == before
        await on_stage.play_out(id)


DRAFTS = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in VALUES.items()})


@given(DRAFTS, st.sampled_from([game.key for game in drafting.playable()]), st.data())
def test_terms_and_their_draft_say_the_same(chosen: dict[str, str], game: str, data: st.DataObject) -> None:
    presets = [number for number, _ in drafting.presets_of(drafting.GAMES[game])]
    draft = Draft(**chosen | {"game": game, "preset": data.draw(st.sampled_from(presets))})
    if draft.kind == "t" or not drafting.is_allowed(draft, "ties", draft.ties):
        return
    terms = drafting.terms_of(draft, "Cup", NOW)
    again = drafting.read(drafting.write(drafting.draft_of(terms, "abcd2345")))
    assert again.contest == "abcd2345"
    assert drafting.terms_of(again, "Cup", NOW) == terms
