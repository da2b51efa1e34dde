// Everybody in one list. Only rows near the view are in the document; rows and names are read from
// files beside the page when they are needed.
const showPeople = (list) => {
  const count = Number(list.dataset.count);
  const rowsPerFile = Number(list.dataset.rows);

  const body = make("div", { className: "rows", role: "rowgroup" });
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: false });
  const output = make("output");
  const dialog = make("dialog");
  const heads = ["Name", "Sites", "Reputation", "Moderates"].map((name, index) => {
    const head = make("span", { role: "columnheader" }, name);
    if (index === 1 || index === 2) head.className = "n";
    return head;
  });
  const order = sortHeads("sort", heads.slice(0, 3), () => arrange());
  const networks = JSON.parse(list.dataset.networks);
  const facets = {
    kind: facetChoice("Who", "kind", () => arrange()),
    size: facetChoice("Sites", "sites", () => arrange()),
    ...(networks.length ? { network: facetChoice("Network", "network", () => arrange()) } : {}),
  };
  const waiting = [];
  const save = exportButtons({
    name: "people",
    columns: () => [...(networks.length ? ["network"] : []), "account", "name", "sites", "reputation", "moderates"],
    rows: () => {
      const entries = Array.from({ length: length() }, (_, position) => names.arrangement.entry(rowAt(position))).filter(Boolean);
      return entries.map(({ network, person, sites, reputation, sitesOf }) =>
        [...(networks.length ? [network] : []), accountOf(person[0]), shownPerson(person[1], person[0]), sites, reputation, sitesOf()]);
    },
    ready: () => {
      prepare();
      return new Promise((goOn) => { waiting.push(goOn); });
    },
  });
  const head = make("div", { className: "person", role: "row" }, ...heads);
  head.setAttribute("aria-rowindex", "1");
  const table = make("div", { className: "people" }, make("div", { className: "heads", role: "rowgroup" }, head), body);
  table.setAttribute("role", "table");
  table.setAttribute("aria-label", "People");
  const bar = make("div", { className: "bar" }, make("div", { className: "filter" }, make("label", {}, "Search ", input), output));
  const tools = make("div", { className: "filter tools" }, save, make("span", { className: "choices" }, ...Object.values(facets).map(({ element }) => element)));
  const hint = make("p", { className: "hint", hidden: true });
  const cut = make("p", { className: "cut", hidden: true });
  document.querySelectorAll(".plain, .pager").forEach((element) => element.remove());
  list.append(tools, bar, hint, table, cut, dialog);

  const update = atNextFrame(() => step());
  const files = filesBeside("people", update);
  const names = peopleSearch(files, { count, perFile: Number(list.dataset.order), nameFiles: Number(list.dataset.names), networks });
  const fillFacets = () => Object.entries(names.arrangement.facets()).forEach(([name, counts]) => facets[name]?.fill(counts));
  fillFacets();
  const groups = Number(list.dataset.groups);
  const rows = peopleRows(files, rowsPerFile, groups, dialog, (name) => (found ? marked(name, matchedRanges(name, found.terms, true)) : [name]));

  // What is shown: everybody, or those found.
  let found;
  let pending;
  let wantsNames = false;
  let account = "";
  let notice = "";
  let markedRow = -1;
  let restored;
  // What is shown of them, and in which order, where something was chosen.
  let arranged;
  let wantsOrder = false;
  const length = () => (arranged ?? found?.rows)?.length ?? count;
  const rowAt = (position) => (arranged ?? found?.rows)?.[position] ?? position;
  const choice = () => {
    const state = readState();
    return { sort: state.get("sort") ?? "", kind: state.get("kind") ?? "", size: state.get("sites") ?? "", network: state.get("network") ?? "" };
  };
  const arrange = () => {
    const chosen = choice();
    Object.values(facets).forEach((one) => one.read());
    order.show();
    const isChosen = Object.values(chosen).some(Boolean);
    wantsNames ||= isChosen;
    wantsOrder = isChosen && !names.arrangement.isReady();
    arranged = isChosen && names.arrangement.isReady() ? names.arrangement.arrange(found?.rows, chosen) : undefined;
    view.clear();
    update();
  };
  // The counts of the facets and the rows to be saved come with the names.
  const prepare = () => {
    wantsNames = true;
    update();
  };
  tools.addEventListener("pointerenter", prepare);
  tools.addEventListener("focusin", prepare);

  const startSearch = () => {
    pending = input.value.trim() ? names.search(input.value) : undefined;
    if (!pending) showFound(undefined);
  };
  const showFound = (next) => {
    [found, pending] = [next, undefined];
    hint.hidden = !found || found.rows.length > 0;
    if (!hint.hidden) {
      const link = make("a", { href: `index.html#${new URLSearchParams({ q: input.value })}` }, "Search everybody");
      hint.replaceChildren("Nobody who moderates now has such a name. ", link, ", with former moderators, former names and sites.");
    }
    arrange();
  };
  const findAccount = () => {
    const row = account ? names.rowOf(account) : undefined;
    if (row === undefined) return;
    if (row < 0) notice = `Account ${account} is not among those who moderate now. Look among the former moderators of a site.`;
    else markedRow = row;
    account = "";
    if (row >= 0 && restored === undefined) view.scrollToRow(row);
  };
  const status = () => {
    if (pending) return `Searching: ${grouped(pending.read())} of ${grouped(names.fileCount)} files read`;
    if (wantsOrder || waiting.length) return "Reading the names";
    return found || arranged ? `${grouped(length())} of ${grouped(count)} people` : notice;
  };
  let told = "";
  const tell = () => {
    const failed = wantsNames ? names.failed() : undefined;
    const words = failed ?? status();
    if (words === told) return;
    told = words;
    output.replaceChildren(...(failed ? files.complaint(failed) : [words]));
  };

  // First what is in view, then what the reader is heading for.
  const fetchAhead = (first, last, total, isUpwards) => {
    if (wantsNames) names.request();
    else if (account) names.requestOrder();
    const ahead = found ? 30 : rowsPerFile * 1.5;
    const ask = (from, to) => {
      for (let at = Math.max(from, 0); at < Math.min(to, total); ) {
        const row = rowAt(at);
        files.request(rows.fileOf(row));
        at += found ? 1 : rowsPerFile - (row % rowsPerFile);
      }
    };
    ask(first, last);
    if (isUpwards) ask(first - ahead, first);
    ask(last, last + ahead);
  };
  const view = virtualRows({
    body, length, className: "person", near: fetchAhead,
    draw: (element, position) => {
      const row = rowAt(position);
      element.classList.toggle("marked", row === markedRow);
      // The reason for a failure stands often enough that one is always in view.
      rows.draw(element, row, position % 8 === 0 || rows.fileOf(rowAt(position - 1)) !== rows.fileOf(row));
    },
  });
  const step = () => {
    if (pending) {
      pending.goOn();
      if (pending.isWhole) showFound(pending);
      else if (!names.failed()) update();
    }
    if (wantsNames && !names.arrangement.isReady() && !names.failed()) {
      if (names.arrangement.read()) {
        fillFacets();
        if (wantsOrder) arrange();
      }
      update();
    }
    if (names.arrangement.isReady() && !pending && !wantsOrder) waiting.splice(0).forEach((goOn) => goOn());
    findAccount();
    tell();
    view.render();
    if (restored !== undefined && !pending) {
      scrollTo({ top: restored, behavior: "instant" });
      restored = undefined;
    }
  };
  printFirstRows(view, {
    cut, length, update,
    isThere: (position) => files.data(rows.fileOf(rowAt(position))),
    words: (printed, total) => `The first ${printed} of ${total}. All of them are in csv/people.csv.`,
  });
  const measure = () => {
    view.measure(head);
    update();
  };

  // What is shown stands in the address, and where in the history.
  const apply = () => {
    if (/^#(?!p[\w-]+$)[^=]+$/.test(location.hash)) return;
    input.value = readState().get("q") ?? "";
    account = /^#p([\w-]+)$/.exec(location.hash)?.[1] ?? "";
    markedRow = -1;
    restored = history.state?.top ?? (account ? undefined : 0);
    wantsNames ||= Boolean(input.value);
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
    [markedRow, notice] = [-1, ""];
    const top = list.getBoundingClientRect().top;
    if (top < 0) scrollTo({ top: scrollY + top, behavior: "instant" });
    startSearch();
    update();
  });
  const forgetPlace = keepPlace(() => ({ top: scrollY }), update);
  window.addEventListener("resize", measure);
  window.addEventListener("popstate", () => {
    forgetPlace();
    apply();
  });
  measure();
  apply();
  step();
};

const peopleList = document.getElementById("people-list");
if (peopleList) showPeople(peopleList);
