// With commas between thousands; a formatter of the browser takes milliseconds to make.
const grouped = (number) => String(number).replace(/\B(?=(?:\d{3})+$)/g, ",");

// What a table or list shows stands in the address, so that it can be kept and sent: #q=ana.
const readState = () => new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
const writeState = (changes, isNew) => {
  const state = readState();
  for (const [key, value] of Object.entries(changes)) {
    if (value) state.set(key, value);
    else state.delete(key);
  }
  const page = location.href.split("#")[0];
  const address = state.size ? `${page}#${state}` : page;
  if (isNew) history.pushState(null, "", address);
  else history.replaceState(history.state, "", address);
};

// Calls the function at the next frame, however often it is asked for until then.
const atNextFrame = (step) => {
  let isWaiting = false;
  return () => {
    if (!isWaiting) requestAnimationFrame(() => { isWaiting = false; step(); });
    isWaiting = true;
  };
};
// So many items are worked through at once.
const mostAtOnce = 100;
// Works through a list, a long one some items at a time, so that the page answers in between; what it returns does at
// once what is left, or leaves it.
const inSlices = (items, work, ended = () => {}) => {
  const size = 50;
  let next = 0;
  let isEnded = false;
  const go = (until) => {
    if (isEnded) return;
    for (; next < Math.min(until, items.length); next += 1) work(items[next]);
    isEnded = next === items.length;
    if (isEnded) ended();
    else setTimeout(() => go(next + size));
  };
  go(items.length > mostAtOnce ? 0 : mostAtOnce);
  return { finish: () => go(Infinity), stop: () => { isEnded = true; } };
};
// Keeps in the history where a page is scrolled to, and tells that it is scrolled; returns what forgets a place that is
// not kept yet.
const keepPlace = (place, changed) => {
  let saving;
  const save = () => {
    clearTimeout(saving);
    history.replaceState(place(), "");
  };
  window.addEventListener("scroll", () => {
    changed();
    clearTimeout(saving);
    saving = setTimeout(save, 250);
  }, { passive: true });
  // A link that is followed leaves the page before that.
  window.addEventListener("click", save, { capture: true });
  history.scrollRestoration = "manual";
  return () => clearTimeout(saving);
};
const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

const tables = document.querySelectorAll("table.sortable");
// A long one in a task of its own: the page is read and laid out in this one.
tables.forEach((table) => (table.rows.length > mostAtOnce ? setTimeout(enhance, 0, table) : enhance(table)));
// Where the style lets a table be as wide as it is, there is nothing to scroll, and no need to stop there.
const isWide = matchMedia("(min-width: 62rem)");
const stopAtTables = () => tables.forEach((table) => { table.closest(".scroll").tabIndex = isWide.matches ? -1 : 0; });
isWide.addEventListener("change", stopAtTables);
atNextFrame(stopAtTables)();

// The page of a group of people is named after the one that it shows.
const group = document.querySelector(".people");
if (group) {
  const title = document.title;
  const show = () => {
    const person = location.hash ? document.getElementById(location.hash.slice(1)) : null;
    document.title = person?.querySelector("h1")?.textContent ?? title;
  };
  window.addEventListener("hashchange", show);
  show();
}
window.addEventListener("beforeprint", () => {
  document.querySelectorAll("figure details").forEach((one) => { one.open = true; });
});

// The key `/` leads to the first box that searches or filters.
window.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)) return;
  const box = document.querySelector("input[type=search]");
  if (!box) return;
  event.preventDefault();
  box.focus();
});
