"""House roles: read, refused with line and reason, played; and what their mistakes do in a round."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from hardware import patterns
from table.engine.requests import Show
from table.errors import RefusedError, UnreadableError
from table.games.werewolf.referee import Scenario, forms_of
from table.games.werewolf.rules import pieces, signs
from table.games.werewolf.rules.deck import check_deck, read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.simulate import simulate
from table.house import SIGNS, Role, Roles, taken
from table.house import __all__ as house_vocabulary
from table.house.books import with_house
from table.house.load import AWAITED, HOUSE, load, words_of
from table.house.narrate import narrate
from table.referee.referee import judge
from table.settings.owner import Owner
from table.words.catalogue import Catalogue, whole_languages
from table.words.narration import Narration
from tests.kit.paths import TESTS
from tests.kit.players import CARDS, garou
from tests.kit.sampling import few
from tests.kit.tables import NARRATION, PIXELS, rehearsed, written_in

LANGUAGES = whole_languages()
HERE = TESTS / "house/roles"
EXAMPLES = HERE / "examples.toml"
ROLES = load()
WEAVER = load(HERE)[0]
BOOKS = with_house(ROLES)
PAGE = (HOUSE.parent.parent / "docs/house-roles.md").read_text("utf-8")

MOTH = """from table.house import *

MOTH = Card("moth")
DUST = Token("dust")


@night(MOTH, answer=SEAT, seconds=12)
async def flutter(game, moth):
    lit = await ask(moth, "moth", may_choose(game, moth, Deed()))
    if lit:
        game.lay(lit, DUST)


ROLE = Role(
    MOTH,
    calls=flutter,
    after="seer",
    fr={
        "cards.moth": {"title": "Phalène", "le": "la Phalène", "de": "de la Phalène", "une": "la Phalène"},
        "lines.call.moth.wake": "Phalène, ouvre les yeux.",
        "lines.call.moth.sleep": "Phalène, ferme les yeux.",
        "lines.death.card.moth": "C’était la Phalène.",
    },
    en={
        "cards.moth": {"title": "Moth", "the": "the Moth", "a": "the Moth"},
        "lines.call.moth.wake": "Moth, open your eyes.",
        "lines.call.moth.sleep": "Moth, shut your eyes.",
        "lines.death.card.moth": "It was the Moth.",
    },
)
"""
"""The shortest role."""


def house(folder: Path, **files: str) -> Path:
    """A folder of house roles."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def renamed(text: str) -> str:
    return text.replace("moth", "wasp").replace("MOTH", "WASP").replace("flutter", "sting")


# The shipped examples


def test_bo_39_the_shipped_roles_have_no_mistake() -> None:
    """BO-39: a house role is one file that says its name, group, when it is called, what it asks and does."""
    assert ROLES.mistakes == []
    assert [role.card.key for role in ROLES] == ["black_cat", "chimney_sweep"]
    assert [role.path for role in ROLES] == [HOUSE / "black_cat.py", HOUSE / "chimney_sweep.py"]


@pytest.mark.parametrize("key", RULEBOOKS)
def test_a_role_is_called_after_the_card_it_names(key: str) -> None:
    calls = [call.key for call in with_house([*ROLES, WEAVER])[key].calls]
    assert calls[calls.index("defender") + 1] == "black_cat"
    assert calls[calls.index("seer") + 1] == "chimney_sweep"
    # Boxes without a Fox call her where the Fox would be: after the Witch, before the Piper.
    before = "fox" if "fox" in calls else "witch"
    place = calls.index("weaver")
    assert calls[place - 1 : place + 2] == [before, "weaver", "threads"]


def test_a_role_says_nothing_of_its_place_and_comes_last(tmp_path: Path) -> None:
    [role] = load(house(tmp_path, moth=changed(MOTH, ('    after="seer",\n', ""))))
    assert [call.key for call in with_house([role])["best-of"].calls][-2:] == ["raven", "moth"]


def test_without_house_roles_the_rulebooks_are_what_they_were(tmp_path: Path) -> None:
    assert (load(tmp_path), load(tmp_path).mistakes) == ([], [])
    assert with_house([]) is RULEBOOKS


def test_no_key_of_a_scenario_is_left_to_a_role() -> None:
    for book in RULEBOOKS.values():
        for forms in forms_of(book).values():
            assert set(forms) <= taken() | {"left"}
    assert "left" in taken()


