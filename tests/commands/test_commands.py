"""The commands as somebody types them: what they print where, and how they end."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import get_args, get_type_hints

import click
import pytest

from table.__main__ import COMMANDS
from table.appliance.starting import ENDING, end_on_signals
from table.engine.answers import UNDECIDED
from table.evening.journal import Journal
from table.games.werewolf.referee import KEYS, TOLD_IN_FULL, forms_of
from table.games.werewolf.rules.options import OF_THE_TABLE, Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.sentences import one_line
from table.words.narration import Narration
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.paths import ROOT
from tests.kit.players import TYPED_SEED, garou
from tests.kit.sampling import few, some
from tests.kit.tables import toml

SIMPLE = ["werewolf", "werewolf", "seer", "villager", "villager", "villager", "villager", "villager"]
NAMES = ["Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]


@pytest.fixture(autouse=True)
def nowhere_to_look(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither a display nor a terminal, and no recordings kept."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def a_file(folder: Path, turns: list[dict[str, object]], **more: object) -> str:
    """A scenario file; its path."""
    keys: dict[str, object] = {"rulebook": "thiercelieux", "seats": NAMES, "cards": SIMPLE, "turns": turns}
    path = folder / "round.toml"
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in (keys | more).items()))
    return str(path)


def refused(*words: str) -> str:
    """Checks that a command is refused in one line, and prints nothing else."""
    told = garou(*words)
    assert told.code == 2
    assert told.out == ""
    assert re.fullmatch(r"garou: [^\n]+\n", told.err)
    return told.err


def test_a_question_is_not_run_on() -> None:
    assert refused("pley").endswith("Did you mean 'play'? See: garou --help\n")
    assert refused("doctor", "--nothing").endswith("; see: garou doctor --help\n")


def test_with_no_argument_it_prints_help_on_standard_output() -> None:
    told = garou()
    assert told.code == 0
    assert told.err == ""
    assert told.out.startswith("Usage:")
    for command in ("play", "referee", "rehearse", "simulate"):
        assert re.search(rf"^  {command} ", told.out, re.MULTILINE)
    assert garou("--help").out == garou("-h").out == told.out


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["nonsense"],
        ["play", "--nonsense"],
        ["play", "--rounds", "0"],
        ["play", "--language", "eo"],
        ["rehearse"],
        ["referee", "--seed", "1", "one.toml"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_one_line_that_says_where_help_is(words: list[str]) -> None:
    assert "--help" in refused(*words)


def test_a_simulated_table_without_display_or_terminal_plays_one_round_at_once() -> None:
    told = garou("play", "--simulated", "--language", "en", "--seed", "1")
    assert told.code == 0
    assert told.err == TYPED_SEED
    winner, *seats = told.out.rstrip("\n").split("\n")[-9:]
    assert re.fullmatch(r"(The village wins|The Werewolves win|The Lovers win) \(\*\)|Nobody wins", winner)
    assert len(seats) == 8
    for seat in seats:
        assert re.fullmatch(r"[* ] [A-Z]\w+: [\w ]+, (alive|vote|grief|gunshot|left|devoured|poison)", seat)
    assert any(seat.startswith("*") for seat in seats) == (winner != "Nobody wins")
    assert "Night 1" in told.out
    assert told.out.count("The end") == 1


def test_a_seed_plays_the_same_again() -> None:
    once, again, other = (garou("play", "--simulated", "--seed", seed).out for seed in ("5", "5", "6"))
    assert once == again != other


def test_as_many_rounds_are_played_as_are_asked_for() -> None:
    told = garou("play", "--simulated", "--language", "en", "--seed", "2", "--rounds", "3")
    assert told.code == 0
    assert told.out.count("Look at your card in secret") == 3
    lines = Narration.load("en").lines
    for key in ("deal.look_again", "deal.look_third"):
        assert sum(told.out.count(wording) for wording in lines[key]) == 1, "the narrator counts the rounds"


def test_a_deck_of_ones_own_says_how_many_sit_there() -> None:
    deck = "werewolf=2,seer,witch,villager=6"
    told = garou("play", "--simulated", "--language", "en", "--seed", "3", "--deck", deck)
    assert told.code == 0
    cards = [line.split(": ")[1].split(",")[0] for line in told.out.rstrip("\n").split("\n")[-10:]]
    assert sorted(cards) == sorted(["Werewolf"] * 2 + ["Seer", "Witch"] + ["Plain Villager"] * 6)


def test_a_deck_with_many_wolves_is_warned_of_and_played() -> None:
    told = garou("play", "--simulated", "--seed", "3", "--deck", "werewolf=3,seer,villager=4")
    assert told.code == 0
    assert told.err == "garou: 3 werewolves among 8 players are more than a quarter\n" + TYPED_SEED


def cards_of(*words: str) -> list[str]:
    """The cards of a round at a simulated table."""
    told = garou("play", "--simulated", "--language", "en", "--seed", "3", *words)
    assert told.code == 0
    _, over = told.out.split("The end", 1)
    return sorted(re.findall(r"^[* ] [A-Z]\w+: ([\w -]+?)(?: \(.*\))?,", over, re.MULTILINE))


@pytest.mark.slow
def test_a_deck_is_asked_for_by_its_name(tmp_path: Path) -> None:
    beginner = sorted(["Werewolf"] * 2 + ["Seer", "Little Girl"] + ["Plain Villager"] * 6)
    assert cards_of("--deck", "beginner", "--seats", "10") == cards_of("--seats", "10") == beginner
    assert cards_of("--deck", "simplified") == sorted(["Werewolf"] * 2 + ["Seer"] + ["Plain Villager"] * 5)
    expert = cards_of("--rulebook", "best-of", "--deck", "expert", "--seats", "9")
    assert {"Fox", "Elder", "Accursed Wolf-Father"} <= set(expert)
    config = tmp_path / "table.toml"
    config.write_text('[decks]\nmine = "werewolf=2,seer,villager=6"\n[game]\ndeck = "expert"\n')
    assert cards_of("--config", str(config), "--deck", "mine").count("Plain Villager") == 6
    assert "Cupid" in cards_of("--config", str(config))


def chances(*words: str) -> tuple[str, list[str]]:
    """The deck named in the output, and the camps whose chances it has."""
    told = garou("simulate", "--rounds", "3", *words)
    assert (told.code, told.err) == (0, "")
    deck, *camps, _, _ = told.out.splitlines()
    return deck, [camp.split()[0] for camp in camps]


def test_the_rulebook_of_a_file_is_the_default_where_the_file_is_given(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text('seats = 9\n[game]\nrulebook = "best-of"\n')
    words = ("--config", str(config), "--deck", "expert")
    deck, _ = chances(*words)
    assert deck.startswith("best-of, 9 players: ")
    assert "accursed_wolf_father" in deck
    assert chances(*words, "--rulebook", "thiercelieux")[0].startswith("thiercelieux, 9 players: ")
    assert chances("--deck", " expert ")[0].startswith("thiercelieux, 8 players: ")


@pytest.mark.parametrize(
    ("deck", "played", "camps"),
    [
        ("werewolf = 2, seer , villager=5", "werewolf=2, seer, villager=5", "villagers werewolves nobody"),
        ("werewolf,cupid,villager=6", "werewolf, cupid, villager=6", "villagers werewolves lovers nobody"),
    ],
)
def test_camps_a_deck_cannot_make_win_are_left_out_of_the_lines_and_not_of_the_figures(
    deck: str, played: str, camps: str
) -> None:
    assert chances("--deck", deck) == (f"thiercelieux, 8 players: {played}", camps.split())
    figures = json.loads(garou("simulate", "--rounds", "3", "--deck", deck, "--json").out)
    assert list(figures["wins"])[:4] == ["villagers", "werewolves", "lovers", "nobody"]


def test_the_help_cuts_no_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """At 80 columns: each command in one whole sentence on its line."""
    monkeypatch.setenv("COLUMNS", "80")
    told = garou("--help").out.partition("Commands:\n")[2]
    lines = told.splitlines()
    assert len(lines) == len(COMMANDS)
    assert [line for line in lines if not line.endswith(".") or line.endswith("...") or len(line) > 80] == []


@pytest.mark.parametrize(("system", "told"), [("en_GB.UTF-8", "to mend"), ("fr_FR.UTF-8", "corriger")])
def test_a_command_speaks_the_language_of_the_system(
    system: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", system)
    assert told in garou("doctor").out
    wanted = "the Mill" if told == "to mend" else "le Moulin"
    assert wanted in garou("play", "--simulated", "--rounds", "1", "--seed", "3", "--seats", "8").out


NUMBERS = [
    (module.command, option)
    for module in COMMANDS
    for option in module.command.params
    if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType)
]
"""All numbers that somebody can type."""


@pytest.mark.parametrize(
    ("command", "option"), NUMBERS, ids=[f"{command.name} {option.name}" for command, option in NUMBERS]
)
def test_each_number_of_each_command_has_a_least_and_a_most(
    command: click.Command, option: click.Parameter
) -> None:
    assert isinstance(option.type, click.IntRange | click.FloatRange)
    assert None not in (option.type.min, option.type.max)
    word = option.opts[0] if isinstance(option, click.Option) else "--"
    for number in (10**20, -1):
        assert "is not in the range" in refused(str(command.name), word, str(number))


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--simulated", "--speed", "nan"],
        ["rehearse", "round.toml", "--speed", "nan"],
        ["check", "--simulated", "--wait", "nan"],
    ],
    ids=" ".join,
)
def test_what_is_no_number_is_no_speed(words: list[str]) -> None:
    assert "nan is not in the range" in refused(*words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "--simulated", "--rulebook", ""], '--rulebook "" is not a rulebook'),
        (["simulate", "--deck", "expert", "--rulebook", ""], '--rulebook "" is not a rulebook'),
        (["wiring", "--rulebook", ""], '--rulebook "" is not a rulebook'),
        (["wiring", "--output", ""], "'--output': \"\" names nothing"),
        (["play", "--simulated", "--house", ""], "'--house': \"\" names nothing"),
        (["simulate", "--deck", "expert", "--config", ""], "'--config': \"\" names nothing"),
        (["referee", ""], "'FILE': \"\" names nothing"),
    ],
    ids=" ".join,
)
def test_an_empty_word_is_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in refused(*words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", "--deck", "medium"], '"medium" is neither a deck nor a role of thiercelieux'),
        (["simulate", "--deck", "expert", "--seats", "7"], "7; thiercelieux needs at least 8"),
        (["simulate", "--deck", "werewolf=2,villager=6", "--seats", "9"], "cards for 8 players; allowed: 9"),
        (["play", "--simulated", "--seats", "3"], "3; thiercelieux needs at least 8"),
        (["play", "--simulated", "--seats", "6"], "8 players; for 6: --rulebook family or mots-garous"),
        (
            ["play", "--simulated", "--seats", "9", "--deck", "werewolf=2,villager=6"],
            "cards for 8 players; for 9: --deck ",
        ),
        (["play", "--simulated", "--deck", "werewolf=5,villager=5"], "fewer than half"),
        (["play", "--simulated", "--deck", ""], '"" is neither a deck nor a role'),
        (["play", "--simulated", "--rulebook", "solo"], '--rulebook "solo" is not a rulebook; allowed: '),
    ],
    ids=" ".join,
)
def test_a_deck_that_is_not_there_is_refused(words: list[str], said: str) -> None:
    assert said in refused(*words)


def test_a_configuration_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert "No such file" in refused("play", "--simulated", "--config", str(tmp_path / "none.toml"))


def test_seats_are_only_given_to_a_simulated_table(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        f'[pins]\nbackend = "gpiozero"\nfactory = "mock"\nbcm = {[[pin] for pin in range(12, 20)]}\n'
    )
    assert "--seats 8: only for a simulated table" in refused("play", "--seats", "8", "--config", str(path))


# Files that can be read, and nothing to be started with


FEW = "out_of_service = [7]\n"
SATURDAY = """seats = 9
[game]
deck = "saturday"
[decks]
saturday = "werewolf=2,seer,villager=7"
"""
UNFIT = {
    "a seat is out of service": (
        FEW,
        "line 1: out_of_service = [7] leaves 7 seats; thiercelieux needs at least 8 players; "
        "for 7: rulebook family or mots-garous",
    ),
    "a small table": (
        "seats = 4\n",
        "line 1: seats = 4; thiercelieux needs at least 8 players; for 4: rulebook mots-garous",
    ),
    "a table of two": (
        "seats = 2\n",
        "line 1: seats = 2; thiercelieux needs at least 8 players; allowed: at least 3 seats",
    ),
    "a deck for more": (
        SATURDAY,
        'line 3: game.deck = "saturday" has cards for 10 players; '
        "for 9: deck beginner, expert, wild or simplified",
    ),
}


@pytest.fixture(params=UNFIT, ids=str)
def unfit(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A file that can be read but not used, and what is said of it."""
    text, said = UNFIT[request.param]
    config = tmp_path / "table.toml"
    config.write_text(text)
    return str(config), f"{config}, {said}"


