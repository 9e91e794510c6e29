"use strict";
/* The page's worker, which holds the line to the table. It is told `connect`, `say`, `edge` and `touch`, and
   tells what it hears.

   A browser lets messages and timers of a page wait while a finger goes down, up to a tenth of a second: an
   answer would come late, and whoever counts packets would see the touch. A worker waits for no finger. */
const now = () => performance.timeOrigin + performance.now(); // the same in page and worker
const TICK_MS = 80, EDGES = 4, TOUCHES = 2, PADDED = 200, AGAIN_MS = 250, AGAIN_MOST_MS = 5000, SILENT_MS = 4000, ELSEWHERE = 4001;
let socket = null, timer = 0, againMs = AGAIN_MS, heardAt = 0, token = "", covered = false, seated = false, edges = [], touches = [];

function connect() {
  clearTimeout(timer);
  if (socket) { socket.onmessage = socket.onclose = null; socket.close(); }
  socket = new WebSocket(`ws://${location.host}/table`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { againMs = AGAIN_MS; heardAt = now(); edges = []; touches = []; say({ t: "hello", token }); };
  socket.onmessage = ({ data }) => {
    heardAt = now();
    if (typeof data !== "string") return postMessage(data, [data]);
    const message = JSON.parse(data);
    if (message.t === "table") covered = message.table.covered;
    if (message.t === "seat") seated = message.chair !== null;
    postMessage(message);
  };
  socket.onclose = ({ code }) => {
    postMessage({ t: code === ELSEWHERE ? "elsewhere" : "gone" });
    if (code === ELSEWHERE) return;
    timer = setTimeout(connect, againMs);
    againMs = Math.min(AGAIN_MOST_MS, 2 * againMs);
  };
}
const isOpen = () => socket && socket.readyState === 1;
function say(message) {
  if (isOpen()) socket.send(JSON.stringify(message));
}
/* Only what a finger did, and how long ago, always as long. */
function flush() {
  const at = now(), whole = (ms) => Math.max(0, Math.min(60000, Math.round(ms)));
  const e = edges.splice(0, EDGES).map((one) => [one.button, one.isDown, whole(at - one.at)]);
  const p = touches.splice(0, TOUCHES).map((one) => [one.option, one.kind, one.key, whole(one.at - one.downAt), whole(at - one.at)]);
  const message = { t: "fingers", e, p, pad: "" };
  message.pad = " ".repeat(Math.max(0, PADDED - JSON.stringify(message).length));
  say(message);
}
onmessage = ({ data }) => {
  if (data.t === "connect") {
    token = data.token;
    againMs = AGAIN_MS;
    if (data.anew || !isOpen()) connect();
  } else if (data.t === "edge" || data.t === "touch") {
    (data.t === "edge" ? edges : touches).push(data);
    if (!covered) flush();
  } else {
    say(data.message);
  }
};
setInterval(() => {
  if (!seated || !isOpen()) return;
  if (covered) flush();
  if (now() - heardAt > SILENT_MS) connect();
}, TICK_MS);
