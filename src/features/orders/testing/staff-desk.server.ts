import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client, Reply } from '../../../app/testing/start.server.ts'
import type { CommandPreview } from '../commands/order-command.ts'
import type { Order } from '../orders.ts'
import type { OrderDesk } from './order-desk.server.ts'

interface Preview {
  readonly token: string
  readonly effects: readonly { readonly about: string; readonly text: string }[]
  readonly money?: CommandPreview['money']
}

/** What a test does with orders as a member of staff. */
export interface StaffDesk {
  idOf(order: Order): Promise<number>
  /** By name, why each command is not possible; null where it is. */
  commands(id: number): Promise<Readonly<Record<string, string | null>>>
  preview(id: number, name: string, input?: object): Promise<Preview>
  previewReply(id: number, name: string, input?: object): Promise<Reply>
  apply(id: number, name: string, body: object, key?: string): Promise<Reply>
  /** Previews and applies, and expects that it can be done. */
  run(id: number, name: string, input?: object): Promise<Preview>
  /** Pays an order that was just placed, in full, and moves it on. */
  pay(id: number, ...bookings: readonly string[]): Promise<void>
  row(id: number): Promise<Readonly<Record<string, unknown>>>
  timeline(id: number): Promise<readonly string[]>
}

/**
 * Signs the demo person of another role in with the rights of an admin: no one refunds more than 30 times a minute, and the files
 * of a run are one process.
 */
export async function signInAsAnotherAdmin({ db, server }: OrderDesk, role: string): Promise<Client> {
  const found = await server.signIn(role)
  await sql`
    update staff set role_id = (select id from roles where name = 'admin')
    where email = (select email from staff s join roles r on r.id = s.role_id where r.name = ${role} order by s.id limit 1)`.execute(
    db,
  )
  return found
}

/** Of all desks of a file, because a person can sit at several. */
let last = 0

export function staffDesk({ db }: OrderDesk, client: Client): StaffDesk {
  const path = (id: number, name: string) => `/rest/data/purchases/${id}/commands/${name}`
  const desk: StaffDesk = {
    async idOf({ reference }) {
      const { rows } = await sql<{ id: number }>`select id from purchases where reference = ${reference}`.execute(db)
      return rows[0]?.id ?? 0
    },
    async commands(id) {
      const { status, body } = await client.get(`/rest/data/purchases/${id}/commands`)
      expect(status).toBe(200)
      const all = body as readonly { name: string; blockedReason: string | null }[]
      return Object.fromEntries(all.map(({ name, blockedReason }) => [name, blockedReason]))
    },
    previewReply: (id, name, input = {}) => client.post(`${path(id, name)}/preview`, input),
    async preview(id, name, input) {
      const { status, body } = await desk.previewReply(id, name, input)
      expect(status, JSON.stringify(body)).toBe(200)
      return body as Preview
    },
    apply: (id, name, body, key = `command-${++last}`) => client.post(path(id, name), body, { 'idempotency-key': key }),
    async run(id, name, input = {}) {
      const preview = await desk.preview(id, name, input)
      const { status, body } = await desk.apply(id, name, { ...input, token: preview.token })
      expect(status, JSON.stringify(body)).toBe(200)
      return preview
    },
    async pay(id, ...bookings) {
      await db.transaction().execute(async (trx) => {
        await sql`update purchases set captured = grand_total, payment_status = 'captured' where id = ${id}`.execute(
          trx,
        )
        await sql`
          insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, captured_at)
          select id, 'stripe', 'card', 'captured', currency, grand_total, grand_total, 0, 'psp-' || id, now() from purchases where id = ${id}`.execute(
          trx,
        )
      })
      for (const booking of bookings)
        await sql`update purchases set booking_status = ${booking} where id = ${id}`.execute(db)
    },
    async row(id) {
      const { rows } = await sql<Record<string, unknown>>`select * from purchases where id = ${id}`.execute(db)
      return rows[0] ?? {}
    },
    async timeline(id) {
      const { rows } = await sql<{ kind: string }>`
        select kind from purchase_events where purchase_id = ${id} order by id`.execute(db)
      return rows.map(({ kind }) => kind)
    },
  }
  return desk
}
