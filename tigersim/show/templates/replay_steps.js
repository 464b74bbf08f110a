"use strict";
// What kind of step each one is: how long it stays while playing, and where the next shot and the next kill are.
globalThis.Steps = (data, states) => {
  const SHOTS = ["fire", "support"];
  const FIGHT = [...SHOTS, "save", "close combat"];
  const PAUSE = { kill: 2600, fight: 1900, roll: 1200, turn: 1500, laid: 250, other: 800 };

  const grown = (k, count) => k > 0 && Object.keys(data.frames[k].u ?? {}).some((slot) => count(states[k].u[slot]) > count(states[k - 1].u[slot]));
  const killed = (k) => grown(k, (unit) => unit.dead ?? 0);
  const laid = (k) => data.frames[k].t === 0 || grown(k, (unit) => unit.cards?.length ?? 0);
  const kind = ({ r, t }, k) => {
    if (killed(k)) return "kill";
    if (r) return FIGHT.includes(r.for) ? "fight" : "roll";
    if (k && data.frames[k - 1].t !== t) return "turn";
    return laid(k) ? "laid" : "other";
  };
  const kinds = data.frames.map(kind);
  const where = (wanted) => [...kinds.keys()].filter(wanted);
  const places = {
    shot: where((k) => SHOTS.includes(data.frames[k].r?.for)),
    kill: where((k) => kinds[k] === "kill"),
    fight: where((k) => ["kill", "fight"].includes(kinds[k])),
  };
  const after = (what, at) => places[what].find((k) => k > at);
  const before = (what, at) => places[what].findLast((k) => k < at);
  return { after, before, pause: (k) => PAUSE[kinds[k]] };
};
