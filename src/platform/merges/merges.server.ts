import { sql } from 'kysely'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { columnOf, plainLabelOf } from '../../core/resource/fields.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { t } from '../../core/i18n/language.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Merge, MergePreview } from './merges.ts'
import { listMergesEndpoint, mergeEndpoint, maxAtOnce, previewMergeEndpoint, undoMergeEndpoint } from './merges.ts'
import type { Gains } from './merged-fields.server.ts'
import { mergedFieldsOf, rowOf } from './merged-fields.server.ts'
import type { Json, Reference } from './merge-parts.server.ts'
import { mergeRulesOf } from './merge-rules.server.ts'
import { createWords } from './merge-labels.server.ts'
import type { OpenMerge } from './merge-steps.server.ts'
import { bringBack, collapseTwins, movable, moveMergesJob, pointsAt, stepMerge } from './merge-steps.server.ts'

interface Found {
  readonly id: number
  readonly title: string
  readonly slug: string | null
  readonly cityId: number | null
}
type Changing = Pick<Call, 'db' | 'actor' | 'audit'>

/** The calls about merging, for every resource that can be merged. */
export function implementMerges(resources: readonly AnyResource[]): readonly Implementation[] {
  return resources.filter(({ isMergeable }) => isMergeable).flatMap((resource) => callsOf(resource, resources))
}

function callsOf(resource: AnyResource, resources: readonly AnyResource[]): readonly Implementation[] {
  const { object } = resource.access
  const cities = lookupIn(resources)('cities')
  const within = (call: Changing, records: readonly Found[]) =>
    assertInCities(
      { resource, lookup: () => cities },
      call,
      object,
      records.map(({ id, cityId }) => ({ id, cityId })),
    )
  return [
    implement(previewMergeEndpoint(resource), async ({ db, params, query }) =>
      previewOf(db, resource, resources, await find(db, resource, params.id), query.from, new Set()),
    ),
    implement(
      mergeEndpoint(resource),
      async (call) => {
        const { db, params, input, actor, audit } = call
        // Both at once and always in one order: two merges the other way round would wait for each other.
        await sql`select id from ${sql.table(tableOf(resource))} where id in (${numberOf(params.id)}, ${input.from}) order by id for update`.execute(
          db,
        )
        const into = await find(db, resource, params.id)
        const from = await findDuplicate(db, resource, into, String(input.from))
        const take = new Set(input.take)
        await within(call, [into, from])
        const { obstacles, total, choices } = await previewOf(db, resource, resources, into, String(from.id), take)
        if (obstacles.length > 0) throw new Refusal(409, obstacles.join(' '), { fields: { from: obstacles.join(' ') } })
        if ([...take].some((key) => !choices.some((choice) => choice.key === key)))
          throw invalid({ take: t('There is nothing to choose in one of these fields.') })
        const {
          rows: [made],
        } = await sql<{ id: number }>`
        insert into merges (resource, survivor_id, duplicate_id, survivor_title, duplicate_title, duplicate, merged_fields, merged_by)
        select ${resource.name}, ${into.id}, ${from.id}, ${into.title}, ${from.title}, to_jsonb(l), ${[...take]}::text[], ${actor.name} from ${sql.table(tableOf(resource))} l where l.id = ${from.id}
        returning id`
          .execute(db)
          .catch((error: unknown) => {
            throw isDuplicate(error)
              ? new Refusal(409, t('{title} is being merged already.', { title: from.title }))
              : error
          })
        if (!made) throw new Error('An insert answers with its row.')
        const open: OpenMerge = {
          id: made.id,
          resource: resource.name,
          survivor: into.id,
          duplicate: from.id,
          status: 'moving',
        }
        await collapseTwins(db, open)
        await go(db, open, total)
        audit.record({
          action: 'merge',
          object: resource.name,
          recordId: into.id,
          title: into.title,
          before: null,
          after: { merged: from.title, mergedId: from.id, moved: total, ...(take.size > 0 && { kept: [...take] }) },
        })
        audit.record({
          action: 'merged-away',
          object: resource.name,
          recordId: from.id,
          title: from.title,
          before: null,
          after: { into: into.title, intoId: into.id },
        })
        return await mergeOf(db, made.id)
      },
      { enforcesLimits: true },
    ),
    implement(listMergesEndpoint(resource), async ({ db, params }) => {
      const { id } = await find(db, resource, params.id)
      const { rows } =
        await sql<Merge>`select ${mergeColumns} from merges m where m.resource = ${resource.name} and m.survivor_id = ${id} order by m.id desc limit 50`.execute(
          db,
        )
      return { merges: rows }
    }),
    implement(
      undoMergeEndpoint(resource),
      async (call) => {
        const { db, params, actor, audit } = call
        const into = await find(db, resource, params.id, true)
        await within(call, [into])
        const {
          rows: [merge],
        } = await sql<{ id: number; duplicateId: number; title: string; moved: number; canUndo: boolean }>`
        select m.id, m.duplicate_id as "duplicateId", m.duplicate_title as title, m.moved, m.status = 'merged' and m.undo_until > now() as "canUndo" from merges m
        where m.id = ${numberOf(params.merge)} and m.resource = ${resource.name} and m.survivor_id = ${into.id} for update`.execute(
          db,
        )
        if (!merge) throw new Refusal(404, t('Merge not found.'))
        if (!merge.canUndo) throw new Refusal(409, t('This merge can no longer be undone.'))
        const open: OpenMerge = {
          id: merge.id,
          resource: resource.name,
          survivor: into.id,
          duplicate: merge.duplicateId,
          status: 'undoing',
        }
        await sql`update merges set status = 'undoing', undone_by = ${actor.name} where id = ${merge.id}`.execute(db)
        await bringBack(db, open).catch((error: unknown) => {
          throw refusalOf(error, resource)
        })
        await go(db, open, merge.moved)
        audit.record({
          action: 'undo-merge',
          object: resource.name,
          recordId: into.id,
          title: into.title,
          before: { merged: merge.title },
          after: null,
        })
        audit.record({
          action: 'unmerged',
          object: resource.name,
          recordId: merge.duplicateId,
          title: merge.title,
          before: { into: into.title },
          after: null,
        })
        return await mergeOf(db, merge.id)
      },
      { enforcesLimits: true },
    ),
  ]
}