def test_no_line_of_the_table_is_left_to_a_role() -> None:
    """A role's text could replace a line of the table if the key were free by mistake."""
    for language in LANGUAGES:
        narration = Narration.load(language)
        of_roles = r"(?:call|over|cause|role|death|death\.card)\.([^.]+)(?:\.wake|\.sleep)?"
        found = {
            match[1] for key in (*narration.lines, *narration.words) if (match := re.fullmatch(of_roles, key))
        }
        assert found - taken() == set()
        assert found >= {"seer", "nobody", "grief", "any", "roll_call"}


def test_signs_of_house_roles_are_all_those_the_boxes_leave_free() -> None:
    assert pieces.SIGNS == patterns.SIGNS
    assert set(SIGNS) == set(patterns.SIGNS) - {card.sign for card in CARDS.values()}
    assert [role.card.sign for role in ROLES] == list(SIGNS[:2])


# Refereed


def scenario(path: Path = EXAMPLES) -> Scenario:
    return written_in(path, BOOKS)


def test_the_examples_are_refereed() -> None:
    output = judge(scenario())
    assert output["winner"] == "villagers"
    assert [(death["at"], death["seat"], death["cause"], death["told"]) for death in output["deaths"]] == [
        ("dawn 2", "Ana", "devoured", False),
        ("day 2", "Dee", "voted", True),
        ("dawn 3", "Bob", "bad_luck", False),
    ]
    heard = [shown for shown in output["shown"] if shown["what"] == "chimney_sweep"]
    assert [(shown["at"], shown["to"], shown["seat"]) for shown in heard] == [
        ("night 1", ["Cid"], "Dee"),
        ("night 3", ["Cid"], "Bob"),
    ]
    for shown in heard:
        assert "werewolf" in shown["value"]
        assert set(shown["value"]) - {"werewolf"} <= {"villager", "black_cat"}
        assert len(set(shown["value"])) == 2


def night_of(
    tmp_path: Path, answers: str, cards: str, roles: list[Role] | None = None, more: str = ""
) -> Scenario:
    dealt = cards.split()
    names = ["Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ian"][: len(dealt)]
    file = tmp_path / "night.toml"
    file.write_text(
        f'rulebook = "best-of"\nseats = {names}\ncards = {dealt}\noptions = {{ captain = "never" }}\n'
        f'[[turns]]\nat = "night 1"\n{answers}\n{more}'
    )
    return written_in(file, with_house(ROLES if roles is None else roles))


FILL = " werewolf werewolf villager villager villager villager villager"


@pytest.mark.parametrize(
    ("cards", "answers", "refused"),
    [
        ("black_cat" + FILL, 'black_cat = "Ana"', 'night 1: black_cat = "Ana" is not among the choices'),
        ("black_cat" + FILL, "black_cat = true", "night 1: black_cat = true; allowed: a seat: Ana, Bob"),
        ("villager" + FILL, 'black_cat = "Bob"', 'night 1: black_cat = "Bob" was not asked'),
        ("moth" + FILL, "", 'cards: "moth" is not a role of best-of; allowed: werewolf'),
        ("black_cat black_cat" + FILL, "", "deck: 2 cards black_cat; allowed: at most one"),
        (
            "black_cat werewolf werewolf cupid villager villager villager villager",
            'cupid = ["Ana", "Bob"]\nblack_cat = "Bob"',
            'night 1: black_cat = "Bob" is not among the choices; allowed: Cid, Dee',
        ),
    ],
    ids=["himself", "no seat", "not in the deck", "no such role", "two of them", "his beloved"],
)
def test_answers_of_house_roles_are_refused_like_any(
    tmp_path: Path, cards: str, answers: str, refused: str
) -> None:
    with pytest.raises(RefusedError) as told:
        judge(night_of(tmp_path, answers, cards))
    assert str(told.value).startswith(refused)


def test_a_cat_that_leaves_brings_no_bad_luck_and_loses_it_to_the_elder(tmp_path: Path) -> None:
    """LG-46: a player who leaves takes nobody along. BO-17: nor does a villager whose power is lost."""
    cards = "black_cat werewolf werewolf elder villager villager villager villager villager"
    went = night_of(tmp_path, 'black_cat = "Bob"', cards, more='[[turns]]\nat = "day 1"\nleft = ["Ana"]\n')
    lost = night_of(
        tmp_path,
        'black_cat = "Bob"',
        cards,
        more='[[turns]]\nat = "day 1"\nvote = { Bob = "Dee" }\n'
        '[[turns]]\nat = "night 2"\nwerewolves = "Ana"\n[[turns]]\nat = "dawn 3"\n',
    )
    for written, last in ((went, "Ana"), (lost, "Ana")):
        assert judge(written)["deaths"][-1]["seat"] == last


