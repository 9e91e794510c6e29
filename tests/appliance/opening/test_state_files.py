"""What a table keeps in its folder: whatever has become of it, the table opens and plays."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import product
from pathlib import Path
from sqlite3 import connect
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from hardware.notify import ServiceManager
from hardware.voice.packing import write_pack
from hardware.voice.packs import Manifest, VoicePack
from table import faults
from table.appliance.devices import links, own_wifi
from table.appliance.lobby import phone_places
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.opening import play as play_tonight
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.service import changes as service_changes
from table.appliance.service.deeds import deeds_in
from table.appliance.service.service import Service
from table.appliance.table import Table
from table.appliance.voicing import human_voice
from table.appliance.walk import taught
from table.errors import ClosedError
from table.evening import journal_files as journal
from table.house import limits
from table.settings.owner import PACKS, Owner
from table.settings.settings import Settings
from tests.appliance.walk.test_taught import TAUGHT_SIX
from tests.kit.players import CommandResult, garou
from tests.kit.sampling import some

LOGS = (f"{journal.FILE}-wal", f"{journal.FILE}-shm")
COPIES = (journal.COPY, f"{journal.COPY}-part")
ASIDE = journal.ASIDE.format(1)
CHOSEN = (phone_places.FILE, service_changes.FILE, taught.FILE)
"""What somebody has chosen with buttons or a phone, and would miss."""
FILES = (
    *(journal.FILE, *LOGS, *COPIES, journal.NEW, journal.LOCK, journal.MENDED, ASIDE),
    *(*CHOSEN, links.BOARD_KEY, own_wifi.FILE, limits.FILE, faults.FAULT, PACKS),
)
"""Everything a table keeps in its folder."""


def cut_short(path: Path, data: bytes) -> None:
    path.write_bytes(data[: len(data) // 2])


def of_a_later_version(path: Path, data: bytes) -> None:
    """Written by a program that knows more."""
    path.write_bytes(data)
    if path.suffix == ".toml":
        path.write_bytes(data + b'\ncolour = "red"\n')
    elif path.suffix == ".json":
        path.write_bytes(json.dumps({"format": 2, "kept": json.loads(data)}).encode())
    elif data.startswith(b"SQLite") and path.name != ASIDE:
        with closing(connect(path)) as base:
            base.executescript("CREATE TABLE later (at_s REAL); PRAGMA user_version = 99")
    else:
        path.write_bytes(b"2 " + data)


DAMAGES: Mapping[str, Callable[[Path, bytes], object]] = {
    "cut short": cut_short,
    "empty": lambda path, _: path.write_bytes(b""),
    "garbage": lambda path, _: path.write_bytes(bytes(range(256)) * 20),
    "zeros": lambda path, _: path.write_bytes(bytes(5000)),
    "nested": lambda path, _: path.write_bytes(b"[" * 100_000),
    "huge": lambda path, _: path.write_bytes(b" " * (3 << 20)),
    "later": of_a_later_version,
    "a folder": lambda path, _: (path / "deep").mkdir(parents=True),
    "a pipe": lambda path, _: os.mkfifo(path),
    "a link to itself": lambda path, _: path.symlink_to(path.name),
}


@pytest.fixture(autouse=True, scope="module")
def sockets_of_its_own() -> Iterator[None]:
    """Other tests listen for phones at the same time. The path of a socket has to be short."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_RUNTIME_DIR", folder)
        yield


@pytest.fixture(scope="module")
def owner(tmp_path_factory: pytest.TempPathFactory) -> Owner:
    folder = tmp_path_factory.mktemp("owner")
    text = '[phones]\nenabled = true\n[game]\nrulebook = "mots-garous"\n[mots_garous]\ndifficulty = "easy"\n'
    (folder / "table.toml").write_text(f'language = "en"\nseats = 6\n{text}')
    return Owner(folder)


def play(owner: Owner, state: Path) -> CommandResult:
    """A round at this table."""
    options = ("--rounds", "1", "--config", str(owner.folder), "--state", str(state))
    return garou("play", "--simulated", *options)


