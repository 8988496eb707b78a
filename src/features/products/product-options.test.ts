import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Calendar } from './option.endpoints.ts'
import type { PartyAnswer } from './party.endpoints.ts'
import {
  admin,
  band,
  change,
  db,
  messageOf,
  option,
  product,
  read,
  serveProducts,
} from './testing/supplied-products.server.ts'

serveProducts()

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
      'First is not active. Activate it first.',
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
      { isActive: 'It is the default. Make another option the default first.' },
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
      fields: { startTimes: '9:30 is not a time. Write it like 09:30.' },
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
      cancellationCutoffUnit: 'Choose minutes, hours or days.',
    })
    expect((await problems({ cancellationCutoffAmount: null })).fields).toEqual({
      cancellationCutoffAmount: 'Enter a quantity or leave the unit blank.',
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
      fields: { isPickupRequired: 'Pickup is required but not offered. Offer it, or make it optional.' },
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
      ['stale', 'No data from the supplier for this day.'],
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
          accompaniedBy: 'Infants can’t travel alone or only with children. Choose which adults accompany them.',
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
      ['No data from the supplier for this day.'],
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
