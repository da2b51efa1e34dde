// The search of the program, over the names that stand beside the pages: the same people in the same order.
// Each tier has those whom no closer one has found, those with more reputation first.
const [exactName, beginningOfName, exactFormer, beginningOfFormer, siteTier, partOfName, typoTier] = [0, 1, 2, 3, 4, 5, 6];

const searchEngine = (names) => {
  const isBetter = (row, other) => row.reputation > other.reputation || (row.reputation === other.reputation && row.number < other.number);
  // Takes the first of some rows that the search may show.
  const bestRow = (document, includesFormer, isWanted) => {
    const { person } = document;
    const count = person[2].length / rowSize;
    let best;
    for (let place = 0; place < (document.rows?.length ?? count); place += 1) {
      const row = rowOf(person, document.rows ? document.rows[place] : place);
      if ((row.isFormer && !includesFormer) || (isWanted && !isWanted(row))) continue;
      if (!best || isBetter(row, best)) best = row;
    }
    return best;
  };
  const inOrder = (one, other) =>
    one.tier - other.tier || one.errors - other.errors || other.row.reputation - one.row.reputation || one.row.number - other.row.number;

  // The sites that each term names.
  const sitesOf = (terms) => {
    const sites = names.sites();
    return terms.all.map((term) => {
      const found = new Set();
      sites.forEach(([id, name], place) => {
        if (terms.isIn(foldedWords(`${name} ${id}`).map((word) => ` ${word}`).join(""), term)) found.add(place);
      });
      return found;
    });
  };

  const closeness = (terms, line) => {
    const end = line.indexOf("|");
    const name = end < 0 ? line : line.slice(0, end);
    const whole = terms.words.map((word) => ` ${word}`).join("");
    if (name === whole) return exactName;
    if (terms.all.every((term) => terms.isIn(name, term))) return beginningOfName;
    if (end >= 0) {
      if (line.slice(end + 1).split("|").includes(whole)) return exactFormer;
      if (terms.all.every((term) => line.split("|").some((one) => terms.isIn(one, term)))) return beginningOfFormer;
    }
    return undefined;
  };

  // Finds those of one file.
  const takeFile = (file, terms, sites, includesFormer, found) => {
    const { list, text, starts } = names.documents(file);
    const needle = terms.areParts ? terms.all.filter(terms.canBePart).reduce((one, other) => (other.text.length > one.length ? other.text : one), "") : ` ${terms.needle()}`;
    const namesSites = sites.some((some) => some.size > 0);
    const take = (place) => {
      const document = list[place];
      const line = text.slice(starts[place], starts[place + 1] - 1);
      let tier = closeness(terms, line);
      let isWanted;
      if (tier === undefined && namesSites) {
        const plain = line.replaceAll("|", "");
        const rest = terms.all.map((term, index) => (terms.isIn(plain, term) ? undefined : sites[index])).filter(Boolean);
        isWanted = (row) => rest.every((some) => some.has(row.site));
        if (bestRow(document, includesFormer, isWanted)) tier = siteTier;
      }
      if (tier === undefined && terms.areParts && terms.all.every((term) => terms.isPartOf(line, term))) tier = partOfName;
      if (tier === undefined) return;
      const row = bestRow(document, includesFormer, tier === siteTier ? isWanted : undefined);
      if (!row) return;
      const before = found.get(document.person);
      if (before && (before.tier < tier || (before.tier === tier && !isBetter(row, before.row)))) return;
      found.set(document.person, { document, row, tier, errors: 0 });
    };
    if (namesSites) {
      for (let place = 0; place < list.length; place += 1) take(place);
      return;
    }
    let place = 0;
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[place])) {
      // The line of the place, by halving.
      let high = list.length;
      while (high - place > 1) {
        const middle = (place + high) >> 1;
        if (starts[middle] <= at) place = middle;
        else high = middle;
      }
      take(place);
      place += 1;
      if (place >= list.length) return;
    }
  };

  // The words of all names, each once.
  const words = new Set();
  const wordsRead = new Set();
  const readWords = (file) => {
    if (wordsRead.has(file)) return;
    wordsRead.add(file);
    for (const word of names.documents(file).text.split(/[ |\n]+/)) if (word) words.add(word);
  };
  const choices = (terms, errors) => {
    if (terms.hasPhrase) return undefined;
    let hasError = false;
    const all = [];
    for (const { text } of terms.all) {
      const exact = Array.from(words).filter((word) => word.startsWith(text)).sort().slice(0, 16);
      const near = nearWords(text, errors);
      hasError ||= near.length > 0;
      if (!exact.length && !near.length) return undefined;
      all.push(new Set([...exact, ...near]));
    }
    return hasError ? all : undefined;
  };
  const nearWords = (word, errors) => {
    if (word.length < (errors === 1 ? 4 : 7) || word.length > 64) return [];
    const half = errors === 1 ? Math.floor(word.length / 2) : 1;
    const [head, tail] = [word.slice(0, half), word.slice(-half)];
    const near = [];
    for (const other of words) {
      if (!other.startsWith(head) && !other.endsWith(tail)) continue;
      const count = typingErrors(other, word, errors);
      if (count > 0 && count <= errors) near.push(other);
    }
    return near.sort().slice(0, 64);
  };
  const errorsIn = (terms, line) => {
    const own = line.split(/[ |]+/).filter(Boolean);
    return terms.all.reduce((sum, { text }) => sum + Math.min(3, ...own.map((word) => typingErrors(word, text, 2))), 0);
  };
  const takeTypos = (file, terms, wanted, includesFormer, found) => {
    const { list, text, starts } = names.documents(file);
    list.forEach((document, place) => {
      const line = text.slice(starts[place], starts[place + 1] - 1);
      const own = line.split(/[ |]+/);
      if (!wanted.every((some) => own.some((word) => some.has(word)))) return;
      const row = bestRow(document, includesFormer);
      const before = found.get(document.person);
      if (!row || (before && !isBetter(row, before.row))) return;
      found.set(document.person, { document, row, tier: typoTier, errors: errorsIn(terms, line) });
    });
  };

  // The words of names that resemble a word most, where nothing fits.
  const pairsOf = (word) => new Set(Array.from({ length: Math.max(word.length - 1, 0) }, (_, at) => word.slice(at, at + 2)));
  const resembling = (terms) => {
    const pairs = pairsOf(terms.needle());
    const scored = [];
    for (const word of words) {
      if (Math.abs(word.length - terms.needle().length) > 4) continue;
      const own = pairsOf(word);
      let common = 0;
      for (const pair of own) if (pairs.has(pair)) common += 1;
      const score = (2 * common) / (own.size + pairs.size || 1);
      if (score >= 0.34) scored.push([score, word]);
    }
    return scored.sort((one, other) => other[0] - one[0] || (one[1] < other[1] ? -1 : 1)).slice(0, 3).map(([, word]) => word);
  };

  // Whose number is asked for: an account, a user, or SITE/USER.
  const askedNumber = (query) => {
    const [, site, number] = /^(?:([^/\s]+)\/)?(\d+)$/.exec(query.trim()) ?? [];
    return number === undefined ? undefined : { site, number };
  };
  // Adds the people of one file with a number.
  const takeNumbers = (file, { site, number }, found) => {
    for (const document of names.documents(file).list) {
      const { person } = document;
      const isAccount = site === undefined && String(person[0]) === number;
      const row = rowsOf(person).find((one) => String(one.user) === number && (site === undefined || names.sites()[one.site]?.[0] === site));
      if ((isAccount || row) && found.at(-1)?.document.person !== person) found.push({ document, row: row ?? rowOf(person, 0), isAccount });
    }
  };

  // A search that goes on as far as the files have come, for so many milliseconds at a time.
  const search = (query, includesFormer) => {
    const terms = searchTerms(query);
    const result = { terms, hits: [], numbers: [], near: [], isWhole: false, read: 0 };
    const asked = askedNumber(query);
    const found = new Map();
    let [sites, wanted, errors, next, phase] = [undefined, undefined, 0, 0, "names"];
    const end = () => {
      result.hits = Array.from(found.values()).sort(inOrder);
      result.numbers.sort((one, other) => other.isAccount - one.isAccount || other.row.reputation - one.row.reputation);
      result.isWhole = true;
    };
    const step = () => {
      if (!terms.all.length) return end();
      if (phase === "names") {
        if (next < names.all.length) {
          takeFile(names.all[next], terms, sites, includesFormer, found);
          if (asked) takeNumbers(names.all[next], asked, result.numbers);
        }
        next += 1;
        if (next < names.all.length) return undefined;
        if (found.size > 0) return end();
        [phase, next] = ["words", 0];
      } else if (phase === "words") {
        if (next < names.all.length) readWords(names.all[next]);
        next += 1;
        if (next < names.all.length) return undefined;
        [phase, errors] = ["choices", 1];
      } else if (phase === "choices") {
        if (errors > 2) {
          result.near = resembling(terms);
          return end();
        }
        wanted = choices(terms, errors);
        errors += 1;
        if (wanted) [phase, next] = ["typos", 0];
      } else {
        if (next < names.all.length) takeTypos(names.all[next], terms, wanted, includesFormer, found);
        next += 1;
        if (next < names.all.length) return undefined;
        if (found.size > 0) return end();
        phase = "choices";
      }
      return undefined;
    };
    // Says whether it went on; `result.isWhole` says whether it has ended.
    result.goOn = (milliseconds = 25) => {
      if (result.isWhole || !names.sites()) return false;
      sites ??= sitesOf(terms);
      const start = performance.now();
      let hasGone = false;
      do {
        if (phase === "names" && next < names.all.length && !names.documents(names.all[next])) break;
        step();
        hasGone = true;
        result.read = phase === "names" ? next : names.all.length;
      } while (!result.isWhole && performance.now() - start < milliseconds);
      return hasGone;
    };
    return result;
  };

  // Where a hit was found, and the text that matches.
  const match = ({ document, row, tier }, terms) => {
    const line = (name) => foldedWords(name).map((word) => ` ${word}`).join("");
    const isWhole = (name) => foldedWords(name).join(" ") === terms.words.join(" ");
    const hasAll = (name) => terms.all.every((term) => terms.isIn(line(name), term));
    const hasAny = (name) => terms.all.some((term) => terms.isIn(line(name), term));
    const { name, former } = document;
    const errors = (text) => errorsIn(terms, line(text));
    switch (tier) {
      case exactFormer: return { field: "former_name", kind: "exact", text: former.find(isWhole) ?? former[0] };
      case beginningOfFormer: return { field: "former_name", kind: "prefix", text: former.find(hasAll) ?? former.find(hasAny) ?? former[0] };
      case siteTier: {
        const rest = terms.all.filter((term) => !terms.isIn(line(name), term));
        const [id, siteName] = names.sites()[row.site] ?? ["", ""];
        const site = hasAny(siteName) ? siteName : id;
        const text = [...former, site].find((one) => rest.some((term) => terms.isIn(line(one), term)));
        return { field: former.includes(text) ? "former_name" : "site", kind: "prefix", text: text ?? site };
      }
      case partOfName: {
        const has = (text) => matchedRanges(text, terms, true).length > 0;
        const text = has(name) ? name : former.find(has) ?? name;
        return { field: text === name ? "display_name" : "former_name", kind: "substring", text };
      }
      case typoTier: {
        const nearest = former.reduce((best, text) => (best === undefined || errors(text) < errors(best) ? text : best), undefined);
        const isFormer = nearest !== undefined && errors(nearest) < errors(name);
        return { field: isFormer ? "former_name" : "display_name", kind: "typo", text: isFormer ? nearest : name };
      }
      default: return { field: "display_name", kind: tier === exactName ? "exact" : "prefix", text: name };
    }
  };

  // The sites that have all words, the closest first.
  const searchSites = (query) => {
    const terms = foldedWords(query);
    const whole = terms.join(" ");
    if (!terms.length) return [];
    const rank = (site) => {
      const [id, name] = [foldText(site[0]).trim(), foldedWords(site[1]).join(" ")];
      if (id === whole || name === whole || site[5] === query.trim().toLowerCase()) return 0;
      const ranks = terms.map((term) => {
        if (id.startsWith(term)) return 1;
        if (` ${name}`.includes(` ${term}`)) return 2;
        return term.length > 1 && (id.includes(term) || name.includes(term)) ? 3 : Infinity;
      });
      return Math.max(...ranks);
    };
    return names.sites().map((site, place) => ({ site, place, rank: rank(site) }))
      .filter((one) => one.rank < Infinity)
      .sort((one, other) => one.rank - other.rank || other.site[3] - one.site[3] || one.place - other.place);
  };

  return { search, match, searchSites };
};
