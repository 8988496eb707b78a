import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk, refusalOf } from '../orders/testing/order-desk.server.ts'

let desk: OrderDesk
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'production_payments', {
    MARQUEE_MODE: 'production',
    GOOGLE_CLIENT_ID: 'marquee.apps.googleusercontent.com',
    PUBLIC_URL: 'https://console.example.com',
  })
})
afterAll(() => desk?.server.stop())

it('takes an order in production without keys of a gateway, and begins no payment for it', async () => {
  const order = await desk.placed()
  expect(await refusalOf(desk.post(order.reference, 'pay', { method: 'card' }))).toEqual([503, 'NoGateway'])
  expect(await desk.rowOf(order.reference)).toMatchObject({ payment_status: 'unpaid', captured: 0 })
})
