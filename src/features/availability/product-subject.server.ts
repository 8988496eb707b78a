import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import type { PartyBand, PartyTerms } from '../products/party.ts'
import { testParty } from '../products/party.ts'
import { readParty } from '../products/party-labels.ts'
import { bandsOfProducts } from '../products/product-age-bands.server.ts'
import type { ProductStatus, SuspensionReason } from '../products/product-statuses.ts'
import type { Sellable, SellableDay } from '../products/sellability.ts'
import { dayOf } from '../products/sellability.ts'
import { causeWords, productCause } from '../products/sellability-labels.ts'
import type { ForOption } from '../products/units-of-options.ts'
import { unitsOf } from '../products/units-of-options.ts'
import type { FoundOption } from './availability.ts'
import { maxAlternatives } from './availability.ts'

type Band = PartyBand & ForOption & { readonly productId: number }

/** A product that is asked for: the chosen one, or another of the same page of the site. */
export interface AskedProduct extends Pick<PartyTerms, 'pricingPer' | 'bookingNet' | 'bookingRetail'> {
  readonly id: number
  readonly title: string
  readonly city: string | null
  readonly timeZone: string
  readonly status: ProductStatus
  readonly suspendedBecause: SuspensionReason | null
  readonly currency: string
  readonly providerId: number
  readonly providerCode: string
  readonly providerName: string
  readonly isEnabled: boolean
  readonly code: string
  readonly cachedAt: string | null
}

interface StoredOption extends Sellable {
  readonly id: number
  readonly productId: number
  readonly code: string
  readonly title: string
  readonly minUnits: number
  readonly maxUnits: number
  readonly day: FoundOption['stored']
  readonly stock: FoundOption['ownStock']
}

export interface ProductSubject {
  /** The chosen one first. */
  readonly products: readonly AskedProduct[]
  /** Its options on the day; with the supplier's answer, beside it. */
  optionsOf(product: AskedProduct, live: readonly LiveDay[] | null): FoundOption[]
}

interface LiveDay extends NonNullable<FoundOption['live']> {
  readonly optionCode: string
  readonly date: string
}

/** The product and those of other suppliers that sell the same page; null if it does not exist. */
async function productsAround(db: Db, id: number): Promise<readonly AskedProduct[] | null> {
  const { rows } = await sql<AskedProduct>`
    select p.id, p.title, c.name as city, p.time_zone as "timeZone", p.status, p.suspended_because as "suspendedBecause", p.currency,
      p.pricing_per as "pricingPer", p.net_from as "bookingNet", p.retail_from as "bookingRetail", p.provider_id as "providerId", s.code as "providerCode",
      s.name as "providerName", s.is_enabled as "isEnabled", p.supplier_code as code, x.availability_at as "cachedAt"
    from products p join providers s on s.id = p.provider_id left join cities c on c.id = p.city_id left join supplier_products x on x.product_id = p.id
    where p.id = ${id} or (p.status <> 'retired' and p.id in (select o.product_id from alias_members m join alias_members o on o.alias_id = m.alias_id where m.product_id = ${id}))
    order by (p.id = ${id}) desc, (p.status = 'live') desc, p.id limit ${maxAlternatives + 1}`.execute(db)
  return rows[0]?.id === id ? rows : null
}

async function optionsOf(db: Db, ids: readonly number[], date: string): Promise<readonly StoredOption[]> {
  const { rows } = await sql<StoredOption>`
    select o.id, o.product_id as "productId", o.code, o.title, o.min_units as "minUnits", o.max_units as "maxUnits", p.status,
      p.suspended_because as "suspendedBecause", o.is_active as "isActive", p.time_zone as "timeZone", o.start_times as "startTimes",
      o.cutoff_amount as "cutoffAmount", o.cutoff_unit as "cutoffUnit", o.opening_rules as "openingRules", o.opening_exceptions as "openingExceptions",
      (select json_build_object('status', a.status, 'vacancies', a.vacancies, 'checkedAt', to_char(a.checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from product_availabilities a where a.product_option_id = o.id and a.local_date = ${date}::date) as day,
      (select json_build_object('capacity', sum(k.capacity)::integer, 'taken', coalesce(sum(k.taken), 0)::integer) from (
        select s.capacity, (select sum(h.quantity) from house_stock_holds h where h.stock_id = s.id
          and (h.state = 'booked' or (h.state = 'held' and h.held_until > now()))) as taken
        from house_stock s where s.product_option_id = o.id and s.local_date = ${date}::date) k having count(*) > 0) as stock
    from product_options o join products p on p.id = o.product_id where o.product_id = any(${[...ids]}::bigint[])
    order by o.is_default desc, o.id`.execute(db)
  return rows
}

