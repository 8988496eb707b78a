import { t } from '../../core/i18n/language.ts'
import { parseLinkMarkers } from '../../core/resource/link-marker.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import { placeholder } from './text-parity.ts'

/** How a language writes numbers and months. */
interface Writing {
  readonly decimal: string
  readonly months: ReadonlyMap<string, number>
  readonly month: RegExp
}

const known = new Map<string, Writing>()

function writingOf(locale: string): Writing {
  let found = known.get(locale)
  if (!found) known.set(locale, (found = readWriting(locale)))
  return found
}

function readWriting(locale: string): Writing {
  const decimal =
    new Intl.NumberFormat(locale).formatToParts(12_345.6).find(({ type }) => type === 'decimal')?.value ?? '.'
  const months = new Map<string, number>()
  for (let month = 0; month < 12; month++) {
    for (const style of ['long', 'short'] as const) {
      const name = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, timeZone: 'UTC' })
        .formatToParts(Date.UTC(2026, month, 15))
        .find(({ type }) => type === 'month')?.value
      if (name !== undefined && /^\p{L}{3,}\.?$/u.test(name)) months.set(name.replace('.', '').toLowerCase(), month + 1)
    }
  }
  const names = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|')
  // A month counts only next to a day or a year, because `may` and `march` are words too.
  const month = new RegExp(
    `(?<=\\d(?:st|nd|rd|th|er|º|\\.)?\\s+(?:de\\s+|of\\s+)?)(?:${names})(?![\\p{L}])|(?<![\\p{L}])(?:${names})(?=\\.?,?\\s+(?:de\\s+|of\\s+)?(?:the\\s+)?\\d)`,
    'giu',
  )
  return { decimal, months, month: names === '' ? /(?!)/ : month }
}

const afternoon = (hour: number, half: string) => (half === 'p' ? (hour % 12) + 12 : hour % 12)
const clock = (hour: number, minute: string | undefined) =>
  ` ${hour} ${minute === undefined || Number(minute) === 0 ? '' : Number(minute)} `

