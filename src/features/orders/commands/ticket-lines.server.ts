import { sql } from 'kysely'
import { invalid } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { Said } from '../../../platform/stored-texts/stored-text.ts'
import { sayStored, storedText } from '../../../platform/stored-texts/stored-text.ts'
import type { CommandOrder, ItemLine } from './command-order.server.ts'
import { messageEffect } from './message-effect.server.ts'
import type { CommandServer } from './command-server.server.ts'
import type { Seats } from './seats-on-map.server.ts'
import { placedOnMap } from './seats-on-map.server.ts'

const open = new Set(['on_hold', 'pending_supplier', 'confirmed'])

/** Why the tickets of an order can no longer be moved. */
function refuseChange(order: CommandOrder, now: number): string | null {
  if (!open.has(order.booking)) return t('Only orders on hold, pending or confirmed can change seats.')
  if (order.changeableUntil <= now) return t('Already started.')
  return null
}

function lineAt({ lines }: CommandOrder, position: number): ItemLine {
  const line = lines.find((one) => one.position === position)
  if (!line) throw invalid({ position: t('Line {position} isn’t one of this order’s items.', { position }) })
  return line
}

export const reassignSeatsServer: CommandServer<Seats> = {
  refuse: (order, now) =>
    refuseChange(order, now) ??
    (order.ticketsDelivered === order.quantity ? t('Every ticket is delivered. Recall tickets first.') : null),
  async effects({ db, order, input }) {
    const line = lineAt(order, input.position)
    if (line.delivered > 0) throw invalid({ position: t('Some of these tickets are delivered. Recall tickets first.') })
    const { seats, warning } = await placedOnMap(db, order, line, input)
    const problem = await seatProblem(db, order, line, seats)
    if (problem !== null) throw invalid({ seats: problem })
    if (placeWords(line) === placeWords(seats)) throw invalid({ section: t('The line already has these seats.') })
    return [
      ...(warning === null ? [] : [{ about: 'order' as const, text: warning }]),
      { about: 'customer', text: t('{before} → {after}', { before: placeWords(line), after: placeWords(seats) }) },
      { about: 'supplier', text: t('Nothing is sent to {provider}.', { provider: order.provider }) },
      { about: 'margin', text: t('Price and margin don’t change.') },
      await messageEffect(db, 'change'),
    ]
  },
  async apply({ db, order, input }) {
    const line = lineAt(order, input.position)
    const { seats } = await placedOnMap(db, order, line, input)
    await sql`
      update purchase_lines set section = ${seats.section}, seat_row = ${seats.row || null}, seats = ${[...seats.seats]}::text[],
        placed_by = 'decision', rewrite_rule_id = null
      where purchase_id = ${order.id} and position = ${input.position}`.execute(db)
    return {
      set: {},
      timeline: {
        kind: 'changed',
        detail: storedText('Seats: {before} → {after}', { before: placeOf(line), after: placeOf(seats) }),
      },
      message: t('Seats reassigned'),
      tells: 'change',
      before: { seats: placeWords(line) },
      after: { seats: placeWords(seats) },
    }
  },
}

/** Why a line cannot have seats; null where it can. */
async function seatProblem(
  db: Db,
  order: CommandOrder,
  line: ItemLine,
  { section, row, seats }: Seats,
): Promise<string | null> {
  if (seats.length === 0) return null
  if (seats.length !== line.quantity)
    return t('This line has {n, plural, one {# ticket} other {# tickets}}: enter as many seats, or none.', {
      n: line.quantity,
    })
  if (new Set(seats).size < seats.length) return t('A seat is named twice.')
  const {
    rows: [taken],
  } = await sql<{ reference: string; seat: string }>`
    select p.reference, s.seat
    from purchases o join purchases p on p.performance_id = o.performance_id and p.booking_status in ('on_hold', 'pending_supplier', 'confirmed')
      join purchase_lines l on l.purchase_id = p.id and (p.id <> o.id or l.position <> ${line.position})
      cross join lateral unnest(l.seats) s (seat)
    where o.id = ${order.id} and lower(l.section) = lower(${section}) and lower(l.seat_row) is not distinct from lower(${row || null}::text) and s.seat = any(${[...seats]}::text[])
    order by p.id limit 1`.execute(db)
  return taken ? t('Seat {seat} belongs to order {reference}.', taken) : null
}

