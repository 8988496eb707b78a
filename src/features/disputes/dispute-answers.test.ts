import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { stopClock } from '../../db/testing/stopped-clock.server.ts'
import { openDispute } from './dispute-details.server.ts'
import type { DisputeDetails } from './dispute.endpoints.ts'
import type { DisputeDesk } from './testing/dispute-desk.server.ts'
import { openDisputeDesk } from './testing/dispute-desk.server.ts'

let bank: DisputeDesk
let staff: Client
beforeAll(async () => {
  bank = await openDisputeDesk(inject('postgresUrl'), 'dispute answers')
})
afterAll(() => bank?.desk.server.stop())
beforeEach(async () => {
  bank.news.splice(0)
  staff = await bank.desk.server.signIn('admin')
})

interface Opened {
  readonly order: number
  readonly id: number
  readonly name: string
}
async function disputed(options: { readonly isInquiry?: boolean } = {}): Promise<Opened> {
  const order = (await bank.paid(1, 5000))[0] ?? 0
  const name = await bank.dispute(order, options)
  await bank.deliverAll()
  return { order, name, id: (await bank.rows(order))[0]?.id ?? 0 }
}
const path = (id: number, call: string) => `/rest/data/disputes/${id}/${call}`
async function details(id: number): Promise<DisputeDetails> {
  const { status, body } = await staff.get(path(id, 'details'))
  expect(status, JSON.stringify(body)).toBe(200)
  return body as DisputeDetails
}
const evidence = [{ field: 'uncategorized_text', text: 'The tickets were scanned at the gate.' }]
let last = 0
async function submit(id: number, written: readonly object[] = evidence, key = `submit-${++last}`) {
  const preview = await staff.post(path(id, 'submit/preview'), { evidence: written })
  expect(preview.status, JSON.stringify(preview.body)).toBe(200)
  const { token } = preview.body as { token: string }
  return await staff.post(path(id, 'submit'), { evidence: written, token }, { 'idempotency-key': key })
}
const statusOf = async (order: number) => (await bank.rows(order))[0]?.status
const atStripe = (name: string) =>
  bank.local.books.disputes.get(name) as unknown as {
    status: string
    evidence: Record<string, string>
    evidence_details: { submission_count: number }
  }

describe('evidence', () => {
  it('is made from the record of the order', async () => {
    const { id, order } = await disputed()
    await sql`insert into order_messages (purchase_id, kind, locale, subject) values (${order}, 'ticket', 'en', 'Your tickets')`.execute(
      bank.desk.db,
    )
    await sql`insert into purchase_events (purchase_id, at, kind, actor_kind) values (${order}, now(), 'tickets_delivered', 'system')`.execute(
      bank.desk.db,
    )
    // In Madrid it is the 2nd of July already.
    await sql`
      update purchases set travel_date = '2026-07-02', local_time = null, starts_at = '2026-07-01T22:00:00Z', ends_at = '2026-07-02T22:00:00Z'
      where id = ${order}`.execute(bank.desk.db)
    const fields = new Map((await details(id)).evidence.map(({ field, suggestion }) => [field, suggestion]))
    const { reference, title } = await bank.order(order)
    expect(fields.get('product_description')).toContain(`Order ${String(reference)}`)
    expect(fields.get('product_description')).toContain(String(title))
    expect(fields.get('service_date')).toBe('2026-07-02')
    expect(fields.get('uncategorized_text')).toContain('ticket: Your tickets')
    expect(fields.get('access_activity_log')).toContain('tickets delivered')
    expect(fields.get('duplicate_charge_explanation')).toBe('')
  })

  it('proves a refund that was made before, so that the bank does not pay it again', async () => {
    const order = (await bank.paid(1, 5000))[0] ?? 0
    await bank.bench.refund(order, 2000)
    await bank.sendRefunds()
    await bank.dispute(order)
    await bank.deliverAll()
    const { evidence: made, payment } = await details((await bank.rows(order))[0]?.id ?? 0)
    expect(payment.refunded).toBe(2000)
    expect(made.find(({ field }) => field === 'refund_refusal_explanation')?.text).toMatch(/20\.00.*reference re_/s)
  })

  it('names other payments of the customer, and none of other people', async () => {
    const [order = 0, own = 0, other = 0] = await bank.paid(3, 5000)
    const { rows } = await sql<{ id: number }>`
      insert into customers (email, first_name, last_name, locale) values ('twice@example.com', 'Ana', 'García', 'es')
      returning id`.execute(bank.desk.db)
    await sql`update purchases set customer_id = ${rows[0]?.id ?? 0} where id in (${order}, ${own})`.execute(
      bank.desk.db,
    )
    await bank.dispute(order, { reason: 'duplicate' })
    await bank.deliverAll()
    const { evidence: made } = await details((await bank.rows(order))[0]?.id ?? 0)
    const text = made.find(({ field }) => field === 'duplicate_charge_explanation')?.text
    expect(text).toContain(`order ${String((await bank.order(own))['reference'])}`)
    expect(text).not.toContain(String((await bank.order(other))['reference']))
  })

  it('of one dispute is saved, and that of others stays', async () => {
    const [one, other] = [await disputed(), await disputed()]
    const before = await details(other.id)
    await staff.post(path(one.id, 'evidence'), { version: (await details(one.id)).version, evidence })
    expect(await details(other.id)).toEqual(before)
  })

  it('is kept when it is saved, and refused by who opened an older version', async () => {
    const { id } = await disputed()
    const { version } = await details(id)
    expect((await staff.post(path(id, 'evidence'), { version, evidence })).status).toBe(200)
    expect((await details(id)).evidence.find(({ field }) => field === 'uncategorized_text')?.text).toBe(
      evidence[0]?.text,
    )
    expect((await staff.post(path(id, 'evidence'), { version, evidence })).status).toBe(412)
  })

  it('shows the customer’s email only masked and no IP address, and sends both whole', async () => {
    const { id, order, name } = await disputed()
    await sql`update purchases set client_address = '192.0.2.61' where id = ${order}`.execute(bank.desk.db)
    const email = String((await bank.order(order))['customer_email'])
    const shown = JSON.stringify(await details(id))
    expect(shown).not.toContain(email)
    expect(shown).not.toContain('192.0.2.61')
    expect((await submit(id)).status).toBe(200)
    await bank.sendAnswers()
    expect(atStripe(name).evidence['customer_email_address']).toBe(email)
    expect(atStripe(name).evidence['customer_purchase_ip']).toBe('192.0.2.61')
  })
})

