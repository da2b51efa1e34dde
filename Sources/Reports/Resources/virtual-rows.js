// Rows of one height, of which only those near what the window shows are in the document. `draw` fills the element at a
// position; `near` is told which positions are near the view, so that their data can be fetched.
const virtualRows = ({ body, length, className, draw, near }) => {
  // Browsers give up on elements of some ten million pixels: a longer list is scrolled in a shorter one.
  const maximalHeight = 12e6;
  const margin = 12;
  const shown = new Map();
  let [rowHeight, lastOffset, printed] = [0, 0, 0];

  const clear = () => {
    body.replaceChildren();
    shown.clear();
  };
  const geometry = () => {
    const full = length() * rowHeight;
    const height = Math.min(full, maximalHeight);
    const top = body.getBoundingClientRect().top;
    const room = Math.max(height - innerHeight, 0);
    const passed = Math.min(Math.max(-top, 0), room);
    const scale = room > 0 ? (full - innerHeight) / room : 1;
    return { height, top, passed, scale, offset: passed * scale };
  };
  const scrollToRow = (row) => {
    body.style.height = `${geometry().height}px`;
    const { top, scale } = geometry();
    const offset = Math.max(row * rowHeight - innerHeight / 2, 0);
    scrollTo({ top: scrollY + top + offset / scale, behavior: "instant" });
  };
  const render = () => {
    if (!rowHeight) return;
    const { height, passed, offset } = geometry();
    body.style.height = `${height}px`;
    const total = length();
    const first = printed ? 0 : Math.max(Math.floor(offset / rowHeight) - margin, 0);
    const last = printed || Math.min(Math.ceil((offset + innerHeight) / rowHeight) + margin, total);
    for (const [position, element] of shown) {
      if ((position < first || position >= last) && !element.contains(document.activeElement)) {
        element.remove();
        shown.delete(position);
      }
    }
    let next = body.firstChild;
    for (let position = first; position < last; position += 1) {
      let element = shown.get(position);
      if (!element) {
        element = make("div", { className: position % 2 ? `${className} odd` : className, role: "row" });
        element.setAttribute("aria-rowindex", position + 2);
        shown.set(position, element);
        while (next && Number(next.getAttribute("aria-rowindex")) < position + 2) next = next.nextSibling;
        body.insertBefore(element, next);
      }
      element.style.top = printed ? "" : `${position * rowHeight + passed - offset}px`;
      draw(element, position);
    }
    body.closest("[role=table]").setAttribute("aria-rowcount", total + 1);
    near(first, last, total, offset < lastOffset);
    lastOffset = offset;
  };
  return {
    clear,
    render,
    scrollToRow,
    // All rows are as high as their heads would be among them.
    measure: (head) => {
      clear();
      const sample = head.cloneNode(true);
      sample.className = `${className} measure`;
      body.append(sample);
      rowHeight = sample.getBoundingClientRect().height;
      sample.remove();
    },
    // Shows the first rows, one below the other, as long as it prints; 0 ends it.
    print: (count) => {
      printed = count;
      if (!count) clear();
    },
  };
};

// On paper stand the first of the rows, as far as they have come, and `words` about how many those are.
const printFirstRows = (view, { cut, length, isThere, words, update }) => {
  const mostPrinted = 2000;
  window.addEventListener("beforeprint", () => {
    const total = length();
    let printed = 0;
    while (printed < Math.min(total, mostPrinted) && isThere(printed)) printed += 1;
    cut.textContent = words(grouped(printed), grouped(total));
    cut.hidden = printed === total;
    view.print(printed);
    view.render();
  });
  window.addEventListener("afterprint", () => {
    cut.hidden = true;
    view.print(0);
    update();
  });
};

// A cell of a row that is no table's, but is read as one.
const rowCell = (role, className, ...content) => {
  const element = make("span", { className }, ...content);
  element.setAttribute("role", role);
  return element;
};
// A window in the page with a title, its content, and a button that closes it.
const showDialog = (dialog, title, ...content) => {
  const head = make("h2", { id: "dialog-title", dir: "auto" }, title);
  const close = make("button", { type: "button", className: "retry" }, "Close");
  close.addEventListener("click", () => dialog.close());
  dialog.setAttribute("aria-labelledby", head.id);
  dialog.replaceChildren(head, ...content, close);
  dialog.showModal();
};
