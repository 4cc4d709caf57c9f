"use strict";
const articles = [...document.querySelectorAll("article")];
const flip = (article) => {
  const on = article.classList.toggle("flipped");
  for (const button of article.querySelectorAll("button.flips")) {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "shows before" : "shows after";
  }
};
const here = () => articles.findIndex((article) => article.contains(document.activeElement));
const nearest = () => {
  const at = here();
  if (at >= 0) return at;
  return Math.max(0, articles.findIndex((article) => article.getBoundingClientRect().bottom > 120));
};
const go = (step) => {
  if (!articles.length) return;
  const at = here() < 0 && step > 0 ? nearest() : Math.min(articles.length - 1, Math.max(0, nearest() + step));
  articles[at].focus({ preventScroll: true });
  articles[at].scrollIntoView({ block: "start" });
};
for (const button of document.querySelectorAll("button.flips")) {
  button.addEventListener("click", () => flip(button.closest("article")));
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") go(1);
  else if (event.key === "k") go(-1);
  else if (event.key === "b" && articles.length) flip(articles[nearest()]);
  else return;
  event.preventDefault();
});
