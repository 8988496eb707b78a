import type { XmlElement } from '../../languages/xml/xml-reader.ts'
import { t } from '../../../core/i18n/language.ts'
import { unknownStatus, missingField } from '../importing/supplier-answers.server.ts'
import { minorUnits, netBy } from '../importing/draft-money.server.ts'
import { SupplierError } from '../importing/supplier-catalogue.server.ts'
import type {
  BookingIds,
  SuppliedVisit,
  SupplierBooking,
  SupplierBookings,
} from '../importing/supplier-bookings.server.ts'
import { BookingRefused, unknownBooking } from '../importing/supplier-bookings.server.ts'
import type { CatalogueContext } from '../importing/supplier-server.server.ts'
import { TourcmsNo, tourcmsCaller } from './tourcms-calls.server.ts'
import { childOf, childrenOf, textOf } from './tourcms-draft.server.ts'

/** Bookings at TourCMS, as an agent of the tour's channel. What of it is assumed is in docs/suppliers.md. */
export function tourcmsBookings(context: CatalogueContext): SupplierBookings {
  const { exponents, commission } = context
  const send = answering(tourcmsCaller(context))

  /** What of the tour leaves then, with the key by which it is booked. */
  async function componentOf(visit: SuppliedVisit): Promise<XmlElement> {
    const [channel = '', tourId = ''] = visit.productCode.split('-')
    const tour = childOf(await send(channel, `/c/tour/show.xml?id=${tourId}`), 'tour')
    const rates = childrenOf(childOf(childOf(tour, 'new_booking'), 'people_selection'), 'rate')
    const people = visit.units.map(({ label, quantity }) => {
      const rate = rates.find((one) => textOf(one, 'label_1') === label)
      // A tour without rates sells one price to everyone.
      const id = rate ? textOf(rate, 'rate_id') : rates.length === 0 ? 'r1' : ''
      if (id === '') throw new BookingRefused('NotAvailable', t('The tour no longer has the rate {label}.', { label }))
      return `${id}=${quantity}`
    })
    const path = `/c/tour/datesprices/checkavail.xml?id=${tourId}&date=${visit.date}&${people.join('&')}`
    const components = childrenOf(childOf(await send(channel, path), 'available_components'), 'component')
    const component = components.find(
      (one) => visit.time === null || textOf(one, 'start_time') === '' || textOf(one, 'start_time') === visit.time,
    )
    if (!component) throw new BookingRefused('NotAvailable', t('Sold out at the operator on that day.'))
    return component
  }

  /** Null for what it does not know and for temporary bookings, which bind no one. */
  async function show(channel: string, id: string): Promise<SupplierBooking | null> {
    const path = `/c/booking/show.xml?booking_id=${id}`
    const booking = childOf(await send(channel, path, undefined, ['NO MATCHING DATA']), 'booking')
    return textOf(booking, 'status') === temporary || !booking ? null : bookingOf(channel, booking)
  }

  return {
    /** Keeps nothing: a temporary booking needs the customer, who comes with ours. */
    async hold(visit) {
      const price = Number(textOf(await componentOf(visit), 'total_price') || NaN)
      const whole = minorUnits(price, exponents.get(visit.currency) ?? 2)
      const cost = Number.isFinite(price) ? netBy(commission, whole) : null
      return { handle: null, keptUntil: null, hasPlaces: false, cost }
    },
    /** The temporary booking. Its number has the channel, since it is unique within that alone. */
    async begin({ visit, lead, partnerReference }) {
      const [channel = ''] = visit.productCode.split('-')
      const key = textOf(await componentOf(visit), 'component_key')
      const guests = visit.units.reduce((sum, { quantity }) => sum + quantity, 0)
      const body =
        `<booking><total_customers>${guests}</total_customers><agent_ref>${xml(partnerReference)}</agent_ref>` +
        `<components><component><component_key>${xml(key)}</component_key></component></components>` +
        `<customers><customer><firstname>${xml(lead.firstName)}</firstname><surname>${xml(lead.lastName)}</surname>` +
        `<email>${xml(lead.email)}</email><tel_home>${xml(lead.phone ?? '')}</tel_home></customer></customers></booking>`
      const booking = childOf(await send(channel, '/c/booking/new/start.xml', body), 'booking')
      const id = textOf(booking, 'booking_id')
      if (!/^\d{1,18}$/.test(id)) throw new SupplierError({ kind: 'invalid', detail: 'no booking_id' })
      return `${channel}-${id}`
    },
    async book(ids) {
      const [channel, id] = numberOf(ids)
      await send(channel, '/c/booking/new/commit.xml', `<booking><booking_id>${id}</booking_id></booking>`)
      const booking = await show(channel, id)
      if (!booking) throw missingField('booking')
      return booking
    },
    async status(ids) {
      // What was never begun can't be booked.
      return ids.handle === null ? null : await show(...numberOf(ids))
    },
    async quoteCancellation() {
      throw new BookingRefused('NotSupported', t('TourCMS gives no price for cancelling. Ask the operator.'))
    },
    async cancel(ids) {
      const [channel, id] = numberOf(ids)
      const body = `<booking><booking_id>${id}</booking_id><note>Cancelled by the agent</note></booking>`
      await send(channel, '/c/booking/cancel.xml', body, ['PREVIOUSLY CANCELLED'])
    },
  }
}

type Call = ReturnType<typeof tourcmsCaller>

/** Says what TourCMS refused as a refusal. Words in `fine` are as good as OK. */
function answering(call: Call) {
  return async (channel: string, path: string, body?: string, fine: readonly string[] = []) => {
    try {
      return await call(channel, path, body)
    } catch (error) {
      if (!(error instanceof TourcmsNo)) throw error
      if (fine.includes(error.said)) return undefined
      if (error.fault.kind === 'not_found')
        throw path.startsWith('/c/booking/')
          ? unknownBooking('TourCMS')
          : new BookingRefused('NotAvailable', t('TourCMS finds nothing for that day.'))
      if (error.fault.kind === 'invalid')
        throw new BookingRefused('SupplierRejected', t('The operator refused: {detail}', { detail: error.said }))
      throw error
    }
  }
}

function numberOf({ handle }: BookingIds): [string, string] {
  const [channel = '', id = ''] = (handle ?? '').split('-')
  return [channel, id]
}

/** `<status>` of bookings, by its number. */
const temporary = '0'
const statuses: Readonly<Record<string, SupplierBooking['status']>> = { 1: 'PENDING', 2: 'CONFIRMED', 3: 'CONFIRMED' }

function bookingOf(channel: string, booking: XmlElement): SupplierBooking {
  const isCancelled = !['', '0'].includes(textOf(booking, 'cancel_reason'))
  const status = isCancelled ? 'CANCELLED' : statuses[textOf(booking, 'status')]
  if (!status) throw unknownStatus(textOf(booking, 'status'))
  const detail = textOf(booking, 'cancel_text').slice(0, 200)
  const reason =
    detail === '' ? t('The operator rejected it without a reason.') : t('The operator refused: {detail}', { detail })
  return {
    status,
    reference: `${channel}-${textOf(booking, 'booking_id')}`,
    voucherUrl: textOf(booking, 'voucher_url') || null,
    reason: isCancelled ? reason : null,
    nextPollAt: null,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const xml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
