import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { DryRun, Replay } from './rule.endpoints.ts'
import { countRules } from './rule-counting.server.ts'
import {
  admin,
  data,
  db,
  dryRun,
  event,
  explain,
  records,
  rule,
  serveRules,
  server,
} from './testing/rule-records.server.ts'

serveRules()

describe('an event explained', () => {
  it('names for each price the rules that it comes from, and those that gave way with the reason', async () => {
    const { id, venueId } = await event()
    const [markup, wide] = [
      await rule({ name: 'House', type: 'markup', markup: 1_000, venueIds: [venueId] }),
      await rule({ name: 'Kind', type: 'markup', markup: 2_000, eventTypes: ['concert'], priority: 100 }),
    ]
    await rule({ name: 'Fee', type: 'service_fee', serviceFee: 900, eventIds: [id] })
    const { shows, isBuyable, performances, settings } = await explain(id)
    expect([shows, isBuyable]).toEqual([true, true])
    expect(performances[0]).toMatchObject({
      ask: 5_000,
      cost: 4_500,
      price: { price: 5_500, fee: 495, total: 5_995, margin: 1_495 },
      markup: { id: markup.id, name: 'House', effect: '+10% on the price' },
      why: null,
    })
    expect(settings.find(({ type }) => type === 'markup')?.beaten).toEqual([
      {
        id: wide.id,
        name: 'Kind',
        effect: '+20% on the price',
        by: 'specificity',
        than: { id: markup.id, name: 'House' },
      },
    ])
    await admin.patch(`${data}/rules/${wide.id}`, { isEnabled: false })
  })

  it('says which rule hides it, and what else keeps it from showing', async () => {
    const { id, providerId } = await event()
    const hiding = await rule({
      name: 'Not them',
      type: 'hide_provider',
      hiddenProviderIds: [providerId],
      eventIds: [id],
    })
    const hidden = await explain(id)
    expect([hidden.shows, hidden.isBuyable]).toEqual([false, false])
    expect(hidden.checks.find(({ key }) => key === 'hideRules')).toMatchObject({
      isMet: false,
      isBlocking: true,
      rule: { id: hiding.id, name: 'Not them' },
    })
    expect(hidden.performances[0]?.why).toBe('hidden by a rule')
    await admin.patch(`${data}/rules/${hiding.id}`, { isEnabled: false })
    await sql`update events set is_hidden = true where id = ${id}`.execute(db())
    const { shows, checks } = await explain(id)
    expect([shows, checks.filter(({ isMet }) => !isMet).map(({ message }) => message)]).toEqual([
      false,
      ['It is marked as hidden.'],
    ])
  })

  it('has nothing against a postponed event of which a performance is sold on its new day', async () => {
    const { id } = await event()
    await sql`update events set schedule = 'postponed' where id = ${id}`.execute(db())
    await sql`update performances set is_date_tbd = false, rescheduled_from = null where event_id = ${id}`.execute(db())
    const unmet = async () => (await explain(id)).checks.filter(({ isMet }) => !isMet).map(({ key }) => key)
    expect(await unmet()).toEqual(['schedule', 'offered'])
    await sql`update performances set status = 'rescheduled' where event_id = ${id}`.execute(db())
    expect(await unmet()).toEqual([])
  })

  it('takes reading events and rules', async () => {
    const { id } = await event()
    const agent = await server.signIn('sales-agent')
    expect((await agent.get(`${data}/events/${id}/explanation`)).status).toBe(403)
    expect((await (await server.signIn('read-only')).get(`${data}/events/${id}/explanation`)).status).toBe(200)
    expect((await admin.get(`${data}/events/999999999/explanation`)).status).toBe(404)
  })
})

