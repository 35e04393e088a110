"""Settings: each mistake gets one clear sentence, and no stack trace."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from bot.program import main
from bot.runtime.settings import SettingsError, is_too_open, read_settings
from storage.engine.errors import DamagedDatabase, UnreachableDatabase
from tests.kit.inputs import TOKEN
from tests.paths import ROOT


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Remove this machine's settings from the environment."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith(("DISCORD_", "SLOWPLAY_", "PLAYGROUND_")):
            monkeypatch.delenv(name)


@pytest.mark.slow
def test_reading_the_settings_takes_no_discord() -> None:
    code = "import sys, bot.runtime.settings; sys.exit('discord' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_missing_token_says_where_to_put_it() -> None:
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN is missing: copy \.env\.example to \.env .*\.$"):
        read_settings()


@pytest.mark.parametrize("token", ["nonsense", "Bot " + TOKEN, TOKEN + " ", "a.b.c", "paste-your-token-here"])
def test_a_malformed_token_says_where_to_find_it(monkeypatch: pytest.MonkeyPatch, token: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN doesn't look like a bot token") as raised:
        read_settings()
    assert token.strip() not in str(raised.value)


def test_an_unknown_log_level_names_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_LOG", "LOUD")
    with pytest.raises(SettingsError, match=r"^SLOWPLAY_LOG must be DEBUG, INFO, WARNING, or ERROR\.$"):
        read_settings()


def test_settings_come_from_a_file_and_the_environment_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\nSLOWPLAY_LOG=debug\nSLOWPLAY_DATABASE=from-file.db\n")
    monkeypatch.setenv("SLOWPLAY_DATABASE", "from-environment.db")
    settings = read_settings()
    assert settings.discord_token == TOKEN
    assert settings.slowplay_log == "DEBUG"
    assert settings.slowplay_database == Path("from-environment.db")


@pytest.mark.parametrize("scheme", ["postgresql+asyncpg", "PostgreSQL", "mysql"])
def test_an_address_of_another_kind_is_no_file_and_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_DATABASE", f"{scheme}://bot:sesame@db.example/slowplay")
    told = r"^SLOWPLAY_DATABASE must be the path of a file, or begin with postgresql://\.$"
    with pytest.raises(SettingsError, match=told):
        read_settings()


@pytest.mark.parametrize(
    "address", ["postgresql://bot:sesame@db.example:5432/slowplay", "postgres:///slowplay"]
)
def test_a_database_on_a_server_is_an_address_whose_password_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_DATABASE", address)
    settings = read_settings()
    assert settings.slowplay_database == address
    assert "sesame" not in repr(settings)


UNKNOWN = {
    "SLOWPLAY_DATABSE": "SLOWPLAY_DATABASE",
    "SLOWPLAY_LOGLEVEL": "SLOWPLAY_LOG",
    "SLOWPLAY_PLAYERSECONDS": "SLOWPLAY_PLAYER_SECONDS",
    "slowplay_datbase": "SLOWPLAY_DATABASE",
}


@pytest.mark.parametrize("where", ["environment", ".env"])
@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_setting_is_named_with_the_nearest_known_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], where: str, name: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    if where == "environment":
        monkeypatch.setenv(name, "x")
    else:
        Path(".env").write_text(f"{name}=x\n")
    with pytest.raises(
        SettingsError, match=rf"^There's no such setting: {name} \(did you mean {UNKNOWN[name]}\?\)\."
    ):
        read_settings()
    assert main() == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_more_games_are_named_in_the_environment_and_not_in_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_GAMES", "examples.tictactoe.TicTacToe")
    assert read_settings().discord_token == TOKEN
    Path(".env").write_text("SLOWPLAY_GAMES=examples.tictactoe.TicTacToe\n")
    with pytest.raises(SettingsError, match=r"^SLOWPLAY_GAMES can't be set in \.env: "):
        read_settings()


def test_all_unknown_settings_are_named_at_once_and_no_value_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOWPLAY_DATABSE", "a secret")
    Path(".env").write_text("SLOWPLAY_LOGS=DEBUG\nSLOWPLAY_LOG=DEBUG\nOTHER=1\n")
    with pytest.raises(SettingsError, match=r"SLOWPLAY_DATABSE .*; SLOWPLAY_LOGS ") as raised:
        read_settings()
    assert "secret" not in str(raised.value)
    assert "OTHER" not in str(raised.value)


def test_a_settings_file_that_is_no_text_is_one_sentence() -> None:
    Path(".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"^\.env can't be read "):
        read_settings()


PLAYERS = {
    "creators/magpie": "must look like",
    "[1]": "must look like",
    '{"creators/magpie": "true"': "what you gave isn't JSON",
    '{"chess/magpie": "true"}': "there's no game “chess” for “chess/magpie”. Games: creators, ",
    '{"magpie": "true"}': "there's no game “magpie”",
    '{"creators/Mag pie": "true"}': "must be 1 to 20 lowercase letters, digits, and hyphens",
    '{"creators/": "true"}': "must be 1 to 20 lowercase letters",
    '{"creators/a/b": "true"}': "must be 1 to 20 lowercase letters",
    '{"creators/hard": "true"}': "choose another name for “creators/hard”; the game has a level called that",
    '{"creators/magpie": " "}': "“creators/magpie” has no command line",
    '{"creators/magpie": 3}': "“creators/magpie” has no command line",
    '{"creators/magpie": "true \\"so"}': "can't read the command line of “creators/magpie”",
    '{"creators/magpie": "nowhere-to-be-found -x"}': "can't find the program “nowhere-to-be-found” of ",
    str({f"creators/p{number}": "true" for number in range(21)}).replace("'", '"'): "at most 20 programs",
}


@pytest.mark.parametrize("given", PLAYERS)
def test_malformed_players_are_one_sentence_that_says_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_PLAYERS", given)
    with pytest.raises(SettingsError) as raised:
        read_settings()
    sentence = str(raised.value)
    assert sentence.startswith("SLOWPLAY_PLAYERS")
    assert PLAYERS[given] in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence


@pytest.mark.parametrize("given", ["fast", "0", "-1", "61", "nan"])
def test_a_time_for_players_that_is_none_says_what_it_may_be(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_PLAYER_SECONDS", given)
    with pytest.raises(
        SettingsError, match=r"^SLOWPLAY_PLAYER_SECONDS must be a number above 0, up to 60\.$"
    ):
        read_settings()


@pytest.mark.parametrize("given", ["fast", "-1", "6", "nan"])
def test_a_time_for_taps_that_is_none_says_what_it_may_be(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_TAP_SECONDS", given)
    with pytest.raises(SettingsError, match=r"^SLOWPLAY_TAP_SECONDS must be a number from 0 to 5\.$"):
        read_settings()


@pytest.mark.parametrize(("given", "shards"), [(None, None), ("", None), ("1", 1), ("16", 16)])
def test_shards_are_as_many_as_discord_recommends_unless_told(
    monkeypatch: pytest.MonkeyPatch, given: str | None, shards: int | None
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    if given is not None:
        monkeypatch.setenv("SLOWPLAY_SHARDS", given)
    assert read_settings().slowplay_shards == shards


@pytest.mark.parametrize("given", ["0", "-1", "1.5", "many", "801"])
def test_shards_that_cannot_be_are_refused(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_SHARDS", given)
    with pytest.raises(SettingsError, match=r"^SLOWPLAY_SHARDS must be a whole number from 1 to 800\.$"):
        read_settings()


def token_file(
    monkeypatch: pytest.MonkeyPatch, content: bytes = TOKEN.encode() + b"\n", mode: int = 0o600
) -> Path:
    file = Path("token").absolute()
    file.write_bytes(content)
    file.chmod(mode)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", str(file))
    return file


def test_the_token_can_come_from_a_file_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    token_file(monkeypatch)
    settings = read_settings()
    assert settings.discord_token == TOKEN
    assert settings.warnings() == []


def test_a_token_file_that_everyone_can_read_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    file = token_file(monkeypatch, mode=0o644)
    assert read_settings().warnings() == [
        f"DISCORD_TOKEN_FILE: everyone on this machine can read {file}: run “chmod 600 {file}”."
    ]


@pytest.mark.parametrize(
    ("file", "warned"),
    [("/run/secrets/token", False), ("/run/credentials/token", False), ("/run/other/token", True)],
)
def test_files_of_docker_and_systemd_may_have_any_mode(
    monkeypatch: pytest.MonkeyPatch, file: str, warned: bool
) -> None:
    """Only the bot's container or service sees them."""
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", lambda _: SimpleNamespace(st_mode=0o100444))
        assert is_too_open(Path(file)) == warned


