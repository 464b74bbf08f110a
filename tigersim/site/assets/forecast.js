"use strict";
// Who wins between two armies, foretold by the numbers of a model of armies: the sums that the program does.
const forecastBy = (model) => {
  const numbers = new Map(model.units.map((key, number) => [key, number]));

  const layer = (values, weights, bias) => bias.map((start, to) => values.reduce((sum, value, from) => sum + value * weights[from][to], start));
  const positive = (values) => values.map((value) => Math.max(value, 0));

  // What an army is made of: sums over its units, bent so that they stay below what is enough
  const madeOf = (army) => {
    const sums = new Array(model.traits[0].length).fill(0);
    let worth = 0;
    for (const key of army) {
      const unit = numbers.get(key);
      worth += model.worth[unit];
      model.traits[unit].forEach((value, at) => { sums[at] += value; });
    }
    return { worth, bent: sums.map((sum) => model.full * Math.tanh(sum / model.full)) };
  };
  const heads = (mine, theirs) => layer(positive(layer(positive(layer([...mine.bent, ...theirs.bent], model.first, model.first_bias)), model.second, model.second_bias)), model.last, model.last_bias);

  // P(a standard normal number is below z), Taylor's series about 0: more than six digits for every z that is printed
  const below = (z) => {
    if (Math.abs(z) > 6) return z > 0 ? 1 : 0;
    let term = z, sum = z;
    for (let n = 1; Math.abs(term) > 1e-12; n += 1) {
      term *= (-z * z) / (2 * n);
      sum += term / (2 * n + 1);
    }
    return 0.5 + sum / Math.sqrt(2 * Math.PI);
  };

  // By how many points forecasts of such a chance miss: by how far it lies from an even match, at most
  const missed = (wins) => (model.misses.find(([off]) => 100 * Math.abs(wins - 0.5) <= off) ?? model.misses.at(-1))[1];

  // Of lists of keys: the chance of a to win, a draw counting half, the VP that it is ahead on average, and the doubt
  const foretell = (a, b) => {
    const mine = madeOf(a), theirs = madeOf(b);
    const [of, against] = [heads(mine, theirs), heads(theirs, mine)];
    const margin = mine.worth - theirs.worth + of[0] - against[0];
    const [spread, steepness] = [1, 2].map((at) => (of[at] + against[at]) / 2);
    const wins = below(margin * Math.exp(steepness - spread));
    return { wins, margin: model.vp * margin, missed: missed(wins) };
  };
  return { foretell, knows: (key) => numbers.has(key) };
};
