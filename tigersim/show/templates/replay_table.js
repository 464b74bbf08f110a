"use strict";
// The table, ten units of the drawing to the inch, north at the top.  Everything is written as text or attribute, never as markup.
globalThis.Table = (data, root, sight, say) => {
  const { width, depth } = data.table;
  const INCH = 10;
  const RIM = 14;
  const names = Object.fromEntries(data.units.map((unit) => [unit.slot, unit]));

  const draw = (kind, attributes = {}, parent = null, text = null) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    if (text !== null) made.textContent = text;
    parent?.append(made);
    return made;
  };
  const left = (x) => x * INCH;
  const top = (y) => (depth - 1 - y) * INCH;
  const centre = ([x, y]) => [left(x) + INCH / 2, top(y) + INCH / 2];
  const square = (cell) => `M${left(cell % width)} ${top(Math.floor(cell / width))}h${INCH}v${INCH}h${-INCH}z`;
  const squares = (cells) => cells.map(square).join("");

  // The outline of some cells, corner by corner, with the corners rounded off.
  const outline = (cells, rounding = 4.5) => {
    const inside = new Set(cells);
    const has = (x, y) => x >= 0 && x < width && y >= 0 && y < depth && inside.has(y * width + x);
    const edges = new Map();
    const add = (from, to) => edges.set(`${from}`, [...(edges.get(`${from}`) ?? []), to]);
    cells.forEach((cell) => {
      const [x, y] = [cell % width, Math.floor(cell / width)];
      if (!has(x, y - 1)) add([x, y], [x + 1, y]);
      if (!has(x + 1, y)) add([x + 1, y], [x + 1, y + 1]);
      if (!has(x, y + 1)) add([x + 1, y + 1], [x, y + 1]);
      if (!has(x - 1, y)) add([x, y + 1], [x, y]);
    });
    const loops = [];
    while (edges.size) loops.push(follow(edges));
    return loops.map((loop) => rounded(loop, rounding)).join("");
  };
  const follow = (edges) => {
    const start = edges.keys().next().value;
    const loop = [];
    let here = start;
    do {
      const to = edges.get(here).pop();
      if (!edges.get(here).length) edges.delete(here);
      loop.push(here.split(",").map(Number));
      here = `${to}`;
    } while (here !== start);
    return loop;
  };
  const rounded = (loop, rounding) => {
    const at = ([x, y]) => [x * INCH, (depth - y) * INCH];
    const corners = loop.filter((corner, k) => {
      const [before, after] = [loop.at(k - 1), loop[(k + 1) % loop.length]];
      return (corner[0] - before[0]) * (after[1] - corner[1]) !== (corner[1] - before[1]) * (after[0] - corner[0]);
    });
    const toward = (from, to) => {
      const [[ax, ay], [bx, by]] = [at(from), at(to)];
      const part = Math.min(rounding / Math.hypot(bx - ax, by - ay), 0.5);
      return `${ax + (bx - ax) * part} ${ay + (by - ay) * part}`;
    };
    return corners.map((corner, k) => {
      const [before, after] = [corners.at(k - 1), corners[(k + 1) % corners.length]];
      return `${k ? "L" : "M"}${toward(corner, before)}Q${at(corner).join(" ")} ${toward(corner, after)}`;
    }).join("") + "z";
  };

  // --- what does not change ------------------------------------------------------------------------------------------

  const pattern = (id, size, parts) => {
    const made = draw("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, defs);
    parts.forEach(([kind, attributes]) => draw(kind, attributes, made));
  };
  root.setAttribute("viewBox", `${-RIM} ${-4} ${left(width) + RIM + 9} ${depth * INCH + RIM + 4}`);
  const defs = draw("defs", {}, root);
  pattern("wood", 9, [["path", { class: "ink", d: "M2.5 6.5l2-4 2 4zM4.5 6.5v1.4" }]]);
  pattern("hill", 6, [["path", { class: "ink", d: "M0 4.5q1.5-2.5 3 0" }]]);
  pattern("building", 5, [["path", { class: "ink", d: "M0 5L5 0" }]]);
  pattern("water", 10, [["path", { class: "ink", d: "M0 5q2.5-2.5 5 0t5 0" }]]);
  pattern("ford", 4, [["path", { class: "ink", d: "M1 1h1M3 3h1" }]]);
  pattern("bridge", 4, [["path", { class: "ink", d: "M0 1h4M0 3h4" }]]);
  pattern("unseen", 6, [["rect", { class: "shade", width: 6, height: 6 }], ["path", { class: "hatch", d: "M0 6L6 0" }]]);
  pattern("back", 2, [["path", { class: "back", d: "M0 2L2 0M0 0L2 2" }]]);

  const ground = draw("g", { class: "ground", "aria-hidden": "true" }, root);
  draw("rect", { class: "open", width: left(width), height: depth * INCH }, ground);
  const grid = [...Array(width / 6 - 1).keys()].map((k) => `M${left(6 * (k + 1))} 0v${depth * INCH}`).join("") + [...Array(depth / 6 - 1).keys()].map((k) => `M0 ${6 * INCH * (k + 1)}h${left(width)}`).join("");
  draw("path", { class: "grid", d: grid }, ground);
  const area = (kind, cells, shape) => {
    if (!cells.length) return;
    const d = shape(cells);
    draw("path", { class: kind, d }, ground);
    draw("path", { class: "texture", fill: `url(#${kind})`, d }, ground);
  };
  area("water", data.table.water, (cells) => outline(cells));
  data.table.pieces.filter((piece) => piece.kind === "hill").forEach((piece) => area("hill", piece.cells, (cells) => outline(cells)));
  if (data.table.road.length) draw("path", { class: "road", d: squares(data.table.road) }, ground);
  area("ford", data.table.ford, squares);
  area("bridge", data.table.bridge, squares);
  data.table.pieces.filter((piece) => piece.kind !== "hill").forEach((piece) => area(piece.kind, piece.cells, (cells) => outline(cells, piece.kind === "building" ? 0 : 4.5)));
  data.table.markers.forEach((marker) => {
    const [x, y] = centre([marker.x, marker.y]);
    draw("circle", { class: "marker", cx: x, cy: y, r: 6 }, ground);
    draw("text", { class: "marker", x, y: y + 2.6 }, ground, `${marker.vp}`);
  });
  data.table.positions.forEach((position) => {
    const [x, y] = centre([position.x, position.y]);
    const place = draw("g", { class: `position ${position.kind}` }, ground);
    draw("title", {}, place, `${position.kind} position`);
    draw("rect", { x: x - INCH / 2, y: y - INCH / 2, width: INCH, height: INCH }, place);
  });
  for (let inch = 0; inch <= width; inch += 6) draw("text", { class: "rule", x: left(inch), y: depth * INCH + 9 }, ground, `${inch}${inch === width ? "″" : ""}`);
  for (let inch = 6; inch <= depth; inch += 6) draw("text", { class: "rule side", x: -3, y: (depth - inch) * INCH + 3 }, ground, `${inch}`);
  draw("rect", { class: "edge", width: left(width), height: depth * INCH }, ground);

  const shade = draw("g", { class: "seen", "aria-hidden": "true" }, root);
  const paths = draw("g", { class: "paths", "aria-hidden": "true" }, root);
  const wrecks = draw("g", { class: "wrecks" }, root);
  const counters = draw("g", { class: "counters" }, root);
  const above = draw("g", { class: "above", "aria-hidden": "true" }, root);

  // --- counters ------------------------------------------------------------------------------------------------------

  const made = {};
  const counter = (unit) => {
    const place = draw("g", { class: `counter side-${unit.side}`, tabindex: 0, role: "img", "data-slot": unit.slot }, counters);
    const facing = draw("path", { class: "facing", d: "M0 -11.5l4.2 5h-8.4z" }, place);
    if (unit.side === "a") draw("rect", { class: "body", x: -8, y: -8, width: 16, height: 16, rx: 1.5 }, place);
    else draw("circle", { class: "body", r: 8.6 }, place);
    draw("text", { class: "label", y: 1.2 }, place, unit.label);
    draw("text", { class: "nation", y: 6.6 }, place, unit.nation);
    const signs = draw("g", { class: "signs" }, above);
    place.addEventListener("focus", () => look(unit.slot));
    place.addEventListener("blur", () => leave());
    made[unit.slot] = { place, facing, signs };
  };
  data.units.forEach(counter);

  const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };
  const written = (card) => `${card.slice(0, -1)}${SUITS[card.slice(-1)]}`;
  const isRed = (card) => /[DH]$/.test(card);

  const puffs = (parent, hits) => {
    const smoke = draw("g", { class: "smoke" }, parent);
    [[5.4, -7, 3.4], [9.4, -7.6, 4.2], [6, -11.4, 3.4]].forEach(([cx, cy, r]) => draw("circle", { cx, cy, r }, smoke));
    draw("text", { x: 8, y: -5.6 }, smoke, `${hits}`);
  };
  const card = (parent, at, face) => {
    const [x, y] = [-8 + at * 12, 9.5];
    if (face) {
      draw("rect", { class: "card", x, y, width: 11, height: 8, rx: 1 }, parent);
      draw("text", { class: `pip${isRed(face) ? " red" : ""}`, x: x + 5.5, y: y + 6 }, parent, written(face));
    } else {
      draw("rect", { class: "card", x, y, width: 6, height: 8, rx: 1 }, parent);
      draw("rect", { fill: "url(#back)", x: x + 0.8, y: y + 0.8, width: 4.4, height: 6.4 }, parent);
    }
  };
  const signs = (parent, unit, suppressed) => {
    parent.replaceChildren();
    if (unit.found) draw("path", { class: "found", d: "M-10.5 -6v-4.5h4.5M6 10.5h4.5v-4.5M-10.5 6v4.5h4.5" }, parent);
    if (unit.stuck) {
      draw("circle", { class: "badge", cx: -9, cy: 8, r: 3.6 }, parent);
      draw("path", { class: "badge", d: "M-11 6l4 4M-7 6l-4 4" }, parent);
    }
    if (suppressed) {
      draw("circle", { class: "badge", cx: -9, cy: -8, r: 3.6 }, parent);
      draw("path", { class: "badge", d: "M-9 -10.4v4.4M-10.8 -7.8l1.8 2 1.8 -2" }, parent);
    }
    if (unit.hits) puffs(parent, unit.hits);
    const held = [...(unit.open ?? []), ...(unit.cards ?? []), ...(unit.recovery ?? [])];
    held.slice(0, 3).forEach((face, k) => card(parent, k * (held.some((each) => each) ? 1 : 0.6), face));
  };
  const states = (unit, suppressed) => [
    ...(unit.dead ? ["destroyed"] : []),
    ...(unit.hits && !unit.dead ? [`shocked (${unit.hits})`] : []),
    ...(unit.stuck ? ["immobilised"] : []),
    ...(suppressed ? ["suppressed"] : []),
    ...(unit.found ? ["found cover"] : []),
    ...(unit.on !== undefined && !unit.dead ? [`aboard ${names[unit.on].label}`] : []),
  ];
  const place = (slot, state, frame) => {
    const unit = state.u[slot];
    const { place, facing, signs: around } = made[slot];
    const stands = unit.at && unit.on === undefined;
    [place, around].forEach((part) => part.classList.toggle("away", !stands));
    place.setAttribute("tabindex", stands ? 0 : -1);
    if (!stands) return;
    const [x, y] = centre(unit.at);
    [place, around].forEach((part) => (part.style.transform = `translate(${x}px, ${y}px)`));
    facing.setAttribute("transform", `rotate(${90 - 22.5 * unit.at[2]})`);
    const suppressed = state.x.includes(slot);
    place.classList.toggle("shocked", Boolean(unit.hits));
    place.classList.toggle("acting", frame.a === slot);
    place.classList.toggle("aimed", frame.g === slot);
    place.setAttribute("aria-label", [`${names[slot].label} ${names[slot].name}`, `at ${unit.at[0]}, ${unit.at[1]}`, ...states(unit, suppressed)].join(", "));
    signs(around, unit, suppressed);
  };
  const drawWrecks = (state) => {
    wrecks.replaceChildren();
    state.w.forEach((at) => {
      const [x, y] = centre(at);
      const wreck = draw("g", { class: "wreck", role: "img", "aria-label": `wreck at ${at[0]}, ${at[1]}`, transform: `translate(${x} ${y})` }, wrecks);
      draw("rect", { x: -6, y: -6, width: 12, height: 12 }, wreck);
      draw("path", { d: "M-6 -6l12 12M6 -6l-12 12" }, wreck);
    });
  };
  const drawPaths = (state, before, frame) => {
    paths.replaceChildren();
    const line = (from, to, kind) => {
      const [[x1, y1], [x2, y2]] = [centre(from), centre(to)];
      draw("line", { class: kind, x1, y1, x2, y2 }, paths);
    };
    const [actor, target] = [state.u[frame.a]?.at, (before ?? state).u[frame.g]?.at ?? state.u[frame.g]?.at];
    if (actor && target) line(actor, target, "shot");
    const was = before?.u[frame.a]?.at;
    if (actor && was && (was[0] !== actor[0] || was[1] !== actor[1])) line(was, actor, "went");
  };
  const show = (state, before, frame) => {
    now = state;
    data.units.forEach((unit) => place(unit.slot, state, frame));
    [frame.g, frame.a].filter((slot) => made[slot] && !made[slot].place.contains(document.activeElement)).forEach((slot) => counters.append(made[slot].place));
    drawWrecks(state);
    drawPaths(state, before, frame);
    if (looking) mark(looking);
  };

  // --- what is seen --------------------------------------------------------------------------------------------------

  let now = null;
  let looking = null;
  let pinned = false;
  const standing = () => data.units.filter((unit) => now.u[unit.slot].at && now.u[unit.slot].on === undefined);
  const mark = (from) => {
    shade.replaceChildren();
    paths.querySelectorAll(".view").forEach((each) => each.remove());
    const dark = [...Array(width * depth).keys()].filter((cell) => !sight.sees(now, from, [cell % width, Math.floor(cell / width)]));
    draw("path", { class: "unseen", fill: "url(#unseen)", d: squares(dark) }, shade);
    const looker = standing().find((unit) => now.u[unit.slot].at[0] === from[0] && now.u[unit.slot].at[1] === from[1]);
    const others = standing().filter((unit) => unit !== looker && (!looker || unit.side !== looker.side));
    const seen = others.filter((unit) => sight.sees(now, from, now.u[unit.slot].at)).map((unit) => ({ unit, inches: sight.inches(from, now.u[unit.slot].at) }));
    const [x1, y1] = centre(from);
    seen.forEach(({ unit }) => {
      const [x2, y2] = centre(now.u[unit.slot].at);
      draw("line", { class: "view", x1, y1, x2, y2 }, paths);
    });
    const who = looker ? `${looker.label} ${looker.name}` : `From (${from[0]}, ${from[1]}) one`;
    const list = seen.sort((one, other) => one.inches - other.inches).map(({ unit, inches }) => `${unit.label} ${unit.name} (${inches.toFixed(1)}″)`);
    say(`${who} sees ${list.join(", ") || (looker ? "no enemy" : "nobody")}.`);
  };
  const lookFrom = (from) => {
    looking = from;
    mark(from);
  };
  const look = (slot) => {
    const at = now.u[slot].at;
    if (at) lookFrom([at[0], at[1]]);
  };
  const leave = () => {
    if (pinned) return;
    looking = null;
    shade.replaceChildren();
    paths.querySelectorAll(".view").forEach((each) => each.remove());
  };
  const cellAt = (event) => {
    const held = event.target.closest(".counter");
    if (held) return now.u[held.dataset.slot].at.slice(0, 2);
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM().inverse());
    const [x, y] = [Math.floor(point.x / INCH), depth - 1 - Math.floor(point.y / INCH)];
    return x >= 0 && x < width && y >= 0 && y < depth ? [x, y] : null;
  };
  const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];
  root.addEventListener("pointermove", (event) => {
    const cell = cellAt(event);
    if (pinned || same(cell, looking)) return;
    if (cell) lookFrom(cell);
    else leave();
  });
  root.addEventListener("pointerleave", leave);
  root.addEventListener("click", (event) => {
    const cell = cellAt(event);
    pinned = Boolean(cell) && !(pinned && same(cell, looking));
    if (pinned) lookFrom(cell);
    else leave();
  });
  return { show, states, written, isRed, draw };
};
