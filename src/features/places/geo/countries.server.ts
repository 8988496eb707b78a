import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { translatedShareOf } from '../../../platform/translations/store/translated-share.server.ts'
import { countries } from './countries.ts'
import { referenceCountries } from './reference-places.server.ts'

const codes = ['code', 'alpha3', 'numericCode'] as const

export const countriesServer = serve(countries, {
  derived: {
    cityCount: sql`(select count(*) from cities c where c.country_id = t.id)`,
    productCount: sql`(select count(*) from cities c join products p on p.city_id = c.id where c.country_id = t.id and p.status = 'live')`,
    recentSales: sql`(select count(*) from cities c join purchases p on p.city_id = c.id
      where c.country_id = t.id and p.created_at > now() - interval '30 days')`,
    translatedShare: translatedShareOf(countries),
  },
  async beforeSave({ draft, current, db }) {
    if (current) await refuseOtherCodes(db, draft, current)
    await assertCodesGoTogether(draft, current)
  },
})

/** Codes travel in purchases, addresses and files that others keep, so they stay once something points here. */
async function refuseOtherCodes(
  db: Db,
  draft: Readonly<Record<string, unknown>>,
  current: Readonly<Record<string, unknown>>,
): Promise<void> {
  const changed = codes.filter((key) => draft[key] !== current[key])
  if (changed.length === 0) return
  const {
    rows: [use],
  } = await sql<{
    isUsed: boolean
  }>`select country_is_referenced(${current['id']}, ${current['code']}) as "isUsed"`.execute(db)
  if (!use?.isUsed) return
  const message = t('Cities, customers or purchases use this country, so its codes can’t change.')
  throw new Refusal(409, message, { fields: Object.fromEntries(changed.map((key) => [key, message])) })
}

/** Refuses (422) a code of ISO 3166-1 beside one of another country. Codes that the standard does not know are our own affair. */
async function assertCodesGoTogether(draft: SaveCall['draft'], current: SaveCall['current']): Promise<void> {
  if (current && codes.every((key) => draft[key] === current[key])) return
  const standard = await referenceCountries()
  const known = codes.map((key) => standard.find((one) => one[key] === draft[key])).find((one) => one !== undefined)
  const wrong = known === undefined ? [] : codes.filter((key) => known[key] !== draft[key])
  if (known === undefined || wrong.length === 0) return
  const { code, alpha3, numericCode } = known
  throw invalid(
    Object.fromEntries(
      wrong.map((key) => [
        key,
        t('In ISO 3166-1, {code}, {alpha3} and {numericCode} go together.', { code, alpha3, numericCode }),
      ]),
    ),
  )
}
