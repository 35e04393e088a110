"""playground/README.md: its examples run, and every name in it exists."""

from __future__ import annotations

import inspect
import re
import shlex
from pathlib import Path
from typing import Any

import discord
import hikari
import pytest
import yarl

import playground
from playground.__main__ import parse
from playground.app import Playground
from playground.gateway.intents import MESSAGE_CONTENT
from playground.testing import Person, Stage
from tests.kit.pages import blocks
from tests.paths import ROOT

FOLDER = Path(playground.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
PYTHON = blocks(README, "python")
EXAMPLES = ROOT / "examples" / "dice"
PRINTED = {"dice_discord_py.py": "python", "test_dice.py": "python", "dice_discord_js.mjs": "js"}
"""The examples that the page prints, with the language of their blocks."""


def example(beginning: str) -> str:
    [found] = [text for text in PYTHON if text.lstrip().startswith(beginning)]
    return found


@pytest.fixture(autouse=True)
def addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore discord.py's addresses after the examples have set them."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    monkeypatch.setattr(discord.Asset, "BASE", discord.Asset.BASE)


async def test_the_bot_and_its_test_run_as_printed() -> None:
    names: dict[str, Any] = {"__name__": "example"}
    exec(compile(example("import asyncio"), "README.md", "exec"), names)
    await names["test_hello"]()


@pytest.mark.parametrize("name", PRINTED)
def test_an_example_is_printed_as_it_is(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert text.rstrip("\n") in [block.rstrip("\n") for block in blocks(README, PRINTED[name])]


async def test_the_addresses_of_discord_py_and_hikari_are_set_as_printed(
    play: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in play.environment().items():
        monkeypatch.setenv(name, value)
    modules = {"discord": discord, "hikari": hikari, "os": __import__("os"), "yarl": yarl}
    [addresses] = re.findall(r'^if "DISCORD_API".*?\n\n', example('"""A bot on'), re.M | re.S)
    exec(addresses, modules)
    assert play.api == discord.http.Route.BASE
    assert yarl.URL(play.gateway) == discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    assert play.cdn == discord.Asset.BASE
    exec(example("bot = hikari"), modules)
    assert modules["bot"].is_alive is False


async def test_the_table_of_the_environment_is_whole(play: Playground) -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", README, re.M))
    assert rows.keys() == play.environment().keys()
    usual = {name: value.replace(str(play.port), "8777") for name, value in play.environment().items()}
    assert all(f"`{usual[name]}`" == told for name, told in rows.items() if told != "—")


async def test_trouble_comes_as_printed(play: Playground) -> None:
    exec(example("playground.faults.order"), {"playground": play})
    assert play.faults.state() == {"calls": 3, "seconds": 2.0}
    first, second = play.faults.waiting
    assert (first.status, first.times, first.retry_after, second.after) == (429, 2, 5.0, True)


def test_the_commands_are_understood() -> None:
    installing, *printed = [line for block in blocks(README, "sh") for line in block.splitlines()]
    assert installing == "pip install './playground[test]'"
    assert all(line.startswith("python -m playground ") for line in printed)
    words = [shlex.split(line)[3:] for line in printed]
    assert ["diff", "A", "B"] in words
    *runs, replay = [parse(line) for line in words if line[0] != "diff"]
    assert [(shlex.split(bot.run)[1], bot.intents) for bot in runs] == [
        ("dice_discord_py.py", MESSAGE_CONTENT),
        ("dice_discord_js.mjs", MESSAGE_CONTENT),
    ]
    assert replay.replay == Path("FILE")


def test_its_tables_name_verbs_that_there_are() -> None:
    for heading, kind in (("a person", Person), ("`playground`", Stage)):
        rows = README.partition(f"| {heading} | |")[2].partition("\n\n")[0]
        names = re.findall(r"`(\w+)(?=[(` ])", "\n".join(row.split("|")[1] for row in rows.splitlines()[2:]))
        assert len(names) > 5
        assert [name for name in names if name not in {*dir(kind), *made_at_start(kind)}] == []


def made_at_start(kind: type) -> set[str]:
    """Return the attributes that a class and its bases set when they're made."""
    sources = "".join(
        inspect.getsource(base.__init__) for base in kind.mro()[:-1] if "__init__" in vars(base)
    )
    return set(re.findall(r"self\.(\w+)", sources))


def test_the_packages_are_those_that_there_are() -> None:
    rows = README.partition("| package |")[2]
    told = {name for row in re.findall(r"^\| (`.*?) \|", rows, re.M) for name in re.findall(r"`(\w+)`", row)}
    assert told == {path.parent.name for path in FOLDER.glob("*/__init__.py")}


def test_its_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([\w./]+)\)", README)
    assert len(links) > 3
    assert [link for link in links if not (FOLDER / link).exists()] == []
