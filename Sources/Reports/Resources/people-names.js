// Finds people by name and by account, as far as the files of names have come.
const peopleNames = (files, count, namesPerFile) => {
  const all = Array.from({ length: Math.ceil(count / namesPerFile) }, (_, index) => `names/${index + 1}`);
  const read = new Map();

  // A file has a line of folded names for each row, and the accounts of the rows. Each line begins with a
  // space, so that the beginning of a word is a space and the word.
  const namesOf = (file) => {
    const data = files.data(file);
    if (!data || read.has(file)) return read.get(file);
    const [text, accounts] = data;
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    read.set(file, { text, starts, accounts: accounts.split(" ") });
    return read.get(file);
  };

  // Those who have all terms at the beginning of words, then those who have them anywhere: from three
  // letters on, of East Asian ones from two.
  const isPartial = (term) => term.length >= (/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(term) ? 2 : 3);
  const search = (query) => {
    const terms = foldedWords(query);
    const areParts = terms.every(isPartial);
    const longest = terms.reduce((one, other) => (other.length > one.length ? other : one), "");
    const needle = areParts ? longest : ` ${longest}`;
    const [words, parts] = [[], []];
    let taken = 0;
    const take = ({ text, starts }, base) => {
      let line = 0;
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, starts[line])) {
        while (starts[line + 1] <= at) line += 1;
        const name = text.slice(starts[line], starts[line + 1]);
        if (terms.every((term) => name.includes(` ${term}`))) words.push(base + line);
        else if (areParts && terms.every((term) => name.includes(term))) parts.push(base + line);
        line += 1;
      }
    };
    const result = { rows: [], isWhole: all.length === 0, read: 0 };
    // Takes what has come since; says whether anything has.
    result.goOn = () => {
      const before = taken;
      for (; taken < all.length; taken += 1) {
        const names = namesOf(all[taken]);
        if (!names) break;
        if (terms.length) take(names, taken * namesPerFile);
      }
      if (taken === before) return false;
      result.rows = words.concat(parts);
      result.isWhole = taken === all.length;
      result.read = taken * namesPerFile;
      return true;
    };
    return result;
  };

  // The row of an account; -1 where nobody has it, undefined as long as that is not known.
  const rowOf = (account) => {
    for (const [index, file] of all.entries()) {
      const names = namesOf(file);
      if (!names) return undefined;
      const place = names.accounts.indexOf(account);
      if (place >= 0) return index * namesPerFile + place;
    }
    return -1;
  };
  return {
    search,
    rowOf,
    request: () => all.forEach(files.request),
    failed: () => all.find(files.hasFailed),
  };
};
