/** Beginnings that a spreadsheet takes for a formula, the fullwidth forms included. */
const formula = /^[=+\-@\t\r\0\uff1d\uff0b\uff0d\uff20]/

/** A cell as RFC 4180 has it. Text that a spreadsheet would run as a formula gets an apostrophe before it. */
export function csvCell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV, each ended by CRLF. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}
