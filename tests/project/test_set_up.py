"""What `make play` installs: what an evening needs, and nothing else."""

from __future__ import annotations

from importlib.metadata import requires

from packaging.requirements import Requirement

LEAN = {
    # Ours, and what each of them needs.
    "click",
    "espeakng-loader",
    "fpdf2", "defusedxml", "fonttools", "pillow",
    "gpiozero", "colorzero", "setuptools",
    "msgspec",
    "pygame-ce",
    "pyttsx3",
    "rich", "markdown-it-py", "mdurl", "pygments",
    "segno",
    "websockets",
}  # fmt: skip
"""Every package of a set-up that plays, also with phones: `python -m benchmarks.set_up` weighs them."""


def closure(name: str, extra: str) -> set[str]:
    """The packages that a package needs on this machine, and all that those need, by their names in PyPI."""
    found: set[str] = set()
    for wanted in map(Requirement, requires(name) or ()):
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            needed = wanted.name.lower().replace("_", "-")
            found |= {needed}.union(*(closure(needed, one) for one in (wanted.extras or {""})))
    return found


def test_a_set_up_that_plays_has_these_packages_and_no_other() -> None:
    """A new one makes a newcomer wait: is it worth it?"""
    assert closure("garou", "phones") == LEAN
    assert "mypy" in closure("garou", "dev"), "the search can find others"
