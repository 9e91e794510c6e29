/* The table from above, where a newcomer takes a place. */
import { $ } from "./fingers.js";

/* `send`: tells the table; `text`: the words of the page by their key; `store`: what the browser keeps, or null. */
export function makeJoin({ send, text, store }) {
  let table = null, why = "", chosen = null;

  function draw(state) {
    ({ table, why } = state);
    drawJoin();
  }
  function drawJoin() {
    const circle = $("circle"), chairs = table.chairs, right = Math.floor(chairs.length / 2), left = chairs.length - right;
    circle.setAttribute("aria-label", text("choose"));
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
          drawJoin();
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
      for (const part of [$("name"), $("only"), document.querySelector("label[for=name]")]) part.hidden = !one.named;
      $("sit").hidden = !one.takes;
      $("only").hidden ||= one.state !== "pod";
    }
    $("said-join").textContent = table.said;
  }
  const named = () => $("name").value.trim();
  function ask(takes) {
    if (store) store.setItem("garou.name", named());
    send({ t: "sit", chair: chosen, name: $("name").hidden ? "" : named(), takes });
  }
  if (store) $("name").value = store.getItem("garou.name") || "";
  $("take").addEventListener("submit", (event) => {
    event.preventDefault();
    if (chosen !== null && !$("sit").hidden) ask(true);
  });
  $("only").addEventListener("click", () => { if (chosen !== null && named()) ask(false); else $("name").focus(); });

  return { draw, forget: () => { chosen = null; } };
}
