/**
 * What generated codes are made of. Left out are glyphs that are taken for one another in print, by hand or on the
 * phone (0 O, 1 I L, 2 Z, 5 S, 8 B) and the vowels, so that no code is a word.
 */
const codeAlphabet = '34679CDFGHJKMNPQRTVWXY'

/** Ten characters of 22: at 10,000 codes of one prefix, one guess in 2,600 million hits one. */
const randomLength = 10

/**
 * A code of the prefix and random characters. `pick` answers with a whole number from 0 up to, but not including,
 * its argument, each equally likely.
 */
export function generateCode(prefix: string, pick: (below: number) => number): string {
  const random = Array.from({ length: randomLength }, () => codeAlphabet.charAt(pick(codeAlphabet.length)))
  return prefix + random.join('')
}
