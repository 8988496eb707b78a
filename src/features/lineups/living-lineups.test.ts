import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Contents, ContentsQuery } from './lineup.endpoints.ts'
import {
  type Row,
  admin,
  db,
  event,
  everything,
  lineup,
  performance,
  records,
  serveLineups,
  server,
} from './testing/lineup-records.server.ts'

serveLineups()

async function contents(query: Partial<ContentsQuery>): Promise<Contents> {
  const reply = await admin.post('/rest/data/lineups/contents', { ...everything, ...query })
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Contents
}
const names = ({ events }: Contents) => events.map(({ name }) => name)
const stored = async (id: number) =>
  (
    await sql<{ name: string }>`
  select e.name from lineup_events l join events e on e.id = l.event_id where l.lineup_id = ${id} order by l.position`.execute(
      db(),
    )
  ).rows.map(({ name }) => name)

describe('a living lineup', () => {
  it('finds public events to come, the next first, within its cap, with pins ahead and without what is excluded', async () => {
    const [lazyScreen, soon, next] = [
      await event('Quince late', 30),
      await event('Quince soon', 3),
      await event('Quince next', 1),
    ]
    await event('Quince draft', 2, { publication: 'draft' })
    await event('Quince hidden', 2, { isHidden: true })
    await event('Quince past', -2)
    expect(names(await contents({ nameContains: 'quince' }))).toEqual(['Quince next', 'Quince soon', 'Quince late'])
    const capped = await contents({ nameContains: 'quince', maxEvents: 2, pinnedEventIds: [lazyScreen] })
    expect([names(capped), capped.total]).toEqual([['Quince late', 'Quince next'], 3])
    const without = await contents({ nameContains: 'quince', excludedEventIds: [next] })
    expect([names(without), without.excluded]).toEqual([
      ['Quince soon', 'Quince late'],
      [{ id: next, name: 'Quince next' }],
    ])
    const until = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    expect(names(await contents({ nameContains: 'quince', untilDate: until }))).toEqual(['Quince next', 'Quince soon'])
    const made = await lineup({ membership: 'living', nameContains: 'Quince', pinnedEventIds: [soon] })
    expect([await stored(made.id), made['eventCount'], made['upcomingCount']]).toEqual([
      ['Quince soon', 'Quince next', 'Quince late'],
      3,
      3,
    ])
    expect([made['firstOn'], made['lastOn']]).toEqual(
      [1, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)),
    )
  })

  it('keeps a postponed event after the day it had, last and without that day', async () => {
    const [later, sooner] = [await event('Mespil later', 5), await event('Mespil sooner', 2)]
    const made = await lineup({ membership: 'living', nameContains: 'Mespil' })
    await sql`update performances set is_date_tbd = true, status = 'postponed' where event_id = ${sooner}`.execute(db())
    await sql`update performances set starts_at = starts_at - interval '9 days', local_date = local_date - 9 where event_id = ${sooner}`.execute(
      db(),
    )
    const { events } = await contents({ id: made.id, nameContains: 'Mespil' })
    expect(events.map(({ id, localDate, isDateTbd }) => [id, localDate === null, isDateTbd])).toEqual([
      [later, false, false],
      [sooner, true, true],
    ])
    expect((await admin.post(`/rest/data/lineups/${made.id}/contents-review`)).body).toMatchObject({ events: 2 })
    await sql`update performances set is_date_tbd = false, starts_at = starts_at + interval '37 days', local_date = local_date + 37 where event_id = ${sooner}`.execute(
      db(),
    )
    const settled = await contents({ id: made.id, nameContains: 'Mespil' })
    expect(settled.events.map(({ id, change }) => [id, change])).toEqual([
      [later, 'none'],
      [sooner, 'moved'],
    ])
  })

  it('has to ask for something, and treats what is typed as words', async () => {
    expect(
      (await admin.post('/rest/data/lineups', { name: 'All', type: 'curated', membership: 'living' })).status,
    ).toBe(422)
    expect(await contents({ nameContains: '%%%' })).toMatchObject({ events: [], total: 0 })
  })

  it('follows its bill', async () => {
    const performer = await records.make('performers', { name: 'The Medlars' })
    await event('Medlar night', 4, { performerIds: [performer] })
    const made = await lineup({ membership: 'living', isOfBill: true })
    expect(await stored(made.id)).toEqual([])
    const put = await admin.put(`/rest/data/lineups/${made.id}/bill`, {
      performers: [{ performerId: performer, role: 'headliner' }],
    })
    expect([put.status, put.body]).toEqual([
      200,
      {
        performers: [
          { performerId: performer, name: 'The Medlars', kind: expect.any(String) as string, role: 'headliner' },
        ],
      },
    ])
    expect(await stored(made.id)).toEqual(['Medlar night'])
    expect(names(await contents({ id: made.id, isOfBill: true }))).toEqual(['Medlar night'])
  })

  it('says what has changed since it was looked through', async () => {
    const [stays, moves] = [await event('Sorb stays', 5), await event('Sorb moves', 6)]
    const gone = await event('Sorb goes', 7)
    const made = await lineup({ membership: 'living', nameContains: 'Sorb' })
    expect(made['changeCount']).toBeNull()
    expect((await admin.post(`/rest/data/lineups/${made.id}/contents-review`)).body).toMatchObject({ events: 3 })
    await event('Sorb comes', 2)
    await sql`update events set is_hidden = true where id = ${gone}`.execute(db())
    await sql`update performances set local_date = local_date + 1, starts_at = starts_at + interval '1 day' where event_id = ${moves}`.execute(
      db(),
    )
    const found = await contents({ id: made.id, nameContains: 'Sorb' })
    expect(found.events.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'Sorb comes new',
      'Sorb stays none',
      'Sorb moves moved',
    ])
    expect([found.gone, found.reviewedBy]).toEqual([[{ id: gone, name: 'Sorb goes' }], 'Ingrid Solheim'])
    expect(stays).toBeGreaterThan(0)
    await sql`update lineups set refreshed_at = now() - interval '2 hours' where id = ${made.id}`.execute(db())
    await server.runJob('refresh-lineups')
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({
      changeCount: 2,
      version: made['version'],
    })
    await admin.post(`/rest/data/lineups/${made.id}/contents-review`)
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({ changeCount: 0 })
  })

  it('is for readers to preview and not to look through', async () => {
    const reader = await server.signIn('read-only')
    const made = await lineup()
    expect((await reader.post('/rest/data/lineups/contents', everything)).status).toBe(200)
    expect((await reader.post(`/rest/data/lineups/${made.id}/contents-review`)).status).toBe(403)
    expect((await reader.put(`/rest/data/lineups/${made.id}/bill`, { performers: [] })).status).toBe(403)
  })
})

