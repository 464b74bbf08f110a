"use strict";
// What stands beside the table at every step: hands, units, dice, reasons, what is told, and the log.
globalThis.Beside = (data, states, table) => {
  const $ = (id) => document.getElementById(id);
  const { written, isRed } = globalThis.Cards;
  const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
  const lines = [...$("log").children];
  const rows = [...document.querySelectorAll("table.turns tbody tr")];
  const options = [...$("turn").options];

  const element = (kind, name, text, parent) => {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
  };
  const cardIn = (parent, face) => {
    const made = element("span", face ? `card${isRed(face) ? " red" : ""}` : "card down", face ? written(face) : "", parent);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", face ? written(face) : "a card face down");
    return made;
  };
  const hands = (state, turn) => {
    $("hands").replaceChildren();
    ["a", "b"].forEach((side, k) => {
      const [vp, held] = state.s[k];
      const hand = element("div", `hand side-${side}`, undefined, $("hands"));
      element("span", "badge", side, hand);
      element("strong", "", `${vp} ${data.counted}`, hand);
      held.forEach(([saved, down], number) => {
        if (held.length > 1) element("span", "quiet", `${number + 1}:`, hand).title = `The cards of player ${number + 1} of side ${side}`;
        const cards = element("span", "cards", undefined, hand);
        if (down) cardIn(cards, "").setAttribute("aria-label", `${down} cards face down`);
        if (down) element("span", "count", `×${down}`, cards);
        saved.forEach((face) => cardIn(cards, face));
      });
    });
    element("div", "pile quiet", `turn ${turn} · pile ${state.p}`, $("hands"));
  };
  const roster = (state) => {
    $("roster").replaceChildren();
    ["a", "b"].forEach((side) => {
      const list = element("ul", `side side-${side}`, undefined, $("roster"));
      list.setAttribute("aria-label", `Side ${side}`);
      data.units.filter((unit) => unit.side === side).forEach((unit) => rosterRow(list, unit, state));
    });
  };
  const rosterRow = (list, unit, state) => {
    const now = state.u[unit.slot];
    const row = element("li", now.dead ? "dead" : "", undefined, list);
    element("span", "badge", unit.label, row);
    const picture = table.draw("svg", { class: "symbol", viewBox: "0 0 24 16", role: "img", "aria-label": unit.kind }, row);
    table.draw("use", { href: `#unit-${now.dead && unit.vehicle ? "wreck" : unit.symbol}` }, picture);
    element("span", "name", unit.name, row);
    element("span", "quiet", `${unit.nation} · ${unit.cost} ${data.counted}`, row);
    if (data.commanders["ab".indexOf(unit.side)] > 1) element("span", "quiet", `· player ${unit.commander}`, row);
    const words = table.states(now, state.x.includes(unit.slot));
    if (words.length) element("em", "", words.join(", "), row);
    const cards = element("span", "cards", undefined, row);
    [...(now.open ?? []), ...(now.cards ?? []), ...(now.recovery ?? [])].forEach((face) => cardIn(cards, face));
  };
  const roll = (at) => {
    const { r, k } = data.frames[at];
    $("roll").replaceChildren();
    if (r) {
      const dice = element("p", `dice ${r.passed ? "passed" : "failed"}`, undefined, $("roll"));
      dice.setAttribute("role", "img");
      dice.setAttribute("aria-label", `dice: ${r.dice.join(", ") || "not kept"}`);
      r.dice.forEach((face, n) => element("span", `die ${r.kinds[n]}`, FACES[face], dice));
      r.words.slice(1).forEach((text, n) => element("p", n === 1 ? "chance" : "", text, $("roll")));
      const kinds = [...new Set(r.kinds)].filter((kind) => kind !== "ordinary");
      if (kinds.length) element("p", "quiet", `Framed twice: ${kinds.join(", ")} dice.`, $("roll"));
    } else {
      const last = data.frames.findLastIndex((frame, place) => place < at && frame.t === data.frames[at].t && frame.r);
      if (last >= 0) element("p", "quiet", `The roll before: ${data.frames[last].r.words.slice(0, 2).join(", ")}.`, $("roll"));
    }
    if (k) element("p", "luck", k.words, $("roll"));
  };
  const why = (at) => {
    if (!$("why")) return;
    const reasons = data.why[at];
    $("why").replaceChildren();
    element("h2", "", reasons ? `Why? ${reasons.heading}` : "Why?", $("why"));
    if (!reasons) {
      element("p", "quiet", "No decision led here.", $("why"));
      return;
    }
    const list = element("ol", "", undefined, $("why"));
    reasons.options.forEach(([rank, words, worth, chosen]) => {
      const option = element("li", chosen ? "chosen" : "", undefined, list);
      option.value = rank;
      element("span", "", `${words}${chosen ? " (taken)" : ""}`, option);
      element("b", "", `${worth.toFixed(2)} VP`, option);
    });
    if (reasons.chosen) element("p", "", `Taken, but not weighed: ${reasons.chosen}`, $("why"));
    if (reasons.more) element("p", "quiet", `and ${reasons.more} more`, $("why"));
  };
  const texts = (at) => [...lines[at].querySelectorAll("span")].map((line) => line.textContent.trim());
  const told = (at) => {
    $("told").replaceChildren();
    const { r } = data.frames[at];
    (r ? [r.words[0]] : texts(at)).forEach((text) => element("p", "", text, $("told")));
    document.querySelector(".now").scrollTop = 0;
  };
  const log = (at, secret) => {
    lines.forEach((line, k) => {
      if (k === at) line.setAttribute("aria-current", "true");
      else if (line.hasAttribute("aria-current")) line.removeAttribute("aria-current");
      if (line.hidden !== (secret && k > at)) line.hidden = secret && k > at;
    });
    const [box, line] = [$("log"), lines[at]];
    box.scrollTop = line.offsetTop - box.clientHeight / 2;
  };
  const turns = (at, secret) => {
    const turn = data.turns.findLastIndex((each) => each.frame <= at);
    if (turn >= 0) $("turn").selectedIndex = turn;
    rows.forEach((row, k) => {
      row.hidden = secret && data.turns[k].frame > at;
      row.classList.toggle("current", k === turn);
      row.querySelector(".jump").toggleAttribute("aria-current", k === turn);
      options[k].hidden = options[k].disabled = row.hidden;
    });
  };
  const show = (at, secret) => {
    const state = states[at];
    hands(state, data.frames[at].t);
    roster(state);
    [told, roll, why].forEach((part) => part(at));
    [log, turns].forEach((part) => part(at, secret));
  };

  const legend = () => {
    [["a", "disc"], ["b", "square"]].forEach(([side, form]) => {
      const row = element("p", `side-${side}`, undefined, $("legend"));
      element("span", "badge", side, row);
      element("span", "", `a counter of side ${side} is a ${form}; it is hollow while the unit is shocked`, row);
    });
    const kinds = new Map(data.units.map((unit) => [unit.symbol, unit.symbol.replaceAll("-", " ")]));
    const list = element("ul", "kinds", undefined, $("legend"));
    [...kinds, ["wreck", "wreck"]].forEach(([symbol, words]) => {
      const row = element("li", "", undefined, list);
      const picture = table.draw("svg", { class: "symbol", viewBox: "0 0 24 16", "aria-hidden": "true" }, row);
      table.draw("use", { href: `#unit-${symbol}` }, picture);
      element("span", "", words === "spg" ? "self-propelled gun" : words, row);
    });
    element("p", "", `Counters are drawn larger than their one-inch bases, until you zoom in; the point is the front. Smoke with a number: hits, the unit is shocked. Cross in a ring: immobilised. Arrow in a ring: suppressed this turn. Corners around a counter: it has found cover. A number after a plus: so many are aboard, and what they do is shown at their carrier.${data.table.positions.length ? " A framed square inch is a fortified position, a filled one a heavy one." : ""} Cards under a counter lie face down or have been turned over.`, $("legend"));
  };
  legend();
  return { show, texts };
};
