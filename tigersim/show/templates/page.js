"use strict";
// Sorting, filtering and downloading: everything is read from the tables themselves, and written as text only.
(() => {
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const values = (cell) => (cell.dataset.values ?? "").split(" ");
  const names = (head) => JSON.parse(head.dataset.names);
  const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

  // A spreadsheet takes text that begins like a formula for one: an apostrophe before it keeps it text.
  const field = (text) => {
    const harmless = /^\s*[=+\-@]|^[\t\r\n]/.test(text) ? `'${text}` : text;
    return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };
  const number = (text) => (Number.isNaN(Number(text)) ? field(text) : text);

  class Sheet {
    constructor(place, number) {
      this.place = place;
      this.number = number;
      this.name = place.dataset.name;
      this.frame = place.querySelector(".frame");
      this.scroll = place.querySelector(".scroll");
      this.all = place.querySelector(".all");
      this.body = place.querySelector("tbody");
      this.rows = [...this.body.rows];
      this.heads = [...place.querySelectorAll("thead th")];
      this.count = place.querySelector(".count");
      this.search = place.querySelector("input");
      this.choices = [...place.querySelectorAll("select")];
      this.texts = this.rows.map((row) => plain([...row.cells].filter((cell) => cell.matches(".text")).map((cell) => cell.textContent).join("\n")));
      this.heads.forEach((head, column) => this.makeSortable(head, column));
      this.choices.forEach((choice) => this.fill(choice));
      this.search?.addEventListener("input", () => this.ask());
      place.querySelector(".download").addEventListener("click", () => this.download());
      place.querySelector(".tools").hidden = false;
      this.all.addEventListener("click", () => this.showAll());
      this.scroll.addEventListener("scroll", () => this.showMore(), { passive: true });
      new ResizeObserver(() => this.showMore()).observe(this.scroll);
      this.body.addEventListener("click", (event) => this.copy(event));
      this.body.addEventListener("keydown", (event) => this.move(event));
      this.filter();
    }

    // Of the first table the address says "q" and the headings of its choices, of the second "q2", and so on.
    word(heading) {
      return this.number === 1 ? heading : `${heading}${this.number}`;
    }

    heading(choice) {
      return names(this.heads[Number(choice.dataset.column)])[0];
    }

    // The readers' search is kept in the address, so that a link leads to what they see.
    ask() {
      this.filter();
      const asked = hash();
      const put = (name, value) => (value ? asked.set(this.word(name), value) : asked.delete(this.word(name)));
      put("q", this.search.value.trim());
      this.choices.forEach((choice) => put(this.heading(choice), choice.selectedIndex > 0 ? choice.value : ""));
      const told = asked.toString().replaceAll("+", "%20");
      history.replaceState(null, "", told ? `#${told}` : location.pathname + location.search);
    }

    // What the address asks for; whether it asked this table anything.
    answer(asked) {
      if (!this.search) return false;
      const wanted = [asked.get(this.word("q")) ?? "", ...this.choices.map((choice) => asked.get(this.word(this.heading(choice))) ?? "")];
      this.search.value = wanted[0];
      this.choices.forEach((choice, k) => {
        const at = [...choice.options].findIndex((option, place) => place > 0 && option.value === wanted[k + 1]);
        choice.selectedIndex = Math.max(at, 0);
      });
      this.filter();
      return wanted.some(Boolean);
    }

    showAll() {
      this.opened = true;
      this.filter();
    }

    showMore() {
      const more = this.scroll.scrollWidth - this.scroll.clientWidth - this.scroll.scrollLeft > 8;
      this.frame.classList.toggle("more", more);
      if (more) this.place.querySelector(".wider").hidden = false;
      else if (this.scroll.scrollWidth <= this.scroll.clientWidth) this.place.querySelector(".wider").hidden = true;
    }

    // The links of all rows are one stop for Tab; arrows go from one to the next.
    links() {
      return [...this.body.rows].filter((row) => !row.hidden).flatMap((row) => [...row.querySelectorAll(".link")]);
    }

    stop(link) {
      this.body.querySelectorAll(".link").forEach((one) => (one.tabIndex = -1));
      if (link) link.tabIndex = 0;
    }

    move(event) {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const links = this.links();
      const next = step && links[links.indexOf(event.target) + step];
      if (!next || !event.target.matches(".link")) return;
      event.preventDefault();
      this.stop(next);
      next.focus();
    }

    // The link of a row leads there; its address is copied too, where the browser lets a page copy.
    copy(event) {
      const link = event.target.closest(".link");
      if (!link || !navigator.clipboard) return;
      navigator.clipboard.writeText(link.href).then(
        () => {
          link.classList.add("copied");
          setTimeout(() => link.classList.remove("copied"), 1500);
        },
        () => {}, // refused: the address of the page is the link now
      );
    }

    makeSortable(head, column) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => this.sort(head, column));
    }

    // Numbers begin with the greatest, texts with the first of the alphabet; what is missing comes last either way.
    sort(head, column) {
      const first = head.matches(".number") ? "descending" : "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      const wanted = head.getAttribute("aria-sort") === first ? other : first;
      this.heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", wanted);
      const sign = wanted === "ascending" ? 1 : -1;
      const key = (row) => (head.matches(".number") ? values(row.cells[column])[0] : row.cells[column].textContent);
      const compare = head.matches(".number") ? (a, b) => Number(a) - Number(b) : order.compare;
      const missing = (text) => text === "" || (head.matches(".number") && Number.isNaN(Number(text)));
      this.body.append(
        ...[...this.body.rows].sort((a, b) => {
          const [left, right] = [key(a), key(b)];
          return missing(left) || missing(right) ? missing(left) - missing(right) : sign * compare(left, right);
        }),
      );
    }

    fill(choice) {
      const column = Number(choice.dataset.column);
      const found = new Set(this.rows.map((row) => row.cells[column].textContent));
      [...found].sort(order.compare).forEach((text) => choice.add(new Option(text || "(none)", text)));
      choice.addEventListener("change", () => this.ask());
    }

    filter() {
      const sought = plain(this.search?.value.trim() ?? "");
      const kept = this.choices.filter((choice) => choice.selectedIndex > 0).map((choice) => [Number(choice.dataset.column), choice.value]);
      let shown = 0;
      this.rows.forEach((row, k) => {
        row.hidden = !this.texts[k].includes(sought) || kept.some(([column, text]) => row.cells[column].textContent !== text);
        shown += !row.hidden;
      });
      this.stop(this.links()[0]);
      // a telephone shows the first rows of all, but every row that was asked for
      const short = !this.opened && shown === this.rows.length && this.place.matches(".many");
      this.place.classList.toggle("short", short);
      this.all.hidden = !short;
      this.count.textContent = shown === this.rows.length ? `${shown} rows` : `${shown} of ${this.rows.length} rows`;
    }

    // The rows that are shown, in their order, numbers to six digits.
    csv() {
      const cells = (row) => this.heads.flatMap((head, column) => {
        const cell = row.cells[column];
        return head.matches(".number") ? names(head).map((_, k) => number(values(cell)[k] ?? "")) : [field(cell.textContent)];
      });
      return [this.heads.flatMap((head) => names(head).map(field)), ...[...this.body.rows].filter((row) => !row.hidden).map(cells)].map((line) => `${line.join(",")}\r\n`).join("");
    }

    download() {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([this.csv()], { type: "text/csv;charset=utf-8" }));
      link.download = `${this.name}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  }

  // "#q=tiger" asks the tables; any other address is a place on the page.
  const hash = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");

  let searched = 0;
  const sheets = [...document.querySelectorAll(".sheet")].map((place) => new Sheet(place, place.querySelector("input") ? ++searched : 0));
  const follow = () => {
    const asked = hash();
    const found = asked.size ? sheets.filter((sheet) => sheet.answer(asked)) : [];
    found[0]?.place.scrollIntoView();
    // a row that a telephone has not shown yet
    const row = asked.size ? null : document.getElementById(location.hash.slice(1));
    const sheet = row?.matches("tr") && sheets.find((one) => one.body.contains(row));
    if (sheet) {
      sheet.showAll();
      row.scrollIntoView();
    }
  };
  addEventListener("hashchange", follow);
  if (location.hash) follow();

  // A battle is a page of its own, in a frame that is filled when it is first unfolded.
  document.querySelectorAll(".battle").forEach((place) => {
    const frame = place.querySelector("iframe");
    frame.hidden = false;
    place.addEventListener("toggle", () => (frame.srcdoc = frame.dataset.page), { once: true });
  });

  // What is folded away would be missing on paper, but for battles, which do not move there.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open], .battle)")];
    opened.forEach((each) => (each.open = true));
  });
  addEventListener("afterprint", () => opened.forEach((each) => (each.open = false)));
})();
