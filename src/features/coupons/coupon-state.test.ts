import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CouponStatus, StateFacts } from './coupon-state.ts'
import {
  couponState,
  couponStatuses,
  refuseArchive,
  refuseExtend,
  refusePause,
  refuseResume,
  refuseStatus,
} from './coupon-state.ts'

const now = Date.parse('2026-06-01T12:00:00.000Z')
const open: StateFacts = { status: 'active', validFrom: null, validUntil: null, totalLimit: null, timesUsed: 0 }

describe('the state of a coupon', () => {
  it.each([
    ['draft', { status: 'draft', validUntil: '2020-01-01T00:00:00.000Z' }],
    ['archived', { status: 'archived', totalLimit: 1, timesUsed: 1 }],
    ['active', {}],
    ['scheduled', { validFrom: '2026-06-01T12:00:00.001Z' }],
    ['active', { validFrom: '2026-06-01T12:00:00.000Z' }],
    ['expired', { validUntil: '2026-06-01T12:00:00.000Z' }],
    ['active', { validUntil: '2026-06-01T12:00:00.001Z' }],
    ['exhausted', { totalLimit: 5, timesUsed: 5 }],
    ['active', { totalLimit: 5, timesUsed: 4 }],
    ['paused', { status: 'paused' }],
    ['paused', { status: 'paused', validFrom: '2030-01-01T00:00:00.000Z' }],
    ['expired', { status: 'paused', validUntil: '2020-01-01T00:00:00.000Z' }],
    ['exhausted', { status: 'paused', totalLimit: 1, timesUsed: 1 }],
    ['expired', { totalLimit: 1, timesUsed: 1, validUntil: '2020-01-01T00:00:00.000Z' }],
  ] as const)('is %s for %o', (state, facts) => {
    expect(couponState({ ...open, ...facts }, now)).toBe(state)
  })
})

describe('the status that staff set', () => {
  const allowed = [
    'draft>active',
    'draft>archived',
    'active>paused',
    'active>archived',
    'paused>active',
    'paused>archived',
    'archived>paused',
  ]
  const steps = couponStatuses.flatMap((from) => couponStatuses.map((to) => [from, to] as const))

  it.each(steps)('%s → %s is allowed or refused with the next legal step', (from, to) => {
    const refusal = refuseStatus(from, { ...open, status: to }, now)
    if (from === to || allowed.includes(`${from}>${to}`)) expect(refusal).toBeNull()
    else expect(refusal).toMatch(/\. (Activate|Pause|Resume|Set it to paused)/)
  })

  it('begins as a draft or active', () => {
    const refused = couponStatuses.filter((status) => refuseStatus(null, { ...open, status }, now) !== null)
    expect(refused).toEqual(['paused', 'archived'])
  })

  it('does not become active where the clock or the count would overrule it', () => {
    const expired = { ...open, validUntil: '2020-01-01T00:00:00.000Z' }
    const exhausted = { ...open, totalLimit: 20, timesUsed: 20 }
    expect(refuseStatus('paused', expired, now)).toBe('It has expired. Extend it first.')
    expect(refuseStatus('draft', exhausted, now)).toBe('All 20 uses are taken. Raise the total limit first.')
  })

  it('after a step that a command allows, is one that the table of steps allows too', () => {
    const instants = fc.option(
      fc
        .date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
        .map((at) => at.toISOString()),
      { nil: null },
    )
    const facts = fc.record({
      status: fc.constantFrom(...couponStatuses),
      validFrom: instants,
      validUntil: instants,
      totalLimit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      timesUsed: fc.nat({ max: 4 }),
    })
    fc.assert(
      fc.property(facts, (coupon) => {
        const to: [CouponStatus, string | null][] = [
          ['paused', refusePause(coupon, now)],
          ['active', refuseResume(coupon, now)],
          ['archived', refuseArchive(coupon)],
        ]
        for (const [status, refusal] of to) {
          if (refusal === null) {
            expect(refuseStatus(coupon.status, { ...coupon, status }, now)).toBeNull()
            expect(coupon.status).not.toBe(status)
          }
        }
      }),
    )
  })
})

describe('commands', () => {
  it('say why a coupon cannot be paused', () => {
    expect(refusePause(open, now)).toBeNull()
    expect(refusePause({ ...open, status: 'paused' }, now)).toBe('Already paused.')
    expect(refusePause({ ...open, status: 'draft' }, now)).toBe('It is a draft. Activate or archive it.')
    expect(refusePause({ ...open, status: 'archived' }, now)).toMatch(/lready archived/)
  })

  it('say why a coupon cannot be resumed', () => {
    expect(refuseResume({ ...open, status: 'paused' }, now)).toBeNull()
    expect(refuseResume({ ...open, status: 'draft' }, now)).toBeNull()
    expect(refuseResume(open, now)).toBe('Already active.')
    expect(refuseResume({ ...open, validUntil: '2020-01-01T00:00:00.000Z' }, now)).toBe(
      'It has expired. Extend it first.',
    )
    expect(refuseResume({ ...open, status: 'archived' }, now)).toMatch(/Set it to paused first/)
  })

  it('extend, and never shorten', () => {
    const ending = { ...open, validUntil: '2026-07-01T00:00:00.000Z' }
    expect(refuseExtend(ending, '2026-07-01T00:00:00.001Z')).toBeNull()
    expect(refuseExtend(ending, '2026-07-01T00:00:00.000Z')).toBe('Already valid until then or later.')
    expect(refuseExtend(open, '2026-07-01T00:00:00.000Z')).toBe('It has no end date, so it can’t be extended.')
    expect(refuseExtend({ ...ending, status: 'archived' }, '2027-01-01T00:00:00.000Z')).toMatch(/archived/)
  })
})
