import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import type { Maker } from '../../core/testing/make.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { resources } from '../../app/registry.server.ts'
import type { FixtureInput, FixturePreview, MatchChange } from './fixture.endpoints.ts'

let server: TestServer
let admin: Client
let editor: Client
let records: Maker

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'fixtures' })
  admin = await server.signIn('admin')
  editor = await server.signIn('catalogue-editor')
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
async function imported(body: object, who = admin): Promise<Record<string, number>> {
  const reply = await who.post(at, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Record<string, number>
}
const changes = async () => ((await admin.get('/rest/data/matches/changes')).body as { changes: MatchChange[] }).changes
const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(server.database.kysely)
const clubs = async (competition: string) =>
  (
    await run(sql<{ name: string; variations: string[]; matches: number }>`
  select p.name, p.variations, count(*)::integer as matches from performers p join matches m on p.id in (m.home_performer_id, m.away_performer_id)
  where m.competition = ${competition} group by p.id order by p.name`)
  ).rows

/** A small league of invented clubs, spelled in more ways than it has clubs. */
const league = (kickoff = '15:00', more = '') =>
  [
    'Round,Date,Time,Home,Away',
    `1,2036-08-02,${kickoff},Port Amber FC,Vale Rovers`,
    '1,2036-08-02,15:00,Loam Town,St. Brook Wanderers FC',
    '2,2036-08-09,15:00,Vale Rovers FC,Loam Town',
    '2,2036-08-09,17:30,St Brook Wanderers,Port Amber',
    more,
  ]
    .filter((line) => line !== '')
    .join('\n')
const of = { competition: 'Amber League', season: '2036/37' }

describe('a file of fixtures', () => {
  it('is shown row by row before anything is stored', async () => {
    const shown = await preview(input('league.csv', league()))
    expect(shown.asks).toEqual(['competition', 'season'])
    expect(shown.teams.map(({ name, state, spellings }) => [name, state, spellings.length])).toEqual(
      expect.arrayContaining([
        ['Port Amber', 'new', 2],
        ['Loam Town', 'new', 1],
        ['St Brook Wanderers', 'new', 2],
        ['Vale Rovers', 'new', 2],
      ]),
    )
    expect(shown.rows.map(({ line, action }) => `${line} ${action}`)).toEqual([
      '2 create',
      '3 create',
      '4 create',
      '5 create',
    ])
    expect((await run(sql`select from matches`)).rows).toHaveLength(0)
    expect((await admin.post(at, input('league.csv', league()))).status).toBe(422)
  })

  it('makes teams with every spelling and matches of them; the same file again changes nothing', async () => {
    expect(await imported(input('league.csv', league(), of))).toEqual({
      created: 4,
      same: 0,
      teams: 4,
      spellings: 0,
      changes: 0,
      left: 0,
    })
    expect(await clubs('Amber League')).toEqual([
      { name: 'Loam Town', variations: ['Loam Town'], matches: 2 },
      { name: 'Port Amber', variations: ['Port Amber', 'Port Amber FC'], matches: 2 },
      { name: 'St Brook Wanderers', variations: ['St Brook Wanderers', 'St. Brook Wanderers FC'], matches: 2 },
      { name: 'Vale Rovers', variations: ['Vale Rovers', 'Vale Rovers FC'], matches: 2 },
    ])
    expect(await imported(input('league.csv', league(), of))).toEqual({
      created: 0,
      same: 4,
      teams: 0,
      spellings: 0,
      changes: 0,
      left: 0,
    })
    const { rows } = await run(
      sql<{ action: string; title: string }>`select action, title from audit_log where object = 'matches' order by id`,
    )
    expect(rows).toEqual([{ action: 'fixtures-imported', title: 'Amber League 2036/37' }])
  })

  it('recognises a match by another format, another word for the round and another clock', async () => {
    const calendar =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20360802T140000Z\nSUMMARY:Port Amber FC v Vale Rovers\nEND:VEVENT\nEND:VCALENDAR'
    expect((await preview(input('league.ics', calendar, of))).rows).toMatchObject([
      { action: 'same', becomes: { localTime: '15:00' } },
    ])
    const json = JSON.stringify({
      matches: [{ round: 'Matchday 2', date: '2036-08-09', time: '15:00', team1: 'Vale Rovers', team2: 'Loam Town' }],
    })
    expect((await preview(input('league.json', json, of))).rows).toMatchObject([{ action: 'same' }])
  })

  it('asks which team is meant where it is not sure, keeps the answer as a spelling, and does not ask again', async () => {
    const file = input('cup.csv', 'Date,Time,Home,Away\n2036-09-01,20:00,Loam Twn,Vale Rvrs\n', {
      ...of,
      competition: 'Amber Cup',
    })
    const shown = await preview(file)
    expect(shown.asks).toEqual(['teams'])
    expect(shown.rows).toMatchObject([{ action: 'waits' }])
    expect((await admin.post(at, file)).status).toBe(409)
    const answers = shown.teams.map(({ key, candidates }) => ({
      spelling: key,
      performerId: candidates[0]?.performerId ?? null,
    }))
    expect(await imported({ ...file, answers })).toMatchObject({ created: 1, teams: 0, spellings: 2 })
    expect((await preview(file)).asks).toEqual([])
    expect((await clubs('Amber Cup')).map(({ name }) => name)).toEqual(['Loam Town', 'Vale Rovers'])
  })

  it('leaves out what it cannot read or has twice, and says so', async () => {
    const body = input(
      'league.csv',
      league('15:00', '2,2036-08-09,17:30,St Brook Wanderers,Port Amber\n3,soon,,Loam Town,Port Amber'),
      of,
    )
    expect((await preview(body)).problems).toEqual([{ line: 7, message: '“soon” is no date.' }])
    expect(await imported(body)).toMatchObject({ created: 0, left: 2 })
  })

  it('is refused to people who cannot create matches, or cannot create performers', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post(`${at}/preview`, input('league.csv', league()))).status).toBe(403)
    expect((await reader.post(at, input('league.csv', league(), of))).status).toBe(403)
  })
})

