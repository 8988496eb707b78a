import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import type { AnyField } from '../../core/resource/fields.ts'
import { columnOf } from '../../core/resource/fields.ts'
import { folded, literal } from '../../core/list/search-text.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ShownStatus } from '../../platform/translations/store/translatable.ts'
import { isTranslatable, shownStatuses, translatableFields } from '../../platform/translations/store/translatable.ts'
import type { TextLocale } from '../../platform/translations/store/translation-store.server.ts'
import { defaultOf, textLocales } from '../../platform/translations/store/translation-store.server.ts'
import type { Unit } from './queue.endpoints.ts'

/** A resource with its translatable fields. Addresses are not among them: they are generated from titles. */
export interface Translated {
  readonly resource: AnyResource
  readonly fields: readonly (readonly [string, AnyField])[]
}

export function translatedResources(resources: readonly AnyResource[]): readonly Translated[] {
  return resources
    .filter(isTranslatable)
    .map((resource) => ({ resource, fields: translatableFields(resource).filter(([key]) => key !== 'slug') }))
    .filter(({ fields }) => fields.length > 0)
}

export function seenBy(translated: readonly Translated[], actor: Actor): readonly Translated[] {
  return translated.filter(({ resource }) => may(actor.grants, 'ui', resource.access.object))
}

export type WantedUnits = {
  readonly locale?: string | undefined
  readonly resource?: string | undefined
  readonly field?: string | undefined
  readonly status?: string | undefined
  readonly assignee?: string | undefined
  readonly translator?: string | undefined
  readonly q?: string | undefined
}

/** The filters of a list of units, with every name resolved. */
export interface Narrowed {
  readonly sourceLocale: string
  readonly of: readonly Translated[]
  readonly locales: readonly TextLocale[]
  readonly statuses: readonly ShownStatus[]
  readonly assignee: Assignee
  readonly translator: number | null
  readonly q: string
}

/** Which texts: all, the unassigned ones, or those of a person by their id. */
type Assignee = 'any' | 'none' | number

const named = (list: string | undefined) => (list === undefined || list === '' ? null : [...new Set(list.split(','))])

const ownId = (actor: Actor) => (actor.kind === 'staff' ? (actor.id ?? 0) : 0)

function assigneeOf(wanted: string | undefined, actor: Actor): Assignee {
  if (wanted === undefined) return 'any'
  if (wanted === 'none') return 'none'
  // Whatever is no person of the staff has nothing assigned.
  return wanted === 'me' ? ownId(actor) : Number(wanted)
}

export async function narrowed(
  db: Db,
  seen: readonly Translated[],
  wanted: WantedUnits,
  actor: Actor,
): Promise<Narrowed> {
  const all = await textLocales(db)
  const others = all.filter(({ isDefault }) => !isDefault)
  const [codes, names, fields, words] = [
    named(wanted.locale),
    named(wanted.resource),
    named(wanted.field),
    named(wanted.status),
  ]
  const unknown = (key: string, found: string | undefined, message: (value: string) => string) => {
    if (found !== undefined) throw invalid({ [key]: message(found) })
  }
  unknown(
    'locale',
    codes?.find((code) => !others.some((locale) => locale.code === code)),
    (code) => t('Nothing is translated into {code}: it is neither published nor in preparation.', { code }),
  )
  unknown(
    'resource',
    names?.find((name) => !seen.some(({ resource }) => resource.name === name)),
    (name) => t('No texts to translate in {name}.', { name }),
  )
  unknown(
    'status',
    words?.find((word) => !shownStatuses.some((status) => status === word)),
    (word) => t('Unknown status: {word}.', { word }),
  )
  const of = seen
    .filter(({ resource }) => names === null || names.includes(resource.name))
    .map((one) => ({ ...one, fields: one.fields.filter(([key]) => fields === null || fields.includes(key)) }))
    .filter((one) => one.fields.length > 0)
  return {
    of,
    sourceLocale: defaultOf(all).code,
    locales: others.filter(({ code }) => codes === null || codes.includes(code)),
    assignee: assigneeOf(wanted.assignee, actor),
    translator:
      wanted.translator === undefined ? null : wanted.translator === 'me' ? ownId(actor) : Number(wanted.translator),
    q: wanted.q?.trim() ?? '',
    statuses:
      words === null
        ? wanted.translator === undefined
          ? ['missing', 'outdated']
          : shownStatuses
        : shownStatuses.filter((status) => words.includes(status)),
  }
}

