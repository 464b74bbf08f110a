"use strict";
// The page of one shot: choices to address, address to choices, and the answer in words, bars and a table.
(() => {
  const { odds, make, text } = site;
  const { shot, units, first } = site.data;
  const by = (id) => document.getElementById(id);
  const form = by("question");
  const controls = [...form.elements].filter((one) => one.name);
  const names = controls.map((one) => one.name);
  const usual = Object.fromEntries(controls.map((one) => [one.name, one.tagName === "SELECT" ? one.options[0].value : one.value]));
  [usual.a, usual.b] = first;
  const READINGS = Object.fromEntries([...document.querySelectorAll("#rulings select")].map((one, place) => [one.name, Object.keys(shot.rulings)[place]]));
  const nameOf = Object.fromEntries(units.map(([key, name]) => [key, name]));

  const label = (name) => controls[names.indexOf(name)].closest("label").firstChild.textContent.trim();
  const worded = (name, value) => {
    const control = controls[names.indexOf(name)];
    return control.tagName === "SELECT" ? [...control.options].find((one) => one.value === value).textContent : value;
  };

  // The unit that a name is likest to, by the pairs of letters that both have
  const pairs = (words) => {
    const folded = site.folded(words);
    return new Set([...folded].slice(1).map((letter, place) => folded[place] + letter));
  };
  const likest = (asked) => {
    const wanted = pairs(asked);
    const alike = ([key, name]) => Math.max(...[key.replace(/ \[.*/, ""), key, name].map((each) => {
      const own = pairs(each);
      return (2 * [...wanted].filter((pair) => own.has(pair)).length) / Math.max(1, wanted.size + own.size);
    }));
    return units.map((one) => [alike(one), one[0]]).reduce((best, one) => (one[0] > best[0] ? one : best));
  };
  const unitOf = (asked) => {
    if (asked in nameOf) return { key: asked, known: true };
    const folded = site.folded(asked);
    const same = units.filter(([key, name]) => [key, key.replace(/ \[.*/, ""), name].some((each) => site.folded(each) === folded));
    if (same.length === 1) return { key: same[0][0], known: true };
    return { key: likest(asked)[1], known: false };
  };

  // A question out of an address: the nearest that can be asked, and what had to be changed
  const read = (given) => {
    const state = { ...usual };
    const problems = [];
    for (const [name, asked] of Object.entries(given)) {
      const control = controls[names.indexOf(name)];
      if (control === undefined) problems.push(text("odds.unknown_name", { name }));
      else if (name === "a" || name === "b") {
        const { key, known } = unitOf(asked);
        state[name] = key;
        if (!known) problems.push(text("odds.unknown_unit", { asked, shown: nameOf[key] }));
      } else {
        const value = name === "card" ? asked.toUpperCase() : asked;
        const fits = control.tagName === "SELECT"
          ? [...control.options].some((one) => one.value === value)
          : value.trim() !== "" && Number(value) >= Number(control.min) && Number(value) <= Number(control.max);
        if (fits) state[name] = value;
        else problems.push(text("odds.unknown_value", { name: label(name), asked, shown: worded(name, usual[name]) }));
      }
    }
    if (!("weapon" in given) || state.weapon !== given.weapon) state.weapon = odds.firstWeapon(asTables(state));
    for (const [name, unit] of [["hits", "b"], ["own", "a"]]) {
      if (state[name] === "1" && odds.hitsToDestroy(state[unit], asTables(state)) === 1) {
        state[name] = "0";
        problems.push(text("odds.fragile", { unit: nameOf[state[unit]] }));
      }
    }
    return { state, problems };
  };

  // Rulings have their IDs in the address and their switches in the tables
  const asTables = (state) => {
    const found = { ...state };
    for (const [id, name] of Object.entries(READINGS)) found[name] = state[id];
    return found;
  };

  let state = usual;

  const fill = () => {
    const weapons = odds.weapons(asTables(state));
    for (const option of form.elements.weapon.options) {
      const one = weapons.find((each) => each.name === option.value);
      const named = text(`odds.weapon_${one.name}`);
      option.textContent = one.picked ? text("odds.weapon_picked", { weapon: named }) : one.there ? named : text("odds.weapon_none", { weapon: named });
    }
    for (const control of controls) if (control.value !== state[control.name]) control.value = state[control.name];
    if (Object.keys(READINGS).some((id) => state[id] !== usual[id])) by("rulings").open = true;
  };

  const address = () => {
    const asked = { a: state.a, b: state.b };
    for (const name of names) {
      const plain = name === "weapon" ? odds.firstWeapon(asTables(state)) : usual[name];
      if (state[name] !== plain) asked[name] = state[name];
    }
    site.keep(asked);
  };

  const rule = (id) => {
    const [usually, link] = site.data.rules[id];
    const says = site.data.readings[id]?.[state[id]] ?? usually;
    return make("li", {}, make("a", { href: link }, id), " ", says);
  };
  const rules = (ids) => {
    const each = [...new Set(ids)];
    return make("details", { class: "by-rules" }, make("summary", {}, text("odds.rules_of", { rules: each.join(", ") })), make("ul", {}, ...each.map(rule)));
  };
  const sentence = ([words, ids]) => make("li", {}, words, rules(ids));
  const refused = (words, id) => [make("p", { class: "refused" }, words), make("ul", { class: "plain" }, rule(id))];

  const bar = (parts) => {
    const whole = make("span", { class: "bar", "aria-hidden": "true" });
    for (const [kind, value] of parts) {
      const part = make("span", { class: `piece ${kind}` });
      part.style.width = `${(100 * value) / shot.whole}%`;
      whole.append(part);
    }
    return whole;
  };
  const figure = (name, value, kind) => make("tr", { class: kind },
    make("th", { scope: "row" }, name), make("td", { class: "number" }, odds.share(value)), make("td", { class: "drawn" }, bar([[kind, value]])));
  const figures = (rows) => make("table", { class: "figures" }, make("tbody", {}, ...rows));

  const cardWords = () => (state.card ? worded("card", state.card) : text("odds.deck"));
  const inches = () => site.number(Number(state.distance), Number.isInteger(Number(state.distance)) ? 0 : 1);

  const answered = ({ chances, found }) => {
    const onArmor = found.firer.machine_gun && found.target.armored;
    const rows = [figure(text("odds.destroyed"), chances.destroyed, "destroyed")];
    if (found.target.hits_to_destroy === 2) rows.push(figure(text(found.hits ? "odds.still_one_hit" : "odds.one_hit"), chances.one, "one"));
    if (chances.suppressed) rows.push(figure(text(onArmor ? "odds.card_lost" : "odds.suppressed"), chances.suppressed, "suppressed"));
    if (!found.hits) rows.push(figure(text("odds.nothing"), chances.none - chances.suppressed, "nothing"));
    const more = [figure(text("odds.met"), chances.met, "met")];
    const allLethal = found.throws.some((roll) => roll >= 0 && shot.throws[roll].all_lethal);
    more.push(figure(text(allLethal ? "odds.all_lethal" : "odds.lethal"), chances.lethal, "met"));
    if (found.firer.mortar) more.push(figure(text("odds.second"), chances.more, "met"));
    if (found.firer.howitzer) more.push(figure(text("odds.neighbour"), chances.more, "met"));
    if (chances.noShot) more.push(figure(text("odds.no_shot"), chances.noShot, "nothing"));
    return [figures(rows), figures(more)];
  };

  const rankWords = (ranks) => ranks.map((one) => (/\d/.test(one) ? one : text(`odds.rank_${one}`))).join(", ");
  const cardTable = ({ cards, found }, colour) => {
    const shown = cards[colour];
    const name = text(`odds.${odds.COLOURS[colour]}_cards`);
    if (shown[0].forbidden) return make("div", {}, make("h3", {}, name), ...refused(text("odds.forbidden_colour"), shown[0].forbidden));
    const all = [["destroyed", (one) => one.destroyed], ["one_hit", (one) => one.one], ["suppressed", (one) => one.suppressed], ["nothing", (one) => one.none - one.suppressed], ["met", (one) => one.met]];
    const columns = all.filter(([, of]) => cards.flat().some((one) => of(one) > 0));
    const chosen = state.card ? odds.cardOf(state.card) : null;
    const body = shown.map((one, k) => {
      const here = chosen !== null && chosen.colour === colour && chosen.k === k;
      const head = make("th", { scope: "row" }, rankWords(shot.ranks[k]), here ? make("span", { class: "unseen" }, ` (${text("odds.chosen")})`) : "");
      const parts = bar([["destroyed", one.destroyed], ...(found.hits ? [] : [["one", one.one]]), ["suppressed", one.suppressed]]);
      return make("tr", { class: here ? "chosen-card" : null }, head, make("td", { class: "drawn" }, parts), ...columns.map(([, of]) => make("td", { class: "number" }, odds.share(of(one)))));
    });
    const heads = [make("th", { scope: "col" }, text("odds.cards")), make("td", {}), ...columns.map(([key]) => make("th", { scope: "col", class: "number" }, text(`odds.short_${key}`)))];
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, make("table", {}, make("caption", {}, name), make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...body)));
  };

  const combat = () => {
    const fight = odds.combat(asTables(state));
    const [a, b] = [nameOf[state.a], nameOf[state.b]];
    const dice = (count) => text(`odds.dice_${new Intl.PluralRules(document.documentElement.lang).select(count)}`, { count });
    const parts = [make("p", {}, make("b", {}, text("odds.assault_asked", { a, b, card: cardWords() })))];
    if (fight.forbidden === "PT-MELEE-02") return [...parts, ...refused(text("odds.assault_none"), fight.forbidden)];
    if (fight.forbidden === "PT-HIT-05") return [...parts, ...refused(text("odds.assault_shocked"), fight.forbidden)];
    if (fight.forbidden) return [...parts, ...refused(text("odds.assault_forbidden", { a }), fight.forbidden)];
    const rows = [figure(text("odds.assault_won", { b }), fight.won, "destroyed"), figure(text("odds.assault_lost", { a }), fight.lost, "one"), figure(text("odds.assault_neither"), fight.neither - fight.none, "nothing")];
    if (fight.none) rows.push(figure(text("odds.assault_none"), fight.none, "nothing"));
    parts.push(figures(rows));
    const { reach } = site.data.assault;
    const missing = Number(state.distance) - reach;
    if (missing > 0) parts.push(make("p", {}, text("odds.assault_reach", { reach, distance: inches(), missing: site.number(missing, Number.isInteger(missing) ? 0 : 1) })));
    parts.push(make("p", {}, text("odds.assault_rolls", { own: dice(fight.dice[0]), theirs: dice(fight.dice[1]) })), rules(["PT-MELEE-02", "PT-MELEE-04", "PT-MELEE-05", "PT-MELEE-06"]));
    return parts;
  };

  const otherOrders = () => {
    const shocked = state.own === "1";
    const head = make("p", {}, make("b", {}, text("odds.orders_asked", { a: nameOf[state.a], card: cardWords() })));
    if (shocked) return [head, ...refused(text("odds.forbidden_shocked"), "PT-HIT-05")];
    const { move, inches: far, cover } = odds.orders(state);
    const red = state.card && odds.cardOf(state.card).colour === 0;
    const rows = [figure(text("odds.orders_move"), move, "met")];
    if (!red) rows.push(figure(text("odds.orders_cover"), cover, "met"));
    const average = text("odds.orders_inches", { inches: site.number(far / shot.whole, 1) });
    return [head, figures(rows), make("p", {}, red ? `${average} ${text("odds.orders_red")}` : average), rules(["PT-CARD-06", "PT-CARD-07", "PT-MOVE-01", "PT-COVER-04", "PT-COVER-05"])];
  };

  const duelWords = () => {
    const [a, b] = [nameOf[state.a], nameOf[state.b]];
    const hundred = (share) => site.number(100 * share);
    const found = odds.duels(state).map(({ inches: far, wins, loses }) =>
      make("li", {}, text("odds.duel", { a, b, inches: far, wins: hundred(wins), loses: hundred(loses) })));
    return found.length > 0 ? [make("ul", {}, ...found)] : [make("p", {}, text("odds.duel_unknown"))];
  };

  const show = () => {
    fill();
    const asked = asTables(state);
    const [a, b] = [nameOf[state.a], nameOf[state.b]];
    const found = odds.answer(asked);
    const question = make("p", { class: "asked" }, make("b", {}, text("odds.asked", { a, b, card: cardWords(), distance: inches() })));
    const barred = found.forbidden ?? found.chances.forbidden;
    for (const id of ["why", "cards"]) by(id).hidden = found.forbidden !== null;
    by("why").hidden = Boolean(barred);
    let said;
    if (barred) {
      said = found.forbidden === null ? text("odds.forbidden_card", { a }) : found.forbidden === "PT-HIT-05" ? text("odds.forbidden_shocked") : text("odds.forbidden", { a, b });
      by("answer").replaceChildren(question, ...refused(said, barred));
    } else {
      const { destroyed, one, none } = found.chances;
      said = text("odds.said", { destroyed: odds.share(destroyed), one: odds.share(one), none: odds.share(none) });
      by("answer").replaceChildren(question, ...answered(found));
      by("steps").replaceChildren(...odds.why(asked, found.found).steps.map(sentence));
    }
    if (found.forbidden === null) by("by-card").replaceChildren(cardTable(found, 0), cardTable(found, 1));
    by("combat").replaceChildren(...combat());
    by("orders").replaceChildren(...otherOrders());
    by("duels").replaceChildren(...duelWords());
    document.title = `${a} → ${b}: ${text("odds.title")}`;
    return said;
  };

  const notice = (problems) => by("notices").replaceChildren(...problems.map((words) => make("p", {}, words)));

  const arrive = () => {
    const found = read(site.state());
    state = found.state;
    notice(found.problems);
    show();
  };

  const change = (changed) => {
    const next = { ...state, ...changed };
    if (next.a !== state.a) {
      const there = odds.weapons(asTables(next)).some((one) => one.name === next.weapon && one.there);
      const plain = state.weapon === odds.firstWeapon(asTables(state));
      if (!there || plain) next.weapon = odds.firstWeapon(asTables(next));
    }
    const found = read(next);
    state = found.state;
    notice(found.problems);
    address();
    site.say(show());
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const { name, value } = event.target;
    if (event.target.checkValidity()) change({ [name]: value });
  });
  form.elements.distance.addEventListener("change", () => {
    if (!form.elements.distance.checkValidity()) {
      change({});
      notice([text("odds.unknown_value", { name: label("distance"), asked: form.elements.distance.value, shown: state.distance })]);
      form.elements.distance.value = state.distance;
    }
  });
  by("swap").addEventListener("click", () => change({ a: state.b, b: state.a, hits: state.own, own: state.hits }));
  by("reset").addEventListener("click", () => change({ ...usual, weapon: odds.firstWeapon(asTables(usual)) }));
  by("copy").addEventListener("click", () => site.copy(location.href));
  addEventListener("hashchange", arrive);
  odds.read = (given) => read(given).state;
  odds.ask = (given) => {
    const asked = asTables(read(given).state);
    return { ...odds.answer(asked), combat: odds.combat(asked), orders: odds.orders(asked), duels: odds.duels(asked) };
  };
  arrive();
})();
