import { isUtf8 } from 'node:buffer'
import Papa from 'papaparse'
import { Refusal } from '../../core/errors/errors.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import type { Delimiter, Encoding } from './file-imports.ts'
import { delimiters, maxColumns, maxInCell, maxRows } from './file-imports.ts'

/** Characters of one row with everything in it: a quote that is never closed ends here and not at the end of memory. */
const maxInRow = 1_000_000

type Pieces = () => AsyncIterable<Uint8Array> | readonly Uint8Array[]

const signatures: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'a workbook or a ZIP file'],
  [[0x50, 0x4b, 0x05, 0x06], 'a ZIP file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'a workbook of an old Excel'],
  [[0x1f, 0x8b], 'a compressed file'],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF'],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program'],
  [[0x4d, 0x5a, 0x90, 0x00], 'a program'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
]

function wrongFile(message: string): Refusal {
  return new Refusal(422, message, { fields: { file: message } })
}

/**
 * Which alphabet a file is in: what its byte order mark says, else UTF-8 where it is that throughout, else what old
 * spreadsheets of western Europe write.
 *
 * @throws Refusal 422 for what is no text at all
 */
export async function encodingOf(pieces: Pieces): Promise<Encoding> {
  let isFirst = true
  let isUtf8So = true
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const piece of pieces()) {
    if (isFirst) {
      isFirst = false
      const [, what] = signatures.find(([bytes]) => bytes.every((byte, at) => piece[at] === byte)) ?? []
      if (what !== undefined)
        throw wrongFile(t('This is {what}, not a CSV file. Save the sheet as CSV and import that.', { what: t(what) }))
      if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le'
      if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be'
      // A text in Latin letters without a mark has a zero beside every letter.
      if (piece[0] !== 0 && piece[1] === 0 && piece[3] === 0) return 'utf-16le'
      if (piece[0] === 0 && piece[1] !== 0 && piece[2] === 0) return 'utf-16be'
    }
    if (piece.includes(0))
      throw wrongFile(t('This file has bytes that are not text. Save the sheet as CSV and import that.'))
    const bytes = Buffer.concat([rest, piece])
    const end = wholeUntil(bytes)
    isUtf8So &&= isUtf8(bytes.subarray(0, end))
    rest = bytes.subarray(end)
    if (!isUtf8So) rest = Buffer.alloc(0)
  }
  return isUtf8So && rest.length === 0 ? 'utf-8' : 'windows-1252'
}

/** Where the last complete UTF-8 character ends: a piece can end in the middle of one. */
function wholeUntil(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? bytes.length - back : bytes.length
    if (byte < 0x80) return bytes.length
  }
  return bytes.length
}

/** The text of a file, piece by piece, its byte order mark left out. */
export async function* textOf(pieces: Pieces, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of pieces()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** The text of a file that came whole, as Base64; null for what is none. */
export async function textOfBase64(content: string): Promise<{ text: string; encoding: Encoding } | null> {
  const bytes = Buffer.from(content, 'base64')
  if (bytes.toString('base64') !== content) return null
  const encoding = await encodingOf(() => [bytes])
  return { text: new TextDecoder(encoding).decode(bytes), encoding }
}

/**
 * The delimiter of the cells: the one that splits the headings into the most columns. Excel can declare it in a line of
 * its own.
 */
function delimiterOf(text: string): { delimiter: Delimiter; skip: number } {
  const [said, mark] = /^sep=([,;\t])\r?\n?/i.exec(text) ?? []
  const named = delimiters.find((one) => one === mark)
  if (said !== undefined && named) return { delimiter: named, skip: said.length }
  const found = delimiters.map((delimiter) => {
    const [headings = []] = parse(text.slice(0, 65_536), delimiter, newlineOf(text), false, 1).data
    return { delimiter, columns: headings.length }
  })
  return { delimiter: found.reduce((best, one) => (one.columns > best.columns ? one : best)).delimiter, skip: 0 }
}

/** How lines end: as the first one outside quotes does. */
function newlineOf(text: string): '\n' | '\r\n' | '\r' {
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && letter === '\n') return '\n'
    else if (!isQuoted && letter === '\r') return text[at + 1] === '\n' ? '\r\n' : '\r'
  }
  return '\n'
}

interface Parsed {
  readonly data: string[][]
  readonly errors: readonly { code: string; row?: number }[]
  readonly meta: { readonly cursor: number }
}

function parse(text: string, delimiter: Delimiter, newline: string, isPartial: boolean, preview = 0): Parsed {
  // Edge: the package's types leave open what the parser answers with.
  return new Papa.Parser({ delimiter, newline, quoteChar: '"', escapeChar: '"', preview } as Papa.ParseConfig).parse(
    text,
    0,
    isPartial,
  ) as Parsed
}

