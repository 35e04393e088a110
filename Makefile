# Every target sets up what it needs: Python 3.11 or newer with venv, and make, are enough.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check install --require-hashes
# A Python that is too old says so before pip fails; a folder that it made is made again.
PREPARE = @$(BIN)/python slowplay/python_version.py 2>/dev/null || \
	{ $(PYTHON) slowplay/python_version.py && $(PYTHON) -m venv --clear $(VENV); }
# One more than there are processors: a test waits for a disk, a browser, or another process a quarter of its time.
WORKERS = -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal
# The files with such tests: each worker would read all the others, too.
SLOW = $(shell grep -rl --include='test_*.py' -E 'mark\.slow|first_(fast|slow)' tests)
PROOFS = $(shell grep -rl --include='test_*.py' -E 'mark\.(proof|budgeted)|@given|first_slow' tests)
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" pyproject.toml

# The tests start many processes: what's compiled once is kept for the next, whatever the machine says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play crowd serve test coverage slow proofs check docs measurements pictures lock clean

play: $(VENV)/.running          ## the playground: a local Discord with the real bot, in your browser
	$(BIN)/python -m slowplay play

crowd: $(VENV)/.running         ## 500 robots begin 2,000 matches in five minutes, and it's measured
	$(BIN)/python -m bench.crowd --people 500 --matches 2000 --minutes 5

serve: $(VENV)/.running         ## the bot on Discord, with the settings in .env
	$(BIN)/python -m slowplay serve

test: $(VENV)/.developing       ## the tests
	$(BIN)/python -m pytest $(WORKERS)

coverage: $(VENV)/.developing  ## the tests and the long tests, and which lines and branches they take
	rm -rf build/coverage
	$(BIN)/python -m coverage run -m pytest $(WORKERS) -m "not proof"
	$(BIN)/python -m tests.covered

slow: $(VENV)/.developing       ## the long tests
	$(BIN)/python -m pytest $(WORKERS) -m "slow and not proof" $(SLOW)

proofs: $(VENV)/.documenting    ## whole budgets and what takes many seconds, every night and before a release
	$(BIN)/python -m pytest $(WORKERS) -m "proof or budgeted" $(PROOFS)

check: $(VENV)/.developing      ## style, types, who may import whom, and the code of the playground's page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	tests/web/check

docs: $(VENV)/.documenting      ## the pages as a site, with an API reference, in build/docs
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --jobs 2 --conf-dir docs/site . build/docs

measurements: $(VENV)/.developing ## an hour of them at most, for docs/measurements.md; then the rest
	$(BIN)/python -m bench.measurements

pictures: $(VENV)/.developing   ## make the README's pictures again
	$(BIN)/python -m bench.pictures

$(VENV)/.running: requirements.lock
	$(PREPARE)
	$(PIP) -r requirements.lock
	touch $@

$(VENV)/.developing: requirements.lock requirements-dev.lock
	$(PREPARE)
	$(PIP) -r requirements-dev.lock
	touch $(VENV)/.running $@

$(VENV)/.documenting: $(VENV)/.developing requirements-docs.lock
	$(PIP) -r requirements-docs.lock
	touch $@

lock:                           ## make the lock files again from pyproject.toml; needs uv, and keeps the pinned versions
	$(LOCK) --output-file requirements.lock $(UPGRADE)
	$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock $(UPGRADE)
	$(LOCK) --extra docs --constraint requirements-dev.lock --output-file requirements-docs.lock $(UPGRADE)

clean:
	rm -rf $(VENV)
