"""`garou voice --get`, against a server of our own with the catalogue's real format."""

from __future__ import annotations

import http.client
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.voice.engines import voices_in
from tests.kit.players import garou
from tests.kit.voice_server import DESCRIPTION, MODEL, SIWIS, VOICES, Server, listed, voice_server


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with a catalogue, and an owner without files."""
    for name in ("STATE", "CONFIG", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    with voice_server() as made:
        yield made


def voices(folder: Path) -> Path:
    """Where the table finds its voices."""
    return folder / "state" / "garou" / "voices"


def get(server: Server, *words: str) -> Any:
    return garou("voice", "--get", *words, "--catalogue", server.address)


def test_the_voices_of_the_language_are_listed_with_size_rate_and_licence(server: Server) -> None:
    told = get(server, "--language", "fr")
    assert told.code == 0
    assert [line.split(maxsplit=5) for line in told.out.splitlines()] == [
        ["fr_FR-siwis-medium", "1", "MB", "22,050", "Hz", "CC BY 4.0"],
        ["fr_FR-tom-medium", "1", "MB", "22,050", "Hz", "https://example.org/tom"],
    ]
    assert "garou voice --get NAME puts one into " in told.err


def test_a_card_that_is_missing_leaves_its_voice_in_the_list(server: Server) -> None:
    del server.files["en/en_GB/alba/medium/MODEL_CARD"]
    told = get(server, "--language", "en-US")
    assert (told.code, told.out.split()) == (0, ["en_GB-alba-medium", "1", "MB", "?", "Hz", "?"])


def test_a_language_of_few_lines_lists_the_voices_of_both_its_languages(
    server: Server, tmp_path: Path
) -> None:
    narration = tmp_path / "own" / "narration"
    narration.mkdir(parents=True)
    (narration / "pt.toml").write_text('[lines]\nnight.fall = "Cai a noite."\n')
    told = get(server, "--language", "pt", "--config", str(narration.parent))
    assert [line.split()[0] for line in told.out.splitlines()] == ["en_GB-alba-medium", "pt_PT-tugão-medium"]


@pytest.mark.parametrize("name", ["fr_FR-siwis-medium", "pt_PT-tugão-medium"])
def test_a_voice_is_fetched_to_where_the_table_finds_it(server: Server, tmp_path: Path, name: str) -> None:
    told = get(server, name)
    model = voices(tmp_path) / f"{name}.onnx"
    assert told.code == 0
    assert told.out == f"{model}: 1 MB; licence: {VOICES[name]}\n"
    assert "Piper is not installed: sudo make install EXTRAS=piper" in told.err
    assert voices_in([voices(tmp_path)])[name[:2]] == str(model)
    assert (model.read_bytes(), model.with_name(f"{name}.onnx.json").read_bytes()) == (MODEL, DESCRIPTION)
    assert len(list(voices(tmp_path).iterdir())) == 2
    server.asked.clear()
    assert get(server, name).code == 0
    assert [path for path, _ in server.asked if path.endswith((".onnx", ".json"))] == ["voices.json"]


def test_a_voice_is_fetched_for_a_table_in_another_folder(server: Server, tmp_path: Path) -> None:
    state = tmp_path / "another"
    assert get(server, "fr_FR-siwis-medium", "--state", str(state)).code == 0
    assert voices_in([state / "voices"])["fr"] == str(state / "voices" / "fr_FR-siwis-medium.onnx")
    assert not voices(tmp_path).exists()


def test_a_voice_behind_another_says_which_one_speaks(server: Server, tmp_path: Path) -> None:
    assert get(server, "fr_FR-siwis-medium").code == 0
    told = get(server, "fr_FR-tom-medium")
    assert f"{voices(tmp_path)}/fr_FR-siwis-medium.onnx goes on speaking fr; to hear this one: " in told.err


def test_a_cut_connection_is_opened_again_where_it_was_cut(server: Server, tmp_path: Path) -> None:
    server.cuts.extend([1000, 300_000])
    assert get(server, "fr_FR-siwis-medium").code == 0
    assert (voices(tmp_path) / "fr_FR-siwis-medium.onnx").read_bytes() == MODEL
    ranges = [wanted for path, wanted in server.asked if path == SIWIS]
    assert ranges == ["", "bytes=1000-", "bytes=301000-"]


def test_the_same_command_goes_on_where_the_last_one_stopped(server: Server, tmp_path: Path) -> None:
    server.cuts.extend([1000, 0])
    told = get(server, "fr_FR-siwis-medium")
    assert (told.code, told.out) == (1, "")
    assert "Asked once more, it goes on where it stopped" in told.err
    assert voices_in([voices(tmp_path)]) == {}
    server.asked.clear()
    assert get(server, "fr_FR-siwis-medium").code == 0
    assert (SIWIS, "bytes=1000-") in server.asked
    assert (voices(tmp_path) / "fr_FR-siwis-medium.onnx").read_bytes() == MODEL


def test_a_server_that_sends_no_rest_sends_the_whole_again(server: Server, tmp_path: Path) -> None:
    server.unable.append("ranges")
    server.cuts.append(1000)
    assert get(server, "fr_FR-siwis-medium").code == 0
    assert (voices(tmp_path) / "fr_FR-siwis-medium.onnx").read_bytes() == MODEL


@pytest.mark.parametrize("damaged", [b"x" + MODEL[1:], MODEL[:-1] + b"x"])
def test_a_file_with_another_checksum_is_not_kept(server: Server, tmp_path: Path, damaged: bytes) -> None:
    server.files[SIWIS] = damaged
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert "fr_FR-siwis-medium.onnx: what came has not the MD5 of the catalogue, and was deleted" in told.err
    assert [path.name for path in voices(tmp_path).iterdir()] == [".fr_FR-siwis-medium.onnx.json"]


def test_a_file_that_is_shorter_than_the_catalogue_says_is_refused(server: Server, tmp_path: Path) -> None:
    server.files[SIWIS] = MODEL[:-1]
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert voices_in([voices(tmp_path)]) == {}


def test_a_disk_with_too_little_room_is_said_before_anything_is_fetched(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert told.err.endswith(f"{voices(tmp_path)} has too little room: 67 MB are needed, 1 MB are free\n")
    assert [path for path, _ in server.asked] == ["voices.json"]


def test_a_disk_that_fills_up_meanwhile_is_one_sentence(server: Server, tmp_path: Path) -> None:
    voices(tmp_path).mkdir(parents=True)
    part = voices(tmp_path) / ".fr_FR-siwis-medium.onnx"
    part.symlink_to("/dev/full")
    told = get(server, "fr_FR-siwis-medium")
    assert (told.code, told.err) == (1, f"garou: {part} cannot be written: the disk is full\n")


def test_a_folder_that_cannot_be_made_is_one_sentence(server: Server, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert told.err.endswith("cannot be written: it is in no folder\n")


@pytest.mark.parametrize("status", [403, 404, 500, 503])
def test_what_the_server_refuses_is_one_sentence(server: Server, status: int) -> None:
    server.failing[SIWIS] = status
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert f"fr_FR-siwis-medium.onnx: the server says {status} {http.client.responses[status]}" in told.err


def test_a_name_that_is_not_there_is_wrong_use_and_like_another(server: Server) -> None:
    told = get(server, "fr_FR-siwi-medium")
    assert told.code == 2
    assert f"--get fr_FR-siwi-medium: {server.address} has no such voice; like it are fr_FR-siwis" in told.err


@pytest.mark.parametrize("catalogue", [b"<html>", b"[]", b'{"a": {"files": 3}}'])
def test_what_is_no_catalogue_is_refused(server: Server, catalogue: bytes) -> None:
    server.files["voices.json"] = catalogue
    told = get(server, "fr_FR-siwis-medium")
    assert told.code == 1
    assert f"{server.address} is no catalogue of Piper voices: " in told.err


def test_a_voice_whose_name_leads_elsewhere_is_not_in_the_catalogue(server: Server) -> None:
    bad = {"../fr_FR-x-low": listed("fr_FR-x-low", {"../fr_FR-x-low.onnx": b"", "a": b""})}
    server.files["voices.json"] = json.dumps(bad).encode()
    told = get(server, "--language", "fr")
    assert (told.code, told.out) == (1, "")
    assert told.err == f"{server.address} has no voice for fr\n"


def test_without_a_network_the_two_files_to_bring_are_named(tmp_path: Path, server: Server) -> None:
    nowhere = "http://127.0.0.1:9/resolve/main/voices.json"
    told = garou("voice", "--get", "fr_FR-siwis-medium", "--catalogue", nowhere)
    model = f"http://127.0.0.1:9/resolve/main/{SIWIS}"
    assert told.code == 1
    assert told.err == (
        f"garou: {nowhere} cannot be reached: nobody listens there. By hand: put these two files into"
        f" {voices(tmp_path)}: {model} and {model}.json\n"
    )
    listing = garou("voice", "--get", "--catalogue", nowhere)
    assert "a voice of http://127.0.0.1:9/tree/main into " in listing.err
    assert server.asked == []


@pytest.mark.parametrize("address", ["/etc/passwd", "file:///etc/passwd", "http://[::1/a", "https:///a", ""])
def test_the_catalogue_is_an_address(address: str) -> None:
    told = garou("voice", "--get", "--catalogue", address)
    assert told.code == 2
    assert told.err.startswith(f'garou: --catalogue "{address}"; allowed: an address such as https://')


def test_the_catalogue_belongs_to_get(server: Server) -> None:
    told = garou("voice", "--catalogue", server.address)
    assert (told.code, told.err) == (2, "garou: --catalogue; allowed: together with --get\n")
