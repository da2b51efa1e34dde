// Orders and facets of the list of people, from the names that the search reads: who stands in which row, with
// how many sites, how much reputation, and whether as a moderator.
const peopleOrders = (names, networks, rowOfPlace) => {
  let entries;
  let [next, lists] = [0, []];
  const entryOf = (person) => {
    const current = rowsOf(person).filter((row) => !row.isFormer);
    const row = current.length ? rowOfPlace(person[0]) : undefined;
    if (row === undefined) return [];
    const users = new Map(current.map((one) => [`${one.site}/${one.user}`, one.reputation]));
    return [{
      row, person, name: foldText(person[1]).trim(), sites: new Set(current.map((one) => one.site)).size,
      reputation: Array.from(users.values()).reduce((sum, one) => sum + one, 0), isModerator: current.some((one) => !one.isStaff),
      network: names.sites()[current[0].site]?.[6],
      sitesOf: () => Array.from(new Set(current.map((one) => names.sites()[one.site]?.[0] ?? ""))).sort().join(" "),
    }];
  };
  // Reads a file at a time, as far as they have come; says whether all are there.
  const read = () => {
    if (entries) return true;
    if (!names.sites()) return false;
    const start = performance.now();
    while (next < names.all.length && performance.now() - start < 25) {
      const data = names.people(names.all[next]);
      if (!data) return false;
      lists.push(data.flatMap(entryOf));
      next += 1;
    }
    if (next < names.all.length) return false;
    entries = new Map(lists.flat().map((entry) => [entry.row, entry]));
    lists = [];
    return true;
  };
  const compareOf = {
    name: (one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : one.row - other.row),
    sites: (one, other) => one.sites - other.sites || one.row - other.row,
    reputation: (one, other) => one.reputation - other.reputation || one.row - other.row,
  };
  const kinds = { moderators: (entry) => entry.isModerator, "staff only": (entry) => !entry.isModerator };
  const sizes = { "1": (entry) => entry.sites === 1, "2": (entry) => entry.sites === 2, "3 or more": (entry) => entry.sites > 2 };
  const isIn = (network) => (entry) => entry.network === network;
  const choices = { kind: Object.entries(kinds), size: Object.entries(sizes), network: networks.map((network) => [network, isIn(network)]) };
  // Of each facet the choices, with how many have each of them once that is known.
  const facets = () => {
    const all = entries ? Array.from(entries.values()) : [];
    const counted = ([name, has]) => [name, entries ? all.reduce((sum, entry) => sum + (has(entry) ? 1 : 0), 0) : undefined];
    return Object.fromEntries(Object.entries(choices).map(([facet, some]) => [facet, some.map(counted)]));
  };
  return {
    read,
    isReady: () => entries !== undefined,
    entry: (row) => entries.get(row),
    facets,
    // Some rows, or all, that have what was chosen, in an order; an order may begin with a minus.
    arrange: (rows, { sort, ...chosen }) => {
      let some = (rows ?? Array.from(entries.keys()).sort((one, other) => one - other)).map((row) => entries.get(row)).filter(Boolean);
      for (const [facet, choice] of Object.entries(chosen)) {
        const has = choices[facet].find(([name]) => name === choice)?.[1];
        if (has) some = some.filter(has);
      }
      const compare = compareOf[sort.replace(/^-/, "")];
      if (compare) some.sort(sort.startsWith("-") ? (one, other) => compare(other, one) : compare);
      return some.map((entry) => entry.row);
    },
  };
};
