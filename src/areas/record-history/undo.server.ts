import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import type { AuditEntry } from '../../kit/audit.server.ts'
import { assertInCities } from '../../kit/city-limits.server.ts'
import type { Desk, Doer } from '../../kit/crud.server.ts'
import { columnsOf, entryOf, etagOf, fetchRecord, idOf, missing, stored, writeUpdate } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { isWritable } from '../../kit/fields.ts'
import { t } from '../../kit/language.ts'
import { notGranted } from '../../kit/limits.ts'
import { maskedRecord } from '../../kit/personal.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { inSentence, tableOf } from '../../kit/resource.ts'
import { isSameJson } from '../../kit/same-json.ts'
import type { Step, Values } from './audit-trail.server.ts'
import { stepsOf, storedKeys, undoMinutes } from './audit-trail.server.ts'
import { undoEndpoint } from './record-calls.ts'

/**
 * Takes back the last thing that was done to a record, for whoever did it and only for a while. What is taken back
 * counts as never done: the rules about steps from one state to another are not asked, because the record goes to where
 * it has just been. Everything else holds: grants, limits, hooks, and what the database demands.
 */
export function undoServer(desk: Desk): Implementation {
  const { resource } = desk
  return implement(undoEndpoint(resource), async (call) => {
    const { db, actor, request } = call
    const id = idOf(desk, call)
    await sql`select 1 from ${sql.table(tableOf(resource))} where id = ${id} for update`.execute(db)
    const [last] = await stepsOf(db, resource, id, { limit: 1 })
    const record = await fetchRecord(desk, call, id)
    if (!last && !record) throw missing(desk)
    try {
      const entryFor = await takeBack(desk, { db, actor, address: request.clientAddress, note: call.note }, { id, record, last }, (step) => assertLast(desk, step, call.input.action))
      const now = await fetchRecord(desk, call, id)
      if (!now) throw missing(desk)
      call.note(entryFor(now))
      call.reply.header('ETag', etagOf(now))
      return maskedRecord(resource, now)
    } catch (error) {
      throw refusalOf(error, resource)
    }
  }, { heedsLimits: true })
}

/** A record that somebody wants to have as it was: locked, as it is now, with the last thing that was done to it. */
export interface Undoable { readonly id: number; readonly record: Values | undefined; readonly last: Step | undefined }

/**
 * Takes back the last thing that was done to a record, if it is what `isMeant` lets pass and the actor did it. Answers
 * with what the audit keeps of it, given the record as it is then.
 */
export async function takeBack(
  desk: Desk, doer: Doer, { id, record, last }: Undoable, assertIsMeant: (last: Step) => void,
): Promise<(now: Values) => AuditEntry> {
  const { resource } = desk
  if (!last) throw new Refusal(409, t('Nothing has been done to this {one} that could be undone.', { one: inSentence(t(resource.label[0])) }))
  assertIsMeant(last)
  assertOwn(last, doer.actor)
  if (last.after === null) {
    await insertAgain(desk, doer, id, last)
    return (now) => entryOf(resource, 'undelete', now, { before: null, after: stored(resource, now) })
  }
  if (!record) throw missing(desk)
  const keys = await putBack(desk, doer, record, last)
  const before = Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
  return (now) => entryOf(resource, 'undo', now, { before, after: Object.fromEntries(keys.map((key) => [key, now[key] ?? null])) })
}

/** Refuses to take back anything but what the caller names, or after a while. */
export function assertLast({ resource }: Desk, last: Step, action: string): void {
  if (last.action !== action) throw somethingElse(resource, last)
  if (!last.isRecent) throw new Refusal(409, t('Only the last {undoMinutes} minutes can be undone. Its history leads back to every version.', { undoMinutes }))
}

/** What happened last is not what somebody wants to take back. */
export function somethingElse(resource: AnyResource, { action }: Step): Refusal {
  const what = inSentence(t(resource.label[0]))
  const isUndone = action === 'undo' || action === 'undelete'
  return new Refusal(409, isUndone ? t('This has been undone already: the {what} is back.', { what }) : t('Something else has been done to this {what} since. Its history leads back to every version.', { what }))
}

function assertOwn(last: Step, actor: Actor): void {
  if (last.personId !== (actor.behind?.id ?? actor.id)) throw new Refusal(403, t('{realActorName} did this, so only they can undo it.', { realActorName: last.realActorName ?? last.actorName }))
}

/** The deleted record with its own id, so that links and its history lead to it again. */
async function insertAgain(desk: Desk, doer: Doer, id: number, { before }: Step): Promise<void> {
  const { resource, server } = desk
  const what = inSentence(t(resource.label[0]))
  if (!before || !resource.operations.includes('create')) throw new Refusal(409, t('A deleted {what} cannot be brought back.', { what }))
  const lost = storedKeys(resource).filter((key) => resource.fields[key]?.personal && typeof before[key] === 'string')
  if (lost.length > 0) throw new Refusal(409, t('A deleted {what} cannot be brought back, because personal data is not kept.', { what }))
  const draft: Record<string, unknown> = stored(resource, before)
  const save = { draft, current: { ...draft, id }, ...doer }
  await server.beforeSave?.(save)
  await assertInCities(desk, doer, resource.access.object, [draft])
  const { version, createdAt } = before
  const columns = columnsOf(resource, draft)
  const { rows } = await sql`
    insert into ${sql.table(tableOf(resource))} (id, version, created_at, ${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${id}, ${Number(version ?? 1) + 1}, coalesce(${createdAt ?? null}::timestamptz, now()), ${sql.join(columns.map(([, value]) => value))})
    on conflict (id) do nothing returning id`.execute(doer.db)
  // Somebody pressed twice, and the other press was quicker.
  if (rows.length === 0) throw new Refusal(409, t('This has been undone already: the {what} is back.', { what }))
  await server.afterSave?.({ ...save, id })
}

/** The fields that the step changed, to what they were, as long as they are still what it made of them. */
async function putBack(desk: Desk, doer: Doer, record: Values, { before, after }: Step): Promise<string[]> {
  const { resource } = desk
  const { object, update = object } = resource.access
  const what = inSentence(t(resource.label[0]))
  if (!may(doer.actor.grants, 'write', update)) throw notGranted('write', update)
  const keys = Object.keys(before ?? {})
  const isPlain = keys.every((key) => {
    const field = resource.fields[key]
    // Of a text that is personal the audit has no more than a mask.
    return field && isWritable(field) && !(field.personal && [before?.[key], after?.[key]].some((value) => typeof value === 'string'))
  })
  if (!before || !after || !isPlain || !resource.operations.includes('update')) throw new Refusal(409, t('This cannot be undone. The history of the {what} says what it was.', { what }))
  if (keys.some((key) => !isSameJson(record[key], after[key]))) throw new Refusal(409, t('This {what} is no longer as you left it, so nothing was undone.', { what }))
  const draft = { ...stored(resource, record), ...before }
  const save = { draft, current: { ...record, ...before }, ...doer }
  await desk.server.beforeSave?.(save)
  await assertInCities(desk, doer, update, [record, { ...record, ...draft }])
  await writeUpdate(desk, Number(record['id']), { save, keys })
  return keys
}
