"""A third game of ten lines is played at the whole table, stored and told, by its entry in the one list."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from hardware.notify import ServiceManager
from table.appliance.opening.opening import play
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.service.service import Service
from table.chronicle.evenings import kept_in
from table.chronicle.story import as_text, stored, tell, told_anew, words_of
from table.errors import RefusedError
from table.games import all as the_list
from table.games.protocol import SimulationRequest
from table.house.narrate import narrate
from table.settings.owner import Owner
from table.settings.settings import Settings
from tests.games.pointing import GAME


@pytest.fixture(autouse=True)
def _three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(the_list, "GAMES", (*the_list.GAMES, GAME))


def test_nothing_but_the_list_has_to_know_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    owner, warned = Owner(Path("nowhere")), list[str]()
    typed = CommandLine(simulated=True, rulebook="pointing", seats=4, rounds=2, seed=1, state=tmp_path)
    service = Service(wanted=False)
    won = play(Prepared(typed, owner, [], service, warned.append), service, ServiceManager(""))
    assert won
    assert sum(line.endswith(": pointed at") for line in won) in (1, 2)
    assert not warned
    (kept,) = kept_in(tmp_path, warned.append)
    narration, books = narrate(owner, kept.setup.language, "pointing"), the_list.every_rulebook()
    said = capsys.readouterr().out
    wordings = range(len(narration.lines["over.villagers"]))
    assert any(narration.line("over.villagers", partial(min, one)) in said for one in wordings)
    told = tell(kept, books, narration)
    assert [one.winner for one in told.rounds] == ["villagers", "villagers"]
    assert "  Everybody has pointed." in as_text(told, words_of("pointing", narration))
    assert [told_anew(kept, number, books, narration) for number in range(2)] == [
        stored(kept, number) for number in range(2)
    ]


def test_what_it_does_not_have_it_refuses() -> None:
    (book,) = GAME.rulebooks.values()
    asked = SimulationRequest(book, "", 4, "random", {}, Settings(), list, lambda _: None)
    with pytest.raises(RefusedError, match="pointing cannot be simulated"):
        GAME.simulate(asked)
