/* The sheets of a phone by day: my card, what I was told, the village; before a round, how it is played. Secret words
   are there only while a finger holds the tab, or for some seconds after two taps; what everybody may know opens with
   one. */
import { $, lay, made, now, write } from "./fingers.js";
import { portrait, portraits } from "./portraits.js";

const OPENS_MS = 250, ARMED_MS = 3000, READ_MS = 8000;
const BEFORE = ["rules"], TABS = ["card", "told", "village"], SECRET = new Set(["card", "told", "alone"]);
const WIDE = matchMedia("(min-width: 700px) and (min-height: 700px)");

/* `claim()`: says that the host does not answer, as another player does at the same moment. */
export function makeSheets({ text, filled, claim }) {
  const tabs = $("tabs"), panel = $("sheet");
  let state = null, open = null, armed = null, timer = 0, heldAt = 0, isHeld = false, laid = "";

  /* ---- opening and closing */
  function show(key, forMs) {
    clearTimeout(timer);
    open = key;
    armed = null;
    if (forMs) timer = setTimeout(close, forMs);
    redraw();
  }
  function close() {
    clearTimeout(timer);
    open = armed = null;
    isHeld = false;
    redraw();
  }
  function arm(key) {
    clearTimeout(timer);
    armed = key;
    timer = setTimeout(close, ARMED_MS);
    redraw();
  }
  function tapped(key, byFinger) {
    if (open === key) close();
    else if (!SECRET.has(key)) show(key, 0);
    else if (armed === key || !byFinger) show(key, READ_MS);
    else arm(key);
  }
  function tab(key) {
    const button = made("button");
    button.addEventListener("pointerdown", (event) => {
      if (event.button || open === key) return;
      button.setPointerCapture(event.pointerId);
      clearTimeout(timer);
      heldAt = now();
      timer = setTimeout(() => { isHeld = true; show(key, 0); }, OPENS_MS);
    });
    const up = () => {
      if (isHeld) close();
      else if (heldAt && !open) clearTimeout(timer);
    };
    for (const kind of ["pointerup", "pointercancel"]) button.addEventListener(kind, up);
    button.addEventListener("click", (event) => {
      const wasHeld = heldAt && now() - heldAt >= OPENS_MS;
      heldAt = 0;
      if (!wasHeld) tapped(key, event.detail !== 0);
    });
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    return button;
  }

  /* ---- what they say */
  /* Lines: the kind of element, its words, and the key of the card whose portrait stands beside it. */
  const rules = () => state.table.rules.flatMap(([title, line, role]) => [["h4", title, role], ["p", line]]);
  function words(key) {
    if (key === "rules") return [["h3", text("tab.rules")], ...rules()];
    const told = { ...state.sheets, alone: state.slip }[key];
    return (told || text("nothing")).split("\n").map((line, at) => [at ? "p" : "h3", line, at || key !== "card" ? "" : state.sheets.role]);
  }
  function village() {
    const { places, deck, today, stage, host, ballot } = state.table.board, found = [["h3", text("tab.village")]];
    const captain = places.find((one) => one.captain), dead = places.filter((one) => !one.alive);
    if (today) found.push(["p", today]);
    if (captain) found.push(["p", filled("village.captain", { name: captain.name })]);
    for (const mark of new Set(places.flatMap(({ marks }) => marks))) {
      const names = places.filter(({ marks }) => marks.includes(mark)).map(({ name }) => name).join(", ");
      found.push(["p", filled("pair", { name: text(`mark.${mark}`), value: names })]);
    }
    if (dead.length) found.push(["h4", text("village.dead")]);
    for (const one of dead) found.push(["p", one.card ? filled("pair", { name: one.name, value: one.card }) : one.name]);
    if (ballot.length) {
      found.push(["h4", text("village.ballot")]);
      for (const line of ballots()) found.push(["p", line]);
    }
    if (stage.length) found.push(["h4", text("village.stage")], ...stage.map((title) => ["p", title]));
    if (deck.length) {
      found.push(["h4", text("village.deck")]);
      // The office is not somebody's card: its holder has another.
      for (const [title, copies] of deck.filter(([title]) => title !== text("is_captain"))) found.push(["p", copies > 1 ? `${copies} × ${title}` : title]);
    }
    if (host && host !== state.screen.seat && state.mayOpen) {
      found.push(["h4", filled("village.host", { name: places[host - 1].name })], ["button", text("deed.claim")]);
    }
    return [...found, ["h3", text("tab.rules")], ...rules()];
  }
  function redraw() {
    if (!state) return;
    // In a covered time nobody's page shows whether there is something to read.
    const isTold = state.slip || state.table.board.scene === "cover";
    const keys = !state.plays ? BEFORE : isTold && state.isAlone ? [...TABS, "alone"] : TABS;
    if (open && !keys.includes(open)) return close();
    lay(tabs, keys, tab).forEach((button, at) => {
      const key = keys[at];
      write(button, text(armed === key ? "once_more" : `tab.${key}`));
      button.setAttribute("aria-expanded", String(open === key));
    });
    tabs.setAttribute("aria-label", text("tabs"));
    const shown = open || (WIDE.matches && state.plays ? "village" : null);
    panel.hidden = !shown;
    panel.classList.toggle("open", Boolean(open));
    panel.setAttribute("aria-live", SECRET.has(open) ? "assertive" : "off");
    const parts = !shown ? [] : shown === "village" ? village() : words(shown), key = JSON.stringify([parts, portraits.size, state.table.board.rulebook]);
    if (laid === key) return;
    laid = key;
    panel.replaceChildren(...parts.map(([kind, line, role]) => {
      const one = made(kind);
      one.textContent = line;
      // The sheet stays open: the other player may not have been in time.
      if (kind === "button") one.addEventListener("click", (event) => { event.stopPropagation(); claim(); });
      one.prepend(...portrait(role, state.table.board.rulebook));
      return one;
    }));
  }

  function draw(now) {
    state = now;
    redraw();
  }
  panel.addEventListener("click", close);
  /* The last ballot in words, the most votes first: "3 against Léo: Papi, Zoé". */
  function ballots() {
    const { places, ballot, elects } = state.table.board, found = new Map(), key = elects ? "village.votes_for" : "village.votes";
    for (const [voter, target, weight] of ballot) {
      const one = found.get(target) || { votes: 0, voters: [] };
      one.votes += weight;
      one.voters.push(places[voter - 1].name);
      found.set(target, one);
    }
    return [...found].sort(([, a], [, b]) => b.votes - a.votes).map(([target, { votes, voters }]) =>
      filled(key, { ...places[target - 1], number: votes, names: voters.join(", ") }));
  }
  return { draw, close, ballot: ballots };
}
