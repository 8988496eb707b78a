import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import { createLog } from '../../../core/http/log.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { ledgerDifferences } from '../../ledger/testing/ledger-differences.server.ts'
import type { Order } from '../../orders/orders.ts'
import type { OrderDesk } from '../../orders/testing/order-desk.server.ts'
import type { StaffDesk } from '../../orders/testing/staff-desk.server.ts'
import { staffDesk } from '../../orders/testing/staff-desk.server.ts'

let last = 0

/** A customer of their own and a person who has just signed in, for each test. */
export async function creditDesk(desk: OrderDesk) {
  const admin: Client = await desk.server.signIn('admin')
  const staff: StaffDesk = staffDesk(desk, admin)
  const email = `buyer-${++last}@example.com`
  const customerId = await desk.records.make('customers', { email, status: 'active' })
  const path = `/rest/data/users/user/${customerId}/store-credit`
  const grant = (amount: number, more: object = {}, client = admin) =>
    client.post(
      path,
      { currency: 'EUR', amount, expiresOn: '2029-03-31', reason: 'Waited for an hour', ...more },
      { 'idempotency-key': `grant-${++last}` },
    )
  return {
    admin,
    staff,
    customerId,
    grant,
    async granted(amount: number, more: object = {}): Promise<number> {
      const { status, body } = await grant(amount, more)
      expect(status, JSON.stringify(body)).toBe(201)
      return (body as { id: number }).id
    },
    async balance() {
      const { body } = await admin.get(path)
      return (body as { currency: string; balance: number; held: number }[]).map(({ currency, balance: sum, held }) => [
        currency,
        sum,
        held,
      ])
    },
    async credits() {
      const { rows } = await sql<{ id: number; amount: number; held: number; expired: number; reason: string }>`
        select id, amount, held, spent, expired, reason from store_credits where customer_id = ${customerId} order by id`.execute(
        desk.db,
      )
      return rows
    },
    /** An order of EUR 80 that waits for its payment. */
    async placed(): Promise<{ id: number; order: Order }> {
      const customer = { firstName: 'Ana', lastName: 'García', email, country: 'ZZ' }
      const order = await desk.placed({ customer, lines: [desk.visit(2)] })
      return { id: await staff.idOf(order), order }
    },
    /** Its page and the ledger agree with its payments and refunds. */
    async expectSound(id: number): Promise<void> {
      const { body } = await admin.get(`/rest/data/purchases/${id}/details`)
      expect((body as { identities: { holds: boolean }[] }).identities.filter(({ holds }) => !holds)).toEqual([])
      expect(await ledgerDifferences(desk.db, id)).toEqual([])
    },
    run: (job: Job) =>
      job.run({
        database: desk.server.database,
        log: createLog({ level: 'silent' }),
        signal: new AbortController().signal,
        count: () => {},
      }),
  }
}
export type CreditDesk = Awaited<ReturnType<typeof creditDesk>>

export const textsOf = ({ effects }: { readonly effects: readonly { readonly text: string }[] }) =>
  effects.map(({ text }) => text)
