// The same folding as the program's own search. `letters` and `ignored` come from there.
const isNoLetter = /[\p{Mn}\p{Me}\p{Cf}]/u;
const isLetter = /[\p{Lu}\p{Lt}\p{Ll}\p{Lo}\p{Lm}\p{Nd}\p{Nl}\p{No}\p{Mc}\p{So}]/u;
const foldLetter = (letter) => {
  if (letters.has(letter)) return letters.get(letter);
  if (ignored.has(letter) || isNoLetter.test(letter)) return "";
  if (letter < "\u0080") return /[A-Za-z0-9]/.test(letter) ? letter.toLowerCase() : " ";
  return isLetter.test(letter) ? letter.toLowerCase() : " ";
};
const foldedWords = (text) => Array.from(text.normalize("NFKD"), foldLetter).join("").split(" ").filter(Boolean);
