// The whole game: a section for each family, a card for each face. Patched by name, so that only what changed is touched.

import { element, patchFindings } from "./findings.js";
import { altOf, dressSheet, drawLines, forget, makeSheet, pictureOf, ppiOf, showPicture } from "./pictures.js";
import { view } from "./view.js";

const main = document.getElementById("faces");
const families = document.getElementById("families");
const contents = document.querySelector("#contents ol");
const CARD = 88;
const STEP = 12; // mm of a card that a fan shows

/** The faces on the page by name: their element, what they are, what they are found by. */
const known = new Map();
const near = new Set();
let bleed = 3;
let current = "";

const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const one = known.get(target.dataset.name);
      if (!one || one.item !== target) continue;
      if (isIntersecting) {
        near.add(one);
        load(one);
      } else {
        near.delete(one);
        forget(one.sheet);
      }
    }
  },
  { rootMargin: "700px 0px" },
);

function load(one) {
  drawLines(one.sheet, one.face, bleed);
  const scale = parseFloat(getComputedStyle(main).getPropertyValue("--k")) * (view.size === "real" ? 1 : factor(one.face));
  return showPicture(one.sheet, pictureOf(one.face, ppiOf(scale)), altOf(one.face));
}

/** Pieces are drawn after their size but not in its proportion: a board as large as seven cards would leave no room for
 *  them, a token would be a dot. "Real mm" has the proportion. */
function factor(face) {
  return (Math.max(...face.trim) / CARD) ** -0.3;
}

let hurried = 0;

/** Every face that is near the screen shows the picture that the settings ask for, once they have rested for a moment. */
export function loadNear() {
  clearTimeout(hurried);
  hurried = setTimeout(() => [...near].map(load), 120);
}

/** The face that has the keyboard, or had it last; null where none is shown. */
export function currentFace() {
  return known.get(current)?.face ?? null;
}

/** A face by its name. */
export function faceNamed(name) {
  return known.get(name)?.face ?? null;
}

/** The faces that are shown, in their order. */
export function shownFaces() {
  return shownItems().map((item) => known.get(item.dataset.name).face);
}

function shownItems() {
  return [...families.querySelectorAll(".face:not([hidden])")].filter((item) => !item.parentElement.parentElement.hidden);
}

/** Let the page hold this state. What came of it: the faces that look otherwise, those that cannot be drawn any more, those
 *  that can again, and a promise that those near the screen show it. */
export function patchGame(state) {
  const first = !known.size;
  const changed = [];
  const spoilt = [];
  const mended = [];
  const shared = new Set(state.findings.map((finding) => JSON.stringify(finding)));
  bleed = state.bleed;
  main.style.setProperty("--bleed", bleed);
  for (const [name, one] of known) {
    if (state.faces[name]) continue;
    changed.push(name);
    sight.unobserve(one.item);
    near.delete(one);
    one.item.remove();
    known.delete(name);
  }
  const sections = new Map([...families.children].map((section) => [section.dataset.family, section]));
  const wanted = state.families.filter((family) => family.faces.length);
  for (const [id, section] of sections) if (!wanted.some((family) => family.id === id)) section.remove();
  wanted.forEach((family, n) => {
    const section = sections.get(family.id) ?? newSection(family.id);
    if (families.children[n] !== section) families.insertBefore(section, families.children[n] ?? null);
    const list = section.querySelector("ul");
    family.faces.forEach((name, place) => {
      const face = state.faces[name];
      const was = known.get(name);
      const one = was ?? newFace(face);
      if (list.children[place] !== one.item) list.insertBefore(one.item, list.children[place] ?? null);
      const json = JSON.stringify([face, face.findings.map((finding) => shared.has(JSON.stringify(finding)))]);
      if (one.json === json) return;
      const before = one.face;
      one.json = json;
      patchFace(one, face, family.name, shared);
      if (before?.picture !== face.picture) changed.push(name);
      if (before && before.stale !== face.stale) (face.stale ? spoilt : mended).push(name);
    });
    setHead(section, family, state);
  });
  patchContents(wanted, state);
  applyFilter();
  const loading = changed.map((name) => known.get(name)).filter((one) => one && near.has(one));
  if (!first) for (const name of new Set([...changed, ...spoilt, ...mended])) freshen(known.get(name));
  return { changed, spoilt, mended, arrived: Promise.all(loading.map(load)) };
}