/**
 * Moves a few rows in the call itself, and leaves many to the job, so that neither the caller nor the database has to
 * wait.
 */
async function go(db: Db, merge: OpenMerge, rows: number): Promise<void> {
  if (rows <= maxAtOnce) {
    while (await stepMerge(db, merge)) {
      /* the next page */
    }
    return
  }
  // The job can look before this is committed; its schedule then finds it.
  setTimeout(() => wakeJob(moveMergesJob), 250).unref()
}

const isDuplicate = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23505'
const numberOf = (id: string) => (/^[1-9][0-9]{0,14}$/.test(id) ? Number(id) : 0)

async function find(db: Db, resource: AnyResource, id: string, lock = false): Promise<Found> {
  const cityId = resource.fields['cityId'] ? sql`t.city_id` : sql`null::bigint`
  const {
    rows: [found],
  } = await sql<Found>`
    select t.id, ${sql.ref(`t.${columnOf(resource.title)}`)} as title, ${resource.fields['slug'] ? sql`t.slug` : sql`null`} as slug, ${cityId} as "cityId" from ${sql.table(tableOf(resource))} t where t.id = ${numberOf(id)}
    ${lock ? sql`for update` : sql``}`.execute(db)
  if (!found) throw new Refusal(404, t('{one} not found.', { one: t(resource.label[0]) }))
  return found
}

async function findDuplicate(db: Db, resource: AnyResource, into: Found, id: string, lock = false): Promise<Found> {
  if (numberOf(id) === into.id) throw invalid({ from: t('It cannot be merged into itself.') })
  return await find(db, resource, id, lock).catch((error: unknown) => {
    throw error instanceof Refusal ? invalid({ from: error.message }) : error
  })
}

