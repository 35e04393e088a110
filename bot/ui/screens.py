"""Whole messages: the challenge card, the public board, the private panel, the ping, the preview."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.clocks.clocks import Due
from bot.conditional_moves import rights
from bot.core.table import Table, told_since_last_post
from bot.matches import briefings, dealing
from bot.ui import custom_ids, items, markdown, panel, pictures, words
from bot.ui.screen import Screen
from games import GAMES, Briefing
from games.core.game import AnyGame
from games.core.prompt import Prompt
from storage.rows import Challenge, Match


async def challenge_card(challenge: Challenge) -> Screen:
    """The card in the channel; buttons only while it is open."""
    heading, files = await _with_emblem(challenge.game, words.challenge_text(challenge))
    parts: list[ui.Item[Any]] = [heading]
    if challenge.status == "open":
        taps = [items.button("Accept", custom_ids.make("accept", challenge.id), items.GOOD)]
        if challenge.opponent is not None:
            taps.append(items.button("Decline", custom_ids.make("decline", challenge.id)))
        taps.append(items.button("Withdraw", custom_ids.make("withdraw", challenge.id)))
        taps.append(items.button("Rules", custom_ids.make("rulebook", challenge.game)))
        parts.append(items.row(*taps))
    return Screen(items.message(*parts), files)


async def _with_emblem(game_key: str, text: str) -> tuple[ui.Item[Any], list[discord.File]]:
    """A text with a small picture of the game beside it."""
    file = await pictures.emblem(GAMES[game_key].emblem())
    thumbnail: ui.Thumbnail[Any] = ui.Thumbnail(f"attachment://{file.filename}", description=file.description)
    return ui.Section(items.text(text), accessory=thumbnail), [file]


async def offer_card(offer: Challenge, has_rival: bool = False) -> Screen:
    """The public card of a match against the bot, with the commitment and the button that starts it."""
    heading, files = await _with_emblem(offer.game, words.offer_text(offer, has_rival))
    if offer.status not in words.WITH_DICE:
        return Screen(items.message(heading), files)
    fair = words.fairness_line(offer.nonce, words.MIXED_IN["tap"])
    binding = words.binding_in(offer.game, offer.options, offer.challenger_seat or 0)
    below = filter(None, (words.introduction(offer.game, offer.level), binding, fair))
    play = items.row(items.button("Play", custom_ids.make("start", offer.id), items.STRONG))
    return Screen(items.message(heading, items.text("\n".join(below)), play), files)


async def match_card(match: Match) -> Screen:
    """A public card of a match that has begun, where the one by which it began is lost."""
    game = GAMES[match.game]
    levels = (match.seats[0].level, match.seats[1].level)
    terms = words.terms(game, match.pace, match.options, match.rated, levels)
    lines = (f"### {game.title}", f"{words.players(match)}.", terms)
    heading, files = await _with_emblem(match.game, "\n".join(lines))
    level = next((row.level for row in match.seats if row.level is not None), None)
    introduced = words.introduction(match.game, level)
    below = filter(None, (introduced, words.binding(match), words.fairness_line(match.nonce)))
    return Screen(items.message(heading, items.text("\n".join(below)), _opening("Play", match.id)), files)


async def public_board(table: Table, number: int, due_at: Due, more: str = "") -> Screen:
    """What everybody may see after action `number`; `more` is a line about the end."""
    match = table.match
    over = match.reason is not None
    told = markdown.plain(_public_lines(table, number)) if number or over else words.players(match) + "."
    lines = [told, words.turn_line(table, due_at), more] + ([words.reveal_line(table)] if over else [])
    file = await pictures.board(table.scene(None))
    parts: list[ui.Item[Any]] = [
        _shown(file),
        items.text("\n".join(line for line in lines if line)),
    ]
    parts.append(items.row(*_board_buttons(table, over)))
    return Screen(items.message(*parts), [file])


def _public_lines(table: Table, number: int) -> tuple[str, ...]:
    return told_since_last_post(table, number, None) if number < table.length else table.told_lately(None)


def _board_buttons(table: Table, over: bool) -> list[items.Tap]:
    match_id = table.match.id
    if over:
        return [items.button("My view", custom_ids.make("open", match_id)), *_after_the_end(table)]
    return [
        items.button("Move", custom_ids.make("open", match_id), items.STRONG),
        items.button("My view", custom_ids.make("view", match_id)),
        items.button("Record", custom_ids.make("record", match_id)),
        items.button("⋯", custom_ids.make("more", match_id)),
    ]


def _after_the_end(table: Table) -> list[items.Tap]:
    """What you may want of a match that is over; one that does not count has nothing to verify."""
    labels = {"Rematch": "rematch", "Replay": "replay", "Verify": "verify", "Record": "record"}
    offered = {label: verb for label, verb in labels.items() if not (table.is_void and verb == "verify")}
    return [items.button(label, custom_ids.make(verb, table.match.id)) for label, verb in offered.items()]


async def match_panel(
    table: Table,
    seat: int,
    draft: tuple[str, ...] = (),
    page: int = 0,
    line: str = "",
    *,
    acted: bool = False,
    below: tuple[ui.ActionRow[Any], ...] = (),
) -> Screen:
    """The private panel of a seat: its view, what it may choose next, and further rows `below`.

    Somebody who has not seen the briefing is led to it first, unless they have just acted."""
    view, match_id = table.view(seat), table.match.id
    if briefings.is_unbriefed(table, seat) and table.match.reason is None and not acted:
        return briefing_panel(table, seat, line)
    mine = seat in table.to_act
    prompt, draft = asked(table.game, view, draft) if mine else (None, ())
    marks = prompt.marks if prompt else ()
    proposed = prompt.picture if prompt else None
    file = await pictures.board(proposed or table.scene(seat, marks))
    told = markdown.plain(table.told_in_this_turn(seat))
    question = f"**{markdown.plain((prompt.question,))}**" if prompt else words.turn_line(table, None)
    heading = _who_you_are(table, seat)
    before = "\n".join(part for part in (heading, told) if part)
    after = "\n".join(part for part in (line, question) if part)
    where = panel.Where((match_id, table.version(seat)), draft, page)
    rows = panel.rows(prompt, where) if prompt else []
    extra = _looks_row(table, seat) + ([] if mine else [_waiting_row(table, seat)])
    # However much was told: the board stands beside what is asked, both in one look on a phone.
    parts = (items.text(before), _shown(file), items.text(after), *rows, *extra, *below)
    return Screen(items.message(*parts), [file])


def asked(game: AnyGame, view: Any, draft: tuple[str, ...]) -> tuple[Prompt, tuple[str, ...]]:
    """The prompt of a draft; keys that change nothing are forgotten, so that the way back leads somewhere."""
    prompt = game.prompt(view, draft)
    while draft and prompt == game.prompt(view, draft[:-1]):
        draft = draft[:-1]
    return prompt, draft


def _who_you_are(table: Table, seat: int) -> str:
    place = f" in <#{table.match.thread}>" if table.match.thread else ""
    return f"You are {words.side(table.game, seat)} against {words.opponent(table, seat)}{place}."


def _looks_row(table: Table, seat: int) -> list[ui.ActionRow[Any]]:
    if briefings.is_unbriefed(table, seat) and table.match.reason is None:
        return [items.row(items.button(_show_it(table, seat), custom_ids.make("brief", table.match.id)))]
    left = briefings.looks_left(table, seat)
    if left == 0 or table.match.reason is not None:
        return []
    label = "Show it again" if left is None else f"Look again ({left} left)"
    return [items.row(items.button(label, custom_ids.make("brief", table.match.id)))]


def _waiting_row(table: Table, seat: int) -> ui.ActionRow[Any]:
    match_id = table.match.id
    if table.match.reason is not None:
        return items.row(*_after_the_end(table))
    refresh = items.button("Refresh", custom_ids.make("view", match_id))
    if not rights.may_foresee(table, seat):
        return items.row(refresh)
    return items.row(refresh, items.button("Foresee", custom_ids.make("foresee", match_id)))


def briefing_panel(table: Table, seat: int, line: str = "") -> Screen:
    """The private start of a match: what it is about, and the one look."""
    briefing = table.briefing(seat)
    heading = (
        f"### {table.game.title}\n"
        f"You are {words.side(table.game, seat)} against {words.opponent(table, seat)}."
    )
    body = briefing.text if briefing else table.game.summary
    once = _how_often(briefing) if briefing and briefing.frames else ""
    taps = []
    if briefings.is_unbriefed(table, seat):
        label = _show_it(table, seat)
        taps.append(items.button(label, custom_ids.make("brief", table.match.id), items.STRONG))
    else:
        taps.append(items.button("Open", custom_ids.make("open", table.match.id), items.STRONG))
    taps.append(items.button("Rules", custom_ids.make("rulebook", table.game.key)))
    binds = dealing.binding_line(table, seat)
    text = "\n".join(part for part in (heading, line, body, once, binds) if part)
    return Screen(items.sentence(text, items.row(*taps)))


def _show_it(table: Table, seat: int) -> str:
    """The label of the first look; it says so where that makes the match count."""
    return "Show it now (then it counts)" if dealing.binding_line(table, seat) else "Show it now"


def _how_often(briefing: Briefing) -> str:
    if briefing.looks is None:
        return "You may look at it whenever you like."
    again = f" Later you may look again {briefing.looks} times." if briefing.looks else ""
    return f"It is shown once, for {briefing.seconds} seconds.{again}"


async def preview(shown: briefings.Shown, until: int | None, look: int) -> Screen:
    """The briefing itself: the animation the first time, a still picture later."""
    briefing, match_id = shown.briefing, shown.table.match.id
    file = await (pictures.preview(briefing) if shown.first else pictures.still(briefing))
    gone = f" It is gone <t:{until}:R>." if until else ""
    put_away = items.button("I have it", custom_ids.make("ready", match_id, look), items.GOOD)
    return Screen(
        items.message(
            items.text(f"### {briefing.title}\n{briefing.text}{gone}"),
            _shown(file),
            items.row(put_away),
        ),
        [file],
    )


def preview_over(table: Table, seat: int) -> Screen:
    """What is left of the preview's message."""
    mine = seat in table.to_act
    line = "The preview is over. " + ("It is your turn." if mine else words.turn_line(table, None))
    label = "Open the board"
    return Screen(
        items.sentence(
            line, items.row(items.button(label, custom_ids.make("open", table.match.id), items.STRONG))
        )
    )


