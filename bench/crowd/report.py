"""The report at the end of a run, and whether the run was good. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.crowd.host import Host
from bench.crowd.processes import Usage
from bench.crowd.statistics import Gap, Tally, Trouble, is_within, latency_row, percentile
from bench.figures import Goal, build_row
from playground.model.payload import Json
from slowplay.terminal import Row, Table

_LINES_SHOWN = 20
_TRACE = "Traceback (most recent call last)"
_ERROR = re.compile(r" (ERROR|CRITICAL) ")


@dataclass(frozen=True)
class Result:
    """Everything that a run has found.

    Attributes:
        lost: A line for each match that lacks a move; None if there was no record to look into.
        log: What playground and bot have written.
        faults: Errors of the simulated people themselves.
        hosts: The processes of the bot, if there were several.
        gaps: When a process had been killed, by the clock of the tally.
    """

    people: int
    matches: int
    to_the_end: bool
    seconds: float
    begun: int
    finished: int
    moves: int
    lost: Sequence[str] | None
    tally: Tally
    traffic: Json
    faults: Sequence[str] = ()
    log: str = ""
    usage: dict[str, Usage] = field(default_factory=dict)
    hosts: Sequence[Host] = ()
    gaps: Sequence[Gap] = ()

    def list_excused(self) -> list[Trouble]:
        """Return the acts that failed or missed the limit because a process was killed."""
        return [trouble for trouble in self.tally.troubles if is_within(trouble, self.gaps)]

    def count_missed(self) -> int:
        """Return how many acts missed the limit without that excuse."""
        return sum(self.tally.missed.values()) - sum(trouble.missed for trouble in self.list_excused())

    def errors(self) -> list[str]:
        """Return a line for each kind of error."""
        excused = Counter(trouble.kind for trouble in self.list_excused() if trouble.failed)
        failures = _positive(self.tally.failed - excused)
        failed = [f"{count} × {kind}: the interaction failed" for kind, count in failures]
        refusals = [f"{count} × {what}" for what, count in self.traffic["refusals"].items()]
        return [*failed, *refusals, *find_errors(self.log), *self.faults]

    def is_good(self) -> bool:
        """Return whether all limits were met, nothing was lost or failed, and all matches began or ended."""
        unknown = self.traffic["unknown_routes"]
        reached = self.finished if self.to_the_end else self.begun
        return not (self.count_missed() or self.lost or self.errors() or unknown) and reached >= self.matches


def since(before: Json, after: Json) -> Json:
    """Return the difference between two answers of GET /control/traffic."""
    counts: Json = {
        name: dict(Counter(after[name]) - Counter(before[name])) for name in ("routes", "refusals", "events")
    }
    counts["events"] = dict.fromkeys(after["events"], 0) | counts["events"]
    return {
        "requests": after["requests"] - before["requests"],
        "unknown_routes": after["unknown_routes"][len(before["unknown_routes"]) :],
        **counts,
    }


def find_errors(log: str) -> list[str]:
    """Return a line for the stack traces in a log, and each line of it that reports an error."""
    traces = log.count(_TRACE)
    traced = [f"{traces} × a stack trace in the log"] if traces else []
    return [*traced, *(line for line in log.splitlines() if _ERROR.search(line))]


def _positive(counter: Counter[str]) -> list[tuple[str, int]]:
    return [(name, count) for name, count in sorted(counter.items()) if count]


def tables(result: Result) -> list[Table]:
    """Return the tables of the report."""
    return [
        Table("run", f"{result.people} people, {result.seconds:.0f} s", [_matches(result)]),
        Table("figures", "What it costs", _figures(result)),
        Table("rates", "What happened", _rates(result)),
        Table("requests", "Requests of the bot by route", _requests(result)),
        Table(
            "answers",
            "From the moment an act was due to its first answer",
            [
                *(latency_row(kind, took) for kind, took in sorted(result.tally.took.items())),
                latency_row("all", result.tally.all()),
            ],
        ),
        *([Table("processes", "What it took", _usage(result))] if result.usage else []),
        *([Table("hosts", "The bot's processes", _hosts(result))] if result.hosts else []),
        *([Table("kills", "Killed processes", _kills(result))] if result.gaps else []),
        Table("faults", "What went wrong", _faults(result)),
        *([Table("details", "In detail", details)] if (details := _details(result)) else []),
    ]


def _matches(result: Result) -> Row:
    return {
        "matches": result.matches,
        "begun": result.begun,
        "finished": result.finished,
        "running_at_the_end": result.begun - result.finished,
        "good": result.is_good(),
    }


def _figures(result: Result) -> list[Row]:
    """Return what a page of measurements states; the bot's memory only if one process was watched."""
    of, slowest = f"{result.people:,} people", percentile(result.tally.all(), 99)
    rows = [
        build_row(of, "first answers that missed 3 s", result.count_missed(), Goal("at most", 0)),
        build_row(of, "slowest hundredth of first answers (s)", slowest, Goal("below", 3)),
    ]
    if result.lost is not None:
        rows.append(build_row(of, "moves lost", len(result.lost), Goal("at most", 0)))
    if result.moves:
        asked = result.traffic["requests"] / result.moves
        rows.append(build_row(of, "requests for each acknowledged move", asked))
    if "bot" in result.usage:
        memory = result.usage["bot"].peak
        rows.append(build_row(of, "most memory of the bot (MB)", memory, Goal("at most", 160)))
    return rows


