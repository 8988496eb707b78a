import { sql } from 'kysely'
import { system } from '../../core/access/access.ts'
import type { Db } from '../../db/tables.server.ts'
import type { Said } from '../../platform/stored-texts/stored-text.ts'
import { storedText } from '../../platform/stored-texts/stored-text.ts'
import { giveBackCharge } from './change-payments.server.ts'
import type { LockedOrder } from './order-moves.server.ts'
import { lockOrder, moveOrder } from './order-moves.server.ts'
import { isOversold, settleOversell } from './oversells.server.ts'

/** A line as a change leaves it: of a unit, or of a price for all of them. */
interface ChangedItem {
  readonly title: string
  readonly quantity: number
  readonly unitPrice: number
  readonly unitId: number | null
  readonly unitType: string | null
}

/** The tickets that a line gets in place of its own. */
interface ChangedTickets {
  readonly position: number
  readonly title: string
  readonly listing: string
  readonly section: string
  readonly rawSection: string | null
  readonly row: string | null
  readonly notes: readonly string[]
  readonly labels: readonly string[]
  readonly placedBy: string | null
  readonly ruleId: number | null
}

/** What an order becomes by a change. Written down before the supplier is asked, and done when it has agreed. */
export interface ChangePlan {
  /** Columns of the order. */
  readonly set: Readonly<Record<string, unknown>>
  /** All of its items; null where they stay as they are. */
  readonly items: readonly ChangedItem[] | null
  readonly tickets?: ChangedTickets
  /** What the customer is not charged of what it costs more. */
  readonly waived: number
  /** What its coupon takes off then. Null or left out where none does, or the price stays. */
  readonly coupon?: { readonly id: number; readonly code: string; readonly amount: number } | null
  /** How much of what earlier changes waived is still not charged. Left out where the price stays. */
  readonly stillWaived?: number
  /** What the supplier is owed more, in the currency of the cost: a refund in between can lower the rest. */
  readonly moreCost: number
  /** The vouchers of the old visit are no longer good, and new ones are due. */
  readonly isVoucherDue: boolean
  /** The new vouchers are there at once. */
  readonly isVoucherThere: boolean
  /** It is what the customer has asked for. */
  readonly answersRequest: boolean
  readonly decidedBy: number | null
  /** As the timeline says it: from what to what. */
  readonly detail: Said
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

export const couponTitle = (code: string) => `Coupon ${code}`
export const waivedTitle = 'Change without extra charge'

/** Writes the lines of an order, whose row is locked, as a change leaves them, and answers the request that it fulfils. */
export async function writeChangedLines(db: Db, purchaseId: number, plan: ChangePlan): Promise<void> {
  const { items, tickets, isVoucherDue, isVoucherThere, answersRequest, decidedBy } = plan
  if (items !== null) await writeItems(db, purchaseId, items)
  if (tickets) await writeTickets(db, purchaseId, tickets)
  if (isVoucherDue || isVoucherThere)
    await sql`
      update purchase_lines set delivered = ${isVoucherThere ? sql`quantity` : 0} where purchase_id = ${purchaseId} and kind = 'item'`.execute(
      db,
    )
  await writeDiscounts(db, purchaseId, plan)
  if (answersRequest)
    await sql`
      update customer_requests set state = 'approved', decided_by = ${decidedBy}, decided_at = now()
      where purchase_id = ${purchaseId} and state = 'open' and kind = 'change'`.execute(db)
}

/** The discount of the coupon, which is that of its redemption, and what is not charged. */
async function writeDiscounts(db: Db, purchaseId: number, { coupon, stillWaived, waived }: ChangePlan): Promise<void> {
  if (coupon) {
    await writeDiscount(db, purchaseId, couponTitle(coupon.code), coupon.amount)
    await sql`
      update coupon_redemptions set amount = ${coupon.amount}::bigint, changed_at = now()
      where id = ${coupon.id} and purchase_id = ${purchaseId} and amount <> ${coupon.amount}::bigint`.execute(db)
  }
  if (stillWaived !== undefined) await writeDiscount(db, purchaseId, waivedTitle, stillWaived + waived)
  else if (waived > 0) await addDiscount(db, purchaseId, waivedTitle, waived)
}

/** Makes the lines of a discount one of this amount, or none. */
async function writeDiscount(db: Db, purchaseId: number, title: string, amount: number): Promise<void> {
  const lines = sql`l.purchase_id = ${purchaseId} and l.kind = 'discount' and l.title = ${title}`
  const { rows } = await sql`
    update purchase_lines l set quantity = 1, unit_price = ${-amount}::bigint, amount = ${-amount}::bigint
    where ${lines} and ${amount}::bigint > 0 and l.position = (select min(l.position) from purchase_lines l where ${lines})
    returning l.position`.execute(db)
  const kept =
    rows.length === 0 ? sql`` : sql`and l.position > (select min(l.position) from purchase_lines l where ${lines})`
  await sql`delete from purchase_lines l where ${lines} ${kept}`.execute(db)
  if (rows.length === 0 && amount > 0) await addDiscount(db, purchaseId, title, amount)
}

async function addDiscount(db: Db, purchaseId: number, title: string, amount: number): Promise<void> {
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount)
    select ${purchaseId}, max(position) + 1, 'discount', ${title}, 1, ${-amount}::bigint, ${-amount}::bigint
    from purchase_lines where purchase_id = ${purchaseId}`.execute(db)
}

/** Other tickets for the same price. Seats and e-tickets of the old ones get no one in any more. */
async function writeTickets(db: Db, purchaseId: number, tickets: ChangedTickets): Promise<void> {
  const { position, title, listing, section, rawSection, row, notes, labels, placedBy, ruleId } = tickets
  await sql`delete from e_tickets where purchase_id = ${purchaseId} and line = ${position}`.execute(db)
  await sql`
    update purchase_lines set title = ${title}, listing = ${listing}, section = ${section}, raw_section = ${rawSection}, seat_row = ${row},
      seats = '{}', notes = ${[...notes]}::text[], note_labels = ${[...labels]}::text[], placed_by = ${placedBy}, rewrite_rule_id = ${ruleId},
      face_value = null, delivered = 0, transfer_accepted_at = null
    where purchase_id = ${purchaseId} and position = ${position}`.execute(db)
}

/**
 * A unit that stays keeps its line with its names and its tax rate, and so does a price for all of them. What is new goes to the
 * end, at the rate of most of what was sold.
 */
async function writeItems(db: Db, purchaseId: number, items: readonly ChangedItem[]): Promise<void> {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
    i (title text, quantity integer, "unitPrice" bigint, "unitId" bigint, "unitType" text)`
  const ofUnit = (line: string) => sql`i."unitId" is not distinct from ${sql.ref(`${line}.product_age_band_id`)}`
  const {
    rows: [sold],
  } = await sql<{ taxRate: number }>`
    select tax_rate as "taxRate" from purchase_lines where purchase_id = ${purchaseId} and kind = 'item'
    group by tax_rate order by sum(amount) desc, sum(quantity) desc, tax_rate desc limit 1`.execute(db)
  // Where a unit is on several lines, the first of them is for all.
  await sql`
    delete from purchase_lines l where l.purchase_id = ${purchaseId} and l.kind = 'item'
      and not exists (select from ${wanted} where ${ofUnit('l')} and not exists (select from purchase_lines k
        where k.purchase_id = ${purchaseId} and k.kind = 'item' and ${ofUnit('k')} and k.position < l.position))`.execute(
    db,
  )
  await sql`
    update purchase_lines l set title = i.title, quantity = i.quantity, unit_price = i."unitPrice", amount = i.quantity * i."unitPrice",
      holder_names = l.holder_names[:i.quantity], delivered = least(l.delivered, i.quantity)
    from ${wanted} where l.purchase_id = ${purchaseId} and l.kind = 'item' and ${ofUnit('l')}`.execute(db)
  await sql`
    insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id, unit_type, tax_rate)
    select ${purchaseId}, (select coalesce(max(position), 0) from purchase_lines where purchase_id = ${purchaseId}) + row_number() over (),
      'item', i.title, i.quantity, i."unitPrice", i.quantity * i."unitPrice", i."unitId", i."unitType", ${sold?.taxRate ?? 0}::integer
    from ${wanted} where not exists (select from purchase_lines l
      where l.purchase_id = ${purchaseId} and l.kind = 'item' and ${ofUnit('l')})`.execute(db)
}

