const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀçđéƒğħíĵķľɱñóþǫřšťúṽŵẋýžÁƁÇĐÉƑĞĦÍĴĶĽṀÑÓÞǪŘŠŤÚṼŴẊÝŽ'
const letters = new Map([...plain].map((letter, index) => [letter, [...accented][index] ?? letter]))

/** How much longer than English other languages are reckoned with. */
const longer = 0.4

/** A text as the pseudo-language has it: readable, without a letter of ASCII, and 40 % longer. */
export function disguised(text: string): string {
  const words = [...text].map((letter) => letters.get(letter) ?? letter).join('')
  const count = [...text].filter((letter) => letters.has(letter)).length
  // The length is added in words, because that is where other languages break their lines too.
  return count === 0 ? words : words.replace(/\s*$/, (end) => `${padding(Math.ceil(count * longer))}${end}`)
}

function padding(length: number): string {
  return Array.from({ length }, (_, index) => (index % 6 === 0 ? ' ' : 'ẋ')).join('')
}

/** What a program reads in a text: markup, link markers, entities and placeholders. They stay as they are in every language. */
const fixed = /(<[^>]+>|:::link\|text=|\|element=[^:]*:::|\{\{?\s*[\w.]+\s*\}?\}|%(?:\d+\$)?[sd]|&#?\w+;)/

/** The same for a stored text, of which only the words change. */
export function disguisedContent(text: string): string {
  return text
    .split(fixed)
    .map((part, place) => (place % 2 === 1 || part.trim() === '' ? part : disguised(part)))
    .join('')
}