def _rates(result: Result) -> list[Row]:
    events, seconds = result.traffic["events"], result.seconds
    counts: Json = {
        "moves acknowledged": result.moves,
        "acts": len(result.tally.all()),
        "interactions": events["INTERACTION_CREATE"],
        "messages": events["MESSAGE_CREATE"],
        "edits": events["MESSAGE_UPDATE"],
        "requests of the bot": result.traffic["requests"],
    }
    return [{"what": name, "count": count, "a_second": count / seconds} for name, count in counts.items()]


def _requests(result: Result) -> list[Row]:
    """Return how often each route was requested, in total and per acknowledged move, most frequent first."""
    routes = Counter[str](result.traffic["routes"])
    found = [*routes.most_common(), ("all", routes.total())]
    return [{"request": route, "count": count, "a_move": _a_move(result, count)} for route, count in found]


def _a_move(result: Result, count: int) -> float | None:
    """Return the count per acknowledged move, or None if there was no move."""
    return count / result.moves if result.moves else None


def _usage(result: Result) -> list[Row]:
    return [
        {
            "process": name,
            "most_MB": usage.peak,
            "processor_s": usage.processor,
            "%_of_one": 100 * usage.processor / result.seconds,
        }
        for name, usage in result.usage.items()
    ]


def _hosts(result: Result) -> list[Row]:
    """Return a row for each process of the bot; joined and left are seconds since the beginning."""
    return [
        {
            "process": host.number,
            "joined_s": host.joined,
            "left_s": host.left,
            "end": host.end,
            "most_MB": host.usage.peak,
            "processor_s": host.usage.processor,
            "taps_answered": host.work.answered,
            "too_late": host.work.late,
            "unanswered": host.work.unanswered,
        }
        for host in result.hosts
    ]


def _kills(result: Result) -> list[Row]:
    """Return a row per kill: the acts that failed or were late until the other processes had taken over."""
    return [
        {
            "taken_over_after_s": gap.ended - gap.began,
            "failed": sum(trouble.failed for trouble in met),
            "missed": sum(trouble.missed for trouble in met),
        }
        for gap in result.gaps
        for met in [[trouble for trouble in result.tally.troubles if is_within(trouble, [gap])]]
    ]


def _faults(result: Result) -> list[Row]:
    """Return the count of each kind of fault; None for kinds that couldn't be checked."""
    counts = {
        "not sent, because what was to be tapped had changed": sum(result.tally.refused.values()),
        "missed limits of 3 s": result.count_missed(),
        **{kind: None if found is None else len(found) for kind, found in _list_faults(result).items()},
    }
    return [{"what": kind, "count": count} for kind, count in counts.items()]


def _details(result: Result) -> list[Row]:
    """Return the first lines of each kind of fault."""
    return [
        {"what": kind, "line": line}
        for kind, found in _list_faults(result).items()
        for line in (found or ())[:_LINES_SHOWN]
    ]


def _list_faults(result: Result) -> dict[str, Sequence[str] | None]:
    return {
        "moves lost": result.lost,
        "errors": result.errors(),
        "unknown routes": result.traffic["unknown_routes"],
    }
