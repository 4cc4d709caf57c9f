// One face as large as one likes: wheel, drag, pinch and keys; sharper pictures are fetched as they are needed.

import { copiesOf, faceNamed, focusFace, loadNear, shownFaces } from "./faces.js";
import { element, patchFindings, place } from "./findings.js";
import { altOf, dressSheet, drawLines, forget, makeSheet, pictureOf, ppiOf, showPicture } from "./pictures.js";
import { view } from "./view.js";

const PER_MM = 96 / 25.4; // CSS pixels
const REACH = 60; // pixels that an arrow pans
const MOST = 48; // pixels a millimetre: a dot of 600 an inch is two of them
const dialog = document.getElementById("zoom");
const stage = document.getElementById("stage");
const side = document.getElementById("zoom-side");
const title = document.getElementById("zoom-title");
const scaleSays = document.getElementById("zoom-scale");

let name = "";
let sheet = null;
let bleed = 3;
let findings = null;
let scale = 1; // pixels a millimetre
let x = 0; // where the trim's corner lies on the stage
let y = 0;
let fitted = true;
let resting = 0;
let front = ""; // the front that a back was turned from

/** Whether a face is open. */
export function zooming() {
  return dialog.open;
}

/** Open a face. */
export function openZoom(which) {
  const face = faceNamed(which);
  if (!face) return;
  if (!dialog.open) {
    document.getElementById("zoom-sight").append(document.getElementById("sight"));
    dialog.showModal();
    stage.focus({ preventScroll: true });
  }
  const sameSize = faceNamed(name)?.trim.join() === face.trim.join();
  name = which;
  if (sheet) forget(sheet);
  sheet?.remove();
  sheet = makeSheet(face);
  stage.append(sheet);
  findings = element("div", "findings");
  side.replaceChildren(element("dl", "facts"), findings);
  if (!sameSize) fitted = true;
  refreshZoom();
}

/** Show what the open face is now. */
export function refreshZoom(ofBleed = bleed) {
  bleed = ofBleed;
  if (!dialog.open) return Promise.resolve();
  const face = faceNamed(name);
  if (!face) {
    dialog.close();
    return Promise.resolve();
  }
  sheet.style.setProperty("--bleed", bleed);
  dressSheet(sheet, face);
  drawLines(sheet, face, bleed);
  title.textContent = face.title || face.name;
  facts(face);
  patchFindings(findings, face.findings);
  dialog.classList.toggle("found", face.findings.length > 0);
  document.getElementById("zoom-turn").disabled = !other(face);
  return fitted ? fit() : lay();
}

function facts(face) {
  const rows = [
    ["id", face.card || face.name],
    ["side", face.seat ? `${face.side}, ${face.seat}` : face.side],
    ["copies", copiesOf(face)],
    ["trim", `${face.trim.map((mm) => String(Math.round(mm * 100) / 100)).join(" × ")} mm`],
  ];
  const list = side.firstChild;
  list.replaceChildren(...rows.filter(([, says]) => says).flatMap(([what, says]) => [element("dt", "", what), element("dd", "", says)]));
  if (face.at) list.append(element("dt", "", "at"), element("dd", "", place(face.at)));
}

/** Let the whole face be seen, with its bleed where that is shown. */
export function fit() {
  const face = faceNamed(name);
  const more = view.bleed ? bleed : 0;
  const [width, height] = face.trim;
  const room = stage.getBoundingClientRect();
  const edge = Math.min(48, room.width * 0.05);
  scale = Math.min((room.width - 2 * edge) / (width + 2 * more), (room.height - 2 * edge) / (height + 2 * more), MOST);
  x = (room.width - width * scale) / 2;
  y = (room.height - height * scale) / 2;
  fitted = true;
  return lay();
}

function lay() {
  const face = faceNamed(name);
  const [width, height] = face.trim;
  const room = stage.getBoundingClientRect();
  x = held(x, width * scale, room.width);
  y = held(y, height * scale, room.height);
  const more = view.bleed ? bleed * scale : 0;
  sheet.style.left = `${x - more}px`;
  sheet.style.top = `${y - more}px`;
  sheet.style.width = `${width * scale + 2 * more}px`;
  sheet.style.height = `${height * scale + 2 * more}px`;
  scaleSays.textContent = `${Math.round((100 * scale) / PER_MM)} %`;
  stage.classList.toggle("free", !fitted);
  return sharpen();
}

/** The picture that this scale asks for, once the scale has rested for a moment; at once where there is none yet. */
function sharpen() {
  const url = pictureOf(faceNamed(name), ppiOf(scale));
  const shown = sheet.querySelector("img")?.getAttribute("src");
  stage.classList.toggle("waiting", Boolean(url) && shown !== url);
  clearTimeout(resting);
  if (!shown || shown === url || fitted) return show(url);
  resting = setTimeout(show, 160, url);
  return Promise.resolve();
}

async function show(url) {
  if (!sheet) return;
  const there = await showPicture(sheet, url, altOf(faceNamed(name)));
  if (there || sheet?.classList.contains("missing")) stage.classList.remove("waiting");
}

/** A third of the stage at least stays covered, so that a face cannot be lost. */
function held(at, length, room) {
  const keep = Math.min(length, room) / 3;
  return Math.min(room - keep, Math.max(keep - length, at));
}

