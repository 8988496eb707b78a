import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement, JsonText } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { ResourceServer, SaveCall } from '../../core/resource/resource.server.ts'
import { serve } from '../../core/resource/resource.server.ts'
import { refuseTakenAddress } from './domains.server.ts'
import { shareOfTexts } from './completeness.server.ts'
import { enableLocale, listRetiredLocales, readRetirement, retireLocale } from './locale.endpoints.ts'
import { locales } from './locales.ts'
import { languageName } from '../../platform/translations/store/language-names.ts'
import { translatedResources } from './units.server.ts'

/** `resources` are all resources, because any of them can have texts to translate. */
export function serveLocales(resources: readonly AnyResource[]): ResourceServer {
  return serve(locales, {
    derived: { ...derived, translatedShare: shareOfTexts(translatedResources(resources)) },
    beforeSave,
  })
}

const derived = {
  pathPrefix: sql`(case when t.is_default then '/' else '/' || lower(t.code) || '/' end)`,
  orderCount: sql`coalesce((select v.orders from translation_values v where v.resource = 'locales' and v.record_id = t.id), 0)`,
  textCount: sql`(select count(*) from translations x where x.locale = t.code and not x.is_record_gone)`,
  outdatedCount: sql`(select count(*) from translations x where x.locale = t.code and x.outdated_at is not null and not x.is_record_gone)`,
}

async function beforeSave(call: SaveCall): Promise<void> {
  refuseOtherCode(call)
  refusePreparation(call)
  await refuseTakenTags(call)
  await refuseTakenAddress(call)
  await refuseCircle(call)
}

function refuseOtherCode({ draft, current }: SaveCall): void {
  if (!current || draft['code'] === current['code']) return
  const message = t('Texts and URLs use the tag {code}, so it can’t change. Create another language instead.', {
    code: String(current['code']),
  })
  throw new Refusal(409, message, { fields: { code: message } })
}

function refusePreparation({ draft, current }: SaveCall): void {
  if (
    draft['isInPreparation'] !== true ||
    current === null ||
    (current['isEnabledOnSite'] !== true && current['isDefault'] !== true)
  )
    return
  throw invalid({ isInPreparation: t('It is already published, so there is nothing to prepare.') })
}

interface Taken {
  readonly code: string
  readonly name: string
  readonly hreflang: string | null
}

/** Each tag identifies one language to search engines, so a language's own tags must not be used by another. */
async function refuseTakenTags({ draft, current, db }: SaveCall): Promise<void> {
  const { code, hreflang } = draft
  if (current && hreflang === current['hreflang']) return
  const {
    rows: [other],
  } = await sql<Taken>`
    select code, name, hreflang from locales where id <> ${current?.['id'] ?? 0} and (code = ${hreflang} or hreflang = ${hreflang} or hreflang = ${code})
    order by id limit 1`.execute(db)
  if (!other) return
  const name = languageName(other.code, other.name)
  if (other.hreflang === code)
    throw taken('code', t('Search engines use this tag: {name}. Change that first.', { name }))
  throw taken(
    'hreflang',
    other.code === hreflang
      ? t('It is the tag of {name}.', { name })
      : t('Search engines use this tag already: {name}.', { name }),
  )
}

const taken = (key: string, message: string) => new Refusal(409, message, { fields: { [key]: message } })

interface Step {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly isOnSite: boolean
}

/** Following the fallbacks must end at the default language, passing only languages that readers can see. */
async function refuseCircle({ draft, current, db }: SaveCall): Promise<void> {
  const { fallbackId } = draft
  const isDefault = current?.['isDefault'] === true
  if (isDefault && fallbackId !== null) throw invalid({ fallbackId: t('The default language can’t have a fallback.') })
  if (typeof fallbackId !== 'number' || fallbackId === current?.['fallbackId']) return
  const { rows: chain } = await sql<Step>`
    with recursive chain as (
      select id, code, name, fallback_id, is_enabled_on_site from locales where id = ${fallbackId}
      union select l.id, l.code, l.name, l.fallback_id, l.is_enabled_on_site from locales l join chain c on l.id = c.fallback_id
    ) select id, code, name, is_enabled_on_site as "isOnSite" from chain`.execute(db)
  const [first] = chain
  const name = first ? languageName(first.code, first.name) : ''
  if (fallbackId === current?.['id']) throw invalid({ fallbackId: t('A language can’t fall back to itself.') })
  if (chain.some(({ id }) => id === current?.['id'])) {
    throw invalid({
      fallbackId: t('{names} falls back to this language, so the chain would never end.', { names: name }),
    })
  }
  if (current?.['isEnabledOnSite'] === true && first?.isOnSite === false) {
    throw invalid({ fallbackId: t('{name} is not published, so readers would find nothing there.', { name }) })
  }
}

interface LocaleRow {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly version: number
  readonly fallbackId: number | null
  readonly isDefault: boolean
  readonly isOnSite: boolean
  readonly leadsToId: number | null
  readonly retiredAt: string | null
}

async function localeOf(db: Db, id: string, lock: boolean): Promise<LocaleRow> {
  const {
    rows: [found],
  } = await sql<LocaleRow>`
    select id, code, name, version, fallback_id as "fallbackId", is_default as "isDefault", is_enabled_on_site as "isOnSite",
      leads_to_id as "leadsToId", retired_at as "retiredAt"
    from locales where id = ${/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0} ${lock ? sql`for update` : sql``}`.execute(
    db,
  )
  if (!found) throw new Refusal(404, t('Language not found.'))
  return found
}

