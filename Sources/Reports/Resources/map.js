// The map tells what the list says of the cell that one points at, or walks to with the arrow keys, and names
// its row and column.
const map = document.querySelector(".map");
if (map) {
  const drawing = map.querySelector(".cells");
  const count = Number(map.dataset.count);
  const cells = new Map();
  const names = [];
  for (const item of document.querySelectorAll(".pairs li")) {
    const [one, other] = item.dataset.at.split(" ").map(Number);
    [names[one], names[other]] = Array.from(item.children, (name) => name.textContent);
    cells.set(other * count + one, item);
    cells.set(one * count + other, item);
  }
  const told = make("p", { className: "told" });
  told.setAttribute("role", "status");
  const hint = "Point at a cell, or go from cell to cell with the arrow keys.";
  told.textContent = hint;
  map.before(told);
  const drawn = (name, className) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    element.setAttribute("class", className);
    return element;
  };
  const frame = drawn("rect", "at");
  const lead = drawn("path", "lead");
  // At the edges that are farther away, so that the cell can be seen.
  const ofRow = make("span", { className: "edge of-row", dir: "auto", hidden: true });
  const ofColumn = make("span", { className: "edge of-column", dir: "auto", hidden: true });
  for (const edge of [ofRow, ofColumn]) edge.setAttribute("aria-hidden", "true");
  map.append(ofRow, ofColumn);
  const name = (x, y) => {
    const [left, top] = [((x + 0.5) / count) * 100, ((y + 0.5) / count) * 100];
    [ofRow.textContent, ofColumn.textContent] = [names[y], names[x]];
    ofRow.hidden = ofColumn.hidden = false;
    Object.assign(ofRow.style, left > 50 ? { left: "0", right: "" } : { left: "", right: "0" }, { top: `${top}%` });
    Object.assign(ofColumn.style, top > 50 ? { top: "0", bottom: "" } : { top: "", bottom: "0" });
    Object.assign(ofColumn.style, left > 50 ? { left: "", right: `${100 - left}%` } : { left: `${left}%`, right: "" });
    // To the names, which stand on the left and above where there is room for all of them.
    const areAllNamed = map.querySelector(".names")?.checkVisibility() ?? false;
    const edge = (place) => (areAllNamed || place > 50 ? 0 : count * 10);
    lead.setAttribute("d", `M${edge(left)} ${y * 10 + 5}H${x * 10 + 5}V${edge(top)}`);
    for (const [side, place] of [["of-rows", y], ["of-columns", x]]) {
      map.querySelectorAll(`.${side} text`).forEach((text, index) => text.classList.toggle("now", index === place));
    }
  };
  let now = null;

  const show = (key) => {
    if (!cells.has(key) || key === now) return;
    now = key;
    const [x, y] = [key % count, Math.floor(key / count)];
    frame.setAttribute("x", x * 10);
    frame.setAttribute("y", y * 10);
    drawing.append(lead, frame);
    name(x, y);
    told.replaceChildren(...Array.from(cells.get(key).childNodes, (node) => node.cloneNode(true)));
  };
  // The nearest cell with people; fingers are wider than cells.
  const near = (event) => {
    const box = drawing.getBoundingClientRect();
    const [x, y] = [((event.clientX - box.left) / box.width) * count, ((event.clientY - box.top) / box.height) * count];
    const most = event.pointerType === "mouse" ? 1.2 : 4;
    let [best, found] = [most * most, null];
    for (const key of cells.keys()) {
      const [dx, dy] = [(key % count) + 0.5 - x, Math.floor(key / count) + 0.5 - y];
      if (dx * dx + dy * dy < best) [best, found] = [dx * dx + dy * dy, key];
    }
    if (found !== null) show(found);
  };
  map.addEventListener("pointermove", near);
  map.addEventListener("pointerdown", near);
  map.tabIndex = 0;
  map.setAttribute("role", "application");
  map.setAttribute("aria-label", `Map of ${count} sites. ${hint}`);
  const first = () => Math.min(...cells.keys());
  map.addEventListener("focus", () => { if (now === null) show(first()); });
  // Along a row or column to the next cell with people; where there is none, to the nearest row or column on
  // that side that has one.
  const next = (along, across) => {
    const here = now ?? first();
    const [x, y] = [here % count, Math.floor(here / count)];
    let [best, found] = [Infinity, null];
    for (const key of cells.keys()) {
      const [dx, dy] = [(key % count) - x, Math.floor(key / count) - y];
      const [ahead, aside] = along ? [dx * along, Math.abs(dy)] : [dy * across, Math.abs(dx)];
      if (ahead > 0 && ahead + aside * 1000 < best) [best, found] = [ahead + aside * 1000, key];
    }
    return found;
  };
  const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  map.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ways[event.key];
    const key = event.key === "Home" ? first() : event.key === "End" ? Math.max(...cells.keys()) : way ? next(...way) : null;
    if (!way && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (key !== null) show(key);
  });
}
