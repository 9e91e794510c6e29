/* The words that the host types, on the page of the menu about them. */
import { $, lay, made, write } from "./fingers.js";

/* `send`: tells the table. */
export function makeList({ send }) {
  const form = $("list"), title = $("list-title"), lines = $("list-lines");
  let shown = null, isChanged = false, isSent = false;

  form.addEventListener("input", () => { isChanged = true; });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    isSent = true;
    send({ t: "list", title: title.value, text: lines.value });
  });
  /* `list`: what the table keeps and says of it, or null. What was typed and is not kept yet stays. */
  function draw(list) {
    form.hidden = !list;
    if (list === shown) return;
    shown = list;
    if (!list) { isSent = false; return; }
    if (isSent) isChanged = false;
    isSent = false;
    if (!isChanged) { title.value = list.title; lines.value = list.text; }
    lay($("list-told"), list.told.map((_, at) => `${at}`), () => made("li")).forEach((one, at) => write(one, list.told[at]));
  }
  return { draw };
}
