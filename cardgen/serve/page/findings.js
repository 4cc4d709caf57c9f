// What is wrong: shown beside what it is wrong with, counted, walked through.

const WORDS = { error: "error", warning: "warning", note: "note" };

/** An element of this kind with this class and these words or children. */
export function element(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** An icon of the page's own. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#i-${name}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** A place or a path to be selected or, by its button, copied. */
export function place(at) {
  const code = element("code", "", at);
  const button = element("button", "copy", icon("copy"));
  button.type = "button";
  button.dataset.copy = at;
  button.setAttribute("aria-label", `Copy ${at}`);
  return element("span", "place", code, button);
}

function findingElement(finding) {
  const severity = WORDS[finding.severity] ?? "error";
  const head = element("p", "head", icon(severity), element("b", "", severity), " ", element("span", "code", finding.code));
  const out = element("article", `finding ${severity}`, head, element("p", "says", finding.says));
  out.tabIndex = -1;
  if (finding.hint) out.append(element("p", "hint", finding.hint));
  if (finding.at) out.append(place(finding.at));
  if (finding.why) out.append(element("details", "", element("summary", "", "why"), element("p", "", finding.why)));
  return out;
}

/** Let a box hold exactly these findings: what stays is not touched, so that focus and selection stay. Those whose keys are
 *  in `shared` stand at the top of the page as well, and are said in short. */
export function patchFindings(box, findings, shared = null) {
  const old = new Map([...box.children].map((child) => [child.dataset.key, child]));
  const keys = findings.map((finding) => JSON.stringify(finding));
  const wanted = keys.map((key, n) => {
    const made = old.get(key) ?? findingElement(findings[n]);
    made.dataset.key = key;
    made.classList.toggle("shared", shared?.has(key) ?? false);
    return made;
  });
  for (const child of [...box.children]) if (!wanted.includes(child)) child.remove();
  wanted.forEach((child, n) => {
    if (box.children[n] !== child) box.insertBefore(child, box.children[n] ?? null);
  });
}

/** Every finding of a state, each once, though it stands beside several faces. */
export function allFindings(state) {
  const out = new Map();
  for (const list of [state.findings, ...Object.values(state.faces).map((face) => face.findings)]) {
    for (const finding of list) out.set(`${finding.code}\n${finding.at}\n${finding.says}`, finding);
  }
  return [...out.values()];
}

/** The counts at the top. */
export function showCounts(findings) {
  let none = true;
  for (const [id, severity] of [["errors", "error"], ["warnings", "warning"]]) {
    const count = findings.filter((finding) => finding.severity === severity).length;
    const button = document.getElementById(id);
    button.hidden = !count;
    button.querySelector("b").textContent = count;
    button.querySelector("span").textContent = count === 1 ? severity : `${severity}s`;
    none &&= !count;
  }
  document.getElementById("clean").hidden = !none;
}

let last = null;

/** Go to the next finding (of that severity, if one is named), or with -1 to the one before; null where none is shown. What
 *  stands beside many faces is gone to once. */
export function jump(step, severity = "") {
  const met = new Set();
  const shown = [...document.querySelectorAll(`main .finding${severity ? `.${severity}` : ""}`)].filter((one) => {
    if (met.has(one.dataset.key) || one.closest("[hidden]")) return false;
    return met.add(one.dataset.key);
  });
  if (!shown.length) return null;
  const from = document.activeElement?.closest?.("main .finding, main .face, main .general") ?? (last?.isConnected ? last : null);
  let target;
  if (!from) target = step > 0 ? shown[0] : shown.at(-1);
  else {
    const ahead = shown.filter((one) => one !== from && from.compareDocumentPosition(one) & (step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING));
    target = step > 0 ? (ahead[0] ?? shown[0]) : (ahead.at(-1) ?? shown.at(-1));
  }
  last = target;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center", inline: "nearest" });
  return target;
}

/** Let every copy button copy; `say` tells what came of it. */
export function startCopying(say) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(`${button.dataset.copy} copied`);
      button.classList.add("done");
      setTimeout(() => button.classList.remove("done"), 1200);
    } catch {
      getSelection().selectAllChildren(button.parentElement.querySelector("code"));
      say("This browser lets no page copy: the place is selected, Ctrl+C takes it");
    }
  });
}
