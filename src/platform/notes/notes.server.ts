import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { assertInCities } from '../../core/calls/city-limits.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { fetchRecord, idOf, missing } from '../../core/calls/record-rows.server.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { auditTitleOf } from '../../core/resource/personal.ts'
import { recordIdIn } from '../../core/record-id.ts'
import { lookupIn } from '../../core/calls/registry.server.ts'
import { tableOf } from '../../core/resource/resource.ts'
import type { ResourceServer } from '../../core/resource/resource.server.ts'
import type { Note } from './notes.ts'
import { mentionablePeople, notifyMentioned } from './mentions.server.ts'
import { hasNotes, maxNotes, noteCalls } from './notes.ts'

/** The calls about notes, for every resource by being registered. */
export function implementNotes(servers: readonly ResourceServer[]): readonly Implementation[] {
  const lookup = lookupIn(servers.map(({ resource }) => resource))
  return servers
    .filter(({ resource }) => hasNotes(resource))
    .flatMap((server) => callsOf({ server, resource: server.resource, lookup }))
}

type Writing = Pick<Call<{ id: string }>, 'db' | 'actor' | 'params'>
interface Known {
  readonly id: number
  readonly authorId: number | null
  readonly body: string
}

function callsOf(context: ResourceContext): readonly Implementation[] {
  const { resource } = context
  const calls = noteCalls(resource)
  return [
    implement(calls.list, async (call) => {
      const { db, actor } = call
      const id = idOf(context, call)
      const {
        rows: [found],
      } = await sql`select from ${sql.table(tableOf(resource))} where id = ${id}`.execute(db)
      if (!found) throw missing(context)
      const notes = await notesOf(db, actor, context, id, sql`true`, maxNotes + 1)
      return { notes: notes.slice(0, maxNotes), hasMore: notes.length > maxNotes }
    }),
    implement(calls.people, ({ db }) => mentionablePeople(db, resource)),
    implement(
      calls.add,
      async (call) => {
        const { db, actor, input, audit } = call
        const head = await headOf(context, call)
        const {
          rows: [made],
        } = await sql<{ id: number }>`
        insert into record_notes (resource, record_id, body, author_id) values (${resource.name}, ${head.recordId}, ${input.body}, ${actor.id}) returning id`.execute(
          db,
        )
        if (!made) throw new Error('An insert answers with its row.')
        await notifyMentioned(db, actor, resource, { ...head, noteId: made.id, body: input.body })
        // The text stays out of the audit, from which nothing can ever be removed.
        audit.record({ action: 'add-note', ...head, after: { noteId: made.id, length: input.body.length } })
        return await noteOf(db, actor, context, head.recordId, made.id)
      },
      { enforcesLimits: true },
    ),
    implement(
      calls.change,
      async (call) => {
        const { db, actor, input, params, audit } = call
        const head = await headOf(context, call)
        const known = await knownNote(db, context, head.recordId, params.noteId)
        if (known.authorId !== actor.id) throw new Refusal(403, t('Only a note’s author can edit it.'))
        const {
          rows: [changed],
        } = await sql`
        update record_notes set body = ${input.body}, edited_at = now() where id = ${known.id} and body <> ${input.body} returning 1`.execute(
          db,
        )
        if (changed) {
          await notifyMentioned(db, actor, resource, {
            ...head,
            noteId: known.id,
            body: input.body,
            before: known.body,
          })
          audit.record({ action: 'change-note', ...head, after: { noteId: known.id, length: input.body.length } })
        }
        return await noteOf(db, actor, context, head.recordId, known.id)
      },
      { enforcesLimits: true },
    ),
    implement(
      calls.remove,
      async (call) => {
        const { db, actor, params, audit } = call
        const head = await headOf(context, call)
        const known = await knownNote(db, context, head.recordId, params.noteId)
        if (known.authorId !== actor.id && !actor.grants.isSuperUser)
          throw new Refusal(403, t('Only a note’s author or an admin can delete it.'))
        await sql`delete from record_notes where id = ${known.id}`.execute(db)
        audit.record({ action: 'remove-note', ...head, before: { noteId: known.id } })
        return {}
      },
      { enforcesLimits: true },
    ),
  ]
}

/** The record that is noted about, as the audit calls it; 404 where there is none, 403 outside the cities that a grant is limited to. */
async function headOf(
  context: ResourceContext,
  call: Writing,
): Promise<{ object: string; recordId: number; title: string }> {
  const { resource } = context
  const recordId = idOf(context, call)
  // Locked until the end, so that nothing is noted on a record that is deleted or merged away at the same time.
  await sql`select from ${sql.table(tableOf(resource))} where id = ${recordId} for key share`.execute(call.db)
  const record = await fetchRecord(context, call, recordId)
  if (!record) throw missing(context)
  await assertInCities(context, call, resource.access.update ?? resource.access.object, [record])
  return { object: resource.name, recordId, title: auditTitleOf(resource, record) }
}

async function knownNote(db: Db, { resource }: ResourceContext, recordId: number, noteId: string): Promise<Known> {
  const id = recordIdIn(noteId) ?? 0
  const {
    rows: [known],
  } = await sql<Known>`
    select id, author_id as "authorId", body from record_notes where id = ${id} and resource = ${resource.name} and record_id = ${recordId} for update`.execute(
    db,
  )
  if (!known) throw new Refusal(404, t('Note not found.'))
  return known
}

async function noteOf(db: Db, actor: Actor, context: ResourceContext, recordId: number, id: number): Promise<Note> {
  const [note] = await notesOf(db, actor, context, recordId, sql`n.id = ${id}`, 1)
  if (!note) throw new Error('A note that was written can be read.')
  return note
}

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

async function notesOf(
  db: Db,
  actor: Actor,
  { resource }: ResourceContext,
  recordId: number,
  where: ReturnType<typeof sql>,
  limit: number,
): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select n.id, n.body, s.name as author, ${instant('n.created_at')} as "createdAt", ${instant('n.edited_at')} as "editedAt",
      n.author_id is not distinct from ${actor.id}::bigint as "isOwn"
    from record_notes n left join staff s on s.id = n.author_id
    where n.resource = ${resource.name} and n.record_id = ${recordId} and ${where}
    order by n.created_at desc, n.id desc limit ${limit}`.execute(db)
  return rows
}
