import { describe, expect, it } from 'vitest'
import { Refusal } from '../../core/errors/errors.ts'
import { encodingOf, readCsvFile, textOf } from './csv-reader.server.ts'
import { maxRows } from './file-imports.ts'

/** The bytes in pieces of some size, as an upload is kept. */
function inPieces(bytes: Uint8Array, size = 7) {
  return async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}

async function read(content: string | Uint8Array, size?: number) {
  const pieces = inPieces(typeof content === 'string' ? Buffer.from(content) : content, size)
  const encoding = await encodingOf(pieces)
  const rows: { number: number; cells: readonly string[] }[] = []
  let file: { delimiter: string; headings: readonly string[] } | undefined
  for await (const part of readCsvFile(textOf(pieces, encoding))) {
    if ('headings' in part) file = part
    else rows.push(...part.rows)
  }
  return {
    encoding,
    delimiter: file?.delimiter,
    headings: file?.headings,
    rows: rows.map(({ number, cells }) => [number, ...cells]),
  }
}

const refusal = async (content: string | Uint8Array, size?: number) => {
  const failure: unknown = await read(content, size).then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof Refusal)) throw new Error(`It was not refused: ${String(failure)}`)
  return failure.message
}

const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('a CSV file', () => {
  const expected = {
    headings: ['code', 'name'],
    rows: [
      [2, 'A', 'Añejo €'],
      [3, 'B', 'two\nlines, "quoted"'],
    ],
  }
  const text = 'code,name\r\nA,Añejo €\r\nB,"two\nlines, ""quoted"""\r\n'

  it.each([1, 2, 3, 5, 8, 1_000])('is the same in pieces of %i bytes', async (size) => {
    expect(await read(text, size)).toEqual({ encoding: 'utf-8', delimiter: ',', ...expected })
  })

  it('is read in every alphabet that spreadsheets write, with and without a mark', async () => {
    expect(await read(`\ufeff${text}`)).toEqual({ encoding: 'utf-8', delimiter: ',', ...expected })
    expect(await read(utf16(`\ufeff${text}`, false))).toEqual({ encoding: 'utf-16le', delimiter: ',', ...expected })
    expect(await read(utf16(`\ufeff${text}`, true), 3)).toEqual({ encoding: 'utf-16be', delimiter: ',', ...expected })
    expect(await read(utf16(text, false))).toEqual({ encoding: 'utf-16le', delimiter: ',', ...expected })
    const western = Buffer.from(text, 'latin1')
    western[western.indexOf(0xac)] = 0x80 // Latin 1 has no euro, Windows-1252 has it there.
    expect(await read(western)).toEqual({ encoding: 'windows-1252', delimiter: ',', ...expected })
  })

  it.each([
    [';', ';'],
    ['tabs', '\t'],
    [',', ','],
  ])('is separated by %s', async (_, delimiter) => {
    expect(await read(`a${delimiter}b\n1${delimiter}2`)).toMatchObject({
      delimiter,
      headings: ['a', 'b'],
      rows: [[2, '1', '2']],
    })
  })

  it('can say its separator itself, as Excel does', async () => {
    expect(await read('sep=;\na,x;b\n1;2')).toMatchObject({
      delimiter: ';',
      headings: ['a,x', 'b'],
      rows: [[2, '1', '2']],
    })
  })

  it('ends its lines in any way, even in two, and its last line in none', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect((await read(`a,b${end}1,2${end}3,4`)).rows).toEqual([
        [2, '1', '2'],
        [3, '3', '4'],
      ])
    expect((await read('a,b\n1,2\r\n3,4\n')).rows).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
    ])
  })

  it('leaves out empty rows and counts them, and fills up short ones', async () => {
    expect((await read('a,b,,\n\n1\n , \n2,3,,\n')).rows).toEqual([
      [3, '1', ''],
      [5, '2', '3'],
    ])
  })

  it('is refused in words when it is no such file', async () => {
    const zip = Buffer.from('504b0304140000', 'hex')
    expect(await refusal(zip)).toMatch(/workbook or a ZIP.*Save the sheet as CSV/)
    expect(await refusal(Buffer.from('%PDF-1.7 …'))).toMatch(/PDF/)
    expect(await refusal(Buffer.from('1f8b0800', 'hex'))).toMatch(/compressed/)
    expect(await refusal('a,b\n1,\0\n')).toMatch(/bytes that are not text/)
    expect(await refusal(utf16('\ufeffa,b\n1,\0\n', false))).toMatch(/bytes that are not text/)
    expect(await refusal('\ufeff')).toMatch(/first row is empty|empty/)
    expect(await refusal('a,b\n\n')).toMatch(/no rows/)
    expect(await refusal(',,\n1,2,3\n')).toMatch(/first row is empty/)
  })

  it('is refused with the row in which a quotation mark is wrong', async () => {
    expect(await refusal('a,b\n1,2\n3,"4\n5,6\n')).toMatch(/row 3 is never closed/)
    expect(await refusal('a,b\n1,2\n3,"x"y\n5,6\n')).toMatch(/row 3 is in the middle/)
    expect(await refusal('a,b\n1,2\n3,4,5\n')).toMatch(/Row 3 has more cells/)
  })

  it('is refused before it fills the memory', async () => {
    const before = process.memoryUsage().rss
    expect(await refusal(`a\n"${'x'.repeat(8_000_000)}`, 65_536)).toMatch(
      /row 2 is never closed, or the row is too long/,
    )
    expect(await refusal(','.repeat(10_000_000), 65_536)).toMatch(/row 1 is never closed, or the row is too long/)
    expect(await refusal(`${'a,'.repeat(400)}\n1\n`)).toMatch(/at most 300 columns, and this one has 400/)
    expect(await refusal(`a,b\n1,${'x'.repeat(140_000)}\n`, 65_536)).toMatch(/cell in row 2 has more than/)
    expect(await refusal(`a\n${'1\n'.repeat(maxRows + 1)}`, 65_536)).toMatch(/at most 50,000 rows/)
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
