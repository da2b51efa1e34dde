// The same folding as the program's own search. `letters` and `ignored` come from there.
const isNoLetter = /[\p{Mn}\p{Me}\p{Cf}]/u;
const isLetter = /[\p{Lu}\p{Lt}\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{Nl}\p{No}\p{Mc}\p{So}]/u;
const foldLetter = (letter) => {
  if (letters.has(letter)) return letters.get(letter);
  if (ignored.has(letter) || isNoLetter.test(letter)) return "";
  if (letter < "\u0080") return /[A-Za-z0-9]/.test(letter) ? letter.toLowerCase() : " ";
  return isLetter.test(letter) ? letter.toLowerCase() : " ";
};
const folds = new Map();
const folded = (letter) => {
  if (!folds.has(letter)) folds.set(letter, foldLetter(letter));
  return folds.get(letter);
};
const foldText = (text) =>
  /^[\x00-\x7f]*$/.test(text)
    ? text.toLowerCase().replace(/['.`]/g, "").replace(/[^a-z0-9]+/g, " ")
    : Array.from(text.normalize("NFKD"), folded).join("");
const foldedWords = (text) => foldText(text).split(" ").filter(Boolean);
