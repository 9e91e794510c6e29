"""Boards as an evening in French or English shows them, for tests, benchmarks and pictures."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, get_args

from msgspec.structs import replace

from table.board.board import Arrow, Board, Heap, LegendSign, Place, Scene, Secret, Timer
from table.games.werewords.telling import spelling

TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
WORDS: dict[str, dict[Scene, tuple[str, str, str]]] = TEXTS["words"]
"""Title, headline and caption of each scene, by language."""
ROLES: dict[str, str] = TEXTS["roles"]
"""Titles whose cards have pictures; the others are an owner's."""
ENGLISH_TITLES: dict[str, str] = TEXTS["english_titles"]

NAMES = (
    "le Moulin", "la Forge", "le Puits", "l’Église", "la Boulangerie", "le Lavoir", "l’Auberge", "le Château",
    "la Ferme", "le Verger", "la Grange", "le Cimetière", "la Fontaine", "le Vieux Chêne", "la Chaumière",
    "le Pont", "la Mairie", "l’Étable", "la Cave", "le Clocher", "la Clairière", "l’École", "le Rucher",
    "la Rivière",
)  # fmt: skip

LONG_NAMES = tuple(
    f"{name} de {whom}"
    for name, whom in zip(
        NAMES,
        ("la Vieille Marguerite", "Saint-Barthélemy", "Grand-mère Françoise", "l’Échevin") * 6,
        strict=True,
    )
)

CARDS = (
    "Simple Villageois", "Voyante", "Loup-Garou", "Sorcière", "Chasseur", "Petite Fille", "Cupidon", "Voleur",
    "Loup-Garou", "Simple Villageois", "Simple Villageois", "Infect Père des Loups", "Montreur d’Ours",
)  # fmt: skip

ENGLISH_NAMES = (
    "Mill", "Forge", "Well", "Chapel", "Inn", "Barn", "Bridge", "Orchard", "Tower", "Garden", "Lighthouse",
    "Market", "Pond", "School", "Vineyard", "Oak", "Beehive", "Fountain", "Workshop", "Washhouse", "Cottage",
    "Dairy", "Crossroads", "Meadow",
)  # fmt: skip

LONG_ENGLISH_NAMES = tuple(
    f"{whom} {name}"
    for name, whom in zip(
        ENGLISH_NAMES,
        ("Old Margaret's Abandoned", "Saint Bartholomew's", "Grandmother Frances'", "the Alderman's") * 6,
        strict=True,
    )
)

LEGEND = (
    LegendSign("Loup-Garou", 2, "clockwise", 3),
    LegendSign("Voyante", 1, "still"),
    LegendSign("Sorcière", 3, "swing"),
    LegendSign("Chasseur", 1, "hop"),
    LegendSign("Petite Fille", 4, "still"),
    LegendSign("Cupidon", 2, "anticlockwise"),
    LegendSign("Simple Villageois", 4, "clockwise", 5),
)

LONG_LEGEND = (
    *LEGEND,
    LegendSign("Voleur", 3, "still"),
    LegendSign("Infect Père des Loups", 3, "clockwise"),
    LegendSign("Grand-Méchant-Loup", 2, "hop"),
    LegendSign("Montreur d’Ours", 4, "swing"),
    LegendSign("Chevalier à l’Épée Rouillée", 1, "swing"),
    LegendSign("Villageois-Villageois", 3, "anticlockwise"),
    LegendSign("Abominable Sectaire", 4, "hop"),
    LegendSign("Joueur de Flûte", 1, "clockwise"),
    LegendSign("Bouc Émissaire", 1, "anticlockwise", 2),
)

LONG_ENGLISH_WORDS = (
    "The fourth night",
    "Werewolves and their Wolf-Father have won",
    "The Werewolves wake up, know each other and silently point at their next victim; in the meantime "
    "everybody else round the table keeps his two eyes firmly shut.",
)

