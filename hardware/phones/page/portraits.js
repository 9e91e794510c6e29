/* The portraits of all cards. Every phone fetches all of them in one file as its page is loaded, whatever it is dealt
   later: a request says nothing of a card. They are kept here, and are no elements of the page until they are shown.
   As an image a picture runs no script and loads nothing, whoever has drawn it. */
import { made } from "./fingers.js";

const AGAIN_MS = 5000;
export const portraits = new Map(); // by the key of the card, in a set by "rulebook/key"

async function load() {
  try {
    const all = await (await fetch("portraits.json")).json();
    for (const [role, picture] of Object.entries(all)) {
      const image = made("img", "portrait");
      image.alt = ""; // the title stands beside it
      image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
      image.decode().then(() => portraits.set(role, image), () => {});
    }
  } catch { setTimeout(load, AGAIN_MS); }
}
load();

/* A list of a new image of this card, in the set of this rulebook if it has one, or of nothing. */
export function portrait(role, rulebook) {
  const image = portraits.get(`${rulebook}/${role}`) ?? portraits.get(role);
  return image ? [image.cloneNode()] : [];
}
