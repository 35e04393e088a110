"""Entering a contest, also by an invitation; checking in, pausing, and withdrawing.

An organizer invites, and only the invited person's own tap enters them.
"""

from __future__ import annotations

from bot.core.app_context import AppContext
from bot.core.errors import UserError
from bot.core.seats import Place, User, meet
from bot.core.terms import OPEN_SECONDS
from bot.matchmaking.contests.formats.teams import team_of
from bot.matchmaking.contests.log import event_store
from bot.matchmaking.contests.log.contest import Contest, Entrant
from bot.matchmaking.contests.log.event_store import append_events, contest_of
from bot.matchmaking.contests.log.events import (
    CheckedIn,
    Event,
    Invited,
    Joined,
    Left,
    Limited,
    Listed,
    Paused,
)
from bot.matchmaking.contests.log.terms import Kind, Terms
from bot.matchmaking.terms.server_rules import can_be_asked
from bot.play.ratings import ratings
from bot.play.ratings.glicko import Strength
from storage.engine.handle import Reader, Writer
from storage.tables import contests, people
from storage.tables import ratings as rated
from storage.tables.contests import ContestRow

MOST_AT_ONCE = 5
_NO_PAUSE = "That's for ladders. Here, everyone plays what they're paired for."


async def join(app: AppContext, id: str, person: User, number: int, place: Place) -> Contest:
    """Enter a person by an interaction, late if the contest allows it; raise UserError if they can't."""
    async with app.database.write(f"contest:{id}", f"person:{person.id}") as w:
        _, contest = await contest_of(w, app, id)
        await meet(w, person, app.now())
        rating = await rating_of(w, person.id, contest.terms)
        _check_entry(contest, person.id, rating, place)
        await contests.enter(w, id, person.id)
        team = team_of(contest, place.guild) or 0
        joined = Joined(at=app.now(), person=person.id, number=number, rating=rating, team=team)
        after = await _then(w, app, id, contest, joined)
    app.jobs.wake()
    return after


async def list_as_substitute(app: AppContext, id: str, person: User, number: int, place: Place) -> Contest:
    """Put a person who can't enter anymore on the list of substitutes.

    Raises:
        UserError: They couldn't have entered either, or they still can.
    """
    async with app.database.write(f"contest:{id}", f"person:{person.id}") as w:
        _, contest = await contest_of(w, app, id)
        await meet(w, person, app.now())
        rating = await rating_of(w, person.id, contest.terms)
        _check_person(contest, person.id, rating, place)
        if person.id in contest.substitutes:
            raise UserError("You're on the list already.")
        if not takes_substitutes(contest) or not can_be_substitute(contest, person.id):
            raise UserError("No substitutes are needed right now. Use /compete to see what's on.")
        await contests.enter(w, id, person.id)
        listed = Listed(at=app.now(), person=person.id, number=number, rating=rating)
        after = await _then(w, app, id, contest, listed)
    app.jobs.wake()
    return after


async def rating_of(r: Reader, person: int, terms: Terms) -> float:
    """Return a person's rating against people in the game of a contest."""
    known = await rated.find_rating(r, terms.game, ratings.PEOPLE, str(person))
    return known.rating if known else Strength().rating


def _check_entry(contest: Contest, person: int, rating: float, place: Place) -> None:
    _check_person(contest, person, rating, place)
    if contest.status == "running" and not takes_late_entries(contest):
        raise UserError(f"This {contest.terms.noun} has begun, and no one can enter anymore.")
    if is_full(contest, team_of(contest, place.guild) or 0, person):
        raise UserError(f"This {contest.terms.noun} is full: {contest.terms.most} are taking part.")


