"use strict";
// Sorts and filters the rows that stand in the page; what was asked stands in the address.
(() => {
  const form = document.getElementById("filter");
  const body = document.querySelector("#units tbody");
  const rows = [...body.rows].map((row, place) => ({ row, place, ...site.data[place], folded: ` ${site.folded(site.data[place].words)}` }));
  const heads = [...document.querySelectorAll("#units thead th")];
  const compare = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  const fields = ["find", "nation", "class", "verdict", "year", "sort", "order"];
  const columns = heads.map((head) => head.dataset.column);

  const order = (sort, down) => (one, other) => {
    const [a, b] = [one[sort], other[sort]];
    const found = typeof a === "number" ? a - b : compare(a, b);
    return (down ? -found : found) || one.place - other.place;
  };

  const passes = (one, asked) => {
    const words = site.folded(asked.find ?? "").split(" ").filter((word) => word !== "");
    return words.every((word) => one.folded.includes(` ${word}`))
      && ["nation", "class", "verdict"].every((name, place) => !asked[name] || one.of[place] === asked[name])
      && (!asked.year || (one.years <= Number(asked.year) && Number(asked.year) <= one.left));
  };

  const show = () => {
    const asked = site.state();
    for (const name of fields) {
      const field = form.elements[name];
      field.value = asked[name] ?? "";
      if (field.selectedIndex === -1) field.value = ""; // an address that asks for what there is not
    }
    const sort = columns.includes(asked.sort) ? asked.sort : "place";
    const down = asked.order === "down";
    const sorted = [...rows].sort(order(sort, down));
    body.append(...sorted.map((one) => one.row));
    let count = 0;
    for (const one of rows) {
      one.row.hidden = !passes(one, Object.fromEntries(fields.map((name) => [name, form.elements[name].value])));
      count += one.row.hidden ? 0 : 1;
    }
    for (const head of heads) {
      const chosen = head.dataset.column === sort;
      if (chosen) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    document.getElementById("count").textContent = site.text("units.count", { count, all: rows.length });
  };

  const ask = (change) => {
    const asked = Object.fromEntries(fields.map((name) => [name, form.elements[name].value]));
    site.keep({ ...asked, ...change });
    show();
  };

  for (const head of heads) {
    const button = site.make("button", { type: "button" }, head.textContent);
    button.addEventListener("click", () => {
      const again = site.state().sort === head.dataset.column && site.state().order !== "down";
      ask({ sort: head.dataset.column, order: again ? "down" : "" });
    });
    head.replaceChildren(button);
  }
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => ask({}));
  form.addEventListener("reset", () => setTimeout(() => { site.keep({}); show(); }));
  addEventListener("hashchange", show);
  show();
})();
