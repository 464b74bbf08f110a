"use strict";
// Finds units by what was typed: the key, the name in either language, or the beginning of one; a nation tells doubles apart.
const picker = (units) => {
  const folded = units.map((one) => ({ one, key: site.folded(one.key), label: site.folded(one.label), words: ` ${site.folded(one.words)}` }));

  // {unit} for what can mean one unit only, {several} where it can mean more, {} where nothing is called so
  const find = (typed) => {
    const asked = site.folded(typed);
    if (asked === "") return {};
    const exact = folded.filter((each) => each.key === asked || each.label === asked);
    if (exact.length === 1) return { unit: exact[0].one };
    const parts = asked.split(" ");
    const named = folded.filter((each) => site.folded(each.one.name) === asked || site.folded(each.one.key.replace(/ \[.*$/, "")) === asked);
    const hits = named.length > 0 ? named : folded.filter((each) => parts.every((part) => each.words.includes(` ${part}`)));
    return hits.length === 1 ? { unit: hits[0].one } : { several: hits.map((each) => each.one) };
  };

  const offer = (list) => list.replaceChildren(...units.map((one) => site.make("option", { value: one.label })));

  return { find, offer, byKey: new Map(units.map((one, place) => [one.key, { ...one, place }])) };
};

// The symbol of a kind of unit, as the page defines it once
const unitSymbol = (name) => {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ class: "symbol", width: 24, height: 16, "aria-hidden": "true" })) drawn.setAttribute(key, value);
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#${name}`);
  drawn.append(use);
  return drawn;
};
