"""Texts other than the narration, and an owner's words laid over them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from table.appliance.doctor.findings import Finding
from table.appliance.menu import menus
from table.appliance.opening.updates import findings_in, remember
from table.appliance.walk.report import CheckTexts
from table.errors import UnreadableError
from table.games import entries as chronicle
from table.games.werewords.book import Book
from table.house.narrate import narrate
from table.paper.words import PaperTexts
from table.paths import SHIPPED
from table.sentences import flat
from table.settings.owner import Owner
from table.words.catalogue import KINDS, Catalogue, shipped, whole_languages
from table.words.narration import Narration
from table.words.troubles import Troubles
from tests.kit.players import garou
from tests.kit.tables import NARRATION
from tests.settings.test_owner import write

FORMS = NARRATION["fr"].forms
EVERY = tuple(
    tuple(form for forms in kind for form in forms)
    for kind in zip(*(Narration.load(language).forms for language in whole_languages()), strict=True)
)
"""Forms of names in any of our languages."""


def test_every_folder_of_texts_is_one_of_the_kinds() -> None:
    found = {str(path.parent.relative_to(SHIPPED)) for path in SHIPPED.rglob("*/en.toml")}
    assert {name for name in found if not name.startswith("narration")} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_the_languages_have_the_same_keys(kind: str) -> None:
    others = [flat(shipped(kind, language)).keys() for language in whole_languages()]
    assert all(keys == flat(shipped(kind, "en")).keys() for keys in others)


@pytest.mark.parametrize(
    ("kind", "language"),
    [
        (kind, language)
        for kind in KINDS
        for language in whole_languages()
        if (SHIPPED / kind / f"{language}.toml").exists()
    ],
)
def test_our_own_files_would_be_taken_from_an_owner(kind: str, language: str, tmp_path: Path) -> None:
    """An owner may begin with a copy of one, and with a translation that uses the other's facts."""
    own = write(
        tmp_path / kind / f"{language}.toml", (SHIPPED / kind / f"{language}.toml").read_text("utf-8")
    )
    assert Catalogue(tmp_path).texts(kind, language, Narration.load(language).forms) == shipped(
        kind, language
    )
    own.rename(own.with_stem("xx"))
    assert flat(Catalogue(tmp_path).texts(kind, "xx", EVERY)) == flat(shipped(kind, language))


@pytest.mark.parametrize("kind", KINDS)
def test_a_line_of_his_lies_over_ours_and_no_other_is_touched(kind: str, tmp_path: Path) -> None:
    ours = flat(shipped(kind, "fr"))
    key, text = next((key, text) for key, text in ours.items() if isinstance(text, str))
    write(tmp_path / kind / "fr.toml", f'{key} = "À nous"')
    assert flat(Catalogue(tmp_path).texts(kind, "fr", FORMS)) == ours | {key: "À nous"}
    assert text != "À nous"
    write(tmp_path / kind / "xx.toml", f'{key} = "À nous"')
    assert flat(Catalogue(tmp_path).texts(kind, "xx", FORMS)) == flat(shipped(kind, "en")) | {key: "À nous"}


def test_what_he_names_is_his_own(tmp_path: Path) -> None:
    """The owner's decks, and what the chronicle says of a character of the house."""
    write(tmp_path / "menus" / "fr.toml", 'deck.bar = "Celui du bar"')
    assert menus.MenuTexts("fr", Catalogue(tmp_path)).text("deck.bar") == "Celui du bar"
    write(tmp_path / "chronicle" / "fr.toml", 'deed.black_cat = "{card.le} griffe {chosen}"')
    told = Narration.load("fr", own=Catalogue(tmp_path))
    assert "deed.black_cat" in chronicle.ChronicleTexts(told)


