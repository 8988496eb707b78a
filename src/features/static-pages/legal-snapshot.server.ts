import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { language, t } from '../../core/i18n/language.ts'
import { fallbackChain } from '../../platform/translations/store/translatable.ts'
import { defaultOf, siteLocales } from '../../platform/translations/store/translation-store.server.ts'
import { readLegalSnapshot, readPurchaseTerms } from './static-page.endpoints.ts'
import type { AppliedVersion, PageVersion } from './static-page.endpoints.ts'

interface Row extends Omit<AppliedVersion, 'locale'> {
  readonly texts: PageVersion['texts']
}

/**
 * The version of each legal page that applied at a moment, in the reader's language at the time. Versions never change
 * and none applies before it was made, so the answer for a moment in the past never changes.
 *
 * @param at - an instant, ISO 8601
 * @param key - a single page, by its key; null for every legal page
 * @param titledIn - the language that titles are in, where it is another than that of the text
 */
async function legalSnapshot(
  db: Db,
  at: string,
  locale: string | null,
  key: string | null,
  titledIn = locale,
): Promise<AppliedVersion[]> {
  const { rows } = await sql<Row>`
    select p.key, p.id as "pageId", v.id as "versionId", v.number, v.effective_from as "effectiveFrom", v.sha256, v.title, v.body, v.texts
    from static_pages p join lateral (
      select * from static_page_versions v where v.page_id = p.id and v.effective_from <= ${at}::timestamptz order by v.effective_from desc limit 1) v on true
    where ${key}::text is null or p.key = ${key} order by p.is_required desc, p.key`.execute(db)
  const locales = await siteLocales(db)
  const source = defaultOf(locales).code
  const [chain, titles] = [locale, titledIn].map((code) => fallbackChain(code ?? source, locales))
  return rows.map(({ texts, ...row }) => {
    const first = (codes: readonly string[] = []) => codes.find((code) => code === source || texts[code]) ?? source
    const [shownIn, named] = [first(chain), texts[first(titles)]]
    return { ...row, locale: shownIn, title: named?.title ?? row.title, body: texts[shownIn]?.body ?? row.body }
  })
}

export const readLegalSnapshotServer = implement(readLegalSnapshot, async ({ db, query }) => {
  const at = query.at ?? new Date().toISOString()
  return { at, versions: await legalSnapshot(db, at, query.locale ?? null, query.key ?? null) }
})

export const readPurchaseTermsServer = implement(readPurchaseTerms, async ({ db, params }) => {
  const {
    rows: [purchase],
  } = /^[1-9][0-9]{0,14}$/.test(params.id)
    ? await sql<{ at: string; locale: string }>`
    select created_at as at, customer_locale as locale from purchases where id = ${Number(params.id)}`.execute(db)
    : { rows: [] }
  if (!purchase) throw new Refusal(404, t('Purchase not found.'))
  return { at: purchase.at, versions: await legalSnapshot(db, purchase.at, purchase.locale, null, language()) }
})
