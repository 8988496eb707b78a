import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop } from '../../app/commands/traffic-shop.server.ts'
import type { Shop } from '../../app/commands/traffic.server.ts'
import { outcomeAt, sellOne } from '../../app/commands/traffic.server.ts'
import { readSettings } from '../../app/settings/settings.server.ts'
import { callerOf } from '../../core/testing/http-caller.server.ts'
import { isTorture, rounds } from '../../core/testing/rounds.ts'
import { seriesFaults } from '../invoices/testing/series-faults.server.ts'
import { ledgerDifferences } from '../ledger/testing/ledger-differences.server.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { staffDesk } from '../orders/testing/staff-desk.server.ts'
import { localStripe } from '../payments/local-stripe.server.ts'
import { ProductProcess } from './testing/product-process.server.ts'

const postgresUrl = inject('postgresUrl')
/** Of startTestServer, so that who signed in there is known here. */
const secret = 'of tests only, and long enough for them'
const kills = rounds.kills
const settlesWithin = 60_000
const drawn = (from: number, to: number) => from + Math.floor(Math.random() * (to - from + 1))

/** The address of the test's own database. */
async function urlOf({ db }: OrderDesk): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${rows[0]?.name ?? ''}`
  return url.href
}
/** Goods for as many orders as there are rounds. */
async function stockUp({ db, goods }: OrderDesk, tickets: number, places: number): Promise<void> {
  await sql`update ticket_listings set quantity = ${tickets} where id = ${goods.listingId}`.execute(db)
  await sql`update product_availabilities set vacancies = ${places}, capacity = ${places}
    where product_option_id = ${goods.optionId}`.execute(db)
}
async function expectTrueBooks({ db, server }: OrderDesk): Promise<void> {
  await server.runJob('check-books')
  const { rows } =
    await sql`select subject, rule, says, adds from reconciliation_findings where state = 'open'`.execute(db)
  expect(rows).toEqual([])
  expect(await ledgerDifferences(db)).toEqual([])
  expect(await seriesFaults(db)).toEqual([])
}
const tell = (line: string) => isTorture && process.stderr.write(`${line}\n`)

describe.skipIf(postgresUrl === null)('a product that is killed while it gives money back', () => {
  let desk: OrderDesk
  let product: ProductProcess
  let local: Awaited<ReturnType<typeof localStripe>>
  const news: unknown[] = []
  beforeAll(async () => {
    local = await localStripe(0)
    local.books.onEvent = (event) => news.push(event)
    const { apiKey, host, port, protocol, webhookSecret } = local
    const env = {
      SESSION_SECRET: secret,
      STRIPE_API_KEY: apiKey,
      STRIPE_HOST: host,
      STRIPE_PORT: String(port),
      STRIPE_PROTOCOL: protocol,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
    }
    desk = await openOrderDesk(postgresUrl, 'killed refunds', env)
    await stockUp(desk, 10, 100_000)
    product = new ProductProcess({ ...env, DATABASE_URL: await urlOf(desk) })
  })
  afterAll(async () => {
    await product?.stop()
    await desk?.server.stop()
  })

  /** Kills the product at a refund: before the gateway has it, before its answer is sent, or around the commit. */
  function killAt(moment: 'before' | 'between' | 'around', refund: number): void {
    const { books } = local
    const { answer } = books
    let left = refund
    books.answer = (call, form, key) => {
      if (call !== 'POST /v1/refunds' || --left > 0) return answer(call, form, key)
      books.answer = answer
      if (moment === 'before') {
        product.kill()
        throw new Error('It came too late.')
      }
      const body = answer(call, form, key)
      if (moment === 'between') product.kill()
      else setTimeout(() => product.kill(), drawn(0, 12))
      return body
    }
  }
  async function deliverNews(): Promise<void> {
    const stripe = new Stripe(local.apiKey)
    for (const event of news.splice(0)) {
      const payload = JSON.stringify(event)
      const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: local.webhookSecret })
      const headers = { 'stripe-signature': signature }
      expect((await callerOf(product.url, '').post('/webhooks/stripe', event, headers)).status).toBe(200)
    }
  }
  async function paidOrder(): Promise<number> {
    const staff = staffDesk(desk, desk.server.anonymous)
    const id = await staff.idOf(await desk.placed({ lines: [desk.visit(1)] }))
    await staff.pay(id, 'pending_supplier', 'confirmed')
    return id
  }
  const wish = { kind: 'goodwill', lines: [], amount: 1_500, reason: 'quality', paidBy: 'platform', note: null }
  interface Asked {
    readonly id: number
    readonly key: string
    readonly body: object
  }
  async function ask({ id, key, body }: Asked, token: string): Promise<number> {
    const headers = { 'idempotency-key': key }
    const path = `/rest/data/purchases/${id}/commands/refund`
    return (await callerOf(product.url, token).post(path, body, headers)).status
  }
  const unsettled = async () =>
    (
      await sql<object>`select id, state, tries, next_try_at from refunds
        where state in ('requested', 'approved', 'processing')`.execute(desk.db)
    ).rows

  it(
    `pays each refund once, within a minute of the next start (${kills} kills)`,
    async () => {
      const all: number[] = []
      let [unanswered, slowest] = [[] as readonly Asked[], 0]
      for (let round = 0; round <= kills; round++) {
        await product.start()
        const [started, { token }] = [performance.now(), await desk.server.signIn('admin')]
        // Every other time Stripe's news never arrives.
        if (round % 2 === 0) await deliverNews()
        news.splice(0)
        for (const asked of unanswered) expect(await ask(asked, token)).toBe(200)
        await expect.poll(unsettled, { timeout: settlesWithin, interval: 200 }).toEqual([])
        if (unanswered.length > 0 || all.length > 0) slowest = Math.max(slowest, performance.now() - started)
        if (round === kills) break
        const ids = [await paidOrder(), await paidOrder(), await paidOrder()]
        all.push(...ids)
        const staff = staffDesk(desk, { ...callerOf(product.url, token), token })
        const wanted: Asked[] = []
        for (const id of ids)
          wanted.push({
            id,
            key: `killed-${id}`,
            body: { ...wish, token: (await staff.preview(id, 'refund', wish)).token },
          })
        killAt((['before', 'between', 'around'] as const)[drawn(0, 2)] ?? 'between', drawn(1, 3))
        const answers = await Promise.all(wanted.map((one) => ask(one, token).catch(() => null)))
        unanswered = wanted.filter((_, index) => answers[index] === null)
        await product.hasEnded()
      }
      const { rows } = await sql`
        select count(*)::integer as refunds, count(distinct purchase_id)::integer as orders, sum(amount)::integer as amount
        from refunds where state = 'succeeded'`.execute(desk.db)
      expect(rows).toEqual([{ refunds: all.length, orders: all.length, amount: all.length * wish.amount }])
      const given = [...local.books.refunds.values()]
      expect(given.map(({ status }) => status)).toEqual(all.map(() => 'succeeded'))
      expect(new Set(given.map((refund) => refund['payment_intent'])).size).toBe(all.length)
      await expectTrueBooks(desk)
      tell(
        `${kills} kills, ${all.length} refunds, each paid once; the slowest was settled after ${Math.round(slowest)} ms`,
      )
    },
    kills * 120_000,
  )
})

describe.skipIf(postgresUrl === null)('a product that is killed while it sells', () => {
  let desk: OrderDesk
  let product: ProductProcess
  let shop: Shop
  /** What was promised, by the references of orders. */
  const promised = { placed: new Set<string>(), paid: new Set<string>(), cancelled: new Set<string>() }
  const invoices = new Map<string, number>()
  beforeAll(async () => {
    desk = await openOrderDesk(postgresUrl, 'killed traffic', { SESSION_SECRET: secret })
    product = new ProductProcess({ SESSION_SECRET: secret, DATABASE_URL: await urlOf(desk) })
    shop = { url: '', ...(await openShop(desk.server.database, readSettings({ SESSION_SECRET: secret }))), heard }
  })
  afterAll(async () => {
    await product?.stop()
    await desk?.server.stop()
  })

  function heard(
    path: string,
    body: object,
    { status, body: answer }: Parameters<NonNullable<Shop['heard']>>[2],
  ): void {
    if (status >= 300) return
    const reference = String(answer['reference'] ?? '')
    if (path === '/v1/orders') promised.placed.add(reference)
    if (path.endsWith('/cancel')) promised.cancelled.add(reference)
    if ('type' in body && body.type === 'payment.captured' && 'payment' in body)
      promised.paid.add(String(body.payment).split('-')[0] ?? '')
  }
  /** Leaves fewer tickets than the next round asks for, and more places. */
  async function restock(): Promise<void> {
    await sql`update house_stock set capacity = taken + case when listing_id is null then 100 else 10 end`.execute(
      desk.db,
    )
  }
  /** Customers buy, and staff invoice what is paid, until the product dies. */
  async function trade(orders: number, token: string): Promise<void> {
    const goal = promised.placed.size + orders
    const sellers = Array.from({ length: 4 }, async () => {
      for (;;) {
        if (promised.placed.size >= goal) product.kill()
        if ((await sellOne(shop, outcomeAt(Math.random())).catch(lost)) === null) return
      }
    })
    const clerk = async () => {
      for (let done = false; !done;) {
        const reference = [...promised.paid].find((one) => !invoices.has(one))
        const id = reference === undefined ? 0 : Number((await desk.rowOf(reference))['id'])
        const headers = { 'idempotency-key': `invoice-${id}` }
        const reply = await callerOf(product.url, token)
          .post(`/rest/data/purchases/${id}/invoice`, {}, headers)
          .catch(lost)
        done = reply === null
        if (reply?.status === 201 && reference !== undefined) invoices.set(reference, (reply.body as { id: number }).id)
      }
    }
    await Promise.all([...sellers, clerk()])
    await product.hasEnded()
  }
  /** A call that the product did not live to answer. Anything else is a fault. */
  function lost(error: unknown): null {
    if (error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError')) return null
    throw error
  }
  const waiting = async () =>
    (
      await sql<object>`
        select reference, booking_status from purchases
        where booking_status = 'pending_supplier' or (booking_status = 'pending_payment' and payment_status = 'captured')
        union all select key, action from supplier_calls where state = 'open'
        union all select id::text, state from refunds where state in ('approved', 'processing')`.execute(desk.db)
    ).rows

  it(
    `sells nothing twice, loses nothing, and leaves no gap among its invoices (${kills} kills)`,
    async () => {
      for (let round = 0; round < kills; round++) {
        // Each process leases a share of the key's quota, which a killed one takes with it: many kills a minute would use it up.
        await sql`delete from discovery_api_leases`.execute(desk.db)
        await restock()
        await product.start()
        shop = { ...shop, url: product.url }
        await trade(drawn(1, 12), (await desk.server.signIn('admin')).token)
      }
      await product.start()
      const started = performance.now()
      await expect.poll(waiting, { timeout: settlesWithin, interval: 200 }).toEqual([])
      const settled = Math.round(performance.now() - started)

      const missing = async (references: ReadonlySet<string>, is: ReturnType<typeof sql>) =>
        (
          await sql`select r from unnest(${[...references]}::text[]) r
            where not exists (select from purchases where reference = r and ${is})`.execute(desk.db)
        ).rows
      expect(await missing(promised.placed, sql`true`)).toEqual([])
      expect(
        await missing(promised.paid, sql`captured = grand_total and booking_status in ('confirmed', 'cancelled')`),
      ).toEqual([])
      expect(await missing(promised.cancelled, sql`booking_status = 'cancelled'`)).toEqual([])
      const { rows: lostInvoices } = await sql`
        select i from unnest(${[...invoices.values()]}::bigint[]) i where not exists (select from invoices where id = i)`.execute(
        desk.db,
      )
      expect(lostInvoices).toEqual([])
      const { rows: soldTwice } = await sql`
        select s.id from house_stock s where s.taken > s.capacity or s.taken <> (
          select coalesce(sum(h.quantity), 0) from house_stock_holds h where h.stock_id = s.id and h.state in ('held', 'booked'))
        union all select p.id from purchases p join order_placements o on o.purchase_id = p.id
          left join house_stock_holds h on h.key = o.supplier_key
        where p.booking_status = 'confirmed' and (h.key is null or h.state <> 'booked')`.execute(desk.db)
      expect(soldTwice).toEqual([])
      await expectTrueBooks(desk)
      expect(promised.placed.size).toBeGreaterThan(kills)
      tell(
        `${kills} kills, ${promised.placed.size} orders, ${promised.paid.size} paid, ${invoices.size} invoices; all was settled ${settled} ms after the last start`,
      )
    },
    kills * 120_000,
  )
})