SWARM = changed(
    MOTH,
    ('Card("moth")', 'Card("moth", copies=None)'),
    ("@night(MOTH, ", '@together(MOTH, "moth", '),
    (
        'lit = await ask(moth, "moth", may_choose(game, moth, Deed()))',
        'lit = (await vote("moth", menus(game, moth, Deed()))).get(moth[0])',
    ),
    ("        game.lay(lit, DUST)", '        await show(moth, "moth", seat=lit)'),
)
"""A card of which there are several, who choose together."""


def test_several_of_a_kind_vote(tmp_path: Path) -> None:
    roles = load(house(tmp_path / "house", moth=SWARM))
    assert roles.mistakes == []
    output = judge(night_of(tmp_path, 'moth = "Eve"', "moth moth" + FILL, roles))
    assert [(shown["to"], shown["seat"]) for shown in output["shown"] if shown["what"] == "moth"] == [
        (["Ana", "Bob"], "Eve")
    ]
    book = with_house(roles)["best-of"]
    deck = read_deck(book, "werewolf=2,moth=3,villager=5")
    for players in ("bots", "random"):
        assert sum(simulate(book, deck, Options(), 20, players, 1).wins.values()) == 20


OLD = "moth werewolf werewolf elder villager villager villager villager villager"
LOST = """[[turns]]
at = "day 1"
vote = { Bob = "Dee" }
[[turns]]
at = "night 2"
werewolves = "%s"
[[turns]]
at = "day 2"
vote = {}
[[turns]]
at = "dawn 3"
"""
"""The Elder, Dee, is voted out, and the villagers' powers are lost."""
BURNT = """
BURNT = Doom("burnt", lasts=True)
"""


def burning(role: str, lists: str) -> str:
    """A role with a longer card, and a doom."""
    return changed(
        MOTH,
        ("\n\nROLE = ", f"{BURNT}\n{role}\n\nROLE = "),
        ("calls=flutter", f"calls=flutter, dooms=BURNT, {lists}"),
        ("fr={", 'fr={"words.cause.burnt": "brûlé", '),
        ("en={", 'en={"words.cause.burnt": "burnt", '),
    )


@pytest.mark.parametrize("when", ["at_dawn", "after_dawn", "before_vote"])
@pytest.mark.parametrize("stands", [True, False])
def test_bo_17_the_moments_of_a_lost_power_are_lost_but_for_what_stands(
    tmp_path: Path, when: str, stands: bool
) -> None:
    """BO-17: a villager's moments end with the power, except those declared with `stands`."""
    glow = (
        f"@moment(MOTH, stands={stands})\nasync def glow(game):\n"
        "    if game.number == 2:\n        game.lay(game.alive[-1], BURNT)\n"
    )
    roles = load(house(tmp_path / "house", moth=burning(glow, f"{when}=glow")))
    assert roles.mistakes == []
    deaths = judge(night_of(tmp_path, "", OLD, roles, LOST % "Eve"))["deaths"]
    assert [death["seat"] for death in deaths if death["cause"] == "burnt"] == ["Ian"] * stands


@pytest.mark.parametrize("brought", [True, False])
def test_bo_17_a_token_of_a_lost_power_averts_nothing_but_what_was_laid_stands(
    tmp_path: Path, brought: bool
) -> None:
    """BO-17: a token that came with the card is a power; one laid before is already done."""
    text = changed(
        MOTH,
        (
            'MOTH = Card("moth")\nDUST = Token("dust")\n',
            'DUST = Token("dust")\nMOTH = Card("moth", brings=DUST)\n\n\n'
            "@DUST.instead\ndef flies(game, moth, doom):\n    return True\n",
        ),
    )
    if not brought:
        text = changed(text, (", brings=DUST", ""))
    roles = load(house(tmp_path / "house", moth=text))
    assert roles.mistakes == []
    more = "" if brought else 'moth = "Eve"'
    deaths = judge(night_of(tmp_path, more, OLD, roles, LOST % ("Ana" if brought else "Eve")))["deaths"]
    assert [death["seat"] for death in deaths] == (["Dee", "Ana"] if brought else ["Dee"])


