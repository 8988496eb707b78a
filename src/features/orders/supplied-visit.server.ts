import type { Db } from '../../db/tables.server.ts'
import { ticketAdapterOf } from '../event-supply/booking/ticket-bookings.server.ts'
import { suppliedOption } from '../supply/booking/supplied-option.server.ts'
import type { SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import type { PricedLine } from './priced-tickets.server.ts'
import type { Wanted } from './quotes.ts'
import type { SupplierName } from './supplier-port.server.ts'

/** Whom a visit is booked with, and in whose codes. Null: it is sold from our own stock, as tickets are. */
export async function suppliedVisitOf(
  db: Db,
  { lines }: Wanted,
  priced: readonly PricedLine[],
): Promise<{ readonly supplier: SupplierName; readonly visit: SuppliedVisit } | null> {
  const [line] = lines
  if (line?.kind !== 'product') return suppliedTicketsOf(priced)
  const option = await suppliedOption(db, line.optionId)
  if (!option) return null
  const { supplier, productCode, optionCode, units } = option
  const wanted = line.units.flatMap(({ unitId, quantity }) => {
    const unit = units.find(({ id }) => id === unitId)
    return unit && quantity > 0 ? [{ type: unit.type, label: unit.label, quantity }] : []
  })
  return {
    supplier,
    visit: {
      productCode,
      optionCode,
      date: line.date,
      time: line.time ?? null,
      currency: priced[0]?.currency ?? '',
      cost: priced[0]?.cost ?? 0,
      units: wanted,
    },
  }
}

/** Tickets in their provider's codes: the event is the product, the listing its option. */
function suppliedTicketsOf([priced]: readonly PricedLine[]) {
  const adapter = priced?.supplied && ticketAdapterOf(priced.supplied.supplier)
  if (!priced?.supplied || !adapter) return null
  const { line, supplied, currency, cost } = priced
  return {
    supplier: adapter.facts.key,
    visit: {
      productCode: supplied.eventCode,
      optionCode: supplied.listingCode,
      date: line.localDate,
      time: line.localTime,
      currency,
      cost,
      units: [{ type: 'ADULT' as const, label: 'Ticket', quantity: line.quantity }],
    },
  }
}
