// Finds rows of the list of people with the search of all pages, as far as the files have come.
const peopleSearch = (files, { count, perFile, nameFiles, networks }) => {
  const orders = Array.from({ length: Math.ceil(count / perFile) }, (_, index) => `order/${index + 1}`);
  const rows = new Map();
  let read = 0;
  // Who stands in which row; says whether all rows are known.
  const readOrder = () => {
    for (; read < orders.length; read += 1) {
      const data = files.data(orders[read]);
      if (!data) return false;
      data[0].split(" ").forEach((place, index) => rows.set(place, read * perFile + index));
    }
    return true;
  };
  const names = searchNames(files, nameFiles);
  const engine = searchEngine(names);
  const place = (id) => String(Array.isArray(id) ? id[0] : id);
  const search = (query) => {
    const found = engine.search(query, false);
    const result = { rows: [], isWhole: false, terms: found.terms };
    result.goOn = () => {
      found.goOn();
      if (result.isWhole || !found.isWhole || !readOrder()) return;
      result.rows = found.hits.map(({ document }) => rows.get(place(document.person[0]))).filter((row) => row !== undefined);
      result.isWhole = true;
    };
    result.read = () => found.read;
    return result;
  };
  const arranged = peopleOrders(names, networks, (id) => rows.get(place(id)));
  return {
    search,
    arrangement: { ...arranged, read: () => readOrder() && arranged.read() },
    // The row of somebody; -1 where they have none, undefined as long as that is not known.
    rowOf: (account) => rows.get(account) ?? (readOrder() ? rows.get(account) ?? -1 : undefined),
    request: () => {
      orders.forEach(files.request);
      names.request();
    },
    requestOrder: () => orders.forEach(files.request),
    failed: () => orders.find(files.hasFailed) ?? names.failed(),
    fileCount: nameFiles,
  };
};
