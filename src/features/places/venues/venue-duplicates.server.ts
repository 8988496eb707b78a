import { sql } from 'kysely'
import { implement } from '../../../core/http/endpoint.server.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import { kilometresSql, pointOf } from '../geo/distance.server.ts'
import type { VenueDuplicate } from './venue-duplicates.ts'
import { readVenueDuplicates } from './venue-duplicates.ts'

/** From here on two venues are named as perhaps one. */
const least = 55
/** Degrees of latitude and longitude to search for duplicates, besides the same city: about three kilometres. */
const near = 0.03

/**
 * Names count for 70 of 100 points, nearness for up to 30: all of it within 150 metres, half within a kilometre. The same
 * address makes up for 15. Two halls of one house have one address and other names, so an address alone is no evidence.
 */
export const readVenueDuplicatesServer = implement(
  readVenueDuplicates,
  async ({ db, params }) => {
    const id = recordIdIn(params.id) ?? 0
    const {
      rows: [venue],
    } = await sql`select from venues where id = ${id}`.execute(db)
    if (!venue) throw new Refusal(404, t('Venue not found.'))
    const { rows } = await sql<VenueDuplicate>`
    with own as (select *, array[lower(unaccent(name))] || array(select lower(unaccent(v)) from unnest(variations) v) as names from venues where id = ${id}),
    found as (
      select o.id, o.name, c.name as city, o.address, o.id as venue,
        (select max(similarity(a, b)) from unnest(own.names) a, unnest(array[lower(unaccent(o.name))] || array(select lower(unaccent(v)) from unnest(o.variations) v)) b) as likeness,
        1000 * ${sql.raw(kilometresSql(pointOf('o'), pointOf('own')))} as metres,
        coalesce(lower(unaccent(o.address)) = lower(unaccent(own.address)), false) as same
      from own join venues o on o.id <> own.id and (o.city_id = own.city_id
          or (o.latitude between own.latitude - ${near}::float8 and own.latitude + ${near}::float8 and o.longitude between own.longitude - ${near}::float8 and own.longitude + ${near}::float8))
        join cities c on c.id = o.city_id
    ), scored as (
      select *, least(100, round(70 * likeness + case when metres < 150 then 30 when metres < 1000 then 15 else 0 end + case when same then 15 else 0 end))::integer as score
      from found where likeness >= 0.3
    )
    select id, name, city, address, score, round(100 * likeness)::integer as likeness, round(metres)::integer as metres, same as "isSameAddress",
      (select count(*)::integer from performances p where p.venue_id = scored.venue and p.starts_at > now() and p.status <> 'cancelled') as upcoming
    from scored where score >= ${least} order by score desc, metres, id limit 8`.execute(db)
    return { candidates: rows }
  },
  { transaction: false },
)
