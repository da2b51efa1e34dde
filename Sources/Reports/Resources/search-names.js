// The page of a person: their own, or that of their group.
const personAddress = (id, groups) => {
  const [page, number] = Array.isArray(id) ? id : [id, id];
  return groups ? `person/${(number % groups) + 1}.html#p${page}` : `person/${page}.html`;
};

// The account of a person; people without one have no number of their own.
const accountOf = (id) => (Array.isArray(id) ? id[1] : id);
// What somebody is called whose name has nothing that can be seen: a number, so that a link has a text.
const isVisible = (name) => /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Mn}\p{Me}\u2800\ufff9-\ufffb]/u.test(name);
const shownPerson = (name, id) => (isVisible(name) ? name : `account ${accountOf(id)}`);

// Everybody whom a search can find, as far as the files of names have come. A document is one name of a person,
// with the former ones, on one or several sites; they are kept as lines of folded words, a space before each
// word and `|` before each former name, so that a search is a search in a text.
const rowSize = 5;
const rowOf = (person, index) => {
  const [site, user, reputation, number, flags] = person[2].slice(index * rowSize, index * rowSize + rowSize);
  return { site, user, reputation, number, isStaff: (flags & 1) === 1, isFormer: flags > 1, isLogged: flags > 3 };
};
const rowsOf = (person) => Array.from({ length: person[2].length / rowSize }, (_, index) => rowOf(person, index));

const searchNames = (files, fileCount) => {
  const all = Array.from({ length: fileCount }, (_, index) => `names/${index + 1}`);
  const read = new Map();
  const lineOf = (name) => foldedWords(name).map((word) => ` ${word}`).join("");
  const documentsOf = (person) => {
    const count = person[2].length / rowSize;
    if (!person[3]) return [{ person, name: person[1], former: [], rows: undefined }];
    const special = new Map(person[3].map(([row, name, ...former]) => [row, { name: name || person[1], former }]));
    const documents = new Map();
    for (let row = 0; row < count; row += 1) {
      const { name, former } = special.get(row) ?? { name: person[1], former: [] };
      const key = [name, ...former].join("\n");
      if (!documents.has(key)) documents.set(key, { person, name, former, rows: [] });
      documents.get(key).rows.push(row);
    }
    return Array.from(documents.values());
  };
  const documents = (file) => {
    const data = files.data(file);
    if (!data || read.has(file)) return read.get(file);
    const [list, lines, starts] = [[], [], []];
    let at = 0;
    for (const person of data[0]) {
      for (const document of documentsOf(person)) {
        const line = `${lineOf(document.name)}${document.former.map((name) => `|${lineOf(name)}`).join("")}\n`;
        list.push(document);
        lines.push(line);
        starts.push(at);
        at += line.length;
      }
    }
    starts.push(at);
    read.set(file, { list, text: lines.join(""), starts });
    return read.get(file);
  };
  return {
    all,
    documents,
    people: (file) => files.data(file)?.[0],
    request: () => [...all, "names/sites"].forEach(files.request),
    sites: () => files.data("names/sites")?.[0],
    failed: () => [...all, "names/sites"].find(files.hasFailed),
  };
};
