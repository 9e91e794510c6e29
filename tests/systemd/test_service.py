"""A machine that is a table: the systemd service, the install and cuts in it, the archive."""

from __future__ import annotations

import ast
import fcntl
import grp
import json
import os
import platform
import pwd
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.phones.wire import SOCKET
from hardware.voice import relay
from systemd import bundle, install
from systemd.install import Place, StopError
from table.publish.link import SOCKET as NEWS_SOCKET
from table.sentences import flat
from table.settings.load import settings_of
from table.settings.settings import Settings
from tests.kit.paths import ROOT
from tests.kit.sampling import few

SERVICE = ROOT / "systemd/garou.service"

# The service, as systemd reads it


def unit(path: Path) -> dict[str, list[tuple[str, str]]]:
    """The sections of a unit, each with its keys and values in order."""
    sections: dict[str, list[tuple[str, str]]] = {}
    for line in path.read_text("utf-8").splitlines():
        if header := re.fullmatch(r"\[(\w+)\]", line):
            keys = sections.setdefault(header[1], [])
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, line
            assert re.fullmatch("[A-Z][A-Za-z0-9]+", key), line
            keys.append((key, value))
    return sections


def said(section: str, key: str, path: Path = SERVICE) -> list[str]:
    return [value for name, value in unit(path)[section] if name == key]


SANDBOX = """
Type=notify User=garou Restart=on-failure RestartPreventExitStatus=2 WatchdogSec=10 KillMode=mixed UMask=0077
StateDirectoryMode=0700 LimitCORE=0 DevicePolicy=closed ProtectSystem=strict ProtectHome=yes
NoNewPrivileges=yes CapabilityBoundingSet=
"""
"""What starts a table again, and keeps it from the rest of the machine and its secrets from others."""
STOPS = {"PrivateDevices", "MemoryDenyWriteExecute", "SupplementaryGroups", "PrivateUsers", "ProcSubset"}
"""Each of these would stop a table from starting."""


def test_the_service_starts_again_and_touches_nothing_else() -> None:
    """systemd ignores a key in the wrong section with only a warning."""
    sections = unit(SERVICE)
    assert set(sections) == {"Unit", "Service", "Install"}
    assert set(SANDBOX.split()) <= {f"{key}={value}" for key, value in sections["Service"]}
    assert said("Service", "RestrictAddressFamilies") == ["AF_UNIX AF_NETLINK"]
    keys = [key for key, _ in sections["Service"] if key not in ("Environment", "DeviceAllow")]
    assert len(keys) == len(set(keys))
    assert not {*STOPS, "After", "Wants", "Conflicts", "OnFailure", "StartLimitBurst"} & set(keys)
    assert "SDL_VIDEODRIVER=kmsdrm" in said("Service", "Environment")
    for key in ("Conflicts", "OnFailure", "OnSuccess"):
        assert said("Unit", key) == ["getty@tty1.service"]


def test_the_kernel_knows_what_the_service_may_touch_before_it_starts() -> None:
    """A kind of device that is registered later stays forbidden: on a cold start the table had no voice."""
    registers = {"alsa": "snd", "drm": "drm", "spi": "spidev", "i2c": "i2c_dev", "hidraw": "hid"}
    registers |= {"ws2812-pio-rp1": "ws2812_pio_rp1", "ttyACM": "cdc_acm"}
    allowed = {device.split()[0] for device in said("Service", "DeviceAllow")}
    always = {"char-gpiochip", "char-input", "char-tty", "/dev/leds0", "/dev/gpiomem"}
    assert allowed - always == {f"char-{kind}" for kind in registers}
    wanted = {f"modprobe@{module}.service" for module in registers.values()}
    for key in ("Wants", "After"):
        assert wanted <= set(" ".join(said("Unit", key)).split()), key


BESIDE = {
    "phones": f"--socket %t/garou/{SOCKET}",
    "publish": f"--socket %t/garou/{NEWS_SOCKET}",
    "venue": "",
}
"""What has the network, each in a service of its own, and how it reaches the table."""


