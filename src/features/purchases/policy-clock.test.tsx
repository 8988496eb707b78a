import { afterEach, describe, expect, it } from 'vitest'
import { closeScreen, openScreen } from '../../ui/testing/open-screen.tsx'
import { PolicyClock } from './policy-clock.tsx'
import type { Purchase } from './purchases.ts'

afterEach(closeScreen)

const order = {
  createdAt: '2026-01-01T00:00:00.000Z',
  startsAt: '2099-06-01T18:00:00.000Z',
  grandTotal: 10_000,
  captured: 10_000,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  currency: 'EUR',
  timeZone: 'Europe/Madrid',
  bookingStatus: 'confirmed',
}
/** What the policy says of an order that gives back a share until the end of May 2099. */
async function said(refund: number, change: object = {}): Promise<string> {
  const cancellationPolicy = [{ until: '2099-05-31T18:00:00.000Z', refund }]
  const purchase = { ...order, cancellationPolicy, ...change } as unknown as Purchase
  return (await openScreen(<PolicyClock purchase={purchase} offeredUntil={null} />)).text()
}

describe('the refund policy of an order', () => {
  it('says what goes back today, and of a full refund that it is one', async () => {
    expect(await said(10_000)).toContain('Full refund, €100.00,')
    await closeScreen()
    expect(await said(5_000)).toContain('50% refund, €50.00,')
    await closeScreen()
    // Without a time there is nothing for another clock to say.
    const words = await said(0, { startsAt: '2099-05-31T18:00:00.000Z' })
    expect(words).toContain('Non-refundable')
    expect(words).not.toContain('Madrid')
  })

  it('says what is left of it once something was refunded, of the smallest share too', async () => {
    expect(await said(5_000)).not.toContain('left to give back')
    await closeScreen()
    expect(await said(5_000, { refunded: 2_000 })).toContain('€30.00 left to give back')
    await closeScreen()
    expect(await said(5_000, { refunded: 7_000 })).toContain('€0.00 left to give back')
    await closeScreen()
    expect(await said(1, { grandTotal: 1_000_000, captured: 1_000_000, refunded: 1 })).toContain(
      '€0.99 left to give back',
    )
    await closeScreen()
    expect(await said(0, { refunded: 2_000 })).not.toContain('left to give back')
    await closeScreen()
    // After a change that made it cheaper, the share is of the price now, and what was paid beyond it has gone back.
    expect(await said(5_000, { grandTotal: 6_000, refunded: 4_000 })).toContain('€30.00 left to give back')
  })

  it('says that everything goes back until the supplier has confirmed', async () => {
    for (const bookingStatus of ['pending_payment', 'on_hold', 'pending_supplier']) {
      const words = await said(0, { bookingStatus, refunded: 2_000 })
      expect(words).toContain('Full refund until the supplier has confirmed')
      expect(words).toContain('€80.00 left to give back')
      await closeScreen()
    }
    for (const bookingStatus of ['confirmed', 'completed', 'cancelled', 'rejected', 'expired']) {
      expect(await said(0, { bookingStatus })).toContain('Non-refundable')
      await closeScreen()
    }
  })

  it('says when it has ended, and what a postponed event offers instead', async () => {
    expect(await said(10_000, { startsAt: '2026-02-01T18:00:00.000Z' })).toContain('The policy has ended.')
    await closeScreen()
    const purchase = { ...order, cancellationPolicy: [] } as unknown as Purchase
    const screen = await openScreen(<PolicyClock purchase={purchase} offeredUntil="2099-05-01T10:00:00.000Z" />)
    expect(screen.text()).toContain('Full refund on request until')
    expect(screen.text()).toContain('since the event was postponed')
    await closeScreen()
    const off = await openScreen(<PolicyClock purchase={purchase} offeredUntil={null} isCalledOff />)
    expect(off.text()).toContain('Full refund on request since the event was cancelled')
    expect(off.text()).not.toContain('Non-refundable')
  })
})
