import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, InstalledCopy, type Started } from './installed-copy.ts'

describe('npm start in a folder with a space in its name', () => {
  let copy: InstalledCopy
  let first: Started
  let url: string

  beforeAll(async () => {
    copy = new InstalledCopy()
    first = copy.start({ PORT: String(await freePort()) })
    url = await first.ready
  })

  afterAll(() => copy?.remove())

  it('builds the console, makes demo data and says where to go and how to sign in', async () => {
    expect(first.output()).toMatch(/Building the console[\s\S]*Built the console/)
    expect(first.output()).toMatch(/demo data/i)
    await expect.poll(() => first.output()).toMatch(/sign in as/i)
  })

  it('is alive and ready, and serves console and API on one port', async () => {
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect(await (await fetch(`${url}/login`)).text()).toContain('<div id="root">')
    expect(await (await fetch(`${url}/demo/people`)).json()).toHaveLength(6)
  })

  it('is refused to a second copy on the same data, which names the process that has it', async () => {
    const second = copy.start({ PORT: String(await freePort()) })
    expect(await second.exit).toBe(1)
    expect(second.output()).toMatch(/in use by process \d+/)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  })

  it('names the setting that production lacks, and touches no data', async () => {
    const refused = copy.start({ NODE_ENV: 'production', DATA_DIR: 'production-data' })
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toMatch(/GOOGLE_CLIENT_ID is required[\s\S]*SESSION_SECRET is required/)
    expect(() => copy.read('production-data/session-secret')).toThrow('ENOENT')
  })

  it('ends on SIGTERM, and starts again on the data it left without making anything again', async () => {
    first.process.kill('SIGTERM')
    await first.exit
    await expect(fetch(url)).rejects.toThrow('fetch failed')
    const secret = copy.read('data/session-secret')
    const again = copy.start({ PORT: new URL(url).port })
    expect(await again.ready).toBe(url)
    expect(again.output()).not.toMatch(/Building|Installing|Making demo data/)
    expect(copy.read('data/session-secret')).toBe(secret)

    again.process.kill('SIGKILL')
    await again.exit
    await expect
      .poll(
        () =>
          fetch(url).then(
            () => 'there',
            () => 'gone',
          ),
        { timeout: 10_000 },
      )
      .toBe('gone')
  })

  it('says that the port is taken, and how to take another', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', () => resolve()))
    // The server of the test before gives the data back a moment after it gave up its port.
    await sleep(500)
    const refused = copy.start({ PORT: String(port) })
    expect(await refused.exit).toBe(1)
    expect(refused.output()).toMatch(new RegExp(`Port ${port} is taken[\\s\\S]*PORT=`))
    await new Promise((resolve) => other.close(resolve))
  })
})
