import { sql } from 'kysely'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { recordIdIn } from '../../core/record-id.ts'
import type { Db } from '../../db/tables.server.ts'
import type { OutlierKind } from './outlier-kinds.ts'

/** An outlier as decisions and evidence read it. */
export interface StoredOutlier {
  readonly id: number
  readonly version: number
  readonly kind: OutlierKind
  readonly status: 'open' | 'resolved' | 'ignored' | 'reopened'
  readonly resolution: 'rule' | 'once' | 'section' | 'extra' | 'gone' | null
  readonly section: string
  readonly row: string | null
  readonly venueId: number
  readonly configurationId: number
  readonly providerId: number | null
  readonly currency: string
  readonly ignoredUntil: string | null
}

/** @throws Refusal 404 for an id without an outlier */
export async function outlierOf(db: Db, id: string, lock = false): Promise<StoredOutlier> {
  const {
    rows: [found],
  } = await sql<StoredOutlier>`
    select id, version, kind, status, resolution, raw_section as section, raw_row as row, venue_id as "venueId", venue_configuration_id as "configurationId",
      case when cardinality(provider_ids) = 1 then provider_ids[1] end as "providerId", currency, ignored_until::text as "ignoredUntil"
    from ticket_map_outliers where id = ${recordIdIn(id) ?? 0} ${lock ? sql`for update` : sql``}`.execute(db)
  if (!found) throw new Refusal(404, t('Ticket map outlier not found.'))
  return found
}
