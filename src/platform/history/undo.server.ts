import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { may } from '../../core/access/access.ts'
import type { AuditEntry } from '../../core/audit/audit.server.ts'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import type { ActorContext } from '../../core/calls/crud.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { entryOf } from '../../core/calls/crud.server.ts'
import { columnsOf, writeUpdate } from '../../core/calls/record-writes.server.ts'
import { etagOf, fetchRecord, idOf, missing, stored } from '../../core/calls/record-rows.server.ts'
import { refusalOf } from '../../core/resource/database-errors.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { isWritable } from '../../core/resource/fields.ts'
import { t } from '../../core/i18n/language.ts'
import { notGranted } from '../../core/access/limits.ts'
import { maskedRecord } from '../../core/resource/personal.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { inSentence, tableOf } from '../../core/resource/resource.ts'
import { isSameJson } from '../../core/same-json.ts'
import type { Step, Values } from './audit-trail.server.ts'
import { stepsOf, storedKeys, undoMinutes } from './audit-trail.server.ts'
import { undoEndpoint } from './record.endpoints.ts'

/**
 * Undoes the last thing that was done to a record, only for the person who did it and only for a limited time. What is
 * undone counts as never done: the rules about state transitions are not checked, because the record returns to the
 * state that it just had. Everything else still applies: grants, limits, hooks, and the constraints of the database.
 */
export function undoServer(context: ResourceContext): Implementation {
  const { resource } = context
  return implement(
    undoEndpoint(resource),
    async (call) => {
      const { db, actor, request } = call
      const id = idOf(context, call)
      await sql`select 1 from ${sql.table(tableOf(resource))} where id = ${id} for update`.execute(db)
      const [last] = await stepsOf(db, resource, id, { limit: 1 })
      const record = await fetchRecord(context, call, id)
      if (!last && !record) throw missing(context)
      try {
        const entryFor = await reverseLast(
          context,
          { db, actor, address: request.clientAddress, audit: call.audit },
          { id, record, last },
          (step) => assertLast(context, step, call.input.action),
        )
        const now = await fetchRecord(context, call, id)
        if (!now) throw missing(context)
        call.audit.record(entryFor(now))
        call.reply.header('ETag', etagOf(now))
        return maskedRecord(resource, now)
      } catch (error) {
        throw refusalOf(error, resource)
      }
    },
    { enforcesLimits: true },
  )
}

/** A record to restore: locked, with its current values and the last thing that was done to it. */
export interface Undoable {
  readonly id: number
  readonly record: Values | undefined
  readonly last: Step | undefined
}

/**
 * Undoes the last thing that was done to a record, if `isMeant` accepts it and the actor did it. Returns what the audit
 * keeps of it, given the record at that point.
 */
export async function reverseLast(
  context: ResourceContext,
  actorContext: ActorContext,
  { id, record, last }: Undoable,
  assertIsMeant: (last: Step) => void,
): Promise<(now: Values) => AuditEntry> {
  const { resource } = context
  if (!last) throw new Refusal(409, t('Nothing to undo on this {one}.', { one: inSentence(t(resource.label[0])) }))
  assertIsMeant(last)
  assertOwn(last, actorContext.actor)
  if (last.after === null) {
    await insertAgain(context, actorContext, id, last)
    return (now) => entryOf(resource, 'undelete', now, { before: null, after: stored(resource, now) })
  }
  if (!record) throw missing(context)
  const keys = await putBack(context, actorContext, record, last)
  const before = Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
  return (now) =>
    entryOf(resource, 'undo', now, { before, after: Object.fromEntries(keys.map((key) => [key, now[key] ?? null])) })
}

/** Refuses to undo anything but what the caller names, or too late. */
export function assertLast({ resource }: ResourceContext, last: Step, action: string): void {
  if (last.action !== action) throw somethingElse(resource, last)
  if (!last.isRecent)
    throw new Refusal(
      409,
      t('Only the last {undoMinutes} minutes can be undone. Restore a version from its history.', { undoMinutes }),
    )
}

