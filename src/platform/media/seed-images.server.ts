import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../db/tables.server.ts'
import { seedTexts } from '../translations/store/seed-texts.server.ts'
import { demoScenes } from './seed-scenes.ts'
import { encodePixels } from './image-content.server.ts'
import { imageStoreOf, masterKey } from './image-settings.server.ts'
import type { ImageSettings } from './image-settings.server.ts'

const size = { width: 1200, height: 800 } as const

/** In place of the hash of an upload, so that a picture need not be painted to know whether it is there. */
const hashOf = (fileName: string) => createHash('sha256').update(`demo picture 1 ${fileName}`).digest('hex')

/**
 * Paints pictures for the demo, keeps them like uploads, and shows them on records that have none. Safe to interrupt and to run again.
 * Apart from the load of the rows, since files belong to no transaction; each takes about 50 ms of one core.
 */
export async function seedImages(db: Db, settings: ImageSettings, signal?: AbortSignal): Promise<void> {
  const store = imageStoreOf(settings)
  for (const scene of demoScenes) {
    if (signal?.aborted) return
    const sha256 = hashOf(scene.fileName)
    const {
      rows: [known],
    } = await sql`select from images where sha256 = ${sha256}`.execute(db)
    if (known) continue
    const picture = await encodePixels(scene.paint(size.width, size.height).pixels, size)
    await store.write(masterKey(sha256), picture, 'image/jpeg')
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into images (file_name, alt_text, credit, licence, media_type, width, height, bytes, sha256)
      values (${scene.fileName}, ${scene.altText}, 'Marquee', 'own', 'image/jpeg', ${size.width}, ${size.height}, ${picture.length}, ${sha256})
      on conflict (sha256) do nothing returning id`.execute(db)
    if (made)
      await seedTexts(db, 'images', 'es', [
        { id: made.id, field: 'altText', source: scene.altText, text: scene.altTextInSpanish },
      ])
    // Lets the server answer requests in between.
    await nextTurn()
  }
  await showThem(db)
}

/** Which subjects illustrate which kinds of content. */
const shown = {
  places: ['canal', 'harbour', 'skyline', 'lake', 'museum'],
  tours: ['canal', 'mountains', 'museum', 'harbour', 'balloons', 'beach', 'lake', 'skyline'],
  concert: ['concert'],
  theatre: ['theatre'],
  sport: ['stadium'],
  exhibition: ['museum'],
  festival: ['concert', 'balloons'],
} as const

async function showThem(db: Db): Promise<void> {
  const { rows } = await sql<{ id: number; sha256: string }>`
    select id, sha256 from images where sha256 in (${sql.join(demoScenes.map(({ fileName }) => hashOf(fileName)))}) order by id`.execute(
    db,
  )
  const idOf = new Map(rows.map(({ id, sha256 }) => [sha256, id]))
  const pool = (about: readonly string[]) => {
    const ids = demoScenes.flatMap(({ subject, fileName }) =>
      about.includes(subject) ? (idOf.get(hashOf(fileName)) ?? []) : [],
    )
    return sql`array[${sql.join(ids)}]::bigint[]`
  }
  const byKind = sql`(values ('concert', ${pool(shown.concert)}), ('theatre', ${pool(shown.theatre)}), ('sport', ${pool(shown.sport)}),
    ('exhibition', ${pool(shown.exhibition)}), ('festival', ${pool(shown.festival)})) as k (kind, pool)`
  const [tours, places] = [pool(shown.tours), pool(shown.places)]
  await sql`update cities set hero_image_id = (${places})[1 + id % cardinality(${places})] where hero_image_id is null`.execute(
    db,
  )
  await sql`update products set image_ids = array(
      select (${tours})[1 + (id * 5 + n * 3) % cardinality(${tours})] from generate_series(0, 1 + (id % 3)::integer) n)
    where image_ids = '{}'`.execute(db)
  await sql`update aliases a set image_ids = array[(${tours})[1 + a.id % cardinality(${tours})]] where image_ids = '{}'`.execute(
    db,
  )
  await sql`update events set image_ids = array[k.pool[1 + events.id % cardinality(k.pool)]] from ${byKind}
    where k.kind = events.type and image_ids = '{}'`.execute(db)
  await sql`update performers set image_ids = array[k.pool[1 + performers.id % cardinality(k.pool)]] from ${byKind}
    where k.kind = (case performers.kind when 'team' then 'sport' when 'show' then 'theatre' else 'concert' end) and image_ids = '{}'`.execute(
    db,
  )
  await sql`update venues set image_ids = array(select distinct k.pool[1 + (venues.id + n) % cardinality(k.pool)] from generate_series(0, (venues.id % 3)::integer) n) from ${byKind}
    where image_ids = '{}' and k.kind = (select e.type from events e where e.venue_id = venues.id order by e.id limit 1)`.execute(
    db,
  )
  // Skips venues where a manifest has been published since.
  await sql`update venue_sections s set view_image_id = k.pool[1 + s.id % cardinality(k.pool)] from venue_configurations c, ${byKind}
    where c.id = s.venue_configuration_id and c.version = 1 and s.position % 3 = 1 and s.view_image_id is null and s.view_image_url is null
      and k.kind = (case when c.layout in ('football', 'arena') then 'sport' when c.layout = 'theatre' then 'theatre' when c.layout = 'gallery' then 'exhibition' else 'concert' end)`.execute(
    db,
  )
}
