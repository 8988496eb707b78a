/** Beginnings that a spreadsheet takes for a formula, the fullwidth forms included, behind any apostrophes. */
const formula = /^'*[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/

/** A number, date or other value of a fixed form: it is written as it is, so that `-5.00` stays a number. */
interface Exact {
  readonly exact: string
}
export type CsvCell = string | number | Exact | null

/**
 * A cell as RFC 4180 has it. Text that a spreadsheet would run as a formula gets an apostrophe before it, and so does
 * text that looks as if it had got one, so that `csvText` can be undone by `fromCsvCell`.
 */
function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object') return quoted(value.exact)
  return quoted(formula.test(value) ? `'${value}` : value)
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, each ended by CRLF. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

/** The text that a cell was made of, once the quotes are off. */
export function fromCsvCell(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text
}

/** Spreadsheets take a file without this mark for one of their own old alphabets. */
export const byteOrderMark = '\ufeff'