function zoomTo(next, atX, atY) {
  const whole = Math.min(MOST, Math.max(0.3, next));
  x = atX - ((atX - x) * whole) / scale;
  y = atY - ((atY - y) * whole) / scale;
  scale = whole;
  fitted = false;
  lay();
}

function zoomBy(factor) {
  const room = stage.getBoundingClientRect();
  zoomTo(scale * factor, room.width / 2, room.height / 2);
}

function pan(dx, dy) {
  x += dx;
  y += dy;
  fitted = false;
  lay();
}

function step(way) {
  const faces = shownFaces();
  const at = faces.findIndex((face) => face.name === name);
  const next = faces[at < 0 ? 0 : (at + way + faces.length) % faces.length];
  if (next) openZoom(next.name);
}

/** The next or previous face that has findings. */
function stepToFinding(way) {
  const faces = shownFaces();
  const at = faces.findIndex((face) => face.name === name);
  for (let n = 1; n <= faces.length; n += 1) {
    const face = faces[(at + n * way + n * faces.length) % faces.length];
    if (face.findings.length) return openZoom(face.name);
  }
}

/** The other side of a face: a front's back, or the front that a back was turned from. */
function other(face) {
  const mates = allOf(face.family).filter((mate) => mate.side !== face.side);
  if (face.side === "back") return mates.find((mate) => mate.name === front) ?? mates.find((mate) => seatFits(mate, face)) ?? mates[0];
  return mates.find((mate) => seatFits(face, mate)) ?? mates[0];
}

function seatFits(ofFront, ofBack) {
  return !ofBack.seat || ofFront.seat === ofBack.seat || (!ofFront.seat && ofFront.copies.some(([seat]) => seat === ofBack.seat));
}

function allOf(family) {
  return [...document.querySelectorAll(`[data-family="${CSS.escape(family)}"] .face`)].map((item) => faceNamed(item.dataset.name));
}

function turn() {
  const face = faceNamed(name);
  const next = other(face);
  if (!next) return;
  if (face.side === "front") front = face.name;
  openZoom(next.name);
}

/** What a key does while a face is open; true where it did something. */
export function zoomKey(event) {
  const key = event.key;
  const onStage = event.target === stage || event.target === dialog || event.target === document.body;
  const arrows = { ArrowLeft: [REACH, 0], ArrowRight: [-REACH, 0], ArrowUp: [0, REACH], ArrowDown: [0, -REACH], h: [REACH, 0], l: [-REACH, 0], k: [0, REACH], j: [0, -REACH] };
  if (arrows[key]) {
    if (!onStage && key.startsWith("Arrow") && event.target.closest("select")) return false;
    const [dx, dy] = arrows[key];
    if (!fitted) pan(dx, dy);
    else step(dx > 0 || dy > 0 ? -1 : 1);
    return true;
  }
  const does = {
    "+": () => zoomBy(1.25),
    "=": () => zoomBy(1.25),
    "-": () => zoomBy(0.8),
    0: fit,
    1: () => zoomBy(PER_MM / scale),
    f: turn,
    ",": () => step(-1),
    ".": () => step(1),
    PageUp: () => step(-1),
    PageDown: () => step(1),
    n: () => stepToFinding(1),
    N: () => stepToFinding(-1),
  }[key];
  if (!does) return false;
  does();
  return true;
}

/** Let the dialog's controls, the wheel and the pointer work. */
export function startZoom() {
  const click = (id, does) => document.getElementById(id).addEventListener("click", does);
  click("zoom-in", () => zoomBy(1.25));
  click("zoom-out", () => zoomBy(0.8));
  click("zoom-fit", fit);
  click("zoom-back", () => step(-1));
  click("zoom-next", () => step(1));
  click("zoom-turn", turn);
  click("zoom-close", () => dialog.close());
  dialog.addEventListener("close", () => {
    const controls = document.getElementById("controls");
    controls.insertBefore(document.getElementById("sight"), document.getElementById("tongue"));
    clearTimeout(resting);
    if (sheet) forget(sheet);
    sheet?.remove();
    sheet = null;
    fitted = true;
    focusFace(name);
    name = "";
    loadNear();
  });
  new ResizeObserver(() => dialog.open && sheet && (fitted ? fit() : lay())).observe(stage);
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const room = stage.getBoundingClientRect();
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      zoomTo(scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), event.clientX - room.left, event.clientY - room.top);
    },
    { passive: false },
  );
  stage.addEventListener("dblclick", (event) => {
    const room = stage.getBoundingClientRect();
    if (fitted) zoomTo(scale * 3, event.clientX - room.left, event.clientY - room.top);
    else fit();
  });
  const fingers = new Map();
  stage.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    fingers.set(event.pointerId, event);
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 1) return pan(event.clientX - before.clientX, event.clientY - before.clientY);
    const still = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    const room = stage.getBoundingClientRect();
    const far = (a) => Math.hypot(a.clientX - still.clientX, a.clientY - still.clientY);
    zoomTo((scale * far(event)) / Math.max(1, far(before)), still.clientX - room.left, still.clientY - room.top);
  });
  for (const end of ["pointerup", "pointercancel"]) stage.addEventListener(end, (event) => fingers.delete(event.pointerId));
}
