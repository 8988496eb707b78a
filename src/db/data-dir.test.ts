import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DataInUse, freeSpace, lockDataDir, setAside } from './data-dir.server.ts'
import { makeDataDir } from './testing/embedded-database.server.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeDataDir('lock')
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

/** A program that takes the lock, says so or why not, and keeps it until it is killed. */
const HOLDER = `
  import { lockDataDir } from ${JSON.stringify(new URL('./data-dir.server.ts', import.meta.url).href)}
  const [dataDir, tries] = process.argv.slice(1)
  const said = []
  for (let left = Number(tries); left > 0; left--) {
    try {
      await lockDataDir(dataDir)
      said.push('holds')
      setInterval(() => {}, 1000)
      break
    } catch (error) {
      said.push(error.name + ' ' + error.pid)
    }
  }
  console.log(said.join())`

function startHolder(tries = 1) {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', HOLDER, dataDir, String(tries)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const firstLine = once(child.stdout, 'data').then(([text]) => String(text).trim())
  const ended = once(child, 'exit')
  return {
    pid: child.pid,
    firstLine,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The lock as another process would have left it. */
function writeLock(owner: Readonly<Record<string, unknown>>): void {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  writeFileSync(
    join(dataDir, 'lock'),
    JSON.stringify({
      pid: process.pid,
      startedAt: '1',
      bootId,
      host: hostname(),
      ...owner,
    }),
  )
}

describe('the lock of a data directory', { timeout: 90_000 }, () => {
  it('keeps a second process out and names the first, 20 of 20 times', async () => {
    const first = startHolder()
    expect(await first.firstLine).toBe('holds')
    const others = Array.from({ length: 4 }, () => startHolder(5))
    const said = (await Promise.all(others.map(({ firstLine }) => firstLine))).flatMap((line) => line.split(','))
    expect(said).toEqual(Array<string>(20).fill(`DataInUse ${first.pid}`))
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `in use by process ${first.pid}. Stop that process first, or give this one a data directory of its own (DATA_DIR)`,
    )
    await first.kill()
  })

  it('of a killed process goes to exactly one of those that want it', async () => {
    for (let round = 0; round < 2; round++) {
      const first = startHolder()
      expect(await first.firstLine).toBe('holds')
      await first.kill()
      const others = Array.from({ length: 5 }, () => startHolder())
      const said = await Promise.all(others.map(({ firstLine }) => firstLine))
      expect(said.filter((line) => line === 'holds')).toHaveLength(1)
      const survivor = others[said.indexOf('holds')]
      expect(said.filter((line) => line === `DataInUse ${survivor?.pid}`)).toHaveLength(4)
      await Promise.all(others.map((holder) => holder.kill()))
    }
  })

  it('refuses the same process too, until it is given back', async () => {
    const lock = await lockDataDir(dataDir)
    const refusal = await lockDataDir(dataDir).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DataInUse)
    expect(refusal).toHaveProperty('pid', process.pid)
    lock.release()
    expect(existsSync(join(dataDir, 'lock'))).toBe(false)
    const again = await lockDataDir(dataDir)
    again.release()
  })

  it.runIf(existsSync('/proc/self/stat'))('is taken over when its pid belongs to another process by now', async () => {
    writeLock({ pid: process.ppid })
    const lock = await lockDataDir(dataDir)
    lock.release()
  })

  it.runIf(existsSync('/proc/self/stat'))('is taken over when the machine has been restarted since', async () => {
    writeLock({ pid: 1, bootId: 'of an earlier start' })
    const lock = await lockDataDir(dataDir)
    lock.release()
  })

  it('is taken over when a power failure left it empty', async () => {
    writeFileSync(join(dataDir, 'lock'), '')
    const lock = await lockDataDir(dataDir)
    lock.release()
  })

  it.runIf(existsSync('/proc/self/stat'))('of another machine or container is respected, with a way out', async () => {
    writeLock({ pid: 17, host: 'marquee-1' })
    await expect(lockDataDir(dataDir)).rejects.toThrow(
      `in use by process 17 on the machine or container "marquee-1". Stop it first. If that machine is gone for good, ` +
        `delete ${join(dataDir, 'lock')}.`,
    )
  })

  it('outlives a process that died while it was taking a dead lock over', async () => {
    const dead = startHolder()
    await dead.firstLine
    await dead.kill()
    writeFileSync(join(dataDir, 'lock.next'), readFileSync(join(dataDir, 'lock')))
    const lock = await lockDataDir(dataDir)
    expect(existsSync(join(dataDir, 'lock.next'))).toBe(false)
    lock.release()
  })
})

describe('setting a folder aside', () => {
  it('keeps its content under a name with the reason and the time', async () => {
    const folder = join(dataDir, 'pglite')
    mkdirSync(folder)
    writeFileSync(join(folder, 'kept'), 'yes')
    const aside = await setAside(folder, 'corrupt')
    expect(aside).toMatch(/pglite\.corrupt-\d{8}t\d{9}z$/)
    expect(readFileSync(join(aside, 'kept'), 'utf8')).toBe('yes')
    expect(existsSync(folder)).toBe(false)
  })
})

it('the free space of a disk is a number of bytes', async () => {
  expect(await freeSpace(dataDir)).toBeGreaterThan(1_000_000)
})
