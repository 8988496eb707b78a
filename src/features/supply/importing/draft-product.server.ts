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
      draft.longitude !== null && { latitude: draft.latitude, longitude: draft.longitude }),
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

interface Placed {
  readonly providerId: number
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

/** Makes a product with its options and units. It is mapped and not live: going live is a step of its own. */
export async function createProduct(
  db: Db,
  draft: ProductDraft,
  { providerId, cityId, subcategoryId }: Placed,
): Promise<{ readonly id: number; readonly entry: AuditEntry }> {
  const { net, retail, markup } = firstPrices(draft)
  const values = supplierValuesOf(draft)
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into products (title, internal_name, provider_id, supplier_code, reference, city_id, subcategory_ids, supplier_tags, locale, time_zone,
      status, availability_type, is_instant_confirmation, is_instant_delivery, is_availability_required, delivery_methods, redemption_method,
      pricing_per, currency, net_from, retail_from, markup, cancellation_policy, cancellation_hours, cancellation_tiers, questions,
      rating, review_count, latitude, longitude, description, sync_status, last_synced_at)
    select ${draft.title}, ${draft.title}, ${providerId}, ${draft.code}, ${draft.reference}, c.id, array[${subcategoryId}::bigint], ${draft.supplierTags}::text[],
      ${draft.locale}, coalesce(${draft.timeZone}, c.time_zone), 'mapped', ${draft.availabilityType}, ${draft.isInstantConfirmation}, ${draft.isInstantDelivery},
      ${draft.isAvailabilityRequired}, ${draft.deliveryMethods}::text[], ${draft.redemptionMethod}, ${draft.pricingPer}, ${draft.currency},
      ${net}::bigint, ${retail}::bigint, ${markup}::integer, ${draft.cancellationPolicy}, ${draft.cancellationHours}::integer,
      ${JSON.stringify(draft.cancellationTiers)}::jsonb, ${JSON.stringify(draft.questions)}::jsonb, ${draft.rating}::numeric, ${draft.reviewCount}::integer,
      coalesce(${draft.latitude}::numeric, c.latitude), coalesce(${draft.longitude}::numeric, c.longitude), ${draft.description}, 'synced', now()
    from cities c where c.id = ${cityId} returning id`.execute(db)
  if (!made) throw new Error(`City ${cityId} is gone.`)
  await noteIndexing(db, made.id, draft)
  await addOptions(db, made.id, draft, draft.options)
  return {
    id: made.id,
    entry: {
      action: 'create',
      object: 'products',
      recordId: made.id,
      title: draft.title,
      version: 1,
      after: {
        ...values,
        status: 'mapped',
        providerId,
        supplierCode: draft.code,
        cityId,
        subcategoryIds: [subcategoryId],
      },
    },
  }
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
  await addOptions(db, productId, draft, missing, known.size === 0)
  return missing.length
}

async function addOptions(
  db: Db,
  productId: number,
  { units, currency }: Pick<ProductDraft, 'units' | 'currency'>,
  options: readonly DraftOption[],
  withShared = true,
): Promise<void> {
  if (options.length === 0) return
  const rows = options.map(({ cutoffMinutes, ...option }) => ({ ...option, ...cutoffOf(cutoffMinutes) }))
  const { rows: made } = await sql<{ id: number; code: string }>`
    insert into product_options (product_id, code, title, duration_minutes, languages, start_times, cutoff_amount, cutoff_unit, min_units, max_units,
      required_contact_fields, is_pickup_available, meeting_point)
    select ${productId}, o.code, o.title, o."durationMinutes", o.languages, o."startTimes", o."cutoffAmount", o."cutoffUnit", o."minUnits", o."maxUnits",
      array['firstName', 'lastName', 'emailAddress'], o."isPickupAvailable", o."meetingPoint"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (code text, title text, "durationMinutes" integer, languages text[], "startTimes" text[],
      "cutoffAmount" integer, "cutoffUnit" text, "minUnits" integer, "maxUnits" integer, "isPickupAvailable" boolean, "meetingPoint" text)
    on conflict (product_id, code) do nothing returning id, code`.execute(db)
  const idOf = new Map(made.map(({ code, id }) => [code, id]))
  const wanted = units.filter(({ optionCode }) => (optionCode === null ? withShared : idOf.has(optionCode)))
  await addUnits(db, productId, currency, wanted, idOf)
}

async function addUnits(
  db: Db,
  productId: number,
  currency: string,
  units: readonly DraftUnit[],
  optionIds: ReadonlyMap<string, number>,
): Promise<void> {
  if (units.length === 0) return
  const rows = units.map(({ optionCode, ...unit }) => ({
    ...unit,
    optionId: optionCode === null ? null : (optionIds.get(optionCode) ?? null),
    title: unit.label.slice(0, 80),
  }))
  await sql`
    insert into product_age_bands (product_id, option_id, type, title, title_plural, supplier_label, min_age, max_age, pax_count, min_quantity, max_quantity,
      accompanied_by, currency, net, retail)
    select ${productId}, u."optionId", u.type, u.title, u.title, u.title, u."minAge", u."maxAge", u."paxCount", u."minQuantity", u."maxQuantity",
      u."accompaniedBy", ${currency}, u.net, u.retail
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as u ("optionId" bigint, type text, title text, "minAge" integer, "maxAge" integer,
      "paxCount" integer, "minQuantity" integer, "maxQuantity" integer, "accompaniedBy" text[], net bigint, retail bigint)`.execute(
    db,
  )
}

/** Minutes as the largest unit that has them whole; never more than a year. */
function cutoffOf(minutes: number): { cutoffAmount: number; cutoffUnit: 'minute' | 'hour' | 'day' } {
  if (minutes % 1_440 === 0 && minutes > 0) return { cutoffAmount: Math.min(365, minutes / 1_440), cutoffUnit: 'day' }
  if (minutes % 60 === 0 || minutes > 8_760)
    return { cutoffAmount: Math.min(8_760, Math.ceil(minutes / 60)), cutoffUnit: 'hour' }
  return { cutoffAmount: minutes, cutoffUnit: 'minute' }
}