describe('a rule that is not saved yet', () => {
  it('is tried on live events: what customers pay now, and what they would pay', async () => {
    const { id, venueId } = await event()
    const reply = await dryRun({
      name: 'Never saved',
      type: 'markup',
      markup: 2_000,
      venueIds: [venueId],
      isEnabled: false,
    })
    const { rows, next } = reply.body as DryRun
    expect([reply.status, rows.length, next]).toEqual([200, 1, null])
    expect(rows[0]).toMatchObject({
      id,
      performances: 1,
      applies: 1,
      prevails: 1,
      ask: 5_000,
      before: { total: 5_000 },
      after: { total: 6_000 },
      beforeEffect: null,
      afterEffect: '+20% on the price',
      beatenBy: null,
    })
    expect((await admin.get(`${data}/rules`, { q: 'Never saved' })).body).toEqual([])
  })

  it('gives way to one that is more specific, which is named', async () => {
    const { id, venueId } = await event()
    const own = await rule({ name: 'Of the event', type: 'markup', markup: 100, eventIds: [id] })
    const { rows } = (await dryRun({ name: 'Try', type: 'markup', markup: 2_000, venueIds: [venueId] })).body as DryRun
    expect(rows[0]).toMatchObject({
      applies: 1,
      prevails: 0,
      before: { total: 5_050 },
      after: { total: 5_050 },
      beatenBy: { id: own.id, name: 'Of the event', by: 'specificity' },
    })
  })

  it('needs no name, and says where the minimum margin swallows what it changes', async () => {
    const { venueId } = await event()
    const margin = await rule({ name: 'At least', type: 'min_margin', minMargin: 4_000, venueIds: [venueId] })
    const reply = await dryRun({ name: ' ', type: 'markup', markup: 1_000, venueIds: [venueId] })
    expect([reply.status, (reply.body as DryRun).rows]).toMatchObject([
      200,
      [{ prevails: 1, before: { total: 7_500 }, after: { total: 7_500 }, isRaised: true }],
    ])
    await admin.patch(`${data}/rules/${margin.id}`, { isEnabled: false })
    expect((await dryRun({ type: 'markup', markup: 1_000, venueIds: [venueId] })).body).toMatchObject({
      rows: [{ before: { total: 5_000 }, after: { total: 5_500 }, isRaised: false }],
    })
    expect(
      (await dryRun({ type: 'badge', badge: 'New', currency: 'EUR', priceFrom: 200, priceTo: 100 })).body,
    ).toMatchObject({ fields: { priceTo: 'Must not be below the lower price.' } })
  })

  it('shows what a change of a stored one does to events that it no longer applies to', async () => {
    const { id, venueId } = await event()
    const { venueId: other, id: otherId } = await event()
    const stored = await rule({ name: 'Moves', type: 'markup', markup: 1_000, venueIds: [venueId] })
    const { rows } = (await dryRun({ name: 'Moves', type: 'markup', markup: 1_000, venueIds: [other] }, stored.id))
      .body as DryRun
    expect(rows.map((row) => [row.id, row.before?.total, row.after?.total])).toEqual([
      [id, 5_500, 5_000],
      [otherId, 5_000, 5_500],
    ])
  })

  it('has to be one that could be saved', async () => {
    const incomplete = await dryRun({ name: 'Try', type: 'markup' })
    expect([incomplete.status, (incomplete.body as { fields: object }).fields]).toEqual([
      422,
      { markup: 'Enter a percentage.' },
    ])
    expect((await dryRun({ name: 'Try', type: 'markup', markup: 1 }, 999_999)).status).toBe(404)
    expect((await dryRun({ name: 'Try', type: 'markup', markup: 1, nobodyKnows: 1 })).status).toBe(422)
  })

  it('is held against the purchases of last month: margins with and without it', async () => {
    const { id, venueId, providerId } = await event()
    const performanceId =
      (await sql<{ id: number }>`select id from performances where event_id = ${id}`.execute(db())).rows[0]?.id ?? 0
    await records.make('purchases', {
      kind: 'event',
      eventId: id,
      performanceId,
      productId: null,
      productOptionId: null,
      venueId,
      providerId,
      quantity: 2,
      currency: 'EUR',
      costCurrency: 'EUR',
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'awaiting_tickets',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
      netCost: 9_000,
      supplierCost: 9_000,
      paymentFees: 100,
    })
    const replay = async (draft: object) =>
      (await admin.post(`${data}/rules/replay`, { id: null, draft: { name: 'Try', venueIds: [venueId], ...draft } }))
        .body as Replay
    const dearer = await replay({ type: 'markup', markup: 1_000 })
    // Two tickets of 50 euros, ten per cent more: 10 euros on top of the 14 that were left.
    expect(dearer).toMatchObject({
      examined: 1,
      applies: 1,
      prevails: 1,
      isKnown: true,
      sums: [
        {
          currency: 'EUR',
          purchases: 1,
          changed: 1,
          salesBefore: 10_500,
          salesAfter: 11_500,
          marginBefore: 1_400,
          marginAfter: 2_400,
          prevented: 0,
          breakEven: 4_167,
        },
      ],
    })
    expect(await replay({ type: 'hide_provider', hiddenProviderIds: [providerId] })).toMatchObject({
      sums: [{ changed: 0, prevented: 1, preventedMargin: 1_400, breakEven: null }],
    })
    expect(await replay({ type: 'max_tickets', maxTickets: 1 })).toMatchObject({ sums: [{ prevented: 1 }] })
    expect(await replay({ type: 'badge', badge: 'New' })).toMatchObject({ isKnown: false, applies: 1 })
    expect(
      (
        await (
          await server.signIn('catalogue-editor')
        ).post(`${data}/rules/replay`, { id: null, draft: { name: 'Try', type: 'badge', badge: 'New' } })
      ).status,
    ).toBe(403)
  })
})

describe('the events that a rule affects', () => {
  it('are counted by the job, and again when it applies to something else', async () => {
    const { venueId } = await event()
    const { venueId: other } = await event({ venueId })
    expect(other).toBe(venueId)
    const made = await rule({ name: 'Counted', type: 'badge', badge: 'New', venueIds: [venueId], isEnabled: false })
    const read = async () =>
      (await admin.get(`${data}/rules/${made.id}`)).body as { affectedCount: number | null; version: number }
    await countRules({ kysely: db() }, new AbortController().signal)
    expect(await read()).toMatchObject({ affectedCount: 2, version: 1 })
    await admin.patch(`${data}/rules/${made.id}`, { name: 'Counted still' })
    expect(await read()).toMatchObject({ affectedCount: 2, version: 2 })
    await admin.patch(`${data}/rules/${made.id}`, { daysTo: 1 })
    expect(await read()).toMatchObject({ affectedCount: null })
    await countRules({ kysely: db() }, new AbortController().signal)
    expect(await read()).toMatchObject({ affectedCount: 0, version: 3 })
  })
})
