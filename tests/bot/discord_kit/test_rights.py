"""The permissions in docs/serving.md: they're enough for a match, and none is asked for in vain."""

from __future__ import annotations

import re

import pytest

from bot.play.posts.ui import old_boards
from playground.model import permissions, shapes
from playground.people.defaults import BOT_ID
from tests.kit.matches.tapped import begin_briefed
from tests.kit.table import Table, table
from tests.kit.watching.outages import plays
from tests.kit.watching.witnesses import Refusals
from tests.paths import ROOT

SERVING = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
NUMBER = int(re.findall(r"As a number they are `(\d+)`", SERVING)[0])
NAMES = {
    name: value
    for name, value in vars(permissions).items()
    if isinstance(value, int) and name.isupper() and value and value & (value - 1) == 0 and value & NUMBER
}


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot forget its messages as after a restart, so that it has to read them."""
    monkeypatch.setattr(old_boards, "_BOARDS_REMEMBERED", 0)


def give_rights(t: Table, rights: int) -> None:
    """Give people on the server their usual permissions, and the bot only these."""
    world = t.playground.world
    guild = next(iter(world.guilds.values()))
    people = world.ids.next()
    guild.roles[people] = shapes.role(people, "people", permissions.EVERYONE, 1)
    for id, member in list(guild.members.items()):
        roles = member["roles"] if id == BOT_ID else [people]
        guild.members[id] = {**member, "roles": roles}
    for id, role in list(guild.roles.items()):
        if id == guild.id:
            guild.roles[id] = {**role, "permissions": "0"}
        elif (role.get("tags") or {}).get("bot_id") == BOT_ID:
            guild.roles[id] = {**role, "permissions": str(rights)}


async def refused_in_a_match(rights: int) -> list[str]:
    """Return what Discord refuses the bot on its server in a match's first turns with these permissions."""
    async with table("mara", "tom") as t:
        give_rights(t, rights)
        refusals = Refusals()
        t.playground.witnesses.append(refusals)
        match = await begin_briefed(t, t.mara, t.tom)
        # The pings are public: in DMs everything is allowed.
        await t.tom.actor.settings(dms_open=False)
        for _ in range(2):
            await plays(match)
            await t.settled()
        dm = await t.tom.actor.open_dm(BOT_ID)
    return [refusal for refusal in refusals.found if dm["id"] not in refusal]


@pytest.mark.slow
async def test_with_the_rights_of_the_page_nothing_is_refused() -> None:
    assert await refused_in_a_match(NUMBER) == []


# Without EMBED_LINKS cards come in another form, with less on lock screens: see test_requests.py. Where the
# bot can't look or post, nothing begins at all: see test_missing_permissions.py.
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(NAMES) - {"VIEW_CHANNEL", "SEND_MESSAGES", "EMBED_LINKS"}))
async def test_none_of_them_is_asked_for_in_vain(name: str) -> None:
    assert await refused_in_a_match(NUMBER & ~NAMES[name])


@pytest.mark.proof
async def test_where_no_thread_can_be_made_boards_stand_in_the_channel() -> None:
    threadless = NUMBER & ~permissions.CREATE_PUBLIC_THREADS
    post = re.compile(r"403 POST .*/channels/\d+/messages")
    assert not any(map(post.fullmatch, await refused_in_a_match(threadless)))


def test_the_number_is_that_of_the_seven_rights_in_the_list() -> None:
    listed = re.findall(r"^\| ([A-Z][\w ]+) \| [^|]+\|$", SERVING.partition("| permission | why |")[2], re.M)
    assert sorted(permission.upper().replace(" ", "_") for permission in listed[:7]) == sorted(
        name.replace("VIEW_CHANNEL", "VIEW_CHANNELS") for name in NAMES
    )
