"""`garou publish`: public news of this table, published to an MQTT broker."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("publish", short_help="Publishes the table's public news to an MQTT broker.")
@click.option("--socket", "path", type=FILE, help="Where the table listens, if not at its usual place.")
@CONFIG
def command(path: Path | None, owner: Owner) -> None:
    """Publishes what the board of the table on this machine shows, to the MQTT broker of [broker] in
    table.toml, until it is ended. The table needs publish.enabled = true. Nothing reaches the table this way.
    """
    from hardware.libraries import brings
    from hardware.sockets import socket_path
    from table.appliance.walk.taught import language_of
    from table.errors import TableError
    from table.publish.link import SOCKET
    from table.settings.load import load
    from table.settings.owner import state_directory

    try:
        from table.publish.broker import password_of
        from table.publish.publisher import Publisher
    except ModuleNotFoundError as error:
        raise TableError(f"garou publish: {error.name} is missing: {brings('paho')}") from None

    # What is wrong with a deck is for the table to say.
    settings, report = load(owner.table, languages=owner.languages)
    report.refuse("refused")
    texts = owner.catalogue.texts("venue", language_of(owner, state_directory()))
    password = password_of("publish", settings.publish.password_file)
    publisher = Publisher(settings.publish, settings.broker, password, texts["entity"], say)
    ended = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: ended.set())
    publisher.run(path or socket_path(SOCKET), ended)


def say(sentence: str) -> None:
    """Says what has become of the connection."""
    click.echo(f"garou: {sentence}", err=True)
