import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import spanish from '../locales/es.json' with { type: 'json' }
import { instantOf } from '../../core/zoned-time.ts'
import { catalogueBatches, customerBatch, openMarketplace, purchaseBatches } from './marketplace.ts'
import type { OpenMarketplace } from './marketplace.ts'
import { allocate, converted, priceIn } from './money.ts'
import { referenceOf } from '../../features/purchases/purchase-reference.ts'
import type { Row, TableBatch } from './rows.ts'
import { SaleCalendar } from './sale-calendar.ts'
import { randomOf } from './random.ts'

const now = Date.parse('2026-11-21T16:20:00Z')
const count = 4_000

function open(seed = 'a test', more: Partial<Parameters<typeof openMarketplace>[0]> = {}): OpenMarketplace {
  return openMarketplace({
    seed,
    now,
    purchases: count,
    customers: 1_600,
    staff: [1, 2, 3],
    approvers: [1, 2],
    ...more,
  })
}

function digest(batches: readonly TableBatch[]): string {
  return createHash('sha256')
    .update(JSON.stringify(batches.map(({ table, rows }) => [table, rows])))
    .digest('hex')
}

function everything(market: OpenMarketplace): TableBatch[] {
  return [...catalogueBatches(market).flat(), customerBatch(market, 0, 1_600), ...purchaseBatches(market, 0, count)]
}

function share(rows: readonly Row[], holds: (row: Row) => boolean): number {
  return rows.filter(holds).length / rows.length
}