/** The last thing that happened isn't the one to undo. */
export function somethingElse(resource: AnyResource, { action }: Step): Refusal {
  const what = inSentence(t(resource.label[0]))
  const isUndone = action === 'undo' || action === 'undelete'
  return new Refusal(
    409,
    isUndone
      ? t('This has been undone already: the {what} is back.', { what })
      : t('This {what} changed since then. Restore a version from its history.', { what }),
  )
}

function assertOwn(last: Step, actor: Actor): void {
  if (last.personId !== (actor.behind?.id ?? actor.id))
    throw new Refusal(
      403,
      t('{realActorName} did this, so only they can undo it.', { realActorName: last.realActorName ?? last.actorName }),
    )
}

/** The deleted record with its own id, so that links and its history lead to it again. */
async function insertAgain(
  context: ResourceContext,
  actorContext: ActorContext,
  id: number,
  { before }: Step,
): Promise<void> {
  const { resource, server } = context
  const what = inSentence(t(resource.label[0]))
  if (!before || !resource.operations.includes('create'))
    throw new Refusal(409, t('A deleted {what} can’t be restored.', { what }))
  const lost = storedKeys(resource).filter((key) => resource.fields[key]?.personal && typeof before[key] === 'string')
  if (lost.length > 0)
    throw new Refusal(409, t('A deleted {what} can’t be restored, because personal data isn’t kept.', { what }))
  const draft: Record<string, unknown> = stored(resource, before)
  const save = { draft, current: null, ...actorContext }
  await server.beforeSave?.({ ...save, current: { ...draft, id }, was: null })
  await assertInCities(context, actorContext, resource.access.object, [draft])
  const { version, createdAt } = before
  const columns = columnsOf(resource, draft)
  const { rows } = await sql`
    insert into ${sql.table(tableOf(resource))} (id, version, created_at, ${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${id}, ${Number(version ?? 1) + 1}, coalesce(${createdAt ?? null}::timestamptz, now()), ${sql.join(columns.map(([, value]) => value))})
    on conflict (id) do nothing returning id`.execute(actorContext.db)
  // The undo was requested twice, and the other request was faster.
  if (rows.length === 0) throw new Refusal(409, t('This has been undone already: the {what} is back.', { what }))
  await server.afterSave?.({ ...save, id })
}

/** The fields that the step changed, to what they were, as long as they are still what it made of them. */
async function putBack(
  context: ResourceContext,
  actorContext: ActorContext,
  record: Values,
  { before, after }: Step,
): Promise<string[]> {
  const { resource } = context
  const { object, update = object } = resource.access
  const what = inSentence(t(resource.label[0]))
  if (!may(actorContext.actor.grants, 'write', update)) throw notGranted('write', update)
  const keys = Object.keys(before ?? {})
  // For personal texts the audit has only a mask.
  const isMasked = (key: string) =>
    resource.fields[key]?.personal && [before?.[key], after?.[key]].some((value) => typeof value === 'string')
  if (keys.some(isMasked)) throw new Refusal(409, t('This cannot be undone, because personal data isn’t kept.'))
  const isPlain = keys.every((key) => {
    const field = resource.fields[key]
    return field && isWritable(field)
  })
  if (!before || !after || !isPlain || !resource.operations.includes('update'))
    throw new Refusal(409, t('This cannot be undone. The history of the {what} says what it was.', { what }))
  if (keys.some((key) => !isSameJson(record[key], after[key])))
    throw new Refusal(409, t('This {what} is no longer as you left it, so nothing was undone.', { what }))
  const draft = { ...stored(resource, record), ...before }
  const save = { draft, current: record, ...actorContext }
  await context.server.beforeSave?.({ ...save, current: { ...record, ...before }, was: record })
  await assertInCities(context, actorContext, update, [record, { ...record, ...draft }])
  await writeUpdate(context, Number(record['id']), { save, keys })
  return keys
}
