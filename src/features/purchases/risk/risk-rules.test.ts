import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { resources } from '../../../app/registry.server.ts'
import { examples } from '../../../app/testing/examples.server.ts'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { purchases } from '../purchases.ts'
import { scoreRisk } from './order-risk.server.ts'
import type { RiskTrial } from './risk-rule.endpoints.ts'
import type { RiskKind } from './risk-rules.ts'
import { reviewFrom } from './risk-rules.ts'

let server: TestServer
let admin: Awaited<ReturnType<TestServer['signIn']>>
/** Made-up paid orders: [email, hours ago, payments]. */
const sold: readonly (readonly [string, number, readonly Readonly<Record<string, string>>[]])[] = [
  ['one@example.com', 1, []],
  ['ONE@example.com', 2, [{ state: 'failed' }]],
  ['one@example.com', 30, [{ avs: 'mismatch', cvc: 'mismatch' }]],
  ['two@example.com', 3, [{ state: 'failed' }, { state: 'failed' }, { avs: 'mismatch' }]],
  ['three@example.com', 4, [{ three_ds: 'failed', cvc: 'mismatch' }]],
  ['four@example.com', 5, [{ three_ds: 'failed', cvc: 'mismatch', avs: 'mismatch' }]],
  ['five@example.com', 6, [{ state: 'failed', cvc: 'mismatch' }]],
]
const ids: number[] = []
const authorised = {
  bookingStatus: 'on_hold',
  paymentStatus: 'authorised',
  fulfilmentStatus: 'not_due',
  refundState: 'none',
  captured: 0,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
}
let records: ReturnType<typeof maker>

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'risk_rules' })
  admin = await server.signIn('admin')
  const { kysely: db } = server.database
  records = maker(db, resources, examples)
  for (const [email, hours, payments] of sold) {
    const id = await records.make(purchases, { ...authorised, customerEmail: email })
    ids.push(id)
    await sql`update purchases set created_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(db)
    for (const [n, { state = 'voided', avs = null, cvc = null, three_ds = null }] of payments.entries())
      await sql`insert into payments (purchase_id, provider, method, state, currency, authorised, captured, fee, psp_reference, avs, cvc, three_ds, failure)
        select id, 'stripe', 'card', ${state}, currency, 0, 0, 0, ${`made-up-${id}-${n}`}, ${avs}, ${cvc}, ${three_ds}, ${state === 'failed' ? 'declined' : null}
        from purchases where id = ${id}`.execute(db)
  }
  // What the samples refer to can be orders, too, of the time of the samples.
  await sql`update purchases set created_at = now() - interval '90 days' where not id = any(${ids})`.execute(db)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  await sql`update risk_rules set is_enabled = true`.execute(server.database.kysely)
})

interface Draft {
  readonly kind: RiskKind
  readonly threshold: number
  readonly hours: number | null
  readonly points: number
  readonly isEnabled: boolean
}
const velocity: Draft = { kind: 'orders_by_email', threshold: 2, hours: 24, points: 90, isEnabled: true }

const scores = async () => await Promise.all(ids.map(async (id) => (await scoreRisk(server.database.kysely, id)).score))
async function tried(id: number | null, draft: object): Promise<RiskTrial> {
  const { status, body } = await admin.post('/rest/data/risk-rules/try', { id, draft })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as RiskTrial
}
async function saved(name: string, draft: object): Promise<{ id: number; version: number }> {
  const { status, body } = await admin.post('/rest/data/risk-rules', { name, ...draft })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: number; version: number }
}
const remove = async (id: number) => await sql`delete from risk_rules where id = ${id}`.execute(server.database.kysely)

describe('a risk rule', () => {
  it('that staff change is what orders are scored by, and one that is off counts nothing', async () => {
    const { id, version } = await saved('Two in a day', velocity)
    // Of the orders of one address the first is alone within its day; letter case makes no other address.
    expect((await scores()).slice(0, 3)).toEqual([90, 0, 55])
    const change = async (values: object, at: number) => {
      const reply = await admin.patch(`/rest/data/risk-rules/${id}`, { ...values, version: at })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return (reply.body as { version: number }).version
    }
    const later = await change({ hours: 48, points: 20 }, version)
    expect((await scores()).slice(0, 3)).toEqual([20, 20, 55])
    await change({ isEnabled: false }, later)
    expect((await scores()).slice(0, 3)).toEqual([0, 0, 55])
    await remove(id)
  })

  it('is read by who reads rules, and changed only with write on rules', async () => {
    const { id, version } = await saved('Guarded', velocity)
    const replies = async (role: string) => {
      const person = await server.signIn(role)
      const at = `/rest/data/risk-rules/${id}`
      return [
        (await person.get(at)).status,
        (await person.post('/rest/data/risk-rules', { name: `By ${role}`, ...velocity })).status,
        (await person.patch(at, { points: 1, version })).status,
        (await person.delete(at, { 'If-Match': '*' })).status,
      ]
    }
    // A sales agent writes purchases, and rules not at all; a reader of everything changes nothing.
    expect(await replies('sales-agent')).toEqual([403, 403, 403, 403])
    expect(await replies('read-only')).toEqual([200, 403, 403, 403])
    await remove(id)
  })

  it('needs hours where it counts over time, and only there', async () => {
    const refused = await admin.post('/rest/data/risk-rules', { name: 'No hours', ...velocity, hours: null })
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { hours: 'Enter how many hours to look back.' },
    ])
    const { id } = await saved('No hours', { ...velocity, kind: 'avs_mismatch', hours: null })
    await remove(id)
  })

  it('reviews an order from the score that the code knows, and not below it', async () => {
    const { kysely: db } = server.database
    const stepAt = async (score: number) => {
      const { rows } = await sql<{ step: string }>`
        update purchases set risk_score = ${score} where id = ${ids[0]} returning next_step as step`.execute(db)
      return rows[0]?.step
    }
    expect(await stepAt(reviewFrom)).toBe('review_risk')
    expect(await stepAt(reviewFrom - 1)).toBe('confirm_or_release')
    await stepAt(0)
  })

  it('is named by an order that it counted against', async () => {
    const [id = 0] = ids
    await sql`update purchases set risk_reasons = array['Security code differs', 'Long gone'] where id = ${id}`.execute(
      server.database.kysely,
    )
    const { body } = await admin.get(`/rest/data/purchases/${id}/details`)
    expect((body as { riskRules: { name: string }[] }).riskRules).toEqual([
      { id: expect.any(Number) as number, name: 'Security code differs' },
    ])
  })
})

describe('trying a risk rule', () => {
  const drafts: readonly Draft[] = [
    velocity,
    { ...velocity, hours: 48 },
    { ...velocity, threshold: 3, hours: 48, points: 25 },
    { kind: 'failed_payments', threshold: 1, hours: null, points: 60, isEnabled: true },
    { kind: 'failed_payments', threshold: 2, hours: null, points: 100, isEnabled: true },
    { kind: 'avs_mismatch', threshold: 1, hours: null, points: 26, isEnabled: true },
    { kind: 'cvc_mismatch', threshold: 1, hours: null, points: 50, isEnabled: true },
    { kind: 'three_ds_failed', threshold: 1, hours: null, points: 10, isEnabled: true },
    { kind: 'cvc_mismatch', threshold: 1, hours: null, points: 30, isEnabled: false },
  ]
  const stored = ['Security code differs', '3-D Secure failed', 'Address of the card differs', null] as const
  const cases = drafts.flatMap((draft) => stored.map((name) => ({ draft, name })))

  it.each(cases)(
    '$draft.kind from $draft.threshold in place of $name says what scoring by it gives',
    async ({ draft, name }) => {
      const { kysely: db } = server.database
      const { rows } = await sql<{ id: number }>`select id from risk_rules where name = ${name}`.execute(db)
      const id = rows[0]?.id ?? null
      const before = await scores()
      const trial = await tried(id, draft)
      expect(await scores()).toEqual(before)
      const scored = db.transaction().execute(async (trx) => {
        const { kind, threshold, hours, points, isEnabled } = draft
        if (id !== null) await sql`delete from risk_rules where id = ${id}`.execute(trx)
        await sql`insert into risk_rules (name, kind, threshold, hours, points, is_enabled)
        values ('Tried', ${kind}, ${threshold}, ${hours}, ${points}, ${isEnabled})`.execute(trx)
        const after: { score: number; reasons: string[] }[] = []
        for (const order of ids) after.push(await scoreRisk(trx, order))
        throw Object.assign(new Error('rolled back'), { after })
      })
      const { after } = (await scored.catch((error: unknown) => error)) as {
        after: { score: number; reasons: string[] }[]
      }
      const [was, is] = [before.map((score) => score >= reviewFrom), after.map(({ score }) => score >= reviewFrom)]
      expect(trial).toMatchObject({
        examined: ids.length,
        isCapped: false,
        counted: after.filter(({ reasons }) => reasons.includes('Tried')).length,
        held: is.filter((held, n) => held && !was[n]).length,
        released: was.filter((held, n) => held && !is[n]).length,
      })
      for (const order of trial.orders) {
        const n = ids.indexOf(order.id)
        expect([order.before, order.after]).toEqual([before[n], after[n]?.score])
      }
    },
  )

  it('is about paid orders of the last 30 days', async () => {
    const { kysely: db } = server.database
    const unpaid = { ...authorised, bookingStatus: 'pending_payment', paymentStatus: 'unpaid' }
    await records.make(purchases, unpaid)
    await sql`update purchases set created_at = now() - interval '31 days' where id = ${ids.at(-1)}`.execute(db)
    expect((await tried(null, velocity)).examined).toBe(ids.length - 1)
  })

  it('says what a draft lacks, and which rule is not there', async () => {
    const lacking = await admin.post('/rest/data/risk-rules/try', {
      id: null,
      draft: { kind: 'orders_by_email', threshold: 1 },
    })
    expect([lacking.status, Object.keys((lacking.body as { fields: object }).fields)]).toEqual([422, ['points']])
    const gone = await admin.post('/rest/data/risk-rules/try', { id: 999_999, draft: velocity })
    expect(gone.status).toBe(404)
  })
})
