import { afterEach, describe, expect, it } from 'vitest'
import type { Answers } from '../../../ui/testing/open-screen.tsx'
import { click, closeScreen, openScreen } from '../../../ui/testing/open-screen.tsx'
import { purchases } from '../../purchases/purchases.ts'
import { SupplierLogOfOrder } from './supplier-log.tsx'

afterEach(closeScreen)

const at = '2026-06-01T10:00:00.000Z'
const exchange = { action: 'book', at, milliseconds: 1234, method: 'POST', status: 200, problem: null }
const log = {
  booking: {
    supplier: 'Globick',
    partnerReference: 'MQ12',
    reference: '880001',
    state: 'rejected',
    reason: 'The guide is ill.',
    voucherUrl: null,
    isTest: true,
    hasPlaces: false,
    nextPollAt: null,
    assumption: 'Bookings are our assumption.',
  },
  calls: [
    { id: 2, action: 'book', at, state: 'refused', tries: 1, message: 'The guide is ill.', nextTryAt: null },
    { id: 1, action: 'hold', at, state: 'done', tries: 1, message: null, nextTryAt: null },
  ],
  exchanges: [
    { ...exchange, id: 8, url: 'https://api.globick.com/v1/bookings' },
    { ...exchange, id: 7, action: 'hold', method: 'GET', url: 'https://api.globick.com/v1/activities/1/sessions' },
  ],
}
const whole = { ...exchange, id: 8, url: 'https://api.globick.com/v1/bookings', headers: { 'x-api-key': '••••' } }
const answers: Answers = {
  'GET /rest/data/purchases/7/supplier-log': log,
  'GET /rest/data/purchases/7/supplier-log/8': { ...whole, request: '{"a":1}', answer: '<error>' },
}
const open = (given: Answers = answers) =>
  openScreen(<SupplierLogOfOrder of={purchases} record={{ id: 7, version: 1 }} isDirty={false} />, given)

describe('the supplier log on the page of an order', () => {
  it('says where the booking is, why, and what is assumed', async () => {
    const text = (await open()).text()
    for (const words of [
      'Globick',
      'Rejected',
      'Test booking',
      '880001',
      'MQ12',
      'The guide is ill.',
      'our assumption',
    ])
      expect(text).toContain(words)
  })

  it('has each call with what went over the wire for it', async () => {
    const screen = await open()
    const calls = screen.all('ol > li').map(({ textContent }) => textContent)
    expect(calls).toHaveLength(2)
    expect(calls[0]).toMatch(/^Hold.*GET \/v1\/activities\/1\/sessions/)
    expect(calls[1]).toMatch(/^Booking.*Refused.*POST \/v1\/bookings/)
  })

  it('says why a try brought no answer and when the next one is, in one text', async () => {
    const [, hold] = log.calls
    const waiting = { ...hold, id: 2, action: 'book', state: 'open', message: 'Globick didn’t answer.', nextTryAt: at }
    const screen = await open({ 'GET /rest/data/purchases/7/supplier-log': { ...log, calls: [waiting, hold] } })
    const said = screen.all('ol > li:last-child > p:not(:first-child)').map(({ textContent }) => textContent)
    expect(said).toEqual([
      expect.stringMatching(/^Globick didn’t answer\. We’ll try again on 1 Jun 2026.* \(1 try so far\)\.$/),
    ])
  })

  it('opens one of them as it was sent and answered', async () => {
    const screen = await open()
    await click(screen.button('POST /v1/bookings'))
    const [request, answer] = screen.all('pre').map(({ textContent }) => textContent)
    expect(request).toBe('POST https://api.globick.com/v1/bookings\nx-api-key: ••••\n\n{\n  "a": 1\n}')
    expect(answer).toBe('<error>')
  })

  it('is not there for an order of our own stock', async () => {
    const screen = await open({
      'GET /rest/data/purchases/7/supplier-log': { booking: null, calls: [], exchanges: [] },
    })
    expect(screen.all('section')).toEqual([])
  })
})
