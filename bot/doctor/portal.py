"""Checks of the application's settings in Discord's developer portal, and of its commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from bot.doctor.permissions import missing
from bot.doctor.report import Finding, format_count, join_names, ok, problem, warning

PORTAL = "portal"
KINDS: Mapping[str, str] = {"0": "Guild Install", "1": "User Install"}
SCOPES: Mapping[str, frozenset[str]] = {
    "0": frozenset({"bot", "applications.commands"}),
    "1": frozenset({"applications.commands"}),
}
"""The scopes that each kind of installation must ask for."""
_INTENTS: Mapping[str, int] = {
    "Presence Intent": 1 << 12 | 1 << 13,
    "Server Members Intent": 1 << 14 | 1 << 15,
    "Message Content Intent": 1 << 18 | 1 << 19,
}
"""Flags of an application that has an intent, as granted for many servers or for few."""
_INSTALLATION = "On your application's Installation page"


def check_portal(application: Mapping[str, Any], *, over_http: bool = False) -> list[Finding]:
    """Return findings on an application; `over_http` says whether the bot takes interactions over HTTP."""
    found = [
        *_of_kinds(application),
        *_of_links(application),
        *_of_intents(application),
        *_of_endpoint(application.get("interactions_endpoint_url"), over_http),
        *_of_switches(application),
    ]
    return found or [
        ok(PORTAL, "The application has both kinds of installation, and no intents it doesn't need.")
    ]


def _kinds(application: Mapping[str, Any]) -> Mapping[str, Any]:
    kinds: Mapping[str, Any] = application.get("integration_types_config") or {}
    return kinds


def _of_kinds(application: Mapping[str, Any]) -> Iterator[Finding]:
    off = [name for kind, name in KINDS.items() if kind not in _kinds(application)]
    if off:
        are = "is" if len(off) == 1 else "are"
        taken = "none of the bot's commands" if len(off) == len(KINDS) else "the bot's commands only in part"
        told = f"{join_names(off)} {are} off, so Discord takes {taken}."
        yield problem(PORTAL, told, f"{_INSTALLATION}, turn on both Guild Install and User Install.")


def _of_links(application: Mapping[str, Any]) -> Iterator[Finding]:
    if application.get("custom_install_url"):
        return
    for kind, settings in _kinds(application).items():
        link = (settings or {}).get("oauth2_install_params") or (
            application.get("install_params") if kind == "0" else {}
        )
        if kind in KINDS:
            yield from _of_link(kind, link or {})


def _of_link(kind: str, link: Mapping[str, Any]) -> Iterator[Finding]:
    lacks = sorted(SCOPES[kind] - set(link.get("scopes", ())))
    if lacks:
        yield warning(
            PORTAL,
            f"The install link for {KINDS[kind]} doesn't ask for "
            f"{join_names(f'`{scope}`' for scope in lacks)}.",
            f"{_INSTALLATION}, add that to the scopes of {KINDS[kind]}.",
        )
    elif kind == "0" and (rights := missing(int(link.get("permissions") or 0))):
        yield warning(
            PORTAL,
            f"The install link for Guild Install doesn't ask for {join_names(rights)}.",
            f"{_INSTALLATION}, add these permissions to the default settings of Guild Install.",
        )


def _of_intents(application: Mapping[str, Any]) -> Iterator[Finding]:
    flags = int(application.get("flags") or 0)
    on = [name for name, bits in _INTENTS.items() if flags & bits]
    if on:
        yield warning(
            PORTAL,
            f"The bot doesn't need the {join_names(on)}, and {'it is' if len(on) == 1 else 'they are'} on.",
            "Turn it off on your application's Bot page: it makes Discord's review harder and people uneasy.",
        )


def _of_endpoint(url: str | None, over_http: bool) -> Iterator[Finding]:
    if url and not over_http:
        yield problem(
            PORTAL,
            "An Interactions Endpoint URL is set, so Discord sends commands and taps there, not to the bot.",
            "Empty that field on your application's General Information page, or set SLOWPLAY_INTERACTIONS.",
        )
    if over_http and not url:
        yield warning(
            PORTAL,
            "SLOWPLAY_INTERACTIONS is set, but Discord sends commands and taps over the gateway.",
            "Put the bot's public URL into Interactions Endpoint URL on your application's General "
            "Information page, or remove the setting.",
        )


def _of_switches(application: Mapping[str, Any]) -> Iterator[Finding]:
    if application.get("bot_require_code_grant"):
        yield problem(
            PORTAL,
            "Requires OAuth2 Code Grant is on, so no one can add the bot by a link.",
            "Turn it off on your application's Bot page.",
        )
    if not application.get("bot_public", True):
        yield warning(
            PORTAL,
            "Public Bot is off, so only you can add the bot.",
            "Turn it on on your application's Bot page if others should be able to add it, too.",
        )


COMMANDS = "commands"
_DISCORDS_OWN = frozenset({"id", "application_id", "guild_id", "version", "dm_permission"})
_UNORDERED = frozenset({"contexts", "integration_types"})
_SLASH = 1
_START = "Start the bot, or restart it if it's running: it sends its commands then."


def check_commands(
    sent: Iterable[Mapping[str, Any]], there: Iterable[Mapping[str, Any]], kinds: Collection[str]
) -> list[Finding]:
    """Compare the commands to send with Discord's; `kinds` of installation that are on, “0” and “1”."""
    ours, theirs = _by_name(_with_kinds(sent, set(map(int, kinds)))), _by_name(there)
    if not ours:
        return []
    if not theirs:
        return [warning(COMMANDS, "Discord doesn't have any commands of the bot yet.", _START)]
    found = [
        f"{what} {join_names(names)}"
        for what, names in (
            ("doesn't have", sorted(ours.keys() - theirs.keys())),
            ("still has", sorted(theirs.keys() - ours.keys())),
            (
                "has another form of",
                sorted(name for name in ours.keys() & theirs if ours[name] != theirs[name]),
            ),
        )
        if names
    ]
    if not found:
        return [
            ok(
                COMMANDS,
                f"Discord has {format_count(len(ours), 'command', 'commands')}, as this version sends them.",
            )
        ]
    return [problem(COMMANDS, f"The commands are out of date: Discord {join_names(found)}.", _START)]


def _with_kinds(commands: Iterable[Mapping[str, Any]], kinds: set[int]) -> list[Mapping[str, Any]]:
    found = [
        {**command, "integration_types": sorted(kinds & set(command.get("integration_types", kinds)))}
        for command in commands
    ]
    return [command for command in found if command["integration_types"]]


def _by_name(commands: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {f"/{command['name']}": plain({"type": _SLASH, **command}) for command in commands}


def plain(value: Any) -> Any:
    """Return a command without fields that Discord adds, and without fields whose value means the default."""
    if isinstance(value, Mapping):
        kept = {name: _field(name, field) for name, field in value.items() if name not in _DISCORDS_OWN}
        return {name: field for name, field in kept.items() if field not in (None, False, "", [], {})}
    return [plain(entry) for entry in value] if isinstance(value, list) else value


def _field(name: str, value: Any) -> Any:
    if name in _UNORDERED and value is not None:
        return sorted(value)
    # The bot sends a number, and Discord returns a text.
    return str(value) if name == "default_member_permissions" and value is not None else plain(value)