describe('the made-up business', () => {
  const market = open()
  const [purchases = { rows: [] as Row[] }] = purchaseBatches(market, 0, count)
  const { rows } = purchases

  it('is the same for the same seed and moment, and another for another', () => {
    const first = digest(everything(market))
    expect(digest(everything(open()))).toBe(first)
    expect(digest(everything(open('another')))).not.toBe(first)
    expect(digest(everything(open('a test', { now: now + 86_400_000 })))).not.toBe(first)
  })

  it('has any page alone as it is among the others', () => {
    const alone = purchaseBatches(open(), 1_500, 1_600)
    const whole = purchaseBatches(market, 1_400, 1_700)
    const ids = new Set(alone[0]?.rows.map(({ id }) => id))
    for (const [index, { rows: own }] of alone.entries()) {
      expect(own).toEqual(whole[index]?.rows.filter((row) => ids.has(row['purchase_id'] ?? row['id'] ?? null)))
    }
  })

  it('has 60 cities, 400 products, 300 events, 3,000 performances', () => {
    const sizes = new Map<string, number>()
    for (const { table, rows: own } of catalogueBatches(market).flat())
      sizes.set(table, (sizes.get(table) ?? 0) + own.length)
    expect(Object.fromEntries(sizes)).toMatchObject({
      cities: 60,
      products: 400,
      events: 300,
      performances: 3_000,
    })
    expect(sizes.get('venues')).toBeGreaterThan(100)
  })

  it('speaks Spanish too', () => {
    expect(market.products.filter(({ locale }) => locale === 'es').length).toBeGreaterThan(40)
    expect(market.products.some(({ title }) => title.startsWith('Madrid: '))).toBe(true)
  })

  it('never gives a reference twice, nor one that can be misread', () => {
    const references = Array.from({ length: 200_000 }, (_, number) => referenceOf(number + 1))
    expect(new Set(references).size).toBe(references.length)
    for (const reference of references.slice(0, 2_000)) expect(reference).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
  })

  it('gives each customer a different address, and phone numbers that no one has', () => {
    const { rows: people } = customerBatch(market, 0, 1_600)
    expect(new Set(people.map(({ email }) => email)).size).toBe(1_600)
    for (const { email, phone } of people) {
      expect(email).toMatch(/^[a-z0-9.]+@(?:[a-z]+\.)?example\.(?:com|org|net)$/)
      if (phone !== null) expect(String(phone)).toMatch(/^\+[1-9][0-9]{7,14}$/)
    }
  })

  it('sells in many currencies, on every channel, more in summer than in January', () => {
    expect(new Set(rows.map(({ currency }) => currency)).size).toBeGreaterThan(22)
    for (const [channel, low, high] of [
      ['web', 0.5, 0.66],
      ['app', 0.2, 0.34],
      ['partner', 0.07, 0.15],
      ['phone', 0.02, 0.07],
    ] as const) {
      const part = share(rows, (row) => row['channel'] === channel)
      expect(part).toBeGreaterThan(low)
      expect(part).toBeLessThan(high)
    }
    const month = (wanted: string) =>
      rows.filter(({ created_at: at }) => new Date(Number(at)).toISOString().startsWith(wanted)).length
    expect(month('2026-07')).toBeGreaterThan(month('2026-01') * 1.3)
    expect(month('2026-07')).toBeGreaterThan(month('2025-07'))
  })

  it('calls fees and taxes what the order can say in Spanish', () => {
    const lines = purchaseBatches(market, 0, count).find(({ table }) => table === 'purchase_lines')?.rows ?? []
    const titles = new Set(
      lines.filter(({ kind }) => kind === 'fee' || kind === 'tax').map(({ title }) => String(title)),
    )
    expect(titles).toEqual(new Set(['Service fee', 'Booking by phone', 'Sales tax']))
    expect([...titles].filter((title) => !Object.hasOwn(spanish, title))).toEqual([])
  })

  it('taxes what takes place in a country at its rates, wherever the customer lives', () => {
    const countryOf = new Map(market.products.map(({ city }) => [city.id, city.country.code]))
    for (const { show } of market.performances) countryOf.set(show.venue.city.id, show.venue.city.country.code)
    const places = new Map(rows.map(({ id, city_id: city }) => [id, countryOf.get(Number(city)) ?? '']))
    const lines = purchaseBatches(market, 0, count).find(({ table }) => table === 'purchase_lines')?.rows ?? []
    const rates: Record<string, Set<number>> = {}
    for (const { purchase_id: id, kind, tax_rate: rate } of lines)
      if (kind !== 'tax') (rates[places.get(id ?? null) ?? ''] ??= new Set()).add(Number(rate))
    // That of services, and that of tickets to a show.
    expect(rates).toMatchObject({
      ES: new Set([2_100, 1_000]),
      DK: new Set([2_500]),
      FR: new Set([2_000, 550]),
      JP: new Set([0]),
      US: new Set([825]),
      CA: new Set([1_300]),
      IN: new Set([1_800]),
    })
    expect(Object.entries(rates).filter(([, own]) => own.size > 2)).toEqual([])
    const onTop = lines.filter(({ kind }) => kind === 'tax').map(({ purchase_id: id }) => places.get(id ?? null))
    expect(new Set(onTop)).toEqual(new Set(['US', 'CA', 'IN']))
  })

  it('lets nine of ten sales go well, and others fail in every way', () => {
    const booked = (status: string) => share(rows, (row) => row['booking_status'] === status)
    expect(booked('completed') + booked('confirmed')).toBeGreaterThan(0.82)
    expect(booked('cancelled')).toBeGreaterThan(0.03)
    expect(booked('expired')).toBeGreaterThan(0.03)
    const states = new Set(
      rows.flatMap((row) => [
        row['booking_status'],
        row['payment_status'],
        row['fulfilment_status'],
        row['refund_state'],
      ]),
    )
    for (const state of [
      'rejected',
      'refunded',
      'partially_refunded',
      'charged_back',
      'awaiting_tickets',
      'full',
      'partial',
    ]) {
      expect(states).toContain(state)
    }
  })

  it('has travel behind and ahead, orders of today, and none of tomorrow', () => {
    expect(rows.filter((row) => Number(row['starts_at']) > now).length).toBeGreaterThan(80)
    expect(
      rows.filter((row) => Number(row['created_at']) >= Date.parse('2026-11-21T00:00:00Z')).length,
    ).toBeGreaterThanOrEqual(20)
    expect(rows.every((row) => Number(row['created_at']) <= now && Number(row['updated_at']) <= now)).toBe(true)
    const moments = rows.map((row) => Number(row['created_at']))
    expect(moments).toEqual([...moments].sort((a, b) => a - b))
    expect(now - (moments[0] ?? 0)).toBeGreaterThan(728 * 86_400_000)
  })

  it.each(['00:20', '06:00', '11:40', '23:50'])('has orders that wait for a review of their risk at %s', (time) => {
    const day = Date.parse('2026-11-21T00:00:00Z')
    const at = Date.parse(`2026-11-21T${time}:00Z`)
    const [own = { rows: [] as Row[] }] = purchaseBatches(open('a test', { now: at }), count - 100, count)
    const held = own.rows.filter((row) => row['booking_status'] === 'on_hold' && Number(row['risk_score']) >= 80)
    expect(held.length).toBeGreaterThanOrEqual(2)
    for (const row of held) {
      expect(row).toMatchObject({ payment_status: 'authorised', channel: expect.not.stringMatching('phone') as string })
      expect(Number(row['created_at'])).toBeGreaterThan(day - 2 * 86_400_000)
      expect(Number(row['held_until'])).toBeGreaterThan(at)
    }
  })

  it('has orders of today even just after midnight', () => {
    const early = Date.parse('2026-11-21T00:20:00Z')
    const calendar = new SaleCalendar(early, 20_000)
    const moments = Array.from({ length: 60 }, (_, index) => calendar.momentOf(19_940 + index, randomOf(1, index)))
    expect(moments.filter((moment) => moment >= Date.parse('2026-11-21T00:00:00Z')).length).toBeGreaterThanOrEqual(20)
    expect(Math.max(...moments)).toBeLessThanOrEqual(early)
  })

  it('starts everything when the clock there shows it', () => {
    for (const row of rows.filter(({ local_time: time }) => time !== null)) {
      const { instant } = instantOf(
        `${String(row['travel_date'])}T${String(row['local_time'])}`,
        String(row['time_zone']),
      )
      expect({
        id: row['id'],
        at: new Date(Number(row['starts_at'])).toISOString(),
      }).toEqual({ id: row['id'], at: instant })
    }
    for (const { show, day, minutes, startsAt } of market.performances) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10)
      const time = minutes === null ? '12:00' : new Date(minutes * 60_000).toISOString().slice(11, 16)
      expect(new Date(startsAt).toISOString()).toBe(instantOf(`${date}T${time}`, show.venue.city.zone).instant)
    }
  })
})

