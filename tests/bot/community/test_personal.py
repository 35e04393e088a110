"""`/settings`: one panel for all personal settings, and what each of them changes."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from PIL import Image

from bot.community.personal.ui import sentences
from bot.core import person_settings
from bot.core.errors import UserError
from bot.core.person_settings import PersonSettings
from bot.discord_kit.components import pictures
from bot.play.outbox.digests import TOPICS
from games import GAMES
from render.palette import rgb, theme_named
from tests.kit.matches.tapped import DAY, begin_briefed, begin_by_taps, newest_match, nothing_changes
from tests.kit.people import Person
from tests.kit.seen import Seen
from tests.kit.servers import own_settings
from tests.kit.sql import sql
from tests.kit.table import Table, table

pytestmark = pytest.mark.table("mara", "tom")

_SNOWFLAKE = re.compile(r"\d{15,}")
"""Discord's ids of people and channels; they depend on what happened before."""
PAPERS = {name: rgb(theme_named(theme).paper) for name, theme in pictures.THEMES.items()}


async def kept(t: Table, person: Person) -> PersonSettings:
    async with t.database.read() as r:
        return await person_settings.settings_in(r, int(person.id))


async def paper(t: Table, seen: Seen, name: str) -> tuple[int, ...]:
    """Return the background color of a picture: the most frequent of all paper colors."""
    image = Image.open(io.BytesIO(await t.download(seen.pictures[name]))).convert("RGB")
    found: Any = image.getcolors(image.width * image.height)
    return max((count, color) for count, color in found if color in PAPERS.values())[1]


def dms(person: Person, text: str) -> int:
    places = {dm["id"] for dm in person.actor.home()["dms"]}
    return len([seen for seen in person.messages() if seen.channel in places and text in seen.text])


# --- the panel ----------------------------------------------------------------------------------------

SWITCHES = {
    "dice": ("Play", "Roll for me", "Starting with your next turn, I'll roll for you.", "by_hand", False),
    "asking": ("Play", "Ask before a move", "I'll ask you once more before each move.", "confirm", True),
    "hidden": (
        "People",
        "Hide my profile",
        "Your profile is hidden: only you can see it, and leaderboards don't show your name.",
        "hidden",
        True,
    ),
}
CHOICES: dict[str, tuple[str, tuple[str, ...], str, str, Any]] = {
    "theme": ("Looks", ("dark",), "Your pictures use the theme “Dark” now.", "theme", "dark"),
    "who": ("People", ("met",), "Only people you've played can challenge you.", "challenges", "met"),
    "no one": ("People", ("none",), "No one can challenge you;", "challenges", "none"),
    "marks": (
        "Time",
        ("half", "6h", "1h"),
        "I'll remind you halfway through, and 6 hours and 1 hour before the deadline, by DM.",
        "marks",
        ("half", "6h", "1h"),
    ),
    "where": (
        "Time",
        ("thread",),
        "I'll remind you 24 hours before the deadline, in the thread.",
        "where",
        "thread",
    ),
    "nowhere": ("Time", ("nowhere",), "I won't remind you of deadlines.", "where", "nowhere"),
    "told": ("DMs", ("turns", "results"), "I won't DM you about the rest.", "muted", ("holidays", "expiry")),
}


@pytest.mark.parametrize(("page", "label", "said", "field", "value"), SWITCHES.values(), ids=SWITCHES)
async def test_a_button_changes_what_it_names_and_says_so_in_one_sentence(
    t: Table, page: str, label: str, said: str, field: str, value: bool
) -> None:
    panel = await own_settings.page(t.mara, page)
    answer = await t.mara.tap(label, panel)
    assert answer.text.startswith(said)
    assert (answer.id, answer.ephemeral) == (panel.id, True)
    assert getattr(await kept(t, t.mara), field) is value
    assert label not in answer.buttons, "it offers the way back instead"
    assert getattr(await kept(t, t.tom), field) is not value


@pytest.mark.parametrize(("page", "values", "said", "field", "value"), CHOICES.values(), ids=CHOICES)
async def test_a_list_changes_what_it_names_and_says_so_in_one_sentence(
    t: Table, page: str, values: tuple[str, ...], said: str, field: str, value: Any
) -> None:
    answer = await own_settings.choose(t.mara, page, *values)
    assert said in answer.text.partition("\n")[0]
    assert getattr(await kept(t, t.mara), field) == value
    chosen = [o["value"] for s in answer.selects for o in s["options"] if o.get("default")]
    assert set(values) <= set(chosen)


