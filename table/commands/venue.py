"""`garou venue`: a page that shows all tables of a place."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG
from table.commands.publish import say

if TYPE_CHECKING:
    from table.settings.owner import Owner


@click.command("venue", short_help="Serves a page that shows all tables of a place.")
@click.option("--port", type=click.IntRange(1, 65535), help="Where the page is, if not on venue.port.")
@click.option("--host", help="Listens on this address of the machine alone; else on all.")
@CONFIG
def command(port: int | None, host: str | None, owner: Owner) -> None:
    """Serves a page for the bar or the entrance until it is ended: every table that is published to the
    broker of [broker] in table.toml. With ?staff behind its address it also says which table needs somebody,
    with ?lang=fr or ?lang=en it is in that language.
    """
    import asyncio

    from hardware.addresses import page_address
    from hardware.libraries import brings
    from table.errors import TableError
    from table.settings.load import load

    try:
        from table.publish.broker import Broker, password_of
        from table.publish.venue import Venue, run
    except ModuleNotFoundError as error:
        raise TableError(f"garou venue: {error.name} is missing: {brings('paho')}") from None

    # What is wrong with a deck is for the table to say.
    settings, report = load(owner.table, languages=owner.languages)
    report.refuse("refused")
    chosen = settings.venue
    texts = {language: owner.catalogue.texts("venue", language) for language in owner.languages}
    password = password_of("venue", chosen.password_file)
    make = partial(Broker, settings.broker, "venue", chosen.user, password, say)
    asked = port or chosen.port
    address = partial(page_address, asked, host)
    where = f"the tables are at http://{address() or f'localhost:{asked}'}"

    async def serve() -> None:
        await run(Venue(texts, address, chosen.title), make, asked, host, partial(say, where))

    try:
        asyncio.run(serve())
    except OSError as error:
        raise TableError(
            f"venue.port = {asked}: nobody can listen there: {os.strerror(error.errno or 0)}"
        ) from None
