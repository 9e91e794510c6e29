"""The rules of Mots-garous written a second time, to compare with the first.

`retold` says what the referee must print for a sound scenario file. It shares nothing with the game but
the usual options: it works everything out again from the tiles and the answers. `a_file` writes random files.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from unicodedata import normalize

from msgspec.structs import asdict

from table.games.werewords.rules.options import Options

File = Mapping[str, Any]

OPTIONS: Mapping[str, Any] = asdict(Options())
"""Those that a file does not name."""
WOLFISH = ("werewolf", "minion")


class Waits(Exception):  # noqa: N818 - not an error: the file simply ends here
    """The file ends before the round does."""

    def __init__(self, at: str, ask: str | None, seats: Sequence[str] = ()) -> None:
        self.report = {"at": at, "ask": ask} | ({"seats": list(seats)} if ask else {})


def letters_of(word: str) -> list[str]:
    """MG-60: the letters of a word, each with its accent."""
    return re.findall(r"[^\W\d_]", normalize("NFC", word))


class Retelling:
    """Plays the round of one file."""

    def __init__(self, file: File) -> None:
        self.seats: list[str] = file["seats"]
        self.turns = {turn["at"]: turn for turn in file.get("turns", ())}
        self.options = {**OPTIONS, **file.get("options", {})}
        self.set = {*file["cards"], *file["centre"]}
        self.tiles = dict(zip(self.seats, file["cards"], strict=True))
        if "mayor" in file["cards"]:
            self.mayor = self.seats[file["cards"].index("mayor")]
            [self.tiles[self.mayor]] = file["centre"]
        else:
            after = self.seats.index(file["last_mayor"]) + 1
            self.mayor = self.seats[after % len(self.seats)]
        self.roles = dict(self.tiles)
        self.gone: list[str] = []
        self.stood_in: list[str] = []
        self.shown: list[dict[str, Any]] = []
        self.public: list[dict[str, Any]] = []
        self.at = ""
        self.turn: Mapping[str, Any] = {}

    # What a file says

    def enter(self, at: str, later: Sequence[str]) -> bool:
        """Begins a moment. Returns whether everybody is still there; raises `Waits` if the file ends before
        it."""
        if not self.turns.keys() & {at, *later}:
            raise Waits(at, None)
        self.at, self.turn = at, self.turns.get(at, {})
        if at == "night":
            self.tell("mayor", seat=self.mayor)
        self.gone = self.turn.get("left", [])
        return not self.gone

    def demanded(self, key: str, *seats: str) -> Any:
        if key not in self.turn:
            raise Waits(self.at, key, seats)
        return self.turn[key]

    def tell(self, event: str, **facts: Any) -> None:
        self.public.append({"at": self.at, "event": event, **facts})

    def show(self, to: Sequence[str], what: str, **facts: Any) -> None:
        self.shown.append({"at": self.at, "to": list(to), "what": what, **facts})

    def who_is(self, *roles: str) -> list[str]:
        return [seat for seat in self.seats if self.roles[seat] in roles]

    # The rules

    def play(self) -> str:
        """Plays the round. Returns the winner."""
        if not self.enter("night", ("day", "vote")):
            return "nobody"
        self.night()
        if not self.enter("day", ("vote",)):
            return "nobody"
        is_found = self.day()
        if not self.enter("vote", ()):
            return "nobody"
        if self.options["word"] == "list":
            self.tell("word", value=self.word)
        return self.seer_hunt() if is_found else self.wolf_hunt()

    def night(self) -> None:
        listed = self.options["word"] == "list"
        if "doppelganger" in self.set:
            [copy] = self.who_is("doppelganger")
            seen = self.demanded("doppelganger", copy)
            self.show([copy], "card", seat=seen, value=self.tiles[seen])
            self.roles[copy] = self.tiles[seen]
        if listed:
            self.word = self.demanded("word", self.mayor)
            self.letters = letters_of(self.word)
            self.show([self.mayor], "word", value=self.word)
            if "seer" in self.set:
                self.show(self.who_is("seer"), "word", value=self.word)
        words = re.split(r"[\s'’-]+", self.word) if listed else []
        firsts = [letters_of(word)[0].upper() for word in words if letters_of(word)]
        if "fortune_teller" in self.set:
            self.show(self.who_is("fortune_teller"), "first_letters", value=firsts)
        self.apprentice(listed, firsts)
        wolves = self.who_is("werewolf")
        self.show(wolves, "pack", value=wolves)
        if listed:
            self.show(wolves, "word", value=self.word)
        if self.options["mode"] == "speedwords":
            self.given = self.demanded("letters", *wolves)
            self.show(wolves, "letters", value=self.given)
        if "minion" in self.set and self.options["minion_sees_wolves"]:
            self.show(self.who_is("minion"), "minion", value=wolves)
        if "beholder" in self.set:
            seers = self.who_is("seer", "fortune_teller", "apprentice")
            self.show(self.who_is("beholder"), "seer_is", value=seers)
        if "mason" in self.set:
            self.show(self.who_is("mason"), "masons", value=self.who_is("mason"))
        if "thing" in self.set:
            [thing] = [seat for seat in self.seats if self.tiles[seat] == "thing"]
            self.show([self.demanded("thing", thing)], "neighbour", seat=thing)

    def apprentice(self, listed: bool, firsts: list[str]) -> None:
        if "apprentice" not in self.set:
            return
        ready = [seat for seat in self.who_is("apprentice") if seat != self.mayor]
        others = {self.roles[seat] for seat in self.seats if seat != self.mayor}
        mayors = self.roles[self.mayor]
        if not ready or "seer" in others or (mayors == "fortune_teller" and mayors in others):
            return
        if mayors == "seer":
            self.stood_in = ready
            if listed:
                self.show(ready, "word", value=self.word)
        elif mayors == "fortune_teller":
            self.stood_in = ready
            self.show(ready, "first_letters", value=firsts)

    def day(self) -> bool:
        """Plays the day. Returns whether the word was found."""
        tokens = self.turn.get("tokens", [])
        for asker, token in tokens:
            self.tell("token", seat=None if asker == "table" else asker, token=token)
        given = Counter(token for _, token in tokens)
        ended = "found" if given["correct"] else "time"
        if given["yes"] + given["no"] == self.options["yes_no_tokens"]:
            ended = "tokens"
        if ended == "time" and self.options["mode"] == "speedwords":
            for position in self.given:
                self.tell("uncovered", position=position, letter=self.letters[position])
        if self.turn.get("oops"):
            ended = "time" if ended == "found" else "found"
            self.tell("day_ended", how=ended, oops=True)
        else:
            self.tell("day_ended", how=ended)
        return ended == "found"

    def seer_hunt(self) -> str:
        for wolf in self.who_is("werewolf"):
            self.tell("werewolf_shown", seat=wolf)
        picks = self.turn.get("werewolves", {})
        for wolf in self.seats:
            if wolf in picks:
                self.tell("named", by=wolf, seat=picks[wolf])
        named = [picks[wolf] for wolf in self.seats if wolf in picks]
        for place, seat in enumerate(named):
            if seat not in named[:place]:
                self.turn_over(seat)
        sought = {*self.who_is("seer", "fortune_teller"), *self.stood_in}
        return "werewolves" if sought & set(picks.values()) else "village"

    def turn_over(self, seat: str) -> None:
        tile, role = self.tiles[seat], self.roles[seat]
        self.tell("tile", seat=seat, card=tile, **({} if tile == role else {"role": role}))

    def wolf_hunt(self) -> str:
        counts = Counter(self.turn.get("accuse", {}).values())
        if [counts[seat] for seat in self.seats] == [1] * len(self.seats):
            self.tell("void")
            return "werewolves"
        most = [seat for seat in self.seats if counts[seat] and counts[seat] == max(counts.values())]
        for seat in most:
            self.tell("accused", seat=seat, votes=counts[seat])
        wolfish = WOLFISH if self.options["minion_counts"] else WOLFISH[:1]
        for seat in most:
            self.turn_over(seat)
        return "village" if any(self.roles[seat] in wolfish for seat in most) else "werewolves"


def retold(file: File) -> dict[str, Any]:
    """The referee's whole output for a file it must accept."""
    told = Retelling(file)
    winner, waiting = None, None
    try:
        winner = told.play()
    except Waits as end:
        waiting = end.report
    natures = {seat: "werewolves" if told.roles[seat] in WOLFISH else "village" for seat in told.seats}
    return {
        "state": "over" if winner else "waiting",
        "waiting_for": waiting,
        "warnings": [],
        "winner": winner,
        "winners": [seat for seat in told.seats if natures[seat] == winner],
        "alive": [seat for seat in told.seats if seat not in told.gone],
        "mayor": told.mayor,
        "natures": natures,
        "cards": told.tiles,
        "roles": told.roles,
        "shown": told.shown,
        "public": told.public,
    }


