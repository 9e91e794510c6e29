/* The page by day and in the lobby: it shows what the moment asks, and whoever touches it touches what they mean. */
import { $, holds, lay, made, now, write } from "./fingers.js";
import { portrait } from "./portraits.js";
import { makeSheets } from "./sheets.js";

const HOLD_MS = 600, TURNS_MS = 200, SURE_MS = 4000, CELL = 49, WIDE_CELL = 96;
const HEAPS = ["", "yes_no", "yes_no", "maybe", "so_close", "way_off", "correct"], FOUND = 6;
/* What can be said besides the options: by phase, the key of its words and the kind of its touch. The first is large,
   unless it ends something. */
const ENDS = new Set(["stand", "begin_anew", "oops", "yes_leave"]);
const DEEDS = {
  attract: [["sit_again", 0]],
  seated: [["stand", 1]],
  stalled: [["be_host", 0], ["stand", 1]],
  host: [["open_menu", 0], ["stand", 1]],
  offer: [["begin_anew", 1]],
  covered: [["go_on", 0]],
  debate: [["ready", 1]],
  parley: [["ready", 1]],
  floor: [["ask", 0]],
  oops: [["oops", 1]],
  over: [["another", 0], ["menu", 1]],
  over_words: [["another", 0], ["other_words", 1], ["menu", 2]],
  told: [["another", 0], ["next_page", 1]],
  watching: [["hurry", 1]],
  sure: [["no", 0], ["yes_sure", 2]],
  leaving: [["yes_leave", 1]],
  agreeing: [["agree", 1]],
  paused: [["go_on", 0]],
  asked: [["here", 0]],
};
/* Phases in which a very long hold of the host opens the host's menu; two others then claim it, at once. */
const MENU_IN = new Set(["covered", "choose", "yes_no", "debate", "parley", "talk", "floor", "oops", "cover", "idle", "watching"]);
/* Phases that ask somebody in particular. */
const ASKED = new Set(["choose", "yes_no", "answer", "oops", "sure", "leaving", "agreeing", "asked", "deal"]);
/* What others may have to agree to, so that nothing changes at once. */
const AGREES = new Set(["yes_sure", "yes_leave", "agree"]);
/* Phases whose slip the page itself says better. */
const SAID = new Set(["choose", "yes_no", "answer", "menu", "talk", "parley", "debate", "attract", "seated", "stalled", "host"]);