async def test_the_panel_is_private_survives_a_restart_and_looking_changes_nothing(t: Table) -> None:
    panel = await t.mara.slash("/settings")
    await t.restart_bot()
    async with nothing_changes(t):
        for page in ("Looks", "Time", "People", "DMs", "Play"):
            panel = await t.mara.tap(page, panel)
            assert f"Your settings: {page}" in panel.text
            assert page not in panel.buttons
    assert t.tom.messages() == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"days": "three"}, "“three” isn't a whole number. Write it like 3."),
        ({"days": ""}, "A vacation lasts at least 1 hour, and you have 480 left this year."),
        ({"days": "21"}, "you have 480 left this year."),
    ],
)
async def test_a_holiday_that_cannot_be_is_refused(t: Table, fields: dict[str, str], sentence: str) -> None:
    modal = await t.mara.tap_for_modal("Vacation", await own_settings.page(t.mara, "Time"))
    async with nothing_changes(t):
        assert sentence in (await t.mara.submit(modal, **fields)).text


async def test_quiet_hours_are_filled_in_and_half_of_them_are_refused(t: Table) -> None:
    await own_settings.quiet(t.mara, since="22:00", until="8", zone="berlin")
    modal = await t.mara.tap_for_modal("Quiet hours", await own_settings.page(t.mara, "Time"))
    assert own_settings.filled_in(modal) == {"since": "22:00", "until": "8:00", "zone": "Europe/Berlin"}
    async with nothing_changes(t):
        answer = await t.mara.submit(modal, since="", until="8:00", zone="Europe/Berlin")
    assert "Give a start and an end" in answer.text


def test_settings_that_cannot_be_read_anymore_are_the_usual_ones() -> None:
    assert person_settings.from_row({"marks": 5}) == PersonSettings()


def test_who_is_not_on_holiday_ends_none() -> None:
    with pytest.raises(UserError, match="You aren't on vacation"):
        person_settings.without_holiday(PersonSettings(), 100)


def test_every_theme_topic_and_answer_has_words() -> None:
    assert set(sentences.THEMES) == set(pictures.THEMES)
    assert set(sentences.TOLD) == set(TOPICS)


# --- looks --------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.drawn
async def test_the_panel_shows_each_game_in_the_chosen_theme(t: Table) -> None:
    for theme in pictures.THEMES:
        seen = await own_settings.choose(t.mara, "Looks", theme)
        assert set(seen.pictures) == {f"{key}.png" for key in GAMES}
        assert await paper(t, seen, "ccc.png") == PAPERS[theme]


@pytest.mark.slow
@pytest.mark.drawn
async def test_pictures_for_one_person_are_in_their_theme_and_all_others_are_as_they_were(t: Table) -> None:
    await own_settings.choose(t.mara, "Looks", "dark")
    match = await begin_briefed(t, t.mara, t.tom)
    await match.turn()
    await match.turn()
    await t.settled()
    ping = next(seen for seen in reversed(t.mara.messages()) if "Your turn" in seen.text)
    assert await paper(t, ping, "board.png") == PAPERS["dark"]
    assert await paper(t, match.posts()[-1], "board.png") == PAPERS["normal"]
    [hers, his] = [await person.slash("/replay", match=match.id) for person in (t.mara, t.tom)]
    assert await paper(t, hers, "replay.png") == PAPERS["dark"]
    assert await paper(t, his, "replay.png") == PAPERS["normal"]
    assert await paper(t, await t.mara.tap("Open", ping), "board.png") == PAPERS["dark"]


@pytest.mark.slow
@pytest.mark.drawn
async def test_alt_texts_and_words_are_the_same_in_every_theme(t: Table) -> None:
    pages = set()
    for theme in pictures.THEMES:
        await own_settings.choose(t.mara, "Looks", theme)
        rules = await t.mara.slash("/ccc rules")
        pages.add((rules.text, *rules.alt_texts))
        assert await paper(t, rules, "board.png") == PAPERS[theme]
    assert len(pages) == 1


# --- asked before each move ---------------------------------------------------------------------------


async def asking(t: Table) -> tuple[Seen, Seen]:
    """Begin a CCC match of a player who wants to confirm moves; return the panel and the confirmation."""
    await own_settings.switch(t.mara, "Play", "Ask before a move")
    panel = await t.mara.start("/ccc play", side="White")
    await t.settled()
    panel = t.mara.again(panel)
    return panel, await to_question(t.mara, panel)


