import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { localOf, offsetMinutes } from '../../core/zoned-time.ts'
import type { Db } from '../../db/tables.server.ts'
import { offsetText } from '../events/performance/starts.ts'
import { slotOf, stockLeft } from '../orders/visit-slots.server.ts'
import { typesOf } from '../products/age-coverage.ts'
import type { PartyBand, PartyTerms } from '../products/party.ts'
import type { Party } from '../products/party-labels.ts'
import { testParty } from '../products/party.ts'
import { bandColumns } from '../products/product-age-bands.server.ts'
import type { DayClock, Sellable, SellableDay, SupplierDay } from '../products/sellability.ts'
import { clockOfDay, dayOf } from '../products/sellability.ts'
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
  readonly stock: readonly OwnStock[]
}
interface OwnStock {
  readonly date: string
  readonly time: string | null
  readonly left: number
}
/** What is the same on every day. */
interface Offered extends Found {
  /** The units of the option. */
  readonly units: readonly PartyBand[]
  /** The smallest party as units, one for each that is bought; empty where none can be booked. */
  readonly smallest: readonly PartyBand[]
  readonly hasPrices: boolean
}
/** A day with what its supplier said of it, and what there is of our own stock. */
interface Told {
  readonly day: SellableDay
  readonly clock: DayClock
  readonly supplier: SupplierDay | null
  readonly stock: readonly OwnStock[]
}

/**
 * The days of an option with its start times, as JSON: what a quote of each would say now.
 *
 * @throws Refusal 404 for an option that is not on sale, 422 for too many days
 */
