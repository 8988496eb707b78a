import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { AnyResource } from '../../../core/resource/resource.ts'
import type { FallbackLocale, TranslationStatus } from './translatable.ts'
import { fallbackChain, isPublicText, translatableFields } from './translatable.ts'
import type { Completeness, TranslatedText, TranslatedTexts } from './translation.endpoints.ts'

export interface SiteLocale extends FallbackLocale {
  readonly name: string
  readonly nativeName: string
  readonly direction: 'ltr' | 'rtl'
  readonly isDefault: boolean
  readonly isRequired: boolean
  /** Readers see what a machine translated before anyone has approved it. */
  readonly publishesMachineTexts: boolean
}

export interface StoredText {
  readonly field: string
  readonly locale: string
  readonly text: string
  readonly status: TranslationStatus
  readonly source: string
  readonly isOutdated: boolean
  readonly translator: string
  readonly changedAt: string
  readonly version: number
}

/** A language that texts are written in: of the site, or one that is about to be. */
export interface TextLocale extends SiteLocale {
  readonly id: number
  readonly isOnSite: boolean
}

/** The languages of the site, the default first. */
export async function siteLocales(db: Db): Promise<readonly SiteLocale[]> {
  return (await textLocales(db)).filter(({ isOnSite }) => isOnSite)
}

/** The languages that texts are written in, the default first and those that readers do not see yet last. */
export async function textLocales(db: Db): Promise<readonly TextLocale[]> {
  const { rows } = await textLocalesSql.execute(db)
  return rows
}

/** The statement that reads them, for what reads something else in the same trip. */
export const textLocalesSql = sql<TextLocale>`
  select l.id, l.code, l.name, l.native_name as "nativeName", l.direction, f.code as fallback, l.is_default as "isDefault", l.is_required_to_publish as "isRequired", l.publishes_machine_texts as "publishesMachineTexts",
    l.is_enabled_on_site or l.is_default as "isOnSite"
  from locales l left join locales f on f.id = l.fallback_id where l.is_enabled_on_site or l.is_default or l.is_in_preparation
  order by l.is_default desc, "isOnSite" desc, l.code`

export function defaultOf(locales: readonly SiteLocale[]): SiteLocale {
  const found = locales.find(({ isDefault }) => isDefault)
  if (!found) throw new Error('There is no default locale.')
  return found
}

/** Every text of a record that is kept beside its source, in all languages. */
export async function storedTexts(db: Db, resource: AnyResource, id: number): Promise<readonly StoredText[]> {
  const { rows } = await sql<StoredText>`
    select field, locale, text, status, source, outdated_at is not null as "isOutdated", translator_name as translator,
      updated_at as "changedAt", version
    from translations where resource = ${resource.name} and record_id = ${id} and not is_record_gone
    order by locale, field`.execute(db)
  return rows
}

type Values = Readonly<Record<string, unknown>>
const sourceOf = (record: Values, key: string): string | null => (typeof record[key] === 'string' ? record[key] : null)

export function completenessOf(
  resource: AnyResource,
  record: Values,
  locales: readonly TextLocale[],
  stored: readonly StoredText[],
): Completeness[] {
  const keys = translatableFields(resource)
    .map(([key]) => key)
    .filter((key) => sourceOf(record, key) !== null)
  return locales
    .filter(({ isDefault }) => !isDefault)
    .map((language) => {
      const { code, name, nativeName, direction, isOnSite } = language
      const own = stored.filter(({ locale, field }) => locale === code && keys.includes(field))
      const translated = own.filter((text) => isPublicText(text, language)).length
      return {
        code,
        name,
        nativeName,
        direction,
        isOnSite,
        translated,
        total: keys.length,
        unapproved: own.length - translated,
        outdated: own.filter(({ isOutdated }) => isOutdated).length,
      }
    })
}

/** The texts of a record in a language, with what its readers see in place of those that are missing. */
export function textsIn(
  resource: AnyResource,
  record: Values,
  locale: SiteLocale,
  locales: readonly SiteLocale[],
  stored: readonly StoredText[],
): TranslatedTexts {
  const sourceLocale = defaultOf(locales).code
  const chain = fallbackChain(locale.code, locales)
  const find = (code: string, key: string) => stored.find((text) => text.locale === code && text.field === key)
  const shownTo = new Map(locales.map((one) => [one.code, one]))
  const seen = (code: string, key: string) => {
    const [text, one] = [find(code, key), shownTo.get(code)]
    return text && one && isPublicText(text, one) ? text : undefined
  }
  const texts = translatableFields(resource).map(([key]): TranslatedText => {
    const source = sourceOf(record, key)
    const own = find(locale.code, key)
    const shownIn =
      chain.find((code) => seen(code, key) !== undefined || (code === sourceLocale && source !== null)) ?? null
    return {
      field: key,
      source,
      text: own?.text ?? null,
      status: own ? (own.isOutdated ? 'outdated' : own.status) : 'missing',
      sourceThen: own?.isOutdated ? own.source : null,
      shown: shownIn === null ? null : (seen(shownIn, key)?.text ?? source),
      shownIn,
      isFallback: shownIn !== null && shownIn !== locale.code,
      translator: own?.translator ?? null,
      changedAt: own?.changedAt ?? null,
    }
  })
  return { locale: locale.code, name: locale.name, direction: locale.direction, sourceLocale, texts }
}

/** Changes with every text of the language and every source, so that no one overwrites a newer version. */
export function etagOfTexts(
  resource: AnyResource,
  record: Values,
  locale: string,
  stored: readonly StoredText[],
): string {
  const versions = translatableFields(resource).map(([key]) => {
    const own = stored.find((text) => text.locale === locale && text.field === key)
    return [key, own ? `${own.version} ${own.text}` : null, sourceOf(record, key)]
  })
  return `"${createHash('md5').update(JSON.stringify(versions)).digest('hex')}"`
}

export interface NewText {
  readonly field: string
  readonly text: string
  readonly status: TranslationStatus
  readonly source: string
}

export async function writeTexts(
  db: Db,
  resource: AnyResource,
  id: number,
  locale: string,
  texts: readonly NewText[],
  actor: Actor,
  scope: number,
): Promise<void> {
  if (texts.length === 0) return
  const column = (key: keyof NewText) => texts.map((text) => text[key])
  await sql`
    insert into translations (resource, record_id, locale, translator_id, translator_name, scope, field, text, status, source)
    select ${resource.name}, ${id}, ${locale}, ${actor.kind === 'staff' ? actor.id : null}, ${actor.name}, ${scope}, given.field, given.text, given.status, given.source
    from unnest(${column('field')}::text[], ${column('text')}::text[], ${column('status')}::text[], ${column('source')}::text[])
      as given (field, text, status, source)
    on conflict on constraint translations_place_key do update
    set text = excluded.text, status = excluded.status, source = excluded.source, outdated_at = null, scope = excluded.scope,
      translator_id = excluded.translator_id, translator_name = excluded.translator_name,
      is_record_gone = false, updated_at = now(), version = translations.version + 1`.execute(db)
}

export async function removeTexts(
  db: Db,
  resource: AnyResource,
  id: number,
  locale: string,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return
  await sql`delete from translations where resource = ${resource.name} and record_id = ${id} and locale = ${locale}
    and field = any(${fields}::text[])`.execute(db)
}