const columns = (resource: AnyResource) =>
  sql`${resource.name}::text as resource, t.id as "recordId", ${sql.ref(`t.${columnOf(resource.title)}`)}::text as title`

function sourcesOf({ fields }: Translated): RawBuilder<unknown> {
  return sql`(values ${sql.join(fields.map(([key], place) => sql`(${key}::text, ${sql.ref(`t.${columnOf(key)}`)}::text, ${place}::integer)`))}) as f (field, source, place)`
}

/** The filters that apply to every part of the list. */
interface Part {
  readonly codes: readonly string[]
  readonly statuses: readonly ShownStatus[]
  readonly assignee: Assignee
  readonly translator: number | null
  readonly q: string
  readonly most: number
}

/** Matches texts against a search; `text` is the translation, if there can be one. */
function matches({ resource }: Translated, q: string, text?: RawBuilder<unknown>): RawBuilder<unknown> {
  if (q === '') return sql`true`
  const pattern = folded(`%${literal(q)}%`)
  return sql`searchable(${sql.ref(`t.${columnOf(resource.title)}`)}::text, f.source, ${text ?? sql`null`}) like ${pattern}`
}

/**
 * Missing texts of one resource, in two parts: those of records that sell, best sellers first, and the others by id.
 * Both stop as soon as they have enough, so one page never reads a long table to its end.
 */
function missingIn(one: Translated, { codes, most, assignee, q }: Part): RawBuilder<unknown>[] {
  const { resource } = one
  const table = sql.table(tableOf(resource))
  const isMissing = sql`f.source is not null and not exists (select from translations x
    where x.resource = ${resource.name} and x.record_id = t.id and x.field = f.field and x.locale = l.code and not x.is_record_gone)
    and ${assignee === 'none' ? unassigned(resource, sql`l.code`) : sql`true`} and ${matches(one, q)}`
  const rest = sql`null::bigint as id, f.field, f.place, l.code as locale, 'missing' as status, f.source, null::text as text, null::text as translator, null::timestamptz as "changedAt"`
  const across = sql`cross join lateral ${sourcesOf(one)} cross join unnest(${[...codes]}::text[]) as l (code)`
  return [
    sql`(select ${columns(resource)}, ${rest}, v.orders from translation_values v join ${table} t on t.id = v.record_id ${across}
      where v.resource = ${resource.name} and ${isMissing} order by v.orders desc, t.id, f.place, l.code limit ${most})`,
    sql`(select ${columns(resource)}, ${rest}, 0 as orders from ${table} t ${across}
      where not exists (select from translation_values v where v.resource = ${resource.name} and v.record_id = t.id) and ${isMissing}
      order by t.id, f.place, l.code limit ${most})`,
  ]
}

const shown = sql`case when x.outdated_at is not null then 'outdated' else x.status end`
const writtenBy = (translator: number | null) =>
  translator === null ? sql`true` : sql`x.translator_id = ${translator}`

/** Has no assignee. */
const unassigned = (
  { name }: AnyResource,
  locale: RawBuilder<unknown>,
) => sql`not exists (select from translation_assignments a
  where a.resource = ${name} and a.record_id = t.id and a.field = f.field and a.locale = ${locale})`

/** The texts assigned to one person: few enough to start from them. */
function assignedIn(one: Translated, { codes, statuses, assignee, translator, q, most }: Part): RawBuilder<unknown> {
  const { resource } = one
  const status = sql`case when x.id is null then 'missing' else ${shown} end`
  return sql`(select ${columns(resource)}, x.id, f.field, f.place, a.locale, ${status} as status, f.source, x.text, x.translator_name as translator, x.updated_at as "changedAt",
      coalesce(v.orders, 0) as orders
    from translation_assignments a join ${sql.table(tableOf(resource))} t on t.id = a.record_id cross join lateral ${sourcesOf(one)}
      left join translations x on x.resource = a.resource and x.record_id = a.record_id and x.field = a.field and x.locale = a.locale and not x.is_record_gone
      left join translation_values v on v.resource = a.resource and v.record_id = a.record_id
    where a.assignee_id = ${assignee} and a.resource = ${resource.name} and a.field = f.field and f.source is not null
      and a.locale = any(${[...codes]}::text[]) and ${status} = any(${[...statuses]}::text[]) and ${writtenBy(translator)} and ${matches(one, q, sql`x.text`)}
    order by ${status} = 'outdated' desc, orders desc, t.id, f.place, a.locale limit ${most})`
}

