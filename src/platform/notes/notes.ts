import * as z from 'zod/mini'
import type { PermissionObject } from '../../core/access/permissions.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, numberText } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

/** Newest notes that are shown of a record; who needs the hundredth has another problem. */
export const maxNotes = 200
const maxLetters = 5_000

const note = z
  .object({
    id: z.int(),
    body: z.string(),
    /** Null once they have left for good. */
    author: z.nullable(z.string()),
    createdAt: z.string(),
    /** When its author last wrote it again. */
    editedAt: z.nullable(z.string()),
    /** Whether the caller wrote it. */
    isOwn: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Note' })
export type Note = z.output<typeof note>
const notes = z
  .object({
    notes: z.array(note),
    /** There are older ones than these. */
    hasMore: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Notes' })
const ofOne = z.object({ id: idText, noteId: numberText('The id of the note') })

/** Where a note is on the page of its record, as the address names it behind the `#`. */
export const placeOfNote = (id: number) => `note-${id}`

// What can be seen on no screen, or turns the direction of the text around it.
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/

const written = z
  .strictObject({
    body: z.string({ error: () => t('Write the note.') }).check(
      z.overwrite((value) => value.normalize('NFC').trim()),
      z.minLength(1, { error: () => t('Write the note.') }),
      z.maxLength(maxLetters, { error: () => t('A note can have at most 5,000 characters.') }),
      z.refine((value) => value.isWellFormed() && !unseen.test(value), {
        error: () => t('The note has characters that cannot be shown.'),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'NoteText' })

// The audit is read by people who check others; it can't be annotated.
const unwritable: ReadonlySet<string> = new Set<PermissionObject>(['audit'])

/** Whether staff can add notes to records of this kind: true for all that are stored and have a page of their own. */
export function hasNotes({ operations, fields, access }: AnyResource): boolean {
  return (
    operations.includes('read') &&
    !unwritable.has(access.object) &&
    Object.values(fields).some((field) => !field.derived)
  )
}

/** The calls about the notes of a resource's records: reading needs `ui` on its object, everything else what changing the records needs. */
export function noteCalls(resource: AnyResource) {
  const base = `${basePathOf(resource)}/:id/notes` as const
  const { object, update = object } = resource.access
  return {
    list: defineEndpoint(`GET ${base}`, {
      summary: 'Read the staff notes on one record, newest first',
      operationId: 'listNotes',
      each: resource,
      access: [object, 'ui'],
      tag: 'Notes',
      params: idParams,
      output: notes,
    }),
    people: defineEndpoint(`GET ${basePathOf(resource)}/mentionable`, {
      summary: 'List who a note can mention, by name',
      operationId: 'listMentionable',
      each: resource,
      access: [update, 'write'],
      tag: 'Notes',
      output: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
    add: defineEndpoint(`POST ${base}`, {
      summary: 'Add a staff note to one record',
      operationId: 'addNote',
      each: resource,
      access: [update, 'write'],
      tag: 'Notes',
      params: idParams,
      status: 201,
      input: written,
      output: note,
    }),
    change: defineEndpoint(`PUT ${base}/:noteId`, {
      summary: 'Change one’s own note',
      operationId: 'changeNote',
      each: resource,
      access: [update, 'write'],
      tag: 'Notes',
      params: ofOne,
      input: written,
      output: note,
    }),
    remove: defineEndpoint(`DELETE ${base}/:noteId`, {
      summary: 'Delete one’s own note, or any as an admin',
      operationId: 'removeNote',
      each: resource,
      access: [update, 'write'],
      tag: 'Notes',
      params: ofOne,
      output: z.object({}),
    }),
  }
}
