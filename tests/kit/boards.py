"""Boards as an evening in French or English shows them, for tests, benchmarks and pictures."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec.structs import replace

from table.board.board import Arrow, Board, Heap, LegendSign, Place, Scene, Secret, Timer
from table.games.werewords.telling import spelling

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

ROLES = {
    "Simple Villageois": "villager",
    "Voyante": "seer",
    "Loup-Garou": "werewolf",
    "Sorcière": "witch",
    "Chasseur": "hunter",
    "Petite Fille": "little_girl",
    "Cupidon": "cupid",
    "Voleur": "thief",
    "Infect Père des Loups": "accursed_wolf_father",
    "Montreur d’Ours": "bear_tamer",
    "Grand-Méchant-Loup": "big_bad_wolf",
    "Chevalier à l’Épée Rouillée": "rusty_knight",
    "Joueur de Flûte": "piper",
}
"""Titles whose cards have pictures; the others are an owner's."""

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

ENGLISH_TITLES = {
    "Simple Villageois": "Plain Villager",
    "Voyante": "Seer",
    "Loup-Garou": "Werewolf",
    "Sorcière": "Witch",
    "Chasseur": "Hunter",
    "Petite Fille": "Little Girl",
    "Cupidon": "Cupid",
    "Voleur": "Thief",
    "Infect Père des Loups": "Accursed Wolf-Father",
    "Montreur d’Ours": "Bear Tamer",
    "Servante Dévouée": "Devoted Servant",
    "Grand-Méchant-Loup": "Big Bad Wolf",
    "Chevalier à l’Épée Rouillée": "Rusty Knight of the Village",
    "Villageois-Villageois": "Villager-Villager",
    "Abominable Sectaire": "Abominable Sectarian",
    "Joueur de Flûte": "Piper",
    "Bouc Émissaire": "Scapegoat",
}

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

WORDS: dict[Scene, tuple[str, str, str]] = {
    "attract": (
        "Les Loups-Garous",
        "Asseyez-vous, appuyez",
        "Appuyez sur votre bouton pour prendre place. Le meneur, c’est la table.",
    ),
    "deal": (
        "La donne",
        "Regardez votre carte",
        "À chacun son secret. Couvrez l’anneau, gardez le bouton enfoncé, et regardez.",
    ),
    "night": (
        "Nuit 2",
        "La Voyante",
        "La Voyante se réveille et désigne le joueur dont elle veut voir la carte.",
    ),
    "look": (
        "Nuit 1",
        "Chacun regarde son anneau",
        "Ouvrez les yeux sur votre seul anneau, bien caché.",
    ),
    "dawn": (
        "Jour 2",
        "Deux morts cette nuit",
        "Le village se réveille. La Boulangerie et le Puits ne se réveilleront plus.",
    ),
    "election": (
        "Jour 1",
        "Élection du Capitaine",
        "Choisissez votre Capitaine : sa voix comptera double.",
    ),
    "debate": (
        "Jour 2",
        "Le débat",
        "Le village débat. On vote ? Un appui long.",
    ),
    "questions": (
        "Le mot",
        "La Forge demande",
        "Posez votre question ; le Maire répond par oui, non ou peut-être.",
    ),
    "vote": (
        "Jour 2",
        "Le vote",
        "Votez tous en même temps : tournez la lumière vers celui que vous accusez.",
    ),
    "ballots": (
        "Jour 2",
        "La Forge est désignée",
        "Le village a choisi : la Forge est désignée.",
    ),
    "shot": (
        "Jour 2",
        "Le Chasseur va tirer",
        "Avant de mourir, le Chasseur désigne celui qu’il emporte avec lui.",
    ),
    "succession": (
        "Jour 3",
        "Le Capitaine est mort",
        "Il désigne dans son dernier souffle celui qui lui succédera.",
    ),
    "decision": (
        "Jour 3",
        "Égalité : le Capitaine tranche",
        "La Forge et le Lavoir ont autant de voix. Le Capitaine choisit.",
    ),
    "over": (
        "Fin de la partie",
        "Les Villageois ont gagné",
        "Le dernier Loup-Garou est mort : le village peut dormir en paix.",
    ),
    "told": (
        "4/23",
        "Nuit 2",
        "1. La Voyante (Moulin) regarde la carte de l’Église : Voleur.",
    ),
    "test": (
        "Essai",
        "La mire",
        "Cadre entier, cercle rond, mots clairs ? Appui : oui. Appui long : non.",
    ),
}

ENGLISH_WORDS: dict[Scene, tuple[str, str, str]] = {
    "attract": (
        "The Werewolves",
        "Sit down and press",
        "Press your button to take a seat. There is no narrator: the table is.",
    ),
    "deal": (
        "The deal",
        "Look at your card",
        "To each a secret. Cover your ring, hold your button, and look.",
    ),
    "night": (
        "Night 2",
        "The Seer",
        "The Seer wakes up and points at the player whose card she wants to see.",
    ),
    "look": ("Night 1", "Everybody looks at his ring", "Open your eyes on your own ring alone, well hidden."),
    "dawn": ("Day 2", "Two died last night", "The village wakes up. The Inn and the Well never will again."),
    "election": ("Day 1", "Election of the Captain", "Choose your Captain: his voice will count twice."),
    "debate": ("Day 2", "The debate", "The village debates. Ready to vote? Hold your button."),
    "questions": ("The word", "The Forge asks", "Ask; the Mayor answers yes, no or maybe."),
    "vote": ("Day 2", "The vote", "Vote all at once: turn the light to the one you accuse."),
    "ballots": ("Day 2", "The Forge has been named", "The village has chosen: the Forge has been named."),
    "shot": ("Day 2", "The Hunter is about to shoot", "Before he dies the Hunter names whom he takes along."),
    "succession": (
        "Day 3",
        "The Captain is dead",
        "With his last breath he names the one who comes after him.",
    ),
    "decision": (
        "Day 3",
        "A tie: the Captain decides",
        "The Forge and the Garden have as many. The Captain chooses.",
    ),
    "over": (
        "End of the round",
        "The Villagers have won",
        "The last Werewolf is dead: the village may sleep in peace.",
    ),
    "told": ("4/23", "Night 2", "1. The Seer (Mill) looks at the Chapel’s card: Thief."),
    "test": (
        "Test",
        "The test card",
        "A whole frame, a round circle, clear words? Press: yes. Hold: no.",
    ),
}

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
    {"deal", "look", "election", "debate", "questions", "vote", "shot", "succession", "decision"}
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
        title, headline, caption = (WORDS if french else ENGLISH_WORDS)[scene]
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
