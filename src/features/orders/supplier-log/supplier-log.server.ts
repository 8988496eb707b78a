import { sql } from 'kysely'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { askAgain } from '../ask-again.server.ts'
import { outsideFacts } from '../outside-desk.server.ts'
import type { SupplierName } from '../supplier-port.server.ts'
import type { Exchange, SupplierCall, SupplierLog } from './supplier-log.endpoints.ts'
import { askSupplierNow, readSupplierExchange, readSupplierLog } from './supplier-log.endpoints.ts'

/** The calls about what suppliers were asked about orders. */
export function implementSupplierLog({ database }: Pick<ServerContext, 'database'>): readonly Implementation[] {
  return [
    implement(readSupplierLog, async ({ db, params }) => await logOf(db, await placementOf(db, params.id))),
    implement(readSupplierExchange, async ({ db, params }) => {
      const { key } = await placementOf(db, params.id)
      const { rows } = await sql<Exchange & { headers: Record<string, string>; request: string; answer: string }>`
        select ${exchangeColumns}, headers, request, answer from supplier_exchanges
        where id = ${recordIdIn(params.exchange)} and key = ${key}`.execute(db)
      const [found] = rows
      if (!found) throw new Refusal(404, t('Supplier call not found.'))
      return found
    }),
    implement(
      askSupplierNow,
      async ({ db, params, actor }) => {
        const placement = await placementOf(db, params.id)
        assertWithinLimits(actor, 'write', 'purchases', { cityId: placement.cityId })
        if (placement.key === null)
          throw new Refusal(409, t('No supplier requests for this order.'), { error: 'NoSupplier' })
        await askAgain(database, placement.id)
        return await logOf(db, placement)
      },
      { transaction: false, enforcesLimits: true },
    ),
  ]
}

interface Placement {
  readonly id: number
  readonly cityId: number
  readonly key: string | null
}

async function placementOf(db: Db, id: string): Promise<Placement> {
  const { rows } = await sql<Placement>`
    select p.id, p.city_id as "cityId", o.supplier_key as key
    from purchases p left join order_placements o on o.purchase_id = p.id where p.id = ${recordIdIn(id)}`.execute(db)
  const [placement] = rows
  if (!placement) throw new Refusal(404, t('Purchase not found.'))
  return placement
}

const exchangeColumns = sql`id, action, at, milliseconds, method, url, status, problem`

async function logOf(db: Db, { key }: Placement): Promise<SupplierLog> {
  const { rows: bookings } = await sql<
    NonNullable<SupplierLog['booking']> & { supplier: Exclude<SupplierName, 'house'> }
  >`
    select supplier, partner_reference as "partnerReference", reference, state, reason, voucher_url as "voucherUrl", is_test as "isTest",
      has_places as "hasPlaces", next_poll_at as "nextPollAt"
    from supplier_bookings where key = ${key}`.execute(db)
  const { rows: calls } = await sql<SupplierCall>`
    select id, action, created_at as at, state, tries, case state when 'refused' then answer ->> 'message' when 'open' then problem end as message,
      case state when 'open' then next_try_at end as "nextTryAt"
    from supplier_calls where key = ${key} order by id desc limit 100`.execute(db)
  const { rows: exchanges } = await sql<Exchange>`
    select ${exchangeColumns} from supplier_exchanges where key = ${key} order by id desc limit 100`.execute(db)
  const [found] = bookings
  const facts = found && outsideFacts(found.supplier)
  const assumption = facts?.assumption ?? null
  const booking = found ? { ...found, supplier: facts?.title ?? '', assumption: assumption && t(assumption) } : null
  return { booking, calls, exchanges }
}