LONG_WORDS = (
    "Quatrième nuit",
    "Les Loups-Garous et l’Infect Père gagnent",
    "Les Loups-Garous se réveillent, se reconnaissent et désignent en silence une nouvelle victime ; pendant "
    "ce temps, tous les autres gardent les yeux fermés.",
)

TIMED: frozenset[Scene] = frozenset(
    {"deal", "look", "election", "debate", "questions", "vote", "shot", "succession", "decision", "cover"}
)


WordMoment = Literal["offer", "word", "letters", "day", "last", "found", "accusation", "tiles", "unmasked"]
"""Boards of Mots-garous, in the order of a round."""
WORD_MOMENTS: tuple[WordMoment, ...] = get_args(WordMoment)

MAGIC_WORDS = {"fr": ("chapeau", "pomme de terre", "rhume", "loup"), "en": ("hat", "tin can", "cold", "wolf")}
LONG_MAGIC_WORDS = {
    "fr": ("pomme de terre en robe des champs", "anticonstitutionnellement", "champs-élysées", "loup"),
    "en": ("the leaning tower of the old town", "antidisestablishmentarianism", "merry-go-round", "wolf"),
}
TILES = {
    "fr": ("Loup-Garou", "Voyante", "Franc-Maçon", "Villageois", "Apprentie"),
    "en": ("Werewolf", "Seer", "Mason", "Villager", "Apprentice"),
}
TILE_ROLES = ("werewolf", "seer", "mason", "villager", "apprentice")
TOKENS = {
    "fr": ("Oui / non", "Peut-être", "Presque", "Pas du tout", "Trouvé"),
    "en": ("Yes / no", "Maybe", "So close", "Way off", "Found"),
}
WORD_SCENE: dict[WordMoment, Scene] = {
    "offer": "night",
    "word": "night",
    "letters": "night",
    "day": "questions",
    "last": "questions",
    "found": "debate",
    "accusation": "vote",
    "tiles": "ballots",
    "unmasked": "over",
}


def word_board(moment: WordMoment, seats: int = 9, *, long: bool = False, language: str = "fr") -> Board:
    """A board of Mots-garous. `long`: every text as long as the contract allows."""
    shown = board(WORD_SCENE[moment], seats, long=long, language=language)
    shown.rulebook = "mots-garous"
    words = (LONG_MAGIC_WORDS if long else MAGIC_WORDS)[language]
    spelt = spelling(words[0])
    for seat, place in enumerate(shown.places):
        place.alive, place.card, place.captain, place.marked = True, None, seat == 0, False
        place.role = ""
    shown.arrows = []
    if moment == "offer":
        shown.secret = Secret(words, at=(1,))
    elif moment == "word":
        shown.secret = Secret(words[:1], spelt)
    elif moment == "letters":
        shown.secret = Secret(words[:1], spelt, at=(2,), locked=(0, 4))
    elif moment in ("day", "last"):
        kinds = ("yes_no", "maybe", "so_close", "way_off", "correct")
        left = (26, 8, 1, 0, 1)
        shown.heaps = [Heap(*heap) for heap in zip(kinds, TOKENS[language], left, strict=True)]
        shown.timer = Timer(83.0 if moment == "day" else 7.0, 240.0)
        for seat, place in enumerate(shown.places[1:]):
            place.tokens = (("yes", "no", "maybe", "so_close")[seat % 4],)
        shown.places[1].asks = moment == "day"
        if moment == "last":
            shown.places[2].token, shown.places[2].tokens = "way_off", ("way_off",)
    else:
        shown.word = "" if moment == "tiles" else words[0]
    if moment in ("tiles", "unmasked"):
        for seat, place in enumerate(shown.places):
            if seat == 1 or moment == "unmasked":
                place.card = TILES[language][seat % len(TILES[language])]
                place.role = TILE_ROLES[seat % len(TILE_ROLES)]
                place.marked = True
    if moment == "tiles":
        shown.arrows = [Arrow(seat, 1 if seat % 3 else 2) for seat in range(seats) if seat > 2]
    return shown


