/** Letters that no decomposition takes apart, as providers without them write them. */
const written: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Longer texts are cut: no section's name is longer. */
const maxRead = 160

/** A text without the differences between spellings: width, accents, case and ordinal signs. */
export function clean(text: string): string {
  return text
    .slice(0, maxRead)
    .replace(/[ºª°]/g, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .replace(/[ßøæœłđı]/g, (letter) => written[letter] ?? letter)
}

/** A run of letters or of digits. `glued` where nothing separates it from the run before: the `pl` of `311pl`. */
export interface Token {
  readonly text: string
  readonly isNumber: boolean
  readonly glued: boolean
}

const ordinals: Readonly<Record<string, string>> = { '1st': 'first', '2nd': 'second', '3rd': 'third', '4th': 'fourth' }

/** The runs of a text, leading zeros gone. `1st` and `2nd` are words. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let end = -1
  for (const { 0: run, index } of clean(text).matchAll(/[0-9]+(?:st|nd|rd|th)(?![a-z])|\p{L}+|\p{N}+/gu)) {
    const ordinal = ordinals[run]
    const isNumber = ordinal === undefined && /^\p{N}/u.test(run)
    tokens.push({
      text: ordinal ?? (isNumber ? run.replace(/\D+$/, '').replace(/^0+(?=.)/, '') : run),
      isNumber,
      glued: index === end && ordinal === undefined,
    })
    end = index + run.length
  }
  return tokens
}

/** The runs joined by a blank: two texts with the same key differ in nothing that is read. */
export function keyOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** A word's form without its plural, as sellers add or leave it: boxes, box. */
export function singular(word: string): string {
  if (word.length > 4 && /(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
