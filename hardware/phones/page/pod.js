"use strict";
/* A phone as a pod: draws the ring of its place, sends what its buttons do, and shows its slip while a finger
   holds "look". It knows no rule and no word: both come from the table. */
(() => {
  const $ = (id) => document.getElementById(id);
  const SLIP = 420, NIGHT_MS = 100, PADDED = 160, BUTTONS = 3;
  const store = (() => { try { return window.localStorage; } catch { return null; } })();
  const token = (() => {
    let kept = store && store.getItem("garou");
    if (!/^[0-9a-f]{32}$/.test(kept || "")) {
      kept = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
      if (store) store.setItem("garou", kept);
    }
    return kept;
  })();

  let socket = null, table = null, chair = null, chosen = null, wait_ms = 250, elsewhere = false, timer = 0;
  let ring = new Uint8Array(72), pixels = 24, slip = "";
  let edges = [];
  const down = new Set();
  let looking = false;

  const text = (key) => (table && table.texts[key]) || "";
  const fill = (key, facts) => text(key).replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? "");

  /* ---- the line to the table */
  function connect() {
    clearTimeout(timer);
    if (elsewhere || (socket && socket.readyState < 2)) return;
    socket = new WebSocket(`ws://${location.host}/table`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => { wait_ms = 250; send({ t: "hello", token }); };
    socket.onmessage = ({ data }) => (typeof data === "string" ? heard(JSON.parse(data)) : seen(new Uint8Array(data)));
    socket.onclose = () => {
      letGo();
      table = null;
      draw();
      timer = setTimeout(connect, wait_ms);
      wait_ms = Math.min(5000, 2 * wait_ms);
    };
  }
  function send(message) {
    if (socket && socket.readyState === 1) socket.send(JSON.stringify(message));
  }
  function heard(message) {
    if (message.t === "table") {
      table = message.table;
      pixels = table.pixels;
    } else if (message.t === "seat") {
      chair = message.chair;
      $("why").textContent = message.why;
      if (chair !== null) chosen = null;
      else slip = "";
    } else if (message.t === "gone") {
      table = null;
      letGo();
    } else if (message.t === "elsewhere") {
      elsewhere = true;
    }
    draw();
  }
  function seen(data) {
    pixels = data[0];
    ring = data.subarray(1, 73);
    const length = 256 * data[73] + data[74];
    const words = new TextDecoder().decode(data.subarray(75, 75 + Math.min(length, SLIP)));
    const changed = words !== slip;
    slip = words;
    requestAnimationFrame(drawRing);
    if (changed) drawSlip();
  }

  /* ---- the buttons: only what a finger did, and how long ago, is sent */
  function edge(button, is_down) {
    if (down.has(button) === is_down) return;
    if (is_down) down.add(button); else down.delete(button);
    edges.push([button, is_down, performance.now()]);
    if (!table || !table.covered) flush();
    for (const one of $("buttons").children) one.classList.toggle("down", down.has(+one.dataset.button));
    drawSlip();
  }
  function flush() {
    const now = performance.now();
    const message = { t: "edges", e: edges.slice(0, 6).map(([b, d, at]) => [b, d, Math.min(60000, Math.round(now - at))]), pad: "" };
    edges = edges.slice(6);
    message.pad = " ".repeat(Math.max(0, PADDED - JSON.stringify(message).length));
    send(message);
  }
  function letGo() {
    for (const button of [...down]) edge(button, false);
    look(false);
  }
  function look(is_held) {
    looking = is_held;
    $("look").classList.toggle("down", is_held);
    drawSlip();
  }
  function holds(element, press) {
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      press(true);
    });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) element.addEventListener(kind, () => press(false));
    element.addEventListener("keydown", (event) => {
      if (event.key === " " || event.key === "Enter") { event.preventDefault(); if (!event.repeat) press(true); }
    });
    element.addEventListener("keyup", (event) => { if (event.key === " " || event.key === "Enter") press(false); });
    element.addEventListener("blur", () => press(false));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A screen reader clicks without a finger: a short press.
    element.addEventListener("click", (event) => { if (event.detail === 0 && !event.pointerType) { press(true); setTimeout(press, 80, false); } });
  }

  /* ---- what it shows */
  function draw() {
    const covered = !!(table && table.covered);
    document.body.classList.toggle("covered", covered && chair !== null);
    const view = !table || elsewhere ? "connecting" : chair === null ? "join" : "pod";
    for (const id of ["connecting", "join", "pod"]) $(id).hidden = id !== view;
    document.body.dataset.view = view;
    if (!table) {
      const line = $("connecting").firstElementChild;
      if (!line.textContent) line.textContent = "…";
      return;
    }
    document.documentElement.lang = table.language;
    for (const one of document.querySelectorAll("[data-text]")) one.textContent = text(one.dataset.text);
    if (elsewhere) $("connecting").firstElementChild.textContent = text("elsewhere");
    if (view === "join") drawJoin();
    if (view === "pod") drawPod();
  }
  function drawJoin() {
    const circle = $("circle"), count = table.chairs.length;
    circle.classList.toggle("many", count > 10);
    circle.setAttribute("aria-label", text("choose"));
    while (circle.children.length > count) circle.lastChild.remove();
    table.chairs.forEach((one, index) => {
      let button = circle.children[index];
      if (!button) {
        button = circle.appendChild(document.createElement("button"));
        button.type = "button";
        button.append(document.createElement("span"), document.createElement("small"));
        button.onclick = () => { chosen = index; $("why").textContent = ""; draw(); $("name").focus(); };
      }
      const turn = (2 * Math.PI * index) / count;
      button.style.left = `${50 - 37 * Math.sin(turn)}%`;
      button.style.top = `${50 + 42 * Math.cos(turn)}%`;
      button.firstChild.textContent = one.label;
      button.lastChild.textContent = one.state === "free" ? "" : text(one.away ? "state.away" : `state.${one.state}`);
      button.disabled = !(one.takes || one.named);
      button.setAttribute("aria-pressed", String(index === chosen));
    });
    if (!$("why").textContent && table.wait) $("why").textContent = table.wait;
    const one = chosen === null ? null : table.chairs[chosen];
    $("take").hidden = !one || !(one.takes || one.named);
    if (one) {
      $("place").textContent = one.label;
      $("name").parentElement.classList.toggle("named", one.named);
      for (const id of ["name", "only"]) $(id).hidden = !one.named;
      document.querySelector("label[for=name]").hidden = !one.named;
      $("sit").hidden = !one.takes;
    }
    $("said-join").textContent = table.said;
  }
  function drawPod() {
    const mine = table.chairs[chair], box = $("buttons");
    $("who").textContent = mine ? mine.label : "";
    box.className = ["", "one", "two", "three"][table.buttons];
    while (box.children.length > table.buttons) box.lastChild.remove();
    while (box.children.length < table.buttons) {
      const button = box.appendChild(document.createElement("button")), number = box.children.length - 1;
      button.type = "button";
      button.dataset.button = number;
      holds(button, (is_down) => edge(number, is_down));
    }
    [...box.children].forEach((one, index) => { one.textContent = text(`button.${table.buttons}.${index}`); });
    if ($("said").textContent !== table.said) $("said").textContent = table.said;
    drawRing();
    drawSlip();
  }
  function fit(canvas) {
    const ratio = Math.min(2, window.devicePixelRatio || 1), box = canvas.getBoundingClientRect();
    const width = Math.round(box.width * ratio), height = Math.round(box.height * ratio);
    if (canvas.width !== width || canvas.height !== height) { canvas.width = width; canvas.height = height; }
    return [canvas.getContext("2d", { willReadFrequently: canvas.id === "ink" }), width, height, ratio];
  }
  /* A light of a ring is far brighter than its number on a screen: the same curve for every colour and every place. */
  const bright = (value) => (value ? Math.round(255 * Math.pow(value / 255, 0.42)) : 0);
  function drawRing() {
    if ($("pod").hidden) return;
    const [pen, width, height] = fit($("ring"));
    const radius = 0.5 * Math.min(width, height), dot = Math.min(0.12 * radius, (2.1 * radius) / pixels);
    pen.clearRect(0, 0, width, height);
    for (let pixel = 0; pixel < pixels; pixel++) {
      const turn = (2 * Math.PI * pixel) / pixels;
      const x = width / 2 - (radius - 1.3 * dot) * Math.sin(turn), y = height / 2 + (radius - 1.3 * dot) * Math.cos(turn);
      const [red, green, blue] = [0, 1, 2].map((part) => bright(ring[3 * pixel + part]));
      const lit = red + green + blue > 0, dim = table && table.covered ? "#000" : "#232b45";
      pen.fillStyle = lit ? `rgb(${red} ${green} ${blue})` : dim;
      pen.beginPath();
      pen.arc(x, y, lit ? dot : 0.5 * dot, 0, 2 * Math.PI);
      pen.fill();
    }
  }
  /* The slip is drawn, so that its light can be weighed: a bar below makes up for what the words lack. */
  function drawSlip() {
    if ($("pod").hidden || !table) return;
    const [pen, width, height, ratio] = fit($("ink"));
    const open = looking || (table.opens && down.size > 0), covered = table.covered;
    const ink = covered ? 0x6a : 0xf2, words = open ? slip || text("nothing") : "";
    $("words").textContent = words;
    pen.fillStyle = covered ? "#000" : getComputedStyle(document.body).getPropertyValue("--ground");
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = `rgb(${ink} ${ink} ${ink})`;
    const bar = covered ? Math.round(0.16 * height) : 0;
    let size = Math.round((covered ? 17 : 21) * ratio * (width / ratio > 600 ? 1.35 : 1)), lines = [];
    for (; size > 8 * ratio; size--) {
      pen.font = `${covered ? 400 : 600} ${size}px system-ui, sans-serif`;
      lines = wrapped(pen, words, width);
      if (lines.length * size * 1.3 <= height - bar) break;
    }
    pen.textBaseline = "top";
    pen.textAlign = "center";
    lines.forEach((line, index) => pen.fillText(line, width / 2, index * size * 1.3));
    if (!covered) return;
    const data = pen.getImageData(0, 0, width, height - bar).data;
    let shed = 0;
    for (let at = 0; at < data.length; at += 4) shed += data[at];
    const whole = width * bar * ink, left = Math.max(0, whole - shed);
    const rows = Math.floor(left / (width * ink)), rest = Math.round((left - rows * width * ink) / ink);
    pen.fillRect(0, height - rows, width, rows);
    if (rest > 0) pen.fillRect(0, height - rows - 1, rest, 1);
  }
  function wrapped(pen, words, width) {
    const lines = [];
    for (const part of words.split("\n")) {
      let line = "";
      for (const word of part.split(" ")) {
        const longer = line ? `${line} ${word}` : word;
        if (line && pen.measureText(longer).width > width) { lines.push(line); line = word; } else line = longer;
      }
      if (part) lines.push(line);
    }
    return lines;
  }

  /* ---- what the person does besides */
  holds($("look"), look);
  $("take").addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen === null || $("sit").hidden) return;
    send({ t: "sit", chair: chosen, name: $("name").value.trim() });
    stayAwake();
  });
  $("only").addEventListener("click", () => {
    if (chosen !== null && $("name").value.trim()) send({ t: "sit", chair: chosen, name: $("name").value.trim(), takes: false });
  });
  $("leave").addEventListener("click", () => { if (window.confirm(text("leave_sure"))) send({ t: "leave" }); });
  function stayAwake() {
    // Plain http has no wake lock: a muted film without a picture keeps the screen on.
    const film = $("awake");
    film.muted = true;
    film.play().catch(() => {});
  }
  document.addEventListener("pointerdown", stayAwake, { once: true });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) letGo();
    else { wait_ms = 250; connect(); }
  });
  window.addEventListener("online", connect);
  window.addEventListener("resize", () => { drawRing(); drawSlip(); });
  setInterval(() => { if (table && table.covered && chair !== null) flush(); }, NIGHT_MS);
  connect();
})();