function newSection(id) {
  const head = element("h2", "", element("span", "name"), " ", element("span", "number"));
  head.id = `family-${id}`;
  head.tabIndex = -1;
  const section = element("section", "family", head, element("ul", "faces"));
  section.dataset.family = id;
  section.setAttribute("aria-labelledby", head.id);
  return section;
}

function setHead(section, family, state) {
  const faces = family.faces.map((name) => state.faces[name]);
  const fronts = faces.filter((face) => face.side === "front");
  const cards = new Set(fronts.map((face) => face.card));
  const copies = fronts.reduce((sum, face) => sum + total(face), 0);
  const says = `${plural(cards.size, family.piece === "cards" ? "card" : "piece")}, ${plural(copies, "copy", "copies")}, ${plural(faces.length, "face")}`;
  const under = family.piece === "cards" ? faces.map((face) => (face.trim[0] - STEP) * factor(face)) : [];
  section.style.setProperty("--hand", Math.max(0, ...under).toFixed(2)); // a row of a fan ends with the whole of a card
  setText(section.querySelector("h2 .name"), family.name);
  setText(section.querySelector("h2 .number"), says);
}

function patchContents(wanted, state) {
  while (contents.children.length > wanted.length) contents.lastChild.remove();
  wanted.forEach((family, n) => {
    const faces = family.faces.map((name) => state.faces[name]);
    const worst = ["error", "warning"].find((severity) => faces.some((face) => face.findings.some((f) => f.severity === severity))) ?? "";
    const item = contents.children[n] ?? contents.appendChild(element("li", "", element("button", "", element("span"), " ", element("b"))));
    const button = item.firstChild;
    button.type = "button";
    button.dataset.family = family.id;
    button.dataset.worst = worst;
    setText(button.firstChild, family.name);
    setText(button.lastChild, String(faces.length));
    const says = `${family.name}, ${plural(faces.length, "face")}${worst ? `, with ${worst}s` : ""}`;
    if (button.getAttribute("aria-label") !== says) button.setAttribute("aria-label", says);
  });
}

function newFace(face) {
  const sheet = makeSheet(face);
  const card = element("button", "card", sheet);
  card.type = "button";
  card.tabIndex = -1;
  card.setAttribute("aria-haspopup", "dialog");
  const caption = element("p", "caption", element("span", "title"), element("span", "id"), element("span", "copies"));
  const item = element("li", "face", card, caption, element("div", "findings"));
  item.dataset.name = face.name;
  const one = { item, sheet, card, caption, box: item.lastChild, face: null, json: "", text: "" };
  known.set(face.name, one);
  sight.observe(item);
  return one;
}

function patchFace(one, face, familyName, shared) {
  one.face = face;
  one.text = [face.name, face.card, face.title, face.family, familyName, face.side, face.stale ? "stale last good" : "", ...face.findings.flatMap((f) => [f.severity, f.code, f.says, f.at])].join("\n").toLowerCase();
  const { item, caption } = one;
  Object.assign(item.dataset, { side: face.side, piece: face.piece });
  const [width, height] = face.trim;
  for (const [name, value] of [["--w", width], ["--h", height], ["--f", factor(face).toFixed(4)]]) item.style.setProperty(name, value);
  item.classList.toggle("found", face.findings.length > 0);
  dressSheet(one.sheet, face);
  const found = face.findings.length ? plural(face.findings.length, "finding") : "";
  one.card.setAttribute("aria-label", [altOf(face), face.stale ? "last good face" : "", found].filter(Boolean).join("; "));
  setText(caption.children[0], face.title || face.name);
  setText(caption.children[1], face.name);
  setText(caption.children[2], copiesOf(face));
  const had = one.box.contains(document.activeElement);
  patchFindings(one.box, face.findings, shared);
  if (had && !one.box.contains(document.activeElement)) one.card.focus({ preventScroll: true });
}

function freshen(one) {
  if (!one) return;
  one.item.classList.remove("fresh");
  void one.item.offsetWidth; // begins the highlight anew
  one.item.classList.add("fresh");
  clearTimeout(one.fading);
  one.fading = setTimeout(() => one.item.classList.remove("fresh"), 2400);
}

function total(face) {
  return face.copies.reduce((sum, [, count]) => sum + count, 0);
}

