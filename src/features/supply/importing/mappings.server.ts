import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { ProductDraft } from './product-draft.ts'
import type { SupplierFacts } from './supplier-facts.ts'

export interface MappedTo {
  readonly cityId: number | null
  readonly subcategoryId: number | null
}

/** The supplier's own names of cities that cities already keep. */
const cityColumns: Readonly<Partial<Record<SupplierFacts['key'], string>>> = {
  viator: 'viator_destination',
  tiqets: 'tiqets_city',
  tourcms: 'tourcms_location',
}

/** City and subcategory of each draft, by what staff have chosen for products of the same place or tag before. */
export async function mappingsOf(
  db: Db,
  { key }: SupplierFacts,
  drafts: readonly Pick<ProductDraft, 'destination' | 'supplierTags'>[],
): Promise<readonly MappedTo[]> {
  const asked = drafts.map(({ destination, supplierTags }, n) => ({
    n,
    place: destination?.key ?? '',
    tags: supplierTags,
  }))
  const column = cityColumns[key]
  const { rows } = await sql<MappedTo>`
    select coalesce(
      (select city_id from supplier_mappings where supplier = ${key} and kind = 'destination' and key = d.place),
      ${column === undefined ? sql`null` : sql`(select id from cities where ${sql.ref(column)} = d.place order by id limit 1)`}) as "cityId",
      (select m.subcategory_id from supplier_mappings m where m.supplier = ${key} and m.kind = 'tag' and m.key = any(d.tags)
        order by array_position(d.tags, m.key) limit 1) as "subcategoryId"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as d (n integer, place text, tags text[]) order by d.n`.execute(
    db,
  )
  return rows
}

/** Remembers a choice for every product that comes from the same place, or with the same tag. */
export async function rememberMapping(
  db: Db,
  { key }: SupplierFacts,
  chosen: {
    readonly destination?: string
    readonly cityId?: number
    readonly tag?: string
    readonly subcategoryId?: number
  },
): Promise<void> {
  for (const [kind, name, cityId, subcategoryId] of [
    ['destination', chosen.destination, chosen.cityId, null],
    ['tag', chosen.tag, null, chosen.subcategoryId],
  ] as const) {
    if (name === undefined || (cityId ?? subcategoryId ?? null) === null) continue
    await sql`
      insert into supplier_mappings (supplier, kind, key, city_id, subcategory_id)
      values (${key}, ${kind}, ${name}, ${cityId ?? null}::bigint, ${subcategoryId ?? null}::bigint)
      on conflict (supplier, kind, key) do update set city_id = excluded.city_id, subcategory_id = excluded.subcategory_id,
        updated_at = now(), version = supplier_mappings.version + 1`.execute(db)
  }
}
