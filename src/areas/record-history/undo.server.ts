import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { may } from '../../kit/access.ts'
import { assertInCities } from '../../kit/city-limits.server.ts'
import type { Desk, RecordCall } from '../../kit/crud.server.ts'
import { columnsOf, etagOf, fetchRecord, idOf, lockRecord, missing, stored } from '../../kit/crud.server.ts'
import { refusalOf } from '../../kit/database-errors.server.ts'
import type { Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { isWritable } from '../../kit/fields.ts'
import { notGranted } from '../../kit/limits.ts'
import { auditTitleOf, maskedRecord, traceOf } from '../../kit/personal.ts'
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
    const id = idOf(desk, call)
    await sql`select 1 from ${sql.table(tableOf(resource))} where id = ${id} for update`.execute(call.db)
    const [last] = await stepsOf(call.db, resource, id, { limit: 1 })
    if (!last) {
      if (!await fetchRecord(desk, call, id)) throw missing(desk)
      throw new Refusal(409, `Nothing has been done to this ${inSentence(resource.label[0])} that could be undone.`)
    }
    assertCanBeUndone(desk, last, call.input.action, call.actor)
    try {
      return last.after === null ? await insertAgain(desk, { ...call, query: {} }, id, last) : await putBack(desk, { ...call, query: {} }, last)
    } catch (error) {
      throw refusalOf(error, resource)
    }
  }, { heedsLimits: true })
}

function assertCanBeUndone({ resource }: Desk, last: Step, action: string, actor: Actor): void {
  const what = inSentence(resource.label[0])
  if (last.action !== action) {
    const isUndone = last.action === 'undo' || last.action === 'undelete'
    throw new Refusal(409, isUndone ? `This has been undone already: the ${what} is back.`
      : `Something else has been done to this ${what} since. Its history leads back to every version.`)
  }
  if (last.personId !== (actor.behind?.id ?? actor.id)) throw new Refusal(403, `${last.realActorName ?? last.actorName} did this, so only they can undo it.`)
  if (!last.isRecent) throw new Refusal(409, `Only the last ${undoMinutes} minutes can be undone. Its history leads back to every version.`)
}

/** The deleted record with its own id, so that links and its history lead to it again. */
async function insertAgain(desk: Desk, call: RecordCall, id: number, { before }: Step): Promise<Values> {
  const { resource, server } = desk
  const { db, actor } = call
  const what = inSentence(resource.label[0])
  if (!before || !resource.operations.includes('create')) throw new Refusal(409, `A deleted ${what} cannot be brought back.`)
  const lost = storedKeys(resource).filter((key) => resource.fields[key]?.personal && typeof before[key] === 'string')
  if (lost.length > 0) throw new Refusal(409, `A deleted ${what} cannot be brought back, because personal data is not kept.`)
  const draft: Record<string, unknown> = stored(resource, before)
  const save = { draft, current: { ...draft, id }, db, actor, address: call.request.clientAddress }
  await server.beforeSave?.(save)
  await assertInCities(desk, call, resource.access.object, [draft])
  const { version, createdAt } = before
  const columns = columnsOf(resource, draft)
  const { rows } = await sql`
    insert into ${sql.table(tableOf(resource))} (id, version, created_at, ${sql.join(columns.map(([column]) => sql.ref(column)))})
    values (${id}, ${Number(version ?? 1) + 1}, coalesce(${createdAt ?? null}::timestamptz, now()), ${sql.join(columns.map(([, value]) => value))})
    on conflict (id) do nothing returning id`.execute(db)
  // Somebody pressed twice, and the other press was quicker.
  if (rows.length === 0) throw new Refusal(409, `This has been undone already: the ${what} is back.`)
  await server.afterSave?.({ ...save, id })
  return await noted(desk, call, id, 'undelete', null)
}

/** The fields that the step changed, to what they were, as long as they are still what it made of them. */
async function putBack(desk: Desk, call: RecordCall, { before, after }: Step): Promise<Values> {
  const { resource, server } = desk
  const { db, actor } = call
  const { object, update = object } = resource.access
  const what = inSentence(resource.label[0])
  if (!may(actor.grants, 'write', update)) throw notGranted('write', update)
  const record = await lockRecord(desk, call)
  const keys = Object.keys(before ?? {})
  const isPlain = keys.every((key) => {
    const field = resource.fields[key]
    return field && isWritable(field) && !field.personal
  })
  if (!before || !after || !isPlain || !resource.operations.includes('update')) throw new Refusal(409, `This cannot be undone. The history of the ${what} says what it was.`)
  if (keys.some((key) => !isSameJson(record[key], after[key]))) throw new Refusal(409, `This ${what} is no longer as you left it, so nothing was undone.`)
  const draft = { ...stored(resource, record), ...before }
  const save = { draft, current: { ...record, ...before }, db, actor, address: call.request.clientAddress }
  await server.beforeSave?.(save)
  await assertInCities(desk, call, update, [record, { ...record, ...draft }])
  const id = Number(record['id'])
  const columns = columnsOf(resource, Object.fromEntries(keys.map((key) => [key, draft[key]])))
  await sql`
    update ${sql.table(tableOf(resource))} set ${sql.join(columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))},
      version = version + 1, updated_at = now() where id = ${id}`.execute(db)
  await server.afterSave?.({ ...save, id })
  return await noted(desk, call, id, 'undo', Object.fromEntries(keys.map((key) => [key, record[key] ?? null])))
}

async function noted(desk: Desk, call: RecordCall, id: number, action: 'undo' | 'undelete', before: Values | null): Promise<Values> {
  const { resource } = desk
  const record = await fetchRecord(desk, call, id)
  if (!record) throw missing(desk)
  const now = stored(resource, record)
  call.note({
    action, object: resource.name, recordId: id, title: auditTitleOf(resource, record), before,
    after: before ? Object.fromEntries(Object.keys(before).map((key) => [key, now[key]])) : traceOf(resource, now),
  })
  call.reply.header('ETag', etagOf(record))
  return maskedRecord(resource, record)
}
