import { t } from '../../core/i18n/language.ts'
import type { ColumnKey } from './fixture-files.ts'
import { maxInFile } from './fixture-files.ts'
import type { Raw } from './fixture-columns.server.ts'
import { mappingOf, rowReader, saysSides, word } from './fixture-columns.server.ts'

type Values = Readonly<Record<string, unknown>>
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.some(isValues)

/** `{ name: "…" }` where a team, a venue or a competition is a record of its own. */
const named = (value: unknown): unknown =>
  isValues(value) ? (value['name'] ?? value['title'] ?? value['short'] ?? value) : value

/** Matches nested in rounds, as in older files: each gets the name of its round. */
function listed(value: unknown, depth = 0): Values[] {
  const items = Array.isArray(value) ? value : isValues(value) ? (Object.values(value).find(isList) ?? []) : []
  return items.slice(0, maxInFile + 1).flatMap((item): Values[] => {
    if (!isValues(item)) return [{}]
    const inner = depth < 2 ? Object.values(item).find(isList) : undefined
    const isMatch = saysSides(mappingOf(Object.keys(flat(item))))
    if (inner === undefined || isMatch) return [item]
    const round = word(item['name'] ?? item['title'] ?? item['round'] ?? item['matchday'])
    return listed(inner, depth + 1).map((match) => (round === undefined ? match : { round, ...match }))
  })
}

/** A match with what lies within its parts beside them: `teams.home.name` becomes `teams home`. */
function flat(item: Values): Values {
  const parts = Object.entries(item).filter((entry): entry is [string, Values] => isValues(entry[1]))
  return {
    ...Object.fromEntries(Object.entries(item).map(([key, value]) => [key, key === 'score' ? value : named(value)])),
    ...Object.fromEntries(
      parts.flatMap(([key, inner]) =>
        Object.entries(inner)
          .filter(([name]) => name !== 'name')
          .map(([name, value]) => [`${key} ${name}`, named(value)]),
      ),
    ),
  }
}

/** Reads JSON of whatever maker: a list of matches, or one within an object, within rounds or in parts. */
export function readJson(text: string, columns: readonly ColumnKey[] | null): Raw {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { rows: [], problems: [{ line: 1, message: t('The file is not valid JSON.') }], title: null }
  }
  const matches = listed(value)
    .slice(0, maxInFile + 1)
    .map(flat)
  if (matches.length === 0)
    return { rows: [], problems: [{ line: 1, message: t('The file has no list of matches.') }], title: null }
  const headings = [...new Set(matches.slice(0, 50).flatMap((match) => Object.keys(match)))].slice(0, 100)
  const mapping = columns?.length === headings.length ? [...columns] : mappingOf(headings)
  const cell = (match: Values | undefined, at: number) => match?.[headings[at] ?? '']
  const title = isValues(value) ? (word(named(value['name'] ?? value['title'] ?? value['competition'])) ?? null) : null
  const rowOf = rowReader(headings, mapping)
  return {
    rows: saysSides(mapping) ? matches.map((match, index) => rowOf(index + 1, (at) => cell(match, at))) : [],
    problems: [],
    title,
    columns: {
      headings,
      mapping,
      sample: matches.slice(0, 3).map((match) => headings.map((_, at) => word(cell(match, at))?.slice(0, 80) ?? '')),
    },
  }
}
