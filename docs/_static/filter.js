// A field above the long tables that leaves only the rows which hold all words typed into it.
document.addEventListener("DOMContentLoaded", () => {
  const rows = [...document.querySelectorAll("table.rulebook tbody tr, table.rulings tbody tr")];
  const heading = document.querySelector("article h1");
  if (!rows.length || !heading) return;
  const field = document.createElement("input");
  field.type = "search";
  field.className = "filter";
  field.placeholder = "Show only rows with these words";
  field.setAttribute("aria-label", field.placeholder);
  heading.insertAdjacentElement("afterend", field);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, k) => { row.hidden = !words.every((word) => texts[k].includes(word)); });
    document.querySelectorAll("article section section").forEach((section) => {
      section.hidden = words.length > 0 && !section.querySelector("tbody tr:not([hidden])");
    });
  });
});
