import { describe, expect, it } from 'vitest'
import { readFixtures } from './fixture-reading.server.ts'

type ReadingOptions = Parameters<typeof readFixtures>[1]

const read = async (content: string, more: Partial<ReadingOptions> = {}) =>
  readFixtures(content, { dateOrder: null, ...more })
/** When the first match of a file takes place: local time and zone, or `unread` with the text in question. */
async function when(content: string, more: Partial<ReadingOptions> = {}): Promise<string> {
  const { rows, problems } = await read(content, more)
  const [row] = rows
  if (!row) return problems[0]?.message ?? 'nothing'
  if (row.unread) return `${row.unread.kind}? ${row.unread.text}`
  return `${row.localDate} ${row.localTime ?? 'tbc'} ${row.timeZone ?? 'ground'}`
}
const cell = (time: string, heading = 'Time', day = '2026-08-15') =>
  when(`Date;${heading};Home;Away\n${day};${time};Amber;Vale\n`)

describe('the time of a match in a table', () => {
  it.each([
    ['2026-08-15T19:00:00Z', '2026-08-15 19:00 UTC'],
    ['2026-08-15T19:00:00+02:00', '2026-08-15 17:00 UTC'],
    ['2026-08-15T01:30:00.000+0530', '2026-08-14 20:00 UTC'],
    ['2026-08-15 19:00:00Z', '2026-08-15 19:00 UTC'],
    ['1786820400', '2026-08-15 19:00 UTC'],
    ['2026-08-15T19:00', '2026-08-15 19:00 ground'],
  ])('is the moment that a date of %s says', async (date, expected) => {
    expect(await when(`Date;Home;Away\n${date};Amber;Vale\n`)).toBe(expected)
    expect(await when(JSON.stringify([{ date, team1: 'Amber', team2: 'Vale' }]))).toBe(expected)
  })

  it.each([
    ['19:00 UTC', '2026-08-15 19:00 UTC'],
    ['19:00Z', '2026-08-15 19:00 UTC'],
    ['19:00 +02:00', '2026-08-15 17:00 UTC'],
    ['19:00 UTC+2', '2026-08-15 17:00 UTC'],
    ['19:00 CEST', '2026-08-15 17:00 UTC'],
    ['19:00 (BST)', '2026-08-15 18:00 UTC'],
    ['7:30 PM ET', '2026-08-15 19:30 America/New_York'],
    ['7:30pm PDT', '2026-08-16 02:30 UTC'],
    ['19:00 Europe/Madrid', '2026-08-15 19:00 Europe/Madrid'],
    ['8pm', '2026-08-15 20:00 ground'],
    ['8 p.m.', '2026-08-15 20:00 ground'],
    ['12:15 a.m.', '2026-08-15 00:15 ground'],
    ['21h30', '2026-08-15 21:30 ground'],
    ['21h', '2026-08-15 21:00 ground'],
    ['15.30 Uhr', '2026-08-15 15:30 ground'],
    ['18.45 uur', '2026-08-15 18:45 ground'],
    ['1930', '2026-08-15 19:30 ground'],
    ['0.8125', '2026-08-15 19:30 ground'],
    ['19:00 hs', '2026-08-15 19:00 ground'],
    ['TBC', '2026-08-15 tbc ground'],
    ['-', '2026-08-15 tbc ground'],
    ['', '2026-08-15 tbc ground'],
    // Ambiguous or unreadable values become questions.
    ['19:00 CST', 'zone? CST'],
    ['19:00 IST', 'zone? IST'],
    ['19:00 CET', 'zone? CET'],
    ['late', 'time? late'],
    ['25:00', 'time? 25:00'],
    ['19:00 Sky Sports', 'time? 19:00 Sky Sports'],
    ['8', 'time? 8'],
  ])('of %s is %s', async (time, expected) => {
    expect(await cell(time)).toBe(expected)
  })

  it.each([
    ['Time (UTC)', '2026-08-15 19:00 UTC'],
    ['Kick-off (CEST)', '2026-08-15 17:00 UTC'],
    ['Time ET', '2026-08-15 19:00 America/New_York'],
    ['Time (GMT+2)', '2026-08-15 17:00 UTC'],
    ['Time (local)', '2026-08-15 19:00 ground'],
    ['Time (24h)', '2026-08-15 19:00 ground'],
    ['Time (IST)', 'zone? IST'],
  ])('in a column %s is %s', async (heading, expected) => {
    expect(await cell('19:00', heading)).toBe(expected)
  })

  it.each([
    ['UTC', '2026-08-15 21:00 UTC'],
    ['Romance Standard Time', '2026-08-15 21:00 Europe/Paris'],
    ['Pacific Standard Time', '2026-08-15 21:00 America/Los_Angeles'],
    ['Europe/Madrid', '2026-08-15 21:00 Europe/Madrid'],
    ['+02:00', '2026-08-15 19:00 UTC'],
    ['somewhere', 'zone? somewhere'],
  ])('beside a zone %s is %s', async (zone, expected) => {
    expect(await when(`Date;Time;Time zone;Home;Away\n2026-08-15;21:00;${zone};Amber;Vale\n`)).toBe(expected)
  })

  it('is what staff answer', async () => {
    const file = 'Date;Time;Home;Away\n2026-01-15;19:00 CST;Amber;Vale\n'
    const answered = (...readings: NonNullable<ReadingOptions['readings']>) => when(file, { readings })
    expect(await answered({ text: 'CST', timeZone: 'America/Chicago' })).toBe('2026-01-15 19:00 America/Chicago')
    expect(await answered({ text: 'CST', timeZone: null })).toBe('2026-01-15 19:00 ground')
    const late = 'Date;Time;Home;Away\n2026-01-15;late;Amber;Vale\n'
    expect(await when(late, { readings: [{ text: 'late', time: '21:45' }] })).toBe('2026-01-15 21:45 ground')
    expect(await when(late, { readings: [{ text: 'late', time: null }] })).toBe('2026-01-15 tbc ground')
  })
})

