"""A configuration that cannot be used: the board says why, the table keeps running, and correcting it is
enough."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from hardware.clocks import VirtualClock
from hardware.notify import ServiceManager
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.mending import CHARS, RETRY_S, stamps, tell_on_board, told
from table.board.board import Board
from table.errors import ClosedError, Reason, TableError, UnreadableError
from table.evening.journal import Journal
from table.settings.owner import Owner
from table.version import program
from tests.hardware.test_notify import Manager
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.players import CommandResult, garou
from tests.kit.tables import NARRATION, RecordingView

GOOD = 'language = "en"\n[pins]\nbackend = "simulated"\n[rings]\nbackend = "simulated"\n'
BAD = GOOD + "[voice]\nvolume = 7\n"
SENTENCE = "line 7: voice.volume = 7 is not allowed; allowed: a number from 0 to 1"


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    folder = tmp_path / "etc"
    folder.mkdir()
    (folder / "table.toml").write_text(BAD)
    return Owner(folder)


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(str(tmp_path / "notify"))
    yield made
    made.wire.close()


def is_told(sentence: str, board: Board) -> bool:
    """Whether the board says this and nothing else."""
    assert board.menu
    return [entry.label for entry in board.menu.entries] == [sentence]


def test_a_folder_that_vanishes_while_it_is_listed_is_a_change(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stamps(owner)

    def listed(folder: Path, pattern: str) -> Iterator[Path]:
        assert pattern == "**/*"
        raise FileNotFoundError(2, "No such file or directory", str(folder / "words"))
        yield folder

    (owner.folder / "other.toml").write_text(GOOD)
    assert stamps(owner) != before
    monkeypatch.setattr(Path, "glob", listed)
    assert stamps(owner) == before, "only the owner's table.toml is known of it"


def mend(owner: Owner, text: str = GOOD) -> None:
    (owner.folder / "table.toml").write_text(text)


class Waiting:
    """A table that cannot be opened, on a clock that the test moves."""

    def __init__(self, owner: Owner, manager: Manager) -> None:
        self.owner = owner
        self.clock = VirtualClock()
        self.view = RecordingView()
        self.manager = ServiceManager(manager.address, watchdog_s=10.0, now=self.clock.now)

    def wait(self) -> bool:
        error = UnreadableError(f"{self.owner.table}, {SENTENCE}")
        read = stamps(self.owner)
        return tell_on_board(error, self.owner, read, self.manager, lambda: self.view, self.clock)


def test_the_board_says_it_in_the_owners_language_until_a_file_has_changed(
    owner: Owner, manager: Manager
) -> None:
    waiting = Waiting(owner, manager)
    waiting.clock.at(100.0, lambda: mend(owner))
    assert waiting.wait()
    assert 100 <= waiting.clock.now() <= 102
    [seen] = waiting.view.seen
    assert is_told(f"{owner.table}, {SENTENCE}", seen.board)
    assert seen.board.menu
    assert seen.board.menu.title == "The table cannot open"


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "narration").mkdir(),
        lambda folder: (folder / "table.toml").unlink(),
        lambda folder: (folder / "table.toml").write_text(BAD.replace("7", "8")),
        lambda folder: os.utime(folder / "table.toml", ns=(1, 1)),
    ],
)
def test_any_change_of_the_owners_files_is_worth_a_look(
    owner: Owner, manager: Manager, change: object
) -> None:
    waiting = Waiting(owner, manager)
    assert callable(change)
    waiting.clock.at(30.0, lambda: change(owner.folder))
    assert waiting.wait()
    assert 30 <= waiting.clock.now() <= 32


def test_what_lies_elsewhere_is_looked_at_again_after_a_while(owner: Owner, manager: Manager) -> None:
    waiting = Waiting(owner, manager)
    assert waiting.wait()
    assert waiting.clock.now() == pytest.approx(RETRY_S)


def test_the_watchdog_hears_that_it_lives_and_the_log_what_is_wrong(
    owner: Owner, manager: Manager, capsys: pytest.CaptureFixture[str]
) -> None:
    waiting = Waiting(owner, manager)
    lives: list[float] = []
    for second in range(60):
        waiting.clock.at(
            second + 0.5, lambda: lives.extend([waiting.clock.now()] * ("WATCHDOG=1" in manager.heard()))
        )
    manager.heard()
    waiting.clock.at(60.0, lambda: mend(owner))
    waiting.wait()
    assert len(lives) > 5
    assert max(after - before for before, after in pairwise(lives)) <= 7
    said = capsys.readouterr().err
    assert said == f"garou: {owner.table}, {SENTENCE}. The table waits until this is mended.\n"


def test_whoever_ends_the_table_ends_it(owner: Owner, manager: Manager) -> None:
    waiting = Waiting(owner, manager)
    waiting.clock.at(20.0, lambda: setattr(waiting.view, "closed", True))
    with pytest.raises(ClosedError):
        waiting.wait()
    assert waiting.clock.now() <= 22


def test_of_a_sentence_that_is_too_long_the_beginning_is_shown() -> None:
    sentence = "/etc/garou/table.toml, line 3: " + "one word and the next, " * 60
    for language in ("fr", "en"):
        board = told(sentence, MenuTexts(language))
        assert board.menu
        [entry] = board.menu.entries
        assert CHARS - 20 < len(entry.label) <= CHARS
        assert sentence.startswith(entry.label.removesuffix(" …"))
        assert entry.label.endswith(" …")


@pytest.mark.parametrize("text", [BAD, "language = ", "\xff", "language = 3\n", 'language = "eo"\n'])
def test_a_file_that_cannot_be_read_at_all_is_told_of_too(owner: Owner, manager: Manager, text: str) -> None:
    mend(owner, text)
    waiting = Waiting(owner, manager)
    waiting.clock.at(1.0, lambda: mend(owner))
    assert waiting.wait()
    assert is_told(f"{owner.table}, {SENTENCE}", waiting.view.seen[0].board)


# The command


def served(owner: Owner, manager: Manager, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Runs the command as the service manager does. Returns its error lines but the first, which names the
    program."""
    monkeypatch.setenv("NOTIFY_SOCKET", manager.address)
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(owner.folder))
    monkeypatch.setenv("XDG_STATE_HOME", str(owner.folder.parent / "state"))
    played = garou("play", "--rounds", "1", "--seed", "1")
    first, *log = played.err.splitlines()
    assert first.startswith(f"garou: {program()}, Python ")
    return [str(played.code), *log]