def _check_person(contest: Contest, person: int, rating: float, place: Place) -> None:
    terms, known = contest.terms, contest.entrants.get(person)
    check_open(contest)
    if known is not None and not known.gone:
        raise UserError("You're already taking part.")
    if known is not None and known.gone == "removed":
        raise UserError(f"An organizer has taken you out of this {terms.noun}, so you can't enter again.")
    check_undecided(contest, person)
    if team_of(contest, place.guild) is None:
        raise UserError("This match is between two other servers. Enter it on one of them.")
    if terms.role is not None and terms.role not in place.roles:
        raise UserError(f"You need the role <@&{terms.role}> to enter.", live=(f"<@&{terms.role}>",))
    if not (terms.least_rating or 0) <= rating <= (terms.most_rating or 10_000):
        raise UserError(f"This {terms.noun} is for ratings {terms.ratings}. Yours is {rating:.0f}.")


def check_open(contest: Contest) -> None:
    """Raise UserError if a contest is over."""
    if contest.ended_at is not None:
        raise UserError(f"This {contest.terms.noun} is over.")


def check_undecided(contest: Contest, person: int) -> None:
    """Raise UserError if a person has decided something in the contest as an organizer."""
    if person in contest.deciders and contest.terms.kind != "teams":
        told = f"An organizer who has decided something in this {contest.terms.noun} can't play in it."
        raise UserError(told)


def is_full(contest: Contest, team: int = 0, person: int = 0) -> bool:
    """Return whether a person finds no free place in a contest; in a team match, in their team.

    Free places go to the substitutes first, in the order of the list.
    """
    there, listed = sum(entrant.team == team for entrant in contest.there), [*contest.substitutes]
    before = listed.index(person) if person in contest.substitutes else len(listed)
    return there + before >= contest.terms.most


def takes_substitutes(contest: Contest) -> bool:
    """Return whether a contest has a list of substitutes: when it's full, or has begun.

    A ladder takes everyone, and the reserves of a team match are its last boards.
    """
    if contest.ended_at is not None or contest.terms.kind in ("ladder", "teams"):
        return False
    return is_full(contest) or (contest.status == "running" and not takes_late_entries(contest))


def can_be_substitute(contest: Contest, person: int) -> bool:
    """Return whether a person could take a place as a substitute.

    A person who left with results can't, except in a league, where the place may be in the next season.
    """
    known = contest.entrants.get(person)
    return known is None or not known.seed or contest.terms.kind == "league"


def takes_late_entries(contest: Contest) -> bool:
    """Return whether a running contest takes entries: a ladder always, a Swiss in its first half."""
    kind = contest.terms.kind
    return kind == "ladder" or (kind == "swiss" and 2 * contest.round <= contest.rounds)


async def leave(app: AppContext, id: str, person: int) -> Contest:
    """Withdraw a person: their matches continue, and they get no new ones."""
    async with app.database.write(f"contest:{id}", f"person:{person}") as w:
        _, contest = await contest_of(w, app, id)
        _find_entry(contest, person)
        after = await _then(w, app, id, contest, Left(at=app.now(), person=person))
    app.jobs.wake()
    return after


async def leave_all(app: AppContext, person: int) -> list[str]:
    """Withdraw a person from all open contests; return the ids of all they are or were in."""
    async with app.database.read() as r:
        rows = await contests.of_person(r, person)
        known = [(row.id, (await contest_of(r, app, row.id))[1]) for row in rows]
    for id, contest in known:
        one = contest.substitutes.get(person) or contest.entrants.get(person)
        if contest.ended_at is None and one is not None and not one.gone:
            await leave(app, id, person)
    return [id for id, _ in known]


async def check_in(app: AppContext, id: str, person: int, number: int) -> Contest:
    """Check a person in; the number of the interaction becomes part of the seeds of their matches."""
    async with app.database.write(f"contest:{id}", f"person:{person}") as w:
        _, contest = await contest_of(w, app, id)
        one = _find_entry(contest, person)
        _check_time(contest, app.now())
        if one.checked_in:
            raise UserError("You've already checked in.")
        after = await _then(w, app, id, contest, CheckedIn(at=app.now(), person=person, number=number))
    app.jobs.wake()
    return after


