/* A phone at the table: what it was told, and the page of the moment that shows it. It knows no rule and no word:
   both come from the table. Its worker (line.js) holds the line. */
import { makeDay } from "./day.js";
import { $, now, write } from "./fingers.js";
import { makeJoin } from "./join.js";
import { makeList } from "./list.js";
import { makeNight } from "./night.js";
import { makeRing } from "./ring.js";

const VIEWS = ["connecting", "join", "day", "night", "pod"], HIDDEN_MS = 3000, RING = 72, SCREEN = 320, ROLE = 40, CARD = 440;
const NOBODY_ASKED = { seat: 0, phase: "idle", key: 0, options: [], at: null, chosen: [], locked: false, several: false };
const store = (() => { try { return window.localStorage; } catch { return null; } })();
const token = (() => {
  let known = store && store.getItem("garou");
  if (!/^[0-9a-f]{32}$/.test(known || "")) {
    known = Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");
    if (store) store.setItem("garou", known);
  }
  return known;
})();
const worker = new Worker("line.js");
worker.onmessage = ({ data }) => (data instanceof ArrayBuffer ? seen(new Uint8Array(data)) : heard(data));
const connect = (anew) => worker.postMessage({ t: "connect", token, anew });
const send = (message) => worker.postMessage({ t: "say", message });

let table = null, chair = null, elsewhere = false, hiddenAt = 0, toldAt = 0;
let ring, pixels, slip, screen, sheets, labels, list;
forget();
let asRing = Boolean(store && store.getItem("garou.ring"));

const covered = () => Boolean(table && table.covered);
const text = (key) => (table && table.texts[key]) || "";
/* A finger has said something: on an option (null: on none), kind 0, 1 or 2, since it went down. */
function touch(option, kind, downAt) {
  worker.postMessage({ t: "touch", option, kind, key: screen.key, downAt, at: now() });
  buzz(12);
}
function press(button, isDown) {
  worker.postMessage({ t: "edge", button, isDown, at: now() });
  if (isDown) buzz(12);
}
function buzz(milliseconds) {
  if (!covered() && navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(milliseconds);
}

const join = makeJoin({ send, text, store });
const typed = makeList({ send });
const day = makeDay({ root: $("day"), touch, text, buzz });
const night = makeNight({ root: $("night"), touch, text });
const pod = makeRing({ press, text });

/* ---- what the table says */
/* Forgets what is for one place alone. */
function forget() {
  ring = new Uint8Array(RING);
  pixels = 24;
  slip = "";
  screen = NOBODY_ASKED;
  sheets = { role: "", card: "", told: "" };
  labels = { key: -1, labels: [] };
  list = null;
}
function heard(message) {
  if (message.t === "gone" || message.t === "elsewhere") {
    elsewhere = message.t === "elsewhere";
    const words = table && text(elsewhere ? "elsewhere" : "connecting");
    if (words) $("connecting-words").textContent = words;
    pod.letGo();
    table = null;
    forget();
  } else if (message.t === "table") {
    table = message.table;
    toldAt = performance.now();
  } else if (message.t === "labels") {
    labels = message;
  } else if (message.t === "list") {
    list = message.list;
  } else if (message.t === "seat") {
    if (chair !== message.chair) {
      pod.letGo();
      forget();
    }
    chair = message.chair;
    join.answered(message.why, chair);
  }
  show();
}
/* The text whose length stands in the two bytes before it. */
function part(data, at) {
  return new TextDecoder().decode(data.subarray(at + 2, at + 2 + 256 * data[at] + data[at + 1]));
}
function seen(data) {
  if (data[0] === 0) {
    sheets = { role: part(data, 1), card: part(data, 3 + ROLE), told: part(data, 5 + ROLE + CARD) };
  } else {
    pixels = data[0];
    ring = data.subarray(1, 1 + RING);
    const [seat, phase, key, options, at, chosen, locked, , several] = JSON.parse(part(data, 1 + RING));
    screen = { seat, phase, key, options, at, chosen, locked, several };
    slip = part(data, 3 + RING + SCREEN);
  }
  show();
}

/* ---- what it shows */
let waits = false;
/* What came in one go is drawn together. */
function show() {
  if (waits) return;
  waits = true;
  requestAnimationFrame(() => { waits = false; draw(); });
}
function draw() {
  const isSeated = table && !elsewhere && chair !== null;
  // In the deal and in a covered time by day eyes are open.
  const isNight = covered() && !["deal", "cover"].includes(table.board.scene);
  const view = isSeated ? (isNight ? "night" : asRing ? "pod" : "day") : table && !elsewhere ? "join" : "connecting";
  const isDark = isNight && view !== "day";
  document.body.classList.toggle("covered", isDark);
  for (const id of VIEWS) $(id).hidden = id !== view;
  if (view !== "night") night.hide();
  if (view !== "day") day.hide();
  if (view !== "pod") pod.letGo();
  $("again").hidden = !elsewhere;
  document.querySelector("meta[name=theme-color]").content = isDark ? "#000000" : "#0b0e18";
  if (!table) return;
  document.documentElement.lang = table.language;
  for (const one of document.querySelectorAll("[data-text]")) write(one, text(one.dataset.text));
  const name = table.chairs[chair]?.label || "";
  document.title = (isSeated && name) || "Garou";
  const { ends_s: ends } = table.board;
  const state = { table, screen, slip, sheets, labels: labels.key === screen.key ? labels.labels : [], name, ring, pixels };
  state.endsAt = ends === null ? null : toldAt + 1000 * (ends - table.now_s);
  typed.draw(view === "day" ? list : null);
  if (view === "join") join.draw(state);
  else if (view === "day") day.draw(state);
  else if (view === "night") night.draw(table, screen, slip, sheets);
  else if (view === "pod") pod.draw(state);
}

/* ---- what the person does besides */
for (const one of document.querySelectorAll(".leave")) one.addEventListener("click", () => $("sure").showModal());
$("sure").addEventListener("close", () => { if ($("sure").returnValue === "go") send({ t: "leave" }); });
$("again").addEventListener("click", () => { elsewhere = false; connect(true); });
for (const one of document.querySelectorAll(".as-ring, .as-page")) {
  one.addEventListener("click", () => {
    asRing = one.classList.contains("as-ring");
    pod.letGo();
    if (store) asRing ? store.setItem("garou.ring", "1") : store.removeItem("garou.ring");
    show();
  });
}

/* Plain http has no wake lock: a black film with a silent track keeps the screen on, begun by the first tap.
   Some systems do not count a film that loops or is muted: it is wound back instead. */
const film = $("awake");
const play = () => film.play().catch(() => { film.muted = true; film.play().catch(() => {}); });
film.addEventListener("timeupdate", () => { if (film.currentTime > 8) film.currentTime = 0; });
film.addEventListener("ended", play);
document.addEventListener("pointerup", play, { once: true });

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    hiddenAt = now();
    pod.letGo();
    return;
  }
  if (!film.paused || film.currentTime) play();
  // What was asleep may hold a line that is long dead.
  if (!elsewhere) connect(now() - hiddenAt > HIDDEN_MS);
});
window.addEventListener("online", () => { if (!elsewhere) connect(true); });
window.addEventListener("resize", show);
connect(false);
