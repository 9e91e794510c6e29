"""The owner's files: where they are, what they change, and what an update does to them."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.voice.engines import VOICES, voices_in
from hardware.voice.packs import packs_on
from table.appliance.doctor.findings import Finding, as_data
from table.appliance.doctor.machine import about, this_machine
from table.appliance.opening import updates
from table.appliance.opening.mending import stamps
from table.appliance.opening.own_files import own_files
from table.appliance.opening.updates import findings_in, remember
from table.appliance.voicing.voice_packs import recorded_in
from table.appliance.walk.walk import Walk
from table.board.paint.art import Art, file_of
from table.board.view import NoView
from table.errors import TableError, UnreadableError
from table.house.load import load as load_house
from table.house.narrate import narrate
from table.paths import SHIPPED
from table.room.devices import Devices
from table.sentences import flat
from table.settings.load import settings_of
from table.settings.owner import Owner, owner_of, words_here
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.catalogue import Catalogue, shipped_languages
from table.words.narration import Narration
from table.words.toml_lines import line_of, parts_of
from tests.kit.paths import TESTS
from tests.kit.players import TYPED_SEED, garou
from tests.kit.schemas import fits
from tests.kit.tables import toml


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def written(root: Mapping[str, Any]) -> str:
    """A file with these tables."""
    return "\n".join(f"{key} = {toml(value)}" for key, value in root.items())


def first(count: int) -> int:
    """The first wording."""
    return min(0, count)


class Ana:
    """A player with a name of their own."""

    name = "Ana"


class Seer:
    """A card."""

    key = "seer"


# ---------------------------------------------------------------------------- where they are


def test_the_first_place_that_is_there_is_the_owners(tmp_path: Path) -> None:
    system, home = tmp_path / "etc", {"XDG_CONFIG_HOME": str(tmp_path / "home")}
    assert owner_of(None, home, system).folder == tmp_path / "home" / "garou"
    system.mkdir()
    assert owner_of(None, home, system).folder == system
    service = home | {"CONFIGURATION_DIRECTORY": "/etc/garou:/etc/more"}
    assert owner_of(None, service, system).folder == Path("/etc/garou")
    named = tmp_path / "named"
    named.mkdir()
    assert owner_of(named, service, system) == Owner(named)


def test_a_file_stands_in_the_place_of_the_settings_alone(own: Path) -> None:
    file = write(own.parent / "eight.toml", "")
    owner = owner_of(file, {"CONFIGURATION_DIRECTORY": str(own)})
    assert (owner.table, owner.narration) == (file, own / "narration")


def test_what_is_named_and_not_there_is_refused(own: Path) -> None:
    with pytest.raises(UnreadableError, match=r"none cannot be read: No such file or directory"):
        owner_of(own / "none")


def test_every_command_reads_his_settings(own: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(own))
    write(own / "table.toml", "seats = 80")
    scenario = write(tmp_path / "one.toml", "")
    for words in (
        ["play", "--simulated"],
        ["rehearse", "--virtual", str(scenario)],
        ["simulate", "--deck", "expert"],
        ["check", "--simulated"],
        ["wiring"],
    ):
        told = garou(*words)
        assert (told.code, told.out) == (2, "")
        assert told.err.startswith(f"garou: {own}/table.toml, line 1: seats = 80 is not allowed")
    assert garou("doctor").code == 1


# ---------------------------------------------------------------------------- sentences


def test_a_line_of_his_lies_over_ours_and_no_other_is_touched(own: Path) -> None:
    mill = '{ label = "Bar", the = "the Bar", s = "the Bar’s" }'
    write(own / "narration" / "en.toml", f'[lines]\nnight.fall = "Dark!"\n[places]\nmill = {mill}\n')
    ours, his = Narration.load("en"), narrate(Owner(own), "en")
    assert his.lines == {**ours.lines, "night.fall": ("Dark!",)}
    assert his.words == ours.words
    assert str(his.places["mill"]) == "the Bar"
    assert str(his.places["forge"]) == str(ours.places["forge"])


def test_each_file_lies_over_the_one_of_its_name(own: Path) -> None:
    """What Tit Albert tells in its own words is the owner's only where the owner's file of it says so."""
    telling = SHIPPED / "narration" / "tit-albert" / "en.toml"
    key = next(iter(flat(tomllib.loads(telling.read_text("utf-8"))["words"])))
    plain, told = Narration.load("en").words[key], Narration.load("en", "tit-albert").words[key]
    assert plain != told
    facts = "".join(f"{{{fact}}}" for fact in ("seat", "card", "number", "seats") if f"{{{fact}" in plain)
    write(own / "narration" / "en.toml", f'[words]\n{key} = "Mine {facts}"\n')
    assert narrate(Owner(own), "en", "tit-albert").words[key] == told
    assert narrate(Owner(own), "en").words[key] == f"Mine {facts}"
    write(own / "narration" / "tit-albert" / "en.toml", f'[words]\n{key} = "His {facts}"\n')
    assert narrate(Owner(own), "en", "tit-albert").words[key] == f"His {facts}"


def test_a_service_whose_user_has_no_home_reads_its_machines_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd makes up the user of a gateway, and a small system knows nothing of such users."""

    def nowhere() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", nowhere)
    assert owner_of(None, {}, tmp_path).folder == tmp_path


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[lines]\nnight.fal = "Dark."', 2, "lines.night.fal is unknown (did you mean"),
        ('[lines]\nnofoo = "x"', 2, "lines.nofoo is unknown (did you mean lines.event.dead_answer.no?)"),
        ('[lines]\nfall = "Dark."', 2, "lines.fall is unknown (did you mean lines.night.fall?)"),
        ('[cards]\nwizard = { title = "W", the = "W", a = "W" }', 2, "cards.wizard is unknown"),
        ('\n[words]\nheadline.captain = "Captain"', 3, "words.headline.captain does not name {seat} in"),
        ('[lines.death]\nfound = ["{seat}.", "Gone."]', 2, "lines.death.found does not name {seat}"),
        ('[lines.death]\nfound = "{seat} {card}"', 2, "lines.death.found has the placeholder {card}"),
        ("[words]\nheadline.night = 3", 2, "words.headline.night is 3"),
        ("[lines]\nnight.fall = []", 2, "lines.night.fall is an empty list"),
        ('[places]\nmoon = { label = "M", the = "M", s = "M" }', 2, "places.moon is unknown"),
        ('[places]\nmill = { label = "M" }', 2, "places.mill has the forms label; it needs label, the, s"),
        ('[grammar]\ncomma = ";"', 1, "grammar is unknown; allowed are places, cards, lines, words"),
    ],
)  # fmt: skip
def test_a_mistake_of_his_is_one_sentence_with_file_line_and_key(
    own: Path, text: str, line: int, said: str
) -> None:
    path = write(own / "narration" / "en.toml", text)
    with pytest.raises(UnreadableError) as refused:
        narrate(Owner(own), "en")
    assert str(refused.value).startswith(f"{path}, line {line}: {said}")
    assert "\n" not in str(refused.value)