describe('a lineup that has become empty', () => {
  const publish = async (made: Row) => {
    for (const locale of ['es', 'fr', 'de', 'it', 'pt'])
      await admin.put(`/rest/data/lineups/${made.id}/translations/${locale}`, {
        texts: { name: { text: `${locale} ${made.id}`, status: 'approved' } },
      })
    const reply = await admin.post(`/rest/data/lineups/${made.id}/publish`, {})
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }

  it('is not empty while its only event is postponed without a new day', async () => {
    const only = await event('Whitebeam', 2)
    const made = await lineup({ pinnedEventIds: [only] })
    await sql`update performances set is_date_tbd = true, status = 'postponed' where event_id = ${only}`.execute(db())
    await sql`update performances set starts_at = starts_at - interval '4 days', local_date = local_date - 4 where event_id = ${only}`.execute(
      db(),
    )
    await sql`update lineups set refreshed_at = null where id = ${made.id}`.execute(db())
    await server.runJob('refresh-lineups')
    const { rows } = await sql`select empty_since from lineups where id = ${made.id}`.execute(db())
    expect(rows).toEqual([{ empty_since: null }])
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({ upcomingCount: 1 })
  })

  it('is unpublished after its grace, and its address leads to its successor', async () => {
    const next = await event('Rowan lasts', 40)
    const replacement = await lineup({ pinnedEventIds: [next], description: '<p>Goes on</p>' })
    const ends = await event('Rowan ends', 2)
    const made = await lineup({
      pinnedEventIds: [ends],
      description: '<p>Ends</p>',
      graceDays: 3,
      successorId: replacement.id,
    })
    await publish(replacement)
    await publish(made)
    await sql`update performances set starts_at = starts_at - interval '4 days', local_date = local_date - 4 where event_id = ${ends}`.execute(
      db(),
    )
    const again = async () => {
      await sql`update lineups set refreshed_at = null where id = ${made.id}`.execute(db())
      await server.runJob('refresh-lineups')
      return ((await admin.get(`/rest/data/lineups/${made.id}`)).body as Row)['publication']
    }
    expect(await again()).toBe('published')
    await sql`update lineups set empty_since = now() - interval '4 days' where id = ${made.id}`.execute(db())
    expect(await again()).toBe('unpublished')
    const { rows } =
      await sql`select distinct reason, target_id from redirects where resource = 'lineups' and record_id = ${made.id}`.execute(
        db(),
      )
    expect(rows).toEqual([{ reason: 'replaced', target_id: replacement.id }])
  })

  it('stays published when new dates have come since its last refresh', async () => {
    const only = await event('Hazel', -9)
    const made = await lineup({ pinnedEventIds: [only], description: '<p>Goes on</p>', graceDays: 3 })
    await sql`update lineups set empty_since = now() - interval '8 days' where id = ${made.id}`.execute(db())
    await performance(only, 30)
    await publish(made)
    await server.runJob('refresh-lineups')
    expect((await admin.get(`/rest/data/lineups/${made.id}`)).body).toMatchObject({ publication: 'published' })
    const { rows } = await sql`select empty_since from lineups where id = ${made.id}`.execute(db())
    expect(rows).toEqual([{ empty_since: null }])
  })
})