def test_voices_come_by_a_socket_at_which_only_the_table_asks() -> None:
    socket, service = (ROOT / f"systemd/garou-voices{end}" for end in (".socket", "@.service"))
    assert said("Unit", "Wants").count("garou-voices.socket") == 1
    assert said("Socket", "ListenStream", socket) == [str(relay.SOCKET)]
    asked = {key: said("Socket", key, socket) for key in ("SocketUser", "SocketMode", "Accept")}
    assert asked == {"SocketUser": ["garou"], "SocketMode": ["0600"], "Accept": ["yes"]}
    assert said("Service", "StandardInput", service) == ["socket"]
    assert said("Service", "ExecStart", service)[0].endswith(f"-m {relay.__name__}")
    alike = {key for key, _ in unit(ROOT / "systemd/garou-publish.service")["Service"]}
    alike -= {"ExecStart", "SupplementaryGroups", "MemoryMax", "TasksMax", "LimitNOFILE"}
    alike -= {"Restart", "RestartSec", "RestartPreventExitStatus"}
    for key in alike:
        assert said("Service", key, service) == said("Service", key, ROOT / "systemd/garou-publish.service")
    assert not said("Service", "SupplementaryGroups", service), "it reads nothing of the owner's"


@pytest.mark.parametrize("name", BESIDE)
def test_what_has_the_network_has_nothing_else(name: str) -> None:
    service = ROOT / f"systemd/garou-{name}.service"
    sections = unit(service)
    keys = [key for key, _ in sections["Service"]]
    assert len(keys) == len(set(keys))
    assert said("Service", "RestrictAddressFamilies", service) == ["AF_UNIX AF_INET AF_INET6"]
    assert "AF_INET" not in said("Service", "RestrictAddressFamilies")[0], "the table has none"
    for key, value in {
        "DynamicUser": "yes",
        "SupplementaryGroups": "garou",
        "PrivateDevices": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "NoNewPrivileges": "yes",
        "CapabilityBoundingSet": "",
        "LimitCORE": "0",
    }.items():
        assert said("Service", key, service) == [value], key
    folders = {"StateDirectory", "RuntimeDirectory", "ConfigurationDirectory", "CacheDirectory"}
    assert not {*folders, "ReadWritePaths", "DeviceAllow", "User"} & set(keys), (
        "what the table has is not its own"
    )
    [start] = said("Service", "ExecStart", service)
    assert said("Service", "RuntimeDirectory") == ["garou"]
    assert start.endswith(f"-m table {name} {BESIDE[name]}".rstrip())
    assert service.name in install.RESTARTED


def test_the_rules_of_the_devices_are_rules() -> None:
    lines = (ROOT / "systemd/90-garou.rules").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    part = r'[A-Z_]+(\{\w+\})?(==|=|\+=)"[^"]*"'
    assert all(re.fullmatch(rf"{part}(, {part})*", rule) for rule in rules)
    lamp = 'SUBSYSTEM=="leds", KERNEL=="ACT|led0", ATTR{trigger}="none", ATTR{brightness}="0"'
    assert any(rule.endswith(lamp) for rule in rules), "it would flicker with each answer that is kept"
    [stick] = [rule for rule in rules if "systemd-mount" in rule]
    assert "nosuid,nodev,noexec" in stick


def test_an_update_takes_the_rules_of_the_former_name_away(machine: Machine) -> None:
    former = machine.place.at("/etc/udev/rules.d/60-garou.rules")
    former.parent.mkdir(parents=True)
    former.write_text("of 0.5.0")
    assert machine.install() == 0
    assert [path.name for path in former.parent.iterdir()] == ["90-garou.rules"]
    former.write_text("of 0.5.0")
    assert install.main(["uninstall", "--destdir", str(machine.place.root)]) == 0
    assert [*former.parent.iterdir()] == []


