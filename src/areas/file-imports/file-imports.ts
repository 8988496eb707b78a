import * as z from 'zod/mini'
import type { Access } from '../../kit/endpoint.ts'
import { defineEndpoint } from '../../kit/endpoint.ts'
import { t } from '../../kit/language.ts'
import type { AnyResource } from '../../kit/resource.ts'
import { basePathOf, inSentence } from '../../kit/resource.ts'

const tag = 'File imports'
const params = z.object({ id: z.string() })

/** The largest file, in bytes. */
export const mostBytes = 20 * 1024 * 1024
/** What one call of an upload carries, in bytes. A body holds a third more, as Base64, and stays below 1 MiB. */
export const pieceBytes = 512 * 1024
/** Rows besides the headings. */
export const mostRows = 50_000
export const mostColumns = 300
/** Characters. */
export const mostInCell = 131_072
/** Up to so many rows are dealt with while the caller waits; a job takes care of more. */
export const mostAtOnce = 100
/** How many file imports of a person may be neither finished nor cancelled. */
export const mostOpen = 10

export const importModes = ['both', 'update', 'create'] as const
export type ImportMode = (typeof importModes)[number]

const states = ['uploading', 'reading', 'read', 'checking', 'checked', 'applying', 'done', 'failed', 'cancelled'] as const
export const rowResults = ['create', 'change', 'unchanged', 'refused', 'created', 'changed'] as const
export type RowResult = (typeof rowResults)[number]
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]
export const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

const count = z.int()
const record = z.object({
  id: count, resource: z.string(), fileName: z.string(), bytes: count, state: z.enum(states),
  encoding: z.nullable(z.enum(encodings)), delimiter: z.nullable(z.enum(delimiters)),
  headings: z.array(z.string()), sample: z.array(z.array(z.string())),
  mapping: z.array(z.string()), keyField: z.nullable(z.string()), mode: z.enum(importModes),
  rowsTotal: count, rowsDone: count, toCreate: count, toChange: count, unchanged: count, refused: count, created: count, changed: count,
  error: z.nullable(z.string()),
  createdAt: z.string(), finishedAt: z.nullable(z.string()), expiresAt: z.string(),
})
/** A file import as it travels. */
export type FileImport = z.infer<typeof record>

const row = z.object({
  number: count, result: z.nullable(z.enum(rowResults)), recordId: z.nullable(count), cells: z.array(z.string()),
  changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })),
  problems: z.array(z.object({ column: z.nullable(z.string()), value: z.string(), message: z.string() })),
})
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

/**
 * Whether files can be imported into a list: what is there has to be looked at before anything is changed, and what is
 * written nowhere but in its form is not written by files either.
 */
export function isImportable({ operations, form }: AnyResource): boolean {
  return !form?.guarded && operations.includes('list') && (operations.includes('create') || operations.includes('update'))
}

/** Begins the import of a file into a list. Every resource that can be created or updated has it. */
export function fileImportEndpoint(resource: AnyResource) {
  const { object, update = object } = resource.access
  const access: Access = [resource.operations.includes('create') ? object : update, 'write']
  return defineEndpoint(`POST ${basePathOf(resource)}/file-imports`, {
    summary: `Begin to import ${inSentence(resource.label[1])} from a CSV file, whose pieces are sent next`, tag,
    access, also: [[object, 'ui']], status: 201,
    input: z.strictObject({
      fileName: z.string({ error: () => t('Say what the file is called.') }).check(z.minLength(1, { error: () => t('Say what the file is called.') }), z.maxLength(200, { error: () => t('The name of the file may have at most 200 characters.') })),
      bytes: z.int({ error: () => t('Say how many bytes the file has.') }).check(
        z.minimum(1, { error: () => t('The file is empty.') }),
        z.maximum(mostBytes, { error: () => t('A file may have at most {n} MB. Split it into several.', { n: mostBytes / 1024 / 1024 }) }),
      ),
    }),
    output: record,
  })
}

export const sendPiece = defineEndpoint('PUT /rest/data/file-imports/:id/pieces/:position', {
  summary: 'Send a piece of a file: 512 KiB as Base64, the last one less; position counts from 0', access: 'signed-in', tag,
  params: z.object({ id: z.string(), position: z.string() }),
  input: z.strictObject({ data: z.string({ error: () => t('Send the piece as Base64.') }).check(z.maxLength(Math.ceil(pieceBytes / 3) * 4, { error: () => t('A piece has at most 512 KiB.') })) }),
  output: z.object({ bytes: count }),
})

export const readFileImport = defineEndpoint('POST /rest/data/file-imports/:id/read', {
  summary: 'Read a file whose pieces are all there: find its columns and rows', access: 'signed-in', tag, params, output: record,
})

export const checkFileImport = defineEndpoint('POST /rest/data/file-imports/:id/check', {
  summary: 'Try what the rows of a file would do, without changing anything', access: 'signed-in', tag, params,
  input: z.strictObject({
    mapping: z.array(z.string(), { error: () => t('mapping must be a list of fields, one for each column.') }).check(z.maxLength(mostColumns, { error: () => t('No file has so many columns.') })),
    keyField: z.nullable(z.string({ error: () => t('keyField must be a field, or null.') })),
    mode: z.enum(importModes, { error: () => t('The mode is {importModes}.', { importModes: importModes.join(', ') }) }),
  }),
  output: record,
})

export const applyFileImport = defineEndpoint('POST /rest/data/file-imports/:id/apply', {
  summary: 'Apply what the check of a file has found', access: 'signed-in', tag, params, output: record,
})

export const cancelFileImport = defineEndpoint('POST /rest/data/file-imports/:id/cancel', {
  summary: 'Cancel a file import; what it has changed stays changed', access: 'signed-in', tag, params, output: record,
})

export const listFileImports = defineEndpoint('GET /rest/data/file-imports', {
  summary: 'List the file imports of the caller, the newest first', access: 'signed-in', tag, output: z.array(record),
})

export const showFileImport = defineEndpoint('GET /rest/data/file-imports/:id', {
  summary: 'Read how far a file import is, and what it found', access: 'signed-in', tag, params, output: record,
})

export const listImportRows = defineEndpoint('GET /rest/data/file-imports/:id/rows', {
  summary: 'List rows of a file with what they would do or have done', access: 'signed-in', tag, params,
  query: z.object({ result: z.optional(z.string()), after: z.optional(z.string()) }), output: z.array(row),
})

export const downloadImportReport = defineEndpoint('GET /rest/data/file-imports/:id/report', {
  summary: 'Download the rows of a file with what became of each, all of them or those that were refused', access: 'signed-in', tag, params,
  query: z.object({ only: z.optional(z.string()) }), produces: ['text/csv'], output: z.string(),
})
