import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import { resources } from '../../app/registry.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { makeCatalogue, makePurchases } from '../coupons/testing/coupons.server.ts'

describe('orders whose visit is over', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'completion' })
    await makeCatalogue(server.database.kysely)
  })
  afterAll(() => server?.stop())

  /** Confirmed orders that end so many minutes from now, free of charge unless said otherwise. */
  async function confirmed(count: number, minutes: number, payment = 'unpaid'): Promise<number[]> {
    const ids = await makePurchases(server.database.kysely, count)
    for (const change of [
      `booking_status = 'pending_supplier', payment_status = '${payment}', starts_at = now() - interval '2 days', ends_at = now() + interval '${minutes} minutes'`,
      `booking_status = 'confirmed'`,
    ])
      await sql`update purchases set ${sql.raw(change)} where id = any(${ids}::bigint[])`.execute(
        server.database.kysely,
      )
    return ids
  }
  async function completed(ids: readonly number[]): Promise<number> {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from purchases p where p.id = any(${ids}::bigint[]) and p.booking_status = 'completed' and p.version = 2
        and (select count(*) from purchase_events e where e.purchase_id = p.id and e.kind = 'completed') = 1`.execute(
      server.database.kysely,
    )
    return rows[0]?.n ?? -1
  }

  it('are completed once, with a line in the timeline and in the audit', async () => {
    const [over, running, uncaptured] = [
      await confirmed(3, -1),
      await confirmed(2, 10),
      await confirmed(2, -1, 'authorised'),
    ]
    await Promise.all([server.runJob('complete-orders'), server.runJob('complete-orders')])
    await server.runJob('complete-orders')
    expect([await completed(over), await completed(running), await completed(uncaptured)]).toEqual([3, 0, 0])
    const admin = await server.signIn('admin')
    const { body } = await admin.get(`/rest/data/purchases/${over[0]}/history`)
    expect(JSON.stringify(body)).toContain('order completion')
  })

  it('are all found, though as many as a batch cannot be completed yet', async () => {
    await confirmed(230, -20, 'authorised')
    const late = await confirmed(2, -1)
    await server.runJob('complete-orders')
    expect(await completed(late)).toBe(2)
  })

  it.each([
    ['the day of their performance is undecided', sql`is_date_tbd = true`, sql`is_date_tbd = false`],
    ['their performance is cancelled', sql`status = 'cancelled'`, sql`status = 'onsale'`],
  ])('are not completed while %s', async (_what, off, back) => {
    const db = server.database.kysely
    const [id = 0] = await confirmed(1, -1)
    const performanceId = await maker(db, resources, examples).make('performances')
    const become = (change: typeof off) =>
      sql`update performances set ${change} where id = ${performanceId}`.execute(db)
    await become(off)
    await sql`
      update purchases p set kind = 'event', product_id = null, product_option_id = null, performance_id = f.id, event_id = f.event_id
      from performances f where p.id = ${id} and f.id = ${performanceId}`.execute(db)
    await server.runJob('complete-orders')
    expect(await completed([id])).toBe(0)
    await become(back)
    await server.runJob('complete-orders')
    expect(await completed([id])).toBe(1)
  })
})
