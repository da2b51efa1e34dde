const grouped = (number) => new Intl.NumberFormat("en-US").format(number);

// What a table or list shows stands in the address, so that it can be kept and sent: #q=ana.
const readState = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
const writeState = (changes, isNew) => {
  const state = readState();
  for (const [key, value] of Object.entries(changes)) {
    if (value) state.set(key, value);
    else state.delete(key);
  }
  const page = location.href.split("#")[0];
  const address = state.size ? `${page}#${state}` : page;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(history.state, "", address);
};

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const cellValue = (row, column) => {
  const cell = row.cells[column];
  if (cell.classList.contains("n")) return cell.firstChild ? Number(cell.firstChild.data.replaceAll(",", "")) : -Infinity;
  const time = cell.querySelector(":scope > time:last-of-type");
  if (time) return time.dateTime;
  return cell.textContent.trim();
};
const compareText = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
const compareValues = (a, b) =>
  typeof a === "number" && typeof b === "number" ? (a < b ? -1 : a > b ? 1 : 0) : compareText(a, b);

// What a filter looks at: what is in view, not the dates, numbers and closed texts.
const searchable = (row) => {
  const texts = Array.from(row.querySelectorAll("th > a:first-of-type, th > bdi, .about > bdi, .tag"), (one) => one.textContent);
  return texts.concat(Array.from(row.querySelectorAll("td:not(.n, .d, .t)"), (one) => one.textContent)).join(" ");
};

// A table whose rows can be sorted by a click on a heading and filtered by words.
const enhance = (table) => {
  const id = table.dataset.id;
  const heads = Array.from(table.tHead.rows[0].cells);
  const columns = heads.map((head) => foldedWords(head.textContent).join("-"));
  // Groups of rows stay together, each under its own heading.
  const groups = Array.from(table.tBodies, (body) => ({
    body,
    head: body.querySelector(":scope > .group"),
    rows: Array.from(body.querySelectorAll(":scope > :not(.group)"), (row, index) => ({ row, index })),
  }));
  const rows = groups.flatMap((group) => group.rows);
  const output = make("output");
  const input = make("input", { type: "search", autocomplete: "off" });
  const facets = tableFacets(id, groups, heads, () => filter(input.value));

  const sort = (order) => {
    const descending = order.startsWith("-");
    const column = columns.indexOf(order.replace(/^-/, ""));
    heads.forEach((head) => head.removeAttribute("aria-sort"));
    if (column >= 0) {
      heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
      for (const entry of rows) entry.key = cellValue(entry.row, column);
    }
    const sign = descending ? -1 : 1;
    for (const group of groups) {
      group.rows.sort((a, b) => (column >= 0 && sign * compareValues(a.key, b.key)) || a.index - b.index);
      group.body.append(...group.rows.map(({ row }) => row));
    }
  };

  // Whose name is what was typed comes first, then whose name begins with it, unless an order was chosen.
  let isRanked = false;
  const rank = (words) => {
    if ((!words.length && !isRanked) || heads.some((head) => head.hasAttribute("aria-sort"))) return;
    isRanked = words.length > 0;
    const whole = words.join(" ");
    for (const entry of rows) {
      entry.name ??= foldedWords(entry.row.querySelector("th a, th bdi")?.textContent ?? "").join(" ");
      entry.rank = !isRanked || entry.name === whole ? 0 : entry.name.startsWith(whole) ? 1 : 2;
    }
    for (const group of groups) {
      group.rows.sort((a, b) => a.rank - b.rank || a.index - b.index);
      group.body.append(...group.rows.map(({ row }) => row));
    }
  };
  const filter = (text) => {
    const words = foldedWords(text);
    let shown = 0;
    for (const entry of rows) {
      entry.text ??= foldedWords(searchable(entry.row)).join(" ");
      entry.row.hidden = !words.every((word) => entry.text.includes(word)) || !facets.every((facet) => facet.has(entry));
      if (!entry.row.hidden) shown += 1;
    }
    rank(words);
    for (const { head, rows: own } of groups) if (head) head.hidden = own.every(({ row }) => row.hidden);
    output.textContent = shown < rows.length || words.length ? `${grouped(shown)} of ${grouped(rows.length)} ${table.dataset.what}` : "";
  };

  heads.forEach((head, column) => {
    const button = make("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const descending = now === null ? head.classList.contains("n") : now === "ascending";
      const order = (descending ? "-" : "") + columns[column];
      writeState({ [`${id}.sort`]: order }, true);
      sort(order);
    });
  });
  // On a phone each row is a card: its cells say which column they are of.
  table.classList.add("cards");
  const giveRole = (element, role) => element?.setAttribute("role", role);
  giveRole(table, "table");
  for (const part of [table.tHead, ...table.tBodies]) giveRole(part, "rowgroup");
  for (const row of table.rows) {
    giveRole(row, "row");
    Array.from(row.cells, (cell, index) => {
      giveRole(cell, cell.tagName === "TD" ? "cell" : row.parentElement === table.tHead ? "columnheader" : "rowheader");
      cell.dataset.label = heads[index]?.textContent ?? "";
    });
  }
  if (table.classList.contains("filterable")) {
    const bar = make("div", { className: "filter" });
    if (rows.length >= 8) {
      bar.append(make("label", {}, "Filter ", input), ...facets.map((facet) => facet.element), output);
      input.addEventListener("input", () => {
        writeState({ [`${id}.q`]: input.value }, !readState().has(`${id}.q`));
        filter(input.value);
      });
    }
    const shown = () => Array.from(table.querySelectorAll("tbody > tr:not([hidden], .group)"), tableCells);
    bar.append(exportButtons(id, () => columns.map((column) => column.replaceAll("-", "_")), shown));
    table.closest(".scroll").before(bar);
  }

  let order = "";
  const apply = () => {
    const state = readState();
    const wanted = state.get(`${id}.sort`) ?? "";
    if (wanted !== order || wanted) sort(wanted);
    order = wanted;
    input.value = state.get(`${id}.q`) ?? "";
    facets.forEach((facet) => facet.read());
    filter(input.value);
  };
  window.addEventListener("popstate", apply);
  if (readState().size) apply();
};

const tables = document.querySelectorAll("table.sortable");
tables.forEach(enhance);
// Where the style lets a table be as wide as it is, there is nothing to scroll, and no need to stop there.
const isWide = matchMedia("(min-width: 62rem)");
const stopAtTables = () => tables.forEach((table) => { table.closest(".scroll").tabIndex = isWide.matches ? -1 : 0; });
isWide.addEventListener("change", stopAtTables);
stopAtTables();

// The page of a group of people is named after the one that it shows.
const group = document.querySelector(".group");
if (group) {
  const title = document.title;
  const show = () => {
    const person = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    document.title = person?.querySelector("h1")?.textContent ?? title;
  };
  window.addEventListener("hashchange", show);
  show();
}
window.addEventListener("beforeprint", () => {
  document.querySelectorAll("figure details").forEach((one) => { one.open = true; });
});

// The key `/` leads to the first box that searches or filters.
window.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) return;
  const box = document.querySelector("input[type=search]");
  if (!box) return;
  event.preventDefault();
  box.focus();
});
