import { inflateRawSync } from 'node:zlib'

/** The cells of a CSV file as RFC 4180 has them, read letter by letter and knowing nothing of how they were written. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false]
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (letter === '"' && cell === '') isQuoted = true
    else if (letter === ',') {
      row.push(cell)
      cell = ''
    } else if (letter === '\r' && text.charAt(at + 1) === '\n') {
      rows.push([...row, cell])
      ;[row, cell] = [[], '']
      at += 1
    } else cell += letter
  }
  if (cell !== '' || row.length > 0) throw new Error('The last row has no end.')
  return rows
}

/** The parts of a ZIP file, found by its central directory as PKWARE's note describes it. */
export function unzip(file: Buffer): ReadonlyMap<string, string> {
  const end = file.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end === -1) throw new Error('This is no ZIP file.')
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, nameLength, extra, comment, start] = [
      file.readUInt16LE(at + 10),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42),
    ]
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28)
    const bytes = file.subarray(content, content + size)
    parts.set(
      file.subarray(at + 46, at + 46 + nameLength).toString(),
      (method === 0 ? bytes : inflateRawSync(bytes)).toString(),
    )
    at += 46 + nameLength + extra + comment
  }
  return parts
}

export interface SheetCell {
  readonly kind: 'text' | 'number' | 'boolean' | 'formula'
  readonly value: string
  readonly format: string
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function plain(xml: string): string {
  return xml
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The one sheet of a workbook: each row's cells by the letters of their columns, with the number format that they are shown in. */
export function readSheet(file: Buffer): {
  rows: Record<string, SheetCell>[]
  xml: string
  parts: ReadonlyMap<string, string>
} {
  const parts = unzip(file)
  const xml = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const styles = parts.get('xl/styles.xml') ?? ''
  const own = new Map(
    [...styles.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [
      id,
      plain(code ?? '').replaceAll('\\', ''),
    ]),
  )
  const formats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id = '']) => own.get(id) ?? id,
  )
  const rows = [...xml.matchAll(/<row r="(\d+)">(.*?)<\/row>/gs)].map(([, number, cells = '']) =>
    Object.fromEntries(
      [...cells.matchAll(/<c r="([A-Z]+)(\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
        ([, column = '', line, attributes = '', content = '']) => {
          if (line !== number) throw new Error(`${column}${line} stands in row ${number}.`)
          const type = /t="(\w+)"/.exec(attributes)?.[1]
          const value = plain(/<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(content)?.[1] ?? '')
          const kind = content.includes('<f')
            ? ('formula' as const)
            : type === 'inlineStr'
              ? ('text' as const)
              : type === 'b'
                ? ('boolean' as const)
                : ('number' as const)
          return [column, { kind, value, format: formats[Number(/s="(\d+)"/.exec(attributes)?.[1] ?? 0)] ?? '' }]
        },
      ),
    ),
  )
  return { rows, xml, parts }
}

/** The values of a cell that `joined` made. */
export function parted(text: string): string[] {
  if (text === '') return []
  return [...text.matchAll(/((?:\\.|[^\\;])*)(?:; |$)/gs)]
    .slice(0, -1)
    .map(([, value = '']) => value.replace(/\\(.)/gs, '$1'))
}
