import { sql } from 'kysely'
import { expect } from 'vitest'
import { maker } from '../../../core/testing/make.server.ts'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { Client } from '../../../app/testing/start.server.ts'
import type { Payment } from '../order.endpoints.ts'
import type { SupplierFacts } from '../../supply/importing/supplier-facts.ts'
import type { Order } from '../orders.ts'
import type { OrderDesk } from './order-desk.server.ts'
import { customer, openOrderDesk } from './order-desk.server.ts'

type Outside = SupplierFacts['key']

const tables: Readonly<Record<Outside, string>> = {
  viator: 'product-codes',
  tiqets: 'product-codes-tiqets',
  globick: 'product-codes-globick',
  tourcms: 'product-codes-tourcms',
}
/** A Wednesday, on which every simulator has places. */
const date = '2099-06-03'

/** What became of one product at a simulator, by its number there: see simulated-bookings. */
export const codeAt: Readonly<Record<Outside, (number: number) => string>> = {
  viator: (number) => `${number}P1`,
  tiqets: (number) => `${number}001`,
  globick: (number) => `${number}002`,
  tourcms: (number) => `3930-${number}`,
}

/** What a test does with orders of products that are imported from suppliers. */
export interface SuppliedDesk extends OrderDesk {
  readonly admin: Client
  /** Imports products of a supplier by their codes and puts them on sale. */
  sell(supplier: Outside, ...codes: readonly string[]): Promise<void>
  /** A line of two of whatever a product sells first. */
  visitOf(code: string): Promise<object>
  order(code: string): Promise<Order>
  /** Pays an order, which confirms it. */
  pay(order: Order): Promise<void>
  keyOf(order: Order): Promise<string>
  booking(order: Order): Promise<Readonly<Record<string, unknown>>>
  /** Answers, problems and states of the commands about an order, by action. */
  calls(order: Order): Promise<Readonly<Record<string, Readonly<Record<string, unknown>>>>>
  exchanges(order: Order): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Lets the minutes pass after which what is open is tried again, and runs the jobs that do. */
  later(): Promise<void>
}

export async function openSuppliedDesk(postgresUrl: string | null, name: string): Promise<SuppliedDesk> {
  const desk = await openOrderDesk(postgresUrl, name)
  const { db, server } = desk
  const admin = await server.signIn('admin')
  const subcategoryId = await maker(db, resources, examples).make('subcategories')
  const { rows: cities } = await sql<{ id: number }>`select id from cities order by id limit 1`.execute(db)
  const rowsOf = async <T>(query: ReturnType<typeof sql<T>>) => (await query.execute(db)).rows
  const keyOf = async ({ reference }: Order) => {
    const [row] = await rowsOf(sql<{ key: string }>`
      select o.supplier_key as key from order_placements o join purchases p on p.id = o.purchase_id where p.reference = ${reference}`)
    return row?.key ?? ''
  }
  const supplied: SuppliedDesk = {
    ...desk,
    admin,
    keyOf,
    async sell(supplier, ...codes) {
      const resource = tables[supplier]
      const body = { text: codes.join('\n'), cityId: cities[0]?.id, subcategoryId }
      const reply = await admin.post(`/rest/data/${resource}/paste`, body, {
        'idempotency-key': `sell-${supplier}-${codes.join()}`,
      })
      expect(reply.body).toMatchObject({ added: codes.length })
      await server.runJob('import-supplier-codes')
      // Products that look alike are imported all the same.
      await sql`update ${sql.table(resource.replaceAll('-', '_'))} set status = 'queued', is_forced = true, next_try_at = now()
        where status = 'duplicate'`.execute(db)
      await server.runJob('import-supplier-codes')
      await sql`update products set status = 'live' where supplier_code = any(${codes}::text[])`.execute(db)
      await sql`
        insert into product_availabilities (product_option_id, local_date, status, vacancies, capacity, checked_at)
        select o.id, ${date}::date, 'AVAILABLE', 40, 40, now() from product_options o join products p on p.id = o.product_id
        where p.supplier_code = any(${codes}::text[])`.execute(db)
    },
    async visitOf(code) {
      const [option] = await rowsOf(sql<{ optionId: number; time: string | null; unitId: number }>`
        select o.id as "optionId", o.start_times[1] as time, (select b.id from product_age_bands b
          where b.product_id = p.id and (b.option_id is null or b.option_id = o.id) and cardinality(b.accompanied_by) = 0
          order by b.retail desc limit 1) as "unitId"
        from product_options o join products p on p.id = o.product_id where p.supplier_code = ${code} order by o.id limit 1`)
      const { optionId, time, unitId } = option ?? {}
      return { kind: 'product', optionId, date, ...(time && { time }), units: [{ unitId, quantity: 2 }] }
    },
    order: async (code) => await desk.placed({ lines: [await supplied.visitOf(code)], customer }),
    async pay(order) {
      const begun = await desk.post(order.reference, 'pay', { method: 'card' })
      const { payment } = begun.body as Payment
      const reply = await desk.event({ type: 'payment.captured', payment, fee: 0 })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    },
    async booking(order) {
      const [row] = await rowsOf(
        sql<Record<string, unknown>>`select * from supplier_bookings where key = ${await keyOf(order)}`,
      )
      return row ?? {}
    },
    async calls(order) {
      const rows = await rowsOf(sql<Record<string, unknown>>`
        select action, state, answer, problem, supplier from supplier_calls where key = ${await keyOf(order)} order by id`)
      return Object.fromEntries(rows.map((row) => [String(row['action']), row]))
    },
    exchanges: async (order) =>
      await rowsOf(
        sql<Record<string, unknown>>`select * from supplier_exchanges where key = ${await keyOf(order)} order by id`,
      ),
    async later() {
      await sql`update supplier_calls set next_try_at = now() where state = 'open'`.execute(db)
      await sql`update supplier_bookings set next_poll_at = now() where next_poll_at is not null`.execute(db)
      await server.runJob('settle-supplier-calls')
      await server.runJob('poll-suppliers')
    },
  }
  return supplied
}
