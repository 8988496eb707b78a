import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { orderRates } from '../exchange-rates/order-rates.server.ts'
import { urgencyOf } from './urgency.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'urgency' })
})
afterAll(() => server?.stop())

it('a small sum of a currency whose rate has expired is less urgent than a large one in euros', async () => {
  const { kysely: db } = server.database
  await sql`
    insert into exchange_rates (base_currency, quote_currency, rate, as_of, expires_at, source)
    values ('EUR', 'ARS', 1120, now() - interval '40 days', now() - interval '33 days', 'Treasury')`.execute(db)
  const rates = await orderRates(db)
  const { rows } = await sql<{ code: string; urgency: number }>`
    select c.code, ${urgencyOf('g', rates)} as urgency
    from (values ('ARS', 26675000, now()::date), ('EUR', 244500, now()::date)) g (currency, stake, next_date)
      join currencies c on c.code = g.currency order by 2 desc`.execute(db)
  // ARS 266,750.00 are about EUR 238.17.
  expect(rows).toEqual([
    { code: 'EUR', urgency: 244_500 },
    { code: 'ARS', urgency: 23_817 },
  ])
})