describe('the time zone of a match that a file brings', () => {
  const matchesOf = async (competition: string) =>
    (
      await run(sql<{ home: string; time: string; zone: string; instant: string }>`
    select p.name as home, to_char(m.local_time, 'HH24:MI') as time, m.time_zone as zone, to_char(m.starts_at at time zone 'UTC', 'HH24:MI') as instant
    from matches m join performers p on p.id = m.home_performer_id where m.competition = ${competition} order by p.name`)
    ).rows
  const csv = (...lines: string[]) => ['Date,Time,Home,Away', ...lines].join('\n')

  it('is that of the home team’s ground or country, each by itself; it is asked only where nothing says it', async () => {
    const [inOne, inMany] = [
      await records.make('countries', { timeZones: ['Asia/Tokyo'] }),
      await records.make('countries', { timeZones: ['America/New_York', 'America/Chicago'] }),
    ]
    const venueId = await records.make('venues', { timeZone: 'America/New_York' })
    const team = (name: string, values: object) =>
      records.make('performers', {
        name,
        variations: [],
        kind: 'team',
        sport: 'football',
        homeVenueId: null,
        countryId: null,
        ...values,
      })
    await team('Ground Quartz', { homeVenueId: venueId })
    await team('Country Quill', { countryId: inOne })
    await team('Wide Quarry', { countryId: inMany })
    const known = csv('2036-07-05,19:30,Ground Quartz,Country Quill', '2036-07-06,18:00,Country Quill,Wide Quarry')
    const cup = { competition: 'Quay Cup', season: '2036', timeZone: null }
    expect((await preview(input('quay.csv', known, cup))).asks).toEqual([])
    expect(await imported(input('quay.csv', known, cup))).toMatchObject({ created: 2 })
    const found = [
      { home: 'Country Quill', time: '18:00', zone: 'Asia/Tokyo', instant: '09:00' },
      { home: 'Ground Quartz', time: '19:30', zone: 'America/New_York', instant: '23:30' },
    ]
    expect(await matchesOf('Quay Cup')).toEqual(found)

    const more = `${known}\n2036-07-12,20:00,Wide Quarry,Ground Quartz\n2036-07-13,20:00,New Quince,Ground Quartz`
    const shown = await preview(input('quay.csv', more, cup))
    expect([shown.asks, shown.rows.map(({ action, becomes }) => `${action} ${becomes.timeZone}`)]).toEqual([
      ['timeZone'],
      ['same America/New_York', 'same Asia/Tokyo', 'zone null', 'zone null'],
    ])
    const refused = await admin.post(at, input('quay.csv', more, cup))
    expect([refused.status, (refused.body as { fields: object }).fields]).toEqual([
      422,
      { zones: 'Say in which time zone these teams play at home: nothing here says it of every ground.' },
    ])
    expect((await preview(input('quay.csv', more, { ...cup, countryId: inOne }))).rows[3]).toMatchObject({
      action: 'create',
      becomes: { timeZone: 'Asia/Tokyo' },
    })
    // The answer applies to teams whose zone is unknown; the others keep theirs.
    expect(await imported(input('quay.csv', more, { ...cup, timeZone: 'America/Chicago' }))).toMatchObject({
      created: 2,
      same: 2,
      changes: 0,
    })
    expect((await matchesOf('Quay Cup')).map(({ home, zone }) => `${home} ${zone}`)).toEqual([
      'Country Quill Asia/Tokyo',
      'Ground Quartz America/New_York',
      'New Quince America/Chicago',
      'Wide Quarry America/Chicago',
    ])
    // Their zone is known now, so the import does not ask again.
    expect(await imported(input('quay.csv', more, cup))).toMatchObject({ created: 0, same: 4, changes: 0 })
  })

  it('does not move local times; moments, and files whose times are all of one zone, are shown by the ground’s clocks', async () => {
    const ics =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20360705T233000Z\nSUMMARY:Ground Quartz v Country Quill\nEND:VEVENT\nEND:VCALENDAR'
    const cup = { competition: 'Quay Cup', season: '2036', timeZone: null }
    expect((await preview(input('quay.ics', ics, cup))).rows).toMatchObject([
      { action: 'same', becomes: { localTime: '19:30', timeZone: 'America/New_York' } },
    ])
    const oneZone = csv('2036-07-05,16:30,Ground Quartz,Country Quill')
    expect((await preview(input('quay.csv', oneZone, { ...cup, isOneZone: true }))).asks).toEqual(['timeZone'])
    expect(
      (await preview(input('quay.csv', oneZone, { ...cup, isOneZone: true, timeZone: 'America/Los_Angeles' }))).rows,
    ).toMatchObject([{ action: 'same', becomes: { localTime: '19:30', timeZone: 'America/New_York' } }])
  })
})

