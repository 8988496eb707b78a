import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Client } from '../../../app/testing/start.server.ts'
import { sendRefunds } from '../../payments/testing/send-refunds.server.ts'
import { testGateway as gateway } from '../payment-gateway.server.ts'
import type { OrderDesk } from '../testing/order-desk.server.ts'
import { openOrderDesk } from '../testing/order-desk.server.ts'
import type { StaffDesk } from '../testing/staff-desk.server.ts'
import { staffDesk } from '../testing/staff-desk.server.ts'

let desk: OrderDesk
let staff: StaffDesk
let admin: Client
/** A colleague whose role can refund up to €30. */
let limited: StaffDesk
let limitedClient: Client
beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'refund order')
  await sql`
    insert into role_permissions (role_id, action, object, maximum_amount, maximum_currency)
    select id, 'refund', 'purchases', 3000, 'EUR' from roles where name = 'sales-agent'
    on conflict (role_id, action, object) do update set maximum_amount = 3000, maximum_currency = 'EUR'`.execute(
    desk.db,
  )
})
beforeEach(async () => {
  // A session of its own for each test: no one refunds more than 30 times a minute, and each has signed in just now.
  admin = await desk.server.signIn('admin')
  staff = staffDesk(desk, admin)
  limitedClient = await desk.server.signIn('sales-agent')
  limited = staffDesk(desk, limitedClient)
})
afterAll(() => desk?.server.stop())

/** As the job does it. */
const send = () => sendRefunds(desk.server.database, gateway)

/** An order of €80 for two, paid and confirmed. */
async function paid(): Promise<number> {
  const id = await staff.idOf(await desk.placed({ lines: [desk.visit(2)] }))
  await staff.pay(id, 'pending_supplier', 'confirmed')
  return id
}
const goodwill = (amount: number, more: object = {}) => ({
  kind: 'goodwill',
  lines: [],
  amount,
  reason: 'quality',
  paidBy: 'platform',
  note: null,
  ...more,
})
const byLine = (amount: number, more: object = {}) => ({
  ...goodwill(0),
  kind: 'lines',
  amount: null,
  lines: [{ position: 1, amount }],
  ...more,
})
const texts = ({ effects }: { effects: readonly { about: string; text: string }[] }, subject: string) =>
  effects.filter(({ about }) => about === subject).map(({ text }) => text)
const refundsOf = async (id: number) =>
  (
    await sql<{ id: number; state: string; amount: number }>`
      select id, state, amount from refunds where purchase_id = ${id} order by id`.execute(desk.db)
  ).rows
const wrongSums = async (id: number) => {
  const { body } = await admin.get(`/rest/data/purchases/${id}/details`)
  return (body as { identities: { key: string; holds: boolean }[] }).identities.filter(({ holds }) => !holds)
}

