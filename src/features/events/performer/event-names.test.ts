import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import type { Actor } from '../../../core/access/access.ts'
import { system } from '../../../core/access/access.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { renameEvents, soldMatchesOf } from './event-names.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'event names' })
})
afterAll(() => server.stop())

describe('the event of a match', () => {
  it('takes the match’s new name with an entry in the audit, and fails where that cannot be written', async () => {
    const { kysely } = server.database
    const records = maker(kysely, resources, examples)
    const team = (name: string) => records.make('performers', { kind: 'team', sport: 'football', name })
    const [home, away] = [await team('Sorrel'), await team('Dock')]
    const eventId = await records.make('events', { name: 'Sorrel v Dock' })
    await records.make('matches', {
      homePerformerId: home,
      awayPerformerId: away,
      eventId,
      nameTemplate: '{home} v {away}',
    })
    const before = await soldMatchesOf(kysely, [home])
    expect(before).toMatchObject([{ name: 'Sorrel v Dock' }])
    await sql`update performers set name = 'Sorrel Town' where id = ${home}`.execute(kysely)

    const nameNow = async () =>
      (await sql<{ name: string }>`select name from events where id = ${eventId}`.execute(kysely)).rows[0]?.name
    const unknown = { ...system('names'), kind: 'unheard of' } as unknown as Actor
    await expect(kysely.transaction().execute((db) => renameEvents(db, unknown, before))).rejects.toThrow(/actor_kind/)
    expect(await nameNow()).toBe('Sorrel v Dock')

    await kysely.transaction().execute((db) => renameEvents(db, system('names'), before))
    expect(await nameNow()).toBe('Sorrel Town v Dock')
    const { rows } = await sql<{ before: unknown; after: unknown }>`
      select before, after from audit where object = 'events' and record_id = ${String(eventId)} and action = 'update'`.execute(
      kysely,
    )
    expect(rows).toEqual([{ before: { name: 'Sorrel v Dock' }, after: { name: 'Sorrel Town v Dock' } }])
  })

  it('has its former name again once the new name of a team is undone', async () => {
    const { kysely } = server.database
    const records = maker(kysely, resources, examples)
    const admin = await server.signIn('admin')
    const team = (name: string) => records.make('performers', { kind: 'team', sport: 'football', name })
    const [home, away] = [await team('Heron'), await team('Quay')]
    const eventId = await records.make('events', { name: 'Heron v Quay' })
    await records.make('matches', {
      homePerformerId: home,
      awayPerformerId: away,
      eventId,
      nameTemplate: '{home} v {away}',
    })
    const nameNow = async () => ((await admin.get(`/rest/data/events/${eventId}`)).body as { name: string }).name
    expect((await admin.patch(`/rest/data/performers/${home}`, { name: 'Heron Town' })).status).toBe(200)
    expect(await nameNow()).toBe('Heron Town v Quay')
    expect((await admin.post(`/rest/data/performers/${home}/undo`, { action: 'update' })).body).toMatchObject({
      name: 'Heron',
    })
    expect(await nameNow()).toBe('Heron v Quay')
  })
})
