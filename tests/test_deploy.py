"""The bot's deployment files: container, compose file, systemd unit, dashboard, alerts.

There's no Docker where the tests run, so these tests check what's possible without it; tests/test_deployed.py
starts by hand what compose would start.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from bot import app
from bot.app import make_bot
from bot.core.metrics import OUTCOMES
from bot.core.randomness import SystemRandomness
from bot.operations.health.checks import Figures
from bot.operations.health.ui.client import register
from bot.play.ai.ai_pool import AiPool
from bot.runtime.settings import NAMES, Settings
from storage.engine.database import Database
from tests.kit.deployment import ALERTS, COMPOSE, DOCKERFILE, instructions, last_stage
from tests.kit.inputs import StillClock
from tests.paths import ROOT

UNIT = ROOT / "deploy" / "slowplay.service"
BACKUP = ROOT / "deploy" / "slowplay-backup.service"
DASHBOARD = json.loads((ROOT / "deploy" / "dashboard.json").read_text(encoding="utf-8"))
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
NOT_OURS = {"PGPASSFILE", "PYTHONDONTWRITEBYTECODE", "PYTHONSAFEPATH", "PYTHONUNBUFFERED", "PATH"}
MOST_EXPOSED = 2.0
"""Maximum exposure by systemd-analyze, where 10 means no protection at all."""


def settings_exist(names: set[str]) -> bool:
    return {name for name in names - NOT_OURS if name.lower() not in NAMES} == set()


def test_the_image_has_a_pinned_base_and_wheels_with_hashes_alone() -> None:
    found = list(instructions())
    base = dict(found)["ARG"]
    assert re.fullmatch(r"PYTHON=3\.\d+\.\d+-slim-\w+", base)
    assert [rest.split(" AS ")[0] for name, rest in found if name == "FROM"] == ["python:${PYTHON}"] * 2
    installs = [rest for name, rest in found if name == "RUN" and "requirements.lock" in rest]
    assert len(installs) == 1
    assert "--require-hashes --only-binary :all: -r requirements.lock" in installs[0]
    assert not re.search(r"apt|gcc|build-essential|curl", " ".join(rest for _, rest in found))


def test_what_runs_in_the_image_is_not_root_and_says_whether_it_lives() -> None:
    stage = last_stage()
    given = dict(stage)
    assert given["USER"] == "slowplay"
    assert [name for name, _ in stage].index("USER") < [name for name, _ in stage].index("CMD")
    assert json.loads(given["CMD"]) == ["slowplay", "serve"]
    assert given["HEALTHCHECK"].endswith('CMD ["slowplay", "health", "live"]')
    assert settings_exist(set(re.findall(r"(\w+)=", given["ENV"])))
    assert given["VOLUME"] == given["WORKDIR"] == "/data"


def test_the_image_gets_every_package_and_nothing_else() -> None:
    copied = [rest.split()[:-1] for name, rest in instructions() if name == "COPY" and "--from" not in rest]
    sources = {source for sources in copied for source in sources}
    assert [source for source in sources if not (ROOT / source).exists()] == []
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in ignored
    assert {line[1:] for line in ignored if line.startswith("!")} == sources
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"][
        "packages"
    ]
    packages = {name.replace(".", "/").removesuffix("/*") for name in project["find"]["include"]}
    assert packages <= sources


@pytest.mark.parametrize("name", COMPOSE["services"])
def test_each_service_gives_up_what_it_does_not_need(name: str) -> None:
    service = COMPOSE["services"][name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert service["healthcheck"]["test"][0] == "CMD"
    assert set(service["secrets"]) <= set(COMPOSE["secrets"])
    assert {volume.partition(":")[0] for volume in service["volumes"]} <= set(COMPOSE["volumes"])
    assert re.search(r":\d", service["image"]) or "build" in service


def test_the_bot_of_compose_is_not_root_is_reached_from_this_machine_alone_and_knows_its_settings() -> None:
    bot = COMPOSE["services"]["bot"]
    assert bot["user"] == "10001:10001"
    assert "--uid 10001" in DOCKERFILE
    assert [port.startswith("127.0.0.1:") for port in bot["ports"]] == [True]
    assert settings_exist(set(bot["environment"]))
    assert "DISCORD_TOKEN" not in bot["environment"]
    health = json.loads(dict(last_stage())["HEALTHCHECK"].partition("CMD ")[2])
    assert bot["healthcheck"]["test"] == ["CMD", *health]


def test_postgresql_is_there_only_when_it_is_asked_for() -> None:
    assert COMPOSE["services"]["postgres"]["profiles"] == ["postgres"]
    assert COMPOSE["services"]["bot"]["depends_on"]["postgres"]["required"] is False
    assert "ports" not in COMPOSE["services"]["postgres"]


def test_the_page_makes_every_secret_a_file_that_its_reader_alone_can_read() -> None:
    modes = re.findall(r"^install -m (\d+) .*/dev/null ((?:secrets|/etc/slowplay)/\w+)$", PAGE, re.M)
    assert {file for _, file in modes} >= {f"secrets/{name}" for name in COMPOSE["secrets"]}
    assert {mode for mode, _ in modes} == {"600"}
    # PostgreSQL's container reads its own secrets before it gives up root.
    assert "DAC_OVERRIDE" in COMPOSE["services"]["postgres"]["cap_add"]


def test_the_page_names_the_compose_that_can_do_without_a_service() -> None:
    assert "required" in COMPOSE["services"]["bot"]["depends_on"]["postgres"]
    assert "Docker Compose 2.20.2 or newer" in PAGE


def test_the_page_gives_the_database_user_the_password_that_it_logs_in_with() -> None:
    [made] = re.findall(r"`createuser ([^`]*)`", PAGE)
    assert "--pwprompt" in made.split()


def test_docker_understands_the_compose_file(tmp_path: Path) -> None:
    checking = ["docker", "compose", "--file", str(ROOT / "compose.yaml"), "--profile", "postgres"]
    if (
        shutil.which("docker") is None
        or subprocess.run([*checking, "version"], capture_output=True).returncode
    ):
        pytest.skip("there's no docker compose here")
    done = subprocess.run([*checking, "config", "--quiet"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def unit(tmp_path: Path) -> Path:
    """Return the unit file with an existing program in it."""
    text = UNIT.read_text(encoding="utf-8")
    file = tmp_path / UNIT.name
    file.write_text(text.replace("/opt/slowplay/bin/slowplay", sys.executable))
    return file


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there's no systemd here")
def test_systemd_understands_the_unit_and_finds_it_hardly_exposed(unit: Path) -> None:
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True
    ).stdout
    exposed = re.search(r"Overall exposure level for \S+: ([\d.]+)", told)
    assert exposed is not None, told
    assert float(exposed[1]) <= MOST_EXPOSED


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there's no systemd here")
def test_systemd_understands_the_nightly_backup(tmp_path: Path) -> None:
    for file in (BACKUP, BACKUP.with_suffix(".timer")):
        text = file.read_text(encoding="utf-8").replace("/opt/slowplay/bin/slowplay", sys.executable)
        (tmp_path / file.name).write_text(text)
    checking = ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))]
    done = subprocess.run(checking, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_backup_is_of_the_bots_database_by_its_user_into_the_folder_whose_age_it_tells() -> None:
    both = [unit.read_text(encoding="utf-8") for unit in (UNIT, BACKUP)]
    for name in (
        *("Environment=SLOWPLAY_DATABASE", "Environment=SLOWPLAY_BACKUPS", "EnvironmentFile"),
        *("DynamicUser", "User", "StateDirectory", "WorkingDirectory"),
    ):
        of_bot, of_backup = (re.findall(rf"^{name}=(.*)$", text, re.M) for text in both)
        assert of_bot == of_backup, name
        assert len(of_bot) == 1, name
    assert COMPOSE["services"]["bot"]["environment"]["SLOWPLAY_BACKUPS"].startswith("/data/")


def test_the_unit_knows_the_settings_and_waits_to_be_told() -> None:
    text = UNIT.read_text(encoding="utf-8")
    assert settings_exist(set(re.findall(r"^Environment=(\w+)=", text, re.M)))
    assert re.search(r"^Type=notify$", text, re.M)
    assert re.search(r"^WatchdogSec=", text, re.M)
    assert re.search(r"^RestartPreventExitStatus=2$", text, re.M), "status 2 is for the operator"


def test_stopping_may_take_as_long_as_handing_over_does() -> None:
    needed = app._HANDOVER_SECONDS + 3 * app._DRAIN_SECONDS
    stop = re.search(r"^TimeoutStopSec=(\d+)min$", UNIT.read_text(encoding="utf-8"), re.M)
    assert stop is not None
    grace = COMPOSE["services"]["bot"]["stop_grace_period"].removesuffix("m")
    assert min(int(stop[1]), int(grace)) * 60 >= needed


@cache
def figures() -> dict[str, frozenset[str]]:
    """Return every figure that the bot exports, with its labels."""
    clock: Any = StillClock()
    bot = make_bot(Settings(), cast(Database, None), clock, SystemRandomness(), AiPool())
    Figures(bot.ctx.app, None)
    register(bot)
    endings = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}
    found = {}
    for metric in bot.ctx.app.metrics.registry.collect():
        known: Any = bot.ctx.app.metrics.registry._names_to_collectors.get(metric.name)
        labels = {label for sample in metric.samples for label in sample.labels}
        labels |= set(getattr(known, "_labelnames", ()))
        for ending in endings.get(metric.type, ("",)):
            found[metric.name + ending] = frozenset(labels | ({"le"} if ending == "_bucket" else set()))
    return found


def expressions() -> list[str]:
    shown = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    return [*shown, *(alert["expr"] for alert in ALERTS)]


def named(expression: str) -> set[str]:
    """Return the figures that an expression names."""
    return set(re.findall(r"\b(?:slowplay|process)_\w+", expression))


@pytest.mark.parametrize("expression", expressions())
def test_an_expression_names_figures_and_labels_that_there_are(expression: str) -> None:
    assert named(expression) <= set(figures())
    for name, given in re.findall(r"(\w+)\{([^}]*)\}", expression):
        labels = set(re.findall(r"(\w+)[=!]", given))
        assert labels <= {"job", *figures().get(name, ())}
        values = re.findall(r'outcome[=!]~?"([^"]*)"', given)
        assert {outcome for value in values for outcome in value.split("|")} <= set(OUTCOMES)
    grouped = {
        label.strip() for found in re.findall(r"by \(([^)]*)\)", expression) for label in found.split(",")
    }
    assert grouped <= {"instance", *(label for name in named(expression) for label in figures()[name])}
    assert expression.count("(") == expression.count(")")


def test_every_figure_of_ours_is_shown_somewhere() -> None:
    shown = {
        re.sub(r"_(bucket|sum|count)$", "", name)
        for expression in expressions()
        for name in named(expression)
    }
    ours = {re.sub(r"_(bucket|sum|count)$", "", name) for name in figures() if name.startswith("slowplay_")}
    assert ours - shown == set()


def test_every_alert_says_in_a_sentence_what_to_do_and_has_a_section_in_the_page() -> None:
    sections = re.findall(r"^### (\w+)$", PAGE.partition("\n## Alerts\n")[2], re.M)
    assert sections == [alert["alert"] for alert in ALERTS]
    for alert in ALERTS:
        summary = alert["annotations"]["summary"]
        assert re.fullmatch(r"[A-Z][^.!]*(\.\w[^.!]*)*\.", summary), summary
        assert alert["annotations"]["runbook"] == f"docs/operating.md#{alert['alert'].lower()}"
        assert alert["labels"]["severity"] in ("page", "warn")


def test_the_dashboard_is_one_that_grafana_can_import() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids)) >= 20
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    assert all(place["x"] + place["w"] <= 24 for place in places)
    cells = [
        (x, y) for p in places for x in range(p["x"], p["x"] + p["w"]) for y in range(p["y"], p["y"] + p["h"])
    ]
    assert len(cells) == len(set(cells)), "panels overlap"
    assert {panel["datasource"]["uid"] for panel in DASHBOARD["panels"]} == {"${source}"}
