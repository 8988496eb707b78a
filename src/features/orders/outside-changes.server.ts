import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { ChangeOutcome, SupplierChanges, SuppliedVisit } from '../supply/importing/supplier-bookings.server.ts'
import { unchangeable } from './outside-booking.server.ts'
import type { Write } from './outside-booking.server.ts'
import type { OutsideBooking } from './supplier-booking-rows.server.ts'
import type { SupplierAnswer } from './supplier-port.server.ts'
import { SupplierUnsure } from './supplier-port.server.ts'

interface Changing {
  /** Undefined: the supplier changes nothing. */
  readonly changes: SupplierChanges | undefined
  readonly title: string
  readonly booking: OutsideBooking
  readonly visit: SuppliedVisit | undefined
}
type Change = Changing & { readonly changes: SupplierChanges; readonly visit: SuppliedVisit }

/** Why a change is none that we can ask for; null where the supplier decides. */
function ownProblem({ changes, title, booking, visit }: Changing): string | null {
  if (booking.state !== 'booked') return t('Only a confirmed booking can be changed.')
  if (!changes || !visit || visit.productCode !== booking.visit?.productCode) return unchangeable(title)
  const party = ({ units }: SuppliedVisit) =>
    units
      .map(({ label, quantity }) => `${label} ${quantity}`)
      .toSorted()
      .join()
  if (party(visit) !== party(booking.visit))
    return t('{title} changes the day and the time, not the party. Cancel it and place a new order.', { title })
  return null
}

export async function checkAt(changing: Changing): Promise<string | null> {
  const problem = ownProblem(changing)
  const { changes, booking, visit } = changing
  return problem ?? (changes && visit ? await changes.check(booking, visit) : null)
}

/** What the supplier wants on top of what the visit itself costs. */
export async function quoteChangeAt(changing: Changing): Promise<SupplierAnswer<'quoteChange'>> {
  const { changes, visit, booking } = possible(changing)
  const { token, difference } = await changes.quote(booking, visit)
  return { token, fee: Math.max(0, difference - (visit.cost - (booking.visit?.cost ?? 0))) }
}

function possible(changing: Changing): Change {
  const problem = ownProblem(changing)
  const { changes, visit } = changing
  if (problem !== null || !changes || !visit)
    throw new Refusal(409, problem ?? unchangeable(changing.title), { error: 'NotAvailable' })
  return { ...changing, changes, visit }
}

/** Makes a change once: after a lost answer the supplier is asked what became of it. */
export async function applyAt(changing: Changing, token: string, write: Write): Promise<SupplierAnswer<'applyChange'>> {
  const { booking } = changing
  const reference = booking.reference ?? booking.partnerReference
  if (booking.changeToken === token && booking.changeState === 'done') return { reference }
  const { changes, visit, title } = possible(changing)
  const isAgain = booking.changeToken === token
  const known = isAgain ? await changes.outcome(booking) : null
  // Its last change can be an earlier one.
  if (known?.status === 'DONE' && booking.changes > 0)
    throw new SupplierUnsure(t('{title} can’t say which change it made. Ask them.', { title }))
  if (!isAgain) await write({ change_token: token, change_state: 'asked' })
  return await settleChange(known ?? (await changes.apply(token)), { write, booking, visit, reference, title })
}

interface Settling {
  readonly write: Write
  readonly booking: OutsideBooking
  readonly visit: SuppliedVisit
  readonly reference: string
  readonly title: string
}

async function settleChange(
  { status, voucherUrl, reason }: ChangeOutcome,
  { write, booking, visit, reference, title }: Settling,
): Promise<SupplierAnswer<'applyChange'>> {
  if (status === 'PENDING') throw new SupplierUnsure(t('{title} hasn’t decided on the change yet.', { title }))
  if (status === 'REJECTED') {
    await write({ change_token: null, change_state: null })
    throw new Refusal(409, reason ?? t('The supplier has rejected the change.'), { error: 'NotAvailable' })
  }
  await write({
    visit: JSON.stringify(visit),
    change_state: 'done',
    changes: booking.changes + 1,
    ...(voucherUrl?.startsWith('https://') && { voucher_url: voucherUrl.slice(0, 2_000) }),
  })
  return { reference }
}
