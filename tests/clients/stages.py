"""The playground and simcord behind one interface, to run the same script in both.

A stage has the server “Slowplay café” with the channel “games” and the people Mara and Tom. Each action
returns its outcome as plain data: {"kind", "modal", "interaction", "message"}. `late` lets the bot answer a
command after a delay in seconds; `seen` returns the messages that a person sees.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Protocol

import discord
import pytest
import yarl

import playground.app
from playground.app import Playground
from playground.model import permissions as perms
from tests.clients.oracle_bot import OracleBot
from tests.described import Described
from tests.kit.inputs import StillClock

MAY = discord.Permissions.all().value & ~perms.ADMINISTRATOR
FLAGS_OF_EMBEDS = (
    "POST /webhooks/{webhook_id}/{webhook_token} as sent: "
    "embeds/0: Additional properties are not allowed ('flags' was unexpected)"
)
"""discord.py sends the flags of an embed along, although Discord's description only has them in answers."""
Outcome = dict[str, Any]
Payload = dict[str, Any]


class Stage(Protocol):
    """The interface of a stage. Messages are named by id, channels by name or id."""

    bot: OracleBot

    async def slash(self, who: str, command: str, rival: str | None = None) -> Outcome: ...

    async def press(self, who: str, message: str, custom_id: str) -> Outcome: ...

    async def choose(self, who: str, message: str, custom_id: str, people: list[str]) -> Outcome: ...

    async def submit(self, who: str, opened: Outcome, values: dict[str, Any]) -> Outcome: ...

    async def complete(self, who: str, command: str, option: str, typed: str) -> list[Any]: ...

    async def say(self, who: str, content: str) -> None: ...

    async def write(self, who: str, content: str) -> None: ...

    async def late(self, who: str, seconds: float) -> None: ...

    def seen(self, who: str) -> dict[str, list[Payload]]: ...


class OnPlayground:
    """The stage in the playground, over sockets."""

    def __init__(self, play: Playground, bot: OracleBot) -> None:
        self.play = play
        self.bot = bot

    async def _done(self, outcome: Outcome) -> Outcome:
        """Wait until the bot has handled everything, and return the outcome as plain data."""
        await self.bot.at_rest()
        made = {"kind": outcome["type"], "modal": outcome["modal"], "interaction": outcome["interaction"]}
        message = outcome["message"]
        return {**made, "message": message["id"] if message else None}

    def _id(self, who: str) -> str:
        return self.play.actor(who).id

    async def slash(self, who: str, command: str, rival: str | None = None) -> Outcome:
        options = [{"type": 6, "name": "rival", "value": self._id(rival)}] if rival else []
        return await self._done(await self.play.actor(who).slash("games", command, options))

    async def press(self, who: str, message: str, custom_id: str) -> Outcome:
        return await self._done(await self.play.actor(who).press("games", message, custom_id))

    async def choose(self, who: str, message: str, custom_id: str, people: list[str]) -> Outcome:
        values = [self._id(person) for person in people]
        return await self._done(await self.play.actor(who).press("games", message, custom_id, values))

    async def submit(self, who: str, opened: Outcome, values: dict[str, Any]) -> Outcome:
        return await self._done(await self.play.actor(who).submit(opened["interaction"], values))

    async def complete(self, who: str, command: str, option: str, typed: str) -> list[Any]:
        options = [{"type": 3, "name": option, "value": typed, "focused": True}]
        return await self.play.actor(who).autocomplete("games", command, options)

    async def say(self, who: str, content: str) -> None:
        await self.play.actor(who).say("games", content)

    async def write(self, who: str, content: str) -> None:
        actor = self.play.actor(who)
        [app] = self.play.world.applications
        await actor.say((await actor.open_dm(app))["id"], content)
        await self.bot.at_rest()

    async def late(self, who: str, seconds: float) -> None:
        asked = asyncio.create_task(self.play.actor(who).slash("games", "late"))
        interaction = await self.bot.next("waiting")
        self.play.world.clock.advance(seconds)
        await self.bot.refused("answer late", interaction.response.send_message("late"))
        await asked

    def seen(self, who: str) -> dict[str, list[Payload]]:
        actor = self.play.actor(who)
        home = actor.home()
        places = {channel["name"]: channel["id"] for guild in home["guilds"] for channel in guild["channels"]}
        places.update(("dm", dm["id"]) for dm in home["dms"])
        found = {name: actor.read_messages(id) for name, id in places.items()}
        return {name: messages for name, messages in found.items() if messages}


