"use strict";
// The address says where we are, so that a link leads there: #step=57, or #t3s12 for step 12 of turn 3; #watch hides the result.
globalThis.Address = (() => {
  const read = () => {
    const parts = location.hash.slice(1).split("&");
    const found = (pattern) => parts.map((part) => part.match(pattern)).find(Boolean)?.slice(1).map(Number);
    return { watch: parts.includes("watch"), step: found(/^step=(\d+)$/)?.[0], inTurn: found(/^t(\d+)s(\d+)$/) };
  };
  const written = (step, watch) => `#${watch ? "watch&" : ""}step=${step}`;
  const link = (step, watch) => location.href.split("#")[0] + written(step, watch);

  // Browsers refuse an address that changes too often, so it waits until we stand still; a frame has no address of its own.
  let waiting = null;
  const write = (step, watch) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      try {
        history.replaceState(null, "", written(step, watch));
      } catch {
        // the page still plays, it only has no link
      }
    }, 350);
  };
  document.documentElement.classList.toggle("watching", read().watch);
  return { read, write, link, possible: location.protocol !== "about:" };
})();
