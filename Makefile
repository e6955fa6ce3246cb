# Everything happens in .venv; no other environment is touched or needed.
unexport VIRTUAL_ENV PYTHONHOME PYTHONPATH
export PIP_DISABLE_PIP_VERSION_CHECK := 1

BIN := .venv/bin
READY := .venv/ready
UV = $$(command -v uv || echo $(BIN)/uv)
# Where uv cannot reach the package index, pip may: it knows mirrors set up in its own files.
install = $(UV) pip install --quiet --compile-bytecode --python $(BIN)/python --require-hashes -r $(1) \
	|| $(BIN)/python -m pip install --quiet --require-hashes -r $(1)
# In pieces that hang together, so that what a file of tests needs is seldom made twice; one more at
# a time than there are cores, for browsers and servers are often waited for.
PYTEST_ARGS ?= -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --dist worksteal
RULES_TESTS := tests/rules tests/matches tests/test_face.py tests/test_position.py \
	tests/test_notation.py
# How long a visitor waits, and what breaks: with nothing beside it.
ALONE := tests/server/test_siege.py tests/chaos
# Node comes with the machine or, where it has none, with .venv.
NPM = PATH="$(CURDIR)/$(BIN):$$PATH" npm
TEXTS := src/tetrad/locale/tetrad.pot
WASM := build/wasm/qomet.wasm
APP := src/tetrad/server/static/index.html

# The first Python on the machine that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$python && break; done)

.DEFAULT_GOAL := help
.PHONY: help audit setup play web browser services test check coverage cluster bench lighthouse messages extract
.PHONY: lock page site wasm wheel docs api-types ecosystem
.SILENT:

help: ## list these commands
	sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 18

setup: $(READY) ## install everything into .venv

play: $(READY) $(APP) ## start the app and open it
	$(BIN)/tetrad serve --open

test: check coverage web site page browser services docs ## run the checks and every test
	cd web && $(NPM) test -- --silent
	$(BIN)/python -m pytest -q -rs $(PYTEST_ARGS) $(RULES_TESTS:%=--ignore=%) $(ALONE:%=--ignore=%)
	$(BIN)/python -m pytest -q -rs $(ALONE)

check: $(READY) ## lint, formatting, types, layers and spelling
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check . || { echo "Run '$(BIN)/ruff format' to fix the layout."; exit 1; }
	$(BIN)/python -m mypy --strict --no-error-summary
	$(BIN)/lint-imports > .venv/layers.log || { cat .venv/layers.log; exit 1; }
	$(BIN)/codespell
	echo "Checks passed."

coverage: $(READY) ## require the tests to reach every line and branch of the rules
	$(BIN)/python -m pytest -q $(PYTEST_ARGS) $(RULES_TESTS) \
		--cov=tetrad.rules --cov=tetrad.position --cov=tetrad.matches.match --cov-branch --cov-fail-under=100

cluster: $(READY) ## install Ray and test the queue of proofs on a cluster of this machine
	$(call install,requirements/ray.txt)
	$(BIN)/python -m pytest -q tests/research/qawale/test_cluster.py

ecosystem: $(READY) ## install PettingZoo, Gymnasium, OpenSpiel and Pgx, and run their tests on our games
	$(call install,requirements/ecosystem.txt)
	$(BIN)/python -m pytest -q -rs $(PYTEST_ARGS) tests/adapters tests/exam \
		"tests/delivery/test_docs.py::test_the_programs_of_a_page_run_from_top_to_bottom[environments.md]"

web: $(READY) $(APP) ## build the browser app

