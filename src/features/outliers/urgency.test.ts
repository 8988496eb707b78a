import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { orderRates, urgencyOf } from './urgency.server.ts'

let server: TestServer
const db = () => server.database.kysely

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'urgency' })
})
afterAll(() => server.stop())

const rate = (base: string, quote: string, value: number) =>
  sql`
    insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
    values (${base}, ${quote}, ${value}, now() - interval '1 hour', now() + interval '1 day', 'Test')`.execute(db())

/** How urgent an amount in minor units is, for an event today. */
async function urgency(stake: number, currency: string): Promise<number> {
  const rates = await orderRates(db())
  const { rows } = await sql<{ urgency: number }>`
    select ${urgencyOf('g', rates)} as urgency from (select ${stake}::bigint as stake, now()::date as next_date) g, currencies c where c.code = ${currency}`.execute(
    db(),
  )
  return rows[0]?.urgency ?? 0
}

describe('urgency', () => {
  it('counts money in euro cents at the current rate, whichever way round it was entered', async () => {
    await rate('EUR', 'USD', 1.25)
    await rate('JPY', 'EUR', 0.005)
    expect(await urgency(12_500, 'USD')).toBe(10_000)
    expect(await urgency(20_000, 'JPY')).toBe(10_000)
    expect(await urgency(10_000, 'EUR')).toBe(10_000)
  })

  it('counts a currency without a rate like the euro, in its own digits', async () => {
    expect(await urgency(10_000, 'GBP')).toBe(10_000)
    expect(await urgency(100, 'KRW')).toBe(10_000)
  })
})
