// A list of people that is longer than a page: all of them in a box, their rows read from files beside the page.
// In the page itself stands the beginning of the list, for readers without scripts.
const showLongList = (table, files, update) => {
  const { id, what, folder } = table.dataset;
  const rowsPerFile = Number(table.dataset.rows);
  // The titles and sizes of the groups, whose rows follow each other.
  const groups = JSON.parse(table.dataset.groups).map(([title, size]) => ({ title, size }));
  const count = groups.reduce((sum, { size }) => sum + size, 0);
  const fileNames = Array.from({ length: Math.ceil(count / rowsPerFile) }, (_, index) => `${folder}${index + 1}`);
  const fileOf = (row) => fileNames[Math.floor(row / rowsPerFile)];

  const headCells = Array.from(table.tHead.rows[0].cells);
  const columnNames = headCells.map((cell) => cell.textContent);
  const heads = headCells.map((cell) => rowCell("columnheader", cell.className, cell.textContent));
  const head = make("div", { className: `seat ${id}`, role: "row" }, ...heads);
  head.setAttribute("aria-rowindex", "1");
  const body = make("div", { className: "rows", role: "rowgroup" });
  const list = make("div", { className: "people" }, make("div", { className: "heads", role: "rowgroup" }, head), body);
  list.setAttribute("role", "table");
  const box = make("div", { className: "long", tabIndex: 0 }, list);
  box.setAttribute("role", "group");
  for (const element of [list, box]) element.setAttribute("aria-labelledby", table.closest("section").getAttribute("aria-labelledby"));
  const cut = make("p", { className: "cut", hidden: true });
  const dialog = make("dialog");

  // What a row says is known once its file was read; whoever filters, sorts or saves needs all of them.
  const template = document.createElement("template");
  const parsed = (html) => {
    template.innerHTML = html;
    return Array.from(template.content.children);
  };
  const facts = [];
  let [needsAll, filesRead, arranged, wanted, markedRow] = [false, 0, undefined, undefined, -1];
  const isRead = () => filesRead === fileNames.length;
  const waiting = [];
  const prepare = () => {
    if (needsAll) return;
    needsAll = true;
    update();
  };
  const groupOf = (row) => {
    let end = 0;
    return groups.findIndex(({ size }) => row < (end += size));
  };
  const readFiles = () => {
    const start = performance.now();
    while (!isRead() && performance.now() - start < 25) {
      const data = files.data(fileNames[filesRead]);
      if (!data) return;
      for (const row of parsed(data[0].join(""))) {
        const index = facts.length;
        facts.push({ index, facts: rowFacts(row, groups[groupOf(index)].title) });
      }
      filesRead += 1;
    }
    if (isRead()) {
      bar.fill(facts, headCells);
      arrange();
      waiting.splice(0).forEach((goOn) => goOn());
    }
  };

  // What stands at a position: the title of a group, or a row.
  const sections = () => arranged ?? groups;
  const length = () => sections().reduce((sum, { title, size }) => sum + size + (title && size ? 1 : 0), 0);
  const itemAt = (position) => {
    let [first, rest] = [0, position];
    for (const { title, size, rows } of sections()) {
      const own = size + (title && size ? 1 : 0);
      if (rest < own) {
        const place = rest - (own - size);
        return place < 0 ? { title } : { row: rows ? rows[place] : first + place };
      }
      rest -= own;
      first += size;
    }
    return {};
  };
  const shownRows = () => (arranged ? arranged.flatMap(({ rows }) => rows) : facts.map(({ index }) => index));
  const htmlOf = (row) => files.data(fileOf(row))[0][row % rowsPerFile];
  const arrange = () => {
    bar.read();
    order.show();
    const choice = { words: bar.words(), facets: bar.facets(), ...order.order() };
    const isChosen = choice.words.length || choice.column >= 0 || Object.keys(Object.fromEntries(readState())).some((key) => key.startsWith(`${id}.`));
    if (isChosen) prepare();
    arranged = undefined;
    if (isChosen && isRead()) {
      let first = 0;
      arranged = groups.map(({ title, size }) => {
        const rows = arrangedRows(facts.slice(first, first + size), choice).map(({ index }) => index);
        first += size;
        return { title, size: rows.length, rows };
      });
    }
    view.clear();
    update();
  };
  const tell = () => {
    const failed = needsAll ? fileNames.find(files.hasFailed) : undefined;
    if (failed) return bar.tell(...files.complaint(failed));
    if (needsAll && !isRead()) return bar.tell(`Reading: ${grouped(filesRead)} of ${grouped(fileNames.length)} files`);
    const shown = arranged?.reduce((sum, { size }) => sum + size, 0);
    bar.tell(arranged ? bar.count(shown, count) : "");
  };

  const more = (name, details) => {
    const [summary, ...content] = details.childNodes;
    const button = make("button", { type: "button", className: "more" }, summary.textContent);
    button.addEventListener("click", () => showDialog(dialog, `${name}: ${summary.textContent}`, ...content));
    return button;
  };
  const cellsOf = (html) => {
    const [row] = parsed(html);
    const name = row.querySelector("th a, th bdi")?.textContent ?? "";
    for (const details of row.querySelectorAll("details")) details.replaceWith(more(name, details));
    return Array.from(row.cells, (cell, index) => {
      const own = rowCell(cell.tagName === "TH" ? "rowheader" : "cell", cell.className, ...cell.childNodes);
      if (index) own.dataset.label = columnNames[index];
      return own;
    });
  };
  const draw = (element, position) => {
    const { title, row } = itemAt(position);
    element.classList.toggle("group", title !== undefined);
    element.classList.toggle("marked", row === markedRow);
    if (title !== undefined) {
      if (element.dataset.state !== "ready") element.replaceChildren(rowCell("rowheader", "whole", title));
      element.dataset.state = "ready";
      return;
    }
    drawFromFile(element, files, fileOf(row), position % 8 === 1, (data) => cellsOf(data[0][row % rowsPerFile]));
  };
  const near = (first, last, total) => {
    if (needsAll) fileNames.forEach(files.request);
    for (let position = first; position < Math.min(last + 30, total); position += 1) {
      const { row } = itemAt(position);
      if (row !== undefined) files.request(fileOf(row));
    }
  };
  const view = virtualRows({ body, view: boxView(box), length, className: `seat ${id}`, draw, near });

  const order = sortHeads(id, heads, () => arrange());
  const bar = listBar({
    id, what, isLong: true, columns: order.columns, changed: () => arrange(),
    hasGroups: groups.some(({ title }) => title), hasUsers: true,
    shown: () => shownRows().map((row) => ({ row: parsed(htmlOf(row))[0], group: groups[groupOf(row)].title })),
    ready: () => {
      prepare();
      return isRead() || new Promise((goOn) => { waiting.push(goOn); });
    },
  });
  bar.onNeed(prepare);
  if (fileNames.length <= 3) prepare();

  // The address of a row leads to it: `#u123`.
  const goToRow = () => {
    if (!wanted || !isRead()) return;
    const entry = facts.find(({ facts: { id } }) => id === wanted);
    wanted = undefined;
    if (!entry) return;
    markedRow = entry.index;
    const titles = groups.slice(0, groupOf(entry.index) + 1).filter(({ title }) => title).length;
    view.scrollToRow(entry.index + titles);
    box.scrollIntoView({ block: "center" });
    update();
  };
  const apply = () => {
    wanted = /^#(u\d+(-\d+)?)$/.exec(location.hash)?.[1];
    if (wanted) prepare();
    arrange();
  };

  printFirstRows(view, {
    cut, length, update,
    isThere: (position) => {
      const { row } = itemAt(position);
      return row === undefined || files.data(fileOf(row));
    },
    words: (printed, total) => `Printed are the first ${printed} of ${total} rows; all of them are on further pages.`,
  });
  let saving;
  box.addEventListener("scroll", () => {
    update();
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState({ ...history.state, [id]: box.scrollTop }, ""), 250);
  }, { passive: true });
  const measure = () => {
    view.measure(head);
    update();
  };
  window.addEventListener("resize", measure);
  window.addEventListener("popstate", apply);
  table.closest(".scroll").replaceWith(bar.element, box, cut, dialog);
  measure();
  apply();
  let restored = history.state?.[id];
  return () => {
    if (needsAll && !isRead()) readFiles();
    if (needsAll && !isRead() && !fileNames.some(files.hasFailed)) update();
    goToRow();
    tell();
    view.render();
    if (restored !== undefined) box.scrollTop = restored;
    restored = undefined;
  };
};

const longTables = Array.from(document.querySelectorAll("table[data-groups]"));
if (longTables.length) {
  let isWaiting = false;
  const steps = [];
  const step = () => {
    isWaiting = false;
    steps.forEach((one) => one());
  };
  // What has changed shows at the next frame, however much it was.
  const update = () => {
    if (!isWaiting) requestAnimationFrame(step);
    isWaiting = true;
  };
  const files = filesBeside(longTables[0].dataset.beside, update);
  steps.push(...longTables.map((table) => showLongList(table, files, update)));
}
