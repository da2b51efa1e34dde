// Draws rows of people: a placeholder first, and what it stands for when its file has come.
const peopleRows = (files, rowsPerFile, groups, dialog, nodesOf) => {
  const fileOf = (row) => `rows/${Math.floor(row / rowsPerFile) + 1}`;
  const cell = (role, className, ...content) => {
    const element = make("span", { className }, ...content);
    element.setAttribute("role", role);
    return element;
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
  const sitesCell = (name, sites) => {
    const which = cell("cell", "which");
    const most = innerWidth < 640 ? 2 : 3;
    for (const site of sites.slice(0, most)) which.append(siteLink(site), " ");
    if (sites.length > most) {
      const more = make("button", { type: "button" }, `and ${sites.length - most} more`);
      more.addEventListener("click", () => showSites(name, sites));
      which.append(more);
    }
    return which;
  };
  const person = ([sites, people], index) => {
    const [id, name, siteCount, reputation, ...places] = people[index];
    const label = id ? make("a", { href: personAddress(id, groups), dir: "auto" }, ...nodesOf(name)) : make("bdi", {}, ...nodesOf(name));
    return [
      cell("rowheader", "name", label),
      cell("cell", "n count", grouped(siteCount)),
      cell("cell", "n reputation", reputation === null ? "" : grouped(reputation)),
      sitesCell(name, places.map((place) => sites[place])),
    ];
  };

  // Draws what has changed since the element was drawn last; `explains` says whether a row that cannot be
  // read tells why.
  const draw = (element, row, explains) => {
    const file = fileOf(row);
    const data = files.data(file);
    const hasFailed = files.hasFailed(file);
    const state = data ? "ready" : hasFailed ? "failed" : "waiting";
    if (element.dataset.state === state) return;
    element.dataset.state = state;
    element.dataset.row = row;
    if (data) return element.replaceChildren(...person(data, row % rowsPerFile));
    if (hasFailed && explains) return element.replaceChildren(cell("cell", "whole", ...files.complaint(file)));
    const blank = cell("cell", "whole", make("span", { className: "blank" }));
    blank.setAttribute("aria-label", hasFailed ? "not readable" : "loading");
    element.replaceChildren(blank);
  };
  return { fileOf, draw };
};
