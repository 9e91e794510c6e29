"""Writes the chronicle as one self-contained page: a drawing of who did what to whom, and its story."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from table.chronicle.story import facts, heading, honours_of
from table.games.entries import ChronicleTexts, EveningStory, Moment, Round, StoryEntry

STYLE = """
body { font: 16px/1.5 Georgia, "DejaVu Serif", serif; max-width: 72em; margin: 1.5em auto; padding: 0 1em;
  color: #1a1a1a; background: #fff }
h1 { margin-bottom: 0 } h2 { margin-top: 2em; border-bottom: 2px solid #1a1a1a } h3 { margin: 1em 0 .2em }
p { margin: .2em 0 } figure { margin: 1em 0; overflow-x: auto } figcaption { font-size: .85em; color: #444 }
svg { font-family: "DejaVu Sans", Verdana, sans-serif }
ol { margin: 0; padding: 0; list-style: none } li { padding: .1em 0 .1em 3em; text-indent: -2.2em }
li b { display: inline-block; width: 2.2em; text-indent: 0 } li.secret { color: #00466e }
li.secret { border-left: 4px solid #0072b2; padding-left: 2.75em }
@media (min-width: 60em) { .story { columns: 2 } .story section { break-inside: avoid } }
@page { size: landscape }
@media print { body { margin: 0; max-width: none; font-size: 11pt } h2 { break-before: page }
  h2:first-of-type { break-before: auto } figure { overflow: visible } svg { width: 100%; height: auto }
  .story { columns: 2 } .story section { break-inside: avoid } }
"""

TOP, ROW, SLOT, MARGIN = 34, 34, 22, 10
"""Sizes of the drawing in CSS pixels: the height of its head and of a player's row, the width of a deed, and
the margins of a column."""
LETTER, SMALL_LETTER = 7.9, 6.4
"""Approximate width of a letter, in a bold name and in that of a card."""
COLOURS = {"villagers": "#0072b2", "werewolves": "#b04a00"}
ALONE = "#8a3a6d"
DASHES = {"villagers": "", "werewolves": "9 4"}
"""Line styles of players by their side in the end, so that colour is never the only sign."""

ANSWERS = {"yes": "+", "no": "−", "maybe": "?", "so_close": "≈", "way_off": "≠", "correct": "✓"}
"""Marks of the answers to a question; each game explains them in `evening.drawing`."""

Step = tuple[float, int, StoryEntry]
"""A deed's position, its number in the story, and the deed."""


def page(told: EveningStory, words: ChronicleTexts) -> str:
    """The whole HTML page. It has no script and loads nothing; players' names are escaped."""
    title, (first, *rest) = escape(words("evening.title")), map(escape, facts(told, words))
    caption = escape(words(f"drawing.{told.rulebook}"))
    parts = [
        f'<!doctype html>\n<html lang="{escape(told.language)}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title} · {first}</title><style>{STYLE}</style></head><body><h1>{title}</h1>",
        *(f"<p>{line}</p>" for line in (first, *rest)),
    ]
    for each in told.rounds:
        parts.append(f"<h2>{escape(heading(each, words))}</h2>")
        if each.changed:
            winners = words.listed(seat.name for seat in each.seats if seat.won)
            parts += [f"<p>{escape(each.changed)}</p>", *([f"<p>★ {escape(winners)}</p>"] if winners else [])]
            continue
        parts += [
            f"<figure>{drawing(each, words)}<figcaption>{caption}</figcaption></figure>",
            f'<div class="story">{"".join(_story(each))}{_remembered(told.rulebook, each, words)}</div>',
        ]
    return "\n".join([*parts, "</body></html>\n"])


def _story(told: Round) -> Iterator[str]:
    """The story in sentences, each deed with its number."""
    number = 0
    for moment in told.moments:
        items = []
        for entry in moment.entries:
            number += _is_deed(entry)
            mark = f"<b>{number}</b>" if _is_deed(entry) else "<b></b>"
            items.append(f"<li{' class=secret' if entry.secret else ''}>{mark}{escape(entry.text)}</li>")
        if items:
            yield f"<section><h3>{escape(moment.title)}</h3><ol>{''.join(items)}</ol></section>"


def _remembered(rulebook: str, told: Round, words: ChronicleTexts) -> str:
    """The honour of each player; nothing for a game without honours."""
    items = []
    for number, honour in honours_of(rulebook, told, words).items():
        seat = told.seats[number]
        holds = words("learns.holds", seat=seat.name, card=seat.title)
        items.append(f"<li><b>{'★' if seat.won else ''}</b>{escape(f'{holds} · {honour}')}</li>")
    heads = escape(words("evening.cards"))
    return f"<section><h3>{heads}</h3><ol>{''.join(items)}</ol></section>" if items else ""


def _is_deed(entry: StoryEntry) -> bool:
    """Whether an entry is drawn as an arrow: one player's deed to another."""
    return bool(entry.deed and entry.to)


def _is_vote(entry: StoryEntry) -> bool:
    return entry.what in ("vote", "election")


def _is_mark(entry: StoryEntry) -> bool:
    """Whether an entry is drawn as a mark on a player's line."""
    return entry.what in ("death", "captain", "token") and bool(entry.seats)


def drawing(told: Round, words: ChronicleTexts) -> str:
    """A round as SVG. Columns are nights and days, rows are players; `evening.drawing` explains it."""
    widest = max(max(LETTER * len(seat.name), SMALL_LETTER * len(seat.title)) for seat in told.seats)
    left = MARGIN + widest + MARGIN
    columns, right = _columns(told.moments, left)
    width, height = right + 2 * SLOT, TOP + ROW * len(told.seats) + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}"><title>{escape(heading(told, words))}</title>'
    ]
    for moment, start, end, _ in columns:
        colour = "#e3e8f4" if moment.at.startswith("night") else "#fdf6e3"
        parts.append(
            f'<rect x="{start:.0f}" y="0" width="{end - start:.0f}" height="{height}" fill="{colour}" '
            'stroke="#fff" stroke-width="2"/>'
            f'<text x="{(start + end) / 2:.0f}" y="21" font-size="13" text-anchor="middle">'
            f"{escape(moment.title)}</text>"
        )
    steps = [step for _, _, _, each in columns for step in each]
    ends = {entry.seats[0]: x for x, _, entry in steps if entry.what == "death"}
    for index, seat in enumerate(told.seats):
        y = _y(index)
        parts.append(_line(y, left, ends.get(index, right), seat.camp))
        weight = ' font-weight="bold"' if seat.won else ""
        parts.append(f'<text x="{MARGIN}" y="{y - 2}" font-size="13"{weight}>{escape(seat.name)}</text>')
        if seat.title:
            parts.append(f'<text x="{MARGIN}" y="{y + 11}" font-size="11">{escape(seat.title)}</text>')
        if seat.won:
            parts.append(f'<text x="{right + SLOT / 2:.0f}" y="{y + 6}" font-size="18">★</text>')
    for x, number, entry in steps:
        parts += _drawn(x, number, entry)
    return "".join([*parts, "</svg>"])


def _columns(
    moments: Sequence[Moment], left: float
) -> tuple[list[tuple[Moment, float, float, list[Step]]], float]:
    """The columns: moments with something to draw, each with its left and right end and its steps. Returns
    the right end of the last too.

    The votes of one ballot share a position.
    """
    columns, number, start = [], 0, left
    for moment in moments:
        steps: list[Step] = []
        x, ballot = start + MARGIN + SLOT / 2, False
        for entry in moment.entries:
            if not (_is_deed(entry) or _is_vote(entry) or _is_mark(entry)):
                ballot = False
                continue
            if steps and not (ballot and _is_vote(entry)):
                x += SLOT
            ballot = _is_vote(entry)
            number += _is_deed(entry)
            steps.append((x, number, entry))
        if steps or moment.at != "before":
            end = max(x + SLOT / 2 + MARGIN if steps else start, start + 8.5 * len(moment.title) + MARGIN)
            columns.append((moment, start, end, steps))
            start = end
    return columns, start


def _y(seat: int) -> int:
    """The middle of a player's row."""
    return TOP + ROW * seat + ROW // 2


def _line(y: int, start: float, end: float, camp: str) -> str:
    """A player's line of life."""
    colour, dash = COLOURS.get(camp, ALONE), DASHES.get(camp, "2 4")
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'<line x1="{start:.0f}" y1="{y}" x2="{end:.0f}" y2="{y}" stroke="{colour if camp else "#666"}" '
        f'stroke-width="3"{dashes}/>'
    )


def _drawn(x: float, number: int, entry: StoryEntry) -> Iterator[str]:
    """A deed or a fate, with its sentence as a tooltip."""
    yield f"<g><title>{escape(entry.text)}</title>"
    if entry.what == "death":
        y = _y(entry.seats[0])
        yield (
            f'<path d="M{x - 7:.0f} {y - 7}l14 14m0 -14l-14 14" stroke="#fff" stroke-width="7"/>'
            f'<path d="M{x - 7:.0f} {y - 7}l14 14m0 -14l-14 14" stroke="#1a1a1a" stroke-width="3.5"/>'
        )
    elif entry.what == "captain":
        y = _y(entry.seats[0])
        yield (f'<path d="M{x - 7:.0f} {y - 9}h14v11l-7 7l-7 -7z" fill="#f0c000" stroke="#1a1a1a"/>')
    elif entry.what == "token":
        yield _badge(x, _y(entry.seats[0]), ANSWERS[entry.value], "#fff", "#666", "#1a1a1a")
    elif _is_vote(entry):
        yield _badge(x, _y(entry.to[0]), entry.value, "#fff", "#1a1a1a", "#1a1a1a")
    else:
        yield from _arrow(x, number, entry)
    yield "</g>"


def _arrow(x: float, number: int, entry: StoryEntry) -> Iterator[str]:
    """An arrow from dots at those who did it, the first with the number, to those it was done to."""
    colour = "#00466e" if entry.secret else "#1a1a1a"
    doers = sorted({_y(seat) for seat in entry.seats})
    targets = sorted({_y(seat) for seat in entry.to})
    low, high = min(doers + targets), max(doers + targets)
    yield f'<line x1="{x:.0f}" y1="{low}" x2="{x:.0f}" y2="{high}" stroke="{colour}" stroke-width="2"/>'
    for y in doers:
        yield f'<circle cx="{x:.0f}" cy="{y}" r="4" fill="{colour}"/>'
    for y in targets:
        if y in doers:  # To themselves.
            yield f'<circle cx="{x:.0f}" cy="{y}" r="12" fill="none" stroke="{colour}" stroke-width="2"/>'
            continue
        nearest = min(doers, key=lambda doer: abs(doer - y))
        back = 11 if nearest > y else -11
        yield f'<path d="M{x:.0f} {y}l-6 {back}h12z" fill="{colour}" stroke="#fff"/>'
    yield _badge(x, _y(entry.seats[0]), number, colour, colour, "#fff")


def _badge(x: float, y: int, number: object, fill: str, stroke: str, ink: str) -> str:
    """A number in a circle."""
    return (
        f'<circle cx="{x:.0f}" cy="{y}" r="9" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
        f'<text x="{x:.0f}" y="{y + 4}" font-size="11" text-anchor="middle" fill="{ink}">{number}</text>'
    )
