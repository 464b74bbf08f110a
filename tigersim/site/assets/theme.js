"use strict";
// Runs before anything is drawn, so that a page chosen dark never flashes white.  The system decides until a visitor does.
(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("tigersim-theme"); } catch { /* pages on a disk may have no storage */ }
  if (chosen === "dark" || chosen === "light") document.documentElement.dataset.theme = chosen;
})();
