import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, numberText } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

/** Rows up to which a merge is done at once; a job does larger ones. */
export const maxAtOnce = 100

const record = z.object({ id: z.int(), title: z.string() })

const preview = z
  .object({
    /** The one that goes, with its slug: two of one name are what merges are about. */
    from: z.object({ id: z.int(), title: z.string(), slug: z.nullable(z.string()) }),
    into: record,
    /** References to it that are moved. */
    moves: z.array(
      z.object({
        /** Null where it is no record that people keep. */
        resource: z.nullable(z.string()),
        label: z.string(),
        field: z.string(),
        count: z.int(),
      }),
    ),
    total: z.int(),
    /** Fields in which both have their own value: the user chooses which one to keep. */
    choices: z.array(
      z.object({
        /** What the answer names. */
        key: z.string(),
        label: z.string(),
        into: z.string(),
        from: z.string(),
      }),
    ),
    /** What the survivor also gets, as a field's label and the text of the added values. */
    mergedFields: z.array(z.object({ label: z.string(), added: z.array(z.string()) })),
    /** Records that both have: those of the one that stays remain. */
    collapsedRows: z.array(z.object({ label: z.string(), count: z.int() })),
    /** Sentences about what has to change first; the merge is refused while there are any. */
    obstacles: z.array(z.string()),
  })
  .register(z.globalRegistry, { id: 'MergePreview' })
export type MergePreview = z.output<typeof preview>

const merge = z
  .object({
    id: z.int(),
    duplicateId: z.int(),
    duplicateTitle: z.string(),
    status: z.enum(['moving', 'merged', 'undoing', 'undone']),
    moved: z.int(),
    by: z.string(),
    at: z.string(),
    undoUntil: z.string(),
    canUndo: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Merge' })
export type Merge = z.output<typeof merge>
const merges = z.object({ merges: z.array(merge) }).register(z.globalRegistry, { id: 'Merges' })
const mergeParams = z.object({ id: idText, merge: numberText('The id of the merge') })

const take = { error: () => t('Send the fields to keep from the merged record, as in the preview.') }
const from = { error: () => t('Choose the record to merge into this one.') }

const mergeQuery = z.object({
  from: z
    .string(from)
    .check(z.regex(/^[1-9][0-9]{0,14}$/, from))
    .register(z.globalRegistry, { type: 'integer', minimum: 1, description: 'The id of the one that goes' }),
})
const mergeInput = z
  .strictObject({
    from: z.int(from),
    /** Of the choices that the preview names: those that are kept from the one that goes. */
    take: z.optional(z.array(z.string(take)).check(z.maxLength(40, take))),
  })
  .register(z.globalRegistry, { id: 'MergeCreate' })

export function previewMergeEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/merge-preview`, {
    summary: 'Read what merging another record into this one would move',
    operationId: 'previewMerge',
    each: resource,
    access: [resource.access.object, 'ui'],
    tag: 'Merges',
    params: idParams,
    query: mergeQuery,
    output: preview,
  })
}

export function mergeEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/merge`, {
    summary: 'Merge another record into this one, which then answers to both ids and addresses',
    operationId: 'mergeRecord',
    each: resource,
    access: [resource.access.object, 'write'],
    tag: 'Merges',
    params: idParams,
    output: merge,
    input: mergeInput,
  })
}

export function listMergesEndpoint(resource: AnyResource) {
  return defineEndpoint(`GET ${basePathOf(resource)}/:id/merges`, {
    summary: 'Read what was merged into one record, the newest first',
    operationId: 'listMerges',
    each: resource,
    access: [resource.access.object, 'ui'],
    tag: 'Merges',
    params: idParams,
    output: merges,
  })
}

export function undoMergeEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/:id/merges/:merge/undo`, {
    summary: 'Take a record that was merged into this one apart again, within 30 days',
    operationId: 'undoMerge',
    each: resource,
    access: [resource.access.object, 'write'],
    tag: 'Merges',
    params: mergeParams,
    output: merge,
  })
}
