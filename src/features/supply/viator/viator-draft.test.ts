import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leadUnit } from '../importing/product-draft.ts'
import { readValue } from '../importing/supplier-answers.server.ts'
import { viatorDraft } from './viator-draft.server.ts'
import { viatorProduct, viatorSchedule } from './viator-payloads.server.ts'
import { daysOf } from './viator-prices.server.ts'
import { sampleProduct } from './viator-samples.server.ts'

const exponents = new Map([
  ['EUR', 2],
  ['AUD', 2],
  ['USD', 2],
  ['GBP', 2],
  ['JPY', 0],
  ['IDR', 2],
])

function draftOf(product: unknown, schedule: unknown, today = '2026-06-01') {
  return viatorDraft({
    product: readValue(product, viatorProduct),
    schedule: readValue(schedule, viatorSchedule),
    exponents,
    today,
    destinationName: 'Rome',
  })
}

const sample = (code: string) => {
  const found = sampleProduct(code)
  if (!found) throw new Error(`There is no sample ${code}.`)
  return found
}

describe('a Viator product in our terms', () => {
  const { product, schedule } = sample('10000P1')
  const draft = draftOf(product, schedule)

  it('has its title, place, zone, tags and currency', () => {
    expect(draft).toMatchObject({
      code: '10000P1',
      locale: 'en',
      destination: { name: 'Rome' },
      cancellationPolicy: 'STANDARD',
      cancellationHours: 24,
      availabilityType: 'START_TIME',
      isInstantConfirmation: true,
      pricingPer: 'UNIT',
      reference: 'PM-10000P1',
    })
    expect(draft.supplierTags.every((tag) => /^\d+$/.test(tag))).toBe(true)
  })

  it('has units per option where options cost different amounts', () => {
    const labels = draft.units.map(({ optionCode, label }) => `${optionCode} ${label}`)
    expect(labels).toEqual(['TG1 Infant', 'TG1 Child', 'TG1 Adult', 'TG2 Infant', 'TG2 Child', 'TG2 Adult'])
    expect(draft.units.at(-1)).toMatchObject({ minAge: 13, maxAge: 120, minQuantity: 1 })
  })

  it('shares units that cost the same in every option', () => {
    const { bookableItems, ...rest } = readValue(schedule, viatorSchedule)
    const same = {
      ...rest,
      bookableItems: bookableItems.map((item) => ({ ...bookableItems[0], productOptionCode: item.productOptionCode })),
    }
    expect(draftOf(product, same).units.map(({ optionCode }) => optionCode)).toEqual([null, null, null])
  })

  it('counts money in minor units of its currency', () => {
    const detail = (retail: number, net: number) => ({
      productCode: '10000P1',
      currency: 'JPY',
      bookableItems: [
        {
          seasons: [
            {
              startDate: '2026-01-01',
              pricingRecords: [
                {
                  pricingDetails: [
                    {
                      pricingPackageType: 'PER_PERSON',
                      ageBand: 'ADULT',
                      price: { original: { recommendedRetailPrice: retail, partnerNetPrice: net } },
                    },
                  ],
                },
              ],
            },
          ],
        },
      ],
    })
    const bare = { ...product, productOptions: undefined }
    expect(draftOf(bare, detail(3840, 2995)).units).toMatchObject([{ retail: 3840, net: 2995 }])
    expect(draftOf(bare, { ...detail(1.1 + 2.2, 0.615), currency: 'EUR' }).units).toMatchObject([
      { retail: 330, net: 62 },
    ])
    expect(() => draftOf(bare, { ...detail(1, 1), currency: 'XXQ' })).toThrow('its currency XXQ is unknown')
  })

  it('takes the season of the day, else the next, and a special price before the usual one', () => {
    const season = (startDate: string, endDate: string | undefined, retail: number, special?: number) => ({
      startDate,
      endDate,
      pricingRecords: [
        {
          pricingDetails: [
            {
              pricingPackageType: 'PER_PERSON',
              ageBand: 'ADULT',
              price: {
                original: { recommendedRetailPrice: retail, partnerNetPrice: 1 },
                ...(special !== undefined && { special: { recommendedRetailPrice: special, partnerNetPrice: 1 } }),
              },
            },
          ],
        },
      ],
    })
    const seasons = [
      season('2026-09-01', undefined, 30),
      season('2026-01-01', '2026-03-31', 10),
      season('2026-05-01', '2026-06-30', 20, 15),
    ]
    const on = (today: string) =>
      draftOf(
        { ...product, productOptions: undefined },
        { productCode: 'x', currency: 'EUR', bookableItems: [{ seasons }] },
        today,
      ).units[0]?.retail
    expect([on('2026-02-01'), on('2026-04-01'), on('2026-06-01'), on('2027-01-01')]).toEqual([
      1_000, 1_500, 1_500, 3_000,
    ])
  })

  it('without any price, or for 0, becomes no product', () => {
    const free = sample('90000P1')
    const draft0 = draftOf(free.product, free.schedule)
    expect(leadUnit(draft0)).toBeNull()
    expect(draft0.warnings.length).toBeGreaterThan(0)
    expect(leadUnit(draft)).not.toBeNull()
  })
})

