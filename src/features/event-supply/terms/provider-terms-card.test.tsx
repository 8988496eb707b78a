import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen, Refused, type } from '../../../ui/testing/open-screen.tsx'
import { ProviderTermsCard } from './provider-terms-card.tsx'
import type { ProviderTermsAnswer } from './provider-terms.endpoints.ts'

afterEach(closeScreen)

const terms: ProviderTermsAnswer = {
  commission: 1000,
  priority: 1,
  settlement: 'prepaid',
  balanceThreshold: null,
  hasParity: false,
  floorShare: null,
  pauseShare: null,
  pauseCalls: 10,
  imageLicence: null,
  marketIds: [],
  delivery: [],
  currency: 'EUR',
  calls: 0,
  failed: 0,
  markets: [],
  balance: { amount: 100_000, isLow: false, statedAt: '2026-11-02T10:00:00Z', deposited: 0, booked: 0 },
}
const path = '/rest/data/event-providers/palco/terms'

/** The card with the dialog of an entry open. It is read once; every later reading is under way for good. */
async function opened(entered: () => unknown) {
  let reads = 0
  const screen = await openScreen(<ProviderTermsCard code="palco" canEdit />, {
    [`GET ${path}`]: () => (reads++ === 0 ? terms : new Promise(() => {})),
    'POST /rest/data/event-providers/palco/balance': entered,
  })
  await click(screen.button('Enter balance…'))
  await type('5000', screen.find('input[name=amount]'))
  return {
    ...screen,
    sent: () => screen.calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body),
    dialogs: () => screen.all('[role=dialog]').length,
  }
}

describe('an entry of a prepaid balance', () => {
  it('closes its dialog as soon as it is stored, and shows the balance before the terms are read again', async () => {
    const screen = await opened(() => ({ ...terms, balance: { ...terms.balance, amount: 600_000 } }))
    await click(screen.button('Enter'))
    expect(screen.sent()).toEqual([{ kind: 'deposit', amount: 500_000, note: null }])
    expect(screen.dialogs()).toBe(0)
    expect(screen.text()).toContain('€6,000.00')
  })

  it('is sent once however often its button is pressed', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const screen = await opened(() => promise)
    const button = screen.button('Enter')
    await act(async () => {
      button.click()
      button.click()
    })
    await act(async () => resolve(terms))
    await expect.poll(screen.dialogs).toBe(0)
    expect(screen.sent()).toHaveLength(1)
  })

  it('stays with what was typed where it is refused, and can be sent again', async () => {
    const screen = await opened(() => new Refused({ amount: 'Too much.' }))
    await click(screen.button('Enter'))
    expect(screen.text()).toContain('Too much.')
    await click(screen.button('Enter'))
    expect(screen.sent()).toHaveLength(2)
  })
})
