// Everybody in one list. Only rows near the view are in the document; rows and names are read from
// files beside the page when they are needed, each file once.
const showPeople = (list) => {
  const count = Number(list.dataset.count);
  const rowsPerFile = Number(list.dataset.rows);
  const namesPerFile = Number(list.dataset.names);
  const nameFiles = Array.from({ length: Math.ceil(count / namesPerFile) }, (_, index) => `names/${index + 1}`);
  // Browsers give up on elements of some ten million pixels: a longer list is scrolled in a shorter one.
  const maximalHeight = 12e6;
  const maximalLoads = 4;
  const margin = 12;

  const body = make("div", { className: "rows", role: "rowgroup" });
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: false });
  const output = make("output");
  const dialog = make("dialog");
  const heads = ["Name", "Sites", "Reputation", "Which"].map((name, index) => {
    const head = make("span", { role: "columnheader" }, name);
    if (index === 1 || index === 2) head.className = "n";
    return head;
  });
  const head = make("div", { className: "person", role: "row" }, ...heads);
  head.setAttribute("aria-rowindex", "1");
  const table = make("div", { className: "people" }, make("div", { className: "heads", role: "rowgroup" }, head), body);
  table.setAttribute("role", "table");
  table.setAttribute("aria-label", "People");
  document.querySelectorAll(".plain, .pager").forEach((element) => element.remove());
  list.append(make("p", { className: "filter" }, make("label", {}, "Search ", input), output), table, dialog);

  // Files: asked for once, a few at a time, those first that are needed first.
  const files = new Map();
  let loading = 0;
  globalThis.modexport = { take: (name, ...data) => Object.assign(files.get(name) ?? {}, { data }) };
  const request = (name) => {
    if (files.has(name) || loading >= maximalLoads) return;
    const file = {};
    files.set(name, file);
    loading += 1;
    const script = make("script", { src: `people/${name}.js` });
    const end = (problem) => {
      file.problem = file.data ? undefined : problem;
      loading -= 1;
      script.remove();
      if (file.data && name.startsWith("names/")) prepare(file);
      update();
    };
    script.addEventListener("load", () => end("is damaged"));
    script.addEventListener("error", () => end("is missing or cannot be read"));
    document.head.append(script);
  };
  const retry = (name) => {
    files.delete(name);
    update();
  };

  // Names: each line begins with a space, so that the beginning of a word is a space and the word.
  const prepare = (file) => {
    const text = file.data[0];
    file.starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) file.starts.push(at + 1);
    file.accounts = file.data[1].split(" ");
  };
  const search = (file, base, terms, found) => {
    const text = file.data[0];
    const isLong = terms.every((term) => term.length >= (/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(term) ? 2 : 3));
    const longest = terms.reduce((one, other) => (other.length > one.length ? other : one));
    const needle = isLong ? longest : ` ${longest}`;
    let line = 0;
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, file.starts[line])) {
      while (file.starts[line + 1] <= at) line += 1;
      const name = text.slice(file.starts[line], file.starts[line + 1]);
      if (terms.every((term) => name.includes(` ${term}`))) found.words.push(base + line);
      else if (isLong && terms.every((term) => name.includes(term))) found.parts.push(base + line);
      line += 1;
    }
  };

  // What is shown: everybody, or those found.
  let terms = [];
  let isSearch = false;
  let found;
  let searchedFiles = 0;
  let wantsNames = false;
  let account = "";
  let notice = "";
  let marked = -1;
  let restored;
  const length = () => (isSearch ? found.all.length : count);
  const rowAt = (position) => (isSearch ? found.all[position] : position);

  const startSearch = () => {
    terms = foldedWords(input.value);
    isSearch = input.value.trim() !== "";
    found = { words: [], parts: [], all: [] };
    searchedFiles = 0;
    body.replaceChildren();
    shown.clear();
  };
  const goOnSearching = () => {
    if (!isSearch || searchedFiles === nameFiles.length) return;
    const before = searchedFiles;
    for (; searchedFiles < nameFiles.length; searchedFiles += 1) {
      const file = files.get(nameFiles[searchedFiles]);
      if (!file?.data) break;
      if (terms.length) search(file, searchedFiles * namesPerFile, terms, found);
    }
    if (searchedFiles === before) return;
    found.all = found.words.concat(found.parts);
    body.replaceChildren();
    shown.clear();
  };
  const findAccount = () => {
    if (!account) return;
    for (const [index, name] of nameFiles.entries()) {
      const file = files.get(name);
      if (!file?.data) return;
      const place = file.accounts.indexOf(account);
      if (place < 0) continue;
      marked = index * namesPerFile + place;
      account = "";
      if (restored === undefined) scrollToRow(marked);
      return;
    }
    notice = `Nobody here has the account ${account}`;
    account = "";
  };
  const failedNames = () => nameFiles.find((name) => files.get(name)?.problem);
  const status = () => {
    if (!isSearch) return notice;
    if (searchedFiles === nameFiles.length) return `${grouped(length())} of ${grouped(count)} people`;
    return `Searching: ${grouped(searchedFiles * namesPerFile)} of ${grouped(count)} read`;
  };
  let told = "";
  const tell = () => {
    const failed = wantsNames ? failedNames() : undefined;
    const words = failed ?? status();
    if (words === told) return;
    told = words;
    output.replaceChildren(...(failed ? [problemText(failed), " ", retryButton(failed)] : [words]));
  };

  // Rows.
  const problemText = (name) => make("span", { className: "problem" }, `people/${name}.js ${files.get(name).problem}.`);
  const retryButton = (name) => {
    const button = make("button", { type: "button", className: "retry" }, "Try again");
    button.addEventListener("click", () => retry(name));
    return button;
  };
  const siteLink = ([id, address]) => (address ? make("a", { href: address, dir: "auto" }, id) : make("bdi", {}, id));
  const showSites = (name, sites) => {
    const title = make("h2", { id: "dialog-title", dir: "auto" }, name);
    const items = sites.map((site) => make("li", {}, siteLink(site)));
    const close = make("button", { type: "button", className: "retry" }, "Close");
    close.addEventListener("click", () => dialog.close());
    dialog.setAttribute("aria-labelledby", title.id);
    dialog.replaceChildren(title, make("ul", { className: "files" }, ...items), close);
    dialog.showModal();
  };
  const cell = (role, className, ...content) => {
    const element = make("span", { className }, ...content);
    element.setAttribute("role", role);
    return element;
  };
  const fill = (row, [sites, people], index) => {
    const [id, name, siteCount, reputation, ...places] = people[index];
    const label = id ? make("a", { href: `#p${id}`, dir: "auto" }, name) : make("bdi", {}, name);
    const which = cell("cell", "which");
    const own = places.map((place) => sites[place]);
    const most = innerWidth < 640 ? 2 : 3;
    for (const site of own.slice(0, most)) which.append(siteLink(site), " ");
    if (own.length > most) {
      const more = make("button", { type: "button" }, `and ${own.length - most} more`);
      more.addEventListener("click", () => showSites(name, own));
      which.append(more);
    }
    row.replaceChildren(
      cell("rowheader", "name", label),
      cell("cell", "n count", grouped(siteCount)),
      cell("cell", "n reputation", reputation === null ? "" : grouped(reputation)),
      which,
    );
  };
  const fileOf = (row) => `rows/${Math.floor(row / rowsPerFile) + 1}`;
  const draw = (element, position) => {
    const row = rowAt(position);
    const name = fileOf(row);
    const file = files.get(name);
    const state = file?.data ? "ready" : file?.problem ? "failed" : "waiting";
    element.classList.toggle("marked", row === marked);
    if (element.dataset.state === state) return;
    element.dataset.state = state;
    element.dataset.row = row;
    if (state === "ready") return fill(element, file.data, row % rowsPerFile);
    // The reason stands often enough that one is always in view.
    const tells = state === "failed" && (position % 8 === 0 || fileOf(rowAt(position - 1)) !== name);
    const content = tells ? [problemText(name), " ", retryButton(name)] : [make("span", { className: "blank" })];
    const only = cell("cell", "whole", ...content);
    if (!tells) only.setAttribute("aria-label", state === "failed" ? "not readable" : "loading");
    element.replaceChildren(only);
  };

  const shown = new Map();
  let rowHeight = 0;
  let lastOffset = 0;
  const geometry = () => {
    const full = length() * rowHeight;
    const height = Math.min(full, maximalHeight);
    const top = body.getBoundingClientRect().top;
    const room = Math.max(height - innerHeight, 0);
    const passed = Math.min(Math.max(-top, 0), room);
    const scale = room > 0 ? (full - innerHeight) / room : 1;
    return { full, height, top, passed, scale, offset: passed * scale };
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
    const first = Math.max(Math.floor(offset / rowHeight) - margin, 0);
    const last = Math.min(Math.ceil((offset + innerHeight) / rowHeight) + margin, total);
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
        element = make("div", { className: position % 2 ? "person odd" : "person", role: "row" });
        element.setAttribute("aria-rowindex", position + 2);
        shown.set(position, element);
        while (next && Number(next.getAttribute("aria-rowindex")) < position + 2) next = next.nextSibling;
        body.insertBefore(element, next);
      }
      element.style.top = `${position * rowHeight + passed - offset}px`;
      draw(element, position);
    }
    table.setAttribute("aria-rowcount", total + 1);
    fetchAhead(first, last, total, offset < lastOffset);
    lastOffset = offset;
  };
  // First what is in view, then what the reader is heading for.
  const fetchAhead = (first, last, total, isUpwards) => {
    if (wantsNames) nameFiles.forEach(request);
    const ahead = isSearch ? 30 : rowsPerFile * 1.5;
    const ask = (from, to) => {
      for (let at = Math.max(from, 0); at < Math.min(to, total); ) {
        const row = rowAt(at);
        request(fileOf(row));
        at += isSearch ? 1 : rowsPerFile - (row % rowsPerFile);
      }
    };
    ask(first, last);
    if (isUpwards) ask(first - ahead, first);
    ask(last, last + ahead);
  };

  let isWaiting = false;
  const step = () => {
    isWaiting = false;
    goOnSearching();
    findAccount();
    tell();
    render();
    if (restored !== undefined && (!isSearch || searchedFiles === nameFiles.length)) {
      scrollTo({ top: restored, behavior: "instant" });
      restored = undefined;
    }
  };
  const update = () => {
    if (!isWaiting) requestAnimationFrame(step);
    isWaiting = true;
  };
  const measure = () => {
    body.replaceChildren();
    shown.clear();
    const height = head.cloneNode(true);
    height.className = "person measure";
    body.append(height);
    rowHeight = height.getBoundingClientRect().height;
    height.remove();
    update();
  };

  const apply = () => {
    if (/^#(?!p\d+$)[^=]+$/.test(location.hash)) return;
    input.value = readState().get("q") ?? "";
    account = /^#p(\d+)$/.exec(location.hash)?.[1] ?? "";
    marked = -1;
    restored = history.state?.top ?? (account ? undefined : 0);
    wantsNames ||= Boolean(input.value || account);
    notice = "";
    startSearch();
    update();
  };
  input.addEventListener("focus", () => {
    wantsNames = true;
    update();
  });
  input.addEventListener("input", () => {
    wantsNames = true;
    const isNew = !readState().has("q");
    if (isNew) history.replaceState({ top: scrollY }, "");
    writeState({ q: input.value }, isNew);
    [marked, notice] = [-1, ""];
    const top = list.getBoundingClientRect().top;
    if (top < 0) scrollTo({ top: scrollY + top, behavior: "instant" });
    startSearch();
    update();
  });
  let saving;
  window.addEventListener("scroll", () => {
    update();
    clearTimeout(saving);
    saving = setTimeout(() => history.replaceState({ top: scrollY }, ""), 250);
  }, { passive: true });
  window.addEventListener("resize", measure);
  window.addEventListener("popstate", () => {
    clearTimeout(saving);
    apply();
  });
  history.scrollRestoration = "manual";
  measure();
  apply();
  step();
};

const peopleList = document.getElementById("people-list");
if (peopleList) showPeople(peopleList);
