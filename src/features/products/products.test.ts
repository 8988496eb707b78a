import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { StepResults } from './product.endpoints.ts'
import {
  admin,
  band,
  change,
  db,
  history,
  messageOf,
  option,
  overridesOf,
  product,
  read,
  records,
  says,
  serveProducts,
  subcategoryId,
} from './testing/supplied-products.server.ts'

serveProducts()

describe('what is the supplier’s', () => {
  it('cannot be changed until it is overridden, and is theirs again when the override is reset', async () => {
    const id = await product({ title: 'As the supplier says' })
    const refused = await change(id, { title: 'Ours' })
    expect([refused.status, messageOf(refused), (refused.body as { fields: object }).fields]).toEqual([
      422,
      expect.any(String),
      { title: 'Title is the supplier’s value. Override it before you change it.' },
    ])
    expect((await change(id, { internalName: 'Whatever we like' })).status).toBe(200)
    expect((await change(id, { title: 'Ours', overrides: ['title'] })).body).toMatchObject({
      title: 'Ours',
      overrides: ['title'],
    })
    expect((await overridesOf(id)).fields).toEqual([
      { field: 'title', value: 'As the supplier says', valueThen: 'As the supplier says' },
    ])
    expect((await change(id, { title: 'Ours, better' })).status).toBe(200)
    expect((await change(id, { overrides: [] })).body).toMatchObject({ title: 'As the supplier says', overrides: [] })
    expect((await overridesOf(id)).fields).toEqual([])
  })

  it('is what is asked before a booking, and what is given back after a cancellation, too', async () => {
    const theirs = [{ code: 'hotel', question: 'Where do you stay?', per: 'BOOKING', isRequired: true }]
    const tiers = [{ hoursBefore: 24, refund: 5_000 }]
    const id = await product({
      questions: theirs,
      cancellationPolicy: 'CUSTOM',
      cancellationHours: 48,
      cancellationTiers: tiers,
    })
    const refused = await change(id, { questions: [], cancellationTiers: [] })
    expect((refused.body as { fields: object }).fields).toEqual({
      questions: 'Questions is the supplier’s value. Override it before you change it.',
      cancellationTiers: 'Cancellation tiers is the supplier’s value. Override it before you change it.',
    })
    expect((await change(id, { questions: [], overrides: ['questions'] })).body).toMatchObject({ questions: [] })
    await says(id, {
      questions: [...theirs, { code: 'diet', question: 'Any diet?', per: 'UNIT', isRequired: false }],
      cancellationTiers: [{ hoursBefore: 12, refund: 2_500 }],
    })
    const { drifts } = await overridesOf(id)
    expect(drifts.map(({ field, ours }) => [field, ours])).toEqual([
      ['cancellationTiers', tiers],
      ['questions', []],
    ])
    expect(
      (await admin.post('/rest/data/product-drifts/accept', { ids: drifts.map((drift) => drift.id) })).status,
    ).toBe(200)
    expect(await read(id)).toMatchObject({
      overrides: [],
      cancellationTiers: [{ hoursBefore: 12, refund: 2_500 }],
      questions: [{ code: 'hotel' }, { code: 'diet' }],
    })
  })

  it('is kept beside ours by the database, however it is overridden', async () => {
    const id = await product({ latitude: 41.9 })
    await sql`update products set overrides = '{latitude,deliveryMethods}', latitude = 42 where id = ${id}`.execute(
      db(),
    )
    expect((await overridesOf(id)).fields).toMatchObject([
      { field: 'latitude', value: 41.9 },
      { field: 'deliveryMethods' },
    ])
    await expect(sql`update products set overrides = '{markup}' where id = ${id}`.execute(db())).rejects.toThrow(
      /overrides/,
    )
  })

  it('brings a new selling price with the net price, and a new markup gives every unit one', async () => {
    const id = await product()
    expect((await change(id, { markup: 3_333 })).body).toMatchObject({
      netFrom: 1_000,
      retailFrom: 1_333,
      margin: 2_498,
    })
    expect((await change(id, { markup: 5_000 })).status).toBe(200)
    const unit = await band(id, 'ADULT', [0, 120], { net: 990 })
    expect((await change(id, { markup: 3_333 })).body).toMatchObject({ netFrom: 990, retailFrom: 1_320, margin: 2_500 })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ net: 990, retail: 1_320 })
    const traces = async () =>
      (
        await sql<{
          after: { retail: number }
        }>`select after from audit_log where object = 'product-age-bands' and record_id = ${String(unit)} order by id`.execute(
          db(),
        )
      ).rows.map(({ after }) => after)
    expect(await traces()).toEqual([{ retail: 1_320 }])
    // A preview includes the resulting prices, and the fields that stay unchanged.
    const preview = await admin.post('/rest/data/products/bulk-edits/preview', {
      ids: [id],
      change: { markup: { set: 10_000 } },
    })
    expect(preview.body).toMatchObject({
      changed: 1,
      examples: [
        {
          id,
          keys: ['netFrom', 'retailFrom', 'priceTo', 'markup', 'margin'],
          before: { netFrom: 990, retailFrom: 1_320, markup: 3_333, currency: 'EUR' },
          after: { netFrom: 990, retailFrom: 1_980, markup: 10_000, margin: 5_000, currency: 'EUR' },
        },
      ],
    })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ retail: 1_320 })
    // The same in bulk, where one refusal makes each run on its own.
    const edit = await admin.post('/rest/data/products/bulk-edits', {
      ids: [id, await product({ status: 'retired' })],
      change: { markup: { set: 10_000 } },
    })
    expect([edit.status, await read(unit, 'product-age-bands'), await traces()]).toEqual([
      201,
      expect.objectContaining({ retail: 1_980 }),
      [{ retail: 1_320 }, { retail: 1_980 }],
    ])
    expect((await change(id, { markup: 3_333 })).status).toBe(200)
    expect((await change(id, { netFrom: 2_000, overrides: ['netFrom'] })).body).toMatchObject({
      netFrom: 2_000,
      retailFrom: 2_667,
    })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ net: 2_000, retail: 2_667 })
    expect((await change(id, { overrides: [] })).body).toMatchObject({ netFrom: 990, retailFrom: 1_320 })
    expect(await read(unit, 'product-age-bands')).toMatchObject({ net: 990, retail: 1_320 })
  })
})

