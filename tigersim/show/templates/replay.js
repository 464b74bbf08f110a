"use strict";
// Playing: where we are, and how to go on.  All texts are written as text.
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const last = data.frames.length - 1;
  const root = document.documentElement;
  document.querySelectorAll(".scripted").forEach((each) => (each.hidden = false));

  // Every picture says only what has changed.
  const states = [];
  data.frames.reduce((before, { u, s, w, p, x }) => {
    const now = { u: { ...before.u, ...u }, s: s ?? before.s, w: w ?? before.w, p: p ?? before.p, x: x ?? before.x };
    states.push(now);
    return now;
  }, { u: {}, s: [], w: [], p: 0, x: [] });

  const say = (text) => ($("sight").textContent = text);
  const note = globalThis.Tip(data, $("tip"));
  const table = globalThis.Table(data, $("board"), globalThis.Sight(data), note, say);
  const { zoom } = table;
  const beside = globalThis.Beside(data, states, table);
  const steps = globalThis.Steps(data, states);
  const address = globalThis.Address;
  const curves = globalThis.Curves(data, states, table.draw, $("curves"), (frame) => move(frame));
  root.style.setProperty("--aspect", data.table.width / data.table.depth);
  let at = 0;
  let timer = null;
  let onlyFire = false;
  let seen = false; // the end, since the result was hidden
  const watching = () => root.classList.contains("watching");

  // --- where we are --------------------------------------------------------------------------------------------------

  const show = () => {
    if (at === last) seen = true;
    root.classList.toggle("known", seen);
    const secret = watching() && !seen;
    table.show(states[at], at > 0 ? states[at - 1] : null, data.frames[at]);
    beside.show(at, secret);
    curves.show(at, secret);
    $("slider").value = at;
    $("slider").setAttribute("aria-valuetext", `${at} of ${last}, turn ${data.frames[at].t}: ${beside.texts(at)[0]}`);
    $("place").textContent = secret ? `${at}` : `${at} / ${last}`;
    $("watch").setAttribute("aria-pressed", watching());
  };
  const go = (frame) => {
    at = Math.min(Math.max(frame, 0), last);
    show();
    address.write(at, watching());
  };
  const move = (frame) => {
    pause();
    go(frame ?? at);
  };
  const starts = data.turns.filter((turn) => !turn.over);
  const placeOf = ({ step, inTurn }) => {
    if (step !== undefined) return Math.min(step, last);
    const turn = inTurn && starts.findIndex((each) => each.turn === inTurn[0]);
    if (!inTurn || turn < 0) return 0;
    return Math.min(starts[turn].frame + inTurn[1], (starts[turn + 1]?.frame ?? last + 1) - 1);
  };
  const open = () => {
    const { watch, ...place } = address.read();
    root.classList.toggle("watching", watch);
    seen = false;
    at = placeOf(place);
    show();
  };
  const hide = () => {
    root.classList.toggle("watching");
    seen = false;
    if (watching() && at === last) at = 0; // whoever has not seen it begins at the beginning
    go(at);
  };
  const copy = async () => {
    const link = address.link(at, watching());
    try {
      await navigator.clipboard.writeText(link);
      say("The link to this step is copied.");
    } catch {
      say(`The link to this step: ${link}`);
    }
  };

  // --- playing -------------------------------------------------------------------------------------------------------

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
    go(onlyFire ? (steps.after("fight", at) ?? last) : at + 1);
    timer = setTimeout(tick, steps.pause(at) / Number($("speed").value));
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
  const only = () => {
    onlyFire = !onlyFire;
    $("only").setAttribute("aria-pressed", onlyFire);
  };
  const full = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    else $("main").requestFullscreen().catch(() => say("This browser does not let the page fill the screen."));
  };
  const INTO = 1.5;
  const deeds = {
    first: () => move(0),
    back: () => move(at - 1),
    play,
    next: () => move(at + 1),
    last: () => move(last),
    shotBefore: () => move(steps.before("shot", at)),
    shotAfter: () => move(steps.after("shot", at)),
    killBefore: () => move(steps.before("kill", at)),
    killAfter: () => move(steps.after("kill", at)),
    larger: () => zoom.towards(INTO, table.busy()),
    smaller: () => zoom.towards(1 / INTO),
    whole: zoom.whole,
    full,
  };
  document.querySelectorAll("[data-do]").forEach((button) => button.addEventListener("click", deeds[button.dataset.do]));
  document.querySelector("[data-do=full]").hidden = !document.fullscreenEnabled;
  $("only").addEventListener("click", only);
  $("watch").addEventListener("click", hide);
  $("copy").addEventListener("click", copy);
  $("copy").hidden = !address.possible;
  $("slider").addEventListener("input", () => move(Number($("slider").value)));
  $("turn").addEventListener("change", () => move(Number($("turn").value)));
  document.querySelectorAll(".jump").forEach((jump) => jump.addEventListener("click", () => move(Number(jump.dataset.frame))));
  $("log").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) move(Number(line.dataset.frame));
  });
  addEventListener("hashchange", () => {
    pause();
    open();
  });

  // --- keys ----------------------------------------------------------------------------------------------------------

  const turnBefore = () => move(starts.findLast((turn) => turn.frame < at)?.frame ?? 0);
  const turnAfter = () => move(starts.find((turn) => turn.frame > at)?.frame ?? last);
  const PART = 0.2; // of the part that is shown
  const keys = {
    " ": play, ArrowLeft: deeds.back, ArrowRight: deeds.next, Home: deeds.first, End: deeds.last, PageUp: turnBefore, PageDown: turnAfter,
    f: deeds.shotAfter, F: deeds.shotBefore, k: deeds.killAfter, K: deeds.killBefore, o: only,
    "+": deeds.larger, "=": deeds.larger, "-": deeds.smaller, r: deeds.whole, Escape: table.release,
    "Shift ArrowLeft": () => zoom.pan(-PART, 0), "Shift ArrowRight": () => zoom.pan(PART, 0), "Shift ArrowUp": () => zoom.pan(0, -PART), "Shift ArrowDown": () => zoom.pan(0, PART),
  };
  const deedOf = ({ key, shiftKey }) => {
    if (key.length === 1 && key !== " " && !$("keys").checked) return null;
    const turn = /^[0-9]$/.test(key) ? starts.find((each) => each.turn === Number(key)) : null;
    if (turn) return () => move(turn.frame);
    return shiftKey && key.startsWith("Arrow") ? keys[`Shift ${key}`] : keys[key];
  };
  const hasKeys = (target, key) => target.closest("select, [type=checkbox]") || (target.closest("button") && key === " ");
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || hasKeys(event.target, event.key)) return;
    const deed = deedOf(event);
    if (!deed) return;
    event.preventDefault();
    deed();
  });

  // --- paper ---------------------------------------------------------------------------------------------------------

  // An empty table says nothing: whoever has not begun prints the end, unless the result is hidden.
  let before = null;
  addEventListener("beforeprint", () => {
    before = { at, seen };
    zoom.whole();
    if (at === 0 && !watching()) at = last;
    show();
  });
  addEventListener("afterprint", () => {
    if (before) ({ at, seen } = before);
    before = null;
    show();
  });
  open();
})();
