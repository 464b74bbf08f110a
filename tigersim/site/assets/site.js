"use strict";
// What every page has: its words and data, its state in the address, the choice of light and dark, the search.
const site = (() => {
  const read = (id) => {
    const element = document.getElementById(id);
    return element === null ? null : JSON.parse(element.textContent);
  };
  const texts = read("words");
  const body = document.body;

  // text("odds.title", {name: "Jeep"}) is the word of a key with what is given in the place of {name}
  const text = (key, given = {}) => {
    const dot = key.indexOf(".");
    const found = texts[key.slice(0, dot)]?.[key.slice(dot + 1)];
    if (found === undefined) throw new Error(`no words for ${key}`);
    return found.replace(/\{(\w+)\}/g, (whole, name) => (name in given ? String(given[name]) : whole));
  };

  // The address after # holds what was asked: #a=Tiger%20I&card=QH
  const decoded = (value) => {
    try { return decodeURIComponent(value.replaceAll("+", " ")); } catch { return value; }
  };
  const state = () => Object.fromEntries(location.hash.slice(1).split("&").filter((part) => part !== "").map((part) => {
    const equals = part.indexOf("=");
    return equals < 0 ? [decoded(part), ""] : [part.slice(0, equals), decoded(part.slice(equals + 1))];
  }));
  const hash = (asked) => Object.entries(asked)
    .filter(([, value]) => value !== "" && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const keep = (asked) => {
    const said = hash(asked);
    history.replaceState(null, "", said === "" ? location.pathname + location.search : `#${said}`);
    languages();
  };

  // Links to the page in another language take the question along
  const languages = () => {
    for (const link of document.querySelectorAll("a.language")) link.hash = location.hash;
  };

  const say = (words) => { document.getElementById("status").textContent = words; };

  const copy = async (words) => {
    try {
      await navigator.clipboard.writeText(words);
      say(text("site.copied"));
      return true;
    } catch {
      say(text("site.not_copied"));
      return false;
    }
  };

  // A new element: make("td", {class: "number"}, "12")
  const make = (name, attributes = {}, ...within) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
    element.append(...within);
    return element;
  };

  const number = (value, digits = 0) =>
    value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const percent = (share, digits = 0) => `${number(100 * share, digits)}%`;

  const folded = (words) => words.toLocaleLowerCase().replaceAll("ё", "е").normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

  for (const form of document.querySelectorAll("form[data-search]")) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const asked = new FormData(form).get("q").trim();
      location.href = `${form.dataset.search}#${hash({ q: asked })}`;
    });
  }
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key === "/" && typing === null && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      document.querySelector("form[data-search] input").focus();
    }
  });

  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
  };
  const button = document.querySelector("button.theme");
  const named = () => { button.textContent = text(dark() ? "site.light" : "site.dark"); };
  button.hidden = false;
  named();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", named);
  button.addEventListener("click", () => {
    const chosen = dark() ? "light" : "dark";
    document.documentElement.dataset.theme = chosen;
    try { localStorage.setItem("tigersim-theme", chosen); } catch { /* it holds for this page then */ }
    named();
  });
  languages();
  addEventListener("hashchange", languages);

  return { data: read("data"), root: body.dataset.root, text, state, keep, hash, say, copy, make, number, percent, folded };
})();
