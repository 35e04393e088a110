"""Messages about a contest: results of a round or a day, check-in calls, places, agreements, absences."""

from __future__ import annotations

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.interactions.context import UiContext
from bot.discord_kit.text import markdown
from bot.matchmaking.contests.log.contest import Contest, Pairing
from bot.matchmaking.contests.log.terms import DAY
from bot.matchmaking.contests.teams.team_sides import Face, face_of
from bot.matchmaking.contests.ui import both_teams, sentences, tables
from bot.matchmaking.contests.ui.access import find_names
from bot.matchmaking.contests.ui.buttons import CheckIn, Pause, Show, ShowPairings
from bot.play.outbox.ui.private_messages import PrivateMessages
from bot.play.posts.ui.posting import post_quietly
from storage.rows import QueuedMessage

_OVER = {"league": "the season is over"}
_MOST = 16
"""Results that a message lists; *Pairings* has all."""
_CHECK_IN, _NEXT = "Check in before it begins, or it goes.", "I'll DM you when your next match starts."
_BACK = ". If you're back, ask an organizer to invite you again."


async def send_results(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Post the results of a round or a day, silently, in the contest's channel."""
    async with ctx.app.database.read() as r:
        face = await face_of(r, ctx.app, message.payload["contest"])
    if face.row.channel is None or _is_told_otherwise(face.contest, message):
        return None
    return await post_quietly(ctx, face.row.channel, await _screen(ctx, face, message), message)


def _is_told_otherwise(contest: Contest, message: QueuedMessage) -> bool:
    """Return whether there are no results, or the message about the end covers that day."""
    day, ended_at = message.payload.get("day"), contest.ended_at
    if contest.status == "finished" and ended_at is not None and day == ended_at // DAY:
        return "over" not in message.payload
    return not _results(contest, message)[1]


def _results(contest: Contest, message: QueuedMessage) -> tuple[str, list[Pairing]]:
    """Return which results a message is about (“round 3”), and the pairings."""
    payload = message.payload
    if "round" in payload:
        number = payload["round"]
        return f"round {number}", [
            pairing for pairing in contest.pairings if pairing.round == number and pairing.score
        ]
    day = payload["day"]
    ended = [
        pairing
        for pairing in contest.pairings
        if pairing.ended_at is not None and pairing.ended_at // DAY == day
    ]
    if not ended:
        return _OVER.get(contest.terms.kind, "it's over"), ended
    return f"results of <t:{day * DAY + DAY // 2}:D>", ended


async def _screen(ctx: UiContext, face: Face, message: QueuedMessage) -> Screen:
    row, contest, team, _ = face
    of, ended = _results(contest, message)
    heading = f"### {sentences.name(contest.terms)}: {of}"
    more = f"-# And {len(ended) - _MOST} more." if len(ended) > _MOST else ""
    told = ended[:_MOST]
    named = await find_names(
        ctx.app, contest, team, [p for pairing in told for p in (pairing.first, pairing.second)]
    )
    pairings = (sentences.pairing(pairing, named) for pairing in told)
    number = message.payload.get("round")
    byes = (f"{named(bye.person)} has a bye" for bye in contest.byes if bye.round == number)
    lines = (heading, *pairings, more, *byes, *tables.leaders(contest, team, ctx.app.now()))
    taps = (items.button("Standings", Show(row.id)), items.button("Pairings", ShowPairings(row.id)))
    return Screen(items.sentence("\n".join(filter(None, lines)), items.row(*taps)))


async def send_check_in(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Call a person to check in; nothing once they have, or have left, or the contest has begun."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    person = message.payload["person"]
    one = contest.substitutes.get(person) or contest.entrants.get(person)
    if contest.status != "open" or one is None or one.gone or one.checked_in:
        return None
    text = f"**{sentences.name(contest.terms)}** begins <t:{contest.terms.starts_at}:R>. Check in to play."
    taps = items.row(items.button("Check in", CheckIn(row.id), items.STRONG))
    push = markdown.on_a_lock_screen(f"Check in for {sentences.name(contest.terms)} to play.")
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))


async def send_place(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell a person that they have a place; nothing if they've left it or the contest is over."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    one = contest.entrants.get(message.payload["person"])
    if contest.ended_at is not None or one is None or one.gone:
        return None
    name = sentences.name(contest.terms)
    asked = contest.is_checking_in(ctx.app.now()) and not one.checked_in
    text = f"You have a place in **{name}**. {_CHECK_IN if asked else _NEXT}"
    push = markdown.on_a_lock_screen(f"You have a place in {name}.{' Check in to play.' if asked else ''}")
    check_in = [items.button("Check in", CheckIn(row.id), items.STRONG)] if asked else []
    taps = items.row(*check_in, items.button("Open it", Show(row.id)))
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))


async def send_agreed(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell the captain who challenged another server that it will play."""
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    if contest.status != "open" or len(contest.teams) < 2:
        return None
    told = f"{both_teams.team_name(contest, 1)} will play you in {sentences.name(contest.terms)}."
    text = f"**{told}** It begins <t:{contest.terms.starts_at}:R>."
    push = markdown.on_a_lock_screen(told)
    shown = items.sentence(text, items.row(items.button("Open it", Show(row.id))))
    return await PrivateMessages(ctx).by_itself(message, Screen(shown, push=push))


async def send_absent(ctx: UiContext, message: QueuedMessage) -> int | None:
    """Tell an entrant who didn't show up that they're paused or out, and how to come back.

    Nothing is sent once they're back or the contest is over.
    """
    async with ctx.app.database.read() as r:
        row, contest, *_ = await face_of(r, ctx.app, message.payload["contest"])
    one = contest.entrants.get(message.payload["person"])
    if one is None or one.plays or contest.ended_at is not None:
        return None
    name, show = sentences.name(contest.terms), items.button("Open it", Show(row.id))
    paused, back = "out" if one.gone else "paused", items.button("Resume", Pause(row.id, "off"), items.GOOD)
    push = markdown.on_a_lock_screen(f"You didn't show up for a match of {name}, so you're {paused}.")
    text = f"**{name}**: you get no new matches{_BACK if one.gone else ' until you resume.'}"
    taps = items.row(*([] if one.gone else [back]), show)
    return await PrivateMessages(ctx).by_itself(message, Screen(items.sentence(text, taps), push=push))
