"""Work for the service menu and the news besides rounds: the doctor, and pages of old evenings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from table.appliance.doctor.computer import kept_evenings
from table.appliance.doctor.examine import examine
from table.appliance.doctor.findings import Found
from table.appliance.doctor.machine import this_machine
from table.appliance.opening.misfit import unfit_in
from table.appliance.opening.prepared import Prepared
from table.words.narration import Narration
from table.words.troubles import Troubles

if TYPE_CHECKING:
    from table.games.records import StoredEvening
    from table.publish.desk import NewsDesk


def examined(tonight: Prepared, narration: Narration) -> list[str]:
    """Sentences about everything wrong with machine and settings."""
    troubles = Troubles.of(narration)
    # Lost evenings are reported here too, although nothing is left to repair.
    mended = [one for one in kept_evenings(tonight.folder) if one.grade == "note"]
    wrong = [
        one.told(troubles) for one in (*_findings(tonight), *mended) if one.grade == "wrong" or one in mended
    ]
    return [" > ".join(filter(None, (one.found, one.mend))) for one in wrong]


def tell_news(tonight: Prepared, news: NewsDesk) -> None:
    """Gives the news the keys of everything wrong with machine and settings."""
    news.ill = tuple(dict.fromkeys(one.key for one in _findings(tonight) if one.grade == "wrong"))


def page_of(tonight: Prepared, kept: StoredEvening) -> str:
    """The page of an evening, to read."""
    from table.chronicle.page import page
    from table.chronicle.story import tell
    from table.games.entries import ChronicleTexts

    told_in = tonight.narrate(kept.setup.rulebook, kept.setup.language)
    return page(tell(kept, tonight.rulebooks, told_in), ChronicleTexts(told_in))


def _findings(tonight: Prepared) -> list[Found]:
    read, unfit = (tonight.settings, tonight.report), partial(unfit_in, tonight)
    return examine(this_machine(), tonight.owner.table, lambda _: read, unfit)
