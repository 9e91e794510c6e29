"""Draws docs/gallery and writes docs/gallery.md.

python -m tests.gallery
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

import pygame

from table.board.board import Scene
from table.board.paint.scenes import Painter
from table.board.view import Look
from tests.gallery import evening, eyes, first, hosts, lobby, news, phones, service, words
from tests.gallery.hall import Moment, Shot
from tests.gallery.pictures import as_text, picture, png
from tests.kit.boards import board
from tests.kit.paths import HAS_BROWSER, NO_BROWSER

PAGE = Path(__file__).parents[2] / "docs" / "gallery.md"
PICTURES = PAGE.with_suffix("")
LANGUAGES = ("fr", "en")
CHAPTERS = (lobby, evening, news, words, hosts, service, first, phones, eyes)
WRITTEN = "terminal"
"""The picture that is printed as text, not drawn."""
LONG = 18
WIDE, NARROW = (1920, 1080), (1440, 1080)
WHERE = "Which picture shows which scene of the board"

HEAD = (
    "Every scene of the board, in French and below it in English: boards of real rounds, menus and checks, "
    "drawn by `make gallery`. Unless a title says otherwise there are thirteen seats, the cards of *Best "
    "Of*, and 1920 x 1080 pixels. The answer *way off*, which no bot ever gives, is made for the picture.",
    "",
    "All pictures were looked at, about as large as they appear from the other end of a room, and the faults "
    "that showed were fixed; only some of them again after the latest changes.",
    "",
)
LIMITS = (
    "Sizes of letters, in pixels of a picture 1080 high, 16:9; 4:3. At 56 a capital fills a third of a "
    "degree for somebody six picture heights away (`screen.farthest_m` and `screen.picture_m` make all sizes "
    "fit a room):",
    "",
    "| seats | names of the living | their cards at the end | cards of the dead in play |",
    "| --- | --- | --- | --- |",
)
BELOW_LIMITS = (
    "",
    f"Titles of more than {LONG} letters are smaller. From seventeen seats on the cards lie in rows at the "
    "end, clockwise from the top left.",
)
KINDS: tuple[tuple[str, Scene], ...] = (("name", "debate"), ("card", "over"), ("card", "debate"))


def limits() -> list[str]:
    """The rows of the table of letter sizes: the smallest letters of both languages, usual and large."""

    def px(kind: str, of: Scene, seats: int, size: tuple[int, int], look: Look) -> int:
        found = []
        for language in LANGUAGES:
            shown = board(of, seats, language=language)
            for line in Painter(look=look).text_rects(shown, size, 0.0):
                what, _, number = line.what.partition(" ")
                if what != kind or len(line.text) > LONG:
                    continue
                if kind == "card" or not shown.places[int(number)].card:
                    found.append(round(line.px * 1080 / size[1]))
        return min(found)

    return [
        f"| {seats}{told} | "
        + " | ".join(
            "; ".join(str(px(kind, of, seats, size, look)) for size in (WIDE, NARROW)) for kind, of in KINDS
        )
        + " |"
        for look, told in ((Look(), ""), (Look(text="large"), ", large"))
        for seats in (13, 16, 20, 24)
    ]


def shots(language: str) -> dict[str, list[Shot]]:
    """All pictures, chapter by chapter."""

    def of(says: Mapping[str, str], moments: Mapping[str, Moment]) -> list[Shot]:
        return [Shot(name, told, moments[name]) for name, told in says.items()]

    drawn = {
        lobby.TITLE: of(lobby.SAYS, lobby.found(language)),
        evening.TITLE: evening.shots(language),
        news.TITLE: of(news.SAYS, news.found(language)),
        words.TITLE: words.shots(language),
        hosts.TITLE: of(hosts.SAYS, hosts.found(language)),
        service.TITLE: of(service.SAYS, service.found(language)),
        first.TITLE: of(first.SAYS, first.found(language)),
        phones.TITLE: of(phones.SAYS, phones.found(language)),
    }
    above = {shot.name: shot for shot in chain.from_iterable(drawn.values())}
    return {**drawn, eyes.TITLE: eyes.shots(language, above)}


def page(chapters: Mapping[str, Sequence[Shot]], written: Mapping[str, Sequence[str]]) -> str:
    """Returns docs/gallery.md: every picture with its title. `written`: the board in a terminal, by
    language."""
    parts = [
        "# What the board shows",
        "",
        *HEAD,
        *LIMITS,
        *limits(),
        *BELOW_LIMITS,
    ]
    for title, shown in chapters.items():
        parts += ["", f"## {title}"]
        for shot in shown:
            parts += ["", f"### {shot.says}", ""]
            if shot.name == WRITTEN:
                parts += chain.from_iterable(["```text", *written[one], "```"] for one in LANGUAGES)
            else:
                parts += pictured(shot.name, shot.says)
        if title == phones.TITLE:
            for name, says in phones.PAGES.items():
                parts += ["", f"### {says}", "", *pictured(name, says)]
    return "\n".join([*parts, "", *where(chapters), ""])


def pictured(name: str, says: str) -> list[str]:
    """A picture in all languages, as Markdown."""
    return [f"![{says}](gallery/{name}.{language}.png)" for language in LANGUAGES]


def where(chapters: Mapping[str, Sequence[Shot]]) -> list[str]:
    """The table that lists, for each scene and each card's news, the pictures that show it."""
    found: dict[str, list[str]] = defaultdict(list)
    for shot in chain.from_iterable(chapters.values()):
        shown = shot.moment.board
        found[f"scene `{shown.scene}`"].append(shot.name)
        if shown.news:
            found[f"news `{shown.news}`"].append(shot.name)
    rows = [f"| {what} | {', '.join(dict.fromkeys(names))} |" for what, names in found.items()]
    return [f"## {WHERE}", "", "| what | pictures |", "| --- | --- |", *rows]


def seen(shot: Shot) -> Shot:
    """Removes the last events of a shot: only the table that told them can read them."""
    before = shot.before._replace(event=None) if shot.before else None
    return shot._replace(moment=shot.moment._replace(event=None), before=before)


def draw(path: Path, shot: Shot) -> None:
    """Writes a picture."""
    pygame.display.init()
    path.write_bytes(png(picture(shot)))


def main() -> None:
    """Writes the page and all its pictures, and removes pictures that no chapter has."""
    PICTURES.mkdir(exist_ok=True)
    wanted: dict[Path, Shot] = {}
    written: dict[str, Sequence[str]] = {}
    for language in LANGUAGES:
        chapters = shots(language)
        for shot in chain.from_iterable(chapters.values()):
            if shot.name == WRITTEN:
                written[language] = as_text(shot)
            else:
                wanted[PICTURES / f"{shot.name}.{language}.png"] = seen(shot)
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(draw, wanted.keys(), wanted.values(), chunksize=8):
            pass
    PAGE.write_text(page(chapters, written), "utf-8")
    of_phones = {PICTURES / f"{name}.{language}.png" for name in phones.PAGES for language in LANGUAGES}
    if HAS_BROWSER:
        for language in LANGUAGES:
            for name, drawn in phones.pages(language):
                (PICTURES / f"{name}.{language}.png").write_bytes(drawn)
    else:
        print(NO_BROWSER)
    for path in set(PICTURES.iterdir()) - wanted.keys() - of_phones:
        path.unlink()


if __name__ == "__main__":
    main()
