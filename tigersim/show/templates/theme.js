"use strict";
// Light or dark: as the system says until the reader chooses. The choice is kept where the browser lets a page keep it.
(() => {
  const root = document.documentElement;
  const PLACE = "tigersim-theme";
  const system = matchMedia("(prefers-color-scheme: dark)");
  // A page in a frame or opened from a disk may be refused any memory; it then follows the system each time.
  const kept = () => {
    try {
      return localStorage.getItem(PLACE);
    } catch {
      return null;
    }
  };
  const keep = (theme) => {
    try {
      localStorage.setItem(PLACE, theme);
    } catch {
      // nothing to do: the choice holds while the page is open
    }
  };
  const dark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  if (["light", "dark"].includes(kept())) root.dataset.theme = kept();

  addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector(".theme");
    const show = () => button.setAttribute("aria-checked", String(dark()));
    button.addEventListener("click", () => {
      root.dataset.theme = dark() ? "light" : "dark";
      keep(root.dataset.theme);
      show();
    });
    system.addEventListener("change", show);
    button.hidden = false;
    show();
  });
})();