def board(
    scene: Scene, seats: int = 12, *, long: bool = False, notice: bool = False, language: str = "fr"
) -> Board:
    """A board of `scene` in the middle of an evening. `long`: every text as long as the contract allows."""
    french = language == "fr"
    if long:
        title, headline, caption = LONG_WORDS if french else LONG_ENGLISH_WORDS
        names = LONG_NAMES if french else LONG_ENGLISH_NAMES
    else:
        title, headline, caption = WORDS[language][scene]
        names = NAMES if french else ENGLISH_NAMES
    places = [Place(names[i], home=ENGLISH_NAMES[i].lower()) for i in range(seats)]
    shown = Board(scene=scene, title=title, headline=headline, caption=caption, places=places)
    if scene == "attract":
        for seat in range(0, seats, 3):
            places[seat].ready = True
    elif scene == "deal":
        shown.legend = list(LONG_LEGEND if long or seats > 12 else LEGEND)
    elif scene == "test":
        shown.colours = ["orange", "bleu ciel", "vert", "jaune", "rouge", "rose", "blanc"]
    elif scene == "over":
        for seat, place in enumerate(places):
            place.card = CARDS[seat % len(CARDS)]
            place.marked = "Loup" not in place.card
            place.alive = seat % 3 != 1
    else:
        _fall(places, range(2, seats, 5))
        places[3].captain = True
    if scene == "debate":
        for seat in range(0, seats, 4):
            places[seat].ready = True
    if scene in ("dawn", "shot", "succession"):
        places[2].marked = True
        places[2].captain = scene == "succession"
        places[3].captain = scene != "succession"
        if scene == "dawn":
            _fall(places, (4,))
            places[4].marked = True
    if scene == "decision":
        places[1].marked = places[5].marked = True
    if scene == "election":
        for place in places:
            place.captain = False
            place.marked = place.alive
    if scene == "ballots":
        alive = [seat for seat, place in enumerate(places) if place.alive]
        targets = (1, 1, 5, 1, 6, 0, 1)
        shown.arrows = [
            Arrow(voter, targets[i % 7] if targets[i % 7] != voter else 5, 2 if voter == 3 else 1)
            for i, voter in enumerate(alive)
        ]
        places[1].marked = True
    if scene == "told":
        shown.hint = (
            "Appui : on rejoue. Appui long : la suite." if french else "Press: play again. Hold: next page."
        )
        shown.arrows = [Arrow(0, 3)]
        places[0] = Place(names[0], card=CARDS[1], marked=True, number=1)
        places[3] = Place(names[3], card=CARDS[7], captain=True, marked=True)
    if scene in TIMED:
        shown.timer = Timer(ends_s=83.0, length_s=120.0)
    if notice:
        shown.notice = "Pas de carte son : la table joue avec les sous-titres seuls."
    for place in places:
        place.role = ROLES.get(place.card or "", "")
    if shown.legend:
        shown.legend = [replace(sign, role=ROLES.get(sign.title, "")) for sign in shown.legend]
    if not french:
        _translate(shown)
    return shown


def _translate(shown: Board) -> None:
    for place in shown.places:
        place.card = ENGLISH_TITLES[place.card] if place.card else None
    shown.legend = [replace(sign, title=ENGLISH_TITLES[sign.title]) for sign in shown.legend]
    if shown.colours:
        shown.colours = ["orange", "sky blue", "green", "yellow", "red", "pink", "white"]
    if shown.notice:
        shown.notice = "No sound card: the table plays on with its captions alone."


def _fall(places: list[Place], dead: range | tuple[int, ...]) -> None:
    for seat in dead:
        places[seat].alive = False
        places[seat].card = CARDS[seat % len(CARDS)]
