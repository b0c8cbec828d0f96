# What a person runs: `make demo` shows the main job, `make test` proves it. Both set everything up.

VENV   := .venv
BIN    := $(CURDIR)/$(VENV)/bin
STAMP  := $(VENV)/.ready
WHEEL  := $(CURDIR)/build/check
# The first that runs and is new enough: a version manager's stub may be there and refuse.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
  $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null && echo $$name && break; done)
JOBS   ?= 2
APT    := $(shell command -v apt-get)
ROOT   := $(filter 0,$(shell id -u))
DEBIAN := $(if $(ROOT),$(APT))

.PHONY: setup demo test test-all check bench clean browser node
.DEFAULT_GOAL := help

help:
	@echo "make setup     the virtual environment, its packages, a Chromium"
	@echo "make demo      run the main job on worlds/shop and say where its report is"
	@echo "make check     lint, format, types and import layers, on the built wheel"
	@echo "make test      check, then the tests"
	@echo "make test-all  check, then every test, the slow ones too"
	@echo "make bench     the benchmarks"
	@echo "make clean     remove what was built"

setup: $(STAMP) browser node

$(STAMP): pyproject.toml setup.py
	@[ -n "$(PYTHON)" ] || { echo "fsmc needs Python 3.11 or newer (set PYTHON=...)"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { [ -n "$(DEBIAN)" ] && apt-get update -qq && apt-get install -y -qq python3-venv; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

browser: $(STAMP)
	@$(BIN)/python -c 'import sys; from fsmc.backends.replay.chromium import main; sys.exit(main(["--install"]))'

# Only the tests that compare printed JavaScript need Node; they say so when it is missing.
node:
	@command -v node > /dev/null || { [ -n "$(DEBIAN)" ] && apt-get update -qq && apt-get install -y -qq nodejs > /dev/null; } \
	  || echo "Node 18 or newer was not found: the tests that need it are skipped"

demo: $(STAMP) browser
	$(BIN)/fsmc run worlds/shop -o out/shop --sample 400
	@echo "Open $(CURDIR)/out/shop/report.html; without --sample it checks every edge."

# A type checker and the import linter do not follow editable installs of mapped folders; the
# wheel has everything in its final place, and checking it proves it complete.
check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@rm -rf build && mkdir -p $(WHEEL)
	$(BIN)/python -m build --wheel --no-isolation --outdir $(WHEEL)/dist . > $(WHEEL)/build.log 2>&1 || { cat $(WHEEL)/build.log; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target $(WHEEL)/site $(WHEEL)/dist/*.whl
	cd $(WHEEL)/site && $(BIN)/mypy --config-file $(CURDIR)/pyproject.toml --python-executable $(BIN)/python --cache-dir $(CURDIR)/.mypy_cache -p fsmc
	cd $(WHEEL)/site && PYTHONPATH=. $(BIN)/lint-imports $(CURDIR)/pyproject.toml --cache-dir $(CURDIR)/.import_linter_cache

test: setup check
	$(BIN)/python -m pytest -n $(JOBS) -m "not slow"

test-all: setup check
	$(BIN)/python -m pytest -n $(JOBS)

bench: $(STAMP)
	$(BIN)/python -m bench

clean:
	rm -rf build dist out *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache $(VENV)
