"""Officials don't act on their own matches, or where they'd gain by it: every official act checks that."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from types import FunctionType, ModuleType
from typing import Any, get_args

import msgspec
import pytest

from bot import features
from bot.community.moderation import canceling, pausing, removing, reporting, suspending
from bot.community.moderation.ui import buttons as moderation_ui
from bot.community.servers.ui import panel
from bot.core.errors import UserError
from bot.core.limits import Limits
from bot.core.officials import OFFICIALS, Act
from bot.core.seats import User, meet
from bot.discord_kit.components.buttons import Button
from bot.matchmaking.contests.log.contest import Pairing
from bot.matchmaking.contests.organizing import accepting, changing, entering, organizing
from bot.matchmaking.contests.ui import buttons as contests_ui
from bot.play.sayings import sayings
from bot.play.sayings.sayings import mark
from bot.play.sayings.ui import giving
from games import MatchReason
from storage.tables import guilds, hearts, reports
from storage.tables.hearts import Heart
from storage.tables.reports import Report
from tests.kit.contests.stage import HERE, NOW, ORGANIZER, Stage, user

GUILD = HERE.guild or 0
OTHER = ORGANIZER
"""An official who doesn't play."""
WORDS = "Well played."


class Scene:
    """An open contest of four people, with a match between two of them on which an official acts."""

    def __init__(self, stage: Stage, id: str, pairing: Pairing) -> None:
        self.stage, self.app, self.id, self.pairing = stage, stage.app, id, pairing

    @property
    def match(self) -> str:
        return self.pairing.match


async def scene_of(stage: Stage, kind: str = "round robin", **terms: Any) -> Scene:
    id = await stage.begun(kind, 4, **terms)
    async with stage.app.database.write("all") as w:
        await meet(w, OTHER, stage.app.now())
    return Scene(stage, id, (await stage.of(id)).pairings[0])


Doing = Callable[[Scene, int], Awaitable[Any]]


async def pause(scene: Scene, by: int) -> None:
    await pausing.pause(scene.app, scene.match, GUILD, by)


async def resume(scene: Scene, by: int) -> None:
    await pausing.pause(scene.app, scene.match, GUILD, OTHER.id)
    await pausing.resume(scene.app, scene.match, GUILD, by)


async def cancel(scene: Scene, by: int) -> None:
    await canceling.cancel(scene.app, scene.match, GUILD, by)


async def decide(scene: Scene, by: int) -> None:
    await organizing.decide(scene.app, scene.id, scene.match, "win", by)


async def void(scene: Scene, by: int) -> None:
    await organizing.void(scene.app, scene.id, scene.match, by)


async def take_out(scene: Scene, by: int) -> None:
    await organizing.remove(scene.app, scene.id, scene.pairing.first, by)


async def substitute(scene: Scene, by: int) -> None:
    await organizing.substitute(scene.app, scene.id, scene.pairing.first, user(9), scene.stage.tap(), by)
    await accepting.accept(scene.app, scene.id, user(9), scene.stage.tap())


async def substitute_oneself(scene: Scene, by: int) -> None:
    await organizing.substitute(
        scene.app, scene.id, scene.pairing.first, User(by, "Self"), scene.stage.tap(), by
    )


async def let_in(scene: Scene, by: int) -> None:
    await organizing.invite(scene.app, scene.id, user(9), by)


async def let_oneself_in(scene: Scene, by: int) -> None:
    await organizing.invite(scene.app, scene.id, User(by, "Self"), by)


async def call_off(scene: Scene, by: int) -> None:
    await organizing.call_off(scene.app, scene.id, by)


async def start(scene: Scene, by: int) -> None:
    """Start a second contest of the same people before its time."""
    id = await scene.stage.contest("swiss", starts_at=NOW + 90_000)
    await scene.stage.enter(id, 1, 2, 3, 4)
    await organizing.start_now(scene.app, id, by)


async def change(scene: Scene, by: int) -> None:
    """Change the terms of a second contest of the same people."""
    id = await scene.stage.contest("swiss", starts_at=NOW + 90_000)
    await scene.stage.enter(id, 1, 2, 3, 4)
    terms = (await scene.stage.of(id)).terms
    await changing.change(scene.app, id, msgspec.structs.replace(terms, rounds=3), by)


