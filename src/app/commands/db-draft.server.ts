import { openDatabase } from '../../db/database.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { schemaDifferences } from '../../core/resource/schema-draft.server.ts'
import { migrate } from '../../db/migrate.server.ts'
import { resources } from '../registry.server.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrationsFolder } from '../settings/paths.server.ts'
import { main, say } from './run-command.server.ts'

// A separate database, made by the migrations as they are: the draft is what they still lack, whatever this machine's
// own database contains.
await main(async function draft() {
  const dataDir = await mkdtemp(join(tmpdir(), 'marquee-draft-'))
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ dataDir, log })
  try {
    await migrate(database, migrationsFolder, log)
    const differences = await schemaDifferences(database.kysely, resources)
    for (const { says, draft: sql } of differences) process.stdout.write(`-- ${says}\n${sql}\n\n`)
    say(
      differences.length === 0
        ? 'The migrations make every definition’s table as it should be.'
        : 'Put this into a new file in src/db/migrations and look it over.',
    )
    return 0
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
