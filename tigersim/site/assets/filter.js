"use strict";
// Entries that hold all words that are asked for stay; the question stands in the address: #q=armour
(() => {
  const form = document.querySelector("form.filter");
  const input = document.getElementById("filter");
  const entries = [...document.querySelectorAll("[data-entry]")].map((element) => ({ element, words: ` ${site.folded(element.textContent)}` }));
  const groups = [...document.querySelectorAll("[data-group]")];
  const show = () => {
    const words = site.folded(input.value).split(" ").filter((word) => word !== "");
    let left = 0;
    for (const entry of entries) {
      const stays = words.every((word) => entry.words.includes(` ${word}`));
      entry.element.hidden = !stays;
      left += stays ? 1 : 0;
    }
    for (const group of groups) group.hidden = group.querySelector("[data-entry]:not([hidden])") === null;
    document.getElementById("count").textContent = site.text("filter.count", { left, all: entries.length });
  };
  const read = () => {
    input.value = site.state().q ?? "";
    show();
  };
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", () => { site.keep({ q: input.value }); show(); });
  addEventListener("hashchange", read);
  read();
})();
