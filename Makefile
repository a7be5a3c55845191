PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-long check bench clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -e '.[test]'
	touch $(READY)

demo: $(READY)  ## solve and prove a published puzzle, print it and write the pictures
	$(BIN)/python benchmarks/demo.py out

check: $(READY)  ## style and strict types
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check  ## everything that takes less than a few minutes
	$(BIN)/pytest

test-long: check  ## everything
	$(BIN)/pytest -m 'long or not long'

bench: $(READY)  ## the speed of the solver on the boards of benchmarks/
	$(BIN)/puzzlewright bench evolomino benchmarks/evolomino.txt

clean:
	rm -rf $(VENV) out dist
