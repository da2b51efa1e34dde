// What was typed, as the program's own search reads it: words, each the beginning of one, and phrases in
// quotation marks.
const searchTerms = (text) => {
  const terms = new Map();
  text.split('"').forEach((part, index) => {
    const words = foldedWords(part);
    const isPhrase = index % 2 === 1;
    for (const term of isPhrase ? (words.length ? [words] : []) : words.map((word) => [word])) {
      terms.set(`${isPhrase}${term.join(" ")}`, { words: term, text: term.join(" "), isPhrase });
    }
  });
  const isIdeographic = /^[\u1100-\u11ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;
  const lengthOf = (word) => (/[\ud800-\udbff]/.test(word) ? Array.from(word).length : word.length);
  // How many letters a part of a word must have.
  const least = (part) => (isIdeographic.test(part) ? 2 : 3);
  const canBePart = (term) => !term.isPhrase && lengthOf(term.text) >= least(term.text);

  // Whether a word begins with it, or the words of the phrase follow each other; `line` is words with a space
  // before each.
  const isIn = (line, term) => (term.isPhrase ? `${line} `.includes(` ${term.text} `) : line.includes(` ${term.text}`));
  const longestTailed = 64;
  // Where in a word it stands, anywhere that is found; -1 where it does not.
  const placeInWord = (word, part) => {
    for (let at = word.indexOf(part); at >= 0; at = word.indexOf(part, at + 1)) {
      if (at === 0) return 0;
      const rest = word.slice(at);
      if (lengthOf(word) <= longestTailed && lengthOf(rest) >= least(rest)) return at;
    }
    return -1;
  };
  const isPartOf = (line, term) => line.includes(term.text) && line.split(/[ |]/).some((word) => placeInWord(word, term.text) >= 0);
  const all = Array.from(terms.values());
  return {
    all,
    words: foldedWords(text),
    hasPhrase: all.some((term) => term.isPhrase),
    areParts: all.some(canBePart) && !all.some((term) => term.isPhrase),
    canBePart, isIn, isPartOf,
    // The longest word: few names have it.
    needle: () => all.map((term) => (term.isPhrase ? term.words : [term.text])).flat().reduce((one, other) => (other.length > one.length ? other : one), ""),
  };
};

// The folded letters of a text, word by word, each with its range in the text.
const foldedLetters = (text) => {
  const words = [];
  let word = [];
  let at = 0;
  for (const letter of text) {
    const parts = Array.from(letter.normalize("NFKD"), folded).join("").split(" ");
    parts.forEach((part, index) => {
      if (index > 0) word = [];
      for (const one of part) {
        if (!word.length) words.push(word);
        word.push({ letter: one, from: at, to: at + letter.length });
      }
      // A mark that is ignored belongs to the letter before.
      if (!part && parts.length === 1 && word.length) word[word.length - 1].to = at + letter.length;
    });
    at += letter.length;
  }
  return words.filter((one) => one.length);
};

// The parts of a text that the terms match, in order: beginnings of words, or parts of them.
const matchedRanges = (text, terms, areParts) => {
  const words = foldedLetters(text);
  const plain = words.map((word) => word.map((one) => one.letter).join(""));
  const ranges = [];
  const add = (first, last) => ranges.push([first.from, last.to]);
  for (const term of terms.all) {
    const parts = term.isPhrase ? term.words : [term.text];
    words.forEach((word, index) => {
      if (term.isPhrase) {
        const isHere = parts.every((part, offset) => plain[index + offset] === part);
        if (isHere) add(word[0], words[index + parts.length - 1].at(-1));
        return;
      }
      const at = areParts ? plain[index].indexOf(term.text) : plain[index].startsWith(term.text) ? 0 : -1;
      if (at < 0) return;
      // Letters may be of two units.
      const start = Array.from(plain[index].slice(0, at)).length;
      add(word[start], word[start + Array.from(term.text).length - 1]);
    });
  }
  ranges.sort((one, other) => one[0] - other[0]);
  return ranges.reduce((merged, [from, to]) => {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
    return merged;
  }, []);
};
// A text with what matches marked.
const marked = (text, ranges) => {
  const parts = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from > end) parts.push(text.slice(end, from));
    parts.push(make("mark", {}, text.slice(from, to)));
    end = to;
  }
  return [...parts, text.slice(end)];
};

// The number of typing errors between two words: letters put in, left out, replaced, or two swapped; more than
// the limit is Infinity.
const typingErrors = (first, second, limit) => {
  if (Math.abs(first.length - second.length) > limit) return Infinity;
  let beforeLast = [];
  let last = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 0; row < first.length; row += 1) {
    const current = [row + 1];
    let least = row + 1;
    for (let column = 0; column < second.length; column += 1) {
      let value = Math.min(last[column] + (first[row] === second[column] ? 0 : 1), last[column + 1] + 1, current[column] + 1);
      if (row > 0 && column > 0 && first[row] === second[column - 1] && first[row - 1] === second[column]) {
        value = Math.min(value, beforeLast[column - 1] + 1);
      }
      current.push(value);
      if (value < least) least = value;
    }
    if (least > limit) return Infinity;
    [beforeLast, last] = [last, current];
  }
  return last[second.length] <= limit ? last[second.length] : Infinity;
};
