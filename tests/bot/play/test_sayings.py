"""Hearts for the best compliment of a match, a server's list of them, and where they're offered again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.community.moderation import canceling
from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.match_state import MatchState
from bot.core.person_settings import PersonSettings
from bot.core.seats import User
from bot.discord_kit.components.choices import MOST_CHOICES
from bot.play.matches import ending
from bot.play.sayings import sayings
from bot.play.sayings.sayings import GROUP, Ballot, Saying, list_sayings, mark, may_like
from bot.play.sayings.ui import best_compliments, giving
from games.ccc.rules.compliments import READY, escape
from storage import Match
from storage.rows import Seat
from storage.tables import hearts, matches
from storage.tables.hearts import Heart
from tests.kit.hosts.house import INES, MARA, PLACE, TOM, House
from tests.kit.matches.ccc import legible, live, quoted
from tests.kit.matches.ccc_words import NASTY, ONLY_FLAG, ROOM
from tests.kit.matches.sayings import HERS, HIS, LAST
from tests.kit.rows import append
from tests.kit.seen import seen
from tests.kit.sql import sql
from tests.kit.stored_samples import a_match

HERE = PLACE.guild or 0


@pytest.fixture(autouse=True)
async def free_words(here: House) -> None:
    """Let the people on the server say what they like."""
    await here.set_on_server(own_words="free")


async def spoken(here: House, first: str = HERS, **options: object) -> Match:
    """Play a match in which mara paid two compliments and tom one; tom is to move."""
    match = await here.match(game="ccc", position=ROOM, **options)
    moves = (f"N@c3{{{first}}}", f"N@d7{{{HIS}}}", "d4-d5", "e7-e6", f"N@b2{{{LAST}}}")
    await here.play(match, *moves)
    return match


async def over(here: House, match: Match, loser: User = MARA) -> MatchState:
    await ending.resign(here.app, match.id, loser.id)
    return await here.app.match_state(match.id)


@pytest.fixture
async def match(here: House) -> Match:
    """A match that's over, in which both players have said something."""
    match = await spoken(here)
    await over(here, match)
    return match


async def give(here: House, match: Match, person: User, number: int) -> Ballot:
    return await sayings.give(here.app, match.id, person.id, str(number))


async def choices(here: House, match: Match, person: User) -> list[str]:
    """Return the compliments to which a person may give their heart."""
    return [saying.text for saying in (await sayings.ballot(here.app, match.id, person.id)).sayings]


async def given(here: House) -> list[tuple[object, ...]]:
    """Return the hearts in the database."""
    return await sql(here.app.database, "SELECT match_id, seat, number, text FROM hearts ORDER BY seat")


async def listed(here: House, reader: User = INES, *, moderated: bool = False, guild: int = HERE) -> str:
    """Return the first page of a server's list as a reader sees it."""
    page = await sayings.page_of(here.app, guild, 0, reader.id, moderated=moderated)
    return seen(best_compliments.screen(page, moderated=moderated)).text


NONE_YET = "No compliment has a heart here yet."


async def refuses(here: House, match: Match, person: User, why: str, *numbers: str) -> None:
    """Check that a person can't choose, give or take back anything, and that no heart has changed."""
    before = await given(here)
    asked = [sayings.give(here.app, match.id, person.id, number) for number in numbers]
    if not numbers:
        asked = [
            sayings.ballot(here.app, match.id, person.id),
            sayings.give(here.app, match.id, person.id, "1"),
            sayings.take_back(here.app, match.id, person.id),
        ]
    for asking in asked:
        with pytest.raises(UserError, match=why):
            await asking
    assert await given(here) == before


# --- a heart ------------------------------------------------------------------------------------------


async def test_both_players_have_one_heart_for_what_the_opponent_said(here: House, match: Match) -> None:
    assert await choices(here, match, TOM) == [HERS, LAST]
    assert await choices(here, match, MARA) == [HIS]
    assert (await sayings.ballot(here.app, match.id, TOM.id)).given is None
    for _ in range(2):
        assert (await give(here, match, MARA, 2)).given == 2
        assert (await give(here, match, TOM, 1)).given == 1
    assert await given(here) == [(match.id, 0, 2, HIS), (match.id, 1, 1, HERS)]
    assert (await listed(here)).count("1 heart ❤️") == 2


