"use strict";
/* The board on any screen: draws the pictures that the table sends, and says nothing but the size of this
   screen, and that a picture is shown. A screen says the code once; then it has a key. */
const $ = (id) => document.getElementById(id);
const AGAIN_MS = 500, AGAIN_MOST_MS = 5000, RESIZED_MS = 300, KEY = "garou.board";
const LONG_MOST = 8192, SHORT_LEAST = 200;
const store = (() => { try { return window.localStorage; } catch { return null; } })();
let key = (store && store.getItem(KEY)) || "", typed = "", texts = {};
const SOUND = 83, RATE = 44100, IN_HAND_S = 0.04, EARLY_MOST_S = 0.2, IN_STEP_MS = 60;
let audio = null, plays = false, playsAt = 0;
let socket = null, timer = 0, againMs = AGAIN_MS, resizing = 0;

const show = (part) => {
  for (const id of ["board", "asks", "gone"]) $(id).hidden = id !== part && !(id === "board" && part === "gone");
};
const sides = () => [innerWidth, innerHeight].map((side) => Math.min(LONG_MOST, Math.max(SHORT_LEAST, Math.round(side * (devicePixelRatio || 1)))));
const say = (message) => { if (socket && socket.readyState === 1) socket.send(JSON.stringify(message)); };

/* What is seen and read waits a little for the voice of this page, which is always later. */
const later = () => new Promise((go) => setTimeout(go, audio && audio.state === "running" ? IN_STEP_MS : 0));

/* ---- the line to the table */
function connect() {
  clearTimeout(timer);
  if (socket) { socket.onmessage = socket.onclose = null; socket.close(); }
  const mine = socket = new WebSocket(`ws://${location.host}/board-line`);
  let drawn = Promise.resolve();
  socket.binaryType = "arraybuffer";
  socket.onopen = () => {
    const [width, height] = sides();
    say({ t: "watch", code: typed || key, width, height });
  };
  socket.onmessage = ({ data }) => {
    if (typeof data === "string") return heard(JSON.parse(data));
    if (new Uint8Array(data, 0, 1)[0] === SOUND) return play(data.slice(1));
    drawn = drawn.then(later).then(() => draw(data)).then(() => { if (mine === socket) say({ t: "shown" }); });
  };
  socket.onclose = () => {
    if (!$("asks").hidden) {
      if (typed) $("why").textContent = texts["board.gone"] || "";
      typed = "";
      return;
    }
    if ($("gone").hidden) lose("board.gone");
    timer = setTimeout(connect, againMs);
    againMs = Math.min(AGAIN_MOST_MS, 2 * againMs);
  };
}
function lose(why) {
  if (texts[why]) $("gone").textContent = texts[why];
  heard({ t: "said", said: "" });
  plays = false;
  ready();
  show("gone");
}
function heard(message) {
  if (message.t === "said") later().then(() => { $("said").textContent = message.said; });
  else if (message.t === "sound") { plays = message.plays; hear(); }
  else if (message.t === "board") answered(message);
}
function answered({ why, key: given, language, texts: told }) {
  if (language) {
    texts = told;
    document.documentElement.lang = language;
    document.title = texts["board.title"];
    $("board").setAttribute("aria-label", texts["board.title"]);
    for (const part of document.querySelectorAll("[data-text]")) part.textContent = texts[part.dataset.text];
  }
  if (why === "gone" || (why === "full" && !typed)) return lose(`board.${why}`); // The line is tried again.
  if (!why) {
    key = given;
    if (store) store.setItem(KEY, key);
    typed = "";
    againMs = AGAIN_MS;
    $("board").getContext("2d").clearRect(0, 0, $("board").width, $("board").height);
    return show("board");
  }
  $("why").textContent = typed ? texts[`board.${why}`] || "" : "";
  if (why === "wrong" && !typed) key = ""; // The table has another key now.
  typed = "";
  show("asks");
  $("code").select();
  $("code").focus();
}

/* ---- sound, in moments that follow one another. After a silence, or where they came too late, they begin with a
   little time in hand; what is too early by then is left out, since voice and board belong together. */
function hear() {
  if (plays && !audio) {
    audio = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    audio.onstatechange = ready;
  }
  if (plays) audio.resume();
  ready();
}
function ready() {
  const runs = audio !== null && audio.state === "running";
  $("hear").hidden = runs || !plays;
  say({ t: "hear", plays: runs });
}
function play(data) {
  if (!audio || audio.state !== "running") return;
  const samples = new Int16Array(data), moment = audio.createBuffer(2, samples.length / 2, RATE);
  for (const channel of [0, 1]) {
    const out = moment.getChannelData(channel);
    for (let at = 0; at < out.length; at++) out[at] = samples[2 * at + channel] / 32768;
  }
  const early = playsAt - audio.currentTime;
  if (early < 0) playsAt = audio.currentTime + IN_HAND_S;
  else if (early > EARLY_MOST_S) return;
  const source = audio.createBufferSource();
  source.buffer = moment;
  source.connect(audio.destination);
  source.start(playsAt);
  playsAt += moment.duration;
}

/* A picture: its width and height, then of each strip the top line, the length, and a JPEG. All strips are drawn
   at once. */
async function draw(data) {
  const view = new DataView(data), width = view.getUint16(1), height = view.getUint16(3), strips = [];
  for (let at = 5; at < data.byteLength;) {
    const top = view.getUint16(at), length = view.getUint32(at + 2);
    strips.push([top, createImageBitmap(new Blob([data.slice(at + 6, at + 6 + length)], { type: "image/jpeg" }))]);
    at += 6 + length;
  }
  const images = await Promise.all(strips.map(([, image]) => image));
  const canvas = $("board");
  if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
  const pen = canvas.getContext("2d", { alpha: false });
  images.forEach((image, index) => { pen.drawImage(image, 0, strips[index][0]); image.close(); });
}

/* ---- what the person does */
$("open").addEventListener("submit", (event) => {
  event.preventDefault();
  typed = $("code").value;
  connect();
});
document.addEventListener("click", () => { if (!$("hear").hidden) hear(); });
const root = document.documentElement;
$("board").addEventListener("click", () => {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (root.requestFullscreen) root.requestFullscreen().catch(() => {});
});
window.addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(() => {
    const [width, height] = sides();
    if (!$("board").hidden) say({ t: "size", width, height });
  }, RESIZED_MS);
});

/* Plain http has no wake lock: a black film with a silent track keeps the screen on, begun by the first tap or,
   where a browser allows that, without one. */
const film = $("awake");
const stayAwake = () => film.play().catch(() => { film.muted = true; film.play().catch(() => {}); });
film.addEventListener("timeupdate", () => { if (film.currentTime > 8) film.currentTime = 0; });
film.addEventListener("ended", stayAwake);
for (const kind of ["pointerup", "keyup"]) document.addEventListener(kind, stayAwake, { once: true });
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (film.currentTime) stayAwake();
  if (audio) hear(); // A browser may have silenced a page that nobody saw.
});
stayAwake();
window.addEventListener("online", connect);
show("gone");
connect();
