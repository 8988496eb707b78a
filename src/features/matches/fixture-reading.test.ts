import { describe, expect, it } from 'vitest'
import { readFixtures } from './fixture-reading.server.ts'
import { ofOneSeason } from './fixture-season.ts'

const read = (content: string, dateOrder: 'dmy' | 'mdy' | null = null) => readFixtures(content, { dateOrder })
const short = async (content: string, dateOrder: 'dmy' | 'mdy' | null = null) =>
  (await read(content, dateOrder)).rows.map(
    ({ home, away, localDate, localTime }) => `${localDate} ${localTime} ${home} v ${away}`,
  )

describe('a CSV of fixtures', () => {
  it('finds its columns by what they are called, in whatever order and language', async () => {
    expect(
      (await read('Jornada;Fecha;Hora;Local;Visitante;Estadio\n3;2026-08-30;21:00;Puerto Ámbar;Vega CF;La Loma\n'))
        .rows,
    ).toEqual([
      {
        line: 2,
        home: 'Puerto Ámbar',
        away: 'Vega CF',
        localDate: '2026-08-30',
        localTime: '21:00',
        timeZone: null,
        round: 'Round 3',
        venue: 'La Loma',
        competition: null,
        season: null,
        status: null,
        isTbc: false,
        unread: null,
        isGuess: false,
      },
    ])
    expect(await short('Date,Time,Home Team,Away Team\n30/08/2026 17:30,,Amber,Vale\n')).toEqual([
      '2026-08-30 17:30 Amber v Vale',
    ])
    expect(await short('Match,Date,Kick-off\nAmber v Vale,"Sunday, 30 August 2026",8:05 PM\n')).toEqual([
      '2026-08-30 20:05 Amber v Vale',
    ])
  })

  it('asks whether the day or the month comes first, unless one date says so', async () => {
    const both = 'date,home,away\n01/02/2026,Amber,Vale\n'
    expect((await read(both)).asksDateOrder).toBe(true)
    expect([await short(both, 'dmy'), await short(both, 'mdy')]).toEqual([
      ['2026-02-01 null Amber v Vale'],
      ['2026-01-02 null Amber v Vale'],
    ])
    const told = await read('date,home,away\n01/02/2026,Amber,Vale\n02/14/2026,Vale,Amber\n')
    expect([told.asksDateOrder, told.rows[0]?.localDate]).toEqual([false, '2026-01-02'])
  })

  it('says which lines it cannot read, and reads the others', async () => {
    const { rows, problems } = await read(
      'date,time,home,away\n2026-02-30,20:00,Amber,Vale\n2026-03-01,20:00,Amber,Amber\n2026-03-01,20:00,Amber,\n2026-03-01,late,Amber,Vale\n',
    )
    expect(problems).toEqual([
      { line: 2, message: '“2026-02-30” is not a date.' },
      { line: 3, message: 'Amber can’t play itself.' },
      { line: 4, message: 'A team is missing.' },
    ])
    expect(rows).toMatchObject([{ line: 5, localTime: null, isTbc: false, unread: { kind: 'time', text: 'late' } }])
    const unknown = await read('Ploeg een;Ploeg twee;Dag\nAmber;Vale;2026-08-30\n')
    expect([unknown.rows, unknown.problems, unknown.columns]).toEqual([
      [],
      [],
      {
        headings: ['Ploeg een', 'Ploeg twee', 'Dag'],
        mapping: ['', '', ''],
        sample: [['Amber', 'Vale', '2026-08-30']],
      },
    ])
  })
})

