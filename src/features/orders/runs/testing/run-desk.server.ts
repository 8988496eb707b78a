import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, Reply } from '../../../../app/testing/start.server.ts'
import { testGateway as gateway } from '../../payment-gateway.server.ts'
import type { OrderDesk } from '../../testing/order-desk.server.ts'
import type { StaffDesk } from '../../testing/staff-desk.server.ts'
import { signInAsAnotherAdmin, staffDesk } from '../../testing/staff-desk.server.ts'
import { carryOutRunsJob } from '../run-orders.server.ts'
import type { RunPreview, RunProgress } from '../run.endpoints.ts'

/** What a test of runs does, as an admin and as a colleague whose role can refund up to EUR 100. */
export interface RunDesk {
  readonly admin: Client
  readonly limited: Client
  readonly staff: StaffDesk
  wish(more?: object): object
  call(client: Client, path: string, body?: object): Promise<Reply>
  becomes(status: string): Promise<unknown>
  /** Paid and confirmed orders of the performance, one ticket each unless said otherwise. */
  sold(count: number, quantity?: number): Promise<readonly number[]>
  previewed(client: Client, more?: object): Promise<RunPreview>
  started(client: Client, more?: object): Promise<{ id: number; state: string; preview: RunPreview }>
  /** Does up to so many orders, as the job does, and says how many there were. */
  carryOut(most?: number): Promise<number>
  progress(id: number): Promise<RunProgress>
  bookings(ids: readonly number[]): Promise<readonly string[]>
  refundsOf(ids: readonly number[]): Promise<readonly RefundRow[]>
  messagesOf(ids: readonly number[], kind: string): Promise<number>
}

interface RefundRow {
  readonly state: string
  readonly amount: number
  readonly requestedBy: number
  readonly approvedBy: number
  readonly needsApproval: boolean
}

export async function limitSalesAgents({ db }: OrderDesk): Promise<void> {
  await sql`
    insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
    select id, g.action, g.object, g.maximum, g.currency from roles,
      (values ('refund', 'purchases', 10000, 'EUR')) g (action, object, maximum, currency)
    where name = 'sales-agent' on conflict (role_id, action, object)
      do update set maximum_amount = excluded.maximum_amount, maximum_currency = excluded.maximum_currency`.execute(db)
}

let last = 0

/** Begins with a night that nothing was sold for: what was is of another one from now on, and no run is open. */
export async function runDesk(desk: OrderDesk): Promise<RunDesk> {
  const { db, goods } = desk
  await sql`
    update purchases set performance_id = (select performance_id from ticket_listings where id = ${goods.elsewhereListingId})
    where performance_id = ${goods.performanceId}`.execute(db)
  await sql`update order_runs set state = 'rejected' where state in ('requested', 'running', 'stopped')`.execute(db)
  await sql`update performances set status = 'onsale', is_date_tbd = false where id = ${goods.performanceId}`.execute(
    db,
  )
  const [admin, limited] = [await signInAsAnotherAdmin(desk, 'read-only'), await desk.server.signIn('sales-agent')]
  const staff = staffDesk(desk, admin)
  const own: RunDesk = {
    admin,
    limited,
    staff,
    wish: (more = {}) => ({
      kind: 'cancellation',
      performanceIds: [goods.performanceId],
      refunds: true,
      paidBy: 'seller',
      refundUntil: null,
      ...more,
    }),
    call: (client, path, body = {}) =>
      client.post(`/rest/data/order-runs/${path}`, body, { 'idempotency-key': `run-${++last}` }),
    becomes: (status) =>
      sql`update performances set status = ${status}, is_date_tbd = ${status === 'postponed'} where id = ${goods.performanceId}`.execute(
        db,
      ),
    async sold(count, quantity = 1) {
      const ids = []
      for (let n = 0; n < count; n++) {
        const id = await staff.idOf(await desk.placed({ lines: [desk.tickets(quantity)] }))
        await staff.pay(id, 'pending_supplier', 'confirmed')
        ids.push(id)
      }
      return ids
    },
    async previewed(client, more = {}) {
      const { status, body } = await own.call(client, 'preview', own.wish(more))
      expect(status, JSON.stringify(body)).toBe(200)
      return body as RunPreview
    },
    async started(client, more = {}) {
      const preview = await own.previewed(client, more)
      const asked = { ...own.wish(more), reason: 'The singer is ill', token: preview.token }
      const { status, body } = await own.call(client, 'start', asked)
      expect(status, JSON.stringify(body)).toBe(200)
      return { ...(body as { id: number; state: string }), preview }
    },
    async carryOut(most = 100) {
      const [stop, { database }] = [new AbortController(), desk.server]
      let done = 0
      const count = () => void (++done >= most && stop.abort())
      await carryOutRunsJob(gateway).run({ database, log: desk.server.server.log, signal: stop.signal, count } as never)
      return done
    },
    progress: async (id) => (await admin.get(`/rest/data/order-runs/${id}/progress`)).body as RunProgress,
    async bookings(ids) {
      const { rows } = await sql<{ booking: string }>`
        select booking_status as booking from purchases where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
      return rows.map(({ booking }) => booking)
    },
    async refundsOf(ids) {
      const { rows } = await sql<RefundRow>`
        select state, amount, requested_by as "requestedBy", approved_by as "approvedBy", needs_approval as "needsApproval"
        from refunds where purchase_id = any(${[...ids]}::bigint[]) order by id`.execute(db)
      return rows
    },
    async messagesOf(ids, kind) {
      const { rows } = await sql`
        select from order_messages where kind = ${kind} and purchase_id = any(${[...ids]}::bigint[])`.execute(db)
      return rows.length
    },
  }
  return own
}
