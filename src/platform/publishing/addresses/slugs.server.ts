import transliterate from '@sindresorhus/transliterate'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { columnOf, labelOf } from '../../../core/resource/fields.ts'
import { nameOf } from '../../../core/i18n/formats.ts'
import { t } from '../../../core/i18n/language.ts'
import { literal } from '../../../core/list/search-text.server.ts'
import { reservedSlugs } from '../../../core/resource/page.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../../core/resource/resource.ts'

/** Characters of a slug, so that a number fits behind it. */
const longest = 110

/** A title as part of an address: `Museos y galerías` → `museos-y-galerias`. Empty when nothing in it can be written in Latin letters. */
export function slugOf(title: string): string {
  const plain = transliterate(title.normalize('NFKC')).toLowerCase().replaceAll(/['’]/g, '')
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '')
}

/** The id of the record within which a slug must be unique. 0 if it must be unique in the whole resource. */
export function scopeOf({ page }: AnyResource, values: Readonly<Record<string, unknown>>): number {
  const above = page?.within === undefined ? null : values[page.within]
  return typeof above === 'number' ? above : 0
}

export interface SlugPlace {
  readonly resource: AnyResource
  readonly scope: number
  /** Null for a new record. */ readonly id: number | null
}

/** Serialises the assignment of slugs, so that two people who save at once can't both find the same one free. */
export async function lockSlugs(db: Db, { name }: AnyResource): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slugs of ${name}`}, 0))`.execute(db)
}

/**
 * The slugs of other records that match a condition, in every language: a page without a slug in a language uses its
 * own there.
 */
async function othersWith(
  db: Db,
  { resource, scope, id }: SlugPlace,
  condition: (slug: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<ReadonlySet<string>> {
  const within = resource.page?.within
  const beside = within === undefined ? sql`true` : sql`${sql.ref(`t.${columnOf(within)}`)} = ${scope}`
  const { rows } = await sql<{ slug: string }>`
    select t.slug from ${sql.table(tableOf(resource))} t where ${beside} and t.id <> ${id ?? 0} and ${condition(sql.ref('t.slug'))}
    union select o.text from translations o where o.resource = ${resource.name} and o.field = 'slug' and o.scope = ${scope}
      and o.record_id <> ${id ?? 0} and not o.is_record_gone and ${condition(sql.ref('o.text'))}`.execute(db)
  return new Set(rows.map(({ slug }) => slug))
}

/** The first free slug for a title: `museums`, `museums-2`, … */
export async function freeSlug(db: Db, place: SlugPlace, title: string): Promise<string> {
  const base = slugOf(title) || slugOf(place.resource.label[0])
  const taken = await othersWith(db, place, (slug) => sql`(${slug} = ${base} or ${slug} like ${`${literal(base)}-%`})`)
  const isFree = async (slug: string) =>
    !taken.has(slug) && !(await isReserved(db, slug)) && (await formerHolder(db, place, slug)) === null
  if (await isFree(base)) return base
  for (let number = 2; ; number++) if (await isFree(`${base}-${number}`)) return `${base}-${number}`
}

/** Words that the site's own addresses begin with: languages, and what the server answers itself. */
async function isReserved(db: Db, slug: string): Promise<boolean> {
  if (reservedSlugs.has(slug)) return true
  const { rows } = await sql`select 1 from locales where lower(code) = ${slug}`.execute(db)
  return rows.length > 0
}

/** What once had the address that a slug would give; only where addresses hold no id that tells them apart. */
async function formerHolder(db: Db, { resource, id }: SlugPlace, slug: string): Promise<string | null> {
  const { page } = resource
  if (!page || page.path.includes('{id}')) return null
  const path = page.path.replace('{slug}', slug)
  const {
    rows: [found],
  } = await sql<{ path: string }>`
    select path from redirects where path in (select ${path} union all select '/' || lower(code) || ${path} from locales)
      and not (resource = ${resource.name} and record_id = ${id ?? 0}) order by length(path), path limit 1`.execute(db)
  return found?.path ?? null
}

/** Refuses a slug that is reserved (422), another record's, or a former address that still leads somewhere (409). */
export async function assertSlug(db: Db, place: SlugPlace, slug: string): Promise<void> {
  if (await isReserved(db, slug))
    throw invalid({ slug: t('{slug} is reserved for the site. Choose another slug.', { slug }) })
  const one = inSentence(t(place.resource.label[0]))
  if ((await othersWith(db, place, (other) => sql`${other} = ${slug}`)).size > 0) {
    const message = t('{label} is in use by another {one}.', {
      label: labelOf('slug', place.resource.fields['slug'] ?? {}),
      one,
    })
    throw new Refusal(409, message, { fields: { slug: message } })
  }
  const former = await formerHolder(db, place, slug)
  if (former !== null) {
    const message = t('{former} is a former URL of another page and still redirects there. Release it there first.', {
      former,
    })
    throw new Refusal(409, message, { fields: { slug: message } })
  }
}

/** Pages that come under another record: `isOwnSeen` where what they are called in the site's own language has been looked at. */
interface Coming {
  readonly ids: readonly number[]
  readonly scope: number
  readonly isOwnSeen?: boolean
  /** What the caller has set. */ readonly onField: string
}
interface Clash {
  readonly slug: string
  readonly title: string
  readonly locale: string | null
  readonly other: string
  readonly otherLocale: string | null
}

/**
 * Refuses (409) to bring pages under another record, or says which slug of which of them is in the way there: in every
 * language, because a page without a slug in a language is found there by its own.
 */
export async function assertSlugsFit(
  db: Db,
  resource: AnyResource,
  { ids, scope, isOwnSeen = false, onField }: Coming,
): Promise<void> {
  const within = resource.page?.within
  if (within === undefined || ids.length === 0) return
  const isThere = sql`(${sql.ref(`t.${columnOf(within)}`)} = ${scope} or t.id = any(${ids}::bigint[]))`
  const [table, title] = [sql.table(tableOf(resource)), sql.ref(`t.${columnOf(resource.title)}`)]
  // Pages moved together can share a slug in different languages, as they could before.
  const {
    rows: [clash],
  } = await sql<Clash>`
    with slugs as (
      select t.id, null::text as locale, t.slug, ${title} as title from ${table} t where ${isThere}
      union all
      select t.id, o.locale, o.text, ${title} from translations o join ${table} t on t.id = o.record_id
      where o.resource = ${resource.name} and o.field = 'slug' and not o.is_record_gone and ${isThere}
    )
    select m.slug, m.title, m.locale, o.title as other, o.locale as "otherLocale" from slugs m join slugs o on o.slug = m.slug and o.id <> m.id
    where m.id = any(${ids}::bigint[]) and (o.id <> all(${ids}::bigint[]) or o.locale is not distinct from m.locale)
      and (not ${isOwnSeen} or m.locale is not null)
    order by m.locale nulls first, m.title, m.id limit 1`.execute(db)
  if (!clash) return
  const { slug, other } = clash
  const message = t('{other} already has the slug {slug} of {title} there. Change one of them first.', {
    slug,
    title: inLanguage(clash.title, clash.locale),
    other: inLanguage(other, clash.otherLocale),
  })
  throw new Refusal(409, message, { fields: { [onField]: message } })
}

function inLanguage(title: string, locale: string | null): string {
  return locale === null ? title : t('{title} in {language}', { title, language: nameOf('language', locale) })
}
