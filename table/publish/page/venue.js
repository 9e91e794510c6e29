/* The tables of a venue. Everything that comes from a table is text, and stays text. */
"use strict";

const asked = new URLSearchParams(location.search);
const $ = (id) => document.getElementById(id);
const staff = asked.has("staff");
/** Width and height of a card, in units, with half of the gaps round it: as in venue.css. */
const WIDE = 32.8, HIGH = 20.8;
/** The height of a card, in units, where there is room. */
const TALL = 25;
/** Letters of a name from which it takes two smaller lines. */
const LONG = 12;
/** The largest card, as a part of the screen's smaller side: one table alone does not fill a wall. */
const MOST = 0.62;
/** Minutes before its end from which a table will soon be free. */
const SOON = 10;
const AGAIN_MS = [500, 10000];

let texts = {}, ahead = 0, retry = AGAIN_MS[0];
const tables = new Map(), cards = new Map();

document.body.classList.toggle("staff", staff);

function say(key, facts = {}) {
  const found = key.split(".").reduce((at, part) => (at && typeof at === "object" ? at[part] : undefined), texts);
  if (typeof found !== "string") return "";
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

function speak(every, title) {
  const wanted = [asked.get("lang"), ...(navigator.languages || [])].filter(Boolean).flatMap((one) => [one, one.split("-")[0]]);
  const language = wanted.find((one) => Object.hasOwn(every, one)) || (Object.hasOwn(every, "en") ? "en" : Object.keys(every)[0]);
  texts = every[language] || {};
  document.documentElement.lang = language;
  document.title = $("title").textContent = title || say("title");
  $("none").textContent = say("none");
  $("lost").textContent = say("lost");
}

/** What stands on the card of a table, and which look it has. */
function told(table, now) {
  const looks = [], foot = [];
  let head = table.phase ? say(`phase.${table.phase}`) : "", more = "";
  const known = table.online && table.phase && !table.problem;
  if (!known) {
    looks.push("unknown");
    head = ""; // Only the staff see it, and what it needs says the rest.
  } else if (table.open && table.free > 0) {
    looks.push("open");
    head = say("come");
    more = say("free", { number: table.free });
    if (table.players) foot.push(say("players", { number: table.players }));
  } else {
    looks.push(table.phase === "night" ? "night" : table.phase === "day" ? "day" : "calm");
    if (table.players) {
      const both = { living: table.living, number: table.players };
      more = table.phase === "day" || table.phase === "night" ? say("living", both) : say("players", both);
    }
    const minutes = table.over_at === null ? null : Math.ceil((table.over_at - now) / 60 - 0.05);
    if (table.phase === "over" || (minutes !== null && minutes <= 1)) {
      looks.push("soon");
      foot.push(say("any_moment"));
    } else if (minutes !== null) {
      if (minutes <= SOON) looks.push("soon");
      foot.push(say(minutes <= SOON ? "soon" : "minutes", { number: minutes }));
    }
  }
  return { looks, head, more, foot: foot.join(" "), sign: known ? table.phase : "none", needs: needs(table) };
}

/** What the staff should know. */
function needs(table) {
  const found = [];
  if (table.staff) found.push(say("staff"));
  if (!table.online) found.push(say("offline"));
  if (table.problem) found.push(say(table.problem));
  if (table.dark.length) found.push(say("dark", { names: table.dark.join(", ") }));
  else if (table.fault) found.push(say("fault"));
  if (table.doctor) found.push(say("doctor"));
  return found;
}

function isShown(table) {
  return staff || (table.online && !table.problem);
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function draw(table, now) {
  const card = cards.get(table.id), { looks, head, more, foot, sign, needs } = told(table, now);
  const name = ["table", ...looks, ...(needs.length ? ["needy"] : [])].join(" ");
  if (card.root.className !== name) card.root.className = name;
  set(card.name, table.title);
  card.name.classList.toggle("long", [...table.title].length > LONG);
  set(card.head, head);
  set(card.more, more);
  set(card.foot, foot);
  if (card.sign.getAttribute("href") !== `#sign-${sign}`) card.sign.setAttribute("href", `#sign-${sign}`);
  const needed = needs.join("\n");
  if (card.needed !== needed) {
    card.needed = needed;
    card.needs.replaceChildren(...needs.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  }
}

function makeCard(id) {
  const root = $("card").content.firstElementChild.cloneNode(true);
  const at = (selector) => root.querySelector(selector);
  root.dataset.table = id;
  return {
    root, name: at(".name"), head: at(".head"), more: at(".more"), foot: at(".foot"), needs: at(".needs"),
    sign: at("use"), needed: "",
  };
}

/** Puts the cards in the order of their names, and makes them as large as they fit. */
function arrange() {
  const shown = [...tables.values()].filter(isShown);
  shown.sort((one, other) => one.title.localeCompare(other.title, undefined, { numeric: true }) || (one.id < other.id ? -1 : 1));
  for (const [id, card] of cards) {
    if (!tables.has(id) || !isShown(tables.get(id))) {
      card.root.remove();
      cards.delete(id);
    }
  }
  const main = $("tables");
  shown.forEach((table, index) => {
    if (!cards.has(table.id)) cards.set(table.id, makeCard(table.id));
    const { root } = cards.get(table.id);
    if (main.children[index] !== root) main.insertBefore(root, main.children[index] || null);
  });
  $("none").hidden = shown.length > 0;
  fit();
}

function fit() {
  const main = $("tables"), count = Math.max(1, cards.size);
  const wide = main.clientWidth, high = main.clientHeight || innerHeight;
  let best = 0, columns = 1;
  for (let each = 1; each <= count; each += 1) {
    const unit = Math.min(wide / each / WIDE, high / Math.ceil(count / each) / HIGH);
    if (unit > best) [best, columns] = [unit, each];
  }
  best = Math.min(best, (MOST * Math.min(wide, high)) / HIGH);
  main.style.setProperty("--columns", columns);
  main.style.setProperty("--u", `${best.toFixed(3)}px`);
  const rows = Math.ceil(count / columns);
  main.style.setProperty("--high", `${Math.min(TALL * best, high / rows - 0.8 * best).toFixed(3)}px`);
}

function drawAll() {
  const now = Date.now() / 1000 + ahead;
  let open = 0, number = 0;
  for (const table of tables.values()) {
    if (!cards.has(table.id)) continue;
    draw(table, now);
    number += 1;
    open += table.open && table.free > 0 && table.online;
  }
  set($("summary"), number > 1 ? say("summary", { open, number }) : "");
}

function take(message) {
  ahead = message.now - Date.now() / 1000;
  $("lost").hidden = message.connected;
  let moved = false;
  for (const id of message.gone) moved = tables.delete(id) || moved;
  for (const table of message.tables) {
    const before = tables.get(table.id);
    moved = moved || !before || before.title !== table.title || isShown(before) !== isShown(table);
    tables.set(table.id, table);
  }
  if (moved) arrange();
  drawAll();
}

function connect() {
  const line = new WebSocket(`ws://${location.host}/tables`);
  let begun = false;
  line.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.texts) {
      // A new beginning: what was there before may be gone.
      speak(message.texts, message.title);
      begun = true;
      retry = AGAIN_MS[0];
    } else {
      if (begun) {
        begun = false;
        for (const id of [...tables.keys()]) if (!message.tables.some((table) => table.id === id)) tables.delete(id);
        arrange();
      }
      take(message);
    }
  };
  line.onclose = () => {
    $("lost").hidden = false;
    setTimeout(connect, retry);
    retry = Math.min(2 * retry, AGAIN_MS[1]);
  };
}

addEventListener("resize", fit);
setInterval(drawAll, 5000);
connect();
