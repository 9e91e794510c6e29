"""The Chimney Sweep hears every house through its chimney, but never just one voice."""

from table.house import SEAT, Card, Deed, Game, Role, Seat, ask, draw, may_choose, night, show

CHIMNEY_SWEEP = Card("chimney_sweep")
LISTEN = Deed()


@night(CHIMNEY_SWEEP, answer=SEAT, seconds=16)
async def listen(game: Game, sweep: Seat) -> None:
    """Names a player; is shown their card and one more of the deck, in an order drawn by lot."""
    heard = await ask(sweep, "chimney_sweep", may_choose(game, sweep, LISTEN), by=0.55)
    others = [card for card in game.deck if heard and card not in (heard.card, CHIMNEY_SWEEP)]
    if heard and others:
        other = await draw("chimney_sweep", others)
        pair = await draw("chimney_sweep", [(heard.card, other), (other, heard.card)])
        await show([sweep], "chimney_sweep", seat=heard, value=pair)


ROLE = Role(
    CHIMNEY_SWEEP,
    calls=listen,
    after="seer",
    fr={
        "cards.chimney_sweep": {
            "title": "Ramoneur",
            "le": "le Ramoneur",
            "de": "du Ramoneur",
            "une": "le Ramoneur",
        },
        "words.role.chimney_sweep": "Chaque nuit il écoute dans une cheminée et voit deux cartes :\n"
        "l’une est celle du joueur, l’autre est du jeu. Laquelle ?",
        "lines.call.chimney_sweep.wake": [
            "Ramoneur, ouvre les yeux. À quelle cheminée prêtes-tu l’oreille ?",
            "Le Ramoneur s’éveille sur les toits. Chez qui écoute-t-il ?",
            "Ramoneur, éveille-toi : deux voix montent, laquelle ment ?",
        ],
        "lines.call.chimney_sweep.sleep": [
            "Ramoneur, referme les yeux, et garde tes deux voix.",
            "La suie étouffe les voix. Ramoneur, ferme les yeux.",
            "Le Ramoneur s’adosse à une cheminée tiède, et s’endort.",
        ],
        "lines.death.card.chimney_sweep": [
            "La carte se retourne… le Ramoneur.",
            "Un hérisson noir sur les tuiles : c’était le Ramoneur.",
            "C’était le Ramoneur. Les cheminées gardent leurs secrets.",
        ],
    },
    en={
        "cards.chimney_sweep": {
            "title": "Chimney Sweep",
            "the": "the Chimney Sweep",
            "a": "the Chimney Sweep",
        },
        "words.role.chimney_sweep": "Listens at a chimney each night and sees two cards:\n"
        "one is that player's, the other is of the deck. Which is which?",
        "lines.call.chimney_sweep.wake": [
            "Chimney Sweep, open your eyes. At whose chimney do you listen?",
            "The Chimney Sweep awakens on the roofs. Whose house is it tonight?",
            "Chimney Sweep, wake up: two voices rise, and which one lies?",
        ],
        "lines.call.chimney_sweep.sleep": [
            "Chimney Sweep, shut your eyes, and keep both voices.",
            "The soot swallows the voices. Chimney Sweep, shut your eyes.",
            "The Chimney Sweep leans on a warm chimney and sleeps.",
        ],
        "lines.death.card.chimney_sweep": [
            "The card turns over… the Chimney Sweep.",
            "A black brush on the tiles: it was the Chimney Sweep.",
            "It was the Chimney Sweep. The chimneys keep their secrets.",
        ],
    },
    de={
        "cards.chimney_sweep": {
            "title": "Schornsteinfeger",
            "der": "der Schornsteinfeger",
            "den": "den Schornsteinfeger",
            "ein": "der Schornsteinfeger",
            "kein": "nicht der Schornsteinfeger",
        },
        "words.role.chimney_sweep": "Horcht jede Nacht an einem Kamin und sieht zwei Karten:\n"
        "Eine gehört diesem Haus, eine dem Spiel. Welche ist welche?",
        "lines.call.chimney_sweep.wake": [
            "Schornsteinfeger, öffne die Augen. An welchem Kamin horchst du?",
            "Der Schornsteinfeger erwacht auf den Dächern. Wessen Haus ist es heute?",
        ],
        "lines.call.chimney_sweep.sleep": [
            "Schornsteinfeger, schließ die Augen und behalt beide Stimmen für dich.",
            "Der Ruß schluckt die Stimmen. Schornsteinfeger, schließ die Augen.",
        ],
        "lines.death.card.chimney_sweep": [
            "Die Karte wird umgedreht… der Schornsteinfeger.",
            "Ein schwarzer Besen auf den Ziegeln: Es war der Schornsteinfeger.",
        ],
    },
    es={
        "cards.chimney_sweep": {
            "title": "Deshollinador",
            "el": "el Deshollinador",
            "de": "del Deshollinador",
            "una": "el Deshollinador",
        },
        "words.role.chimney_sweep": "Cada noche escucha en una chimenea y ve dos cartas:\n"
        "una es la de esa persona, la otra es del mazo. ¿Cuál es cuál?",
        "lines.call.chimney_sweep.wake": [
            "Deshollinador, abre los ojos. ¿En qué chimenea escuchas?",
            "El Deshollinador despierta en los tejados. ¿Qué casa toca hoy?",
            "Deshollinador, despierta: suben dos voces, ¿cuál miente?",
        ],
        "lines.call.chimney_sweep.sleep": [
            "Deshollinador, cierra los ojos y guarda las dos voces.",
            "El hollín apaga las voces. Deshollinador, cierra los ojos.",
            "El Deshollinador se apoya en una chimenea tibia, y duerme.",
        ],
        "lines.death.card.chimney_sweep": [
            "La carta se da la vuelta… el Deshollinador.",
            "Un cepillo negro en las tejas: era el Deshollinador.",
            "Era el Deshollinador. Las chimeneas guardan sus secretos.",
        ],
    },
)