describe('refunding an order', () => {
  it('says before it does so where the money comes from and goes to', async () => {
    const id = await paid()
    const preview = await staff.preview(id, 'refund', byLine(4000, { paidBy: 'provider' }))
    expect(texts(preview, 'customer')).toEqual(['Receives €40.00 on Card.', 'Demo: no real money moves.'])
    expect(texts(preview, 'supplier')[0]).toMatch(/ returns €\d/)
    expect(texts(preview, 'margin')[0]).toMatch(/→/)
    expect(texts(await staff.preview(id, 'refund', byLine(4000)), 'supplier')).toEqual(['Returns nothing.'])
    expect(await refundsOf(id)).toEqual([])
  })

  it('gives part of it back, and the rest by a second refund; the margin lands where the preview said', async () => {
    const id = await paid()
    const preview = await staff.run(id, 'refund', byLine(3000, { paidBy: 'provider' }))
    expect(await refundsOf(id)).toMatchObject([{ state: 'approved', amount: 3000 }])
    await send()
    expect(await staff.row(id)).toMatchObject({
      refunded: 3000,
      payment_status: 'partially_refunded',
      refund_state: 'partial',
    })
    const { margin } = await staff.row(id)
    expect(texts(preview, 'margin')[0]?.split('→ ')[1]).toBe(`€${(Number(margin) / 100).toFixed(2)}`)
    await staff.run(id, 'refund', goodwill(5000))
    await send()
    expect(await staff.row(id)).toMatchObject({
      refunded: 8000,
      payment_status: 'refunded',
      booking_status: 'confirmed',
    })
    expect(await wrongSums(id)).toEqual([])
    const { refund, 'record-transfer': transfer } = await staff.commands(id)
    expect([refund, transfer]).toEqual(['Nothing is left to refund.', 'No refunds to send by bank transfer.'])
    expect(await staff.timeline(id)).toEqual(expect.arrayContaining(['refund_approved', 'refund_succeeded']))
  })

  it.each([
    [goodwill(0), { amount: 'Enter an amount.' }],
    [goodwill(-5), { amount: 'Enter 0 or more.' }],
    [goodwill(1.5), { amount: 'Enter an amount.' }],
    [goodwill(8001), { amount: 'At most €80.00 can be refunded.' }],
    [byLine(9000), { 'lines.0.amount': 'At most €80.00 is left of this line.' }],
    [byLine(0), { lines: 'Enter the refund for a line.' }],
    [
      { ...byLine(1), lines: [{ position: 77, amount: 1 }] },
      { 'lines.0.position': 'Send each line of the order once.' },
    ],
    [{ ...goodwill(100), reason: 'whim' }, { reason: 'Choose a reason.' }],
  ])('names the field that has to change: %o', async (input, fields) => {
    expect(await staff.previewReply(await paid(), 'refund', input)).toMatchObject({ status: 422, body: { fields } })
  })

  it('counts what is under way, so that two refunds never give back more than was paid', async () => {
    const id = await paid()
    const [first, second] = [
      await staff.preview(id, 'refund', goodwill(5000)),
      await staff.preview(id, 'refund', goodwill(4000)),
    ]
    expect((await staff.apply(id, 'refund', { ...goodwill(5000), token: first.token })).status).toBe(200)
    expect(await staff.apply(id, 'refund', { ...goodwill(4000), token: second.token })).toMatchObject({ status: 422 })
    const stale = await staff.apply(id, 'refund', { ...goodwill(1000), token: second.token })
    expect(stale).toMatchObject({ status: 409, body: { error: 'PreviewChanged' } })
    expect((stale.body as { message: string }).message).toContain('Refunded or under way: €0.00 → €50.00.')
  })

  it('is done once with one key, and asks for a key', async () => {
    const id = await paid()
    const { token } = await staff.preview(id, 'refund', goodwill(1000))
    const bodies = { ...goodwill(1000), token }
    expect((await admin.post(`/rest/data/purchases/${id}/commands/refund`, bodies)).status).toBe(428)
    for (let again = 0; again < 3; again++)
      expect((await staff.apply(id, 'refund', bodies, 'one-key')).status).toBe(200)
    expect(await refundsOf(id)).toHaveLength(1)
    expect((await staff.apply(id, 'refund', { ...bodies, amount: 2000 }, 'one-key')).status).toBe(422)
  })

  it('is for those whose role can refund, who have signed in just now', async () => {
    const id = await paid()
    const none = staffDesk(desk, await desk.server.signIn('read-only'))
    expect((await none.previewReply(id, 'refund', goodwill(100))).status).toBe(403)
    const { token } = await staff.preview(id, 'refund', goodwill(100))
    await sql`update sessions set created_at = now() - interval '10 minutes'`.execute(desk.db)
    expect(await staff.apply(id, 'refund', { ...goodwill(100), token })).toMatchObject({
      status: 401,
      body: { error: 'FreshSignInRequired' },
    })
    expect(await refundsOf(id)).toEqual([])
  })

  it('is refused while the bank decides on a dispute, and before anything was paid', async () => {
    const id = await paid()
    await sql`update purchases set payment_status = 'disputed' where id = ${id}`.execute(desk.db)
    expect((await staff.commands(id))['refund']).toBe('Payment status: Disputed.')
    expect((await staff.previewReply(id, 'refund', goodwill(100))).status).toBe(409)
    const unpaid = await staff.idOf(await desk.placed())
    expect((await staff.commands(unpaid))['refund']).toBe('Payment status: Unpaid.')
  })
})

describe('a refund above a person’s limit', () => {
  it('waits for another person, however small the parts it is made in', async () => {
    const id = await paid()
    await limited.run(id, 'refund', goodwill(2000))
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['approved'])
    const preview = await limited.run(id, 'refund', goodwill(2000))
    expect(texts(preview, 'order')[0]).toBe('Above your limit: another person has to approve it.')
    const [, second] = await refundsOf(id)
    expect(second?.state).toBe('requested')
    expect(await staff.row(id)).toMatchObject({ refund_pending: 4000, next_step: 'approve_refund' })
    expect(await limited.previewReply(id, 'approve-refund', { refundId: second?.id })).toMatchObject({
      status: 403,
      body: { error: 'FourEyes', message: 'You requested this refund. Someone else must approve it.' },
    })
    const { rows: told } = await sql<{ amount: number; isOwn: boolean }>`
      select i.data -> 'amount' as amount, i.staff_id = r.requested_by as "isOwn" from inbox_items i join refunds r on r.id = ${second?.id}
      where i.kind = 'refund-requested' and i.record_id = ${id}`.execute(desk.db)
    expect(told).toContainEqual({ amount: 2000, isOwn: false })
    await staff.run(id, 'approve-refund', { refundId: second?.id })
    await send()
    expect(await staff.row(id)).toMatchObject({ refunded: 4000, refund_pending: 0, next_step: 'none' })
    expect(await wrongSums(id)).toEqual([])
  })

  it('can be turned down, and its money can be refunded otherwise', async () => {
    const id = await paid()
    await limited.run(id, 'refund', goodwill(8000))
    const [asked] = await refundsOf(id)
    await staff.run(id, 'reject-refund', { refundId: asked?.id, reason: 'The show took place' })
    expect(await refundsOf(id)).toMatchObject([{ state: 'rejected' }])
    const { rows: told } = await sql`
      select i.data -> 'isApproved' as is, i.staff_id = r.requested_by as own from inbox_items i join refunds r on r.id = ${asked?.id}
      where i.kind = 'refund-decided' and i.record_id = ${id}`.execute(desk.db)
    expect(told).toEqual([{ is: false, own: true }])
    expect(await staff.row(id)).toMatchObject({ refund_pending: 0, refund_state: 'none' })
    expect((await staff.previewReply(id, 'refund', goodwill(8000))).status).toBe(200)
    expect((await staff.commands(id))['approve-refund']).toBe('No refunds to approve.')
  })

  it('cannot be approved by a person whose own limit is lower', async () => {
    const id = await paid()
    await limited.run(id, 'refund', goodwill(8000))
    const [asked] = await refundsOf(id)
    await sql`update refunds set requested_by = null where id = ${asked?.id}`.execute(desk.db)
    expect(await limited.previewReply(id, 'approve-refund', { refundId: asked?.id })).toMatchObject({
      status: 403,
      body: { error: 'BeyondLimits' },
    })
  })

  it('is not approved by the person who asked, whatever program writes it down', async () => {
    const id = await paid()
    await limited.run(id, 'refund', goodwill(8000))
    await expect(
      sql`update refunds set approved_by = requested_by where purchase_id = ${id}`.execute(desk.db),
    ).rejects.toThrow('another_person_approves')
  })
})

