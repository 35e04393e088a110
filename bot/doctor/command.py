"""`slowplay doctor`: find what keeps the bot from working, or compare Discord with the playground."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import traceback
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from bot.app import make_bot, set_endpoints
from bot.core.clock import Clock
from bot.core.randomness import SystemRandomness
from bot.discord_kit.interactions.commands import all_commands
from bot.doctor import report
from bot.doctor.machine import CLOCK, SETTINGS, look_at_database, settings_fault, settings_warning
from bot.doctor.report import NOT_ALL_CHECKED, Finding
from bot.doctor.ui.asking import check_discord, not_asked
from bot.doctor.ui.line import Line, Unreached
from bot.doctor.ui.probing import CantProbe, probe
from bot.play.ai.ai_pool import AiPool
from bot.runtime.settings import Settings, SettingsError, check_token, read_all_but_token, read_settings
from bot.runtime.system_clock import SystemClock
from slowplay.terminal import Table, add_json, show
from storage.engine.database import Database
from storage.engine.errors import StorageError
from storage.rows import OpenPlace

_TOLD = "Find out what keeps the bot from working, and what to do. The bot may run meanwhile."
_CHANNEL = "test there how Discord behaves, with messages that disappear again; stop the bot first"


async def examine(settings: Settings | None = None, clock: Clock | None = None) -> list[Finding]:
    """Return all findings, with the process's settings and the machine's clock unless others are given."""
    return [finding async for finding in _find_all(settings, clock or SystemClock())]


async def _find_all(given: Settings | None, clock: Clock) -> AsyncIterator[Finding]:
    try:
        settings = given or read_all_but_token()
    except SettingsError as error:
        yield settings_fault(str(error))
        yield report.unknown(SETTINGS, "Nothing else was checked.", "Try again once they're fixed.")
        return
    of_data, places = await look_at_database(settings.slowplay_database)
    fault = _fault_of_token(settings)
    for finding in (fault or report.ok(SETTINGS, "The settings can be read."), *of_data):
        yield finding
    for sentence in settings.warnings():
        yield settings_warning(sentence)
    if fault is not None:
        yield not_asked()
        return
    async for finding in _of_discord(settings, clock, places):
        yield finding


def _fault_of_token(settings: Settings) -> Finding | None:
    try:
        check_token(settings)
    except SettingsError as error:
        return settings_fault(str(error))
    return None


async def _of_discord(
    settings: Settings, clock: Clock, places: Sequence[OpenPlace] | None
) -> AsyncIterator[Finding]:
    commands = commands_sent(settings, clock)
    async with Line(clock.now) as line:
        token, over_http = settings.discord_token, bool(settings.slowplay_interactions)
        async for finding in check_discord(line, token, commands, places, over_http):
            # The playground may move its clock, and the bot follows it, so a difference is no fault there.
            if finding.about != CLOCK or not settings.playground_clock:
                yield finding


def commands_sent(settings: Settings, clock: Clock) -> list[dict[str, Any]]:
    """Return the commands that this version sends to Discord; also set discord.py's endpoints."""
    # The commands are only described, never run, so the bot needs no database.
    bot = make_bot(settings, cast(Database, None), clock, SystemRandomness(), AiPool())
    return [command.to_dict(bot.tree) for command in all_commands(bot.features, bot.ctx)]


def as_text(found: Sequence[Finding]) -> str:
    """Format findings for a person: a line each, what to do below it, and a count of each kind."""
    indent = " " * 11
    lines = [
        f"{finding.level + ':':<11}{finding.told}" + (f"\n{indent}{finding.to_do}" if finding.to_do else "")
        for finding in found
    ]
    return "\n".join([*lines, "", report.count_findings(found)])


def main(arguments: Sequence[str]) -> int:
    """Run with the command line's choice; return the exit status."""
    parsed = _parser().parse_args(arguments)
    # The findings say in sentences what discord.py would log.
    logging.disable(logging.CRITICAL)
    try:
        if parsed.channel is not None:
            return _probe(parsed.channel, parsed.person, parsed.report)
        return _examine(as_json=parsed.json)
    except (SettingsError, StorageError, CantProbe) as error:
        return _fail(str(error))
    except Unreached as error:
        return _fail(f"Discord can't be reached, or is in trouble ({error}). Try again in a while.")
    except BrokenPipeError:
        raise
    except Exception as error:
        return _fail(without_secrets(error))
    finally:
        logging.disable(logging.NOTSET)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="slowplay doctor", description=_TOLD)
    parser.add_argument("--channel", metavar="ID", type=_id, help=_CHANNEL)
    parser.add_argument("--person", metavar="ID", type=_id, help="who taps in that test (default: the owner)")
    parser.add_argument(
        "--report", metavar="FILE", type=Path, help="where its report goes (default: the screen)"
    )
    add_json(parser)
    return parser


def _id(text: str) -> str:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} isn't an ID: copy it with Discord's developer mode")
    return text


def _probe(channel: str, person: str | None, file: Path | None) -> int:
    settings = read_settings()
    set_endpoints(settings)
    found = asyncio.run(probe(settings, channel, person, _say))
    try:
        if file is not None:
            file.write_text(found.page, encoding="utf-8")
            _say(f"{found.summary} The report is in {file}; it has no names, texts, or token.")
            return found.status
    except OSError as error:
        print(f"{file} can't be written ({error.strerror}), so here's the report.", file=sys.stderr)
    _say(found.page)
    return found.status


def _say(sentence: str) -> None:
    print(sentence, flush=True)


def _examine(*, as_json: bool) -> int:
    found = asyncio.run(examine())
    if as_json:
        show([Table("findings", "", [asdict(finding) for finding in found])], as_json=True)
    else:
        print(as_text(found))
    return report.exit_status(found)


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return NOT_ALL_CHECKED


def without_secrets(error: Exception) -> str:
    """Describe a failure of the doctor itself by its place and type, without values, which may be secret."""
    frames = "".join(traceback.format_list(traceback.extract_tb(error.__traceback__)))
    return f"The doctor itself failed; please report this.\n{frames}{type(error).__name__}"
