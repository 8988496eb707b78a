import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { DryRun, Explanation, Replay } from './rule.endpoints.ts'
import { countRules } from './rule-counting.server.ts'

let server: TestServer
let admin: Client
let records: Maker
const db = () => server.database.kysely
const data = '/rest/data'
const soon = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000)

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'rules' })
  admin = await server.signIn('admin')
  records = maker(db(), resources, examples)
})
afterAll(() => server.stop())

interface Made {
  id: number
}

async function rule(values: object): Promise<Made> {
  const reply = await admin.post(`${data}/rules`, { name: 'Of a test', isEnabled: true, ...values })
  expect([reply.status, reply.body]).toEqual([201, expect.anything()])
  return reply.body as Made
}

/** A published event at one venue with a performance in a number of days, for which the provider asks 50 euros. */
async function event(
  values: { days?: number; venueId?: number; type?: string } = {},
): Promise<{ id: number; venueId: number; providerId: number }> {
  const providerId = await records.make('providers', { commission: 1_000, isEnabled: true })
  const venueId = values.venueId ?? (await records.make('venues'))
  const id = await records.make('events', {
    name: `Event ${crypto.randomUUID().slice(0, 8)}`,
    slug: crypto.randomUUID(),
    venueId,
    providerId,
    type: values.type ?? 'concert',
    publication: 'published',
    schedule: 'scheduled',
    isHidden: false,
    isEvergreen: false,
    onSaleAt: null,
    offSaleAt: null,
    providerCode: null,
    performerIds: [],
    superEventId: null,
  })
  const startsAt = soon(values.days ?? 10)
  await records.make('performances', {
    eventId: id,
    venueId,
    status: 'onsale',
    startsAt: startsAt.toISOString(),
    localDate: startsAt.toISOString().slice(0, 10),
    localTime: startsAt.toISOString().slice(11, 16),
    timeZone: 'UTC',
    isTimeTba: false,
    currency: 'EUR',
    minPrice: 5_000,
    maxPrice: 9_000,
    available: 10,
    capacity: 100,
    providerCode: null,
  })
  return { id, venueId, providerId }
}

const explain = async (id: number) => (await admin.get(`${data}/events/${id}/explanation`)).body as Explanation
const dryRun = async (draft: object, id: number | null = null) =>
  await admin.post(`${data}/rules/dry-run`, { id, draft })

describe('the rules of a category', () => {
  it('are found by it, and those for every event by having no condition', async () => {
    const categoryId = await records.make('categories')
    const [own, mixed] = [
      await rule({ type: 'max_tickets', maxTickets: 3, categoryIds: [categoryId] }),
      await rule({
        type: 'max_tickets',
        maxTickets: 2,
        categoryIds: [categoryId],
        eventTypes: ['sport'],
        isEnabled: false,
      }),
    ]
    const everywhere = await rule({ type: 'max_tickets', maxTickets: 9, priority: 0 })
    const found = async (filter: object) =>
      ((await admin.get(`${data}/rules`, { filter, range: [0, 99] })).body as Made[])
        .map(({ id }) => id)
        .toSorted((a, b) => a - b)
    expect(await found({ categoryIds: categoryId })).toEqual([own.id, mixed.id])
    const general = await found({ specificity: 0, state: 'active' })
    expect([general.includes(everywhere.id), general.includes(own.id)]).toEqual([true, false])
    await admin.delete(`${data}/rules/${everywhere.id}`)
  })
})