@asynccontextmanager
async def on_playground() -> AsyncIterator[OnPlayground]:
    """Yield the playground as a stage; the bot has every permission but administrator, as in simcord."""
    play = await playground.app.start(clock=StillClock(), bot_name="Slowplay")
    described = Described()
    play.witnesses.append(described)
    for guild in play.world.guilds.values():
        for id, role in guild.roles.items():
            if role["managed"]:
                guild.roles[id] = {**role, "permissions": str(MAY)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(discord.http.Route, "BASE", play.api)
        patch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(play.gateway))
        bot = OracleBot()
        running = asyncio.create_task(bot.start(play.token))
        await bot.next("ready")
        try:
            yield OnPlayground(play, bot)
        finally:
            await bot.close()
            await running
            await play.close()
    assert set(described.faults()) <= {FLAGS_OF_EMBEDS}
    assert play.world.unknown_routes == []


class OnSimcord:
    """The stage in simcord, in memory; `env` is simcord's world."""

    def __init__(self, env: Any, bot: OracleBot) -> None:
        self.env = env
        self.bot = bot
        self._cafe = env.create_guild("Slowplay café", owner=env.create_user("keeper"))
        self._games = self._cafe.create_text_channel("games")
        self._people = {
            name: self._cafe.add_member(env.create_user(name, global_name=name.title()))
            for name in ("mara", "tom")
        }
        self._opened: dict[str, Any] = {}

    def _done(self, result: Any) -> Outcome:
        asked = result._interaction
        kind = {"update": "updated"}.get(asked.response_kind, str(asked.response_kind))
        self._opened[str(asked.id)] = result
        message = str(asked.message_id) if asked.message_id else None
        return {"kind": kind, "modal": result.modal, "interaction": str(asked.id), "message": message}

    def _message(self, id: str) -> Any:
        return next(message for message in self._games.history() if message.id == int(id))

    async def slash(self, who: str, command: str, rival: str | None = None) -> Outcome:
        options = {"rival": self._people[rival]} if rival else {}
        return self._done(await self._people[who].slash(self._games, command, **options))

    async def press(self, who: str, message: str, custom_id: str) -> Outcome:
        return self._done(await self._people[who].click(self._message(message), custom_id=custom_id))

    async def choose(self, who: str, message: str, custom_id: str, people: list[str]) -> Outcome:
        values = [self._people[person] for person in people]
        chosen = await self._people[who].select(self._message(message), values, custom_id=custom_id)
        return self._done(chosen)

    async def submit(self, who: str, opened: Outcome, values: dict[str, Any]) -> Outcome:
        return self._done(await self._people[who].submit_modal(self._opened[opened["interaction"]], values))

    async def complete(self, who: str, command: str, option: str, typed: str) -> list[Any]:
        found: list[Any] = await self._people[who].autocomplete(self._games, command, option, typed)
        return found

    async def say(self, who: str, content: str) -> None:
        await self._people[who].send(self._games, content)

    async def write(self, who: str, content: str) -> None:
        await self._people[who].send_dm(content)

    async def late(self, who: str, seconds: float) -> None:
        await self._people[who].slash(self._games, "late")
        interaction = await self.bot.next("waiting")
        await self.env.advance_time(seconds)
        with self.env.time_context():
            await self.bot.refused("answer late", interaction.response.send_message("late"))

    def seen(self, who: str) -> dict[str, list[Payload]]:
        from simcord.backend import serializers

        reader, backend = self._people[who], self.env.backend
        places = {channel.name: channel.id for channel in (self._games, *self._games.threads)}
        places |= {"dm": reader.user.dm_channel.id}
        found = {
            name: [
                dict(serializers.message_payload(backend, message))
                for message in sorted(backend.messages.get(id, {}).values(), key=lambda one: one.id)
                if message.visible_to(reader.id)
            ]
            for name, id in places.items()
        }
        return {name: messages for name, messages in found.items() if messages}


@asynccontextmanager
async def on_simcord() -> AsyncIterator[OnSimcord]:
    import simcord

    bot = OracleBot()
    async with simcord.run(bot, check_errors=False) as env:
        yield OnSimcord(env, bot)