def test_what_only_some_of_our_wordings_name_his_need_not(own: Path) -> None:
    root = tomllib.loads((SHIPPED / "narration" / "en.toml").read_text("utf-8"))
    root["lines"]["death"]["found"] = ["{seat} is dead.", "Somebody is dead."]
    write(own / "ours" / "en.toml", written(root))
    write(own / "narration" / "en.toml", '[lines.death]\nfound = "Oh no."')
    assert Narration.load("en", directory=own / "ours", own=Catalogue(own)).lines["death.found"] == (
        "Oh no.",
    )


@pytest.mark.parametrize("text", ["[[lines", "n = " + "[" * 3000, "n = " + "9" * 5000])
def test_what_is_no_toml_is_one_sentence(own: Path, text: str) -> None:
    path = write(own / "narration" / "fr.toml", text)
    with pytest.raises(UnreadableError) as refused:
        narrate(Owner(own), "fr")
    assert str(refused.value).startswith(f"{path}")
    assert "is not valid TOML: " in str(refused.value)


def test_the_files_of_the_page_can_be_used(own: Path) -> None:
    page = (SHIPPED.parent / "docs" / "configuration.md").read_text("utf-8")
    files = re.findall(r"```toml\n# /etc/garou/(\S+)\n(.*?)```", page, re.DOTALL)
    assert [name for name, _ in files] == ["table.toml", "narration/en.toml"]
    for name, text in files:
        write(own / name, text)
    assert settings_of(Owner(own).table) == Settings(language="en", seats=10, times=Times(debate_s=240))
    told = narrate(Owner(own), "en")
    assert str(told.places["mill"]) == "the Bar"
    assert len(told.lines["night.fall"]) == 2


