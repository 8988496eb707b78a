import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { columnOf, labelOf } from '../../core/resource/fields.ts'
import { choiceLabelOf } from '../../core/resource/choice-labels.ts'
import { formatInstant, formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import { plainOfRichText } from '../../core/rich-text-plain.ts'
import type { Json } from './merge-parts.server.ts'

/** Characters of a text that are shown: enough to recognise it. */
const maxOfText = 140

/** Describes the field values of two rows in the reader's language. References are shown by their titles. */
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
    if (field.kind === 'instant') return t('{at} UTC', { at: formatInstant(String(value), 'UTC') })
    if (typeof value === 'number') return formatNumber(value)
    const text =
      field.kind === 'longText' && field.format === 'richText' ? plainOfRichText(String(value)) : String(value)
    return text.length > maxOfText ? `${text.slice(0, maxOfText).trimEnd()}…` : text
  }

  return {
    label: (keys: readonly string[]) => labelOf(keys[0] ?? '', resource.fields[keys[0] ?? ''] ?? {}),
    async values(keys: readonly string[], row: Json): Promise<string> {
      const words: string[] = []
      // What only goes along with the first, such as the name to sort by, would only repeat it.
      for (const key of keys)
        if (key === keys[0] || !/Name$|^cityId$/.test(key)) words.push(await one(key, row[columnOf(key)]))
      return [...new Set(words)].filter((word, index) => index === 0 || word !== t('nothing')).join(', ')
    },
    async entries(key: string, entries: readonly unknown[]): Promise<string[]> {
      const field = resource.fields[key]
      if (field?.kind === 'refs') return await titles(field.to, entries)
      if (field?.kind === 'choices') return entries.map((entry) => choiceLabelOf(field, String(entry)))
      if (field?.kind !== 'rows') return entries.map(String)
      const parts = Object.entries(field.of)
      return entries.map((entry) =>
        parts
          .flatMap(([name, part]) => {
            const value: unknown = new Map<string, unknown>(Object.entries(Object(entry))).get(name)
            return value === undefined || value === null
              ? []
              : [part.kind === 'select' ? choiceLabelOf(part, String(value)) : String(value)]
          })
          .join(' '),
      )
    },
  }
}