describe('a refund that failed', () => {
  async function failed(): Promise<{ id: number; refundId: number }> {
    const id = await paid()
    await staff.run(id, 'refund', goodwill(2500))
    await sendRefunds(desk.server.database, {
      ...gateway,
      refund: () => Promise.resolve({ state: 'failed', reason: 'expired_or_canceled_card' }),
    })
    return { id, refundId: (await refundsOf(id))[0]?.id ?? 0 }
  }

  it('keeps its key and is sent again with the next step of its order', async () => {
    const { id, refundId } = await failed()
    expect(await staff.row(id)).toMatchObject({ refund_state: 'failed', next_step: 'retry_refund', refund_pending: 0 })
    const keyOf = async () =>
      (await sql<{ key: string }>`select idempotency_key as key from refunds where id = ${refundId}`.execute(desk.db))
        .rows
    const key = await keyOf()
    await staff.run(id, 'retry-refund', { refundId })
    await send()
    expect(await staff.row(id)).toMatchObject({ refunded: 2500, refund_state: 'partial', next_step: 'none' })
    expect(await keyOf()).toEqual(key)
    expect(await wrongSums(id)).toEqual([])
  })

  it('is not sent again once other refunds have used the money', async () => {
    const { id, refundId } = await failed()
    await staff.run(id, 'refund', goodwill(8000))
    expect(await staff.previewReply(id, 'retry-refund', { refundId })).toMatchObject({ status: 409 })
  })
})

describe('deciding on many refunds', () => {
  const decide = (client: Client, what: string, ids: number[]) =>
    client.post(`/rest/data/refunds/${what}`, { ids }, { 'idempotency-key': crypto.randomUUID() })

  it('approves each that can be, and says of the others why not', async () => {
    const [one, two] = [await paid(), await paid()]
    await limited.run(one, 'refund', goodwill(8000))
    await limited.run(two, 'refund', goodwill(8000))
    const ids = [...(await refundsOf(one)), ...(await refundsOf(two))].map(({ id }) => id)
    const own = await decide(limitedClient, 'approve', ids)
    expect((own.body as { results: { message: string }[] }).results[0]?.message).toBe(
      'You requested this refund. Someone else must approve it.',
    )
    const { status, body } = await decide(admin, 'approve', [...ids, 999_999])
    expect(status, JSON.stringify(body)).toBe(200)
    expect((body as { results: object[] }).results).toEqual([
      ...ids.map((id) => ({ id, ok: true })),
      { id: 999_999, ok: false, message: 'Refund not found.' },
    ])
    const { rows: audit } = await sql<{ order: string; refund: number }>`
      select record_id as order, (after ->> 'refund')::bigint as refund from audit_log
      where action = 'approve-refund' and object = 'purchases' order by id desc limit 2`.execute(desk.db)
    expect(new Map(audit.map(({ refund, order }) => [refund, order]))).toEqual(
      new Map([one, two].map((order, index) => [ids[index], String(order)])),
    )
    await send()
    expect(await staff.row(one)).toMatchObject({ refunded: 8000, next_step: 'none' })
    expect(await staff.timeline(one)).toEqual(expect.arrayContaining(['refund_approved', 'refund_succeeded']))
    expect((await decide(admin, 'approve', ids)).body).toMatchObject({
      results: ids.map(() => ({ ok: false, message: 'This refund has already been decided.' })),
    })
    expect(await wrongSums(one)).toEqual([])
  })

  it('asks for a key, and for the permission', async () => {
    expect((await admin.post('/rest/data/refunds/retry', { ids: [1] })).status).toBe(428)
    expect((await decide(await desk.server.signIn('read-only'), 'retry', [1])).status).toBe(403)
  })
})
