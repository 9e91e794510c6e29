/* What every view needs: an element by its name, and what a finger, a key and a screen reader do to it. */
export const $ = (id) => document.getElementById(id);
export const now = () => performance.timeOrigin + performance.now(); // the same in page and worker

/* Writes only what changed: a screen reader reads what is written anew. */
export function write(element, words) {
  if (element.textContent !== words) element.textContent = words;
}

/* A new element of a kind, with these classes. */
export function made(kind, classes = "") {
  const one = document.createElement(kind);
  if (kind === "button") one.type = "button";
  one.className = classes;
  return one;
}

/* Gives `parent` a child for each key, in order, and keeps those that it has: a finger may lie on one. */
export function lay(parent, keys, make) {
  const before = new Map([...parent.children].map((one) => [one.dataset.key, one]));
  const children = keys.map((key) => {
    const child = before.get(String(key)) || make(key);
    child.dataset.key = key;
    return child;
  });
  if (children.length !== parent.children.length || children.some((one, at) => one !== parent.children[at])) parent.replaceChildren(...children);
  return children;
}

export function tap(press, milliseconds) {
  press(true);
  setTimeout(press, milliseconds, false);
}

/* Calls `press` with whether a finger, or a key, is down on an element. A screen reader clicks without a finger. */
export function holds(element, press, tapMs) {
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
  element.addEventListener("click", (event) => { if (event.detail === 0) tap(press, tapMs); });
}
