"""The alert rules under promtool: each one is silent first, then fires with its labels and texts."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.kit.deployment import ALERTS
from tests.paths import ROOT

RULES = ROOT / "deploy" / "alerts.yaml"
TAPS = 'slowplay_interactions_total{kind="button", outcome="%s"}'
ANSWERS = 'slowplay_interaction_seconds_bucket{kind="button", le="%s"}'
LAG = 'slowplay_event_loop_lag_seconds_bucket{instance="a", le="%s"}'
THOUGHT = 'slowplay_ai_seconds_bucket{le="%s"}'
REQUESTS = 'slowplay_requests_total{family="messages", status="%s"}'
CONNECTED = {
    'slowplay_shards_connected{instance="a"}': "2x100",
    'slowplay_shards{instance="a"}': "2x100",
}


class Case(NamedTuple):
    """Series with one value per minute, when an alert has to be silent, and when it has to fire."""

    alert: str
    series: Mapping[str, str]
    silent: int
    fires: int | None
    labels: Mapping[str, str] = {}


def slow(series: str, quick: str, late: str) -> dict[str, str]:
    """Return series of a histogram in which everything is quick for 20 minutes, then slow."""
    return {series % quick: "0+10x20 200x60", series % late: "0+10x80", series % "+Inf": "0+10x80"}


OF_A = {"instance": "a"}
CASES = [
    Case(
        "SlowplayDown", {'up{job="slowplay", instance="a"}': "1x10 0x20"}, 12, 13, OF_A | {"job": "slowplay"}
    ),
    Case("SlowplayDown", {"up": "1x20"}, 1, 2, {"job": "slowplay"}),
    Case(
        "SlowplayNotReady",
        CONNECTED | {'slowplay_shards_connected{instance="a"}': "2x10 1x60"},
        20,
        21,
        OF_A,
    ),
    Case("SlowplayNotReady", CONNECTED, 99, None),
    Case(
        "SlowplayDatabaseStuck",
        CONNECTED | {'slowplay_database_written_seconds{instance="a"}': "0+60x60"},
        7,
        8,
        OF_A,
    ),
    Case(
        "SlowplayDatabaseStuck",
        CONNECTED
        | {
            'slowplay_database_written_seconds{instance="a"}': "0+60x60",
            'slowplay_shards_connected{instance="a"}': "1x60",
        },
        60,
        None,
    ),
    Case("SlowplayOutboxOld", {"slowplay_outbox_oldest_seconds": "0+60x60"}, 15, 16),
    Case("SlowplayJobsLate", {"slowplay_jobs_late": "0x5 3x60"}, 15, 16),
    Case("SlowplayJobsLate", {"slowplay_jobs_late": "0x5 3x5 0x60"}, 40, None),
    Case("SlowplayAnswersSlow", slow(ANSWERS, "1.5", "2.0"), 29, 32),
    Case("SlowplayTapsLost", {TAPS % "late": "0x5 10x60"}, 5, 6),
    Case("SlowplayTapsLost", {TAPS % "unanswered": "0x5 10x60"}, 5, 6),
    Case("SlowplayTapsLost", {TAPS % "late": "0x5 4x60", TAPS % "answered": "0+10x60"}, 60, None),
    Case("SlowplayLoopBlocked", slow(LAG, "0.25", "0.5"), 29, 32, OF_A),
    Case(
        "SlowplayRefused",
        {'slowplay_refusals{instance="a"}': "0+50x60", 'slowplay_refusals_limit{instance="a"}': "10000x60"},
        10,
        11,
        OF_A,
    ),
    Case("SlowplayRateLimited", {REQUESTS % "200": "0+100x80", REQUESTS % "429": "0x20 0+10x60"}, 36, 40),
    Case("SlowplayRateLimited", {REQUESTS % "200": "0+100x80", REQUESTS % "429": "0+1x80"}, 80, None),
    Case("SlowplayManyNewDMs", {"slowplay_dm_channels_opened_total": "0x60 0+20x60"}, 80, 90),
    Case("SlowplayAIBusy", slow(THOUGHT, "10.0", "30.0"), 34, 40),
    Case("SlowplayBackupOld", {"slowplay_backup_age_seconds": "129000+60x100"}, 70, 72),
    Case("SlowplayBackupOld", {"slowplay_backup_age_seconds": " ".join(["Inf"] * 80)}, 59, 60),
    Case(
        "SlowplayMemory",
        {'process_resident_memory_bytes{job="slowplay", instance="a"}': "250000000x20 800000000x60"},
        50,
        51,
        OF_A | {"job": "slowplay"},
    ),
]


def rule_test(case: Case) -> dict[str, Any]:
    """Return a case in promtool's format."""
    [rule] = [alert for alert in ALERTS if alert["alert"] == case.alert]
    fired = {"exp_labels": rule["labels"] | case.labels, "exp_annotations": rule["annotations"]}
    moments: list[tuple[int, list[Any]]] = [(case.silent, [])]
    if case.fires is not None:
        moments.append((case.fires, [fired]))
    return {
        "name": case.alert,
        "interval": "1m",
        "input_series": [{"series": name, "values": values} for name, values in case.series.items()],
        "alert_rule_test": [
            {"eval_time": f"{minute}m", "alertname": case.alert, "exp_alerts": expected}
            for minute, expected in moments
        ],
    }


def test_every_alert_has_a_case_in_which_it_fires() -> None:
    assert {case.alert for case in CASES if case.fires is not None} == {alert["alert"] for alert in ALERTS}


def promtool(*words: str | Path) -> None:
    """Run promtool, and fail the test if it finds a fault."""
    if shutil.which("promtool") is None:
        pytest.skip("there's no promtool here")
    done = subprocess.run(["promtool", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_prometheus_reads_the_rules() -> None:
    promtool("check", "rules", RULES)


@pytest.mark.slow
def test_each_alert_fires_when_it_should_and_not_before(tmp_path: Path) -> None:
    tests = [rule_test(case) for case in CASES]
    file = tmp_path / "test.json"
    file.write_text(json.dumps({"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": tests}))
    promtool("test", "rules", file)
