"use strict";
// A note at a counter: who it is, how it is, what it carries and what it sees.  It stays while the pointer is on it.
globalThis.Tip = (data, place) => {
  const { written } = globalThis.Cards;
  let leaving = null;
  let beside = null;

  const line = (text, kind = "") => {
    if (!text) return;
    const made = document.createElement(kind || "p");
    made.textContent = text;
    place.append(made);
  };
  const cards = ({ cards = [], open = [], recovery = [] }) => {
    const down = cards.filter((face) => !face).length;
    const known = cards.filter((face) => face);
    return [
      ...(down ? [`${down} card${down > 1 ? "s" : ""} face down`] : []),
      ...(known.length ? [`holds ${known.map(written).join(" ")}`] : []),
      ...(open.length ? [`turned over ${open.map(written).join(" ")}`] : []),
      ...(recovery.length ? [`recovering with ${recovery.map((face) => (face ? written(face) : "a card face down")).join(" ")}`] : []),
    ];
  };
  const show = (unit, carried, state, words, seen, at) => {
    clearTimeout(leaving);
    place.replaceChildren();
    line(`${unit.label} ${unit.name}`, "strong");
    line(`${unit.kind}, ${unit.country}, ${unit.cost} ${data.counted}`);
    line(unit.traits.join(", "));
    const now = [...words, ...cards(state.u[unit.slot])].join(", ");
    line(now ? `Now: ${now}.` : "Now: unhurt, no cards.");
    line(carried.length ? `Carries ${carried.map((each) => `${each.label} ${each.name}`).join(", ")}.` : "");
    line(`Sees ${seen || "no enemy"}.`);
    place.hidden = false;
    beside = at;
    stand(at.getBoundingClientRect());
  };
  // Under a counter of the upper half, above one of the lower half, and never over the side of the table.
  const stand = (counter) => {
    const board = place.parentElement.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = place;
    const middle = (counter.left + counter.right) / 2 - board.left;
    const left = Math.max(Math.min(middle - wide / 2, board.width - wide - 4), 4);
    const upper = counter.top + counter.bottom < board.top + board.bottom;
    const top = upper ? counter.bottom - board.top + 6 : counter.top - board.top - high - 6;
    place.style.left = `${left}px`;
    place.style.top = `${top}px`;
  };
  const take = () => (place.hidden = true);
  const hide = () => {
    clearTimeout(leaving);
    leaving = setTimeout(take, 300);
  };
  place.addEventListener("pointerenter", () => clearTimeout(leaving));
  place.addEventListener("pointerleave", hide);
  addEventListener("resize", () => place.hidden || stand(beside.getBoundingClientRect())); // a telephone is turned
  return { show, hide, take, shown: () => !place.hidden };
};
