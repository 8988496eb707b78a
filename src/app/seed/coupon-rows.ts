import type { Row } from './rows.ts'
import { type DemoCoupon, demoCoupons } from './coupon-list.ts'

const day = 86_400_000
const at = (now: number, days: number) => now + days * day

/** The coupons as rows; uses are counted when the purchases are there. */
export function couponRows(now: number, owner: number | null): Row[] {
  return demoCoupons.map((coupon) => ({
    id: coupon.id,
    code: coupon.code,
    name: coupon.name,
    status: coupon.status,
    kind: coupon.kind,
    percent: coupon.percent ?? null,
    amounts: coupon.amounts ?? [],
    max_discounts: coupon.maxDiscounts ?? [],
    min_spends: coupon.minSpends ?? [],
    channels: coupon.channels ?? [],
    total_limit: coupon.totalLimit ?? null,
    is_returned_on_cancel: coupon.isReturnedOnCancel ?? false,
    valid_from: at(now, coupon.from),
    valid_until: coupon.until === null ? null : at(now, coupon.until),
    time_zone: 'Europe/Madrid',
    platform_share: coupon.platformShare ?? 10_000,
    owner_id: owner,
    campaign: coupon.campaign ?? null,
    created_at: at(now, Math.min(coupon.from, -1) - 10),
    updated_at: at(now, Math.min(coupon.from, -1) - 9),
  }))
}

/** `days` counts from today; `items` is the subtotal in minor units. */
export interface Claim {
  readonly days: number
  readonly channel: string
  readonly currency: string
  readonly items: number
}

/** True while a coupon could be claimed on a channel in a currency for a subtotal. */
export function isClaimable(coupon: DemoCoupon, use: Claim): boolean {
  const isInTime = use.days >= coupon.from && (coupon.until === null || use.days < coupon.until)
  const isOpen = !coupon.channels || coupon.channels.includes(use.channel)
  const amount = coupon.amounts?.find(({ currency }) => currency === use.currency)
  const isPriced = coupon.kind === 'percent' || amount !== undefined
  const minimum = coupon.minSpends?.find(({ currency }) => currency === use.currency)?.amount
  const isEnough = !coupon.minSpends || (minimum !== undefined && use.items >= minimum)
  return coupon.weight > 0 && isInTime && isOpen && isPriced && isEnough
}

function instantText(value: Row[string] | undefined): string | null {
  return typeof value === 'number' ? new Date(value).toISOString() : null
}

/** The rules as a redemption remembers them. */
export function termsOf(row: Row): object {
  return {
    code: row['code'],
    status: 'active',
    kind: row['kind'],
    percent: row['percent'],
    amounts: row['amounts'],
    maxDiscounts: row['max_discounts'],
    minSpends: row['min_spends'],
    minQuantity: null,
    eventIds: [],
    excludedEventIds: [],
    performerIds: [],
    excludedPerformerIds: [],
    venueIds: [],
    excludedVenueIds: [],
    cityIds: [],
    excludedCityIds: [],
    productIds: [],
    excludedProductIds: [],
    channels: row['channels'],
    locales: [],
    excludedLocales: [],
    travelFrom: null,
    travelUntil: null,
    totalLimit: row['total_limit'],
    perCustomerLimit: null,
    isFirstPurchaseOnly: false,
    isReturnedOnCancel: row['is_returned_on_cancel'],
    customerIds: [],
    emailDomains: [],
    stackGroup: null,
    stackPriority: 0,
    validFrom: instantText(row['valid_from']),
    validUntil: instantText(row['valid_until']),
    timesUsed: 0,
    platformShare: row['platform_share'],
  }
}
