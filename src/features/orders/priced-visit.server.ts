import { sql } from 'kysely'
import { invalid } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { productSections } from '../coupons/line-sections.server.ts'
import type { PartyBand, PartyTerms } from '../products/party.ts'
import type { Party } from '../products/party-labels.ts'
import { testParty } from '../products/party.ts'
import { bandsOf } from '../products/product-age-bands.server.ts'
import type { Sellable } from '../products/sellability.ts'
import { dayOf } from '../products/sellability.ts'
import { sellableOption, supplierDays } from '../products/sellability.server.ts'
import { unitsOf } from '../products/units-of-options.ts'
import type { PricedLine } from './priced-tickets.server.ts'
import type { VisitLine } from './quotes.ts'
import { slotOf, stockLeft } from './visit-slots.server.ts'

interface Option extends Omit<PartyTerms, 'vacancies' | 'stops'> {
  readonly productId: number
  readonly aliasIds: readonly number[]
  readonly categoryIds: readonly number[]
  readonly subcategoryIds: readonly number[]
  readonly providerId: number
  readonly title: string
  readonly cityId: number
  readonly isMarketOpen: boolean
  readonly currency: string
  readonly asOf: string | null
}

/**
 * Units of an option on a day, priced as the party tester does. `own` places of that time are the order's already.
 *
 * @throws Refusal 422 for an option or a unit that is not sold, a time that it does not start at, a unit that is named twice
 */
export async function priceVisit(db: Db, wanted: VisitLine, now: number, own = 0): Promise<PricedLine> {
  const [option, calendar] = [await optionOf(db, wanted.optionId), await sellableOption(db, wanted.optionId)]
  if (!option || !calendar) throw invalid({ 'lines.0.optionId': t('No product option with this id is on sale.') })
  const bands = unitsOf(await bandsOf(db, option.productId), wanted.optionId)
  const chosen = unitsIn(wanted, bands)
  const supplier = (await supplierDays(db, wanted.optionId, [wanted.date])).get(wanted.date) ?? null
  const day = dayOf(calendar, wanted.date, supplier, now)
  checkTime(wanted, calendar)
  const stock = await stockOn(db, wanted)
  const { timeZone } = calendar
  const slot = slotOf({ day, time: wanted.time ?? null, timeZone, isMarketOpen: option.isMarketOpen, stock, own })
  const verdict = testParty(partyOf(chosen), bands, {
    ...option,
    vacancies: slot.left,
    stops: { product: null, option: null, day: slot.problem },
  })
  const isPerUnit = option.pricingPer === 'UNIT'
  return {
    currency: option.currency,
    cost: verdict.net,
    // What the supplier counts is of the whole day, whenever it begins.
    stock:
      day.vacancies === null && stock === null
        ? null
        : {
            optionId: wanted.optionId,
            date: wanted.date,
            time: wanted.time ?? null,
            capacity: day.vacancies ?? 0,
            quantity: verdict.pax,
          },
    use: {
      eventId: null,
      performerIds: [],
      venueId: null,
      cityId: option.cityId,
      productId: option.productId,
      aliasIds: option.aliasIds,
      categoryIds: option.categoryIds,
      subcategoryIds: option.subcategoryIds,
      providerId: option.providerId,
      travelOn: wanted.date,
      quantity: verdict.units,
      amount: verdict.retail,
    },
    line: {
      kind: 'product',
      title: option.title,
      localDate: wanted.date,
      localTime: wanted.time ?? null,
      timeZone,
      quantity: verdict.units,
      available: slot.available,
      problem: verdict.rules.find(({ problem }) => problem !== null)?.problem ?? null,
      items: chosen.map(({ unit, quantity }) => ({
        unitId: unit.id,
        title: quantity === 1 ? unit.title : unit.titlePlural,
        quantity,
        price: isPerUnit ? unit.retail : 0,
        fee: 0,
      })),
      price: verdict.retail,
      fees: 0,
      total: verdict.retail,
      asOf: supplier?.checkedAt ?? option.asOf,
    },
  }
}

const partyOf = (chosen: ReturnType<typeof unitsIn>): Party => ({
  travellers: chosen.flatMap(({ unit, quantity }) =>
    Array.from({ length: quantity }, () => ({ said: unit.title, age: null, type: null, bandId: unit.id })),
  ),
  strange: [],
  isCut: false,
})

async function optionOf(db: Db, id: number): Promise<Option | undefined> {
  const {
    rows: [option],
  } = await sql<Option>`
    select p.id as "productId", p.title || ': ' || o.title as title, p.city_id as "cityId", c.is_market_open as "isMarketOpen", p.currency,
      p.pricing_per as "pricingPer", p.net_from as "bookingNet", p.retail_from as "bookingRetail", p.last_synced_at as "asOf",
      p.provider_id as "providerId", p.subcategory_ids as "subcategoryIds",
      ${productSections.categoryIds} as "categoryIds", ${productSections.aliasIds} as "aliasIds",
      o.min_units as "minUnits", o.max_units as "maxUnits"
    from product_options o join products p on p.id = o.product_id join cities c on c.id = p.city_id
    where o.id = ${id} and o.is_active and p.status = 'live'`.execute(db)
  return option
}

/** What is left of our own stock at that time; null where we keep none. */
async function stockOn(db: Db, { optionId, date, time }: VisitLine): Promise<number | null> {
  const {
    rows: [stock],
  } = await sql<{ left: number }>`
    select ${stockLeft} as left from house_stock s where s.product_option_id = ${optionId} and s.local_date = ${date}::date
      and (s.local_time is null or s.local_time = ${time ?? null}::time)
    order by s.local_time nulls last limit 1`.execute(db)
  return stock?.left ?? null
}

function unitsIn({ units }: VisitLine, bands: readonly PartyBand[]) {
  const problems: Record<string, string> = {}
  const chosen = units.flatMap(({ unitId, quantity }, index) => {
    const unit = bands.find((band) => band.id === unitId)
    const isTwice = units.findIndex((one) => one.unitId === unitId) < index
    if (unit && !isTwice) return { unit, quantity }
    problems[`lines.0.units.${index}.unitId`] = unit
      ? t('This unit is listed twice. Add up the quantities.')
      : t('The option doesn’t have this unit.')
    return []
  })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return chosen
}

function checkTime({ time }: VisitLine, { startTimes }: Sellable): void {
  if (startTimes.length === 0 && time !== undefined)
    throw invalid({ 'lines.0.time': t('This option has no start times. Leave the time out.') })
  if (startTimes.length > 0 && (time === undefined || !startTimes.includes(time)))
    throw invalid({ 'lines.0.time': t('Choose a start time: {times}.', { times: startTimes.toSorted().join(', ') }) })
}
