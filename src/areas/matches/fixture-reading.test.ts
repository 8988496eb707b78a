import { describe, expect, it } from 'vitest'
import { readFixtures } from './fixture-reading.server.ts'

const read = (content: string, dateOrder: 'dmy' | 'mdy' | null = null) => readFixtures(content, { dateOrder })
const short = (content: string, dateOrder: 'dmy' | 'mdy' | null = null) => read(content, dateOrder).rows.map(({ home, away, localDate, localTime }) => `${localDate} ${localTime} ${home} v ${away}`)

describe('a CSV of fixtures', () => {
  it('finds its columns by what they are called, in whatever order and language', () => {
    expect(read('Jornada;Fecha;Hora;Local;Visitante;Estadio\n3;2026-08-30;21:00;Puerto Ámbar;Vega CF;La Loma\n').rows).toEqual([{
      line: 2, home: 'Puerto Ámbar', away: 'Vega CF', localDate: '2026-08-30', localTime: '21:00', timeZone: null, round: 'Round 3', venue: 'La Loma', competition: null, season: null, status: null, isTbc: false,
    }])
    expect(short('Date,Time,Home Team,Away Team\n30/08/2026 17:30,,Amber,Vale\n')).toEqual(['2026-08-30 17:30 Amber v Vale'])
    expect(short('Match,Date,Kick-off\nAmber v Vale,"Sunday, 30 August 2026",8:05 PM\n')).toEqual(['2026-08-30 20:05 Amber v Vale'])
  })

  it('asks whether the day or the month comes first, unless one date says so', () => {
    const both = 'date,home,away\n01/02/2026,Amber,Vale\n'
    expect(read(both).asksDateOrder).toBe(true)
    expect([short(both, 'dmy'), short(both, 'mdy')]).toEqual([['2026-02-01 null Amber v Vale'], ['2026-01-02 null Amber v Vale']])
    const told = read('date,home,away\n01/02/2026,Amber,Vale\n02/14/2026,Vale,Amber\n')
    expect([told.asksDateOrder, told.rows[0]?.localDate]).toEqual([false, '2026-01-02'])
  })

  it('says which lines it cannot read, and reads the others', () => {
    const { rows, problems } = read('date,time,home,away\n2026-02-30,20:00,Amber,Vale\n2026-03-01,20:00,Amber,Amber\n2026-03-01,20:00,Amber,\n2026-03-01,late,Amber,Vale\n')
    expect(problems).toEqual([{ line: 2, message: '“2026-02-30” is no date.' }, { line: 3, message: 'Amber would play itself.' }, { line: 4, message: 'A team is missing.' }])
    expect(rows).toMatchObject([{ line: 5, localTime: null, isTbc: true }])
    expect(read('a,b\n1,2\n').problems).toEqual([{ line: 1, message: 'The first line has to name the columns: date, time, home and away, or fixture.' }])
  })
})

describe('a calendar', () => {
  const calendar = (event: string) => `BEGIN:VCALENDAR\r\nX-WR-CALNAME:Amber League 2026/27\r\nBEGIN:VEVENT\r\n${event}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`

  it('reads local times, moments and days, folded lines and escapes', () => {
    const found = read(calendar('DTSTART;TZID=Europe/London:20260830T150000\r\nSUMMARY:Brook\\, Vale v\r\n  Amber FC\r\nLOCATION:The Loam\\, Vale'))
    expect(found).toMatchObject({ format: 'ics', competition: 'Amber League', season: '2026/27', rows: [{ home: 'Brook, Vale', away: 'Amber FC', localDate: '2026-08-30', localTime: '15:00', timeZone: 'Europe/London', venue: 'The Loam, Vale' }] })
    expect(short(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Amber - Vale'))).toEqual(['2026-08-30 19:00 Amber v Vale'])
    expect(read(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Amber - Vale')).rows).toMatchObject([{ timeZone: 'UTC' }])
    expect(read(calendar('DTSTART;VALUE=DATE:20260830\r\nSUMMARY:Amber vs. Vale')).rows).toMatchObject([{ localTime: null, isTbc: true }])
  })

  it('takes what is called off and what is tentative for that', () => {
    expect(read(calendar('DTSTART:20260830T190000Z\r\nSTATUS:CANCELLED\r\nSUMMARY:Amber v Vale')).rows).toMatchObject([{ status: 'abandoned' }])
    expect(read(calendar('DTSTART:20260830T190000Z\r\nSTATUS:TENTATIVE\r\nSUMMARY:Amber v Vale')).rows).toMatchObject([{ status: null, isTbc: true }])
    expect(read(calendar('DTSTART:20260830T190000Z\r\nSUMMARY:Team dinner')).problems).toEqual([{ line: 3, message: '“Team dinner” does not name two teams.' }])
  })
})

describe('JSON', () => {
  it('finds the list, the title, and teams that are records of their own', () => {
    expect(read(JSON.stringify({ name: 'Amber League 2026/27', matches: [{ round: 'Matchday 1', date: '2026-08-30', time: '15:00', team1: 'Amber FC', team2: 'Vale', score: { ft: [1, 0] } }] })))
      .toMatchObject({ competition: 'Amber League', season: '2026/27', rows: [{ round: 'Matchday 1', home: 'Amber FC', away: 'Vale', localTime: '15:00', status: 'played' }] })
    expect(short(JSON.stringify([{ homeTeam: { name: 'Amber' }, awayTeam: { name: 'Vale' }, utcDate: '2026-08-30T13:00:00Z' }]))).toEqual(['2026-08-30 13:00 Amber v Vale'])
  })

  it.each([['{', 'The file is not valid JSON.'], ['{"a":1}', 'The file holds no list of matches.']])('says of %s: %s', (content, message) => {
    expect(read(content).problems).toEqual([{ line: 1, message }])
  })
})
