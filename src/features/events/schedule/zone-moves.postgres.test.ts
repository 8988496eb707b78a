import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { examples } from '../../../app/testing/examples.server.ts'
import { resources } from '../../../app/registry.server.ts'
import type { TestServer } from '../../../app/testing/start.server.ts'
import { startTestServer } from '../../../app/testing/start.server.ts'
import { maker } from '../../../core/testing/make.server.ts'
import { moveZonesJob } from '../../places/geo/zone-changes.server.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a change of zone that two servers find', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'zone moves' })
  })
  afterAll(() => server?.stop())

  it('is left to the one that has it, without waiting, and is taken up when that one is gone', async () => {
    const { kysely } = server.database
    const records = maker(kysely, resources, examples)
    const venueId = await records.make('venues', { timeZone: 'Europe/Madrid' })
    const {
      rows: [change],
    } = await sql<{ id: number }>`
      insert into zone_changes (venue_id, from_zone, to_zone, requested_by)
      values (${venueId}, 'Europe/Lisbon', 'Europe/Madrid', 'Ada') returning id`.execute(kysely)
    const isFinished = async () => {
      const { rows } = await sql<{ done: boolean }>`
        select finished_at is not null as done from zone_changes where id = ${change?.id}`.execute(kysely)
      return rows[0]?.done
    }
    const move = () => server.runJob(moveZonesJob).then(() => 'done')

    let waiting: Promise<string> = Promise.resolve('')
    await kysely.transaction().execute(async (db) => {
      await sql`select from zone_changes where id = ${change?.id} for update`.execute(db)
      waiting = move()
      expect(await Promise.race([waiting, sleep(5_000, 'waits')])).toBe('done')
    })
    await waiting
    expect(await isFinished()).toBe(false)
    await move()
    expect(await isFinished()).toBe(true)
  })
})
