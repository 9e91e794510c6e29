"use strict";
/* A phone as a pod: draws the ring of its place, sends what its buttons do, and shows its slip while a finger
   holds "look". It knows no rule and no word: both come from the table.

   The same script is also the page's worker, which holds the line to the table. A browser lets messages and
   timers of a page wait while a finger goes down, up to a tenth of a second: an answer would come late, and
   whoever counts packets would see the touch. A worker waits for no finger. */
const now = () => performance.timeOrigin + performance.now(); // the same in page and worker

/* ---- the worker. It is told `connect`, `say` and `edge`, and tells what it hears. */
function line() {
  const TICK_MS = 100, EDGES = 6, PADDED = 160, AGAIN_MS = 250, AGAIN_MOST_MS = 5000, SILENT_MS = 4000, ELSEWHERE = 4001;
  let socket = null, timer = 0, againMs = AGAIN_MS, heardAt = 0, token = "", covered = false, seated = false, edges = [];

  function connect() {
    clearTimeout(timer);
    if (socket) { socket.onmessage = socket.onclose = null; socket.close(); }
    socket = new WebSocket(`ws://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { againMs = AGAIN_MS; heardAt = now(); edges = []; say({ t: "hello", token }); };
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
    const at = now();
    const some = edges.splice(0, EDGES).map((one) => [one.button, one.isDown, Math.max(0, Math.min(60000, Math.round(at - one.at)))]);
    const message = { t: "edges", e: some, pad: "" };
    message.pad = " ".repeat(Math.max(0, PADDED - JSON.stringify(message).length));
    say(message);
  }
  onmessage = ({ data }) => {
    if (data.t === "connect") {
      token = data.token;
      againMs = AGAIN_MS;
      if (data.anew || !isOpen()) connect();
    } else if (data.t === "edge") {
      edges.push(data);
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
}

/* ---- the page */
function page() {
  const $ = (id) => document.getElementById(id);
  const HIDDEN_MS = 3000, RING = 72, TAP_MS = 80, STEP_MS = 350, LONG = [["hold", 1000], ["long_hold", 3300]], TWO_ROWS = 16;
  const store = (() => { try { return window.localStorage; } catch { return null; } })();
  const token = (() => {
    let known = store && store.getItem("garou");
    if (!/^[0-9a-f]{32}$/.test(known || "")) {
      known = Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");
      if (store) store.setItem("garou", known);
    }
    return known;
  })();
  const worker = new Worker("pod.js");
  worker.onmessage = ({ data }) => (data instanceof ArrayBuffer ? seen(new Uint8Array(data)) : heard(data));
  const connect = (anew) => worker.postMessage({ t: "connect", token, anew });
  const send = (message) => worker.postMessage({ t: "say", message });

  let table = null, chair = null, chosen = null, why = "", elsewhere = false, hiddenAt = 0;
  let asksName = !(store && store.getItem("garou.name"));
  let ring = new Uint8Array(RING), pixels = 24, slip = "", looking = false, presses = false;
  const down = new Set();

  const covered = () => document.body.classList.contains("covered");
  const text = (key) => (table && table.texts[key]) || "";

  /* ---- what the table says */
  function lose() {
    const words = table && text(elsewhere ? "elsewhere" : "connecting");
    letGo();
    if (words) $("connecting-words").textContent = words;
    table = null;
    slip = "";
    ring = new Uint8Array(RING);
    draw();
  }
  function heard(message) {
    if (message.t === "gone" || message.t === "elsewhere") {
      elsewhere = message.t === "elsewhere";
      return lose();
    }
    if (message.t === "table") {
      table = message.table;
      document.body.classList.toggle("covered", table.covered);
    } else if (message.t === "seat") {
      if (chair !== message.chair) letGo();
      chair = message.chair;
      why = message.why;
      if (why) asksName = true; // it may be the name
      if (chair !== null) chosen = null;
      slip = "";
    }
    draw();
  }
  function seen(data) {
    pixels = data[0];
    ring = data.subarray(1, 1 + RING);
    const length = 256 * data[1 + RING] + data[2 + RING];
    slip = new TextDecoder().decode(data.subarray(3 + RING, 3 + RING + length));
    light();
  }

  /* ---- the buttons */
  function edge(button, isDown) {
    if (down.has(button) === isDown) return;
    if (isDown) down.add(button); else down.delete(button);
    worker.postMessage({ t: "edge", button, isDown, at: now() });
    for (const one of $("buttons").children) one.classList.toggle("down", down.has(Number(one.dataset.button)));
    if (isDown && !covered() && navigator.vibrate && navigator.userActivation?.hasBeenActive) navigator.vibrate(12);
    light();
  }
  function letGo() {
    for (const button of [...down]) edge(button, false);
    look(false);
  }
  /* Who holds "read" in the deal holds their button: their card is there only while it is down. */
  function look(isHeld) {
    looking = isHeld;
    if (isHeld ? table.opens && !down.has(0) : presses) { presses = isHeld; edge(0, isHeld); }
    $("look").classList.toggle("down", isHeld);
    light();
  }
  function holds(element, press, tapMs) {
    const isKey = (event) => event.key === " " || event.key === "Enter";
    element.addEventListener("pointerdown", (event) => {
      if (event.button) return;
      element.setPointerCapture(event.pointerId);
      press(true);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) element.addEventListener(kind, () => press(false));
    element.addEventListener("keydown", (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) press(true);
    });
    element.addEventListener("keyup", (event) => {
      if (!isKey(event)) return;
      event.preventDefault();
      press(false);
    });
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A screen reader clicks without a finger.
    element.addEventListener("click", (event) => { if (event.detail === 0) tap(press, tapMs); });
  }
  /* What can be done in a debate has a button of its own: it opens, turns and takes as a finger would. */
  function say(turns) {
    const next = table.buttons === 3 ? 1 : 0, take = table.buttons - 1;
    for (let time = 0; time <= turns; time++) setTimeout(tap, time * STEP_MS, (isDown) => edge(next, isDown), TAP_MS);
    setTimeout(tap, (turns + 1) * STEP_MS, (isDown) => edge(take, isDown), take ? TAP_MS : LONG[0][1]);
  }
  function tap(press, milliseconds) {
    press(true);
    setTimeout(press, milliseconds, false);
  }

  /* ---- what it shows */
  function draw() {
    const view = !table || elsewhere ? "connecting" : chair === null ? "join" : "pod";
    for (const id of ["connecting", "join", "pod"]) $(id).hidden = id !== view;
    $("again").hidden = !elsewhere;
    document.querySelector("meta[name=theme-color]").content = covered() ? "#000000" : "#0b0e18";
    if (!table) return;
    document.documentElement.lang = table.language;
    for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
    if (view === "join") drawJoin(); else drawPod();
  }
  function drawJoin() {
    const circle = $("circle"), chairs = table.chairs, right = Math.floor(chairs.length / 2), left = chairs.length - right;
    circle.setAttribute("aria-label", text("choose"));
    circle.classList.toggle("many", chairs.length > TWO_ROWS);
    while (circle.children.length > chairs.length + 1) circle.lastChild.remove();
    chairs.forEach((one, index) => {
      let button = circle.children[index + 1];
      if (!button) {
        button = circle.appendChild(document.createElement("button"));
        button.type = "button";
        button.append(document.createElement("span"), document.createElement("small"));
        button.onclick = () => {
          chosen = index;
          why = "";
          draw();
          $("place").focus({ preventScroll: true });
          $("take").scrollIntoView({ block: "nearest" });
        };
      }
      // Clockwise from the top left, as on the board: down the right side, up the left one, the ends drawn in.
      const onRight = index > 0 && index <= right, row = onRight ? index - 1 : (chairs.length - index) % chairs.length;
      const height = left > 1 ? (2 * row) / (left - 1) - 1 : 0;
      const inwards = 34 * (1 - Math.sqrt(1 - 0.8 * height * height));
      button.style.gridArea = `${row + 1} / ${onRight ? 2 : 1}`;
      button.style.setProperty("--in", `${onRight ? -inwards : inwards}%`);
      button.firstChild.textContent = one.label;
      button.lastChild.textContent = one.state === "free" ? "" : text(one.away ? "state.away" : `state.${one.state}`);
      button.disabled = !(one.takes || one.named);
      button.classList.toggle("free", one.takes);
      button.setAttribute("aria-pressed", String(index === chosen));
    });
    $("why").textContent = why || table.wait;
    const one = chosen === null ? null : chairs[chosen];
    $("take").hidden = !one || !(one.takes || one.named);
    if (one) {
      $("place").textContent = one.label;
      for (const part of [$("name"), document.querySelector("label[for=name]")]) part.hidden = !one.named || !asksName;
      $("rename").hidden = !one.named || asksName;
      $("sit").hidden = !one.takes;
      if (!$("rename").hidden) $("sit").textContent = text("sit_as").replace("{name}", named());
      $("only").hidden = !one.named || one.state !== "pod";
    }
    $("said-join").textContent = table.wait && table.said;
  }
  function drawPod() {
    const box = $("buttons");
    $("who").textContent = table.chairs[chair] ? table.chairs[chair].label : "";
    document.title = $("who").textContent || "Garou";
    if (box.querySelectorAll("[data-button]").length !== table.buttons) {
      box.replaceChildren();
      for (let number = 0; number < table.buttons; number++) {
        const button = document.createElement("button"), press = (isDown) => edge(number, isDown);
        button.type = "button";
        button.dataset.button = number;
        holds(button, press, TAP_MS);
        box.append(button);
        for (const [key, milliseconds] of LONG) {
          const long = document.createElement("button");
          long.type = "button";
          long.className = "hold";
          long.dataset.hold = key;
          long.onclick = () => tap(press, milliseconds);
          box.append(long);
        }
      }
    }
    let name = "";
    for (const one of box.children) {
      name = one.dataset.button ? text(`button.${table.buttons}.${one.dataset.button}`) : name;
      one.textContent = one.dataset.hold ? `${name}: ${text(one.dataset.hold)}` : name;
    }
    const talk = table.talk.join("\n");
    if ($("talk").dataset.talk !== talk) {
      $("talk").dataset.talk = talk;
      $("talk").replaceChildren(...table.talk.map((words, turns) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = words;
        button.onclick = () => say(turns);
        return button;
      }));
    }
    if ($("said").textContent !== table.said) $("said").textContent = table.said;
    light();
  }
  let waits = false;
  function light() {
    if (waits) return;
    waits = true;
    requestAnimationFrame(() => { waits = false; if (table && !$("pod").hidden) lit(); });
  }

  /* ---- ring, slip and footer. By night they are weighed, and the rim round the button makes up for what they lack:
     the page sheds as much light whatever they show. A weight is the light of red, green and blue, summed over pixels.
     A value of half sheds a fifth of the light, so thin letters and round edges shed less than their area. */
  const GAMMA = 2.2, LIGHT = Float64Array.from({ length: 256 }, (_, value) => Math.pow(value / 255, GAMMA));
  const weight = (parts) => LIGHT[parts[0]] + LIGHT[parts[1]] + LIGHT[parts[2]];
  const dimmed = (parts, share) => parts.map((part) => Math.round(part * Math.pow(share, 1 / GAMMA)));
  const EDGE = 1 / 2 - 1 / (1 + GAMMA); // what a pixel of edge sheds less than the half of it that is covered
  const disc = (radius) => Math.PI * (radius * radius - 2 * EDGE * radius);
  const rimWeight = (inner, outer) => Math.PI * ((outer - EDGE) ** 2 - (inner + EDGE) ** 2) * INK_WEIGHT;
  const rimOuter = (inner, weighs) => EDGE + Math.sqrt((inner + EDGE) ** 2 + weighs / INK_WEIGHT / Math.PI);
  const INK = [150, 112, 66], DAY_INK = [242, 234, 214], INK_WEIGHT = weight(INK);
  const UNLIT = [26, 32, 52], UNLIT_NIGHT = [14, 10, 6];
  const NIGHT_LIGHTS = 6, SLIP_SHARE = 0.12, GLOW = 1.7, RIM_LEAST = 2;
  const rgb = (parts) => `rgb(${parts.join(" ")})`;
  /* A light of a ring is far brighter than its number on a screen: the same curve for every colour and place. */
  const bright = (value) => Math.round(255 * Math.pow(value / 255, 0.42));
  const NIGHT = [24, 12, 0].map(bright);

  const sharpness = () => window.devicePixelRatio || 1;
  function fitted(canvas, width, height) {
    const ratio = sharpness(), wide = Math.round(width * ratio), high = Math.round(height * ratio);
    if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
    const pen = canvas.getContext("2d", { willReadFrequently: canvas.id !== "ring" });
    pen.clearRect(0, 0, wide, high);
    return [pen, wide, high];
  }
  function weigh(pen, wide, high) {
    const data = pen.getImageData(0, 0, wide, high).data;
    let sum = 0;
    for (let at = 0; at < data.length; at += 4) sum += LIGHT[data[at]] + LIGHT[data[at + 1]] + LIGHT[data[at + 2]];
    return sum;
  }
  let written = "", slipWeight = 0;
  let footer = "", footerWeight = 0;
  function lit() {
    const face = $("face"), side = Math.floor(Math.min(face.clientWidth, face.clientHeight)), night = covered();
    face.style.setProperty("--side", `${side}px`);
    const [pen, wide] = fitted($("ring"), side, side);
    const middle = wide / 2, far = 0.82 * middle, dot = Math.min(0.105 * middle, (0.78 * Math.PI * far) / pixels);
    const inner = 0.48 * middle, rimMost = rimWeight(inner, far - 1.6 * dot);
    const ringMost = disc(dot) * (NIGHT_LIGHTS * weight(NIGHT) + (24 - NIGHT_LIGHTS) * weight(UNLIT_NIGHT));
    const box = $("ink").getBoundingClientRect(), area = box.width * box.height * sharpness() ** 2;
    const most = Math.min(rimMost - ringMost, SLIP_SHARE * area * INK_WEIGHT);
    if (night) weighFooter();
    drawSlip(night, Math.max(0, most - footerWeight - rimWeight(inner, inner + RIM_LEAST)));

    const unlit = night ? UNLIT_NIGHT : UNLIT, lights = [];
    for (let at = 0; at < pixels; at++) {
      const light = [ring[3 * at], ring[3 * at + 1], ring[3 * at + 2]];
      lights.push(weight(light) ? light.map(bright) : null);
    }
    const weighed = () => lights.reduce((sum, light) => sum + disc(dot) * weight(light || unlit), 0);
    const share = ringMost / weighed();
    if (night && share < 1) lights.forEach((light, at) => { lights[at] = dimmed(light || unlit, share); });
    pen.globalAlpha = 1;
    lights.forEach((light, at) => {
      const turn = Math.PI / 2 + (2 * Math.PI * at) / pixels, x = middle + far * Math.cos(turn), y = middle + far * Math.sin(turn);
      if (light && !night) {
        const glow = pen.createRadialGradient(x, y, dot * 0.6, x, y, dot * GLOW);
        glow.addColorStop(0, `rgb(${light.join(" ")} / .55)`);
        glow.addColorStop(1, `rgb(${light.join(" ")} / 0)`);
        pen.fillStyle = glow;
        pen.beginPath();
        pen.arc(x, y, dot * GLOW, 0, 2 * Math.PI);
        pen.fill();
      }
      pen.fillStyle = rgb(light || unlit);
      pen.beginPath();
      pen.arc(x, y, dot, 0, 2 * Math.PI);
      pen.fill();
    });
    // The rim round the button.
    const lacks = Math.max(0, ringMost + most - weighed() - slipWeight - footerWeight);
    const rim = night ? rimOuter(inner, lacks) : inner + 0.035 * middle;
    pen.fillStyle = night ? rgb(INK) : "#46527a";
    pen.beginPath();
    pen.arc(middle, middle, rim, 0, 2 * Math.PI);
    pen.arc(middle, middle, inner, 0, 2 * Math.PI, true);
    pen.fill();
  }
  /* Sets `footerWeight`: the browser draws the footer, so the same words are weighed unseen. */
  function weighFooter() {
    const words = table.said, style = getComputedStyle($("said")), ratio = sharpness(), width = $("said").clientWidth;
    const key = JSON.stringify([words, style.fontSize, width, ratio]);
    if (key === footer) return;
    footer = key;
    footerWeight = 0;
    if (!words) return;
    const size = parseFloat(style.fontSize) * ratio, font = `${size}px ${style.fontFamily}`;
    const canvas = document.createElement("canvas"), measure = canvas.getContext("2d", { willReadFrequently: true });
    measure.font = font;
    const lines = wrapped(measure, words, width * ratio);
    const [pen, wide, high] = fitted(canvas, width, (lines.length + 1) * parseFloat(style.fontSize) * 1.3);
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, wide, high);
    pen.font = font;
    pen.fillStyle = rgb(INK);
    lines.forEach((line, index) => pen.fillText(line, 0, (index + 1) * size * 1.3));
    footerWeight = weigh(pen, wide, high);
  }
  /* Draws the slip where it is open, no heavier than `most`. `slipWeight` is what it weighs. */
  function drawSlip(night, most) {
    const canvas = $("ink"), box = canvas.getBoundingClientRect();
    const isOpen = looking || (table.opens && down.size > 0), words = isOpen ? slip || text("nothing") : "";
    const ratio = sharpness(), key = JSON.stringify([words, night, box.width, box.height, ratio, night && most]);
    if (key === written) return;
    written = key;
    if ($("words").textContent !== words) $("words").textContent = words;
    const [pen, wide, high] = fitted(canvas, box.width, box.height);
    pen.fillStyle = night ? "#000" : isOpen ? "#171d30" : "#0f1322";
    pen.fillRect(0, 0, wide, high);
    const edge = 12 * ratio, usual = parseFloat(getComputedStyle(document.body).fontSize) * 1.15 * ratio;
    let size = usual, lines = [];
    // The first of several lines says what the slip is about.
    const [title, ...rest] = words.includes("\n") ? words.split("\n") : ["", words];
    const font = (isTitle) => { pen.font = `${isTitle ? 700 : 400} ${size}px system-ui, sans-serif`; };
    let titles = 0;
    for (; size > 9 * ratio; size -= ratio / 2) {
      font(true);
      lines = wrapped(pen, title, wide - 2 * edge);
      titles = lines.length;
      font(false);
      for (const part of rest) lines.push(...wrapped(pen, part, wide - 2 * edge));
      if (lines.length * size * 1.28 <= high - edge) break;
    }
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    const top = (high - lines.length * size * 1.28) / 2;
    const write = (ink) => {
      pen.fillStyle = rgb(ink);
      lines.forEach((line, index) => {
        font(index < titles);
        pen.fillText(line, wide / 2, top + (index + 0.5) * size * 1.28);
      });
    };
    write(night ? INK : DAY_INK);
    if (!night) return;
    slipWeight = weigh(pen, wide, high);
    if (slipWeight > most) {
      // Longer than the rim can make up for: so much dimmer.
      pen.fillStyle = "#000";
      pen.fillRect(0, 0, wide, high);
      write(dimmed(INK, most / slipWeight));
      slipWeight = weigh(pen, wide, high);
    }
  }
  function wrapped(pen, words, width) {
    const lines = [];
    let line = "";
    for (const word of words.split(" ")) {
      const longer = line ? `${line} ${word}` : word;
      if (line && pen.measureText(longer).width > width) { lines.push(line); line = word; } else line = longer;
    }
    return line ? [...lines, line] : lines;
  }

  /* ---- what the person does besides */
  holds($("look"), look, 5000);
  const named = () => $("name").value.trim();
  function ask(takes) {
    if (store) store.setItem("garou.name", named());
    send({ t: "sit", chair: chosen, name: table.chairs[chosen].named ? named() : "", takes });
    asksName = !named();
  }
  if (store) $("name").value = store.getItem("garou.name") || "";
  $("take").addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen !== null && !$("sit").hidden) ask(true);
  });
  $("only").addEventListener("click", () => { if (chosen !== null && named()) ask(false); else $("name").focus(); });
  $("rename").addEventListener("click", () => { asksName = true; draw(); $("name").select(); });
  $("leave").addEventListener("click", () => $("sure").showModal());
  $("sure").addEventListener("close", () => { if ($("sure").returnValue === "go") send({ t: "leave" }); });
  $("again").addEventListener("click", () => { elsewhere = false; connect(true); });

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
      letGo();
      return;
    }
    if (!film.paused || film.currentTime) play();
    // What was asleep may hold a line that is long dead.
    if (!elsewhere) connect(now() - hiddenAt > HIDDEN_MS);
  });
  window.addEventListener("online", () => { if (!elsewhere) connect(true); });
  window.addEventListener("resize", light);
  connect(false);
}

if (typeof document === "undefined") line(); else page();
