import * as z from 'zod/mini'
import { t } from '../../core/i18n/language.ts'
import type { PermissionObject } from '../../core/access/permissions.ts'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

const tag = 'Bulk edits'

/** The most records that are changed within the call; more are changed by a job. */
export const maxAtOnce = 100
/** The most records of one selection. */
export const maxSelected = 100_000
/** The most records that can be named one by one. */
const maxNamed = 1_000
/** How many of a person's bulk edits can wait or run at a time. */
export const maxUnderWay = 3
/** Records of each reason for a refusal that a preview names. */
export const maxExamples = 5
/** Results in one answer. */
export const resultsAtOnce = 200

const outcomes = ['changed', 'unchanged', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

/** Whether records of a resource can be changed in bulk: everything that can be changed one by one. */
export function hasBulkEdits({ operations }: AnyResource): boolean {
  return operations.includes('list') && (operations.includes('update') || operations.includes('delete'))
}

/** The permission of updating one record, or of deleting where that is all that there is. */
export function accessOf({
  access: { object, update = object },
  operations,
}: AnyResource): readonly [PermissionObject, 'write'] {
  return [operations.includes('update') ? update : object, 'write']
}

const result = z
  .object({
    recordId: z.int(),
    title: z.string(),
    outcome: z.enum(outcomes),
    reason: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'BulkResult' })
/** The outcome for one record. */
export type BulkResult = z.infer<typeof result>

const record = z
  .object({
    id: z.int(),
    resource: z.string(),
    /** As the audit calls it. */
    action: z.string(),
    /** JSON; null where the action says it all. */
    change: z.nullable(z.string()),
    /** The search and filter when the records were selected; null when they were named. */
    filter: z.nullable(z.string()),
    q: z.nullable(z.string()),
    state: z.enum(['queued', 'running', 'done', 'failed', 'cancelled']),
    error: z.nullable(z.string()),
    total: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    /** The bulk edit that this one undoes. */
    undoOf: z.nullable(z.int()),
    /** The caller can undo it now. */
    canUndo: z.boolean(),
    fileName: z.string(),
    owner: z.object({ id: z.int(), name: z.string() }),
    createdAt: z.string(),
    startedAt: z.nullable(z.string()),
    finishedAt: z.nullable(z.string()),
    expiresAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'BulkEdit' })
/** A bulk edit as it travels. */
export type BulkEdit = z.infer<typeof record>

const withResults = z
  .extend(record, {
    /** Of each record in the order of their ids; empty where a job does it. */
    results: z.array(result),
  })
  .register(z.globalRegistry, { id: 'BulkEditWithResults' })
export type DoneBulkEdit = z.infer<typeof withResults>

/** True while it waits or runs. */
export function isUnderWay({ state }: Pick<BulkEdit, 'state'>): boolean {
  return state === 'queued' || state === 'running'
}

const text = (what: string) => z.string({ error: () => t("{what} must be text, as in the list's own call.", { what }) })
const part = z
  .strictObject(
    { set: z.optional(z.unknown()), add: z.optional(z.array(z.unknown())), remove: z.optional(z.array(z.unknown())) },
    {
      error: () => t('Use set, or add and remove.'),
    },
  )
  .register(z.globalRegistry, { id: 'BulkFieldChange' })
const moment = z.optional(
  z.iso
    .datetime({ offset: true, abort: true, error: () => t('Send a UTC time, such as 2026-06-01T17:30:00Z.') })
    .check(z.overwrite((value) => new Date(value).toISOString())),
)
const parts = {
  ids: z.optional(
    z
      .array(
        z
          .int({ error: () => t('Every id must be a whole number.') })
          .check(z.positive({ error: () => t('Every id must be a whole number.') })),
        { error: () => t('Send the records as a list of ids.') },
      )
      .check(
        z.minLength(1, { error: () => t('Choose at least one record.') }),
        z.maxLength(maxNamed, { error: () => t('Send at most 1,000 records. For more, create a selection.') }),
      ),
  ),
  selection: z.optional(z.int({ error: () => t('Send the selection’s id.') })),
  change: z.optional(z.record(z.string(), part, { error: () => t('Send each field with its action.') })),
  action: z.optional(z.string({ error: () => t('The action must be a word, such as delete.') })),
  /** When pages are published and unpublished; omitted values stay unchanged. */
  plan: z.optional(z.strictObject({ at: moment, until: moment })),
}
/** `undo` names the last action on each of the records, done by the caller a moment ago. */
const input = z
  .strictObject({
    ...parts,
    undo: z.optional(
      z.string({ error: () => t('Send what to undo, such as archive.') }).check(z.minLength(1), z.maxLength(100)),
    ),
  })
  .register(z.globalRegistry, { id: 'BulkEditCreate' })
export type BulkInput = z.infer<typeof input>

const selectionInput = z
  .strictObject({ filter: z.optional(text('filter')), q: z.optional(text('q')) })
  .register(z.globalRegistry, { id: 'SelectionCreate' })
const selection = z
  .object({ id: z.int(), total: z.int(), expiresAt: z.string() })
  .register(z.globalRegistry, { id: 'Selection' })

const ofEach = (resource: AnyResource) => ({ each: resource, tag, access: accessOf(resource) })

export function selectionEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/selections`, {
    summary: 'Select all records that a list shows at this moment, on every page of it',
    operationId: 'selectRecords',
    ...ofEach(resource),
    also: [[resource.access.object, 'ui']],
    status: 201,
    input: selectionInput,
    output: selection,
  })
}

const leftAlone = z
  .object({
    /** References to any of the records, limited to those that the caller can list; counted up to 1,000. */
    uses: z.array(z.object({ resource: z.string(), key: z.string(), count: z.int(), isCapped: z.boolean() })),
    /** Records whose texts have link markers to any of them, counted up to 1,000. */
    links: z.int(),
    hasMoreLinks: z.boolean(),
    /** Records that the caller can't list refer to them too. */
    hasOtherUses: z.boolean(),
    hasOtherLinks: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'BulkConsequences' })
export type LeftAlone = z.infer<typeof leftAlone>
/** Actions after which records that others can refer to are deleted or hidden. */
export const leavingActions: readonly string[] = ['delete', 'unpublish']

const group = z.object({
  reason: z.string(),
  count: z.int(),
  records: z.array(z.object({ id: z.int(), title: z.string() })),
})
/** Some fields of a record that changes, by their keys, with what their values need to be shown. */
const example = z.object({
  id: z.int(),
  title: z.string(),
  keys: z.array(z.string()),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type BulkExample = z.infer<typeof example>
const preview = z
  .object({
    total: z.int(),
    /** Where the next part begins; null when all records have been looked at. */
    next: z.nullable(z.int()),
    changed: z.int(),
    unchanged: z.int(),
    refused: z.array(group),
    /** The first of those that change, as they are and as they would be; of deletions and later parts there are none. */
    examples: z.array(example),
    /** What refers to all the records together, in the first part of taking them down or deleting them; null otherwise. */
    leftAlone: z.nullable(leftAlone),
    /** What the area has to say before all of it is done, in the first part; null otherwise. */
    note: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'BulkPreview' })
/** The preview of a bulk edit, for a part of its records. */
export type BulkPreview = z.infer<typeof preview>

const previewInput = z
  .strictObject({
    ...parts,
    from: z.optional(
      z
        .int({ error: () => t('from is a whole number.') })
        .check(z.nonnegative({ error: () => t('from is a whole number.') })),
    ),
  })
  .register(z.globalRegistry, { id: 'BulkPreviewInput' })

export function previewEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/bulk-edits/preview`, {
    summary: 'Preview a change of many records, a part of them at a time',
    operationId: 'previewBulkEdit',
    ...ofEach(resource),
    input: previewInput,
    output: preview,
  })
}

