"""Checks of Discord's limits, with Discord's own messages and error format.

Sources: Discord's documentation of messages, components, modals and commands, and its OpenAPI
description. Every check raises `DiscordError`; none changes what it checks.
"""

from playground.limits.commands import (
    check_choices,
    check_command,
    check_commands,
    check_count,
    check_creates,
    check_installs,
)
from playground.limits.kinds import check_kinds
from playground.limits.messages import check_files, check_message, check_uploads
from playground.limits.modals import check_modal

__all__ = [
    "check_choices",
    "check_command",
    "check_commands",
    "check_count",
    "check_creates",
    "check_files",
    "check_installs",
    "check_kinds",
    "check_message",
    "check_modal",
    "check_uploads",
]
