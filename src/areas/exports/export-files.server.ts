import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { csvFile } from './csv-file.server.ts'
import type { ExportColumn } from './export-columns.ts'
import type { ExportFormat } from './exports.ts'
import { mostSheetRows } from './exports.ts'
import { xlsxFile } from './xlsx-file.server.ts'

/** What a file is made of. `pages` are records as the list answers them. */
export interface FileContent {
  /** What the list is called. */
  readonly title: string
  readonly columns: readonly ExportColumn[]
  readonly pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>
}

export interface FileFormat {
  /** The most rows that a file of this kind holds. */
  readonly mostRows: number
  /** The file in pieces, each made when it is asked for. */
  write(content: FileContent): AsyncGenerator<Uint8Array>
  /** How a piece is kept in the database, and brought back. */
  pack(piece: Uint8Array): Promise<Uint8Array>
  unpack(piece: Uint8Array): Promise<Uint8Array>
}

const compress = promisify(gzip)
const expand = promisify(gunzip)
const asIs = async (piece: Uint8Array) => piece

export const fileFormats: Readonly<Record<ExportFormat, FileFormat>> = {
  csv: { mostRows: Infinity, write: csvFile, pack: (piece) => compress(piece), unpack: (piece) => expand(piece) },
  // A workbook is compressed already.
  xlsx: { mostRows: mostSheetRows, write: xlsxFile, pack: asIs, unpack: asIs },
}