describe('a rule of subcategories', () => {
  it('applies to their events only, and takes precedence over one for the whole category', async () => {
    const categoryId = await records.make('categories')
    const [own, other] = [
      await records.make('subcategories', { categoryId }),
      await records.make('subcategories', { categoryId }),
    ]
    const [inside, beside] = [await event(), await event()]
    for (const [{ id }, subcategoryId] of [
      [inside, own],
      [beside, other],
    ] as const) {
      await sql`update events set category_id = ${categoryId}, subcategory_id = ${subcategoryId} where id = ${id}`.execute(
        db(),
      )
    }
    const wide = await rule({
      name: 'Of the category',
      type: 'max_tickets',
      maxTickets: 8,
      categoryIds: [categoryId],
      priority: 100,
    })
    const narrow = await rule({
      name: 'Of the subcategory',
      type: 'max_tickets',
      maxTickets: 3,
      subcategoryIds: [own],
      priority: 1,
    })
    const prevailing = async (id: number) =>
      (await explain(id)).settings.find(({ type }) => type === 'max_tickets')?.outcomes[0]?.rule?.id
    expect([await prevailing(inside.id), await prevailing(beside.id)]).toEqual([narrow.id, wide.id])
    expect((await admin.get(`${data}/rules/${narrow.id}`)).body).toMatchObject({ appliesTo: '1 subcategory' })
    expect(
      (
        await admin.post(`${data}/rules`, {
          name: 'Of none',
          type: 'max_tickets',
          maxTickets: 3,
          subcategoryIds: [999_999],
        })
      ).status,
    ).toBe(422)
    const trial = (await dryRun({ name: 'Try', type: 'max_tickets', maxTickets: 2, subcategoryIds: [own] })).body as {
      rows: { id: number }[]
    }
    expect(trial.rows.map(({ id }) => id)).toEqual([inside.id])
  })
})

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

describe('the windows of rules', () => {
  const shift = (body: object, who = admin) => who.post(`${data}/rules/shift-windows`, body)
  const read = async (id: number) => (await admin.get(`${data}/rules/${id}`)).body as Record<string, unknown>

  it('are shifted together by days, those that hold at all times left alone', async () => {
    const window = { validFrom: '2099-06-01T00:00:00.000Z', validUntil: '2099-06-08T00:00:00.000Z' }
    const [both, end, always] = [
      await rule({ type: 'badge', badge: 'A', ...window }),
      await rule({ type: 'badge', badge: 'B', validUntil: window.validUntil }),
      await rule({ type: 'badge', badge: 'C' }),
    ]
    const reply = await shift({ ids: [both.id, end.id, always.id, 99_999_999, both.id], days: 7 })
    expect((reply.body as { results: { id: number; ok: boolean }[] }).results.map(({ id, ok }) => [id, ok])).toEqual([
      [both.id, true],
      [end.id, true],
      [always.id, false],
      [99_999_999, false],
    ])
    expect(await read(both.id)).toMatchObject({
      validFrom: '2099-06-08T00:00:00.000Z',
      validUntil: '2099-06-15T00:00:00.000Z',
      version: 2,
    })
    expect(await read(end.id)).toMatchObject({ validFrom: null, validUntil: '2099-06-15T00:00:00.000Z' })
    expect(await read(always.id)).toMatchObject({ version: 1 })
    const { rows } =
      await sql`select action, before, after from audit_log where object = 'rules' and record_id = ${String(both.id)} order by id desc limit 1`.execute(
        db(),
      )
    expect(rows).toEqual([
      {
        action: 'shift-window',
        before: window,
        after: { validFrom: '2099-06-08T00:00:00.000Z', validUntil: '2099-06-15T00:00:00.000Z' },
      },
    ])
    expect((await shift({ ids: [both.id], days: -3_653 })).status).toBe(200)
  })

  it('are shifted for copies, which are switched off and otherwise alike', async () => {
    const venueId = await records.make('venues')
    const made = await rule({
      name: 'Derby week',
      type: 'markup',
      markup: 1_500,
      venueIds: [venueId],
      priority: 70,
      validFrom: '2099-06-01T00:00:00.000Z',
      validUntil: '2099-06-08T00:00:00.000Z',
    })
    const { results } = (await shift({ ids: [made.id], days: 364, copies: true })).body as {
      results: { copyId: number }[]
    }
    expect(await read(results[0]?.copyId ?? 0)).toMatchObject({
      name: 'Derby week (+364 d)',
      markup: 1_500,
      venueIds: [venueId],
      priority: 70,
      isEnabled: false,
      state: 'off',
      validFrom: '2100-05-31T00:00:00.000Z',
      validUntil: '2100-06-07T00:00:00.000Z',
      version: 1,
    })
    expect(await read(made.id)).toMatchObject({ version: 1, isEnabled: true })
  })

  it('stay where the call is malformed, or forbidden to its caller', async () => {
    const { id } = await rule({ type: 'badge', badge: 'A', validFrom: '2199-12-01T00:00:00.000Z' })
    for (const wrong of [
      { days: 0 },
      { days: 1.5 },
      { days: 100_000 },
      { days: '7' },
      { ids: [] },
      { ids: Array.from({ length: 10_000 }, (_, n) => n) },
      { more: 1 },
    ]) {
      expect([wrong, (await shift({ ids: [id], days: 7, ...wrong })).status]).toEqual([wrong, 422])
    }
    expect((await shift({ ids: [id], days: 60 })).body).toMatchObject({
      results: [{ ok: false, message: 'That is outside the years 1900 to 2199.' }],
    })
    for (const role of ['read-only', 'sales-agent', 'no-access'])
      expect([role, (await shift({ ids: [id], days: 7 }, await server.signIn(role))).status]).toEqual([role, 403])
  })
})