export async function availabilityOf(db: Db, asked: Asked, now: number): Promise<string> {
  const found = await read(db, asked)
  if (!found) throw new Refusal(404, t('No product option with this id is on sale.'))
  const units = unitsOf(found.bands, asked.optionId)
  const offered = {
    ...found,
    units,
    smallest: smallestParty(units, { ...found, vacancies: null, stops: noStops }),
    hasPrices: asked.hasPrices,
  }
  const byDate = new Map(found.days.map((day) => [day.date, day]))
  const stock = Map.groupBy(found.stock, ({ date }) => date)
  const times = found.startTimes.length > 0 ? found.startTimes.toSorted() : [null]
  const data = datesOf(found, asked).flatMap((date) => {
    const supplier = byDate.get(date) ?? null
    const clock = clockOfDay(date, found.timeZone)
    const told = { day: dayOf(found, date, supplier, now), clock, supplier, stock: stock.get(date) ?? [] }
    return times.map((time) => slotIn(offered, told, time))
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

const noStops = { product: null, option: null, day: null }

/** The days that are asked for. */
function datesOf({ first }: Found, { to }: Asked): string[] {
  const start = Date.parse(first)
  const count = to === null ? maxDays : (Date.parse(to) - start) / dayLength + 1
  if (count < 1) throw invalid({ to: t('to is before from.') })
  if (count > maxDays)
    throw invalid({ to: t('A call covers at most {n} days. Choose an earlier day.', { n: maxDays }) })
  return Array.from({ length: count }, (_, at) => new Date(start + at * dayLength).toISOString().slice(0, 10))
}

function slotIn(offered: Offered, { day, clock, supplier, stock }: Told, time: string | null): Availability {
  const { timeZone, isMarketOpen, startTimes, smallest, hasPrices } = offered
  const slot = slotOf({ day, time, timeZone, isMarketOpen, stock: stockAt(stock, time) })
  const tooFew = slot.problem === null ? tooFewProblem(offered, slot.left) : null
  const hasUnits = smallest.length > 0
  const problem = slot.problem ?? tooFew ?? (hasUnits ? null : t('This option has no units that can be booked.'))
  const asOf = utc(supplier?.checkedAt ?? offered.asOf)
  const [from, to] = day.times
  return {
    date: day.date,
    time,
    localDateTimeStart: localStart(day.date, time ?? '00:00', clock, timeZone),
    openingHours: startTimes.length === 0 && from !== undefined && to !== undefined ? [{ from, to }] : [],
    available: problem === null,
    status:
      problem === null ? openStatus(slot.left, supplier) : slot.isSoldOut || tooFew !== null ? 'SOLD_OUT' : 'CLOSED',
    vacancies: hasUnits ? slot.available : 0,
    problem,
    ...(hasPrices && { unitPricing: problem === null ? pricesOf(offered, asOf) : [] }),
    asOf,
  }
}

/** What is left of our own stock; that of a start time goes before that of the whole day. */
function stockAt(own: readonly OwnStock[], time: string | null): number | null {
  const found = own.find((one) => one.time === time) ?? own.find((one) => one.time === null)
  return found?.left ?? null
}

const placesOf = (party: readonly PartyBand[]) => party.reduce((all, { paxCount }) => all + paxCount, 0)

/** The fewest people that an option is sold to; empty where a quote of any party is refused, whatever is left. */
function smallestParty(units: readonly PartyBand[], terms: PartyTerms): readonly PartyBand[] {
  const parties = units
    .map((first) => filledUp(withCompany(first, units), units, terms))
    .filter((party) => testParty(travellersOf(party), units, terms).isSellable)
  return parties.toSorted((a, b) => placesOf(a) - placesOf(b))[0] ?? []
}

/** As often as it has to be bought, where there is any of it. */
const leastOf = (unit: PartyBand): PartyBand[] => Array.from({ length: Math.max(unit.minQuantity, 1) }, () => unit)

const byPlaces = (units: readonly PartyBand[], wanted = 1) => {
  const places = ({ paxCount, minQuantity }: PartyBand) => paxCount * Math.max(minQuantity, wanted)
  return units.toSorted((a, b) => places(a) - places(b))
}

/** A unit, and the smallest of those that it comes with, who can need company too. */
function withCompany(first: PartyBand, units: readonly PartyBand[]): readonly PartyBand[] {
  const party = leastOf(first)
  for (;;) {
    const lonely = party.find((unit) => !hasCompany(unit, party))
    const found = lonely && byPlaces(units).find((unit) => !party.includes(unit) && hasCompany(lonely, [unit]))
    if (!found) return party
    party.push(...leastOf(found))
  }
}

const hasCompany = ({ accompaniedBy }: PartyBand, party: readonly PartyBand[]) =>
  accompaniedBy.length === 0 || party.some(({ type }) => typesOf(type).some((own) => accompaniedBy.includes(own)))

/** The smallest units are added until there are as many as one booking needs, of each as many as it can have. */
function filledUp(
  party: readonly PartyBand[],
  units: readonly PartyBand[],
  { minUnits, maxUnits }: PartyTerms,
): readonly PartyBand[] {
  const full = [...party]
  const fitting = units.filter((unit) => hasCompany(unit, party))
  for (const unit of byPlaces(fitting, minUnits - party.length)) {
    const wanted = minUnits - full.length
    const own = party.filter(({ id }) => id === unit.id).length
    const more = Math.min(own > 0 ? wanted : Math.max(wanted, unit.minQuantity), unit.maxQuantity - own)
    if (wanted > 0 && full.length + more <= maxUnits) full.push(...Array.from({ length: more }, () => unit))
  }
  return full
}

const travellersOf = (party: readonly PartyBand[]): Party => ({
  travellers: party.map(({ id, title }) => ({ said: title, age: null, type: null, bandId: id })),
  strange: [],
  isCut: false,
})

/** What a quote says of the smallest party, where not even that finds place; null where it does. */
function tooFewProblem(offered: Offered, left: number | null): string | null {
  const { smallest, units } = offered
  if (left === null || placesOf(smallest) <= left) return null
  const { rules } = testParty(travellersOf(smallest), units, { ...offered, vacancies: left, stops: noStops })
  return rules.find(({ rule }) => rule === 'places')?.problem ?? null
}

function openStatus(left: number | null, supplier: SupplierDay | null): OctoStatus {
  if (supplier?.status === 'LIMITED') return 'LIMITED'
  return supplier?.status === 'FREESALE' && left === null ? 'FREESALE' : 'AVAILABLE'
}

function pricesOf(
  { pricingPer, bookingRetail, currency, exponent, units }: Offered,
  asOf: string | null,
): Availability['unitPricing'] {
  const price = (total: number) => ({ price: total, fees: 0, total, currency, exponent, asOf })
  return pricingPer === 'UNIT'
    ? units.map(({ id, retail }) => ({ unitId: id, price: price(retail) }))
    : [{ unitId: null, price: price(bookingRetail) }]
}

/** In the hour that clocks skip it is the time that they show then. */
function localStart(date: string, time: string, { offset, at }: DayClock, timeZone: string): string {
  if (offset !== null) return `${date}T${time}:00${offsetText(offset)}`
  const moment = at(time)
  return `${localOf(moment, timeZone)}:00${offsetText(offsetMinutes(moment, timeZone))}`
}

const utc = (moment: string | null) => (moment === null ? null : new Date(moment).toISOString())
