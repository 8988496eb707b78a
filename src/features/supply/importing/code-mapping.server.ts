import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import type { UnitType } from '../../products/product-age-bands.ts'
import { bandKey } from './band-labels.ts'
import type { Choices } from './choices.server.ts'
import type { CodeMapping, Lacking } from './code-preview.ts'
import { codesTable } from './code-rows.server.ts'
import { maxBands } from './import.endpoints.ts'
import { lacksSql, zoneKeySql } from './mappings.server.ts'
import type { SupplierFacts } from './supplier-facts.ts'

interface Said {
  readonly bands: readonly { label: string; minAge: number; maxAge: number; type: UnitType }[]
  readonly lacks: Lacking[]
  readonly timeZone: string | null
}

/**
 * What people choose for codes beside city and subcategory: one statement, however many codes. Null: none was fetched.
 *
 * @param choices - what staff have chosen for the supplier before
 */
export async function mappingOf(
  db: Db,
  facts: SupplierFacts,
  ids: readonly number[],
  { types, currency }: Choices,
): Promise<CodeMapping | null> {
  const {
    rows: [said],
  } = await sql<Said>`
    with chosen as (select draft, ${zoneKeySql(sql`draft`)} as zone, ${lacksSql(sql`draft`)} as lacks
        from ${codesTable(facts)} where id = any(${ids}::bigint[]) and draft is not null),
      zones as (select m.time_zone from (select distinct zone from chosen where 'timeZone' = any(lacks)) c
        left join supplier_mappings m on m.supplier = ${facts.key} and m.kind = 'time-zone' and m.key = c.zone)
    select (select coalesce(jsonb_agg(to_jsonb(b) order by b.type <> 'OTHER', b."maxAge" desc, b.label), '[]') from (
        select distinct on (1, 2, 3) u ->> 'label' as label, (u ->> 'minAge')::integer as "minAge", (u ->> 'maxAge')::integer as "maxAge",
          u ->> 'type' as type from chosen, jsonb_array_elements(draft -> 'units') u order by 1, 2, 3, 4 limit ${maxBands}) b) as bands,
      (select coalesce(array_agg(distinct one order by one desc), '{}') from chosen, unnest(lacks) one) as lacks,
      (select min(time_zone) from zones having count(distinct coalesce(time_zone, '')) = 1) as "timeZone"
    from chosen limit 1`.execute(db)
  if (!said) return null
  return {
    ageBands: said.bands.map((band) => {
      const chosen = types.get(bandKey(band))
      return { ...band, type: chosen ?? band.type, isKnown: chosen !== undefined || band.type !== 'OTHER' }
    }),
    lacks: said.lacks,
    timeZone: said.timeZone,
    currency: said.lacks.includes('currency') ? (currency?.code ?? null) : null,
  }
}
