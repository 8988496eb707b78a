import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, inject, it } from 'vitest'
import { clockOffset } from './test-now.server.ts'

const postgresUrl = inject('postgresUrl')
const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

/** The output, parsed as JSON, of a separate process that runs `code` with these settings. */
async function printed(env: Readonly<Record<string, string>>, code: string): Promise<unknown> {
  const { TEST_NOW: _, TEST_NOW_SET_AT: __, NODE_OPTIONS: ___, ...rest } = process.env
  const words = ['--input-type=module', '-e', `await import(${here('./test-now.server.ts')})\n${code}`]
  const { stdout } = await promisify(execFile)(process.execPath, words, { env: { ...rest, NODE_ENV: 'test', ...env } })
  return JSON.parse(stdout)
}

/** Of the machine, on whichever day these tests run. */
const machineNow = () => Date.now() - clockOffset
const leapDay = { TEST_NOW: '2028-02-29T12:00:00Z' }
const soon = expect.stringMatching(/^2028-02-29.12:0/) as unknown

it('moves every way in which a process asks the time, and time flows on', async () => {
  const asks = `
    const first = Date.now()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const date = new Date()
    console.log(JSON.stringify({
      now: new Date(first).toISOString(), date: date.toISOString(), text: Date().slice(0, 15),
      flows: date - first >= 45 && date - first < 5_000,
      isDate: [date, structuredClone(date), new Date(0)].every((one) => one instanceof Date && one.constructor === Date),
      given: [new Date(0).toISOString(), new Date('2026-01-02').toISOString(), Date.UTC(2026, 0)],
    }))`
  expect(await printed(leapDay, asks)).toEqual({
    now: soon,
    date: soon,
    text: 'Tue Feb 29 2028',
    flows: true,
    isDate: true,
    given: ['1970-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 1_767_225_600_000],
  })
})

it('begins with the first process: one that starts a minute later lives a minute after', async () => {
  const set = { ...leapDay, TEST_NOW_SET_AT: String(machineNow() - 60_000) }
  expect(await printed(set, 'console.log(JSON.stringify(new Date()))')).toMatch(/^2028-02-29T12:01:/)
})

it.each([
  ['without the setting', {}],
  ['in production', { ...leapDay, NODE_ENV: 'production' }],
  ['in production by the product’s own name', { ...leapDay, MARQUEE_MODE: 'production' }],
])('leaves the clock alone %s', async (_, env) => {
  const before = machineNow()
  const now = await printed(env, 'console.log(Date.now())')
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(machineNow())
})

it.each(['2028-02-29', '12:00', 'tomorrow', '2028-02-29T12:00:00'])('refuses %s, which is no moment', async (given) => {
  await expect(printed({ TEST_NOW: given }, '')).rejects.toThrow('TEST_NOW must be a moment such as')
})

const asksDatabase = `
  await db.pool.query('create table happened (at timestamptz not null default now(), day date default now()::date)')
  await db.pool.query('create function ask() returns timestamptz language plpgsql as $$ begin return now(); end $$')
  await db.pool.query('insert into happened default values')
  const { rows } = await db.pool.query('select at::text, day::text, now()::text as now, clock_timestamp()::text as clock, ask()::text as asked from happened')
  await end()
  console.log(JSON.stringify(rows))`
const onLeapDay = [{ at: soon, day: '2028-02-29', now: soon, clock: soon, asked: soon }]

// Making a database takes a while on a busy machine.
it('moves the embedded database: statements, defaults and functions', { timeout: 180_000 }, async () => {
  const code = `
    const { openEmbeddedForTest } = await import(${here('./testing/embedded-database.server.ts')})
    const { db, drop: end } = await openEmbeddedForTest()`
  expect(await printed(leapDay, code + asksDatabase)).toEqual(onLeapDay)
})

it.skipIf(postgresUrl === null)('moves a test database of a real server', { timeout: 60_000 }, async () => {
  const code = `
    const { createTestDatabase } = await import(${here('./testing/test-database.server.ts')})
    const { openDatabase } = await import(${here('./database.server.ts')})
    const { silent } = await import(${here('./testing/embedded-database.server.ts')})
    const own = await createTestDatabase(${JSON.stringify(postgresUrl)}, 'moved')
    const db = await openDatabase({ url: own.url, dataDir: 'unused', log: silent })
    const end = async () => {
      await db.close()
      await own.drop()
    }`
  expect(await printed(leapDay, code + asksDatabase)).toEqual(onLeapDay)
})
