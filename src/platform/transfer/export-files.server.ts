import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { csvFile } from './csv-file.server.ts'
import type { ExportFormat } from './exports.ts'
import { maxSheetRows } from './exports.ts'
import type { FileContent } from './file-content.ts'
import { xlsxFile } from './xlsx-file.server.ts'

export interface FileFormat {
  /** The most rows that a file of this kind can have. */
  readonly maxRows: number
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
  csv: { maxRows: Infinity, write: csvFile, pack: (piece) => compress(piece), unpack: (piece) => expand(piece) },
  // A workbook is compressed already.
  xlsx: { maxRows: maxSheetRows, write: xlsxFile, pack: asIs, unpack: asIs },
}
