"""`sudo make install`: installs the table as a service on a machine of its own. `uninstall` and `purge` undo
it.

A version is built beside the one in use, tried, and only then put in its place, by one rename: an install
that is cut short leaves a table that plays. It never touches the owner's files or the evenings.
"""

from __future__ import annotations

import argparse
import fcntl
import grp
import hashlib
import json
import os
import platform
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).resolve().parent.parent
SHIPPED = (
    *("table", "hardware", "sounds", "config", "docs", "systemd"),
    *("LICENSE", "NOTICES", "README.md", "CHANGELOG.md", "Makefile", "pyproject.toml", "setup.py"),
)
"""Files of this folder that make up a table."""
USER = "garou"
GROUPS = ("gpio", "spi", "i2c", "video", "render", "audio", "input", "dialout")
OF_SYSTEM = "RPi.GPIO"
"""The pin library of old kernels, the system's where it has it: there are no wheels of it."""
OWNER, EVENINGS, RECORDINGS = "/etc/garou", "/var/lib/garou", "/var/cache/garou"
UNITS = "/etc/systemd/system"
SYSTEM = {".service": UNITS, ".path": UNITS, ".socket": UNITS, ".rules": "/etc/udev/rules.d"}
"""Where the system expects the files of systemd/, by kind."""
SHARED = {
    "garou.1": "man/man1/garou.1",
    "garou.bash": "bash-completion/completions/garou",
    "garou.zsh": "zsh/site-functions/_garou",
    "garou.fish": "fish/vendor_completions.d/garou.fish",
}
"""Where the manual page and what completes words belong, in the `share` beside the folder of commands."""
RESTARTED = ("garou.service", "garou-phones.service", "garou-publish.service", "garou-venue.service")
"""What goes on in the new version, if it was running: page and table have to understand each other."""
FORMER = ("/etc/udev/rules.d/60-garou.rules",)
"""Files of earlier versions, which this one removes."""
OFFLINE = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|Max retries|Network is unreachable"
)
"""Text in pip's output if it reaches no server."""
READY = ".ready"
"""Marks a finished version; it is written last."""
DEVICES = (
    "import hardware.buttons.expander, hardware.buttons.gpio, hardware.rings.spi, hardware.screen, "
    "hardware.voice.spoken"
)
"""Modules that a round on a machine without devices does not load."""


class StopError(Exception):
    """Stops the installation: the reason is one sentence."""


class Place(NamedTuple):
    """The paths of an installation. `root`: replaces /, for a system that is not running."""

    root: Path
    prefix: str
    bindir: str

    @property
    def is_here(self) -> bool:
        """Whether it is the running system."""
        return self.root == Path("/")

    @property
    def home(self) -> str:
        """The program's folder, on the system it will run on."""
        return f"{self.prefix}/garou"

    @property
    def launcher(self) -> str:
        return f"{self.bindir}/garou"

    @property
    def versions(self) -> Path:
        return self.at(self.home) / "versions"

    @property
    def current(self) -> Path:
        """The link to the version in use."""
        return self.at(self.home) / "current"

    @property
    def extras(self) -> Path:
        """The extras of the version in use, which the next one keeps."""
        return self.at(self.home) / "extras"

    def at(self, path: str) -> Path:
        """The present path of an absolute path of that system."""
        return self.root / path.lstrip("/")


def place_of(destdir: str, prefix: str, bindir: str) -> Place:
    """A place with paths that a service can use; raises `StopError` for others."""
    for name, path in (("PREFIX", prefix), ("BINDIR", bindir)):
        if not re.fullmatch(r"(/[\w.+-]+)+", path, re.ASCII):
            raise StopError(
                f"{name}={path} is not allowed; allowed: a path from /, of letters, digits and . _ + -"
            )
    return Place(Path(destdir).absolute() if destdir else Path("/"), prefix, bindir)


# Installing


