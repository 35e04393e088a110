"""The real bot in simcord, without its delivery and clock loops."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import bot.app
from bot.community.welcome.welcoming import Welcomed
from bot.core.clock import Jump
from bot.discord_kit.requests.rest_health import RestHealth
from bot.runtime.background_loops import Work
from bot.runtime.settings import settings_of
from storage.engine.opening import open_database
from tests.kit.inputs import START, NumberedRandomness, ThreadThinkers

Ask = Callable[[str, str, dict[str, str]], Awaitable[dict[str, Any]]]


class StandingClock:
    """A clock that always shows the same time."""

    def now(self) -> float:
        return START

    async def until(self, moment: float) -> None:
        await asyncio.Event().wait()

    def jumps(self) -> list[Jump]:
        return []


async def nothing(*_: Any) -> None:
    """Do nothing, in place of a loop."""


def with_owner(base: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap simcord's payloads to name the server of the installation, as Discord's description requires."""

    def made(*args: Any, guild_id: int | None, **more: Any) -> Any:
        record, payload = base(*args, guild_id=guild_id, **more)
        payload["authorizing_integration_owners"] = {"0": str(guild_id or 0)}
        return record, payload

    return made


@asynccontextmanager
async def real_bot_in_simcord() -> AsyncIterator[Ask]:
    """Yield a function that returns the answer to a command: `await ask("mara", "x challenge", {…})`."""
    import simcord
    from simcord import interactions
    from simcord.backend import serializers

    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(interactions, "base_payload", with_owner(interactions.base_payload))
        for place, name in ((Work, "begin"), (RestHealth, "ask_forever")):
            patch.setattr(place, name, nothing)
        database = await open_database(Path(folder) / "slowplay.db")
        ai_pool, chance = ThreadThinkers(), NumberedRandomness(1)
        made = bot.app.make_bot(settings_of(slowplay_shards=1), database, StandingClock(), chance, ai_pool)
        async with simcord.run(made) as env:
            cafe = env.create_guild("Slowplay café", owner=env.create_user("keeper"))
            games = cafe.create_text_channel("games")
            people = {
                name: cafe.add_member(env.create_user(name, global_name=name.title()))
                for name in ("mara", "tom")
            }

            for member in people.values():
                made.ctx.app.own(Welcomed, Welcomed).add(member.id)

            async def ask(who: str, command: str, options: dict[str, str]) -> dict[str, Any]:
                given = {name: people[person] for name, person in options.items()}
                result = await people[who].slash(games, command, **given)
                return dict(serializers.message_payload(env.backend, result.response._message))

            yield ask
        await database.close()
