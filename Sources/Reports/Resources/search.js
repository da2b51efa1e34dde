// The one search: sites, people who moderate and who did, and their former names, in a box with a list below.
const showSearch = (place) => {
  const groups = Number(place.dataset.groups);
  const [mostSites, mostPeople] = [5, 20];
  const input = make("input", { type: "search", id: "search", autocomplete: "off", spellcheck: false, placeholder: "Name, former name, site or id" });
  const listbox = make("div", { id: "hits", className: "hits" });
  const status = make("output", { className: "found" });
  const note = make("p", { className: "note" }, "Places and about-me texts are not searched here: the command ", make("code", {}, "modexport search"), " looks there, too.");
  const more = make("button", { type: "button", className: "retry", hidden: true }, "Show more");
  const panel = make("div", { className: "panel", hidden: true }, status, listbox, more, note);
  const label = make("label", { htmlFor: "search" }, "Search people and sites ", make("kbd", {}, "/"));
  for (const [name, value] of Object.entries({ role: "combobox", "aria-expanded": "false", "aria-controls": "hits", "aria-autocomplete": "list", "aria-keyshortcuts": "/" })) input.setAttribute(name, value);
  listbox.setAttribute("role", "listbox");
  listbox.setAttribute("aria-label", "Sites and people");
  place.append(label, input, panel);

  const update = atNextFrame(() => step());
  const files = filesBeside("people", update);
  const names = searchNames(files, Number(place.dataset.names));
  const engine = searchEngine(names);
  let search;
  // Those for the names that resemble what was typed, where nothing has it.
  let near;
  let query = "";
  let wanted = mostPeople;
  let active = -1;

  const option = (href, ...content) => {
    const element = make("a", { href, tabIndex: -1, className: "hit" }, ...content);
    element.setAttribute("role", "option");
    element.setAttribute("aria-selected", "false");
    return element;
  };
  const group = (title, options) => {
    const element = make("div", { className: "group-of-hits" }, make("div", { className: "title-of-hits" }, title), ...options);
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", title);
    element.firstChild.setAttribute("role", "presentation");
    return element;
  };
  const named = (text, ranges) => make("b", { dir: "auto" }, ...marked(text, ranges));
  const kind = (text) => make("span", { className: "tag" }, text);
  const counted = (number, one, several) => `${grouped(number)} ${number === 1 ? one : several}`;

  const siteOption = ({ site }) => {
    const [id, name, address, moderators, staff] = site;
    const ranges = matchedRanges(name, search.terms, true);
    const content = [named(name, ranges), " ", kind("site"), " "];
    if (!ranges.length) content.push(make("span", {}, ...marked(id, matchedRanges(id, search.terms, true))), " ");
    const counts = counted(moderators, "moderator", "moderators") + (staff ? `, ${grouped(staff)} staff` : "");
    return option(address, ...content, make("small", {}, counts));
  };
  // What somebody moderates or did, such as "Chess, Go and 3 more".
  const placesOf = (person) => {
    const rows = rowsOf(person);
    const current = rows.filter((row) => !row.isFormer);
    const shown = Array.from(new Set((current.length ? current : rows).map((row) => row.site)));
    const titles = shown.slice(0, 3).map((site) => names.sites()[site]?.[1] ?? "");
    const rest = shown.length - titles.length;
    const words = titles.join(", ") + (rest > 0 ? ` and ${grouped(rest)} more` : "");
    const what = rows.every((row) => row.isLogged) ? "on no list" : !current.length ? "former moderator" : current.some((row) => !row.isStaff) ? "moderator" : "staff";
    return { what, words };
  };
  const personOption = (hit, why) => {
    const { document } = hit;
    const { what, words } = placesOf(document.person);
    const areParts = hit.tier === partOfName;
    const found = why ?? engine.match(hit, search.terms);
    const ranges = (text) => (found.kind === "typo" ? [] : matchedRanges(text, search.terms, areParts));
    const name = isVisible(document.name) ? document.name : `user ${hit.row.user}`;
    const content = [named(name, ranges(name)), " ", kind(what), " "];
    if (found.field === "former_name") content.push("formerly ", make("bdi", {}, ...marked(found.text, ranges(found.text))), " ");
    if (found.field === "number") content.push(make("span", {}, ...marked(found.text, [[found.text.length - found.number.length, found.text.length]])), " ");
    content.push(make("small", { dir: "auto" }, ...(found.field === "site" ? marked(words, ranges(words)) : [words])));
    const element = option(document.person[0] ? personAddress(document.person[0], groups) : names.sites()[hit.row.site]?.[2] ?? "people.html", ...content);
    element.dataset.account = Array.isArray(document.person[0]) ? document.person[0][0] : document.person[0];
    element.dataset.kind = found.kind;
    element.dataset.field = found.field;
    return element;
  };
  const nearOptions = () =>
    near.flatMap(({ hits }) => hits.slice(0, 2)).map((hit) => personOption(hit, { field: "display_name", kind: "typo", text: hit.document.name }));

  const draw = () => {
    const sites = engine.searchSites(query);
    const { hits, numbers } = search;
    const parts = [];
    if (sites.length) parts.push(group("Sites", sites.slice(0, wanted > mostPeople ? sites.length : mostSites).map(siteOption)));
    if (numbers.length) {
      const number = /\d+$/.exec(query.trim())[0];
      const words = (hit) => (hit.isAccount ? `account ${number}` : `${names.sites()[hit.row.site]?.[1]}, user ${number}`);
      parts.push(group("By number", numbers.slice(0, wanted).map((hit) => personOption(hit, { field: "number", kind: "number", text: words(hit), number }))));
    }
    const isGuess = hits.length > 0 && hits[0].tier === typoTier;
    if (hits.length) parts.push(group(isGuess ? "Nearest names" : "People", hits.slice(0, wanted).map((hit) => personOption(hit))));
    const isNothing = !hits.length && !numbers.length;
    const nearest = isNothing && !sites.length ? nearOptions() : [];
    if (nearest.length) parts.push(group("Nearest names", nearest));
    listbox.replaceChildren(...parts);
    more.hidden = hits.length <= wanted && numbers.length <= wanted && (sites.length <= mostSites || wanted > mostPeople);
    const said = [
      sites.length ? counted(sites.length, "site", "sites") : "",
      numbers.length ? `${counted(numbers.length, "person", "people")} with this number` : "",
      hits.length && !isGuess ? counted(hits.length, "person", "people") : "",
    ].filter(Boolean).join(", ");
    if (isGuess) status.textContent = `${said ? `${said}. ` : ""}Nobody has exactly this name. Did you mean:`;
    else if (isNothing && !sites.length) status.textContent = `No site and no person has “${query.trim()}” in a name. Try fewer letters: three are enough, in any part of a name.`;
    else status.textContent = said;
    setActive(-1);
  };
  const options = () => Array.from(listbox.querySelectorAll("[role=option]"));
  const setActive = (next) => {
    const all = options();
    all[active]?.setAttribute("aria-selected", "false");
    active = next;
    all.forEach((one, index) => { one.id = `hit-${index}`; });
    const element = all[active];
    if (!element) return input.removeAttribute("aria-activedescendant");
    element.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", element.id);
    return element.scrollIntoView({ block: "nearest" });
  };
  const open = (isOpen) => {
    panel.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) setActive(-1);
  };

  const step = () => {
    if (document.activeElement === input || query) names.request();
    if (!search || search.isShown) return;
    const failed = names.failed();
    if (failed) {
      status.replaceChildren(...files.complaint(failed));
      return;
    }
    search.goOn();
    if (search.isWhole) near ??= search.numbers.length ? [] : search.near.map((word) => engine.search(word, true));
    const waiting = search.isWhole ? near.find((one) => !one.isWhole) : search;
    if (waiting !== search) waiting?.goOn();
    if (waiting) {
      status.textContent = `Searching: ${grouped(search.read)} of ${grouped(names.all.length)} files read`;
      update();
      return;
    }
    search.isShown = true;
    place.dataset.query = query;
    draw();
  };
  const start = (text) => {
    query = text;
    wanted = mostPeople;
    search = query.trim() ? engine.search(query, true) : undefined;
    near = undefined;
    open(Boolean(search));
    if (!search) {
      listbox.replaceChildren();
      status.textContent = "";
      place.dataset.query = "";
    }
    update();
  };
  const apply = () => {
    const text = readState().get("q") ?? "";
    if (input.value !== text) input.value = text;
    if (text !== query) start(text);
  };

  input.addEventListener("focus", () => {
    if (search) open(true);
    update();
  });
  input.addEventListener("input", () => {
    writeState({ q: input.value }, !readState().has("q"));
    start(input.value);
  });
  input.addEventListener("keydown", (event) => {
    const count = options().length;
    if (event.key === "Escape") {
      if (panel.hidden) return;
      event.preventDefault();
      open(false);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && search) {
      event.preventDefault();
      if (panel.hidden) open(true);
      else if (count) setActive(event.key === "ArrowDown" ? (active + 1) % count : (active > 0 ? active : count) - 1);
    } else if (event.key === "Enter" && search?.isShown && !panel.hidden) {
      event.preventDefault();
      (options()[active] ?? options()[0])?.click();
    }
  });
  more.addEventListener("click", () => {
    wanted += mostPeople * 5;
    draw();
    input.focus();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!place.contains(event.target)) open(false);
  });
  place.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !place.contains(event.relatedTarget)) open(false);
  });
  window.addEventListener("popstate", apply);
  apply();
};

const searchPlace = document.querySelector(".search");
if (searchPlace) showSearch(searchPlace);
