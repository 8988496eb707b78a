import { afterAll, beforeAll, expect, inject } from 'vitest'
import { openTestContext } from '../../../app/testing/test-context.server.ts'
import type { Client } from '../../../app/testing/start.server.ts'
import type { FoundRecords } from '../search.ts'

export let testContext: Awaited<ReturnType<typeof openTestContext>>
export let admin: Client
export let agent: Client
export let editor: Client
export const path = '/rest/data/search'
const customer = {
  email: 'ana.garcia@sample.test',
  firstName: 'Ana',
  lastName: 'García',
  phone: '+34612345678',
  status: 'active',
  riskNotes: null,
}
const bought = {
  customerName: 'Ana García',
  customerEmail: 'ana.garcia@sample.test',
  title: 'Colosseum by night',
  providerReference: 'SUP_100%-7',
}
export const ids: Record<'customer' | 'old' | 'purchase' | 'coupon' | 'apiUser', number> = {
  customer: 0,
  old: 0,
  purchase: 0,
  coupon: 0,
  apiUser: 0,
}

/** Starts the product for the tests of a file, and stops it after them. */
export function serveSearch(): void {
  beforeAll(async () => {
    testContext = await openTestContext({ postgresUrl: inject('postgresUrl'), name: 'search' })
    admin = await testContext.server.signIn('admin')
    agent = await testContext.server.signIn('sales-agent')
    editor = await testContext.server.signIn('catalogue-editor')
    ids.customer = await testContext.maker.make('customers', customer)
    ids.old = await testContext.maker.make('purchases', { ...bought, reference: 'ANAXYZ22' })
    ids.purchase = await testContext.maker.make('purchases', { ...bought, reference: 'WXYZ2345' })
    ids.coupon = await testContext.maker.make('coupons', { code: 'ANA-SUMMER', name: 'Summer of Ana' })
    ids.apiUser = await testContext.maker.make('discovery-api-users', { name: 'Summer app', company: 'Ana Ltd' })
  })
  afterAll(() => testContext.close())
}

export const search = async (caller: Client, q: string, more: object = {}): Promise<FoundRecords> => {
  const reply = await caller.get(path, { q, ...more })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as FoundRecords
}
