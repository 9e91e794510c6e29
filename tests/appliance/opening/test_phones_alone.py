"""A table whose only seats are phones speaks of phones."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.service.service import Service
from table.settings.owner import Owner


@pytest.mark.parametrize("phones", [True, False])
def test_only_a_table_of_phones_tells_nobody_to_hold_a_button(tmp_path: Path, phones: bool) -> None:
    typed = CommandLine(simulated=True, phones=phones, state=tmp_path)
    prepared = Prepared(typed, Owner(tmp_path), [], Service(wanted=False), print, plays=False)
    deal = "\n".join(prepared.narrate("thiercelieux", "fr").lines["deal.look"])
    assert ("téléphone" in deal, "bouton" in deal) == (phones, not phones)
