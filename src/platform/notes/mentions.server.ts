import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { msg, t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import type { Db } from '../../db/tables.server.ts'
import { defineNotice, notify } from '../inbox/notices.server.ts'
import { staffCan } from '../inbox/staff-with.server.ts'
import type { Mentionable } from './mentions.ts'
import { mentionedIn } from './mentions.ts'
import { placeOfNote } from './notes.ts'

/** To the people that a colleague mentions in a staff note. The note’s words stay where the note is. */
export const mentioned = defineNotice<{ by: string; title: string }>({
  kind: 'mention',
  label: msg('Mentions in staff notes'),
  write: ({ by, title }) => ({ title: t('{by} mentioned you on {title}', { by, title }) }),
})

/** The active staff who can see records of a resource, by name. */
export async function mentionablePeople(db: Db, { access }: AnyResource): Promise<Mentionable[]> {
  const { rows } = await sql<Mentionable>`
    select s.id, s.name from staff s where s.status = 'active' and ${staffCan('ui', sql`${access.object}`)}
    order by s.name, s.id`.execute(db)
  return rows
}

interface NoteText {
  readonly noteId: number
  readonly recordId: number
  /** What the record is called, without personal data. */
  readonly title: string
  readonly body: string
  /** As it was; who was mentioned then has heard of it. */
  readonly before?: string
}

/** Lets those know who are mentioned in a note, in the note's transaction. */
export async function notifyMentioned(
  db: Db,
  actor: Actor,
  resource: AnyResource,
  { noteId, recordId, title, body, before = '' }: NoteText,
): Promise<void> {
  if (!body.includes('@')) return
  const people = await mentionablePeople(db, resource)
  const known = new Set(mentionedIn(before, people).map(({ id }) => id))
  const to = mentionedIn(body, people)
    .map(({ id }) => id)
    .filter((id) => id !== actor.id && !known.has(id))
  const record = { resource: resource.name, id: recordId }
  const path = `#${placeOfNote(noteId)}`
  if (to.length > 0) await notify(db, mentioned, { to, data: { by: actor.name, title }, record, path })
}