async def report_of(scene: Scene, about: int | None, *, outside: bool = False) -> int:
    """Add a report about a person in the match, or outside of any match."""
    match = None if outside else scene.match
    async with scene.app.database.write("all") as w:
        made = Report(guild=GUILD, about=about, by_person=OTHER.id, at=NOW, match_id=match)
        return await reports.add(w, made)


async def read_report(scene: Scene, by: int) -> None:
    await reporting.open_report(scene.app, GUILD, await report_of(scene, scene.pairing.first), by)


async def close_report(scene: Scene, by: int) -> None:
    await reporting.close(scene.app, GUILD, await report_of(scene, None), by)


async def lift(scene: Scene, by: int) -> None:
    await suspending.suspend(scene.app, GUILD, scene.pairing.first, OTHER.id)
    await suspending.lift(scene.app, GUILD, scene.pairing.first, by)


async def remove_text(scene: Scene, by: int) -> None:
    """Remove the text with action 1; in a match without texts only the refusal matters."""
    await removing.remove(scene.app, scene.match, GUILD, 1, by)


async def liked(scene: Scene) -> str:
    await scene.stage.both_begin(scene.pairing)
    heart = Heart(match_id=scene.match, seat=0, number=1, text=WORDS, mark=mark(WORDS), guild=GUILD, at=NOW)
    async with scene.app.database.write("all") as w:
        await hearts.give(w, heart)
    return heart.mark


async def hide(scene: Scene, by: int) -> None:
    await sayings.hide(scene.app, GUILD, await liked(scene), by)


async def show_again(scene: Scene, by: int) -> None:
    await sayings.show_again(scene.app, GUILD, await liked(scene), by)


ON_A_RESULT: dict[Act, Doing] = {
    "pause": pause,
    "resume": resume,
    "cancel": cancel,
    "decide": decide,
    "void": void,
    "take out": take_out,
    "substitute": substitute,
}
"""Acts that decide about a match or a person in it, and so about everyone's places."""
ON_A_CONTEST: dict[Act, Doing] = {"let in": let_in, "call off": call_off, "start": start, "change": change}
"""Acts that affect all participants alike."""
ON_PEOPLE: dict[Act, Doing] = {
    "remove a text": remove_text,
    "read a report": read_report,
    "close a report": close_report,
    "lift a suspension": lift,
    "hide a compliment": hide,
    "show a compliment": show_again,
}
"""Acts that change no result."""
INVOLVED = "You're in this yourself, so another (moderator|organizer) has to do it."
GAINS = "You take part in this contest and could gain by this, so another (moderator|organizer)"


