# Every target sets up what it needs: Python 3.11 or newer with venv, and make, are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install

# The tests start many processes: what is compiled once is kept for the next, whatever the machine says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play crowd serve test slow check bench pictures clean

play: $(VENV)/.running          ## the playground: a local Discord with the real bot, in your browser
	SLOWPLAY_DATABASE=$$(mktemp -d)/slowplay.db $(BIN)/python -m playground --run "$(BIN)/python -m bot"

crowd: $(VENV)/.running         ## 500 people play 2,000 matches with the bot for five minutes, and what it cost
	$(BIN)/python -m playground crowd --people 500 --matches 2000 --minutes 5

serve: $(VENV)/.running         ## the bot on Discord, with the settings in .env
	$(BIN)/python -m bot

test: $(VENV)/.developing       ## the tests
	$(BIN)/python -m pytest -n auto --dist worksteal

slow: $(VENV)/.developing       ## the long proofs
	$(BIN)/python -m pytest -n auto --dist worksteal -m slow

check: $(VENV)/.developing      ## style, types, and who may import whom
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.developing      ## what we claim, measured beside peers
	for name in engines render storage bot scale leaderboard film thinkers players soak; do $(BIN)/python -m bench.$$name || exit 1; done

pictures: $(VENV)/.developing   ## the pictures of the README, made by the program
	$(BIN)/python -m bench.pictures

$(VENV)/.running: requirements.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements.lock
	touch $@

$(VENV)/.developing: requirements.lock requirements-dev.lock
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements-dev.lock
	touch $(VENV)/.running $@

clean:
	rm -rf $(VENV)
