import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { CellType, ExportColumn } from './export-columns.ts'
import type { FileContent } from './file-content.ts'

type Row = Readonly<Record<string, unknown>>

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

/** Bytes that are put into the table at once. */
const pieceSize = 128 * 1024
/** A sheet repeats itself so much that the quickest level makes it small; the usual one takes three times as long. */
const compressionLevel = 1
/** The most characters that a cell can have. */
const longestText = 32_767

/** Formats of numbers by the styles below; those under 164 are built in. */
const styles = {
  text: 1,
  header: 2,
  date: 3,
  instant: 4,
  time: 5,
  percent: 6,
  whole: 7,
  two: 8,
  three: 9,
  four: 10,
} as const
const formats = [
  [0, 0],
  [49, 0],
  [49, 1],
  [164, 0],
  [165, 0],
  [20, 0],
  [10, 0],
  [3, 0],
  [4, 0],
  [166, 0],
  [167, 0],
] as const
const stylesXml =
  `${head}<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.000"/><numFmt numFmtId="167" formatCode="#,##0.0000"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${formats.length}">${formats
    .map(
      ([format, font]) =>
        `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    )
    .join('')}</cellXfs>` +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Every part but the sheet itself, which is as long as the list. */
function parts(title: string): [name: string, text: string][] {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xml(sheetName(title))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
        `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', stylesXml],
  ]
}

/** A sheet's name has at most 31 characters, and none that a formula would interpret. */
function sheetName(title: string): string {
  return (
    title
      .replace(/[[\]:*?/\\']/g, ' ')
      .slice(0, 31)
      .trim() || 'Export'
  )
}

/** What cannot stand in XML as it is; few texts have any of it. */
const special = /[&<>"\0-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff\ud800-\udfff]|_x/

/** Text inside XML. What XML cannot hold is written as the format's own escape, and so is text that looks like one. */
function xml(text: string): string {
  if (!special.test(text)) return text
  return (
    text
      .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      // These are the characters that XML does not allow.
      .replace(
        /[\0-\x08\x0b\x0c\r\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
        (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}

/** The name of a column, counted from 0: `A`, `Z`, `AA`. */
function columnName(index: number): string {
  return `${index >= 26 ? columnName(Math.floor(index / 26) - 1) : ''}${String.fromCharCode(65 + (index % 26))}`
}

function textCell(place: string, text: string, style: number): string {
  const shown = text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xml(shown)}</t></is></c>`
}

const numberCell = (place: string, value: string | number, style: number) =>
  `<c r="${place}" s="${style}"><v>${value}</v></c>`

/** Days since the spreadsheets' own beginning. Days before March 1900 they count wrongly, so those stay text. */
function dayCell(place: string, text: string, style: number): string {
  const days = (Date.parse(text.length === 10 ? `${text}T00:00:00Z` : text) - Date.UTC(1899, 11, 30)) / 86_400_000
  return days < 61 ? textCell(place, text, styles.text) : numberCell(place, Number(days.toFixed(10)), style)
}

const moneyStyles: Readonly<Record<number, number>> = {
  0: styles.whole,
  2: styles.two,
  3: styles.three,
  4: styles.four,
}

/** How each type of cell is written: numbers and days as such, text never as anything else. */
const cells = {
  text: (place, value) => textCell(place, String(value), styles.text),
  number: (place, value) => numberCell(place, Number(value), 0),
  decimal: (place, value) => {
    const [, fraction = ''] = String(value).split('.')
    return numberCell(place, String(value), moneyStyles[fraction.length] ?? 0)
  },
  percent: (place, value) => numberCell(place, Number((Number(value) / 100).toFixed(8)), styles.percent),
  boolean: (place, value) => `<c r="${place}" t="b"><v>${value === true ? 1 : 0}</v></c>`,
  date: (place, value) => dayCell(place, String(value), styles.date),
  time: (place, value) => {
    const [hours = 0, minutes = 0] = String(value).split(':').map(Number)
    return numberCell(place, (hours * 60 + minutes) / 1_440, styles.time)
  },
  instant: (place, value) => dayCell(place, String(value), styles.instant),
} satisfies Record<CellType, (place: string, value: string | number | boolean) => string>

/** Widths of columns in characters. */
const widths: Readonly<Record<CellType, number>> = {
  text: 28,
  number: 12,
  decimal: 14,
  percent: 10,
  boolean: 10,
  date: 12,
  time: 8,
  instant: 20,
}

function cell(column: ExportColumn, row: Row, place: string): string {
  const value = column.inWords ? column.inWords(row) : column.read(row)
  return value === null || value === '' ? '' : cells[column.type](place, value)
}

/** People read it, so its header is in the words of the screen; where moments are in UTC it says so. */
async function* sheet({ columns, pages }: FileContent): AsyncGenerator<Buffer> {
  const names = columns.map((_, index) => columnName(index))
  const row = (number: number, content: (index: number, place: string) => string) =>
    `<row r="${number}">${names.map((name, index) => content(index, `${name}${number}`)).join('')}</row>`
  yield Buffer.from(
    `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
      `<cols>${columns.map(({ type }, index) => `<col min="${index + 1}" max="${index + 1}" width="${widths[type]}" customWidth="1"/>`).join('')}</cols><sheetData>` +
      row(1, (index, place) =>
        textCell(
          place,
          `${columns[index]?.label ?? ''}${columns[index]?.type === 'instant' ? ' (UTC)' : ''}`,
          styles.header,
        ),
      ),
  )
  let last = 1
  for await (const page of pages) {
    const rows = page.map((record) => {
      last += 1
      return row(last, (index, place) => {
        const column = columns[index]
        return column ? cell(column, record, place) : ''
      })
    })
    if (rows.length > 0) yield Buffer.from(rows.join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

/** A workbook with one sheet. A slow reader slows down the pages, so nothing piles up in between. */
export async function* xlsxFile(content: FileContent): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const out = new PassThrough()
  const source = Readable.from(sheet(content), { objectMode: false })
  const fail = (error: Error) => out.destroy(error)
  source.on('error', fail)
  zip.on('error', fail)
  for (const [name, text] of parts(content.title)) zip.addBuffer(Buffer.from(text), name)
  zip.addReadStream(source, 'xl/worksheets/sheet1.xml', { compressionLevel })
  zip.end()
  zip.outputStream.pipe(out)
  let [kept, size]: [Buffer[], number] = [[], 0]
  try {
    for await (const chunk of out) {
      // Edge: this stream never has an encoding, so it yields buffers.
      kept.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size < pieceSize) continue
      yield Buffer.concat(kept)
      ;[kept, size] = [[], 0]
    }
    if (size > 0) yield Buffer.concat(kept)
  } finally {
    source.destroy()
    out.destroy()
  }
}