describe('the states of a product', () => {
  const step = async (name: string, ids: number[], more: object = {}) => {
    const reply = await admin.post(`/rest/data/products/${name}`, { ids, ...more })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return (reply.body as StepResults).results.map(({ ok, message }) => (ok ? 'ok' : message))
  }

  it('lead from imported to live, each step with what it needs', async () => {
    const id = await product({ status: 'imported', subcategoryIds: [] })
    expect(await step('map', [id])).toEqual(['It has no subcategory yet. Map it to one first.'])
    expect(await step('go-live', [id])).toEqual(['Not mapped yet.'])
    await change(id, { subcategoryIds: [subcategoryId] })
    expect(await step('map', [id])).toEqual(['ok'])
    expect(await step('go-live', [id])).toEqual(['None of its options is active.'])
    await option(id)
    expect(await step('go-live', [id])).toEqual(['No age band, so it can’t be booked.'])
    const adult = await band(id, 'ADULT', [18, 120])
    expect(await step('go-live', [id])).toEqual([
      'These ages can’t be booked: 0–17. Close the gap, or mark it as intended.',
    ])
    expect((await change(adult, { intendedGaps: ['below'] }, 'product-age-bands')).status).toBe(200)
    expect(await step('go-live', [id, id, 999_999])).toEqual(['ok', 'Product not found.'])
    expect(await history(id)).toEqual(['go-live', 'map', 'update'])
  })

  it('say why it is suspended, and are final once it is retired', async () => {
    const id = await product()
    await option(id)
    await band(id, 'ADULT', [0, 120])
    expect(await step('retire', [id])).toEqual(['It’s live. Suspend it first to stop sales.'])
    expect(await step('suspend', [id], { because: 'quality', note: 'Three complaints' })).toEqual(['ok'])
    expect(await read(id)).toMatchObject({ status: 'suspended', suspendedBecause: 'quality' })
    expect(await step('go-live', [id])).toEqual(['ok'])
    expect(await read(id)).toMatchObject({ status: 'live', suspendedBecause: null })
    await step('suspend', [id], { because: 'manual' })
    expect(await step('retire', [id])).toEqual(['ok'])
    expect(await step('go-live', [id])).toEqual(['It is retired, for good.'])
    await expect(sql`update products set status = 'live' where id = ${id}`.execute(db())).rejects.toThrow(/retired/)
    expect((await admin.post('/rest/data/products/suspend', { ids: [id], because: 'boredom' })).status).toBe(422)
  })

  it.each([
    ['confirmed', 'captured', 10_500],
    ['pending_supplier', 'authorised', 0],
  ])(
    'keep a product with purchases to come that are %s from being retired',
    async (bookingStatus, paymentStatus, captured) => {
      const id = await product({ status: 'mapped' })
      await records.make('purchases', {
        kind: 'product',
        productId: id,
        productOptionId: await option(id),
        eventId: null,
        performanceId: null,
        bookingStatus,
        paymentStatus,
        fulfilmentStatus: 'not_due',
        refundState: 'none',
        captured,
        refunded: 0,
        refundPending: 0,
        chargedBack: 0,
        startsAt: '2099-07-01T08:00:00.000Z',
        endsAt: '2099-07-01T10:00:00.000Z',
      })
      expect(await step('retire', [id])).toEqual(['1 upcoming purchase includes it.'])
    },
  )
})
