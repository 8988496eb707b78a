import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  type Made,
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

  it('keep their local times in the business zone when the clocks change', async () => {
    const made = await rule({
      type: 'badge',
      badge: 'A',
      validFrom: '2099-03-26T23:00:00.000Z',
      validUntil: '2099-03-27T23:00:00.000Z',
    })
    const later = { validFrom: '2099-04-02T22:00:00.000Z', validUntil: '2099-04-03T22:00:00.000Z' }
    const { results } = (await shift({ ids: [made.id], days: 7, copies: true })).body as {
      results: { copyId: number }[]
    }
    expect(await read(results[0]?.copyId ?? 0)).toMatchObject(later)
    expect((await shift({ ids: [made.id], days: 7 })).status).toBe(200)
    expect(await read(made.id)).toMatchObject(later)
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
      results: [{ ok: false, message: 'Choose a year from 1900 to 2199.' }],
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
      currency: 'Choose the currency of the prices.',
    })
    const window = { validFrom: '2099-06-02T00:00:00Z', validUntil: '2099-06-01T00:00:00Z' }
    expect(await fields({ type: 'badge', badge: 'New', ...window })).toEqual({
      validUntil: '“Ends” must be later than “Starts”.',
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
