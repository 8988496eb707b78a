import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const rounds = 3

/**
 * Seconds from `npm start` to "ready" on the embedded database with a built console: with demo data to make, and on
 * the data that it left. Lines of the report.
 */
export async function measureStart(): Promise<string[]> {
  const first: number[] = []
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    const dataDir = await mkdtemp(join(tmpdir(), 'marquee-start-'))
    try {
      first.push(await secondsToReady(dataDir, /demo data is loaded/))
      again.push(await secondsToReady(dataDir))
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }
  const row = (name: string, times: readonly number[], bound: number) =>
    `| ${name} | ${bound} | ${times.map((time) => time.toFixed(1)).join(', ')} |`
  return [
    '## Start',
    '',
    '`npm start` on installed dependencies with a built console, to “ready”, embedded database.',
    '',
    '| start | bound, s | s, each round |',
    '|---|---|---|',
    row('the first, with demo data to make', first, 15),
    row('on existing data', again, 3),
  ]
}

/** Stops the server when it is ready, or where a first start goes on beside its work, when its log says `finished`. */
async function secondsToReady(dataDir: string, finished?: RegExp): Promise<number> {
  // Building the grid's page says production, which the demo is not.
  const { NODE_ENV: _, ...environment } = process.env
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...environment, DATA_DIR: dataDir, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let text = ''
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString()
  })
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (/is ready: /.test(text)) resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${text}`)))
  })
  const seconds = (performance.now() - started) / 1000
  while (finished && !finished.test(log)) await sleep(100)
  child.kill('SIGTERM')
  await ended
  return seconds
}