async def test_a_heart_goes_to_something_else_and_is_taken_back(here: House, match: Match) -> None:
    assert NONE_YET in await listed(here)
    await give(here, match, TOM, 1)
    assert f"`1` “{HERS}” · 1 heart ❤️\n-# <@{MARA.id}> to <@{TOM.id}>, Collapsable" in await listed(here)
    await give(here, match, TOM, 5)
    assert await given(here) == [(match.id, 1, 5, LAST)]
    assert HERS not in await listed(here)
    assert (await sayings.take_back(here.app, match.id, TOM.id)).given is None
    assert await given(here) == []
    assert NONE_YET in await listed(here)


def test_the_question_says_what_has_the_heart_and_offers_to_take_it_back(over_state: MatchState) -> None:
    ballot = Ballot(over_state, 1, (Saying(1, HERS), Saying(5, LAST)), None)
    open_ = seen(giving.screen(ballot))
    assert "Which compliment was the best?" in open_.text
    assert "Take it back" not in open_.buttons
    chosen = seen(giving.screen(replace(ballot, given=5)))
    assert f"❤️ Your heart is for “{LAST}”" in chosen.text
    assert "Take it back" in chosen.buttons
    (select,) = chosen.selects
    assert [option["value"] for option in select["options"] if option.get("default")] == ["5"]


@pytest.fixture
async def over_state(here: House, match: Match) -> MatchState:
    return await here.app.match_state(match.id)


async def test_who_did_not_play_has_no_heart_to_give(here: House, match: Match) -> None:
    await refuses(here, match, INES, "You're not playing in this match")


async def test_a_heart_is_only_for_what_the_opponent_said(here: House, match: Match) -> None:
    await refuses(here, match, TOM, "Your opponent didn't say that", "2", "3", "99", "0", "-1", "truth")


async def test_where_the_opponent_said_nothing_there_is_nothing_to_choose(here: House) -> None:
    match = await here.match(game="ccc", position=ROOM)
    await here.play(match, f"N@c3{{{HERS}}}")
    state = await over(here, match, TOM)
    assert [may_like(state, who) for who in (0, 1, None)] == [False, True, True]
    await refuses(here, match, MARA, "There's no compliment from your opponent to choose here")


async def test_in_a_match_without_words_there_is_nothing_to_choose(here: House) -> None:
    match = await here.match(game="ccc", position=ROOM, compliments="off")
    await here.play(match, "N@c3{}", "N@d7{}")
    state = await over(here, match)
    assert [may_like(state, who) for who in (0, 1, None)] == [False, False, False]


# --- what doesn't count -------------------------------------------------------------------------------


async def test_while_a_match_goes_on_nothing_is_chosen_and_nothing_listed(here: House) -> None:
    match = await spoken(here)
    assert not may_like(await here.app.match_state(match.id), None)
    for person in (MARA, TOM):
        await refuses(here, match, person, "You can choose the best compliment when the match is over")
    assert NONE_YET in await listed(here)


async def test_of_a_match_that_was_canceled_nothing_counts(here: House) -> None:
    match = await spoken(here)
    state = await canceling.cancel(here.app, match.id, HERE)
    assert [may_like(state, who) for who in (0, 1, None)] == [False, False, False]
    await refuses(here, match, TOM, "This match doesn't count, so its compliments don't either")
    assert NONE_YET in await listed(here)


async def test_of_a_first_leg_nothing_counts_before_the_second_is_over(over_state: MatchState) -> None:
    assert may_like(over_state, None)
    assert not may_like(replace(over_state, match=replace(over_state.match, sealed=True)), None)


async def against_the_bot(here: House, *, guild: int | None) -> Match:
    """Play a match on a server, or on none, in which the bot paid mara a compliment and she resigned."""
    match = await here.match_with_ai(1, game="ccc", options={"position": ONLY_FLAG})
    await here.change_match(match, guild=guild)
    await here.play(match, f"N@c3{{{HERS}}}")
    await over(here, match)
    return match


async def test_a_private_match_against_the_bot_enters_no_list(here: House) -> None:
    match = await against_the_bot(here, guild=None)
    said = seen(giving.screen(await give(here, match, MARA, 1)))
    assert "This match is on no server, so your choice is on no list." in said.text
    assert await given(here) == [(match.id, 1, 1, HERS)]
    for person in (MARA, INES):
        assert NONE_YET in await listed(here, person)


