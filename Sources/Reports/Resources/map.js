// The map tells what the list says of the cell that one points at, or walks to with the arrow keys.
const map = document.querySelector(".map");
if (map) {
  const drawing = map.querySelector("svg");
  const count = Number(map.dataset.count);
  const cells = new Map();
  for (const item of document.querySelectorAll(".pairs li")) {
    const [one, other] = item.dataset.at.split(" ").map(Number);
    cells.set(other * count + one, item);
    cells.set(one * count + other, item);
  }
  const told = make("p", { className: "told" });
  told.setAttribute("role", "status");
  const hint = "Point at a cell, or go from cell to cell with the arrow keys.";
  told.textContent = hint;
  map.before(told);
  const frame = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  frame.setAttribute("class", "at");
  let now = null;

  const show = (key) => {
    if (!cells.has(key) || key === now) return;
    now = key;
    frame.setAttribute("x", (key % count) * 10);
    frame.setAttribute("y", Math.floor(key / count) * 10);
    drawing.append(frame);
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