$(APP): web/node_modules/.package-lock.json src/tetrad/data/house.csv $(shell find web/src web/public web/*.* -type f)
	echo "Building the app ..."
	cd web && $(NPM) run --silent check
	cd web && $(NPM) run --silent build -- --logLevel warn
	touch $(APP)
	test ! -f $(WASM) || $(BIN)/python -m wasm.parts src/tetrad/server/static

web/node_modules/.package-lock.json: web/package-lock.json | $(READY)
	cd web && $(NPM) ci --silent
	touch $@

wasm: $(WASM) ## compile the searches for a page without a server

$(WASM): $(shell find wasm src/tetrad/kernels src/tetrad/solvers src/tetrad/rules -name '*.py') requirements/wasm.txt | $(READY)
	echo "Compiling the searches for a page ..."
	$(call install,requirements/wasm.txt)
	$(BIN)/python -m wasm build/wasm
	touch $(WASM)

site: $(WASM) web ## build the static edition into site
	echo "Building the static edition ..."
	$(BIN)/python -m wasm.site site

# What lets the served app go on without its server: the wheel carries it.
page: $(WASM) web
	$(BIN)/python -m wasm.parts src/tetrad/server/static

wheel: web page ## build wheel and sdist into dist
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

docs: .venv/docs ## build the documentation into docs-site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	echo "Documentation: docs-site/index.html"

.venv/docs: requirements/docs.txt | $(READY)
	$(call install,requirements/docs.txt)
	touch $@

# The tests drive a real browser, most of them without its windows. Where it may, this installs Debian's.
browser:
	test -n "$$CHROMIUM" || { command -v chromium && command -v chromium-headless-shell; } > /dev/null \
		|| { test "$$(id -u)" = 0 && command -v apt-get > /dev/null && apt-get update -qq \
			&& { apt-get install -qqy chromium chromium-headless-shell || apt-get install -qqy chromium; } \
				> /dev/null; } \
		|| command -v chromium > /dev/null \
		|| { echo "The tests need Chromium: install it, or name it with CHROMIUM=/path/to/chromium."; exit 1; }

# Some tests need a real PostgreSQL, Redis and nginx. Where it may, this installs Debian's; where it
# may not, those tests are skipped, each by name.
services:
	{ ls /usr/lib/postgresql/*/bin/initdb && command -v redis-server && PATH="$$PATH:/usr/sbin" \
			command -v nginx && command -v openssl; } > /dev/null 2>&1 \
		|| { test "$$(id -u)" = 0 && command -v apt-get > /dev/null && apt-get update -qq \
			&& DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends \
				postgresql redis-server nginx-light openssl > /dev/null; } \
		|| echo "Without PostgreSQL, Redis and nginx, their tests are skipped."

bench: site ## measure how fast things run
	$(BIN)/python -m benchmarks

lighthouse: web browser .venv/lighthouse/node_modules ## grade every page, or PAGES=/puzzles/qomet, as on a slow phone
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m benchmarks lighthouse $(PAGES)

.venv/lighthouse/node_modules: | $(READY)
	mkdir -p .venv/lighthouse
	$(NPM) install --silent --no-save --prefix .venv/lighthouse lighthouse@12.8.2

api-types: web/node_modules/.package-lock.json ## describe the server's answers to the app
	$(BIN)/python web/api_types.py > web/src/net/schema.ts

messages: extract ## collect the texts to translate and bring the catalogs up to date
	for catalog in src/tetrad/locale/*.po; do \
		language=$$(basename $$catalog .po | tr - _); \
		$(BIN)/pybabel -q update -i $(TEXTS) -o $$catalog -l $$language --no-wrap \
			--no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date || exit 1; \
	done

extract: $(READY)
	$(BIN)/pybabel -q extract -F pyproject.toml --no-default-keywords -k t -k tn:1,2 -k mark \
		-k Message -k Wording:2 -k Counted:2,3 -c Translators: --strip-comments --no-wrap \
		--add-location=file --sort-by-file --omit-header -o $(TEXTS) .
	$(BIN)/python tools/messages.py $(TEXTS)

audit: $(READY) ## ask whether a vulnerability of a pinned package is known
	test -x .venv/audit/bin/pip-audit || { $(BIN)/python -m venv .venv/audit \
		&& { $(UV) pip install --quiet --python .venv/audit/bin/python --require-hashes -r requirements/audit.txt \
			|| .venv/audit/bin/python -m pip install --quiet --require-hashes -r requirements/audit.txt; }; }
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/audit.py .venv/audit/bin/pip-audit npm

lock: $(READY) ## pin the newest dependencies
	for set in "--extra dev pyproject.toml -o requirements/dev.txt" \
		"--group node -o requirements/node.txt" "--group uv -o requirements/uv.txt" \
		"--group ray -c requirements/dev.txt -o requirements/ray.txt" \
		"--group audit -o requirements/audit.txt" \
		"--group docs -c requirements/dev.txt -o requirements/docs.txt" \
		"--group wasm -o requirements/wasm.txt" \
		"--extra pettingzoo --extra gymnasium --extra openspiel --extra pgx -c requirements/dev.txt \
			pyproject.toml -o requirements/ecosystem.txt"; do \
		$(UV) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
			--no-header $$set || exit 1; \
	done

$(READY): requirements/dev.txt requirements/node.txt requirements/uv.txt pyproject.toml
	test -n "$(PYTHON)" || { echo "Tetrad needs Python 3.11 or newer: install it," \
		"or name it with 'make setup PYTHON=...'."; exit 1; }
	echo "Setting up .venv ..."
	test -x $(BIN)/python -a -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	command -v uv > /dev/null || test -x $(BIN)/uv \
		|| $(BIN)/python -m pip install --quiet --require-hashes -r requirements/uv.txt
	$(call install,requirements/dev.txt)
	node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2> /dev/null \
		|| { $(call install,requirements/node.txt); }
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	touch $(READY)
	echo "Ready: $(BIN)/tetrad"
