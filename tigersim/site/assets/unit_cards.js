"use strict";
// Cards of a nation (#nation=germany), of some units (#units=KEY|KEY), or of an army as text (#army=3 x T-34c, KV-1).
(() => {
  const PAGE = 9;
  const { units, most } = site.data;
  const known = picker(units);
  const form = document.getElementById("which");
  const { make, text } = site;
  known.offer(document.getElementById("known"));

  const card = (one) => make("article", { class: "unit-card" },
    make("h2", {}, unitSymbol(one.symbol), " ", one.name),
    make("p", { class: "kind" }, `${one.nation}, ${one.kind}`),
    make("p", { class: "costs" }, make("span", {}, text("cards.printed", { cost: one.cost })), make("span", {}, text("cards.listed", { points: one.points, vp: one.vp }))),
    make("dl", {}, ...one.rows.map(([label, value]) => make("div", {}, make("dt", {}, `${label}:`), " ", make("dd", {}, value)))),
    ...(one.traits === "" ? [] : [make("p", { class: "traits" }, one.traits)]));

  // An army as text: units between commas, each with a count before it or none
  const army = (typed) => {
    const [found, problems] = [[], []];
    for (const part of typed.split(/[,;\n]/).map((each) => each.trim()).filter((each) => each !== "")) {
      const [, count, name] = /^(?:(\d+)\s*[x×х]\s+)?(.*)$/iu.exec(part);
      const { unit, several } = known.find(name);
      if (unit !== undefined) found.push(...Array(Math.min(Number(count ?? 1), most + 1)).fill(unit));
      else if (several !== undefined && several.length > 0) problems.push(text("cards.several", { unit: name, units: several.slice(0, 6).map((one) => one.label).join("; ") }));
      else problems.push(text(name.includes("+") ? "cards.choice" : "cards.unknown", { unit: name }));
    }
    return { found, problems };
  };

  const show = () => {
    const asked = site.state();
    form.elements.nation.value = asked.nation ?? "";
    form.elements.army.value = asked.army ?? "";
    const listed = (asked.units ?? "").split("|").filter((key) => key !== "");
    const { found, problems } = army(asked.army ?? "");
    problems.push(...listed.filter((key) => !known.byKey.has(key)).map((unit) => text("cards.unknown", { unit })));
    const all = [
      ...units.filter((one) => one.of === asked.nation),
      ...listed.filter((key) => known.byKey.has(key)).map((key) => known.byKey.get(key)),
      ...found,
    ];
    if (all.length > most) problems.push(text("cards.too_many", { most }));
    const cards = all.slice(0, most).map(card);
    const sheets = [];
    for (let start = 0; start < cards.length; start += PAGE) sheets.push(make("section", { class: "sheet" }, ...cards.slice(start, start + PAGE)));
    document.getElementById("sheets").replaceChildren(...sheets);
    for (const one of cards.filter((each) => each.scrollHeight > each.clientHeight)) one.classList.add("dense");
    document.getElementById("problem").textContent = problems.join(" ");
    document.getElementById("count").textContent = text("cards.count", { cards: cards.length, pages: sheets.length });
    document.getElementById("print").disabled = cards.length === 0;
  };

  const ask = (event) => {
    event?.preventDefault();
    const asked = site.state();
    const typed = form.elements.unit.value;
    const { unit } = known.find(typed);
    const listed = [...(asked.units ? asked.units.split("|") : []), ...(unit === undefined ? [] : [unit.key])];
    site.keep({ nation: form.elements.nation.value, units: listed.join("|"), army: form.elements.army.value.trim() });
    show();
    if (typed !== "" && unit === undefined) document.getElementById("problem").textContent = text("cards.unknown", { unit: typed });
    else form.elements.unit.value = "";
  };
  form.addEventListener("submit", ask);
  form.elements.nation.addEventListener("change", ask);
  document.getElementById("print").addEventListener("click", () => print());
  addEventListener("hashchange", show);
  show();
})();
