/* The place as a pod: its ring, its buttons, and its slip while a finger holds "read". For who wants to
   learn the pod, and at a table whose rings are dark. By night all phones have the same page. */
import { $, holds, tap, write } from "./fingers.js";

/* `press`: tells the table that a button went down or up; `text`: the words of the page by their key. */
export function makeRing({ press: tell, text }) {
  const TAP_MS = 80, STEP_MS = 350, LONG = [["hold", 1000], ["long_hold", 3300]], RING = 72, GLOW = 1.7, UNLIT = "#1a2034";
  let table = null, ring = new Uint8Array(RING), pixels = 24, slip = "", looking = false, presses = false;
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
  /* A light of a ring is far brighter than its number on a screen: the same curve for every colour and place. */
  const bright = (value) => Math.round(255 * Math.pow(value / 255, 0.42));
  function light() {
    if (!table || $("pod").hidden) return;
    const isOpen = looking || (table.opens && down.size > 0), words = isOpen ? slip || text("nothing") : "";
    write($("words"), words);
    const face = $("face"), side = Math.floor(Math.min(face.clientWidth, face.clientHeight)), sharp = window.devicePixelRatio || 1;
    face.style.setProperty("--side", `${side}px`);
    const canvas = $("ring"), pen = canvas.getContext("2d"), wide = canvas.width = canvas.height = Math.round(side * sharp);
    const middle = wide / 2, far = 0.82 * middle, dot = Math.min(0.105 * middle, (0.78 * Math.PI * far) / pixels);
    function disc(x, y, radius, fill) {
      pen.fillStyle = fill;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fill();
    }
    disc(middle, middle, 0.515 * middle, "#46527a");
    for (let at = 0; at < pixels; at++) {
      const light = [...ring.subarray(3 * at, 3 * at + 3)].map(bright), isLit = light.some(Boolean);
      const turn = Math.PI / 2 + (2 * Math.PI * at) / pixels, x = middle + far * Math.cos(turn), y = middle + far * Math.sin(turn);
      if (isLit) {
        const glow = pen.createRadialGradient(x, y, dot * 0.6, x, y, dot * GLOW);
        glow.addColorStop(0, `rgb(${light.join(" ")} / .55)`);
        glow.addColorStop(1, `rgb(${light.join(" ")} / 0)`);
        disc(x, y, dot * GLOW, glow);
      }
      disc(x, y, dot, isLit ? `rgb(${light.join(" ")})` : UNLIT);
    }
  }
  holds($("look"), look, 5000);
  return { draw, letGo };
}