function writtenIn(one: Translated, { codes, statuses, assignee, translator, q, most }: Part): RawBuilder<unknown> {
  const { resource } = one
  return sql`(select ${columns(resource)}, x.id, f.field, f.place, x.locale, ${shown} as status, f.source, x.text, x.translator_name as translator, x.updated_at as "changedAt",
      coalesce(v.orders, 0) as orders
    from translations x join ${sql.table(tableOf(resource))} t on t.id = x.record_id cross join lateral ${sourcesOf(one)}
      left join translation_values v on v.resource = x.resource and v.record_id = x.record_id
    where x.resource = ${resource.name} and x.field = f.field and f.source is not null and not x.is_record_gone
      and x.locale = any(${[...codes]}::text[]) and ${shown} = any(${[...statuses]}::text[])
      and ${assignee === 'none' ? unassigned(resource, sql`x.locale`) : sql`true`} and ${writtenBy(translator)} and ${matches(one, q, sql`x.text`)}
    order by orders desc, t.id, f.place, x.locale limit ${most})`
}

export type StoredUnit = Omit<Unit, 'problem' | 'warning'>

function branchesOf({ of, locales, statuses, assignee, translator, q }: Narrowed, most: number): RawBuilder<unknown>[] {
  const codes = locales.map(({ code }) => code)
  const part: Part = {
    codes,
    statuses: statuses.filter((status) => status !== 'missing'),
    assignee,
    translator,
    q,
    most,
  }
  // A missing text has no author.
  const isMissingWanted = statuses.includes('missing') && translator === null
  return codes.length === 0
    ? []
    : of.flatMap((one) =>
        typeof assignee === 'number'
          ? [assignedIn(one, { ...part, statuses })]
          : [
              ...(isMissingWanted ? missingIn(one, part) : []),
              ...(part.statuses.length > 0 ? [writtenIn(one, part)] : []),
            ],
      )
}

/** The number of matching units, counted up to `most`. */
export async function countUnits(db: Db, wanted: Narrowed, most: number): Promise<number> {
  const branches = branchesOf(wanted, most)
  if (branches.length === 0) return 0
  const {
    rows: [found],
  } = await sql<{
    count: number
  }>`select count(*)::integer as count from (select 1 from (${sql.join(branches, sql` union all `)}) as u limit ${most}) as counted`.execute(
    db,
  )
  return found?.count ?? 0
}

/** Matching units, best sellers first, in one statement. */
export async function unitsOf(db: Db, wanted: Narrowed, offset: number, count: number): Promise<StoredUnit[]> {
  const { assignee } = wanted
  const branches = branchesOf(wanted, offset + count)
  if (branches.length === 0) return []
  // Translators see their outdated texts first, because those are wrong on the site now.
  const first = typeof assignee === 'number' ? sql`u.status = 'outdated' desc,` : sql``
  const { rows } = await sql<StoredUnit>`
    with page as (
      select * from (${sql.join(branches, sql` union all `)}) as u
      order by ${first} orders desc, resource, "recordId", place, locale offset ${offset} limit ${count}
    )
    select u.id, u.resource, u."recordId", u.title, u.field, u.locale, u.status, u.source, u.text, u.translator, u."changedAt", u.orders,
      case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as assignee
    from page u left join translation_assignments a on a.resource = u.resource and a.record_id = u."recordId" and a.field = u.field and a.locale = u.locale
      left join staff s on s.id = a.assignee_id
    order by ${first} u.orders desc, u.resource, u."recordId", u.place, u.locale`.execute(db)
  return rows
}