@pytest.fixture(autouse=True)
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that each match has a text with its first action, and that removing it works."""

    async def text_here(app: Any, match_id: str, guild: int, number: int) -> Any:
        return await app.match_state(match_id), removing.Text(number, 0, WORDS)

    monkeypatch.setattr(removing, "text_here", text_here)
    monkeypatch.setattr(removing, "_without_words", lambda state, number: "removed")


@pytest.mark.slow
@pytest.mark.parametrize("act", ON_A_RESULT)
async def test_who_plays_in_a_match_is_not_its_official(on_stage: Stage, act: Act) -> None:
    scene = await scene_of(on_stage)
    before = await on_stage.of(scene.id)
    with pytest.raises(UserError, match=INVOLVED):
        await ON_A_RESULT[act](scene, scene.pairing.first)
    assert await on_stage.of(scene.id) == before


@pytest.mark.parametrize("act", [*ON_A_RESULT, *ON_A_CONTEST])
async def test_who_would_gain_in_the_contest_is_not_its_official(on_stage: Stage, act: Act) -> None:
    scene = await scene_of(on_stage, "swiss")
    with pytest.raises(UserError, match=GAINS):
        await (ON_A_RESULT | ON_A_CONTEST)[act](scene, rival_in(scene))


def rival_in(scene: Scene) -> int:
    """Return a person who plays in the contest and not in the match."""
    return next(person for person in range(1001, 1005) if not scene.pairing.has(person))


@pytest.mark.slow
@pytest.mark.parametrize(
    "act", [*ON_A_RESULT, *ON_A_CONTEST, *(a for a in ON_PEOPLE if a != "remove a text")]
)
async def test_an_official_who_does_not_play_may(on_stage: Stage, act: Act) -> None:
    await (ON_A_RESULT | ON_A_CONTEST | ON_PEOPLE)[act](await scene_of(on_stage, "swiss"), OTHER.id)


@pytest.mark.parametrize("act", ON_PEOPLE)
async def test_no_one_looks_after_what_they_said_or_what_is_said_of_them(on_stage: Stage, act: Act) -> None:
    scene = await scene_of(on_stage)
    with pytest.raises(UserError) as refused:
        await ON_PEOPLE[act](scene, scene.pairing.first)
    assert "another moderator" in str(refused.value)


@pytest.mark.parametrize("doing", [substitute_oneself, let_oneself_in])
async def test_no_organizer_puts_themselves_in(on_stage: Stage, doing: Doing) -> None:
    scene = await scene_of(on_stage, "swiss")
    with pytest.raises(UserError, match=INVOLVED):
        await doing(scene, OTHER.id)


@pytest.mark.parametrize("doing", [decide, void, take_out, substitute])
async def test_who_has_decided_in_a_contest_does_not_enter_it(on_stage: Stage, doing: Doing) -> None:
    scene = await scene_of(on_stage, "swiss", rounds=3)
    await doing(scene, OTHER.id)
    with pytest.raises(UserError, match="who has decided something in this tournament can't play in it"):
        await entering.join(on_stage.app, scene.id, OTHER, on_stage.tap(), HERE)
    with pytest.raises(UserError, match="who has decided something in this tournament can't play in it"):
        await organizing.invite(on_stage.app, scene.id, OTHER, 901)


async def test_who_withdraws_is_no_official_of_those_they_have_played(on_stage: Stage) -> None:
    scene = await scene_of(on_stage)
    rival = rival_in(scene)
    await entering.leave(on_stage.app, scene.id, rival)
    with pytest.raises(UserError, match=GAINS):
        await decide(scene, rival)


async def test_who_waits_for_a_place_takes_no_one_out(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", most=2)
    await on_stage.enter(id, 1, 2)
    await on_stage.list(id, 3)
    with pytest.raises(UserError, match=GAINS):
        await organizing.remove(on_stage.app, id, 1001, 1003)


async def test_another_division_is_no_affair_of_theirs(on_stage: Stage) -> None:
    id = await on_stage.begun("league", 18, pace="bank", division=9)
    contest = await on_stage.of(id)
    one = next(pairing for pairing in contest.pairings if pairing.slot == "1")
    own = next(other for other in contest.pairings if other.slot == "2")
    same = next(other for other in contest.pairings if other.slot == "1" and not other.has(one.first))
    with pytest.raises(UserError, match=GAINS):
        await organizing.decide(on_stage.app, id, one.match, "win", same.first)
    with pytest.raises(UserError, match=GAINS):
        await canceling.cancel(on_stage.app, one.match, GUILD, same.first)
    await organizing.decide(on_stage.app, id, one.match, "win", own.first)


async def test_where_no_start_was_announced_an_organizer_who_plays_begins_it(on_stage: Stage) -> None:
    id = await on_stage.contest("swiss", starts_at=0)
    await on_stage.enter(id, 1, 2, 3, 4)
    assert (await organizing.start_now(on_stage.app, id, 1001)).status == "running"


@pytest.mark.parametrize("kind", ["swiss", "ladder"])
async def test_where_no_place_can_be_lost_an_organizer_who_plays_calls_it_off(
    on_stage: Stage, kind: str
) -> None:
    id = await on_stage.contest(kind)
    await on_stage.enter(id, 1, 2)
    assert (await organizing.call_off(on_stage.app, id, 1001)).status == "called off"


async def test_once_a_contest_is_over_its_matches_are_no_affair_of_its_people(on_stage: Stage) -> None:
    scene = await scene_of(on_stage, "swiss")
    await call_off(scene, OTHER.id)
    await pausing.pause(on_stage.app, scene.match, GUILD, rival_in(scene))


# --- every act is known -------------------------------------------------------------------------------


GATES = {"moderates", "organizes", "administers"}
"""Functions by which the bot asks Discord whether a person is an official."""
TAPS: dict[type[Button], Act] = {
    moderation_ui.Pause: "pause",
    moderation_ui.Continue: "resume",
    moderation_ui.AskCancel: "cancel",
    moderation_ui.Cancel: "cancel",
    moderation_ui.RemoveText: "remove a text",
    moderation_ui.RemoveReported: "remove a text",
    moderation_ui.ShowReport: "read a report",
    moderation_ui.OpenReport: "read a report",
    moderation_ui.CloseReport: "close a report",
    moderation_ui.Lift: "lift a suspension",
    giving.HideSaying: "hide a compliment",
    giving.ShowSayingAgain: "show a compliment",
    contests_ui.StartNow: "start",
    contests_ui.Change: "change",
    contests_ui.Decide: "decide",
    contests_ui.Void: "void",
    contests_ui.Remove: "take out",
    contests_ui.Substitute: "substitute",
    contests_ui.FromList: "substitute",
    contests_ui.Invite: "let in",
    contests_ui.CallOff: "call off",
}
"""The official act that each button does."""
NO_ACTS: set[type[Button]] = {
    moderation_ui.ShowMatch,
    moderation_ui.ListTexts,
    moderation_ui.ChooseText,
    moderation_ui.ShowPerson,
    contests_ui.Manage,
    contests_ui.ListPeople,
    contests_ui.ChoosePerson,
    contests_ui.ListMatches,
    contests_ui.ChooseMatch,
    contests_ui.Export,
    # An announcement of what everyone can see.
    contests_ui.AddEvent,
    # A suspension only keeps a person from beginning things, and the word list is the same for all.
    moderation_ui.Suspend,
    moderation_ui.SetWords,
    # Setting up what's played, before there are participants.
    contests_ui.SetUp,
    contests_ui.Choose,
    contests_ui.Announce,
    contests_ui.Answer,
    contests_ui.Accept,
    panel.ShowServer,
    panel.ShowServerLog,
    panel.ChooseForServer,
    panel.SetForServer,
    # Buttons for all people, which also lead officials to theirs.
    contests_ui.Menu,
    contests_ui.OpenChosen,
    contests_ui.Show,
    contests_ui.Join,
    contests_ui.StandBy,
    contests_ui.CheckIn,
    contests_ui.Pause,
    contests_ui.AtOnce,
    contests_ui.Withdraw,
    giving.ShowBest,
}
"""What officials look at, and what they do that concerns no match and no person in one."""


def taps() -> Iterator[type[Button]]:
    """Yield all buttons and modals whose handlers check that the person is an official."""
    for feature in features.load().all:
        for button, handler in [*feature.buttons.items(), *feature.modals.items()]:
            if not GATES.isdisjoint(names_in(handler)):
                yield button


def names_in(handler: Any, seen: frozenset[str] = frozenset()) -> set[str]:
    """Return the names that a function uses, including those of functions in `ui/` folders that it calls."""
    handler = inspect.unwrap(handler)
    found = {*handler.__code__.co_names}
    known = [handler.__globals__.get(name) for name in found]
    places = [vars(place) for place in known if isinstance(place, ModuleType)] + [handler.__globals__]
    for name in found - seen:
        for called in (place.get(name) for place in places):
            if isinstance(called, FunctionType) and re.match(r"bot\.\w+\.\w+\.ui\.", called.__module__):
                found = found | names_in(called, seen | found)
    return found


def test_every_tap_of_an_official_is_an_act_that_asks_or_none() -> None:
    assert {*taps()} == {*TAPS} | NO_ACTS
    assert not {*TAPS} & NO_ACTS


def test_every_act_is_tried_here() -> None:
    assert {*OFFICIALS} == {*get_args(Act)} == {*TAPS.values()}
    assert {*OFFICIALS} == {*ON_A_RESULT, *ON_A_CONTEST, *ON_PEOPLE}


# --- what moderators aren't told -----------------------------------------------------------------------


async def test_the_refusal_of_a_report_says_not_even_whether_there_is_one(on_stage: Stage) -> None:
    scene = await scene_of(on_stage)
    me = scene.pairing.first
    about_me, of_my_match = (
        await report_of(scene, me, outside=True),
        await report_of(scene, scene.pairing.second),
    )
    said = set[str]()
    for id in (about_me, of_my_match, 999):
        for act in (reporting.open_report, reporting.close):
            with pytest.raises(UserError) as refused:
                await act(on_stage.app, GUILD, id, me)
            said.add(str(refused.value))
    assert said == {reporting.NO_REPORT}
    for person in (me, scene.pairing.second):
        assert not (await reporting.about(on_stage.app, GUILD, person, 0, me)).reports
    assert len((await reporting.about(on_stage.app, GUILD, me, 0, OTHER.id)).reports) == 1


async def test_what_was_done_is_not_done_or_logged_again(on_stage: Stage) -> None:
    scene = await scene_of(on_stage)
    app, person, report = on_stage.app, scene.pairing.first, await report_of(scene, None, outside=True)
    twice = (
        (partial(reporting.close, app, GUILD, report), "This report isn't open anymore."),
        (partial(suspending.suspend, app, GUILD, person), "They're already suspended here."),
        (partial(suspending.lift, app, GUILD, person), "They aren't suspended here."),
    )
    for act, refusal in twice:
        await act(OTHER.id)
        with pytest.raises(UserError, match=refusal):
            await act(OTHER.id)
    async with app.database.read() as r:
        assert len(await guilds.lines(r, GUILD, 50)) == len(twice)


async def test_a_report_about_something_else_is_not_said_already(on_stage: Stage) -> None:
    scene = await scene_of(on_stage)
    app, limits = on_stage.app, Limits(on_stage.app.database, on_stage.app.now)
    first, second = user(scene.pairing.first - 1000), user(scene.pairing.second - 1000)
    for match in (None, scene.match):
        for about in (first, second):
            await reporting.report(app, limits, GUILD, OTHER, about, match, "Look.")
            with pytest.raises(UserError, match="You've already reported this"):
                await reporting.report(app, limits, GUILD, OTHER, about, match, "Look!")


async def test_players_of_a_paused_match_ask_for_its_end_and_are_heard_once(on_stage: Stage) -> None:
    scene = await scene_of(on_stage)
    app, limits = on_stage.app, Limits(on_stage.app.database, on_stage.app.now)
    first, rival = user(scene.pairing.first - 1000), user(rival_in(scene) - 1000)
    with pytest.raises(UserError, match="Choose the person you want to report"):
        await reporting.report_pause(app, limits, GUILD, first, scene.match, "Please.")
    await pause(scene, OTHER.id)
    with pytest.raises(UserError, match="You're not playing in this match"):
        await reporting.report_pause(app, limits, GUILD, rival, scene.match, "Please.")
    await reporting.report_pause(app, limits, GUILD, first, scene.match, "Please.")
    with pytest.raises(UserError, match="You've already asked for this"):
        await reporting.report_pause(app, limits, GUILD, first, scene.match, "Please!")
    [asked] = await reporting.about_pause(app, scene.match)
    assert (asked.about, asked.by_person, asked.reason) == (None, first.id, "Please.")
    assert await reporting.open_report(app, GUILD, asked.id, OTHER.id) == asked
    await pausing.resume(app, scene.match, GUILD, OTHER.id)
    assert await reporting.about_pause(app, scene.match) == ()


# --- where every organizer plays ------------------------------------------------------------------------


async def test_a_canceled_match_that_no_one_may_decide_is_a_draw_after_two_weeks(on_stage: Stage) -> None:
    id = await on_stage.begun("round robin", 2, longest=0)
    (one,) = (await on_stage.of(id)).open
    await on_stage.end(one, None, MatchReason.CANCELLED)
    await on_stage.later(14 * 86_400 - 1)
    assert (await on_stage.of(id)).open == (one,), "until then an organizer can decide it"
    await on_stage.later(2)
    assert (await on_stage.of(id)).status == "finished"
    assert (await on_stage.of(id)).pairings[0].score == "draw"
