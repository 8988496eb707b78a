import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { system } from '../../core/access/access.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import { changeOf } from './drift-rules.ts'
import { takeSupplierValues } from './drifts.server.ts'
import type { Calendar } from './option.endpoints.ts'
import type { PartyAnswer } from './party.endpoints.ts'
import type { DriftResults, Overrides, StepResults } from './product.endpoints.ts'
import type { SupplierField } from './supplier-fields.ts'

let server: TestServer
let admin: Client
let records: Maker
let subcategoryId: number

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'products' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
  subcategoryId = await records.make('subcategories')
})
afterAll(() => server.stop())

const db = () => server.database.kysely
const plain = {
  status: 'live',
  suspendedBecause: null,
  overrides: [],
  currency: 'EUR',
  netFrom: 1_000,
  retailFrom: 1_500,
  markup: 5_000,
  pricingPer: 'UNIT',
  timeZone: 'Europe/Rome',
  syncStatus: 'synced',
}
const product = (values: object = {}) =>
  records.make('products', { ...plain, subcategoryIds: [subcategoryId], ...values })
const option = (productId: number, values: object = {}) =>
  records.make('product-options', {
    productId,
    isActive: true,
    minUnits: 1,
    maxUnits: 9,
    startTimes: ['10:00'],
    cutoffAmount: 0,
    ...values,
  })
const band = (productId: number, type: string, [minAge, maxAge]: readonly [number, number], values: object = {}) =>
  records.make('product-age-bands', {
    productId,
    type,
    minAge,
    maxAge,
    currency: 'EUR',
    net: 1_000,
    retail: 1_500,
    isIdRequired: false,
    paxCount: 1,
    minQuantity: 0,
    maxQuantity: 9,
    accompaniedBy: type === 'INFANT' ? ['ADULT'] : [],
    intendedGaps: [],
    ...values,
  })
const read = async (id: number, of = 'products') =>
  (await admin.get(`/rest/data/${of}/${id}`)).body as Record<string, unknown>
const change = (id: number, values: object, of = 'products') => admin.patch(`/rest/data/${of}/${id}`, values)
const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message
const overridesOf = async (id: number) => (await admin.get(`/rest/data/products/${id}/overrides`)).body as Overrides
const says = (id: number, said: Partial<Record<SupplierField, unknown>>) =>
  db()
    .transaction()
    .execute(async (trx) => {
      await appendAudit(trx, await takeSupplierValues(trx, id, said), { actor: system('imports') })
    })
const history = async (id: number) =>
  ((await admin.get(`/rest/data/products/${id}/history`)).body as { versions: { action: string }[] }).versions.map(
    ({ action }) => action,
  )

