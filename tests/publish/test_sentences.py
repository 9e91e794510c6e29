"""What the two commands say of a configuration that cannot be used: one sentence, and exit code 2."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.kit.players import garou

PLAIN = '[broker]\nhost = "127.0.0.1"\ntls = false\n'


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (
            '[broker]\nca = "/nowhere/ca.crt"\n',
            "broker.ca = /nowhere/ca.crt: cannot be read: it is not there",
        ),
        (
            f'{PLAIN}[publish]\npassword_file = "/nowhere/p"\n',
            "publish.password_file = /nowhere/p: cannot be read: it is not there",
        ),
        (
            '[publish]\ntable = "Table 1"\n',
            'publish.table = "Table 1" is not allowed; allowed: small letters, digits and -, 32 at most',
        ),
    ],
)
def test_what_cannot_be_used_is_said(written: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(written)
    told = garou("publish", "--config", str(tmp_path))
    assert (told.code, told.out) == (2, "")
    assert told.err.endswith(f"{said}\n")
    assert told.err.startswith("garou: ")


def test_a_deck_with_a_role_of_the_house_does_not_keep_it_from_publishing(tmp_path: Path) -> None:
    deck = '[game]\ndeck = "ours"\n[decks]\nours = "werewolf=2, black_cat, villager=6"\n'
    (tmp_path / "table.toml").write_text(f'{PLAIN}[publish]\npassword_file = "/nowhere/p"\n{deck}')
    assert "password_file" in garou("publish", "--config", str(tmp_path)).err


def test_an_empty_password_and_a_file_that_is_no_certificate_are_said(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_text("\n")
    (tmp_path / "table.toml").write_text(f'{PLAIN}[venue]\npassword_file = "{empty}"\n')
    told = garou("venue", "--config", str(tmp_path))
    assert (told.code, told.err) == (
        2, f"garou: venue.password_file = {empty}: its first line is empty; allowed: a password\n",
    )  # fmt: skip
    (tmp_path / "table.toml").write_text(f'[broker]\nca = "{empty}"\n')
    told = garou("publish", "--config", str(tmp_path))
    assert told.code == 2
    assert told.err.startswith(f"garou: broker.ca = {empty}: no certificate in it")


def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text(PLAIN)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = garou("venue", "--config", str(tmp_path), "--host", "127.0.0.1", "--port", port)
    assert told.code == 1
    assert told.err == f"garou: venue.port = {port}: nobody can listen there: Address already in use\n"
