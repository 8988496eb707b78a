import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { msg } from '../../core/i18n/language.ts'
import type { Job } from '../../core/jobs/jobs.server.ts'
import type { Database } from '../../db/database.server.ts'
import type { OrderFacts } from '../purchases/states/order-preconditions.ts'
import { moved } from '../purchases/states/order-transitions.ts'

/** Few enough for the 200 ms that a statement can take on the embedded engine. */
const batch = 200

interface Over extends OrderFacts {
  readonly id: number
  readonly reference: string
  readonly version: number
  readonly endsOn: string
}

/** Where the next batch begins: orders that cannot be completed yet stay, and must not be found again in the same run. */
interface Place {
  readonly endsOn: string
  readonly id: number
}

/** Completes confirmed orders once the visit or performance is over. */
export const completeOrdersJob: Job = {
  name: 'complete-orders',
  label: msg('Order completion'),
  does: msg('Completes confirmed orders once the visit or show is over.'),
  staleWithout: msg('Finished orders stay confirmed, and review requests wait.'),
  overlap: 'share',
  cron: '*/10 * * * *',
  async run({ database, log, signal }) {
    let [place, completed]: [Place | null, number] = [{ endsOn: '-infinity', id: 0 }, 0]
    while (place !== null && !signal.aborted) {
      const done: { next: Place | null; completed: number } = await completeSome(database, place)
      place = done.next
      completed += done.completed
    }
    if (completed > 0) log.info({ completed }, 'Orders were completed')
  },
}

/**
 * While the day of a performance is undecided, its orders keep the day they had, which does not count as past. Those of a cancelled
 * performance stay, because completed orders cannot be cancelled any more.
 */
async function completeSome(database: Database, after: Place): Promise<{ next: Place | null; completed: number }> {
  return await database.kysely.transaction().execute(async (db) => {
    const { rows } = await sql<Over>`
      select p.id, p.reference, p.version, p.ends_at::text as "endsOn", p.booking_status as booking, p.payment_status as payment,
        p.fulfilment_status as fulfilment, null as "heldUntil", (extract(epoch from p.ends_at) * 1000)::float8 as "endsAt",
        p.grand_total as "grandTotal", p.captured, p.refunded, p.charged_back as "chargedBack", p.quantity, 0 as "ticketsDelivered"
      from purchases p
      where p.booking_status = 'confirmed' and p.ends_at <= now()
        and not exists (select from performances f where f.id = p.performance_id and (f.is_date_tbd or f.status = 'cancelled'))
        and (p.ends_at, p.id) > (${after.endsOn}::timestamptz, ${after.id})
      order by p.ends_at, p.id limit ${batch} for no key update skip locked`.execute(db)
    const now = Date.now()
    const ready = rows.filter((facts) => moved(facts, 'complete', now) !== null)
    const ids = ready.map(({ id }) => id)
    await sql`
      with completed as (
        update purchases set booking_status = 'completed', version = version + 1, updated_at = now()
        where id = any(${ids}::bigint[]) returning id
      )
      insert into purchase_events (purchase_id, at, kind, actor_kind) select id, now(), 'completed', 'system' from completed`.execute(
      db,
    )
    await appendAudit(
      db,
      ready.map(({ id, reference, version }) => ({
        action: 'complete',
        object: 'purchases',
        recordId: id,
        title: reference,
        before: { bookingStatus: 'confirmed' },
        after: { bookingStatus: 'completed' },
        version: version + 1,
      })),
      { actor: system('order completion') },
    )
    const last = rows.length < batch ? undefined : rows.at(-1)
    return { next: last ? { endsOn: last.endsOn, id: last.id } : null, completed: ready.length }
  })
}
