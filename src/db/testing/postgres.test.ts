import { type ChildProcess, spawn } from 'node:child_process'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'

const isLocal = inject('postgresUrl') !== null && !process.env['TEST_DATABASE_URL']
const module = new URL('./postgres.server.ts', import.meta.url).href

describe.skipIf(!isLocal)('the PostgreSQL that tests start', () => {
  /** A process that starts a server, reports its address, and then continues with `rest`. */
  async function startElsewhere(rest: string): Promise<{ child: ChildProcess; url: string }> {
    const code = `const { startPostgres } = await import(${JSON.stringify(module)})
      const server = await startPostgres()
      console.log(server?.url ?? 'none')
      ${rest}`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()))
      child.once('exit', (status) => reject(new Error(`ended with ${status} before it told an address`)))
    })
    return { child, url }
  }

  async function answers(url: string): Promise<boolean> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query('select 1 as one')).rowCount === 1
    } catch {
      return false
    } finally {
      await client.end().catch(() => {})
    }
  }

  it.each(['SIGKILL', 'SIGTERM'] as const)('ends when its run ends by %s', async (signal) => {
    const { child, url } = await startElsewhere('setInterval(() => {}, 1000)')
    expect(await answers(url)).toBe(true)
    child.kill(signal)
    await expect.poll(() => answers(url), { timeout: 15_000 }).toBe(false)
  })

  it('does not keep alive a run that forgets to stop it', async () => {
    const { child, url } = await startElsewhere('')
    const status = await new Promise((resolve) => child.once('exit', resolve))
    expect(status).toBe(0)
    await expect.poll(() => answers(url), { timeout: 15_000 }).toBe(false)
  })

  it('is stopped on request', async () => {
    const { child, url } = await startElsewhere('await server.stop()')
    await new Promise((resolve) => child.once('exit', resolve))
    expect(await answers(url)).toBe(false)
  })
})
