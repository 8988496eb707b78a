import { sql } from 'kysely'
import { assertInCities } from '../../../core/calls/city-limits.server.ts'
import type { Db } from '../../../db/tables.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { t } from '../../../core/i18n/language.ts'
import { cities } from '../geo/cities.ts'
import type { Manifest, Section } from './manifest.ts'
import { manifestProblems, publishManifest, readManifest } from './manifest.ts'
import { placeAgain } from './map-coverage.server.ts'
import { venueConfigurations } from './venue-configurations.ts'

type Stored = Manifest & { readonly cityId: number }

async function manifestOf(db: Db, id: string, lock = false): Promise<Stored> {
  const number = /^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0
  const {
    rows: [found],
  } = await sql<Stored>`
    select c.id, c.version, c.name, c.layout, c.capacity, c.manifest_at as "manifestAt", c.city_id as "cityId",
      (select coalesce(json_agg(json_build_object('code', s.code, 'name', s.name, 'zone', s.zone, 'rank', s.rank,
        'isGeneralAdmission', s.is_general_admission, 'rows', s.rows, 'capacity', s.capacity, 'viewImageId', s.view_image_id, 'viewImageUrl', s.view_image_url) order by s.position), '[]')
        from venue_sections s where s.venue_configuration_id = c.id) as sections,
      (select json_build_object('viewBox', m.view_box, 'shapes', m.shapes) from venue_maps m where m.venue_configuration_id = c.id) as map
    from venue_configurations c where c.id = ${number} ${lock ? sql`for update of c` : sql``}`.execute(db)
  if (!found) throw new Refusal(404, t('Venue configuration not found.'))
  return found
}

const shown = ({ cityId: _, ...manifest }: Stored): Manifest => manifest

export const readManifestServer = implement(readManifest, async ({ db, params }) =>
  shown(await manifestOf(db, params.id)),
)

/** Replaces all sections at once, so that no listing is ever matched against half a manifest. */
export const publishManifestServer = implement(
  publishManifest,
  async ({ db, params, input, actor, audit }) => {
    const before = await manifestOf(db, params.id, true)
    await assertInCities({ resource: venueConfigurations, lookup: () => cities }, { actor, db }, 'places', [before])
    if (before.version !== input.version) {
      throw new Refusal(412, t('This configuration changed since you opened it.'), {
        current: shown(before),
      })
    }
    const map = input.map === undefined ? before.map : input.map
    const blocking = manifestProblems(input.sections, map?.shapes ?? null, before.map?.shapes).filter(
      ({ isBlocking }) => isBlocking,
    )
    if (blocking[0]) {
      throw invalid({
        sections:
          blocking.length === 1
            ? blocking[0].message
            : t('{first} And {n} more.', { first: blocking[0].message, n: blocking.length - 1 }),
      })
    }
    await assertImagesAreThere(db, input.sections)
    await sql`delete from venue_sections where venue_configuration_id = ${before.id}`.execute(db)
    await insertSections(db, before.id, input.sections)
    if (input.map === null) await sql`delete from venue_maps where venue_configuration_id = ${before.id}`.execute(db)
    else if (input.map) {
      await sql`
      insert into venue_maps (venue_configuration_id, view_box, shapes) values (${before.id}, ${input.map.viewBox}, ${JSON.stringify(input.map.shapes)}::jsonb)
      on conflict (venue_configuration_id) do update set view_box = excluded.view_box, shapes = excluded.shapes, updated_at = now()`.execute(
        db,
      )
    }
    // Current listings are matched against the new sections.
    await placeAgain(db, sql`p.venue_configuration_id = ${before.id}`)
    await sql`
    update venue_configurations set manifest_at = now(), has_map = ${map !== null}, version = version + 1, updated_at = now() where id = ${before.id}`.execute(
      db,
    )
    const after = await manifestOf(db, params.id)
    audit.record({
      action: 'publish-manifest',
      object: venueConfigurations.name,
      recordId: after.id,
      title: after.name,
      version: after.version,
      before: { sections: namesOf(before.sections), hasMap: before.map !== null },
      after: { sections: namesOf(after.sections), hasMap: after.map !== null },
    })
    return shown(after)
  },
  { enforcesLimits: true },
)

/** @throws Refusal 422 for a view that is no image of the library */
async function assertImagesAreThere(db: Db, sections: readonly Section[]): Promise<void> {
  const ids = [...new Set(sections.flatMap(({ viewImageId }) => viewImageId ?? []))]
  if (ids.length === 0) return
  const { rows } = await sql<{ id: number }>`select id from images where id = any(${ids}::bigint[])`.execute(db)
  const gone = sections.find(
    ({ viewImageId }) => typeof viewImageId === 'number' && !rows.some(({ id }) => id === viewImageId),
  )
  if (gone)
    throw invalid({
      sections: t('The view of {name} is image {id}, which doesn’t exist.', {
        name: gone.name,
        id: String(gone.viewImageId),
      }),
    })
}

/** The audit log keeps the names of the sections; the manifest has the rest. */
function namesOf(sections: readonly Section[]): string[] {
  return sections.map(({ name }) => name)
}

async function insertSections(db: Db, configurationId: number, sections: readonly Section[]): Promise<void> {
  const column = <T>(read: (section: Section) => T) => sections.map(read)
  await sql`
    insert into venue_sections (venue_configuration_id, position, code, name, zone, rank, is_general_admission, rows, capacity, view_image_id, view_image_url)
    select ${configurationId}, place, code, name, zone, rank, is_general_admission,
      array(select jsonb_array_elements_text(rows)), capacity, view_image_id, view_image_url
    from unnest(${column(({ code }) => code)}::text[], ${column(({ name }) => name)}::text[], ${column(({ zone }) => zone)}::text[],
      ${column(({ rank }) => rank)}::integer[], ${column(({ isGeneralAdmission }) => isGeneralAdmission)}::boolean[],
      ${column(({ rows }) => JSON.stringify(rows))}::jsonb[], ${column(({ capacity }) => capacity)}::integer[],
      ${column(({ viewImageId = null }) => viewImageId)}::bigint[], ${column(({ viewImageUrl }) => viewImageUrl)}::text[])
      with ordinality as given (code, name, zone, rank, is_general_admission, rows, capacity, view_image_id, view_image_url, place)`.execute(
    db,
  )
}
