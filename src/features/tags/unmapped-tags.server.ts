import { sql } from 'kysely'
import { implement } from '../../core/http/endpoint.server.ts'
import type { UnmappedTag } from './tag.endpoints.ts'
import { listUnmappedTags, maxUnmapped } from './tag.endpoints.ts'
import { tagSuppliers } from './tags.ts'

export const listUnmappedTagsServer = implement(
  listUnmappedTags,
  async ({ db }) => {
    const { rows } = await sql<UnmappedTag & { total: number }>`
    with carried as (
      select x.provider_id, given.code, count(*)::integer as products
      from products x cross join lateral (select distinct code from unnest(x.supplier_tags) as every (code)) as given
      where x.supplier_tags <> '{}' and x.status <> 'retired' group by 1, 2
    ), mapped as (
      select distinct entry ->> 'supplier' as supplier, entry ->> 'code' as code from tags t, jsonb_array_elements(t.supplier_tags) as entry
    )
    select p.code as supplier, p.id as "providerId", c.code, c.products, (count(*) over ())::integer as total
    from carried c join providers p on p.id = c.provider_id
    where p.code = any(${[...tagSuppliers]}::text[]) and not exists (select from mapped m where m.supplier = p.code and m.code = c.code)
    order by c.products desc, p.code, c.code limit ${maxUnmapped}`.execute(db)
    return { unmapped: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
  },
  { transaction: false },
)
