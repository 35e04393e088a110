"""/profile: ratings with their graph, the record of each side, streak, favorite opponent, last matches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.community.profiles import profiles
from bot.community.profiles.profiles import GamePool, Profile, Streak
from bot.community.profiles.ui import profile as profile_ui
from bot.community.profiles.ui.profile import HIDDEN
from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.person_settings import PersonSettings
from bot.play.endings import aborting
from bot.play.matches import ending
from storage.rows import Match, Seat
from storage.tables import matches, people
from storage.tables.profiles import SeenBy
from tests.kit.hosts.house import MARA, PLACE, TOM, House, house
from tests.kit.hosts.rated import a_rating, put
from tests.kit.matches.tapped import USUAL, assert_refused, begin
from tests.kit.people import Person
from tests.kit.rows import end
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.stored_samples import a_match
from tests.kit.table import Table, table

HERE, INES = PLACE.guild, 13
PEOPLE, BOTS = GamePool("creators", "people"), GamePool("creators", "bots")


@pytest.fixture
async def home(tmp_path: Path) -> AsyncIterator[House]:
    async with house(tmp_path) as made:
        async with made.app.database.write("all") as w:
            for person, name in ((MARA.id, "Mara"), (TOM.id, "Tom"), (INES, "Ines")):
                await people.upsert(w, person, name, now=1)
        yield made


async def over(home: House, id: str, winner: int | None, reason: str = "pattern", **changes: Any) -> Match:
    """Add a finished match of Mara's against Tom.

    `seat` is Mara's seat, and `other` is another person's id or a level to play instead of Tom.
    """
    seat, other = changes.pop("seat", 0), changes.pop("other", TOM.id)
    against = {"level": other} if isinstance(other, str) else {"person": other}
    seats = (Seat(seat=seat, person=MARA.id), Seat(seat=1 - seat, **against))
    match = a_match(id, seats=tuple(sorted(seats, key=lambda row: row.seat)), **changes)
    async with home.app.database.write("all") as w:
        await matches.add(w, match)
        await end(w, id, winner, reason, 1000 + int(id[1:]))
    return match


async def of_mara(home: House, reader: int = MARA.id, wanted: Any = None, here: int | None = HERE) -> Profile:
    return await profiles.profile_of(home.app, MARA.id, SeenBy(reader, here), wanted)


async def hide(home: House, person: int) -> None:
    async with home.app.database.write("all") as w:
        await person_settings.keep(w, person, PersonSettings(hidden=True))


async def shown(profile: Profile, reader: int = MARA.id, here: int | None = HERE) -> Any:
    return await profile_ui.screen_of(profile, SeenBy(reader, here))


def text_of(screen: Any) -> str:
    return "\n".join(part["content"] for part in parts(screen) if part["type"] == 10)


def parts(screen: Any) -> list[dict[str, Any]]:
    inner = [part for frame in screen.view.to_components() for part in frame["components"]]
    return [deep for part in inner for deep in (part, *part.get("components", ()))]


# --- a person's results -------------------------------------------------------------------------------


async def test_won_lost_and_drawn_are_counted_for_each_side_and_apart_for_the_bot(home: House) -> None:
    for id, seat, winner in (("m1", 0, 0), ("m2", 0, 1), ("m3", 0, 0), ("m4", 1, 1), ("m5", 1, None)):
        await over(home, id, winner, seat=seat)
    await over(home, "m6", 1, other="easy")
    said = text_of(await shown(await of_mara(home)))
    assert "As Creator: 2 won, 1 lost\nAs Destroyer: 1 won, 0 lost, 1 drawn" in said
    assert "**Won** as Destroyer against **Tom**" in said
    against = text_of(await shown(await of_mara(home, wanted=BOTS)))
    assert "As Creator: 0 won, 1 lost" in against
    assert "Tom" not in against
    assert "easy" not in said


async def test_what_runs_or_does_not_count_is_in_no_figure(home: House) -> None:
    await over(home, "m1", 0)
    before = await of_mara(home)
    await over(home, "m2", None, "aborted")
    await over(home, "m3", None, "cancelled")
    async with home.app.database.write("all") as w:
        await matches.add(w, a_match("m4", seats=(Seat(seat=0, person=MARA.id), Seat(seat=1, person=INES))))
    assert await of_mara(home) == before


async def test_a_streak_is_the_last_matches_that_ended_alike(home: House) -> None:
    for number, winner in enumerate((0, 1, 1, 1), 1):
        await over(home, f"m{number}", winner)
    assert (await of_mara(home)).streak == Streak("lost", 3, False)
    await over(home, "m5", 0)
    assert (await of_mara(home)).streak is None


async def test_the_favourite_opponent_is_whom_one_met_most_often(home: House) -> None:
    for number, other in enumerate((INES, TOM.id, INES, TOM.id, INES), 1):
        await over(home, f"m{number}", 0, other=other)
    assert "Most often against **Ines**: 3 matches" in text_of(await shown(await of_mara(home)))


async def test_the_last_matches_stand_there_latest_first_with_a_way_in(home: House) -> None:
    for number in range(1, 8):
        await over(home, f"m{number}", 0, guild=HERE, thread=70 + number)
    screen = await shown(await of_mara(home))
    openings = [part["accessory"]["custom_id"] for part in parts(screen) if part["type"] == 9]
    assert openings == [f"sp|open|m{number}" for number in (7, 6, 5, 4, 3)]


@pytest.mark.slow
@pytest.mark.parametrize(("here", "is_told"), [(HERE, True), (999, False), (None, False)])
async def test_a_match_is_told_to_others_only_where_it_is(
    home: House, here: int | None, is_told: bool
) -> None:
    await over(home, "m1", 0, guild=HERE, thread=77)
    await over(home, "m2", 0, guild=999, thread=78, other=INES)
    screen = await shown(await of_mara(home, INES, here=here), INES, here)
    assert ("<#77>" in str(parts(screen))) is is_told
    assert "sp|open|m1" not in str(parts(screen)), "an onlooker gets no button"
    assert "<#78>" in str(parts(screen)), "her own matches are there for her everywhere"
    assert ("2 won" in text_of(screen)) is is_told


@pytest.mark.slow
@pytest.mark.parametrize("here", [HERE, 999, None])
@pytest.mark.parametrize("also_public", [True, False])
async def test_a_private_match_against_the_bot_is_in_nobody_else_s_profile_of_her(
    home: House, here: int | None, also_public: bool
) -> None:
    async def seen(reader: int) -> Any:
        found = await of_mara(home, reader, BOTS, here)
        return (await shown(found, reader, here)).view.to_components()

    await over(home, "m1", 0, guild=HERE)
    if also_public:
        await over(home, "m2", 1, other="easy", guild=HERE)
    await put(home.app.database, a_rating(MARA.id, 1450, 120, pool="bots"))
    before = [await seen(TOM.id), await seen(INES), await seen(MARA.id)]
    await over(home, "m3", 0, other="hard", guild=None)
    assert [await seen(TOM.id), await seen(INES)] == before[:2]
    assert "(hard bot)" in str(await seen(MARA.id)), "she sees it herself"


async def test_to_others_nothing_but_private_matches_is_as_if_the_bot_had_never_met_them(home: House) -> None:
    await over(home, "m1", 0, other="easy", guild=None)
    told = []
    for person in (MARA.id, 777):
        with pytest.raises(UserError) as error:
            await profiles.profile_of(home.app, person, SeenBy(TOM.id, HERE))
        told.append(str(error.value))
    assert told[0] == told[1] == "They haven't finished a match here yet. You could challenge them."


async def test_one_s_best_known_game_comes_first_and_another_can_be_wanted(home: House) -> None:
    await over(home, "m1", 0, other="easy")
    assert (await of_mara(home)).chosen == BOTS
    await over(home, "m2", 0)
    found = await of_mara(home)
    assert (found.pools, found.chosen) == ((PEOPLE, BOTS), PEOPLE)
    assert (await of_mara(home, wanted=BOTS)).chosen == BOTS
    other = await of_mara(home, wanted="ccc")
    assert (other.chosen, other.lately) == (GamePool("ccc", "people"), ())


# --- ratings and their graph --------------------------------------------------------------------------


async def test_the_graph_follows_the_ratings_and_is_told_in_words(home: House) -> None:
    for loser in (TOM.id, TOM.id, MARA.id):
        match = await home.match(usual=True)
        await ending.resign(home.app, match.id, loser)
        home.clock.advance(86_400)
    found = await of_mara(home)
    values = [round(change.after) for change in found.changes]
    drawn = profile_ui.graph_of(found)
    assert [round(moment.value) for moment in drawn.moments] == values
    assert [moment.spread for moment in drawn.moments] == [2 * change.deviation for change in found.changes]
    [file] = (await shown(found)).files
    now = f"{values[2]} ± {round(found.ratings[0].deviation)}?"
    assert file.description == (
        f"Rating of Mara: Creators vs Destroyers: {now} after 3 matches; it started at {values[0]}, "
        f"and has been between {min(values)} and {values[1]}."
    )


async def test_all_ratings_stand_above_with_the_bot_apart(home: House) -> None:
    mine = a_rating(MARA.id, 1523, 88)
    against = a_rating(MARA.id, 1401, 140, pool="bots", game="ccc", wins=1, losses=0)
    await put(home.app.database, mine, against)
    said = text_of(await shown(await of_mara(home)))
    assert "**Creators vs Destroyers** · 1523 ± 88 · 12 matches" in said
    assert ", against the bot · 1401 ± 140? · 1 match\n" in said + "\n"


@pytest.mark.slow
async def test_a_match_under_way_changes_nothing_in_a_profile(home: House) -> None:
    match = await home.match(usual=True)
    await ending.resign(home.app, match.id, TOM.id)

    async def seen() -> list[Any]:
        screens = [await shown(await of_mara(home, reader), reader) for reader in (MARA.id, TOM.id, INES)]
        return [(screen.view.to_components(), screen.files[0].fp.read()) for screen in screens]

    before = await seen()
    running = await home.match(usual=True)
    await home.turn(running)
    assert await seen() == before


# --- who may see it -----------------------------------------------------------------------------------


async def test_a_hidden_profile_is_one_sentence_to_others_and_everything_to_oneself(home: House) -> None:
    await over(home, "m1", 0)
    whole = text_of(await shown(await of_mara(home)))
    await hide(home, MARA.id)
    with pytest.raises(UserError, match=r"^They keep their profile private\.$"):
        await of_mara(home, TOM.id)
    heading, rest = whole.split("\n", 1)
    assert text_of(await shown(await of_mara(home))) == f"{heading}\n{HIDDEN}\n{rest}"


async def test_whoever_hides_is_not_named_in_the_profiles_of_others(home: House) -> None:
    await over(home, "m1", 0, guild=HERE)
    await hide(home, TOM.id)
    assert "Tom" not in text_of(await shown(await of_mara(home, INES), INES))
    assert "against **someone**" in text_of(await shown(await of_mara(home, INES), INES))
    for reader in (MARA.id, TOM.id):
        assert "against **Tom**" in text_of(await shown(await of_mara(home, reader), reader))


async def test_whom_the_bot_has_never_met_is_one_sentence(home: House) -> None:
    with pytest.raises(UserError, match="They haven't finished a match here yet"):
        await profiles.profile_of(home.app, 777, SeenBy(MARA.id, HERE))
    with pytest.raises(UserError, match="You haven't played here yet"):
        await profiles.profile_of(home.app, 777, SeenBy(777, HERE))


async def test_somebody_who_has_finished_nothing_is_told_how_to_begin(home: House) -> None:
    match = await home.match()
    assert (await of_mara(home)).chosen is None
    assert "No finished matches yet" in text_of(await shown(await of_mara(home)))
    await aborting.abort(home.app, match.id, MARA.id)
    assert (await of_mara(home)).chosen is None


# --- at the table -------------------------------------------------------------------------------------


async def resigned(t: Table, loser: Person) -> None:
    match = await begin(t, t.mara, t.tom, **USUAL)
    await ending.resign(t.running.bot.ctx.app, match.id, int(loser.id))
    await t.settled()


@pytest.mark.slow
async def test_a_profile_is_shown_in_private_and_another_game_is_chosen_after_a_restart(t: Table) -> None:
    await resigned(t, t.tom)
    other = a_rating(int(t.mara.id), 1450, 120, pool="bots")
    await put(t.database, other)
    seen = await t.ines.slash("/profile", user=t.mara)
    assert seen.ephemeral
    assert "As Creator: 1 won, 0 lost" in seen.text
    assert len(seen.pictures) == len(list(filter(None, seen.alt_texts))) == 1
    await t.restart_bot()
    chosen = await t.ines.choose("creators:bots", seen)
    assert "against the bot · no finished matches here yet." in chosen.text
    board = await t.ines.tap("Leaderboard", chosen)
    assert "Against the bot" in board.text


async def test_settings_hide_a_profile_and_its_select_too(t: Table) -> None:
    await resigned(t, t.tom)
    await put(t.database, a_rating(int(t.mara.id), 1450, 120, pool="bots"))
    seen = await t.ines.slash("/profile", user=t.mara)
    await own_settings.switch(t.mara, "People", "Hide my profile")
    assert_refused(await t.ines.slash("/profile", user=t.mara), "They keep their profile private.")
    assert_refused(await t.ines.choose("creators:bots", seen), "They keep their profile private.")
    assert "Your profile is hidden" in (await t.mara.slash("/profile")).text


async def test_strangers_and_bots_have_no_profile() -> None:
    async with table("mara", "tom", by_hand=False) as t:
        assert_refused(await t.mara.slash("/profile"), "You haven't played here yet.")
        assert_refused(await t.mara.slash("/profile", user=t.tom), "They haven't finished a match here yet")
        bot = {"type": 6, "name": "user", "value": str(t.running.bot.application_id)}
        said = Seen((await t.mara.actor.slash("games", "profile", [bot]))["message"])
        assert_refused(said, "Bots don't have profiles.")