describe('answering a dispute', () => {
  it('sends evidence after the commit, once, and waits for the bank', async () => {
    const { id, order, name } = await disputed()
    expect((await submit(id)).body).toEqual({ message: 'Evidence on its way' })
    expect(await statusOf(order)).toBe('needs_response')
    expect((await details(id)).blocked.submit).toBe('An answer is on its way.')
    await bank.sendAnswers()
    expect(await statusOf(order)).toBe('under_review')
    expect(atStripe(name)).toMatchObject({ evidence: { uncategorized_text: evidence[0]?.text } })
    const { blocked, answers } = await details(id)
    expect(blocked.submit).toBe('The bank is deciding on this dispute.')
    expect(answers).toMatchObject([{ kind: 'evidence', state: 'done', failure: null }])
    await bank.deliverAll()
    expect(await statusOf(order)).toBe('under_review')
  })

  it('is the same call when it is repeated with its key', async () => {
    const { id, name } = await disputed()
    const preview = await staff.post(path(id, 'submit/preview'), { evidence })
    const body = { evidence, token: (preview.body as { token: string }).token }
    const [one, two] = [
      await staff.post(path(id, 'submit'), body, { 'idempotency-key': 'twice' }),
      await staff.post(path(id, 'submit'), body, { 'idempotency-key': 'twice' }),
    ]
    expect([one.status, two.status]).toEqual([200, 200])
    await bank.sendAnswers()
    expect(atStripe(name).evidence_details.submission_count).toBe(1)
  })

  it('asks what became of evidence whose answer was lost, and sends it once', async () => {
    const { id, order, name } = await disputed()
    await submit(id)
    bank.local.books.next = 'time_out'
    await bank.sendAnswers()
    expect(await statusOf(order)).toBe('needs_response')
    bank.news.splice(0)
    await sql`update dispute_answers set next_try_at = now() where next_try_at is not null`.execute(bank.desk.db)
    await bank.sendAnswers()
    expect(await statusOf(order)).toBe('under_review')
    expect(atStripe(name).evidence_details.submission_count).toBe(1)
  })

  it('accepts a dispute: the customer keeps the money, and the order is charged back', async () => {
    const { id, order } = await disputed()
    const preview = await staff.post(path(id, 'accept/preview'), {})
    const { effects, token } = preview.body as { effects: string[]; token: string }
    expect(effects[0]).toMatch(/keeps .*50\.00/)
    expect(effects.at(-2)).toBe('The order becomes charged back. This can’t be undone.')
    const accepted = await staff.post(path(id, 'accept'), { token }, { 'idempotency-key': 'accept-1' })
    expect(accepted.body).toEqual({ message: 'Dispute accepted' })
    await bank.sendAnswers()
    expect(await statusOf(order)).toBe('lost')
    expect(await bank.order(order)).toMatchObject({ payment_status: 'charged_back', charged_back: 5000 })
  })

  it('says why it failed, and can be tried again', async () => {
    const { id, name } = await disputed()
    await submit(id)
    const open = atStripe(name)
    bank.local.books.disputes.delete(name)
    await bank.sendAnswers()
    expect((await details(id)).answers).toMatchObject([{ state: 'failed', failure: 'resource_missing' }])
    bank.local.books.disputes.set(name, open as never)
    expect((await submit(id)).status).toBe(200)
    await bank.sendAnswers()
    expect((await details(id)).answers).toMatchObject([{ state: 'done' }, { state: 'failed' }])
  })

  it('refuses what was not previewed, has no word, or names a field twice', async () => {
    const { id } = await disputed()
    const answer = (body: object) => staff.post(path(id, 'submit'), body, { 'idempotency-key': `bad-${++last}` })
    expect(await answer({ evidence, token: 'made up' })).toMatchObject({
      status: 409,
      body: { error: 'PreviewChanged' },
    })
    const long = await staff.post(path(id, 'submit/preview'), {
      evidence: [{ field: 'uncategorized_text', text: 'x'.repeat(1349) }],
    })
    expect((long.body as { effects: string[] }).effects[0]).toMatch(/^The bank receives 1 text, 1,349 characters,/)
    const empty = await staff.post(path(id, 'submit/preview'), { evidence: [{ field: 'customer_name', text: ' ' }] })
    expect(empty).toMatchObject({ status: 422, body: { fields: { evidence: 'Enter what the bank should know.' } } })
    const twice = await staff.post(path(id, 'submit/preview'), { evidence: [...evidence, ...evidence] })
    expect(twice).toMatchObject({ status: 422, body: { fields: { evidence: 'List each field once.' } } })
    expect((await staff.get(path(999_999, 'details'))).status).toBe(404)
  })

  it('offers a refund in place of accepting an inquiry', async () => {
    const { id } = await disputed({ isInquiry: true })
    const { blocked } = await details(id)
    expect(blocked).toEqual({ submit: null, accept: 'This is an inquiry. Refund the order instead.' })
  })

  it('leaves the order to the bank once it was sent, until the bank decides', async () => {
    const { id, order, name } = await disputed()
    expect(await bank.order(order)).toMatchObject({ next_step: 'answer_dispute', bank_decides_by: null })
    await submit(id)
    await bank.sendAnswers()
    const waiting = await bank.order(order)
    expect(waiting).toMatchObject({ payment_status: 'disputed', due_at: null })
    expect(waiting['next_step']).not.toBe('answer_dispute')
    expect(waiting['bank_decides_by']).not.toBeNull()
    bank.decide(name, 'won')
    await bank.deliverAll()
    expect(await bank.order(order)).toMatchObject({ payment_status: 'captured', bank_decides_by: null })
  })

  it('is too late in the very instant that it was due', async () => {
    const { id } = await disputed()
    const late = async (db: Db, due: string) => {
      await sql`update disputes set due_by = now() + ${due}::interval where id = ${id}`.execute(db)
      return (await openDispute(db, String(id), { isLocked: false })).isPastDue
    }
    await bank.desk.db.transaction().execute(async (db) => {
      await stopClock(db)
      expect(await late(db, '0')).toBe(true)
      expect(await late(db, '1 millisecond')).toBe(false)
      await sql`drop schema stopped cascade`.execute(db)
    })
  })

  it('says so where it was sent and cannot be written down', async () => {
    const { id } = await disputed()
    await submit(id)
    await sql`create function refuse_answer() returns trigger language plpgsql as $$ begin raise 'no room'; end $$`.execute(
      bank.desk.db,
    )
    await sql`
      create trigger refuse_answer before update on dispute_answers for each row when (new.state = 'done')
      execute function refuse_answer()`.execute(bank.desk.db)
    expect(await bank.sendAnswers()).toEqual(['An answer to a dispute is not settled yet'])
    await sql`drop function refuse_answer cascade`.execute(bank.desk.db)
  })

  it('asks for a fresh sign-in, and for the permission to refund where the money is given up', async () => {
    const { id } = await disputed()
    const agent = await bank.desk.server.signIn('catalogue-editor')
    expect((await agent.post(path(id, 'accept/preview'), {})).status).toBe(403)
    expect((await agent.post(path(id, 'submit/preview'), { evidence })).status).toBe(403)
    const preview = await staff.post(path(id, 'accept/preview'), {})
    const { token } = preview.body as { token: string }
    await sql`update sessions set created_at = now() - interval '10 minutes'`.execute(bank.desk.db)
    const stale = await staff.post(path(id, 'accept'), { token }, { 'idempotency-key': 'stale' })
    expect(stale).toMatchObject({ status: 401, body: { error: 'FreshSignInRequired' } })
  })
})
