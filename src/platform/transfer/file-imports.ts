import * as z from 'zod/mini'
import { defineEndpoint } from '../../core/http/endpoint.ts'
import { t } from '../../core/i18n/language.ts'
import { idParams, idText, positionText } from '../../core/http/path-params.ts'
import type { AnyResource } from '../../core/resource/resource.ts'
import { basePathOf } from '../../core/resource/resource.ts'

const tag = 'File imports'

/** The largest file, in bytes. */
export const maxBytes = 20 * 1024 * 1024
/** The size of one piece of an upload, in bytes. A body is a third larger, as Base64, and stays below 1 MiB. */
export const pieceBytes = 512 * 1024
/** Rows besides the headings. */
export const maxRows = 50_000
export const maxColumns = 300
/** Characters. */
export const maxInCell = 131_072
/** Up to this many rows are processed while the caller waits; a job processes more. */
export const maxAtOnce = 100
/** How many open file imports, neither finished nor cancelled, a person can have. */
export const maxOpen = 10

export const importModes = ['both', 'update', 'create'] as const
export type ImportMode = (typeof importModes)[number]

const states = [
  'uploading',
  'reading',
  'read',
  'checking',
  'checked',
  'applying',
  'done',
  'failed',
  'cancelled',
] as const
export const rowResults = ['create', 'change', 'unchanged', 'refused', 'created', 'changed'] as const
export type RowResult = (typeof rowResults)[number]
const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

const count = z.int()
const record = z
  .object({
    id: count,
    resource: z.string(),
    fileName: z.string(),
    bytes: count,
    state: z.enum(states),
    encoding: z.nullable(z.enum(encodings)),
    delimiter: z.nullable(z.enum(delimiters)),
    headings: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    mapping: z.array(z.string()),
    keyField: z.nullable(z.string()),
    mode: z.enum(importModes),
    rowsTotal: count,
    rowsDone: count,
    toCreate: count,
    toChange: count,
    unchanged: count,
    refused: count,
    created: count,
    changed: count,
    error: z.nullable(z.string()),
    createdAt: z.string(),
    finishedAt: z.nullable(z.string()),
    expiresAt: z.string(),
  })
  .register(z.globalRegistry, { id: 'FileImport' })
/** A file import as it travels. */
export type FileImport = z.infer<typeof record>

const row = z
  .object({
    number: count,
    result: z.nullable(z.enum(rowResults)),
    recordId: z.nullable(count),
    cells: z.array(z.string()),
    changes: z.array(
      z.object({
        key: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        /** Its currency or time zone before and after. */
        beside: z.optional(z.array(z.unknown())),
      }),
    ),
    problems: z.array(z.object({ column: z.nullable(z.string()), value: z.string(), message: z.string() })),
  })
  .register(z.globalRegistry, { id: 'ImportRow' })
/** A row of a file as it travels. */
export type ImportRow = z.infer<typeof row>
export type RowChange = ImportRow['changes'][number]
export type RowProblem = ImportRow['problems'][number]

/** True while a file is being read, checked or applied. */
export function isAtWork({ state }: Pick<FileImport, 'state'>): boolean {
  return state === 'reading' || state === 'checking' || state === 'applying'
}

/** True when nothing more will happen. */
export function isOver({ state }: Pick<FileImport, 'state'>): boolean {
  return state === 'done' || state === 'failed' || state === 'cancelled'
}

const input = z
  .strictObject({
    fileName: z
      .string({ error: () => t('Enter a file name.') })
      .check(
        z.minLength(1, { error: () => t('Enter a file name.') }),
        z.maxLength(200, { error: () => t('The name of the file can have at most 200 characters.') }),
      ),
    bytes: z.int({ error: () => t('Send the file’s size in bytes.') }).check(
      z.minimum(1, { error: () => t('The file is empty.') }),
      z.maximum(maxBytes, {
        error: () => t('A file can be at most {n} MB. Split it into several.', { n: maxBytes / 1024 / 1024 }),
      }),
    ),
  })
  .register(z.globalRegistry, { id: 'FileImportCreate' })

/** Begins the import of a file into a list. Every resource that can be created or updated has it. */
export function fileImportEndpoint(resource: AnyResource) {
  const { object, update = object } = resource.access
  return defineEndpoint(`POST ${basePathOf(resource)}/file-imports`, {
    summary: 'Begin to import records from a CSV file, whose pieces are sent next',
    operationId: 'beginFileImport',
    each: resource,
    tag,
    access: [resource.operations.includes('create') ? object : update, 'write'],
    also: [[object, 'ui']],
    status: 201,
    input,
    output: record,
    answers: ['Location'],
  })
}

export const sendPiece = defineEndpoint('PUT /rest/data/file-imports/:id/pieces/:position', {
  summary: 'Send a piece of a file: 512 KiB as Base64, the last one less; position counts from 0',
  access: 'signed-in',
  tag,
  params: z.object({ id: idText, position: positionText }),
  input: z.strictObject({
    data: z
      .string({ error: () => t('Send the piece as Base64.') })
      .check(z.maxLength(Math.ceil(pieceBytes / 3) * 4, { error: () => t('A piece has at most 512 KiB.') })),
  }),
  output: z.object({ bytes: count }),
})

export const readFileImport = defineEndpoint('POST /rest/data/file-imports/:id/read', {
  summary: 'Read a file whose pieces are all there: find its columns and rows',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const checkFileImport = defineEndpoint('POST /rest/data/file-imports/:id/check', {
  summary: 'Try what the rows of a file would do, without changing anything',
  access: 'signed-in',
  tag,
  params: idParams,
  input: z.strictObject({
    mapping: z
      .array(z.string(), { error: () => t('mapping must be a list of fields, one for each column.') })
      .check(z.maxLength(maxColumns, { error: () => t('Too many columns.') })),
    keyField: z.nullable(z.string({ error: () => t('keyField must be a field, or null.') })),
    mode: z.enum(importModes, {
      error: () => t('The mode is {importModes}.', { importModes: importModes.join(', ') }),
    }),
  }),
  output: record,
})

export const applyFileImport = defineEndpoint('POST /rest/data/file-imports/:id/apply', {
  summary: 'Apply what the check of a file has found',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const cancelFileImport = defineEndpoint('POST /rest/data/file-imports/:id/cancel', {
  summary: 'Cancel a file import; what it has changed stays changed',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const listFileImports = defineEndpoint('GET /rest/data/file-imports', {
  summary: 'List the file imports of the caller, the newest first',
  access: 'signed-in',
  tag,
  output: z.array(record),
})

export const showFileImport = defineEndpoint('GET /rest/data/file-imports/:id', {
  summary: 'Read how far a file import is, and what it found',
  access: 'signed-in',
  tag,
  params: idParams,
  output: record,
})

export const listImportRows = defineEndpoint('GET /rest/data/file-imports/:id/rows', {
  summary: 'List rows of a file with what they would do or have done',
  access: 'signed-in',
  tag,
  params: idParams,
  query: z.object({ result: z.optional(z.string()), after: z.optional(z.string()) }),
  output: z.array(row),
})

export const downloadImportReport = defineEndpoint('GET /rest/data/file-imports/:id/report', {
  summary: 'Download the rows of a file with what became of each, all of them or those that were refused',
  access: 'signed-in',
  tag,
  params: idParams,
  query: z.object({ only: z.optional(z.string()) }),
  produces: ['text/csv'],
  output: z.string(),
})
