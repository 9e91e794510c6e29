"""The board as a page: tables that need no display, and what opens the page."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pytest
from click.testing import CliRunner

from hardware.interface import Clock
from hardware.phones.board_wire import BoardCaption, BoardKeys, Size, board_socket
from hardware.phones.wire import SOCKET
from hardware.screen import why_no_display
from hardware.simulated import SimulatedVoice
from hardware.sockets import socket_path
from hardware.troubles import DeviceError, Trouble
from table.__main__ import garou
from table.appliance.devices.links import BOARD_KEY, board_keys
from table.appliance.devices.sounding import OpenSound
from table.appliance.starting import Face
from table.appliance.table import Table
from table.board.board import Board
from table.errors import ClosedError
from table.settings.settings import PhoneSettings, Settings, Sound, VoiceSettings
from table.words.narration import Narration
from tests.hardware.phones.test_board_link import BoardGateway, until

TABLET: Size = (400, 300)
SILENT = Settings(
    seats=6,
    phones=PhoneSettings(enabled=True),
    voice=VoiceSettings(enabled=False),
    sound=Sound(ambience=0, music=0, effects=0),
)


@pytest.fixture(autouse=True)
def sockets_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Table and gateway meet in a folder of this test. The path of a socket has to be short."""
    with TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        yield


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise DeviceError(why_no_display("no picture"))

    monkeypatch.setattr("hardware.screen.Screen.__init__", none)


def opened(face: Face | None, settings: Settings = SILENT) -> Table:
    narration = Narration.load("en")
    return Table(settings, list(narration.places)[:6], narration, face, 1.0)


def looked_at(table: Table) -> BoardGateway:
    """A screen shows the board of this table from now on."""
    gateway = BoardGateway(board_socket(socket_path(SOCKET)))
    gateway.look(TABLET)
    page = table.opened.page
    assert page
    until(lambda: page.is_due)
    return gateway


def test_phones_play_at_a_table_without_a_display(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    faces: list[Face | None] = []
    addresses: list[str] = []

    def gateway(settings: PhoneSettings) -> AbstractContextManager[None]:
        addresses.append(settings.address)
        return nullcontext()

    def plays(table: Table, *_: object) -> None:
        faces.append(table.face)
        table.close()
        raise ClosedError("closed by hand")

    monkeypatch.setattr("table.appliance.opening.tonight.gather_and_wait", plays)
    monkeypatch.setattr("table.appliance.opening.opening.gateway_beside", gateway)
    state = tmp_path / "state"
    words = ["play", "--simulated", "--phones", "--address", "garou.example", "--state", str(state)]
    told = CliRunner().invoke(garou, words)
    assert (told.exit_code, faces, addresses) == (0, ["page"], ["garou.example"]), told.output
    assert (state / BOARD_KEY).is_file()


def test_a_board_in_memory_is_drawn_for_those_who_look_and_shows_them_what_a_display_would() -> None:
    table = opened("page")
    view = table.opened.devices.view
    shown = Board("attract", headline="Loups-Garous", caption="The village sleeps.")
    view.show(shown, 0.0)
    gateway = looked_at(table)
    view.show(shown, 0.0)
    assert gateway.heard() == BoardCaption("The village sleeps.")
    assert gateway.picture().size == TABLET
    gateway.close()
    table.close()


@pytest.mark.usefixtures("no_display")
def test_a_table_that_lost_its_display_is_blind_until_somebody_opens_its_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = opened(None)
    assert "no picture" in capsys.readouterr().err
    assert table.blind
    gateway = looked_at(table)
    assert not table.blind
    gateway.close()
    table.close()


@pytest.mark.parametrize(
    ("face", "output", "plays"), [("page", "auto", True), ("board", "auto", False), ("board", "page", True)]
)
def test_the_page_plays_where_it_is_the_only_board_or_the_owner_says_so(
    face: Face, output: str, plays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[object] = []

    def open_sound(settings: Settings, clock: Clock, *more: object) -> OpenSound:  # noqa: ARG001
        given.append(more[-1])
        return OpenSound(SimulatedVoice(clock))

    monkeypatch.setattr("table.appliance.devices.open_devices.open_sound", open_sound)
    table = opened(face, msgspec.structs.replace(SILENT, sound=Sound(output=output)))
    assert given == [table.opened.page if plays else None]
    table.close()


def test_a_table_that_only_a_page_can_play_calls_closed_eyes_once_somebody_has_touched_it() -> None:
    """Else nobody would know when to open them."""
    spoken = msgspec.structs.replace(SILENT, voice=VoiceSettings(), sound=Sound(output="page"))
    table = opened("page", spoken)
    gateway = looked_at(table)
    until(lambda: table.opened.devices.voice.trouble == Trouble("sound.page_unheard"))
    assert table.eyes() == "eyes_down"
    gateway.look(TABLET, hears=True)
    until(lambda: table.opened.is_heard)
    assert table.eyes() == spoken.game.night == "eyes_closed"
    gateway.close()
    table.close()


def test_a_table_without_phones_has_no_page() -> None:
    narration = Narration.load("en")
    table = Table(Settings(voice=VoiceSettings(enabled=False)), ["A", "B"], narration, "log", 1.0)
    assert table.opened.page is None
    table.close()


def test_each_start_has_a_code_of_its_own_and_screens_keep_their_key(tmp_path: Path) -> None:
    folder = tmp_path / "garou"
    first, second = board_keys(folder), board_keys(folder)
    assert first.key == second.key
    assert len({board_keys(folder).code for _ in range(8)}) > 1
    assert {len(first.code), len(second.code)} == {6}
    assert stat.S_IMODE((folder / BOARD_KEY).stat().st_mode) == 0o600


@pytest.mark.parametrize("content", ["", '"short"', '{"key": 1}', "\0"])
def test_a_damaged_key_is_replaced(tmp_path: Path, content: str) -> None:
    (tmp_path / BOARD_KEY).write_text(content)
    made = board_keys(tmp_path)
    assert len(made.key) == 32
    assert board_keys(tmp_path).key == made.key


def test_a_key_that_cannot_be_kept_opens_the_page_tonight(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert isinstance(board_keys(tmp_path / "file" / "garou"), BoardKeys)
    assert "screens need a new code next time" in capsys.readouterr().err
