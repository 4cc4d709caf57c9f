// The page of `cardgen serve`: it shows the game's state, and again whenever the server says that it is another.

import { applyFilter, loadNear, patchGame, startFaces } from "./faces.js";
import { allFindings, patchFindings, showCounts, startCopying } from "./findings.js";
import { startKeys } from "./keys.js";
import { renewToken, showBuilding, startPress } from "./press.js";
import { choices, onView, setView, startView, view } from "./view.js";
import { openZoom, refreshZoom, startZoom, zooming } from "./zoom.js";

const says = document.getElementById("says");
const lost = document.getElementById("lost");

let state = null;
let fetching = null;
let again = null;
let events = null;
let trying = 0;

/** The pages of this server in this browser, which has six connections to it for all of them: one that nobody sees lets its
 *  own go as soon as another listens. */
const pages = new BroadcastChannel("cardgen");

function say(words) {
  says.textContent = words;
}

/** Fetch the state and show it. `change` is what the server said of it, `heard` when (ms). One runs at a time: what comes
 *  meanwhile is fetched after it, once. */
function update(change = null, heard = performance.now()) {
  if (fetching) {
    again = { change, heard: again?.heard ?? heard };
    return fetching;
  }
  fetching = run(change, heard).finally(() => {
    fetching = null;
    if (again) {
      const next = again;
      again = null;
      update(next.change, next.heard);
    }
  });
  return fetching;
}

async function run(change, heard) {
  let next;
  try {
    next = await ask();
  } catch {
    return; // the banner says that nobody answers
  }
  const before = state && allFindings(state);
  const sameTongue = state?.language === next.language;
  state = next;
  showHead(next);
  const general = document.getElementById("general");
  patchFindings(general.querySelector(".findings"), next.findings);
  general.hidden = !next.findings.length;
  const came = patchGame(next);
  const found = allFindings(next);
  showCounts(found);
  showBuilding(next.building);
  count();
  await Promise.all([came.arrived, refreshZoom(next.bleed)]);
  document.documentElement.dataset.version = next.version;
  if (!before) say(`${next.name}: every face as it is now. Save a file and it changes here.`);
  else if (!sameTongue) say(`${next.name} in ${language(next.language)}`);
  else if (change) say(sentence(change, came, found.length - before.length, performance.now() - heard));
}

async function ask() {
  const answer = await fetch(`/state${view.lang ? `?lang=${encodeURIComponent(view.lang)}` : ""}`, { cache: "no-store" });
  if (answer.ok) return answer.json();
  if (!view.lang) throw new Error(String(answer.status));
  setView("lang", ""); // a language that the game has no longer
  return ask();
}

function showHead(next) {
  document.getElementById("game").textContent = next.name;
  document.title = `${next.name} · cardgen`;
  document.getElementById("families").lang = next.language;
  choices("plate", [["", "all"], ...next.plates.map((plate) => [plate, plate])]);
  choices("lang", next.languages.map((tongue, n) => [n ? tongue : "", tongue]));
  document.getElementById("tongue").hidden = next.languages.length < 2;
  if (view.plate && !next.plates.includes(view.plate)) setView("plate", "");
}

function language(tag) {
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "code" }).of(tag) ?? tag;
}

/** "downward-cut changed (techniques.yaml), 240 ms". */
function sentence(change, came, more, after) {
  const files = [...new Set(change.saved.map((path) => path.split("/").at(-1)))];
  const from = files.length > 3 ? `${files.length} files` : files.join(", ");
  const again = came.mended.filter((name) => !came.changed.includes(name));
  const what = [];
  // what was saved within one breath is fetched at once: then the server alone knows what came of this save
  const changed = came.changed.length || came.spoilt.length || came.mended.length || more ? came.changed : change.changed;
  if (changed.length) what.push(`${listed(changed)} changed`);
  if (came.spoilt.length) what.push(`${listed(came.spoilt)} cannot be drawn`);
  if (again.length) what.push(`${listed(again)} can be drawn again`);
  if (more > 0) what.push(`${more} more ${more === 1 ? "finding" : "findings"}`);
  if (more < 0) what.push(`${-more} mended`);
  if (!what.length) what.push("no face looks otherwise");
  const ms = Math.round(1000 * change.took + after);
  return `${what.join(", ")}${from ? ` (${from})` : ""}, ${ms < 10000 ? `${ms} ms` : `${Math.round(ms / 1000)} s`}`;
}

function listed(names) {
  return names.length > 3 ? `${names.length} faces` : names.join(", ");
}

function count() {
  const { count: shown, of } = applyFilter();
  const faces = of === 1 ? "face" : "faces";
  document.getElementById("sum").textContent = shown === of ? `${of} ${faces}` : `${shown} of ${of} ${faces}`;
}

/** Hear what the server says; where it falls silent, ask until it answers, then catch up. */
function listen(wait = 500) {
  rest();
  pages.postMessage("listening");
  events = new EventSource("/events");
  let opened = false;
  events.addEventListener("open", async () => {
    opened = true;
    document.documentElement.dataset.link = "live";
    if (!lost.hidden) {
      lost.hidden = true;
      say("The server answers again");
      await renewToken().catch(() => {});
    }
    update();
  });
  events.addEventListener("state", (event) => update(JSON.parse(event.data), performance.now()));
  events.addEventListener("building", (event) => showBuilding(JSON.parse(event.data)));
  events.addEventListener("error", () => {
    events?.close();
    document.documentElement.dataset.link = "lost";
    lost.hidden = false;
    const words = "The server does not answer. What is shown may be old. Trying again …";
    if (lost.textContent !== words) lost.textContent = words;
    trying = setTimeout(listen, wait, opened ? 500 : Math.min(4000, wait * 1.6));
  });
}

/** Hear nothing until this page listens again. */
function rest() {
  clearTimeout(trying);
  events?.close();
  events = null;
}

pages.addEventListener("message", () => document.hidden && rest());
document.addEventListener("visibilitychange", () => document.hidden || events || listen());

startView();
startFaces(openZoom);
startZoom();
startKeys();
startPress(say);
startCopying(say);
onView((name) => {
  if (name === "lang") update();
  if (name === "find" || name === "sides") count();
  if ((name === "plate" || name === "size") && !zooming()) loadNear();
  if (name === "plate" || name === "bleed") refreshZoom();
});
listen();
