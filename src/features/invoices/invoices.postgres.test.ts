import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import type { ReissuePreview } from './invoice.endpoints.ts'
import { seriesFaults } from './testing/series-faults.server.ts'

const postgresUrl = inject('postgresUrl')
const parallel = 20

describe.skipIf(postgresUrl === null)('invoices that are issued at once', () => {
  let desk: OrderDesk
  let admin: Client
  beforeAll(async () => {
    desk = await openOrderDesk(postgresUrl, 'invoice_races')
    admin = await desk.server.signIn('admin')
  })
  afterAll(() => desk?.server.stop())

  let last = 0
  const issue = (id: number) =>
    admin.post(`/rest/data/purchases/${id}/invoice`, {}, { 'idempotency-key': `race-${++last}` })
  async function paidOrders(count: number): Promise<readonly number[]> {
    const staff = staffDesk(desk, admin)
    const ids: number[] = []
    for (let made = 0; made < count; made++) {
      const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(1)] }))
      await staff.pay(id, 'pending_supplier', 'confirmed')
      ids.push(id)
    }
    return ids
  }
  const faults = () => seriesFaults(desk.db)

  it('are numbered one after the other, each order once', async () => {
    const ids = await paidOrders(parallel)
    const replies = await Promise.all(ids.map(issue))
    expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 201))
    const numbers = replies.map(({ body }) => (body as { number: string }).number).toSorted()
    expect(new Set(numbers).size).toBe(parallel)
    expect(Number(numbers.at(-1)?.split('-').at(-1)) - Number(numbers[0]?.split('-').at(-1))).toBe(parallel - 1)
    expect(await faults()).toEqual([])
  })

  it('are one where all are of one order', async () => {
    const [id = 0] = await paidOrders(1)
    const statuses = (await Promise.all(Array.from({ length: parallel }, () => issue(id)))).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: parallel - 1 }, () => 409)])
    expect(await faults()).toEqual([])
  })

  it('are corrected once where two people do it at once, and no third document gets between the two', async () => {
    const ids = await paidOrders(5)
    for (const id of ids) expect((await issue(id)).status).toBe(201)
    const path = (id: number) => `/rest/data/purchases/${id}/reissue-invoice`
    const correctionOf = (name: string) => ({
      reason: `Name of ${name}`,
      recipient: { name, company: null, taxId: null, address: null, country: 'ES' },
    })
    const attempts = await Promise.all(
      ids.flatMap((id) =>
        ['Ana', 'Eva'].map(async (name) => {
          const { body } = await admin.post(`${path(id)}/preview`, correctionOf(name))
          return { id, input: { ...correctionOf(name), token: (body as ReissuePreview).token } }
        }),
      ),
    )
    const replies = await Promise.all(
      attempts.map(async ({ id, input }) => ({
        id,
        ...(await admin.post(path(id), input, { 'idempotency-key': `race-${++last}` })),
      })),
    )
    for (const id of ids) {
      const own = replies.filter((reply) => reply.id === id)
      expect(own.map(({ status }) => status).toSorted()).toEqual([201, 409])
    }
    const { rows } = await sql`
      select purchase_id from invoices where purchase_id = any(${ids}::bigint[])
      group by purchase_id having count(*) <> 3 or count(*) filter (where kind = 'correction') <> 1`.execute(desk.db)
    expect(rows).toEqual([])
    expect(await faults()).toEqual([])
  })

  it('are sent while another order is being changed, which none of them is of', async () => {
    const [id = 0, other = 0] = await paidOrders(2)
    const { body } = await issue(id)
    const invoice = (body as { id: number }).id
    await desk.db.transaction().execute(async (db) => {
      await sql`select from purchases where id = ${other} for update`.execute(db)
      const key = { 'idempotency-key': `send-${++last}` }
      const sent = await Promise.race([
        admin.post('/rest/data/invoices/send', { ids: [invoice] }, key).then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 10_000, 'it waits')),
      ])
      expect(sent).toBe(200)
    })
  })

  it('leave no gap where transactions fail after their number was given', async () => {
    const ids = await paidOrders(parallel)
    await sql`create function fail_some() returns trigger language plpgsql as $$
      begin if new.purchase_id % 2 = 0 then raise exception 'Failed on purpose'; end if; return null; end $$`.execute(
      desk.db,
    )
    await sql`create constraint trigger fail_some after insert on invoices deferrable initially deferred
      for each row execute function fail_some()`.execute(desk.db)
    const statuses = (await Promise.all(ids.map(issue))).map(({ status }) => status)
    await sql`drop trigger fail_some on invoices`.execute(desk.db)
    expect(statuses.filter((status) => status === 201)).toHaveLength(ids.filter((id) => id % 2 === 1).length)
    expect(statuses.filter((status) => status === 500)).toHaveLength(ids.filter((id) => id % 2 === 0).length)
    expect(await faults()).toEqual([])
  })
})
