import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { readSettings } from '../../../app/settings/settings.server.ts'
import type { Job } from '../../../core/jobs/jobs.server.ts'
import { openDatabase } from '../../../db/database.server.ts'
import { registerDemoService } from '../../../platform/demo-services/demo-services.server.ts'
import { createOutbound } from '../../../platform/outbound/outbound.server.ts'
import { importJobs } from '../importing/import-jobs.server.ts'
import { supplyContext } from '../importing/connections.server.ts'
import { syncJobs } from '../syncing/sync-jobs.server.ts'
import { supplierServers } from '../supplier-servers.server.ts'
import { withSlowList } from './slow-list.server.ts'

// Run by the tests of kills: imports codes and reads lists of changes from the simulators until it is killed, and prints a
// line when it begins. With `list` it only reads the list of Tiqets, whose pages come late, and prints each page that it asks for.
//   DATABASE_URL=… node import-until-killed.server.ts <dataDir> [list]

const [dataDir, mode] = process.argv.slice(2)
const isOfList = mode === 'list'
const url = process.env['DATABASE_URL']
if (!dataDir || !url) throw new Error('usage: DATABASE_URL=… import-until-killed.server.ts <dataDir> [list]')

const log = pino({ level: 'silent' })
const database = await openDatabase({ url, dataDir, log })
for (const { facts, startSimulator } of supplierServers)
  registerDemoService(facts.key, async () => {
    const service = await startSimulator()
    const isSlow = isOfList && facts.key === 'tiqets'
    return isSlow ? await withSlowList(service, (page) => process.stdout.write(`page ${page}\n`)) : service
  })
const context = supplyContext(
  readSettings({ MODE: 'demo', SESSION_SECRET: 'of tests only, and long enough for them' }),
  createOutbound({ db: database.kysely, log }),
)
const wanted = isOfList ? ['sync-tiqets'] : ['import-supplier-codes', 'sync-tiqets']
const jobs = [...importJobs(context, supplierServers), ...syncJobs(context, supplierServers)].filter(({ name }) =>
  wanted.includes(name),
)
process.stdout.write('begins\n')
async function runOne(job: Job): Promise<void> {
  try {
    await job.run({ database, log, signal: new AbortController().signal, count() {} })
  } catch (error) {
    // As in the product, a run that fails is followed by another.
    process.stderr.write(`${job.name} failed: ${String(error)}\n`)
    await sleep(500)
  }
}

for (;;) await Promise.all(jobs.map(runOne))
