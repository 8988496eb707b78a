import type { Basket } from './basket.ts'
import type { Course } from './course-facts.ts'
import { shareOf } from '../../core/money.ts'
import type { Contact } from './people.ts'
import type { PricedLine } from './pricing.ts'
import type { Random } from './random.ts'
import type { Row } from './rows.ts'
import type { Sale } from './sale.ts'
import { dateText } from './zone-clock.ts'

export const day = 86_400_000

const instantText = (moment: number) => new Date(moment).toISOString()

export function providerReference(random: Random, basket: Basket, course: Course): string | null {
  if (course.confirmedAt === null) return null
  return `${basket.provider.prefix}${random.int(10_000_000, 99_999_999)}`
}

export function supplierStatus(course: Course): string | null {
  if (course.booking === 'rejected') return 'REJECTED'
  if (course.booking === 'cancelled') return 'CANCELLED'
  if (course.booking === 'pending_supplier') return 'PENDING'
  if (course.booking === 'on_hold') return 'ON_HOLD'
  if (course.booking === 'expired') return 'EXPIRED'
  if (course.redeemedAt !== null) return 'REDEEMED'
  return course.confirmedAt === null ? null : 'CONFIRMED'
}

export function lineRow(
  random: Random,
  { id, basket, course, contact }: Sale,
  position: number,
  line: PricedLine,
): Row {
  const seat = line.source?.seat ?? null
  const isTicket = seat !== null
  const isTransferred = isTicket && basket.delivery === 'mobile_transfer'
  return {
    purchase_id: id,
    position,
    kind: line.kind,
    title: line.title,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    amount: line.amount,
    product_age_band_id: line.source?.band?.id ?? null,
    unit_type: line.source?.band?.type ?? null,
    listing: isTicket ? `L${random.int(100_000, 999_999)}` : null,
    section: seat?.section ?? null,
    raw_section: seat?.rawSection ?? null,
    seat_row: seat?.row || null,
    seats: seat?.row ? Array.from({ length: line.quantity }, (_, index) => String(seat.first + index)) : [],
    notes: isTicket && random.chance(0.05) ? [random.pick(['Restricted view', 'Aisle seat', 'Over 16 only'])] : [],
    face_value: isTicket ? shareOf(line.unitPrice, 8_800) : null,
    in_hand_on: isTicket && basket.delivery === 'courier' ? dateText(basket.travelDay - 14) : null,
    deliver_by: isTicket ? basket.startsAt - day : null,
    delivered:
      line.kind === 'item'
        ? Math.min(line.quantity, isTicket || course.delivered >= basket.quantity ? course.delivered : 0)
        : 0,
    transfer_accepted_at: isTransferred && course.redeemedAt !== null ? basket.startsAt - day / 2 : null,
    tax_rate: line.taxRate,
    holder_names: isTicket && course.confirmedAt !== null ? [`${contact.first} ${contact.last}`] : [],
  }
}

export function policyOf(basket: Basket): object[] {
  const free = basket.cancelUntil === null ? [] : [{ until: instantText(basket.cancelUntil), refund: 10_000 }]
  return [...free, { until: instantText(basket.startsAt), refund: 0 }]
}

export function answersOf(random: Random, basket: Basket, contact: Contact): object[] {
  if (!basket.product?.template.hasPickup) return []
  const isSpanish = basket.product.locale === 'es'
  return [
    {
      question: isSpanish ? 'Hotel para la recogida' : 'Hotel for the pickup',
      answer: `Hotel ${random.pick(['Central', 'Plaza', 'Astoria', 'Miramar', 'Continental'])}`,
    },
    {
      question: isSpanish ? 'Nombre del viajero principal' : 'Lead traveller',
      answer: `${contact.first} ${contact.last}`,
    },
  ]
}
