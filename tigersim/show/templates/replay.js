"use strict";
// Playing: where we are, how to go on, and what stands beside the table.  All texts are written as text.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const last = data.frames.length - 1;
  const units = Object.fromEntries(data.units.map((unit) => [unit.slot, unit]));
  const FACES = ["", "⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
  const PAUSE = { roll: 1900, turn: 1600, other: 850 };

  // Every picture says only what has changed.
  const states = [];
  data.frames.reduce((before, { u, s, w, p, x }) => {
    const now = { u: { ...before.u, ...u }, s: s ?? before.s, w: w ?? before.w, p: p ?? before.p, x: x ?? before.x };
    states.push(now);
    return now;
  }, { u: {}, s: [], w: [], p: 0, x: [] });

  const element = (kind, name, text, parent) => {
    const made = document.createElement(kind);
    if (name) made.className = name;
    if (text !== undefined) made.textContent = text;
    parent?.append(made);
    return made;
  };
  const say = (text) => ($("sight").textContent = text);
  const sight = globalThis.Sight(data);
  const table = globalThis.Table(data, $("board"), sight, say);
  const lines = [...$("log").children];
  const jumps = [...document.querySelectorAll(".jump")];
  let at = 0;
  let timer = null;

  // --- what stands beside the table ----------------------------------------------------------------------------------

  const cardIn = (parent, face) => {
    const made = element("span", face ? `card${table.isRed(face) ? " red" : ""}` : "card down", face ? table.written(face) : "", parent);
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", face ? table.written(face) : "a card face down");
  };
  const hands = (state) => {
    $("hands").replaceChildren();
    ["a", "b"].forEach((side, k) => {
      const [vp, saved, down] = state.s[k];
      const hand = element("div", `hand side-${side}`, undefined, $("hands"));
      element("span", "badge", side, hand);
      element("strong", "", `${vp} ${data.counted}`, hand);
      const cards = element("span", "cards", undefined, hand);
      saved.forEach((face) => cardIn(cards, face));
      for (let n = 0; n < down; n += 1) cardIn(cards, "");
      if (!saved.length && !down) element("span", "quiet", "no cards in hand", cards);
    });
    element("div", "pile quiet", `turn ${data.frames[at].t} · ${state.p} in the pile`, $("hands"));
  };
  const roster = (state) => {
    $("roster").replaceChildren();
    ["a", "b"].forEach((side) => {
      const list = element("ul", `side side-${side}`, undefined, $("roster"));
      list.setAttribute("aria-label", `Side ${side}`);
      data.units.filter((unit) => unit.side === side).forEach((unit) => rosterRow(list, unit, state));
    });
  };
  const rosterRow = (list, unit, state) => {
    const now = state.u[unit.slot];
    const row = element("li", now.dead ? "dead" : "", undefined, list);
    element("span", "badge", unit.label, row);
    element("span", "name", unit.name, row);
    element("span", "quiet", `${unit.nation} · ${unit.cost} ${data.counted}`, row);
    const words = table.states(now, state.x.includes(unit.slot));
    if (words.length) element("em", "", words.join(", "), row);
    const cards = element("span", "cards", undefined, row);
    [...(now.open ?? []), ...(now.cards ?? [])].forEach((face) => cardIn(cards, face));
    if (now.recovery) element("span", "quiet", "recovery", cards);
    (now.recovery ?? []).forEach((face) => cardIn(cards, face));
  };
  const roll = ({ r, k }) => {
    $("roll").replaceChildren();
    if (r) {
      const dice = element("p", `dice ${r.passed ? "passed" : "failed"}`, undefined, $("roll"));
      dice.setAttribute("role", "img");
      dice.setAttribute("aria-label", `dice: ${r.dice.join(", ") || "not kept"}`);
      r.dice.forEach((face, n) => element("span", `die ${r.kinds[n]}`, FACES[face], dice));
      r.words.slice(1).forEach((text, n) => element("p", n === 1 ? "chance" : "", text, $("roll")));
      const kinds = [...new Set(r.kinds)].filter((kind) => kind !== "ordinary");
      if (kinds.length) element("p", "quiet", `Framed twice: ${kinds.join(", ")} dice.`, $("roll"));
    }
    if (k) element("p", "luck", k.words, $("roll"));
  };
  const why = () => {
    const reasons = data.why[at];
    $("why").replaceChildren();
    if (!reasons) return;
    element("h3", "", `Why? ${reasons.heading}`, $("why"));
    const list = element("ol", "", undefined, $("why"));
    reasons.options.forEach(([rank, words, worth, chosen]) => {
      const option = element("li", chosen ? "chosen" : "", undefined, list);
      option.value = rank;
      element("span", "", `${words}${chosen ? " (taken)" : ""}`, option);
      element("b", "", `${worth.toFixed(2)} VP`, option);
    });
    if (reasons.chosen) element("p", "", `Taken, but not weighed: ${reasons.chosen}`, $("why"));
    if (reasons.more) element("p", "quiet", `and ${reasons.more} more`, $("why"));
  };
  const texts = (frame) => [...lines[frame].querySelectorAll("span")].map((line) => line.textContent.trim());
  const told = () => {
    $("told").replaceChildren();
    const { r } = data.frames[at];
    (r ? [r.words[0]] : texts(at)).forEach((text) => element("p", "", text, $("told")));
  };
  const log = () => {
    lines.forEach((line, k) => {
      if (k === at) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    });
    const [box, line] = [$("log"), lines[at]];
    box.scrollTop = line.offsetTop - box.clientHeight / 2;
  };
  const place = () => {
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `${at} of ${last}, turn ${data.frames[at].t}: ${texts(at)[0]}`);
    $("place").textContent = `${at} / ${last}`;
    const turn = data.turns.findLastIndex((each) => each.frame <= at);
    if (turn >= 0) $("turn").selectedIndex = turn;
    jumps.forEach((jump, k) => jump.toggleAttribute("aria-current", k === turn));
  };
  const curves = globalThis.Curves(data, states, table.draw, $("curves"), (frame) => move(frame));

  // --- going on ------------------------------------------------------------------------------------------------------

  const show = (before) => {
    const frame = data.frames[at];
    table.show(states[at], at > 0 ? states[Math.max(at - 1, 0)] : before, frame);
    [() => hands(states[at]), () => roster(states[at]), () => roll(frame), why, told, log, place, () => curves.show(at)].forEach((part) => part());
  };
  const go = (frame) => {
    at = Math.min(Math.max(frame, 0), last);
    show(null);
  };
  const pauseAfter = ({ r, t }, k) => (r ? PAUSE.roll : k && data.frames[k - 1].t !== t ? PAUSE.turn : PAUSE.other) / Number($("speed").value);
  const label = (playing) => {
    const button = document.querySelector("[data-do=play]");
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    button.querySelector("[aria-hidden]").textContent = playing ? "❚❚" : "▶";
    button.querySelector(".word").textContent = playing ? "Pause" : "Play";
    $("told").setAttribute("aria-live", playing ? "off" : "polite");
  };
  const pause = () => {
    clearTimeout(timer);
    timer = null;
    label(false);
  };
  const tick = () => {
    if (at >= last) {
      pause();
      return;
    }
    go(at + 1);
    timer = setTimeout(tick, pauseAfter(data.frames[at], at));
  };
  const play = () => {
    if (timer !== null) {
      pause();
      return;
    }
    if (at >= last) go(0);
    label(true);
    timer = setTimeout(tick, 250);
  };
  const move = (frame) => {
    pause();
    go(frame);
  };
  const starts = data.turns.filter((turn) => !turn.over);
  const turnBefore = () => move(starts.findLast((turn) => turn.frame < at)?.frame ?? 0);
  const turnAfter = () => move(starts.find((turn) => turn.frame > at)?.frame ?? last);
  const deeds = { first: () => move(0), back: () => move(at - 1), play, next: () => move(at + 1), last: () => move(last) };
  const keys = { " ": play, ArrowLeft: deeds.back, ArrowRight: deeds.next, Home: deeds.first, End: deeds.last, PageUp: turnBefore, PageDown: turnAfter };

  document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", deeds[button.dataset.do]));
  $("slider").addEventListener("input", () => move(Number($("slider").value)));
  $("turn").addEventListener("change", () => move(Number($("turn").value)));
  jumps.forEach((jump) => jump.addEventListener("click", () => move(Number(jump.dataset.frame))));
  $("log").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) move(Number(line.dataset.frame));
  });
  const hasKeys = (target, key) => target.closest("select") || (target.closest("button") && key === " ");
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || hasKeys(event.target, event.key)) return;
    const turn = /^[0-9]$/.test(event.key) ? starts.find((each) => each.turn === Number(event.key)) : null;
    const deed = turn ? () => move(turn.frame) : keys[event.key];
    if (!deed) return;
    event.preventDefault();
    deed();
  });

  const legend = () => {
    const icons = [
      ["side-a", "a1", "a counter of side a: light square"],
      ["side-b", "b1", "a counter of side b: dark disc"],
    ];
    icons.forEach(([side, text, words]) => {
      const row = element("p", side, undefined, $("legend"));
      element("span", "badge", text, row);
      element("span", "", words, row);
    });
    element("p", "", `Counters are drawn larger than their one-inch bases; the letters below the number are the nation, the point is the front. Smoke with a number: hits, the unit is shocked. Cross in a ring: immobilised. Arrow in a ring: suppressed this turn. Corners around a counter: it has found cover. A crossed square is a wreck.${data.table.positions.length ? " A framed square inch is a fortified position, a filled one a heavy one." : ""} Cards beside a counter lie face down or have been turned over.`, $("legend"));
  };
  legend();
  $("controls").hidden = false;
  go(0);
})();
