import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Database } from '../../db/database.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { SupplyContext } from '../supply/importing/connections.server.ts'
import { commonFault } from '../supply/importing/supplier-answers.server.ts'
import type { SupplierBookings, SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import { BookingRefused } from '../supply/importing/supplier-bookings.server.ts'
import { faultSentence } from '../supply/importing/supplier-catalogue.server.ts'
import type { BookingContext, Write } from './outside-booking.server.ts'
import {
  bookAt,
  bookedAnswer,
  heldValues,
  holdEnded,
  isDearer,
  known,
  nowIso,
  quoteAt,
  quoteOf,
  rejected,
  writeSaid,
} from './outside-booking.server.ts'
import type { OutsideFacts } from './outside-desk.server.ts'
import { outsideFacts } from './outside-desk.server.ts'
import { applyAt, checkAt, quoteChangeAt } from './outside-changes.server.ts'
import type { OutsideBooking } from './supplier-booking-rows.server.ts'
import {
  inHand,
  leadOf,
  makeBooking,
  readBookings,
  recordExchange,
  spellingsOf,
} from './supplier-booking-rows.server.ts'
import type {
  SupplierAction,
  SupplierAnswer,
  SupplierName,
  SupplierPort,
  SupplierRequest,
} from './supplier-port.server.ts'
import { SupplierUnsure } from './supplier-port.server.ts'

/** For so long, what a supplier does not know yet can still arrive there. */
const arrival = 10 * 60_000

interface Outside {
  readonly db: Db
  readonly name: Exclude<SupplierName, 'house'>
  readonly title: string
  readonly facts: OutsideFacts
  /** Undefined where nothing has connected suppliers to this database. */
  readonly context: SupplyContext | undefined
}

/**
 * A supplier outside behind its adapter. Each call about a booking has it alone, writes down what it is about to do before it
 * is done, and asks the supplier what became of an earlier try before it tries again.
 */
export function outsideSupplier(
  { kysely: db }: Pick<Database, 'kysely'>,
  name: Exclude<SupplierName, 'house'>,
  context: SupplyContext | undefined,
): SupplierPort {
  const facts = outsideFacts(name)
  const outside: Outside = { db, name, title: facts.title, facts, context }
  return {
    hold: (key, request) => hold(outside, key, request),
    extend: (key, { until }) =>
      work(outside, key, async (booking, write) => {
        if (booking.state !== 'held') throw holdEnded()
        const heldUntil = new Date(Math.max(booking.heldUntil, Date.parse(until))).toISOString()
        await write({ held_until: heldUntil })
        return { heldUntil }
      }),
    book: (key) => book(outside, key),
    cancel: (key, request) => cancel(outside, key, request),
    resendVoucher: (key) => resendVoucher(outside, key),
    status: (key) => statusOf(outside, key),
    quoteCancellation: (key) =>
      work(outside, key, async (booking) => {
        if (booking.state === 'held') return quoteOf(booking, { refund: 10_000, validUntil: null })
        if (booking.state !== 'booked' && booking.state !== 'pending')
          return quoteOf(booking, { refund: 0, validUntil: null })
        const { bookings } = await open(outside, 'quoteCancellation', key)
        return quoteOf(booking, await asked(outside, () => quoteAt(bookings, booking)))
      }),
    checkChange: (key, { visit }) =>
      change(outside, 'checkChange', key, visit, async (changing) => ({ problem: await checkAt(changing) })),
    quoteChange: (key, { visit }) => change(outside, 'quoteChange', key, visit, quoteChangeAt),
    applyChange: (key, { visit, token }) =>
      change(outside, 'applyChange', key, visit, (changing, write) => applyAt(changing, token, write)),
    async poll(keys) {
      const answers = new Map<string, SupplierAnswer<'status'>>()
      for (const booking of await readBookings(db, keys)) {
        const isDue = booking.nextPollAt === null || booking.nextPollAt <= Date.now()
        answers.set(booking.key, isDue ? await polled(outside, booking) : known(booking))
      }
      return answers
    },
  }
}

/** @throws SupplierUnsure where the supplier can't be asked */
async function open(
  { db, facts, title, context }: Outside,
  action: SupplierAction,
  key: string,
): Promise<BookingContext> {
  const lead = await leadOf(db, key)
  const personal = spellingsOf(lead)
  const record = (one: Parameters<typeof recordExchange>[2]) => recordExchange(db, { key, action, personal }, one)
  const opened = context && (await facts.open(db, context, { key, personal, record, kind: kindOf(action) }))
  if (!opened) throw new SupplierUnsure(t('{title} is not connected. Turn its connection on.', { title }))
  return { ...opened, lead }
}

/** A hold only looks, and partners wait for it. */
const kindOf = (action: SupplierAction) =>
  action === 'book' || action === 'cancel' || action === 'applyChange' ? 'command' : 'question'

/** A no of the supplier is an answer; everything else that goes wrong leaves us without one. */
async function asked<T>({ title }: Outside, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof BookingRefused || error instanceof Refusal || error instanceof SupplierUnsure) throw error
    throw new SupplierUnsure(faultSentence(title, commonFault(error)))
  }
}

