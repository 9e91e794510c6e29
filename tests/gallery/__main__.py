"""Draws the gallery, dist/gallery: every scene of the board, with a page that shows them all.

python -m tests.gallery
"""

from __future__ import annotations

import argparse
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from html import escape
from itertools import chain
from pathlib import Path

import pygame

from table.board.board import Scene
from table.board.paint.art import Art
from table.board.paint.scenes import Painter
from table.board.view import DisplayOptions
from table.games.werewolf.rules.news import News
from tests.gallery import evening, eyes, first, hosts, lobby, news, phones, service, words
from tests.gallery.hall import Moment, Shot
from tests.gallery.pictures import as_text, picture
from tests.gallery.sheet import sheet
from tests.kit.boards import board
from tests.kit.paths import HAS_BROWSER, NO_BROWSER, ROOT

GALLERY = ROOT / "dist" / "gallery"
LANGUAGES = ("fr", "en")
CHAPTERS = (lobby, evening, news, words, hosts, service, first, phones, eyes)
SHEET = "pictures.png"
WRITTEN = "terminal"
"""The picture that is printed as text, not drawn."""
LONG = 18
WIDE, NARROW = (1920, 1080), (1440, 1080)
WHERE = "Which picture shows which scene of the board"

HEAD = (
    "Every scene of the board, in French and in English: boards of real rounds, menus and checks, drawn by "
    "`make gallery`. Unless a title says otherwise there are thirteen seats, the cards of Best Of, and "
    "1920 x 1080 pixels. The answer way off, which no bot ever gives, is made for the picture."
)
LIMITS = (
    "Sizes of letters, in pixels of a picture 1080 high, 16:9; 4:3. At 56 a capital fills a third of a "
    "degree for somebody six picture heights away (screen.farthest_m and screen.picture_m make all sizes "
    f"fit a room). Titles of more than {LONG} letters are smaller. From seventeen seats on the cards lie in "
    "rows at the end, clockwise from the top left."
)
COLUMNS = ("seats", "names of the living", "their cards at the end", "cards of the dead in play")
STYLE = """
body { background: #14121a; color: #e8e2d4; font: 1.1rem/1.5 sans-serif; margin: 2rem auto; max-width: 80rem;
    padding: 0 1rem }
figure { margin: 2rem 0 } figcaption { margin-bottom: .5rem }
div { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)) }
img { width: 100%; height: auto } pre { overflow: auto; font-size: .7rem }
td, th { padding: 0 1rem 0 0; text-align: left; vertical-align: top } a { color: #f0b659 }
"""
KINDS: tuple[tuple[str, Scene], ...] = (("name", "debate"), ("card", "over"), ("card", "debate"))


def limits() -> list[list[str]]:
    """The rows of the table of letter sizes: the smallest letters of both languages, usual and large."""

    def px(kind: str, of: Scene, seats: int, size: tuple[int, int], look: DisplayOptions) -> int:
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
        [
            f"{seats}{told}",
            *(
                "; ".join(str(px(kind, of, seats, size, look)) for size in (WIDE, NARROW))
                for kind, of in KINDS
            ),
        ]
        for look, told in ((DisplayOptions(), ""), (DisplayOptions(text="large"), ", large"))
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
    """Returns the gallery's index.html: every picture with its title. `written`: the board in a terminal, by
    language."""
    parts = [f"<h1>What the board shows</h1>\n<p>{escape(HEAD)}</p>", table(COLUMNS, limits())]
    parts.append(f"<p>{escape(LIMITS)}</p>")
    for title, shown in chapters.items():
        parts.append(f"<h2>{escape(title)}</h2>")
        for shot in shown:
            if shot.name == WRITTEN:
                inside = [f"<pre>{escape(chr(10).join(written[one]))}</pre>" for one in LANGUAGES]
            else:
                inside = pictured(shot.name)
            parts.append(figure(shot.says, inside))
        if title == phones.TITLE:
            parts += [figure(says, pictured(name)) for name, says in phones.PAGES.items()]
    parts += ["<h2>All pictures and lands, large and as small as a thumb</h2>", f'<img src="{SHEET}" alt="">']
    parts += [f"<h2>{WHERE}</h2>", table(("what", "pictures"), where(chapters))]
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>{STYLE}</style>'
    whole = (f'<html lang="en"><head><title>Garou: the board</title>{head}</head>', *parts, "</html>\n")
    return "\n".join(("<!doctype html>", *whole))


def pictured(name: str) -> list[str]:
    """A picture in all languages, as HTML. Its title stands above it."""
    return [f'<img src="{name}.{language}.png" alt="" loading="lazy">' for language in LANGUAGES]


def figure(says: str, inside: Sequence[str]) -> str:
    """What belongs to one title, as HTML."""
    return f"<figure><figcaption>{escape(says)}</figcaption><div>{''.join(inside)}</div></figure>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table, as HTML."""

    def row(cells: Sequence[str], kind: str) -> str:
        return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"

    return "\n".join(["<table>", row(head, "th"), *(row(one, "td") for one in rows), "</table>"])


def where(chapters: Mapping[str, Sequence[Shot]]) -> list[list[str]]:
    """The rows that list, for each scene and each card's news, the pictures that show it."""
    found: dict[str, list[str]] = defaultdict(list)
    for shot in chain.from_iterable(chapters.values()):
        shown, event = shot.moment.board, shot.moment.event
        found[f"scene {shown.scene}"].append(shot.name)
        if shown.news:
            key = event.key if isinstance(event, News) and event.wording == shown.news else shown.news
            found[f"news {key}"].append(shot.name)
    return [[what, ", ".join(dict.fromkeys(names))] for what, names in found.items()]


def seen(shot: Shot) -> Shot:
    """Removes the last events of a shot: only the table that told them can read them."""
    before = shot.before._replace(event=None) if shot.before else None
    return shot._replace(moment=shot.moment._replace(event=None), before=before)


def draw(path: Path, shot: Shot) -> None:
    """Writes a picture."""
    pygame.display.init()
    pygame.image.save(picture(shot), path)


def main() -> None:
    """Draws everything afresh."""
    shutil.rmtree(GALLERY, ignore_errors=True)
    GALLERY.mkdir(parents=True)
    wanted: dict[Path, Shot] = {}
    written: dict[str, Sequence[str]] = {}
    for language in LANGUAGES:
        chapters = shots(language)
        for shot in chain.from_iterable(chapters.values()):
            if shot.name == WRITTEN:
                written[language] = as_text(shot)
            else:
                wanted[GALLERY / f"{shot.name}.{language}.png"] = seen(shot)
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(draw, wanted.keys(), wanted.values(), chunksize=8):
            pass
    pygame.image.save(sheet(Art()), GALLERY / SHEET)
    (GALLERY / "index.html").write_text(page(chapters, written), "utf-8")
    if not HAS_BROWSER:
        print(NO_BROWSER)
    for language in LANGUAGES if HAS_BROWSER else ():
        for name, drawn in phones.pages(language):
            (GALLERY / f"{name}.{language}.png").write_bytes(drawn)
    print(f"{GALLERY / 'index.html'}: {len(wanted)} pictures of the board")


if __name__ == "__main__":
    purpose = "Draws every scene of the board, with a page that shows them all, into dist/gallery."
    argparse.ArgumentParser("python -m tests.gallery", description=purpose).parse_args()
    main()