function placeOf({ section, row, seats }: Pick<ItemLine, 'section' | 'row' | 'seats'>): Said {
  return {
    all: [
      section ?? storedText('no section'),
      ...(row ? [storedText('row {row}', { row })] : []),
      ...(seats.length > 0 ? [seats.join(', ')] : []),
    ],
    between: ' · ',
  }
}

const placeWords = (place: Parameters<typeof placeOf>[0]) => sayStored(placeOf(place))

export const splitLineServer: CommandServer<{ readonly position: number; readonly quantity: number }> = {
  refuse: (order, now) =>
    refuseChange(order, now) ??
    (order.lines.some(({ quantity }) => quantity > 1) ? null : t('No line has more than one ticket.')),
  async effects({ order, input }) {
    const line = lineAt(order, input.position)
    if (input.quantity < 1 || input.quantity >= line.quantity)
      throw invalid({
        quantity:
          line.quantity === 1
            ? t('This line has only one ticket.')
            : t('Enter from 1 to {most}.', { most: line.quantity - 1 }),
      })
    if (line.delivered > 0 && line.delivered < line.quantity)
      throw invalid({ position: t('Deliver or recall this line as a whole first.') })
    return [
      {
        about: 'order',
        text: t('{title}: {n} tickets become {kept} and {split}.', {
          title: line.title,
          n: line.quantity,
          kept: line.quantity - input.quantity,
          split: input.quantity,
        }),
      },
      { about: 'customer', text: t('Seats and names at the end of the line go to the new one.') },
      { about: 'margin', text: t('Price and margin don’t change.') },
    ]
  },
  async apply({ db, order, input }) {
    const line = lineAt(order, input.position)
    const kept = line.quantity - input.quantity
    const isDelivered = line.delivered > 0
    await sql`
      insert into purchase_lines (purchase_id, position, kind, title, quantity, unit_price, amount, product_age_band_id, unit_type, listing, section,
        raw_section, seat_row, seats, notes, face_value, in_hand_on, deliver_by, delivered, transfer_accepted_at, holder_names, tax_rate, placed_by, rewrite_rule_id, note_labels)
      select purchase_id, (select max(position) + 1 from purchase_lines where purchase_id = ${order.id}), kind, title, ${input.quantity},
        unit_price, unit_price * ${input.quantity}, product_age_band_id, unit_type, listing, section, raw_section, seat_row,
        seats[${kept + 1}:], notes, face_value, in_hand_on, deliver_by, ${isDelivered ? input.quantity : 0}, transfer_accepted_at,
        holder_names[${kept + 1}:], tax_rate, placed_by, rewrite_rule_id, note_labels
      from purchase_lines where purchase_id = ${order.id} and position = ${line.position}`.execute(db)
    await sql`
      update purchase_lines set quantity = ${kept}, amount = unit_price * ${kept}, seats = seats[:${kept}], holder_names = holder_names[:${kept}],
        delivered = ${isDelivered ? kept : 0}
      where purchase_id = ${order.id} and position = ${line.position}`.execute(db)
    await sql`
      update e_tickets set place = place - ${kept}, line = (select max(position) from purchase_lines where purchase_id = ${order.id})
      where purchase_id = ${order.id} and line = ${line.position} and place > ${kept}`.execute(db)
    return {
      set: {},
      timeline: {
        kind: 'changed',
        detail: storedText('Line split: {kept} and {split} tickets', { kept, split: input.quantity }),
      },
      message: t('Line split'),
      before: { quantities: order.lines.map(({ quantity }) => quantity) },
      after: {
        quantities: [...order.lines.map((one) => (one === line ? kept : one.quantity)), input.quantity],
      },
    }
  },
}
