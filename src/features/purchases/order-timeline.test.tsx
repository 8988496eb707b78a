import { act } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { click, closeScreen, openScreen, type } from '../../ui/testing/open-screen.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import type { PurchaseDetails } from './purchase-details.ts'
import type { Purchase } from './purchases.ts'

afterEach(closeScreen)

const purchase = { id: 7, kind: 'event', currency: 'EUR', timeZone: 'Europe/Madrid' } as Purchase
const details = { timeline: [] as PurchaseDetails['timeline'] } as PurchaseDetails
const path = '/rest/data/purchases/7/notes'

/** The timeline with a note typed. The notes are read once; every later reading is under way for good. */
async function typed() {
  let reads = 0
  const screen = await openScreen(<OrderTimeline purchase={purchase} details={details} />, {
    [`GET ${path}`]: () => (reads++ === 0 ? { notes: [], hasMore: false } : new Promise(() => {})),
    [`POST ${path}`]: {},
  })
  await click(screen.find('button[aria-keyshortcuts=m]'))
  await type('Call back', screen.find('textarea'))
  return screen
}

describe('a note of an order', () => {
  it('closes its input as soon as it is stored, before the notes are read again', async () => {
    const screen = await typed()
    await click(screen.button('Save note'))
    expect(screen.all('textarea')).toEqual([])
  })

  it('is stored once however often its button is pressed', async () => {
    const screen = await typed()
    await act(async () => {
      screen.button('Save note').click()
      screen.button('Save note').click()
    })
    await expect.poll(() => screen.all('textarea')).toEqual([])
    expect(screen.calls.filter(({ call }) => call.startsWith('POST'))).toHaveLength(1)
  })
})
