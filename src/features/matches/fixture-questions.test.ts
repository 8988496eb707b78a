import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { FixtureInput, FixturePreview } from './fixture.endpoints.ts'

let server: TestServer
let admin: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'fixture questions' })
  admin = await server.signIn('admin')
  records = maker(server.database.kysely, resources, examples)
})
afterAll(() => server.stop())

const at = '/rest/data/matches/fixtures'
const input = (fileName: string, content: string, more: Partial<FixtureInput> = {}) => ({
  fileName,
  content,
  sport: 'football',
  timeZone: 'Europe/London',
  ...more,
})
async function preview(body: object): Promise<FixturePreview> {
  const reply = await admin.post(`${at}/preview`, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as FixturePreview
}
async function imported(body: object): Promise<Record<string, number>> {
  const reply = await admin.post(at, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Record<string, number>
}
const csvOf = (...lines: string[]) => ['Date,Time,Home,Away', ...lines].join('\n')

describe('the time zones of a league', () => {
  const file = csvOf(
    '2036-03-07,16:45,Los Angeles Quartz,Boston Quill',
    '2036-03-07,19:30,Boston Quill,Chicago Quartet',
    '2036-03-08,19:30,Chicago Quartet,Los Angeles Quartz',
    '2036-03-14,19:30,Quagga United,Boston Quill',
  )
  const league = { competition: 'Quasar League', season: '2036', timeZone: null }

  it('are proposed by the city that each team is called after, and never one for all', async () => {
    const shown = await preview(input('quasar.csv', file, league))
    expect(shown.asks).toEqual(['timeZone'])
    expect(shown.grounds.map(({ team, proposed, why, timeZone }) => [team, proposed, why, timeZone])).toEqual(
      expect.arrayContaining([
        ['Los Angeles Quartz', 'America/Los_Angeles', 'city', null],
        ['Boston Quill', 'America/New_York', 'city', null],
        ['Chicago Quartet', 'America/Chicago', 'city', null],
        ['Quagga United', null, null, null],
      ]),
    )
    const zones = [
      ...shown.grounds.flatMap(({ team, proposed }) =>
        proposed === null ? [] : [{ spelling: team, timeZone: proposed }],
      ),
      { spelling: 'Quagga United', timeZone: 'America/Denver' },
    ]
    expect(await imported(input('quasar.csv', file, { ...league, zones }))).toMatchObject({ created: 4, teams: 4 })
    const { rows } = await sql<{ is: string }>`
      select p.name || ' ' || m.time_zone || ' ' || to_char(m.starts_at at time zone 'UTC', 'DD HH24:MI') as is
      from matches m join performers p on p.id = m.home_performer_id where m.competition = 'Quasar League' order by p.name`.execute(
      server.database.kysely,
    )
    expect(rows.map(({ is }) => is)).toEqual([
      'Boston Quill America/New_York 08 00:30',
      'Chicago Quartet America/Chicago 09 01:30',
      'Los Angeles Quartz America/Los_Angeles 08 00:45',
      'Quagga United America/Denver 15 01:30',
    ])
    // Once answered, it is not asked again, not for a new match either.
    const later = csvOf('2036-05-02,19:30,Quagga United,Chicago Quartet')
    expect((await preview(input('quasar-2.csv', later, league))).asks).toEqual([])
  })

  it('are those of a country where all its zones have the same clocks', async () => {
    const countryId = await records.make('countries', { timeZones: ['Europe/Berlin', 'Europe/Zurich'] })
    const shown = await preview(
      input('quern.csv', csvOf('2036-03-07,15:30,Quern Nord,Quern Sued'), {
        ...league,
        competition: 'Quern',
        countryId,
      }),
    )
    expect([shown.asks, shown.rows[0]?.becomes.timeZone]).toEqual([[], 'Europe/Berlin'])
  })
})

describe('who a team is by its matches', () => {
  const season = { competition: 'Quoll League', season: '2036/37' }
  const teams = ['Girton', 'Rayo Vallecourt', 'Deportivo Alavesa', 'Levanter', 'Elchester', 'Real Betisford']
  /** Each meets each, so that the season is a league. */
  const fixtures = teams.flatMap((home, h) =>
    teams.flatMap((away, a) =>
      h === a ? [] : [`2036-08-${String(1 + ((h * 5 + a) % 28)).padStart(2, '0')},19:00,${home},${away}`],
    ),
  )
  const row = (home: string, away: string, named: [string, string], time = '19:00') => {
    const found = fixtures.find((line) => line.endsWith(`,19:00,${home},${away}`)) ?? ''
    return `${found.slice(0, 10)},${time},${named[0]},${named[1]}`
  }

  it('is recognised by its match with a known team: no second team, no second match', async () => {
    expect(await imported(input('quoll.csv', csvOf(...fixtures), season))).toMatchObject({ created: 30, teams: 6 })
    const short = csvOf(
      row('Girton', 'Rayo Vallecourt', ['Girton', 'Vallecourt']),
      row('Deportivo Alavesa', 'Levanter', ['Alavesa', 'Levanter']),
      row('Elchester', 'Real Betisford', ['Elchester', 'Betisford']),
    )
    const shown = await preview(input('short.csv', short, season))
    expect([shown.asks, shown.rows.map(({ action }) => action)]).toEqual([[], ['same', 'same', 'same']])
    expect(
      shown.teams
        .filter(({ state }) => state === 'spelling')
        .map(({ name, spellings }) => `${spellings[0]?.text} is ${name}`),
    ).toEqual(
      expect.arrayContaining([
        'Vallecourt is Rayo Vallecourt',
        'Alavesa is Deportivo Alavesa',
        'Betisford is Real Betisford',
      ]),
    )
    expect(await imported(input('short.csv', short, season))).toMatchObject({
      created: 0,
      teams: 0,
      spellings: 3,
      same: 3,
    })
  })

  it('is asked if one match suggests it for a dissimilar name, and certain with two', async () => {
    const one = csvOf(row('Girton', 'Levanter', ['Girton', 'Zoetrope']))
    const asked = await preview(input('one.csv', one, season))
    expect([asked.asks, asked.teams.find(({ key }) => key === 'Zoetrope')]).toMatchObject([
      ['teams'],
      { state: 'unsure', candidates: [{ name: 'Levanter', why: 'fixture' }] },
    ])
    const two = `${one}\n${row('Elchester', 'Levanter', ['Elchester', 'Zoetrope'])}`
    expect((await preview(input('two.csv', two, season))).teams).toContainEqual(
      expect.objectContaining({ key: 'Zoetrope', name: 'Levanter', state: 'spelling' }),
    )
  })

  it('is asked of a stranger in a league that is on, whose day says nothing', async () => {
    const shown = await preview(input('new.csv', csvOf('2036-12-24,12:00,Girton,Xylem'), season))
    const stranger = shown.teams.find(({ key }) => key === 'Xylem')
    expect([shown.asks, stranger?.state, stranger?.candidates.map(({ why }) => why).at(0)]).toEqual([
      ['teams'],
      'unsure',
      'season',
    ])
    expect(stranger?.candidates.map(({ name }) => name)).not.toContain('Girton')
  })

  it('is found afterwards by the search for duplicates, where two were made of one', async () => {
    const [host, one, other] = await Promise.all(
      ['Quiver Host', 'Quiver Original', 'Zeppelin'].map((name) =>
        records.make('performers', {
          name,
          kind: 'team',
          sport: 'football',
          variations: [],
          homeVenueId: null,
          countryId: null,
        }),
      ),
    )
    for (const away of [one, other])
      await records.make('matches', {
        competition: 'Quiver Cup',
        season: '2036',
        round: `Round ${away}`,
        homePerformerId: host,
        awayPerformerId: away,
        localDate: '2036-05-01',
        localTime: '19:00',
        timeZone: 'Europe/London',
        startsAt: '2036-05-01T18:00:00.000Z',
        venueId: null,
      })
    const { body } = await admin.get(`/rest/data/performers/${one}/duplicates`)
    const candidates = (body as { candidates: { performer: { id: number }; evidence: { what: string }[] }[] })
      .candidates
    expect(candidates.map(({ performer, evidence }) => [performer.id, evidence[0]?.what])).toContainEqual([
      other,
      'fixture',
    ])
  })
})

describe('a file in whatever form', () => {
  it('is read in the alphabet that it was saved in', async () => {
    const bytes = (text: string, encoding: 'latin1' | 'utf16le') =>
      Buffer.concat([
        encoding === 'utf16le' ? Buffer.from([0xff, 0xfe]) : Buffer.of(),
        Buffer.from(text, encoding),
      ]).toString('base64')
    const text = 'Fecha;Hora;Local;Visitante\n2036-08-30;21:00;Cádiz Quórum CF;Málaga Quórum CF\n'
    for (const [encoding, name] of [
      ['latin1', 'windows-1252'],
      ['utf16le', 'utf-16le'],
    ] as const) {
      const shown = await preview(input('excel.csv', bytes(text, encoding), { contentEncoding: 'base64' }))
      expect([shown.encoding, shown.teams.map(({ name: team }) => team).sort()]).toEqual([
        name,
        ['Cádiz Quórum CF', 'Málaga Quórum CF'],
      ])
    }
    const workbook = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0, 0]).toString('base64')
    expect((await admin.post(`${at}/preview`, input('a.xlsx', workbook, { contentEncoding: 'base64' }))).status).toBe(
      422,
    )
    expect(
      (await admin.post(`${at}/preview`, input('a.csv', 'no base64!', { contentEncoding: 'base64' }))).status,
    ).toBe(422)
  })

  it('with unknown columns is asked about, and imported by the answer', async () => {
    const file = input('ploegen.csv', 'Ploeg een;Ploeg twee;Dag\nQuasimodo;Quetzal;30-08-2036\n', {
      competition: 'Ploegen',
      season: '2036',
    })
    const shown = await preview(file)
    expect([shown.asks, shown.columns?.headings, shown.rows]).toEqual([
      ['columns'],
      ['Ploeg een', 'Ploeg twee', 'Dag'],
      [],
    ])
    expect((await admin.post(at, file)).status).toBe(422)
    expect(await imported({ ...file, columns: ['home', 'away', 'date'] })).toMatchObject({ created: 1, teams: 2 })
  })

  it('with a time that cannot be read is asked about, and imported by the answer', async () => {
    const file = input('late.csv', 'Date,Time,Home,Away\n2036-08-30,late,Quince Town,Quiche City\n', {
      competition: 'Late Cup',
      season: '2036',
    })
    const shown = await preview(file)
    expect([shown.asks, shown.unread, shown.rows[0]?.action]).toEqual([
      ['readings'],
      [{ kind: 'time', text: 'late', count: 1, lines: [2] }],
      'unread',
    ])
    expect((await admin.post(at, file)).status).toBe(422)
    const answered = await preview({ ...file, readings: [{ text: 'late', time: '21:45' }] })
    expect([answered.asks, answered.rows[0]?.becomes.localTime]).toEqual([[], '21:45'])
  })

  it('leaves out what is no match, says so, and takes it when staff say that it is one', async () => {
    const entry = (summary: string) => `BEGIN:VEVENT\nDTSTART:20360802T140000Z\nSUMMARY:${summary}\nEND:VEVENT`
    const file = input(
      'mine.ics',
      `BEGIN:VCALENDAR\n${entry('Team dinner - Book restaurant')}\n${entry('Quarry Athletic v Quay Albion')}\nEND:VCALENDAR`,
      { competition: 'Mine', season: '2036' },
    )
    const shown = await preview(file)
    expect(shown.rows.map(({ action }) => action)).toEqual(['doubt', 'create'])
    expect(shown.teams.map(({ name }) => name).sort()).toEqual(['Quarry Athletic', 'Quay Albion'])
    const taken = await preview({ ...file, matches: [2] })
    expect(taken.rows.map(({ action }) => action)).toEqual(['create', 'create'])
    expect(await imported(file)).toMatchObject({ created: 1, teams: 2, left: 1 })
  })
})