async def ping(table: Table, seat: int, due_at: Due, link: str) -> Screen:
    """The one private message that it is somebody's turn."""
    file = await pictures.board(table.scene(seat))
    until = f" Until <t:{due_at}:f>, <t:{due_at}:R>." if isinstance(due_at, int) else ""
    told = markdown.plain(table.told_lately(seat))
    text = f"**Your turn** as {table.game.seats[seat]} against {words.opponent(table, seat)}{link}.{until}"
    opening = items.button("Open", custom_ids.make("open", table.match.id), items.STRONG)
    parts = (
        _shown(file),
        items.text(f"{text}\n{told}"),
        items.row(opening),
    )
    return Screen(items.message(*parts), [file])


def waiting_line(due_at: Due) -> str:
    """That a turn waits, and for how long."""
    return "Your turn still waits." + (f" It ends <t:{due_at}:R>." if isinstance(due_at, int) else "")


def reminder(table: Table, seat: int, due_at: Due) -> Screen:
    """One private message that a turn still waits."""
    place = f" in <#{table.match.thread}>" if table.match.thread else ""
    who = f"{table.game.title}, as {table.game.seats[seat]} against {words.opponent(table, seat)}{place}."
    return Screen(items.sentence(f"**{waiting_line(due_at)}** {who}", _opening("Open", table.match.id)))


