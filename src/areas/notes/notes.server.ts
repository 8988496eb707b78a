import { sql } from 'kysely'
import type { Actor } from '../../kit/access.ts'
import { assertInCities } from '../../kit/city-limits.server.ts'
import type { Desk } from '../../kit/crud.server.ts'
import { fetchRecord, idOf, missing } from '../../kit/crud.server.ts'
import type { Call, Db, Implementation } from '../../kit/endpoint.server.ts'
import { implement } from '../../kit/endpoint.server.ts'
import { Refusal } from '../../kit/errors.ts'
import { t } from '../../kit/language.ts'
import { auditTitleOf } from '../../kit/personal.ts'
import { recordIdIn } from '../../kit/record-id.ts'
import { lookupIn } from '../../kit/registry.server.ts'
import { tableOf } from '../../kit/resource.ts'
import type { ResourceServer } from '../../kit/resource.server.ts'
import type { Note } from './notes.ts'
import { hasNotes, mostNotes, noteCalls } from './notes.ts'

/** The calls about notes, for every resource by being registered. */
export function implementNotes(servers: readonly ResourceServer[]): readonly Implementation[] {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  return servers.filter(({ resource }) => hasNotes(resource)).flatMap((server) => callsOf({ server, resource: server.resource, lookup }))
}

type Writing = Pick<Call<{ id: string }>, 'db' | 'actor' | 'params'>
interface Known { readonly id: number; readonly authorId: number | null }

function callsOf(desk: Desk): readonly Implementation[] {
  const { resource } = desk
  const calls = noteCalls(resource)
  return [
    implement(calls.list, async (call) => {
      const { db, actor } = call
      const id = idOf(desk, call)
      const { rows: [found] } = await sql`select from ${sql.table(tableOf(resource))} where id = ${id}`.execute(db)
      if (!found) throw missing(desk)
      const notes = await notesOf(db, actor, desk, id, sql`true`, mostNotes + 1)
      return { notes: notes.slice(0, mostNotes), hasMore: notes.length > mostNotes }
    }),
    implement(calls.add, async (call) => {
      const { db, actor, input, note } = call
      const head = await headOf(desk, call)
      const { rows: [made] } = await sql<{ id: number }>`
        insert into record_notes (resource, record_id, body, author_id) values (${resource.name}, ${head.recordId}, ${input.body}, ${actor.id}) returning id`.execute(db)
      if (!made) throw new Error('An insert answers with its row.')
      // What it says stays out of the audit, which nobody can take anything out of again.
      note({ action: 'add-note', ...head, after: { noteId: made.id, length: input.body.length } })
      return await noteOf(db, actor, desk, head.recordId, made.id)
    }, { heedsLimits: true }),
    implement(calls.change, async (call) => {
      const { db, actor, input, params, note } = call
      const head = await headOf(desk, call)
      const known = await knownNote(db, desk, head.recordId, params.noteId)
      if (known.authorId !== actor.id) throw new Refusal(403, t('Notes are changed by whoever wrote them.'))
      const { rows: [changed] } = await sql<{ length: number }>`
        update record_notes set body = ${input.body}, edited_at = now() where id = ${known.id} and body <> ${input.body} returning 1`.execute(db)
      if (changed) note({ action: 'change-note', ...head, after: { noteId: known.id, length: input.body.length } })
      return await noteOf(db, actor, desk, head.recordId, known.id)
    }, { heedsLimits: true }),
    implement(calls.remove, async (call) => {
      const { db, actor, params, note } = call
      const head = await headOf(desk, call)
      const known = await knownNote(db, desk, head.recordId, params.noteId)
      if (known.authorId !== actor.id && !actor.grants.isSuperUser) throw new Refusal(403, t('Notes are taken back by whoever wrote them, or by an admin.'))
      await sql`delete from record_notes where id = ${known.id}`.execute(db)
      note({ action: 'remove-note', ...head, before: { noteId: known.id } })
      return {}
    }, { heedsLimits: true }),
  ]
}

/** The record that is noted about, as the audit calls it; 404 where there is none, 403 outside the cities that a grant is limited to. */
async function headOf(desk: Desk, call: Writing): Promise<{ object: string; recordId: number; title: string }> {
  const { resource } = desk
  const recordId = idOf(desk, call)
  // Held until the end, so that nothing is noted about what is deleted or merged away meanwhile.
  await sql`select from ${sql.table(tableOf(resource))} where id = ${recordId} for key share`.execute(call.db)
  const record = await fetchRecord(desk, call, recordId)
  if (!record) throw missing(desk)
  await assertInCities(desk, call, resource.access.update ?? resource.access.object, [record])
  return { object: resource.name, recordId, title: auditTitleOf(resource, record) }
}

async function knownNote(db: Db, { resource }: Desk, recordId: number, noteId: string): Promise<Known> {
  const id = recordIdIn(noteId) ?? 0
  const { rows: [known] } = await sql<Known>`
    select id, author_id as "authorId" from record_notes where id = ${id} and resource = ${resource.name} and record_id = ${recordId} for update`.execute(db)
  if (!known) throw new Refusal(404, t('There is no such note.'))
  return known
}

async function noteOf(db: Db, actor: Actor, desk: Desk, recordId: number, id: number): Promise<Note> {
  const [note] = await notesOf(db, actor, desk, recordId, sql`n.id = ${id}`, 1)
  if (!note) throw new Error('A note that was written can be read.')
  return note
}

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function notesOf(db: Db, actor: Actor, { resource }: Desk, recordId: number, where: ReturnType<typeof sql>, limit: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.id, n.body, s.name as author, ${instant('n.created_at')} as "createdAt", ${instant('n.edited_at')} as "editedAt",
      n.author_id is not distinct from ${actor.id}::bigint as "isOwn"
    from record_notes n left join staff s on s.id = n.author_id
    where n.resource = ${resource.name} and n.record_id = ${recordId} and ${where}
    order by n.created_at desc, n.id desc limit ${limit}`.execute(db)
  return rows
}
