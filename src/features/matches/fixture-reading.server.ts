import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { readCsvFile } from '../../platform/transfer/csv-reader.server.ts'
import type { RawRow, Raw } from './fixture-columns.server.ts'
import { mappingOf, rowReader, saysSides } from './fixture-columns.server.ts'
import { orderOf } from './fixture-dates.server.ts'
import type { ColumnKey, DateOrder, FileProblem, FileRow, FixtureFile } from './fixture-files.ts'
import { maxInFile, sideOf, sidesOf, statusOf, titleParts } from './fixture-files.ts'
import { readJson } from './fixture-json.server.ts'
import type { Clocks, Reading } from './fixture-times.server.ts'
import { readWhen } from './fixture-times.server.ts'
import { windowsZonesIn } from './fixture-zone-names.server.ts'

interface ReadingOptions {
  readonly dateOrder: DateOrder | null
  /** What each column contains, as answered; null: according to the headings. */
  readonly columns?: readonly ColumnKey[] | null
  readonly readings?: readonly Reading[]
}

/** Reads a file of fixtures: JSON, iCalendar or CSV, detected from how it begins. */
export async function readFixtures(content: string, options: ReadingOptions): Promise<FixtureFile> {
  const text = content.replace(/^\uFEFF/, '')
  const start = text.trimStart()
  const columns = options.columns ?? null
  if (start.startsWith('{') || start.startsWith('[')) return understood('json', readJson(text, columns), options)
  if (/^BEGIN:VCALENDAR/i.test(start)) {
    // Only calendars load the library that reads them.
    const { readIcs } = await import('./fixture-calendar.server.ts')
    return understood('ics', await readIcs(text), options)
  }
  return understood('csv', await readCsv(text, columns), options)
}

async function understood(
  format: FixtureFile['format'],
  { rows, problems, title, columns }: Raw,
  options: ReadingOptions,
): Promise<FixtureFile> {
  const clocks: Clocks = {
    order: options.dateOrder ?? orderOf(rows.flatMap(({ date }) => date ?? [])),
    readings: new Map(options.readings?.map((reading) => [reading.text, reading])),
    windows: await windowsZonesIn(rows.flatMap(({ zone }) => zone ?? [])),
  }
  const read = rows.slice(0, maxInFile).map((row) => understand(row, clocks))
  const parts = title === null ? { competition: null, season: null } : titleParts(title)
  return {
    format,
    ...parts,
    columns: columns ?? null,
    rows: read.flatMap(({ row }) => row ?? []),
    problems: [
      ...problems,
      ...read.flatMap(({ problem }) => problem ?? []),
      ...(rows.length > maxInFile
        ? [
            {
              line: rows[maxInFile]?.line ?? 0,
              message: t('Nothing past this point is imported. A file can have {n} matches.', { n: maxInFile }),
            },
          ]
        : []),
    ],
    asksDateOrder: clocks.order === null && read.some(({ isAmbiguous }) => isAmbiguous),
  }
}

function understand(raw: RawRow, clocks: Clocks): { row?: FileRow; problem?: FileProblem; isAmbiguous: boolean } {
  const wrong = (message: string) => ({ problem: { line: raw.line, message }, isAmbiguous: false })
  const sides = raw.sides === undefined ? null : sidesOf(raw.sides)
  const texts = [raw.home ?? sides?.home, raw.away ?? sides?.away]
  if (texts[0] === undefined || texts[1] === undefined)
    return wrong(
      raw.sides === undefined
        ? t('A team is missing.')
        : t('“{text}” does not name two teams.', { text: raw.sides.slice(0, 80) }),
    )
  const [home, away] = [sideOf(texts[0]), sideOf(texts[1])]
  if (home.name === null || away.name === null) return wrong(t('Teams to be announced.'))
  if (home.name === away.name) return wrong(t('{name} can’t play itself.', { name: home.name }))
  if (home.name.length > 160 || away.name.length > 160) return wrong(t('A team’s name has more than 160 characters.'))
  const when = readWhen(raw, clocks)
  if (when.localDate === null)
    return wrong(
      raw.date === undefined
        ? t('The date is missing.')
        : t('“{text}” is not a date.', { text: raw.date.slice(0, 40) }),
    )
  const row: FileRow = {
    line: raw.line,
    home: home.name,
    away: away.name,
    localDate: when.localDate,
    localTime: when.localTime,
    timeZone: when.timeZone ?? (when.localTime === null ? null : (raw.timeZone ?? null)),
    competition: raw.competition?.slice(0, 120) ?? null,
    season: raw.season?.slice(0, 20) ?? null,
    round: raw.round?.slice(0, 60) ?? null,
    venue: raw.venue ?? null,
    status: statusOf(raw.status) ?? (raw.hasScore ? 'played' : null),
    isTbc: raw.isTbc === true || when.isTbc || home.isTbc || away.isTbc,
    unread: when.unread,
    isGuess: raw.home === undefined && sides?.isGuess === true,
  }
  return { row, isAmbiguous: when.isAmbiguous }
}

/** Yields the text in pieces, so that the generic import reader accepts it as a file. */
async function* whole(text: string): AsyncGenerator<string> {
  yield text
}

async function readCsv(text: string, columns: readonly ColumnKey[] | null): Promise<Raw> {
  const rows: RawRow[] = []
  const sample: string[][] = []
  let [headings, mapping]: [readonly string[], readonly ColumnKey[]] = [[], []]
  let rowOf = rowReader([], [])
  try {
    for await (const part of readCsvFile(whole(text))) {
      if ('headings' in part) {
        headings = part.headings
        mapping = columns?.length === headings.length ? columns : mappingOf(headings)
        rowOf = rowReader(headings, mapping)
        continue
      }
      for (const { cells } of part.rows.slice(0, Math.max(0, 3 - sample.length)))
        sample.push(cells.map((cell) => cell.slice(0, 80)))
      if (!saysSides(mapping)) continue
      for (const { number, cells } of part.rows.slice(0, Math.max(0, maxInFile + 1 - rows.length)))
        rows.push(rowOf(number, (at) => cells[at]))
    }
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure
    return { rows: [], problems: [{ line: 1, message: failure.message }], title: null }
  }
  return { rows, problems: [], title: null, columns: { headings, mapping, sample } }
}