def test_the_service_shows_it_and_opens_once_it_is_mended(
    owner: Owner, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, clock = RecordingView(), VirtualClock()
    clock.at(50.0, lambda: mend(owner, BAD.replace("7", "8")))
    clock.at(90.0, lambda: mend(owner))
    monkeypatch.setattr("table.appliance.opening.mending._screen", lambda: view)
    monkeypatch.setattr("table.appliance.opening.mending.LiveClock", lambda: clock)
    code, *log = served(owner, manager, monkeypatch)
    assert code == "0"
    assert len(view.seen) == 2
    for number, seen in zip((7, 8), view.seen, strict=True):
        assert is_told(f"{owner.table}, {SENTENCE.replace('= 7', f'= {number}')}", seen.board)
    assert "garou: Round 1 is over." in log
    assert manager.heard().count("STOPPING=1") == 1


def test_the_screen_of_the_table_shows_it(
    owner: Owner, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SDL draws into memory here."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    clock = VirtualClock()
    drawn: list[set[tuple[int, ...]]] = []

    def look() -> None:
        surface = pygame.display.get_surface()
        assert surface
        width, height = surface.get_size()
        drawn.append({tuple(surface.get_at((x, y))) for x in range(width) for y in range(0, height, 9)})
        mend(owner)

    clock.at(5.0, look)
    monkeypatch.setattr("table.appliance.opening.mending.LiveClock", lambda: clock)
    error = UnreadableError(f"{owner.table}, {SENTENCE}")
    assert tell_on_board(error, owner, stamps(owner), ServiceManager(manager.address))
    assert len(drawn[0]) > 10, "letters, not a bare screen"
    assert pygame.display.get_surface() is None, "and it is given back"


def test_without_a_display_it_is_said_in_the_log_and_not_tried_again(
    owner: Owner, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise pygame.error("No available video device")

    monkeypatch.setattr("hardware.screen.open_display", none)
    assert served(owner, manager, monkeypatch) == ["2", f"garou: {owner.table}, {SENTENCE}"]
    assert manager.heard() == []


def test_whoever_starts_it_by_hand_has_his_sentence_at_once(
    owner: Owner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    played = garou("play", "--config", str(owner.folder))
    assert (played.code, played.err) == (2, f"garou: {owner.table}, {SENTENCE}\n")


# In the table's words

FRENCH = "ligne 7\u00a0: voice.volume = 7 n’est pas permis\u00a0; permis\u00a0: un nombre de 0 à 1"
WRONG = Reason(
    "setting.refused",
    place=Reason("file.line", file="table.toml", line=7),
    key="voice.volume",
    value="7",
    allowed=Reason("allowed.number_between", least=0, most=1),
)


def shown(owner: Owner, manager: Manager, error: TableError) -> Board:
    """The board that shows this error for a while."""
    view, clock = RecordingView(), VirtualClock()
    told_by = ServiceManager(manager.address, now=clock.now)
    assert tell_on_board(error, owner, stamps(owner), told_by, lambda: view, clock)
    [seen] = view.seen
    return seen.board


@pytest.mark.parametrize(
    ("files", "turned", "title", "said"),
    [
        ({}, "", "The table cannot open", f"table.toml, {SENTENCE}"),
        ({}, "fr", "La table ne peut pas s’ouvrir", f"table.toml, {FRENCH}"),
        (
            {
                "troubles/fr": '[file]\nline = "{file}, l. {line}"\n',
                "menus/fr": '[mending]\ntitle = "Oups"\n',
            },
            "fr",
            "Oups",
            f"table.toml, {FRENCH.replace('ligne', 'l.')}",
        ),
        (
            {"troubles/fr": '[file]\nlinne = "x"\n', "menus/fr": "title = 3\n"},
            "fr",
            "La table ne peut pas s’ouvrir",
            f"table.toml, {FRENCH}",
        ),
        (
            {
                "narration/nl": '[grammar]\nand = " en "\n',
                "troubles/nl": '[file]\nline = "{file}, regel {line}"',
            },
            "nl",
            "The table cannot open",
            f"table.toml, {SENTENCE.replace('line', 'regel')}",
        ),
    ],
    ids=[
        "the owner's",
        "turned to",
        "own words",
        "broken words",
        "own language",
    ],
)
def test_it_is_said_as_the_table_speaks(
    files: Mapping[str, str],
    turned: str,
    title: str,
    said: str,
    owner: Owner,
    manager: Manager,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`turned`: the language chosen in the service menu."""
    monkeypatch.setenv("XDG_STATE_HOME", str(owner.folder.parent))
    (owner.folder.parent / "garou").mkdir()
    if turned:
        (owner.folder.parent / "garou" / "service.toml").write_text(f'language = "{turned}"\n')
    for name, text in files.items():
        path = owner.folder / f"{name}.toml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    board = shown(owner, manager, UnreadableError(WRONG))
    assert board.headline == title
    assert is_told(said, board)


def test_a_device_that_does_not_open_is_told_too_and_the_process_ends(
    owner: Owner, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next process finds the pins free again."""
    mend(owner, 'seats = 2\n[pins]\nbackend = "gpiozero"\nbcm = [["0x20.GPA0"], ["0x20.GPA1"]]\n')
    view, clock = RecordingView(), VirtualClock()
    clock.at(50.0, lambda: mend(owner))
    monkeypatch.setitem(sys.modules, "smbus2", None)
    monkeypatch.setattr("table.appliance.opening.mending._screen", lambda: view)
    monkeypatch.setattr("table.appliance.opening.mending.LiveClock", lambda: clock)
    code, *log = served(owner, manager, monkeypatch)
    assert code == "1"
    assert 50 <= clock.now() <= 52
    [seen] = view.seen
    assert seen.board.menu
    assert seen.board.menu.entries[0].label.startswith("Il manque aux boutons la bibliothèque smbus2")
    assert seen.board.menu.hint.startswith("Réparez")
    assert log[-1].startswith("garou: Buttons need the library smbus2")


# A language that cannot be told any more


@pytest.fixture
def cut(tmp_path: Path) -> Path:
    """A folder with a round in English that was cut short."""
    folder = tmp_path / "state"
    folder.mkdir()
    journal = Journal(folder)
    played(journal, evening("thiercelieux", seed=1), Reseated(dice(1)))
    kept = journal.evenings()[-1]
    kept.rounds[0] = kept.rounds[0][:60]
    journal.cut(kept)
    journal.close()
    return folder


@pytest.mark.parametrize("is_broken", [True, False])
def test_a_round_cut_short_goes_on_in_a_language_that_can_be_told(
    cut: Path, owner: Owner, monkeypatch: pytest.MonkeyPatch, *, is_broken: bool
) -> None:
    """The board says why the language changed, and the round keeps its own where nothing is wrong with
    that."""
    view = RecordingView()
    monkeypatch.setattr("table.board.log.Plain", lambda: view)
    mend(owner, GOOD.replace('"en"', '"fr"'))
    (owner.folder / "narration").mkdir()
    text = '[words]\nheadline.nigth = "Night"\n' if is_broken else '[words]\nheadline.offer = "Again?"\n'
    (owner.folder / "narration" / "en.toml").write_text(text)
    told = garou("play", "--config", str(owner.folder), "--state", str(cut), "--rounds", "1")
    assert told.code == 0
    path = owner.folder / "narration" / "en.toml"
    why = f"{path}, ligne 2\u00a0: words.headline.nigth est inconnu (serait-ce words.headline.night\u00a0?)."
    assert told.err == (f"garou: {why}\n" if is_broken else "")
    offered = view.seen[0].board
    assert offered.notice == (why if is_broken else "")
    assert offered.headline == (NARRATION["fr"].word("headline.offer") if is_broken else "Again?")
    with closing(Journal(cut)) as journal:
        [kept] = journal.evenings()
    assert kept.rounds[0][60:], "it was played to its end"
    assert not kept.under_way


# An evening with what is shipped


MISTAKES = {
    "narration/en.toml": ('[words]\nheadline.nigth = "Night"\n', "line 2: words.headline.nigth is unknown"),
    "narration/thiercelieux/en.toml": ("[lines\n", "line 1"),
    "menus/en.toml": ('host.titel = "Host"\n', "line 1: host.titel is unknown"),
    "troubles/en.toml": ('"', "line 1"),
    "words/questions/en.toml": ("any = 7\n", "line 1: any"),
}


@pytest.fixture
def shown_at(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> RecordingView:
    view = RecordingView()
    monkeypatch.setattr("table.board.log.Plain", lambda: view)
    mend(owner)
    return view


def write(owner: Owner, name: str, text: str) -> Path:
    path = owner.folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def in_play(owner: Owner, *words: str) -> CommandResult:
    return garou("play", "--config", str(owner.folder), "--rounds", "1", "--seed", "1", *words)


def sentences(told: CommandResult) -> list[str]:
    """All sentences about the owner's files."""
    return [line for line in told.err.splitlines() if "--seed" not in line]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_file_of_words_with_a_mistake_is_left_out_and_the_board_says_which(
    owner: Owner, shown_at: RecordingView, name: str
) -> None:
    text, mistake = MISTAKES[name]
    path = write(owner, name, text)
    told = in_play(owner)
    assert told.code == 0
    [sentence] = sentences(told)
    assert sentence.startswith(f"garou: {path}")
    assert mistake in sentence
    captions = {seen.board.caption for seen in shown_at.seen if seen.board.headline == name}
    assert captions.intersection(NARRATION["en"].lines["resume.shipped"])


def test_the_owners_other_words_are_said_all_the_same(owner: Owner, shown_at: RecordingView) -> None:
    write(owner, "narration/en.toml", '[words]\nheadline.attract = "Mine"\ntitle.attract = "Mine too"\n')
    write(owner, "menus/en.toml", MISTAKES["menus/en.toml"][0])
    told = in_play(owner)
    assert (told.code, len(sentences(told))) == (0, 1)
    assert any(seen.board.title == "Mine too" for seen in shown_at.seen)


def test_a_language_of_the_owners_that_cannot_be_told_gives_way_to_a_shipped_one(
    owner: Owner, shown_at: RecordingView
) -> None:
    mend(owner, GOOD.replace('"en"', '"br"'))
    path = write(owner, "narration/br.toml", "[lines]\nnight.fall = 7\n")
    told = in_play(owner)
    assert told.code == 0
    [sentence] = sentences(told)
    assert sentence.startswith(f"garou: {path}, line 2: lines.night.fall")
    assert any("narration/br.toml" in seen.board.headline for seen in shown_at.seen)


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ('[game]\ndeck = "ours"\n', 'game.deck = "ours"'),
        ('[game]\ndeck = "ours"\n[decks]\nours = "3 villager, wizard"\n', "decks.ours"),
        ('[decks]\nbeginner = "2 werewolf, 6 villager"\n', "decks.beginner"),
        ('[game]\ndeck = "ours"\n[decks]\nours = 5\n', "decks.ours = 5"),
        ('[decks]\nours.cards = "seer"\n', 'decks.ours = {"cards": "seer"}'),
        ("[game]\ndeck = 5\n", "game.deck = 5"),
        ('[mots_garous]\ntiles = "wizard"\n', 'mots_garous.tiles = "wizard"'),
        ("[mots_garous]\ntiles = 5\n", "mots_garous.tiles = 5"),
    ],
)
def test_instead_of_a_deck_with_a_mistake_a_shipped_one_is_played(
    owner: Owner, shown_at: RecordingView, text: str, mistake: str
) -> None:
    mend(owner, GOOD + text)
    told = in_play(owner)
    assert told.code == 0
    assert len(sentences(told)) == 1
    assert f"{owner.table}, line" in told.err
    assert mistake in told.err
    assert any(seen.board.headline == "table.toml" for seen in shown_at.seen)
    assert garou("simulate", "--config", str(owner.folder), "--deck", "ours", "--rounds", "1").code == 2


def test_a_pin_library_that_is_known_no_longer_stops_no_table(owner: Owner, shown_at: RecordingView) -> None:
    """As after an update of a table whose owner had chosen one."""
    mend(owner, GOOD.replace("[pins]", '[pins]\nfactory = "lgpio"'))
    wrong = 'pins.factory = "lgpio" is not allowed; allowed: "gpiod"'
    told = in_play(owner)
    assert (told.code, len(sentences(told))) == (0, 1)
    assert f"{owner.table}, line" in told.err
    assert wrong in told.err
    assert any(seen.board.headline == "table.toml" for seen in shown_at.seen)
    for words in (("config",), ("doctor", "--language", "en")):
        assert wrong in " ".join(garou(*words, "--config", str(owner.folder)).out.split())


def test_decks_that_are_no_table_are_left_out_and_good_ones_stay(
    owner: Owner, shown_at: RecordingView
) -> None:
    mend(owner, "decks = 5\n" + GOOD)
    told = in_play(owner)
    assert (told.code, len(sentences(told))) == (0, 1)
    assert any(seen.board.headline == "table.toml" for seen in shown_at.seen)
    mend(owner, GOOD + '[decks]\nours = 5\ntheirs = "werewolf=2,seer,villager=5"\n')
    assert in_play(owner, "--deck", "theirs").code == 0


@pytest.mark.usefixtures("shown_at")
def test_what_was_typed_and_what_other_commands_read_is_refused_as_ever(owner: Owner) -> None:
    assert in_play(owner, "--deck", "ours").code == 2
    path = write(owner, "menus/en.toml", MISTAKES["menus/en.toml"][0])
    assert in_play(owner).code == 0
    assert f"{path}, line 1" in garou("config", "--config", str(owner.folder)).out
    told = garou("voice", "--config", str(owner.folder), "--say", "night.fall")
    assert (told.code, told.err.startswith(f"garou: {path}, line 1")) == (2, True)


def test_a_text_that_was_changed_is_said_when_the_table_opens_anew(
    owner: Owner, shown_at: RecordingView
) -> None:
    """Also in a process that waited for another file to be corrected, or was in the service menu."""
    write(owner, "narration/en.toml", MISTAKES["narration/en.toml"][0])
    assert in_play(owner).code == 0
    write(owner, "narration/en.toml", '[words]\ntitle.attract = "Mine"\n')
    for wanted in ("Mine", "Mine now"):
        write(owner, "menus/en.toml", f'show = ["{wanted}"]\n')
        shown_at.seen.clear()
        assert sentences(in_play(owner)) == []
        assert any(seen.board.title == "Mine" for seen in shown_at.seen)
        captions = {seen.board.caption for seen in shown_at.seen}
        assert captions.intersection({"Mine", "Mine now"}) == {wanted}
