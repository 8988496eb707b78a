import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { makeCatalogue } from '../coupons/testing/coupons.server.ts'
import { houseSupplier } from './house-supplier.server.ts'
import type { SupplierCommand, SupplierPort } from './supplier-port.server.ts'
import { askSupplier, intendCall } from './supplier-calls.server.ts'

let server: TestServer
let stock = 0
let key = ''
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'supplier_calls' })
  await makeCatalogue(server.database.kysely)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  const { rows } = await sql<{ id: number }>`
    insert into house_stock (product_option_id, local_date, capacity)
    select min(o.id), '2099-01-01'::date + (select count(*) from house_stock)::integer, 10 from product_options o returning id`.execute(
    server.database.kysely,
  )
  stock = rows[0]?.id ?? 0
  key = `order-${stock}`
})

const house = () => houseSupplier(server.database)
const killed = new Error('The process was killed.')
const intend = (action: SupplierCommand = 'hold') =>
  server.database.kysely.transaction().execute((db) =>
    intendCall(db, {
      supplier: 'house',
      action,
      key,
      request: action === 'hold' ? { lines: [{ stockId: stock, quantity: 3 }], seconds: 600 } : {},
    }),
  )
const ask = (port: SupplierPort, action: SupplierCommand = 'hold') =>
  askSupplier(server.database, port, { action, key })
/** Lets the minute pass after which a call that was left behind is tried again, and runs the job that does. */
async function later() {
  await sql`update supplier_calls set next_try_at = now()`.execute(server.database.kysely)
  await server.runJob('settle-supplier-calls')
}
async function outcome() {
  const { rows } = await sql`
    select c.state, c.tries, s.taken, (select count(*) from house_stock_holds where key = ${key}) as holds
    from supplier_calls c, house_stock s where c.key = ${key} and c.action = 'hold' and s.id = ${stock}`.execute(
    server.database.kysely,
  )
  return rows[0]
}
/** The house with something done before or after its hold. */
const withHold = (hold: SupplierPort['hold']): SupplierPort => ({ ...house(), hold })

describe('a call to a supplier', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['after the intent', () => Promise.resolve(), 1],
    ['before the supplier did it', () => ask(withHold(() => Promise.reject(killed))), 2],
    [
      'after the supplier did it',
      () =>
        ask(
          withHold(async (...words) => {
            await house().hold(...words)
            throw killed
          }),
        ),
      2,
    ],
    ['after it was settled', () => ask(house()), 1],
  ])('is settled once when the process dies %s', async (_, begin, tries) => {
    await intend()
    await begin().catch((error: unknown) => expect(error).toBe(killed))
    await later()
    await later()
    expect(await outcome()).toEqual({ state: 'done', tries, taken: 3, holds: 1 })
    // Who comes back with the key gets the answer that was settled, and asks no one.
    expect(await ask(withHold(() => Promise.reject(killed)))).toMatchObject({ state: 'done' })
  })

  it('is made by one of several who come at once, outside every transaction', async () => {
    await intend()
    const answer = Promise.withResolvers<void>()
    let calls = 0
    const slow = withHold(async (...words) => {
      calls += 1
      await answer.promise
      return await house().hold(...words)
    })
    const asked = Array.from({ length: 5 }, () => ask(slow))
    await expect.poll(() => calls).toBe(1)
    // While the supplier thinks, its row is free for others to read and change.
    await sql`update supplier_calls set tries = tries where key = ${key}`.execute(server.database.kysely)
    answer.resolve()
    const settled = await Promise.all(asked)
    expect([calls, settled.filter((one) => one !== null).length > 0]).toEqual([1, true])
    expect(await outcome()).toEqual({ state: 'done', tries: 1, taken: 3, holds: 1 })
  })

  it('keeps what the supplier refused, and does not ask again', async () => {
    await sql`update house_stock set capacity = 2 where id = ${stock}`.execute(server.database.kysely)
    await intend()
    const refused = {
      state: 'refused',
      answer: { code: 'NotAvailable', message: 'Only 2 are left.', fields: { 'lines.0.quantity': 'Only 2 are left.' } },
    }
    expect(await ask(house())).toEqual(refused)
    await sql`update house_stock set capacity = 10 where id = ${stock}`.execute(server.database.kysely)
    await later()
    expect([await ask(house()), await outcome()]).toEqual([refused, { state: 'refused', tries: 1, taken: 0, holds: 0 }])
  })

  it('goes from a hold to a booking to a cancellation, each once', async () => {
    for (const action of ['hold', 'book', 'cancel'] as const) {
      await intend(action)
      await intend(action)
    }
    expect(await ask(house(), 'hold')).toMatchObject({ state: 'done' })
    expect(await ask(house(), 'book')).toMatchObject({ state: 'done', answer: { status: 'CONFIRMED' } })
    expect(await ask(house(), 'cancel')).toEqual({ state: 'done', answer: { returned: 3 } })
    await later()
    expect(await outcome()).toEqual({ state: 'done', tries: 1, taken: 0, holds: 1 })
  })

  it('is written with the order or not at all', async () => {
    await expect(
      server.database.kysely.transaction().execute(async (db) => {
        await intendCall(db, { supplier: 'house', action: 'book', key, request: {} })
        throw killed
      }),
    ).rejects.toBe(killed)
    expect(await ask(house(), 'book')).toBeNull()
  })
})
