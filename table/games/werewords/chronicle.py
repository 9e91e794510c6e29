"""The story of a Mots-garous round from its replay: every tile, the word, every answer, and what followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from table.engine.requests import Ask, Draw, Request, Say, Show
from table.games.entries import ChronicleTexts, Highlights, Moment, Sat, StoryEntry
from table.games.werewords.rules import events
from table.games.werewords.rules.state import Token

HIGHLIGHTS = Highlights(
    votes=("accusation",),
    outcomes=("werewolf", "day ended", "word", "void", "tile"),
    values=(("token", "correct"),),
    heads=("mayor",),
)


class WordTeller:
    """Writes down a round while it is replayed. `words`: the chronicle's texts."""

    def __init__(self, words: ChronicleTexts) -> None:
        self.words = words
        self.moments = [Moment("before", words("title.deal"), [])]
        self._ask: Ask | None = None
        """An open question: the lot that answers it follows."""
        self._offered: list[str] = []
        self._dealt: list[str] = []

    def hear(self, request: Request, answer: Any) -> None:
        match request:
            case Show(what="offer", value=offered):
                self._offered = list(offered)
            case Show(what="dealt", seat=seat, value=tile):
                self._told_tiles(seat, tile)
            case Show(what="letters", value=letters):
                told = self.words.listed(position + 1 for position in letters)
                text = self.words("deed.letters", list=told)
                self._note(text, "letters", request.to, value=list(letters), deed=True, secret=True)
            case Ask() if answer:
                self._did(request, answer[0])
            case Ask():
                self._ask = request
            case Draw() if self._ask and request.stream == self._ask.key:
                asked, self._ask = self._ask, None
                self._did(asked, answer[0], by_lot=True)
            case Say(event=event):
                self._happens(event)
            case _:
                pass

    def end(self) -> None:
        """The round has no more requests."""

    def sat(self, seat: Any, name: str) -> Sat:
        side = "villagers" if seat.team == "village" else seat.team
        return Sat(name, seat.role.key, self.words.narration.card(seat.role).title, side)

    def _note(
        self,
        text: str,
        what: str,
        seats: Sequence[Any] = (),
        to: Sequence[Any] = (),
        value: Any = None,
        **more: bool,
    ) -> None:
        held = [seat.role.key for seat in (*seats, *to)]
        doers, others = [seat.index for seat in seats], [seat.index for seat in to]
        entry = StoryEntry(text, what, seats=doers, to=others, cards=held, value=value, **more)
        self.moments[-1].entries.append(entry)

    def _named(self, seat: Any) -> Any:
        """A player in every form."""
        return self.words.narration.seat(seat)

    def _told_tiles(self, seat: Any, tile: Any) -> None:
        """Adds to the deal, which is a single entry."""
        card = self.words.narration.card(tile).title
        self._dealt.append(self.words("deal.holds", seat=self._named(seat), card=card))
        entries = self.moments[-1].entries
        self.moments[-1].entries = [entry for entry in entries if entry.what != "dealt"]
        text = self.words("deal.dealt", list=self.words.listed(self._dealt))
        self._note(text, "dealt", secret=True)

    def _did(self, ask: Ask, chosen: Any, by_lot: bool = False) -> None:
        """Tells a secret choice."""
        facts: dict[str, Any] = {"seat": self._named(ask.seat)}
        to = []
        if ask.key == "word":
            facts |= {"value": chosen, "list": self.words.listed(self._offered)}
        else:
            to = [chosen]
            card = self.words.narration.card(chosen.tile).title
            facts |= {"chosen": self.words.among(to), "card": card}
        text = self.words(f"deed.{ask.key}", **facts) + (self.words("deed.by_lot") if by_lot else "")
        value = chosen if ask.key == "word" else None
        self._note(text, ask.key, [ask.seat], to, value, deed=True, secret=True, by_lot=by_lot)

    def _happens(self, event: Any) -> None:
        words = self.words
        match event:
            case events.Night() | events.Day() | events.AfterTheDay():
                self.moments.append(Moment(event.moment, words(f"title.{event.moment}"), []))
            case events.DealtAgain():
                self._note(words("deal.again"), "dealt again")
            case events.MayorShown(seat=seat):
                self._note(words("deal.mayor", seat=self._named(seat)), "mayor", [seat])
            case events.TokenGiven(seat=seat, token=token, question=question):
                self._token(seat, token, question)
            case events.DayEnded(how=how, oops=oops):
                text = words(f"ended.{how}") + (words("ended.oops") if oops else "")
                self._note(text, "day ended", value=how)
            case events.WordShown(value=value):
                self._note(words("after.word", value=value), "word", value=value)
            case events.WerewolfShown(seat=seat):
                self._note(words("after.wolf", seat=self._named(seat)), "werewolf", [seat])
            case events.Named(by=by, seat=seat):
                text = words("after.named", seat=self._named(by), chosen=words.among([seat]))
                self._note(text, "named", [by], [seat], deed=True)
            case events.Accusations(votes=votes):
                for voter, named in votes.items():
                    text = words("after.accuses", seat=self._named(voter), chosen=words.among([named]))
                    self._note(text, "accusation", [voter], [named], deed=True)
            case events.Void():
                self._note(words("after.void"), "void")
            case events.TileShown(seat=seat, tile=tile, role=role):
                turned = words.listed([words.narration.card(one).title for one in (tile, role) if one])
                text = words("after.tile", seat=self._named(seat), card=turned)
                self._note(text, "tile", [seat], value=tile.key)
            case events.SomebodyLeft(seats=seats):
                self._note(words("after.left", seats=words.listed(seats)), "left", seats)
            case _:
                pass

    def _token(self, seat: Any, token: Token, question: str) -> None:
        if seat is None:
            self._note(self.words(f"table.{token}"), "token", value=token)
            return
        facts = {"seat": self._named(seat)} | ({"question": question} if question else {})
        told = f"{'asked' if question else 'token'}.{token}"
        self._note(self.words(told, **facts), "token", [seat], value=token)
