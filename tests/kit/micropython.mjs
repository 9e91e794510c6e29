// Runs the program of a pod in MicroPython, step by step, as tests/kit/micropython.py says on standard input.
//
// Each line that comes: {until, events: [[ms, "bytes", hex] | [ms, "pin", number, level] | [ms, "reads", bool]]}
// Each line that goes: {now, wants, sent: [[ms, hex]], radio: [[ms, hex]], calls: [[ms, text]], lights: [[ms, hex]], resets: [ms], faults: [text]}
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [, , interpreter, fakes, id] = process.argv;
const { loadMicroPython } = await import(pathToFileURL(interpreter));
const program = fs.readFileSync(fakes, "utf8");
const PWRON_RESET = 1, WDT_RESET = 3;

let now = 0, until = 0, events = [], input = [], isRead = true, cause = PWRON_RESET;
let isNear = true, isServed = true, isJoined = false, radio = [];
let watchdog = 0, fed = 0, isReset = false, isStuck = false;
const levels = new Map();
const nothing = () => ({ sent: [], radio: [], calls: [], lights: [], resets: [], faults: [] });
let said = nothing();
let rest = "";

function nextLine() {
  const room = Buffer.alloc(1 << 16);
  while (!rest.includes("\n")) {
    const length = fs.readSync(0, room);
    if (!length) process.exit(0);
    rest += room.toString("latin1", 0, length);
  }
  const end = rest.indexOf("\n");
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return JSON.parse(line);
}

function answer(wants) {
  let line = Buffer.from(JSON.stringify({ now, wants, ...said }) + "\n");
  while (line.length) line = line.subarray(fs.writeSync(1, line));
  said = nothing();
  const told = nextLine();
  until = told.until;
  events.push(...told.events);
  events.sort((one, other) => one[0] - other[0]);
  return told;
}

// Lets time pass up to `end`: the pin that has changed before, or -1; -2: the watchdog has reset it.
function wait(end, forBytes) {
  if (isStuck) {
    isStuck = false;
    while (now < fed + watchdog) wait(fed + watchdog, false);
    isReset = true;
    return -2;
  }
  for (;;) {
    if (forBytes && input.length) return -1;
    const next = events[0];
    if (next && next[0] <= end) {
      events.shift();
      now = Math.max(now, next[0]);
      if (next[1] === "bytes") input.push(...Buffer.from(next[2], "hex"));
      if (next[1] === "reads") isRead = next[2];
      if (next[1] === "near") isNear = next[2];
      if (next[1] === "stuck") isStuck = next[2];
      if (next[1] === "radio") radio.push(...Buffer.from(next[2], "hex"));
      if (next[1] === "served") {
        isServed = next[2];
        isJoined &&= isServed;
      }
      if (next[1] === "pin") {
        levels.set(next[2], next[3]);
        return next[2];
      }
    } else if (end <= until) {
      now = Math.max(now, end);
      return -1;
    } else {
      now = Math.max(now, until);
      answer(end);
    }
  }
}

const host = {
  now: () => now,
  wait,
  waiting: () => input.length,
  read: () => {
    while (!input.length) wait(now + 1000, true);
    return input.shift();
  },
  is_read: () => isRead,
  write: (hex) => void (isReset || said.sent.push([now, hex])),
  light: (hex) => void (isReset || said.lights.push([now, hex])),
  joins: (...told) => void said.calls.push([now, told.join(" ")]),
  is_near: () => isNear,
  connects: (...told) => {
    said.calls.push([now, told.join(":")]);
    radio = [];
    return (isJoined = isNear && isServed);
  },
  // What has come; the end of a connection is heard too.
  radio_waits: () => radio.length > 0 || (!isJoined && isNear),
  radio_recv: (most) => Buffer.from(radio.splice(0, most)).toString("hex"),
  radio_send: (hex) => {
    if (isJoined) said.radio.push([now, hex]);
    return isJoined;
  },
  hangs_up: () => { isJoined = false; },
  level: (pin) => levels.get(pin) ?? 1,
  watch: (timeout) => { watchdog = timeout; fed = now; },
  feed: () => { fed = now; },
  cause: () => cause,
  id: () => id,
  reset: () => { isReset = true; },
};

// A byte comes to the prompt. Files in one go (Ctrl-E) are refused as a board may, since this build waits for
// its input in a way that nobody can answer.
function type(made, byte) {
  if (byte === 5) {
    while (input.length < 2) wait(now + 1, false);
    input.splice(0, 2);
    host.write("5200");
  } else if (made.replProcessChar(byte) && !isReset) made.replInit();
}

// One life from power or a reset to the next reset. Returns the files.
async function live(files) {
  const made = await loadMicroPython({
    heapsize: 1 << 20,
    linebuffer: false,
    stdout: (bytes) => host.write(Buffer.from(bytes).toString("hex")),
    stdin: () => host.read(),
  });
  made.FS.mkdir("/pod");
  for (const [name, hex] of Object.entries(files)) made.FS.writeFile(`/pod/${name}`, Buffer.from(hex, "hex"));
  made.registerJsModule("host", host);
  made.runPython(program);
  made.runPython("import os; os.chdir('/pod')");
  watchdog = 0;
  isReset = false;
  input = [];
  try {
    if ("main.py" in files) made.runPython(Buffer.from(files["main.py"], "hex").toString());
  } catch (error) {
    if (error.type !== "SystemExit") said.faults.push(error.message);
  }
  if (!isReset) {
    made.replInit();
    while (!isReset) {
      if (!input.length) wait(watchdog ? fed + watchdog : now + 1000, true);
      if (watchdog && now >= fed + watchdog) break;
      if (input.length) type(made, input.shift());
    }
  }
  const kept = {};
  for (const name of made.FS.readdir("/pod")) {
    const path = `/pod/${name}`;
    if (made.FS.isFile(made.FS.stat(path).mode)) kept[name] = Buffer.from(made.FS.readFile(path)).toString("hex");
  }
  return kept;
}

let { files, held } = answer(0);
for (const pin of held) levels.set(pin, 0);
for (;;) {
  files = await live(files);
  cause = WDT_RESET;
  said.resets.push(now);
}
