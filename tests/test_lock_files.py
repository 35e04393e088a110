"""The lock files pin every installed file of every version by its hash."""

from __future__ import annotations

import json
import re
import tomllib

import pytest

from tests.paths import ROOT

NPM_FOLDERS = ("tests/clients/discordjs", "tests/clients/outside/oceanic", "tests/web")
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-docs.lock")
_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.]+)( ; .+)?")


def pins(lock: str) -> dict[str, str]:
    """Return the pinned versions by normalized name."""
    found = {}
    for part in (ROOT / lock).read_text(encoding="utf-8").splitlines():
        if pin := _PIN.match(part):
            found[named(pin[1])] = pin[2]
    return found


def named(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_one_version_with_hashes_and_no_address(lock: str) -> None:
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    written = [line.removesuffix(" \\").strip() for line in lines if not line.startswith("#")]
    assert written
    assert _PIN.fullmatch(written[0])
    for line, following in zip(written, [*written[1:], ""], strict=True):
        assert _PIN.fullmatch(line) or _HASH.fullmatch(line), line
        assert _HASH.fullmatch(line) or _HASH.fullmatch(following), f"{line} has no hash"


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_says_where_to_fetch_from(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert not re.search(r"https?:|file:|--(extra-)?index-url|--find-links|--trusted-host", text)


def test_what_the_project_asks_for_is_pinned_and_all_locks_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    running, developing, documenting = (pins(lock) for lock in LOCKS)
    extras = project["optional-dependencies"]
    for asked, lock in ((extras["dev"], developing), (extras["docs"], documenting)):
        wanted = {named(re.split("[=<>;]", name)[0]) for name in (*project["dependencies"], *asked)}
        assert wanted <= lock.keys()
        assert running.items() <= lock.items()
    both = developing.keys() & documenting.keys()
    assert {name: developing[name] for name in both} == {name: documenting[name] for name in both}


def test_make_installs_nothing_that_has_no_hash() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    installing = [line for line in makefile.splitlines() if "pip" in line and " install" in line]
    assert len(installing) == 1
    assert "--require-hashes" in installing[0]
    assert "pip install" not in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", NPM_FOLDERS)
def test_what_npm_installs_is_known_by_its_hash_and_has_no_address(folder: str) -> None:
    asked, lock = (
        json.loads((ROOT / folder / name).read_text(encoding="utf-8"))
        for name in ("package.json", "package-lock.json")
    )
    packages = {name: package for name, package in lock["packages"].items() if name}
    wanted = {**asked.get("dependencies", {}), **asked.get("devDependencies", {})}
    assert wanted == {name: packages[f"node_modules/{name}"]["version"] for name in wanted}
    assert wanted
    assert [
        name for name, package in packages.items() if not package["integrity"].startswith("sha512-")
    ] == []
    assert [name for name, package in packages.items() if "resolved" in package] == []
