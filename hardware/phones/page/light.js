/* Light that is counted. By night a page sheds as much light whatever it shows: what words and marks lack, a bar
   makes up for. All of it is drawn on one canvas, in pixels of the screen, so that it can be weighed.

   A weight is the light of red, green and blue, summed over pixels. A value of half sheds a fifth of the light. */
const GAMMA = 2.2, LIGHT = Float64Array.from({ length: 256 }, (_, value) => Math.pow(value / 255, GAMMA));
const BLACK = 0xff000000; // as red, green, blue and alpha lie in memory
const weight = (parts) => LIGHT[parts[0]] + LIGHT[parts[1]] + LIGHT[parts[2]];
const rgb = (parts) => `rgb(${parts.join(" ")})`;

export const INK = [150, 112, 66], LINE = [66, 50, 29], INK_WEIGHT = weight(INK);
export const dimmed = (parts, share) => parts.map((part) => Math.round(part * Math.pow(share, 1 / GAMMA)));

function weigh(pen) {
  const pixels = new Uint32Array(pen.getImageData(0, 0, pen.canvas.width, pen.canvas.height).data.buffer);
  let sum = 0;
  for (let at = 0; at < pixels.length; at++) {
    const pixel = pixels[at];
    if (pixel !== BLACK) sum += LIGHT[pixel & 255] + LIGHT[(pixel >> 8) & 255] + LIGHT[(pixel >> 16) & 255];
  }
  return sum;
}

/* A black page on a canvas. Boxes are {x, y, wide, high}, in whole pixels of the screen. */
export function makePage(canvas) {
  const pen = canvas.getContext("2d", { willReadFrequently: true, alpha: false });

  function clear(wide, high, picture) {
    if (canvas.width !== wide || canvas.height !== high) { canvas.width = wide; canvas.height = high; }
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, wide, high);
    if (picture) pen.drawImage(picture, 0, 0);
  }
  /* Draws nothing outside a box. */
  function within({ x, y, wide, high }, draw) {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, wide, high);
    pen.clip();
    draw();
    pen.restore();
  }
  function frame({ x, y, wide, high }, thick, ink) {
    pen.fillStyle = rgb(ink);
    for (const box of [[x, y, wide, thick], [x, y + high - thick, wide, thick], [x, y + thick, thick, high - 2 * thick], [x + wide - thick, y + thick, thick, high - 2 * thick]]) pen.fillRect(...box);
  }
  /* Fills a box from the top with pixels of ink that weigh `weighs`. */
  function fill({ x, y, wide }, weighs) {
    const count = Math.max(0, Math.round(weighs / INK_WEIGHT)), rows = Math.floor(count / wide);
    pen.fillStyle = rgb(INK);
    pen.fillRect(x, y, wide, rows);
    pen.fillRect(x, y + rows, count - rows * wide, 1);
  }
  /* Words in the middle of a box, as large as fits: of `size`, or smaller. `bold`: how many paragraphs are. */
  function write({ x, y, wide, high }, words, { size, bold = 0, ink = INK, struck = false }) {
    if (!words) return;
    const paragraphs = words.replace(/« /g, "«\u00a0").replace(/ ([:;!?»·])/g, "\u00a0$1").split("\n");
    const font = (isBold) => { pen.font = `${isBold ? 700 : 400} ${size}px system-ui, sans-serif`; };
    let lines = [];
    for (const least = 0.25 * size; ; size *= 0.95) {
      lines = paragraphs.flatMap((paragraph, number) => {
        font(number < bold);
        return wrapped(pen, paragraph, wide).map((line) => ({ line, isBold: number < bold, long: pen.measureText(line).width }));
      });
      if (size < least || (lines.length * size * 1.28 <= high && lines.every(({ long }) => long <= wide))) break;
    }
    pen.fillStyle = rgb(ink);
    pen.textBaseline = "middle";
    pen.textAlign = "center";
    const top = y + (high - lines.length * size * 1.28) / 2;
    lines.forEach(({ line, isBold, long }, index) => {
      const middle = top + (index + 0.5) * size * 1.28;
      font(isBold);
      pen.fillText(line, x + wide / 2, middle, wide);
      if (struck) pen.fillRect(x + Math.round((wide - long) / 2), Math.round(middle), Math.round(long), Math.ceil(size / 12));
    });
  }
  return { clear, weigh: () => weigh(pen), within, frame, fill, write };
}

/* Words in lines. Only a single word may be wider than `width`. */
function wrapped(pen, words, width) {
  const lines = [];
  let line = "";
  for (const word of words.split(" ")) {
    const longer = line ? `${line} ${word}` : word;
    if (line && pen.measureText(longer).width > width) { lines.push(line); line = word; } else line = longer;
  }
  return [...lines, line];
}
