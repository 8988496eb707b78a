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
