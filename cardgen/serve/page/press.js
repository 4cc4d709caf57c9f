// The button that builds the PDFs: what the build does, how far it is, what came of it.

import { element, patchFindings, place } from "./findings.js";

const panel = document.getElementById("press");
const says = document.getElementById("press-says");
const bar = document.getElementById("press-done");
const run = document.getElementById("press-run");
const out = document.getElementById("press-out");
const button = document.getElementById("build");

let running = false;
let asked = false;
let tell = () => {};

/** The token of this run of the server, without which it builds nothing. */
let token = document.querySelector('meta[name="token"]').content;

/** Ask the server's page for its token: another run has another. */
export async function renewToken() {
  const answer = await fetch("/");
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  token = page.querySelector('meta[name="token"]')?.content ?? token;
}

function post(path) {
  return fetch(path, { method: "POST", headers: { "X-Cardgen-Token": token } });
}

/** Begin to build, or show the build that runs. */
export async function build() {
  panel.hidden = false;
  if (running) return document.getElementById("press-stop").focus();
  asked = true;
  showBuilding({ running: true, what: "beginning", done: 0, of: 0 });
  await send("/build");
}

async function send(path) {
  try {
    const answer = await post(path);
    await answer.text();
    if (!answer.ok && answer.status !== 409) failed(`The server answered ${answer.status}.`);
  } catch {
    failed("The server does not answer.");
  }
}

function failed(why) {
  showBuilding({ running: false, ok: false, files: [], findings: [], why });
}

/** Show how a build stands; null where there was none. */
export function showBuilding(building) {
  if (!building) return;
  if (!building.running && !running && !asked) return; // it ended before this page was opened
  running = building.running;
  button.classList.toggle("running", running);
  run.hidden = !running;
  if (running) {
    panel.hidden = false;
    asked = true;
    const { what, done, of } = building;
    says.textContent = of ? `${upper(what)}, ${done} of ${of}` : `${upper(what || "building")} …`;
    if (of) {
      bar.max = of;
      bar.value = done;
    } else bar.removeAttribute("value");
    bar.setAttribute("aria-label", says.textContent);
    button.textContent = of ? `${done} of ${of}` : "Building";
    out.replaceChildren();
    return;
  }
  asked = false;
  button.textContent = "Build PDFs";
  const { ok, files = [], findings = [], why = "" } = building;
  const errors = findings.filter((finding) => finding.severity === "error").length;
  says.textContent = ok ? `${files.length} ${files.length === 1 ? "file" : "files"} built` : errors ? "Nothing was built" : why ? "Not built" : "Stopped";
  const box = element("div", "findings");
  patchFindings(box, findings);
  out.replaceChildren();
  if (why) out.append(element("p", "", why));
  if (files.length) out.append(element("ul", "files", ...files.map((file) => element("li", "", place(file)))));
  if (findings.length) out.append(box);
  tell(says.textContent);
}

function upper(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Let the button, "Stop" and "Close" work; `say` is told what came of a build. */
export function startPress(say) {
  tell = say;
  button.addEventListener("click", build);
  document.getElementById("press-stop").addEventListener("click", () => send("/build/stop"));
  document.getElementById("press-close").addEventListener("click", () => {
    panel.hidden = true;
    button.focus();
  });
}
