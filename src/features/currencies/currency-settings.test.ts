import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'currency settings' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

interface Row {
  readonly id: number
  readonly version: number
  readonly code: string
  readonly productCount: number
  readonly isEnabled: boolean
}
const path = '/rest/data/currency-settings'
const settingsOf = async (code: string) =>
  ((await admin.get(path, { q: code })).body as Row[]).find((row) => row.code === code) as Row
const change = (row: Row, values: object) => admin.put(`${path}/${row.id}`, { version: row.version, ...values })

describe('the settings of a currency', () => {
  it('put it first for everyone who chooses one, and leave what ISO 4217 says', async () => {
    const franc = await settingsOf('XOF')
    expect(franc.isEnabled).toBe(false)
    expect((await change(franc, { isEnabled: true, name: 'Franc of West Africa' })).status).toBe(200)
    const list = (await admin.get('/rest/data/currencies')).body as Row[]
    expect(list.find(({ code }) => code === 'XOF')).toMatchObject({ isEnabled: true, name: 'Franc of West Africa' })
    const again = await settingsOf('XOF')
    await change(again, { exponent: 4, code: 'QQQ' })
    expect(await settingsOf('XOF')).toMatchObject({ code: 'XOF', exponent: 0 })
  })

  it('stay in use while something is sold in it, and say how much', async () => {
    const db = server.database.kysely
    await makeCatalogue(db)
    await sql`update products set status = 'live'`.execute(db)
    const euro = await settingsOf('EUR')
    expect(euro.productCount).toBe(1)
    const refused = await change(euro, { isEnabled: false })
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { fields: { isEnabled: '1 product or performance is sold in it.' } },
    ])
    await sql`update products set status = 'mapped'`.execute(db)
    expect((await change(await settingsOf('EUR'), { isEnabled: false })).status).toBe(200)
  })

  it('are for people who run the console', async () => {
    const agent = await server.signIn('sales-agent')
    expect((await agent.get(path)).status).toBe(403)
  })
})
