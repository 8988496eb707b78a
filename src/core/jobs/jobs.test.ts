import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Database } from '../../db/database.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import type { Job } from './jobs.server.ts'
import { installJobs, startJobs } from './jobs.server.ts'
import { openEmbeddedForTest, silent } from '../../db/testing/embedded-database.server.ts'
import { createTestDatabase } from '../../db/testing/test-database.server.ts'

const postgresUrl = inject('postgresUrl')
const shape = { label: 'Job', does: 'Works.', staleWithout: 'Nothing.', overlap: 'share' } as const
const engines = [
  ['the embedded engine', null],
  ...(postgresUrl === null ? [] : [['PostgreSQL', postgresUrl] as const]),
] as const

describe.each(engines)('jobs on %s', (_, url) => {
  let database: Database
  let drop: () => Promise<void>

  beforeAll(async () => {
    if (url === null) {
      const embedded = await openEmbeddedForTest()
      database = embedded.db
      drop = () => embedded.drop()
    } else {
      const own = await createTestDatabase(url, 'jobs')
      database = await openDatabase({ url: own.url, dataDir: '', log: silent, poolSize: 4 })
      drop = async () => {
        await database.close()
        await own.drop()
      }
    }
    await Promise.all([installJobs(database), installJobs(database)])
  })
  afterAll(() => drop())

  /** The same database, with its statements counted. */
  function watched(): { seen: Database; statements: number } {
    const { pool } = database
    const counter = { seen: database, statements: 0 }
    const query = (...args: unknown[]) => {
      counter.statements += 1
      return Reflect.apply(pool.query, pool, args) as unknown
    }
    counter.seen = {
      ...database,
      engine: database.engine,
      availability: 'ready',
      pool: Object.create(pool, { query: { value: query } }) as typeof pool,
    }
    return counter
  }

  it('run when asked, once for several requests, and again for one that came during the run', async () => {
    let begun = 0
    let goOn = () => {}
    const job: Job = {
      ...shape,
      name: 'slow',
      run: () =>
        new Promise((resolve) => {
          begun += 1
          goOn = resolve
        }),
    }
    const jobs = startJobs({ database, log: silent, jobs: [job] })
    for (let asked = 0; asked < 5; asked++) jobs.wake('slow')
    await expect.poll(() => begun, { timeout: 15_000 }).toBe(1)
    for (let asked = 0; asked < 5; asked++) jobs.wake('slow')
    await sleep(300)
    expect(begun).toBe(1)
    goOn()
    await expect.poll(() => begun, { timeout: 18_000 }).toBe(2)
    goOn()
    await jobs.stop()
  })

  // Both of these wait for most of their time, and can do so together.
  it.concurrent('leave the database alone while there is nothing to do', { timeout: 30_000 }, async () => {
    const counter = watched()
    let runs = 0
    const jobs = startJobs({
      database: counter.seen,
      log: silent,
      jobs: [
        {
          ...shape,
          name: 'idle',
          run: async () => {
            runs += 1
          },
        },
      ],
    })
    jobs.wake('idle')
    await expect.poll(() => runs, { timeout: 15_000 }).toBe(1)
    expect(counter.statements).toBeGreaterThan(5)
    await sleep(1_000)
    counter.statements = 0
    await sleep(5_000)
    // A person who looks at one page makes more.
    expect(counter.statements).toBeLessThan(10)
    await jobs.stop()
  })

  it.concurrent('that fail are tried again', { timeout: 40_000 }, async () => {
    let tries = 0
    const job: Job = {
      ...shape,
      name: 'shaky',
      async run() {
        tries += 1
        if (tries === 1) throw new Error('The first try fails.')
      },
    }
    const jobs = startJobs({ database, log: silent, jobs: [job] })
    jobs.wake('shaky')
    await expect.poll(() => tries, { timeout: 35_000 }).toBe(2)
    await jobs.stop()
  })

  it('are asked to finish when the server stops, and it waits for them', async () => {
    const course: string[] = []
    const job: Job = {
      ...shape,
      name: 'careful',
      async run({ signal }) {
        course.push('begun')
        while (!signal.aborted) await sleep(10)
        await sleep(200)
        course.push('ended')
      },
    }
    const jobs = startJobs({ database, log: silent, jobs: [job] })
    jobs.wake('careful')
    await expect.poll(() => course, { timeout: 15_000 }).toEqual(['begun'])
    await jobs.stop()
    expect(course).toEqual(['begun', 'ended'])
    jobs.wake('careful')
    await sleep(300)
    expect(course).toEqual(['begun', 'ended'])
  })

  it('can be stopped before the queue has opened', async () => {
    const jobs = startJobs({ database, log: silent, jobs: [] })
    const begin = performance.now()
    await jobs.stop()
    expect(performance.now() - begin).toBeLessThan(5_000)
  })
})

if (postgresUrl !== null) {
  describe('several instances', () => {
    it('share the runs of a job between them', { timeout: 60_000 }, async () => {
      const own = await createTestDatabase(postgresUrl, 'shared_jobs')
      const databases = await Promise.all(
        [0, 1].map(() => openDatabase({ url: own.url, dataDir: '', log: silent, poolSize: 3 })),
      )
      await Promise.all(databases.map(installJobs))
      let runs = 0
      const job: Job = {
        ...shape,
        name: 'shared',
        run: async () => {
          runs += 1
        },
      }
      const instances = databases.map((database) => startJobs({ database, log: silent, jobs: [job] }))
      await sleep(1_500)
      for (let round = 1; round <= 5; round++) {
        instances[round % 2]?.wake('shared')
        await expect.poll(() => runs, { timeout: 10_000 }).toBe(round)
      }
      await sleep(300)
      expect(runs).toBe(5)
      await Promise.all(instances.map((jobs) => jobs.stop()))
      await Promise.all(databases.map((database) => database.close()))
      await own.drop()
    })
  })
}
