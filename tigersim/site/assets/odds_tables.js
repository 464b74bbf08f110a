"use strict";
// Exact odds by looking them up: over the classes of firer and target to a throw and a victim, and to their chances.
// Nothing is worked out here but sums; the chances are whole numbers out of site.data.shot.whole.
site.odds = (() => {
  const { shot, assault, units } = site.data;
  const { whole } = shot;
  const COLOURS = ["red", "black"];
  const at = new Map(units.map(([key], place) => [key, place]));
  const WIDTH = shot.difficulties.length;

  // Curves stand in one row, each number as what it is more than the one before it
  const curves = [];
  let sum = 0;
  shot.curves.forEach((more, place) => {
    sum += more;
    if (place % WIDTH === 0) curves.push([]);
    curves.at(-1).push(sum);
  });

  const ruleOf = (number) => shot.rules[-1 - number];

  // Which choice of readings: profiles are numbered with the last of their switches changing fastest
  const reading = (state) => shot.of_profile.reduce((number, name) => {
    const options = shot.rulings[name];
    return number * options.length + options.indexOf(state[name] ?? options[0]);
  }, 0);
  const under = (kept, state) => (Array.isArray(kept) ? kept[reading(state)] : kept);
  const fires = (state) => shot.fires[under(shot.units[at.get(state.a)][0], state)];
  const stands = (unit, state) => shot.stands[under(shot.units[at.get(unit)][1], state)];

  // The stretch between limits that a distance lies in
  const stretch = (distance) => shot.limits.filter((limit) => distance > limit).length;

  const weapons = (state) => fires(state).map((one, place) => ({
    name: shot.weapons[place],
    there: typeof one !== "number",
    picked: typeof one !== "number" && one[0] === 1,
  }));
  const firstWeapon = (state) => (weapons(state).find((one) => one.there) ?? { name: shot.weapons[0] }).name;

  const place = (state) => {
    const { aspect, cover, found, fort } = shot.places;
    const terrain = cover.indexOf(state.cover === "building" ? "wood" : state.cover === "hill" ? "none" : state.cover);
    const which = [[aspect, aspect.indexOf(state.aspect)], [cover, terrain], [found, Number(state.found === "yes")], [fort, fort.indexOf(state.fort)]];
    return which.reduce((number, [all, one]) => number * all.length + one, 0);
  };

  const hitsToDestroy = (unit, state) => shot.targets[stands(unit, state)[2][0]].hits_to_destroy;

  // What a question leads to: {forbidden: rule} or the classes, throws and victim
  const resolve = (state) => {
    if (state.own === "1") return { forbidden: "PT-HIT-05" };
    const stand = stands(state.b, state);
    const target = stand[2][place(state)];
    if (target < 0) return { forbidden: ruleOf(target) };
    const weapon = fires(state)[shot.weapons.indexOf(state.weapon)];
    if (typeof weapon === "number") return { forbidden: ruleOf(weapon) };
    const firer = weapon[2][shot.arcs.indexOf(state.arc) * (shot.limits.length + 1) + stretch(Number(state.distance))];
    if (firer < 0) return { forbidden: ruleOf(firer) };
    const throws = shot.rolls[1][shot.rolls[0][firer][target]];
    if (throws.every((one) => one < 0)) return { forbidden: ruleOf(throws[0]) };
    const options = shot.rulings[shot.on_dice];
    const each = shot.victims[1][shot.victims[0][firer][target]];
    const hits = Number(state.hits);
    const victim = each[options.indexOf(state[shot.on_dice] ?? options[0]) * shot.targets[target].hits_to_destroy + hits];
    return {
      forbidden: null, throws, victim, hits,
      firer: shot.firers[firer], target: shot.targets[target], picked: weapon[0] === 1,
      sources: { weapon: weapon[1], armor: stand[0], hits: stand[1] },
    };
  };

  const nothing = (hits, forbidden) => ({
    forbidden, destroyed: 0, one: hits * whole, none: (1 - hits) * whole, suppressed: 0, met: 0, lethal: 0, noShot: whole, more: 0,
  });

  // The chances on a card of a colour and the difficulty of this number
  const onCard = (found, colour, k) => {
    const roll = found.throws[colour];
    if (roll < 0) return nothing(found.hits, ruleOf(roll));
    const [destroyed = 0, first = 0, suppressed = 0, more = 0] = shot.rows[curves[shot.curve_of[roll][found.victim]][k]];
    const scored = shot.scored[shot.scored_of[roll][found.victim]];
    const one = found.hits ? whole - destroyed : first;
    return { forbidden: null, destroyed, one, none: whole - destroyed - one, suppressed, met: scored[2 * k], lethal: scored[2 * k + 1], noShot: 0, more };
  };

  // Sums over cards: of each difficulty a colour has two of each rank
  const overDeck = (of, names) => {
    const total = Object.fromEntries(names.map((name) => [name, 0]));
    let cards = 0;
    for (const colour of [0, 1]) {
      shot.difficulties.forEach((_, k) => {
        const weight = 2 * shot.ranks[k].length;
        const one = of(colour, k);
        for (const name of names) total[name] += weight * one[name];
        cards += weight;
      });
    }
    for (const name of names) total[name] /= cards;
    return total;
  };

  const cardOf = (card) => {
    const colour = Number(!"HD".includes(card.at(-1)));
    return { colour, k: shot.ranks.findIndex((ranks) => ranks.includes(card.slice(0, -1))) };
  };

  const NAMES = ["destroyed", "one", "none", "suppressed", "met", "lethal", "noShot", "more"];

  // The answer to a question: {forbidden: rule} or {chances, cards: [red, black], found}
  const answer = (state) => {
    const asked = { ...state, weapon: state.weapon || firstWeapon(state) };
    const found = resolve(asked);
    if (found.forbidden) return { forbidden: found.forbidden };
    const cards = [0, 1].map((colour) => shot.difficulties.map((_, k) => onCard(found, colour, k)));
    if (!state.card) return { forbidden: null, chances: { forbidden: null, ...overDeck((colour, k) => cards[colour][k], NAMES) }, cards, found };
    const { colour, k } = cardOf(state.card);
    return { forbidden: null, chances: cards[colour][k], cards, found };
  };

  // Close combat of the two: {forbidden: rule} or {won, lost, neither, none, dice}
  const combat = (state) => {
    if (state.own === "1") return { forbidden: "PT-HIT-05" };
    const [attacker, defender] = [state.a, state.b].map((key) => assault.units[at.get(key)]);
    const pair = assault.met[attacker][defender];
    if (pair < 0) return { forbidden: assault.rules[-1 - pair] };
    const [own, theirs, ...kept] = assault.pairs[pair];
    const curve = assault.curves[kept[Number(state.hits)]];
    const of = (colour, k) => (colour === 1
      ? { won: 0, lost: 0, none: whole }
      : { won: curve[2 * k], lost: curve[2 * k + 1], none: 0 });
    let chances;
    if (state.card) {
      const { colour, k } = cardOf(state.card);
      if (colour === 1) return { forbidden: "PT-MELEE-02" };
      chances = of(colour, k);
    } else chances = overDeck(of, ["won", "lost", "none"]);
    return { forbidden: null, ...chances, neither: whole - chances.won - chances.lost, dice: [own, theirs] };
  };

  // What else a card lets the firer do: the chance that it moves, inches on average, the chance of cover
  const orders = (state) => {
    const curves = site.data.orders.classes[site.data.orders.units[at.get(state.a)]];
    const of = (colour, k) => {
      const [move, inches, cover] = curves[colour].slice(3 * k, 3 * k + 3);
      return { move, inches, cover };
    };
    if (!state.card) return overDeck(of, ["move", "inches", "cover"]);
    const { colour, k } = cardOf(state.card);
    return of(colour, k);
  };

  // Duels of the two: [{inches, wins, loses}], empty where one is in no list
  const between = duelsIn(site.data.duels.pairs, site.data.duels.distances);
  const inLists = new Map(site.data.duels.units.map((key, place) => [key, place]));
  const duels = (state) => {
    const places = [state.a, state.b].map((key) => inLists.get(key));
    if (places.includes(undefined) || places[0] === places[1]) return [];
    return between(...places).map(([wins, loses], place) => ({ inches: site.data.duels.distances[place], wins, loses }));
  };

  // A share in percent with one digit, as Python rounds: what lies just between goes to the even one
  const share = (value) => {
    const tenths = value / (whole / 1000);
    const below = Math.floor(tenths);
    const rest = tenths - below;
    const between = Math.abs(rest - 0.5) < 1e-6;
    return `${site.number((below + (between ? below % 2 : Number(rest > 0.5))) / 10, 1)}%`;
  };

  return { answer, combat, orders, duels, share, weapons, firstWeapon, hitsToDestroy, cardOf, COLOURS };
})();
