"use strict";
// Units side by side; which ones stands in the address: #units=Tiger I [germany]|KV-1 [ussr]
(() => {
  const { labels, units, duels, distances, most } = site.data;
  const known = picker(units);
  const form = document.getElementById("picker");
  const problem = document.getElementById("problem");
  const { make, text } = site;
  known.offer(document.getElementById("known"));

  const asked = () => [...new Set((site.state().units ?? "").split("|").filter((key) => key !== ""))];
  const chosen = () => asked().filter((key) => known.byKey.has(key)).slice(0, most).map((key) => known.byKey.get(key));
  const keep = (list) => { site.keep({ units: list.map((one) => one.key).join("|") }); show(); };
  const head = (one, scope) => make("th", { scope }, unitSymbol(one.symbol), " ", make("a", { href: `units/${one.slug}.html` }, one.label));

  const table = (list) => {
    const body = make("tbody");
    labels.forEach((label, row) => {
      const held = list.map((one) => one.rows[row]);
      if (held.every((value) => value === "")) return;
      const differs = new Set(held).size > 1;
      const mark = differs ? [make("span", { "aria-hidden": "true", class: "mark" }, "≠ "), make("span", { class: "unseen" }, `${text("compare.differs")}: `)] : [];
      const verdict = label === text("units.column_verdict");
      body.append(make("tr", { class: differs ? "differs" : null }, make("th", { scope: "row" }, ...mark, label),
        ...list.map((one, place) => make("td", {}, verdict ? make("span", { class: one.verdict }, held[place]) : held[place] || "–"))));
    });
    return make("table", { class: "compared" },
      make("caption", {}, text("compare.caption")),
      make("thead", {}, make("tr", {}, make("td"), ...list.map((one) => head(one, "col")))), body);
  };

  // What one does to another at each distance: the chance that it destroys, and is destroyed
  const between = duelsIn(duels, distances);
  const duel = (one, other) => between(one.place, other.place);
  const gain = (one, other) =>
    duel(one, other).reduce((sum, [wins, loses]) => sum + wins * other.score - loses * one.score, 0) / distances.length;
  const signed = (value) => `${value > 0.05 ? "+" : ""}${site.number(Math.abs(value) < 0.05 ? 0 : value, 1)}`.replace("-", "−");

  const matches = (list) => {
    const rows = list.map((one) => make("tr", {}, head(one, "row"), ...list.map((other) => {
      if (one === other) return make("td", {}, "–");
      const lines = duel(one, other).map(([wins, loses], place) =>
        make("span", { class: "line" }, text("compare.chances", { inches: distances[place], wins: site.percent(wins), loses: site.percent(loses) })));
      return make("td", {}, make("strong", {}, text("compare.gain", { gain: signed(gain(one, other)) })), ...lines);
    })));
    return make("table", { class: "compared" },
      make("thead", {}, make("tr", {}, make("td"), ...list.map((other) => make("th", { scope: "col" }, text("compare.against", { unit: other.label }))))),
      make("tbody", {}, ...rows));
  };

  const show = () => {
    const list = chosen();
    const unknown = asked().filter((key) => !known.byKey.has(key));
    problem.textContent = unknown.length > 0 ? text("compare.unknown", { unit: unknown.join(", ") }) : "";
    document.getElementById("chosen").replaceChildren(...list.map((one) => {
      const button = make("button", { type: "button", "aria-label": text("compare.remove", { unit: one.label }) }, "✕");
      button.addEventListener("click", () => {
        keep(list.filter((each) => each !== one));
        form.elements.unit.focus();
        site.say(text("compare.removed", { unit: one.label }));
      });
      return make("li", {}, one.label, " ", button);
    }));
    for (const [id, drawn, least] of [["side-by-side", table, 1], ["duels", matches, 2]]) {
      const place = document.getElementById(id);
      place.hidden = list.length < least;
      place.replaceChildren(...(place.hidden ? [] : [drawn(list)]));
    }
    for (const id of ["duels-title", "duels-about"]) document.getElementById(id).hidden = list.length < 2;
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = form.elements.unit.value;
    const { unit, several } = known.find(typed);
    const list = chosen();
    if (unit === undefined) {
      problem.textContent = several !== undefined && several.length > 0
        ? text("compare.several", { unit: typed, units: several.slice(0, most).map((one) => one.label).join("; ") })
        : text("compare.unknown", { unit: typed });
      return;
    }
    if (list.length === most && !list.some((one) => one.key === unit.key)) {
      problem.textContent = text("compare.full", { most });
      return;
    }
    form.elements.unit.value = "";
    keep([...list, known.byKey.get(unit.key)]);
    site.say(text("compare.added", { unit: unit.label }));
  });
  addEventListener("hashchange", show);
  show();
})();
