import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { MatchChange } from './fixture.endpoints.ts'
import {
  admin,
  at,
  clubs,
  editor,
  imported,
  input,
  preview,
  records,
  run,
  serveFixtures,
  server,
} from './testing/fixture-files.server.ts'

serveFixtures()

const changes = async () => ((await admin.get('/rest/data/matches/changes')).body as { changes: MatchChange[] }).changes

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
    expect((await preview(body)).problems).toEqual([{ line: 7, message: '“soon” is not a date.' }])
    expect(await imported(body)).toMatchObject({ created: 0, left: 2 })
  })

  it('of several competitions or seasons is imported one by one, under whatever name is chosen', async () => {
    const rows = [
      'Competition,Season,Date,Time,Home,Away',
      'Dune Shield,2036,2036-08-02,15:00,Port Amber,Vale Rovers',
      'Dune Trophy,2036/37,2036-08-03,15:00,Loam Town,Vale Rovers',
      ',,2036-08-04,15:00,Loam Town,Port Amber',
      'dune shield,2037,2037-02-02,15:00,Vale Rovers,Port Amber',
      'Dune Shield,2037/38,2037-09-02,15:00,Vale Rovers,Loam Town',
    ]
    const file = (more: object) => input('shield.csv', rows.join('\n'), more)
    const lines = async (more: object) => {
      const { problems, rows: kept } = await preview(file(more))
      return [kept.map(({ line }) => line), problems.map(({ line, message }) => `${line} ${message}`)]
    }
    expect(await lines({})).toEqual([
      [2, 4],
      [
        '3 Dune Trophy is another competition. Import it separately.',
        '5 2037 is another season. Import it separately.',
        '6 2037/38 is another season. Import it separately.',
      ],
    ])
    expect((await lines({ season: '2036/37' }))[0]).toEqual([2, 4, 5])
    expect((await lines({ competition: 'The Shield', season: '2036/37' }))[0]).toEqual([2, 4, 5])
    expect((await lines({ competition: 'Dune Trophy', season: '2036/37' }))[0]).toEqual([3])
    expect(await imported(file({ season: '2036-37' }))).toMatchObject({ created: 3, left: 2 })
    expect(
      (await run(sql`select from matches where competition = 'Dune Shield' and season = '2036-37'`)).rows,
    ).toHaveLength(3)
  })

  it('is refused to people who cannot create matches, or cannot create performers', async () => {
    const reader = await server.signIn('read-only')
    expect((await reader.post(`${at}/preview`, input('league.csv', league()))).status).toBe(403)
    expect((await reader.post(at, input('league.csv', league(), of))).status).toBe(403)
  })
})

/** Puts the first match of the league on sale, and sells a ticket for it. */
async function sellFirstMatch() {
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
  return { matchId: Number(match?.id), performanceId }
}

describe('a kickoff that a file has otherwise', () => {
  let matchId: number
  let performanceId: number
  beforeAll(async () => {
    ;({ matchId, performanceId } = await sellFirstMatch())
  })

  it('waits for approval, once however often it is read, by people who can change matches', async () => {
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
    expect((await admin.get(`/rest/data/matches/${matchId}`)).body).toMatchObject({ localTime: '15:00' })
    const reader = await server.signIn('read-only')
    expect((await reader.post('/rest/data/matches/changes', { approve: [change?.id], decline: [] })).status).toBe(403)
    expect(await changes()).toEqual([change])
  })

  it('moves the match and what is sold for it once approved, and is in the history of the match', async () => {
    const [change] = await changes()
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
    expect((await admin.get(`/rest/data/matches/${matchId}`)).body).toMatchObject({
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
      }>`select action from audit_log where object = 'matches' and record_id = ${String(matchId)} order by id desc limit 1`,
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