async def result(table: Table, seat: int, more: str) -> Screen:
    """The end, told to one person: everything is open now, if the match counts."""
    file = await pictures.board(table.scene(seat))
    told = markdown.plain(table.told_lately(seat))
    lines = (
        f"### {table.game.title}",
        _who_you_are(table, seat),
        words.result_line(table),
        more,
        told,
        words.reveal_line(table),
    )
    return Screen(
        items.message(
            _shown(file),
            items.text("\n".join(filter(None, lines))),
            items.row(*_after_the_end(table)),
        ),
        [file],
    )


async def onlooker(table: Table, due_at: Due) -> Screen:
    """What somebody who does not play sees: the public view."""
    file = await pictures.board(table.scene(None))
    line = f"{words.players(table.match)}. You look on.\n{words.turn_line(table, due_at)}"
    return Screen(items.message(_shown(file), items.text(line)), [file])


def call_to_thread(person: int, line: str, match_id: str) -> Screen:
    """A public nudge for somebody whose private messages are closed; what it opens is theirs alone."""
    return Screen(items.sentence(f"<@{person}> {line}", _opening("Open (only you see it)", match_id)))


def _shown(file: discord.File) -> ui.MediaGallery[Any]:
    return items.picture(file.filename, file.description or "")


def _opening(label: str, match_id: str) -> ui.ActionRow[Any]:
    return items.row(items.button(label, custom_ids.make("open", match_id), items.STRONG))
