"use strict";
// Two armies, what they cost by both lists, and the forecast between them; all of it stands in the address.
const armies = (() => {
  const { units, lists, most } = site.data;
  const SIDES = ["a", "b"];
  const GAINS = 8;
  const models = site.data.models.map((model) => (model === null ? null : forecastBy(model)));
  const byKey = new Map(units.map((unit) => [unit.key, unit]));
  const byName = new Map();
  for (const unit of units) {
    for (const name of new Set([unit.name, unit.english].map(site.folded))) byName.set(name, [...(byName.get(name) ?? []), unit]);
    byName.set(site.folded(unit.key), [unit]);
    byName.set(site.folded(`${unit.name} ${unit.nation}`), [unit]);
  }
  const find = (id) => document.getElementById(id);
  const list = find("list"), budget = find("budget"), nation = find("nation"), problem = find("problem");
  const sides = { a: new Map(), b: new Map() };
  const sections = Object.fromEntries(SIDES.map((side) => [side, document.querySelector(`[data-side="${side}"]`)]));

  const chosen = () => lists.findIndex((one) => one.name === list.value);
  // The model of battles by the list that is chosen, that of printed costs where it has none
  const byList = () => models[chosen() + 1] ?? models[0];
  const scale = () => (chosen() < 0 ? 1 : lists[chosen()].scale);
  const cost = (unit) => (chosen() < 0 ? unit.cost : unit.points[chosen()]);
  const called = (unit) => `${unit.name} (${unit.nation})`;
  const keys = (side) => [...sides[side]].flatMap(([key, count]) => new Array(count).fill(key));
  const total = (side, of) => [...sides[side]].reduce((sum, [key, count]) => sum + count * of(byKey.get(key)), 0);
  const size = (side) => [...sides[side].values()].reduce((sum, count) => sum + count, 0);

  // As every command writes an army: "3 x T-34c, Jeep [usa]"; the nation stands where a name needs it
  const written = (side) => [...sides[side]].map(([key, count]) => {
    const unit = byKey.get(key);
    const name = units.filter((other) => other.english === unit.english).length > 1 ? key : unit.english;
    return count > 1 ? `${count} x ${name}` : name;
  }).join(", ");

  const read = (text) => {
    const army = new Map();
    for (const entry of text.split(",").map((part) => part.trim()).filter((part) => part !== "")) {
      const counted = /^(\d+)\s*[x×х]\s+(.+)$/iu.exec(entry);
      const [count, name] = counted === null ? [1, entry] : [Number(counted[1]), counted[2]];
      const found = byName.get(site.folded(name)) ?? [];
      if (found.length !== 1) throw new Error(site.text(found.length === 0 ? "armies.unknown" : "armies.several", { name, among: found.map((unit) => unit.key).join(", ") }));
      army.set(found[0].key, (army.get(found[0].key) ?? 0) + count);
    }
    const all = [...army.values()].reduce((sum, count) => sum + count, 0);
    if (all > most) throw new Error(site.text("armies.too_many", { most }));
    return army;
  };

  const change = (side, key, by) => {
    if (by > 0 && size(side) >= most) {
      problem.textContent = site.text("armies.too_many", { most });
      return;
    }
    const count = (sides[side].get(key) ?? 0) + by;
    if (count > 0) sides[side].set(key, count); else sides[side].delete(key);
    problem.textContent = "";
    show();
  };

  const row = (side, key, count) => {
    const unit = byKey.get(key);
    const step = (by, sign, words) => {
      const button = site.make("button", { type: "button", class: "step no-print", "aria-label": site.text(words, { unit: called(unit) }), "data-key": `${by}${key}` }, sign);
      button.addEventListener("click", () => {
        change(side, key, by);
        const again = [...sections[side].querySelectorAll("button.step")].find((one) => one.dataset.key === button.dataset.key);
        (again ?? sections[side].querySelector(".pick")).focus();
      });
      return button;
    };
    return site.make("tr", {},
      site.make("td", { class: "count" }, step(-1, "−", "armies.fewer"), ` ${count} `, step(1, "+", "armies.more")),
      site.make("th", { scope: "row" }, unit.name, " ", site.make("span", { class: "quiet" }, `${unit.nation}, ${unit.class}`)),
      site.make("td", { class: "number" }, site.number(count * unit.cost)),
      site.make("td", { class: "number by-list" }, site.number(count * cost(unit))));
  };

  const showArmy = (side) => {
    const section = sections[side];
    const body = section.querySelector("tbody");
    body.replaceChildren(...[...sides[side]].map(([key, count]) => row(side, key, count)));
    section.querySelector(".total").textContent = site.text("armies.total", { units: size(side) });
    const [printed, byList] = section.querySelectorAll("tfoot td");
    printed.textContent = site.number(total(side, (unit) => unit.cost));
    byList.textContent = site.number(total(side, cost));
    section.querySelector("thead .by-list").textContent = chosen() < 0 ? "" : site.text("armies.points");
    for (const cell of section.querySelectorAll(".by-list")) cell.hidden = chosen() < 0;
    const left = Number(budget.value) * scale() - total(side, cost);
    section.querySelector(".left").textContent = budget.value === "" ? "" : site.text(left < 0 ? "armies.over" : "armies.left", { points: site.number(Math.abs(left), Number.isInteger(left) ? 0 : 1), counted: site.text(scale() === 1 ? "armies.vp" : "armies.points") });
    const { copies, sizes } = chosen() < 0 ? { copies: null, sizes: null } : lists[chosen()];
    const beyond = copies === null ? [] : [...sides[side]].filter(([, count]) => count > copies).map(([key]) => byKey.get(key).name);
    const allowed = size(side) === 0 || sizes === null || (sizes[0] <= size(side) && size(side) <= sizes[1]);
    section.querySelector(".warning").textContent = [
      beyond.length === 0 ? "" : site.text("armies.copies", { copies, units: beyond.join(", ") }),
      allowed ? "" : site.text("armies.sizes", { least: sizes[0], most: sizes[1], units: size(side) }),
    ].join(" ").trim();
    const text = section.querySelector("textarea");
    if (document.activeElement !== text) text.value = written(side);
  };

  // What one more unit that can be paid adds to the chance to win, the best first
  const showGains = (side) => {
    const forecast = byList();
    const other = side === "a" ? "b" : "a";
    const section = sections[side].querySelector(".gains");
    const possible = size(side) > 0 && size(other) > 0 && size(side) < most;
    section.hidden = !possible;
    if (!possible || !section.open) return;
    const left = budget.value === "" ? Infinity : Number(budget.value) * scale() - total(side, cost);
    const now = forecast.foretell(keys(side), keys(other)).wins;
    const gains = units
      .filter((unit) => forecast.knows(unit.key) && cost(unit) <= left && (nation.value === "" || unit.land === nation.value))
      .map((unit) => ({ unit, more: forecast.foretell([...keys(side), unit.key], keys(other)).wins - now }))
      .sort((x, y) => y.more - x.more).slice(0, GAINS);
    section.querySelector("ol").replaceChildren(...gains.map(({ unit, more }) => {
      const button = site.make("button", { type: "button" }, site.text("armies.gain", { unit: called(unit), more: (more < 0 ? "−" : "+") + site.number(Math.abs(100 * more), 1) }));
      button.addEventListener("click", () => change(side, unit.key, 1));
      return site.make("li", {}, button);
    }));
  };

  const said = () => {
    const forecast = byList();
    if (size("a") === 0 || size("b") === 0) return site.text("armies.ask");
    if ([...keys("a"), ...keys("b")].some((key) => !forecast.knows(key))) return site.text("armies.unknown_to_model");
    const { wins, margin, missed } = forecast.foretell(keys("a"), keys("b"));
    return site.text(margin >= 0 ? "armies.forecast_ahead" : "armies.forecast_behind", { wins: site.percent(wins), margin: site.number(Math.abs(margin), 1), missed: site.number(missed) });
  };

  const show = () => {
    for (const side of SIDES) { showArmy(side); showGains(side); }
    find("forecast").textContent = said();
    site.keep({ a: written("a"), b: written("b"), budget: budget.value, list: list.value });
  };

  const offer = () => {
    for (const side of SIDES) {
      const pick = sections[side].querySelector(".pick");
      const before = pick.value;
      const groups = new Map();
      for (const unit of units) {
        if (nation.value !== "" && unit.land !== nation.value) continue;
        if (!groups.has(unit.nation)) groups.set(unit.nation, site.make("optgroup", { label: unit.nation }));
        groups.get(unit.nation).append(site.make("option", { value: unit.key }, `${unit.name}: ${site.number(cost(unit))}`));
      }
      pick.replaceChildren(...groups.values());
      if ([...pick.options].some((option) => option.value === before)) pick.value = before;
    }
  };

  const load = () => {
    const asked = site.state();
    problem.textContent = "";
    list.value = lists.some((one) => one.name === asked.list) ? asked.list : "";
    budget.value = asked.budget === undefined ? site.data.budget : Number(asked.budget) > 0 ? asked.budget : "";
    for (const side of SIDES) {
      try { sides[side] = read(asked[side] ?? ""); } catch (error) { sides[side] = new Map(); problem.textContent = error.message; }
    }
    offer();
    show();
  };

  list.append(site.make("option", { value: "" }, site.text("armies.printed_list")), ...lists.map((one) => site.make("option", { value: one.name }, one.title)));
  for (const element of [list, nation]) element.addEventListener("change", () => { offer(); show(); });
  budget.addEventListener("input", show);
  find("share").addEventListener("click", () => site.copy(location.href));
  find("print").addEventListener("click", () => print());
  find("exchange").addEventListener("click", () => { [sides.a, sides.b] = [sides.b, sides.a]; show(); });
  for (const side of SIDES) {
    const section = sections[side];
    section.querySelector(".add").addEventListener("click", () => change(side, section.querySelector(".pick").value, 1));
    section.querySelector(".clear").addEventListener("click", () => { sides[side] = new Map(); show(); });
    section.querySelector(".copy").addEventListener("click", () => site.copy(written(side)));
    section.querySelector("details").addEventListener("toggle", () => showGains(side));
    const text = section.querySelector("textarea");
    text.addEventListener("change", () => {
      try {
        sides[side] = read(text.value.replaceAll("\n", ", "));
        problem.textContent = "";
        show();
      } catch (error) { problem.textContent = error.message; }
    });
  }
  addEventListener("hashchange", load);
  load();
  return { models };
})();