def install(
    place: Place, wheels: Path | None = None, extras: Sequence[str] | None = None, now: bool = False
) -> None:
    """Installs this folder's version, unless it is already in use. `extras`: the optional libraries from now
    on; None: those it has, and those that were packed. `now`: even while a round is under way."""
    check_python()
    packed = check_wheels(wheels)
    if extras is None:
        extras = sorted({*kept_extras(place), *packed})
    check_extras(SOURCE, extras)
    if wheels and (absent := [extra for extra in extras if extra not in packed]):
        raise StopError(
            f"{absent[0]} is not in this archive: make bundle EXTRAS={absent[0]}, or ./install --extras ''"
        )
    check_rights(place)
    with alone(place):
        version = version_of(SOURCE, extras)
        folder = place.versions / version
        if not now and place.current.exists() and os.readlink(place.current) != f"versions/{version}":
            check_no_round(place)
        if place.is_here:
            make_user()
        is_new = not (folder / READY).is_file()
        if is_new:
            sweep(place)
            say(f"Garou {version} is being set up in {place.at(place.home)}; this takes a minute or two.")
            build(folder, wheels, extras)
            try_out(folder, place)
            os.sync()  # A version called ready must be on the disk.
            write(folder / READY, "")
        before = os.readlink(place.current) if place.current.is_symlink() else ""
        write(place.extras, "".join(f"{extra}\n" for extra in extras))
        switch(place.current, f"versions/{version}")
        write_system_files(place)
        owner = place.at(OWNER)
        write_owner_files(owner)
        os.sync()
        if place.is_here:
            reload(restart=is_new or before != f"versions/{version}")
        sweep(place)
    say(f"Garou {version} {'is in use' if is_new else 'was in use already'}: {place.at(place.launcher)}")
    say("man garou says all of it; the next shell completes its words with the tab key.")
    report(folder, owner)
    if place.is_here:
        say(f"\n{advice(place)}")


def check_python() -> None:
    version = platform.python_version()
    if sys.version_info < (3, 11):  # noqa: UP036 - any Python may be asked to install
        raise StopError(f"Python 3.11 or later is needed, this is {version}: make install PYTHON=python3.13")


def check_wheels(wheels: Path | None) -> Sequence[str]:
    """Checks that the packed wheels are for this machine. Returns their extras."""
    if wheels is None:
        return ()
    made_for: Mapping[str, Any] = json.loads((wheels / "made-for.json").read_text("utf-8"))
    machine, python = platform.machine(), "{}.{}".format(*sys.version_info[:2])
    theirs, pythons = made_for["machine"], made_for["pythons"]
    if machine != theirs or python not in pythons:
        known = " or ".join(pythons)
        raise StopError(f"this archive is for {theirs} with Python {known}, this is {machine} with {python}")
    extras: Sequence[str] = made_for["extras"]
    return extras


def kept_extras(place: Place) -> list[str]:
    """The extras of the version in use."""
    return place.extras.read_text("utf-8").split() if place.extras.exists() else []


def extras_of(text: str) -> list[str]:
    """The extras named in a text, each once."""
    return sorted(set(re.split("[ ,]+", text)) - {""})


def check_extras(source: Path, extras: Sequence[str]) -> None:
    """Checks that the extras exist in the project; those for developers are not for a table, and that of USB
    is a package of the system."""
    others = ("pi", "usb", "dev", "release")
    known = [extra for extra in project(source)["optional-dependencies"] if extra not in others]
    for extra in extras:
        if extra not in known:
            raise StopError(f"EXTRAS={extra} is not allowed; allowed: {', '.join(known)}")


def check_rights(place: Place) -> None:
    if place.is_here and os.geteuid() != 0:
        raise StopError("this changes the whole machine: say it again with sudo")


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """Locks out other installations."""
    path = place.at(place.home) / ".lock"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StopError(f"another install is at work in {path.parent}: wait for its end") from None
        yield


def version_of(source: Path, extras: Sequence[str] = ()) -> str:
    """A name of the version: the project's version, its Python, and a checksum of its extras and all its
    files."""
    total = hashlib.sha256(" ".join(extras).encode())
    for path in shipped(source):
        data = path.read_bytes()
        total.update(f"{path.relative_to(source)}\0{len(data)}\0".encode() + data)
    python = "{}.{}".format(*sys.version_info[:2])
    return f"{project(source)['version']}-py{python}-{total.hexdigest()[:10]}"


def project(source: Path) -> Mapping[str, Any]:
    """The contents of pyproject.toml."""
    import tomllib

    told: Mapping[str, Any] = tomllib.loads((source / "pyproject.toml").read_text("utf-8"))["project"]
    return told


def shipped(source: Path) -> Iterator[Path]:
    """Every file of a table, in a fixed order."""
    for name in SHIPPED:
        top = source / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            hidden = any(
                part.startswith(".") or part == "__pycache__" for part in path.relative_to(source).parts
            )
            if path.is_file() and not hidden:
                yield path