async def to_question(person: Person, panel: Seen) -> Seen:
    """Tap and choose until the panel asks for confirmation of a move."""
    while "Play" not in panel.buttons:
        if panel.selects:
            panel = await person.choose(panel.selects[0]["options"][0]["value"], panel)
        else:
            picks = (label for label, button in panel.buttons.items() if "|pick|" in button["custom_id"])
            panel = await person.tap(next(picks), panel)
    return panel


async def length(t: Table) -> int:
    return (await t.running.bot.ctx.app.match_state(await newest_match(t))).length


async def test_who_wants_to_be_asked_plays_with_one_more_tap_and_can_go_back(t: Table) -> None:
    panel, question = await asking(t)
    before = await length(t)
    assert "Play this: " in question.text
    assert question.id == panel.id
    assert await length(t) == before
    back = await t.mara.tap("Back", question)
    assert "Play this" not in back.text
    assert await length(t) == before
    await t.mara.tap("Play", await to_question(t.mara, back))
    await t.settled()
    assert await length(t) > before


@pytest.mark.slow
async def test_a_question_works_after_a_restart_and_counts_once(t: Table) -> None:
    _, question = await asking(t)
    before = await length(t)
    await t.restart_bot()
    await t.mara.tap("Play", question)
    await t.settled()
    after = await length(t)
    custom_id = question.buttons["Play"]["custom_id"]
    world = t.playground.world
    world.messages[question.id].payload = question.payload
    await t.mara.actor.press(question.channel, question.id, custom_id)
    await t.settled()
    assert await length(t) == after > before


@pytest.mark.slow
async def test_a_hint_is_asked_about_as_well(t: Table) -> None:
    panel, _ = await asking(t)
    before = await length(t)
    await t.mara.tap("Hint", panel)
    await t.settled()
    question = await t.mara.tap("Play it")
    assert "Play this: " in question.text
    assert await length(t) == before
    await t.mara.tap("Play", question)
    await t.settled()
    assert await length(t) > before


@pytest.mark.slow
async def test_where_there_is_nothing_to_choose_nothing_is_asked(t: Table) -> None:
    await own_settings.switch(t.mara, "Play", "Ask before a move")
    match = await begin_by_taps(t, t.mara, t.tom)
    rolled = await t.mara.tap("Roll the die")
    await t.settled()
    assert "Play this" not in rolled.text
    assert (await match.table()).length > 0


# --- what a person usually plays ----------------------------------------------------------------------


async def usual(t: Table, game: str, *values: str) -> Seen:
    """Choose a game, then its usual level or kind of match."""
    seen = await own_settings.choose(t.mara, "Play", game)
    for value in values:
        seen = await t.mara.choose(value, seen)
    return seen


async def test_the_usual_level_and_preset_are_taken_where_none_is_named(t: Table) -> None:
    game = GAMES["ccc"]
    level, preset = list(game.players)[1], game.presets[1]
    said = await usual(t, "ccc", level, preset.name)
    assert f"In {game.title}, you play “{preset.name}” unless you choose another." in said.text
    assert f"**{game.title}:** {level}, {preset.name}" in said.text
    for way in (t.mara.start("/ccc play"), t.mara.tap(f"Play {game.title}", await t.mara.slash("/play"))):
        await way
        t.advance(1)
        match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
        assert level in [row.level for row in match.seats]
        assert preset.options.items() <= dict(match.options).items()
    first = next(iter(game.players))
    await t.mara.start("/ccc play", level=first, preset=game.presets[0].name)
    match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    assert first in [row.level for row in match.seats]


async def test_what_is_gone_is_as_usual_again(t: Table) -> None:
    gone = PersonSettings(levels={"ccc": "grandmaster"}, presets={"ccc": "Sideways"}, theme="neon")
    async with t.database.write("all") as w:
        await person_settings.keep(w, int(t.mara.id), gone)
    await t.mara.start("/ccc play")
    match = (await t.running.bot.ctx.app.match_state(await newest_match(t))).match
    assert next(iter(GAMES["ccc"].players)) in [row.level for row in match.seats]
    said = await usual(t, "ccc", "-")
    assert "you play the bot's usual level unless you choose another." in said.text


