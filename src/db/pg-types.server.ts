import pg from 'pg'

type Parse = (text: string) => unknown

// Object identifiers of types, the same in every PostgreSQL: https://github.com/postgres/postgres pg_type.dat
const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC = 1700
const NUMERIC_ARRAY = 1231
const DATE = 1082
const DATE_ARRAY = 1182
const TIME = 1083
const TIME_ARRAY = 1183
const TIMESTAMP = 1114
const TIMESTAMP_ARRAY = 1115
const TIMESTAMPTZ = 1184
const TIMESTAMPTZ_ARRAY = 1185

const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [INT8, exactNumber],
  [INT8_ARRAY, arrayOf(exactNumber)],
  [NUMERIC, exactNumber],
  [NUMERIC_ARRAY, arrayOf(exactNumber)],
  [DATE, asText],
  [DATE_ARRAY, arrayOf(asText)],
  [TIME, clockTime],
  [TIME_ARRAY, arrayOf(clockTime)],
  // Without a zone there is no instant, so a timestamp stays the text that PostgreSQL wrote.
  [TIMESTAMP, asText],
  [TIMESTAMP_ARRAY, arrayOf(asText)],
  [TIMESTAMPTZ, instant],
  [TIMESTAMPTZ_ARRAY, arrayOf(instant)],
])

/**
 * How columns become JavaScript values, the same as they travel on the wire: int8 and numeric are numbers, a
 * date is 'YYYY-MM-DD', a time 'HH:MM', an instant ISO 8601 with milliseconds and Z. The rest is as the pg
 * package does it.
 *
 * Instants are read as UTC, which is what every connection of the pool is set to.
 */
export const pgTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
    return parsers.get(oid) ?? pg.types.getTypeParser(oid, 'text')
  },
}

/** Throws where a double would round: a wrong sum of money is worse than a failed page. */
function exactNumber(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`The database has ${text}, a number too large to be read exactly (beyond 2^53).`)
  }
  return value
}

function asText(text: string): string {
  return text
}

function clockTime(text: string): string {
  return text.length === 8 && text.endsWith(':00') ? text.slice(0, 5) : text
}

/**
 * '2026-11-21 07:41:00.123+00' → '2026-11-21T07:41:00.123Z'. By slicing: a list page has hundreds of them.
 */
function instant(text: string): string {
  if (text.endsWith('+00') && text[10] === ' ' && text.length >= 22) {
    const fraction = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
  }
  const parsed = new Date(text)
  // 'infinity' and years before Christ have no ISO form; they stay as PostgreSQL writes them.
  return Number.isNaN(parsed.getTime()) ? text : parsed.toISOString()
}

/** None of these element types has commas or escapes in its text, and no column is an array of arrays. */
function arrayOf(parse: Parse): Parse {
  return (text) => {
    if (text === '{}') return []
    return text
      .slice(1, -1)
      .split(',')
      .map((entry) => (entry === 'NULL' ? null : parse(entry.replaceAll('"', ''))))
  }
}
