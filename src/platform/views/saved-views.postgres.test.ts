import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { type SavedView, savedViewsPath as path } from '../../core/list/saved-views.ts'

const postgresUrl = inject('postgresUrl')

describe.skipIf(postgresUrl === null)('a view that two people change at the same moment', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl, name: 'saved view races' })
  })
  afterAll(() => server?.stop())

  it('waits for the first change, and refuses the second as stale', async () => {
    const admin = await server.signIn('admin')
    const made = await admin.post(path, { resource: 'coupons', list: 'coupons/list', name: 'Mine', query: '' })
    const { id, version } = made.body as SavedView
    let second: Promise<number> = Promise.resolve(0)
    await server.database.kysely.transaction().execute(async (db) => {
      await sql`select from saved_views where id = ${id} for update`.execute(db)
      second = admin
        .patch(`${path}/${id}`, { name: 'Second' }, { 'If-Match': `"${version}"` })
        .then(({ status }) => status)
      // It has to reach the lock before the first change is committed.
      for (let waiting = 0; waiting === 0; await sleep(10)) {
        const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(db)
        waiting = rows[0]?.n ?? 0
      }
      await sql`update saved_views set name = 'First', version = version + 1 where id = ${id}`.execute(db)
    })
    expect(await second).toBe(412)
    expect((await admin.get(`${path}/${id}`)).body).toMatchObject({ name: 'First' })
  })
})