describe('rules without any condition', () => {
  it('are previewed before many are enabled, or lose their last condition, with the events that they will apply to', async () => {
    const { venueId } = await event()
    const values = { type: 'badge', badge: 'New', isEnabled: false }
    const [open, narrow, off] = [
      await rule(values),
      await rule({ ...values, venueIds: [venueId] }),
      await rule({ ...values, venueIds: [venueId], isEnabled: true }),
    ]
    const { body: live } = await admin.get(`${data}/rules/live-events`)
    const { count } = live as { count: number; isCapped: boolean }
    expect([live, count > 0]).toEqual([{ count, isCapped: false }, true])
    const look = async (body: object) =>
      ((await admin.post(`${data}/rules/bulk-edits/preview`, body)).body as { note: string | null }).note
    const said = `1 of them has no condition and will apply to everything: ${count} live event${count === 1 ? '' : 's'}.`
    expect(await look({ ids: [open.id, narrow.id], action: 'enable' })).toBe(said)
    expect([
      await look({ ids: [narrow.id], action: 'enable' }),
      await look({ ids: [open.id], action: 'disable' }),
      await look({ ids: [open.id], change: { priority: { set: 3 } } }),
    ]).toEqual([null, null, null])
    expect(await look({ ids: [narrow.id, off.id], change: { venueIds: { set: [] } } })).toBe(said)
    expect((await (await server.signIn('sales-agent')).get(`${data}/rules/live-events`)).status).toBe(403)
  })
})

describe('a list of rules', () => {
  it('says of each what it does, what to, and its state', async () => {
    const made = await rule({
      name: 'Told',
      type: 'service_fee',
      serviceFee: 750,
      eventTypes: ['sport', 'concert'],
      daysTo: 3,
      validUntil: '2020-01-01T00:00:00.000Z',
    })
    expect((await admin.get(`${data}/rules/${made.id}`)).body).toMatchObject({
      effect: '7.5%',
      appliesTo: 'sport or concert, up to 3 days',
      state: 'ended',
      specificity: 17,
    })
  })

  it('refuses a value that its type lacks, and bands that end before they begin', async () => {
    const fields = async (values: object) =>
      ((await admin.post(`${data}/rules`, { name: 'Odd', ...values })).body as { fields?: Record<string, string> })
        .fields
    expect(await fields({ type: 'hide_provider' })).toEqual({ hiddenProviderIds: 'Choose which providers to hide.' })
    expect(await fields({ type: 'refund_protection', refundProtection: 'offered' })).toEqual({
      protectionFee: 'Enter a percentage.',
    })
    expect(await fields({ type: 'badge', badge: 'New', daysFrom: 5, daysTo: 4, priceFrom: 1 })).toEqual({
      daysTo: 'Must not be below the lower number of days.',
      currency: 'Say in which currency the prices are.',
    })
  })

  it('enables many at once, and gives many a window, by the rules of bulk edits', async () => {
    const made = [
      await rule({ name: 'Many', type: 'badge', badge: 'A', isEnabled: false }),
      await rule({ name: 'Many', type: 'badge', badge: 'B', isEnabled: false }),
    ]
    const ids = made.map(({ id }) => id)
    expect((await admin.post(`${data}/rules/bulk-edits`, { ids, action: 'enable' })).body).toMatchObject({ changed: 2 })
    const window = { validFrom: { set: '2099-06-01T00:00:00.000Z' }, validUntil: { set: '2099-07-01T00:00:00.000Z' } }
    expect((await admin.post(`${data}/rules/bulk-edits`, { ids, change: window })).body).toMatchObject({ changed: 2 })
    expect((await admin.get(`${data}/rules`, { filter: { id: ids } })).body).toMatchObject(
      ids.map(() => ({ isEnabled: true, state: 'scheduled', validUntil: '2099-07-01T00:00:00.000Z' })),
    )
  })
})