def test_lg_39_a_doom_says_whether_the_village_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LG-39: a doom says whether its cause is announced; everybody sees what a death brings, so that is."""
    burn = (
        '@MOTH.after_death\nasync def burn(game, death):\n    return [Elimination(game.alive[-1], "burnt")]\n'
    )
    kept = burning(burn, "reactions=MOTH")
    told = changed(
        kept,
        ("lasts=True", "told=True"),
        ("fr={", 'fr={"lines.death.burnt": "Le feu prend {seat}.", '),
        ("en={", 'en={"lines.death.burnt": "Fire takes {seat}.", '),
    )
    roles = load(house(tmp_path / "told", moth=told))
    assert roles.mistakes == []
    night = ('werewolves = "Ana"', OLD, roles, '[[turns]]\nat = "dawn 1"\n')
    deaths = judge(night_of(tmp_path, *night))["deaths"]
    narration = Narration.load("en", None, words_of(roles, "en"))
    monkeypatch.setitem(NARRATION, "en", narration)
    assert "Fire takes Ian." in rehearsed(night_of(tmp_path, *night))[0].lines
    [wordless] = load(house(tmp_path / "wordless", moth=changed(kept, ("lasts=True", "told=True")))).mistakes
    assert str(wordless).endswith("fr: lines.death.burnt is missing")
    assert [(death["seat"], death["cause"], death["told"]) for death in deaths] == [
        ("Ana", "devoured", False),
        ("Ian", "burnt", True),
    ]
    roles = load(house(tmp_path / "kept", moth=kept))
    judge(night_of(tmp_path, *night[:2], roles, night[3]))
    [unheard] = roles[0].faults
    assert "a doom of its own that is told; allowed: none" in unheard


def test_what_a_role_draws_in_secret_shifts_nothing_that_is_drawn_in_public(tmp_path: Path) -> None:
    """LG-35: not even if it draws from a stream that the table draws from in public."""
    draws = changed(
        MOTH, ("        game.lay(lit", '        await draw("vote", game.alive)\n        game.lay(lit')
    )
    roles = load(house(tmp_path / "house", moth=draws))
    more = '[[turns]]\nat = "day 1"\nvote = { Bob = "Eve", Cid = "Fay" }\n[[turns]]\nat = "dawn 2"\n'
    for seed in range(12):
        lots = []
        for answer in ('moth = "Eve"', "moth = false"):
            written = night_of(tmp_path, answer, "moth" + FILL, roles, more)
            written.seed, written.options = seed, Options(captain="never", tie="lot")
            lots.append([each for each in judge(written)["public"] if each["event"] == "lot"])
        assert lots[0] == lots[1] != []


# Rehearsed: the same through buttons, rings, lines and board


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_examples_are_spoken_and_shown(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    narration = Narration.load(language, None, words_of(ROLES, language))
    monkeypatch.setitem(NARRATION, language, narration)
    written = scenario()
    table, played = rehearsed(written, language=language)
    assert played == judge(written)
    spoken = set(table.lines)
    keys = [f"call.{key}.{word}" for key in ("black_cat", "chimney_sweep") for word in ("wake", "sleep")]
    for key in [*keys, "death.card.black_cat"]:
        assert spoken & set(narration.lines[key]), key
    titles = {
        "fr": {"Le Chat Noir", "Le Ramoneur"},
        "en": {"The Black Cat", "The Chimney Sweep"},
        "de": {"Die Schwarze Katze", "Der Schornsteinfeger"},
        "es": {"El Gato Negro", "El Deshollinador"},
    }[language]
    assert titles <= {seen.board.headline for seen in table.view.seen}
    moment = table.moment("show", "chimney_sweep")
    assert isinstance(moment.request, Show)
    pair = [card.sign for card in moment.request.value]
    assert signs.message(moment.request).signs == tuple(pair)
    times_s = [moment.began_s + patterns.STEP_S * step for step in range(40)]
    faces = {table.ring_at(2, time_s) for time_s in times_s}
    for groups, motion in pair:
        assert faces & {patterns.sign(PIXELS, groups, motion, time_s) for time_s in times_s}


def test_nobody_can_tell_whom_a_house_role_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """LG-35: two evenings that differ only in secrets sound and look the same to the village."""
    monkeypatch.setitem(NARRATION, "en", Narration.load("en", None, words_of(ROLES, "en")))
    text = EXAMPLES.read_text("utf-8")
    evenings = [
        text,
        changed(text, ('chimney_sweep = "Dee"', 'chimney_sweep = "Eve"'), ('cat = "Eve"', 'cat = "Gus"')),
        changed(text, ('chimney_sweep = "Dee"', "chimney_sweep = false"), ('cat = "Eve"', "cat = false")),
    ]
    traces = []
    for number, evening in enumerate(evenings):
        file = tmp_path / f"{number}.toml"
        file.write_text(evening, encoding="utf-8")
        traces.append(rehearsed(scenario(file))[0].trace())
    assert traces[1] == traces[0]
    assert traces[2] == traces[0]


# Whole rounds


def test_a_role_without_spanish_words_is_told_in_english() -> None:
    assert "es" not in WEAVER.words
    spanish, english = (narrate(Owner(HERE), language, None, [WEAVER]) for language in ("es", "en"))
    assert spanish.card(WEAVER.card).title == english.card(WEAVER.card).title != WEAVER.card.key
    assert spanish.lines["night.fall"] != english.lines["night.fall"]


@pytest.mark.parametrize("players", ["bots", "random"])
@pytest.mark.parametrize("key", RULEBOOKS)
def test_rounds_with_house_roles_come_to_their_end(key: str, players: Any) -> None:
    book = with_house([*ROLES, WEAVER])[key]
    deck = read_deck(book, "werewolf=2,black_cat,chimney_sweep,weaver,seer,witch,hunter,cupid,villager=3")
    assert check_deck(book, deck) == []
    rounds = few(60, 25)
    tally = simulate(book, deck, Options(), rounds, players, 6)
    assert sum(tally.wins.values()) == rounds
    assert set(tally.wins) == {"villagers", "werewolves", "lovers", "nobody", "weaver"}
    assert tally.wins["weaver"] > 0


# Mistakes


def test_the_shortest_role_is_one(tmp_path: Path) -> None:
    roles = load(house(tmp_path, moth=MOTH, _draft="nothing yet"))
    assert roles.mistakes == []
    assert [role.card.key for role in roles] == ["moth"]


@pytest.mark.parametrize(
    "code",
    [
        "@DUST.instead\ndef flies(game, seat, doom):\n    return doom.cause in ('devoured', 'burnt')",
        "@MOTH.after_death\nasync def flies(game, death):\n    if death.cause == 'voted':\n"
        "        return await draw('moth', [None])",
        "def vote(game):\n    return game.alive\ndef flies(game):\n    return vote(game)",
        "@MOTH.when_in_love\ndef flies(seat):\n    seat.nature, seat.tokens = 'villager', []",
        "class Box:\n    def __init__(self):\n        self.card = MOTH",
    ],
)
def test_what_is_right_is_not_refused(tmp_path: Path, code: str) -> None:
    """A cause may be the doom of another house role, also of one that is read later."""
    burns = changed(
        renamed(MOTH), ("ROLE = ", "BURNT = Doom('burnt')\nROLE = "), ("calls=", "dooms=BURNT, calls=")
    )
    for language in ("fr", "en"):
        burns = burns.replace(f"    {language}={{", f"    {language}={{'words.cause.burnt': 'fire', ")
    text = changed(MOTH, ("ROLE = ", f"{code}\nROLE = "))
    if "after_death" in code:
        text = changed(text, ("calls=flutter", "calls=flutter, reactions=MOTH"))
    assert load(house(tmp_path, moth=text, wasp=burns)).mistakes == []


def test_words_with_await_are_those_of_the_page() -> None:
    assert {*AWAITED} == {*re.findall(r"`await (\w+)\(", PAGE)}


def test_files_nobody_can_read_are_refused_too(tmp_path: Path) -> None:
    house(tmp_path, moth=MOTH)
    (tmp_path / "bytes.py").write_bytes(b"\xff\xfe")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "nul.py").write_bytes(b"\0")
    roles = load(tmp_path)
    assert [role.card.key for role in roles] == ["moth"]
    mistakes = [str(entry) for entry in roles.mistakes]
    assert mistakes[0] == f"{tmp_path / 'bytes.py'}: not UTF-8 at byte 0"
    assert mistakes[1] == f"{tmp_path / 'folder.py'}: cannot be read: Is a directory"
    assert mistakes[2].startswith(str(tmp_path / "nul.py"))
    assert len(mistakes) == 3


def test_a_folder_that_is_none_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="is not a folder; allowed: a folder of house roles"):
        load(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (MOTH, 14, "moth is a key of a.py already; allowed: a new one"),
        (
            changed(renamed(MOTH), ('Card("wasp")', 'Card("wasp", sign=(3, "leap"))')),
            14,
            "sign = (3, 'leap') is moth's; allowed: another, or none",
        ),
        (
            changed(
                renamed(MOTH),
                ('WASP = Card("wasp")', 'WASP = Card("wasp")\nBURNT = Doom("burnt")'),
                ("calls=sting", "calls=sting, dooms=BURNT"),
                ("fr={", 'fr={"words.cause.burnt": "feu", '),
                ("en={", 'en={"words.cause.burnt": "fire", '),
            ),
            15,
            "burnt is a key of a.py already",
        ),
    ],
    ids=["card", "sign", "cause"],
)
def test_of_two_roles_that_clash_the_second_is_refused(
    tmp_path: Path, text: str, line: int, reason: str
) -> None:
    first = changed(
        MOTH,
        ('MOTH = Card("moth")', 'BURNT = Doom("burnt"); MOTH = Card("moth", sign=(3, "leap"))'),
        ("calls=flutter", "calls=flutter, dooms=BURNT"),
        ("fr={", 'fr={"words.cause.burnt": "brûlé", '),
        ("en={", 'en={"words.cause.burnt": "burnt", '),
    )
    roles = load(house(tmp_path, a=first, b=text))
    assert [role.path.name for role in roles] == ["a.py"]
    [told] = roles.mistakes
    assert str(told).startswith(f"{tmp_path / 'b.py'}, line {line}: {reason}")


def test_there_are_as_many_roles_as_signs_the_boxes_leave_free(tmp_path: Path) -> None:
    chosen = changed(MOTH, ('Card("moth")', 'Card("moth", sign=(2, "leap"))'))
    texts = [MOTH.replace("moth", f"moth_{letter}") for letter in "abcdefghijkl"[: len(SIGNS)]]
    folder = house(tmp_path, **{f"m{number}": text for number, text in enumerate([*texts, chosen])})
    roles = load(folder)
    assert {role.card.sign for role in roles} == set(SIGNS)
    assert [str(entry) for entry in roles.mistakes] == [
        f"{folder / f'm{len(SIGNS)}.py'}, line 14: no sign is left for it; "
        f"allowed: {len(SIGNS)} house roles at a time"
    ]
    (folder / "m0.py").unlink()
    roles = load(folder)
    assert roles.mistakes == []
    assert roles[-1].card.sign == (2, "leap")
    assert {role.card.sign for role in roles} == set(SIGNS)


MEWS = next(text for kind, text in re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL) if kind == "py")
"""The news that the page teaches."""


def mewing(folder: Path, *changes: tuple[str, str]) -> Roles:
    """The shipped Black Cat, with news."""
    text = changed(
        (HOUSE / "black_cat.py").read_text("utf-8"),
        ("Elimination, Game,", "Elimination, Game, News,"),
        ("may_choose, night", "may_choose, moment, night, say"),
        ("ROLE = Role(", f"{MEWS}\n\nROLE = Role("),
        ("    calls=cross,\n", "    calls=cross,\n    at_dawn=mew,\n"),
        (
            "fr={",
            'fr={"lines.event.mews": "Un miaulement {seat.de}.", "words.event.mews": "Miaou : {seat}", ',
        ),
        ("en={", 'en={"lines.event.mews": "A mew at {seat.s} door.", "words.event.mews": "Mew: {seat}", '),
        *changes,
    )
    return load(house(folder, black_cat=text))


def test_news_of_a_house_role_are_heard_written_and_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roles = mewing(tmp_path / "house")
    assert roles.mistakes == []
    night = ('black_cat = "Bob"\nwerewolves = "Ian"', "black_cat" + FILL + " villager")
    written = night_of(tmp_path, *night, roles, '[[turns]]\nat = "dawn 1"\n')
    assert judge(written)["public"][0] == {"at": "dawn 1", "event": "mews", "seat": "Bob"}
    for language, line, word in (
        ("en", "A mew at Bob’s door.", "Mew: Bob"),
        ("fr", "Un miaulement de Bob.", None),
    ):
        narration = Narration.load(language, None, words_of(roles, language))
        monkeypatch.setitem(NARRATION, language, narration)
        table, played = rehearsed(written, language=language)
        assert played == judge(written)
        assert line in table.lines
        if word:
            boards = [seen.board for seen in table.trace().boards if seen.board.headline == word]
            assert boards
            assert all([place.marked for place in board.places].index(True) == 1 for board in boards)
    assert roles[0].faults == []


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Mews(seat)", "Mews(None)", "mew: Mews: seat is none; allowed: a seat"),
        ("Mews(seat)", "Mews(BLACK_CAT)", "mew: Mews: seat is none; allowed: a seat"),
        (
            "await say(Mews(seat))",
            "await say(seat)",
            "mew: says what its card does not announce; announced: Mews",
        ),
    ],
)
def test_news_that_nobody_could_tell_are_not_told(tmp_path: Path, old: str, new: str, reason: str) -> None:
    roles = mewing(tmp_path / "house", (old, new))
    assert roles.mistakes == []
    night = ('black_cat = "Bob"', "black_cat" + FILL)
    assert (
        judge(night_of(tmp_path, *night, roles, '[[turns]]\nat = "dawn 1"\n'))["public"][0]["event"]
        == "no_death"
    )
    assert reason in roles[0].faults[0]


def test_words_of_news_mention_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    [mistake] = mewing(tmp_path, ("A mew at {seat.s} door.", "A mew at {card.the}.")).mistakes
    assert "en: lines.event.mews has the placeholder {card.the}; allowed here: {seat}" in str(mistake)


# The commands


@pytest.fixture
def broken(tmp_path: Path) -> tuple[str, str]:
    """A folder with the examples and a role with a mistake; and the sentence about it."""
    folder = house(tmp_path / "house", moth=changed(MOTH, ("= Token", "= Tokn")))
    for role in ROLES:
        (folder / role.path.name).write_bytes(role.path.read_bytes())
    return str(folder), f"garou: {folder / 'moth.py'}, line 4: NameError: name 'Tokn' is not defined"


def test_a_table_plays_without_a_role_that_is_refused(
    broken: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    folder, sentence = broken
    deck = "werewolf=2,black_cat,chimney_sweep,villager=4"
    told = garou("play", "--simulated", "--rounds", "1", "--seed", "3", "--deck", deck, "--house", folder)
    assert told.code == 0
    assert told.err.startswith(sentence)
    assert "Chat Noir" in told.out
    deck = "werewolf=2,moth,villager=5"
    told = garou("play", "--simulated", "--rounds", "1", "--deck", deck, "--house", folder)
    assert told.code == 2
    assert told.err.startswith(
        f'{sentence}\ngarou: --deck: "moth" is not a role of thiercelieux now, for moth.py has a '
    )


def test_every_command_knows_house_roles(broken: tuple[str, str]) -> None:
    folder, sentence = broken
    for command in (
        ("referee", str(EXAMPLES)),
        ("rehearse", str(EXAMPLES), "--virtual", "--language", "en"),
        ("simulate", "--deck", "werewolf=2,black_cat,chimney_sweep,villager=5", "--rounds", "3"),
    ):
        told = garou(*command, "--house", folder)
        assert (told.code, told.err) == (0, sentence + "\n")
        assert garou(*command).err == ""
        assert garou(*command, "--house", str(HERE)).code == 2
    assert garou("referee", str(EXAMPLES), "--house", "nowhere").err.startswith(
        "garou: nowhere is not a folder"
    )


def test_an_evening_with_a_rule_that_goes_wrong_is_played_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is said of it before that, since the rule's call may be a secret."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    folder = str(house(tmp_path, moth=changed(MOTH, ("lit = await", "lit = moth.lamp and await"))))
    deck = "werewolf=2,moth,villager=5"
    words = ("play", "--simulated", "--rounds", "1", "--seed", "3", "--deck", deck)
    told = garou(*words, "--house", folder)
    assert told.code == 1
    assert told.err.splitlines()[-1].endswith(
        "flutter: AttributeError: 'Seat' object has no attribute 'lamp'"
    )
    assert told.err.count("flutter") == 1
    house(tmp_path, moth=MOTH)
    assert len(told.out.splitlines()) > 20, "the whole log of a round"
    assert garou(*words, "--house", folder).code == 0


# The page that teaches it


BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)
TAUGHT = [text for kind, text in BLOCKS if kind == "python"]


def taught(folder: Path, monkeypatch: pytest.MonkeyPatch, steps: int = len(TAUGHT)) -> Path:
    """What a reader of the page has written by then, in a folder; the role's file."""
    monkeypatch.chdir(folder)
    [written] = [text for kind, text in BLOCKS if kind == "toml"]
    Path("cat.toml").write_text(written, encoding="utf-8")
    return house(Path("my-house"), black_cat="\n\n".join(TAUGHT[:steps])) / "black_cat.py"