describe('what is the supplier’s', () => {
  it('cannot be changed until it is overridden, and is theirs again when the override is reset', async () => {
    const id = await product({ title: 'As the supplier says' })
    const refused = await change(id, { title: 'Ours' })
    expect([refused.status, messageOf(refused), (refused.body as { fields: object }).fields]).toEqual([
      422,
      expect.any(String),
      { title: 'Title: this is the supplier’s, so override it before you change it.' },
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
      questions: 'Questions: this is the supplier’s, so override it before you change it.',
      cancellationTiers: 'Cancellation tiers: this is the supplier’s, so override it before you change it.',
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

describe('a change of the supplier', () => {
  it('waits to be accepted or kept, one by one and in bulk', async () => {
    const [one, two] = [await product({ title: 'One' }), await product({ title: 'Two' })]
    await says(one, { title: 'One, renamed', netFrom: 1_200 })
    await says(two, { title: 'Two, renamed' })
    expect([(await read(one))['driftCount'], (await read(one))['title']]).toEqual([2, 'One'])
    const list = async (filter: object) =>
      (await admin.get(`/rest/data/product-drifts?filter=${JSON.stringify({ productId: [one, two], ...filter })}`))
        .body as { id: number; field: string; theirs: string; change: number | null }[]
    const open = await list({ state: 'open' })
    expect(open.find(({ field }) => field === 'netFrom')).toMatchObject({ theirs: '1200', change: 2_000 })
    const price = open.filter(({ field }) => field === 'netFrom').map(({ id }) => id)
    const titles = open.filter(({ field }) => field === 'title').map(({ id }) => id)
    expect((await admin.post('/rest/data/product-drifts/accept', { ids: price })).body).toEqual({
      results: [{ id: price[0], ok: true, state: 'accepted' }],
    })
    expect(await read(one)).toMatchObject({ netFrom: 1_200, retailFrom: 1_800, title: 'One', driftCount: 1 })
    const kept = (await admin.post('/rest/data/product-drifts/keep', { ids: titles })).body as DriftResults
    expect(kept.results.map(({ ok }) => ok)).toEqual([true, true])
    expect(await read(two)).toMatchObject({ title: 'Two', overrides: ['title'], driftCount: 0 })
    expect((await overridesOf(two)).fields).toEqual([
      { field: 'title', value: 'Two, renamed', valueThen: 'Two, renamed' },
    ])
    expect(await history(one)).toEqual(['keep-drift', 'accept-drift'])
    const again = (await admin.post('/rest/data/product-drifts/accept', { ids: titles })).body as DriftResults
    expect(again.results.map(({ ok, message }) => [ok, message])).toEqual(
      titles.map(() => [false, 'It has been decided already.']),
    )
  })

  it.each([
    [20_000, 19_999, -1],
    [20_000, 20_001, 1],
    [30_000, 29_999, 0],
    [1_000, 1_500, 5_000],
  ])('from %d to %d is as large in the inbox as to a rule that takes it', async (ours, theirs, change) => {
    const id = await product({ netFrom: ours, retailFrom: ours * 2 })
    await says(id, { netFrom: theirs })
    const [drift] = (await overridesOf(id)).drifts
    expect(await read(drift?.id ?? 0, 'product-drifts')).toMatchObject({ change })
    expect(changeOf(ours, theirs)).toBe(change)
  })

  it('is drift of an override only where the supplier says something new, and withdrawn where they take it back', async () => {
    const id = await product({ title: 'Theirs' })
    await change(id, { title: 'Ours', overrides: ['title'] })
    await says(id, { title: 'Theirs' })
    expect((await read(id))['driftCount']).toBe(0)
    await says(id, { title: 'Theirs, new' })
    expect(await overridesOf(id)).toMatchObject({
      fields: [{ value: 'Theirs, new', valueThen: 'Theirs' }],
      drifts: [{ ours: 'Ours', theirs: 'Theirs, new' }],
    })
    await says(id, { title: 'Theirs' })
    expect((await overridesOf(id)).drifts).toEqual([])
    await says(id, { title: 'Theirs, newer' })
    const [drift] = (await overridesOf(id)).drifts
    await admin.post('/rest/data/product-drifts/accept', { ids: [drift?.id] })
    expect(await read(id)).toMatchObject({ title: 'Theirs, newer', overrides: [] })
  })

  it('is taken at once where a rule says so, but never in spite of an override', async () => {
    const provider = await records.make('providers')
    const [id, other, kept] = [
      await product({ providerId: provider }),
      await product(),
      await product({ providerId: provider, overrides: ['netFrom'] }),
    ]
    const rule = await admin.post('/rest/data/product-drift-rules', {
      name: 'Small steps',
      field: 'netFrom',
      providerId: provider,
      maxChange: 500,
    })
    expect(rule.status, JSON.stringify(rule.body)).toBe(201)
    for (const one of [id, other, kept]) await says(one, { netFrom: 1_050 })
    expect([(await read(id))['netFrom'], (await read(other))['netFrom'], (await read(kept))['netFrom']]).toEqual([
      1_050, 1_000, 1_000,
    ])
    await says(id, { netFrom: 1_200 })
    expect(await read(id)).toMatchObject({ netFrom: 1_050, driftCount: 1 })
    expect(await history(id)).toEqual(['accept-drift'])
    const useless = await admin.post('/rest/data/product-drift-rules', {
      name: 'No number',
      field: 'title',
      maxChange: 500,
    })
    expect((useless.body as { fields: object }).fields).toEqual({
      maxChange: 'Only numbers change by a share: leave it empty for this field.',
    })
  })

  it('takes write on products', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post('/rest/data/product-drifts/accept', { ids: [1] })).status).toBe(403)
    expect((await reader.post('/rest/data/products/suspend', { ids: [1], because: 'manual' })).status).toBe(403)
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
    expect(await step('map', [id])).toEqual(['It is in no subcategory yet: map it to one first.'])
    expect(await step('go-live', [id])).toEqual(['It is not mapped yet.'])
    await change(id, { subcategoryIds: [subcategoryId] })
    expect(await step('map', [id])).toEqual(['ok'])
    expect(await step('go-live', [id])).toEqual(['None of its options is active.'])
    await option(id)
    expect(await step('go-live', [id])).toEqual(['It has no age band, so it can’t be booked.'])
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
    expect(await step('retire', [id])).toEqual(['It is live: suspend it first, so that it is sold no more.'])
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

  it('keep a product with purchases to come from being retired', async () => {
    const id = await product({ status: 'mapped' })
    await records.make('purchases', {
      kind: 'product',
      productId: id,
      productOptionId: await option(id),
      eventId: null,
      performanceId: null,
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'awaiting_tickets',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
      startsAt: '2099-07-01T08:00:00.000Z',
      endsAt: '2099-07-01T10:00:00.000Z',
    })
    expect(await step('retire', [id])).toEqual(['A purchase of it is still to come.'])
  })
})

describe('an option', () => {
  it('is the default alone, from the first one on', async () => {
    const id = await product()
    const [first, second] = [await option(id, { title: 'First' }), await option(id, { title: 'Second' })]
    expect([
      (await read(first, 'product-options'))['isDefault'],
      (await read(second, 'product-options'))['isDefault'],
    ]).toEqual([true, false])
    expect((await admin.post(`/rest/data/product-options/${second}/default`)).body).toEqual({ before: first })
    expect([
      (await read(first, 'product-options'))['isDefault'],
      (await read(second, 'product-options'))['isDefault'],
    ]).toEqual([false, true])
    await change(first, { isActive: false }, 'product-options')
    expect(messageOf(await admin.post(`/rest/data/product-options/${first}/default`))).toBe(
      'First is not active: activate it first.',
    )
    await expect(sql`update product_options set is_default = false where id = ${second}`.execute(db())).rejects.toThrow(
      /default/,
    )
    await expect(sql`update product_options set is_default = true where id = ${first}`.execute(db())).rejects.toThrow(
      /default/,
    )
  })

  it('is not switched off as the default, nor as the last that is active of a live product', async () => {
    const id = await product()
    const [first, second] = [await option(id), await option(id)]
    const off = async (one: number) => await change(one, { isActive: false }, 'product-options')
    const refused = await off(first)
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      409,
      { isActive: 'It is the default: make another option the default first.' },
    ])
    expect((await off(second)).status).toBe(200)
    expect((await off(first)).body).toMatchObject({
      fields: { isActive: 'It is the last active option of a live product: suspend the product to stop selling it.' },
    })
    await expect(sql`update product_options set is_active = false where id = ${first}`.execute(db())).rejects.toThrow(
      /default/,
    )
    // If two are switched off at once, one stays: here because of a default that could not be booked in the first
    // place.
    await db()
      .transaction()
      .execute(async (trx) => {
        for (const [isDefault, one] of [
          [false, first],
          [true, second],
        ] as const)
          await sql`update product_options set is_default = ${isDefault} where id = ${one}`.execute(trx)
      })
    expect((await off(first)).status).toBe(409)
    await expect(sql`update product_options set is_active = false where id = ${first}`.execute(db())).rejects.toThrow(
      /last active one/,
    )
    const edit = await admin.post('/rest/data/product-options/bulk-edits/preview', {
      ids: [first],
      change: { isActive: { set: false } },
    })
    expect(edit.body).toMatchObject({
      changed: 0,
      refused: [{ reason: 'It is the last active option of a live product: suspend the product to stop selling it.' }],
    })
  })

  it('has each start time once, in the order of the day', async () => {
    const id = await option(await product())
    expect((await change(id, { startTimes: ['15:00', '09:30'] }, 'product-options')).body).toMatchObject({
      startTimes: ['09:30', '15:00'],
    })
    expect((await change(id, { startTimes: ['09:30', '09:30'] }, 'product-options')).status).toBe(422)
    expect((await change(id, { startTimes: ['9:30'] }, 'product-options')).body).toMatchObject({
      fields: { startTimes: '9:30 is no time of day: write it like 09:30.' },
    })
    await expect(
      sql`update product_options set start_times = '{09:30,09:30}' where id = ${id}`.execute(db()),
    ).rejects.toThrow(/start_times/)
  })

  it('is led in languages that have a name', async () => {
    const id = await option(await product())
    expect((await change(id, { languages: ['en', 'klingonish!'] }, 'product-options')).body).toMatchObject({
      fields: { languages: 'klingonish! is not a BCP 47 tag, such as es or pt-BR.' },
    })
    expect((await change(id, { languages: ['en', 'pt-BR', 'zh-Hant'] }, 'product-options')).status).toBe(200)
    await expect(
      sql`update product_options set languages = '{klingonish!}' where id = ${id}`.execute(db()),
    ).rejects.toThrow(/languages/)
  })

  it('says until when it can be booked, and cancelled for nothing where its product says otherwise, a year before at most', async () => {
    const id = await option(await product({ cancellationPolicy: 'CUSTOM', cancellationHours: 48 }), {
      cancellationCutoffAmount: null,
      cancellationCutoffUnit: null,
    })
    expect(await read(id, 'product-options')).toMatchObject({
      cancellationCutoffAmount: null,
      productPolicy: 'CUSTOM',
      productHours: 48,
    })
    expect(
      (await change(id, { cancellationCutoffAmount: 3, cancellationCutoffUnit: 'day' }, 'product-options')).body,
    ).toMatchObject({ cancellationCutoffAmount: 3, cancellationCutoffUnit: 'day', cutoffAmount: 0 })
    const problems = async (values: object) => (await change(id, values, 'product-options')).body as { fields: object }
    expect((await problems({ cancellationCutoffUnit: null })).fields).toEqual({
      cancellationCutoffUnit: 'Say whether it is minutes, hours or days.',
    })
    expect((await problems({ cancellationCutoffAmount: null })).fields).toEqual({
      cancellationCutoffAmount: 'Say how many, or leave the unit empty.',
    })
    expect((await problems({ cancellationCutoffAmount: 366, cutoffAmount: 366, cutoffUnit: 'day' })).fields).toEqual({
      cutoffAmount: 'A cut-off is at most 365 days before the start.',
      cancellationCutoffAmount: 'A cut-off is at most 365 days before the start.',
    })
    const found = (
      await admin.get(
        `/rest/data/product-options?filter=${JSON.stringify({ id, cancellationCutoffUnit: 'day', cancellationCutoffAmount: 3 })}`,
      )
    ).body as { id: number }[]
    expect(found.map((row) => row.id)).toEqual([id])
    await expect(
      sql`update product_options set cancellation_cutoff_amount = null where id = ${id}`.execute(db()),
    ).rejects.toThrow(/a_cancellation_cutoff_has_its_unit/)
    await expect(
      sql`update product_options set cutoff_amount = 366, cutoff_unit = 'day' where id = ${id}`.execute(db()),
    ).rejects.toThrow(/a_booking_cutoff_is_within_a_year/)
  })

  it('requires a pickup only where it offers one', async () => {
    const id = await option(await product(), { isPickupAvailable: true, isPickupRequired: false })
    expect((await change(id, { isPickupRequired: true }, 'product-options')).body).toMatchObject({
      isPickupRequired: true,
    })
    expect((await change(id, { isPickupAvailable: false }, 'product-options')).body).toMatchObject({
      fields: { isPickupRequired: 'What is required has to be offered: offer pickup, or leave it to people.' },
    })
    await expect(
      sql`update product_options set is_pickup_available = false where id = ${id}`.execute(db()),
    ).rejects.toThrow(/only_a_pickup_that_is_offered_is_required/)
    expect((await change(id, { isPickupAvailable: false, isPickupRequired: false }, 'product-options')).status).toBe(
      200,
    )
  })

  it('has a calendar of days, each with its cause', async () => {
    const id = await option(await product(), { openingRules: [] })
    await sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at) values
      (${id}, '2099-05-02', 'AVAILABLE', 4, now()), (${id}, '2099-05-03', 'SOLD_OUT', 0, now()), (${id}, '2099-05-04', 'AVAILABLE', 4, now() - interval '2 days')`.execute(
      db(),
    )
    await change(
      id,
      { openingExceptions: [{ from: '2099-05-05', until: null, kind: 'blackout', cause: 'Held for a group' }] },
      'product-options',
    )
    const { days, timeZone } = (await admin.get(`/rest/data/product-options/${id}/calendar?month=2099-05`))
      .body as Calendar
    expect([days.length, timeZone]).toEqual([31, 'Europe/Rome'])
    expect(days.slice(0, 5).map(({ state, cause }) => [state, cause])).toEqual([
      ['stale', 'The supplier has said nothing about this day.'],
      ['open', '4 places are left.'],
      ['sold_out', 'The supplier has no places left.'],
      ['stale', expect.stringContaining('The supplier was last asked')],
      ['blackout', 'Held for a group'],
    ])
    expect((await admin.get(`/rest/data/product-options/${id}/calendar?month=2099-13`)).status).toBe(422)
    expect((await admin.get('/rest/data/product-options/999999/calendar')).status).toBe(404)
  })
})

describe('age bands', () => {
  it('leave out no age that could book before, unless that is meant', async () => {
    const id = await product()
    const adult = await band(id, 'ADULT', [13, 120])
    await band(id, 'CHILD', [0, 12])
    const refused = await change(adult, { minAge: 18 }, 'product-age-bands')
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { minAge: 'Ages 13 to 17 can’t be booked then. Move the band, or mark the gap as intended.' },
    ])
    expect((await change(adult, { maxAge: 119 }, 'product-age-bands')).body).toMatchObject({
      fields: { maxAge: 'Age 120 can’t be booked then. Move the band, or mark the gap as intended.' },
    })
    expect((await change(adult, { minAge: 18, intendedGaps: ['below'] }, 'product-age-bands')).status).toBe(200)
    expect((await change(adult, { minAge: 10 }, 'product-age-bands')).status).toBe(200)
    expect((await change(adult, { minAge: 121 }, 'product-age-bands')).status).toBe(422)
  })

  it('never leave infants alone, in the database either', async () => {
    const id = await band(await product(), 'INFANT', [0, 120])
    expect((await change(id, { accompaniedBy: [] }, 'product-age-bands')).status).toBe(422)
    for (const accompaniedBy of [['INFANT'], ['CHILD'], ['CHILD', 'YOUTH']]) {
      expect((await change(id, { accompaniedBy }, 'product-age-bands')).body).toMatchObject({
        fields: {
          accompaniedBy: 'Infants cannot travel alone, nor with children alone: say which grown-ups accompany them.',
        },
      })
    }
    expect((await change(id, { accompaniedBy: ['CHILD', 'SENIOR'] }, 'product-age-bands')).status).toBe(200)
    await expect(
      sql`update product_age_bands set accompanied_by = '{CHILD}' where id = ${id}`.execute(db()),
    ).rejects.toThrow(/infants_are_accompanied/)
    await expect(
      sql`update product_age_bands set accompanied_by = '{}' where id = ${id}`.execute(db()),
    ).rejects.toThrow(/infants_are_accompanied/)
  })

  it('answer what a party pays, and which rule stops it', async () => {
    const id = await product()
    const [standard, small] = [
      await option(id, { title: 'Standard' }),
      await option(id, { title: 'Small', maxUnits: 2 }),
    ]
    await band(id, 'ADULT', [13, 120], { title: 'Adult', titlePlural: 'Adults', retail: 3_000 })
    await band(id, 'CHILD', [2, 12], { accompaniedBy: ['ADULT'] })
    await band(id, 'INFANT', [0, 1], { retail: 0, net: 0 })
    await sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at) values (${standard}, '2099-05-02', 'LIMITED', 3, now())`.execute(
      db(),
    )
    const tried = async (query: string) =>
      (await admin.get(`/rest/data/products/${id}/party?${query}`)).body as PartyAnswer
    const family = await tried('party=2 adults, 7, 1')
    expect(family).toMatchObject({
      isSellable: true,
      retail: 7_500,
      currency: 'EUR',
      units: 4,
      option: { id: standard },
    })
    expect(family.lines.map(({ quantity, type }) => `${quantity} ${type}`)).toEqual(['2 ADULT', '1 CHILD', '1 INFANT'])
    const problems = async (query: string) => (await tried(query)).rules.flatMap(({ problem }) => problem ?? [])
    expect(await problems(`party=2 adults, 7&optionId=${small}`)).toEqual(['At most 2 units in one booking.'])
    expect(await problems('party=2 adults, 7, 1&date=2099-05-02')).toEqual(['4 people come, and 3 places are left.'])
    // Every rule that stops a sale has its name: of the day, of the option and of the product.
    await change(
      standard,
      {
        openingExceptions: [
          { from: '2099-05-03', until: null, kind: 'blackout', cause: 'Held for a group' },
          { from: '2099-05-04', until: null, kind: 'closed', cause: null },
        ],
      },
      'product-options',
    )
    const onDay = async (date: string) => await problems(`party=2 adults&date=${date}`)
    expect([
      await onDay('2099-05-03'),
      await onDay('2099-05-04'),
      await onDay('2099-05-05'),
      await onDay('2020-01-01'),
    ]).toEqual([
      ['Held for a group'],
      ['An exception closes this day.'],
      ['The supplier has said nothing about this day.'],
      ['The day is over.'],
    ])
    expect((await tried('party=2 adults')).rules.map(({ rule }) => rule)).not.toContain('day')
    expect(await problems('party=201 adults')).toEqual([
      'At most 9 of Adults in one booking.',
      'At most 9 units in one booking.',
    ])
    const off = await option(id, { title: 'Off', isActive: false })
    await admin.post('/rest/data/products/suspend', { ids: [id], because: 'quality' })
    expect(await problems(`party=2 adults&optionId=${off}&date=2020-01-01`)).toEqual([
      'The product is suspended: Quality.',
      'Off is not active.',
      'The day is over.',
    ])
    await admin.post('/rest/data/products/go-live', { ids: [id] })
    expect(await problems('party=1')).toContain('Infants cannot travel alone.')
    expect((await admin.get(`/rest/data/products/${id}/party?party=`)).status).toBe(422)
    expect((await admin.get(`/rest/data/products/${id}/party?party=1&optionId=999999`)).status).toBe(422)
  })
})
