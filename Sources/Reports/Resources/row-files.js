// The files in a folder beside the page that hold more than the page: each is asked for once, a few at a
// time, and calls `modexport.take` with what it holds.
const filesBeside = (folder, changed) => {
  const maximalLoads = 4;
  const files = new Map();
  let loading = 0;
  globalThis.modexport = { take: (name, ...data) => Object.assign(files.get(name) ?? {}, { data }) };

  const request = (name) => {
    if (files.has(name) || loading >= maximalLoads) return;
    const file = {};
    files.set(name, file);
    loading += 1;
    const script = make("script", { src: `${folder}/${name}.js` });
    const end = (problem) => {
      file.problem = file.data ? undefined : problem;
      loading -= 1;
      script.remove();
      changed();
    };
    script.addEventListener("load", () => end("is damaged"));
    script.addEventListener("error", () => end("is missing or cannot be read"));
    document.head.append(script);
  };
  // Why a file cannot be read, and the way to try it again.
  const complaint = (name) => {
    const text = make("span", { className: "problem" }, `${folder}/${name}.js ${files.get(name).problem}.`);
    const button = make("button", { type: "button", className: "retry" }, "Try again");
    button.addEventListener("click", () => {
      files.delete(name);
      changed();
    });
    return [text, " ", button];
  };
  return {
    request,
    complaint,
    data: (name) => files.get(name)?.data,
    hasFailed: (name) => Boolean(files.get(name)?.problem),
  };
};