describe('a kickoff that a file has otherwise', () => {
  it('waits for approval, then moves the match and what is sold for it, with its history', async () => {
    const {
      rows: [match],
    } = await run(
      sql<{
        id: number
      }>`select id from matches where competition = 'Amber League' and round = 'Round 1' and name like 'Port Amber%'`,
    )
    const eventId = await records.make('events', { name: 'Port Amber v Vale Rovers' })
    const performanceId = await records.make('performances', {
      eventId,
      localDate: '2036-08-02',
      localTime: '15:00',
      isTimeTba: false,
      timeZone: 'Europe/London',
      startsAt: '2036-08-02T14:00:00.000Z',
      status: 'onsale',
      doorsTime: null,
    })
    await records.make('purchases', {
      kind: 'event',
      productId: null,
      productOptionId: null,
      eventId,
      performanceId,
      bookingStatus: 'confirmed',
      paymentStatus: 'captured',
      fulfilmentStatus: 'not_due',
      refundState: 'none',
      captured: 10_500,
      refunded: 0,
      refundPending: 0,
      chargedBack: 0,
    })
    expect((await admin.patch(`/rest/data/matches/${match?.id}`, { eventId })).status).toBe(200)
    expect(await imported(input('league-2.csv', league('20:45'), of), editor)).toMatchObject({
      created: 0,
      same: 3,
      changes: 1,
    })
    // The same news twice is one change.
    expect(await imported(input('league-2.csv', league('20:45'), of))).toMatchObject({ changes: 0 })
    const [change] = await changes()
    expect(change).toMatchObject({
      name: 'Port Amber v Vale Rovers',
      was: { localTime: '15:00' },
      becomes: { localTime: '20:45' },
      source: 'league-2.csv',
      foundBy: 'Mateo Villanueva',
      performance: { id: performanceId, isPast: false },
    })
    expect((await admin.get(`/rest/data/matches/${match?.id}`)).body).toMatchObject({ localTime: '15:00' })
    const reader = await server.signIn('read-only')
    expect((await reader.post('/rest/data/matches/changes', { approve: [change?.id], decline: [] })).status).toBe(403)
    const decided = await editor.post('/rest/data/matches/changes', { approve: [change?.id], decline: [] })
    expect([decided.status, decided.body]).toEqual([
      200,
      { approved: 1, declined: 0, performances: 1, changes: [expect.any(Number)] },
    ])
    const told = await admin.get('/rest/data/performances/notices', {
      changes: String((decided.body as { changes: number[] }).changes[0]),
    })
    expect(told.body).toMatchObject({
      purchases: 1,
      languages: [
        {
          sample: {
            values: {
              event: 'Port Amber v Vale Rovers',
              before: expect.stringContaining('15:00') as unknown,
              after: expect.stringContaining('20:45') as unknown,
            },
          },
        },
      ],
    })
    expect((await admin.get(`/rest/data/matches/${match?.id}`)).body).toMatchObject({
      localTime: '20:45',
      startsAt: '2036-08-02T19:45:00.000Z',
    })
    expect((await admin.get(`/rest/data/performances/${performanceId}`)).body).toMatchObject({
      localTime: '20:45',
      startsAt: '2036-08-02T19:45:00.000Z',
    })
    expect(await changes()).toEqual([])
    expect((await admin.post('/rest/data/matches/changes', { approve: [change?.id], decline: [] })).status).toBe(409)
    const { rows } = await run(
      sql<{
        action: string
      }>`select action from audit_log where object = 'matches' and record_id = ${String(match?.id)} order by id desc limit 1`,
    )
    expect(rows).toEqual([{ action: 'kickoff-approved' }])
  })

  it('is forgotten when declined, and withdrawn when the file says again what is here', async () => {
    await imported(input('league-3.csv', league('12:30'), of))
    const [declined] = await changes()
    expect((await admin.post('/rest/data/matches/changes', { approve: [], decline: [declined?.id] })).body).toEqual({
      approved: 0,
      declined: 1,
      performances: 0,
      changes: [],
    })
    await imported(input('league-3.csv', league('12:45'), of))
    expect(await changes()).toHaveLength(1)
    await imported(input('league-2.csv', league('20:45'), of))
    expect(await changes()).toEqual([])
  })
})