def test_bots_who_cannot_play_what_the_files_ask_for_say_which_key(unfit: tuple[str, str]) -> None:
    config, said = unfit
    assert refused("play", "--simulated", "--config", config) == f"garou: {said}\n"


IN_ENGLISH = {"doctor": ("--language", "en")}
"""What else is typed after commands that speak as the table does."""


def test_doctor_and_config_know_what_play_knows(unfit: tuple[str, str]) -> None:
    config, said = unfit
    for command in ("doctor", "config"):
        told = garou(command, "--config", config, *IN_ENGLISH.get(command, ()), "--json")
        wrong = [one for one in json.loads(told.out)["findings"] if one["found"] == said]
        assert (told.code, len(wrong)) == (1, 1)
        assert (wrong[0]["grade"], wrong[0]["mend"]) == ("wrong", f"edit {config}")


def test_a_table_that_can_play_other_rules_is_not_said_to_be_unfit(tmp_path: Path) -> None:
    whole = tmp_path / "whole.toml"
    whole.write_text(FEW + '[game]\nrulebook = "family"\n')
    told = garou("doctor", "--config", str(whole), *IN_ENGLISH["doctor"], "--json")
    assert "No round" not in told.out


def test_a_seat_the_service_menu_took_out_is_named_with_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    folder = tmp_path / "garou"
    folder.mkdir()
    (folder / "service.toml").write_text("out_of_service = [3]\n")
    said = (
        f"{folder}/service.toml, line 1: out_of_service = [3] leaves 7 seats; thiercelieux needs at least 8"
    )
    assert refused("play", "--simulated").startswith(f"garou: {said} players; for 7: ")
    told = json.loads(garou("doctor", *IN_ENGLISH["doctor"], "--json").out)
    assert any(one["found"].startswith(said) for one in told["findings"])
    # What is typed for a simulated table says how many sit at it.
    assert garou("play", "--simulated", "--seats", "8").code == 0
    assert garou("play", "--simulated", "--rulebook", "family").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rulebook", "thiercelieux"], r"--rulebook thiercelieux; \S+, line 1: out_of_service = \[7\] "),
        (["--seats", "7"], "--seats 7; thiercelieux needs at least 8 players; for 7: --rulebook family or "),
        (["--deck", "werewolf=2,villager=5"], "--deck: 7 players; thiercelieux needs at least 8; for 7: --r"),
    ],
    ids=["rulebook", "seats", "deck"],
)
def test_what_was_typed_is_refused_by_its_name(words: list[str], said: str, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(FEW)
    assert re.match(f"garou: {said}", refused("play", "--simulated", "--config", str(config), *words))


def test_seats_that_were_typed_and_a_deck_of_the_file(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(SATURDAY)
    said = refused("play", "--simulated", "--seats", "11", "--config", str(config))
    assert said.startswith(f'garou: --seats 11; {config}, line 3: game.deck = "saturday" has cards for 10')
    assert garou("play", "--simulated", "--seats", "10", "--config", str(config)).code == 0


def test_a_rehearsal_of_a_round_says_who_wins(tmp_path: Path) -> None:
    turns: list[dict[str, object]] = [
        {"at": "night 1", "werewolves": "Dee"},
        {"at": "day 1", "vote": {"Cid": "Ana"}},
        {"at": "night 2"},
        {"at": "day 2", "vote": {"Cid": "Bob"}},
    ]
    options = {"captain": "never"}
    path = a_file(tmp_path, turns, options=options)
    told = garou("rehearse", "--virtual", "--language", "en", path)
    assert (told.code, told.err) == (0, "")
    assert told.out.endswith("\nThe village wins.\n")
    assert "Night 2 - The Seer" in told.out
    assert garou("rehearse", "--virtual", "--language", "fr", path).out.endswith("\nLe village gagne.\n")


def test_a_clock_that_jumps_has_no_speed(tmp_path: Path) -> None:
    path = a_file(tmp_path, [])
    said = "--speed 5: only without --virtual; a clock that jumps has no speed"
    assert refused("rehearse", "--virtual", "--speed", "5", path) == f"garou: {said}\n"
    assert said.replace("5", "1") in refused("rehearse", "--virtual", "--speed", "1", path)


@pytest.mark.parametrize(
    ("turns", "more", "said"),
    [
        ([], {}, "the table waits at night 1."),
        ([{"at": "night 1"}], {"options": {"captain": "never"}}, "the table waits at dawn 1."),
        (
            [{"at": "night 1"}],
            {"cards": ["cupid", *SIMPLE[:7]]},
            "the table waits at night 1 for cupid (Ana).",
        ),
    ],
    ids=["nothing", "a night", "a demand"],
)
def test_a_rehearsal_of_an_unfinished_file_ends_well_and_says_where_it_waits(
    turns: list[dict[str, object]], more: dict[str, object], said: str, tmp_path: Path
) -> None:
    told = garou("rehearse", "--virtual", "--language", "en", a_file(tmp_path, turns, **more))
    assert (told.code, told.err) == (0, "")
    assert told.out.endswith(f"The file ends here: {said}\n")


# The page about scenarios

PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8")
OPTIONS = (ROOT / "docs" / "rules.md").read_text("utf-8").partition("## Where tables differ")[2]
"""The list of options that the page links to."""
CODE = {
    word
    for span in re.findall(r"`([^`\n]+)`", PAGE + OPTIONS)
    for word in re.findall(r"[\w-]+(?: \d)?", span)
}
"""The words written as code in the sentences and tables of both."""


def test_the_page_names_every_key_option_and_choice_of_the_engine() -> None:
    keys = {*KEYS, "at", "heal", "poison", "keep", "right", UNDECIDED, *RULEBOOKS}
    for option, kind in get_type_hints(Options).items():
        if option not in OF_THE_TABLE:
            keys |= {
                option,
                *(word for choice in get_args(kind) for word in re.findall(r"[\w-]+(?: \d)?", choice)),
            }
    for book in RULEBOOKS.values():
        for forms in forms_of(book).values():
            keys |= set(forms)
    assert keys - CODE == set()


def test_the_page_names_all_that_ever_comes_out() -> None:
    """All keys, causes, winners, and everything shown and public, as the scenarios have them."""
    words: set[str] = set()
    for path in sorted((ROOT / "tests" / "scenarios").glob("*.json")):
        output = json.loads(path.read_text("utf-8"))
        words |= set(output) | set(output["waiting_for"] or ()) | set(output["natures"].values())
        words |= {output["state"], output["winner"] or "null"}
        for entry in (*output.get("deaths", ()), *output["shown"], *output["public"]):
            words |= set(entry)
            told = {str(entry[key]) for key in ("cause", "what", "event", "by") if key in entry}
            words |= told - set(output["natures"])  # who has named somebody is a seat
    assert {"deaths", "told", "stalemate", "sister", "rust", "angel", "succession"} <= words
    assert words - CODE == set()
    assert {name for name, _ in TOLD_IN_FULL.values()} <= words


def examples() -> list[tuple[str, str]]:
    """The scenarios on the page, each with the output printed below it."""
    return re.findall(r"```toml\n(.*?)```\n\n```console\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("scenario", "session"), examples(), ids=["hunter", "bite"])
def test_the_examples_of_the_page_print_what_stands_there(
    scenario: str, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, shown = session.split("\n", 1)
    file = command.removeprefix("$ garou referee ")
    Path(file).write_text(scenario)
    told = garou("referee", file)
    assert (told.code, told.err) == (0, "")
    left = told.out
    for part in filter(None, shown.split("...\n")):
        _, found, left = left.partition(part)
        assert found == part
    assert bool(left) == shown.endswith("...\n")
    assert garou("rehearse", "--virtual", file).code == 0


def test_the_refusal_of_the_page_is_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scenario, _ = examples()[0]
    assert scenario.count('hunter = "Bob"\n') == 1
    Path("hunter.toml").write_text(scenario.replace('hunter = "Bob"\n', ""))
    assert f"$ garou referee hunter.toml\n{refused('referee', 'hunter.toml')}```" in PAGE


# As true processes


def command(*words: str) -> list[str]:
    return [sys.executable, "-m", "table", *words]


def test_the_true_command_plays_a_round_through_a_pipe() -> None:
    done = subprocess.run(
        command("play", "--simulated", "--language", "en", "--seed", "1"),
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, TYPED_SEED)
    assert done.stdout == garou("play", "--simulated", "--language", "en", "--seed", "1").out


UNWRITTEN = (
    "--help",
    "play --simulated",
    "simulate --deck beginner --rounds 5",
    "referee ROUND",
    "chronicle",
)


@pytest.mark.parametrize(("words", "unbuffered"), some(product(UNWRITTEN, ("", "1")), of=4))
def test_an_output_that_cannot_be_written_is_one_sentence(
    words: str, unbuffered: str, tmp_path: Path
) -> None:
    file = a_file(tmp_path, [{"at": "night 1"}])
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            command(*(file if word == "ROUND" else word for word in words.split())),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered, "XDG_STATE_HOME": str(tmp_path)},
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stderr == "garou: standard output cannot be written: No space left on device\n"
    assert done.returncode == 1


def test_who_reads_no_further_hears_nothing() -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        command("simulate", "--deck", "beginner", "--rounds", "5"),
        cwd=ROOT,
        stdout=writes,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"][: few(2, 1)])
def test_a_letter_that_the_output_cannot_take_ends_nothing(encoding: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": encoding, "XDG_STATE_HOME": str(tmp_path)}

    def said(*words: str) -> str:
        done = subprocess.run(
            command(*words), cwd=ROOT, capture_output=True, env=environment, timeout=60, check=False
        )
        typed = TYPED_SEED.encode(encoding) if "--seed" in words else b""
        assert (done.returncode, done.stderr) == (0, typed)
        return done.stdout.decode(encoding)

    assert "?" in said("play", "--simulated", "--language", "fr", "--seed", "1")
    path = a_file(tmp_path, [{"at": "night 1"}], seats=["Zoé", *NAMES[1:]])
    assert "Zoé" in json.loads(said("referee", path))["natures"]  # for a program nothing is lost


class InATerminal:
    """A command in a terminal of its own, 100 columns by 40 lines."""

    def __init__(self, *words: str, kind: str = "xterm-256color") -> None:
        self.ours, self.theirs = pty.openpty()
        termios.tcsetwinsize(self.theirs, (40, 100))
        self.before = termios.tcgetattr(self.theirs)
        self.written = ""
        environment = os.environ | {"TERM": kind, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            command(*words),
            cwd=ROOT,
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            env=environment,
        )

    def read_until(self, text: str, within_s: float = 30.0) -> None:
        """Reads on until `text` has been written."""
        ends_s = time.monotonic() + within_s
        from_here = len(self.written)
        while text not in self.written[from_here:]:
            assert time.monotonic() < ends_s, f"{text!r} was not written: {self.written[-800:]}"
            if select.select([self.ours], [], [], 0.2)[0]:
                self.written += os.read(self.ours, 65536).decode(errors="replace")

    def press(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def wait(self, within_s: float = 40.0) -> int:
        """Reads to the end. Returns how the process ended."""
        ends_s = time.monotonic() + within_s
        while self.process.poll() is None:
            assert time.monotonic() < ends_s, "it does not end"
            if select.select([self.ours], [], [], 0.1)[0]:
                self.written += os.read(self.ours, 65536).decode(errors="replace")
        while select.select([self.ours], [], [], 0)[0]:
            self.written += os.read(self.ours, 65536).decode(errors="replace")
        return self.process.returncode

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminals() -> Iterator[list[InATerminal]]:
    opened: list[InATerminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def is_restored(terminal: InATerminal) -> bool:
    """Whether echo and line mode are back, and the alternate screen is left."""
    left = terminal.written.rindex("\x1b[?1049l") > terminal.written.rindex("\x1b[?1049h")
    return left and termios.tcgetattr(terminal.theirs) == terminal.before


def test_a_round_in_a_terminal_ends_by_itself(terminals: list[InATerminal]) -> None:
    words = ("--simulated", "--speed", "300", "--rounds", "1", "--language", "en", "--seed", "1")
    terminal = InATerminal("play", *words)
    terminals.append(terminal)
    terminal.read_until("Press to sit down")
    terminal.read_until("The cards")
    terminal.read_until("Night")
    assert terminal.wait() == 0
    assert is_restored(terminal)
    assert re.search(r"(The village wins|The Werewolves win|The Lovers win|Nobody wins)", terminal.written)


def test_keys_of_a_terminal_sit_down_and_arrows_start_the_round(terminals: list[InATerminal]) -> None:
    terminal = InATerminal("play", "--simulated", "--speed", "10", "--language", "en")
    terminals.append(terminal)
    terminal.read_until("Press to sit down")
    terminal.press("c")
    terminal.read_until("▶ Start · 8 players")
    terminal.press("\x1b[B")
    terminal.read_until("▶ Cards one by one")
    terminal.press("\x1b[A\n")
    terminal.read_until("Look at your card")
    terminal.press("q")
    terminal.read_until("Keep")
    terminal.press("q")
    assert terminal.wait(10.0) == 0
    words = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", " ", terminal.written).split()
    assert "Tab, then the letter: a long hold." in " ".join(words), "over the end of a line, too"


def test_where_nothing_can_be_drawn_the_evening_is_a_log(terminals: list[InATerminal]) -> None:
    terminal = InATerminal("play", "--simulated", "--language", "en", kind="dumb")
    terminals.append(terminal)
    terminal.read_until("Night 1")
    assert "\x1b" not in terminal.written


def test_a_table_whose_seat_is_out_of_service_opens_and_its_start_chooses_other_rules(
    terminals: list[InATerminal], tmp_path: Path
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(FEW)
    terminal = InATerminal(
        "play", "--simulated", "--speed", "10", "--language", "en", "--config", str(config)
    )
    terminals.append(terminal)
    terminal.read_until("Press to sit down")
    terminal.press("c")
    terminal.read_until("This table has 7 seats: choose other rules or cards.")
    terminal.press("\n")  # Start changes the rules
    terminal.read_until("▶ Start · 7 players")
    terminal.press("\n")
    terminal.read_until("Look at your card")
    terminal.press("q")
    terminal.read_until("Keep")
    terminal.press("q")
    assert terminal.wait(10.0) == 0


def test_a_table_larger_than_its_rings_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text("pixels = 16\n")
    said = refused("play", "--simulated", "--seats", "17", "--config", str(config))
    assert said == "garou: 17 seats on rings of 16 pixels; allowed: 16 at most\n"
    assert garou("play", "--simulated", "--seats", "16", "--config", str(config)).code == 0


def test_a_deck_for_more_than_the_real_pods_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    pins = [[pin] for pin in (4, 5, 6, 7, 8, 9, 12, 13, 14)]
    config.write_text(f'seats = 9\n[pins]\nbackend = "gpiozero"\nfactory = "mock"\nbcm = {pins}\n')
    said = refused("play", "--config", str(config), "--deck", "werewolf=2,seer,villager=7")
    deck = "werewolf=2,seer,villager=7"
    instead = "for 9: --deck beginner, expert, wild or simplified"
    assert said == f'garou: --deck "{deck}" has cards for 10 players; {instead}\n'


def test_names_that_do_not_reach_round_the_table_are_said_not_to(tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f"names = {NAMES}\n")
    few = garou("play", "--simulated", "--seats", "9", "--config", str(config))
    assert "names: 8 for 9 seats" in few.err
    assert "Moulin" in few.out
    enough = garou("play", "--simulated", "--seats", "8", "--config", str(config))
    assert enough.err == ""
    assert "Hal" in enough.out


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], of=3))
def test_ended_from_outside_the_terminal_is_as_it_was(
    terminals: list[InATerminal], number: signal.Signals
) -> None:
    terminal = InATerminal("play", "--simulated", "--language", "en")
    terminals.append(terminal)
    terminal.read_until("Press")
    for _ in range(2):
        os.kill(terminal.process.pid, number)
    assert terminal.wait() == 0
    assert is_restored(terminal)


@pytest.mark.parametrize("number", ENDING)
def test_what_is_ignored_from_the_start_stays_ignored(number: signal.Signals) -> None:
    """As nohup does with SIGHUP."""
    signal.signal(number, signal.SIG_IGN)
    end_on_signals()
    assert signal.getsignal(number) == signal.SIG_IGN
    assert all(callable(signal.getsignal(one)) for one in ENDING if one != number)


NO_UTF_8 = [
    ("simulate", "--deck", "\udc80"),
    ("simulate", "--deck", "beginner", "--option", "captain=\udc80", "--rounds", "2"),
    ("play", "--simulated", "--deck", "\udc80"),
    ("play", "--simulated", "--rounds", "1", "--state", "evenings\udcff"),
    ("referee", "\udc80.toml"),
]


@pytest.mark.parametrize("words", NO_UTF_8)
def test_bytes_that_are_not_utf_8_are_one_sentence(words: tuple[str, ...]) -> None:
    """Python passes each such byte on as a lone surrogate."""
    [odd] = [word for word in words if not word.isascii()]
    shown = odd.replace("\udc80", "\\udc80").replace("\udcff", "\\udcff")
    assert refused(*words) == f'garou: "{shown}" is not UTF-8; allowed: arguments in UTF-8\n'


def test_a_folder_for_evenings_that_is_not_utf_8_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "/evenings\udcff")
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert refused("chronicle") == (
        'garou: XDG_STATE_HOME: "/evenings\\udcff" is not UTF-8; allowed: a path in UTF-8\n'
    )


@pytest.mark.parametrize("letter", ["\x1b", "\x9b", "\u202e"][: few(3, 1)])
def test_names_of_the_owners_command_no_terminal_on_standard_output(letter: str, tmp_path: Path) -> None:
    owner, state = tmp_path / "own", tmp_path / "state"
    (owner / "narration").mkdir(parents=True)
    (owner / "narration" / f"en{letter}.toml").touch()
    told = garou("config", "--config", str(owner)).out
    assert letter not in told
    assert letter.encode("unicode_escape").decode() in told
    begun = evening("thiercelieux", seed=1)
    begun.names = [f"A{letter}", *begun.names[1:]]
    with closing(Journal(state)) as journal:
        played(journal, begun, Reseated(dice(1)))
    told = garou("chronicle", "1", "--state", str(state)).out
    assert letter not in told
    assert f"A{letter.encode('unicode_escape').decode()}" in told


FORGED = "a\n! forged\t\x1b[31m\u202eb"
"""A name that a file may have: its second line would be one of ours, the rest commands a terminal."""


@pytest.mark.parametrize(
    "words",
    [
        ("config",),
        ("config", "--remember"),
        ("doctor",),
        ("decks",),
        ("play", "--simulated", "--rounds", "1"),
        ("play", "--simulated", "--rounds", "1", "--rulebook", "mots-garous"),
    ],
    ids=" ".join,
)
def test_names_of_files_command_no_terminal_and_forge_no_line(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder = tmp_path / FORGED
    files = ["house/{}.py", "words/{}.txt", "words/{}.csv", "narration/{}.toml", "narration/words/{}.toml"]
    files += ["menus/{}.toml", "troubles/{}.toml", "art/card/{}.svg", "art/{}.svg", "music/{}.ogg", "{}.toml"]
    for name in files:
        path = folder / name.format(FORGED)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1")
    (folder / "words" / f"{FORGED}2.txt").write_text("language: fr\ndifficulty: easy\n\nchat\n")
    told = garou(*words, "--config", str(folder), *(["--state", str(tmp_path)] if words[0] == "play" else []))
    lines = f"{told.out}\n{told.err}".splitlines()
    assert [line for line in lines if line.lstrip().startswith("! forged") or line != one_line(line)] == []
    assert [line for line in lines if r"a\n! forged\t\x1b[31m\u202eb" in line]


@pytest.mark.parametrize("letter", ["\x1b", "\x9b", "\u202a", "\u202e", "\u2066", "\u2069", "\u2028"])
@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--deck", "a{}b"),
        ("simulate", "--deck", "beginner", "--option", "x{}y=1"),
        ("doctor", "too{}many"),
        ("referee", "no{}file.toml"),
        ("play", "--simulated", "--rulebook", "a{}b"),
        ("doctor", "--config", "/no{}where"),
    ],
)
def test_what_is_echoed_commands_no_terminal(letter: str, words: tuple[str, ...]) -> None:
    told = refused(*(word.format(letter) for word in words))
    assert letter not in told
    assert letter.encode("unicode_escape").decode() in told or json.dumps(letter)[1:-1] in told