/** Does something about a booking that no one else has in hand. What the supplier refuses is refused as everything of ours is. */
function work<T>(
  { db }: Outside,
  key: string,
  does: (booking: OutsideBooking, write: Write) => Promise<T>,
): Promise<T> {
  return inHand(db, key, async (booking, write) => {
    try {
      return await does(booking, write)
    } catch (error) {
      if (!(error instanceof BookingRefused)) throw error
      throw new Refusal(409, error.message, { error: error.code })
    }
  })
}

/** Asks about another day of a booking. The supplier is opened only where it can be asked. */
function change<T>(
  outside: Outside,
  action: SupplierAction,
  key: string,
  visit: SuppliedVisit | undefined,
  does: (changing: Parameters<typeof checkAt>[0], write: Write) => Promise<T>,
): Promise<T> {
  return work(outside, key, async (booking, write) => {
    const { changes } = booking.state === 'booked' ? (await open(outside, action, key)).bookings : {}
    return await asked(outside, () => does({ changes, title: outside.title, booking, visit }, write))
  })
}

async function hold(
  outside: Outside,
  key: string,
  { visit, seconds }: SupplierRequest<'hold'>,
): Promise<SupplierAnswer<'hold'>> {
  const { db, name, title } = outside
  if (!visit) throw new Refusal(409, t('This is not sold by {title}.', { title }), { error: 'NotAvailable' })
  await makeBooking(db, name, key, { visit, seconds })
  return await work(outside, key, async (booking, write) => {
    if (booking.state !== 'held') throw holdEnded()
    try {
      const { bookings, isTest } = await open(outside, 'hold', key)
      const held = await asked(outside, () => bookings.hold(visit))
      if (isDearer(held, visit))
        throw new BookingRefused('NotAvailable', t('The supplier’s price has changed. Ask for a new quote.'))
      await write({ ...heldValues(held), is_test: isTest })
      return { heldUntil: new Date(booking.heldUntil).toISOString(), isKept: held.hasPlaces }
    } catch (error) {
      if (!(error instanceof SupplierUnsure || error instanceof BookingRefused)) throw error
      // What a supplier can still keep for us lapses by itself; nothing of it is booked.
      await write({ state: 'cancelled', reason: error.message.slice(0, 500) })
      if (error instanceof BookingRefused) throw error
      // Partners read it: what is wrong between us and the supplier is for staff.
      throw new Refusal(409, t('The supplier can’t be asked now. Try again in a few minutes.'), {
        error: 'SupplierUnavailable',
      })
    }
  })
}

function book(outside: Outside, key: string): Promise<SupplierAnswer<'book'>> {
  return work(outside, key, async (booking, write) => {
    if (booking.state === 'rejected') throw rejected(booking.reason)
    if (booking.state === 'cancelled') throw holdEnded()
    if (booking.state === 'booked' || booking.state === 'pending') return bookedAnswer(booking)
    const desk = await open(outside, 'book', key)
    try {
      return bookedAnswer(await writeSaid(write, booking, await asked(outside, () => bookAt(desk, booking, write))))
    } catch (error) {
      if (!(error instanceof BookingRefused)) throw error
      await write({ state: 'rejected', reason: error.message.slice(0, 500), asked_at: nowIso(booking.askedAt) })
      throw rejected(error.message)
    }
  })
}

