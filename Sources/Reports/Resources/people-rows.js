// Draws rows of people.
const peopleRows = (files, rowsPerFile, groups, dialog, nodesOf) => {
  const fileOf = (row) => `rows/${Math.floor(row / rowsPerFile) + 1}`;
  const siteLink = ([id, address]) => (address ? make("a", { href: address, dir: "auto" }, id) : make("bdi", {}, id));
  const showSites = (name, sites) => {
    showDialog(dialog, name, make("ul", { className: "files" }, ...sites.map((site) => make("li", {}, siteLink(site)))));
  };
  const sitesCell = (name, sites) => {
    const which = rowCell("cell", "which");
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
    const [id, given, siteCount, reputation, ...places] = people[index];
    const name = shownPerson(given, id);
    const label = id ? make("a", { href: personAddress(id, groups), dir: "auto" }, ...nodesOf(name)) : make("bdi", {}, ...nodesOf(name));
    return [
      rowCell("rowheader", "name", label),
      rowCell("cell", "n count", grouped(siteCount)),
      rowCell("cell", "n reputation", reputation === null ? "" : grouped(reputation)),
      sitesCell(name, places.map((place) => sites[place])),
    ];
  };

  const draw = (element, row, explains) => {
    element.dataset.row = row;
    drawFromFile(element, files, fileOf(row), explains, (data) => person(data, row % rowsPerFile));
  };
  return { fileOf, draw };
};
