// What is shown and how: kept in the address after its hash, so that a reload has it and it can be sent to someone.

export const SIZES = ["small", "fan", "normal", "large", "real"];
export const SIDES = ["both", "fronts", "backs"];
export const VISIONS = ["", "grey", "protan", "deutan", "tritan"];
export const TOGGLES = ["bleed", "trim", "safe", "folds"];
const PLAIN = { size: "normal", sides: "both", bleed: "", trim: "", safe: "", folds: "", plate: "", vision: "", lang: "", find: "" };

/** The settings of now, each a string. */
export const view = { ...PLAIN };

const heard = [];

/** Call `tell(name)` whenever a setting has changed. */
export function onView(tell) {
  heard.push(tell);
}

/** Change one setting. */
export function setView(name, value) {
  if (view[name] === value) return;
  view[name] = value;
  keep();
  shown();
  for (const tell of heard) tell(name);
}

/** The next of the values, round and round. */
export function cycleView(name, values, step = 1) {
  const at = Math.max(0, values.indexOf(view[name]));
  setView(name, values[(at + step + values.length) % values.length]);
}

/** One step smaller or larger; none behind the last. */
export function resize(step) {
  const at = SIZES.indexOf(view.size) + step;
  if (SIZES[at]) setView("size", SIZES[at]);
}

function keep() {
  const said = new URLSearchParams(Object.entries(view).filter(([name, value]) => value !== PLAIN[name]));
  history.replaceState(null, "", said.size ? `#${said}` : location.pathname);
}

function read() {
  const said = new URLSearchParams(location.hash.slice(1));
  for (const name of Object.keys(PLAIN)) view[name] = said.get(name) ?? PLAIN[name];
  if (!SIZES.includes(view.size)) view.size = PLAIN.size;
  if (!SIDES.includes(view.sides)) view.sides = PLAIN.sides;
  if (!VISIONS.includes(view.vision)) view.vision = "";
  for (const name of TOGGLES) view[name] = view[name] ? "1" : "";
}

/** The controls and the page's look as the settings are. */
export function shown() {
  Object.assign(document.documentElement.dataset, view);
  for (const button of document.querySelectorAll("[data-toggle]")) {
    button.setAttribute("aria-pressed", String(view[button.dataset.toggle] === "1"));
  }
  for (const button of document.querySelectorAll("[data-set]")) {
    button.setAttribute("aria-pressed", String(view[button.dataset.set] === button.dataset.to));
  }
  for (const select of document.querySelectorAll("[data-choose]")) select.value = view[select.dataset.choose];
  const find = document.getElementById("find");
  if (find.value !== view.find) find.value = view.find;
}

/** Give a menu these choices, [value, words] each, where they differ from what it has. */
export function choices(id, wanted) {
  const select = document.getElementById(id);
  const now = JSON.stringify([...select.options].map((o) => [o.value, o.text]));
  if (now !== JSON.stringify(wanted)) select.replaceChildren(...wanted.map(([value, words]) => new Option(words, value)));
  select.value = view[select.dataset.choose];
}

/** Read the address and let the controls work. */
export function startView() {
  read();
  shown();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-toggle], [data-set]");
    if (button?.dataset.toggle) setView(button.dataset.toggle, view[button.dataset.toggle] ? "" : "1");
    else if (button) setView(button.dataset.set, button.dataset.to);
  });
  document.addEventListener("change", (event) => {
    const name = event.target.dataset.choose;
    if (name) setView(name, event.target.value);
  });
  document.getElementById("find").addEventListener("input", (event) => setView("find", event.target.value));
  document.getElementById("smaller").addEventListener("click", () => resize(-1));
  document.getElementById("larger").addEventListener("click", () => resize(1));
  window.addEventListener("hashchange", () => {
    const before = { ...view };
    read();
    shown();
    for (const name of Object.keys(PLAIN)) if (before[name] !== view[name]) for (const tell of heard) tell(name);
  });
}