@pytest.mark.parametrize(
    ("words", "whose"),
    [
        ("play", "garou"),
        ("", "garou"),
        ("check --seat 3", "garou"),
        ("chronicle --write check", "garou"),
        ("config", "root"),
        ("check --write", "root /var/lib/garou"),
        ("check --seat 3 --write", "root /var/lib/garou"),
    ],
)
def test_as_root_only_what_writes_the_owners_files_is_run_as_root(
    machine: Machine, tmp_path: Path, words: str, whose: str
) -> None:
    assert machine.install() == 0
    launcher = machine.place.at("/usr/local/bin/garou").read_text()
    program = "/opt/garou/current/.venv/bin/python"
    assert program in launcher
    path = tmp_path / "bin"
    path.mkdir()
    for name, does in {
        "id": "echo 0",
        "runuser": "echo garou",
        "python": "echo root $STATE_DIRECTORY",
    }.items():
        (path / name).write_text(f"#!/bin/sh\n{does}\n")
        (path / name).chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "-c", launcher.replace(program, "python"), "garou", *words.split()],
        env={"PATH": str(path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == whose


# Installing


STUB = """#!/bin/sh
# A Python that says to which version it belongs, and which evenings there are.
case "$*" in
*" chronicle --json "*) for last; do :; done; exec cat "$last/evenings.json";;
esac
cd "$(dirname "$0")/../.." && pwd -P
"""


class Machine:
    """A folder in the place of /, and a source to install from; no system command is really run."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source = folder / "source"
        self.place = Place(folder / "root", "/opt", "/usr/local/bin")
        self.commands: list[str] = []
        self.failing: dict[str, str] = {}
        self._monkeypatch = monkeypatch
        self.source.mkdir()
        for name in install.SHIPPED:
            if name == "systemd":
                shutil.copytree(ROOT / name, self.source / name)
            elif "." in name or name.isupper() or name == "Makefile":
                shutil.copyfile(ROOT / name, self.source / name)
            else:
                (self.source / name).mkdir()
                (self.source / name / "module.py").write_text("")
        shutil.copyfile(ROOT / "config/table.toml", self.source / "config/table.toml")
        monkeypatch.setattr(install, "SOURCE", self.source)
        monkeypatch.setattr(install, "run", self.run)
        monkeypatch.setattr(os, "sync", lambda: None)  # the disk of whoever runs the tests is not meant

    def run(self, command: Sequence[str | Path], failed: str, *_: object) -> None:
        words = [str(word) for word in command]
        self.commands.append(" ".join(words))
        for part, last in self.failing.items():
            if part in self.commands[-1]:
                raise StopError(f"{failed}: {last}")
        if "venv" in words:
            venv = Path(words[-1])
            (venv / "lib/python3.11/site-packages").mkdir(parents=True, exist_ok=True)
            (venv / "bin").mkdir(exist_ok=True)
            (venv / "bin/python").write_text(STUB)
            (venv / "bin/python").chmod(0o755)

    def install(self, *words: str) -> int:
        given = ["install", "--destdir", str(self.place.root), *words]
        return install.main(given)

    def in_use(self) -> str:
        """The version that plays when the table is started now; checks that it is whole."""
        python = self.place.current / ".venv/bin/python"
        folder = Path(subprocess.run([python], check=True, capture_output=True, text=True).stdout.strip())
        assert (folder / install.READY).exists()
        assert (folder / "table/module.py").exists()
        return folder.name

    def files(self) -> dict[str, tuple[int, int]]:
        """Every file, with its mode and when it was written."""
        told = {}
        for path in sorted(self.place.root.rglob("*")):
            if path.is_file() and not path.is_symlink():
                status = path.stat()
                told[path.relative_to(self.place.root).as_posix()] = (
                    status.st_mode & 0o777,
                    status.st_mtime_ns,
                )
        return told

    def change(self) -> None:
        """Writes the next version of the source."""
        with (self.source / "table/module.py").open("a") as file:
            file.write("# changed\n")


def for_this_machine(wheels: Path, *extras: str) -> Path:
    """An empty folder as an archive with these extras has it."""
    wheels.mkdir()
    (wheels / "pip-1-py3-none-any.whl").write_text("")
    here = {
        "machine": platform.machine(),
        "pythons": ["{}.{}".format(*sys.version_info[:2])],
        "extras": extras,
    }
    (wheels / "made-for.json").write_text(json.dumps(here))
    return wheels


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_a_version_whose_mark_was_taken_away_is_set_up_again_in_its_place(machine: Machine) -> None:
    """As the doctor says if one of its libraries is missing."""
    machine.install()
    version = machine.in_use()
    (machine.place.current / install.READY).unlink()
    machine.commands.clear()
    assert machine.install() == 0
    assert machine.in_use() == version
    assert any("pip install" in command for command in machine.commands)


def test_the_doctor_answers_an_installer_in_its_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a machine without a language of its own it would speak French."""
    monkeypatch.setattr(
        "systemd.install.subprocess.run",
        lambda command, **_: SimpleNamespace(stdout=" ".join(command), stderr=""),
    )
    place = SimpleNamespace(launcher="garou")
    assert "this machine:\ngarou doctor --language en\n" in install.advice(place)  # type: ignore[arg-type]


def test_where_everything_goes(machine: Machine) -> None:
    mask = os.umask(0o077)
    try:
        assert machine.install() == 0
    finally:
        os.umask(mask)
    files = machine.files()
    assert {
        "etc/garou/table.toml",
        "usr/local/share/man/man1/garou.1",
        "etc/udev/rules.d/90-garou.rules",
    } < set(files)
    units = [
        path for kind in ("service", "path", "socket") for path in (ROOT / "systemd").glob(f"garou*.{kind}")
    ]
    assert {f"etc/systemd/system/{path.name}" for path in units} < set(files)
    for path, (mode, _) in files.items():
        if not path.endswith("bin/garou") and ".venv/bin" not in path:
            assert (path, mode) == (path, 0o644), "the table's user reads it, root alone writes it"
    version = machine.in_use()
    assert os.readlink(machine.place.current) == f"versions/{version}"
    assert version.startswith(f"{install.project(ROOT)['version']}-py3.")
    for name in install.SHIPPED:
        assert any(path.startswith(f"opt/garou/versions/{version}/{name}") for path in files)
    assert machine.place.at("/usr/local/bin/garou").stat().st_mode & 0o777 == 0o755
    assert machine.place.at("/etc/systemd/system/garou.service").read_text() == SERVICE.read_text()


def test_another_prefix_is_in_the_launcher_and_the_service(machine: Machine) -> None:
    assert machine.install("--prefix", "/srv/games", "--bindir", "/usr/bin") == 0
    launcher = machine.place.at("/usr/bin/garou")
    assert "exec /srv/games/garou/current/.venv/bin/python -I -m table" in launcher.read_text()
    assert f"MESA_SHADER_CACHE_DIR={install.RECORDINGS} " in launcher.read_text(), (
        "the sandbox allows no other"
    )
    subprocess.run(["sh", "-n", launcher], check=True)
    service = machine.place.at("/etc/systemd/system/garou.service")
    assert said("Service", "ExecStart", service) == [
        "/srv/games/garou/current/.venv/bin/python -I -m table play"
    ]
    assert "/opt" not in service.read_text()


def test_installed_again_nothing_is_built_and_nothing_of_the_owner_touched(machine: Machine) -> None:
    machine.install()
    owner = machine.place.at("/etc/garou/table.toml")
    owner.write_text("seats = 12\n")
    before, version = machine.files(), machine.in_use()
    machine.commands.clear()
    assert machine.install() == 0
    assert machine.commands == []
    assert machine.in_use() == version
    assert owner.read_text() == "seats = 12\n"
    kept = {path for path, told in machine.files().items() if before[path] == told}
    assert {path for path in before if "versions" in path or path.startswith("etc/garou")} <= kept


@pytest.mark.parametrize(
    ("evenings", "waits"),
    [
        ('[{"number": 1, "under_way": true}, {"number": 2, "under_way": false}]', True),
        ('[{"number": 1, "under_way": false}]', False),
        ('[{"number": 1}]', False),
        ("[]", False),
        ("garou: something is wrong", False),
    ],
)
def test_an_update_waits_while_a_round_is_under_way_unless_told_otherwise(
    machine: Machine, capsys: pytest.CaptureFixture[str], evenings: str, waits: bool
) -> None:
    """A new version may have other rules, and then nobody could go on with the round."""
    assert machine.install() == 0
    first = machine.in_use()
    kept = machine.place.at(install.EVENINGS) / "evenings.json"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(evenings)
    assert machine.install() == 0, "the same version changes nothing"
    machine.change()
    capsys.readouterr()
    assert machine.install() == waits
    assert (machine.in_use() == first) == waits
    assert ("a round is under way" in capsys.readouterr().err) == waits
    assert machine.install("--now") == 0
    assert machine.in_use() != first


def test_an_update_stands_in_the_place_of_the_version_before(machine: Machine) -> None:
    machine.install()
    before = machine.in_use()
    evenings = machine.place.at(install.EVENINGS)
    evenings.mkdir(parents=True)
    (evenings / "evenings.sqlite").write_text("kept")
    owner = machine.place.at("/etc/garou/table.toml")
    owner.write_text("seats = 12\n")
    machine.change()
    assert machine.install() == 0
    assert machine.in_use() != before
    assert [path.name for path in machine.place.versions.iterdir()] == [machine.in_use()]
    assert owner.read_text() == "seats = 12\n"
    assert (evenings / "evenings.sqlite").read_text() == "kept"


class CutError(BaseException):
    """The plug is pulled."""


def cut_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Allows so many steps of an install: files, links, commands, removals. Returns how many it took."""
    done = [0]

    def step(owner: Any, name: str) -> None:
        really = getattr(owner, name)

        def cut(*given: Any, **more: Any) -> Any:
            if done[0] >= steps:
                raise CutError
            done[0] += 1
            return really(*given, **more)

        monkeypatch.setattr(owner, name, cut)

    step(install, "run")
    step(shutil, "copyfile")
    step(shutil, "rmtree")
    for name in ("replace", "symlink_to", "write_text", "chmod", "mkdir"):
        step(Path, name)
    return lambda: done[0]


def test_an_install_that_is_cut_anywhere_leaves_a_table_that_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(tmp_path, monkeypatch)
    machine.install()
    old = tmp_path / "old"
    shutil.copytree(machine.place.root, old, symlinks=True)
    before = machine.in_use()
    machine.change()
    seen, steps, is_over = set(), 0, False
    while not is_over:
        shutil.rmtree(machine.place.root)
        shutil.copytree(old, machine.place.root, symlinks=True)
        with monkeypatch.context() as cutting:
            cut_after(steps, cutting)
            with suppress(CutError):
                is_over = machine.install() == 0
        seen.add(machine.in_use())
        assert machine.install() == 0, f"after a cut at step {steps}"
        after = machine.in_use()
        assert after != before
        assert [path.name for path in machine.place.versions.iterdir()] == [after]
        steps += few(1, 4)
    assert seen == {before, after}
    assert steps > 30


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("-m venv", "no Python environment can be made (sudo apt install python3-venv): no disk"),
        ("pip install", "the libraries could not be installed: no disk"),
        ("-m table play", "the new version does not start: no disk"),
    ],
)
def test_what_fails_is_told_in_one_line_and_the_version_before_stays(
    command: str, told: str, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.install()
    before = machine.in_use()
    machine.change()
    machine.failing[command] = "no disk"
    capsys.readouterr()
    assert machine.install() == 1
    assert capsys.readouterr().err == f"garou: {told}\n"
    assert machine.in_use() == before
    assert machine.install() == 1, "nor is it taken for a good one the next time"


def test_what_is_installed_are_the_libraries_of_the_project(machine: Machine) -> None:
    machine.install()
    [pip] = [command for command in machine.commands if "pip install" in command]
    project = install.project(ROOT)
    for wanted in (*project["dependencies"], "gpiod>=2.2", "smbus2>=0.5"):
        assert wanted in pip.split()
    assert "RPi.GPIO" not in pip, "the system's is used where it has one"
    assert "--system-site-packages" in machine.commands[0]


def libraries_of(machine: Machine) -> list[str]:
    """What the last install asked for."""
    [pip] = [command for command in machine.commands if "pip install" in command]
    machine.commands.clear()
    return pip.split()


def test_an_extra_stays_through_updates_until_it_is_taken_back(machine: Machine) -> None:
    piper = install.project(ROOT)["optional-dependencies"]["piper"][0]
    machine.install()
    assert piper not in libraries_of(machine)
    without = machine.in_use()
    assert machine.install("--extras", "piper") == 0
    assert piper in libraries_of(machine)
    assert machine.in_use() != without
    assert machine.install() == 0
    assert machine.commands == [], "the same version with the same extras is there already"
    machine.change()
    assert machine.install() == 0
    assert piper in libraries_of(machine)
    assert machine.install("--extras", "") == 0
    assert piper not in libraries_of(machine)


def test_an_extra_comes_with_the_archive_it_was_packed_into(
    machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    piper = install.project(ROOT)["optional-dependencies"]["piper"][0]
    packed, bare = for_this_machine(tmp_path / "packed", "piper"), for_this_machine(tmp_path / "bare")
    assert machine.install("--wheels", str(packed)) == 0
    assert piper in libraries_of(machine)
    version = machine.in_use()
    machine.change()
    assert machine.install("--wheels", str(bare)) == 1
    told = "piper is not in this archive: make bundle EXTRAS=piper, or ./install --extras ''"
    assert capsys.readouterr().err == f"garou: {told}\n"
    assert machine.in_use() == version
    assert machine.install("--wheels", str(bare), "--extras", "") == 0


def test_make_passes_extras_on_where_they_are_named() -> None:
    def said(*words: str) -> str:
        command = ["make", "--dry-run", "install", *words]
        around = {key: value for key, value in os.environ.items() if key != "EXTRAS"}
        return subprocess.run(
            command, cwd=ROOT, check=True, capture_output=True, text=True, env=around
        ).stdout

    assert "--extras" not in said()
    assert '--extras "piper"' in said("EXTRAS=piper")
    assert '--extras ""' in said("EXTRAS=")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["--prefix", "opt"],
            "PREFIX=opt is not allowed; allowed: a path from /, of letters, digits and . _ + -",
        ),
        (["--bindir", "/a b"], "BINDIR=/a b is not allowed; allowed: a path from /, of letters, digits and"),
        (["--prefix", "/opt/"], "PREFIX=/opt/ is not allowed"),
        (["--extras", "dev,piper"], "EXTRAS=dev is not allowed; allowed: phones, mqtt, pods, piper, packs\n"),
        (["--wheels", "/nowhere"], "/nowhere/made-for.json: No such file or directory"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_written(
    words: list[str], told: str, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.install(*words) == 1
    assert capsys.readouterr().err.startswith(f"garou: {told}")
    assert not machine.place.root.exists()


def test_a_folder_that_cannot_be_written_is_told(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.place.root.write_text("a file")
    assert machine.install() == 1
    told = capsys.readouterr().err
    assert re.fullmatch(r"garou: .*/root.*: (Not a directory|File exists)\n", told)


def test_two_installs_do_not_meet(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.install()
    with (machine.place.at("/opt/garou") / ".lock").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert machine.install() == 1
    assert "another install is at work" in capsys.readouterr().err
    assert machine.install() == 0


def test_the_whole_machine_is_for_root(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    for what in ("install", "uninstall", "purge"):
        assert install.main([what]) == 1
        assert capsys.readouterr().err == "garou: this changes the whole machine: say it again with sudo\n"


def test_a_python_that_will_not_do_is_refused(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 9))
    assert machine.install() == 1
    assert "Python 3.11 or later is needed" in capsys.readouterr().err


def test_the_table_has_a_user_of_its_own_in_the_groups_there_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    users: dict[str, list[str]] = {"gpio": [], "audio": ["garou"], "video": []}
    there: list[str] = []
    commands: list[str] = []

    def known(name: str) -> object:
        if name not in there:
            raise KeyError(name)
        return name

    groups = [SimpleNamespace(gr_name=name, gr_mem=members) for name, members in users.items()]
    monkeypatch.setattr(pwd, "getpwnam", known)
    monkeypatch.setattr(grp, "getgrall", lambda: groups)
    monkeypatch.setattr(grp, "getgrnam", lambda name: next(one for one in groups if one.gr_name == name))
    monkeypatch.setattr(install, "run", lambda command, _: commands.append(" ".join(command)))
    monkeypatch.setattr(install, "EVENINGS", str(tmp_path / "evenings"))
    monkeypatch.setattr(install, "RECORDINGS", str(tmp_path / "recordings"))
    owned: list[tuple[str, ...]] = []
    monkeypatch.setattr(shutil, "chown", lambda *given: owned.append(given))
    install.make_user()
    assert commands == [
        f"useradd --system --user-group --home-dir {tmp_path}/evenings --no-create-home "
        "--shell /usr/sbin/nologin garou",
        "usermod --append --groups gpio,video garou",
    ]
    assert owned == [(f"{tmp_path}/{kind}", "garou", "garou") for kind in ("evenings", "recordings")]
    assert (tmp_path / "evenings").stat().st_mode & 0o777 == 0o700
    commands.clear()
    there.append("garou")
    for group in groups:
        group.gr_mem.append("garou")
    install.make_user()
    assert commands == []


@pytest.mark.parametrize(("what", "left"), [("uninstall", {"etc/garou", "var/lib/garou"}), ("purge", set())])
def test_what_is_left_when_it_is_taken_away(
    what: str, left: set[str], machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.install()
    evenings = machine.place.at(install.EVENINGS)
    evenings.mkdir(parents=True)
    (evenings / "evenings.sqlite").write_text("kept")
    recordings = machine.place.at(install.RECORDINGS)
    recordings.mkdir(parents=True)
    (recordings / "line.wav").write_text("made anew when they are needed")
    given = [what, "--destdir", str(machine.place.root)]
    capsys.readouterr()
    assert install.main(given) == 0
    assert {Path(path).parent.as_posix() for path in machine.files()} == left
    told = capsys.readouterr().out
    assert "gone" in told
    assert all(str(machine.place.root / path) in told for path in left)
    assert install.main(given) == 0, "there is nothing left to take away"
    assert capsys.readouterr().out.startswith(f"There was no garou in {machine.place.root}/opt.")


def test_the_example_says_nothing_and_holds_every_key(tmp_path: Path) -> None:
    shipped = (ROOT / "config/table.toml").read_text("utf-8")
    example = tmp_path / "table.toml"
    example.write_text(install.example(shipped))
    assert all(value == {} for value in flat(tomllib.loads(example.read_text())).values())
    assert settings_of(example) == Settings()
    assert example.read_text().startswith(install.EXAMPLE + "# language = ")
    keys = {f"# {line}": line for line in shipped.splitlines() if re.match(r"\w+ = ", line)}
    assert set(keys) <= set(example.read_text().splitlines())
    all_said = "\n".join(keys.get(line, line) for line in example.read_text().splitlines())
    assert tomllib.loads(all_said) == tomllib.loads(shipped)


def test_a_real_environment_plays_from_wherever_it_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is pretended except the libraries, which are those of whoever runs the tests."""
    really = install.run
    [libraries] = {path for path in sys.path if path.endswith("site-packages")}

    def without_network(command: Sequence[str | Path], failed: str, *around: Any) -> None:
        if "install" in command:
            [packages] = Path(command[0]).parents[1].glob("lib/python3*/site-packages")
            (packages / "libraries.pth").write_text(libraries)
        elif command[2:4] != ["-m", "compileall"]:
            really(command, failed, *around)

    monkeypatch.setattr(install, "run", without_network)
    wheels = for_this_machine(tmp_path / "wheels")
    assert install.main(["install", "--destdir", str(tmp_path / "root"), "--wheels", str(wheels)]) == 0
    (tmp_path / "root").rename(tmp_path / "moved")
    python = tmp_path / "moved/opt/garou/current/.venv/bin/python"
    done = subprocess.run(
        [python, "-I", "-c", "import table, sys; print(table.__file__, *sys.path)"],
        check=True, capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.startswith(str(tmp_path / "moved/opt/garou/"))
    assert str(ROOT) not in done.stdout.split()
    done = subprocess.run(
        [python, "-I", "-m", "table", "--version"], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert done.stdout.strip() == install.project(ROOT)["version"]


# The archive


@pytest.fixture
def wheels(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Replaces the network: notes what would have been fetched, as architecture, Python and library.
    Nothing is compressed."""
    monkeypatch.setattr(bundle, "LEVEL", 0)
    fetched: list[tuple[str, str, str]] = []

    def download(folder: Path, arch: str, python: str, wanted: Sequence[str]) -> None:
        for library in wanted:
            fetched.append((arch, python, library))
            name = re.split("[<>=]", library)[0]
            (folder / f"{name}-1-cp{python.replace('.', '')}-{arch}.whl").write_text(library)

    monkeypatch.setattr(bundle, "download", download)
    return fetched


def test_the_archive_holds_the_table_its_libraries_and_their_sums(
    tmp_path: Path, wheels: list[tuple[str, str, str]]
) -> None:
    archive = bundle.bundle("aarch64", ["3.11", "3.13"], tmp_path)
    name = f"garou-{install.project(ROOT)['version']}-aarch64"
    assert archive == tmp_path / f"{name}.tar.gz"
    for python in ("3.11", "3.13"):
        wanted = {library for _, of, library in wheels if of == python}
        assert {"pip", *install.requirements(ROOT)} <= wanted
    subprocess.run(
        ["sha256sum", "--check", f"{archive.name}.sha256"], cwd=tmp_path, check=True, capture_output=True
    )
    with tarfile.open(archive) as packed:
        members = packed.getmembers()
        packed.extractall(tmp_path, filter="data")
    paths = [member.name for member in members]
    assert paths == sorted(paths)
    held = {path.relative_to(ROOT).as_posix() for path in install.shipped(ROOT)}
    assert held < {path.removeprefix(f"{name}/") for path in paths}
    assert {(member.uid, member.gid, member.mtime) for member in members} == {(0, 0, bundle.NOT_BEFORE)}
    assert [member.name for member in members if member.mode != 0o644] == [f"{name}/install"]
    assert (tmp_path / name / "table/room/room.py").read_bytes() == (ROOT / "table/room/room.py").read_bytes()
    subprocess.run(
        ["sha256sum", "--check", "--strict", "SHA256SUMS"],
        cwd=tmp_path / name,
        check=True,
        capture_output=True,
    )
    listed = (tmp_path / name / "SHA256SUMS").read_text().splitlines()
    assert len(listed) == len(members) - 1
    assert json.loads((tmp_path / name / "wheels/made-for.json").read_text()) == {
        "machine": "aarch64",
        "pythons": ["3.11", "3.13"],
        "extras": [],
    }


@pytest.mark.usefixtures("wheels")
def test_the_same_files_make_the_same_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = bundle.bundle("x86_64", ["3.11"], tmp_path / "a").read_bytes()
    assert bundle.bundle("x86_64", ["3.11"], tmp_path / "b").read_bytes() == first
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert bundle.bundle("x86_64", ["3.11"], tmp_path / "c").read_bytes() != first


@pytest.mark.usefixtures("wheels")
def test_the_archive_installs_itself_unless_it_is_damaged(tmp_path: Path) -> None:
    archive = bundle.bundle("x86_64", ["3.11"], tmp_path)
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    folder = tmp_path / archive.name.removesuffix(".tar.gz")
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "$PWD: $@"\n')
    python.chmod(0o755)
    around = {"PATH": os.environ["PATH"], "PYTHON": str(python)}

    def started() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [folder / "install", "--destdir", "there"],
            env=around,
            cwd="/",
            check=False,
            capture_output=True,
            text=True,
        )

    assert started().stdout == f"{folder}: -B -m systemd.install --wheels wheels --destdir there\n"
    with (folder / "table/room/room.py").open("a") as file:
        file.write("#")
    damaged = started()
    assert (damaged.returncode, damaged.stdout) == (1, "")
    assert damaged.stderr.splitlines()[-1] == "garou: this archive is damaged, copy it again"


def test_an_archive_is_for_one_kind_of_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made-for.json").write_text(
        '{"machine": "aarch64", "pythons": ["3.11", "3.13"], "extras": []}'
    )
    here = "{}.{}".format(*sys.version_info[:2])
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    told = f"this archive is for aarch64 with Python 3.11 or 3.13, this is x86_64 with {here}"
    with pytest.raises(StopError, match=re.escape(told)):
        install.check_wheels(tmp_path)
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(sys, "version_info", (3, 13, 1))
    install.check_wheels(tmp_path)
    monkeypatch.setattr(sys, "version_info", (3, 12, 1))
    with pytest.raises(StopError, match=re.escape("this is aarch64 with 3.12")):
        install.check_wheels(tmp_path)


def test_what_was_packed_is_installed_with_nothing_fetched(machine: Machine, tmp_path: Path) -> None:
    wheels = for_this_machine(tmp_path / "wheels")
    assert machine.install("--wheels", str(wheels)) == 0
    [pip] = [command for command in machine.commands if "/pip install" in command]
    assert f"{wheels}/pip-1-py3-none-any.whl/pip install" in pip
    assert f"--no-index --find-links {wheels}" in pip
    assert "--without-pip" in machine.commands[0], "a system without ensurepip will do"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--arch", "aarch64 x", "3.11"], "ARCH=aarch64 x is not allowed; allowed: aarch64, x86_64\n"),
        (["--arch", "sparc", "3.11"], "ARCH=sparc is not allowed; allowed: aarch64, x86_64\n"),
        (
            ["--extras", "pipe", "3.11"],
            "EXTRAS=pipe is not allowed; allowed: phones, mqtt, pods, piper, packs\n",
        ),
        (["3.11", "3.9"], "PYTHONS=3.9 is not allowed; allowed: 3.11 or later, such as 3.13"),
    ],
)
def test_what_cannot_be_packed_is_told(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bundle.main(words) == 1
    assert capsys.readouterr().err.startswith(f"garou: {told}")


NO_NETWORK = """\
WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError(...)': /simple/click/
ERROR: Could not find a version that satisfies the requirement click>=8 (from versions: none)
ERROR: No matching distribution found for click>=8
"""


def test_without_a_network_it_is_asked_for() -> None:
    failing = [sys.executable, "-c", f"import sys; sys.exit({NO_NETWORK!r})"]
    told = "the libraries could not be installed, is there a network? say it again once there is"
    with pytest.raises(StopError, match=f"^{re.escape(told)}$"):
        install.run(failing, "the libraries could not be installed")
    with pytest.raises(StopError, match=r"^it failed: ERROR: No"):
        install.run([*failing[:2], failing[2].replace("NewConnectionError", "")], "it failed")


def test_setting_up_needs_nothing_but_python() -> None:
    """It runs before anything is installed."""
    imported = {
        name.split(".")[0]
        for path in (ROOT / "systemd").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert "argparse" in imported
    assert imported <= {*sys.stdlib_module_names, "systemd"}
