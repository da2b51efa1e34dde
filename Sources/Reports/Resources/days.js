// Who held a role of a site on a day, in a month or in a year: the same rule as that of the archive. Of a tenure the
// times are texts that can be compared, 0 where nobody knows.
const timeOf = (text) => {
  const parts = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(text);
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  const first = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
  if (year < 1583 || first.getUTCFullYear() !== year || first.getUTCMonth() !== (month ?? 1) - 1 || first.getUTCDate() !== (day ?? 1)) return null;
  const next = day ? Date.UTC(year, month - 1, day + 1) : month ? Date.UTC(year, month, 1) : Date.UTC(year + 1, 0, 1);
  // The year after the last one would be written with a sign, before all others.
  const written = (date) => (date < Date.UTC(10_000, 0) ? `${new Date(date).toISOString().slice(0, 19)}Z` : "9999-12-31T24:00:00Z");
  return { beginning: written(first), end: written(next) };
};
const knownIn = ([beganAfter, beganBefore, endedAfter, endedBefore], { beginning, end }) => {
  if (beganBefore < end && endedAfter >= beginning) return "yes";
  return (!beganAfter || beganAfter < end) && (!endedBefore || endedBefore > beginning) ? "maybe" : null;
};
// What a holder was called just before the end of a time.
const nameIn = (names, { end }) => {
  if (!Array.isArray(names)) return names;
  let name = names[0];
  for (let place = 1; place < names.length && names[place] < end; place += 2) name = names[place + 1];
  return name;
};
// Each holder once for a role, those who are known for certain before those who are not.
const holdersIn = (tenures, time) => {
  const found = new Map();
  for (const [holder, names, page, role, words, ...bounds] of tenures) {
    const known = knownIn(bounds, time);
    const key = JSON.stringify([holder, role]);
    if (known === "yes" || (known && !found.has(key))) found.set(key, { holder, name: nameIn(names, time), page, role, words, known });
  }
  return Array.from(found.values());
};

const showDays = (section) => {
  let tenures;
  let unixDay = 0;
  const readings = section.dataset.readings.split(" ").filter(Boolean).map((gap) => {
    unixDay += Number(gap);
    return `${new Date(unixDay * 86_400_000).toISOString().slice(0, 19)}Z`;
  });
  const { since, until, hides } = section.dataset;
  const input = make("input", { type: "text", id: "on", autocomplete: "off", spellcheck: false, placeholder: "2019-06-30, 2019-06 or 2019" });
  const answer = make("div", { className: "answer" });
  const status = make("output");
  const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
  const dayWords = (instant) => `${Number(instant.slice(8, 10))} ${months[Number(instant.slice(5, 7)) - 1]} ${instant.slice(0, 4)}`;
  const item = ({ holder, name, page, role, words }) => {
    const shown = page ? make("a", { href: page }, name) : make("bdi", {}, name);
    const element = make("li", {}, shown, role ? `, ${role}` : "", make("small", {}, ` ${words}`));
    element.dataset.holder = holder;
    return element;
  };
  const list = (title, holders, known) => {
    if (!holders.length) return [];
    const element = make("ul", { className: known });
    inSlices(holders, (holder) => element.append(item(holder)));
    return [make("h3", {}, `${title} (${grouped(holders.length)})`), element];
  };
  const lookWords = (time) => {
    if (!since) return "Nobody looked yet.";
    if (time.beginning < since.slice(0, 10)) return `Nobody looked before ${dayWords(since)}: who held a role then and not on that day any more is missing where no other source names them.`;
    if (time.beginning > until) return `Nobody looked since ${dayWords(until)}.`;
    if (readings.some((reading) => reading >= time.beginning && reading < time.end)) return "";
    const [before, after] = [readings.findLast((reading) => reading < time.beginning), readings.find((reading) => reading >= time.end)];
    const around = before && after ? `The lists around it are those of ${dayWords(before)} and ${dayWords(after)}.` : "";
    const hidden = hides ? "The rights log hides whom some rows are about or which roles, so that others can have held a role." : "";
    return `${around} ${hidden}`.trim();
  };
  const timeline = document.querySelector(".timeline[data-from]");
  const mark = make("div", { className: "chosen", hidden: true });
  timeline?.append(mark);
  const draw = (time) => {
    if (!timeline) return;
    const [from, end] = [timeline.dataset.from, timeline.dataset.until].map(Date.parse);
    const place = (text) => Math.min(Math.max((Date.parse(text) - from) / (end - from), 0), 1);
    mark.hidden = !time || time.end < timeline.dataset.from || time.beginning > timeline.dataset.until;
    if (mark.hidden) return;
    mark.style.setProperty("--from", place(time.beginning));
    mark.style.setProperty("--until", place(time.end));
  };
  const show = () => {
    const text = readState().get("on") ?? "";
    if (input.value.trim() !== text) input.value = text;
    const time = timeOf(text);
    draw(time);
    if (!time) {
      answer.replaceChildren();
      status.textContent = text ? "Give a day, a month or a year, such as 2019-06-30, 2019-06 or 2019." : "";
      return;
    }
    tenures ??= JSON.parse(document.querySelector("main > script").textContent);
    const holders = holdersIn(tenures, time);
    const [sure, unsure] = ["yes", "maybe"].map((known) => holders.filter((holder) => holder.known === known));
    status.textContent = `${holders.length ? `${grouped(sure.length)} for certain, ${grouped(unsure.length)} perhaps.` : "Nobody is known."} ${lookWords(time)}`.trim();
    answer.replaceChildren(...list("For certain", sure, "yes"), ...list("Perhaps: joined or left around then, or not looked at since", unsure, "maybe"));
  };
  input.addEventListener("input", () => {
    writeState({ on: input.value.trim() }, !readState().has("on"));
    show();
  });
  window.addEventListener("hashchange", show);
  window.addEventListener("popstate", show);
  section.append(make("p", {}, make("label", { htmlFor: "on" }, "On a day, in a month or in a year "), input, " ", status), answer);
  section.hidden = false;
  show();
};
const daySection = document.querySelector("section.then");
if (daySection) showDays(daySection);
