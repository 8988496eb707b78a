import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { keptFolder } from './kept-database.server.ts'
import { clockOffset } from './test-now.server.ts'

const folder = dirname(keptFolder('any'))

/** A folder as an earlier schema left it, so many hours ago. */
function leftBehind(name: string, hours: number): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  const then = (Date.now() - clockOffset) / 1_000 - hours * 3_600
  utimesSync(path, then, then)
  return path
}

it('makes way for a new one a day later by the machine’s clock, also where the process lives at another moment', async () => {
  const [fresh, old] = [leftBehind('pglite-kept-aaaaaaaaaaaa', 2), leftBehind('pglite-kept-bbbbbbbbbbbb', 25)]
  const script = `
    const { keptDatabase } = await import(${JSON.stringify(new URL('kept-database.server.ts', import.meta.url).href)})
    console.log(await keptDatabase('kept-test-' + process.pid, async () => {}))`
  const env = { ...process.env, NODE_ENV: 'test', TEST_NOW: '2028-02-29T12:00:00Z', TEST_NOW_SET_AT: undefined }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })
  const made = stdout.trim()
  try {
    expect(existsSync(made)).toBe(true)
    expect([existsSync(fresh), existsSync(old)]).toEqual([true, false])
  } finally {
    for (const path of [made, fresh, old]) rmSync(path, { recursive: true, force: true })
  }
})
