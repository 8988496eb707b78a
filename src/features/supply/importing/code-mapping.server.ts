import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { bandKey } from './band-labels.ts'
import { choicesOf } from './choices.server.ts'
import type { CodeMapping } from './code-preview.ts'
import { codesTable } from './code-rows.server.ts'
import { maxBands } from './import.endpoints.ts'
import { zoneKeySql } from './mappings.server.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface Said {
  readonly bands: readonly { label: string; minAge: number; maxAge: number; type: UnitType }[]
  readonly lacksZone: boolean
  readonly lacksCurrency: boolean
  readonly timeZone: string | null
}

/** What people choose for codes beside city and subcategory: two statements, however many codes. Null: none was fetched. */
export async function mappingOf(db: Db, facts: SupplierFacts, ids: readonly number[]): Promise<CodeMapping | null> {
  const {
    rows: [said],
  } = await sql<Said>`
    with chosen as (select draft, ${zoneKeySql(sql`draft`)} as zone from ${codesTable(facts)} where id = any(${ids}::bigint[]) and draft is not null),
      zones as (select m.time_zone from (select distinct zone from chosen where draft ->> 'timeZone' is null) c
        left join supplier_mappings m on m.supplier = ${facts.key} and m.kind = 'time-zone' and m.key = c.zone)
    select (select coalesce(jsonb_agg(to_jsonb(b) order by b.type <> 'OTHER', b."maxAge" desc, b.label), '[]') from (
        select distinct on (1, 2, 3) u ->> 'label' as label, (u ->> 'minAge')::integer as "minAge", (u ->> 'maxAge')::integer as "maxAge",
          u ->> 'type' as type from chosen, jsonb_array_elements(draft -> 'units') u order by 1, 2, 3, 4 limit ${maxBands}) b) as bands,
      exists (select from zones) as "lacksZone",
      exists (select from chosen where draft ->> 'currency' = '') as "lacksCurrency",
      (select min(time_zone) from zones having count(distinct coalesce(time_zone, '')) = 1) as "timeZone"
    from chosen limit 1`.execute(db)
  if (!said) return null
  const { types, currency } = await choicesOf(db, facts)
  return {
    ageBands: said.bands.map((band) => {
      const chosen = types.get(bandKey(band))
      return { ...band, type: chosen ?? band.type, isKnown: chosen !== undefined || band.type !== 'OTHER' }
    }),
    lacks: [...(said.lacksZone ? (['timeZone'] as const) : []), ...(said.lacksCurrency ? (['currency'] as const) : [])],
    timeZone: said.timeZone,
    currency: said.lacksCurrency ? (currency?.code ?? null) : null,
  }
}
