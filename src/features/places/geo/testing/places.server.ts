import { sql } from 'kysely'
import type { Db } from '../../../../db/tables.server.ts'

let last = 0

/** The fields of a city at Madrid's location: its coordinates and zone belong together. Each has a slug of its own. */
export function madrid() {
  return { name: 'Madrid', slug: `madrid-${++last}`, latitude: 40.4168, longitude: -3.7038, timeZone: 'Europe/Madrid' }
}

/** The id of Spain, which is created if missing. */
export async function makeSpain(db: Db): Promise<number> {
  const {
    rows: [found],
  } = await sql<{ id: number }>`
    insert into countries (code, alpha3, numeric_code, name, slug, continent_id, calling_code, currency)
    values ('ES', 'ESP', '724', 'Spain', 'spain', (select min(id) from continents), '+34', 'EUR')
    on conflict (code) do update set name = excluded.name returning id`.execute(db)
  return found?.id ?? 0
}
