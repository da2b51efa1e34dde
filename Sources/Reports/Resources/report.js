"use strict";
(() => {
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’.]/g, "").toLowerCase();
  const value = (row, column) => {
    const cell = row.cells[column];
    if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
    return cell.classList.contains("n") ? -Infinity : cell.textContent.trim();
  };
  const compare = new Intl.Collator("en", { numeric: true, sensitivity: "base" }).compare;
  const order = (a, b) => (typeof a === "number" && typeof b === "number" ? (a < b ? -1 : a > b ? 1 : 0) : compare(a, b));

  const sort = (table, column, descending) => {
    const heads = table.tHead.rows[0].cells;
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", descending ? "descending" : "ascending");
    const body = table.tBodies[0];
    const keyed = Array.from(body.rows, (row, index) => ({ row, index, key: value(row, column) }));
    keyed.sort((a, b) => (descending ? order(b.key, a.key) : order(a.key, b.key)) || a.index - b.index);
    body.append(...keyed.map((entry) => entry.row));
  };

  const makeSortable = (table) => {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const first = head.classList.contains("n");
        const now = head.getAttribute("aria-sort");
        sort(table, column, now === null ? first : now === "ascending");
      });
    });
  };

  const makeFilterable = (table) => {
    const rows = Array.from(table.tBodies[0].rows, (row) => ({ row, text: fold(row.textContent) }));
    if (rows.length < 8) return;
    const box = document.createElement("p");
    const label = document.createElement("label");
    const input = document.createElement("input");
    const output = document.createElement("output");
    box.className = "filter";
    input.type = "search";
    input.autocomplete = "off";
    label.textContent = "Filter ";
    label.append(input);
    box.append(label, output);
    const apply = () => {
      const words = fold(input.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const { row, text } of rows) {
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown += 1;
      }
      output.textContent = words.length ? `${shown} of ${rows.length} ${table.dataset.what}` : "";
    };
    input.addEventListener("input", apply);
    table.closest(".scroll").before(box);
  };

  document.querySelectorAll("table.sortable").forEach(makeSortable);
  document.querySelectorAll("table.filterable").forEach(makeFilterable);
})();
