import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

const tag = 'Exports'

export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The most rows that a worksheet can have besides its header. */
export const maxSheetRows = 1_048_575
/** How many of a person's exports can wait or run at a time. */
export const maxUnderWay = 3

const state = z.enum(['queued', 'running', 'done', 'failed', 'cancelled'])

const record = z
  .object({
    id: z.int(),
    resource: z.string(),
    format: z.enum(exportFormats),
    filter: z.nullable(z.string()),
    q: z.nullable(z.string()),
    sort: z.string(),
    columns: z.array(z.string()),
    state,
    rowsDone: z.int(),
    rowsTotal: z.nullable(z.int()),
    bytes: z.int(),
    error: z.nullable(z.string()),
    fileName: z.string(),
    owner: z.object({ id: z.int(), name: z.string() }),
    createdAt: z.string(),
    startedAt: z.nullable(z.string()),
    finishedAt: z.nullable(z.string()),
    expiresAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'Export' })
/** An export as it travels. */
export type Export = z.infer<typeof record>

/** True while it waits or is being made. */
export function isUnderWay({ state: at }: Pick<Export, 'state'>): boolean {
  return at === 'queued' || at === 'running'
}

const text = (what: string) => z.string({ error: () => t("{what} must be text, as in the list's own call.", { what }) })

const input = z
  .strictObject({
    format: z.enum(exportFormats, { error: () => t('The format is csv or xlsx.') }),
    filter: z.optional(text('filter')),
    sort: z.optional(text('sort')),
    q: z.optional(text('q')),
    columns: z.optional(
      z
        .array(z.string(), { error: () => t('columns must be a list of keys.') })
        .check(
          z.minLength(1, { error: () => t('Choose at least one column.') }),
          z.maxLength(200, { error: () => t('Too many columns.') }),
        ),
    ),
  })
  .register(z.globalRegistry, { id: 'ExportCreate' })

/**
 * Starts an export of what a list shows: filter, sort and q as the list's own call takes them, and the columns in
 * their order (all of them where none are named). Every resource with a list has it.
 */
export function exportEndpoint(resource: AnyResource) {
  return defineEndpoint(`POST ${basePathOf(resource)}/exports`, {
    summary: 'Start an export of records as a list shows them',
    operationId: 'startExport',
    each: resource,
    tag,
    access: [resource.access.object, 'export'],
    also: [[resource.access.object, 'ui']],
    status: 201,
    input,
    output: record,
    answers: ['Location'],
  })
}

export const listExports = defineEndpoint('GET /rest/data/exports', {
  summary: 'List the exports that the caller asked for, the newest first',
  access: 'signed-in',
  tag,
  output: z.array(record),
})

export const readExport = defineEndpoint('GET /rest/data/exports/:id', {
  summary: 'Read how far an export is',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const cancelExport = defineEndpoint('POST /rest/data/exports/:id/cancel', {
  summary: 'Cancel an export that waits or is being made',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const downloadExport = defineEndpoint('GET /rest/data/exports/:id/file', {
  summary: 'Download the file of an export',
  access: 'signed-in',
  tag,
  params: idParams,
  produces: Object.values(mediaTypes),
  output: z.string(),
})
