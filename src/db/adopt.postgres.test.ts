import { pino } from 'pino'
import { expect, inject, it } from 'vitest'
import { openDatabase } from './database.server.ts'
import { migrate } from './migrate.server.ts'
import { silent } from './testing/embedded-database.server.ts'
import { loadFormerSchema } from './testing/former-schema.server.ts'
import { createTestDatabase } from './testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')

it.skipIf(postgresUrl === null)('of four instances that start at once one takes over a former database', async () => {
  const server = await createTestDatabase(postgresUrl ?? '', 'former-instances', undefined, { isMoved: false })
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const instances = await Promise.all(
    [1, 2, 3, 4].map(() => openDatabase({ url: server.url, dataDir: 'unused', log: silent, poolSize: 2 })),
  )
  try {
    const [one] = instances
    if (one) await loadFormerSchema(one)
    const folder = new URL('./migrations/', import.meta.url)
    await Promise.all(instances.map((db) => migrate(db, folder, log)))
    expect(lines.filter((line) => line.includes('taking over a database'))).toHaveLength(1)
    if (one) expect(await migrate(one, folder, log)).toEqual({ applied: [] })
  } finally {
    await Promise.all(instances.map((db) => db.close()))
    await server.drop()
  }
})