async function previewOf(
  db: Db,
  resource: AnyResource,
  resources: readonly AnyResource[],
  into: Found,
  fromId: string,
  take: ReadonlySet<string>,
): Promise<MergePreview> {
  const from = await findDuplicate(db, resource, into, fromId)
  const references = await movable(db, resource)
  const { rows: counts } = await sql<{ place: number; count: number }>`${sql.join(
    references.map(
      (reference, place) => sql`
    select ${sql.lit(place)}::integer as place, (select count(*)::integer from ${sql.table(reference.table)} where ${pointsAt(reference, from.id)}) as count`,
    ),
    sql` union all `,
  )}`.execute(db)
  const moves = counts
    .toSorted((a, b) => b.count - a.count)
    .flatMap(({ place, count }) => {
      const reference = references[place]
      return reference && count > 0 ? [{ ...wordsOf(reference, resources), count }] : []
    })
  const clashes = (await mergeRulesOf(resource.name)?.clashes(db, into.id, from.id, take)) ?? []
  const [own, other] = [await rowOf(db, resource, into.id), await rowOf(db, resource, from.id)]
  const mergedFields = await mergedFieldsOf(db, resource, own, other, take)
  const words = createWords(db, resource, resources)
  return {
    from: { id: from.id, title: from.title, slug: from.slug },
    into: { id: into.id, title: into.title },
    moves,
    total: moves.reduce((sum, { count }) => sum + count, 0),
    collapsedRows:
      (await mergeRulesOf(resource.name)?.collapsed?.count(db, { survivor: into.id, duplicate: from.id })) ?? [],
    ...(await labelsOfMergedFields(mergedFields, words, own, other)),
    obstacles: [...clashes, ...mergedFields.obstacles],
  }
}

type Words = ReturnType<typeof createWords>

/** The chosen and gained values, in words. */
async function labelsOfMergedFields(
  { choices, added }: Gains,
  words: Words,
  own: Json,
  other: Json,
): Promise<Pick<MergePreview, 'choices' | 'mergedFields'>> {
  const told: MergePreview['choices'] = []
  for (const group of choices)
    told.push({
      key: group[0] ?? '',
      label: words.label(group),
      into: await words.values(group, own),
      from: await words.values(group, other),
    })
  const mergedFields: MergePreview['mergedFields'] = []
  for (const [key, entries] of Object.entries(added))
    mergedFields.push({ label: words.label([key]), added: await words.entries(key, entries) })
  return { choices: told, mergedFields }
}

/** A column as people know it: the records it is in, and what it is called there. */
function wordsOf(
  { table, column }: Reference,
  resources: readonly AnyResource[],
): { resource: string | null; label: string; field: string } {
  const resource = resources.find(
    (one) => tableOf(one) === table && Object.keys(one.fields).some((key) => columnOf(key) === column),
  )
  const [key, field] = Object.entries(resource?.fields ?? {}).find(([name]) => columnOf(name) === column) ?? []
  return resource && key !== undefined && field
    ? { resource: resource.name, label: resource.label[1], field: plainLabelOf(key, field) }
    : { resource: null, label: table.replaceAll('_', ' '), field: column.replaceAll('_', ' ') }
}

const mergeColumns = sql`m.id, m.duplicate_id as "duplicateId", m.duplicate_title as "duplicateTitle", m.status, m.moved, m.merged_by as by, m.merged_at as at,
  m.undo_until as "undoUntil", m.status = 'merged' and m.undo_until > now() as "canUndo"`

async function mergeOf(db: Db, id: number): Promise<Merge> {
  const {
    rows: [merge],
  } = await sql<Merge>`select ${mergeColumns} from merges m where m.id = ${id}`.execute(db)
  if (!merge) throw new Error('The merge is there.')
  return merge
}