/** The columns of an order as a change leaves them. */
export function changedColumns({ set, moreCost, isVoucherDue, answersRequest }: ChangePlan) {
  const netCost = sql`greatest(net_cost + ${moreCost}::bigint, 0)`
  return {
    ...set,
    // Another price is another decision about what was paid. A change at the same price leaves it as it was decided.
    ...(set['grand_total'] !== undefined && {
      is_payment_kept: sql`is_payment_kept and grand_total = ${set['grand_total']}::bigint`,
    }),
    net_cost: netCost,
    supplier_cost: sql`round(${netCost} * fx_rate * 10::numeric ^ ((select exponent from currencies c where c.code = purchases.currency)
      - (select exponent from currencies c where c.code = purchases.cost_currency)))`,
    ...(isVoucherDue && {
      due_at: sql`greatest(now() + interval '2 hours', ${set['starts_at']}::timestamptz - interval '48 hours')`,
    }),
    ...(answersRequest && { customer_request: null }),
  }
}

/** Notes what a supplier said to a change of an order, in the transaction that settles its call. */
export async function settleChange(
  db: Db,
  { key, step }: { readonly key: string; readonly step: string },
  refusal: string | null,
): Promise<void> {
  const order = await lockOrder(db, sql`o.supplier_key = ${key}`)
  if (!order) return
  const isOver = order.booking !== 'confirmed'
  const {
    rows: [change],
  } = await sql<{ id: number; charge: number; plan: ChangePlan }>`
    update visit_changes set state = ${refusal === null && !isOver ? 'done' : 'refused'}, settled_at = now()
    where supplier_key = ${key} and step = ${step} and state = 'asked' returning id, charge, plan`.execute(db)
  if (!change) return
  const { plan } = change
  if (refusal !== null || isOver) {
    const detail =
      refusal === null
        ? storedText('Changed at the supplier after the order had ended: {detail}', { detail: plan.detail })
        : storedText('Change refused: {refusal}', { refusal })
    const by = { actor: system('supplier'), kind: 'supplier' } as const
    const refused = await moveOrder(db, order, {
      moves: [],
      steps: [{ kind: 'changed', detail }],
      action: 'refuse-change',
      by,
    })
    if (change.charge > 0)
      await giveBackCharge(db, refused, {
        changeId: change.id,
        by,
        detail: storedText('Paid for a change that was refused'),
      })
    return
  }
  await carryOutChange(db, order, plan)
}

