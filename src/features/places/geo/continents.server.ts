import { sql } from 'kysely'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { continents } from './continents.ts'

export const continentsServer = serve(continents, {
  derived: {
    countryCount: sql`(select count(*) from countries c where c.continent_id = t.id)`,
    openCount: sql`(select count(*) from countries c where c.continent_id = t.id and not c.is_blocked)`,
  },
  async beforeSave({ draft, current, db }) {
    if (!current || draft['code'] === current['code']) return
    const {
      rows: [country],
    } = await sql<{ name: string }>`select name from countries where continent_id = ${current['id']} limit 1`.execute(
      db,
    )
    if (!country) return
    const message = t('{country} uses it, so the code {code} can’t change.', {
      country: country.name,
      code: String(current['code']),
    })
    throw new Refusal(409, message, { fields: { code: message } })
  },
})
