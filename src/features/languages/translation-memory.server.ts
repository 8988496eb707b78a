import { sql } from 'kysely'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { fieldOf, tableOf } from '../../core/resource/resource.ts'
import type { Helps } from '../../platform/translations/memory.endpoints.ts'
import { readMemory, readTextVersions } from '../../platform/translations/memory.endpoints.ts'
import { textLocales } from '../../platform/translations/store/translation-store.server.ts'
import type { Translated } from './units.server.ts'
import { seenBy, translatedResources } from './units.server.ts'

/** Likeness below which two sources say different things. */
const leastAlike = 0.6
const maxMatches = 3
/** Characters beyond which nothing but the very same source is found. */
const maxCompared = 2_000
const termLengths = { least: 3, most: 60 } as const
const maxTerms = 12

interface Open {
  readonly one: Translated
  readonly recordId: number
  readonly locale: string
  readonly texts: readonly { field: string; source: string; isOpen: boolean }[]
}

/** Suggestions for translating one record. Loaded when its texts are opened, never for a list. */
export function implementTranslationMemory(resources: readonly AnyResource[]): readonly Implementation[] {
  const translated = translatedResources(resources)
  return [
    implement(readMemory, async ({ db, actor, query }) => {
      const seen = seenBy(translated, actor)
      const open = await openTexts(db, seen, query)
      const matches = await matchesOf(db, seen, open)
      const terms = await termsOf(db, seen, open)
      return {
        fields: open.texts.map(({ field, source }): Helps => ({
          field,
          matches: matches.get(field) ?? [],
          terms: occurring(source, terms),
        })),
      }
    }),

    implement(readTextVersions, async ({ db, actor, query: { resource, recordId, locale, field } }) => {
      const one = seenBy(translated, actor).find((each) => each.resource.name === resource)
      if (!one?.fields.some(([key]) => key === field))
        throw invalid({ field: t('No texts to translate in {name}.', { name: `${resource} ${field}` }) })
      const key = `${field} (${locale})`
      const { rows } = await sql<{ id: number; at: string; by: string; text: string }>`
        select id, at, actor_name as by, before ->> ${key} as text from audit_log
        where object = ${resource} and record_id = ${recordId} and action = 'translated' and before ->> ${key} is not null
        order by at desc, id desc limit 10`.execute(db)
      return { versions: rows }
    }),
  ]
}

/** The record's sources, and which of them have no translation that is up to date. */
async function openTexts(
  db: Db,
  seen: readonly Translated[],
  query: { resource: string; recordId: string; locale: string },
): Promise<Open> {
  const one = seen.find(({ resource }) => resource.name === query.resource)
  if (!one) throw invalid({ resource: t('No texts to translate in {name}.', { name: query.resource }) })
  const locale = (await textLocales(db)).find(({ code, isDefault }) => code === query.locale && !isDefault)
  if (!locale)
    throw invalid({
      locale: t('Nothing is translated into {code}: it is neither published nor in preparation.', {
        code: query.locale,
      }),
    })
  const sources = sql.join(one.fields.map(([key]) => sql`(${key}::text, ${sql.ref(`t.${columnOf(key)}`)}::text)`))
  const { rows } = await sql<{ field: string; source: string | null; isOpen: boolean }>`
    select f.field, f.source, x.id is null or x.outdated_at is not null as "isOpen"
    from ${sql.table(tableOf(one.resource))} t cross join lateral (values ${sources}) as f (field, source)
      left join translations x on x.resource = ${one.resource.name} and x.record_id = t.id and x.field = f.field and x.locale = ${locale.code} and not x.is_record_gone
    where t.id = ${query.recordId}::bigint`.execute(db)
  if (rows.length === 0) throw new Refusal(404, t('{one} not found.', { one: t(one.resource.label[0]) }))
  return {
    one,
    recordId: Number(query.recordId),
    locale: locale.code,
    texts: rows.flatMap(({ source, ...text }) => (source === null || source === '' ? [] : [{ ...text, source }])),
  }
}

