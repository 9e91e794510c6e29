"""`garou phones`: the gateway through which phones reach the table."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import ADDRESS, CONFIG, FILE

if TYPE_CHECKING:
    from table.settings.owner import Owner

PORTRAIT_BYTES = 1 << 16
"""Bytes of the largest picture that phones are sent: each is sent all of them."""


def end_with_input() -> None:
    """Ends this process once whoever started it is gone, which closes its standard input."""
    while os.read(
        sys.stdin.fileno(), 1
    ):  # A buffered reader is locked while it waits, and Python cannot end then.
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def say_where(addresses: Sequence[str]) -> None:
    """Says what phones open, for people who do not see the board, and what else they may have to open."""
    if addresses:
        click.echo(f"garou: phones open {', or '.join(f'http://{each}' for each in addresses)}", err=True)


def say_board(port: int, address: str, code: str) -> None:
    """Says where the board is a page, and the code that the page asks for."""
    click.echo(
        f"garou: the board is a page: http://{address or f'localhost:{port}'}/board, code {code}", err=True
    )


def portraits_in(*folders: Path) -> dict[str, str]:
    """The pictures of cards by the keys of the cards, in the set of a rulebook by "rulebook/key". Those of a
    later folder lie over all others. What cannot be read, or is too large for a phone, is left out."""
    from hardware.folders import found_in
    from table import files

    found: dict[str, str] = {}
    for folder, inside in product(folders, ("", "*/")):
        for path in found_in(folder, f"{inside}cards/*.svg"):
            with suppress(OSError, UnicodeDecodeError):
                picture = files.text(path, PORTRAIT_BYTES)
                if not inside:
                    found = {key: each for key, each in found.items() if not key.endswith(f"/{path.stem}")}
                found[f"{path.parent.parent.name}/{path.stem}" if inside else path.stem] = picture
    return found


@click.command("phones", short_help="Runs the gateway through which phones reach the table.")
@click.option("--port", type=click.IntRange(1, 65535), help="Where the page is, if not on phones.port.")
@click.option("--host", help="Listens on this address of the machine alone; else on all.")
@ADDRESS
@click.option("--socket", "path", type=FILE, help="Where the table listens, if not at its usual place.")
@click.option("--beside", is_flag=True, hidden=True, help="Ends when its standard input does.")
@CONFIG
def command(
    port: int | None, host: str | None, address: str | None, path: Path | None, beside: bool, owner: Owner
) -> None:
    """Runs the gateway until it is ended: it serves the page of the phones, and relays between them and a
    table on this machine with phones.enabled = true. It reaches the table again whenever that starts.
    """
    import asyncio

    from hardware.addresses import given_address
    from hardware.libraries import brings
    from hardware.phones.wire import SOCKET
    from hardware.sockets import socket_path
    from table.errors import TableError, counted
    from table.paths import ART
    from table.settings.load import usable
    from table.words.catalogue import shipped, whole_languages

    try:
        from hardware.phones.gateway import run
    except ModuleNotFoundError as error:
        raise TableError(f"garou phones: {error.name} is missing: {brings('websockets')}") from None

    if beside:
        threading.Thread(target=end_with_input, daemon=True).start()
    settings = usable(owner.table).phones
    asked, given = port or settings.port, address or settings.address
    wrong = {language: shipped("phones", language)["wrong"] for language in whole_languages()}
    at = path or socket_path(SOCKET)
    shown = given_address(given, asked) if given else ""
    try:
        portraits = portraits_in(ART, owner.art)
        board = partial(say_board, asked)
        refused = asyncio.run(run(at, asked, host, shown, say_where, board, wrong, portraits))
    except OSError as error:
        raise TableError(f"phones.port = {asked}: nobody can listen there: {error.strerror}") from None
    except KeyboardInterrupt:
        return
    if refused:
        click.echo(f"garou: {counted(refused, 'page')} refused", err=True)