describe('a calendar', () => {
  const calendar = (event: string) =>
    `BEGIN:VCALENDAR\r\nX-WR-CALNAME:Amber League 2026/27\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

  it('reads local times, moments and days, folded lines and escapes', async () => {
    const found = await read(
      calendar(
        'DTSTART;TZID=Europe/London:20260830T150000\r\nSUMMARY:Brook\\, Vale v\r\n  Amber FC\r\nLOCATION:The Loam\\, Vale',
      ),
    )
    expect(found).toMatchObject({
      format: 'ics',
      competition: 'Amber League',
      season: '2026/27',
      rows: [
        {
          home: 'Brook, Vale',
          away: 'Amber FC',
          localDate: '2026-08-30',
          localTime: '15:00',
          timeZone: 'Europe/London',
          venue: 'The Loam, Vale',
        },
      ],
    })
    expect(await short(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Amber - Vale'))).toEqual([
      '2026-08-30 19:00 Amber v Vale',
    ])
    expect((await read(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Amber - Vale'))).rows).toMatchObject([
      { timeZone: 'UTC' },
    ])
    expect((await read(calendar('DTSTART;VALUE=DATE:20260830\r\nSUMMARY:Amber vs. Vale'))).rows).toMatchObject([
      { localTime: null, isTbc: true },
    ])
  })

  it('reads what is cancelled and what is tentative', async () => {
    expect(
      (await read(calendar('DTSTART:20260830T190000Z\r\nSTATUS:CANCELLED\r\nSUMMARY:Amber v Vale'))).rows,
    ).toMatchObject([{ status: 'cancelled' }])
    expect(
      (await read(calendar('DTSTART:20260830T190000Z\r\nSTATUS:TENTATIVE\r\nSUMMARY:Amber v Vale'))).rows,
    ).toMatchObject([{ status: null, isTbc: true }])
    expect((await read(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Team dinner'))).problems).toEqual([
      { line: 3, message: '“Team dinner” does not name two teams.' },
    ])
  })
})

describe('JSON', () => {
  it('finds the list, the title, and teams that are records of their own', async () => {
    expect(
      await read(
        JSON.stringify({
          name: 'Amber League 2026/27',
          matches: [
            {
              round: 'Matchday 1',
              date: '2026-08-30',
              time: '15:00',
              team1: 'Amber FC',
              team2: 'Vale',
              score: { ft: [1, 0] },
            },
          ],
        }),
      ),
    ).toMatchObject({
      competition: 'Amber League',
      season: '2026/27',
      rows: [{ round: 'Matchday 1', home: 'Amber FC', away: 'Vale', localTime: '15:00', status: 'played' }],
    })
    expect(
      await short(
        JSON.stringify([{ homeTeam: { name: 'Amber' }, awayTeam: { name: 'Vale' }, utcDate: '2026-08-30T13:00:00Z' }]),
      ),
    ).toEqual(['2026-08-30 13:00 Amber v Vale'])
  })

  it.each([
    ['{', 'The file is not valid JSON.'],
    ['{"a":1}', 'The file has no list of matches.'],
  ])('says of %s: %s', async (content, message) => {
    expect((await read(content)).problems).toEqual([{ line: 1, message }])
  })
})

describe('a file with the year of each match', () => {
  const kept = async (title: string, chosen?: string) => {
    const matches = [2036, 2037, 2037].map((year, at) => ({
      year,
      date: `${year}-03-0${at + 1}`,
      team1: 'Amber',
      team2: 'Vega',
    }))
    const { season, rows } = ofOneSeason(await read(JSON.stringify({ name: title, matches })), { season: chosen })
    return [season, rows.length]
  }

  it.each([
    ['Heath League 2036/37', undefined, '2036/37', 3],
    ['Heath League 2036/37', 'Season 36', 'Season 36', 3],
    ['Heath League 2036/37', '2037', '2037', 2],
    ['Heath League', undefined, null, 3],
    ['Heath League', 'Season 36', 'Season 36', 3],
    ['Heath League', 'Temporada 2036-37', 'Temporada 2036-37', 3],
    ['Heath League', 'Heath 2036', 'Heath 2036', 1],
  ])('is one season by its title or by choice, or else asked: %s, %s', async (title, chosen, season, rows) => {
    expect(await kept(title, chosen)).toEqual([season, rows])
  })
})