/** Hours as the day counts them, dates as their numbers: `7:30 pm` as `19 30`, `31.12.2026` and `12/31/2026` as the same three. */
function spelledOut(text: string, { months, month }: Writing): string {
  return text
    .replace(
      /\b(\d{1,2})(?::(\d{2}))?\s*(?:[-–—]|to|and|until)\s*(\d{1,2})(?::(\d{2}))?\s*([ap])\.?\s?m\b\.?/giu,
      (_, first: string, minute: string | undefined, second: string, last: string | undefined, half: string) => {
        const own = half.toLowerCase()
        const isBefore = Number(first) % 12 > Number(second) % 12
        return (
          clock(afternoon(Number(first), isBefore ? (own === 'p' ? 'a' : 'p') : own), minute) +
          clock(afternoon(Number(second), own), last)
        )
      },
    )
    .replace(
      /\b(\d{1,2})(?:[:.](\d{2}))?\s*([ap])\.?\s?m\b\.?/giu,
      (_, hour: string, minute: string | undefined, half: string) =>
        clock(afternoon(Number(hour), half.toLowerCase()), minute),
    )
    .replace(
      /\b(\d{1,2})(?:[:.](\d{2}))?(?:\s*h)?\s+de la (?:tarde|noche)\b/giu,
      (_, hour: string, minute: string | undefined) => clock(afternoon(Number(hour), 'p'), minute),
    )
    .replace(/\b(\d{1,2})[.:](\d{2})\s*(?:Uhr|h)\b/gu, (_, hour: string, minute: string) => clock(Number(hour), minute))
    .replace(/\b(\d{1,2})(?::|\s?h\s?)(\d{2})\b/gu, (_, hour: string, minute: string) => clock(Number(hour), minute))
    .replace(/\b(\d{4})-(\d{2})-(\d{2})\b/gu, ' $1 $2 $3 ')
    .replace(
      /\b(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b/gu,
      (_, one: string, __, two: string, year: string) => ` ${one} ${two} ${year.length === 2 ? `20${year}` : year} `,
    )
    .replace(/\b(\d{1,2})\.\s?(\d{1,2})\.(?=\s|$|\p{P})/gu, ' $1 $2 ')
    .replace(month, (name) => ` ${months.get(name.toLowerCase()) ?? name} `)
}

/** A number as it is written in a language. Marks that can only be meant otherwise are read so: `12.50` in Spanish is no twelve hundred and fifty. */
function valueOf(written: string, decimal: string): number {
  const digits = written.replace(/[\s'’]/gu, '')
  const marks = digits.match(/[.,]/g) ?? []
  const [first] = marks
  const last = marks.at(-1)
  if (first === undefined || last === undefined) return Number(digits)
  const isGrouping =
    marks.every((mark) => mark === first) &&
    (marks.length > 1 || first !== decimal) &&
    /^\d{1,3}(?:[.,]\d{3})+$/.test(digits)
  if (isGrouping) return Number(digits.replaceAll(first, ''))
  const place = digits.lastIndexOf(last)
  return Number(`${digits.slice(0, place).replace(/[.,]/g, '')}.${digits.slice(place + 1)}`)
}

const currencies: readonly (readonly [key: string, RegExp])[] = [
  ['€', /^(?:€|eur|euros?)$/iu],
  ['$', /^(?:(?:us)?\$|usd|dollars?|dólar(?:es)?)$/iu],
  ['£', /^(?:£|gbp|pounds?|libras?|pfund)$/iu],
  ['¥', /^(?:¥|jpy|yen(?:es)?)$/iu],
  ['CHF', /^(?:chf|francs?|francos?|franken)$/iu],
]
const currencyOf = (word: string | undefined) =>
  word === undefined ? undefined : currencies.find(([, pattern]) => pattern.test(word))?.[0]

const unit = '€|US\\$|\\$|£|¥|EUR|USD|GBP|JPY|CHF'
const fact = new RegExp(
  `(?<before>${unit})?\\s?(?<![\\d.,])(?<number>\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,'’]\\d+)*)(?:\\s?(?<percent>%|(?:per\\s?cent|por ciento|Prozent)(?!\\p{L}))|\\s?(?<after>${unit}|(?:euros?|dollars?|dólar(?:es)?|pounds?|libras?|Pfund|yen(?:es)?|francs?|francos?|Franken)(?!\\p{L})))?`,
  'giu',
)

/** Words for small numbers. A translation that says “three” for 3 has not changed a fact. */
const numberWords: Readonly<Record<number, RegExp>> = Object.fromEntries(
  [
    'one|first|un|uno|una|primer[oa]?|ein|eine[nrsm]?|erste[nrsm]?',
    'two|second|twice|both|dos|ambos|ambas|segund[oa]|zwei|beide[nrsm]?|zweite[nrsm]?',
    'three|third|tres|tercer[oa]?|drei|dritte[nrsm]?',
    'four|fourth|cuatro|cuart[oa]|vier|vierte[nrsm]?',
    'five|fifth|cinco|quint[oa]|fünf|fünfte[nrsm]?',
    'six|sixth|seis|sext[oa]|sechs|sechste[nrsm]?',
    'seven|seventh|siete|séptim[oa]|sieben|siebte[nrsm]?',
    'eight|eighth|ocho|octav[oa]|acht|achte[nrsm]?',
    'nine|ninth|nueve|noven[oa]|neun|neunte[nrsm]?',
    'ten|tenth|diez|décim[oa]|zehn|zehnte[nrsm]?',
    'eleven|once|elf',
    'twelve|noon|midnight|dozen|doce|docena|zwölf|dutzend',
  ].map((words, index) => [index + 1, new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu')]),
)

const romans = [
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const
function romanOf(number: number): string {
  let [left, text] = [number, '']
  for (const [value, sign] of romans) for (; left >= value; left -= value) text += sign
  return text
}

/** Whether a text says a number otherwise than in digits: in words, or as a century does. */
function saysOtherwise(text: string, key: string): boolean {
  const number = Number(key)
  if (!Number.isInteger(number) || number < 1 || number > 39) return false
  return (
    numberWords[number]?.test(text) === true || new RegExp(`(?<!\\p{L})${romanOf(number)}(?!\\p{L})`, 'u').test(text)
  )
}

const plain = (text: string) =>
  parseLinkMarkers(plainOfRichText(text))
    .map(({ text: words }) => words)
    .join(' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(placeholder, ' ')

/** Numbers, amounts, percentages and dates of a text, each with how it is written there. */
function factsIn(text: string, writing: Writing): Map<string, string> {
  const found = new Map<string, string>()
  for (const { groups = {} } of spelledOut(text, writing).matchAll(fact)) {
    const { number = '', percent, before, after } = groups
    // A version or a date that is written in no way that is known is its parts.
    const parts =
      /^\d+(?:[.,]\d+){2,}$/.test(number) && !/^\d{1,3}(?:[.,]\d{3})+(?:[.,]\d+)?$/.test(number)
        ? number.split(/[.,]/)
        : [number]
    const currency = currencyOf(before) ?? currencyOf(after)
    for (const part of parts) {
      const value = valueOf(part, writing.decimal)
      const key = percent !== undefined ? `${value} %` : currency !== undefined ? `${value} ${currency}` : String(value)
      if (!found.has(key))
        found.set(key, percent !== undefined ? `${part} %` : currency !== undefined ? `${part} ${currency}` : part)
    }
  }
  return found
}

/**
 * A sentence about the numbers, amounts, percentages and dates that only the source or only its translation has. Null
 * if they agree. This is a warning, not an error: a translation can have good reasons to differ.
 */
export function factsWarning(source: string, text: string, sourceLocale: string, locale: string): string | null {
  // Empty is meant to be empty.
  if (text === '' || (!/\d/.test(source) && !/\d/.test(text))) return null
  const [from, to] = [plain(source), plain(text)]
  const [wanted, found] = [factsIn(from, writingOf(sourceLocale)), factsIn(to, writingOf(locale))]
  const missing = [...wanted]
    .filter(([key]) => !found.has(key) && !saysOtherwise(to, key))
    .map(([, written]) => written)
  const extra = [...found]
    .filter(([key]) => !wanted.has(key) && !saysOtherwise(from, key))
    .map(([, written]) => written)
  if (missing.length === 0 && extra.length === 0) return null
  return [
    ...(missing.length > 0
      ? [t('The source has {facts}, which this doesn’t have.', { facts: missing.join(', ') })]
      : []),
    ...(extra.length > 0 ? [t('It has {facts}, which the source doesn’t have.', { facts: extra.join(', ') })] : []),
  ].join(' ')
}
