import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { giveBackCharge } from './change-payments.server.ts'
import type { ChangePlan } from './order-change.server.ts'
import { carryOutChange } from './order-change.server.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { lockOrder, moveOrder } from './order-moves.server.ts'
import { releaseForChange } from './house-stock-changes.server.ts'
import { intendCall } from './supplier-calls.server.ts'
import type { SupplierRequest } from './supplier-port.server.ts'

interface PaidChange {
  readonly id: number
  readonly state: string
  readonly isInTime: boolean
  readonly key: string | null
  readonly step: string
  readonly request: SupplierRequest<'applyChange'> | null
  readonly plan: ChangePlan
}

const by = { actor: system('payment gateway'), kind: 'system' } as const

/**
 * Goes on with the change that a payment was for, in the transaction that writes the payment down: the supplier is asked, or the
 * order is changed at once where none is connected. Money that comes too late, or twice, goes back. Answers whether a
 * supplier has to be asked; false too for a payment of something else.
 */
export async function settlePaidChange(db: Db, order: LockedOrder, payment: string): Promise<boolean> {
  const { rows } = await sql<PaidChange>`
    select c.id, c.state, c.pay_until > now() as "isInTime", c.supplier_key as key, c.step, c.request, c.plan
    from visit_changes c join payments x on x.visit_change_id = c.id where x.psp_reference = ${payment}
    for no key update of c`.execute(db)
  const [change] = rows
  if (!change) return false
  const { id: changeId, key, step, request, plan } = change
  const isStill = order.booking === 'confirmed' && order.payment === 'captured'
  if (change.state !== 'unpaid' || !change.isInTime || !isStill || order.refunded + order.refundPending > 0) {
    if (change.state === 'unpaid') {
      await sql`update visit_changes set state = 'expired', settled_at = now() where id = ${changeId}`.execute(db)
      await releasePlaces(db, order)
    }
    const isMade = change.state === 'asked' || change.state === 'done'
    await giveBackCharge(db, order, {
      changeId,
      by,
      ...(isMade && { payment }),
      detail: isMade ? storedText('Paid twice for a change') : storedText('Paid for a change that is no longer made'),
    })
    return false
  }
  if (key === null || request === null) {
    await sql`update visit_changes set state = 'done', settled_at = now() where id = ${changeId}`.execute(db)
    await carryOutChange(db, order, plan)
    return false
  }
  await sql`update visit_changes set state = 'asked' where id = ${changeId}`.execute(db)
  await moveOrder(db, order, {
    moves: [],
    steps: [{ kind: 'changed', detail: storedText('Paid, and asked the supplier: {detail}', { detail: plan.detail }) }],
    action: 'ask-for-change',
    by,
  })
  await intendCall(db, { supplier: order.supplier, action: 'applyChange', key, step, request })
  return true
}

/** Few enough for the 200 ms that a transaction can take on the embedded engine. */
const batch = 20

/** Writes down which changes were not paid in time. Their orders are as they were. Answers how many. */
export async function expireChanges({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { rows: due } = await sql<{ purchaseId: number }>`
    select purchase_id as "purchaseId" from visit_changes where state = 'unpaid' and pay_until <= now()
    order by pay_until, id limit ${batch}`.execute(kysely)
  let expired = 0
  for (const { purchaseId } of due)
    await kysely.transaction().execute(async (db) => {
      const order = await lockOrder(db, sql`p.id = ${purchaseId}`)
      if (order && (await expireChange(db, order))) expired += 1
    })
  return expired
}

/** Ends the change of a locked order whose time to pay is over, where there still is one. What is paid for it after that goes back. */
async function expireChange(db: Db, order: LockedOrder): Promise<boolean> {
  const { rows } = await sql<{ id: number; charge: number; detail: Said }>`
    update visit_changes set state = 'expired', settled_at = now() where purchase_id = ${order.id} and state = 'unpaid' and pay_until <= now()
    returning id, charge, plan -> 'detail' as detail`.execute(db)
  const [change] = rows
  if (!change) return false
  await sql`
    update payments set state = 'failed', failure = 'Not paid in time', updated_at = now(), version = version + 1
    where visit_change_id = ${change.id} and state = 'pending'`.execute(db)
  await releasePlaces(db, order)
  await moveOrder(db, order, {
    moves: [],
    steps: [
      {
        kind: 'noted',
        detail: storedText('{charge} was not paid in time, so nothing changed: {detail}', {
          charge: { money: change.charge, currency: order.currency },
          detail: change.detail,
        }),
      },
    ],
    action: 'expire-change',
    by: { actor: system('order expiry'), kind: 'system' },
  })
  return true
}

/** What our own stock has kept for a change that is not made. It would end by itself, but others can have it now. */
async function releasePlaces(db: Db, { supplier, supplierKey }: LockedOrder): Promise<void> {
  if (supplier === 'house' && supplierKey !== null) await releaseForChange(db, supplierKey)
}