def test_the_page_names_every_voice_there_is() -> None:
    page = " ".join((SHIPPED.parent / "docs" / "configuration.md").read_text("utf-8").split())
    more = sorted({*VOICES} - {*shipped_languages()})
    assert f"There is a voice for {', '.join(more[:-1])} and {more[-1]};" in page


# ---------------------------------------------------------------------------- the owner's own language


@pytest.fixture
def piratish(own: Path) -> Path:
    """English under another name, and incomplete."""
    root = tomllib.loads((SHIPPED / "narration" / "en.toml").read_text("utf-8"))
    del root["places"]["mill"], root["cards"]["seer"], root["lines"]["night"]["fall"]
    del root["words"]["headline"]["captain"]
    root["lines"]["night"]["ahoy"] = "Ahoy!"
    return write(own / "narration" / "pir.toml", written(root))


def test_a_language_of_his_own_is_there_for_every_command(own: Path, piratish: Path) -> None:
    assert Owner(own).languages == [*shipped_languages(), piratish.stem]
    config = write(own / "table.toml", 'language = "pir"\n[voice]\nenabled = false\n')
    told = garou("play", "--simulated", "--config", str(own), "--seed", "1")
    assert (told.code, told.err) == (0, TYPED_SEED)
    assert "your eyes" in told.out
    for words in (["check", "--simulated"], ["wiring", "--output", str(own / "sheets")]):
        assert garou(*words, "--config", str(own)).code == 0
    deck = "werewolf=2,seer,black_cat,chimney_sweep,villager=4"
    with_house = garou("play", "--simulated", "--config", str(own), "--seed", "1", "--deck", deck)
    assert (with_house.code, with_house.err) == (0, TYPED_SEED)
    piratish.unlink()
    said = garou("play", "--simulated", "--config", str(own))
    allowed = ", ".join(f'"{name}"' for name in ("system", *shipped_languages()))
    assert said.err == f'garou: {config}, line 1: language = "pir" is not allowed; allowed: {allowed}\n'


def test_a_language_there_is_not_is_wrong_use(own: Path, piratish: Path) -> None:
    assert piratish.exists()
    told = garou("play", "--simulated", "--language", "pir")
    assert (told.code, told.out) == (2, "")
    ours = ", ".join(map(repr, shipped_languages()))
    assert f"'pir' is not one of {ours}; see: " in told.err
    assert (
        f"'xx' is not one of {ours}, 'pir'" in garou("wiring", "--language", "xx", "--config", str(own)).err
    )


def test_what_his_language_lacks_is_said_in_english_in_forms_it_has(own: Path, piratish: Path) -> None:
    assert piratish.exists()
    told, english = narrate(Owner(own), "pir", None, load_house()), Narration.load("en")
    assert told.language == "pir"
    assert told.line("night.fall", first) == english.line("night.fall", first)
    assert told.word("headline.captain", seat=Ana()) == english.word("headline.captain", seat=Ana())
    assert told.card(Seer()).a == "the Seer"
    assert told.places["mill"].s == "the Mill’s"
    assert told.word("role.black_cat")
    assert told.lacks(english) == []


DUTCH = {
    "nothing": "",
    "one line": '[lines]\nnight.fall = "Nacht."\n',
    "no words": """
[grammar]
spoken = "de"
name = { label = "{name}", de = "{name}" }
[places]
mill = { label = "Molen", de = "de Molen" }
[cards]
[lines]
night.fall = "Nacht."
dawn.one = "{seat.de} is dood."
""",
    "words alone": '[grammar]\nand = " en "\n[words]\ntitle.day = "Dag {number}"\n',
}


ITALIAN = """
[lines]
eyes_down.night = "Cala la notte. Chiudete gli occhi."
eyes_down.dawn = "Sorge il sole."
[words]
prompt.choose = { 1 = "Premi e scegli.", 2 = "Premi e scegli.", 3 = "Premi e scegli." }
"""


def test_a_line_is_spoken_in_the_language_in_which_it_is_written(own: Path) -> None:
    write(own / "narration" / "it.toml", ITALIAN)
    write(own / "table.toml", '[game]\nnight = "eyes_down"')
    options = ("--virtual", "--config", str(own), "--language", "it", "--trace", str(own / "trace"))
    told = garou("rehearse", str(TESTS / "scenarios" / "EX-1.toml"), *options)
    assert (told.code, told.err) == (0, "")
    notes = [json.loads(line) for line in (own / "trace").read_text("utf-8").splitlines()]
    spoken = {note["line"]: note["language"] for note in notes if "line" in note}
    italian = {"Cala la notte. Chiudete gli occhi.", "Sorge il sole.", "Premi e scegli."}
    assert {line for line, language in spoken.items() if language == "it"} == italian
    assert set(spoken.values()) == {"it", "en"}