def alike(line: str) -> str:
    """A line with its figures left out."""
    return " ".join(re.sub(r"\d[\d.]*", "0", line).split())


def test_every_command_of_the_page_says_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (_, console) in enumerate(block for block in BLOCKS if block[0] == "console"):
        taught(tmp_path, monkeypatch, steps=1 if number == 0 else len(TAUGHT))
        for said in console.split("$ garou ")[1:]:
            command, *lines = said.splitlines()
            few = ("--rounds", "20") if "simulate" in command else ()
            told = garou(*command.split(), *few)
            heard = (told.err + told.out).splitlines()
            if few:
                heard, lines = [
                    [each if each == "..." else alike(each) for each in text] for text in (heard, lines)
                ]
            place = 0
            for before, line in zip(["", *lines], lines, strict=False):
                if line != "...":
                    place = heard.index(line, place) + 1 if before == "..." else place + 1
                    said = heard[place - 1]
                    assert said == line or (line.endswith("...") and said.startswith(line[:-3]))
            assert lines[-1] == "..." or place == len(heard)


MISTAKEN = [
    ("async def cross(game, cat):", "async def cross(game, cat)"),
    ('Card("black_cat")', 'Card("witch")'),
    ("from table", "import random\nfrom table"),
    ("    dooms=BAD_LUCK,\n", ""),
    ('after="defender"', 'after="sear"'),
    ('        "words.cause.bad_luck": "malchance",\n', ""),
    ("", ""),
    ("game.lay(crossed, CROSSED)", "crossed.lay(CROSSED)"),
    ("crossed = await ask", "crossed = ask"),
    ("    crossed = ", "    cat.card = BLACK_CAT\n    crossed = "),
    ("ROLE = ", "@CROSSED.instead\nasync def watch(game, seat, doom):\n    return True\n\n\nROLE = "),
    (
        "ROLE = ",
        '@CROSSED.instead\ndef watch(game, seat, doom):\n    return doom.cause == "left"\n\n\nROLE = ',
    ),
    ("    if death", '    await ask(death.seat, "black_cat", game.alive)\n    if death'),
]
"""What is changed in the role of the page; unchanged, two of it are in play."""


