"""Wherever a sentence names a command, a tap on its name fills it in."""

from __future__ import annotations

import re

import pytest

from bot.discord_kit.components import items
from bot.discord_kit.components.items import Screen
from bot.discord_kit.requests import calling
from bot.discord_kit.text.markdown import CommandLinks
from tests.kit.linked import named_but_not_linked, names_of
from tests.kit.table import Table, table

KNOWN = CommandLinks({"decoy play": 7, "decoy": 6, "matches": 8})
PLENTY = 4000
LINK = re.compile(r"</([^:>]+):(\d+)>")


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("`/matches` shows them.", "</matches:8> shows them."),
        ("-# Use `/decoy play` or `/decoy`.", "-# Use </decoy play:7> or </decoy:6>."),
        ("Type `/decoy play level:hard`.", "Type </decoy play:7> `level:hard`."),
        ("`/decoy rules`", "</decoy:6> `rules`"),
        ("`/matchesque` and `/unknown`", "`/matchesque` and `/unknown`"),
        ("/matches without its marks, `matches`", "/matches without its marks, `matches`"),
        ("```\n`/matches`\n```", "```\n`/matches`\n```"),
        ("``/matches``", "``/matches``"),
        ("tom said \\`/matches\\`", "tom said \\`/matches\\`"),
        ("</matches:8> and `/matches`", "</matches:8> and </matches:8>"),
    ],
)
def test_the_longest_name_of_a_command_in_code_becomes_a_link_and_nothing_else(
    text: str, linked: str
) -> None:
    assert KNOWN.link_commands([text], PLENTY) == [linked]


def test_where_links_would_not_fit_all_names_stay() -> None:
    texts = ["`/matches`", "`/decoy play`"]
    whole = ["</matches:8>", "</decoy play:7>"]
    size = sum(map(len, whole))
    assert KNOWN.link_commands(texts, size) == whole
    assert KNOWN.link_commands(texts, size - 1) == texts


def test_before_discord_has_answered_names_stay() -> None:
    assert CommandLinks().link_commands(["`/matches`"], PLENTY) == ["`/matches`"]


def test_what_calls_somebody_has_links_below_its_line_and_none_in_it() -> None:
    screen = Screen(items.sentence("Look at `/matches`."), push="Your turn")
    sent = calling.as_new(screen, KNOWN)
    assert sent["content"] == "Your turn"
    assert [card.description for card in sent["embeds"]] == ["Look at </matches:8>."]


def test_who_has_deleted_themselves_has_a_name_below_the_line_and_in_it() -> None:
    screen = Screen(items.sentence("You played <@-482173>."), push="No result against <@-482173>")
    sent = calling.as_new(screen, KNOWN)
    assert sent["content"] == "No result against Player 482173"
    assert [card.description for card in sent["embeds"]] == ["You played Player 482173."]


async def test_help_links_to_commands_by_the_ids_that_discord_gave_them() -> None:
    async with table("mara") as t:
        page = await t.mara.tap("More", await t.mara.slash("/help"))
        written = [page.written]
        while "Next ▶" in page.buttons:
            page = await t.mara.tap("Next ▶", page)
            written.append(page.written)
        links = dict(LINK.findall("\n".join(written)))
        assert {"creators play", "privacy show", "move", "alpha deck list"} <= set(links)
        assert links.items() <= _ids(t).items()


def _ids(t: Table) -> dict[str, str]:
    """Return the names of all commands with the ids that Discord gave them."""
    stores = t.playground.world.global_commands.values()
    return {name: id for store in stores for id, command in store.items() for name in names_of({id: command})}


async def test_a_refusal_links_to_the_command_that_it_names_and_quotes_nobody_s() -> None:
    async with table("mara", "tom") as t:
        t.playground.world.users[t.mara.id].payload["global_name"] = "`/matches`"
        await t.mara.slash("/decoy play", public=True)
        refused = await t.tom.tap("Play")
        ids = _ids(t)
        assert f"with </decoy play:{ids['decoy play']}>." in refused.written
        assert "matches:" not in refused.written


async def test_a_message_that_names_a_command_without_a_link_fails_every_test_at_the_table() -> None:
    async with table("mara") as t:
        t.running.bot.ctx.links = CommandLinks()
        await t.mara.slash("/help")
        assert "matches" in named_but_not_linked(t.playground)
        for message in t.playground.world.messages.values():
            message.payload["components"] = []
