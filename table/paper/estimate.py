"""What a table costs and how long it takes to build, from `config/estimate.toml`: a guess, with its date."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from table.errors import Reason, UnreadableError
from table.paper.plan import PlanPart
from table.paths import SHIPPED
from table.sentences import flat
from table.words.catalogue import parsed, text_of

ESTIMATE = SHIPPED / "estimate.toml"


class Estimate(NamedTuple):
    """Prices in euros and working hours."""

    date: str
    """The month it was made, as "11/2026"."""
    euros: Mapping[str, float]
    """The price of one part, by its key."""
    more: Mapping[str, float]
    """What is added for each unit of a part's measure."""
    hours: Mapping[str, tuple[float, float]]
    """Hours of each work: of the whole table, and of each seat, pod or chip."""

    def each(self, part: PlanPart) -> float:
        """The price of one, in euros."""
        return self.euros[part.key] + self.more.get(part.key, 0.0) * part.measure

    def price(self, parts: Iterable[PlanPart]) -> int:
        """The price of all these, in euros, to the next ten."""
        return 10 * ceil(sum(part.quantity * self.each(part) for part in parts) / 10)

    def work(self, works: Mapping[str, int]) -> dict[str, float]:
        """The hours that each work takes, from how often it is done; those that take none are left out."""
        found = {work: self.hours[work][0] + many * self.hours[work][1] for work, many in works.items()}
        return {work: hours for work, hours in found.items() if hours}


def read_estimate(path: Path = ESTIMATE) -> Estimate:
    """An estimate from a file with the keys of the shipped one. Raises `UnreadableError`."""
    text = text_of(path)
    if text is None:
        raise UnreadableError(Reason("file.unread", file=path, reason="ENOENT"))
    given = flat(parsed(path, text))
    known = flat(tomllib.loads(ESTIMATE.read_text("utf-8")))
    for key in [*known, *given]:
        if key not in given:
            raise UnreadableError(f"{path}: {key} is missing; allowed: all keys that ours has")
        if key not in known:
            raise UnreadableError(f"{path}: {key} is unknown; allowed: the keys that ours has")
        if why := _wrong(given[key], known[key]):
            raise UnreadableError(f"{path}: {key} is {given[key]!r}; allowed: {why}")

    def table(name: str) -> dict[str, Any]:
        return {key.partition(".")[2]: value for key, value in given.items() if key.startswith(f"{name}.")}

    hours = {key: (whole, each) for key, (whole, each) in table("hours").items()}
    return Estimate(given["date"], table("euros"), table("more"), hours)


def _wrong(value: object, ours: object) -> str:
    """What is allowed instead of a value; empty: it is fine. `ours`: the shipped value of this key."""
    if isinstance(ours, str):
        return "" if isinstance(value, str) and value.strip() else 'a text, as "11/2026"'
    if isinstance(ours, list):
        if isinstance(value, list) and len(value) == len(ours) and all(map(_is_amount, value)):
            return ""
        return "two numbers from 0 to 10000"
    return "" if _is_amount(value) else "a number from 0 to 10000"


def _is_amount(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 10000