export interface ReadRow {
  /** As a spreadsheet counts: the headings are row 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** The contents of a file: its headings first, then its rows in batches. Empty rows are left out, but counted. */
export type CsvPart =
  | { readonly delimiter: Delimiter; readonly headings: readonly string[] }
  | { readonly rows: readonly ReadRow[] }

/**
 * Reads a CSV file as it comes, never holding more than a row beyond what it was given.
 *
 * @throws Refusal 422 that says in which row it cannot be read, or which limit it passes
 */
export async function* readCsvFile(texts: AsyncIterable<string> | readonly string[]): AsyncGenerator<CsvPart> {
  let delimiter: Delimiter | null = null
  let newline = '\n'
  let headings: readonly string[] | null = null
  let [rest, number, total] = ['', 0, 0]

  function* take(isLast: boolean): Generator<CsvPart> {
    if (delimiter === null) {
      // Enough to see the headings whole; a file that is shorter ends here.
      if (!isLast && rest.length < 65_536) return
      const found = delimiterOf(rest)
      delimiter = found.delimiter
      rest = rest.slice(found.skip)
      newline = newlineOf(rest)
    }
    const { data, errors, meta } = parse(rest, delimiter, newline, !isLast)
    const [error] = errors
    if (error) throw brokenQuote(error.code, number + (error.row ?? data.length) + 1)
    rest = isLast ? '' : rest.slice(meta.cursor)
    if (rest.length > maxInRow) throw brokenQuote('MissingQuotes', number + data.length + 1)
    const rows: ReadRow[] = []
    for (const cells of data) {
      number += 1
      if (newline === '\n') trimReturn(cells)
      if (headings === null) {
        headings = headingsIn(cells)
        yield { delimiter, headings }
        continue
      }
      if (cells.every((cell) => cell.trim() === '')) continue
      total += 1
      if (total > maxRows)
        throw wrongFile(
          t('A file can have at most {most} rows. Split it into several.', { most: formatNumber(maxRows) }),
        )
      rows.push({ number, cells: cellsOf(cells, headings.length, number) })
    }
    if (rows.length > 0) yield { rows }
  }

  for await (const text of texts) {
    if (text.includes('\0'))
      throw wrongFile(t('This file has bytes that are not text. Save the sheet as CSV and import that.'))
    rest += text
    yield* take(false)
  }
  yield* take(true)
  if (headings === null) throw wrongFile(t('This file is empty.'))
  if (total === 0) throw wrongFile(t('This file has headings, but no rows.'))
}

/** Lines that end in both ways within one file. */
function trimReturn(cells: string[]): void {
  const last = cells.at(-1)
  if (last?.endsWith('\r')) cells[cells.length - 1] = last.slice(0, -1)
}

function brokenQuote(code: string, row: number): Refusal {
  return wrongFile(
    code === 'MissingQuotes'
      ? t('A quotation mark in row {row} is never closed, or the row is too long.', {
          row: formatNumber(row),
        })
      : t(
          'A quotation mark in row {row} is in the middle of a cell. Write two of them there, and one on each side of the cell.',
          { row: formatNumber(row) },
        ),
  )
}

function headingsIn(cells: readonly string[]): readonly string[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  if (last === -1) throw wrongFile(t('The first row is empty. It must have the column names.'))
  if (last >= maxColumns)
    throw wrongFile(
      t('A file can have at most {most} columns, and this one has {found}.', {
        most: maxColumns,
        found: formatNumber(last + 1),
      }),
    )
  const headings = cells.slice(0, last + 1).map((cell) => cell.trim())
  const long = headings.find((heading) => heading.length > 200)
  if (long !== undefined)
    throw wrongFile(
      t('The first row must have the column names, and “{start}…” is too long for one.', {
        start: long.slice(0, 40),
      }),
    )
  return headings
}

function cellsOf(cells: readonly string[], columns: number, row: number): readonly string[] {
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    throw wrongFile(
      t(
        'Row {row} has more cells than there are headings. Perhaps a cell with a separator in it lacks its quotation marks.',
        { row: formatNumber(row) },
      ),
    )
  }
  if (cells.some((cell) => cell.length > maxInCell)) {
    throw wrongFile(
      t('A cell in row {row} has more than {most} characters.', {
        row: formatNumber(row),
        most: formatNumber(maxInCell),
      }),
    )
  }
  return Array.from({ length: columns }, (_, at) => cells[at] ?? '')
}