export function makeDay({ root, touch, text, buzz }) {
  /* {name} as on the board, {name.le} as in a sentence; where that begins one, it has a capital. */
  const filled = (key, facts) => text(key).replace(/\{(\w+)\.?(\w*)\}/g, (_, fact, form, at) => {
    const told = facts.forms?.[form] ?? facts[fact] ?? "";
    return form && !at ? told.charAt(0).toLocaleUpperCase() + told.slice(1) : told;
  });
  const sheets = makeSheets({ text, filled, claim: () => say(null, 2) }), scene = $("scene");
  let state = null, downAt = 0, mark = null, isTurned = false, hasLooked = false, sure = 0, kind = "", phase = "", agreed = null;

  /* A finger, a key or a screen reader begins. */
  const begins = (event) => { if (event.type !== "click" || event.detail === 0) downAt = now(); };
  for (const kind of ["pointerdown", "keydown", "click"]) root.addEventListener(kind, begins, true);
  const say = (option, how) => touch(option, how, downAt);

  /* ---- what is asked */
  const name = (number) => (number ? state.table.board.places[number - 1]?.name : text("nobody"));
  const placeAt = (number) => ({ ...state.table.board.places[number - 1] });
  const named = (number) => (state.labels.length ? state.labels[state.screen.options.indexOf(number)] : name(number));
  const marked = () => (mark && mark.key === state.screen.key && !state.screen.chosen.includes(mark.option) ? mark.option : null);
  /* What is about seats shows them in their order; words are a list; a menu, a card and tokens have their own, and so
     has a press that nobody sees. */
  function kindOf({ table, screen, labels }) {
    const { board } = table, { phase } = screen;
    if (phase === "menu" && board.menu) return "menu";
    if (board.menu && board.scene !== "attract") return "waits";
    if (board.scene === "deal") return "card";
    if (phase === "cover") return "unseen";
    if (phase === "answer") return "tokens";
    if (["choose", "yes_no", "talk"].includes(phase) && labels.length) return labels.length > 1 ? "words" : "cells";
    if (board.scene === "ballots" && board.ballot.length) return "ballots";
    return board.scene === "questions" ? "asked" : "cells";
  }
  /* "I vote against Léo", by what is asked. */
  function verb(option) {
    const { question, places } = state.table.board, about = option === 0 ? "nobody" : "name";
    const guesses = ["vote", "revotes"].includes(question) && !places[state.screen.seat - 1].alive;
    const key = `verb.${guesses ? "guess" : question.split(".")[0]}.${about}`;
    return filled(text(key) ? key : `verb.any.${about}`, state.labels.length || !option ? { name: named(option) } : placeAt(option));
  }

  /* ---- the places */
  function cells() {
    const { board } = state.table, { screen, labels } = state, me = screen.seat;
    const list = scene.firstElementChild || scene.appendChild(made("div", "cells"));
    const points = new Set(labels.length || !["choose", "parley", "talk"].includes(screen.phase) ? [] : screen.options);
    const isAsked = screen.phase === "choose" && points.size > 0, isRadio = isAsked && !screen.several;
    const numbers = [...board.places.keys()].map((at) => at + 1), type = isRadio ? "r" : isAsked ? "c" : "b";
    if (points.has(0) && !screen.several) numbers.push(0);
    set(list, "role", points.size ? (isRadio ? "radiogroup" : "group") : "list");
    set(list, "aria-label", isAsked ? board.headline || text("places") : text("places"));
    const target = board.arrows.find(([voter]) => voter === me)?.[1];
    const found = lay(list, numbers.map((number) => `${number}${points.has(number) ? type : ""}`), (key) => cell(parseInt(key, 10), key.at(-1)));
    const columns = fit(list, board.places.length, points.has(0));
    const picked = marked() ?? screen.chosen[0] ?? null;
    found.forEach((one, at) => {
      const number = numbers[at], place = number ? board.places[number - 1] : { name: text("nobody"), alive: true, claims: [], marks: [] };
      const isChosen = screen.chosen.includes(number), isMarked = marked() === number, about = details(place, number);
      write(one.children[0], place.name);
      write(one.children[1], about.map(([words]) => words).join(" · "));
      one.className = ["cell", ...[
        [!place.alive, "dead"], [number === me && number, "me"], [isMarked, "marked"], [isChosen, "chosen"], [!points.has(number) && points.size, "off"],
        [place.captain, "captain"], [place.ready && place.alive, "ready"], [place.marked, "about"], [number && target === number, "target"], [!number, "nobody"],
        ...["sun", "moon"].map((half) => [place.marks.includes(half), `of-${half}`]),
      ].filter(([holds]) => holds).map(([, mark]) => mark)].join(" ");
      seat(one, at, board.places.length, columns);
      if (one.tagName !== "BUTTON") set(one, "role", points.size ? null : "listitem");
      else {
        if (isAsked) set(one, "aria-checked", String(isMarked || (isChosen && marked() === null)));
        if (isRadio) {
          one.tabIndex = number === (picked ?? numbers.find((each) => points.has(each))) ? 0 : -1;
        }
        set(one, "aria-label", [place.name, ...spoken(place, number, isChosen), ...about.map(([words, isSpoken]) => isSpoken || words)].filter(Boolean).join(", "));
      }
    });
  }
  function cell(number, type) {
    const isButton = "rcb".includes(type), one = made(isButton ? "button" : "div");
    one.append(made("span"), made("small"));
    if (type === "r" || type === "c") set(one, "role", type === "r" ? "radio" : "checkbox");
    if (type === "c") one.addEventListener("click", () => say(number, 1));
    else if (isButton) presses(one, number, type === "r");
    return one;
  }
  /* A tap marks a radio, or does what the option says; a hold chooses it at once. */
  function presses(one, number, isRadio) {
    let timer = 0, wasHeld = false;
    one.addEventListener("pointerdown", () => {
      wasHeld = false;
      if (isRadio) timer = setTimeout(() => { wasHeld = true; mark = null; say(number, 1); }, HOLD_MS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) one.addEventListener(end, () => clearTimeout(timer));
    one.addEventListener("contextmenu", (event) => event.preventDefault());
    one.addEventListener("click", () => {
      if (wasHeld) { wasHeld = false; return; }
      if (isRadio) mark = { key: state.screen.key, option: number };
      say(number, 0);
      draw(state);
    });
    one.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step || !isRadio) return;
      event.preventDefault();
      const all = [...one.parentElement.querySelectorAll("[role=radio]")], next = all[(all.indexOf(one) + step + all.length) % all.length];
      next.focus();
      next.click();
    });
  }
  /* What stands under a name: words, and what is read out instead. */
  function details(place, number) {
    const { board } = state.table, found = [];
    for (const mark of place.marks) if (!["sun", "moon"].includes(mark)) found.push([text(`mark.${mark}`)]); // a half has its sign
    if (!place.alive || place.card) found.push([place.card]);
    if (place.points_at) found.push([`→ ${name(place.points_at)}`, filled("points_at", placeAt(place.points_at))]);
    if (place.asks) found.push([text("asks")]);
    else if (place.token) found.push([text(`token.${place.token}`)]);
    if (place.claims.length) found.push([place.claims.at(-1)]);
    if (board.scene === "attract" && number && !place.ready) found.push([text("free")]);
    return found.filter(([words]) => words);
  }
  function spoken(place, number, isChosen) {
    return [[!place.alive, "is_dead"], [number && number === state.screen.seat, "is_me"], [place.captain, "is_captain"], [place.ready && place.alive, "is_ready"], [isChosen, "is_chosen"], ...["sun", "moon"].map((half) => [place.marks.includes(half), `mark.${half}`])]
      .filter(([holds]) => holds).map(([, key]) => text(key));
  }
  /* As few columns as need no scrolling. */
  function fit(list, count, hasNobody) {
    const wide = scene.clientWidth, high = scene.clientHeight, em = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const most = Math.max(2, Math.floor(wide / (WIDE_CELL * em)));
    let columns = 2;
    while (columns < most && (Math.ceil(count / columns) + hasNobody) * CELL * em > high + 5) columns++;
    list.style.setProperty("--columns", columns);
    list.classList.toggle("many", columns > 2);
    return columns;
  }
  /* Two columns are the two sides of the table, as on the board: down the right one, up the left one. */
  function seat(one, at, count, columns) {
    const right = Math.floor(count / 2), onRight = at > 0 && at <= right;
    const row = onRight ? at - 1 : (count - at) % count;
    one.style.gridArea = columns === 2 && at < count ? `${row + 1} / ${onRight ? 2 : 1}` : "";
  }

  /* ---- words, tokens, questions */
  function words() {
    const { screen, labels } = state, isRadio = screen.phase === "choose";
    const list = scene.firstElementChild || scene.appendChild(made("div", "words"));
    set(list, "role", isRadio ? "radiogroup" : "group");
    set(list, "aria-label", state.table.board.headline || text("choices"));
    lay(list, screen.options.map((option) => `${option}${isRadio ? "r" : "b"}`), (key) => {
      const one = made("button", "cell");
      if (isRadio) set(one, "role", "radio");
      presses(one, parseInt(key, 10), isRadio);
      return one;
    }).forEach((one, at) => {
      const option = screen.options[at], isOn = marked() === option || screen.chosen.includes(option);
      write(one, labels[at]);
      one.classList.toggle("marked", marked() === option);
      one.classList.toggle("chosen", screen.chosen.includes(option));
      if (isRadio) set(one, "aria-checked", String(isOn));
    });
  }
  function tokens() {
    const { board } = state.table, { options } = state.screen;
    if (!scene.firstElementChild) scene.append(made("div", "tokens"), made("ol", "asked"));
    const [list, told] = scene.children, left = new Map(board.heaps.map(([heap, , number]) => [heap, number]));
    set(list, "role", "group");
    set(list, "aria-label", text("tokens"));
    lay(list, options, (option) => {
      const one = made("button");
      one.append(made("span"), made("small"));
      one.addEventListener("click", () => {
        if (option !== FOUND) return say(option, 0);
        if (sure) { unsure(); return say(option, 2); }
        sure = setTimeout(() => { unsure(); draw(state); }, SURE_MS);
        draw(state);
      });
      return one;
    }).forEach((one, at) => {
      const option = options[at], isSure = option === FOUND && sure;
      write(one.children[0], isSure ? text("found_sure") : state.labels[at] || "");
      write(one.children[1], isSure || !left.has(HEAPS[option]) ? "" : filled("left", { number: left.get(HEAPS[option]) }));
      one.className = isSure ? "main" : option === FOUND ? "found" : "";
    });
    answers(told);
  }
  function unsure() {
    clearTimeout(sure);
    sure = 0;
  }
  function asked() {
    if (!scene.firstElementChild) scene.append(made("p", "heaps"), made("ol", "asked"));
    write(scene.children[0], state.table.board.heaps.map(([, title, left]) => `${title} ${left}`.replaceAll(" ", "\u00a0")).join(" · "));
    answers(scene.children[1]);
  }
  function open() {
    const lines = sheets.ballot();
    const list = scene.firstElementChild || scene.appendChild(made("ol", "ballots"));
    set(list, "aria-label", text("village.ballot"));
    lay(list, lines, () => made("li")).forEach((one, at) => write(one, lines[at]));
  }
  /* The questions and what was answered, the newest first. */
  function answers(list) {
    const { asked, places } = state.table.board, asks = places.find((one) => one.asks);
    const lines = asked.map(([seat, token], at) => [`${at}`, name(seat), text(`token.${token}`)]).reverse();
    if (asks) lines.unshift(["asks", asks.name, text("asks")]);
    set(list, "aria-label", text("questions"));
    lay(list, lines.map(([key]) => key), () => {
      const one = made("li");
      one.append(made("span"), made("b"));
      return one;
    }).forEach((one, at) => lines[at].slice(1).forEach((words, part) => write(one.children[part], words)));
  }

  /* ---- the card */
  function card() {
    const [title, ...rest] = (isTurned ? state.sheets.card || state.slip || text("no_card") : "").split("\n");
    if (!scene.firstElementChild) {
      const one = scene.appendChild(made("button", "card"));
      one.append(made("span"), made("b"), made("p"));
      let timer = 0;
      holds(one, (isDown) => {
        clearTimeout(timer);
        if (isDown) timer = setTimeout(turn, TURNS_MS, true); else turn(false);
      }, 8000);
    }
    const one = scene.firstElementChild, [back, front, lines] = one.children;
    one.classList.toggle("turned", isTurned);
    set(one, "aria-live", "assertive");
    write(back, isTurned ? "" : text(state.sheets.card ? "turn_card" : "no_card"));
    write(front, title);
    if (isTurned && !front.children.length) front.prepend(...portrait(state.sheets.role, state.table.board.rulebook));
    write(lines, rest.join("\n"));
  }
  function turn(isUp) {
    if (isTurned === isUp) return;
    isTurned = isUp;
    if (isUp) {
      hasLooked = true;
      say(null, 1);
    }
    if (state) draw(state);
  }

  /* ---- a covered time: all press as they like, and nothing answers */
  function unseen() {
    if (!scene.firstElementChild) {
      let timer = 0, isDown = false;
      const said = (how) => {
        clearTimeout(timer);
        if (isDown) say(null, how);
        isDown = false;
      };
      holds(scene.appendChild(made("button", "unseen")), (begins) => {
        if (!begins) return said(0);
        isDown = true;
        timer = setTimeout(said, HOLD_MS, 1);
      }, 80);
    }
    write(scene.firstElementChild, text("unseen"));
  }

  /* ---- the host's menu */
  function menu() {
    const { entries, at, title } = state.table.board.menu, keys = state.labels;
    const list = scene.firstElementChild || scene.appendChild(made("div", "menu"));
    set(list, "role", "group");
    set(list, "aria-label", title);
    lay(list, entries.map((entry, index) => keys[index] || `${index}`), (key) => {
      const one = made("button");
      one.append(made("b"), made("span"), made("small"));
      one.addEventListener("click", () => say(Number(one.dataset.option), 0));
      one.dataset.before = "";
      return one;
    }).forEach((one, index) => {
      const { label, value } = entries[index], key = keys[index];
      const note = entries[index].note === entries[index - 1]?.note ? "" : entries[index].note; // said once
      one.dataset.option = index + 1;
      [label, value, note].forEach((words, part) => write(one.children[part], words));
      one.classList.toggle("main", ["start", "start_not"].includes(key));
      set(one, "aria-disabled", key === "start_not" ? "true" : null);
      one.classList.toggle("back", ["back", "go_on"].includes(key));
      one.classList.toggle("unfit", Boolean(key?.startsWith("unfit.")));
      const isNew = one.dataset.before && one.dataset.before !== value && index + 1 === at;
      if (isNew) one.classList.add("new");
      else if (index + 1 !== at) one.classList.remove("new");
      one.dataset.before = value;
    });
  }
  function waits() {
    const { menu } = state.table.board, mine = DEEDS[state.screen.phase];
    const told = scene.firstElementChild || scene.appendChild(made("div", "waits"));
    const shown = menu.entries.flatMap(({ label, value, note }) => [label, value, note]).filter(Boolean);
    const lines = menu.host ? [filled("in_menu", placeAt(menu.host))] : [...new Set([menu.title, ...shown, ...(mine || !menu.hint ? [] : [menu.hint])])];
    lay(told, lines, () => made("p")).forEach((one, at) => write(one, lines[at]));
  }

  /* ---- buttons, clock and notes */
  function deeds() {
    const { screen, table, labels } = state, { board } = table, here = screen.phase, all = [], items = [];
    const seat = board.places[screen.seat - 1];
    if (here === "choose" && screen.several) {
      // Each touch of a place chooses it, or gives it up; nobody says that these are all.
      if (!screen.locked) all.push(["done", screen.chosen.length ? text("deed.done") : verb(0), 0, 1, true]);
      else if (screen.chosen.includes(0)) all.push(["take_back", text("take_back"), 0, 1, false]);
    } else if (here === "choose") {
      const only = labels.length === 1, pick = only ? screen.options[0] : marked();
      if (screen.chosen.length && pick === null) all.push(["take_back", text("take_back"), screen.chosen[0], 1, false]);
      else if (pick === null) all.push(["pick", text("pick"), null, -1, true]);
      else if (!(only && screen.locked)) all.push(["verb", verb(pick), pick, 1, true]);
    } else if (here === "deal" && !seat?.ready) {
      all.push(["seen", text("seen"), null, hasLooked || !state.sheets.card ? 0 : -1, true]);
    }
    if (here === "parley" && labels.length) screen.options.forEach((option, at) => items.push([`do${option}`, labels[at], option, 0, false]));
    const isReady = (here === "debate" || here === "parley") && seat?.ready;
    if (!isReady) (DEEDS[here] || []).forEach(([key, how], at) => all.push([key, text(`deed.${key === "ask" && seat?.asks ? (seat.token ? "ask_other" : "asking") : key}`), null, how, at === 0 && !ENDS.has(key)]));
    buttons($("items"), items);
    buttons($("deeds"), all);
    set($("items"), "aria-label", text("choices"));
    $("host").hidden = board.host !== screen.seat || !state.mayOpen;
  }
  function buttons(row, all) {
    lay(row, all.map(([key]) => key), () => {
      const one = made("button");
      one.addEventListener("click", () => {
        const how = Number(one.dataset.how);
        if (how < 0) return;
        const option = one.dataset.option === "" ? null : Number(one.dataset.option);
        if (option === marked()) mark = null;
        say(option, how);
        if (AGREES.has(one.dataset.key)) { agreed = state.screen.key; draw(state); }
      });
      return one;
    }).forEach((one, at) => {
      const [, label, option, how, isMain] = all[at];
      write(one, label);
      one.dataset.option = option ?? "";
      one.dataset.how = how;
      one.className = isMain ? "main" : "";
      set(one, "aria-disabled", how < 0 ? "true" : null);
    });
  }
  $("host").addEventListener("click", () => say(null, 2));
  /* What is for me, and changes: what I have chosen, that I am dead. */
  function note() {
    const { screen, table } = state, { board } = table, seat = board.places[screen.seat - 1];
    if (screen.phase === "choose" && screen.chosen.length) {
      if (state.labels.length === 1) return text("said_so");
      const names = screen.chosen.filter((option) => option !== 0 || screen.chosen.length === 1).map(named).join(", ");
      return filled(board.ends_s === null ? "chosen" : "chosen_until", { names });
    }
    if (board.scene === "over" && seat?.marked) return text("you_won");
    if (seat && !seat.alive && screen.phase !== "yes_no" && !["over", "told"].includes(board.scene)) return text("you_are_dead");
    if (board.scene === "deal" && (screen.phase !== "deal" || seat?.ready)) return text("has_seen");
    if (agreed === screen.key) return text("has_agreed");
    if (["debate", "parley"].includes(screen.phase) && seat?.ready) return text("you_are_ready");
    if (screen.phase === "parley" && screen.options.length && !state.labels.length) return text("may_point");
    if (board.menu?.host && board.scene === "attract" && screen.phase !== "menu") return filled("in_menu", placeAt(board.menu.host));
    return ASKED.has(screen.phase) ? text(`asked_to.${screen.phase}`) : "";
  }
  function clock() {
    if (root.hidden || !state) return;
    const { endsAt, table } = state, left = endsAt === null ? 0 : Math.max(0, Math.ceil((endsAt - performance.now()) / 1000 - 1e-3));
    $("clock").hidden = $("bar").hidden = endsAt === null;
    write($("clock"), `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`);
    $("clock").classList.toggle("late", left <= 10);
    const share = table.board.length_s ? Math.max(0, Math.min(1, (endsAt - performance.now()) / 1000 / table.board.length_s)) : 0;
    $("bar").firstElementChild.style.width = `${100 * share}%`;
  }
  setInterval(clock, 250);

  function draw(next) {
    state = next;
    const { table, screen } = state, { board } = table, before = kind;
    if (board.scene !== "deal") hasLooked = isTurned = false;
    if (screen.phase !== "answer") unsure();
    kind = kindOf(state);
    if (kind !== before) scene.replaceChildren();
    root.dataset.kind = kind;
    if (ASKED.has(screen.phase) && screen.phase !== phase) {
      root.classList.remove("called");
      void root.offsetWidth;
      root.classList.add("called");
      buzz(60);
    }
    phase = screen.phase;
    write($("mine"), state.name);
    write($("headline"), kind === "menu" ? board.menu.title : [board.title, board.headline].filter(Boolean).join(" · "));
    write($("note"), note());
    // Where there is little room, what the page shows anyway is only read out.
    $("note").classList.toggle("plain", $("note").textContent === text(`asked_to.${phase}`) && ["choose", "answer", "deal"].includes(phase));
    const plays = board.scene !== "attract";
    state.plays = plays;
    const said = table.is_prompt || table.said === board.headline ? "" : table.said;
    write($("line"), [board.notice.replace(/[^.?!…]$/, "$&."), said || board.today].filter(Boolean).join(" "));
    state.isAlone = !SAID.has(screen.phase) && board.scene !== "deal" && board.places[screen.seat - 1]?.alive;
    state.mayOpen = plays && screen.seat && !board.menu && MENU_IN.has(screen.phase);
    sheets.draw(state);
    deeds();
    clock();
    ({ cells, words, tokens, asked, ballots: open, card, unseen, menu, waits })[kind]();
    const scrolls = scene.scrollHeight > scene.clientHeight + 1 && !scene.querySelector("button");
    set(scene, "tabindex", scrolls ? "0" : null);
  }
  return { draw, hide() { if (state) { isTurned = false; sheets.close(); kind = phase = ""; scene.replaceChildren(); state = null; } } };
}

function set(element, attribute, value) {
  if (value === null) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