describe.each([
  ['a leap day', '2028-02-29T12:00:00Z'],
  ['the hour before clocks go forward', '2027-03-28T00:30:00Z'],
  ['the hour after clocks went forward', '2027-03-28T01:30:00Z'],
  ['the first 02:30 of two', '2027-10-31T00:30:00Z'],
  ['the second 02:30 of two', '2027-10-31T01:30:00Z'],
  ['New Year in Madrid and not yet in UTC', '2026-12-31T23:30:00Z'],
])('the made-up business on %s', (_, moment) => {
  it('ends at that moment, sells for days that are there, and starts when the clock there shows it', () => {
    const at = Date.parse(moment)
    const market = open('a test', { now: at, purchases: 600, customers: 240 })
    const [{ rows } = { rows: [] as Row[] }] = purchaseBatches(market, 0, 600)
    expect(rows).toHaveLength(600)
    expect(rows.every((row) => Number(row['created_at']) <= at && Number(row['updated_at']) <= at)).toBe(true)
    expect(rows.filter((row) => Number(row['starts_at']) > at).length).toBeGreaterThan(10)
    for (const row of rows.filter(({ local_time: time }) => time !== null)) {
      const local = `${String(row['travel_date'])}T${String(row['local_time'])}`
      const { instant } = instantOf(local, String(row['time_zone']))
      expect([row['id'], new Date(Number(row['starts_at'])).toISOString()]).toEqual([row['id'], instant])
    }
  })
})

describe('amounts', () => {
  it('are converted half up between currencies of any number of digits', () => {
    expect(converted(1_000, 'EUR', 'JPY', 163_000_000_000)).toBe(1_630)
    expect(converted(1_000, 'JPY', 'KWD', 2_073_500)).toBe(2_074)
    expect(converted(5, 'EUR', 'JPY', 10_000_000_000)).toBe(1)
    expect(converted(4, 'EUR', 'JPY', 10_000_000_000)).toBe(0)
    expect(converted(777, 'EUR', 'EUR', 1)).toBe(777)
  })

  it('are split without losing or making a cent', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(7, [0, 5, 2])).toEqual([0, 5, 2])
    expect(allocate(0, [3, 4])).toEqual([0, 0])
    expect(allocate(101, [9_999, 1]).reduce((sum, part) => sum + part, 0)).toBe(101)
  })

  it('look like prices', () => {
    expect(priceIn('EUR', 34.17)).toBe(3_400)
    expect(priceIn('JPY', 34.17)).toBe(5_550)
    expect(priceIn('KWD', 34.17)).toBe(11_500)
  })
})