def test_a_settings_file_that_everyone_can_read_is_a_warning() -> None:
    file = Path(".env")
    file.write_text(f"DISCORD_TOKEN={TOKEN}\n")
    file.chmod(0o644)
    assert read_settings().warnings() == [
        "Settings: everyone on this machine can read .env: run “chmod 600 .env”."
    ]
    file.chmod(0o600)
    assert read_settings().warnings() == []


def test_what_the_file_says_of_postgresql_counts_unless_the_environment_says_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ, "PGPASSWORD": "from-environment"})
    Path(".env").write_text(
        f"DISCORD_TOKEN={TOKEN}\nPGPASSFILE=from-file\nPGPASSWORD=from-file\nPGSSLMODE=\nSHELL_OF_OURS=x\n"
    )
    read_settings()
    assert os.environ["PGPASSFILE"] == "from-file"
    assert os.environ["PGPASSWORD"] == "from-environment"
    assert not {"PGSSLMODE", "SHELL_OF_OURS"} & set(os.environ)


NO_TOKENS = {
    "empty": (b" \n", r"token is empty; put your bot's token into it\.$"),
    "no text": (b"\xff\xfe", r"token isn't text; it must hold the token and nothing else\.$"),
    "nonsense": (b"nonsense", "^DISCORD_TOKEN doesn't look like a bot token"),
}


