"use strict";
// Who sees what: the table's lines of sight as the rules counted them out, and the wrecks (or vehicles) that stand on them.
globalThis.Sight = (data) => {
  const { width, depth } = data.table;
  const rows = new Map();

  // A row is written as lengths of runs: not seen, seen, not seen, ...
  const unpacked = (cell) => {
    const seen = new Uint8Array(width * depth);
    let at = 0;
    data.sight[cell].split(" ").forEach((length, k) => {
      seen.fill(k % 2, at, at + Number(length));
      at += Number(length);
    });
    return seen;
  };
  const row = (cell) => {
    if (!rows.has(cell)) rows.set(cell, unpacked(cell));
    return rows.get(cell);
  };

  // PT-FIRE-08: the line between two centres runs inside a square that is neither end.
  const crosses = (dx, dy, ox, oy) => {
    if (ox < Math.min(dx, 0) || ox > Math.max(dx, 0) || oy < Math.min(dy, 0) || oy > Math.max(dy, 0)) return false;
    return 2 * Math.abs(dx * oy - dy * ox) < Math.abs(dx) + Math.abs(dy);
  };
  const between = ([ax, ay], [bx, by], [x, y]) => {
    const [dx, dy, ox, oy] = [bx - ax, by - ay, x - ax, y - ay];
    const isEnd = (ox === 0 && oy === 0) || (ox === dx && oy === dy);
    return !isEnd && crosses(dx, dy, ox, oy);
  };

  const bodies = (state) => [
    ...(data.wrecksBlock ? state.w : []),
    ...(data.vehiclesBlock ? data.units.filter((unit) => unit.vehicle).map((unit) => state.u[unit.slot]).filter((unit) => unit.at && unit.on === undefined).map((unit) => unit.at) : []),
  ];
  const sees = (state, from, to) => row(from[1] * width + from[0])[to[1] * width + to[0]] === 1 && !bodies(state).some((body) => between(from, to, body));

  // Inches between two one-inch bases.
  const inches = (from, to) => Math.hypot(...[0, 1].map((k) => Math.max(Math.abs(from[k] - to[k]) - 1, 0)));
  return { sees, inches };
};