MISTAKES: Mapping[str, tuple[str, str, str]] = {
    "far off": ("menus", '[zzz]\nqqq = "x"', "line 2: zzz.qqq is unknown (did you mean "),
    "misspelt": ("menus", '[host]\nstrat = "x"', "line 2: host.strat is unknown (did you mean host.start?)."),
    "no table": ("check", '[title]\nx = "y"', "line 2: title.x is unknown"),
    "no text": ("wiring", "[says]\nnext = 3", "line 2: says.next is 3; it must be a text that is not empty."),
    "empty": (
        "wiring",
        '[says]\nnext = " "',
        "line 2: says.next is ' '; it must be a text that is not empty.",
    ),
    "text for table": ("check", 'headline = "x"', "line 1: headline is unknown"),
    "empty table": ("check", "[title]", "line 1: title is {}; it must be a text that is not empty."),
    "no list": ("menus", 'show = "x"', "line 1: show is 'x'; it must be a list with something in it."),
    "empty list": ("menus", "show = []", "line 1: show is []; it must be a list with something in it."),
    "item": ("menus", "show = [3]", "line 1: show has the entry 3; it must be a text."),
    "page": (
        "menus",
        'pages.werewolves = [{title = "x"}]',
        "line 1: pages.werewolves has the entry {'title': 'x'}; it must be a table with title, text.",
    ),
    "fact": (
        "menus",
        'host.ready = "{player}"',
        "line 1: host.ready has the placeholder {player}; allowed here: {minutes}, {players}.",
    ),
    "fact of nothing": (
        "menus",
        'host.start = "{seat}"',
        "line 1: host.start has the placeholder {seat}; allowed here: none.",
    ),
    "format": ("menus", 'host.ready = "{players:3}"', "has the placeholder {players:3}"),
    "brace": ("menus", 'host.ready = "{players"', "line 1: host.ready has a brace too many or too few"),
    "form of a card": ("chronicle", 'deed.seer = "{seat.title}"', "has the placeholder {seat.title}"),
    "form of a seat": ("chronicle", 'deed.seer = "{card.label}"', "has the placeholder {card.label}"),
    "toml": ("troubles", "[", "line 1 is not valid TOML: "),
}


