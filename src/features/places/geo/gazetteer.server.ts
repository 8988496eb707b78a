import { sql } from 'kysely'
import { implement } from '../../../core/http/endpoint.server.ts'
import { searchGazetteer } from './gazetteer.ts'
import { findReferenceCities } from './reference-places.server.ts'

const maxFound = 12
/** Degrees within which a city of ours is taken for the same place: about ten kilometres. */
const near = 0.1

export const searchGazetteerServer = implement(searchGazetteer, async ({ db, query }) => {
  const found = await findReferenceCities(query.q ?? '', maxFound)
  if (found.length === 0) return { places: [] }
  const { rows } = await sql<{ place: number; countryId: number | null; known: { id: number; name: string } | null }>`
    select g.place::integer, c.id as "countryId", (
      select json_build_object('id', t.id, 'name', t.name) from cities t
      where t.country_id = c.id and abs(t.latitude - g.latitude) < ${near} and abs(t.longitude - g.longitude) < ${near} order by t.id limit 1
    ) as known
    from unnest(${found.map(({ country }) => country)}::text[], ${found.map(({ latitude }) => String(latitude))}::numeric[],
      ${found.map(({ longitude }) => String(longitude))}::numeric[]) with ordinality as g (code, latitude, longitude, place)
    left join countries c on c.code = g.code order by g.place`.execute(db)
  return {
    places: found.map(({ country, ...place }, index) => ({
      ...place,
      countryCode: country,
      countryId: rows[index]?.countryId ?? null,
      known: rows[index]?.known ?? null,
    })),
  }
})