def requirements(source: Path, extras: Sequence[str] = ()) -> list[str]:
    """The libraries to install, with those of these extras."""
    told = project(source)
    optional: Mapping[str, Sequence[str]] = told["optional-dependencies"]
    wanted = [one for extra in ("pi", *extras) for one in optional[extra]]
    return [*told["dependencies"], *(one for one in wanted if not one.startswith(OF_SYSTEM))]


def build(folder: Path, wheels: Path | None, extras: Sequence[str]) -> None:
    """Builds the version in one folder that can be moved, with a Python environment of its own."""
    for path in shipped(SOURCE):
        target = folder / path.relative_to(SOURCE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
    venv, python = folder / ".venv", folder / ".venv/bin/python"
    run(
        [
            sys.executable,
            "-I",
            "-m",
            "venv",
            "--system-site-packages",
            *(["--without-pip"] if wheels else []),
            venv,
        ],
        "no Python environment can be made (sudo apt install python3-venv)",
    )
    told = project(SOURCE)
    [packages] = (venv / "lib").glob("python3*/site-packages")
    write(packages / "garou.pth", os.path.relpath(folder, packages) + "\n")
    about = f"Metadata-Version: 2.1\nName: {told['name']}\nVersion: {told['version']}\n"
    write(packages / f"garou-{told['version']}.dist-info/METADATA", about)
    pip = [
        python,
        *(["-m", "pip"] if wheels is None else [next(wheels.glob("pip-*.whl")) / "pip"]),
        "install",
    ]
    pip += [
        "--quiet",
        "--no-input",
        "--disable-pip-version-check",
        "--no-warn-script-location",
        "--prefer-binary",
    ]
    pip += ["--retries", "2"] if wheels is None else ["--no-index", "--find-links", wheels]
    # The table has libraries of its own, whatever the system has.
    run([*pip, "--ignore-installed", *requirements(SOURCE, extras)], "the libraries could not be installed")
    run([python, "-I", "-m", "compileall", "-q", "-x", r"/\.venv/", folder], "the program cannot be compiled")


def try_out(folder: Path, place: Place) -> None:
    """Plays a round with the new version as the service's user, before it is used."""
    python, as_user = folder / ".venv/bin/python", ["runuser", "-u", USER, "--"] if place.is_here else []
    with tempfile.TemporaryDirectory() as made:
        if place.is_here:
            shutil.chown(made, USER)
        around = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": made}
        play = ("play", "--simulated", "--rounds", "1", "--config", str(folder / "config/table.toml"))
        for command in (("-c", DEVICES), ("-m", "table", *play)):
            run([*as_user, python, "-I", *command], "the new version does not start", around)


def switch(link: Path, target: str) -> None:
    """Points the link to another version, atomically."""
    beside = link.with_name(link.name + ".new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target)
    beside.replace(link)


def sweep(place: Place) -> None:
    """Removes every version that is not in use: old and unfinished ones."""
    in_use = Path(os.readlink(place.current)).name if place.current.is_symlink() else ""
    for folder in place.versions.glob("*"):
        if folder.name != in_use:
            shutil.rmtree(folder)


# The system's files


def check_no_round(place: Place) -> None:
    """Raises `StopError` while a round is under way at this table: with another version's rules it might not
    be resumable."""
    as_user = ["runuser", "-u", USER, "--"] if place.is_here else []
    done = subprocess.run(
        [*as_user, place.current / ".venv/bin/python", "-I", "-m", "table",
         "chronicle", "--json", "--state", place.at(EVENINGS)],
        cwd="/", check=False, text=True, stdin=subprocess.DEVNULL, capture_output=True,
    )  # fmt: skip
    try:
        evenings = json.loads(done.stdout)
    except ValueError:  # No journal that the version in use can read: nothing can be lost.
        return
    if any(one.get("under_way") for one in evenings):
        raise StopError(
            "a round is under way, and a new version may have other rules: say it again once it is over, "
            "or at once with NOW=1 (./install --now)"
        )


def make_user() -> None:
    """Creates the service's user, who owns the evenings and may use the devices, and nothing more."""
    try:
        pwd.getpwnam(USER)
    except KeyError:
        own = ["--gid", USER] if in_groups({USER}) else ["--user-group"]
        home = ["--home-dir", EVENINGS, "--no-create-home", "--shell", "/usr/sbin/nologin"]
        run(["useradd", "--system", *own, *home, USER], f"the user {USER} cannot be made")
    for folder in (EVENINGS, RECORDINGS):
        Path(folder).mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.chown(folder, USER, USER)
    missing = [group for group in in_groups(GROUPS) if USER not in grp.getgrnam(group).gr_mem]
    if missing:
        run(["usermod", "--append", "--groups", ",".join(missing), USER], f"{USER} cannot use the devices")


def in_groups(wanted: Sequence[str] | set[str]) -> list[str]:
    """Those of these groups that exist on this system."""
    there = {group.gr_name for group in grp.getgrall()}
    return [group for group in wanted if group in there]


LAUNCHER = """\
#!/bin/sh
# As root it is run as the table's own user, on the table's own evenings. Only root writes the owner's files.
if [ "$(id -u)" = 0 ] && id -u {user} >/dev/null 2>&1; then
    case "$1 $*" in
    "config "*) ;;
    "check "*--write*) export STATE_DIRECTORY={evenings} ;;
    *)
        exec runuser -u {user} -- env HOME={evenings} STATE_DIRECTORY={evenings} \\
            XDG_CACHE_HOME={caches} MESA_SHADER_CACHE_DIR={caches}/garou \\
            {home}/current/.venv/bin/python -I -m table "$@"
        ;;
    esac
fi
exec {home}/current/.venv/bin/python -I -m table "$@"
"""


def system_files(place: Place) -> Iterator[tuple[str, str]]:
    """Destination and content of each file of systemd/."""
    for path in sorted((SOURCE / "systemd").iterdir()):
        if path.suffix in SYSTEM:
            yield f"{SYSTEM[path.suffix]}/{path.name}", path.read_text("utf-8")
        elif path.name in SHARED:
            share = Path(place.bindir).parent / "share"
            yield f"{share / SHARED[path.name]}", path.read_text("utf-8")


def write_system_files(place: Place) -> None:
    """Writes the system's files: how to start the table, and who owns its devices."""
    launcher = place.at(place.launcher)
    caches = str(Path(RECORDINGS).parent)
    write(launcher, LAUNCHER.format(user=USER, home=place.home, evenings=EVENINGS, caches=caches), 0o755)
    for path, text in system_files(place):
        write(place.at(path), text.replace("/opt/garou", place.home))
    for path in FORMER:
        place.at(path).unlink(missing_ok=True)


def write_owner_files(folder: Path) -> None:
    """Creates the owner's folder with an example without effect. Existing files stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.path.lexists(folder / "table.toml"):
        write(folder / "table.toml", example((SOURCE / "config/table.toml").read_text("utf-8")))


EXAMPLE = """\
# Your table. What stands behind a # is as it is shipped: take the # away in front of what shall be different.
# `garou config` says what an update has made of it.

"""


def example(shipped_text: str) -> str:
    """The shipped settings with every key commented out, and an introduction."""
    _, _, keys = shipped_text.partition("\n\n")
    lines = keys.splitlines()
    return EXAMPLE + "\n".join(line if not line or line[0] in "#[ " else f"# {line}" for line in lines) + "\n"


def reload(restart: bool) -> None:
    """Has the running system reload its files; a running table restarts, and offers to resume."""
    if Path("/run/systemd/system").is_dir():
        run(["systemctl", "daemon-reload"], "systemd does not take the new service")
        if restart:
            run(["systemctl", "try-restart", *RESTARTED], "the table cannot be started again")
    if Path("/run/udev").is_dir():
        run(["udevadm", "control", "--reload"], "udev does not take the new rules")
        subsystems = [f"--subsystem-match={name}" for name in ("spidev", "ws2812-pio-rp1", "hidraw", "leds")]
        run(["udevadm", "trigger", *subsystems], "udev")


def report(folder: Path, owner: Path) -> None:
    """Checks the owner's files against this version; the first time it also copies what is shipped."""
    python = folder / ".venv/bin/python"
    remember = [] if (owner / "shipped").is_dir() else ["--remember"]
    done = subprocess.run(
        [python, "-I", "-m", "table", "config", "--config", str(owner), *remember],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    say((done.stdout + done.stderr).strip())


def advice(place: Place) -> str:
    """Prints what is left to the owner: boot settings, then the start."""
    asked = [place.launcher, "doctor", "--language", "en"]  # as all else that is said here
    done = subprocess.run(asked, check=False, capture_output=True, text=True)
    return (
        f"sudo garou doctor says of this machine:\n{done.stdout or done.stderr}\n"
        f"Say in {OWNER}/table.toml how your table is wired, walk round it with sudo garou check, then:\n"
        "sudo systemctl enable --now garou"
    )


# Uninstalling


def uninstall(place: Place) -> None:
    """Removes the program; the owner's files and the evenings stay."""
    was_there = remove(place)
    kept = [str(place.at(path)) for path in (OWNER, EVENINGS) if place.at(path).exists()]
    stay = f" {' '.join(kept)} stay: make purge takes them too." if kept else ""
    say(("Garou is gone." if was_there else no_garou(place)) + stay)


def purge(place: Place) -> None:
    """Removes everything, with the evenings and the owner's files."""
    was_there = remove(place)
    for path in (OWNER, EVENINGS):
        was_there = was_there or place.at(path).exists()
        shutil.rmtree(place.at(path), ignore_errors=True)
    if place.is_here and USER in {user.pw_name for user in pwd.getpwall()}:
        run(["userdel", USER], f"the user {USER} cannot be taken away")
    say("Garou, its evenings and your files of it are gone." if was_there else no_garou(place))


def no_garou(place: Place) -> str:
    return f"There was no garou in {place.at(place.home).parent}."


def remove(place: Place) -> bool:
    """Removes the program and the system's files. Returns whether any of it existed."""
    check_rights(place)
    paths = [*(path for path, _ in system_files(place)), *FORMER]
    names = [Path(path).name for path in paths if "systemd" in path and place.at(path).exists()]
    units = [name for name in names if "@." not in name]  # of a template only instances can be stopped
    runs = place.is_here and Path("/run/systemd/system").is_dir()
    if runs and units:
        run(["systemctl", "disable", "--now", *units], "the service cannot be stopped")
    was_there = any(place.at(path).exists() for path in (*paths, place.launcher, place.home))
    for path in (*paths, place.launcher):
        place.at(path).unlink(missing_ok=True)
    for path in (place.home, RECORDINGS):
        shutil.rmtree(place.at(path), ignore_errors=True)
    if runs:
        run(["systemctl", "daemon-reload"], "systemd does not take it")
    return was_there


# Helpers


def run(command: Sequence[str | Path], failed: str, around: Mapping[str, str] = os.environ) -> None:
    """Runs a command in silence, from /, with these variables. Raises `StopError` with its last message."""
    try:
        done = subprocess.run(
            command, cwd="/", env=around, check=False, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except FileNotFoundError:
        raise StopError(f"{failed}: there is no {command[0]}") from None
    if done.returncode:
        if OFFLINE.search(done.stdout):
            raise StopError(f"{failed}, is there a network? say it again once there is")
        said = [line for line in done.stdout.splitlines() if line.strip()]
        raise StopError(f"{failed}: {said[-1].strip() if said else f'it ended with {done.returncode}'}")


def write(path: Path, text: str, mode: int = 0o644) -> None:
    """Writes a file atomically: afterwards it is the new one or the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, "utf-8")
    beside.chmod(mode)
    beside.replace(path)


def say(sentence: str) -> None:
    print(sentence, flush=True)


def main(words: Sequence[str] | None = None) -> int:
    """Prints every failure as one line on standard error."""
    parser = argparse.ArgumentParser(prog="install", description="Sets Garou up on this machine.")
    parser.add_argument("what", choices=("install", "uninstall", "purge"), nargs="?", default="install")
    parser.add_argument("--destdir", default="", help="a folder in the place of /")
    parser.add_argument("--prefix", default="/opt", help="where the folder garou goes")
    parser.add_argument("--bindir", default="/usr/local/bin", help="where the command goes")
    parser.add_argument("--extras", help="optional libraries, from now on: piper")
    parser.add_argument("--wheels", type=Path, help="a folder of libraries: nothing is fetched")
    parser.add_argument("--now", action="store_true", help="even while a round is under way")
    asked = parser.parse_args(words)
    os.umask(0o022)  # The table's user has to read what root writes.
    try:
        place = place_of(asked.destdir, asked.prefix, asked.bindir)
        if asked.what == "install":
            extras = None if asked.extras is None else extras_of(asked.extras)
            install(place, asked.wheels and asked.wheels.absolute(), extras, asked.now)
        else:
            (uninstall if asked.what == "uninstall" else purge)(place)
    except StopError as error:
        told = str(error)
    except OSError as error:
        told = f"{error.filename or 'this machine'}: {error.strerror}"
    except KeyboardInterrupt:
        told = "broken off: what was in use stays in use"
    else:
        return 0
    print(f"garou: {' '.join(told.split())}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
