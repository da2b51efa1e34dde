// What a drawing shows stands in the table behind it: pointing at the drawing, or going through it with
// the arrow keys, tells the numbers of one row.
const readable = (figure) => {
  const table = figure.querySelector("details table");
  const rows = Array.from(table.tBodies[0].rows);
  const heads = Array.from(table.tHead.rows[0].cells, (head) => head.textContent);

  figure.querySelector("details").append(
    exportButtons({ name: figure.id, what: "These numbers as", columns: () => heads, rows: () => rows.map(cellsOfRow) }));
  const plot = figure.querySelector(".plot");
  if (!plot || !rows.length) return;
  const places = rows.map((row) => Number(row.dataset.x));

  const cross = make("div", { className: "cross" });
  const tip = make("div", { className: "tip" });
  plot.append(cross, tip);
  let now = rows.length - 1;

  const words = (row) => Array.from(row.cells).slice(1).map((cell, index) => `${heads[index + 1]}: ${cell.textContent}`);
  const label = (row) => `${heads[0]} ${row.cells[0].textContent}`;
  const hide = () => { cross.hidden = tip.hidden = true; };
  const show = (index) => {
    now = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[now];
    cross.hidden = tip.hidden = false;
    cross.style.left = `${places[now]}%`;
    tip.replaceChildren(make("b", { textContent: label(row) }), ...words(row).map((one) => make("div", { textContent: one })));
    // Beside the line, on the side that has room.
    const isRight = places[now] > 50;
    tip.style.left = isRight ? "" : `calc(${places[now]}% + .6rem)`;
    tip.style.right = isRight ? `calc(${100 - places[now]}% + .6rem)` : "";
    plot.setAttribute("aria-valuenow", String(now + 1));
    plot.setAttribute("aria-valuetext", [label(row), ...words(row)].join(", "));
  };

  // The whole drawing is one stop of the keyboard.
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-label", plot.firstElementChild.getAttribute("aria-label"));
  plot.setAttribute("aria-valuemin", "1");
  plot.setAttribute("aria-valuemax", String(rows.length));
  show(now);
  hide();

  const at = (event) => {
    const box = plot.getBoundingClientRect();
    return Math.max(0, places.findLastIndex((one) => one <= ((event.clientX - box.left) / box.width) * 100));
  };
  plot.addEventListener("pointermove", (event) => show(at(event)));
  plot.addEventListener("pointerdown", (event) => show(at(event)));
  // A finger that is lifted leaves what it pointed at.
  plot.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && document.activeElement !== plot) hide(); });
  plot.addEventListener("focus", () => show(now));
  plot.addEventListener("blur", hide);
  const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity };
  plot.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return hide();
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(now + step);
  });
};

document.querySelectorAll("figure.chart").forEach(readable);
