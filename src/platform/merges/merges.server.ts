import { sql } from 'kysely'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { wakeJob } from '../../core/jobs/jobs.server.ts'
import { t } from '../../core/i18n/language.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { Merge } from './merges.ts'
import { listMergesEndpoint, mergeEndpoint, maxAtOnce, previewMergeEndpoint, undoMergeEndpoint } from './merges.ts'
import type { Found } from './merge-preview.server.ts'
import { refusalsOfMerge, refusalsOfUndo } from './merge-permissions.server.ts'
import { find, findDuplicate, numberOf, previewOf, unfinished, unfinishedMerges } from './merge-preview.server.ts'
import type { OpenMerge } from './merge-steps.server.ts'
import { bringBack, collapseTwins, moveMergesJob, stepMerge } from './merge-steps.server.ts'

type Changing = Pick<Call, 'db' | 'actor' | 'audit'>

/** What the calls about merging one resource share. */
interface Mergeable {
  readonly resource: AnyResource
  readonly resources: readonly AnyResource[]
  /** Refuses callers whose access is limited to other cities. */
  readonly assertWithin: (call: Changing, records: readonly Found[]) => Promise<void>
}

/** The calls about merging, for every resource that can be merged. */
export function implementMerges(resources: readonly AnyResource[]): readonly Implementation[] {
  return resources.filter(({ isMergeable }) => isMergeable).flatMap((resource) => callsOf(resource, resources))
}

function callsOf(resource: AnyResource, resources: readonly AnyResource[]): readonly Implementation[] {
  const cities = lookupIn(resources)('cities')
  const mergeable: Mergeable = {
    resource,
    resources,
    assertWithin: (call, records) =>
      assertInCities(
        { resource, lookup: () => cities },
        call,
        resource.access.object,
        records.map(({ id, cityId }) => ({ id, cityId })),
      ),
  }
  return [
    implement(previewMergeEndpoint(resource), async ({ db, params, query, actor: { grants } }) => {
      const into = await find(db, resource, params.id)
      const preview = await previewOf(db, resource, resources, into, query.from, new Set())
      const refusals = await refusalsOfMerge({ db, grants, resource, resources }, preview.from)
      return { ...preview, obstacles: [...refusals.map(({ message }) => message), ...preview.obstacles] }
    }),
    mergeServer(mergeable),
    implement(listMergesEndpoint(resource), async ({ db, params }) => {
      const { id } = await find(db, resource, params.id)
      const { rows } =
        await sql<Merge>`select ${mergeColumns} from merges m where m.resource = ${resource.name} and m.survivor_id = ${id} order by m.id desc limit 50`.execute(
          db,
        )
      return { merges: rows }
    }),
    undoServer(mergeable),
  ]
}

function mergeServer({ resource, resources, assertWithin }: Mergeable): Implementation {
  return implement(
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
      await assertWithin(call, [into, from])
      const [refusal] = await refusalsOfMerge({ db, grants: actor.grants, resource, resources }, from)
      if (refusal) throw refusal
      const { obstacles, total, choices } = await previewOf(db, resource, resources, into, String(from.id), take)
      if (obstacles.length > 0) throw new Refusal(409, obstacles.join(' '), { fields: { from: obstacles.join(' ') } })
      if ([...take].some((key) => !choices.some((choice) => choice.key === key)))
        throw invalid({ take: t('One of these fields has nothing to choose from.') })
      const open = await openMerge(db, resource, { into, from, take, by: actor.name })
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
      return await mergeOf(db, open.id)
    },
    { enforcesLimits: true },
  )
}

/** Writes down that two records are being merged, with the one that goes as it is now. */
async function openMerge(
  db: Db,
  resource: AnyResource,
  { into, from, take, by }: { into: Found; from: Found; take: ReadonlySet<string>; by: string },
): Promise<OpenMerge> {
  const {
    rows: [made],
  } = await sql<{ id: number }>`
    insert into merges (resource, survivor_id, duplicate_id, survivor_title, duplicate_title, duplicate, merged_fields, merged_by)
    select ${resource.name}, ${into.id}, ${from.id}, ${into.title}, ${from.title}, to_jsonb(l), ${[...take]}::text[], ${by} from ${sql.table(tableOf(resource))} l where l.id = ${from.id}
    returning id`
    .execute(db)
    .catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal(409, unfinished(from.title)) : error
    })
  if (!made) throw new Error('An insert answers with its row.')
  return { id: made.id, resource: resource.name, survivor: into.id, duplicate: from.id, status: 'moving' }
}

function undoServer({ resource, resources, assertWithin }: Mergeable): Implementation {
  return implement(
    undoMergeEndpoint(resource),
    async (call) => {
      const { db, params, actor, audit } = call
      const into = await find(db, resource, params.id, true)
      await assertWithin(call, [into])
      const {
        rows: [merge],
      } = await sql<{ id: number; duplicateId: number; title: string; moved: number; canUndo: boolean }>`
        select m.id, m.duplicate_id as "duplicateId", m.duplicate_title as title, m.moved, m.status = 'merged' and m.undo_until > now() as "canUndo" from merges m
        where m.id = ${numberOf(params.merge)} and m.resource = ${resource.name} and m.survivor_id = ${into.id} for update`.execute(
        db,
      )
      if (!merge) throw new Refusal(404, t('Merge not found.'))
      if (!merge.canUndo) throw new Refusal(409, t('This merge can’t be undone any more.'))
      const [reason] = await unfinishedMerges(db, resource, [into], merge.id)
      if (reason !== undefined) throw new Refusal(409, reason)
      const [refusal] = await refusalsOfUndo({ db, grants: actor.grants, resource, resources }, into, merge.id)
      if (refusal) throw refusal
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
  )
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

const mergeColumns = sql`m.id, m.duplicate_id as "duplicateId", m.duplicate_title as "duplicateTitle", m.status, m.moved, m.merged_by as by, m.merged_at as at,
  m.undo_until as "undoUntil", m.status = 'merged' and m.undo_until > now() as "canUndo"`

async function mergeOf(db: Db, id: number): Promise<Merge> {
  const {
    rows: [merge],
  } = await sql<Merge>`select ${mergeColumns} from merges m where m.id = ${id}`.execute(db)
  if (!merge) throw new Error('The merge is there.')
  return merge
}
