"""The table of REST routes under /api/v10."""

from __future__ import annotations

from functools import cache

from aiohttp import web

from playground.rest import (
    cdn,
    channels,
    commands,
    interactions,
    messages,
    people,
    pins,
    scheduled_events,
)
from playground.rest.call import API, Handler, endpoint

APP = "/applications/{application}"
ONE_CHANNEL = "/channels/{channel}"
ONE_MESSAGE = ONE_CHANNEL + "/messages/{message}"
HOOK = "/webhooks/{application}/{token}"

ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/users/@me", people.current_user),
    ("GET", "/users/@me/guilds", people.my_guilds),
    ("POST", "/users/@me/channels", people.open_dm),
    ("GET", "/users/{user}", people.user),
    ("GET", "/applications/@me", people.application),
    ("PATCH", "/applications/@me", people.edit_application),
    ("GET", "/oauth2/applications/@me", people.application),
    ("GET", "/gateway/bot", people.gateway_bot),
    ("POST", "/attachments/refresh-urls", cdn.refresh_urls),
    ("GET", "/soundboard-default-sounds", people.nothing),
    ("GET", "/guilds/{guild}", people.guild),
    ("GET", "/guilds/{guild}/roles", people.roles),
    ("GET", "/guilds/{guild}/members", people.members),
    ("GET", "/guilds/{guild}/members/search", people.search_members),
    ("GET", "/guilds/{guild}/members/{user}", people.member),
    ("GET", "/guilds/{guild}/channels", people.guild_channels),
    ("POST", "/guilds/{guild}/channels", people.create_channel),
    ("GET", "/guilds/{guild}/threads/active", people.active_threads),
    ("GET", "/guilds/{guild}/emojis", people.nothing_at_home),
    ("GET", "/guilds/{guild}/stickers", people.nothing_at_home),
    ("GET", "/guilds/{guild}/webhooks", people.guild_webhooks),
    ("POST", "/guilds/{guild}/scheduled-events", scheduled_events.create),
    ("PATCH", "/guilds/{guild}/scheduled-events/{event}", scheduled_events.edit),
    ("DELETE", "/guilds/{guild}/scheduled-events/{event}", scheduled_events.delete),
    ("GET", APP + "/emojis", people.no_items),
    ("GET", APP + "/skus", people.nothing),
    ("GET", APP + "/entitlements", people.nothing),
    ("GET", ONE_CHANNEL, channels.get),
    ("PATCH", ONE_CHANNEL, channels.edit),
    ("DELETE", ONE_CHANNEL, channels.delete),
    ("POST", ONE_CHANNEL + "/typing", channels.typing),
    ("POST", ONE_CHANNEL + "/threads", channels.thread_without_message),
    ("GET", ONE_CHANNEL + "/threads/archived/public", channels.list_archived_threads),
    ("GET", ONE_CHANNEL + "/threads/archived/private", channels.list_archived_threads),
    ("GET", ONE_CHANNEL + "/thread-members", channels.thread_members),
    ("PUT", ONE_CHANNEL + "/thread-members/@me", channels.add_thread_member),
    ("DELETE", ONE_CHANNEL + "/thread-members/@me", channels.remove_thread_member),
    ("GET", ONE_CHANNEL + "/thread-members/{user}", channels.thread_member),
    ("PUT", ONE_CHANNEL + "/thread-members/{user}", channels.add_thread_member),
    ("DELETE", ONE_CHANNEL + "/thread-members/{user}", channels.remove_thread_member),
    ("GET", ONE_CHANNEL + "/webhooks", people.channel_webhooks),
    ("GET", ONE_CHANNEL + "/pins", pins.old_listing),
    ("PUT", ONE_CHANNEL + "/pins/{message}", pins.pin),
    ("DELETE", ONE_CHANNEL + "/pins/{message}", pins.unpin),
    ("GET", ONE_CHANNEL + "/messages", messages.page),
    ("POST", ONE_CHANNEL + "/messages", messages.create),
    ("POST", ONE_CHANNEL + "/messages/bulk-delete", messages.bulk_delete),
    ("GET", ONE_CHANNEL + "/messages/pins", pins.listing),
    ("PUT", ONE_CHANNEL + "/messages/pins/{message}", pins.pin),
    ("DELETE", ONE_CHANNEL + "/messages/pins/{message}", pins.unpin),
    ("GET", ONE_MESSAGE, messages.get),
    ("PATCH", ONE_MESSAGE, messages.edit),
    ("DELETE", ONE_MESSAGE, messages.delete),
    ("POST", ONE_MESSAGE + "/threads", channels.thread_on_message),
    ("PUT", ONE_MESSAGE + "/reactions/{emoji}/@me", people.add_reaction),
    ("DELETE", ONE_MESSAGE + "/reactions/{emoji}/@me", people.remove_reaction),
]
for place in (APP + "/commands", APP + "/guilds/{guild}/commands"):
    ROUTES += [
        ("GET", place, commands.listing),
        ("PUT", place, commands.overwrite),
        ("POST", place, commands.create),
        ("GET", place + "/{command}", commands.get),
        ("PATCH", place + "/{command}", commands.edit),
        ("DELETE", place + "/{command}", commands.delete),
    ]

PUBLIC_ROUTES: list[tuple[str, str, Handler]] = [
    ("GET", "/gateway", people.gateway),
    ("POST", "/interactions/{interaction}/{token}/callback", interactions.callback),
    ("POST", HOOK, interactions.follow_up),
    ("GET", HOOK + "/messages/{message}", interactions.get),
    ("PATCH", HOOK + "/messages/{message}", interactions.edit),
    ("DELETE", HOOK + "/messages/{message}", interactions.delete),
]


def add_routes(app: web.Application) -> None:
    """Add all routes of the table to an aiohttp application."""
    for resource in _resources():
        app.router.register_resource(resource)


@cache
def _resources() -> tuple[web.AbstractResource, ...]:
    """Return the routes by path; they don't depend on an application, so all playgrounds share them."""
    router = web.UrlDispatcher()
    for table, public in ((ROUTES, False), (PUBLIC_ROUTES, True)):
        for method, path, handler in table:
            router.add_route(method, API + path, endpoint(handler, public))
    return tuple(router.resources())