def test_the_mistakes_of_the_page_are_told_as_it_says_and_it_says_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = set()
    for number, (old, new) in enumerate(MISTAKEN):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = taught(folder, monkeypatch)
        if not old:
            (file.parent / "moggy.py").write_bytes(file.read_bytes())
        file.write_text(changed(file.read_text("utf-8"), (old, new)), encoding="utf-8")
        told.add(garou("referee", "--house", "my-house", "cat.toml").err.splitlines()[0])
    page = {line for kind, text in BLOCKS if kind == "text" for line in text.splitlines()}
    pairs = {
        (said, line)
        for said in told
        for line in page
        if said.removeprefix("garou: ").startswith(line.removeprefix("garou: ").removesuffix("..."))
    }
    assert told == {said for said, _ in pairs}
    assert page == {line for _, line in pairs}


def test_the_page_teaches_every_word_there_is() -> None:
    """Each stands on the page as code, not only in a sentence."""
    prose = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    code = " ".join(re.findall(r"`([^`]+)`", prose))
    vocabulary = set(house_vocabulary) - {"Game", "Seat"}
    assert {word for word in vocabulary if not re.search(rf"\b{word}\b", code)} == set()


# Words in a language of the owner's


def test_a_role_may_have_words_in_a_language_of_the_owners(tmp_path: Path) -> None:
    """What it leaves out is said in English, and it must be sayable."""
    narration = tmp_path / "narration"
    narration.mkdir()
    (narration / "pir.toml").write_bytes((HOUSE.parent / "narration" / "en.toml").read_bytes())
    words = '    pir={"lines.death.card.moth": "Arr, the Moth."},\n    en={'
    folder = house(tmp_path / "house", moth=MOTH.replace("    en={", words))
    roles = load(folder, None, Catalogue(tmp_path))
    assert ([role.card.key for role in roles], roles.mistakes) == (["moth"], [])
    told = narrate(Owner(tmp_path), "pir", None, roles)
    assert told.lines["death.card.moth"] == ("Arr, the Moth.",)
    assert told.card(roles[0].card).title == "Moth"
    # Where nobody has that language it is one by mistake.
    assert "pir is no list of a role, and no language; allowed: " in str(load(folder).mistakes[0])
    house(folder, moth=MOTH.replace("    en={", words.replace("the Moth", "{parrot}")))
    [mistake] = load(folder, None, Catalogue(tmp_path)).mistakes
    assert "pir: lines.death.card.moth" in str(mistake)
