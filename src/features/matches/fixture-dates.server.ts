import type { DateOrder } from './fixture-files.ts'

/** The languages that fixtures come in. */
const languages = ['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'ca', 'pl', 'sv', 'da', 'nb', 'fi', 'tr', 'ro', 'cs']

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ı/g, 'i')

let monthNames: ReadonlyMap<string, number> | undefined

/** Names of months and their first letters, as Intl writes them. A word that is two months in two languages is none. */
function months(): ReadonlyMap<string, number> {
  if (monthNames) return monthNames
  const found = new Map<string, number>()
  for (const language of languages) {
    for (const width of ['long', 'short'] as const) {
      for (const options of [{ month: width }, { month: width, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        for (let month = 1; month <= 12; month++) {
          const part = format.formatToParts(Date.UTC(2026, month - 1, 15)).find(({ type }) => type === 'month')?.value
          const word = plain(part ?? '').replace(/[^\p{L}]/gu, '')
          if (word.length < 3) continue
          found.set(word, (found.get(word) ?? month) === month ? month : 0)
        }
      }
    }
  }
  for (const [word, month] of [
    ['sept', 9],
    ['juin', 6],
    ['juil', 7],
    ['set', 9],
  ] as const)
    found.set(word, month)
  monthNames = found
  return found
}

function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year
  const date = new Date(Date.UTC(full, month - 1, day))
  return full >= 1900 && full <= 2200 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

/** A date, the rest of the text after it, and whether its digits can be read in both orders. */
interface ReadDate {
  readonly day: string | null
  readonly rest: string
  readonly isAmbiguous: boolean
}

const none: ReadDate = { day: null, rest: '', isAmbiguous: false }

/** Days since 30 December 1899, as spreadsheets count them when a column has lost its format. */
function serialDay(text: string): ReadDate | null {
  const [, whole, share] = /^(\d{5})(?:[.,](\d+))?$/.exec(text) ?? []
  const days = Number(whole)
  if (whole === undefined || days < 20_000 || days > 80_000) return null
  const day = new Date(Date.UTC(1899, 11, 30) + days * 86_400_000).toISOString().slice(0, 10)
  return { day, rest: share === undefined ? '' : `0.${share}`, isAmbiguous: false }
}

/** `Sa., 15. August 2026`, `15 de agosto de 2026`, `Aug 15, 2026`: a day, a month by name, a year. */
function wordedDay(text: string): ReadDate | null {
  const known = months()
  let [day, month, year, end]: (number | undefined)[] = []
  for (const { 0: token, index } of text.matchAll(/\d+|\p{L}[\p{L}\p{M}]*/gu)) {
    if (/^\d/.test(token)) {
      if (day === undefined && token.length <= 2) day = Number(token)
      else if (year === undefined && day !== undefined && month !== undefined && [2, 4].includes(token.length))
        year = Number(token)
      else return null
    } else {
      const found = known.get(plain(token)) || (token.length > 4 ? known.get(plain(token).slice(0, 3)) : 0)
      // Words before it are days of the week; those between are `de`, `of`, `th`.
      if (found && month === undefined) month = found
      else if (day !== undefined && month !== undefined && token.length > 3) return null
    }
    if (day !== undefined && month !== undefined && year !== undefined) {
      end = index + token.length
      break
    }
  }
  if (day === undefined || month === undefined || year === undefined) return null
  return { day: dayOf(year, month, day), rest: text.slice(end).replace(/^[\s,.)]+/, ''), isAmbiguous: false }
}

/** Whether a date can be read in both orders, in one, or not at all. */
export function readDate(text: string, order: DateOrder | null): ReadDate {
  const trimmed = text.trim()
  const serial = serialDay(trimmed)
  if (serial) return serial
  // A day of the week in front of figures, in any language.
  const bare = trimmed.replace(/^\p{L}{1,14}\.?,?\s+(?=\d)/u, '')
  const after = (found: RegExpExecArray) => bare.slice(found[0].length).replace(/^[\sT,.]+/, '')
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(bare)
  if (iso) return { day: dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), rest: after(iso), isAmbiguous: false }
  const compact = /^(20\d\d)(\d\d)(\d\d)(?!\d)/.exec(bare)
  if (compact)
    return {
      day: dayOf(Number(compact[1]), Number(compact[2]), Number(compact[3])),
      rest: after(compact),
      isAmbiguous: false,
    }
  const figures = /^(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})(?!\d)/.exec(bare)
  if (!figures) return wordedDay(trimmed) ?? none
  const [first, second, full] = [Number(figures[1]), Number(figures[2]), Number(figures[3])]
  const [dmy, mdy] = [dayOf(full, second, first), dayOf(full, first, second)]
  const rest = after(figures)
  const isAmbiguous = dmy !== null && mdy !== null && dmy !== mdy
  if (isAmbiguous) return { day: order === 'mdy' ? mdy : dmy, rest, isAmbiguous }
  return { day: dmy ?? mdy, rest, isAmbiguous: false }
}

/** The order of a file's dates, from those that can be read only one way; null if all are ambiguous. */
export function orderOf(texts: readonly string[]): DateOrder | null {
  for (const text of texts) {
    const figures = /^\D{0,14}(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?\d{2,4}/.exec(text.trim())
    if (figures && Number(figures[1]) > 12) return 'dmy'
    if (figures && Number(figures[2]) > 12) return 'mdy'
  }
  return null
}