def test_texts_that_a_language_lacks_are_read_out_by_the_english_voice(own: Path) -> None:
    write(own / "narration" / "it.toml", ITALIAN)
    write(own / "check" / "it.toml", "")
    texts = Owner(own).catalogue
    assert [texts.written_in(kind, "it") for kind in ("menus", "check")] == ["en", "it"]
    assert [texts.written_in("menus", language) for language in ("fr", "en-US")] == ["fr", "en-US"]
    clock = VirtualClock()
    voice = SimulatedVoice(clock, record=True)
    devices = Devices(SimulatedButtons(1, 1, clock), SimulatedRings(1, 4, clock), voice, NoView(), clock)
    walk = Walk(devices, narrate(Owner(own), "it"), ["Ana"], 1)
    walk.say("Premi.")
    walk.say("Press.", kind="menus")
    assert [(line.line, line.language) for line in voice.spoken] == [("Premi.", "it"), ("Press.", "en")]


def test_a_language_of_few_lines_is_rendered_ahead_in_two_voices(own: Path) -> None:
    write(own / "narration" / "it.toml", ITALIAN)
    told = narrate(Owner(own), "it", "tit-albert")
    assert (told.rulebook, told.languages) == ("tit-albert", ("it", "en"))
    assert (told.language_of("eyes_down.dawn"), told.language_of("night.fall")) == ("it", "en")
    italian, english = (list(told.sentences([Ana()], [Seer()], each)) for each in told.languages)
    assert italian == ["Cala la notte. Chiudete gli occhi.", "Sorge il sole."]
    assert sorted([*italian, *english]) == sorted(told.sentences([Ana()], [Seer()]))
    assert Narration.load("en").languages == ("en",)


def missing_in(path: Path, findings: Sequence[Finding]) -> dict[str, Any]:
    """The English texts that a file lacks, by key: one finding has all of them."""
    (found,) = (one for one in findings if one.key == "missing_text" and one.facts["file"] == path)
    missing = found.facts["english"]
    assert isinstance(missing, dict)
    assert re.fullmatch(rf"{path}: {len(missing)} of \d+ texts are missing", found.found)
    return missing


@pytest.mark.parametrize("text", DUTCH.values(), ids=DUTCH.keys())
def test_of_a_language_of_his_own_any_table_may_be_missing(own: Path, text: str) -> None:
    path = write(own / "narration" / "nl.toml", text.replace("dawn.one", "death.found"))
    told, english = narrate(Owner(own), "nl"), Narration.load("en")
    assert told.lacks(english) == []
    assert told.line("night.fall", first) == ("Nacht." if "Nacht" in text else english.lines["night.fall"][0])
    assert told.word("title.day", number=2) == ("Dag 2" if "Dag" in text else "Day 2")
    assert str(told.card(Seer())) == "the Seer"
    assert str(told.places["mill"]) == ("de Molen" if "Molen" in text else "the Mill")
    assert told.grammar.last == (" en " if " en " in text else " and ")
    assert all("{" not in one for one in told.sentences([Ana()], [Seer()]))
    found = findings_in(Owner(own))
    assert "wrong" not in [finding.grade for finding in found]
    missing = missing_in(path, found)
    assert ("grammar.and" in missing) == (" en " not in text)
    assert ("grammar.spoken" in missing) == ("spoken" not in text)
    assert ("lines.night.fall" in missing) == ("Nacht" not in text)
    assert "cards.seer" in missing


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[grammar]\nspoken = "de"\n', "line 2: grammar.spoken is 'de'; allowed are label, the, s"),
        ("lines = 3\n", "line 1: lines must be a table"),
        ('[cards]\nseer = { title = "S" }\n', "cards.seer lacks the form 'the'"),
        ('[lines]\nnight.fall = ""\n', "line 2: lines.night.fall is ''; it must be a text"),
    ],
)
def test_what_is_in_a_language_of_his_own_must_fit_all_the_same(own: Path, text: str, told: str) -> None:
    write(own / "narration" / "nl.toml", text)
    with pytest.raises(UnreadableError, match=re.escape(told)):
        narrate(Owner(own), "nl")


