import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { weekdays } from './product-options.ts'
import { daysFrom, listAgainstCalendar } from './testing/sellability.server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'open days' })
  admin = await server.signIn('admin')
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const dates = daysFrom(new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10), 40)
const date = fc.constantFrom(...dates)
const clock = fc.constantFrom('00:00', '02:30', '09:00', '13:15', '18:30', '23:59')
const often = <V>(value: V, other: V) => fc.constantFrom(value, value, value, value, other)
const rule = fc.record({
  from: fc.option(date),
  until: fc.option(date),
  weekdays: fc.subarray([...weekdays]),
  opens: fc.option(clock),
  closes: fc.option(clock),
})
const exception = fc.record({
  from: date,
  until: fc.option(date),
  kind: fc.constantFrom('open', 'open', 'closed', 'blackout'),
  cause: fc.constant(null),
})
const someOption = fc.record({
  isActive: often(true, false),
  startTimes: fc.uniqueArray(clock, { maxLength: 2 }).map((times) => times.toSorted()),
  cutoffAmount: fc.integer({ min: 0, max: 30 }),
  cutoffUnit: fc.constantFrom('minute', 'hour', 'day'),
  openingRules: fc.array(rule, { maxLength: 2 }),
  openingExceptions: fc.array(exception, { maxLength: 2 }),
})
const someProduct = fc.record({
  status: often('live', 'mapped'),
  timeZone: fc.constantFrom(
    'Pacific/Kiritimati',
    'Europe/Rome',
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Pacific/Pago_Pago',
  ),
})
const word = fc.constantFrom('AVAILABLE', 'AVAILABLE', 'FREESALE', 'LIMITED', 'SOLD_OUT', 'CLOSED')

it('counts in lists the days that calendars show as open, whatever closes the others', async () => {
  const records = maker(db(), resources, examples)
  const count = 40
  const [products, options, words] = [
    fc.sample(someProduct, count),
    fc.sample(someOption, count),
    fc.sample(word, count * dates.length),
  ]
  for (const [n, values] of options.entries()) {
    const productId = await records.make('products', { suspendedBecause: null, ...products[n] })
    const id = await records.make('product-options', { productId, ...values })
    const own = dates.map((_, index) => words[n * dates.length + index] ?? 'AVAILABLE')
    await sql`
      insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at)
      select ${id}::bigint, day, status, case when status in ('SOLD_OUT', 'CLOSED') then 0 when status = 'LIMITED' then place % 3 when place % 2 = 0 then 5 end,
        now() - case when place % 11 = 0 then interval '25 hours' else interval '23 hours' end
      from unnest(${dates}::date[], ${own}::text[]) with ordinality as given (day, status, place) where place % 13 <> 0`.execute(
      db(),
    )
  }
  const suspended = await records.make('product-options', {
    productId: await records.make('products', { status: 'suspended', suspendedBecause: 'quality' }),
  })
  const { options: all, open, differing } = await listAgainstCalendar(db())
  expect([all > count, open > 40, differing]).toEqual([true, true, []])
  expect((await admin.get(`/rest/data/product-options/${suspended}`)).body).toMatchObject({ availableDays: 0 })
})
