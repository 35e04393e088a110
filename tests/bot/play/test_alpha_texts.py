"""Matches of alpha without Discord: what's not offered, a record before the end, and a rematch."""

from __future__ import annotations

import pytest

from bot.core import match_record
from bot.matchmaking.challenges import rematching
from bot.play.matches import ending
from bot.play.matches.ui import asking
from bot.play.wording import matches
from storage import Match
from tests.kit.hosts.house import MARA, House
from tests.kit.matches.alpha import MINE, THEIRS, a_busy_start, deal, places

NOT_OFFERED = ["", "~", "0", "-1", "7", "99", "m1", "o1", "1~0", "1~6", "1~m1", "1~1~1", "end~1", "play 1 1"]
NOT_OFFERED += ["discards~9", "more~9", "²", "٣", "1~٣"]


async def begun(here: House) -> Match:
    """Begin a match of Mara's against the bot, with a deck of each's own."""
    return await here.match_with_ai(0, game="alpha", level="alpha", options={"decks": (MINE, THEIRS)})


@pytest.fixture
async def match(here: House, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match that Mara begins with both kinds of cards in her hand; nothing costs her anything."""
    with monkeypatch.context() as patched:
        deal(patched, (MINE, THEIRS), a_busy_start)
        return await begun(here)


async def test_a_choice_that_is_not_offered_plays_nothing_and_leads_to_a_question(
    here: House, match: Match
) -> None:
    state = await here.app.match_state(match.id)
    for draft in NOT_OFFERED:
        *keys, chosen = draft.split("~")
        choice, led = await asking.find_choice(here.app, state, 0, tuple(keys), chosen)
        assert choice is None, draft
        prompt = state.game.prompt(state.view(0), led)
        assert prompt.question.endswith("?"), draft
        assert prompt.choices, draft


async def test_before_the_end_the_record_has_what_its_reader_was_told(here: House, match: Match) -> None:
    place = places((await here.app.match_state(match.id)).game_state, "creature")[0]
    state = await here.play(match, f"play {place} 2", "end", "end")
    while state.to_act != (0,):
        state = await here.act(match)
    own, others = [match_record.file_of(state, viewer)[1] for viewer in (0, None)]
    assert "You summon Own 3/3$0 (3/3) into slot 2." in own
    assert "You draw Own " in own
    assert "The player summons Own 3/3$0 (3/3) into slot 2." in others
    assert "draw" not in others
    assert match.seed.hex() not in own + others


async def test_a_rematch_is_dealt_anew_with_the_same_own_decks(here: House, match: Match) -> None:
    await ending.resign(here.app, match.id, MARA.id)
    offer = await rematching.again_with_bot(here.app, match.id, MARA, 920, 100)
    assert offer is not None
    assert "deck: a custom one against a custom one" in matches.offer_text(offer)
    second = await here.started(offer, 921)
    assert second.options == match.options
    assert second.options["decks"] == [MINE, THEIRS]
    assert second.seed != match.seed
    assert [(row.person, row.level) for row in second.seats] == [(MARA.id, None), (None, "alpha")]
