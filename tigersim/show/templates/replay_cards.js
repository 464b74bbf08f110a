"use strict";
// How a card is written.
globalThis.Cards = (() => {
  const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const written = (card) => `${card.slice(0, -1)}${SUITS[card.slice(-1)]}`;
  const isRed = (card) => /[DH]$/.test(card);
  return { written, isRed };
})();
