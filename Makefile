# The two commands that matter are `make serve` and `make test`; both set up what they need in .venv.
# On a machine whose python3 is older than 3.11: make PYTHON=python3.12 serve

PYTHON ?= python3
VENV ?= .venv
HOST ?= 127.0.0.1
PORT ?= 8000
# One more than the two cores of CI: many tests wait for a browser or another process. Tests of one file stay together
# as long as all have enough to do, so that a browser and a site are seldom started twice for them.
PYTEST_ARGS ?= -n 3 --dist worksteal
# Tests start Python hundreds of times, which would compile every module each time.
test check soak: export PYTHONDONTWRITEBYTECODE :=

BIN := $(VENV)/bin

.PHONY: serve test check check-js soak docs docs-links wheel golden generated schemas atlas picture diagrams faces bench lock audit clean tables
.DEFAULT_GOAL := serve

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Carnage needs Python 3.11 or newer; this is " + sys.version)'
	$(PYTHON) -m venv $(VENV)

# One stamp for each set of extras, so that serving does not wait for the tests' tools.
$(VENV)/.ready: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.ready-test: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.ready-test $(VENV)/.ready

$(VENV)/.ready-docs: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@ $(VENV)/.ready

$(VENV)/.ready-lock: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[lock]'
	@touch $@ $(VENV)/.ready

serve: $(VENV)/.ready
	$(BIN)/carnage serve --host $(HOST) --port $(PORT)

test: $(VENV)/.ready-test
	$(BIN)/python -m pytest $(PYTEST_ARGS) --variations 2

check: $(VENV)/.ready-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/check_words.py
	$(BIN)/python tools/check_density.py
	$(MAKE) --no-print-directory check-js
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m 'not soak'

# Check the scripts of the site by ESLint and TypeScript, where there is Node 20 or newer.
check-js:
	@if ! command -v npm >/dev/null || [ "$$(node --version | sed 's/^v//; s/[.].*//')" -lt 20 ]; then \
	    echo 'No Node 20 or newer here: ESLint and TypeScript did not check the scripts.'; \
	elif ! npm ci --prefix tools/js --no-audit --no-fund --silent --fetch-retries 0 --fetch-timeout 20000; then \
	    echo 'npm cannot install the tools: ESLint and TypeScript did not check the scripts.'; \
	else \
	    npm exec --prefix tools/js -- eslint --config tools/js/eslint.config.js static/js && \
	    npm exec --prefix tools/js -- tsc -p tools/js; \
	fi

soak: $(VENV)/.ready-test
	$(BIN)/python -m pytest $(PYTEST_ARGS) -m soak --timeout 0

# Build the documentation as HTML in build/docs; a warning is an error.
docs: $(VENV)/.ready-docs
	$(BIN)/python -m sphinx -W --keep-going --quiet -b html docs build/docs

# Run the examples in the docstrings that the documentation shows, and check its links over the network.
docs-links: $(VENV)/.ready-docs
	$(BIN)/python -m sphinx -W --keep-going --quiet -b doctest docs build/docs-doctest
	$(BIN)/python -m sphinx -W --keep-going --quiet -b linkcheck docs build/docs-links

# Tell the golden games of tests/golden anew, after a change that is meant to change them; read the difference.
golden: $(VENV)/.ready-test
	$(BIN)/python -m tests.golden

# Write the engine's generated modules: after a change of options, numbers, events or questions.
generated: $(VENV)/.ready
	$(BIN)/python -m carnage.engine.codegen

# Check all tables, and write their checksums, so that they are not checked at every start; after a change of tables.
tables: $(VENV)/.ready
	$(BIN)/python -c 'from carnage.catalog.checksums import main; main()'
	$(BIN)/python -c 'from carnage.catalog.world_validation import main; main()'

# Write the JSON Schemas of films and scenes in docs/, after a change of carnage/replays/replay.py or carnage/replays/scenes.py.
schemas: $(VENV)/.ready-test
	$(BIN)/python -m tests.support.schemas

# What every option does in every book: sweeps that take hours, and go on where they were broken off; then the atlas
# that is shipped, and what is usual in each book. BOOKS="duel gamble" does these alone, RULESETS=400 fewer of each.
BOOKS ?= gamble duel classic skirmish
RULESETS ?=
WORKERS ?= 2
atlas: $(VENV)/.ready-test
	for book in $(BOOKS); do \
	    if [ $$book = skirmish ]; then rulesets=20000; else rulesets=5000; fi; \
	    nice $(BIN)/carnage sweep build/sweeps/$$book --book $$book --rulesets $(or $(RULESETS),$$rulesets) --games 200 \
	        --workers $(WORKERS) || exit; \
	    nice $(BIN)/carnage atlas build/sweeps/$$book --write-package-data >build/sweeps/$$book.txt || exit; \
	done

# Draw the picture of the README and of the home page anew; `PICTURED` in carnage/web/home/views.py is the same game.
picture: $(VENV)/.ready
	$(BIN)/carnage play classic/243856987615781 --dice-seed 3 --svg static/table.svg --svg-event 321 >/dev/null

# Draw the site's icons, and its picture for links that are shared, anew.
icons: $(VENV)/.ready
	$(BIN)/python -c "from pathlib import Path; from carnage.printing import cards; cards.write(Path('static'))"

# Make the faces that books are printed with anew, after a change of static/fonts.
faces: $(VENV)/.ready-test
	$(BIN)/python -m tests.support.faces

# Draw the diagrams in rules anew, as files for the site; after a change of drawings or of tables/*/*.scene.
diagrams: $(VENV)/.ready-test
	$(BIN)/python -m tests.support.diagrams

# Build a wheel with compiled rules for this machine's platform in dist/.
wheel: $(VENV)/.ready-test
	$(BIN)/python tools/build_wheel.py

bench: $(VENV)/.ready-bench
	$(BIN)/python bench/engine.py
	$(BIN)/python bench/pages.py

# Pin all that serving needs, with hashes, in requirements.lock; for each system and each Python from 3.11 on.
lock: $(VENV)/.ready-lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
	    --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	    --output-file requirements.lock pyproject.toml

# Ask a database on the network whether anything in requirements.lock is known to be vulnerable.
audit: $(VENV)/.ready-lock
	$(BIN)/pip-audit --strict --disable-pip --require-hashes --requirement requirements.lock

clean:
	rm -rf $(VENV) dist build
