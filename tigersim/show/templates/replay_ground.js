"use strict";
// The ground of a table: terrain, roads, markers and positions, drawn once, ten units to the inch, north at the top.
globalThis.Ground = (data, root) => {
  const { width, depth } = data.table;
  const INCH = 10;
  const RIM = 14;

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
  const home = { x: -RIM, y: -4, w: left(width) + RIM + 9, h: depth * INCH + RIM + 4 };
  return { draw, centre, squares, home, INCH };
};
