// Letters and digits that are not mistaken for each other.
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const size = BigInt(alphabet.length)
const length = 8
const space = size ** BigInt(length)
// Prime to 31, so that each number has a code of its own; near the golden section, so that neighbours look
// unlike.
const step = 527_127_389_411n

/** The reference of the purchase with a number: no two numbers share one. */
export function referenceOf(number: number): string {
  let rest = (BigInt(number) * step + 90_210_777n) % space
  let text = ''
  for (let place = 0; place < length; place++) {
    text = alphabet.charAt(Number(rest % size)) + text
    rest /= size
  }
  // The last characters change with every number; mixed among the others they do not look like a count.
  return [5, 2, 7, 0, 4, 1, 6, 3].map((place) => text.charAt(place)).join('')
}
