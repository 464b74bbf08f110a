"use strict";
// Two curves over the whole battle: the chance that side a wins, and the score with what it was expected to come to.
globalThis.Curves = (data, states, draw, root, go) => {
  const [WIDE, HIGH, LEFT, RIGHT] = [640, 150, 44, 12];
  const last = Math.max(data.frames.length - 1, 1);
  const x = (frame) => LEFT + (frame / last) * (WIDE - LEFT - RIGHT);
  const cursors = [];
  const veils = []; // over what is not to be known yet

  const panel = (label, low, high, ticks, format) => {
    const figure = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = label;
    const svg = draw("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label });
    figure.append(caption, svg);
    root.append(figure);
    const y = (value) => 8 + ((high - value) / (high - low)) * (HIGH - 30);
    data.turns.filter((turn) => !turn.over).forEach((turn) => {
      draw("line", { class: "turnline", x1: x(turn.frame), x2: x(turn.frame), y1: 8, y2: HIGH - 22 }, svg);
      if (turn.turn) draw("text", { class: "tick turn", x: x(turn.frame), y: HIGH - 7 }, svg, turn.turn === 1 ? "turn 1" : `${turn.turn}`);
    });
    ticks.forEach((tick) => {
      draw("line", { class: "tickline", x1: LEFT, x2: WIDE - RIGHT, y1: y(tick), y2: y(tick) }, svg);
      draw("text", { class: "tick", x: LEFT - 5, y: y(tick) + 4 }, svg, format(tick));
    });
    return { svg, y };
  };
  const decided = ({ svg }) => {
    const at = data.turns.findIndex((turn) => !turn.over && turn.turn === data.decided);
    if (at < 0) return;
    const [from, to] = [x(data.turns[at].frame), x(data.turns[at + 1].frame)];
    svg.prepend(draw("rect", { class: "decided", x: from, y: 8, width: Math.max(to - from, 2), height: HIGH - 30 }));
  };
  const cursor = ({ svg }) => {
    veils.push(draw("rect", { class: "veil", y: 0, height: HIGH }, svg));
    cursors.push(draw("line", { class: "cursor", y1: 4, y2: HIGH - 22 }, svg));
    svg.addEventListener("click", (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      go(Math.round(((point.x - LEFT) / (WIDE - LEFT - RIGHT)) * last));
    });
  };
  const band = ({ svg, y }, low, high) => {
    const up = data.turns.map((turn) => `${x(turn.frame)} ${y(turn[high])}`);
    const down = data.turns.map((turn) => `${x(turn.frame)} ${y(turn[low])}`).reverse();
    draw("path", { class: "band", d: `M${[...up, ...down].join("L")}z` }, svg);
  };
  const line = ({ svg, y }, value) => {
    draw("path", { class: "curve", d: `M${data.turns.map((turn) => `${x(turn.frame)} ${y(turn[value])}`).join("L")}` }, svg);
    data.turns.forEach((turn) => draw("circle", { class: "dot", cx: x(turn.frame), cy: y(turn[value]), r: 3.4 }, svg));
  };
  const steps = ({ svg, y }, kind, values) => {
    const d = values.map((value, frame) => (frame ? `H${x(frame)}V${y(value)}` : `M${x(0)} ${y(value)}`)).join("");
    draw("path", { class: kind, d }, svg);
  };

  const chances = () => {
    const percent = (value) => `${Math.round(100 * value)}%`;
    const chart = panel("Chance that side a wins, at the start of every turn (band: 95%)", 0, 1, [0, 0.5, 1], percent);
    band(chart, "low", "high");
    line(chart, "win");
    return chart;
  };
  const margins = () => {
    const score = states.map((state) => state.s[0][0] - state.s[1][0]);
    let sum = 0;
    const luck = data.frames.map((frame) => (sum += frame.k?.vp ?? 0));
    const all = [...score, ...luck, ...data.turns.flatMap((turn) => [turn.marginLow, turn.marginHigh]), 1, -1];
    const step = [1, 2, 5, 10, 20, 50, 100, 500].find((each) => (Math.max(...all) - Math.min(...all)) / each <= 5) ?? 1000;
    const [low, high] = [Math.floor(Math.min(...all) / step), Math.ceil(Math.max(...all) / step)];
    const ticks = [...Array(high - low + 1).keys()].map((k) => (low + k) * step);
    const signed = (value) => `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
    const chart = panel(`${data.counted} of side a minus side b: the score (steps), what it was expected to come to (dots, band: 95%), luck so far (dashed)`, low * step, high * step, ticks, signed);
    band(chart, "marginLow", "marginHigh");
    line(chart, "margin");
    steps(chart, "score", score);
    steps(chart, "lucky", luck);
    return chart;
  };
  if (data.turns.length) [chances(), margins()].forEach((chart) => {
    decided(chart);
    cursor(chart);
  });
  const show = (frame, secret) => {
    cursors.forEach((each) => {
      each.setAttribute("x1", x(frame));
      each.setAttribute("x2", x(frame));
    });
    veils.forEach((each) => {
      each.setAttribute("x", x(frame) + 4);
      each.setAttribute("width", secret ? WIDE - x(frame) - 4 : 0);
    });
  };
  return { show };
};