/** Makes an order whose row is locked what its change says, with its timeline and the message to its customer. */
export async function carryOutChange(db: Db, order: LockedOrder, plan: ChangePlan): Promise<void> {
  await writeChangedLines(db, order.id, plan)
  const isRecalled = plan.isVoucherDue && order.ticketsDelivered > 0
  // Tickets that failed are replaced by others that can be delivered.
  const isRetried = plan.tickets !== undefined && order.fulfilment === 'failed'
  const settlesOversell = plan.tickets !== undefined && (await isOversold(db, order.id))
  if (plan.tickets && settlesOversell)
    await settleOversell(db, order.id, { outcome: 'replaced', newPlaces: placesIn(plan.tickets), by: plan.decidedBy })
  await moveOrder(db, order, {
    moves: isRetried ? ['retry_delivery'] : isRecalled ? ['recall'] : [],
    set: { ...changedColumns(plan), ...(settlesOversell && { is_oversold: false }) },
    steps: [{ kind: 'changed', detail: plan.detail }],
    action: plan.tickets ? 'substitute-listing' : 'change-visit',
    before: plan.before,
    after: plan.after,
    tells: settlesOversell ? 'oversell_replaced' : 'change',
    by: { actor: system('supplier'), kind: 'supplier' },
  })
}

/** No words, so that it reads the same in every language. */
export const placesIn = ({ section, row }: Pick<ChangedTickets, 'section' | 'row'>) =>
  [section, row].filter(Boolean).join(' · ')
