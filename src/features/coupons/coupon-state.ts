import { msg, t } from '../../core/i18n/language.ts'

/** What staff set. */
export const couponStatuses = ['draft', 'active', 'paused', 'archived'] as const
/** What a coupon is at a moment: its status, unless the clock or the count says more. */
export const couponStates = ['draft', 'scheduled', 'active', 'paused', 'exhausted', 'expired', 'archived'] as const

export type CouponStatus = (typeof couponStatuses)[number]
export type CouponState = (typeof couponStates)[number]

/** The facts that a state follows from. */
export interface StateFacts {
  readonly status: CouponStatus
  readonly validFrom: string | null
  readonly validUntil: string | null
  readonly totalLimit: number | null
  readonly timesUsed: number
}

/**
 * A coupon's state at a moment in milliseconds since 1970. Facts go before wishes: a paused coupon whose time is
 * over has expired, since resuming would not bring it back. Its end is the first moment at which it is no longer
 * valid. `stateSql` says the same in SQL.
 */
export function couponState(coupon: StateFacts, now: number): CouponState {
  const { status, validFrom, validUntil, totalLimit, timesUsed } = coupon
  if (status === 'draft' || status === 'archived') return status
  if (validUntil !== null && Date.parse(validUntil) <= now) return 'expired'
  if (totalLimit !== null && timesUsed >= totalLimit) return 'exhausted'
  if (status === 'paused') return 'paused'
  return validFrom !== null && Date.parse(validFrom) > now ? 'scheduled' : 'active'
}

/**
 * The statuses that can follow each status. An archived coupon comes back paused, so that restoring one archived by
 * mistake does not put it on sale unnoticed. A coupon that has been live never becomes a draft again.
 */
const nextStatuses: Readonly<Record<CouponStatus, readonly CouponStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: ['paused'],
}

const refusedSteps: Readonly<Record<CouponStatus, string>> = {
  draft: msg('It is a draft. Activate or archive it.'),
  active: msg('It has been active, so it can’t become a draft again. Pause or archive it.'),
  paused: msg('It has been active, so it can’t become a draft again. Resume or archive it.'),
  archived: msg('It is archived. Set it to paused first, then resume it.'),
}

/**
 * Why a coupon can't go from one status to another, or null if it can. `after` is the coupon after the change. `from`
 * is null for a new coupon.
 */
export function refuseStatus(from: CouponStatus | null, after: StateFacts, now: number): string | null {
  const to = after.status
  if (from === to) return null
  if (from === null) {
    return to === 'draft' || to === 'active' ? null : t('A new coupon begins as a draft or active.')
  }
  if (!nextStatuses[from].includes(to)) return t(refusedSteps[from])
  return to === 'active' ? refuseStart(after, now) : null
}

/** Why setting a coupon active would change nothing, or null when it would. */
function refuseStart(after: StateFacts, now: number): string | null {
  const state = couponState(after, now)
  if (state === 'expired') return t('It has expired. Extend it first.')
  if (state === 'exhausted')
    return t('All {totalLimit} uses are taken. Raise the total limit first.', {
      totalLimit: after.totalLimit ?? 0,
    })
  return null
}

/** Why a coupon cannot be paused, or null when it can. */
export function refusePause(coupon: StateFacts, now: number): string | null {
  if (coupon.status === 'paused') return t('Already paused.')
  if (coupon.status === 'archived') return t('Already archived, so it isn’t accepted.')
  return refuseStatus(coupon.status, { ...coupon, status: 'paused' }, now)
}

/** Why a coupon cannot be resumed, or null when it can. A draft is activated, which is the same step. */
export function refuseResume(coupon: StateFacts, now: number): string | null {
  if (coupon.status === 'active') return refuseStart(coupon, now) ?? t('Already active.')
  return refuseStatus(coupon.status, { ...coupon, status: 'active' }, now)
}

/** Why a coupon cannot be archived, or null when it can. */
export function refuseArchive(coupon: StateFacts): string | null {
  return coupon.status === 'archived' ? t('Already archived.') : null
}

/** Why a coupon cannot be given a later end, or null when it can. Extending never shortens. */
export function refuseExtend(coupon: StateFacts, validUntil: string): string | null {
  if (coupon.status === 'archived') return t(refusedSteps.archived)
  if (coupon.validUntil === null) return t('It has no end date, so it can’t be extended.')
  if (Date.parse(validUntil) <= Date.parse(coupon.validUntil)) return t('Already valid until then or later.')
  return null
}
