"""The chances that are counted, and the decks that are looked for, in a process beside the host's menu."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence

from table.appliance.lobby.deck_chances import DeckQuestion
from table.appliance.lobby.deck_processes import (
    LAST,
    ROUNDS,
    DeckCounter,
    DeckFinder,
    GarouProcess,
    counting,
)
from table.board.menu import MenuEntry
from table.games.chances import shipped
from table.gestures import Meaning
from tests.appliance.lobby.test_hosts_menu import OF_TEN, house, menu
from tests.kit.menus import turn_to

QUESTION = DeckQuestion("thiercelieux", "werewolf=2, seer, villager=5", 8, ())


class Scripted:
    """A process that writes what a test lets it write."""

    started: list[Scripted]

    def __init__(self, words: Sequence[str]) -> None:
        self.words, self.output, self.ended, self.stopped = words, b"", False, False
        self.started.append(self)

    def read(self) -> bytes:
        read, self.output = self.output, b""
        return read

    def has_ended(self) -> bool:
        return self.ended

    def stop(self) -> None:
        self.stopped = True

    def counts(self, rounds: int, village: int) -> None:
        wins = {"villagers": village, "werewolves": rounds - village}
        self.output += json.dumps({"rounds": rounds, "wins": wins, "seconds": 1.0}).encode() + b"\n"


def counter() -> tuple[DeckCounter, list[Scripted]]:
    Scripted.started = []
    return DeckCounter(["--config", "here"], Scripted), Scripted.started


def test_it_tells_what_there_is_so_far_and_counts_each_question_once() -> None:
    made, started = counter()
    assert made.look(QUESTION) is None
    assert made.is_counting
    started[0].output = b'{"rounds": 50, "wi'
    assert made.look(QUESTION) is None, "half a line"
    started[0].output = b'ns": {"villagers": 20}, "seconds": 1}\n'
    found = made.look(QUESTION)
    assert found
    assert (found.tally.rounds, found.tally.wins, found.is_whole) == (50, {"villagers": 20}, False)
    started[0].counts(ROUNDS, 400)
    started[0].ended = True
    found = made.look(QUESTION)
    assert found
    assert (found.tally.rounds, found.is_whole, made.is_counting) == (ROUNDS, True, False)
    made.stop()
    assert made.look(QUESTION) == found
    assert len(started) == 1
    assert started[0].words[-2:] == ["--config", "here"]


def test_another_question_ends_the_one_before() -> None:
    made, started = counter()
    made.look(QUESTION)
    other = QUESTION._replace(given=("captain=never", "reveal=none"))
    made.look(other)
    assert [one.stopped for one in started] == [True, False]
    assert " ".join(word.replace(" ", "_") for word in started[1].words[1:11]) == (
        "--rulebook thiercelieux --deck DECK --seats 8 --option captain=never --option reveal=none"
    ).replace("DECK", QUESTION.deck.replace(" ", "_"))
    made.stop()
    assert started[1].stopped
    assert not made.is_counting


def test_what_it_cannot_count_is_not_tried_again() -> None:
    made, started = counter()
    made.look(QUESTION)
    started[0].ended = True
    assert made.look(QUESTION) is None
    assert made.is_hopeless(QUESTION)
    made.stop()
    assert made.look(QUESTION) is None
    assert len(started) == 1


def test_the_menu_has_counted_what_is_not_shipped_and_shows_how_it_settles() -> None:
    """A deck of one's own; and with another captain, a shipped one."""
    at = house(deck=OF_TEN)
    at.counter, started = counter()
    made = menu(at, seated=10)

    def told() -> str:
        return made.menu(10, 12).entries[0].note

    assert told() == "The chances are being counted."
    started[0].counts(50, 10)
    assert told() == (
        "After 50 rounds, of a hundred: wolves 80, village 20. This is very hard for the village."
    )
    started[0].counts(ROUNDS, ROUNDS // 2)
    assert told() == "Wins in 100: village 50, wolves 50. This is fair."
    made.chosen.choose("game.deck", "expert")
    assert f"village {shipped('thiercelieux', 'expert', 10)['villagers']}" in told()
    made.chosen.choose("game.captain", "never")
    assert told() == "The chances are being counted."
    assert started[1].words[1:9] == (
        ["--rulebook", "thiercelieux", "--deck", "expert", "--seats", "10", "--option", "captain=never"]
    )
    started[1].ended = True
    assert told() == "", "and nothing where nothing can be counted"


def test_a_process_counts_and_gives_way_to_the_table() -> None:
    """The real one, with a few rounds."""
    words = counting(QUESTION._replace(given=("claims=true",)))
    words[words.index("--rounds") + 1] = "3"
    process = GarouProcess(words)
    assert nice(process) == LAST
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert process.has_ended()
    output = process.read()
    process.stop()
    assert json.loads(output)["rounds"] == 3


def nice(process: GarouProcess) -> int:
    with open(f"/proc/{process.pid}/stat") as file:
        return int(file.read().rpartition(") ")[2].split()[16])


def test_the_menu_finds_a_fair_deck_with_what_the_host_wishes() -> None:
    at = house(deck=OF_TEN)
    started: list[Scripted] = []
    Scripted.started = started
    at.finder = DeckFinder(["--config", "here"], Scripted)
    made = menu(at, seated=10)
    made.menu(10, 12)

    def take(label: str) -> None:
        turn_to(made.turning, label)
        made.turning.hear(Meaning.TAKE)

    take("A fair deck")
    for label in ("Witch", "Cupid", "Cupid"):
        take(label)
    take("Look for one")
    words = " ".join(started[0].words)
    assert "--recommend --rulebook thiercelieux --seats 10" in words
    assert "--must witch --without cupid --seed 0 --jobs 1 --json --config here" in words
    assert at.finder.is_looking
    assert made.menu(10, 12).entries[made.turning.cursor].value == "looking…"
    deck = "werewolf=2, seer, witch, villager=6"
    started[0].output = json.dumps({"decks": [{"cards": deck, "fits": True}]}).encode()
    started[0].ended = True
    made.menu(10, 12)
    assert made.choices.game.deck == deck
    take("Look for one")
    started[1].ended = True
    assert "No deck is like that" in made.menu(10, 12).entries[made.turning.cursor].note
    assert made.choices.game.deck == deck


def test_one_press_draws_other_characters_again_and_again() -> None:
    at = house(deck=OF_TEN)
    started: list[Scripted] = []
    Scripted.started = started
    at.finder = DeckFinder(start=Scripted)
    made = menu(at, seated=10)

    def entry() -> MenuEntry:
        made.menu(10, 12)
        return turn_to(made.turning, "Other characters")

    def press() -> None:
        entry()
        made.turning.hear(Meaning.TAKE)

    def found(deck: str) -> None:
        started[-1].output = json.dumps({"decks": [{"cards": deck, "fits": True}]}).encode()
        started[-1].ended = True

    assert entry().value == ""
    press()
    assert f"--like {OF_TEN} --seed 1" in " ".join(started[0].words)
    assert entry().value == "looking…"
    other = "werewolf=2, seer, hunter, cupid, villager=5"
    found(other)
    assert (entry().value, made.choices.game.deck) == ("", other)
    press()
    assert f"--like {other} --seed 2" in " ".join(started[1].words), "other lots, and not the present deck"
    made.chosen.choose("game.deck", OF_TEN)
    assert entry().value == "", "it is not what is wanted now"
    found("werewolf=2, seer, hunter, villager=6")
    made.menu(10, 12)
    assert made.choices.game.deck == OF_TEN
    press()
    started[2].ended = True
    assert "None was found this time" in entry().note
    assert made.choices.game.deck == OF_TEN
    made.chosen.choose("game.deck", "werewolf=2, seer, villager=12")
    assert all(one.label != "Other characters" for one in made.turning.items()), "ten cannot play it"
