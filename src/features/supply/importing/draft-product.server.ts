import { sql } from 'kysely'
import type { AuditEntry } from '../../../core/audit/audit.server.ts'
import { basisPointsOf } from '../../../core/money.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { SupplierField } from '../../products/supplier-fields.ts'
import type { DraftOption, DraftUnit, ProductDraft } from './product-draft.ts'
import { leadUnit } from './product-draft.ts'

/**
 * What a supplier's draft says in the fields that are the supplier's.
 *
 * @param currency - of the product: a price in another one is none of its prices
 */
export function supplierValuesOf(
  draft: ProductDraft,
  currency: string = draft.currency,
): Partial<Record<SupplierField, unknown>> {
  const net = draft.currency === currency ? leadUnit(draft)?.net : undefined
  return {
    title: draft.title,
    description: draft.description,
    reference: draft.reference,
    locale: draft.locale,
    ...(draft.timeZone !== null && { timeZone: draft.timeZone }),
    ...(draft.latitude !== null &&
      draft.longitude !== null && { latitude: degrees(draft.latitude), longitude: degrees(draft.longitude) }),
    availabilityType: draft.availabilityType,
    isInstantConfirmation: draft.isInstantConfirmation,
    isInstantDelivery: draft.isInstantDelivery,
    isAvailabilityRequired: draft.isAvailabilityRequired,
    deliveryMethods: draft.deliveryMethods,
    redemptionMethod: draft.redemptionMethod,
    pricingPer: draft.pricingPer,
    ...(net !== undefined && { netFrom: net }),
    cancellationPolicy: draft.cancellationPolicy,
    cancellationHours: draft.cancellationHours,
    cancellationTiers: draft.cancellationTiers,
    questions: draft.questions,
  }
}

/** As a product keeps it: with more digits it would differ from itself. */
const degrees = (said: number) => Math.round(said * 1_000_000) / 1_000_000

/** A draft with what becomes of it a product. */
export interface PlacedDraft {
  readonly draft: ProductDraft
  readonly cityId: number
  readonly subcategoryId: number
}

/** What a new product sells from, in its minor units, and the markup that this is. */
export function firstPrices(draft: ProductDraft): { net: number; retail: number; markup: number } {
  const lead = leadUnit(draft)
  const [net, retail] = [lead?.net ?? 0, lead?.retail ?? 0]
  const markup = net > 0 ? Math.min(100_000, Math.max(0, basisPointsOf(retail - net, net))) : 0
  return { net, retail, markup }
}

export interface MadeProduct {
  readonly id: number
  readonly entry: AuditEntry
}

/**
 * Makes products with their options and units. They are mapped and not live: going live is a step of its own.
 *
 * @returns what was made, in the order of the drafts; their codes must differ
 */
export async function createProducts(
  db: Db,
  placed: readonly PlacedDraft[],
  providerId: number,
): Promise<readonly MadeProduct[]> {
  if (placed.length === 0) return []
  const asked = placed.map(({ draft, cityId, subcategoryId }, n) => ({
    ...draft,
    ...firstPrices(draft),
    n,
    cityId,
    subcategoryId,
  }))
  const { rows } = await sql<{ id: number; code: string }>`
    insert into products (title, internal_name, provider_id, supplier_code, reference, city_id, subcategory_ids, supplier_tags, locale, time_zone,
      status, availability_type, is_instant_confirmation, is_instant_delivery, is_availability_required, delivery_methods, redemption_method,
      pricing_per, currency, net_from, retail_from, markup, cancellation_policy, cancellation_hours, cancellation_tiers, questions,
      rating, review_count, latitude, longitude, description, is_no_index, sync_status, last_synced_at)
    select d.title, d.title, ${providerId}, d.code, d.reference, c.id, array[d."subcategoryId"], d."supplierTags",
      d.locale, coalesce(d."timeZone", c.time_zone), 'mapped', d."availabilityType", d."isInstantConfirmation", d."isInstantDelivery",
      d."isAvailabilityRequired", d."deliveryMethods", d."redemptionMethod", d."pricingPer", d.currency,
      d.net, d.retail, d.markup, d."cancellationPolicy", d."cancellationHours", d."cancellationTiers", d.questions, d.rating, d."reviewCount",
      coalesce(d.latitude, c.latitude), coalesce(d.longitude, c.longitude), d.description, d."isNoIndex", 'synced', now()
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d (n integer, title text, code text, reference text, "cityId" bigint,
      "subcategoryId" bigint, "supplierTags" text[], locale text, "timeZone" text, "availabilityType" text, "isInstantConfirmation" boolean,
      "isInstantDelivery" boolean, "isAvailabilityRequired" boolean, "deliveryMethods" text[], "redemptionMethod" text, "pricingPer" text,
      currency text, net bigint, retail bigint, markup integer, "cancellationPolicy" text, "cancellationHours" integer,
      "cancellationTiers" jsonb, questions jsonb, rating numeric, "reviewCount" integer, latitude numeric, longitude numeric,
      description text, "isNoIndex" boolean)
    join cities c on c.id = d."cityId" order by d.n returning id, supplier_code as code`.execute(db)
  const idOf = new Map(rows.map(({ id, code }) => [code, id]))
  const made = placed.map((one) => {
    const id = idOf.get(one.draft.code)
    if (id === undefined) throw new Error(`City ${one.cityId} is gone.`)
    return { id, ...one }
  })
  await addOptions(
    db,
    made.map(({ id, draft }) => ({ productId: id, draft, options: draft.options, withShared: true })),
  )
  return made.map(({ id, draft, cityId, subcategoryId }) => ({
    id,
    entry: {
      action: 'create',
      object: 'products',
      recordId: id,
      title: draft.title,
      version: 1,
      after: {
        ...supplierValuesOf(draft),
        status: 'mapped',
        providerId,
        supplierCode: draft.code,
        cityId,
        subcategoryIds: [subcategoryId],
      },
    },
  }))
}

