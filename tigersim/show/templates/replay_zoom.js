"use strict";
// Which part of the table is shown: wheel, two fingers, buttons and keys change its size, dragging and arrows move it.
globalThis.Zoom = (root, home, scaled) => {
  const MOST = 8;
  const RIM = 0.1; // of what is shown: nearer to the side than that is out of sight
  const STILL = 6; // pixels that a press may move and still be one
  let view = { ...home };
  let dragged = false;
  const held = new Map();

  const zoomed = () => view.w < home.w;
  const set = ({ x, y, w }) => {
    const wide = Math.min(Math.max(w, home.w / MOST), home.w);
    const high = (wide * home.h) / home.w;
    const within = (value, least, most) => Math.min(Math.max(value, least), most);
    view = { x: within(x, home.x, home.x + home.w - wide), y: within(y, home.y, home.y + home.h - high), w: wide, h: high };
    root.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    root.classList.toggle("zoomed", zoomed());
    measure();
  };
  const measure = () => {
    const box = root.getBoundingClientRect();
    if (box.width) scaled(Math.min(box.width / view.w, box.height / view.h));
  };
  const middle = () => ({ x: view.x + view.w / 2, y: view.y + view.h / 2 });
  const zoom = (factor, at = middle()) => {
    const w = Math.min(Math.max(view.w / factor, home.w / MOST), home.w);
    const part = w / view.w;
    set({ x: at.x - (at.x - view.x) * part, y: at.y - (at.y - view.y) * part, w });
  };
  // Towards a place, if it is in sight, else towards the middle.
  const towards = (factor, place) => zoom(factor, place && inside(place, 0) ? { x: place[0], y: place[1] } : middle());
  const pan = (right, down) => set({ x: view.x + right * view.w, y: view.y + down * view.h, w: view.w });
  const inside = ([x, y], rim) => Math.abs(x - middle().x) < view.w * (0.5 - rim) && Math.abs(y - middle().y) < view.h * (0.5 - rim);
  const whole = () => set(home);
  const point = (x, y) => new DOMPoint(x, y).matrixTransform(root.getScreenCTM().inverse());

  // Where something happens out of sight, the table moves there.
  const follow = (places) => {
    if (!zoomed() || places.every((place) => inside(place, RIM))) return;
    const spread = (k) => Math.max(...places.map((place) => place[k])) - Math.min(...places.map((place) => place[k]));
    const kept = spread(0) < view.w * 0.8 && spread(1) < view.h * 0.8 ? places : places.slice(0, 1);
    const mean = (k) => kept.reduce((sum, place) => sum + place[k], 0) / kept.length;
    set({ x: mean(0) - view.w / 2, y: mean(1) - view.h / 2, w: view.w });
  };

  const drag = (from, to) => {
    const [was, now] = [point(...from), point(...to)];
    set({ x: view.x + was.x - now.x, y: view.y + was.y - now.y, w: view.w });
  };
  const pinch = (before, after) => {
    const apart = ([one, other]) => Math.hypot(one[0] - other[0], one[1] - other[1]);
    const between = ([one, other]) => [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
    drag(between(before), between(after));
    if (apart(before) > 0) zoom(apart(after) / apart(before), point(...between(after)));
  };
  root.addEventListener("pointerdown", (event) => {
    if (!held.size) dragged = false;
    held.set(event.pointerId, [event.clientX, event.clientY]);
  });
  root.addEventListener("pointermove", (event) => {
    const was = held.get(event.pointerId);
    if (!was) return;
    const now = [event.clientX, event.clientY];
    if (held.size === 1 && !zoomed()) return;
    if (!dragged && held.size === 1 && Math.hypot(now[0] - was[0], now[1] - was[1]) < STILL) return;
    if (!dragged) root.setPointerCapture(event.pointerId);
    dragged = true;
    const before = [...held.values()];
    held.set(event.pointerId, now);
    if (held.size === 1) drag(was, now);
    else if (held.size === 2) pinch(before, [...held.values()]);
  });
  ["pointerup", "pointercancel"].forEach((end) => addEventListener(end, (event) => held.delete(event.pointerId)));
  // One finger scrolls the page over the whole table and moves a part of it; two are always ours.
  ["touchstart", "touchmove"].forEach((touch) => root.addEventListener(touch, (event) => {
    if (event.cancelable && (event.touches.length > 1 || (touch === "touchmove" && zoomed()))) event.preventDefault();
  }, { passive: false }));
  // The wheel scrolls a page that is scrolled already, and where the whole table is shown it cannot become smaller.
  root.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !zoomed() && (event.deltaY >= 0 || scrollY > 0)) return;
    event.preventDefault();
    zoom(Math.exp(-0.003 * Math.min(Math.max(event.deltaY, -120), 120)), point(event.clientX, event.clientY));
  }, { passive: false });
  new ResizeObserver(measure).observe(root);
  set(home);
  return { towards, pan, whole, follow, dragging: () => dragged && held.size > 0, dragged: () => dragged };
};
