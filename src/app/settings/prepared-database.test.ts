import { rm } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '../../db/database.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { installJobs } from '../../core/jobs/jobs.server.ts'
import { makeDataDir, silent } from '../../db/testing/embedded-database.server.ts'
import { migrationsFolder } from './paths.server.ts'
import { prepareDatabase, preparedDatabase } from './prepared-database.server.ts'

it('a new database that begins as the prepared one has the current schema and no people', async () => {
  await prepareDatabase()
  const startFrom = preparedDatabase()
  expect(startFrom).toBeDefined()
  const dataDir = await makeDataDir('prepared')
  const database = await openDatabase({ dataDir, log: silent, startFrom })
  try {
    expect(await migrate(database, migrationsFolder, silent)).toEqual({ applied: [] })
    await installJobs(database)
    const { rows } = await database.pool.query<{ staff: number; audit: number }>(
      'select (select count(*) from staff)::int as staff, (select count(*) from audit_log)::int as audit',
    )
    expect(rows).toEqual([{ staff: 0, audit: 0 }])
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
