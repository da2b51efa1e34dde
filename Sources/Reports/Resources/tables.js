// What stands beside a table: facets with counts, and the rows that are shown as CSV and as JSON.
const tableCells = (row) =>
  Array.from(row.cells, (cell) => {
    const time = cell.querySelector(":scope > time:last-of-type");
    const text = (cell.querySelector("a, bdi") ?? cell).textContent.trim();
    if (cell.classList.contains("n")) return cell.firstChild ? Number(cell.firstChild.data?.replaceAll(",", "") ?? text) : null;
    if (time) return Array.from(cell.querySelectorAll(":scope > time"), (one) => one.dateTime).join("/");
    return cell.tagName === "TH" ? text : cell.textContent.trim().replace(/\s+/g, " ");
  });

// A text that a spreadsheet runs as a formula is no formula in quotation marks after an apostrophe.
const csvCell = (value) => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const save = (name, type, text) => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
// Two buttons; `rows` gives arrays of values under the columns.
const exportButtons = (name, columns, rows) => {
  const csv = make("button", { type: "button", className: "retry" }, "CSV");
  const json = make("button", { type: "button", className: "retry" }, "JSON");
  csv.addEventListener("click", () => {
    const lines = [columns(), ...rows()].map((row) => row.map(csvCell).join(","));
    save(`${name}.csv`, "text/csv", `${lines.join("\r\n")}\r\n`);
  });
  json.addEventListener("click", () => {
    const heads = columns();
    const objects = rows().map((row) => Object.fromEntries(heads.map((head, index) => [head, row[index] ?? null])));
    save(`${name}.json`, "application/json", `${JSON.stringify(objects, null, 1)}\n`);
  });
  return make("span", { className: "export" }, "These rows as ", csv, " ", json);
};

// A choice among the values that rows have, each with how many have it.
const facetChoice = (label, key, changed) => {
  const select = make("select", {}, make("option", { value: "" }, "all"));
  select.addEventListener("change", () => {
    writeState({ [key]: select.value }, true);
    changed();
  });
  return {
    element: make("label", { className: "facet" }, `${label} `, select),
    value: () => select.value,
    read: () => { select.value = readState().get(key) ?? ""; },
    fill: (counts) => {
      const value = select.value || (readState().get(key) ?? "");
      const options = counts.map(([name, count]) => make("option", { value: name }, `${name} (${grouped(count)})`));
      select.replaceChildren(make("option", { value: "" }, "all"), ...options);
      select.value = value;
    },
  };
};

// The facets of a table: its groups, the marks of its names, and each column of words that has few of them.
const tableFacets = (id, groups, heads, changed) => {
  const rows = groups.flatMap((group) => group.rows);
  const most = 12;
  const columns = heads.map((head, index) => ({ head, index })).slice(1)
    .filter(({ head, index }) => !head.classList.contains("n") && !rows.some(({ row }) => row.cells[index]?.matches(".d, .t, .n")));
  const choices = [
    ["Role", (entry) => [entry.group]],
    ["Marked", (entry) => Array.from(entry.row.querySelectorAll("th .tag"), (tag) => tag.textContent)],
    ...columns.map(({ head, index }) => [head.textContent, (entry) => [entry.row.cells[index].textContent.trim()]]),
  ];
  for (const group of groups) for (const entry of group.rows) entry.group = group.head?.textContent.trim() ?? "";
  return choices.flatMap(([label, valuesOf]) => {
    const counts = new Map();
    for (const entry of rows) for (const value of valuesOf(entry)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    const isChoice = counts.size > (label === "Marked" ? 0 : 1) && counts.size <= most && counts.size < rows.length;
    if (!isChoice || (label === "Marked" && counts.size === 1 && Array.from(counts.values())[0] === rows.length)) return [];
    const choice = facetChoice(label, `${id}.${foldedWords(label).join("-")}`, changed);
    choice.fill(Array.from(counts).sort((one, other) => other[1] - one[1]));
    return [{ element: choice.element, read: choice.read, has: (entry) => !choice.value() || valuesOf(entry).includes(choice.value()) }];
  });
};
