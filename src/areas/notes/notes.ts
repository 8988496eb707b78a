import * as z from 'zod/mini'
import type { permissionObjects } from '../../permissions.ts'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'

/** Newest notes that are shown of a record; who needs the hundredth has another problem. */
export const mostNotes = 200
const mostLetters = 5_000

const note = z.object({
  id: z.int(),
  body: z.string(),
  /** Null once they have left for good. */
  author: z.nullable(z.string()),
  createdAt: z.string(),
  /** When its author last wrote it anew. */
  editedAt: z.nullable(z.string()),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
})
export type Note = z.output<typeof note>

// What can be seen on no screen, or turns the direction of the text around it.
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069\ufeff]/

const written = z.strictObject({
  body: z.string({ error: () => t('Write the note.') }).check(
    z.overwrite((value) => value.normalize('NFC').trim()),
    z.minLength(1, { error: () => t('Write the note.') }),
    z.maxLength(mostLetters, { error: () => t('A note may have at most 5,000 characters.') }),
    z.refine((value) => value.isWellFormed() && !unseen.test(value), { error: () => t('The note has characters that cannot be shown.') }),
  ),
})

// The audit is read by those who check others; nobody writes beside it.
const unwritable: ReadonlySet<string> = new Set<keyof typeof permissionObjects>(['audit'])

/** Whether staff can note something about records of this kind: all that are stored and have a page of their own may be. */
export function hasNotes({ operations, fields, access }: AnyResource): boolean {
  return operations.includes('read') && !unwritable.has(access.object) && Object.values(fields).some((field) => !field.derived)
}

/** The calls about the notes of a resource's records: reading needs `ui` on its object, everything else what changing the records needs. */
export function noteCalls(resource: AnyResource) {
  const [one, many] = resource.label
  const base = `${basePathOf(resource)}/:id/notes` as const
  const what = inSentence(one)
  const params = z.object({ id: z.string() })
  const ofOne = z.object({ id: z.string(), noteId: z.string() })
  const { object, update = object } = resource.access
  return {
    list: defineEndpoint(`GET ${base}`, {
      summary: `Read what staff have noted about one ${what}, newest first`, access: [object, 'ui'], tag: many, params,
      output: z.object({
        notes: z.array(note),
        /** There are older ones than these. */
        hasMore: z.boolean(),
      }),
    }),
    add: defineEndpoint(`POST ${base}`, {
      summary: `Note something about one ${what} for other members of staff`, access: [update, 'write'], tag: many, params, status: 201, input: written, output: note,
    }),
    change: defineEndpoint(`PUT ${base}/:noteId`, {
      summary: `Write one’s own note about one ${what} anew`, access: [update, 'write'], tag: many, params: ofOne, input: written, output: note,
    }),
    remove: defineEndpoint(`DELETE ${base}/:noteId`, {
      summary: `Take back a note about one ${what}: one’s own, or any as an admin`, access: [update, 'write'], tag: many, params: ofOne, output: z.object({}),
    }),
  }
}
