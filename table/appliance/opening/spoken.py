"""The language of a table, even if its files cannot be used."""

from __future__ import annotations

from pathlib import Path

from table.appliance.service.changes import changes_in
from table.appliance.walk.taught import taught_in
from table.settings.load import system_language, usable
from table.settings.owner import Owner


def language_of(owner: Owner, folder: Path) -> str:
    """The language of the table, even if some of its files cannot be read: the one chosen in the service menu
    or the first start and kept in `folder`, else the owner's, else the machine's."""
    written = usable(owner.table).language
    turned = changes_in(folder, lambda _: None).get("language")
    taught = taught_in(folder, lambda _: None).get("language")
    found = next((one for one in (turned, taught, written) if one and one in owner.languages), "")
    return found or system_language(owner.languages)