# ---------------------------------------------------------------------------- characters


def test_characters_of_his_are_beside_ours_and_one_of_the_same_name_instead(own: Path) -> None:
    ours = [role.card.key for role in load_house()]
    text = (SHIPPED / "house" / "black_cat.py").read_text("utf-8")
    write(own / "house" / "black_cat.py", text)
    his = load_house(None, own / "house")
    assert [role.card.key for role in his] == ours
    assert his.mistakes == []
    assert {role.path.parent for role in his} == {own / "house", SHIPPED / "house"}
    write(own / "house" / "lynx.py", text.replace("black_cat", "lynx").replace("bad_luck", "curse"))
    assert "lynx" in [role.card.key for role in load_house(None, own / "house")]
    told = garou(
        "simulate", "--deck", "werewolf=2,seer,lynx,villager=4", "--rounds", "5", "--config", str(own)
    )
    assert told.code == 0


# ---------------------------------------------------------------------------- what an update has made


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped files, which an update may change."""
    folder = tmp_path / "config"
    shutil.copytree(SHIPPED, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(updates, "SHIPPED", folder)
    return folder


def reported(own: Path) -> list[tuple[str, str]]:
    findings = findings_in(Owner(own))
    fits("config", as_data(findings, about(this_machine())))
    return [(finding.grade, finding.found) for finding in findings]


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def test_without_files_all_is_as_shipped(tmp_path: Path) -> None:
    none = tmp_path / "none"
    assert reported(none) == [("note", f"There is no {none}")]


def test_an_update_that_changes_nothing_is_nothing_to_tell(own: Path, shipped: Path) -> None:
    assert shipped.exists()
    table = write(own / "table.toml", "[times]\nvote_s = 40\n")
    assert reported(own)[-1] == ("note", "What was shipped before is not known")
    remember(Owner(own))
    assert reported(own) == [("well", f"Your files are in {own}"), ("well", f"{table} can be used")]


def test_keys_that_are_new_gone_or_changed_are_told_each_in_its_place(own: Path, shipped: Path) -> None:
    table = write(own / "table.toml", "language = 'en'\n\n[times]\nvote_s = 40\nelection_s = 50\n")
    remember(Owner(own))
    change(shipped / "table.toml", "vote_s = 30", "vote_s = 35")  # the owner has 40
    change(shipped / "table.toml", "hunter_s = 20", "hunter_s = 25")  # the owner has none
    change(shipped / "table.toml", "\nelection_s = 30", "\nballot_s = 30")
    assert reported(own)[2:] == [
        ("note", f"{table}, line 4: times.vote_s = 40 is yours; shipped was 30, is now 35"),
        ("wrong", f"{table}, line 5: times.election_s is gone from what is shipped"),
        ("note", "table.toml has a new key: times.ballot_s = 30"),
    ]
    remember(Owner(own))
    assert len(reported(own)) == 2


def test_a_file_that_does_not_fit_is_told_with_its_sentence(own: Path) -> None:
    table = write(own / "table.toml", "seats = 80")
    told = write(own / "narration" / "tit-albert" / "en.toml", '[lines]\nnight.fal = "Dark."')
    write(own / "house" / "moth.py", "ROLE = 3")
    findings = findings_in(Owner(own), load_house(None, own / "house"))
    wrong = [finding for finding in findings if finding.grade == "wrong"]
    assert [finding.found.partition(": ")[0] for finding in wrong] == [
        f"{table}, line 1", f"{own}/house/moth.py, line 1", f"{told}, line 2",
    ]  # fmt: skip
    assert wrong[0].mend == f"edit {table}"


@pytest.mark.parametrize(
    ("text", "plays_on"),
    [
        ('[game]\ndeck = "werewolf=8"', True),
        ('[decks.thiercelieux]\nmine = "werwolf=2,villager=6"', True),
        ("decks = 5", True),
        ("seats = 80", False),
        ("seats =", False),
    ],
)
def test_it_is_told_whether_the_table_plays_all_the_same(text: str, plays_on: bool, tmp_path: Path) -> None:
    """`garou config` and `garou doctor` say what `garou play` then does."""
    own = tmp_path / "own"
    write(own / "table.toml", text)
    options = ("--config", str(own))
    said = (garou("config", *options).out + garou("doctor", *options).out).replace("\n", " ")
    assert ("plays with what it came with" in " ".join(said.split())) is plays_on
    assert ("does not start" in said) is not plays_on
    played = garou("play", "--simulated", "--rounds", "1", "--seed", "1", *options)
    assert (played.code == 0) is plays_on


def test_a_file_that_nobody_reads_is_named(own: Path) -> None:
    strange = (
        "tabel.toml",
        "narration/poker/en.toml",
        "house/notes.txt",
        "narration/readme.md",
        "music/x.ogg",
    )
    for name in strange:
        write(own / name, "")
    for name in (
        "voices/fr.onnx",
        "voices/fr.onnx.json",
        "house/_draft.py",
        "music/over/waltz.OGG",
        "music/night/owls.flac",
        ".git/config",
        "shipped/narration/xx.toml",
        "table.toml",
    ):
        write(own / name, "")
    unread = sorted(found for grade, found in reported(own) if found.endswith(" is not read"))
    assert unread == sorted(f"{own}/{name} is not read" for name in strange)
    told = [finding.why for finding in findings_in(Owner(own)) if finding.key == "not_read"]
    assert [why for why in told if why] == [told[-1]], "what is read is said once, below them all"


def test_what_a_mac_leaves_beside_each_file_changes_nothing(own: Path, shipped: Path) -> None:
    """A Mac writes `._NAME` beside each file on a card or stick, and folders of its own."""
    write(own / "narration" / "nl.toml", "[lines]\n")
    write(own / "narration" / "tit-albert" / "nl.toml", "[lines]\n")
    write(own / "menus" / "nl.toml", "")
    write(own / "house" / "black_cat.py", (shipped / "house" / "black_cat.py").read_text("utf-8"))
    write(own / "words" / "café.txt", "language: nl\ndifficulty: easy\n\nKoffie\nThee\n")
    write(own / "art" / "cards" / "seer.svg", file_of("cards/fox").read_text("utf-8"))
    for name in ("music/day/song.ogg", "recordings/0001.m4a", "fr.voice"):
        write(own / name, "")
    for name in ("nl_NL-eva.onnx", "nl_NL-eva.onnx.json"):
        write(own / "voices" / name, "")

    def answers() -> list[Any]:
        owner, art = Owner(own), Art(own / "art")
        roles = load_house(None, own / "house")
        return [
            owner.languages,
            owner.misnamed,
            reported(own),
            [role.path for role in roles],
            own_files(owner, roles).report,
            art.draw("cards/seer", 20).get_bounding_rect(),
            [one.path for one in words_here(owner)],
            voices_in([own / "voices"]),
            recorded_in(own / "recordings"),
            packs_on(own),
            stamps(owner),
        ]

    before = answers()
    for path in [*own.rglob("*")]:
        for name in (
            f"._{path.name}",
            ".DS_Store",
            ".Trashes/501/x.toml",
            ".Spotlight-V100/._x",
            ".fseventsd/1",
        ):
            beside = path.parent / name
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(b"\0\5\x16\7\0\2\0\0Mac OS X        \0\2\xff")
    write(own / "._table.toml", "")
    assert answers()[:-1] == before[:-1]
    assert {path for path, *_ in stamps(Owner(own))} == {path for path, *_ in before[-1]}


def test_lines_a_language_of_his_own_lacks_are_listed(own: Path, piratish: Path) -> None:
    findings = findings_in(Owner(own))
    assert Finding("file", "well", f"{piratish} can be used", facts={"file": piratish}) in findings
    here = [one.found for one in findings if one.found.startswith(f"{piratish}: ")]
    assert here[1] == f"{piratish}: lines.night.ahoy is in this language alone"
    assert re.fullmatch(r".+: \d+ of \d+ texts are the English ones", here[2])
    missing = missing_in(piratish, findings)
    assert [*missing] == ["places.mill", "cards.seer", "lines.night.fall", "words.headline.captain"]
    assert missing["places.mill"]["the"] == "the Mill"
    assert missing["lines.night.fall"][0] == Narration.load("en").lines["night.fall"][0]
    (mend,) = {one.mend for one in findings if one.key in ("missing_text", "untranslated")}
    assert mend == f"garou words {piratish.stem} --config {own}"


def test_a_copy_is_made_whole_or_not_at_all(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = remember(Owner(own))
    files = sorted(path.relative_to(copy) for path in copy.rglob("*.toml"))
    assert Path("table.toml") in files
    assert Path("narration/tit-albert/fr.toml") in files
    (copy / "table.toml").write_text("seats = 3")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(TableError, match=r"shipped cannot be written: No space left on device"):
        remember(Owner(own))
    assert (copy / "table.toml").read_text() == "seats = 3"


def test_the_command(own: Path) -> None:
    write(own / "table.toml", "[times]\nvote_s = 40\n")
    given = ("config", "--config", str(own))
    told = garou(*given)
    assert (told.code, told.err) == (0, "")
    assert f"       > garou config --remember --config {own}" in told.out.splitlines()
    assert garou(*given, "--remember").out.splitlines() == [
        f"ok     Your files are in {own}",
        f"ok     {own}/table.toml can be used",
        "Nothing to mend.",
    ]
    change(own / "shipped" / "table.toml", "vote_s = 30", "vote_s = 25")
    data = json.loads(garou(*given, "--json").out)
    assert data["well"] is True
    assert data["findings"][-1]["found"].endswith("= 40 is yours; shipped was 25, is now 30")
    last = garou(*given, "--remember").out  # what has changed is told once more, and then known
    assert "shipped was 25" in last
    assert "shipped was 25" not in garou(*given).out
    write(own / "table.toml", "seats = 80")
    assert garou(*given).code == 1


# ---------------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("keys", "line"),
    [("a", 1), ("b.c", 3), ("b.d.e", 4), ("b.x", 2), ("f.g", 6), ("z", None), ("b.h", 7), ('b."i j"', 8)],
)
def test_a_key_is_found_on_its_line_or_that_of_its_table(keys: str, line: int | None) -> None:
    text = 'a = 1\n[b]\nc = 2\nd.e = 3\n[f]\ng = 1\n[b.h]\n[b."i j"]\n'
    assert line_of(text, parts_of(keys)) == line


def test_items_of_lists_are_no_part_of_a_key() -> None:
    assert parts_of("grammar.elided.before[0]") == ["grammar", "elided", "before"]
    assert parts_of("screen.size, item 2") == ["screen", "size"]


@pytest.mark.parametrize("leads_to", ["nowhere", "table.toml"])
def test_a_table_toml_that_leads_nowhere_is_told(own: Path, leads_to: str) -> None:
    """Nothing starts with it, so the doctor does not call it sound."""
    (own / "table.toml").symlink_to(leads_to)
    told = garou("config", "--config", str(own))
    assert told.code == 1
    assert f"WRONG  {own}/table.toml cannot be read: " in told.out
    assert garou("simulate", "--deck", "beginner", "--config", str(own)).code == 2


@pytest.mark.parametrize("name", ["narration/en.toml", "menus/en.toml"])
def test_a_link_of_the_owners_that_leads_nowhere_is_told(own: Path, name: str) -> None:
    path = own / name
    path.parent.mkdir(parents=True)
    path.symlink_to("nowhere")
    assert ("wrong", f"{path} is a link that leads nowhere") in reported(own)


@pytest.mark.parametrize("name", ["narration", "house", "words", "voices", "menus", "check"])
@pytest.mark.parametrize("link", [False, True])
def test_what_is_no_folder_where_one_belongs_is_told(own: Path, name: str, link: bool) -> None:
    path = own / name
    if link:
        path.symlink_to("nowhere")
    else:
        path.write_text("not a folder")
    told = [(grade, found) for grade, found in reported(own) if name in found]
    assert told == [("wrong", f"{path} is no folder")]


def test_texts_that_the_board_cannot_draw_are_named_with_their_line(own: Path) -> None:
    """What a browser shows may have other letters."""
    chinese = '[words]\nheadline.night = "夜"\nheadline.dawn = "天亮了，夜"\n'
    path = write(own / "narration" / "zh.toml", chinese)
    write(own / "narration" / "uk.toml", '[words]\nheadline.night = "Село спить"\n')
    write(own / "phones" / "zh.toml", 'name = "名字"\n')
    sentence = "the board cannot draw 夜天亮了， (words.headline.night; texts with such signs: 2)"
    wrong = [found for grade, found in reported(own) if grade == "wrong"]
    assert wrong == [f"{path}, line 2: {sentence}"]
    told = json.loads(garou("doctor", "--config", str(own), "--language", "en", "--json").out)
    assert f"{path}, line 2: {sentence}" in [one["found"] for one in told["findings"]]
