import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { SaveCall } from '../../../core/resource/resource.server.ts'
import { serve } from '../../../core/resource/resource.server.ts'
import { heldPurchases, openPurchases } from '../notices/held-purchases.server.ts'
import { forgetCallingOff } from '../notices/notices.server.ts'
import { endPostponement } from './end-postponement.server.ts'
import { afterwards, performances } from '../performance/performances.ts'
import { wasPostponed } from './was-postponed.ts'

/** What providers report about performances `p` that differs from ours and has not been settled. */
export const disputes = sql`provider_times o on o.performance_id = p.id and o.settled_at is null
  and (o.local_date, o.local_time) is distinct from (p.local_date, p.local_time)`

export const performancesServer = serve(performances, {
  derived: {
    purchaseCount: sql`(select count(*) from purchases u where u.performance_id = t.id and u.booking_status in ${openPurchases})`,
    disputedCount: sql`(select count(*) from performances p join ${disputes} where p.id = t.id and p.starts_at > now())`,
    // What a customer pays: the same function answers the Discovery API.
    fromPrice: sql`(select o.total from performances p cross join lateral performance_offer(p) o where p.id = t.id)`,
    name: sql`t.name`,
    eventAndVenue: sql`t.event_and_venue`,
    providerCodeWords: sql`t.provider_code_words`,
    isPast: sql`(t.starts_at <= now() and not t.is_date_tbd)`,
    needsNotice: sql`(t.id in (select c.performance_id from schedule_changes c where c.state = 'open'))`,
    isStale: sql`(t.starts_at > now() and t.status in ('onsale', 'sold_out', 'rescheduled') and coalesce(t.checked_at < now() - interval '1 day', true))`,
  },
  async beforeSave({ draft, current, db }) {
    assertNotPast(draft, current)
    assertHasDay(draft, current)
    await assertUnsold(db, draft, current)
    const id = draft['venueConfigurationId']
    if (id === null || id === undefined || id === current?.['venueConfigurationId']) return
    const {
      rows: [configuration],
    } = await sql<{ venue: string; isHere: boolean }>`
      select v.name as venue, c.venue_id = ${draft['venueId']} as "isHere" from venue_configurations c join venues v on v.id = c.venue_id where c.id = ${id}`.execute(
      db,
    )
    if (configuration && !configuration.isHere) {
      throw invalid({
        venueConfigurationId: t('That is a configuration of {venue}, where this performance does not take place.', {
          venue: configuration.venue,
        }),
      })
    }
  },
  async afterSave({ draft, current, id, db, audit }) {
    if (!current || draft['status'] === current['status']) return
    await forgetCallingOff(db, id)
    if (draft['status'] === 'cancelled' && !isPast(current))
      await endPostponement({ db, audit }, [Number(current['eventId'])], undefined)
  },
})

/** True once a performance has begun. While its date is yet to be confirmed, it never counts as past. */
export function isPast({ startsAt, isDateTbd }: Readonly<Record<string, unknown>>): boolean {
  return isDateTbd !== true && Date.parse(String(startsAt)) <= Date.now()
}

function assertNotPast(draft: SaveCall['draft'], current: SaveCall['current']): void {
  if (!current || !isPast(current)) return
  const changed = Object.keys(draft).filter((key) => draft[key] !== current[key] && !afterwards.has(key))
  // A cancellation can come to light afterwards, and refunds depend on it.
  const refused = changed.filter((key) => key !== 'status' || draft['status'] !== 'cancelled')
  if (refused.length === 0) return
  const message = t(
    'This performance has taken place. Only what providers call it can be changed, and that it was cancelled.',
  )
  throw new Refusal(409, message, { fields: Object.fromEntries(refused.map((key) => [key, message])) })
}

/** A postponed performance is not sold at the day that it no longer has. */
function assertHasDay({ status }: SaveCall['draft'], current: SaveCall['current']): void {
  if (!current || status === current['status'] || current['isDateTbd'] !== true) return
  const isSold = status === 'onsale' || status === 'rescheduled' || status === 'sold_out'
  if (!isSold || current['rescheduledFrom'] === null) return
  const message =
    current['status'] === 'cancelled'
      ? t('This performance was postponed before it was cancelled. Set it to Postponed first, then reschedule it.')
      : t('This performance is postponed already and has no new date yet. Reschedule it when the date is known.')
  throw new Refusal(409, message, { fields: { status: message } })
}

/**
 * Cancelling what people have bought needs a reason and a preview of how many it affects, which neither a form nor a
 * bulk edit asks for.
 */
async function assertUnsold(db: Db, draft: SaveCall['draft'], current: SaveCall['current']): Promise<void> {
  const { status } = draft
  if (!current || status === current['status'] || (status !== 'cancelled' && status !== 'postponed')) return
  if (status === 'postponed' && wasPostponed(current)) return
  const {
    rows: [sold],
  } = await sql<{ count: number }>`
    select count(*)::integer as count from purchases u where u.performance_id = ${current['id']} and u.booking_status in ${heldPurchases}`.execute(
    db,
  )
  if (!sold || sold.count === 0) return
  const message = t(
    '{n, plural, one {# purchase is} other {# purchases are}} affected, so a reason is needed. Use “Cancel or postpone…” on the performance.',
    { n: sold.count },
  )
  throw new Refusal(409, message, { error: 'ReasonNeeded', fields: { status: message } })
}
