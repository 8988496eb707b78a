import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { instantOf, offsetMinutes } from '../../core/zoned-time.ts'
import type { Db } from '../../db/tables.server.ts'
import { offsetText } from '../events/performance/starts.ts'
import { slotOf, stockLeft } from '../orders/visit-slots.server.ts'
import type { PartyBand, PartyTerms } from '../products/party.ts'
import { testParty } from '../products/party.ts'
import { bandColumns } from '../products/product-age-bands.server.ts'
import type { Sellable, SellableDay, SupplierDay } from '../products/sellability.ts'
import { dayOf } from '../products/sellability.ts'
import { sellableColumns, supplierDayColumns } from '../products/sellability.server.ts'
import type { ForOption } from '../products/units-of-options.ts'
import { unitsOf } from '../products/units-of-options.ts'
import type { availability, OctoStatus } from './discovery-visits.ts'
import { maxDays } from './discovery-visits.ts'

type Availability = z.output<typeof availability>

interface Asked {
  readonly productId: number
  readonly optionId: number
  /** Days; the first is today where it is null. */
  readonly from: string | null
  readonly to: string | null
  readonly hasPrices: boolean
}
interface Found extends Sellable, Omit<PartyTerms, 'vacancies' | 'stops'> {
  readonly first: string
  readonly isMarketOpen: boolean
  readonly currency: string
  readonly exponent: number
  readonly asOf: string | null
  readonly bands: readonly (PartyBand & ForOption)[]
  readonly days: readonly SupplierDay[]
  readonly stock: readonly { readonly date: string; readonly time: string | null; readonly left: number }[]
}
/** A day with what its supplier said of it. */
interface Told {
  readonly day: SellableDay
  readonly supplier: SupplierDay | null
}

/**
 * The days of an option with its start times, as JSON: what a quote of each would say now.
 *
 * @throws Refusal 404 for an option that is not on sale, 422 for too many days
 */
export async function availabilityOf(db: Db, asked: Asked, now: number): Promise<string> {
  const found = await read(db, asked)
  if (!found) throw new Refusal(404, t('No product option with this id is on sale.'))
  const bands = unitsOf(found.bands, asked.optionId)
  const byDate = new Map(found.days.map((day) => [day.date, day]))
  const data = datesOf(found, asked).flatMap((date) => {
    const supplier = byDate.get(date) ?? null
    const told = { day: dayOf(found, date, supplier, now), supplier }
    const times = found.startTimes.length > 0 ? found.startTimes.toSorted() : [null]
    return times.map((time) => slotIn(found, bands, told, time, asked))
  })
  return JSON.stringify({ data })
}

/** All that the answer goes by, in one statement. */
async function read(db: Db, { productId, optionId, from }: Asked): Promise<Found | undefined> {
  const within = sql`between d.first and d.first + ${maxDays - 1}::integer`
  const {
    rows: [found],
  } = await sql<Found>`
    select ${sellableColumns}, d.first, c.is_market_open as "isMarketOpen", p.currency, x.exponent, p.pricing_per as "pricingPer", p.net_from as "bookingNet",
      p.retail_from as "bookingRetail", o.min_units as "minUnits", o.max_units as "maxUnits", p.last_synced_at as "asOf",
      (select coalesce(json_agg(b order by b.id), '[]') from (select ${bandColumns} from product_age_bands where product_id = p.id) b) as bands,
      (select coalesce(json_agg(a), '[]') from (
        select ${supplierDayColumns} from product_availabilities where product_option_id = o.id and local_date ${within}) a) as days,
      (select coalesce(json_agg(json_build_object('date', s.local_date, 'time', to_char(s.local_time, 'HH24:MI'), 'left', ${stockLeft})), '[]')
        from house_stock s where s.product_option_id = o.id and s.local_date ${within}) as stock
    from product_options o join products p on p.id = o.product_id join cities c on c.id = p.city_id join currencies x on x.code = p.currency
      cross join lateral (select coalesce(${from}::date, (now() at time zone p.time_zone)::date) as first) d
    where o.id = ${optionId} and p.id = ${productId} and o.is_active and p.status = 'live'`.execute(db)
  return found
}

