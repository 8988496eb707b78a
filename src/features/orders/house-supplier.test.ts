import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { decideBooking, houseSupplier } from './house-supplier.server.ts'
import { inquire } from './supplier-calls.server.ts'
import type { SupplierPort } from './supplier-port.server.ts'

let server: TestServer
let house: SupplierPort
let [morning, evening, runs] = [0, 0, 0]
let key = ''
const db = () => server.database.kysely
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'house_supplier' })
  await makeCatalogue(db())
  house = houseSupplier(server.database)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  key = `order-${++runs}`
  const day = async (capacity: number) => {
    const { rows } = await sql<{ id: number }>`
      insert into house_stock (product_option_id, local_date, capacity)
      select min(o.id), '2099-01-01'::date + (select count(*) from house_stock)::integer, ${capacity} from product_options o returning id`.execute(
      db(),
    )
    return rows[0]?.id ?? 0
  }
  ;[morning, evening] = [await day(5), await day(3)]
})

const lines = (stockId: number, quantity: number) => [{ stockId, quantity }]
const later = '2098-01-01T00:00:00.000Z'
const terms = [
  { until: '2020-01-01T00:00:00.000Z', refund: 10_000 },
  { until: later, refund: 5_000 },
]
async function booked(quantity = 2): Promise<void> {
  await house.hold(key, { lines: lines(morning, quantity), seconds: 600, terms }, '')
  await house.book(key, {}, '')
}
const refusal = async (call: Promise<unknown>) => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refusal)
  return (error as Refusal).code
}
/** Of both days, by the counter and by what was taken. */
async function taken(): Promise<number[]> {
  const { rows } = await sql<{ taken: number; held: number }>`
    select s.taken, (select coalesce(sum(quantity), 0)::integer from house_stock_holds h
      where h.stock_id = s.id and h.state in ('held', 'booked')) as held
    from house_stock s where s.id in (${morning}, ${evening}) order by s.id`.execute(db())
  for (const row of rows) expect(row.taken).toBe(row.held)
  return rows.map((row) => row.taken)
}
const status = async () => (await house.status(key, {}, '')).status

describe('the status of a booking', () => {
  it('follows it from the hold to its end', async () => {
    await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
    expect(await status()).toBe('ON_HOLD')
    await house.book(key, {}, '')
    expect(await status()).toBe('CONFIRMED')
    await house.cancel(key, {}, '')
    expect([await status(), await taken()]).toEqual(['CANCELLED', [0, 0]])
  })

  it('is expired at the deadline, which can be put off before it', async () => {
    await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
    await house.extend(key, { until: later }, '')
    expect((await house.extend(key, { until: '2030-01-01T00:00:00.000Z' }, '')).heldUntil).toBe(later)
    await sql`update house_bookings set held_until = now() - interval '1 second' where key = ${key}`.execute(db())
    expect(await status()).toBe('EXPIRED')
    expect(await refusal(house.extend(key, { until: later }, ''))).toBe('HoldEnded')
    expect(await refusal(house.book(key, {}, ''))).toBe('HoldEnded')
  })

  it('is pending until the supplier decides, and its places come back where it says no', async () => {
    await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
    await decideBooking(db(), key, 'ask')
    expect([(await house.book(key, {}, '')).status, await status(), await taken()]).toEqual([
      'PENDING',
      'PENDING',
      [2, 0],
    ])
    await decideBooking(db(), key, 'reject')
    expect([await status(), await taken()]).toEqual(['REJECTED', [0, 0]])
  })

  it('is asked for several at once', async () => {
    await booked()
    expect([...(await house.poll([key, 'unknown']))].map(([of, { status: is }]) => [of, is])).toEqual([
      [key, 'CONFIRMED'],
    ])
  })

  it('is not known of a key that it never had', async () => {
    expect(await refusal(house.status('unknown', {}, ''))).toBe('NotFound')
  })
})

it('books what there is no end of, and nothing of a booking that it rejects', async () => {
  await house.hold(key, { lines: [], seconds: 600 }, '')
  expect((await house.book(key, {}, '')).status).toBe('CONFIRMED')
  key = `${key}-rejected`
  await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
  await decideBooking(db(), key, 'reject')
  expect([await refusal(house.book(key, {}, '')), await status()]).toEqual(['SupplierRejected', 'ON_HOLD'])
})

