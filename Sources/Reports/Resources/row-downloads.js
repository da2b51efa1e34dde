// Rows as CSV and as JSON. A text that a spreadsheet runs as a formula is none after an apostrophe.
const csvCell = (value) => {
  const text = value === null ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const csvOf = (columns, rows) => `${[columns, ...rows].map((row) => row.map(csvCell).join(",")).join("\r\n")}\r\n`;
const jsonOf = (columns, rows) =>
  `${JSON.stringify(rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index] ?? null]))), null, 1)}\n`;
const save = (name, type, text) => {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
};
// Two buttons; `rows` gives arrays of values under the columns.
const exportButtons = ({ name, what = "These rows as", columns, rows }) => {
  const button = (label, title, type, textOf) => {
    const element = make("button", { type: "button", className: "retry", title }, label);
    element.addEventListener("click", () => save(`${name}.${label.toLowerCase()}`, type, textOf(columns(), rows())));
    return element;
  };
  const csv = button("CSV", "For spreadsheets: a text that begins with =, +, -, @ or a tab has an apostrophe before it, so that it is not run as a formula. JSON has it as it is.", "text/csv", csvOf);
  const json = button("JSON", "Each text as it is", "application/json", jsonOf);
  return make("span", { className: "export" }, `${what} `, csv, " ", json);
};