async def test_what_the_bot_says_in_public_can_get_a_heart_and_the_bot_has_none(here: House) -> None:
    match = await against_the_bot(here, guild=HERE)
    await give(here, match, MARA, 1)
    assert f"“{HERS}” · 1 heart" in legible(await listed(here))
    assert f"(easy bot) to <@{MARA.id}>" in await listed(here)
    state = await here.app.match_state(match.id)
    assert may_like(state, 1)
    hers = replace(state, steps=tuple(replace(step, seat=1) for step in state.steps))
    assert not may_like(hers, None), "what only the bot heard, nobody chooses"


async def liked(here: House, id: str, person: User, text: str, guild: int | None, at: int = 9) -> None:
    """Store a match on a server, or on none, in which a person liked what the bot said to them."""
    await here.meet(person)
    async with here.app.database.write("all") as w:
        seats = (Seat(seat=0, person=person.id), Seat(seat=1, level="easy"))
        await matches.add(w, a_match(id, game="ccc", guild=guild, seats=seats))
        await append(w, id, 1, 1, f"N@c3{{{escape(text)}}}", 5)
        heart = Heart(match_id=id, seat=0, number=1, text=text, mark=mark(text), guild=guild, at=at)
        await hearts.give(w, heart)


@pytest.mark.parametrize("guild", [999, None], ids=["another server", "in private"])
async def test_what_was_liked_elsewhere_changes_nothing_here(
    here: House, match: Match, guild: int | None
) -> None:
    """The server looks the same with and without that heart to everybody but the player who gave it."""
    await give(here, match, TOM, 1)
    again = await here.match(game="ccc", position=ROOM)
    before = await listed(here, TOM), await suggested(here, again, 0)
    await liked(here, "elsewhere", INES, "Said elsewhere.", guild)
    async with here.app.database.write("all") as w:
        more = Heart(match_id="elsewhere", seat=1, number=1, text=HERS, mark=mark(HERS), guild=guild, at=9)
        await hearts.give(w, more)
    assert (await listed(here, TOM), await suggested(here, again, 0)) == before
    assert await listed(here, INES) == before[0], "nor does the list tell her own"


# --- the list -----------------------------------------------------------------------------------------


async def test_who_hides_their_profile_is_not_named_to_others(here: House, match: Match) -> None:
    await give(here, match, TOM, 1)
    async with here.app.database.write("all") as w:
        await person_settings.keep(w, MARA.id, PersonSettings(hidden=True))
    for person in (INES, TOM):
        assert f"someone to <@{TOM.id}>" in await listed(here, person)
    assert f"<@{MARA.id}> to <@{TOM.id}>" in await listed(here, MARA)
    assert f"<@{MARA.id}> to <@{TOM.id}>" in await listed(here, INES, moderated=True)


async def test_what_a_moderator_hides_is_neither_listed_suggested_nor_chosen_until_it_is_shown_again(
    here: House, match: Match
) -> None:
    await give(here, match, TOM, 1)
    again = await here.match(game="ccc", position=ROOM)
    assert await suggested(here, again, 0) == [HERS]
    await sayings.hide(here.app, HERE, mark(HERS), INES.id)
    assert NONE_YET in await listed(here, MARA)
    assert await suggested(here, again, 0) == []
    assert await choices(here, match, TOM) == [LAST]
    await sayings.show_again(here.app, HERE, mark(HERS), INES.id)
    assert HERS in await listed(here, MARA)
    assert await suggested(here, again, 0) == [HERS]
    assert await choices(here, match, TOM) == [HERS, LAST]


async def test_words_have_no_effect_where_they_are_listed_or_chosen(
    here: House, over_state: MatchState
) -> None:
    nasty = [words.format(tom=TOM.id) for words in NASTY.values()]
    for number, words in enumerate(nasty):
        await liked(here, f"m{number}", MARA, words, HERE, number)
    pages = [await sayings.page_of(here.app, HERE, page, TOM.id, moderated=False) for page in range(2)]
    shown = [seen(best_compliments.screen(page, moderated=False)).text for page in pages]
    lines = [line for page in shown for line in page.splitlines() if "heart ❤️" in line]
    assert [legible(quoted(line)) for line in lines] == nasty[::-1]
    for words in nasty:
        line = seen(giving.screen(Ballot(over_state, 1, (Saying(1, words),), 1))).text
        assert legible(quoted(line)) == words
        lines.append(line)
    assert [found for line in lines for found in live(quoted(line))] == []


# --- where the best are offered -----------------------------------------------------------------------


async def suggested(here: House, match: Match, seat: int) -> list[str]:
    """Return the liked compliments that are offered first when White's Flag moves to c3."""
    return [choice.label for choice in await asked(here, match, seat) if choice.group == GROUP]