@pytest.fixture(scope="module")
def kept(owner: Owner, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table that has seen all: two evenings, a repair, a fault, and every menu."""
    folder = tmp_path_factory.mktemp("state")
    play(owner, folder)
    cut_short(folder / journal.FILE, (folder / journal.FILE).read_bytes())
    assert play(owner, folder).code == 0
    for name in (*LOGS, journal.NEW):
        (folder / name).write_bytes(b"")
    for name in COPIES[1:]:
        shutil.copy(folder / journal.COPY, folder / name)
    taught.keep(TAUGHT_SIX, folder)
    service_changes.keep({"voice.volume": 0.5}, folder)
    seated = {"owners": {"a" * 32: 2}, "names": {"2": "Ana"}, "at_s": time.time()}
    (folder / phone_places.FILE).write_text(json.dumps(seated))
    wifi = {"name": "Garou 47", "password": "badofuja", "is_open": True}
    (folder / own_wifi.FILE).write_text(json.dumps(wifi))
    limits.Mark(folder).write(limits.HangMark("/house/owl.py", "0", "dawn", False))
    faults.kept(ValueError("a fault"), folder)
    (folder / PACKS).mkdir()
    assert {path.name for path in folder.iterdir()} == {*FILES}
    return folder


@pytest.mark.parametrize(("name", "damage"), some(product(FILES, DAMAGES), 6))
def test_no_file_that_a_table_keeps_can_keep_it_from_opening(
    owner: Owner, kept: Path, tmp_path: Path, name: str, damage: str
) -> None:
    state = tmp_path / "state"
    shutil.copytree(kept, state)
    path = state / name
    data = path.read_bytes() if path.is_file() else b""
    path.unlink() if path.is_file() else path.rmdir()
    DAMAGES[damage](path, data)
    told = play(owner, state)
    assert (told.code, told.out != "") == (0, True)
    assert "Traceback" not in told.err
    if name in (journal.FILE, *CHOSEN):
        assert str(path) in told.err, "who misses it can read why"
    assert {path.name for path in state.iterdir()} <= {*FILES, journal.ASIDE.format(2)}, "each is tried here"


SEATED: Mapping[str, tuple[Any, ...]] = {
    "names": tuple("ABCDEFGH"),
    "phones.seats": (7, 8),
    "rings.on_board": (7, 8),
    "out_of_service": (8,),
}
"""What an owner's file says of the last of eight seats."""


@pytest.mark.parametrize("key", SEATED)
def test_what_the_owner_wrote_for_more_seats_than_were_taught_keeps_no_table_closed(
    tmp_path: Path, key: str
) -> None:
    *table, last = key.split(".")
    owner = Owner(tmp_path)
    head = "".join(f"[{name}]\n" for name in table)
    owner.own_table.write_text(f"{head}{last} = {json.dumps(SEATED[key])}\n")
    taught.keep(TAUGHT_SIX, tmp_path / "state")
    told: list[str] = []
    typed = CommandLine(state=tmp_path / "state", first_start=True)
    settings = Prepared(typed, owner, [], Service(wanted=False), told.append, plays=True).settings
    assert (settings.seats, settings.value(key)) == (6, TAUGHT_SIX.get(key, ()))
    assert key in TAUGHT_SIX or [sentence for sentence in told if f"{key} = " in sentence]


class Installs(Service):
    """Installs the pack of a stick by the menu of the table that is open, and closes it."""

    could_say: Sequence[bool] = ()

    def look_after(self, table: Table, *more: Any, **_: Any) -> bool:
        folder = more[-1]
        voice = table.opened.heard.voice
        could = [voice.can_say("Nobody has read this.", "fr")]
        deeds_in(folder, lambda _: "", list, lambda: MenuTexts("en")).slow["install"](lambda _: None)
        could += [voice.can_say(line, "fr") for line in ("Nobody has read this.", "La nuit tombe.")]
        self.could_say = could
        raise ClosedError("seen")


def test_what_the_service_menu_installs_speaks_at_the_same_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick, state = tmp_path / "stick", tmp_path / "state"
    stick.mkdir()
    write_pack(stick / "fr.voice", Manifest("fr", "mamie", "1"), [("La nuit tombe.", b"")])
    monkeypatch.setattr("table.appliance.service.deeds.stick", lambda: stick)
    monkeypatch.setattr(VoicePack, "read", lambda *_: b"")
    monkeypatch.setattr("table.appliance.opening.opening.face_here", lambda: "window")
    service, typed = Installs(wanted=True), CommandLine(state=state, simulated=True)
    tonight = Prepared(typed, Owner(tmp_path / "own"), (), service, lambda _: None, plays=True)
    play_tonight(tonight, service, ServiceManager(""))
    assert service.could_say == [True, False, True], "any engine has every line, a pack its own"


def test_a_human_voice_is_fetched_to_where_the_same_table_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(human_voice, "find_spec", lambda name: name)
    monkeypatch.setattr("hardware.addresses.own_addresses", lambda _: ["fd00::1"])
    for folder, is_wanted in ((tmp_path / "other", True), (tmp_path, False)):
        made = human_voice.human_voice(Settings(), folder)
        assert made
        voice = tmp_path / PACKS / "fr_FR-siwis-medium.onnx"
        voice.parent.mkdir(exist_ok=True)
        voice.write_bytes(b"")
        Path(f"{voice}.json").write_bytes(b"{}")
        assert made.is_wanted("fr") == is_wanted
