/* The place as a pod: its ring, its buttons, and its slip while a finger holds "read". For who wants to learn the
   pod, and at a table whose rings are dark. */
import { $, holds, tap, write } from "./fingers.js";

/* `press`: tells the table that a button went down or up; `text`: the words of the page by their key. */
export function makeRing({ press: tell, text }) {
  const TAP_MS = 80, STEP_MS = 350, LONG = [["hold", 1000], ["long_hold", 3300]], RING = 72;
  let table = null, ring = new Uint8Array(RING), pixels = 24, slip = "", looking = false, presses = false;
  const covered = () => table.covered;
  const down = new Set();

  /* ---- the buttons */
  function edge(button, isDown) {
    if (down.has(button) === isDown) return;
    if (isDown) down.add(button); else down.delete(button);
    tell(button, isDown);
    for (const one of $("buttons").children) one.classList.toggle("down", down.has(Number(one.dataset.button)));
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
  /* What can be done in a debate has a button of its own: it opens, turns and takes as a finger would. */
  function say(turns) {
    const next = table.buttons === 3 ? 1 : 0, take = table.buttons - 1;
    for (let time = 0; time <= turns; time++) setTimeout(tap, time * STEP_MS, (isDown) => edge(next, isDown), TAP_MS);
    setTimeout(tap, (turns + 1) * STEP_MS, (isDown) => edge(take, isDown), take ? TAP_MS : LONG[0][1]);
  }
  function draw(state) {
    const box = $("buttons");
    ({ table, ring, pixels, slip } = state);
    write($("who"), state.name);
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
    write($("said"), table.said);
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
    write($("words"), words);
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
    const inked = (ink) => {
      pen.fillStyle = rgb(ink);
      lines.forEach((line, index) => {
        font(index < titles);
        pen.fillText(line, wide / 2, top + (index + 0.5) * size * 1.28);
      });
    };
    inked(night ? INK : DAY_INK);
    if (!night) return;
    slipWeight = weigh(pen, wide, high);
    if (slipWeight > most) {
      // Longer than the rim can make up for: so much dimmer.
      pen.fillStyle = "#000";
      pen.fillRect(0, 0, wide, high);
      inked(dimmed(INK, most / slipWeight));
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

  holds($("look"), look, 5000);
  window.addEventListener("resize", light);
  return { draw, letGo };
}
