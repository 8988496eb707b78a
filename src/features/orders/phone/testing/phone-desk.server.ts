import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Reply } from '../../../../core/testing/test-context.server.ts'
import { callerOf } from '../../../../core/testing/http-caller.server.ts'
import { makeRole, makeStaff } from '../../../staff/people/testing/staff.server.ts'
import type { OrderDesk } from '../../testing/order-desk.server.ts'
import { customer, openOrderDesk } from '../../testing/order-desk.server.ts'
import type { PhoneOrder, PhoneQuote } from '../phone-order.endpoints.ts'

type Caller = ReturnType<typeof callerOf>
interface Wanted {
  readonly lines: readonly object[]
  readonly coupon?: string
  readonly overrides?: readonly { readonly line: number; readonly price: number; readonly reason: string }[]
}

/** What a test of orders by phone does, as an agent without limits where it names no other. */
export interface PhoneDesk extends Omit<OrderDesk, 'quote' | 'place' | 'placed'> {
  readonly agent: Caller
  /** As a partner does. */
  readonly partner: OrderDesk
  /** Someone with a role of their own, which can change prices by so many percent. */
  personWith(role: string, actions: readonly string[], percent?: number | null): Promise<Caller>
  quote(body: object, by?: Caller): Promise<Reply>
  quoted(body: object, by?: Caller): Promise<PhoneQuote>
  place(body: object, by?: Caller, key?: string): Promise<Reply>
  /** Places an order at the total of its quote, and expects that it can be. */
  placed(body: Wanted, by?: Caller): Promise<PhoneOrder>
}

export async function openPhoneDesk(name: string): Promise<PhoneDesk> {
  const partner = await openOrderDesk(inject('postgresUrl'), name)
  const { db, server } = partner
  let last = 0
  const personWith: PhoneDesk['personWith'] = async (role, actions, percent = null) => {
    await makeRole(db, role, { purchases: actions })
    await sql`update role_permissions set max_override_percent = ${percent}
      where action = 'write' and object = 'purchases' and role_id = (select id from roles where name = ${role})`.execute(
      db,
    )
    const person = await makeStaff(db, role)
    return callerOf(server.url, person.token)
  }
  const agent = await personWith('seller', ['ui', 'read', 'write'])
  const desk: PhoneDesk = {
    ...partner,
    partner,
    agent,
    personWith,
    quote: (body, by = agent) => by.post('/rest/data/purchases/phone-quotes', body),
    async quoted(body, by) {
      const reply = await desk.quote(body, by)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body as PhoneQuote
    },
    place: (body, by = agent, key = `phone-${++last}`) =>
      by.post('/rest/data/purchases/phone-orders', { customer, ...body }, { 'idempotency-key': key }),
    async placed(body, by) {
      const { overrides, ...rest } = body
      const asked = overrides?.map(({ line, price }) => ({ line, price }))
      const { quote } = await desk.quoted({ ...rest, ...(asked && { overrides: asked }) }, by)
      const reply = await desk.place({ ...body, total: quote.total }, by)
      expect(reply.status, JSON.stringify(reply.body)).toBe(201)
      return reply.body as PhoneOrder
    },
  }
  return desk
}
