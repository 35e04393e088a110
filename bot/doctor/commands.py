"""Whether Discord has the commands that this version of the bot would send."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from bot.doctor.findings import Finding, counted, listed, ok, problem, warning

COMMANDS = "commands"
_DISCORDS_OWN = frozenset({"id", "application_id", "guild_id", "version", "dm_permission"})
_UNORDERED = frozenset({"contexts", "integration_types"})
_SLASH = 1
_START = "Start the bot, or restart it if it's running: it sends its commands then."


def told_of_commands(
    sent: Iterable[Mapping[str, Any]], there: Iterable[Mapping[str, Any]], kinds: Collection[str]
) -> list[Finding]:
    """Compare what would be sent with what's there. kinds: those of installation that are on in the portal,
    as "0" and "1"; the bot does without the others."""
    ours, theirs = _by_name(_with_kinds(sent, set(map(int, kinds)))), _by_name(there)
    if not ours:
        return []
    if not theirs:
        return [warning(COMMANDS, "Discord doesn't have any commands of the bot yet.", _START)]
    found = [
        f"{what} {listed(names)}"
        for what, names in (
            ("doesn't have", sorted(ours.keys() - theirs.keys())),
            ("still has", sorted(theirs.keys() - ours.keys())),
            ("has another form of", sorted(one for one in ours.keys() & theirs if ours[one] != theirs[one])),
        )
        if names
    ]
    if not found:
        return [
            ok(
                COMMANDS,
                f"Discord has {counted(len(ours), 'command', 'commands')}, as this version sends them.",
            )
        ]
    return [problem(COMMANDS, f"The commands are out of date: Discord {listed(found)}.", _START)]


def _with_kinds(commands: Iterable[Mapping[str, Any]], kinds: set[int]) -> list[Mapping[str, Any]]:
    found = [
        {**one, "integration_types": sorted(kinds & set(one.get("integration_types", kinds)))}
        for one in commands
    ]
    return [one for one in found if one["integration_types"]]


def _by_name(commands: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {f"/{one['name']}": plain({"type": _SLASH, **one}) for one in commands}


def plain(value: Any) -> Any:
    """A command without what Discord adds, and without what says no more than its absence."""
    if isinstance(value, Mapping):
        kept = {name: _field(name, one) for name, one in value.items() if name not in _DISCORDS_OWN}
        return {name: one for name, one in kept.items() if one not in (None, False, "", [], {})}
    return [plain(one) for one in value] if isinstance(value, list) else value


def _field(name: str, value: Any) -> Any:
    if name in _UNORDERED and value is not None:
        return sorted(value)
    # Sent as a number, told as a text.
    return str(value) if name == "default_member_permissions" and value is not None else plain(value)
