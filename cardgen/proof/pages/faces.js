// Keys for what the boxes and buttons do; without them the page is the same.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "v") {
    const sights = [...document.querySelectorAll("[name=sight]")];
    const now = sights.findIndex((sight) => sight.checked);
    sights[(now + 1) % sights.length].checked = true;
  } else {
    const input = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!input) return;
    input.checked = input.type === "radio" || !input.checked;
  }
  event.preventDefault();
});
