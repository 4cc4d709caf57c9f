// What each key does. A key that a field or a menu has a use for is left to it.

import { applyFilter, currentFace, focusFace, move } from "./faces.js";
import { jump } from "./findings.js";
import { build } from "./press.js";
import { SIDES, VISIONS, cycleView, resize, setView, view } from "./view.js";
import { zoomKey, zooming } from "./zoom.js";

const find = document.getElementById("find");
const keys = document.getElementById("keys");

/** Go to the next finding or the one before; what is looked for is cleared where it hides them all. */
export function jumpToFinding(step, severity = "") {
  if (jump(step, severity)) return;
  if (!view.find && view.sides === "both") return;
  setView("find", "");
  setView("sides", "both");
  applyFilter();
  jump(step, severity);
}

function toggle(name) {
  setView(name, view[name] ? "" : "1");
}

function options(id) {
  return [...document.getElementById(id).options].map((option) => option.value);
}

const ANYWHERE = {
  b: () => toggle("bleed"),
  t: () => toggle("trim"),
  s: () => toggle("safe"),
  c: () => toggle("folds"),
  p: () => cycleView("plate", options("plate")),
  P: () => cycleView("plate", options("plate"), -1),
  v: () => cycleView("vision", VISIONS),
  V: () => cycleView("vision", VISIONS, -1),
  g: () => cycleView("lang", options("lang")),
  "?": () => keys.showModal(),
};

const GRID = {
  ArrowLeft: () => move("left"),
  ArrowRight: () => move("right"),
  ArrowUp: () => move("up"),
  ArrowDown: () => move("down"),
  h: () => move("left"),
  l: () => move("right"),
  k: () => move("up"),
  j: () => move("down"),
  Home: () => move("first"),
  End: () => move("last"),
  n: () => jumpToFinding(1),
  N: () => jumpToFinding(-1),
  f: () => cycleView("sides", SIDES),
  "+": () => resize(1),
  "=": () => resize(1),
  "-": () => resize(-1),
  B: build,
  "/": () => {
    openControls(true);
    find.focus();
    find.select();
  },
};

/** Open or close the controls where the window has no room for them in the bar. */
export function openControls(open) {
  document.getElementById("more").setAttribute("aria-expanded", String(open));
  document.getElementById("controls").classList.toggle("open", open);
}

function onKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
  const at = event.target;
  if (at === find) return onFind(event);
  if (keys.open) {
    if (event.key === "?") keys.close();
    return;
  }
  if (at.matches?.("input, textarea")) return;
  if (at.matches?.("select") && (event.key.startsWith("Arrow") || ["Home", "End", "Enter", " "].includes(event.key))) return;
  if (zooming()) {
    if (zoomKey(event) || run(ANYWHERE, event)) event.preventDefault();
    return;
  }
  if (event.key === "Escape") return escape(at);
  if (run(GRID, event) || run(ANYWHERE, event)) event.preventDefault();
}

function run(table, event) {
  if (!Object.hasOwn(table, event.key)) return false;
  table[event.key]();
  return true;
}

function onFind(event) {
  if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown") return;
  event.preventDefault();
  if (event.key === "Escape") setView("find", "");
  openControls(false);
  const face = currentFace();
  if (face) focusFace(face.name);
}

function escape(at) {
  if (document.getElementById("more").getAttribute("aria-expanded") === "true") {
    openControls(false);
    if (at.closest?.("#controls")) document.getElementById("more").focus();
  } else if (at.closest?.("#press")) document.getElementById("press-close").click();
  else if (view.find) setView("find", "");
}

/** Let the keys work, and what in the bar is a key's twin. */
export function startKeys() {
  document.addEventListener("keydown", onKey);
  document.getElementById("help").addEventListener("click", () => keys.showModal());
  document.getElementById("keys-close").addEventListener("click", () => keys.close());
  document.getElementById("more").addEventListener("click", (event) => openControls(event.currentTarget.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest("#controls, #more")) openControls(false);
  });
  for (const [id, severity] of [["errors", "error"], ["warnings", "warning"]]) {
    document.getElementById(id).addEventListener("click", () => jumpToFinding(1, severity));
  }
  document.getElementById("skip").addEventListener("click", (event) => {
    event.preventDefault();
    const face = currentFace();
    if (face) focusFace(face.name);
    else document.getElementById("faces").focus();
  });
}
