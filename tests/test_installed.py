"""`pip install .` in an empty environment gives a working `slowplay` command with all its data files.

pip builds the wheel in isolation, as for every user, and fetches setuptools for that. The bot's other
requirements come from the environment of the tests, so that nothing else is fetched.
"""

from __future__ import annotations

import asyncio
import shutil
import site
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import aiohttp
import pytest

from games import GAMES
from games.core.record import write_record
from games.core.selfplay import numbered_seed, play_match
from tests.kit.programs import PATIENCE_SECONDS, address_of, bot_comes, environment, get, started
from tests.paths import ROOT

PACKAGES = ("bench.crowd", "bench.postgres", "bot", "games", "playground", "render", "slowplay", "storage")
UNREAD = (".md", "LICENSE", "pyproject.toml")
"""How the names of files end that no program reads at run time."""

pytestmark = pytest.mark.slow


def ran(*command: str | Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command with a newcomer's environment."""
    return subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )


def wheel_of(folder: Path, part: str = ".") -> Path:
    """Return the wheel that pip builds from a part of a clone, which is moved so that nothing reads it."""
    clone = folder / "clone"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    building = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", folder, clone / part)
    done = ran(*building, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    clone.rename(folder / "moved")
    return next(folder.glob("*.whl"))


def installed(wheel: Path, venv: Path) -> Path:
    """Return the programs' folder of a new environment with nothing but a wheel."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(venv)], check=True)
    pip = (sys.executable, "-m", "pip", "--python", venv / "bin" / "python")
    installing = (*pip, "install", "--no-deps", "--no-index", wheel)
    done = ran(*installing, folder=venv)
    assert done.returncode == 0, done.stdout + done.stderr
    packages = next((venv / "lib").glob("python*")) / "site-packages"
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    return venv / "bin"


def files_of(*packages: str) -> list[str]:
    """Return the files that git knows in some packages."""
    listing = ["git", "ls-files", *(name.replace(".", "/") for name in packages)]
    done = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split()


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel_of(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed(wheel, tmp_path_factory.mktemp("venv"))


def test_the_wheel_has_every_file_of_ours_that_a_program_reads(wheel: Path) -> None:
    ours = {name for name in files_of(*PACKAGES) if not name.endswith(UNREAD)}
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert ours - inside == set()
    assert {name.split("/")[0] for name in inside} == {name.split(".")[0] for name in PACKAGES}


@pytest.mark.proof
def test_every_package_comes_from_the_environment(programs: Path, tmp_path: Path) -> None:
    code = (
        f"import {', '.join(PACKAGES)}; print(*({', '.join(f'{package}.__file__' for package in PACKAGES)}))"
    )
    done = ran(programs / "python", "-c", code, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert all(Path(place).is_relative_to(programs.parent) for place in done.stdout.split()), done.stdout


@pytest.mark.proof
def test_the_installed_command_tells_of_itself(programs: Path, tmp_path: Path) -> None:
    done = ran(programs / "slowplay", "--help", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: slowplay COMMAND")


@pytest.mark.parametrize("key", GAMES)
def test_the_installed_command_verifies_a_record(key: str, programs: Path, tmp_path: Path) -> None:
    game = GAMES[key]
    first = next(iter(game.players))
    record = write_record(play_match(game, {}, numbered_seed(1), (first, first)))
    (tmp_path / "match.txt").write_text(record, encoding="utf-8")
    done = ran(programs / "slowplay", "verify", "match.txt", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "identical" in done.stdout


@pytest.mark.proof
def test_the_installed_bot_says_what_is_missing_in_the_current_folder(programs: Path, tmp_path: Path) -> None:
    done = ran(programs / "slowplay", "serve", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("DISCORD_TOKEN is missing")
    assert done.stderr.count("\n") == 1


async def test_the_installed_playground_serves_its_page_with_the_bot_until_it_is_stopped(
    programs: Path, tmp_path: Path
) -> None:
    """The folder has another package named `bot`, which mustn't run."""
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text("raise SystemExit('This is the bot of somebody else.')\n")
    command = f"{programs / 'slowplay'} play"
    async with asyncio.timeout(PATIENCE_SECONDS), aiohttp.ClientSession() as session:
        async with started(command, tmp_path, tmp_path) as process:
            address = await address_of(process)
            for part, words in (("/", "Slowplay"), ("/js/main.js", "import")):
                async with session.get(address + part) as answer:
                    assert answer.status == 200, part
                    assert words in await answer.text()
            await bot_comes(session, address)
            assert (await get(session, f"{address}/control/state"))["applications"]
        assert process.stdout is not None
        assert process.returncode == 0, (await process.stdout.read()).decode()
    assert names_in(tmp_path) == {"bot"}, "it keeps nothing in the current folder"


def test_the_playground_installed_alone_brings_its_page_and_the_fixture_of_its_readme(tmp_path: Path) -> None:
    """Nothing else of this repository is there; pytest finds the fixture without being told."""
    (tmp_path / "wheel").mkdir()
    wheel = wheel_of(tmp_path / "wheel", "playground")
    inside = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    ours = {name for name in files_of("playground") if not name.endswith(UNREAD)}
    assert inside == ours
    programs, dice = installed(wheel, tmp_path / "venv"), tmp_path / "dice"
    shutil.copytree(ROOT / "examples" / "dice", dice)
    done = ran(programs / "python", "-m", "pytest", "-q", "test_dice.py", folder=dice)
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr
    place = ran(programs / "python", "-c", "import playground; print(playground.__file__)", folder=dice)
    assert Path(place.stdout.strip()).is_relative_to(tmp_path / "venv")
