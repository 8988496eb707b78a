import * as z from 'zod/mini'
import { reasonText } from '../../core/access/reason.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

/** As many records as one call assigns, snoozes or tags. */
const maxAssigned = 500
/** A record can be put off for so long, in days. */
export const maxSnoozeDays = 30

const ids = z
  .array(z.int(), { error: () => t('Send the records as a list of ids.') })
  .check(
    z.minLength(1, { error: () => t('Select at least one record.') }),
    z.maxLength(maxAssigned, { error: () => t('Select at most {n} records at a time.', { n: maxAssigned }) }),
  )
const reason = z.optional(z.nullable(reasonText))
const tag = z.string({ error: () => t('Send the tags as a list of words.') }).check(
  z.overwrite((value) => value.normalize('NFC').trim()),
  z.minLength(1, { error: () => t('A tag can’t be blank.') }),
  z.maxLength(40, { error: () => t('A tag can have at most 40 characters.') }),
)
const tags = z
  .array(tag, { error: () => t('Send the tags as a list of words.') })
  .check(z.maxLength(20, { error: () => t('A record can have at most 20 tags.') }))

const person = z.object({ id: z.int(), name: z.string(), isMe: z.boolean() })
export type Assignee = z.output<typeof person>
const results = z
  .object({
    results: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        /** False where it was so already, or the record is gone. */
        isChanged: z.boolean(),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'AssignmentResults' })
export type AssignmentResults = z.output<typeof results>

/** The calls by which staff share out the records of a resource. Each needs what changing the records needs. */
export function assignmentCalls(resource: AnyResource) {
  const base = basePathOf(resource)
  const { object, update = object } = resource.access
  const shared = { each: resource, access: [update, 'write'], tag: 'Assignments' } as const
  return {
    people: defineEndpoint(`GET ${base}/assignees`, {
      ...shared,
      summary: 'List the people to whom records can be assigned',
      operationId: 'listAssignees',
      output: z.array(person),
    }),
    assign: defineEndpoint(`POST ${base}/assignments`, {
      ...shared,
      summary: 'Assign records to a person, or to no one, with the result of each',
      operationId: 'assignRecords',
      input: z.strictObject({
        ids,
        assigneeId: z.nullable(z.int({ error: () => t('Choose who works on it.') })),
        reason,
      }),
      output: results,
    }),
    snooze: defineEndpoint(`POST ${base}/snoozes`, {
      ...shared,
      summary: 'Put records off until a moment, or end that, with the result of each',
      operationId: 'snoozeRecords',
      input: z.strictObject({
        ids,
        until: z.nullable(z.iso.datetime({ error: () => t('Send the time in UTC: 2026-11-24T09:00:00Z.') })),
        reason,
      }),
      output: results,
    }),
    tag: defineEndpoint(`POST ${base}/taggings`, {
      ...shared,
      summary: 'Add tags to records and remove others, with the result of each',
      operationId: 'tagRecords',
      input: z.strictObject({ ids, add: tags, remove: tags, reason }),
      output: results,
    }),
  }
}