const dayLength = 86_400_000

/** The days that are asked for. */
function datesOf({ first }: Found, { to }: Asked): string[] {
  const start = Date.parse(first)
  const count = to === null ? maxDays : (Date.parse(to) - start) / dayLength + 1
  if (count < 1) throw invalid({ to: t('to is before from.') })
  if (count > maxDays)
    throw invalid({ to: t('A call covers at most {n} days. Choose an earlier day.', { n: maxDays }) })
  return Array.from({ length: count }, (_, at) => new Date(start + at * dayLength).toISOString().slice(0, 10))
}

function slotIn(
  found: Found,
  bands: readonly PartyBand[],
  { day, supplier }: Told,
  time: string | null,
  { hasPrices }: Asked,
): Availability {
  const { timeZone, isMarketOpen, startTimes } = found
  const slot = slotOf({ day, time, timeZone, isMarketOpen, stock: stockAt(found, day.date, time) })
  const tooFew = slot.problem === null ? tooFewProblem(found, bands, slot.left) : null
  const problem = slot.problem ?? tooFew
  const asOf = utc(supplier?.checkedAt ?? found.asOf)
  const [from, to] = day.times
  return {
    date: day.date,
    time,
    localDateTimeStart: localStart(day.date, time ?? '00:00', timeZone),
    openingHours: startTimes.length === 0 && from !== undefined && to !== undefined ? [{ from, to }] : [],
    available: problem === null,
    status:
      problem === null ? openStatus(slot.left, supplier) : slot.isSoldOut || tooFew !== null ? 'SOLD_OUT' : 'CLOSED',
    vacancies: slot.available,
    problem,
    ...(hasPrices && { unitPricing: problem === null ? pricesOf(found, bands, asOf) : [] }),
    asOf,
  }
}

/** What is left of our own stock; that of a start time goes before that of the whole day. */
function stockAt({ stock }: Found, date: string, time: string | null): number | null {
  const own = stock.filter((one) => one.date === date)
  const found = own.find((one) => one.time === time) ?? own.find((one) => one.time === null)
  return found?.left ?? null
}

/** What a quote says of the smallest party, where not even that finds place; null where it does. */
function tooFewProblem(found: Found, bands: readonly PartyBand[], left: number | null): string | null {
  const [smallest] = bands.toSorted((a, b) => a.paxCount - b.paxCount)
  if (left === null || !smallest) return null
  const guest = { said: smallest.title, age: null, type: null, bandId: smallest.id }
  const party = { travellers: Array.from({ length: found.minUnits }, () => guest), strange: [], isCut: false }
  const stops = { product: null, option: null, day: null }
  const { rules } = testParty(party, bands, { ...found, vacancies: left, stops })
  return rules.find(({ rule }) => rule === 'places')?.problem ?? null
}

function openStatus(left: number | null, supplier: SupplierDay | null): OctoStatus {
  if (supplier?.status === 'LIMITED') return 'LIMITED'
  return supplier?.status === 'FREESALE' && left === null ? 'FREESALE' : 'AVAILABLE'
}

function pricesOf(
  { pricingPer, bookingRetail, currency, exponent }: Found,
  bands: readonly PartyBand[],
  asOf: string | null,
): Availability['unitPricing'] {
  const price = (total: number) => ({ price: total, fees: 0, total, currency, exponent, asOf })
  return pricingPer === 'UNIT'
    ? bands.map(({ id, retail }) => ({ unitId: id, price: price(retail) }))
    : [{ unitId: null, price: price(bookingRetail) }]
}

function localStart(date: string, time: string, timeZone: string): string {
  const { instant } = instantOf(`${date}T${time}`, timeZone)
  return `${date}T${time}:00${offsetText(offsetMinutes(Date.parse(instant), timeZone))}`
}

const utc = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())
