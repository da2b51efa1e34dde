// A number without the commas between thousands; what is none, such as `5 %`, as it is.
const numberOr = (text) => {
  const number = Number(text.replaceAll(",", ""));
  return text === "" ? null : Number.isNaN(number) ? text : number;
};
// What a row of a table says: its values for files, orders, filters and choices.
const cellsOfRow = (row) =>
  Array.from(row.cells, (cell) => {
    const time = cell.querySelector(":scope > time:last-of-type");
    const text = (cell.querySelector("a, bdi") ?? cell).textContent.trim();
    if (cell.classList.contains("n")) return numberOr(cell.firstChild?.data ?? text);
    // An interval as in ISO 8601: of which only the end is known, `../` and that.
    if (time) return Array.from(cell.querySelectorAll(":scope > time"), (one) => ("open" in one.dataset ? "../" : "") + one.dateTime).join("/");
    return cell.tagName === "TH" ? text : cell.textContent.trim().replace(/\s+/g, " ");
  });
// The id of the user of a row, such as 5 of `u5` and, where a user has another role, of `u5-2`.
const userOfRow = (row) => {
  const user = /^u(-?\d+)(-\d+)?$/.exec(row.id)?.[1];
  return user ? Number(user) : null;
};
const orderValue = (cell) => {
  if (cell.classList.contains("n")) return cell.firstChild ? Number(cell.firstChild.data.replaceAll(",", "")) : -Infinity;
  const time = cell.querySelector(":scope > time:last-of-type");
  return time ? time.dateTime : cell.textContent.trim();
};
// What a filter looks at: what is in view, not the dates, numbers and closed texts.
const searchable = (row) => {
  const texts = Array.from(row.querySelectorAll("th > a:first-of-type, th > bdi, .about > bdi, .tag"), (one) => one.textContent);
  return texts.concat(Array.from(row.querySelectorAll("td:not(.n, .d, .t)"), (one) => one.textContent)).join(" ");
};
// - group: The title of the rows among which it stands; empty where they have none.
const rowFacts = (row, group) => ({
  group,
  id: row.id,
  name: foldedWords(row.querySelector("th a, th bdi")?.textContent ?? "").join(" "),
  text: foldedWords(searchable(row)).join(" "),
  tags: Array.from(row.querySelectorAll("th .tag"), (tag) => tag.textContent),
  values: Array.from(row.cells, orderValue),
});

let collator;
const compareText = (a, b) => (collator ??= new Intl.Collator("en", { numeric: true, sensitivity: "base" })).compare(a, b);
const compareValues = (a, b) =>
  typeof a === "number" && typeof b === "number" ? (a < b ? -1 : a > b ? 1 : 0) : compareText(a, b);

// The rows that have what was typed and chosen, in the order of a column: -1 where none was chosen, and then those
// come first whose name is what was typed, then those whose name begins with it. Each row has its facts and
// the place in which it stood.
const arrangedRows = (rows, { words, facets, column, isDescending }) => {
  const found = rows.filter(({ facts }) => words.every((word) => facts.text.includes(word)) && facets.every((facet) => facet.has(facts)));
  if (column >= 0) {
    const sign = isDescending ? -1 : 1;
    return found.sort((a, b) => sign * compareValues(a.facts.values[column], b.facts.values[column]) || a.index - b.index);
  }
  if (!words.length) return found.sort((a, b) => a.index - b.index);
  const whole = words.join(" ");
  const rank = ({ name }) => (name === whole ? 0 : name.startsWith(whole) ? 1 : 2);
  return found.sort((a, b) => rank(a.facts) - rank(b.facts) || a.index - b.index);
};