@pytest.mark.parametrize(("kind", "text", "said"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_one_sentence_with_file_line_and_key(
    kind: str, text: str, said: str, tmp_path: Path
) -> None:
    path = write(tmp_path / kind / "fr.toml", text)
    with pytest.raises(UnreadableError) as refused:
        Catalogue(tmp_path).texts(kind, "fr", FORMS)
    assert str(refused.value).startswith(f"{path}")
    assert said in str(refused.value)
    told = garou("voice", "--say", "night.fall", "--language", "fr", "--config", str(tmp_path))
    assert (told.code, told.out, told.err) == (2, "", f"garou: {refused.value}\n")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "menus" / "fr.toml", "")
    path.write_bytes(b"\xff")
    with pytest.raises(UnreadableError, match=r"fr\.toml is not UTF-8 text"):
        Catalogue(tmp_path).texts("menus", "fr")
    path.unlink()
    path.mkdir()
    with pytest.raises(UnreadableError, match=r"fr\.toml cannot be read: it is a folder"):
        Catalogue(tmp_path).texts("menus", "fr")


LUNAR: Mapping[str, str] = {
    "narration": """
[grammar]
spoken = "ka"
comma = ", "
and = " za "
others = "{number} wulu"
space_before = ""
[grammar.name]
label = "{name}"
ka = "ka {name}"
po = "po {name}"
[grammar.elided]
before = []
[places]
mill = { label = "Mulo", ka = "ka Mulo", po = "po Mulo" }
[cards]
seer = { title = "Vidu", ka = "ka Vidu" }
[lines]
night.fall = "Noktu."
[words]
title.day = "Diu {number}"
""",
    "check": '[headline]\npress = "{seat.po} presu"\n[reason]\nno_press = "nul presu en {seconds} s"',
    "chronicle": '[deed]\nseer = "{card.ka} vidu {chosen.po}"',
    "chronicle/mots-garous": '[title]\nnight = "Noktu"',
    "menus": '[host]\nstart = "Komencu"',
    "troubles": '[rings]\nhang = "Ringu dormu ({seats})."\n[seats]\nseveral = "sidu {seats}"',
    "wiring": 'page = "{number} de {pages}"',
    "words/questions": 'is_it = "Esu {word}?"',
}
"""A language that nobody speaks, one text of each kind."""


@pytest.fixture
def lunar(tmp_path: Path) -> Path:
    for kind, text in LUNAR.items():
        write(tmp_path / kind / "zz.toml", text)
    write(tmp_path / "table.toml", 'language = "zz"\n[voice]\nenabled = false\n')
    return tmp_path


def test_a_language_of_his_own_speaks_everywhere_and_english_where_it_cannot(lunar: Path) -> None:
    from hardware.troubles import Trouble

    told = narrate(Owner(lunar), "zz")
    words = CheckTexts(told, ["mill", "forge"])
    assert words.text("headline.press", 0) == "Po Mulo presu"
    assert words.text("headline.red", 0) == "Ka Mulo: red?"
    assert (
        Troubles.of(told).told(Trouble("rings.hang", seats=(0, 1, 4), seconds=3.0))
        == "Ringu dormu (sidu 1, 2 za 5)."
    )
    assert (
        Troubles.of(told).told(Trouble("rings.failed", reason="EIO"))
        == "The rings cannot be written: input or output fails."
    )
    assert PaperTexts(told)("page", number=1, pages=2) == "1 de 2"
    assert menus.MenuTexts("zz", Catalogue(lunar)).text("host.start") == "Komencu"
    assert menus.MenuTexts("zz", Catalogue(lunar)).text("host.deck") == menus.MenuTexts("en").text(
        "host.deck"
    )
    assert Book([], "zz", Catalogue(lunar)).guess("kato").text == "Esu kato?"
    assert chronicle.ChronicleTexts(told, "chronicle/mots-garous")("title.night") == "Noktu"


def test_an_evening_in_it_is_told_in_it(lunar: Path, tmp_path: Path) -> None:
    kept = ["--state", str(tmp_path / "state"), "--config", str(lunar)]
    deck = ["--deck", "werewolf=2,seer,villager=5", "--seed", "1"]
    assert garou("play", "--simulated", *deck, *kept).code == 0
    told = garou("chronicle", "1", "--spoil", *kept)
    assert told.code == 0
    assert "Ka Vidu vidu " in told.out
    assert garou("check", "--simulated", "--seat", "1", "--config", str(lunar)).code == 0
    assert garou("wiring", "--output", str(tmp_path / "sheets"), "--config", str(lunar)).code == 0


def test_what_a_language_lacks_is_named_file_by_file(lunar: Path) -> None:
    (lunar / "wiring" / "zz.toml").unlink()
    write(
        lunar / "menus" / "zz.toml",
        f'[host]\nstart = "Komencu"\ndeck = "{shipped("menus", "en")["host"]["deck"]}"',
    )
    findings = findings_in(Owner(lunar))
    assert [finding.found for finding in findings if finding.grade == "wrong"] == []
    notes = {finding.found: finding for finding in findings if finding.grade == "note"}
    for kind in KINDS:
        path = lunar / kind / "zz.toml"
        ours, his = flat(shipped(kind, "en")), flat(texts_of(path))
        if kind in ("phones", "venue", "wiring"):
            assert notes[f"There is no {path}"].why == "It is said in English."
            assert notes[f"There is no {path}"].mend.endswith(f"{kind}/en.toml {path}")
        else:
            missing = {key: text for key, text in ours.items() if key not in his}
            told = notes[f"{path}: {len(missing)} of {len(ours)} texts are missing"]
            assert told.facts["english"] == missing != {}
            assert (told.why, told.mend) == ("They are said in English.", f"garou words zz --config {lunar}")
    copied = notes[
        f"{lunar}/menus/zz.toml: 1 of {len(flat(shipped('menus', 'en')))} texts are the English ones"
    ]
    assert copied.facts["keys"] == ["host.deck"]
    telling = notes[f"There is no {lunar}/narration/tit-albert/zz.toml"]
    assert telling.why == "It is told as in narration/zz.toml."
    assert notes[f"There is no {lunar}/narration/mots-garous/zz.toml"].why == "It is said in English."


def texts_of(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def test_a_telling_of_a_game_in_his_language_is_asked_for_whole(lunar: Path) -> None:
    path = write(lunar / "narration" / "mots-garous" / "zz.toml", '[words]\ntitle.day = "Diu"')
    findings = findings_in(Owner(lunar))
    assert Finding("file", "well", f"{path} can be used", facts={"file": path}) in findings
    (missing,) = (one.facts["english"] for one in findings if one.found.startswith(f"{path}: "))
    assert isinstance(missing, dict)
    assert len(missing) > 20
    assert "words.title.day" not in missing


def test_a_text_that_does_not_fit_is_told_and_an_update_of_it_too(lunar: Path) -> None:
    path = write(lunar / "menus" / "fr.toml", '[host]\nstart = "Partez"\nold = "x"')
    findings = findings_in(Owner(lunar))
    assert any(finding.found.startswith(f"{path}, line 3: host.old is unknown") for finding in findings)
    write(path, '[host]\nstart = "Partez"')
    copy = remember(Owner(lunar))
    before = copy / "menus" / "fr.toml"
    old = shipped("menus", "fr")["host"]["start"]
    before.write_text(before.read_text("utf-8").replace(f'"{old}"', '"Allez"'), "utf-8")
    told = [finding.found for finding in findings_in(Owner(lunar))]
    said = f'{path}, line 2: host.start = "Partez" is yours; shipped was "Allez", is now "{old}"'
    assert said in told
