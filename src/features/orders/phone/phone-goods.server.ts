import { sql } from 'kysely'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import { bandsOf } from '../../products/product-age-bands.server.ts'
import { sellableDays } from '../../products/sellability.server.ts'
import { unitsOf } from '../../products/units-of-options.ts'
import { openListings } from '../priced-tickets.server.ts'
import type { PhoneGoods } from './phone-order.endpoints.ts'
import { phonePerformances } from './phone-performances.server.ts'

/** How far ahead days are looked at, and how many of them are offered. */
const daysAhead = 60
const maxDays = 12

interface Asked {
  readonly productId?: string | undefined
  readonly optionId?: string | undefined
  readonly performanceId?: string | undefined
  readonly search?: string | undefined
  readonly day?: string | undefined
  readonly chosenId?: string | undefined
}

/** What can be sold of what was chosen so far. What is not on sale has none of it. */
export async function phoneGoods(db: Db, asked: Asked): Promise<PhoneGoods> {
  const { productId, optionId, performanceId, search, day = null, chosenId } = asked
  const [product, option, performance] = [productId, optionId, performanceId].map(recordIdIn)
  return {
    options: product ? await optionsOf(db, product) : [],
    days: option ? await daysOf(db, option) : [],
    listings: performance ? [...(await openListings(db, performance, Date.now()))].map(asAnswered) : [],
    performances:
      search === undefined ? [] : await phonePerformances(db, { search, day, chosen: recordIdIn(chosenId) }),
    languages: product || option || performance || search !== undefined ? [] : await languagesOf(db),
  }
}

/** The default first. */
async function languagesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select code from locales where is_enabled_on_site order by is_default desc, code`.execute(db)
  return rows.map(({ code }) => code)
}

const asAnswered = ({ splits, ...listing }: Awaited<ReturnType<typeof openListings>>[number]) => ({
  ...listing,
  splits: [...splits],
})

interface Option {
  readonly id: number
  readonly title: string
  readonly startTimes: string[]
  readonly minUnits: number
  readonly maxUnits: number
  readonly currency: string
  readonly isPerUnit: boolean
}

async function optionsOf(db: Db, productId: number): Promise<PhoneGoods['options']> {
  const { rows } = await sql<Option>`
    select o.id, o.title, o.start_times as "startTimes", o.min_units as "minUnits", o.max_units as "maxUnits", p.currency,
      p.pricing_per = 'UNIT' as "isPerUnit"
    from product_options o join products p on p.id = o.product_id join cities c on c.id = p.city_id
    where p.id = ${productId} and o.is_active and p.status = 'live' and c.is_market_open
    order by o.is_default desc, o.id`.execute(db)
  if (rows.length === 0) return []
  const bands = await bandsOf(db, productId)
  return rows.map(({ isPerUnit, startTimes, ...option }) => ({
    ...option,
    startTimes: startTimes.toSorted(),
    units: unitsOf(bands, option.id).map(({ id, title, minAge, maxAge, retail }) => ({
      id,
      title,
      minAge,
      maxAge,
      price: isPerUnit ? retail : null,
    })),
  }))
}

async function daysOf(db: Db, optionId: number): Promise<PhoneGoods['days']> {
  const found = await sellableDays(db, optionId, (today) =>
    Array.from({ length: daysAhead }, (_, index) =>
      new Date(Date.parse(today) + index * 86_400_000).toISOString().slice(0, 10),
    ),
  )
  return (found?.days ?? [])
    .filter(({ state }) => state === 'open')
    .slice(0, maxDays)
    .map(({ date, vacancies, times }) => ({ date, vacancies, times: [...times] }))
}
