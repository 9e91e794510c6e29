"""The Black Cat crosses somebody's path each night. Whoever kills it should know whose."""

from table.house import SEAT, Card, Deed, Doom, Elimination, Game, Role, Seat, Token, ask, may_choose, night

BLACK_CAT = Card("black_cat")
CROSSED = Token("crossed")
BAD_LUCK = Doom("bad_luck", lasts=True)
CROSS = Deed(harms=True)


@night(BLACK_CAT, answer=SEAT, seconds=12)
async def cross(game: Game, cat: Seat) -> None:
    """Names a player, whose path is crossed until the Cat crosses another's."""
    crossed = await ask(cat, "black_cat", may_choose(game, cat, CROSS))
    if crossed:
        for seat in game.holders(CROSSED):
            seat.tokens.remove(CROSSED)
        game.lay(crossed, CROSSED)


@BLACK_CAT.after_death
async def jinx(game: Game, death: Elimination) -> list[Elimination]:
    """Whoever was crossed last has bad luck: they sleep through the next night, and die at its dawn."""
    for seat in game.holders(CROSSED) if death.cause != "left" else ():
        game.lay(seat, BAD_LUCK)
    return []


ROLE = Role(
    BLACK_CAT,
    calls=cross,
    after="defender",
    dooms=BAD_LUCK,
    reactions=BLACK_CAT,
    fr={
        "cards.black_cat": {
            "title": "Chat Noir",
            "le": "le Chat Noir",
            "de": "du Chat Noir",
            "une": "le Chat Noir",
        },
        "words.role.black_cat": "Chaque nuit il croise le chemin d’un joueur. S’il est éliminé,\n"
        "le dernier qu’il a croisé meurt à l’aube suivante.",
        "words.cause.bad_luck": "malchance",
        "lines.call.black_cat.wake": [
            "Chat Noir, ouvre les yeux. De qui croises-tu le chemin ?",
            "Le Chat Noir s’étire sur son mur. Devant qui passera-t-il ?",
            "Chat Noir, éveille-toi : à qui porteras-tu malheur ?",
        ],
        "lines.call.black_cat.sleep": [
            "Chat Noir, referme les yeux, et fais patte de velours.",
            "Le Chat Noir se roule en boule, et la nuit avec lui.",
            "Assez rôdé, Chat Noir. Ferme les yeux.",
        ],
        "lines.death.card.black_cat": [
            "La carte se retourne… le Chat Noir. Quelqu’un, ici, devrait trembler.",
            "Un miaulement, puis rien : c’était le Chat Noir. Touchez du bois.",
            "C’était le Chat Noir. Le malheur court déjà les rues.",
        ],
    },
    en={
        "cards.black_cat": {"title": "Black Cat", "the": "the Black Cat", "a": "the Black Cat"},
        "words.role.black_cat": "Crosses a player's path each night. When it is eliminated,\n"
        "the last one crossed dies at the next dawn.",
        "words.cause.bad_luck": "bad luck",
        "lines.call.black_cat.wake": [
            "Black Cat, open your eyes. Whose path do you cross?",
            "The Black Cat stretches on the wall. Before whom will it pass?",
            "Black Cat, wake up: to whom do you bring bad luck?",
        ],
        "lines.call.black_cat.sleep": [
            "Black Cat, shut your eyes, and draw in your claws.",
            "The Black Cat curls up, and the night with it.",
            "Enough prowling, Black Cat. Shut your eyes.",
        ],
        "lines.death.card.black_cat": [
            "The card turns over… the Black Cat. Somebody here should tremble.",
            "A mew, then nothing: it was the Black Cat. Touch wood.",
            "It was the Black Cat. Bad luck is out in the streets already.",
        ],
    },
    de={
        "cards.black_cat": {
            "title": "Schwarze Katze",
            "der": "die Schwarze Katze",
            "den": "die Schwarze Katze",
            "ein": "die Schwarze Katze",
            "kein": "nicht die Schwarze Katze",
        },
        "words.role.black_cat": "Läuft jede Nacht jemandem über den Weg. Scheidet sie aus,\n"
        "stirbt am nächsten Morgen, wem sie zuletzt begegnet ist.",
        "words.cause.bad_luck": "Pech",
        "lines.call.black_cat.wake": [
            "Schwarze Katze, öffne die Augen. Wem läufst du über den Weg?",
            "Die Schwarze Katze streckt sich auf der Mauer. Wem bringst du Pech?",
        ],
        "lines.call.black_cat.sleep": [
            "Schwarze Katze, schließ die Augen und zieh die Krallen ein.",
            "Genug gestreunt, Schwarze Katze. Schließ die Augen.",
        ],
        "lines.death.card.black_cat": [
            "Die Karte wird umgedreht… die Schwarze Katze. Hier sollte jemand zittern.",
            "Ein Miauen, dann nichts: Es war die Schwarze Katze. Klopft auf Holz.",
        ],
    },
    es={
        "cards.black_cat": {
            "title": "Gato Negro",
            "el": "el Gato Negro",
            "de": "del Gato Negro",
            "una": "el Gato Negro",
        },
        "words.role.black_cat": "Cada noche se cruza con alguien. Si lo eliminan,\n"
        "la última persona con la que se cruzó muere al amanecer siguiente.",
        "words.cause.bad_luck": "mala suerte",
        "lines.call.black_cat.wake": [
            "Gato Negro, abre los ojos. ¿Con quién te cruzas?",
            "El Gato Negro se estira en la tapia. ¿Ante quién pasará?",
            "Gato Negro, despierta: ¿a quién le das mala suerte?",
        ],
        "lines.call.black_cat.sleep": [
            "Gato Negro, cierra los ojos y esconde las uñas.",
            "El Gato Negro se hace un ovillo, y la noche con él.",
            "Basta de rondar, Gato Negro. Cierra los ojos.",
        ],
        "lines.death.card.black_cat": [
            "La carta se da la vuelta… el Gato Negro. Alguien debería temblar.",
            "Un maullido, y luego nada: era el Gato Negro. Toca madera.",
            "Era el Gato Negro. La mala suerte ya anda por la calle.",
        ],
    },
)