describe('the date of a match', () => {
  it.each([
    ['15 de agosto de 2026', '2026-08-15 tbc ground'],
    ['Sa., 15. August 2026', '2026-08-15 tbc ground'],
    ['sábado, 15 de agosto de 2026, 21h30', '2026-08-15 21:30 ground'],
    ['Aug 15, 2026 7:30 PM', '2026-08-15 19:30 ground'],
    ['za 15 aug. 2026', '2026-08-15 tbc ground'],
    ['15 août 2026', '2026-08-15 tbc ground'],
    ['Saturday 15th August 2026', '2026-08-15 tbc ground'],
    ['15.08.2026 15:30', '2026-08-15 15:30 ground'],
    ['20260815', '2026-08-15 tbc ground'],
    ['46249', '2026-08-15 tbc ground'],
    ['46249.8125', '2026-08-15 19:30 ground'],
    ['31 de fevereiro de 2026', '“31 de fevereiro de 2026” is not a date.'],
    ['15 de agosto', '“15 de agosto” is not a date.'],
  ])('of %s is %s', async (date, expected) => {
    expect(await when(`Date;Home;Away\n"${date}";Amber;Vale\n`)).toBe(expected)
  })
})

describe('columns', () => {
  it.each(['Datum;Thuisteam;Uitteam', 'Data;Mandante;Visitante', 'Datum;Heim;Gast'])(
    'of %s are understood as they are called',
    async (headings) => {
      expect(await when(`${headings}\n2026-08-15;Amber;Vale\n`)).toBe('2026-08-15 tbc ground')
    },
  )

  it('are what staff say, where their names say nothing', async () => {
    const file = 'Kolom 1;Kolom 2;Kolom 3\n2026-08-15;Amber;Vale\n'
    expect((await read(file)).rows).toEqual([])
    expect((await read(file, { columns: ['date', 'home', 'away'] })).rows).toMatchObject([
      { home: 'Amber', away: 'Vale', localDate: '2026-08-15' },
    ])
    const json = JSON.stringify([{ a: 'Amber', b: 'Vale', c: '2026-08-15' }])
    expect((await read(json)).columns?.headings).toEqual(['a', 'b', 'c'])
    expect((await read(json, { columns: ['home', 'away', 'date'] })).rows).toHaveLength(1)
  })

  it('of JSON can be within rounds or parts', async () => {
    const rounds = {
      name: 'Amber League 2026/27',
      rounds: [
        {
          name: 'Matchday 7',
          matches: [
            { date: '2026-08-15', team1: { name: 'Amber', code: 'AMB' }, team2: { name: 'Vale' }, score1: null },
          ],
        },
      ],
    }
    expect(await read(JSON.stringify(rounds))).toMatchObject({
      competition: 'Amber League',
      season: '2026/27',
      rows: [{ home: 'Amber', away: 'Vale', round: 'Matchday 7', localDate: '2026-08-15' }],
    })
    const parts = {
      results: 1,
      response: [
        {
          fixture: {
            id: 1,
            timezone: 'UTC',
            date: '2026-08-15T17:00:00+00:00',
            venue: { id: 3, name: 'The Loam' },
            status: { long: 'Match Cancelled', short: 'CANC' },
          },
          league: { id: 9, name: 'Amber League', season: 2026, round: 'Regular Season - 1' },
          teams: { home: { id: 1, name: 'Amber' }, away: { id: 2, name: 'Vale' } },
          goals: { home: null, away: null },
        },
      ],
    }
    expect((await read(JSON.stringify(parts))).rows).toMatchObject([
      {
        home: 'Amber',
        away: 'Vale',
        localDate: '2026-08-15',
        localTime: '17:00',
        timeZone: 'UTC',
        competition: 'Amber League',
        season: '2026',
        round: 'Regular Season - 1',
        venue: 'The Loam',
        status: 'cancelled',
      },
    ])
  })
})

describe('who plays', () => {
  it('is named without a remark that it is not sure', async () => {
    const { rows, problems } = await read(
      'Date;Home;Away\n2026-08-15;Amber FC (TBC);Vale\n2026-08-16;TBD;Vale\n2026-08-17;Amber (W);Vale\n',
    )
    expect(rows.map(({ home, isTbc }) => `${home} ${isTbc}`)).toEqual(['Amber FC true', 'Amber (W) true'])
    expect(problems).toEqual([{ line: 3, message: 'Teams to be announced.' }])
  })
})