it('reads the days of a schedule, with what is closed and what is sold out', () => {
  const schedule = readValue(
    {
      productCode: 'x',
      currency: 'EUR',
      bookableItems: [
        {
          productOptionCode: 'TG1',
          seasons: [
            {
              startDate: '2026-06-02',
              pricingRecords: [
                {
                  daysOfWeek: ['TUESDAY', 'WEDNESDAY', 'THURSDAY'],
                  timedEntries: [
                    { startTime: '10:00', unavailableDates: [{ date: '2026-06-03', reason: 'SOLD_OUT' }] },
                    {
                      startTime: '12:00',
                      unavailableDates: [
                        { date: '2026-06-03', reason: 'SOLD_OUT' },
                        { date: '2026-06-04', reason: 'SOLD_OUT' },
                      ],
                    },
                  ],
                  pricingDetails: [],
                },
              ],
            },
          ],
        },
      ],
    },
    viatorSchedule,
  )
  expect([...daysOf(schedule, '2026-06-01', '2026-06-05')].map(({ status }) => status)).toEqual([
    'CLOSED',
    'AVAILABLE',
    'SOLD_OUT',
    'AVAILABLE',
    'CLOSED',
  ])
})

const outside = resolve(import.meta.dirname, '../../../../../shared/data/suppliers/viator/partner-api-v2.openapi.json')

/** Examples of products and schedules that Viator's own document has, by their names there. */
describe.skipIf(!existsSync(outside))(
  'the examples of Viator’s document (skipped where ../shared/data is absent)',
  () => {
    const document = existsSync(outside)
      ? (JSON.parse(readFileSync(outside, 'utf8')) as { components: { examples: Record<string, { value: unknown }> } })
      : { components: { examples: {} } }
    const examples = Object.entries(document.components.examples)
    const products = examples.flatMap(([name, { value }]) =>
      /^products-\d/.test(name) ? [[name, value] as const] : [],
    )
    const schedules = examples.flatMap(([name, { value }]) =>
      /^availability-schedules-\d/.test(name) ? [[name, value] as const] : [],
    )

    it.each(products)('%s is read whole', (_name, value) => {
      const product = readValue(value, viatorProduct)
      const draft = draftOf(value, { productCode: product.productCode, currency: 'USD', bookableItems: [] })
      expect(draft.title.length).toBeGreaterThan(5)
      expect(draft.options.length).toBe(product.productOptions?.length ?? 1)
      expect(draft.images.length).toBe(Math.min(20, product.images?.length ?? 0))
      expect(draft.timeZone).toBe(product.timeZone)
      expect(draft.destination?.key).toMatch(/^\d+$/)
    })

    it.each(schedules)('%s has a price and days', (_name, value) => {
      const schedule = readValue(value, viatorSchedule)
      const bare = { status: 'ACTIVE', productCode: schedule.productCode, title: 'Sample' }
      const bands = ['ADULT', 'CHILD', 'INFANT', 'YOUTH', 'SENIOR', 'TRAVELER'].map((ageBand) => ({
        ageBand,
        startAge: 0,
        endAge: 99,
      }))
      const perPerson = { ...bare, pricingInfo: { type: 'PER_PERSON', ageBands: bands } }
      const options = schedule.bookableItems.flatMap(({ productOptionCode }) =>
        productOptionCode === undefined ? [] : [{ productOptionCode }],
      )
      const draft = draftOf(
        { ...perPerson, ...(options.length > 0 && { productOptions: options }) },
        value,
        '2021-06-01',
      )
      expect(leadUnit(draft)).not.toBeNull()
      expect(draft.currency).toBe(schedule.currency)
      expect([...daysOf(schedule, '2021-06-01', '2021-06-30')].length).toBe(30 * schedule.bookableItems.length)
    })

    it('5010SYDNEY with its schedule becomes a product of all its options', () => {
      const found = (name: string) => examples.find(([key]) => key === name)?.[1].value
      const draft = draftOf(
        found('products-5010SYDNEY-example'),
        found('availability-schedules-5010SYDNEY-example'),
        '2021-06-01',
      )
      expect(draft).toMatchObject({
        code: '5010SYDNEY',
        currency: 'AUD',
        timeZone: 'Australia/Sydney',
        isInstantConfirmation: true,
      })
      expect(leadUnit(draft)).not.toBeNull()
      expect(new Set(draft.units.map(({ optionCode }) => optionCode)).size).toBeGreaterThan(1)
    })
  },
)