it('keeps no places for a key that was cancelled before its hold arrived', async () => {
  await house.cancel(key, {}, '')
  expect([await refusal(house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')), await taken()]).toEqual([
    'HoldEnded',
    [0, 0],
  ])
})

describe('cancelling by a quote', () => {
  it('gives back what the terms say now, as long as the quote is true', async () => {
    await booked()
    const quote = await house.quoteCancellation(key, {}, '')
    expect(quote).toMatchObject({ refund: 5_000, validUntil: later })
    await sql`update house_bookings set terms = '[]' where key = ${key}`.execute(db())
    expect(await refusal(house.cancel(key, { token: quote.token }, ''))).toBe('QuoteStale')
    const again = await house.quoteCancellation(key, {}, '')
    expect([again.refund, again.validUntil]).toEqual([0, null])
    expect(await house.cancel(key, { token: again.token }, '')).toEqual({ returned: 2 })
    expect(await house.cancel(key, { token: again.token }, '')).toEqual({ returned: 0 })
  })

  it('costs nothing while it is only held', async () => {
    await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
    expect((await house.quoteCancellation(key, {}, '')).refund).toBe(10_000)
  })
})

describe('changing a booking', () => {
  it('moves it to another day and to another party, once for a token', async () => {
    await booked()
    const wanted = { lines: lines(evening, 3) }
    expect(await house.checkChange(key, wanted, '')).toEqual({ problem: null })
    const { token, fee } = await house.quoteChange(key, wanted, '')
    for (let n = 0; n < 2; n++) await house.applyChange(key, { ...wanted, token }, '')
    expect([fee, await taken()]).toEqual([0, [0, 3]])
    const back = { lines: lines(morning, 1) }
    await house.applyChange(key, { ...back, token: (await house.quoteChange(key, back, '')).token }, '')
    expect(await taken()).toEqual([1, 0])
  })

  it('counts its own places as free, and takes nothing where it cannot be had', async () => {
    await booked(4)
    expect((await house.checkChange(key, { lines: lines(morning, 5) }, '')).problem).toBeNull()
    expect((await house.checkChange(key, { lines: lines(evening, 4) }, '')).problem).toBe('Only 3 are left.')
    const { token } = await house.quoteChange(key, { lines: lines(evening, 3) }, '')
    const other = `${key}-other`
    await house.hold(other, { lines: lines(evening, 1), seconds: 600 }, '')
    expect(await refusal(house.applyChange(key, { lines: lines(evening, 3), token }, ''))).toBe('NotAvailable')
    expect(await taken()).toEqual([4, 1])
  })

  it('is refused by the token of another state or another change', async () => {
    await booked()
    const { token } = await house.quoteChange(key, { lines: lines(evening, 1) }, '')
    expect(await refusal(house.applyChange(key, { lines: lines(evening, 2), token }, ''))).toBe('QuoteStale')
    await house.cancel(key, {}, '')
    expect(await refusal(house.applyChange(key, { lines: lines(evening, 1), token }, ''))).toBe('NotBooked')
    expect((await house.checkChange(key, { lines: lines(evening, 1) }, '')).problem).toBe(
      'Only a confirmed booking can be changed.',
    )
  })
})

it('sends a voucher once for a step, of a confirmed booking only', async () => {
  await house.hold(key, { lines: lines(morning, 2), seconds: 600 }, '')
  expect(await refusal(house.resendVoucher(key, {}, 'first'))).toBe('NotBooked')
  await house.book(key, {}, '')
  const sent = [await house.resendVoucher(key, {}, 'first'), await house.resendVoucher(key, {}, 'first')]
  expect(sent[1]).toEqual(sent[0])
  const { rows } = await sql`select from house_vouchers where key = ${key}`.execute(db())
  expect(rows).toHaveLength(1)
})

it('is asked in words that stay in the supplier log', async () => {
  await booked()
  await inquire(server.database, { supplier: 'house', action: 'status', key, request: {} })
  const asked = inquire(server.database, {
    supplier: 'house',
    action: 'quoteChange',
    key,
    request: { lines: lines(evening, 9) },
  })
  expect(await refusal(asked)).toBe('NotAvailable')
  const { rows } =
    await sql`select action, state, answer ->> 'status' as status from supplier_calls where key = ${key} order by id`.execute(
      db(),
    )
  expect(rows).toEqual([
    { action: 'status', state: 'done', status: 'CONFIRMED' },
    { action: 'quoteChange', state: 'refused', status: null },
  ])
})

describe('a hold of one line, which the database takes at once', () => {
  it('gives back first what has lapsed, so that no single place is left by mistake', async () => {
    await sql`update house_stock set split = 'no_single_left' where id = ${evening}`.execute(db())
    await house.hold(`${key}-lapsed`, { lines: lines(evening, 3), seconds: 600 }, '')
    await sql`update house_stock_holds set held_until = now() - interval '1 second' where key = ${`${key}-lapsed`}`.execute(
      db(),
    )
    // Three are free. With the lapsed ones counted none is; with two taken a single one would be left.
    expect(await refusal(house.hold(key, { lines: lines(evening, 2), seconds: 600 }, ''))).toBe('NotAvailable')
    await house.hold(key, { lines: lines(evening, 3), seconds: 600 }, '')
    expect(await taken()).toEqual([0, 3])
  })

  it('leaves nothing behind where it is refused', async () => {
    const asked = house.hold(key, { lines: lines(evening, 4), seconds: 600 }, '')
    await expect(asked).rejects.toThrow('Only 3 are left.')
    const { rows } = await sql`select from house_bookings where key = ${key}`.execute(db())
    expect([rows.length, await taken()]).toEqual([0, [0, 0]])
  })

  it('is kept for exactly as long as the booking says', async () => {
    const { heldUntil } = await house.hold(key, { lines: lines(morning, 2), seconds: 600, terms }, '')
    const { rows } = await sql<{ until: string; stock: string; terms: object }>`
      select b.held_until as until, h.held_until as stock, b.terms from house_bookings b join house_stock_holds h on h.key = b.key where b.key = ${key}`.execute(
      db(),
    )
    expect(rows).toEqual([{ until: heldUntil, stock: heldUntil, terms }])
  })
})
