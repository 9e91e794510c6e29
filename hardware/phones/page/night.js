/* The page of a phone while eyes are closed. Every phone draws the same cells, called or not, and takes the same
   touches: whether a touch means anything, the table alone knows. What is secret is drawn only while a finger lies
   on one of the three fields, and the page sheds as much light then.

   The elements have places, names for a screen reader, and fingers; all that is seen is on one canvas. */
import { $, now, write } from "./fingers.js";
import { INK, INK_WEIGHT, LINE, dimmed, makePage } from "./light.js";

const HOLD_MS = 600, LONG_MS = 3000, READ_MS = 5000;
const FEWEST = 8, COLUMNS = 6; // numbered cells, at least; columns of cells, at most
const SHEETS = ["now", "card", "told"];
const THIN = 1.5, THICK = 4; // frames: where the light is, and round what is chosen
const UNMARKED = { at: null, chosen: [] };
const ONLY = 255; // the number of the only thing to say, which "Next" says too
const SHARE = 0.12; // what words shed at most, as a share of a box full of ink

/* `touch(option, kind, downAt)` sends what a finger said, `text(key)` is a word of the page. */
export function makeNight({ root, touch, text }) {
  let table = null, screen = {}, slip = "", sheets = {}, open = null, last = 0, closes = 0, laid = "", grounded = "", drawn = "", most = 0, groundWeighs = 0;

  function made(kind, id, parent = root) {
    const one = parent.appendChild(document.createElement(kind));
    if (kind === "button") one.type = "button";
    if (id) one.id = `night-${id}`;
    return one;
  }
  const canvas = made("canvas", "light"), page = makePage(canvas), groundCanvas = document.createElement("canvas"), ground = makePage(groundCanvas);
  const who = made("h1", "who"), cells = made("div", "cells"), box = made("div", "box"), fields = made("div", "fields"), line = made("div", "line");
  const twins = made("div", "twins"), words = made("p", "words"), said = made("p", "said");
  for (const one of [who, twins, words, said]) one.className = "hidden";
  canvas.ariaHidden = "true";
  cells.role = "group";
  words.ariaLive = "assertive";
  said.ariaLive = "polite";

  /* ---- fingers. Each says one thing: when it is lifted, or that it is down for `longMs`. */
  function listen(element, option, longMs, longKind) {
    let downAt = null, timer = 0;
    element.option = option;
    function say(kind) {
      clearTimeout(timer);
      if (downAt !== null && kind !== null) touch(option, kind, downAt);
      downAt = null;
    }
    element.addEventListener("pointerdown", (event) => {
      if (event.button || downAt !== null) return;
      element.setPointerCapture(event.pointerId);
      downAt = now();
      last = option ?? last;
      timer = setTimeout(say, longMs, longKind);
    });
    element.addEventListener("pointerup", () => say(now() - downAt < HOLD_MS ? 0 : 1));
    element.addEventListener("pointercancel", () => say(null));
    // A screen reader and a key click without a finger.
    element.addEventListener("click", (event) => {
      if (event.detail) return;
      last = option ?? last;
      touch(option, 0, now());
    });
  }
  const twin = (id, press) => { made("button", id, twins).onclick = press; };
  twin("choose", () => touch(last, 1, now() - HOLD_MS));
  twin("hold", () => touch(null, 1, now() - HOLD_MS));
  twin("long", () => touch(null, 2, now() - LONG_MS));

  /* ---- what is read under a finger, and for five seconds by a screen reader */
  function read(sheet) {
    clearTimeout(closes);
    open = sheet;
    light();
  }
  for (const sheet of SHEETS) {
    const field = made("div", sheet, fields);
    field.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      field.setPointerCapture(event.pointerId);
      read(sheet);
    });
    for (const kind of ["pointerup", "pointercancel"]) field.addEventListener(kind, () => { if (open === sheet) read(null); });
    twin(`read-${sheet}`, () => {
      read(sheet);
      closes = setTimeout(read, READ_MS, null);
    });
  }
  const title = (sheet) => text(sheet === "now" ? "night.now" : `tab.${sheet}`);
  function secret() {
    return open ? { now: slip, ...sheets }[open] || text("nothing") : text("night.hint");
  }
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  document.addEventListener("visibilitychange", () => { if (document.hidden && open) read(null); });
  window.addEventListener("resize", light);
  cells.addEventListener("scroll", light);

  /* ---- what everybody may see */
  function name() {
    const { menu, places } = table.board;
    const entries = menu && menu.entries.map(({ label, value }) => (value ? text("pair").replace("{name}", () => label).replace("{value}", () => value) : label));
    const names = entries || places.map((place) => place.name), count = Math.max(FEWEST, names.length);
    if (cells.children.length !== count + 2) {
      cells.replaceChildren();
      for (let at = 0; at < count; at++) listen(made("button", "", cells), at + 1, HOLD_MS, 1);
      listen(made("button", "", cells), 0, HOLD_MS, 1);
      listen(made("button", "answer", cells), null, LONG_MS, 2);
    }
    const call = (one, label, isStruck = false) => { Object.assign(one, { label, isStruck, ariaLabel: label.replace("\n", ", ") }); };
    for (let at = 0; at < count; at++) {
      const isDead = !menu && places[at]?.alive === false;
      call(cells.children[at], `${at + 1} ${names[at] || ""}`.trim(), isDead);
    }
    const answer = text("night.answer");
    call(cells.children[count], text("night.nobody"));
    call(cells.children[count + 1], answer);
    cells.ariaLabel = text("choose");
    for (const [id, label] of [["choose", text("night.choose")], ["hold", `${answer}: ${text("hold")}`], ["long", `${answer}: ${text("long_hold")}`]]) call($(`night-${id}`), label);
    for (const sheet of SHEETS) call($(`night-read-${sheet}`), `${text("night.read")}: ${title(sheet)}`);
    write(who, places[screen.seat - 1]?.name || "");
    write(said, table.said);
  }

  /* ---- what is seen */
  const ratio = () => window.devicePixelRatio || 1, em = () => parseFloat(getComputedStyle(root).fontSize) * ratio();
  const shown = () => [...cells.children].filter((one) => one.offsetHeight);
  /* The place of an element, in pixels of the screen. */
  function place(element, inset = 0) {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y, x2, y2] = [left + inset, top + inset, right - inset, bottom - inset].map((side) => Math.round(side * ratio()));
    return { x, y, wide: x2 - x, high: y2 - y };
  }
  function button(element, label, bold = false, struck = false) {
    const high = place(element).high;
    ground.frame(place(element), Math.round(ratio()), LINE);
    ground.write(place(element, 4), label, { size: Math.min(Math.max(em(), 0.36 * high), 1.5 * em()), bold: Number(bold), struck });
  }
  function drawGround(wide, high, isNew) {
    ground.clear(wide, high);
    ground.within(place(cells), () => {
      for (const one of shown()) button(one, one.label, one.option === screen.seat, one.isStruck);
    });
    for (const sheet of SHEETS) button($(`night-${sheet}`), title(sheet));
    if (isNew) {
      // What the fullest words, the longest public line and two frames may shed besides.
      const cell = place(shown()[0]), frames = 2 * (cell.wide + cell.high) * (THIN + THICK) * ratio();
      most = ground.weigh() + (SHARE * (area(box) + area(line)) + frames) * INK_WEIGHT;
    }
    ground.write(place(line), table.said, { size: em() * 0.9 });
    groundWeighs = ground.weigh();
  }
  /* As few columns as need no scrolling. */
  function fit() {
    let columns = 1;
    do cells.style.setProperty("--columns", ++columns);
    while (cells.scrollHeight > cells.clientHeight && columns < COLUMNS);
  }
  function area(element) {
    const { wide, high } = place(element);
    return wide * high;
  }
  function drawSecret(wide, high, told, marks, ink) {
    const all = place(box), bar = Math.ceil((most - groundWeighs) / INK_WEIGHT / all.wide);
    page.clear(wide, high, groundCanvas);
    page.write({ ...all, y: all.y + bar, high: all.high - bar }, told, { size: em() * (open === "now" ? 1.5 : 1.15), ink, bold: open && open !== "told" && told.includes("\n") ? 1 : 0 });
    page.within(place(cells), () => {
      for (const one of shown()) {
        const option = one.option ?? ONLY, thick = marks.chosen.includes(option) ? THICK : marks.at === option ? THIN : 0;
        if (thick) page.frame(place(one, 2), Math.round(thick * ratio()), ink);
      }
    });
    return page.weigh();
  }
  function light() {
    if (!table) return;
    const wide = Math.round(root.clientWidth * ratio()), high = Math.round(root.clientHeight * ratio());
    const told = secret(), marks = open === "now" ? screen : UNMARKED;
    write(words, open ? told : "");
    const layout = JSON.stringify([[...cells.children].map((one) => [one.label, one.isStruck]), screen.seat, wide, high, em(), text("night.now")]);
    if (layout !== laid) fit();
    const below = JSON.stringify([table.said, cells.scrollTop, layout]), whole = JSON.stringify([told, marks.at, marks.chosen, below]);
    if (whole === drawn) return;
    drawn = whole;
    if (below !== grounded) drawGround(wide, high, layout !== laid);
    [laid, grounded] = [layout, below];
    let weighs = drawSecret(wide, high, told, marks, INK);
    // More than the bar can make up for: so much dimmer.
    if (weighs > most) weighs = drawSecret(wide, high, told, marks, dimmed(INK, (most - groundWeighs) / (weighs - groundWeighs)));
    page.fill(place(box), most - weighs);
  }

  return {
    draw(...newest) {
      const isNew = table !== newest[0] || screen.seat !== newest[1].seat;
      [table, screen, slip, sheets] = newest;
      if (isNew) name();
      light();
    },
    hide() {
      if (!table) return;
      table = null;
      read(null);
      write(words, "");
      laid = grounded = drawn = "";
      for (const one of [page, ground]) one.clear(1, 1);
    },
  };
}
