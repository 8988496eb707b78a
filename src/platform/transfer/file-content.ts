import type { ExportColumn } from './export-columns.ts'

/** The contents of a file. `pages` are records as the list returns them. */
export interface FileContent {
  /** The name of the list. */
  readonly title: string
  readonly columns: readonly ExportColumn[]
  readonly pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
}
