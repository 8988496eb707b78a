import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { auditLength } from '../../core/testing/audit-trail.server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'opening rows' })
  admin = await server.signIn('admin')
  for (const code of ['OPEN-1', 'OPEN-2'])
    await admin.post('/rest/data/coupons', { code, name: code, kind: 'percent', percent: 1000, status: 'active' })
})
afterAll(() => server?.stop())

const ofCoupons = { resource: 'coupons', list: 'coupons/list' }
const rowsFor = (caller: Client, query: Readonly<Record<string, unknown>> = {}) =>
  caller.get('/rest/data/saved-views/rows', { ...ofCoupons, view: 'default', ...query })

describe('the rows that a list opens with', () => {
  it('are those of the call that the answer names', async () => {
    const opening = await rowsFor(admin)
    const location = opening.headers.get('content-location') ?? ''
    expect(location).toMatch(/^\/rest\/data\/coupons\?sort=.*range=.*fields=/)
    const list = await admin.get(location)
    expect(opening.body).toEqual(list.body)
    for (const name of ['x-total-count', 'x-total-count-kind', 'content-range'])
      expect(opening.headers.get(name)).toBe(list.headers.get(name))
  })

  it('are what the address says, and have the fields that were asked for besides', async () => {
    const view = 'filter={"code":"OPEN-1"}&sort=code&size=25&page=1&view=all'
    const { body } = await rowsFor(admin, { view, fields: '["campaign"]' })
    expect(body).toMatchObject([{ code: 'OPEN-1', campaign: null }])
    expect((body as unknown[]).length).toBe(1)
  })

  it('are those of the person’s default view, with its columns', async () => {
    const query = 'filter={"code":"OPEN-2"}&columns=code,campaign'
    const view = await admin.post('/rest/data/saved-views', { ...ofCoupons, name: 'One', query })
    await admin.put('/rest/data/saved-views/own-default', { ...ofCoupons, view: (view.body as { id: number }).id })
    expect((await rowsFor(admin)).body).toMatchObject([{ code: 'OPEN-2', campaign: null }])
    expect((await rowsFor(admin, { view: 'view=all' })).body).toHaveLength(2)
    await admin.put('/rest/data/saved-views/own-default', { ...ofCoupons, view: null })
  })

  it.each([
    ['a search', { view: 'q=OPEN' }],
    ['a search within a filter', { view: 'filter={"code":{"contains":"OPEN"}}' }],
    ['another form of the screen', { view: 'show=duplicates' }],
    ['a page too far on', { view: 'page=9999' }],
    ['fields that are not JSON', { fields: 'code' }],
    ['an unknown list', { resource: 'nothing' }],
  ])('are left to the screen where they are of %s', async (_, query) => {
    const { status, body } = await rowsFor(admin, query)
    expect([status, body]).toEqual([204, ''])
  })

  it('are no refusal for a person who cannot see the list: 204, and nothing in the audit', async () => {
    const agent = await server.signIn('sales-agent')
    expect((await agent.get('/rest/data/rules')).status).toBe(403)
    const before = await auditLength(server.database.kysely)
    expect((await rowsFor(agent, { resource: 'rules', list: 'rules/list' })).status).toBe(204)
    expect(await auditLength(server.database.kysely)).toBe(before)
  })
})
