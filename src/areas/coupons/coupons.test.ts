import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'coupons' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

describe('smoke', () => {
  it('creates', async () => {
    const r = await admin.post('/rest/data/coupons', { code: 'save-10', name: 'Ten', percent: 1000 })
    console.log(r.status, r.body)
    const l = await admin.get('/rest/data/coupons')
    console.log(l.status, l.body)
    const g = await admin.post('/rest/data/coupons/generate', { count: 3, prefix: 'X-', template: { name: 'Batch', percent: 500 } })
    console.log(g.status, g.body)
    const c = await admin.get('/rest/data/coupons/batches/1/codes')
    console.log(c.status, c.body)
    const p = await admin.post('/rest/data/coupons/pause', { ids: [1, 2, 99] })
    console.log(p.status, JSON.stringify(p.body))
  })
})
