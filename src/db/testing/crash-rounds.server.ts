import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../database.server.ts'
import { silent } from './embedded-database.server.ts'

export interface CrashResult {
  /** Transactions acknowledged to the killed process as committed. */
  readonly acknowledged: number
  /** Of those, how many the database no longer had. */
  readonly lost: number
  /** Whether any transaction was there in part. */
  readonly isTorn: boolean
  readonly reopenMilliseconds: number
}

/**
 * One round: a process writes into `dataDir` for the given time, is killed, and what it was promised is
 * looked for.
 */
export async function crashOnce(options: {
  dataDir: string
  round: number
  writeFor: number
  startFrom: string
}): Promise<CrashResult> {
  const { dataDir, round, writeFor, startFrom } = options
  const program = fileURLToPath(new URL('./write-until-killed.server.ts', import.meta.url))
  const child = spawn(process.execPath, [program, dataDir, String(round), startFrom], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const told: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => told.push(line))
  const isOver = once(lines, 'close')
  await Promise.race([ended, once(lines, 'line')])
  if (told[0] !== 'open') throw new Error('the writing process did not come to write')
  await Promise.race([ended, sleep(writeFor)])
  // On a busy machine the time can pass without anything written.
  while (told.length < 20 && child.exitCode === null) await sleep(5)
  child.kill('SIGKILL')
  await ended
  await isOver

  const acknowledged = told.length - 1
  const startedAt = performance.now()
  const db = await openDatabase({ dataDir, log: silent })
  try {
    const reopenMilliseconds = performance.now() - startedAt
    const {
      rows: [found],
    } = await db.pool.query<{ present: number; lastWithGap: number; sum: number }>(
      `
      select count(*) filter (where number <= $2)::int as present,
        coalesce(max(number), 0) - count(*)::int as "lastWithGap",
        (select sum(balance) from accounts)::int as sum
      from transfers where round = $1`,
      [round, acknowledged],
    )
    if (!found) throw new Error('the database answered nothing')
    return {
      acknowledged,
      lost: acknowledged - found.present,
      isTorn: found.sum !== 100_000 || found.lastWithGap !== 0,
      reopenMilliseconds,
    }
  } finally {
    await db.close()
  }
}
