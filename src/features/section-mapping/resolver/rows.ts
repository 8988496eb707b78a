import { clean } from './tokens.ts'

/** What sellers write where a ticket has no row. */
const noRow = new Set(['', 'na', 'none', 'tbd', 'tba', 'any', 'ga', 'generaladmission', 'unassigned', 'null'])

/** A row without differences of spelling: `Row 05` and `5` are equal. */
function rowKey(row: string): string {
  const key = clean(row)
    .replace(/^\s*(?:row|fila|reihe|rang|rangee)(?![a-z])\s*/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/^0+(?=.)/, '')
  return noRow.has(key) ? '' : key
}

/** Whether a text names several rows: `A-Z`, `1-10`, `5 to 7`, `3/4`. */
export const isRowRange = (row: string): boolean =>
  /^\s*(?:rows?\s*)?[\p{L}\p{N}]{1,4}\s*(?:[-–—/&,+]|\bto\b|\.\.)\s*[\p{L}\p{N}]{1,4}\s*$/iu.test(row)

/** `null`: the section has no rows to check. */
export type RowIndex = ReadonlyMap<string, string> | null

export function rowIndex(rows: readonly string[]): RowIndex {
  const keyed = rows.flatMap((row) => (rowKey(row) === '' ? [] : [[rowKey(row), row] as const]))
  return keyed.length === 0 ? null : new Map(keyed)
}

/** The row as the manifest writes it; null for a row of nowhere in particular; undefined if the section lacks it. */
export function rowIn(index: RowIndex, row: string | null): string | null | undefined {
  const key = row === null ? '' : rowKey(row)
  if (key === '') return row === null || row.trim() === '' || index === null ? null : undefined
  return index === null ? row : index.get(key)
}
