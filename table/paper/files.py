"""Writes the four files of a table: the builder's book and the seat cards, each as SVG and as PDF."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from table.errors import UnreadableError
from table.paper.book.pages import builders_book
from table.paper.estimate import Estimate
from table.paper.pdf import as_pdf
from table.paper.plan import Plan
from table.paper.seat_cards import CardSign, seat_cards
from table.paper.svg import as_svg
from table.paper.words import PaperTexts


def drawn(plan: Plan, estimate: Estimate, signs: Sequence[CardSign], words: PaperTexts) -> dict[str, bytes]:
    """The contents by file name; the same table gives the same bytes."""
    papers = {
        "wiring": (words("file"), builders_book(plan, estimate, words)),
        "seat-cards": (words("cards_file"), seat_cards(plan, signs, words)),
    }
    return {
        f"{name}.{kind}": write(sheets, title, words.language)
        for name, (title, sheets) in papers.items()
        for kind, write in (("svg", as_svg), ("pdf", as_pdf))
    }


def written(files: Mapping[str, bytes], directory: Path) -> list[Path]:
    """Writes the files into a folder, which is created if needed; returns their paths. Raises
    `UnreadableError`."""
    paths = [directory / name for name in files]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for path, content in zip(paths, files.values(), strict=True):
            path.write_bytes(content)
    except OSError as error:
        raise UnreadableError(f"{error.filename or directory} cannot be written: {error.strerror}") from error
    return paths