export function bulkEditEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/bulk-edits`, {
    summary: `Change or delete many records, or undo that; more than ${maxAtOnce} by a job`,
    operationId: 'editRecords',
    ...ofEach(resource),
    status: 201,
    input,
    output: withResults,
    answers: ['Location'],
  })
}

export const listBulkEdits = defineEndpoint('GET /rest/data/bulk-edits', {
  summary: 'List the bulk edits of the caller, the newest first',
  access: 'signed-in',
  tag,
  output: z.array(record),
})

export const readBulkEdit = defineEndpoint('GET /rest/data/bulk-edits/:id', {
  summary: 'Read how far a bulk edit is',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const listBulkResults = defineEndpoint('GET /rest/data/bulk-edits/:id/results', {
  summary: 'List what became of the records of a bulk edit',
  access: 'signed-in',
  tag,
  params: idParams,
  query: z.object({
    outcome: z.optional(z.enum(outcomes, { error: () => t('The outcome must be changed, unchanged or refused.') })),
    /** Goes on behind this place. */
    after: z.optional(
      z.string().check(z.regex(/^[0-9]{1,9}$/, { error: () => t('after must be a cursor from an earlier response.') })),
    ),
  }),
  output: z.object({ results: z.array(result), /** Null at the end. */ next: z.nullable(z.int()) }),
})

export const downloadBulkResults = defineEndpoint('GET /rest/data/bulk-edits/:id/file', {
  summary: 'Download what became of the records of a bulk edit as CSV',
  access: 'signed-in',
  tag,
  params: idParams,
  produces: 'text/csv',
  output: z.string(),
})

export const cancelBulkEdit = defineEndpoint('POST /rest/data/bulk-edits/:id/cancel', {
  summary: 'Stop a bulk edit; what it has changed stays changed',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const undoBulkEdit = defineEndpoint('POST /rest/data/bulk-edits/:id/undo', {
  summary: 'Take a bulk edit back, as far as nothing else has happened to its records since',
  access: 'signed-in',
  tag,
  params: idParams,
  status: 201,
  output: withResults,
  answers: ['Location'],
})
