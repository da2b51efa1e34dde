// Changes by the day. Kinds, a site, a person or words choose what is shown; older days are read from files
// beside the page when its end comes near.
const showChanges = (list) => {
  const { root } = list.dataset;
  const page = Number(list.dataset.page);
  const kinds = list.dataset.kinds.split("|").map((kind) => kind.split("="));
  const usual = kinds.map(([kind]) => kind);
  const end = document.getElementById("changes-end");
  const pager = document.querySelector("nav.pager");
  const printed = pager?.querySelector("span");

  const update = atNextFrame(() => step());
  const files = filesBeside(`${root}changes`, update);

  // What stands in the document.
  const keyOf = (link) => /(?:person\/([^/#]+)\.html|#p([\w-]+))$/.exec(link?.getAttribute("href") ?? "")?.slice(1).reverse().find(Boolean);
  const siteKey = (link) => decodeURIComponent(/sites\/(.+)\.html$/.exec(link?.getAttribute("href") ?? "")?.[1] ?? "");
  const fold = (text) => foldedWords(text).join(" ");
  const entry = (element) => {
    const link = element.matches("a, bdi") ? element : element.querySelector("a, bdi");
    // Who has a new name is found by the former one, too.
    const text = element.parentElement.className === "renamed" ? element.parentElement.textContent : link.textContent;
    return { element, person: keyOf(link), name: link.textContent, text: fold(text) };
  };
  const item = (element) => {
    const entries = Array.from(element.querySelectorAll(":scope > [id]"), entry);
    return { element, kind: element.className, entries, nodes: Array.from(element.childNodes), isWhole: true };
  };
  const group = (element) => {
    const head = element.firstElementChild;
    return { element, key: siteKey(head.firstElementChild), name: head.textContent, text: fold(head.textContent), items: Array.from(element.querySelectorAll(":scope > ul > li"), item) };
  };
  const days = [];
  const take = (elements) => {
    for (const element of elements) days.push({ element, groups: Array.from(element.querySelectorAll(":scope > div"), group) });
  };

  // What is to be shown.
  let wanted = {};
  const read = () => {
    const state = readState();
    const chosen = state.has("kind") ? state.get("kind").split(" ").filter(Boolean) : usual;
    wanted = {
      kinds: new Set(chosen), site: state.get("site") ?? "", person: state.get("person") ?? "",
      words: foldedWords(state.get("q") ?? ""),
    };
    wanted.isNarrow = Boolean(wanted.site || wanted.person || wanted.words.length);
  };
  const names = { site: "", person: "" };
  // How many changes of each kind have what is wanted besides their kind, of the days in the document.
  const counts = new Map();
  const showItem = (one, isSiteFound) => {
    const has = (text) => wanted.words.every((word) => text.includes(word));
    const shown = one.entries.filter((each) =>
      (!wanted.person || each.person === wanted.person) && (isSiteFound || has(each.text)));
    counts.set(one.kind, (counts.get(one.kind) ?? 0) + shown.length);
    const isShown = wanted.kinds.has(one.kind) && shown.length > 0;
    one.element.hidden = !isShown;
    if (!isShown) return false;
    if (wanted.person) names.person ||= shown[0].name;
    const isWhole = shown.length === one.entries.length;
    if (isWhole && one.isWhole) return true;
    one.isWhole = isWhole;
    if (isWhole) {
      one.element.replaceChildren(...one.nodes);
    } else {
      const last = one.entries.at(-1).element;
      const rest = one.nodes.slice(one.nodes.indexOf(last) + 1);
      one.element.replaceChildren(...shown.flatMap((each, index) => (index ? [", ", each.element] : [each.element])), ...rest);
    }
    return true;
  };
  const showGroup = (one) => {
    const isSite = !wanted.site || one.key === wanted.site;
    if (isSite && wanted.site) names.site ||= one.name;
    const isFound = wanted.words.every((word) => one.text.includes(word));
    let isShown = false;
    if (isSite) for (const each of one.items) isShown = showItem(each, isFound) || isShown;
    one.element.hidden = !isShown;
  };
  const showDay = ({ element, groups }) => {
    element.hidden = groups.every((one) => one.element.hidden);
    element.classList.toggle("narrow", wanted.isNarrow);
    for (const count of element.querySelectorAll(":scope > p > span[class]")) count.hidden = !wanted.kinds.has(count.className);
  };
  const showSteps = (some) => some.flatMap((day) => [...day.groups.map((one) => () => showGroup(one)), () => showDay(day)]);
  let showing;
  let isAllShown = false;
  const showAll = () => {
    showing?.stop();
    counts.clear();
    names.site = names.person = "";
    isAllShown = false;
    showing = inSlices(showSteps(days), (step) => step(), () => {
      isAllShown = true;
      update();
    });
  };

  // The bar above the cards.
  // With the changes of the whole archive, or with those that have what is wanted besides once all are read.
  const countOf = (kind, all) => {
    if (!wanted.isNarrow) return all;
    return isWholeArchive() ? grouped(counts.get(kind) ?? 0) : "";
  };
  const chips = kinds.map(([kind, label, count]) => {
    const chip = make("button", { type: "button" }, `${label} `, make("span", {}, count));
    chip.addEventListener("click", () => {
      const next = new Set(wanted.kinds);
      if (!next.delete(kind)) next.add(kind);
      const chosen = kinds.map(([one]) => one).filter((one) => next.has(one));
      choose({ kind: chosen.join(" ") === usual.join(" ") ? "" : chosen.join(" ") || "none" });
    });
    return chip;
  });
  const only = (field) => {
    const chip = make("button", { type: "button", className: "only", hidden: true });
    chip.addEventListener("click", () => choose({ [field]: "" }));
    return chip;
  };
  const onlySite = only("site");
  const onlyPerson = only("person");
  const input = make("input", { type: "search", autocomplete: "off", spellcheck: false });
  const output = make("output");
  const chooser = make("div", { className: "chips", role: "group" }, ...chips, onlySite, onlyPerson);
  chooser.setAttribute("aria-label", "Kinds of changes");
  list.prepend(make("div", { className: "bar" }, chooser, make("p", { className: "filter" }, make("label", {}, "Site or person ", input), output)));
  const showBar = () => {
    kinds.forEach(([kind, , all], index) => {
      chips[index].setAttribute("aria-pressed", wanted.kinds.has(kind));
      chips[index].lastChild.textContent = countOf(kind, all);
    });
    for (const [chip, field] of [[onlySite, "site"], [onlyPerson, "person"]]) {
      chip.hidden = !wanted[field];
      if (chip.textContent === `Only ${names[field] || wanted[field]}`) continue;
      chip.textContent = `Only ${names[field] || wanted[field]}`;
      chip.setAttribute("aria-label", `Show not only ${names[field] || wanted[field]}`);
    }
  };
  const choose = (changes, isNew = true) => {
    if (isNew) history.replaceState(place(), "");
    writeState(changes, isNew);
    read();
    showAll();
    showBar();
    update();
  };
  input.addEventListener("input", () => choose({ q: input.value }, !readState().has("q")));

  // Older days.
  let pages;
  let loaded = page;
  let restored;
  let notice = "";
  const name = (number) => pages?.[number - 1]?.[0];
  // Rows out of view have an estimated height: a row that is in view says more than how far the page is scrolled.
  const places = () => Array.from(list.querySelectorAll(".day, .day > div"));
  const place = () => {
    const element = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(".day > div, .day");
    return { loaded, top: scrollY, index: element ? places().indexOf(element) : -1, offset: element?.getBoundingClientRect().top };
  };
  const insert = (html) => {
    const template = make("template");
    template.innerHTML = html;
    // The addresses are those on the page of the month, which stands in a folder.
    for (const link of root ? [] : template.content.querySelectorAll("a[href^='../']")) {
      link.setAttribute("href", link.getAttribute("href").slice(3));
    }
    const first = days.length;
    const cards = Array.from(template.content.children);
    list.append(...cards);
    take(cards);
    for (const step of showSteps(days.slice(first))) step();
  };
  const isNear = () => end.getBoundingClientRect().top < innerHeight * 2.5 || (restored && loaded < restored.loaded);
  let isInserting = false;
  const goOn = () => {
    if (!pages || loaded >= pages.length || !isNear()) return;
    const data = files.data(name(loaded + 1));
    for (let ahead = 1; ahead <= 3 && loaded + ahead <= pages.length; ahead += 1) files.request(name(loaded + ahead));
    if (!data || isInserting) return;
    isInserting = true;
    // In a task of its own, which is drawn in another, and the page after it in the next ones.
    setTimeout(() => {
      insert(data[0]);
      loaded += 1;
      isInserting = false;
      update();
    });
  };
  const isAtEnd = () => !pager || Boolean(pages && loaded === pages.length);
  // The days after those of this page are on other pages.
  const isWholeArchive = () => page === 1 && isAtEnd();
  const tell = () => {
    const isEnd = isAtEnd();
    const found = Array.from(wanted.kinds, (kind) => counts.get(kind) ?? 0).reduce((sum, count) => sum + count, 0);
    const failed = pages ? (loaded < pages.length && files.hasFailed(name(loaded + 1)) ? name(loaded + 1) : undefined) : files.hasFailed("pages") ? "pages" : undefined;
    const back = days.at(-1)?.element.querySelector("h2")?.textContent.replace(/,.*/, "");
    const words = wanted.isNarrow ? `${grouped(found)} found${isEnd ? "" : `, back to ${back}`}` : notice;
    if (isAllShown && output.textContent !== words) output.textContent = words;
    const state = failed ?? (isEnd ? "end" : "more");
    if (end.dataset.state !== state) {
      end.dataset.state = state;
      end.replaceChildren(...(failed ? files.complaint(failed) : [isEnd ? (pager ? "These are all changes of this archive." : "") : "Older changes follow."]));
    }
    if (printed && loaded > page) printed.textContent = `Pages ${grouped(page)} to ${grouped(loaded)} of ${grouped(pages.length)}`;
    showBar();
  };

  // A link to a change or a day leads to the page that has it.
  let sought = "";
  const reveal = (target) => {
    const kind = target.closest(".day > div > ul > li")?.className;
    if (kind && !wanted.kinds.has(kind)) {
      wanted.kinds.add(kind);
      showAll();
    }
    showing.finish();
    target.scrollIntoView({ block: "center", behavior: "instant" });
  };
  const seek = () => {
    const target = sought ? document.getElementById(sought) : null;
    if (target) {
      reveal(target);
      sought = "";
      if (location.search) history.replaceState(history.state, "", location.pathname + location.hash);
    } else if (sought && !pager) {
      [sought, notice] = ["", "This change is not in this archive."];
    } else if (sought && pages) {
      const id = Number(sought.slice(1));
      const day = sought.slice(1);
      const number = pages.findIndex(([, lowest, highest, first, last], index) =>
        index + 1 !== page && (sought[0] === "c" ? lowest <= id && id <= highest : first <= day && day <= last)) + 1;
      const anchor = sought;
      sought = "";
      if (number && !tried) {
        tried = true;
        location.replace(`${root}${number === 1 ? "changes.html" : `changes/${name(number)}.html`}?from#${anchor}`);
      } else {
        notice = "What the address names is not in this archive.";
      }
    }
  };
  // Rows that come into view get their height some frames later.
  const goBack = () => {
    showing.finish();
    const element = places()[restored.index];
    const distance = element ? element.getBoundingClientRect().top - restored.offset : restored.top - scrollY;
    scrollBy({ top: distance, behavior: "instant" });
    restored.frames = (restored.frames ?? 0) + 1;
    if (restored.frames > 12) restored = undefined;
    else update();
  };
  for (const type of ["wheel", "touchmove", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => { restored = undefined; }, { passive: true });
  }
  let tried = location.search === "?from";
  const step = () => {
    if (pager) files.request("pages");
    pages ??= files.data("pages")?.[0];
    seek();
    goOn();
    if (restored && pages && loaded >= Math.min(restored.loaded, pages.length)) goBack();
    tell();
  };
  const apply = () => {
    sought = /^#([cd][\d-]+)$/.exec(location.hash)?.[1] ?? "";
    notice = "";
    read();
    input.value = readState().get("q") ?? "";
    restored = history.state?.loaded ? history.state : undefined;
    if (restored) sought = "";
    showAll();
    update();
  };
  for (const link of document.querySelectorAll(".months a")) {
    link.addEventListener("click", () => {
      link.hash = location.hash.includes("=") ? location.hash : "";
    });
  }
  const forgetPlace = keepPlace(place, update);
  window.addEventListener("resize", update);
  window.addEventListener("popstate", () => {
    forgetPlace();
    apply();
  });
  take(list.querySelectorAll(":scope > .day"));
  end.replaceChildren();
  apply();
};

const changesList = document.getElementById("changes");
if (changesList?.dataset.page) showChanges(changesList);