/** Everything that is stored of a product and its alternatives on a day, in three statements. */
export async function productSubject(
  db: Db,
  { id, date, party }: { readonly id: number; readonly date: string; readonly party: string | null },
): Promise<ProductSubject | null> {
  const products = await productsAround(db, id)
  if (!products) return null
  const ids = products.map((one) => one.id)
  const options = await optionsOf(db, ids, date)
  const bands = party === null ? [] : await bandsOfProducts(db, ids)
  const now = Date.now()
  return {
    products,
    optionsOf(product, live) {
      const own = options.filter(({ productId }) => productId === product.id)
      const answered = live?.filter((day) => day.date === date) ?? null
      const known = own.map((option): FoundOption => {
        const day = dayOf(option, date, option.day && { ...option.day, date, capacity: null }, now)
        const said = answered?.find(({ optionCode }) => optionCode === option.code) ?? null
        return {
          optionId: option.id,
          code: option.code,
          title: option.title,
          live: answered && (said ? { status: said.status, vacancies: said.vacancies } : closed),
          stored: option.day,
          ownStock: option.stock,
          difference: answered && differenceOf(said, option.day),
          price: party === null ? null : priceOf(product, option, bands, { party, day, said: said ?? option.day }),
          day,
        }
      })
      const strange = answered?.filter(({ optionCode }) => !own.some(({ code }) => code === optionCode)) ?? []
      return [...known, ...strange.map(unknownOption)]
    },
  }
}

const closed = { status: 'CLOSED', vacancies: 0 } as const

/** A day that the supplier does not name is one on which it sells nothing. */
function differenceOf(said: LiveDay | null, stored: FoundOption['stored']): FoundOption['difference'] {
  if (stored === null) return said === null ? null : 'new'
  if (said === null) return stored.status === 'CLOSED' ? 'same' : 'gone'
  const isShut = said.status === 'CLOSED' || said.status === 'SOLD_OUT'
  return said.status === stored.status && (isShut || said.vacancies === stored.vacancies) ? 'same' : 'changed'
}

const unknownOption = ({ optionCode, status, vacancies }: LiveDay): FoundOption => ({
  optionId: null,
  code: optionCode,
  title: optionCode,
  live: { status, vacancies },
  stored: null,
  ownStock: null,
  difference: 'new',
  price: null,
  day: null,
})

interface Visit {
  readonly party: string
  readonly day: SellableDay
  /** The newest word of the supplier. */
  readonly said: FoundOption['live']
}

/** What the party pays, and the first rule that keeps it from booking, by the one function that prices visits. */
function priceOf(
  product: AskedProduct,
  option: StoredOption,
  bands: readonly Band[],
  { party, day, said }: Visit,
): FoundOption['price'] {
  const own = unitsOf(
    bands.filter(({ productId }) => productId === product.id),
    option.id,
  )
  const isGone = said?.status === 'SOLD_OUT' || said?.status === 'CLOSED'
  const verdict = testParty(readParty(party, own), own, {
    ...product,
    minUnits: option.minUnits,
    maxUnits: option.maxUnits,
    vacancies: isGone ? 0 : (said?.vacancies ?? null),
    stops: {
      product: productCause(product.status, product.suspendedBecause),
      option: null,
      day: day.state === 'open' || day.state === 'sold_out' ? null : causeWords(day, option.timeZone),
    },
  })
  return {
    net: verdict.net,
    retail: verdict.retail,
    currency: product.currency,
    pax: verdict.pax,
    problem: verdict.rules.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}
