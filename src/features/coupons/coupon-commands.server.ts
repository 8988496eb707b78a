import { sql } from 'kysely'
import type { Call } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { CouponResults } from './coupon-commands.ts'
import { archiveCoupons, extendCoupons, pauseCoupons, resumeCoupons } from './coupon-commands.ts'
import type { StateFacts } from './coupon-state.ts'
import { refuseArchive, refuseExtend, refusePause, refuseResume } from './coupon-state.ts'

interface CouponRow extends StateFacts {
  readonly id: number
  readonly code: string
}

/** What a command changes, and the coupons it declines. */
interface Step {
  readonly action: string
  readonly change: Partial<Pick<StateFacts, 'status' | 'validUntil'>>
  readonly refuse: (coupon: StateFacts, now: number) => string | null
}

type SomeCoupons = Pick<
  Call<unknown, unknown, { ids: number[]; reason?: string | undefined }>,
  'input' | 'db' | 'audit'
>

/**
 * Applies a step to each coupon that allows it. The others stay as they are and say why: a person who pauses fifty
 * should not have to find the one that stopped them all.
 */
async function applyTo({ input, db, audit }: SomeCoupons, step: Step): Promise<CouponResults> {
  const { rows } = await sql<CouponRow>`
    select id, code, status, valid_from as "validFrom", valid_until as "validUntil", total_limit as "totalLimit",
      times_used as "timesUsed"
    from coupons where id = any(${input.ids}) order by id for update`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  const now = Date.now()
  const results = [...new Set(input.ids)].map((id) => {
    const coupon = found.get(id)
    const message = coupon ? step.refuse(coupon, now) : t('Coupon not found.')
    return message === null ? { id, ok: true } : { id, ok: false, message }
  })
  const changed = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
  if (changed.length > 0) {
    const { status, validUntil } = step.change
    await sql`
      update coupons set version = version + 1, updated_at = now(),
        status = coalesce(${status ?? null}, status), valid_until = coalesce(${validUntil ?? null}, valid_until)
      where id = any(${changed.map(({ id }) => id)})`.execute(db)
  }
  const keys = Object.keys(step.change) as (keyof Step['change'])[]
  for (const coupon of changed) {
    audit.record({
      action: step.action,
      object: 'coupons',
      recordId: coupon.id,
      title: coupon.code,
      before: Object.fromEntries(keys.map((key) => [key, coupon[key]])),
      after: step.change,
      ...(input.reason && { reason: input.reason }),
    })
  }
  return { results }
}

export const pauseCouponsServer = implement(pauseCoupons, (call) =>
  applyTo(call, {
    action: 'pause',
    change: { status: 'paused' },
    refuse: refusePause,
  }),
)

export const resumeCouponsServer = implement(resumeCoupons, (call) =>
  applyTo(call, {
    action: 'resume',
    change: { status: 'active' },
    refuse: refuseResume,
  }),
)

export const archiveCouponsServer = implement(archiveCoupons, (call) =>
  applyTo(call, {
    action: 'archive',
    change: { status: 'archived' },
    refuse: refuseArchive,
  }),
)

export const extendCouponsServer = implement(extendCoupons, async (call) => {
  const { validUntil } = call.input
  if (Date.parse(validUntil) <= Date.now()) throw invalid({ validUntil: t('The new end must be in the future.') })
  return await applyTo(call, {
    action: 'extend',
    change: { validUntil },
    refuse: (coupon) => refuseExtend(coupon, validUntil),
  })
})
