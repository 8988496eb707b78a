import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openTestContext } from '../../app/testing/test-context.server.ts'
import { buyerOf } from './place-order.server.ts'

let testContext: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'merged buyers' })
})
afterAll(() => testContext.close())

it('takes an order under the address of a merged customer for the one who remains', async () => {
  const { maker, server, db } = testContext
  const admin = await server.signIn('admin')
  await maker.make('countries', { code: 'ES', isBlocked: false })
  const into = await maker.make('customers', { email: 'stays@example.com', status: 'active' })
  const from = await maker.make('customers', { email: 'goes@example.com', status: 'active' })
  const buyer = () => buyerOf(db, { email: 'Goes@example.com', country: 'ES' })
  expect(await buyer()).toMatchObject({ customerId: from })
  await admin.post(`/rest/data/users/user/${into}/merge`, { from, reason: 'The same person twice' })
  expect(await buyer()).toEqual({ customerId: into, email: 'goes@example.com' })
  await admin.patch(`/rest/data/users/user/${into}`, { status: 'blocked' })
  await expect(buyer()).rejects.toThrow('Orders of this customer are not accepted.')
})
