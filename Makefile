# A Python that is new enough, or the one named as in `make test PYTHON=python3.12`.
PYTHON ?= $(shell for python in python3.12 python3.11 python3.13 python3.14 python3 python; do \
	if $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo $$python; break; fi; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_ROOT_USER_ACTION := ignore

.PHONY: help demo test test-long check browser screenshots bench clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile

$(READY): pyproject.toml
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	{ echo 'puzzlewright needs Python 3.11 or newer; name it as in: make PYTHON=python3.12 test' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -qq -e '.[test]'
	@touch $(READY)

demo: $(READY)  ## solve and prove a published puzzle, make a fresh one, print both and write the pictures to out/
	@$(BIN)/python benchmarks/demo.py out

check: $(READY)  ## style and strict types
	$(BIN)/ruff check .
	$(BIN)/mypy

# The tests of the page need a browser. Where Chromium cannot be installed they are skipped, and say so.
browser:
	@for name in chromium chromium-browser google-chrome-stable google-chrome; do \
		if command -v $$name > /dev/null; then exit 0; fi; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qqy --no-install-recommends chromium > /dev/null; \
	fi || true; \
	command -v chromium > /dev/null || echo 'no Chromium: the tests of the page are skipped' >&2

test: check browser  ## all tests but the long ones
	$(BIN)/pytest

test-long: check browser  ## all tests, with the pzprjs engine as a judge if Node is there
	@$(BIN)/python -m pip install -qq --no-deps ppbench || echo 'no ppbench: its tests are skipped' >&2
	$(BIN)/pytest -m 'long or not long'

bench: $(READY)  ## the speed of the solver on the boards of benchmarks/
	$(BIN)/puzzlewright bench evolomino benchmarks/evolomino.txt
	$(BIN)/puzzlewright bench double-choco benchmarks/double_choco.txt

screenshots: $(READY) browser  ## the pictures of the page in docs/img
	PYTHONPATH=tests:tests/web $(BIN)/python tests/web/screenshots.py docs/img

clean:  ## remove what these commands made
	rm -rf $(VENV) out dist
