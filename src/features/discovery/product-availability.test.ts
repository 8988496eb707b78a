import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import { apiScopes } from '../api-users/api-users.ts'
import type { OrderDesk } from '../orders/testing/order-desk.server.ts'
import { customer, openOrderDesk } from '../orders/testing/order-desk.server.ts'
import { availability, productOption } from './discovery-visits.ts'
import { keyWith } from './testing/api-key.server.ts'
import { visitRecords } from './testing/visit-records.server.ts'

type Slot = z.output<typeof availability>
type Option = z.output<typeof productOption>

let desk: OrderDesk
let key: string
let productId: number
let inactiveId: number

beforeAll(async () => {
  desk = await openOrderDesk(inject('postgresUrl'), 'product availability')
  key = (await keyWith(desk.db, apiScopes)).key
  await sql`update locales set is_enabled_on_site = true where code = 'es'`.execute(desk.db)
  const { rows } = await sql<{ id: number }>`
    update products set locale = 'es' where id = (select product_id from product_options where id = ${desk.goods.optionId}) returning id`.execute(
    desk.db,
  )
  productId = rows[0]?.id ?? 0
  inactiveId = await desk.records.make('product-options', { productId, isActive: false, isDefault: false })
})
afterAll(() => desk?.server.stop())

const optionId = () => desk.goods.optionId
const get = (path: string, query: Readonly<Record<string, string>> = {}, headers: Record<string, string> = {}) =>
  desk.server.anonymous.get(`/v1/products/${path}`, query, { authorization: `Bearer ${key}`, ...headers })
async function data<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T[]> {
  const { status, body } = await get(path, query)
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as { data: T[] }).data
}
const days = (query: Readonly<Record<string, string>>) =>
  data<Slot>(`${productId}/availability`, { optionId: String(optionId()), ...query })
const refusal = async (path: string, query: Readonly<Record<string, string>> = {}) => {
  const { status, body } = await get(path, query)
  const { message, fields } = body as { message: string; fields?: object }
  return [status, fields ?? message]
}
const bearer = () => ({ authorization: `Bearer ${key}` })

/** One line of what the availability names. */
const lineOf = ({ date, time }: Slot, units: readonly object[]) => ({
  kind: 'product',
  optionId: optionId(),
  date,
  ...(time !== null && { time }),
  units,
})
async function quoted(slot: Slot, unitId = desk.goods.adultId) {
  const lines = [lineOf(slot, [{ unitId, quantity: 1 }])]
  const { status, body } = await desk.server.anonymous.post('/v1/quotes', { lines }, bearer())
  expect(status, JSON.stringify(body)).toBe(200)
  const { total, lines: answers } = body as {
    total: number
    lines: { available: number | null; problem: string | null }[]
  }
  return { total, available: answers[0]?.available, problem: answers[0]?.problem }
}
const { setOption, setProduct, setUnits, setMarket, supplierSays } = visitRecords(() => desk)

beforeEach(async () => {
  await sql`delete from product_availabilities where product_option_id = ${optionId()}`.execute(desk.db)
  await setOption(
    sql`is_active = true, start_times = '{09:30,11:00}', opening_rules = '[]', opening_exceptions = '[]', min_units = 1, cutoff_amount = 0`,
  )
  await setProduct(sql`status = 'live', suspended_because = null, pricing_per = 'UNIT', time_zone = 'Europe/Madrid'`)
})

