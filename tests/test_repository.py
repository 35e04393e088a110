"""Configuration for the hosting and for editors matches what the project does."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from slowplay.python_version import OLDEST
from tests.paths import ROOT

GITHUB = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PYTHONS = [
    name.rpartition(" ")[2]
    for name in PROJECT["classifiers"]
    if name.startswith("Programming Language :: Python ::")
]
FORMS = [path for path in sorted((GITHUB / "ISSUE_TEMPLATE").iterdir()) if path.name != "config.yml"]


def read(path: Path) -> Any:
    """Return the content of a YAML file."""
    return yaml.safe_load(path.read_text(encoding="utf-8"))


JOBS = read(GITHUB / "workflows" / "ci.yaml")["jobs"]


def commands(job: dict[str, Any]) -> list[str]:
    """Return the commands that a job of the workflow runs."""
    return [step["run"] for step in job["steps"] if "run" in step]


def test_the_workflow_runs_what_ci_runs() -> None:
    assert commands(JOBS["all"]) == [".ci/run"]
    assert JOBS["all"]["timeout-minutes"] == 90
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_the_workflow_tests_every_python_that_the_project_names() -> None:
    assert commands(JOBS["tests"]) == ["make test"]
    assert JOBS["tests"]["strategy"]["matrix"]["python"] == PYTHONS


def test_the_workflow_measures_which_branches_the_tests_take() -> None:
    assert commands(JOBS["coverage"]) == ["make coverage"]


def test_the_oldest_python_is_the_same_everywhere() -> None:
    oldest = ".".join(map(str, OLDEST))
    assert PYTHONS[0] == oldest
    assert PROJECT["requires-python"] == f">={oldest}"


def test_a_commit_is_checked_by_the_commands_of_make_check() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.partition("\ncheck:")[2].partition("\n\n")[0].splitlines()[1:]
    checked = [line.strip().replace("$(BIN)", ".venv/bin") for line in recipe]
    [local] = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    assert [hook["entry"] for hook in local["hooks"]] == checked
    assert not any(hook["pass_filenames"] for hook in local["hooks"])


@pytest.mark.skipif(shutil.which("make") is None, reason="make is missing")
def test_make_can_read_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [targets] = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    command = ["make", "--dry-run", *targets.split()]
    read_aloud = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert read_aloud.returncode == 0, read_aloud.stderr
    assert "tests/test_docs_site.py" in read_aloud.stdout, "the long proofs have no files"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_for_what_cannot_be_done_without(path: Path) -> None:
    form = read(path)
    fields = [part for part in form["body"] if part["type"] != "markdown"]
    names = [field["id"] for field in fields]
    assert form["name"]
    assert form["description"]
    assert len(set(names)) == len(names)
    assert all(field["attributes"]["label"] for field in fields)
    assert any(field.get("validations", {}).get("required") for field in fields)


@pytest.mark.parametrize(
    ("form", "needed"),
    [("bug", {"recording", "version"}), ("doctor", {"report", "version"}), ("game", {"rules"})],
)
def test_a_report_comes_with_its_evidence(form: str, needed: set[str]) -> None:
    body = read(GITHUB / "ISSUE_TEMPLATE" / f"{form}.yml")["body"]
    required = {field.get("id") for field in body if field.get("validations", {}).get("required")}
    assert needed <= required


def test_every_lock_of_packages_is_kept_up_to_date() -> None:
    updates = read(GITHUB / "dependabot.yml")["updates"]
    kept = {
        (update["package-ecosystem"], folder)
        for update in updates
        for folder in update.get("directories", [update.get("directory")])
    }
    locks = [path for path in ROOT.glob("tests/**/package-lock.json") if "node_modules" not in path.parts]
    npm = {("npm", f"/{path.parent.relative_to(ROOT)}") for path in locks}
    assert kept == npm | {("pip", "/"), ("github-actions", "/")}


def test_the_newest_version_of_the_changelog_is_the_projects() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = changelog.partition("\n## [Unreleased]\n")[2].partition("\n## [")[2].partition("]")[0]
    assert newest == PROJECT["version"]
