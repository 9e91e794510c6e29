"""Boards as an evening in French shows them, for tests, benchmarks and pictures."""

from __future__ import annotations

from table.board.board import Arrow, Board, Place, Scene, Sign, Timer

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

LEGEND = (
    Sign("Loup-Garou", 2, "clockwise", 3),
    Sign("Voyante", 1, "still"),
    Sign("Sorcière", 3, "swing"),
    Sign("Chasseur", 1, "hop"),
    Sign("Petite Fille", 4, "still"),
    Sign("Cupidon", 2, "anticlockwise"),
    Sign("Simple Villageois", 4, "clockwise", 5),
)

LONG_LEGEND = (
    *LEGEND,
    Sign("Servante Dévouée", 3, "still"),
    Sign("Infect Père des Loups", 3, "clockwise"),
    Sign("Grand Méchant Loup", 2, "hop"),
    Sign("Montreur d’Ours", 4, "swing"),
    Sign("Chevalier à l’Épée Rouillée", 1, "swing"),
    Sign("Villageois-Villageois", 3, "anticlockwise"),
    Sign("Abominable Sectaire", 4, "hop"),
    Sign("Joueur de Flûte", 1, "clockwise"),
    Sign("Bouc Émissaire", 1, "anticlockwise", 2),
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
        "Couvrez votre anneau d’une main et maintenez votre bouton : il montre le signe de votre carte.",
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
        "Débattez ! Appuyez quand vous êtes prêts à voter.",
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
    "test": (
        "Essai",
        "La mire",
        "Cadre entier, cercle rond, mots clairs ? Appui : oui. Appui long : non.",
    ),
}

LONG_WORDS = (
    "Quatrième nuit",
    "Les Loups-Garous et l’Infect Père gagnent",
    "Les Loups-Garous se réveillent, se reconnaissent et désignent en silence une nouvelle victime ; pendant "
    "ce temps, tous les autres gardent les yeux fermés.",
)

TIMED: frozenset[Scene] = frozenset(
    {"deal", "look", "election", "debate", "vote", "shot", "succession", "decision"}
)


def board(scene: Scene, seats: int = 12, *, long: bool = False, notice: bool = False) -> Board:
    """A board of `scene` in the middle of an evening. `long`: every text as long as the contract allows."""
    title, headline, caption = LONG_WORDS if long else WORDS[scene]
    names = LONG_NAMES if long else NAMES
    places = [Place(names[i]) for i in range(seats)]
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
    if scene in TIMED:
        shown.timer = Timer(ends_s=83.0, length_s=120.0)
    if notice:
        shown.notice = "Pas de carte son : la table joue avec les sous-titres seuls."
    return shown


def _fall(places: list[Place], dead: range | tuple[int, ...]) -> None:
    for seat in dead:
        places[seat].alive = False
        places[seat].card = CARDS[seat % len(CARDS)]
