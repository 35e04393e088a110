"""A page of a server's log, in words."""

from __future__ import annotations

import re

from bot.community.servers.log import LogPage
from bot.community.servers.ui.buttons import ShowServer, ShowServerLog
from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.text import markdown
from storage.tables.guilds import Logged

_NONE = "Nothing has been changed here yet."
_MENTION = re.compile(r"<(?:@&?|#)-?\d+>")


def log_screen(page: LogPage) -> Screen:
    """Who did what and when, newest first."""
    told = "\n".join(_line(one) for one in page.lines) or _NONE
    return Screen(
        items.message(
            items.text(f"### Log of this server\n{told}"),
            *items.pager(page.number, page.pages, ShowServerLog),
            items.row(items.button("Settings", ShowServer("where"))),
        )
    )


def _line(one: Logged) -> str:
    who = "Slowplay" if one.person is None else f"<@{one.person}>"
    about = "" if one.about is None else f" About <@{one.about}>."
    return f"{_live(one.text)}{about}\n-# {who} · <t:{one.at}:R>"


def _live(text: str) -> str:
    """What a line says; of what it may quote only mentions are live, which ping nobody here."""
    parts = _MENTION.split(text), [*_MENTION.findall(text), ""]
    return "".join(f"{_plain(part)}{mention}" for part, mention in zip(*parts, strict=True))


def _plain(part: str) -> str:
    core = part.strip()
    if not core:
        return part
    before, after = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
    return f"{before}{markdown.plain((core,))}{after}"
