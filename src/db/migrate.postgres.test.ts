import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, it } from 'vitest'
import { openDatabase } from './database.server.ts'
import { migrate } from './migrate.server.ts'
import { makeDataDir, silent } from './testing/embedded-database.server.ts'
import { createTestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')

it.skipIf(postgresUrl === null)(
  'of four instances that start at once each file is applied by exactly one',
  async () => {
    const folder = await makeDataDir('migrations')
    for (let step = 1; step <= 6; step++) {
      writeFileSync(join(folder, `000${step}_step.sql`), `create table step_${step} (id int); select pg_sleep(0.05);`)
    }
    for (let round = 0; round < 5; round++) {
      const server = await createTestDatabase(postgresUrl ?? '', 'instances')
      const instances = await Promise.all(
        [1, 2, 3, 4].map(() => openDatabase({ url: server.url, dataDir: 'unused', log: silent, poolSize: 2 })),
      )
      const results = await Promise.all(instances.map((db) => migrate(db, pathToFileURL(folder), silent)))
      expect(results.flatMap(({ applied }) => applied).sort()).toEqual(
        [1, 2, 3, 4, 5, 6].map((step) => `000${step}_step`),
      )
      await Promise.all(instances.map((db) => db.close()))
      await server.drop()
    }
    await rm(folder, { recursive: true, force: true })
  },
)
