"use strict";
// Counters, wrecks and lines of sight on the table.  Everything is written as text or attribute, never as markup.
globalThis.Table = (data, root, sight, note, say) => {
  const { width, depth } = data.table;
  const { draw, centre, squares, home, INCH } = globalThis.Ground(data, root);
  const names = Object.fromEntries(data.units.map((unit) => [unit.slot, unit]));

  const shade = draw("g", { class: "seen", "aria-hidden": "true" }, root);
  const paths = draw("g", { class: "paths", "aria-hidden": "true" }, root);
  const wrecks = draw("g", { class: "wrecks" }, root);
  const counters = draw("g", { class: "counters" }, root);
  const above = draw("g", { class: "above", "aria-hidden": "true" }, root);

  // --- counters ------------------------------------------------------------------------------------------------------

  let now = null;
  let letters = 8; // height of a label, in units of the picture
  const made = {};
  const symbol = (parent, name) => draw("use", { class: "symbol", href: `#unit-${name}`, x: -6.6, y: -4.4, width: 13.2, height: 8.8 }, parent);
  const counter = (unit) => {
    const place = draw("g", { class: `counter side-${unit.side}`, tabindex: 0, role: "img", "data-slot": unit.slot }, counters);
    const scaled = draw("g", { class: "scaled" }, place);
    const facing = draw("path", { class: "facing", d: "M0 -12l4.4 5h-8.8z" }, scaled);
    if (unit.side === "a") draw("circle", { class: "body", r: 8.6 }, scaled);
    else draw("rect", { class: "body", x: -8, y: -8, width: 16, height: 16, rx: 1 }, scaled);
    symbol(scaled, unit.symbol);
    draw("text", { class: "label", x: -8.5, y: 16.5 }, scaled, unit.label);
    const around = draw("g", { class: `signs side-${unit.side}` }, above);
    place.addEventListener("focus", () => look(unit.slot));
    place.addEventListener("blur", () => leave());
    made[unit.slot] = { place, facing, around, signs: draw("g", { class: "scaled" }, around) };
  };
  data.units.forEach(counter);

  const { written, isRed } = globalThis.Cards;

  const puffs = (parent, hits) => {
    const smoke = draw("g", { class: "smoke" }, parent);
    [[5.4, -7, 3.4], [9.4, -7.6, 4.2], [6, -11.4, 3.4]].forEach(([cx, cy, r]) => draw("circle", { cx, cy, r }, smoke));
    draw("text", { x: 8, y: -5.6 }, smoke, `${hits}`);
  };
  const card = (parent, x, face) => {
    const y = 9.5;
    if (face) {
      draw("rect", { class: "card", x, y, width: 11, height: 8, rx: 1 }, parent);
      draw("text", { class: `pip${isRed(face) ? " red" : ""}`, x: x + 5.5, y: y + 6 }, parent, written(face));
    } else {
      draw("rect", { class: "card", x, y, width: 6, height: 8, rx: 1 }, parent);
      draw("rect", { fill: "url(#back)", x: x + 0.8, y: y + 0.8, width: 4.4, height: 6.4 }, parent);
    }
  };
  const signs = (parent, label, unit, suppressed, aboard) => {
    parent.replaceChildren();
    if (aboard) {
      draw("circle", { class: "badge", cx: 9.4, cy: 5.6, r: 4.4 }, parent);
      draw("text", { class: "aboard", x: 9.4, y: 8 }, parent, `+${aboard}`);
    }
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
    const step = held.some((each) => each) ? 12 : 7;
    const begin = root.classList.contains("small") ? -8 : 0.7 * letters * label.length - 8; // beside the label, if there is one
    held.slice(0, 3).forEach((face, k) => card(parent, begin + k * step, face));
  };
  const states = (unit, suppressed) => [
    ...(unit.dead ? ["destroyed"] : []),
    ...(unit.hits && !unit.dead ? [`shocked, ${unit.hits} hit${unit.hits > 1 ? "s" : ""}`] : []),
    ...(unit.recovery ? ["recovering"] : []),
    ...(unit.stuck ? ["immobilised"] : []),
    ...(suppressed ? ["suppressed"] : []),
    ...(unit.found ? ["found cover"] : []),
    ...(unit.on !== undefined && !unit.dead ? [`aboard ${names[unit.on].label}`] : []),
  ];
  // Who is aboard stands where the carrier stands: it is the carrier that is seen to act and to be aimed at.
  const seenAs = (slot, state) => state.u[slot]?.on ?? slot;
  const aboard = (slot, state) => data.units.filter((each) => state.u[each.slot].on === slot && !state.u[each.slot].dead);
  const place = (slot, state, frame) => {
    const unit = state.u[slot];
    const { place, facing, around, signs: own } = made[slot];
    const stands = unit.at && unit.on === undefined;
    [place, around].forEach((part) => part.classList.toggle("away", !stands));
    place.setAttribute("tabindex", stands ? 0 : -1);
    if (!stands) return;
    const [x, y] = centre(unit.at);
    [place, around].forEach((part) => (part.style.transform = `translate(${x}px, ${y}px)`));
    facing.setAttribute("transform", `rotate(${90 - 22.5 * unit.at[2]})`);
    const suppressed = state.x.includes(slot);
    place.classList.toggle("shocked", Boolean(unit.hits));
    place.classList.toggle("acting", seenAs(frame.a, state) === slot);
    place.classList.toggle("aimed", seenAs(frame.g, state) === slot);
    const carried = aboard(slot, state).map((each) => `${each.label} ${each.name}`);
    const words = [...states(unit, suppressed), ...(carried.length ? [`carries ${carried.join(" and ")}`] : [])];
    place.setAttribute("aria-label", [`${names[slot].label} ${names[slot].name}`, names[slot].country, names[slot].kind, `at ${unit.at[0]}, ${unit.at[1]}`, ...words].join(", "));
    signs(own, names[slot].label, unit, suppressed, carried.length);
  };
  const drawWrecks = (state) => {
    wrecks.replaceChildren();
    state.w.forEach((at) => {
      const [x, y] = centre(at);
      const wreck = draw("g", { class: "wreck", role: "img", "aria-label": `wreck at ${at[0]}, ${at[1]}`, transform: `translate(${x} ${y})` }, wrecks);
      const scaled = draw("g", { class: "scaled" }, wreck);
      draw("rect", { x: -7.5, y: -6, width: 15, height: 12, rx: 3 }, scaled);
      symbol(scaled, "wreck");
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
    [frame.g, frame.a].map((slot) => seenAs(slot, state)).filter((slot) => made[slot] && !made[slot].place.contains(document.activeElement)).forEach((slot) => counters.append(made[slot].place));
    drawWrecks(state);
    drawPaths(state, before, frame);
    busy = [frame.a, frame.g].map((slot) => state.u[slot]?.at).filter(Boolean).map(centre);
    zoom.follow(busy);
    if (looking) mark(looking);
  };

  // --- what is seen --------------------------------------------------------------------------------------------------

  let looking = null;
  let busy = []; // where something happens
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
    if (looker) note.show(looker, aboard(looker.slot, now), now, states(now.u[looker.slot], now.x.includes(looker.slot)), list.join(", "), made[looker.slot].place.querySelector(".body"));
    else note.hide();
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
    note.hide();
  };
  const release = () => {
    pinned = false;
    leave();
    note.take();
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
    if (pinned || zoom.dragging() || same(cell, looking)) return;
    if (cell) lookFrom(cell);
    else leave();
  });
  root.addEventListener("pointerleave", leave);
  root.addEventListener("click", (event) => {
    if (zoom.dragged()) return; // the table was moved, nothing was pressed
    const cell = cellAt(event);
    pinned = Boolean(cell) && !(pinned && same(cell, looking));
    if (pinned) lookFrom(cell);
    else leave();
  });
  // Counters are larger than their bases where the table is small, and nearer to scale where there is room.
  const BODY = 16;
  const [LEAST, MOST, LABELLED, LETTERS] = [14, 36, 13, 11]; // pixels
  const scaled = (pixels) => {
    const natural = BODY * pixels;
    const scale = natural < LEAST ? LEAST / natural : Math.max(Math.min(MOST / natural, 1), INCH / BODY);
    letters = LETTERS / (pixels * scale);
    root.style.setProperty("--scale", scale);
    root.style.setProperty("--letters", `${letters}px`);
    root.classList.toggle("small", natural < LABELLED);
    if (now) data.units.forEach(({ slot, label }) => signs(made[slot].signs, label, now.u[slot], now.x.includes(slot), aboard(slot, now).length));
  };
  const zoom = globalThis.Zoom(root, home, scaled);
  return { show, states, release, zoom, busy: () => busy[0], draw };
};