@pytest.mark.parametrize("case", NO_TOKENS)
def test_a_token_file_without_a_token_is_one_sentence(monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    content, sentence = NO_TOKENS[case]
    token_file(monkeypatch, content)
    with pytest.raises(SettingsError, match=sentence) as raised:
        read_settings()
    assert "\n" not in str(raised.value)


def test_a_token_file_that_is_not_there_or_no_file_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "nowhere")
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN_FILE: there's no file nowhere; .*\.$"):
        read_settings()
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "/")
    with pytest.raises(SettingsError, match=r"^DISCORD_TOKEN_FILE: / can't be read \(.*\); .*\.$"):
        read_settings()


def test_of_a_token_and_a_file_with_one_only_one_may_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    token_file(monkeypatch)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(
        SettingsError, match=r"^Set DISCORD_TOKEN or DISCORD_TOKEN_FILE, and remove the other"
    ):
        read_settings()


ADDRESSES = {
    "": None,
    "9464": "127.0.0.1:9464",
    "0.0.0.0:80": "0.0.0.0:80",
    "[::1]:9464": "[::1]:9464",
    "localhost:9464": "localhost:9464",
}


@pytest.mark.parametrize("given", ADDRESSES)
def test_the_port_for_health_is_a_host_and_a_port(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_HEALTH", given)
    found = read_settings().slowplay_health
    assert (found and str(found)) == ADDRESSES[given]


@pytest.mark.parametrize(
    "given", ["yes", "127.0.0.1", "127.0.0.1:", ":0", "127.0.0.1:65536", "a b:1", "::1:80"]
)
def test_a_port_for_health_that_is_none_says_how_it_looks(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_HEALTH", given)
    with pytest.raises(
        SettingsError, match=r"^SLOWPLAY_HEALTH must be HOST:PORT, such as 127\.0\.0\.1:9464\.$"
    ):
        read_settings()


def test_an_unknown_format_of_the_log_names_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_LOG_FORMAT", "xml")
    with pytest.raises(SettingsError, match=r"^SLOWPLAY_LOG_FORMAT must be text or json\.$"):
        read_settings()
    monkeypatch.setenv("SLOWPLAY_LOG_FORMAT", "JSON")
    assert read_settings().slowplay_log_format == "json"


def test_players_are_named_in_the_file_as_it_is_documented() -> None:
    example = re.search(r"^#(SLOWPLAY_PLAYERS=.*)$", (ROOT / ".env.example").read_text(), re.MULTILINE)
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n{example[1]}\nSLOWPLAY_PLAYER_SECONDS=1.5\n")
    settings = read_settings()
    assert settings.external_engines() == {("creators", "magpie"): "python3 magpie.py"}
    assert settings.slowplay_player_seconds == 1.5


def test_a_token_is_not_shown_by_accident(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert TOKEN not in repr(read_settings())


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_the_program_ends_with_that_sentence_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", token)
    assert main() == 2
    printed = capsys.readouterr()
    assert printed.err.startswith("DISCORD_TOKEN ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""


def test_a_file_that_is_no_database_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("novel.db").write_text("It was a dark and stormy night. " * 100)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SLOWPLAY_DATABASE", "novel.db")
    assert main() == 2
    printed = capsys.readouterr().err
    assert "novel.db" in printed
    assert "Traceback" not in printed
    assert Path("novel.db").read_text().startswith("It was a dark")


@pytest.mark.parametrize(
    ("error", "status", "logged"),
    [
        (None, 0, ""),
        (asyncio.CancelledError(), 0, "stopped during the start"),
        (RuntimeError("broken"), 1, "please report this"),
        (UnreachableDatabase("The server is away."), 2, ""),
        (DamagedDatabase("kept.db", "row 7 missing from index"), 2, "kept.db"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_the_exit_status_tells_a_fault_from_what_the_operator_can_solve(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: BaseException | None,
    status: int,
    logged: str,
) -> None:
    async def ends(_: object) -> None:
        if error is not None:
            raise error

    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("bot.program.serve", ends)
    monkeypatch.setattr("bot.program.open_log", lambda *_: None)
    caplog.set_level("INFO")
    assert main() == status
    assert logged in caplog.text
    caplog.clear()