/** Approved translations of similar sources, the most similar first, each text once. */
async function matchesOf(
  db: Db,
  seen: readonly Translated[],
  { one, recordId, locale, texts }: Open,
): Promise<ReadonlyMap<string, Helps['matches']>> {
  const open = texts.filter(({ isOpen }) => isOpen)
  if (open.length === 0) return new Map()
  const known = sql`x.locale = ${locale} and x.status = 'approved' and x.outdated_at is null and not x.is_record_gone and x.field <> 'slug' and x.text <> ''
    and x.resource = any(${seen.map(({ resource }) => resource.name)}::text[]) and not (x.resource = ${one.resource.name} and x.record_id = ${recordId} and x.field = g.field)`
  const { rows } = await sql<{ field: string; source: string; text: string; translator: string; likeness: number }>`
    select g.field, m.source, m.text, m.translator_name as translator, floor(m.share * 10000)::integer as likeness
    from unnest(${open.map(({ field }) => field)}::text[], ${open.map(({ source }) => source)}::text[]) as g (field, source) cross join lateral (
      (select x.source, x.text, x.translator_name, similarity(x.source, g.source)::double precision as share from translations x
        where ${known} and char_length(x.source) <= 2000 and char_length(g.source) <= ${maxCompared} and x.source % g.source order by share desc, x.updated_at desc limit 12)
      union all (select x.source, x.text, x.translator_name, 1 from translations x
        where ${known} and char_length(g.source) > ${maxCompared} and x.source_hash = md5(g.source) order by x.updated_at desc limit 3)) as m
    where m.share >= ${leastAlike} order by g.field, m.share desc`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ field }) => field)].map(([field, found]) => {
      const once = [
        ...new Map(found.toReversed().map(({ field: _, ...match }) => [match.text, match])).values(),
      ].toReversed()
      return [field, once.toSorted((a, b) => b.likeness - a.likeness).slice(0, maxMatches)]
    }),
  )
}

/** Names of other records that occur in the sources, with their approved translations. */
async function termsOf(
  db: Db,
  seen: readonly Translated[],
  { one, recordId, locale, texts }: Open,
): Promise<readonly { source: string; text: string }[]> {
  const named = seen
    .filter(({ resource }) => fieldOf(resource, resource.title)?.translatable === true)
    .map(({ resource }) => resource)
  if (named.length === 0 || texts.length === 0) return []
  const { rows } = await sql<{ source: string; text: string }>`
    select distinct on (lower(x.source)) x.source, x.text
    from unnest(${named.map(({ name }) => name)}::text[], ${named.map(({ title }) => title)}::text[]) as n (resource, title)
      join translations x on x.locale = ${locale} and x.resource = n.resource and x.field = n.title and x.status = 'approved'
    where x.outdated_at is null and not x.is_record_gone and x.text <> '' and char_length(x.source) between ${termLengths.least} and ${termLengths.most}
      and not (x.resource = ${one.resource.name} and x.record_id = ${recordId}) and position(lower(x.source) in ${texts
        .map(({ source }) => source)
        .join('\n')
        .toLowerCase()}) > 0
    order by lower(x.source), x.updated_at desc limit 200`.execute(db)
  return rows
}

/** Terms that occur in a text as whole words, in reading order; of “New York” and “York” only the longer one. */
function occurring(source: string, terms: readonly { source: string; text: string }[]): Helps['terms'] {
  const taken: { from: number; to: number; term: { source: string; text: string } }[] = []
  for (const term of terms.toSorted((a, b) => b.source.length - a.source.length)) {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${term.source.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
      'iu',
    )
    const found = pattern.exec(source)
    if (!found) continue
    const [from, to] = [found.index, found.index + found[0].length]
    if (!taken.some((one) => from < one.to && to > one.from)) taken.push({ from, to, term })
  }
  return taken
    .toSorted((a, b) => a.from - b.from)
    .slice(0, maxTerms)
    .map(({ term: { source: name, text } }) => ({ source: name, text }))
}