/** Whether search engines can index a product's texts is its supplier's word; the Discovery API passes it on. */
export async function noteIndexing(db: Db, productId: number, { isNoIndex }: Pick<ProductDraft, 'isNoIndex'>) {
  await sql`
    update products set is_no_index = ${isNoIndex}, updated_at = now() where id = ${productId} and is_no_index <> ${isNoIndex}`.execute(
    db,
  )
}

/** Adds options that a known product does not have yet, each with the units that are its own. Answers how many. */
export async function addMissingOptions(db: Db, productId: number, draft: ProductDraft): Promise<number> {
  const { rows } = await sql<{ code: string }>`
    select code from product_options where product_id = ${productId}`.execute(db)
  const known = new Set(rows.map(({ code }) => code))
  const missing = draft.options.filter(({ code }) => !known.has(code))
  // A product without options was never finished; then the shared units are missing as well.
  await addOptions(db, [{ productId, draft, options: missing, withShared: known.size === 0 }])
  return missing.length
}

/** Options that a product lacks, with the units of each, and those that all options share. */
interface OptionsOf {
  readonly productId: number
  readonly draft: Pick<ProductDraft, 'units' | 'currency'>
  readonly options: readonly DraftOption[]
  readonly withShared: boolean
}

async function addOptions(db: Db, all: readonly OptionsOf[]): Promise<void> {
  const rows = all.flatMap(({ productId, options }) =>
    options.map(({ cutoffMinutes, ...option }) => ({ productId, ...option, ...cutoffOf(cutoffMinutes) })),
  )
  if (rows.length === 0) return
  const { rows: made } = await sql<{ id: number; productId: number; code: string }>`
    insert into product_options (product_id, code, title, duration_minutes, languages, start_times, cutoff_amount, cutoff_unit, min_units, max_units,
      required_contact_fields, is_pickup_available, meeting_point)
    select o."productId", o.code, o.title, o."durationMinutes", o.languages, o."startTimes", o."cutoffAmount", o."cutoffUnit", o."minUnits", o."maxUnits",
      array['firstName', 'lastName', 'emailAddress'], o."isPickupAvailable", o."meetingPoint"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o ("productId" bigint, code text, title text, "durationMinutes" integer,
      languages text[], "startTimes" text[], "cutoffAmount" integer, "cutoffUnit" text, "minUnits" integer, "maxUnits" integer,
      "isPickupAvailable" boolean, "meetingPoint" text)
    on conflict (product_id, code) do nothing returning id, product_id as "productId", code`.execute(db)
  const idOf = new Map(made.map(({ productId, code, id }) => [`${productId} ${code}`, id]))
  await addUnits(
    db,
    all.flatMap(({ productId, draft: { units, currency }, options, withShared }) =>
      options.length === 0
        ? []
        : units.flatMap(({ optionCode, ...unit }) => {
            const optionId = optionCode === null ? null : idOf.get(`${productId} ${optionCode}`)
            const isWanted = optionId === null ? withShared : optionId !== undefined
            return isWanted ? [{ ...unit, productId, currency, optionId, title: unit.label.slice(0, 80) }] : []
          }),
    ),
  )
}

type NewUnit = Omit<DraftUnit, 'optionCode'> & {
  readonly productId: number
  readonly currency: string
  readonly optionId: number | null | undefined
  readonly title: string
}

async function addUnits(db: Db, units: readonly NewUnit[]): Promise<void> {
  if (units.length === 0) return
  await sql`
    insert into product_age_bands (product_id, option_id, type, title, title_plural, supplier_label, min_age, max_age, pax_count, min_quantity, max_quantity,
      accompanied_by, currency, net, retail)
    select u."productId", u."optionId", u.type, u.title, u.title, u.title, u."minAge", u."maxAge", u."paxCount", u."minQuantity", u."maxQuantity",
      u."accompaniedBy", u.currency, u.net, u.retail
    from jsonb_to_recordset(${JSON.stringify(units)}::jsonb) as u ("productId" bigint, "optionId" bigint, type text, title text, "minAge" integer,
      "maxAge" integer, "paxCount" integer, "minQuantity" integer, "maxQuantity" integer, "accompaniedBy" text[], currency text, net bigint,
      retail bigint)`.execute(db)
}

/** Minutes as the largest unit that has them whole; never more than a year. */
function cutoffOf(minutes: number): { cutoffAmount: number; cutoffUnit: 'minute' | 'hour' | 'day' } {
  if (minutes % 1_440 === 0 && minutes > 0) return { cutoffAmount: Math.min(365, minutes / 1_440), cutoffUnit: 'day' }
  if (minutes % 60 === 0 || minutes > 8_760)
    return { cutoffAmount: Math.min(8_760, Math.ceil(minutes / 60)), cutoffUnit: 'hour' }
  return { cutoffAmount: minutes, cutoffUnit: 'minute' }
}
