import { pino } from 'pino'
import { openDatabase } from '../../db/database.server.ts'
import { system } from '../access/access.ts'
import { appendAudit } from '../audit/audit.server.ts'
import { createSealer } from '../audit/sealer.server.ts'

// Run by the tests of sealing: writes into the audit as fast as it can and seals, until it is killed, and prints what was
// acknowledged.
//   node write-audit-until-killed.server.ts <url> <round>

const [url, round] = process.argv.slice(2)
if (!url || !round) throw new Error('usage: write-audit-until-killed.server.ts <url> <round>')

const log = pino({ level: 'silent' })
const database = await openDatabase({ url, dataDir: '', log, poolSize: 8 })
createSealer(database.kysely, log).start()
process.stdout.write('open\n')
let last = 0
await Promise.all(
  Array.from({ length: 6 }, async () => {
    for (;;) {
      const recordId = ++last
      await database.kysely
        .transaction()
        .execute((db) =>
          appendAudit(db, [{ action: 'count', object: `killed-${round}`, recordId }], { actor: system('tests') }),
        )
      process.stdout.write(`${recordId}\n`)
    }
  }),
)
