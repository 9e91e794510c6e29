"""What the pages of phones draw: the board in their own way, and what a seat may point at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from hardware.phones.wire import BoardState, EntryState, MenuState, PlaceState, SeatScreen
from table.board.board import Arrow, Board
from table.room.act import Options
from table.room.presses import Presses
from table.room.stage import Stage
from table.room.village import Village
from table.sentences import flat
from table.words.narration import Narration

OPTIONS_MOST = 64
"""Most options of a seat that its page shows."""
NOTHING = Options(())


def board_state(stage: Stage, deck: Sequence[tuple[str, int]]) -> BoardState:
    """What the board shows now. `deck`: titles and numbers of the cards in play."""
    village, clock = stage.village, stage.clock
    board, timer = village.board, village.board.timer
    return BoardState(
        scene=board.scene,
        title=board.title,
        headline=board.headline,
        notice=board.notice,
        question=clock.running.key if clock.running else "",
        ends_s=timer.ends_s if timer else None,
        length_s=timer.length_s if timer else 0.0,
        places=tuple(_places(village)),
        arrows=_numbered(board.arrows),
        ballot=_numbered(board.ballot),
        elects=board.elects,
        deck=tuple(deck),
        today=board.today.text if board.today else "",
        stage=tuple(card.title for card in board.stage),
        heaps=tuple((heap.kind, heap.label, heap.left) for heap in board.heaps),
        asked=tuple(
            (0 if answer.seat is None else answer.seat + 1, answer.token) for answer in board.answers
        ),
        menu=_menu(stage, board),
        host=0 if village.people.host is None else village.people.host + 1,
        rulebook=board.rulebook,
    )


def _numbered(arrows: Iterable[Arrow]) -> tuple[tuple[int, int, int], ...]:
    return tuple((arrow.voter + 1, arrow.target + 1, arrow.weight) for arrow in arrows)


def _places(village: Village) -> Iterator[PlaceState]:
    narration, forms = village.narration, forms_used(village.narration)
    for place, pod, seat in zip(village.board.places, village.places.pods, village.sitters(), strict=True):
        named = narration.seat(seat).forms
        yield PlaceState(
            place.name,
            pod,
            place.alive,
            "" if place.face_down else place.card or "",
            place.captain,
            place.ready,
            place.marked,
            0 if place.points_at is None else place.points_at + 1,
            place.asks,
            place.token,
            (place.says,) if place.says else (),
            place.marks if place.alive else (),
            {form: named[form] for form in forms},
        )


def _menu(stage: Stage, board: Board) -> MenuState | None:
    menu = board.menu
    if menu is None or not menu.entries:
        return None
    entries = tuple(EntryState(entry.label, entry.value, entry.note) for entry in menu.entries)
    turns = [seat for seat, phase in stage.presses.phases.items() if phase == "menu"]
    return MenuState(menu.title, entries, menu.cursor + 1, menu.hint, turns[0] + 1 if len(turns) == 1 else 0)


def page_texts(narration: Narration) -> dict[str, str]:
    """The texts of a page by their keys. Each telling has its own name for the head of the village."""
    head = narration.cards.get("captain") or narration.cards["mayor"]
    texts = flat(narration.texts("phones"))
    if narration.own.on_phones:  # There is no ring whose signs could be learnt.
        texts["as_ring"] = ""
    return {key: text.replace("{captain}", head.title) for key, text in texts.items()}


@lru_cache(maxsize=4)
def forms_used(narration: Narration) -> frozenset[str]:
    """The forms of names that the texts of a page use."""
    found = re.findall(r"{name\.(\w+)}", " ".join(page_texts(narration).values()))
    return frozenset(found).intersection(narration.grammar.name)


def screen_of(presses: Presses, seat: int) -> SeatScreen:
    """What the player of a seat may point at now. Secret."""
    phase, asked, key = presses.asked_of(seat)
    options = asked or NOTHING
    return SeatScreen(
        seat + 1,
        phase,
        key,
        tuple(options.numbers[:OPTIONS_MOST]),
        options.at,
        tuple(options.chosen),
        options.locked,
        tuple(options.labels[:OPTIONS_MOST]),
        options.several,
    )