async def asked(here: House, match: Match, seat: int) -> list[sayings.Choice]:
    """Return what can be said when White's Flag moves to c3; the liked compliments come first."""
    state = await here.app.match_state(match.id)
    draft = ("h4", "c3")
    prompt = state.game.prompt(state.view(seat), draft)
    choices = (await sayings.with_liked(here.app, state, seat, draft, prompt)).choices
    is_liked = [choice.group == GROUP for choice in choices]
    assert is_liked == sorted(is_liked, reverse=True)
    return list(choices)


async def test_what_was_liked_is_offered_first_one_s_own_before_others(here: House, match: Match) -> None:
    await give(here, match, TOM, 1)
    await give(here, match, MARA, 2)
    await liked(here, "other", INES, "So calm.", HERE)
    await liked(here, "another", INES, "So calm.", HERE)
    again = await here.match(game="ccc", position=ROOM)
    first, second, third, *others = await asked(here, again, 0)
    assert [first.label, second.label] == [HERS, HIS], "what she said herself comes first"
    assert third.label == "So calm.", "even if others liked it more"
    assert (second.key, second.action) == (f"liked-{mark(HIS)}", f"N@c3{{{HIS}}}")
    assert [choice.says for choice in others if choice.says] == list(READY)


@pytest.mark.parametrize("player", [MARA, INES], ids=["who said it", "somebody else"])
async def test_the_best_of_the_server_is_offered_to_everybody_here_but_in_private_only_one_s_own(
    here: House, match: Match, player: User
) -> None:
    await give(here, match, TOM, 1)
    alone = await here.match_with_ai(0, game="ccc", options={"position": ROOM})
    await here.seat(alone, 0, player)
    await here.change_match(alone, guild=HERE)
    assert await suggested(here, alone, 0) == [HERS]
    await here.change_match(alone, guild=None)
    assert await suggested(here, alone, 0) == ([HERS] if player is MARA else [])


async def test_only_what_may_be_said_in_the_match_is_offered(here: House) -> None:
    for first in (HERS, READY[3]):
        match = await spoken(here, first)
        await over(here, match)
        await give(here, match, TOM, 1)
    strict = await here.match(game="ccc", position=ROOM, compliments="list")
    liked, *others = await asked(here, strict, 0)
    assert (liked.label, liked.group) == (READY[3], GROUP)
    assert liked.action == f"N@c3{{{READY[3]}}}"
    said = [choice.says for choice in others if choice.says]
    assert said == [text for text in READY if text != READY[3]], "each stands there once"
    await here.play(strict, liked.action)


async def test_what_is_liked_no_more_is_offered_no_more(here: House, match: Match) -> None:
    await give(here, match, TOM, 1)
    again = await here.match(game="ccc", position=ROOM)
    assert await suggested(here, again, 0) == [HERS]
    await sayings.take_back(here.app, match.id, TOM.id)
    assert await suggested(here, again, 0) == []


# --- words and lists by themselves --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Cool move.", "  cool   MOVE. ", True),
        ("Cool move.", "Ｃｏｏｌ ｍｏｖｅ．", True),
        ("ﬁne", "fine", True),
        ("❤️", "❤", True),
        ("a\u200db", "ab", True),
        ("é", "e\u0301", True),
        ("Cool move.", "Cool move!", False),
        ("की", "का", False),
        ("👩‍🚀", "👩", False),
    ],
)
def test_what_reads_alike_has_one_mark(one: str, other: str, alike: bool) -> None:
    assert (mark(one) == mark(other)) == alike


async def test_what_was_said_twice_is_one_choice(over_state: MatchState) -> None:
    twice = replace(over_state, steps=(*over_state.steps, *over_state.steps))
    assert list_sayings(twice, 1) == list_sayings(over_state, 1) == (Saying(1, HERS), Saying(5, LAST))


async def test_more_than_a_list_holds_is_in_pages(over_state: MatchState) -> None:
    many = tuple(Saying(2 * number + 1, f"{number} " + "x" * 198) for number in range(30))
    for page, expected in ((0, MOST_CHOICES), (1, 5), (-3, MOST_CHOICES), (99, 5)):
        (select,) = seen(giving.screen(Ballot(over_state, 1, many, 3), page)).selects
        assert len(select["options"]) == expected
        assert all(len(option["label"]) <= 100 for option in select["options"])
