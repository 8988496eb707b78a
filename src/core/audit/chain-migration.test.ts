import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, inject, it } from 'vitest'
import { openDatabase } from '../../db/database.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { createTestDatabase } from '../../db/testing/test-database.server.ts'
import { system } from '../access/access.ts'
import { createLog } from '../http/log.server.ts'
import { appendAudit } from './audit.server.ts'
import { verifyAudit } from './chain.server.ts'

const migrations = new URL('../../db/migrations/', import.meta.url)
const log = createLog({ level: 'silent' })

it('goes on with the chain of a database from before rows were sealed afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marquee-chain-'))
  const before = join(folder, 'before')
  for (const name of await readdir(migrations))
    if (name < '0021') await cp(fileURLToPath(new URL(name, migrations)), join(before, name))
  const postgresUrl = inject('postgresUrl')
  const own = postgresUrl === null ? null : await createTestDatabase(postgresUrl, 'chain migration')
  const database = await openDatabase({ url: own?.url, dataDir: join(folder, 'data'), log })
  const { kysely: db, pool } = database
  const append = (count: number) =>
    db.transaction().execute((transaction) => {
      const entries = Array.from({ length: count }, (_, recordId) => ({ action: 'note', object: 'tests', recordId }))
      return appendAudit(transaction, entries, { actor: system('tests') })
    })

  await migrate(database, pathToFileURL(`${before}/`), log)
  await append(7)
  await append(1)
  const { rows: former } = await pool.query('select id as position, hash from audit_log order by id')
  await migrate(database, migrations, log)
  expect((await pool.query('select position, hash from audit_seals order by position')).rows).toEqual(former)
  expect(await verifyAudit(db, 3)).toMatchObject({ rows: 8, broken: null, unsealed: { count: 0 } })

  await append(5)
  expect(await verifyAudit(db, 3)).toMatchObject({ rows: 13, broken: null, unsealed: { count: 5 } })
  await pool.query('select audit_seal(100)')
  expect(await verifyAudit(db, 3)).toMatchObject({ rows: 13, broken: null, unsealed: { count: 0 } })
  expect((await pool.query('select id, position from audit order by id offset 7 limit 2')).rows).toEqual([
    { id: 8, position: 8 },
    { id: 9, position: 9 },
  ])

  await database.close()
  await own?.drop()
  await rm(folder, { recursive: true, force: true })
}, 60_000)
