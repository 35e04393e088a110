"""The acts of organizers: start a contest, decide a match, take a person out, invite, call it off.

Each act is in the log with the organizer's name. In a team match `side` is the team of the organizer, and
`own_team` says what they may do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import User, meet
from bot.matchmaking.contests.formats.advance import build_entries, sort_by_seed, who_moves_up
from bot.matchmaking.contests.log import event_store, notifications
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import (
    Begun,
    Closed,
    Decided,
    Event,
    Invited,
    Joined,
    Left,
    Paired,
    Score,
    Substituted,
    Voided,
)
from bot.matchmaking.contests.organizing import entering, stakes
from bot.matchmaking.contests.organizing.entering import check_undecided, rating_of
from bot.matchmaking.contests.teams import own_team
from storage.engine.handle import Writer
from storage.tables import contests, outbox


async def start_now(app: AppContext, id: str, by: int) -> Contest:
    """Start a contest before its time, with all who entered.

    During check-in only those who have checked in play.
    """

    def events(contest: Contest) -> Sequence[Event]:
        own_team.check_start(contest)
        if contest.terms.starts_at:
            # People who would still enter or check in are left out.
            stakes.check("start", by, contest)
        asked = contest.is_checking_in(app.now())
        present = [entrant for entrant in contest.there if entrant.checked_in or not asked]
        coming = who_moves_up(contest, present)
        playing = [*present, *coming]
        if contest.status != "open":
            raise UserError(f"This {contest.terms.noun} has begun already.")
        if len(playing) < max(2, contest.terms.fewest):
            raise UserError("Too few people are in. It takes at least two.")
        begun = Begun(at=app.now(), by=by, order=tuple(entrant.person for entrant in sort_by_seed(playing)))
        return (*build_entries(coming, app.now()), begun)

    return await _act(app, id, events)


async def decide(
    app: AppContext, id: str, match_id: str, score: Score, by: int, side: int | None = None
) -> Contest:
    """Set the score of a pairing, whatever the result of its match."""

    def events(contest: Contest) -> Sequence[Event]:
        one = _pairing(contest, match_id)
        own_team.check_decision(contest, one, score, side)
        stakes.check("decide", by, contest, one.first, one.second)
        decided = Decided(at=app.now(), by=by, side=side, match=match_id, score=score, why="decided")
        return (decided,)

    return await _act(app, id, events)


async def void(app: AppContext, id: str, match_id: str, by: int) -> Contest:
    """Void a pairing; one that has to be played is paired again."""

    def events(contest: Contest) -> Sequence[Event]:
        one = _pairing(contest, match_id)
        own_team.check_void(contest)
        stakes.check("void", by, contest, one.first, one.second)
        return (Voided(at=app.now(), by=by, match=match_id),)

    return await _act(app, id, events)


async def remove(app: AppContext, id: str, person: int, by: int, side: int | None = None) -> Contest:
    """Take an entrant out of a contest, or a substitute off its list."""

    def events(contest: Contest) -> Sequence[Event]:
        known = contest.substitutes.get(person) or contest.entrants.get(person)
        if known is None or known.gone:
            raise UserError("They're not taking part.")
        own_team.check_person(contest, person, side)
        stakes.check("take out", by, contest, person)
        return (Left(at=app.now(), by=by, side=side, person=person, why="removed"),)

    return await _act(app, id, events)


async def substitute(
    app: AppContext, id: str, out: int, coming: User, number: int, by: int, side: int | None = None
) -> Contest:
    """Give the place and the results of an entrant to another person.

    A person who asked for a place by a tap (on the list of substitutes, or in a team's reserve) gets it at
    once. Anyone else is invited. `number` is that of the organizer's tap; a reserve player's seeds use it.
    """
    async with app.database.write(f"contest:{id}", f"person:{coming.id}") as w:
        _, contest = await contest_of(w, app, id)
        check_substitute(contest, out, coming.id)
        own_team.check_person(contest, out, side)
        stakes.check("substitute", by, contest, out, coming.id)
        check_undecided(contest, coming.id)
        await own_team.check_unbound(w, app, contest, out)
        listed = contest.substitutes.get(coming.id)
        rating = await rating_of(w, coming.id, contest.terms)
        event: Substituted | Invited = Invited(at=app.now(), by=by, side=side, person=coming.id, out=out)
        if _has_asked(contest, coming.id):
            event = Substituted(
                at=app.now(),
                by=by,
                side=side,
                out=out,
                person=coming.id,
                number=listed.number if listed else number,
                rating=rating,
            )
        after = await _bring(w, app, id, contest, coming, event)
    app.wake()
    return after


async def _bring(
    w: Writer, app: AppContext, id: str, contest: Contest, person: User, event: Substituted | Joined | Invited
) -> Contest:
    """Write that a person comes in or is invited, and queue a notice for them.

    The outbox checks whether they may be told of an invitation, so nothing an organizer sees depends on it.
    """
    if isinstance(event, Invited):
        entering.check_not_invited(contest, person.id, app.now())
    await meet(w, person, app.now())
    await contests.enter(w, id, person.id)
    again = play_again(app, contest, event) if isinstance(event, Substituted) else ()
    after = await _then(w, app, id, contest, event, *again)
    tell = notifications.build_invitation if isinstance(event, Invited) else notifications.came_in
    await outbox.add(w, [tell(id, person.id, app.now())])
    return after


def _has_asked(contest: Contest, person: int) -> bool:
    """Return whether a person has asked for a place by a tap."""
    known = contest.entrants.get(person)
    return person in contest.substitutes or (known is not None and own_team.is_in_reserve(contest, known))


def check_substitute(contest: Contest, out: int, coming: int) -> None:
    """Check that a person can take the place of an entrant.

    A reserve player of the same team can, and anyone who doesn't take part and has no results here.

    Raises:
        UserError: They can't, or the contest is over.
    """
    going, known = contest.entrants.get(out), contest.entrants.get(coming)
    entering.check_open(contest)
    if going is None or going.gone:
        raise UserError("They're not taking part.")
    if known is None:
        return
    is_out = bool(known.gone) and not known.seed
    if known.team != going.team or not (is_out or own_team.is_in_reserve(contest, known)) or out == coming:
        raise UserError("Choose someone who takes part, and someone who doesn't and hasn't played in it.")


def play_again(app: AppContext, contest: Contest, came: Substituted) -> Iterator[Event]:
    """Yield the events that void the open matches of the leaving entrant and pair the substitute anew."""
    swapped = {came.out: came.person}
    for pairing in contest.of(came.out):
        if pairing.score is None:
            first, second = (swapped.get(person, person) for person in (pairing.first, pairing.second))
            yield Voided(at=app.now(), by=came.by, side=came.side, match=pairing.match)
            yield Paired(
                at=app.now(),
                by=came.by,
                side=came.side,
                round=pairing.round,
                first=first,
                second=second,
                match=app.randomness.name(),
                slot=pairing.slot,
            )


async def invite(app: AppContext, id: str, person: User, by: int) -> Contest:
    """Invite a person to a running contest; a person on the list of substitutes enters at once."""
    async with app.database.write(f"contest:{id}", f"person:{person.id}") as w:
        _, contest = await contest_of(w, app, id)
        if contest.terms.kind not in ("swiss", "ladder") or contest.ended_at is not None:
            raise UserError(f"No one can enter this {contest.terms.noun} anymore.")
        known = contest.entrants.get(person.id)
        if known is not None and not known.gone:
            raise UserError("They're already taking part.")
        stakes.check("let in", by, contest, person.id)
        check_undecided(contest, person.id)
        listed = contest.substitutes.get(person.id)
        event: Joined | Invited = Invited(at=app.now(), by=by, person=person.id)
        if listed is not None:
            rating = await rating_of(w, person.id, contest.terms)
            event = Joined(at=app.now(), by=by, person=person.id, number=listed.number, rating=rating)
        after = await _bring(w, app, id, contest, person, event)
    app.wake()
    return after


async def call_off(app: AppContext, id: str, by: int, side: int | None = None) -> Contest:
    """Call a contest off; its open matches continue."""

    def events(contest: Contest) -> Sequence[Event]:
        own_team.check_calling_off(contest, side)
        if contest.status == "running" and contest.terms.kind != "ladder":
            # Before it begins, and on a ladder, there's no place to lose.
            stakes.check("call off", by, contest)
        return (Closed(at=app.now(), by=by, side=side, why="called off"),)

    return await _act(app, id, events)


def _pairing(contest: Contest, match_id: str) -> Pairing:
    found = contest.pairing(match_id)
    if found is None:
        raise UserError(f"This match isn't part of this {contest.terms.noun}.")
    return found


async def _act(app: AppContext, id: str, events: Callable[[Contest], Sequence[Event]]) -> Contest:
    async with app.database.write(f"contest:{id}") as w:
        _, contest = await contest_of(w, app, id)
        entering.check_open(contest)
        after = await _then(w, app, id, contest, *events(contest))
        coming = [entrant.person for entrant in after.there if entrant.person in contest.substitutes]
        await outbox.add(w, [notifications.came_in(id, person, app.now()) for person in coming])
    app.jobs.wake()
    return after


async def _then(w: Writer, app: AppContext, id: str, contest: Contest, *events: Event) -> Contest:
    after = await append_events(w, id, contest, events)
    await outbox.add(w, notifications.of_rounds(id, contest, after, app.now()))
    await event_store.look(w, id, app.now())
    return after