const namesOf = (rows: readonly { code: string; name: string }[]) =>
  rows.map(({ code, name }) => languageName(code, name)).join(', ')

async function dependantsOf(db: Db, id: number): Promise<{ code: string; name: string }[]> {
  const { rows } = await sql<{
    code: string
    name: string
  }>`select code, name from locales where fallback_id = ${id} and is_enabled_on_site order by name`.execute(db)
  return rows
}

async function pagesIn(db: Db, code: string): Promise<number> {
  const {
    rows: [found],
  } = await sql<{ count: number }>`
    select count(distinct (resource, record_id))::integer as count from translations where locale = ${code} and not is_record_gone`.execute(
    db,
  )
  return found?.count ?? 0
}

export const readRetirementServer = implement(readRetirement, async ({ db, params }) => {
  const locale = await localeOf(db, params.id, false)
  const dependants = locale.isOnSite ? await dependantsOf(db, locale.id) : []
  return {
    recordCount: await pagesIn(db, locale.code),
    dependants: dependants.map(({ code, name }) => languageName(code, name)),
  }
})

export const enableLocaleServer = implement(
  enableLocale,
  async ({ db, params, audit }) => await publishLocale(db, params.id, audit),
)

/** @throws Refusal 409 where it is there already or falls back to a language that is not */
export async function publishLocale(
  db: Db,
  id: string,
  audit: Call['audit'],
): Promise<{ id: number; version: number }> {
  const locale = await localeOf(db, id, true)
  if (locale.isOnSite)
    throw new Refusal(409, t('{name} is already published.', { name: languageName(locale.code, locale.name) }))
  const {
    rows: [fallback],
  } = await sql<{
    code: string
    name: string
  }>`select code, name from locales where id = ${locale.fallbackId} and not is_enabled_on_site`.execute(db)
  if (fallback)
    throw new Refusal(
      409,
      t('{name} falls back to {fallback}, which is not published. Publish that first, or choose another fallback.', {
        name: languageName(locale.code, locale.name),
        fallback: languageName(fallback.code, fallback.name),
      }),
    )
  const change = { isEnabledOnSite: true, retiredAt: null, leadsToId: null }
  return await write(db, locale, change, 'enabled-on-site', audit)
}

export const retireLocaleServer = implement(retireLocale, async ({ db, params, input, audit }) => {
  const locale = await localeOf(db, params.id, true)
  if (locale.isDefault)
    throw new Refusal(
      409,
      t('{name} is the default language, so it can’t be unpublished.', {
        name: languageName(locale.code, locale.name),
      }),
    )
  if (!locale.isOnSite)
    throw new Refusal(409, t('{name} is not published.', { name: languageName(locale.code, locale.name) }))
  const dependants = await dependantsOf(db, locale.id)
  if (dependants.length > 0)
    throw new Refusal(
      409,
      t('{names} falls back to it. Choose another fallback first.', { names: namesOf(dependants) }),
    )
  const { leadsToId } = input
  if (leadsToId === locale.id) throw invalid({ leadsToId: t('URLs can’t redirect to themselves.') })
  if (leadsToId !== null) {
    const {
      rows: [target],
    } = await sql<{
      isOnSite: boolean
    }>`select is_enabled_on_site as "isOnSite" from locales where id = ${leadsToId}`.execute(db)
    if (!target?.isOnSite) throw invalid({ leadsToId: t('Choose a published language.') })
  }
  // Addresses that redirect here now redirect to the new target, so that readers are redirected only once.
  await sql`update locales set leads_to_id = ${leadsToId}, version = version + 1, updated_at = now() where leads_to_id = ${locale.id}`.execute(
    db,
  )
  return await write(
    db,
    locale,
    { isEnabledOnSite: false, retiredAt: new Date().toISOString(), leadsToId },
    'taken-off-site',
    audit,
  )
})

async function write(
  db: Db,
  locale: LocaleRow,
  change: { isEnabledOnSite: boolean; retiredAt: string | null; leadsToId: number | null },
  action: string,
  audit: Call['audit'],
): Promise<{ id: number; version: number }> {
  const {
    rows: [saved],
  } = await sql<{ id: number; version: number }>`
    update locales set is_enabled_on_site = ${change.isEnabledOnSite}, is_in_preparation = is_in_preparation and not ${change.isEnabledOnSite}, retired_at = ${change.retiredAt}::timestamptz, leads_to_id = ${change.leadsToId}::bigint,
      version = version + 1, updated_at = now() where id = ${locale.id} returning id, version`.execute(db)
  if (!saved) throw new Error('An update answers with its row.')
  audit.record({
    action,
    object: 'locales',
    recordId: locale.id,
    title: locale.name,
    version: saved.version,
    before: { isEnabledOnSite: locale.isOnSite, retiredAt: locale.retiredAt, leadsToId: locale.leadsToId },
    after: change,
  })
  return saved
}

export const listRetiredLocalesServer = implement(listRetiredLocales, async ({ db }) => {
  const {
    rows: [page],
  } = await sql<{ text: string }>`
    select coalesce(json_agg(json_build_object('code', l.code, 'leadsTo', g.code) order by l.code), '[]')::text as text
    from locales l left join locales g on g.id = l.leads_to_id where l.retired_at is not null`.execute(db)
  return new JsonText(page?.text ?? '[]')
})
