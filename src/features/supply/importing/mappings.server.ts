import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import type { Lacking } from './code-preview.ts'
import type { ProductDraft } from './product-draft.ts'
import type { SupplierFacts } from './supplier-facts.ts'

export interface MappedTo {
  readonly cityId: number | null
  readonly subcategoryId: number | null
  /** That of its destination, for products of which the supplier names none. */
  readonly timeZone: string | null
}

/** By what the time zone of a draft is remembered: its destination, or itself where it has none. */
const zoneKeyOf = ({ destination, code }: Pick<ProductDraft, 'destination' | 'code'>) => destination?.key ?? `#${code}`
/** The same of stored drafts. */
export const zoneKeySql = (draft: RawBuilder<unknown>) =>
  sql`coalesce(${draft} -> 'destination' ->> 'key', '#' || (${draft} ->> 'code'))`
/** What the supplier does not name in a stored draft, as text[]. Without a draft nothing is known, so nothing is lacking. */
export const lacksSql = (draft: RawBuilder<unknown>) =>
  sql<
    readonly Lacking[]
  >`array_remove(array[case when ${draft} is not null and ${draft} ->> 'timeZone' is null then 'timeZone' end,
    case when ${draft} ->> 'currency' = '' then 'currency' end], null)`

/** The supplier's own names of cities that cities already keep. */
const cityColumns: Readonly<Partial<Record<SupplierFacts['key'], string>>> = {
  viator: 'viator_destination',
  tiqets: 'tiqets_city',
  tourcms: 'tourcms_location',
}

/** City, subcategory and time zone of each draft, by what staff have chosen for products of the same place or tag before. */
export async function mappingsOf(
  db: Db,
  { key }: SupplierFacts,
  drafts: readonly Pick<ProductDraft, 'code' | 'destination' | 'supplierTags'>[],
): Promise<readonly MappedTo[]> {
  const asked = drafts.map((draft, n) => ({
    n,
    place: draft.destination?.key ?? '',
    zone: zoneKeyOf(draft),
    tags: draft.supplierTags,
  }))
  const column = cityColumns[key]
  const { rows } = await sql<MappedTo>`
    select coalesce(
      (select city_id from supplier_mappings where supplier = ${key} and kind = 'destination' and key = d.place),
      ${column === undefined ? sql`null` : sql`(select id from cities where ${sql.ref(column)} = d.place order by id limit 1)`}) as "cityId",
      (select m.subcategory_id from supplier_mappings m where m.supplier = ${key} and m.kind = 'tag' and m.key = any(d.tags)
        order by array_position(d.tags, m.key) limit 1) as "subcategoryId",
      (select time_zone from supplier_mappings where supplier = ${key} and kind = 'time-zone' and key = d.zone) as "timeZone"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d (n integer, place text, zone text, tags text[]) order by d.n`.execute(
    db,
  )
  return rows
}

/** A choice for every product of a supplier that comes from a place, has a tag or a band, or lacks a zone or a currency. */
export type Remembered =
  | { readonly kind: 'destination'; readonly key: string; readonly cityId: number }
  | { readonly kind: 'tag'; readonly key: string; readonly subcategoryId: number }
  | { readonly kind: 'age-band'; readonly key: string; readonly unitType: UnitType }
  | { readonly kind: 'time-zone'; readonly key: string; readonly timeZone: string }
  | { readonly kind: 'currency'; readonly key: '*'; readonly currency: string }

/** Remembers choices, in one statement. Of two with one key the last counts. */
export async function remember(db: Db, { key }: SupplierFacts, chosen: readonly Remembered[]): Promise<void> {
  const rows = [...new Map(chosen.map((one) => [`${one.kind} ${one.key}`, one])).values()]
  if (rows.length === 0) return
  await sql`
    insert into supplier_mappings (supplier, kind, key, city_id, subcategory_id, unit_type, time_zone, currency)
    select ${key}, r.kind, r.key, r."cityId", r."subcategoryId", r."unitType", r."timeZone", r.currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, key text, "cityId" bigint, "subcategoryId" bigint, "unitType" text,
      "timeZone" text, currency text)
    on conflict (supplier, kind, key) do update set city_id = excluded.city_id, subcategory_id = excluded.subcategory_id,
      unit_type = excluded.unit_type, time_zone = excluded.time_zone, currency = excluded.currency, updated_at = now(),
      version = supplier_mappings.version + 1`.execute(db)
}

/** Products of these destinations get the zone of their city again. */
export async function forgetZones(db: Db, { key }: SupplierFacts, zoneKeys: readonly string[]): Promise<void> {
  await sql`
    delete from supplier_mappings where supplier = ${key} and kind = 'time-zone' and key = any(${zoneKeys}::text[])`.execute(
    db,
  )
}
