import type { FastifyReply } from 'fastify'
import { invalid } from '../errors/errors.ts'
import { t } from '../i18n/language.ts'
import { isSameJson } from '../same-json.ts'
import { parseFilter, parseRange, parseSortItem } from './list-parameters.server.ts'

interface Asked {
  readonly filter?: string | undefined
  readonly sort?: string | undefined
  readonly range?: string | undefined
}

/**
 * The requested part of a list that is kept whole, with the headers that every list has. Without a sort it keeps its
 * own order.
 *
 * @param keys - what can be filtered and sorted by
 * @throws Refusal 422 for what is not understood, naming it
 */
export function partOf<Row extends object>(
  reply: FastifyReply,
  name: string,
  rows: readonly Row[],
  keys: readonly string[],
  asked: Asked,
): readonly Row[] {
  const found = sorted(filtered(rows, keys, asked.filter), keys, asked.sort)
  const [first, last] = asked.range === undefined ? [0, found.length - 1] : parseRange(asked.range)
  const part = found.slice(first, last + 1)
  reply.header(
    'Content-Range',
    `${name} ${part.length === 0 ? '*' : `${first}-${first + part.length - 1}`}/${found.length}`,
  )
  reply.header('X-Total-Count', found.length).header('X-Total-Count-Kind', 'exact')
  return part
}

const at = (row: object, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key]

function filtered<Row extends object>(rows: readonly Row[], keys: readonly string[], text: string | undefined) {
  const tests = Object.entries(parseFilter(text)).map(([key, condition]): ((row: Row) => boolean) => {
    const wanted = Array.isArray(condition) ? (condition as unknown[]) : [condition]
    if (wanted.some((value) => typeof value === 'object' && value !== null))
      throw invalid({ [key]: t('{key} takes a value or a list of values.', { key }) })
    if (key === 'q') return (row) => wanted.every((word) => saysSomewhere(row, String(word)))
    assertKnown(key, keys)
    // Addresses contain ids as text.
    return (row) => wanted.some((value) => isSameJson(at(row, key), value) || String(at(row, key)) === value)
  })
  return rows.filter((row) => tests.every((test) => test(row)))
}

function saysSomewhere(row: object, word: string): boolean {
  const wanted = word.trim().toLowerCase()
  return Object.values(row).some((value) => typeof value === 'string' && value.toLowerCase().includes(wanted))
}

function sorted<Row extends object>(
  rows: readonly Row[],
  keys: readonly string[],
  text: string | undefined,
): readonly Row[] {
  if (text === undefined) return rows
  const { field, descending } = parseSortItem(text)
  assertKnown(field, keys)
  return rows.toSorted((a, b) => {
    const [one, other] = [at(a, field), at(b, field)]
    // Blanks come last either way, as in every list.
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    return (descending ? -1 : 1) * compare(one, other)
  })
}

const { compare: inWords } = new Intl.Collator('en', { numeric: true })

function compare(one: unknown, other: unknown): number {
  return typeof one === 'number' && typeof other === 'number' ? one - other : inWords(String(one), String(other))
}

function assertKnown(key: string, keys: readonly string[]): void {
  if (!keys.includes(key)) throw invalid({ [key]: t('This list has no {key}.', { key }) })
}
