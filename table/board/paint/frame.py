"""One picture of the board: its content, its light, and the progress of each motion."""

from __future__ import annotations

from typing import NamedTuple

from pygame import Surface

from table.board.board import SCENES, Board, Place, Scene, SecretCircle, rivals, seconds_left
from table.board.paint.cues import AT_REST, LAST_S, Cue
from table.board.paint.layout import REFERENCE, Layout, lay_out
from table.board.paint.motion import STILL, Pose
from table.board.paint.palette import BLACK, DAWN, DAY, DUSK, NIGHT, STORM, Colour, Palette
from table.board.view import DisplayOptions

TIME_OF_DAY: dict[Scene, Palette] = {
    "attract": DUSK,
    "night": NIGHT,
    "look": NIGHT,
    "dawn": DAWN,
    "vote": DUSK,
    "ballots": DUSK,
    "decision": DUSK,
    "told": DUSK,
    "test": NIGHT,
}
"""The light of each scene. All others play by day, or at dusk once the village has voted."""

EMBLEM: dict[Scene, str] = {
    "attract": "press",
    "deal": "cards",
    "look": "eye",
    "election": "crown",
    "debate": "talk",
    "questions": "question",
    "vote": "choice",
    "shot": "sights",
    "succession": "heir",
    "decision": "scales",
    "cover": "hand",
    "over": "star",
}
"""The symbol of each scene in the middle of the square. Night and dawn have none, since the sky shows
them."""

SKY_EMBLEM: dict[Scene, str] = {"night": "moon", "dawn": "sunrise"}
"""The symbol of a scene where the sky is not seen, if the scene is about nobody."""

NEWS_EMBLEM = {
    "bear_growls": "paw",
    "house_burnt": "flame",
    "votes_against": "feather",
    "grief": "heart",
    "shot": "sights",
    "dead_answer.yes": "tick",
    "dead_answer.no": "nay",
}
"""The symbol that replaces the scene's during this news, or while a death of this cause is told."""

NEWS_PICTURE = {
    "bear_growls": "bear",
    "house_burnt": "fire",
    "votes_against": "mark",
    "grief": "grief",
    "shot": "shot",
}
"""The picture that replaces the symbol of this news, as long as no clock runs."""

OPEN_CARDS = "stage"
"""The news that shows the cards of the middle large on the square, with their titles."""

DAYBREAK = "cock"
"""The picture of a dawn without news."""

WINNERS = {
    "villagers": "house",
    "village": "house",
    "werewolves": "wolf",
    "white_werewolf": "lone_wolf",
    "lovers": "heart",
    "piper": "flute",
    "angel": "wings",
    "prejudiced_manipulator": "halves",
    "nobody": "crow_moon",
}
"""The symbol of a camp that has won, by its key. All others have a star."""

OF_THE_NIGHT = ("werewolves", "white_werewolf")
"""Camps after whose victory it is night over the village."""
OF_THE_STORM = "nobody"
"""The winner's key if nobody has won: a storm is shown."""

SPOTLIGHT: frozenset[Scene] = frozenset({"dawn", "shot", "succession", "told"})
"""Scenes that show the players they are about in the middle of the square. By day, so do scenes with a
condemned player."""
NEWS_SPOTLIGHT = frozenset({"pardoned", "scapegoat", "servant", "villager_villager"})
"""News that shows its player in the middle of the square in any scene."""
SENTENCES: frozenset[Scene] = frozenset({"ballots", "decision"})

OF_TODAY: frozenset[Scene] = frozenset({"debate", "election", "vote"})
"""Scenes that have room on the square for what is new today, if they are about nobody."""

CODE_SHARE = 0.57, 0.3
"""Size of a code with the paper round it, as a share of the board's shorter side: until everybody is in, and
from then on. The squares of a usual code fill two fifths of that side, or one."""
CODE_WORDS = 200
"""Height of the words below the codes on an upright board 1440 pixels wide."""
CODES_MOST = 0.66, 0.48
"""Largest width of all codes beside the village, and beside a menu, as a share of the board's."""

