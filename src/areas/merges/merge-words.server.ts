import { sql } from 'kysely'
import type { Db } from '../../kit/endpoint.server.ts'
import { choiceLabelOf, columnOf, labelOf } from '../../kit/fields.ts'
import { formatDate, formatNumber } from '../../kit/formats.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { tableOf } from '../../kit/resource.ts'
import { plainOfRichText } from '../../kit/rich-text-plain.ts'
import type { Json } from './merge-parts.server.ts'

/** Characters of a text that are told: enough to know it by. */
const mostOfText = 140

/** Says what stands in fields of two rows, in the words of whoever reads. References are told by their titles. */
export function createWords(db: Db, resource: AnyResource, resources: readonly AnyResource[]) {
  async function titles(to: string, ids: readonly unknown[]): Promise<string[]> {
    const target = resources.find(({ name }) => name === to)
    if (!target || ids.length === 0) return []
    const { rows } = await sql<{ title: string }>`
      select coalesce(${sql.ref(`r.${columnOf(target.title)}`)}::text, r.id::text) as title from unnest(${ids.map(Number)}::bigint[]) with ordinality as g (id, place)
        join ${sql.table(tableOf(target))} r on r.id = g.id order by g.place`.execute(db)
    return rows.map(({ title }) => title)
  }

  async function one(key: string, value: unknown): Promise<string> {
    const field = resource.fields[key]
    if (value === null || value === undefined || value === '' || !field) return t('nothing')
    if (field.kind === 'select') return choiceLabelOf(field, String(value))
    if (field.kind === 'ref') return (await titles(field.to, [value]))[0] ?? String(value)
    if (field.kind === 'instant') return formatDate(String(value).slice(0, 10))
    if (typeof value === 'number') return formatNumber(value)
    const text = field.kind === 'longText' && field.format === 'richText' ? plainOfRichText(String(value)) : String(value)
    return text.length > mostOfText ? `${text.slice(0, mostOfText).trimEnd()}…` : text
  }

  return {
    label: (keys: readonly string[]) => labelOf(keys[0] ?? '', resource.fields[keys[0] ?? ''] ?? {}),
    async values(keys: readonly string[], row: Json): Promise<string> {
      const words: string[] = []
      // What only goes along with the first, such as the name to sort by, would only repeat it.
      for (const key of keys) if (key === keys[0] || !/Name$|^cityId$/.test(key)) words.push(await one(key, row[columnOf(key)]))
      return [...new Set(words)].filter((word, index) => index === 0 || word !== t('nothing')).join(', ')
    },
    async entries(key: string, entries: readonly unknown[]): Promise<string[]> {
      const field = resource.fields[key]
      if (field?.kind === 'refs') return await titles(field.to, entries)
      if (field?.kind !== 'rows') return entries.map(String)
      const parts = Object.entries(field.of)
      return entries.map((entry) => parts.flatMap(([name, part]) => {
        const value: unknown = new Map<string, unknown>(Object.entries(Object(entry))).get(name)
        return value === undefined || value === null ? [] : [part.kind === 'select' ? choiceLabelOf(part, String(value)) : String(value)]
      }).join(' '))
    },
  }
}
