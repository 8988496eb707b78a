import * as z from 'zod/mini'
import type { Access } from '../../kit/endpoint.ts'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'
import { recordSchema } from '../../kit/resource-endpoints.ts'
import { linkingText } from '../rich-text/link-verdicts.ts'
import { successorQuery } from '../successors/delete-call.ts'

const params = z.object({ id: z.string() })
const whole = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('This is the number of a version.') }))
const change = z.object({ key: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
/** The titles of records that values refer to, by resource and id, as far as the reader may see them. */
const titles = z.record(z.string(), z.record(z.string(), z.string()))

const version = z.object({
  /** The entry of the audit after which the record was so. */
  entry: z.int(),
  at: z.string(),
  action: z.string(),
  actorKind: z.enum(['staff', 'system']),
  actorName: z.string(),
  /** Who was behind it, when the actor was somebody else. */
  realActorName: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** The fields that became different, each value as JSON. */
  changes: z.array(change),
})
export type Version = z.output<typeof version>

/** Whether a resource's records change at all: what is worked out from elsewhere has its history there. */
export function hasHistory({ operations, fields }: AnyResource): boolean {
  return operations.includes('read') && Object.values(fields).some((field) => !field.derived)
}

/** Whether something that was done to a record can be taken back. */
export function hasUndo({ operations }: AnyResource): boolean {
  return operations.includes('update') || (operations.includes('create') && operations.includes('delete'))
}

const reading = ({ access }: AnyResource): Access => [access.object, 'ui']
const changing = ({ access }: AnyResource): Access => [access.update ?? access.object, 'write']

/** Versions in one answer. */
export const versionsAtOnce = 20

export function historyEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/history`, {
    summary: `Read how one ${inSentence(one)} has changed, the newest version first`,
    access: reading(resource), tag: many, params,
    query: z.object({
      /** Goes on behind this version. */
      after: z.optional(whole),
    }),
    output: z.object({ versions: z.array(version), hasMore: z.boolean(), titles }),
  })
}

const hand = z.object({ at: z.string(), actorKind: z.enum(['staff', 'system']), actorName: z.string(), reason: z.nullable(z.string()) })
export type Hand = z.output<typeof hand>

export function authorshipEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/authorship`, {
    summary: `Read who made one ${inSentence(one)}, and who changed it last`,
    access: reading(resource), tag: many, params,
    output: z.object({
      /** Null where it came in without anybody's hand: with a load of data, or from a supplier. */
      created: z.nullable(hand),
      /** Null where nobody has changed it since. */
      changed: z.nullable(hand),
    }),
  })
}

/** `before` is the record as it was when this happened to it: the only way to what is older than all that is known. */
export const sides = ['after', 'before'] as const
const side = z.optional(z.enum(sides, { error: () => t('This is after or before.') }))
export type Side = (typeof sides)[number]

export function versionEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/history/:entry`, {
    summary: `Read what going back to a version would change of one ${inSentence(one)}`,
    access: reading(resource), tag: many, params: z.object({ id: z.string(), entry: z.string() }), query: z.object({ side }),
    output: z.object({
      /** What would be written. */
      values: z.record(z.string(), z.unknown()),
      /** The same against what is stored now. */
      changes: z.array(change),
      /** Fields that were different then and stay as they are: only the server writes them, or the audit does not keep them. */
      kept: z.array(z.object({ key: z.string(), because: z.enum(['read-only', 'personal']) })),
      titles,
    }),
  })
}
export type VersionPreview = z.output<NonNullable<ReturnType<typeof versionEndpoint>['output']>>

export function restoreEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/restore`, {
    summary: `Put one ${inSentence(one)} back to an earlier version`,
    access: changing(resource), tag: many, params, output: recordSchema(resource),
    input: z.strictObject({ entry: z.int({ error: () => t('Say which version, by its number.') }), side }),
    headers: { 'If-Match': 'The ETag of the record as it was read' },
  })
}

export function undoEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/undo`, {
    summary: `Take back what the caller has just done to one ${inSentence(one)}, deleting it included`,
    access: [resource.access.object, 'write'], tag: many, params, output: recordSchema(resource),
    input: z.strictObject({
      /** Must be the last thing that happened to the record, so that nobody takes back something else. */
      action: z.string({ error: () => t('Say what to undo, such as delete.') }).check(z.minLength(1), z.maxLength(100)),
    }),
  })
}

/** Counting stops here. */
export const mostCounted = 1_000

const use = z.object({
  resource: z.string(), key: z.string(), count: z.int(), isCapped: z.boolean(),
  /** Where the record is deleted and another takes its place, it refers to that one. */
  isHandedOver: z.boolean(),
})
export type Use = z.output<typeof use>

export function usedByEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/used-by`, {
    summary: `Read what refers to one ${inSentence(one)}, and whether it could be deleted`,
    access: reading(resource), tag: many, params,
    query: z.object({
      /** Says of a deletion whether it is possible when this record takes the place of the other. */
      successorId: successorQuery,
    }),
    output: z.object({
      /** By resource and field, as far as the caller may list them. */
      uses: z.array(use),
      /** Records whose texts lead to it. */
      links: z.array(linkingText),
      hasMoreLinks: z.boolean(),
      /** Records that the caller may not list refer to it too. */
      hasOthers: z.boolean(),
      /** Null where the caller could not delete it anyway. */
      deletion: z.nullable(z.object({
        isPossible: z.boolean(), why: z.nullable(z.string()),
        /** Something would be left without it that another of its kind could take over, and nothing else stands in the way. */
        asksSuccessor: z.boolean(),
      })),
    }),
  })
}
export type UsedBy = z.output<NonNullable<ReturnType<typeof usedByEndpoint>['output']>>