// External data is not part of the product: it is used only if present.
const named = process.env['OUTSIDE_DATA']
const outside =
  named === undefined
    ? new URL('../../../../shared/data/fixtures/', import.meta.url)
    : new URL('fixtures/', pathToFileURL(`${named}/`))
const isThere = existsSync(outside)
if (!isThere)
  process.stderr.write(
    `SKIPPED: the fixtures of real leagues are not in ${outside.pathname}. Set OUTSIDE_DATA to the folder that holds fixtures/.\n`,
  )

describe.skipIf(!isThere)('the fixtures of real leagues', () => {
  const text = (file: string) => readFileSync(new URL(file, outside), 'utf8')
  interface Listed {
    date: string
    team1: string
    team2: string
  }
  const listed = (file: string) => (JSON.parse(text(file)) as { matches: Listed[] }).matches

  it('end as 24 clubs with 33 spellings, every match with the right two teams, where one league is spelled in 33 ways', async () => {
    const matches = listed('en.2.json')
    expect(new Set(matches.flatMap(({ team1, team2 }) => [team1, team2])).size).toBe(33)
    const unsaid = await preview(input('en.2.json', text('en.2.json'), { timeZone: null }))
    expect([unsaid.asks, new Set(unsaid.rows.map(({ action }) => action))]).toEqual([['timeZone'], new Set(['zone'])])
    const body = input('en.2.json', text('en.2.json'))
    const shown = await preview(body)
    expect([shown.asks, shown.problems, shown.teams.length]).toEqual([[], [], 24])
    expect(await imported(body)).toMatchObject({ created: 552, teams: 24, left: 0 })
    const found = await clubs(shown.competition ?? '')
    expect([
      found.length,
      found.reduce((sum, { variations }) => sum + variations.length, 0),
      found.every(({ matches: count }) => count === 46),
    ]).toEqual([24, 33, true])
    const clubOf = new Map(
      found.flatMap(({ name, variations }) => variations.map((spelling) => [spelling, name] as const)),
    )
    expect(clubOf.size).toBe(33)
    const { rows } = await run(sql<{ key: string }>`
      select m.local_date || ' ' || h.name || ' v ' || a.name as key from matches m join performers h on h.id = m.home_performer_id join performers a on a.id = m.away_performer_id
      where m.competition = ${shown.competition}`)
    expect(rows.map(({ key }) => key).sort()).toEqual(
      matches.map(({ date, team1, team2 }) => `${date} ${clubOf.get(team1)} v ${clubOf.get(team2)}`).sort(),
    )
    expect(await imported(body)).toMatchObject({ created: 0, same: 552, teams: 0, spellings: 0, changes: 0 })
  })

  it('are proposed a zone for each ground, by its city and not one for the league', async () => {
    const { asks, grounds } = await preview(input('us.mls.json', text('us.mls.json'), { timeZone: null }))
    const zones = Object.fromEntries(grounds.map(({ name, proposed }) => [name, proposed]))
    expect([asks.includes('timeZone'), grounds.length]).toEqual([true, 30])
    expect(zones).toMatchObject({
      'Los Angeles FC': 'America/Los_Angeles',
      'Seattle Sounders': 'America/Los_Angeles',
      'Houston Dynamo': 'America/Chicago',
      'Colorado Rapids': null,
      'New York City FC': 'America/New_York',
      'Toronto FC': 'America/Toronto',
    })
  })

  it('come in without a duplicate, one league after the other, and again', async () => {
    const files = readdirSync(outside)
      .filter((file) => file.endsWith('.json') && file !== 'en.2.json')
      .sort()
    expect(files.length).toBeGreaterThan(3)
    for (const file of files) {
      const matches = listed(file)
      const teams = new Set(matches.flatMap(({ team1, team2 }) => [team1, team2]))
      const body = input(file, text(file))
      const shown = await preview(body)
      expect([file, shown.asks, shown.teams.length]).toEqual([file, [], teams.size])
      expect([file, await imported(body)]).toMatchObject([
        file,
        { created: matches.length, teams: teams.size, left: 0 },
      ])
      expect([file, await imported(body)]).toMatchObject([
        file,
        { created: 0, same: matches.length, teams: 0, spellings: 0, changes: 0 },
      ])
    }
    const { rows } = await run(
      sql`select lower(name) from performers where kind = 'team' group by 1 having count(*) > 1`,
    )
    expect(rows).toEqual([])
  }, 120_000)

  it('know their teams by the short names and in the form of another maker, and make no second match', async () => {
    const { competition, season } = await preview(input('es.1.json', text('es.1.json')))
    const short: Readonly<Record<string, string>> = {
      'Rayo Vallecano de Madrid': 'Vallecano',
      'Deportivo Alavés': 'Alaves',
      'Real Betis Balompié': 'Betis',
      'Club Atlético de Madrid': 'Ath Madrid',
      'Athletic Club': 'Ath Bilbao',
      'Real Sociedad de Fútbol': 'Sociedad',
      'RC Celta de Vigo': 'Celta',
      'RCD Espanyol de Barcelona': 'Espanol',
    }
    const all = listed('es.1.json') as (Listed & { time?: string })[]
    const named = (team: string) => short[team] ?? team.replace(/ (?:FC|CF|UD)$/, '')
    const rows = (matches: typeof all) =>
      [
        'Div;Date;Time;HomeTeam;AwayTeam',
        ...matches.map(
          ({ date, time, team1, team2 }) =>
            `SP1;${date.split('-').reverse().join('/')};${time ?? ''};${named(team1)};${named(team2)}`,
        ),
      ].join('\n')
    const season1 = { competition, season }
    const first = all.filter(({ date }) => date < '2025-08-19' && date > '2025-08-14')
    const day = await preview(input('SP1.csv', rows(first), season1))
    expect([
      day.teams.filter(({ state }) => state === 'new'),
      day.rows.filter(({ action }) => action === 'create'),
    ]).toEqual([[], []])
    // The whole season: each team has met all others, so nothing is left to ask.
    const whole = input('SP1.csv', rows(all), season1)
    const told = await preview(whole)
    expect([told.asks, told.teams.filter(({ performerId }) => performerId === null)]).toEqual([[], []])
    expect(await imported(whole)).toMatchObject({ created: 0, same: 380, teams: 0, changes: 0 })
  })
})