describe('the options of a product', () => {
  it('name all that an order has to name but the day, with what each unit costs', async () => {
    const [option, ...others] = await data<Option>(`${productId}/options`, { locale: 'en' })
    expect(z.safeParse(z.strictObject(productOption.def.shape), option).error?.issues ?? []).toEqual([])
    const { goods } = desk
    expect(others).toEqual([])
    expect(option).toMatchObject({ id: goods.optionId, startTimes: ['09:30', '11:00'], minUnits: 1, cutoffAmount: 0 })
    expect(
      option?.units.map(({ id, type, minAge, price }) => [id, type, minAge, price?.total, price?.currency]),
    ).toEqual([
      [goods.adultId, 'ADULT', 18, 4000, 'EUR'],
      [goods.childId, 'CHILD', 3, 2000, 'EUR'],
    ])
    expect(option?.fromPrice?.total).toBe(2000)
    expect(option?.fallbackFields).toMatchObject({ title: 'es', [`units.${goods.adultId}.title`]: 'es' })
    const [own] = await data<Option>(`${productId}/options`, { locale: 'es' })
    expect([own?.locale, own?.fallbackFields]).toEqual(['es', {}])
  })

  it('are those on sale of a public product, and cost nothing where the booking is priced or nothing is sold', async () => {
    await setProduct(sql`pricing_per = 'BOOKING'`)
    const [whole] = await data<Option>(`${productId}/options`)
    expect(whole?.units.map(({ price }) => price)).toEqual([null, null])
    expect(whole?.fromPrice?.total).toBeGreaterThan(0)
    await setMarket(sql`true, 'tax', now()`)
    expect((await data<Option>(`${productId}/options`)).map(({ fromPrice }) => fromPrice)).toEqual([null])
    const [slot] = await days({})
    expect([slot?.status, slot?.problem]).toEqual(['CLOSED', 'This product is not for sale.'])
    if (slot) expect((await quoted(slot)).problem).toBe(slot.problem)
    await setMarket(sql`false, null, null`)
    await setProduct(sql`status = 'suspended', suspended_because = 'manual'`)
    expect(await refusal(`${productId}/options`)).toEqual([404, 'No public record has this id.'])
  })

  it('tell prices and days only to keys with the scopes, and answer 304 while nothing has changed', async () => {
    const plain = { authorization: `Bearer ${(await keyWith(desk.db, ['catalogue:read'])).key}` }
    const { body } = await get(`${productId}/options`, {}, plain)
    const [option] = (body as { data: Option[] }).data
    expect([option && 'fromPrice' in option, option?.units.some((unit) => 'price' in unit)]).toEqual([false, false])
    const asked = { optionId: String(optionId()) }
    expect((await get(`${productId}/availability`, asked, plain)).status).toBe(403)
    for (const [path, query] of [
      ['options', {}],
      ['availability', asked],
    ] as const) {
      const { headers } = await get(`${productId}/${path}`, query)
      expect(headers.get('cache-control')).toBe('private, no-cache')
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0)
      const again = await get(`${productId}/${path}`, query, { 'if-none-match': headers.get('etag') ?? '' })
      expect(again.status, path).toBe(304)
    }
  })
})