/** What was not held yet is not held later: the booking is written down as cancelled. */
async function cancel(
  outside: Outside,
  key: string,
  { token }: SupplierRequest<'cancel'>,
): Promise<SupplierAnswer<'cancel'>> {
  await makeBooking(outside.db, outside.name, key, { visit: null, seconds: 0 })
  return await work(outside, key, async (booking, write) => {
    if (booking.state === 'cancelled' || booking.state === 'rejected') return { returned: 0 }
    if (booking.state !== 'held') {
      const { bookings } = await open(outside, 'cancel', key)
      const found = booking.state === 'asked' ? await whatBecame(outside, bookings, booking) : booking
      if (token !== undefined && found) await checkToken(outside, bookings, found, token)
      if (found) await asked(outside, () => bookings.cancel(found))
    } else await releaseHeld(outside, key, booking)
    await write({ state: 'cancelled' })
    return { returned: booking.visit?.units.reduce((sum, { quantity }) => sum + quantity, 0) ?? 0 }
  })
}

/** Gives back what the supplier keeps. What it keeps no longer has lapsed by itself. */
async function releaseHeld(outside: Outside, key: string, { handle, keptUntil }: OutsideBooking): Promise<void> {
  if (handle === null || keptUntil === null || keptUntil <= Date.now()) return
  const { bookings } = await open(outside, 'cancel', key)
  if (bookings.release) await asked(outside, async () => bookings.release?.(handle))
}

/** Of a booking that was sent without an answer. Null: it never arrived, or has ended. */
async function whatBecame(
  outside: Outside,
  bookings: SupplierBookings,
  booking: OutsideBooking,
): Promise<OutsideBooking | null> {
  const said = await asked(outside, () => bookings.status(booking))
  if (said?.status === 'REJECTED' || said?.status === 'CANCELLED') return null
  if (said) return { ...booking, reference: said.reference }
  if (Date.now() - (booking.askedAt ?? 0) < arrival)
    throw new SupplierUnsure(t('{title} doesn’t know the booking yet. It can still arrive.', { title: outside.title }))
  return null
}

async function checkToken(
  outside: Outside,
  bookings: SupplierBookings,
  booking: OutsideBooking,
  token: string,
): Promise<void> {
  if (quoteOf(booking, await asked(outside, () => quoteAt(bookings, booking))).token !== token)
    throw new Refusal(409, t('The supplier’s cancellation terms have changed. Ask for a new quote.'), {
      error: 'QuoteStale',
    })
}

function resendVoucher(outside: Outside, key: string): Promise<SupplierAnswer<'resendVoucher'>> {
  return work(outside, key, async (booking, write) => {
    if (booking.state !== 'booked')
      throw new Refusal(409, t('Only a confirmed booking has a voucher.'), { error: 'NotBooked' })
    const { bookings } = await open(outside, 'resendVoucher', key)
    const said = await asked(outside, () => bookings.status(booking))
    if (!said?.voucherUrl)
      throw new Refusal(409, t('{title} has no voucher for it yet.', { title: outside.title }), { error: 'NoVoucher' })
    await write({ voucher_url: said.voucherUrl })
    return { sentAt: new Date().toISOString() }
  })
}

function statusOf(outside: Outside, key: string): Promise<SupplierAnswer<'status'>> {
  return work(outside, key, async (booking, write) => {
    if (booking.state !== 'asked' && booking.state !== 'pending' && booking.state !== 'booked') return known(booking)
    const { bookings } = await open(outside, 'status', key)
    const said = await asked(outside, () => bookings.status(booking))
    return known(said ? await writeSaid(write, booking, said) : booking)
  })
}

/** Where the supplier gives no answer, or refuses to answer, what is known of it stays true. */
async function polled(outside: Outside, booking: OutsideBooking): Promise<SupplierAnswer<'status'>> {
  try {
    return await statusOf(outside, booking.key)
  } catch (error) {
    if (error instanceof SupplierUnsure || error instanceof Refusal) return known(booking)
    throw error
  }
}
