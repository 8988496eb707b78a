/** Letters that no decomposition takes apart, as providers without them write them. */
const written: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Longer texts are cut: no section's name is longer. */
export const maxRead = 160

/** Characters of a note that are read: as many as a listing keeps of it. */
export const maxNoteRead = 1_000

/** A text without the differences between spellings: width, accents, case and ordinal signs. */
export function clean(text: string, max = maxRead): string {
  return text
    .slice(0, max)
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

/** English, French, Spanish and Italian. `1th` is `1º`, whose sign is written out before it is read. */
const ordinals: ReadonlyMap<string, string> = new Map(
  Object.entries({
    first: '1st 1th 1er 1ers 1re 1res 1ere 1eres 1ra 1ro',
    second: '2nd 2th 2nde 2eme 2emes 2da 2do',
    third: '3rd 3th 3eme 3emes 3er 3ra 3ro',
    fourth: '4th 4eme 4emes 4ta 4to',
    fifth: '5th 5eme 5emes 5ta 5to',
  }).flatMap(([word, forms]) => forms.split(' ').map((form) => [form, word] as const)),
)
/** "Loge n° 4", "Palco n. 5": signs that say that a number follows. */
const numberSign =
  /(?<!\p{L})(?:[nN][º°]|n\.|[nN][oOrR]\b\.?|(?:nro|num|numero|número|numéro|number|nummer)\b\.?|№)(?=\s?\d)/gu
const runs = new RegExp(
  `(?<![0-9])(?:${[...ordinals.keys()].join('|')})(?![a-z])|[0-9]+(?:st|nd|rd|th)(?![a-z])|\\p{L}+|\\p{N}+`,
  'gu',
)

/** The runs of a text, leading zeros gone. `1st`, `2ème` and `1º` are words. */
export function tokensOf(text: string, max = maxRead): Token[] {
  const tokens: Token[] = []
  let end = -1
  for (const { 0: run, index } of clean(
    text
      .slice(0, max)
      .replaceAll(/(?<=\p{N})[ºª°]/gu, 'th ')
      .replaceAll(numberSign, ' '),
    max,
  ).matchAll(runs)) {
    const ordinal = ordinals.get(run)
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
