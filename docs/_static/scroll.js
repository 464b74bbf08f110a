// What can be scrolled can be reached by keys, and says that there is more to see.
document.addEventListener("DOMContentLoaded", () => {
  const wide = [...document.querySelectorAll(".table-wrapper, article pre")];
  const look = (one) => {
    const scrolls = one.scrollWidth > one.clientWidth + 1;
    const left = one.scrollWidth - one.clientWidth - one.scrollLeft;
    one.classList.toggle("scrolls-on", scrolls && left > 8);
    if (!scrolls) {
      ["tabindex", "role", "aria-label"].forEach((name) => one.removeAttribute(name));
      return;
    }
    one.tabIndex = 0;
    one.setAttribute("role", "region");
    const heading = one.closest("section")?.querySelector("h1, h2, h3")?.firstChild?.textContent ?? "this page";
    one.setAttribute("aria-label", `${one.matches("pre") ? "Code" : "Table"} ${wide.indexOf(one) + 1} of the page: ${heading}`);
  };
  const seen = new ResizeObserver((entries) => entries.forEach((entry) => look(entry.target)));
  wide.forEach((one) => {
    seen.observe(one);
    one.addEventListener("scroll", () => look(one), { passive: true });
  });
});
