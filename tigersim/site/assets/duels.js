"use strict";
// Duels between units by their places in the lists, looked up: for each distance the chances that the first destroys the
// second, and the other way round. Each pair stands once, with the unit that is earlier in the lists.
const duelsIn = (packed, distances) => (one, other) => {
  const turned = one > other;
  const [first, second] = turned ? [other, one] : [one, other];
  const start = 2 * distances.length * (second - first - 1);
  return distances.map((inches, place) => {
    const pair = packed[first].slice(start + 2 * place, start + 2 * place + 2).map((each) => each / 10000);
    return turned ? pair.reverse() : pair;
  });
};