# --- what isn't said ----------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_muted_turn_comes_without_a_ping_and_its_clock_runs(t: Table) -> None:
    await own_settings.choose(t.mara, "DMs", "results", "holidays", "expiry")
    assert "Your clock runs all the same" in (await own_settings.page(t.mara, "DMs")).text
    match = await begin_briefed(t, t.mara, t.tom, time="1d")
    for _ in range(2):
        await match.turn()
        await t.settled()
    assert dms(t.mara, "Your turn") == 0
    assert any("Your turn against Mara" in body for body in t.tom.pushes())
    stopped = "SELECT kind FROM deadlines WHERE kind LIKE 'silent%' AND done_at IS NULL"
    assert await sql(t.database, stopped) == []
    t.advance(DAY)
    await t.settled()
    assert (await match.table()).match.reason is not None, "the time is up"
    assert dms(t.mara, "Your turn") == 0
    assert dms(t.mara, "You lost") == 1


@pytest.mark.slow
async def test_muted_results_and_holidays_are_left_out_of_digests_too(t: Table) -> None:
    await own_settings.choose(t.tom, "DMs", "turns", "expiry")
    match = await begin_briefed(t, t.mara, t.tom)
    await own_settings.holiday(t.mara, days=1)
    t.advance(60)
    await t.mara.slash("/resign")
    await t.mara.tap("Resign")
    await t.settled()
    assert (await match.table()).match.reason is not None
    assert dms(t.tom, "is on vacation") == 0
    assert dms(t.tom, "won") == 0


@pytest.mark.parametrize(("muted", "told"), [(True, 0), (False, 1)], ids=["muted", "not muted"])
async def test_a_challenge_that_expires_is_told_unless_muted(t: Table, muted: bool, told: int) -> None:
    if muted:
        await own_settings.choose(t.mara, "DMs", "turns", "results", "holidays")
    await t.mara.slash("/ccc challenge", opponent=t.tom)
    await t.settled()
    t.advance(30 * DAY)
    await t.settled()
    assert dms(t.mara, "expired") == told


# --- hidden from other people -------------------------------------------------------------------------


async def everything_seen(*, differs: bool) -> list[tuple[str, list[str], list[str]]]:
    """Return all that Tom gets in a match against Mara, whose personal settings are custom if `differs`."""
    async with table("mara", "tom") as t:
        # The dice follow from the numbers of the taps, so both worlds need the same number.
        await own_settings.choose(t.mara, "Looks", "dark" if differs else "normal")
        await own_settings.choose(t.mara, "DMs", *(("holidays",) if differs else TOPICS))
        await t.mara.tap("Ask before a move" if differs else "People", await t.mara.slash("/settings"))
        await usual(t, "creators", list(GAMES["creators"].players)[1] if differs else "-")
        match = await begin_briefed(t, t.mara, t.tom)
        for _ in range(4):
            await match.turn()
            await t.settled()
        await t.tom.slash("/profile", user=t.mara)
        await t.mara.slash("/resign")
        await t.mara.tap("Resign")
        await t.settled()
        files = [
            (await t.download(picture)) for seen in t.tom.messages() for picture in seen.pictures.values()
        ]
        assert files
        told = [
            (_SNOWFLAKE.sub("#", seen.text), seen.alt_texts, sorted(seen.pictures))
            for seen in t.tom.messages()
        ]
        # DMs and messages in the thread can arrive in either order.
        return [*sorted(told), ("files", sorted(str(hash(file)) for file in files), [])]


@pytest.mark.slow
async def test_what_somebody_has_set_shows_in_nothing_that_others_get() -> None:
    plain, set_ = await everything_seen(differs=False), await everything_seen(differs=True)
    assert plain == set_


@pytest.mark.slow
async def test_a_picture_is_never_one_that_was_made_for_somebody_else_s_eyes(t: Table) -> None:
    """Both see the same match in one theme; what only one player knows is only in that player's picture."""
    for person in (t.mara, t.tom):
        await own_settings.choose(person, "Looks", "dark")
    await t.mara.slash("/decoy challenge", opponent=t.tom)
    await t.tom.tap("Accept")
    await t.settled()
    match = await newest_match(t)
    seen = [await person.slash("/replay", match=match) for person in (t.mara, t.tom)]
    hers, his = [await t.download(next(iter(message.pictures.values()))) for message in seen]
    state = await t.running.bot.ctx.app.match_state(match)
    assert state.scene(0) != state.scene(1)
    assert hers != his
