import { describe, expect, it } from 'vitest'
import type { OrderRecord } from './compose-evidence.ts'
import { composeEvidence } from './compose-evidence.ts'

const record: OrderRecord = {
  reason: 'product_not_received',
  reference: 'AB12CD34',
  title: 'Night at the opera',
  contents: '2 tickets',
  placedAt: '2026-09-01T10:20:30Z',
  channel: 'web',
  customerName: 'Ana García',
  total: '€50.00',
  travelDate: '2026-10-02',
  redeemedAt: '2026-10-02T18:41:00Z',
  checks: ['3-D Secure: authenticated'],
  lines: [{ title: 'Ticket', quantity: 2, delivered: 2, transferAcceptedAt: null }],
  terms: { number: 3, from: '2026-01-01T00:00:00Z', sha256: 'abc' },
  policy: [],
  timeline: [
    { at: '2026-09-01T10:20:30Z', kind: 'placed' },
    { at: '2026-09-02T08:00:00Z', kind: 'tickets_delivered' },
    { at: '2026-10-02T22:00:00Z', kind: 'completed' },
  ],
  messages: [{ at: '2026-09-02T08:00:00Z', kind: 'ticket', subject: 'Your tickets' }],
  signIns: [
    { at: '2026-09-02T09:00:00Z', country: 'ES', isSameAddress: true },
    { at: '2026-09-03T09:00:00Z', country: null, isSameAddress: false },
  ],
  refunds: [],
  otherPayments: [{ reference: 'ZZ99', at: '2026-05-01T10:00:00Z', amount: '€20.00' }],
}

describe('the evidence of an order', () => {
  it('says what was delivered, when it was used, and from where the customer signed in', () => {
    const { access_activity_log: log, cancellation_policy_disclosure: terms, ...rest } = composeEvidence(record)
    expect(log).toContain('- Ticket: 2 of 2 delivered')
    // In the order in which it happened, wherever it is recorded.
    expect(log).toContain('- 2026-10-02 18:41 UTC: used at the entrance\n- 2026-10-02 22:00 UTC: completed')
    expect(log).toContain('- 2026-09-02 09:00 UTC from the IP address of the order, ES')
    expect(log).toContain('- 2026-09-03 09:00 UTC from another IP address')
    expect(log).toContain('- 3-D Secure: authenticated')
    expect(terms).toContain('version 3 of our terms')
    expect(rest.refund_policy_disclosure).toContain('non-refundable')
    expect(rest.uncategorized_text).toContain('ticket: Your tickets')
  })

  it('describes the order with its total', () => {
    expect(composeEvidence(record).product_description).toBe(
      'Night at the opera. 2 tickets. Order AB12CD34, placed 2026-09-01 10:20 UTC by web, €50.00.',
    )
  })

  it('has no field that the record says nothing about', () => {
    const bare = composeEvidence({ ...record, terms: null })
    expect(Object.keys(bare)).not.toContain('cancellation_policy_disclosure')
    expect(Object.keys(bare)).not.toContain('refund_refusal_explanation')
    expect(Object.keys(bare)).not.toContain('duplicate_charge_explanation')
  })

  it('names other payments of the customer only where the bank thinks it was charged twice', () => {
    expect(composeEvidence({ ...record, reason: 'duplicate' }).duplicate_charge_explanation).toContain(
      '- 2026-05-01 10:00 UTC: €20.00, order ZZ99',
    )
    expect(
      composeEvidence({ ...record, reason: 'duplicate', otherPayments: [] }).duplicate_charge_explanation,
    ).toContain('no other order')
  })

  it('lists the cancellation terms that the customer saw, and says of none that there was no refund', () => {
    const policy = [{ until: '2026-09-30T12:00:00Z', refund: 5_000 }]
    expect(composeEvidence({ ...record, policy }).refund_policy_disclosure).toContain(
      '- until 2026-09-30 12:00 UTC: 50% refund',
    )
    expect(composeEvidence(record).refund_policy_disclosure).not.toContain('% refund')
  })

  it('counts only refunds that arrived', () => {
    const refund = { at: '2026-09-10T10:00:00Z', amount: '€20.00', bankReference: 're_1' }
    const made = composeEvidence({
      ...record,
      refunds: [
        { ...refund, state: 'succeeded' },
        { ...refund, state: 'failed', amount: '€30.00' },
      ],
    })
    expect(made.refund_refusal_explanation).toContain('€20.00, reference re_1')
    expect(made.refund_refusal_explanation).not.toContain('€30.00')
  })
})
