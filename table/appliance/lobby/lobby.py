"""The lobby before a round: people sit down, and the first of them is the host and uses the menu.

Every chair of the table is a seat of the lobby. The chairs that are taken when the host starts are the seats
of the evening.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from hardware import patterns
from hardware.debounce import Kind
from table.appliance.lobby.hosts_deeds import HostsDeeds
from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.lobby.phone_seats import PhoneSeats, SeenByPhones
from table.appliance.lobby.seating import Seating
from table.appliance.lobby.word_stick import OnStick
from table.appliance.menu.menus import MenuTexts, Page
from table.appliance.opening.choices import TableChoices
from table.board.board import Timer
from table.gestures import Meaning
from table.publish.desk import NewsDesk
from table.publish.news import Playing
from table.room.act import Act, Options, SeatGesture
from table.room.people import People
from table.room.presses import Presses
from table.room.private_words import PrivateWords
from table.room.stage import AT_ONCE, Stage
from table.settings.settings import Settings
from table.words.narration import Narration

PAGE_S = 6.0
"""Seconds for each page that the board shows while nobody sits here: five of them say how to play."""
COUNTED_S = 1.0
"""Seconds between two looks at chances that are being counted."""
NEWS_S = 8.0
"""Seconds for which the board says that a stick with words was plugged in or pulled out."""


class Sitting(NamedTuple):
    """The people in a lobby and their choices. `taken`: chairs, clockwise. `host`: one of them, or None if
    nobody sits."""

    taken: tuple[int, ...]
    host: int | None
    choices: Settings


class AttractPages:
    """Turns the pages that are shown while nobody sits. `shows`: whether a show begins after the last
    page."""

    def __init__(self, presses: Presses, *, shows: bool) -> None:
        self._presses = presses
        self._shows = shows
        self.at = 0
        """Number of the page that is shown, from 0."""
        self.ends_s = 0.0
        """When the next page is shown."""

    def begin(self, now_s: float) -> None:
        """Shows the first page."""
        self.at, self.ends_s = 0, now_s + PAGE_S

    def turn(self, now_s: float, count: int) -> bool:
        """Shows the next of `count` pages when it is time. Returns whether it is time for a show."""
        if now_s < self.ends_s:
            return False
        if self.at + 1 < count or not self._shows:
            self.at, self.ends_s = (self.at + 1) % count, now_s + PAGE_S
        elif self._presses.is_touched():
            self.ends_s = now_s + self._presses.timing.hold_s  # Somebody is about to sit down.
        else:
            return True
        return False


def ways_in(phones: PhoneSeats | None) -> str:
    """The end of the keys of what is said of sitting down: by pods, by phones too, or by phones alone."""
    if not phones:
        return ""
    return "_phones" if phones.alone else "_join"


def news_of(found: OnStick, words: MenuTexts) -> str:
    """The news that a stick with words was plugged in or pulled out."""
    news = words.text("lobby.stick" if found.is_there else "lobby.stick_gone", number=found.number)
    return f"{news} {words.text('lobby.stick_told', number=len(found.told))}" if found.told else news


class Lobby(Act, SeenByPhones):
    """The act of the lobby.

    `stage`: one on which presses make nobody a person.
    `sitting`: who sits already, and their choices so far.
    `house`: what can be chosen.
    `apply`: applies choices that can be heard or seen at once.
    `starts_s`: seconds until it starts by itself if nobody sits; None: only the host starts it.
    `shows`: whether it ends for a show after all pages were shown to nobody.
    `waits`: whether it only waits until somebody sits, to go on with a round.
    `phones`: phones as seats; None: there are none.
    `news`: what this table publishes; None: nothing.
    """

    is_lobby = True

    def __init__(
        self,
        stage: Stage,
        *,
        sitting: Sitting,
        house: TableChoices,
        apply: Callable[[Settings], Narration],
        starts_s: float | None = None,
        shows: bool = False,
        waits: bool = False,
        phones: PhoneSeats | None = None,
        news: NewsDesk | None = None,
    ) -> None:
        self.stage = stage
        self.village, self.presses, self.time = stage.village, stage.presses, stage.time
        self.phones, self.news = phones, news
        self._in_words = PrivateWords(stage.village, stage.presses.count)
        self._house = house
        self._apply = apply
        self._starts_s = starts_s
        self._waits = waits
        self._words = MenuTexts(sitting.choices.language, house.own)
        self.seating = Seating(stage, sitting.taken, sitting.host)
        self._deeds = HostsDeeds(self.village, phones, news, pass_on=self.seating.pass_on, stand=self.stand)
        self.menu = self._new_menu(sitting.choices)
        self._is_open = False
        self._can_begin = False
        self._refreshed_s = self.time.now()
        self._pages = AttractPages(stage.presses, shows=shows)
        self._rules: Sequence[Page] = ()
        """How the game is played that is chosen."""
        self._is_telling = False
        self._news = ""
        """The message about a stick with words."""
        self._news_ends_s = AT_ONCE
        """When that message ends."""
        if news:
            news.attend(stage, self._playing)
        if phones:
            phones.attend(stage, self)

    @property
    def people(self) -> People:
        """The seats of those who sat down."""
        return self.village.people

    def run(self, is_open: bool = False, welcomes: bool = True) -> Sitting | None:
        """Runs until the host starts the round, or it starts by itself. Returns None when it is time for a
        show. `is_open`: opens the menu at once. `welcomes`: whether people are invited aloud."""
        self._is_open = is_open and bool(self.people)
        self.lay_places()
        self.stage.open_questions((), "idle")
        self.seating.begin()
        self._pages.begin(self.time.now())
        try:
            with self.stage.playing(self):
                if not self.people and welcomes:
                    self._tell([(f"attract.welcome{ways_in(self.phones)}", {})])
                    self._pages.begin(self.time.now())
                return self._wait_for_host()
        finally:
            self._house.stop_counting()

    def _wait_for_host(self) -> Sitting | None:
        while not self._begins():
            self._heed_stick()
            if self._turn_page():
                return None
            self.refresh()
            self.stage.wait_for_moment(self._next_change_s)
            if self.seating.untold and not self._waits:
                untold, self.seating.untold = self.seating.untold, []
                self._tell([(line, {"seat": self.village.sitters()[seat]}) for line, seat in untold])
            if self.seating.gives_up():
                self._begin_anew()
        self.village.board.menu, self.village.board.legend = None, []
        self.stage.close_questions()
        return Sitting(tuple(sorted(self.people)), self.people.host, self.menu.choices)

    def _tell(self, lines: Sequence[Any]) -> None:
        """Speaks the lines. Meanwhile their captions replace the usual one."""
        self._is_telling = True
        self.refresh()
        self.stage.speaking.tell_and_wait(lines)
        self._is_telling = False
        self.refresh()

    # Gestures

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        host = self.people.host
        if meant is Meaning.SIT:
            self.seating.sit(heard.seat)
        elif meant is Meaning.STAND:
            self.stand(heard.seat)
        elif meant is Meaning.OPEN:
            self._is_open = True
        elif meant is Meaning.HOST:
            self.seating.hand_on_to(heard.seat)
        else:
            before = self.menu.choices
            self.menu.turning.hear(meant)
            if self.menu.choices != before:
                self._heed()
        self.seating.touched(heard.seat, host)
        self.refresh()
        return True

    def options(self, seat: int) -> Options | None:
        return self.menu.turning.options() if self._turns(seat) else None

    def point(self, seat: int, number: int) -> bool:
        return self._turns(seat) and self.menu.turning.point(number)

    def _turns(self, seat: int) -> bool:
        """Whether this seat has the open menu."""
        return self.presses.phases.get(seat) == "menu"

    def hear_typed(self, meant: Meaning) -> bool:
        if not self._is_open or self.people.host is None:
            return False
        return self.hear(SeatGesture(self.time.now(), self.people.host, 0, Kind.PRESS), meant)

    def stand(self, seat: int) -> None:
        """Frees a chair."""
        self.seating.stand(seat)
        if not self.people:
            self._begin_anew()
        self.refresh()

    def _heed(self) -> None:
        """Applies the latest choices at once."""
        self.village.narration = self._apply(self.menu.choices)
        self._words = MenuTexts(self.menu.choices.language, self._house.own)
        self.menu.speak(self._words)
        self.lay_places()

    def _new_menu(self, choices: Settings) -> HostsMenu:
        return HostsMenu(self._house, choices, self._words, self.presses.count, self._deeds.items)

    def _begin_anew(self) -> None:
        """Resets the choices to the owner's when nobody sits here any more."""
        self._is_open = False
        if self.phones:
            self.phones.forget()
        if self.news:
            self.news.staff = False
        self.seating.touched_s = self.time.now()
        self.menu = self._new_menu(self._house.settings)
        self._heed()

    def _heed_stick(self) -> None:
        """MG-6: takes over the lists of a stick that was plugged in or pulled out, and announces it."""
        if found := self._house.plugged():
            self._news = news_of(found, self._words)
            self._news_ends_s = self.time.now() + NEWS_S

    def close(self) -> bool:
        """Goes back to the first page of the menu, or closes the table if that is shown."""
        if self.menu.is_at_start:
            return False
        self.stage.hear_closing()
        self.menu.close()
        self.refresh()
        return True

    # Going on

    def _begins(self) -> bool:
        has_come = self._waits and bool(self.people)
        # While a greeting was still being spoken somebody may have got up again.
        self.menu.started &= self._can_begin
        return self.menu.started or has_come or self.time.now() >= self._starts_by_itself_s()

    def _starts_by_itself_s(self) -> float:
        """When the round starts by itself: never while somebody sits or presses, nor at a table without
        bots."""
        if self._starts_s is None or not self._can_begin or self.people or self.presses.is_touched():
            return float("inf")
        return self.seating.touched_s + self._starts_s

    def _next_change_s(self) -> float:
        stick = self._house.stick
        if self.seating.untold or self.menu.started or (stick and stick.has_news):
            return AT_ONCE
        page_s = float("inf") if self.people else self._pages.ends_s
        news_s = self._news_ends_s if self._news else float("inf")
        return min(page_s, news_s, self.seating.due_s(), self._counted_s(), self._starts_by_itself_s())

    def _counted_s(self) -> float:
        """The next moment to look for counted chances, a found deck or a copied list."""
        is_busy = self._house.is_counting or self.menu.typed.is_copying
        return self._refreshed_s + COUNTED_S if is_busy else float("inf")

    # Pages while nobody sits

    def _turn_page(self) -> bool:
        """Shows the next page when it is time. Returns whether it is time for a show."""
        now_s = self.time.now()
        if self.people:
            self._pages.begin(now_s)
            return False
        return now_s >= self._pages.ends_s and self._pages.turn(now_s, len(self.pages()))

    def pages(self) -> list[Page]:
        """The pages while nobody sits: what this is, how it is played, and each character."""
        what = self.village.narration.word("headline.attract")
        return [*(Page(what, sentence) for sentence in self._words.table["show"]), *self._rules]

    def rules(self) -> Sequence[Page]:
        return self._rules

    # Showing

    def refresh(self) -> None:
        """Updates board and gestures."""
        self._refreshed_s = self.time.now()
        seated, pods = len(self.people), len(self.village.names)
        chosen = self.menu.chosen
        chosen.seated, chosen.pods = seated, pods
        self._can_begin = not chosen.why_not()
        self._rules = self.menu.pages()
        may_choose = self._can_begin or chosen.is_stuck
        self._is_open = self._is_open or (bool(self.people) and may_choose)
        self.seating.look()
        board = self.village.board
        plays = self._is_open and bool(self.people) and self.menu.choices.game.bots
        for seat, place in enumerate(board.places):
            place.ready = seat in self.people
            place.marked = seat == self.people.host
            place.played = plays and not place.ready
            self.presses.turn(seat, self.seating.phase(seat, is_open=self._is_open))
        board.title, board.character = self.village.narration.word("title.attract"), ""
        if self.people.host is None:
            pages = self.pages()
            board.headline, prompt, board.character = pages[self._pages.at % len(pages)]
            if board.join:
                several = "_both" if board.wifi else "_either" if board.join_other else ""
                board.headline = self.village.narration.word(f"phones.scan{several}")
                prompt = prompt if self._pages.at else self.village.narration.word("phones.take")
        else:
            host = self.village.narration.seat(self.village.sitters()[self.people.host])
            board.headline = self._words.text("lobby.seated", number=seated, host=host)
            wait = "lobby.wait_menu" if self._is_open else "lobby.wait"
            prompt = self._words.text(f"{wait}{ways_in(self.phones)}")
            if self.seating.is_stalled:
                alone = "_phones" if self.phones and self.phones.alone else ""
                prompt = self._words.text(f"lobby.stalled{alone}", host=host)
        if self.time.now() >= self._news_ends_s:
            self._news = ""
        if not self._is_telling:
            board.caption = self._news or prompt
        starts_s = self._starts_by_itself_s()
        board.timer = None if starts_s == float("inf") else Timer(starts_s, starts_s - self.seating.touched_s)
        board.menu = self.menu.menu(seated, pods) if self._is_open else None
        board.legend = self.menu.legend() if board.menu else []
        if board.menu is None:
            self._house.stop_counting()

    def ring(self, seat: int, now_s: float) -> bytes:
        pixels = self.stage.rings.pixels
        if seat not in self.people:
            return patterns.lobby_breathing(pixels, now_s)
        return patterns.host(pixels, now_s) if seat == self.people.host else patterns.taken(pixels, now_s)

    def slips(self) -> dict[int, str]:
        """The slips of a lobby. The host's slip shows the menu, or how to open it; other phones show how to
        stand up."""
        word, host, phones = self.village.narration.word, self.people.host, self.phones
        pods = enumerate(self.village.places.pods) if phones else ()
        told = {
            seat: word("slip.seated" if seat in self.people else "slip.stood")
            for seat, pod in pods
            if phones and phones.places.has_phone(pod)
        }
        return told if host is None else told | {host: self._in_words.menu() or word("slip.host")}

    def typed(self) -> tuple[str, str, tuple[str, ...]] | None:
        return self.menu.typed.shown if self._is_open and self.menu.is_typing else None

    def keep_typed(self, title: str, text: str) -> None:
        self.menu.typed.keep(title, text)
        self.refresh()

    def renamed(self) -> None:
        self.lay_places()
        self.refresh()

    def _playing(self) -> Playing:
        """Facts about this lobby for the news, besides its board."""
        choices = self.menu.choices
        return Playing(choices.game.rulebook, choices.language, open=not self._waits)

    def lay_places(self) -> None:
        """Writes all seats on the board, with their present names."""
        menu = self.village.board.menu
        self.village.lay_places()
        self.village.board.menu = menu
