"use strict";
// Every word that is asked for must begin a word of the title or of another name, or stand in the sentence; titles come first.
(() => {
  const MOST = 60;
  const index = site.data.map(([address, name, about, also]) => ({ address, name, about, title: ` ${site.folded(`${name} ${also}`)}`, whole: ` ${site.folded(`${name} ${also} ${about}`)}` }));
  const input = document.querySelector("form[data-search] input");
  const list = document.getElementById("results");
  const found = document.getElementById("found");
  const show = () => {
    const asked = site.state().q ?? "";
    input.value = asked;
    const words = site.folded(asked).split(" ").filter((word) => word !== "");
    const hits = words.length === 0 ? [] : index
      .map((one) => ({ one, rank: words.every((word) => one.title.includes(` ${word}`)) ? 0 : words.every((word) => one.whole.includes(word)) ? 1 : 2 }))
      .filter((hit) => hit.rank < 2)
      .sort((a, b) => a.rank - b.rank);
    found.textContent = words.length === 0 ? site.text("search.ask") : site.text("search.found", { count: hits.length, asked });
    list.replaceChildren(...hits.slice(0, MOST).map(({ one }) =>
      site.make("li", {}, site.make("a", { href: one.address }, one.name), site.make("p", {}, one.about))));
  };
  addEventListener("hashchange", show);
  input.addEventListener("input", () => { site.keep({ q: input.value }); show(); });
  show();
  input.focus();
})();
