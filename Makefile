# Everything sets itself up: a bare Python 3.11, make and a C compiler are enough.
SHELL   := /bin/bash
PYTHON  ?= python3.11
VENV    ?= .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
export MPLBACKEND := Agg
# the kernels that notebooks start are the environment's own
export PATH := $(abspath $(BIN)):$(PATH)

.DEFAULT_GOAL := help
.PHONY: help setup reproduce report bench check-numbers test pins test-portable test-slow cluster extras sync lint imports types notebooks pytest docs readme proofs proofs-topology proofs-continuous theory-pdf article prepare sdist upload clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

setup: $(READY)  ## the virtual environment with the pinned packages (called by the others)

PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# by a path, not by a finder: a finder comes last, after the clone's own folder where a script lies beside it
CLONE := --config-settings editable_mode=compat -e
$(READY): constraints.txt constraints-hashes.txt settings.ini setup.py pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11) and "the pins in constraints.txt are for Python 3.11, this is " + sys.version.split()[0] + ": make PYTHON=/path/to/python3.11")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) --no-deps --require-hashes -r constraints-hashes.txt
	$(PIP) $(if $(TORCH_INDEX),--index-url $(TORCH_INDEX)) -c constraints.txt torch
	$(PIP) -c constraints.txt $(CLONE) '.[all,dev]'
	touch $@

TABLES ?=
ROWS   ?=
SEEDS  ?= 0
PRESET ?= quick
JOBS   ?=
reproduce: $(READY)  ## Tables 1 and 2 whole; or ROWS="1.2 2.1" SEEDS="0 1 2" TABLES=content-style PRESET=long JOBS=2
	$(BIN)/python -m clica_nb.cli reproduce $(foreach t,$(TABLES),--table $(t)) $(if $(ROWS),--rows "$(ROWS)") \
	  --seeds "$(SEEDS)" --preset $(PRESET) $(if $(JOBS),--jobs $(JOBS))

PARTS ?= sync,lint,imports,types,notebooks,pytest
test: $(READY)  ## what CI runs, all of it even where a part fails; or PARTS=lint,types
	$(BIN)/python tests/run_all.py --parts "$(PARTS)" $(if $(JUDGE_SKIPS),--judge-skips)

sync lint imports types notebooks pytest: $(READY)
	$(BIN)/python tests/run_all.py --parts $@

EXTRAS := $(VENV)/.extras
extras: $(EXTRAS)  ## what `make test` uses where it is there: Snakemake, Mitsuba, worlds (1 GB)

$(EXTRAS): $(READY)
	$(PIP) --no-deps --require-hashes -r constraints-hashes-extras.txt
	$(PIP) -c constraints.txt $(CLONE) '.[cluster,mitsuba,worlds]'
	touch $@

# for CPython 3.11; torch and Triton have other files of the same version in PyTorch's own index: they are pinned without hashes
UV := $(BIN)/uv pip compile setup.py --quiet --python-version 3.11 --no-annotate --no-header
HASHED := --constraints constraints.txt --generate-hashes --no-emit-package torch --no-emit-package triton
pins: $(READY)  ## newest versions of all packages, and their hashes, into constraints*.txt
	$(PIP) uv
	$(UV) --all-extras --upgrade -o constraints.txt && sed -i 's/+cpu$$//' constraints.txt
	$(UV) $(HASHED) --extra all --extra dev -o constraints-hashes.txt
	$(UV) $(HASHED) --extra cluster --extra mitsuba --extra worlds -o constraints-hashes-extras.txt

test-portable: $(READY)  ## the numeric notebooks and tests under the arithmetic of other processors
	$(BIN)/python tests/portable.py

CLUSTER := $(VENV)/.cluster
cluster: $(CLUSTER)  ## Snakemake, for many runs or a Slurm cluster: see nbs/howto/cluster.ipynb

$(CLUSTER): $(READY)
	$(PIP) -c constraints.txt $(CLONE) '.[cluster]'
	touch $@

test-slow: $(READY) $(CLUSTER)  ## what takes longer than CI should: slow cells and slow tests
	$(BIN)/python tests/run_all.py --parts notebooks,pytest --slow --workers 1

bench: $(READY)  ## our loss beside the installed libraries, into results/bench/peers.json; goes on where it was stopped
	$(BIN)/python tools/bench.py --json results/bench/peers.json

