import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Reply } from '../../core/testing/test-context.server.ts'
import {
  type Row,
  admin,
  away,
  home,
  match,
  post,
  records,
  serveMatches,
  server,
  team,
} from './testing/match-records.server.ts'

serveMatches()

const db = () => server.database.kysely

const fieldsOf = (reply: Reply) => [reply.status, (reply.body as { fields?: unknown }).fields]
const codeOf = (query: ReturnType<typeof sql>) =>
  query.execute(db()).then(
    () => 'taken',
    (error: unknown) => String((error as { constraint?: unknown }).constraint),
  )

describe('a match', () => {
  it('is of two different teams of one sport, in the database too', async () => {
    const [singer, rugby] = [
      await records.make('performers', { kind: 'artist', sport: null, name: 'Singer' }),
      await team('Prop XV', { sport: 'rugby' }),
    ]
    expect(fieldsOf(await post({ awayPerformerId: home }))).toEqual([
      422,
      { awayPerformerId: 'A team can’t play itself.' },
    ])
    expect(fieldsOf(await post({ awayPerformerId: singer }))).toEqual([
      422,
      { awayPerformerId: 'Singer is not a team.' },
    ])
    expect(fieldsOf(await post({ awayPerformerId: rugby }))).toEqual([
      422,
      { awayPerformerId: 'Prop XV does not play the sport of Port Amber.' },
    ])
    const { id } = await match()
    expect(await codeOf(sql`update matches set away_performer_id = ${rugby} where id = ${id}`)).toBe(
      'both_are_teams_of_one_sport',
    )
    expect(await codeOf(sql`update matches set away_performer_id = ${singer} where id = ${id}`)).toBe(
      'both_are_teams_of_one_sport',
    )
    expect(await codeOf(sql`update matches set away_performer_id = home_performer_id where id = ${id}`)).toBe(
      'home_and_away_are_different_teams',
    )
    expect(await codeOf(sql`update performers set sport = 'rugby' where id = ${home}`)).toBe(
      'a_team_with_matches_stays_a_team_of_its_sport',
    )
  })

  it('is there once in its round of the competition', async () => {
    await match({ round: 'Final' })
    expect(fieldsOf(await post({ round: 'FINAL' }))).toEqual([
      409,
      { round: 'Port Amber v Vale Rovers is already in this round of the competition.' },
    ])
    await match({ round: null })
    expect((await post({ round: null })).status).toBe(409)
    expect((await post({ round: 'Final', homePerformerId: away, awayPerformerId: home })).status).toBe(201)
  })

  it('is played at the home team’s ground unless it is said otherwise', async () => {
    const venueId = await records.make('venues')
    const hosts = await team('Loam Town', { homeVenueId: venueId })
    expect(await match({ homePerformerId: hosts, timeZone: null })).toMatchObject({ venueId })
    expect(await match({ homePerformerId: hosts, isNeutral: true })).toMatchObject({ venueId: null })
  })

  it('is in the time zone of its venue, or of the home team’s country; another one is refused, and none asked unless nothing says it', async () => {
    const [tokyo, rome] = [
      await records.make('venues', { name: 'Quay Dome', timeZone: 'Asia/Tokyo' }),
      await records.make('venues', { name: 'Quay Oval', timeZone: 'Europe/Rome' }),
    ]
    const country = await records.make('countries', { timeZones: ['Africa/Nairobi'] })
    const [hosts, abroad, wanderers] = [
      await team('Dome Town', { homeVenueId: tokyo }),
      await team('One Zone', { homeVenueId: null, countryId: country }),
      await team('No Ground', { homeVenueId: null, countryId: null }),
    ]
    const none = { timeZone: null }
    const at = await match({ ...none, homePerformerId: hosts })
    expect(at).toMatchObject({ timeZone: 'Asia/Tokyo', startsAt: '2036-10-26T06:00:00.000Z' })
    expect(await match({ ...none, homePerformerId: abroad })).toMatchObject({
      timeZone: 'Africa/Nairobi',
      venueId: null,
    })
    const refusal = { timeZone: 'Quay Dome is in Asia/Tokyo. Leave the time zone empty, or choose another venue.' }
    expect(fieldsOf(await post({ homePerformerId: hosts, timeZone: 'Europe/Madrid' }))).toEqual([422, refusal])
    expect(fieldsOf(await admin.patch(`/rest/data/matches/${at.id}`, { timeZone: 'Europe/Madrid' }))).toEqual([
      422,
      refusal,
    ])
    expect((await admin.patch(`/rest/data/matches/${at.id}`, { venueId: rome })).body).toMatchObject({
      timeZone: 'Europe/Rome',
      startsAt: '2036-10-26T14:00:00.000Z',
    })
    const unsaid = [422, { timeZone: 'Choose a venue or enter a time zone.' }]
    expect(fieldsOf(await post({ ...none, homePerformerId: hosts, isNeutral: true }))).toEqual(unsaid)
    expect(fieldsOf(await post({ ...none, homePerformerId: wanderers }))).toEqual(unsaid)
    expect(await match({ homePerformerId: hosts, isNeutral: true, timeZone: 'Asia/Dubai' })).toMatchObject({
      venueId: null,
      timeZone: 'Asia/Dubai',
    })
    expect(await codeOf(sql`update matches set time_zone = null where id = ${at.id}`)).toBe('a_match_has_a_time_zone')
  })

  it('begins in local time: skipped hours are refused, and a repeated hour can mean either passage', async () => {
    expect(await match()).toMatchObject({ startsAt: '2036-10-26T15:00:00.000Z' })
    expect(fieldsOf(await post({ localDate: '2036-03-30', localTime: '01:30' }))).toEqual([
      422,
      { localTime: 'The clocks of Europe/London skip this time on that day.' },
    ])
    expect(await match({ localTime: '01:30' })).toMatchObject({ startsAt: '2036-10-26T00:30:00.000Z' })
    expect(await match({ localTime: '01:30', isLater: true })).toMatchObject({ startsAt: '2036-10-26T01:30:00.000Z' })
    expect((await post({ localTime: null })).status).toBe(422)
    expect(await match({ localTime: null, isTbc: true })).toMatchObject({ startsAt: '2036-10-26T12:00:00.000Z' })
  })

  it('is called after its teams, and so is an event that has its name; other events keep theirs', async () => {
    const [own, other] = [
      await records.make('events', { name: 'Port Amber v Vale Rovers' }),
      await records.make('events', { name: 'The big one' }),
    ]
    const [one, two] = [await match({ eventId: own }), await match({ eventId: other })]
    const nameOf = async (event: number) => ((await admin.get(`/rest/data/events/${event}`)).body as Row)['name']
    const change = { nameTemplate: '{competition}: {home} - {away}' }
    expect((await admin.patch(`/rest/data/matches/${one.id}`, change)).body).toMatchObject({
      name: 'Amber League: Port Amber - Vale Rovers',
    })
    await admin.patch(`/rest/data/matches/${two.id}`, change)
    expect([await nameOf(own), await nameOf(other)]).toEqual(['Amber League: Port Amber - Vale Rovers', 'The big one'])
    const { rows } =
      await sql`select before, after from audit_log where object = 'events' and record_id = ${String(own)}`.execute(
        db(),
      )
    expect(rows).toEqual([
      { before: { name: 'Port Amber v Vale Rovers' }, after: { name: 'Amber League: Port Amber - Vale Rovers' } },
    ])
    expect((await admin.patch(`/rest/data/performers/${home}`, { name: 'Port Amber City' })).status).toBe(200)
    expect((await admin.get(`/rest/data/matches/${one.id}`)).body).toMatchObject({
      name: 'Amber League: Port Amber City - Vale Rovers',
    })
  })

  it('has a name that says who plays, in the database too', async () => {
    const refusal = [422, { nameTemplate: 'The name must include {home} and {away}.' }]
    for (const nameTemplate of ['{competition} final', 'At {home}'])
      expect(fieldsOf(await post({ nameTemplate }))).toEqual(refusal)
    const { id } = await match()
    expect(await codeOf(sql`update matches set name_template = 'The final' where id = ${id}`)).toBe(
      'a_name_says_who_plays',
    )
  })

  it('is found among those to come until its kickoff, whatever became of it', async () => {
    const [past, next] = [await match({ localDate: '2024-03-02', status: 'postponed', isTbc: true }), await match()]
    const among = async (filter: object) =>
      (
        (
          await admin.get('/rest/data/matches', {
            filter: { id: [past.id, next.id], ...filter },
            sort: ['startsAt', 'ASC'],
          })
        ).body as Row[]
      ).map(({ id, isPast }) => [id, isPast])
    expect([await among({}), await among({ isPast: false }), await among({ isPast: true })]).toEqual([
      [
        [past.id, true],
        [next.id, false],
      ],
      [[next.id, false]],
      [[past.id, true]],
    ])
  })

  it('can be made with write on matches alone, and changed with write on rules alone', async () => {
    const made = await match()
    const grant = (objects: readonly string[]) =>
      sql`
      with gone as (delete from role_permissions where action = 'write' and object in ('matches', 'rules') and role_id = (select id from roles where name = 'read-only'))
      insert into role_permissions (role_id, action, object) select r.id, 'write', o from roles r, unnest(${objects}::text[]) as given (o) where r.name = 'read-only'`.execute(
        db(),
      )
    await grant(['matches'])
    const maker = await server.signIn('read-only')
    expect((await post({}, maker)).status).toBe(201)
    expect((await maker.patch(`/rest/data/matches/${made.id}`, { status: 'postponed', isTbc: true })).status).toBe(403)
    await grant(['rules'])
    const ruler = await server.signIn('read-only')
    expect((await post({}, ruler)).status).toBe(403)
    expect((await ruler.patch(`/rest/data/matches/${made.id}`, { status: 'postponed', isTbc: true })).status).toBe(200)
  })
})