/** How many of it are printed: "×4", "×2 A, ×2 B"; nothing of a back, which is on every card of its family. */
export function copiesOf(face) {
  if (face.side === "back") return "";
  if (!total(face)) return "no copies";
  return face.copies.filter(([, count]) => count).map(([seat, count]) => `×${count}${seat ? ` ${seat}` : ""}`).join(", ");
}

function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

function setText(box, text) {
  if (box.textContent !== text) box.textContent = text;
}

/** Show the faces that the settings ask for. Says how many of how many. */
export function applyFilter() {
  const words = view.find.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of families.children) {
    let any = false;
    let before = null;
    for (const item of section.querySelector("ul").children) {
      const one = known.get(item.dataset.name);
      const fits = (view.sides === "both" || `${one.face.side}s` === view.sides) && words.every((word) => one.text.includes(word));
      if (item.hidden === fits) item.hidden = !fits;
      if (!fits) continue;
      any = true;
      count += 1;
      before?.classList.toggle("under", fanned(before, item));
      before = item;
    }
    before?.classList.remove("under");
    if (section.hidden === any) section.hidden = !any;
  }
  const empty = document.getElementById("empty");
  empty.hidden = count > 0;
  if (!count) setText(empty, known.size ? `No face fits${view.find ? ` “${view.find}”` : ""}.` : "No face could be drawn yet. What stands in the way is said above.");
  rove(known.get(current)?.item.hidden === false ? current : (shownItems()[0]?.dataset.name ?? ""));
  return { count, of: known.size };
}

/** Whether in a fan the next card lies on this one: both are cards, of one side, and nothing is said beside either. */
function fanned(item, next) {
  return [item, next].every((one) => one.dataset.piece === "cards" && !one.classList.contains("found")) && item.dataset.side === next.dataset.side;
}

function rove(name) {
  if (current !== name) known.get(current)?.card.setAttribute("tabindex", "-1");
  current = name;
  known.get(current)?.card.setAttribute("tabindex", "0");
}

/** Give a face the keyboard, and bring it on the screen. */
export function focusFace(name) {
  const one = known.get(name);
  if (!one) return;
  rove(name);
  one.card.focus({ preventScroll: true });
  one.item.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Move the keyboard from face to face: "left" and "right" in their order, "up" and "down" by where they lie, "first",
 *  "last". */
export function move(where) {
  const items = shownItems();
  if (!items.length) return;
  const at = items.findIndex((item) => item.dataset.name === current);
  if (!main.contains(document.activeElement) || at < 0) return focusFace(items[Math.max(at, 0)].dataset.name);
  const target = {
    left: () => items[at - 1],
    right: () => items[at + 1],
    first: () => items[0],
    last: () => items.at(-1),
    up: () => beyond(items.slice(0, at).reverse(), items[at], -1),
    down: () => beyond(items.slice(at + 1), items[at], 1),
  }[where]();
  if (target) focusFace(target.dataset.name);
}

/** Of the items, nearest first, the one in the next row that lies most nearly above (-1) or below (1). */
function beyond(items, from, way) {
  const middle = (box) => (box.left + box.right) / 2;
  const own = from.firstChild.getBoundingClientRect();
  let row = null;
  let best = null;
  let least = Infinity;
  for (const item of items) {
    const box = item.firstChild.getBoundingClientRect();
    if (way > 0 ? box.top < own.bottom - 1 : box.bottom > own.top + 1) continue;
    row ??= box;
    if (way > 0 ? box.top > row.bottom - 1 : box.bottom < row.top + 1) break;
    const off = Math.abs(middle(box) - middle(own));
    if (off < least) [least, best] = [off, item];
  }
  return best;
}

/** Let clicks open faces (`open` with a name), the contents lead to families, and focus be followed. */
export function startFaces(open) {
  families.addEventListener("click", (event) => {
    const card = event.target.closest(".card");
    if (card) open(card.parentElement.dataset.name);
  });
  families.addEventListener("focusin", (event) => {
    const item = event.target.closest(".face");
    if (item) rove(item.dataset.name);
  });
  contents.addEventListener("click", (event) => {
    const id = event.target.closest("button")?.dataset.family;
    const head = id && document.getElementById(`family-${id}`);
    if (!head) return;
    head.scrollIntoView({ block: "start" });
    const first = head.parentElement.querySelector(".face:not([hidden])");
    if (first) rove(first.dataset.name);
    head.focus({ preventScroll: true });
  });
  window.addEventListener("resize", loadNear);
}