# Files by lot

NAMES = (
    *("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kim", "Leo", "Mia", "Ned", "Ona", "Pam", "Quy", "Rex", "Sue", "Tom"),
)
WORDS = (
    *("chat", "clair de lune", "arc-en-ciel", "l’école buissonnière", "aujourd'hui", "Le Havre"),
    *("été", "e\u0301te\u0301", "œil-de-bœuf", "os", "à", "rendez-vous", "7e ciel", "y"),
)
SINGLES = ("apprentice", "minion", "thing", "beholder", "doppelganger")


def a_set(lot: random.Random, players: int) -> list[str]:
    """Random tiles for so many players, one more than there are players."""
    while True:
        seers = lot.choice([["seer"], ["seer"], ["fortune_teller"], ["seer", "fortune_teller"]])
        tiles = ["mayor", *seers, *["werewolf"] * lot.randint(1, 3)]
        tiles += [tile for tile in SINGLES if lot.random() < 0.5]
        tiles += ["mason"] * (2 * lot.randint(0, 1))
        tiles += ["villager"] * (players + 1 - len(tiles))
        wolves = sum(tile in WOLFISH for tile in tiles)
        village = sum(tile not in (*WOLFISH, "mayor", "doppelganger") for tile in tiles)
        if len(tiles) == players + 1 and village > wolves:
            lot.shuffle(tiles)
            return tiles


