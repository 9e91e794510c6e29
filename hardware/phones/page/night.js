/* The page while eyes are closed. */
export function makeNight({ root }) {
  return { draw() { root.replaceChildren(); }, hide() {} };
}
