// What stands beside a table: choices with counts, and the way to its rows as files.

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

// The facets of rows: their groups, the marks of their names, and each column of words that has few of them.
const rowFacets = (id, rows, heads, changed) => {
  const most = 12;
  const columns = heads.map((head, index) => ({ head, index })).slice(1).filter(({ head }) => !head.matches(".n, .d, .t"));
  const choices = [
    ["Role", ({ group }) => [group]],
    ["Marked", ({ tags }) => tags],
    ...columns.map(({ head, index }) => [head.textContent, ({ values }) => [values[index]]]),
  ];
  return choices.flatMap(([label, valuesOf]) => {
    const counts = new Map();
    for (const { facts } of rows) for (const value of valuesOf(facts)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    const isChoice = counts.size > (label === "Marked" ? 0 : 1) && counts.size <= most && counts.size < rows.length;
    if (!isChoice || (label === "Marked" && counts.size === 1 && Array.from(counts.values())[0] === rows.length)) return [];
    const choice = facetChoice(label, `${id}.${foldedWords(label).join("-")}`, changed);
    choice.fill(Array.from(counts).sort((one, other) => other[1] - one[1]));
    return [{ element: choice.element, read: choice.read, has: (facts) => !choice.value() || valuesOf(facts).includes(choice.value()) }];
  });
};

// The bar above a list: a filter where there is enough to look for, what is shown as files, choices, and how much
// is shown. Choices stand last, so that nothing moves when they come.
const listBar = ({ id, what, isLong, columns, hasGroups, hasUsers, shown, changed }) => {
  const input = make("input", { type: "search", autocomplete: "off" });
  const output = make("output");
  const choices = make("span");
  const more = [...(hasGroups ? ["role"] : []), ...(hasUsers ? ["user"] : [])];
  const heads = columns.map((column) => column.replaceAll("-", "_"));
  const valuesOf = ({ group, row }) => [...cellsOfRow(row), ...(hasGroups ? [group] : []), ...(hasUsers ? [userOfRow(row)] : [])];
  const files = exportButtons({ name: id, columns: () => [...heads, ...more], rows: () => shown().map(valuesOf) });
  const element = make("div", { className: "filter" }, ...(isLong ? [make("label", {}, "Filter ", input), files, make("span", { className: "choices" }, choices, output)] : [files]));
  input.addEventListener("input", () => {
    writeState({ [`${id}.q`]: input.value }, !readState().has(`${id}.q`));
    changed();
  });
  let facets = [];
  return {
    element,
    words: () => foldedWords(input.value),
    facets: () => facets,
    fill: (rows, heads) => {
      facets = isLong ? rowFacets(id, rows, heads, changed) : [];
      choices.replaceChildren(...facets.map((facet) => facet.element));
      facets.forEach((facet) => facet.read());
    },
    read: () => {
      input.value = readState().get(`${id}.q`) ?? "";
      facets.forEach((facet) => facet.read());
    },
    tell: (words) => output.replaceChildren(words),
    count: (some, all) => `${grouped(some)} of ${grouped(all)} ${what}`,
  };
};

// The heads of columns, each a button that sorts by it; the order stands in the address under a key.
const sortHeads = (key, heads, changed) => {
  const columns = heads.map((head) => foldedWords(head.textContent).join("-"));
  heads.forEach((head, column) => {
    const button = make("button", { type: "button" }, ...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const now = head.getAttribute("aria-sort");
      const isDescending = now === null ? head.classList.contains("n") : now === "ascending";
      writeState({ [key]: (isDescending ? "-" : "") + columns[column] }, true);
      changed();
    });
  });
  const order = () => {
    const text = readState().get(key) ?? "";
    return { column: columns.indexOf(text.replace(/^-/, "")), isDescending: text.startsWith("-") };
  };
  const show = () => {
    const { column, isDescending } = order();
    heads.forEach((head, index) => {
      if (index === column) head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  };
  return { columns, order, show };
};

// Before its cells where rows are cards: the heads of the columns.
const labelCells = (table, heads) => {
  const style = new CSSStyleSheet();
  heads.forEach((head, index) => style.insertRule(
    `table[data-id="${table.dataset.id}"] > tbody > tr > :nth-child(${index + 1}) { --head: ${JSON.stringify(`${head.textContent}: `)}; }`));
  document.adoptedStyleSheets.push(style);
};

// A table whose rows are all in the page: sorted by a click on a head, filtered by words and choices.
const enhance = (table) => {
  const { id, what } = table.dataset;
  const heads = Array.from(table.tHead.rows[0].cells);
  const titleOf = (body) => body.querySelector(":scope > .group")?.textContent.trim() ?? "";
  // Groups of rows stay together, each under its own heading.
  const groups = Array.from(table.tBodies, (body) => {
    const head = body.querySelector(":scope > .group");
    const title = titleOf(body);
    const rows = Array.from(body.querySelectorAll(":scope > :not(.group)"), (row, index) => ({ row, index, title }));
    return { body, head, rows };
  });
  const rows = groups.flatMap((group) => group.rows);
  let placing;
  const shown = () => {
    placing?.finish();
    return Array.from(table.querySelectorAll("tbody > tr:not([hidden], .group)"), (row) => ({ row, group: titleOf(row.parentElement) }));
  };

  // Shows a row in its place, after another one or first; without a place it is hidden where it is.
  const place = ({ row, body, after }) => {
    if (row.hidden === Boolean(body)) row.hidden = !body;
    if (!body || (after ? after.nextElementSibling : body.firstElementChild) === row) return;
    if (after) after.after(row);
    else body.prepend(row);
  };
  const draw = () => {
    bar.read();
    order.show();
    const choice = { words: bar.words(), facets: bar.facets(), ...order.order() };
    let count = 0;
    const places = groups.flatMap(({ body, head, rows: own }) => {
      const found = arrangedRows(own, choice).map(({ row }) => row);
      const isFound = new Set(found);
      if (head) head.hidden = !found.length;
      count += found.length;
      return [
        ...found.map((row, index) => ({ row, body, after: found[index - 1] ?? head })),
        ...own.filter(({ row }) => !isFound.has(row)),
      ];
    });
    placing?.stop();
    table.ariaBusy = "true";
    placing = inSlices(places, place, () => {
      table.ariaBusy = null;
      bar.tell(count < rows.length || choice.words.length ? bar.count(count, rows.length) : "");
    });
  };
  const apply = () => {
    taking.finish();
    draw();
  };
  const order = sortHeads(`${id}.sort`, heads, apply);
  const bar = listBar({
    id, what, isLong: rows.length >= 8, columns: order.columns, shown, changed: apply,
    hasGroups: groups.some(({ head }) => head), hasUsers: rows.some(({ row }) => userOfRow(row) !== null),
  });
  if (table.classList.contains("filterable")) table.closest(".scroll").before(bar.element);
  labelCells(table, heads);
  // A row that is laid out as a card is one of a table all the same.
  const giveRoles = (row, ofHeads) => {
    row.setAttribute("role", "row");
    for (const cell of row.cells) cell.setAttribute("role", cell.tagName === "TD" ? "cell" : ofHeads);
  };
  table.setAttribute("role", "table");
  for (const part of [table.tHead, ...table.tBodies]) part.setAttribute("role", "rowgroup");
  giveRoles(table.tHead.rows[0], "columnheader");
  for (const { head } of groups) if (head) giveRoles(head, "rowheader");
  const take = (one) => {
    one.facts = rowFacts(one.row, one.title);
    giveRoles(one.row, "rowheader");
  };
  const taking = inSlices(rows, take, () => {
    if (bar.element.isConnected) bar.fill(rows, heads);
    if (readState().size) draw();
  });
  window.addEventListener("popstate", apply);
};