def some_tokens(lot: random.Random, askers: Sequence[str], yes_no: int, maybe: int) -> list[list[str]]:
    """Random answers of a day, which may end in any way."""
    left = {"yes_no": yes_no, "maybe": maybe, "so_close": 1, "way_off": 1}
    tokens: list[list[str]] = []
    is_owed = False
    for _ in range(lot.choice([0, 3, 10, 60])):
        token = lot.choice(["yes", "no", "yes", "no", "maybe", "so_close", "way_off", "correct"])
        asker = lot.choice([*askers, "table"])
        kept = "yes_no" if token in ("yes", "no") else token
        if token == "correct":
            if asker == "table" or lot.random() < 0.8:
                continue
            return [*tokens, [asker, token]]
        if left[kept] and not (is_owed and token == "so_close"):
            left[kept] -= 1
            tokens.append([asker, token])
            is_owed = token == "way_off"
        if not left["yes_no"]:
            break
    return tokens


def a_file(lot: random.Random, players: int | None = None) -> dict[str, Any]:
    """A random file the referee must accept; some end before the round does."""
    players = players or lot.randint(3, 20)
    seats = list(NAMES[:players])
    *cards, centre = a_set(lot, players)
    while players == 3 and centre == "mayor":
        *cards, centre = a_set(lot, players)
    options: dict[str, Any] = {}
    if lot.random() < 0.3:
        options["mode"] = "speedwords"
    elif "fortune_teller" not in (*cards, centre) and lot.random() < 0.2:
        options["word"] = "own"
    if lot.random() < 0.3:
        options |= {"yes_no_tokens": lot.randint(1, 9), "maybe_tokens": lot.randint(0, 3)}
    for option in ("minion_sees_wolves", "minion_counts"):
        if lot.random() < 0.2:
            options[option] = lot.random() < 0.5
    file: dict[str, Any] = {
        "rulebook": "mots-garous",
        "seats": seats,
        "cards": cards,
        "centre": [centre],
        "options": options,
    }
    if centre == "mayor" or lot.random() < 0.1:
        file["last_mayor"] = lot.choice(seats)
    at_table = Retelling(file)
    turns = [one_night(lot, at_table)]
    options = {**OPTIONS, **options}
    askers = [seat for seat in seats if seat != at_table.mayor]
    tokens = some_tokens(lot, askers, options["yes_no_tokens"], options["maybe_tokens"])
    turns.append({"at": "day", "tokens": tokens})
    if lot.random() < 0.2:
        turns[-1]["oops"] = True
    so_far = Retelling({**file, "turns": turns})
    with suppress(Waits):
        so_far.play()
    found = so_far.public[-1]["how"] == "found"
    pack = so_far.who_is("werewolf")
    key, voters = ("werewolves", pack) if found else ("accuse", seats)
    voting = lot.choice([0.0, 0.5, 1.0, 1.0])
    votes = {
        voter: lot.choice([seat for seat in seats if seat != voter and not (found and seat in pack)])
        for voter in voters
        if lot.random() < voting
    }
    if not found and lot.random() < 0.1:
        votes = {seat: seats[place - 1] for place, seat in enumerate(seats)}
    turns.append({"at": "vote", key: votes})
    file["turns"] = curtailed(lot, turns, seats)
    return file


def one_night(lot: random.Random, at_table: Retelling) -> dict[str, Any]:
    """Every answer a night may need."""
    seats, options = at_table.seats, at_table.options
    night: dict[str, Any] = {"at": "night"}
    if options["word"] == "list":
        night["word"] = lot.choice(WORDS)
    if options["mode"] == "speedwords":
        letters = len(letters_of(night["word"]))
        night["letters"] = lot.sample(range(letters), min(5, max(1, letters // 2)))
    for seat, tile in at_table.tiles.items():
        place = seats.index(seat)
        if tile == "doppelganger":
            night["doppelganger"] = lot.choice(seats[:place] + seats[place + 1 :])
        if tile == "thing":
            night["thing"] = lot.choice([seats[place - 1], seats[(place + 1) % len(seats)]])
    return night


def curtailed(lot: random.Random, turns: list[dict[str, Any]], seats: list[str]) -> list[dict[str, Any]]:
    """The turns, or fewer: the file ends early, or a player leaves."""
    match lot.randrange(12):
        case 0:
            return turns[: lot.randint(0, 2)]
        case 1:
            number = lot.randrange(3)
            left = {"at": turns[number]["at"], "left": lot.sample(seats, 1)}
            return [*turns[:number], left]
        case 2:
            night = dict(turns[0])
            keys = [key for key in ("doppelganger", "word", "letters", "thing") if key in night]
            if keys:
                del night[lot.choice(keys)]
            return [night] if keys else turns[:1]
        case _:
            return turns
