// Pictures of faces: which is asked for, at how many dots an inch, and how one takes the place of another without a flicker.

import { view } from "./view.js";

const STEPS = [75, 150, 300, 600];
const awaited = new WeakMap();

/** The dots an inch to ask for where a millimetre takes so many pixels of the page: as many as the screen shows, or all. */
export function ppiOf(pixelsPerMm) {
  const need = pixelsPerMm * 25.4 * window.devicePixelRatio;
  return STEPS.find((step) => step >= need * 0.94) ?? STEPS.at(-1);
}

/** Where a face's picture is had, or one plate of it; "" where it was never drawn. */
export function pictureOf(face, ppi) {
  if (!face.picture) return "";
  const key = encodeURIComponent(face.picture);
  return view.plate ? `/plate/${key}/${encodeURIComponent(view.plate)}.png?ppi=${ppi}` : `/picture/${key}.png?ppi=${ppi}`;
}

/** "Downward Cut (downward-cut), front"; "Techniques, back (technique back A)". */
export function altOf(face) {
  const name = `${face.title} (${face.name})`;
  return face.card ? `${name}, ${face.side}` : name;
}

/** A sheet of a face with what lies over it: its picture, its lines, its ribbon. Sized by its CSS properties. */
export function makeSheet(face) {
  const sheet = document.createElement("span");
  sheet.className = "sheet";
  dressSheet(sheet, face);
  return sheet;
}

/** Give a sheet the measures, the ribbon and the words of a face. */
export function dressSheet(sheet, face) {
  const [width, height] = face.trim;
  const measures = { "--w": width, "--h": height, "--corner": face.corner };
  for (const [name, value] of Object.entries(measures)) sheet.style.setProperty(name, value);
  sheet.classList.toggle("stale", face.stale);
  let ribbon = sheet.querySelector(".ribbon");
  const words = face.stale && face.picture ? "last good face" : face.picture ? "" : "not drawn yet";
  if (!words) ribbon?.remove();
  else {
    if (!ribbon) sheet.append((ribbon = Object.assign(document.createElement("span"), { className: "ribbon" })));
    if (ribbon.textContent !== words) ribbon.textContent = words;
  }
  const image = sheet.querySelector("img");
  if (image) image.alt = altOf(face);
}

/** Draw a face's trim, safe margin and folds over it, where they are not drawn yet. */
export function drawLines(sheet, face, bleed) {
  const [width, height] = face.trim;
  const say = JSON.stringify([face.trim, face.corner, face.safe, face.folds, bleed]);
  if (sheet.dataset.lines === say) return;
  sheet.dataset.lines = say;
  sheet.querySelector("svg")?.remove();
  const svg = make("svg", { viewBox: `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`, class: "lines", "aria-hidden": "true" });
  const round = Math.max(0, face.corner - face.safe);
  svg.append(
    make("rect", { class: "trim", width, height, rx: face.corner }),
    make("rect", { class: "safe", x: face.safe, y: face.safe, width: Math.max(0, width - 2 * face.safe), height: Math.max(0, height - 2 * face.safe), rx: round }),
    ...face.folds.upright.map((x) => make("line", { class: "folds", x1: x, x2: x, y1: -bleed, y2: height + bleed })),
    ...face.folds.level.map((y) => make("line", { class: "folds", y1: y, y2: y, x1: -bleed, x2: width + bleed })),
  );
  sheet.append(svg);
}

function make(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** Show this picture on a sheet: the old one stays until the new one is decoded. True where it is there now; false where
 *  another was asked for meanwhile, or it could not be had. */
export async function showPicture(sheet, url, alt) {
  const old = sheet.querySelector("img");
  if (!url) {
    forget(sheet);
    old?.remove();
    return true;
  }
  if (old?.getAttribute("src") === url) {
    forget(sheet);
    return true;
  }
  const waiting = awaited.get(sheet);
  if (waiting?.getAttribute("src") === url) return waiting.arrival;
  forget(sheet);
  const next = new Image();
  next.alt = alt;
  next.draggable = false;
  next.decoding = "async";
  next.setAttribute("src", url);
  awaited.set(sheet, next);
  next.arrival = arrive(sheet, next);
  return next.arrival;
}

async function arrive(sheet, next) {
  try {
    await next.decode();
  } catch {
    if (awaited.get(sheet) !== next) return false;
    awaited.delete(sheet);
    sheet.classList.add("missing");
    return false;
  }
  if (awaited.get(sheet) !== next) return false;
  awaited.delete(sheet);
  sheet.classList.remove("missing");
  const old = sheet.querySelector("img");
  if (old) old.replaceWith(next);
  else sheet.prepend(next);
  return true;
}

/** Wait no longer for a sheet's picture (it has left the screen). */
export function forget(sheet) {
  const waiting = awaited.get(sheet);
  if (!waiting) return;
  awaited.delete(sheet);
  if (!waiting.complete) waiting.removeAttribute("src");
}