VERIFIER := build/verifier/bin
check-numbers: $(READY)  ## every mean of the tables again from the records, by a verifier that is not ours
	$(BIN)/python tools/check_numbers.py
	test -x $(VERIFIER)/repro || { $(PYTHON) -m venv build/verifier && $(VERIFIER)/pip install -q reproducible-science==0.6.1; }
	cd build/numbers && ../../$(VERIFIER)/repro verify repro.yaml && ../../$(VERIFIER)/repro numbers repro.yaml

theory-pdf: $(READY)  ## the theory as one PDF with numbered statements: theory.pdf (pandoc and Typst, no LaTeX)
	$(BIN)/pip install -q pypandoc_binary==1.17 typst==0.15.2
	$(BIN)/python tools/site/theory_pdf.py theory.pdf

article: $(READY)  ## the article of nbs/article.ipynb, in the form of ReScience C: article.pdf
	$(BIN)/pip install -q pypandoc_binary==1.17 typst==0.15.2
	$(BIN)/python tools/site/theory_pdf.py article.pdf nbs/article.ipynb

docs: $(READY)  ## the site, built without a network into _docs: open _docs/index.html
	$(BIN)/python tools/site/build.py

readme: $(READY)  ## README.md and the tables of the pages, from the index notebook and the records
	$(BIN)/python tools/site/readme.py

# HOL Light, OCaml and camlp5 as Debian has them; nothing else of this project needs them
PROVER := hol-light libnum-ocaml-dev ocaml-findlib
define prover
	@command -v camlp5o ocamlfind >/dev/null && test -e $${HOLLIGHT_DIR:-/usr/share/hol-light}/hol.ml || { \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then apt-get -qq update && apt-get -qq install -y $(PROVER); \
	  else echo "the proof checker is missing: as root, apt-get install $(PROVER)"; exit 1; fi; }
endef

proofs:  ## check the theorems with HOL Light (installs it, 500 MB, where it may): four minutes of one core
	$(prover)
	python3 proofs/check.py

proofs-topology:  ## the theorems that need HOL Light's topology and measure: some twenty minutes of one core
	$(prover)
	python3 proofs/check.py topology

proofs-continuous:  ## the theorems with continuous latents, from the loss on: some twenty minutes of one core
	$(prover)
	python3 proofs/check.py continuous

prepare: $(READY)  ## before a commit: format, export, clean; then the quick checks and the changed notebooks
	$(BIN)/ruff check -q --fix nbs tests tools; $(BIN)/ruff format -q nbs tests tools
	$(BIN)/nbdev_clean && $(BIN)/nbdev_export
	$(BIN)/python tests/run_all.py --parts sync,lint,imports,types
	$(BIN)/python -m pytest -q tests/test_docstrings.py tests/test_words.py tests/test_notation.py
	{ git diff --name-only --diff-filter=d HEAD -- nbs; git ls-files -o --exclude-standard nbs; } | grep '\.ipynb$$' | \
	  xargs -rn1 $(BIN)/nbdev_test --n_workers 0 --path

sdist: $(READY)  ## the source distribution, unpacked, with its quick checks run in it
	rm -rf build/sdist && $(BIN)/python setup.py -q sdist -d build/sdist && tar xzf build/sdist/*.tar.gz -C build/sdist
	cd build/sdist/*/ && PYTHONPATH=$$PWD $(abspath $(BIN))/python tests/run_all.py --parts sync,lint,imports

UPLOAD := build/upload/venv/bin
upload:  ## wheel and source distribution, built, checked, and sent to PyPI (twine asks for your token); DRY=1 only checks
	test -z "$$(git status --porcelain)" || { echo 'commit first: the distributions are those of a commit'; exit 1; }
	rm -rf build/upload && $(PYTHON) -m venv build/upload/venv && $(UPLOAD)/pip install -q build twine check-wheel-contents
	$(UPLOAD)/python -m build -o build/upload/dist > build/upload/log
	$(UPLOAD)/check-wheel-contents build/upload/dist/*.whl && $(UPLOAD)/twine check --strict build/upload/dist/*
	$(if $(DRY),@echo 'checked; nothing was sent',$(UPLOAD)/twine upload build/upload/dist/*)

clean:  ## remove what can be made again (never runs/, data/ or results/)
	rm -rf _docs _proc build dist *.egg-info .mypy_cache .ruff_cache