CALM_STEP_S = 10
"""Seconds between moves of a calm clock."""


class Frame(NamedTuple):
    """Everything needed to draw a board on a surface at one moment."""

    surface: Surface
    board: Board
    look: DisplayOptions
    palette: Palette
    layout: Layout
    left_s: int | None = None
    """Seconds that the clock shows; None if no clock runs."""
    pose: Pose = STILL
    cue: Cue = AT_REST
    drift_s: float = 0.0
    """The moment at which moon, stars and smoke are drawn."""

    @property
    def scale(self) -> float:
        """Factor on all lengths."""
        return self.layout.scale

    @property
    def invites(self) -> bool:
        """Whether the village is empty, with large words of invitation over it."""
        return invites(self.board)

    def mark_of(self, place: Place) -> Colour:
        """The colour of a player the scene is about. By day only the dead have one: red."""
        is_dead = not place.alive and self.board.scene != "over"
        return self.palette.mark if is_dead else self.palette.crown

    @property
    def drifts(self) -> bool:
        """Whether the village is visible, with all its small motions."""
        covered = self.board.menu or self.board.secret or not self.layout.lots
        return not covered and self.look.contrast == "normal"

    def is_open(self, place: Place) -> bool:
        """Whether a seat's lot shows only its card."""
        return not self.layout.lots or (self.board.scene == "over" and bool(place.card))

    @property
    def about(self) -> list[Place]:
        """What is named in the middle of the square: the players of the scene, by day a condemned player once
        dead, or the open cards while they are told."""
        if self.lays_cards_out:
            return [Place(card.title, role=card.role) for card in self.board.stage]
        scene = self.board.scene
        marked = [place for place in self.board.places if place.marked]
        if self.board.news in NEWS_SPOTLIGHT:
            return marked
        if scene in SENTENCES:
            return [place for place in marked if not place.alive]
        return marked if scene in SPOTLIGHT else []

    @property
    def rivals(self) -> list[int]:
        """The two seats between whom it is decided, once their ballots are there, from left to right; empty
        if there are none."""
        lots = self.layout.lots
        if not lots or self.pose.landed < 1:
            return []
        found = rivals(self.board, self.left_s, of_many=self.layout.is_crowded)
        return sorted(found, key=lambda seat: lots[seat].house.centerx)

    @property
    def lays_cards_out(self) -> bool:
        """Whether the open cards lie large on the square, since they are told."""
        return self.board.news == OPEN_CARDS

    @property
    def tells_today(self) -> bool:
        """Whether what is new today lies on the square with its text. Else its picture is in the header."""
        board = self.board
        is_free = not (
            board.arrows
            or board.word
            or board.sought
            or self.about
            or self.rivals
            or self.news in NEWS_EMBLEM
        )
        return bool(board.today and self.layout.lots) and board.scene in OF_TODAY and is_free

    @property
    def names_somebody(self) -> bool:
        """Whether somebody who looks for a card has named a player."""
        return bool(self.board.sought and self.board.arrows)

    @property
    def news(self) -> str:
        """The key of a card's news, or the cause of a death; empty if there is neither."""
        return self.board.news or self.board.cause

    @property
    def picture(self) -> str:
        """The name of the picture in the middle of the square, from art/things; empty if there is none."""
        if self.board.timer:
            return ""
        is_about = any(place.marked for place in self.board.places)
        if self.board.scene == "dawn" and not (self.news or is_about or self.look.contrast == "high"):
            return DAYBREAK
        return NEWS_PICTURE.get(self.news, "")

    @property
    def emblem(self) -> str | None:
        """The name of the symbol in the middle of the square: that of the news, or else of the scene."""
        board = self.board
        if self.news in NEWS_EMBLEM:
            return NEWS_EMBLEM[self.news]
        if board.sought:
            return EMBLEM["look"]
        if board.scene == "attract" and board.timer:  # a press means something else there
            return None
        if board.scene in SENTENCES and self.about:  # it has been carried out
            return None
        if board.scene == "over":
            return WINNERS.get(board.winner, EMBLEM["over"])
        if board.scene == "questions" and board.word:  # it has been found
            return EMBLEM["over"]
        is_about = any(place.marked for place in board.places)
        sky = SKY_EMBLEM.get(board.scene) if self.look.contrast == "high" and not is_about else None
        return EMBLEM.get(board.scene) or sky

    def showing(self, board: Board) -> Frame:
        """The same frame for another board, as it first appears."""
        light = light_of(board, self.look)
        return self._replace(board=board, palette=light, left_s=shown_seconds(board, 0.0, self.look))