describe('the availability of an option', () => {
  it('names what can be ordered, at the price that it says', async () => {
    await supplierSays('2099-06-01', 'AVAILABLE', 8)
    await supplierSays('2099-06-02', 'FREESALE', null)
    await supplierSays('2099-06-03', 'LIMITED', 2)
    const slots = await days({ from: '2099-06-01', to: '2099-06-03' })
    for (const slot of slots)
      expect(z.safeParse(z.strictObject(availability.def.shape), slot).error?.issues ?? []).toEqual([])
    expect(slots.map((one) => [one.localDateTimeStart, one.status, one.vacancies])).toEqual([
      ['2099-06-01T09:30:00+02:00', 'AVAILABLE', 8],
      ['2099-06-01T11:00:00+02:00', 'AVAILABLE', 8],
      ['2099-06-02T09:30:00+02:00', 'FREESALE', null],
      ['2099-06-02T11:00:00+02:00', 'FREESALE', null],
      ['2099-06-03T09:30:00+02:00', 'LIMITED', 2],
      ['2099-06-03T11:00:00+02:00', 'LIMITED', 2],
    ])
    for (const slot of slots) {
      expect(slot.available).toBe(true)
      for (const { unitId, price } of slot.unitPricing ?? []) {
        const expected = { total: price.total, available: slot.vacancies, problem: null }
        expect(await quoted(slot, unitId ?? 0)).toEqual(expected)
      }
    }
    const [slot] = slots
    const [adult, child] = slot?.unitPricing ?? []
    const units = [
      { unitId: adult?.unitId, quantity: 2 },
      { unitId: child?.unitId, quantity: 1 },
    ]
    const total = 2 * (adult?.price.total ?? 0) + (child?.price.total ?? 0)
    await desk.placed({ lines: [slot && lineOf(slot, units)], customer, total })
    const after = await days({ from: '2099-06-01', to: '2099-06-01' })
    // The places are of the day, whenever it begins.
    expect(after.map(({ vacancies }) => vacancies)).toEqual([5, 5])
  })

  it('says of the rest why it is refused, in the words of the quote', async () => {
    const exceptions = [
      { from: '2099-07-02', until: null, kind: 'closed', cause: null },
      { from: '2099-07-03', until: null, kind: 'blackout', cause: 'Private visit' },
    ]
    await setOption(sql`opening_exceptions = ${JSON.stringify(exceptions)}::jsonb`)
    for (const day of ['02', '03']) await supplierSays(`2099-07-${day}`, 'AVAILABLE', 8)
    await supplierSays('2099-07-04', 'SOLD_OUT', 0)
    await supplierSays('2099-07-05', 'CLOSED', null)
    await supplierSays('2099-07-06', 'AVAILABLE', 8, '2 days')
    await supplierSays('2099-07-07', 'AVAILABLE', 3)
    await sql`insert into house_stock (product_option_id, local_date, local_time, capacity, taken) values (${optionId()}, '2099-07-07', '09:30', 4, 0), (${optionId()}, '2099-07-07', '11:00', 0, 0)`.execute(
      desk.db,
    )
    const slots = await days({ from: '2099-07-01', to: '2099-07-07' })
    const late = slots.filter(({ time }) => time === '11:00').map(({ status }) => status)
    expect(late).toEqual(['CLOSED', 'CLOSED', 'CLOSED', 'SOLD_OUT', 'CLOSED', 'CLOSED', 'SOLD_OUT'])
    const open = slots.filter((one) => one.available).map(({ date, time, vacancies }) => [date, time, vacancies])
    expect(open).toEqual([['2099-07-07', '09:30', 4]])
    for (const slot of slots) {
      const { available, problem } = await quoted(slot)
      expect([available, problem], `${slot.date} ${slot.time}`).toEqual([slot.vacancies, slot.problem])
      expect(slot.unitPricing).toHaveLength(slot.available ? 2 : 0)
    }
    const words = async (locale: string) =>
      (await days({ from: '2099-07-03', to: '2099-07-04', locale })).map(({ problem }) => problem)
    expect(await words('en')).toEqual(['Private visit', 'Private visit', 'Sold out.', 'Sold out.'])
    expect(await words('es')).toEqual(['Private visit', 'Private visit', 'Agotado.', 'Agotado.'])
  })

  it('has none of today’s start times that are over or past their cut-off', async () => {
    const ahead = 12 - new Date().getUTCHours()
    await setProduct(sql`time_zone = ${`Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`}`)
    await setOption(sql`start_times = '{09:30,15:00,23:00}', cutoff_amount = 4, cutoff_unit = 'hour'`)
    await sql`insert into product_availabilities (product_option_id, local_date, status, vacancies, checked_at)
      select ${optionId()}, (now() at time zone time_zone)::date, 'AVAILABLE', 8, now() from products where id = ${productId}`.execute(
      desk.db,
    )
    const [over, late, open] = await days({})
    expect([over, late, open].map((slot) => [slot?.time, slot?.available])).toEqual([
      ['09:30', false],
      ['15:00', false],
      ['23:00', true],
    ])
    for (const slot of [over, late, open]) if (slot) expect((await quoted(slot)).problem).toBe(slot.problem)
    expect(late?.problem).toBe('15:00 can’t be booked for this day any more. Choose a later time or another day.')
  })

  it('is of whole days with their opening hours, and of the booking, where that is how it is sold', async () => {
    await setProduct(sql`pricing_per = 'BOOKING'`)
    await setOption(
      sql`start_times = '{}', opening_rules = '[{"from":null,"until":null,"weekdays":[],"opens":"10:00","closes":"18:00"}]'`,
    )
    await supplierSays('2099-01-15', 'AVAILABLE', 8)
    const [slot, ...rest] = await days({ from: '2099-01-15', to: '2099-01-15' })
    expect(rest).toEqual([])
    expect(slot).toMatchObject({
      time: null,
      localDateTimeStart: '2099-01-15T00:00:00+01:00',
      openingHours: [{ from: '10:00', to: '18:00' }],
    })
    const [{ unitId, price } = {}] = slot?.unitPricing ?? []
    expect(unitId).toBeNull()
    if (slot) expect(await quoted(slot)).toEqual({ total: price?.total, available: 8, problem: null })
  })

  it('is none where not even the smallest party finds place', async () => {
    await supplierSays('2099-08-01', 'AVAILABLE', 2)
    const first = async () => (await days({ from: '2099-08-01', to: '2099-08-01' }))[0]
    const none = { available: false, status: 'SOLD_OUT', problem: '3 people come, and 2 places are left.' }
    await setOption(sql`min_units = 3`)
    expect(await first()).toMatchObject({ ...none, vacancies: 2, unitPricing: [] })
    await setOption(sql`min_units = 1`)
    await setUnits(sql`min_quantity = 3`)
    expect(await first()).toMatchObject(none)
    // A child finds place, and can't come alone.
    await setUnits(sql`min_quantity = case type when 'CHILD' then 0 else 3 end`)
    expect(await first()).toMatchObject({ available: true })
    await setUnits(sql`accompanied_by = case type when 'CHILD' then '{ADULT}' else '{}' end::text[]`)
    expect(await first()).toMatchObject(none)
    // They can come with each other.
    await setUnits(sql`min_quantity = 1, accompanied_by = '{ADULT,CHILD}'`)
    expect(await first()).toMatchObject({ available: true })
    await setUnits(sql`min_quantity = 0, accompanied_by = '{SENIOR}'`)
    const problem = 'This option has no units that can be booked.'
    expect(await first()).toMatchObject({ available: false, status: 'CLOSED', vacancies: 0, problem, unitPricing: [] })
    // Nor is there a party of three where there is one of each at most.
    await setOption(sql`min_units = 3`)
    await setUnits(sql`accompanied_by = '{}', max_quantity = 1`)
    expect(await first()).toMatchObject({ available: false, status: 'CLOSED', vacancies: 0, problem })
  })

  it('begins when clocks do on a day that skips an hour', async () => {
    await setOption(sql`start_times = '{02:30,09:30}'`)
    const slots = await days({ from: '2027-03-28', to: '2027-03-28' })
    const starts = ['2027-03-28T03:30:00+02:00', '2027-03-28T09:30:00+02:00']
    expect(slots.map(({ localDateTimeStart }) => localDateTimeStart)).toEqual(starts)
  })

  it('is refused as a quote is where the option is not on sale', async () => {
    const sentence = 'No product option with this id is on sale.'
    const bothRefuse = async (option = optionId()) => {
      const units = [{ unitId: desk.goods.adultId, quantity: 1 }]
      const lines = [{ kind: 'product', optionId: option, date: '2099-06-01', time: '09:30', units }]
      const { body } = await desk.server.anonymous.post('/v1/quotes', { lines }, bearer())
      expect((body as { fields?: object }).fields).toEqual({ 'lines.0.optionId': sentence })
      expect(await refusal(`${productId}/availability`, { optionId: String(option) })).toEqual([404, sentence])
    }
    await setProduct(sql`status = 'imported'`)
    await bothRefuse()
    await setProduct(sql`status = 'suspended', suspended_because = 'manual'`)
    await bothRefuse()
    await setProduct(sql`status = 'live', suspended_because = null`)
    await bothRefuse(inactiveId)
    const other = await desk.records.make('products', { status: 'live', suspendedBecause: null })
    expect(await refusal(`${other}/availability`, { optionId: String(optionId()) })).toEqual([404, sentence])
  })

  it('covers 31 days from today where no others are named, and never more', async () => {
    const asked = { optionId: String(optionId()) }
    const dates = new Set((await days({})).map(({ date }) => date))
    expect(dates.size).toBe(31)
    expect(await refusal(`${productId}/availability`)).toEqual([422, { optionId: 'optionId is an id, such as 12.' }])
    const many = { ...asked, from: '2099-06-01', to: '2099-07-02' }
    expect(await refusal(`${productId}/availability`, many)).toEqual([
      422,
      { to: 'A call covers at most 31 days. Choose an earlier day.' },
    ])
    expect(await refusal(`${productId}/availability`, { ...many, to: '2099-05-31' })).toEqual([
      422,
      { to: 'to is before from.' },
    ])
  })
})
