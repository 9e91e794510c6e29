"""The host's entry that calls the staff of the house: in the lobby and in a round."""

from __future__ import annotations

from table.appliance.menu.menus import Item
from table.publish.desk import NewsDesk
from table.words.narration import Narration


def staff(news: NewsDesk, narration: Narration) -> Item:
    """Calls the staff; or says that they have come, if they are called."""
    if news.staff:
        title, note = narration.word("host.staff_came"), narration.word("host.staff_came_note")
    else:
        title, note = narration.word("host.staff"), narration.word("host.staff_note")
    return Item(title, note=note, take=news.call_staff)
