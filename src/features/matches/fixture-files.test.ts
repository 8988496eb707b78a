import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import {
  admin,
  at,
  clubs,
  imported,
  input,
  preview,
  records,
  run,
  serveFixtures,
} from './testing/fixture-files.server.ts'

serveFixtures()

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
      { zones: 'Choose the time zone of these teams’ home grounds. Not every ground has one here.' },
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