def _check_time(contest: Contest, now: int) -> None:
    """Raise UserError if the contest takes no check-ins now."""
    terms = contest.terms
    if contest.is_checking_in(now):
        return
    if contest.status == "open" and terms.check_in:
        opens = terms.starts_at - terms.check_in
        raise UserError(f"Check-in opens <t:{opens}:R>. I'll DM you then.", opens)
    raise UserError("There's no check-in right now. Use /compete to see where you are.")


async def pause(app: AppContext, id: str, person: int, *, on: bool) -> Contest:
    """Pause a person on a ladder, who gets no new matches then, or let them continue.

    In a league they skip the next season. Raise UserError in other formats.
    """
    async with app.database.write(f"contest:{id}", f"person:{person}") as w:
        _, contest = await contest_of(w, app, id)
        _check_kind(contest, "ladder", "league")
        _taking_part(contest, person)
        after = await _then(w, app, id, contest, Paused(at=app.now(), person=person, on=on))
    app.jobs.wake()
    return after


async def limit(app: AppContext, id: str, person: int, at_once: int) -> Contest:
    """Set how many matches a person on a ladder plays at a time, 1 to MOST_AT_ONCE."""
    if not 1 <= at_once <= MOST_AT_ONCE:
        raise UserError(f"You can play 1 to {MOST_AT_ONCE} matches at a time.")
    async with app.database.write(f"contest:{id}", f"person:{person}") as w:
        _, contest = await contest_of(w, app, id)
        _check_kind(contest, "ladder")
        _taking_part(contest, person)
        after = await _then(w, app, id, contest, Limited(at=app.now(), person=person, at_once=at_once))
    app.jobs.wake()
    return after


def _check_kind(contest: Contest, *kinds: Kind) -> None:
    if contest.terms.kind not in kinds:
        raise UserError(_NO_PAUSE)


def _find_entry(contest: Contest, person: int) -> Entrant:
    """Return a person's entry, or their place on the list of substitutes; raise UserError if none."""
    listed = contest.substitutes.get(person) if contest.ended_at is None else None
    return listed or _taking_part(contest, person)


def _taking_part(contest: Contest, person: int) -> Entrant:
    check_open(contest)
    found = contest.entrants.get(person)
    if found is None or found.gone:
        raise UserError(f"You're not taking part in this {contest.terms.noun}.")
    return found


async def _then(w: Writer, app: AppContext, id: str, contest: Contest, event: Event) -> Contest:
    """Write an event, and schedule the contest's next step in the same transaction."""
    after = await append_events(w, id, contest, [event])
    await event_store.look(w, id, app.now())
    return after


def find_pending_invitation(contest: Contest, person: int, now: int) -> Invited | None:
    """Return a person's open invitation, or None.

    An invitation ends with the contest, after seven days, and when the place that it's for is gone. The start
    ends those from before it.
    """
    found = contest.invited.get(person)
    if found is None or contest.ended_at is not None or now >= found.at + OPEN_SECONDS:
        return None
    holder = contest.entrants.get(found.out)
    return found if not found.out or (holder is not None and not holder.gone) else None


async def find_invitation(
    r: Reader, row: ContestRow, contest: Contest, person: int, now: int
) -> Invited | None:
    """Return the invitation that a person can see and accept, or None.

    None, too, if a block or the person's settings keep the organizer from asking them; the organizer isn't
    told.
    """
    found = find_pending_invitation(contest, person, now)
    if found is None:
        return None
    guild = row.guild if found.side is None else contest.teams[found.side].guild
    return found if await can_be_asked(r, found.by or 0, person, guild) else None


async def may_send_invitation(r: Reader, row: ContestRow, contest: Contest, person: int, now: int) -> bool:
    """Return whether an invitation may be sent as a DM: only to people who have used the bot themselves."""
    found, known = await find_invitation(r, row, contest, person, now), await people.get(r, person)
    return found is not None and known is not None and known.locale is not None


def check_not_invited(contest: Contest, person: int, now: int) -> None:
    """Raise UserError if a person's invitation already waits for an answer."""
    if find_pending_invitation(contest, person, now) is not None:
        raise UserError("They have an invitation already. Ask them to open it with /compete.")
