"""The world at the start: one server, four people, and one application with its bot."""

from __future__ import annotations

import base64
import secrets

from playground.model import permissions as perms
from playground.model import shapes
from playground.model.clock import Clock, snowflake_at
from playground.model.payload import timestamp
from playground.model.records import Application, Channel, Guild, User
from playground.model.world import World
from playground.places import channels, roles

FOUNDED = 1_767_225_600.0
"""The moment from which the default ids are made, 2026-01-01 UTC, in epoch seconds."""
PEOPLE = (("mara", "#e8833a"), ("tom", "#3f8fd2"), ("ines", "#7a5cc0"), ("juri", "#2f9e6e"))
FIRST_GUEST = 1000
_IDS_OF_A_SERVER = 1 << 22
"""The distance between the ids of two servers: one millisecond, which puts them on different shards."""
BOT_NAME = "Robot"
CHANNELS = ("general", "games", "quiet")
ROLES = {"Admin": perms.ADMINISTRATOR, "Moderator": perms.MANAGE_MESSAGES | perms.MODERATE_MEMBERS}
"""The roles that exist in a server with an owner among the people, with their permissions."""
BOT_PERMISSIONS = perms.EVERYONE | perms.MANAGE_MESSAGES | perms.CREATE_EVENTS


def make_fixed_id(number: int) -> str:
    """Return an id of the default world, the same at every start."""
    return snowflake_at(FOUNDED, number)


def draw_token() -> str:
    """Return a random bot token in Discord's form, for one start of the playground."""
    head = base64.urlsafe_b64encode(BOT_ID.encode()).decode().rstrip("=")
    return f"{head}.play00.{secrets.token_urlsafe(29)[:38]}"


BOT_ID = make_fixed_id(1)
# An owner sees every private thread, so in tests none of the four people owns the server.
KEEPER = shapes.user(make_fixed_id(4), "keeper", "Keeper")


def default_world(
    clock: Clock | None = None,
    guests: int = 0,
    bot_name: str = BOT_NAME,
    servers: int = 1,
    token: str | None = None,
    owned: bool = False,
) -> World:
    """Return a new world with people, bot, servers and channels, but no messages.

    Args:
        clock: A clock to use instead of real time.
        guests: The number of people beside the four.
        bot_name: The name of the bot; the servers are cafés named after it.
        servers: The number of servers, each with all people as members.
        token: The bot's token, or None to draw one.
        owned: Whether the first person owns every server, where there are `ROLES` to give.
    """
    world = World(clock)
    _add_people(world)
    _add_guests(world, guests)
    _add_application(world, bot_name, token or draw_token())
    for number in range(servers):
        _add_guild(world, bot_name, number)
    if owned:
        _give_to_the_first(world)
    return world


def _give_to_the_first(world: World) -> None:
    owner = next(iter(world.users))
    for guild in world.guilds.values():
        guild.payload = {**guild.payload, "owner_id": owner}
        for name, bits in ROLES.items():
            roles.create(world, guild, name, bits)


def _add_people(world: World) -> None:
    for number, (name, color) in enumerate(PEOPLE, 10):
        payload = shapes.user(make_fixed_id(number), name, name.title())
        world.users[payload["id"]] = User(payload["id"], payload, avatar_color=color)


def _add_guests(world: World, count: int) -> None:
    for number in range(count):
        name = f"guest{number + 1}"
        payload = shapes.user(make_fixed_id(FIRST_GUEST + number), name, name.title())
        color = PEOPLE[number % len(PEOPLE)][1]
        world.users[payload["id"]] = User(payload["id"], payload, avatar_color=color)


def _add_application(world: World, name: str, token: str) -> None:
    bot = shapes.user(BOT_ID, name, None, bot=True)
    world.users[BOT_ID] = User(BOT_ID, bot)
    world.applications[BOT_ID] = Application(BOT_ID, name, token, BOT_ID, owner=KEEPER)


def _add_guild(world: World, name: str, number: int = 0) -> None:
    first = number * _IDS_OF_A_SERVER
    guild_id, role_id, founded = make_fixed_id(first + 2), make_fixed_id(first + 3), timestamp(FOUNDED)
    called = f"{name} café" + (f" {number + 1}" if number else "")
    guild = Guild(guild_id, shapes.guild(guild_id, called, KEEPER["id"]))
    guild.roles[guild_id] = shapes.role(guild_id, "@everyone", perms.EVERYONE, 0)
    guild.roles[role_id] = shapes.role(role_id, name, BOT_PERMISSIONS, 1, managed_by=BOT_ID)
    for user in world.users.values():
        guild.members[user.id] = shapes.member(user.payload, founded, [role_id] if user.bot else [])
    world.guilds[guild_id] = guild
    for position, channel in enumerate(CHANNELS):
        payload = shapes.text_channel(make_fixed_id(first + 20 + position), guild_id, channel, position)
        channels.add(world, Channel(payload["id"], payload))