def light_of(board: Board, look: DisplayOptions) -> Palette:
    """The colours in which a board is drawn."""
    if look.contrast == "high":
        return BLACK
    if board.scene == "over" and board.winner in OF_THE_NIGHT:
        return NIGHT
    if board.scene == "over" and board.winner == OF_THE_STORM:
        return STORM
    return TIME_OF_DAY.get(board.scene, DUSK if board.late else DAY)


def lights(look: DisplayOptions) -> dict[Palette, Scene]:
    """All colour palettes with a scene for each, except the storm, which is rare."""
    found: dict[Palette, Scene] = {}
    for scene in SCENES:
        found.setdefault(light_of(Board(scene), look), scene)
    return found


def shown_seconds(board: Board, now_s: float, look: DisplayOptions) -> int | None:
    """Seconds that the clock shows. A calm clock changes rarely, except at the end."""
    left_s = seconds_left(board, now_s)
    is_slow = look.calm and left_s is not None and left_s > LAST_S
    return left_s and -(-left_s // CALM_STEP_S) * CALM_STEP_S if is_slow else left_s


def laid_out(size: tuple[int, int], board: Board, enlarged: float) -> Layout:
    """The layout for the seats of `board`. It has no seats if signs fill the whole board."""
    places = [] if alone(board) and not isinstance(board.secret, SecretCircle) else board.places
    chairs = max(len(places), board.chairs) if places else 0
    layout = lay_out(size, chairs, enlarged, codes_px(size, board))
    if places and board.at:
        layout = layout.of(board.at)
    return layout.in_rows() if lays_all_open(board) and layout.is_crowded else layout


def code_px(size: tuple[int, int], board: Board) -> int:
    """The largest size of a code by which phones join, with the paper round it."""
    return round(CODE_SHARE[not board.people] * min(size))


def codes_px(size: tuple[int, int], board: Board) -> int:
    """How wide all codes are, or how high with their words on an upright board; 0: there are none."""
    if not board.join or board.scene != "attract":
        return 0
    count = 2 if board.wifi or board.join_other else 1
    (width, height), side = size, code_px(size, board)
    if width < height:
        return round(min(side, width / count) + CODE_WORDS * width / REFERENCE[0])
    return round(min(count * side, width * CODES_MOST[bool(board.menu)]))


def invites(board: Board) -> bool:
    """Whether the board invites people: nobody plays, and nobody has sat down."""
    waits = not board.places or not (board.timer or any(map(is_seated, board.places)))
    return board.scene == "attract" and waits


def is_seated(place: Place) -> bool:
    """Whether somebody sits here while nobody plays, or the table plays here."""
    return place.ready or place.marked or place.captain or place.played


def alone(board: Board) -> bool:
    """Whether the board shows only the signs of the cards."""
    return board.scene == "deal" and bool(board.legend)


def honours(board: Board) -> bool:
    """Whether the board shows each player of a finished round with an honour."""
    return board.scene == "told" and any(place.honour for place in board.places)


def lays_all_open(board: Board) -> bool:
    """Whether this is the end of a round, when the board shows only the cards."""
    bare = not (board.arrows or board.word)
    return board.scene == "over" and bare and all(place.card for place in board.places)
