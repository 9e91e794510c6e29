"""The host's entries for phones and typed names: in the lobby and in a round."""

from __future__ import annotations

from collections.abc import Callable

from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.menu.menus import Item
from table.words.narration import Narration


def entries(
    chair: int, phones: PhoneSeats, narration: Narration, close: Callable[[], object], *, may_rename: bool
) -> list[Item]:
    """The host's entries about one place. `close`: called when something is done, or nothing has to be
    done."""

    def item(key: str, take: Callable[[int], object]) -> Item:
        def do() -> None:
            take(chair)
            close()

        return Item(narration.word(f"host.{key}"), note=narration.word(f"host.{key}_note"), take=do)

    found = []
    if phones.places.has_phone(chair):
        found += [item("phone_other", phones.hand_on), item("phone_free", phones.free)]
    if may_rename and chair in phones.places.names:
        found.append(item("phone_name", phones.clear_name))
    return [Item(narration.word("host.go_on"), take=close, key="go_on"), *found]
