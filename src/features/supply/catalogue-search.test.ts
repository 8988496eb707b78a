import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { FoundInCatalogue } from './importing/catalogue-found.ts'
import { commonFault } from './importing/supplier-answers.server.ts'
import { SupplierError } from './importing/supplier-catalogue.server.ts'
import { scripted } from './testing/sync-stage.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

const base = '/rest/data/product-codes'

describe('the search in a supplier’s catalogue', () => {
  let server: TestServer
  let admin: Client

  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'catalogue search' })
    admin = await server.signIn('admin')
  })
  afterAll(() => server?.stop())

  const search = async (query: Readonly<Record<string, string>>) =>
    (await admin.get(`${base}/catalogue?${new URLSearchParams(query)}`)).body as FoundInCatalogue

  it('says of each product whether its code is here, and what became of it', async () => {
    const first = await search({ words: 'bike', place: 'Rome' })
    expect(first).toMatchObject({ problem: null, hasMore: true })
    expect(first.items).toHaveLength(20)
    expect(first.items.every(({ status, place }) => status === null && place === 'Rome')).toBe(true)
    const code = first.items[3]?.code ?? ''
    await admin.post(`${base}/paste`, { text: code.toLowerCase() }, { 'idempotency-key': 'search' })
    const again = await search({ words: 'bike', place: 'Rome' })
    expect(again.items.filter(({ status }) => status !== null)).toEqual([
      { ...first.items[3], status: again.items[3]?.status },
    ])
    const pages = Math.ceil(first.total / 20)
    expect((await search({ words: 'bike', place: 'Rome', page: String(pages) })).hasMore).toBe(false)
  })

  it('asks for something to look for, and lets only those search who can import', async () => {
    expect((await admin.get(`${base}/catalogue?words=%20`)).body).toMatchObject({
      fields: { words: 'Enter a word or a city.' },
    })
    expect((await (await server.signIn('no-access')).get(`${base}/catalogue?words=bike`)).status).toBe(403)
  })

  it('says why a supplier cannot be searched', async () => {
    vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(() => ({
      ...scripted(),
      search: () => Promise.reject(new SupplierError({ kind: 'rate_limited', retryAfter: 1_000 })),
      classifyError: commonFault,
    }))
    expect((await admin.get('/rest/data/product-codes-tiqets/catalogue?words=tower')).body).toEqual({
      items: [],
      total: 0,
      hasMore: false,
      problem: 'Tiqets asked us to slow down. Retry in a few minutes.',
    })
  })
})
