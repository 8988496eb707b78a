import * as z from 'zod/mini'
import type { Access } from '../../core/http/endpoint.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, numberText } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf, inSentence } from '../../core/resource/resource.ts'
import { ifMatch, recordSchema } from '../../core/calls/resource-endpoints.ts'
import { linkingText } from '../rich-text/link-verdicts.ts'

const whole = z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, { error: () => t('Send the number of a version.') }))
const change = z
  .object({ key: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'FieldChange' })
/** The titles of records that values refer to, by resource and id, limited to those that the reader can see. */
const titles = z.record(z.string(), z.record(z.string(), z.string()))

const version = z
  .object({
    /** The entry of the audit after which the record was so. */
    entry: z.int(),
    at: z.string(),
    action: z.string(),
    actorKind: z.enum(['staff', 'system']),
    actorName: z.string(),
    /** The real person, when the actor was acting as another user. */
    realActorName: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    /** The fields that became different, each value as JSON. */
    changes: z.array(change),
  })
  .register(z.globalRegistry, { id: 'RecordVersion' })
export type Version = z.output<typeof version>

const history = z
  .object({ versions: z.array(version), hasMore: z.boolean(), titles })
  .register(z.globalRegistry, { id: 'RecordHistory' })
const versionParams = z.object({ id: idText, entry: numberText('The entry of the version') })

/** Whether a resource's records change at all: calculated records have their history in their source. */
export function hasHistory({ operations, fields }: AnyResource): boolean {
  return operations.includes('read') && Object.values(fields).some((field) => !field.derived)
}

/** Whether changes of a record can be undone. */
export function hasUndo({ operations }: AnyResource): boolean {
  return operations.includes('update') || (operations.includes('create') && operations.includes('delete'))
}

const reading = ({ access }: AnyResource): Access => [access.object, 'ui']
const changing = ({ access }: AnyResource): Access => [access.update ?? access.object, 'write']

/** Versions in one answer. */
export const versionsAtOnce = 20

export function historyEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/history`, {
    summary: 'Read how one record has changed, the newest version first',
    operationId: 'readHistory',
    each: resource,
    access: reading(resource),
    tag: 'History',
    params: idParams,
    query: z.object({
      /** Goes on behind this version. */
      after: z.optional(whole),
    }),
    output: history,
  })
}

const hand = z
  .object({
    at: z.string(),
    actorKind: z.enum(['staff', 'system']),
    actorName: z.string(),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Hand' })
export type Hand = z.output<typeof hand>
const authorship = z
  .object({
    /** Null if it wasn't created by hand: it came with a data load or from a supplier. */
    created: z.nullable(hand),
    /** Null if it hasn't been changed since. */
    changed: z.nullable(hand),
  })
  .register(z.globalRegistry, { id: 'Authorship' })

export function authorshipEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/authorship`, {
    summary: 'Read who made one record, and who changed it last',
    operationId: 'readAuthorship',
    each: resource,
    access: reading(resource),
    tag: 'History',
    params: idParams,
    output: authorship,
  })
}

/** `before` is the record before this change: the only way to reach values older than everything that is known. */
const sides = ['after', 'before'] as const
const side = z.optional(z.enum(sides, { error: () => t('Use after or before.') }))
export type Side = (typeof sides)[number]

const versionPreview = z
  .object({
    /** The values that would be written. */
    values: z.record(z.string(), z.unknown()),
    /** The same, compared with the stored values. */
    changes: z.array(change),
    /** Fields that were different then and stay as they are: only the server writes them, the audit does not keep them, or they were kept in another form. */
    kept: z.array(z.object({ key: z.string(), because: z.enum(['read-only', 'personal', 'other-form']) })),
    titles,
  })
  .register(z.globalRegistry, { id: 'VersionPreview' })

export function versionEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/history/:entry`, {
    summary: 'Read what going back to a version would change of one record',
    operationId: 'previewVersion',
    each: resource,
    access: reading(resource),
    tag: 'History',
    params: versionParams,
    query: z.object({ side }),
    output: versionPreview,
  })
}
export type VersionPreview = z.output<typeof versionPreview>

const restoreInput = z
  .strictObject({ entry: z.int({ error: () => t('Send the version number.') }), side })
  .register(z.globalRegistry, { id: 'RestoreInput' })

export function restoreEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/restore`, {
    summary: `Put one ${inSentence(one)} back to an earlier version`,
    access: changing(resource),
    tag: many,
    params: idParams,
    output: recordSchema(resource),
    input: restoreInput,
    headers: ifMatch,
    answers: ['ETag'],
  })
}

const undoInput = z
  .strictObject({
    /** Must match the last thing that happened to the record, so that the call can't undo anything else. */
    action: z.string({ error: () => t('Send what to undo, such as delete.') }).check(z.minLength(1), z.maxLength(100)),
  })
  .register(z.globalRegistry, { id: 'UndoInput' })

export function undoEndpoint(resource: AnyResource) {
  const [one, many] = resource.label
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/undo`, {
    summary: `Undo the caller’s last change of one ${inSentence(one)}`,
    access: [resource.access.object, 'write'],
    tag: many,
    params: idParams,
    output: recordSchema(resource),
    input: undoInput,
    answers: ['ETag'],
  })
}

/** Counting stops here. */
export const maxCounted = 1_000

const use = z
  .object({
    resource: z.string(),
    key: z.string(),
    count: z.int(),
    isCapped: z.boolean(),
    /** Where the record is deleted and another takes its place, it refers to that one. */
    isReassigned: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'RecordUse' })
export type Use = z.output<typeof use>

const usedBy = z
  .object({
    /** By resource and field, limited to those that the caller can list. */
    uses: z.array(use),
    /** Records whose texts lead to it. */
    links: z.array(linkingText),
    hasMoreLinks: z.boolean(),
    /** Records that the caller can't list refer to it too. */
    hasOthers: z.boolean(),
    /**
     * The caller could delete it, which would leave references that another record of its kind could take over, and no
     * reference prevents it.
     */
    asksSuccessor: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'UsedBy' })

export function usedByEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/used-by`, {
    summary: 'Read what refers to one record',
    operationId: 'readUses',
    each: resource,
    access: reading(resource),
    tag: 'References',
    params: idParams,
    output: usedBy,
  })
}
export type UsedBy = z.output<typeof usedBy>

/** A version that the user can restore. */
export interface Chosen {
  readonly version: Version
  readonly side: Side
}
