import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { SyncStage } from './testing/sync-stage.server.ts'
import { scripted, startSyncStage } from './testing/sync-stage.server.ts'
import { tiqetsServer } from './tiqets/tiqets.server.ts'

let stage: SyncStage
beforeAll(async () => {
  stage = await startSyncStage('asked-availability', inject('postgresUrl'))
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(scripted)
  // Its sync makes products known that are asked for days.
  stage.say({ '': stage.page([]) })
  await stage.run()
})
afterAll(() => stage?.server.stop())

async function run(parameters: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, number>>> {
  const counters: Record<string, number> = {}
  const job = stage.server.jobs.find(({ name }) => name === 'sync-availability')
  await job?.run({
    database: stage.server.database,
    log: silent,
    signal: new AbortController().signal,
    count: (counter, by = 1) => void (counters[counter] = (counters[counter] ?? 0) + by),
    parameters,
  })
  return counters
}
const stored = async () =>
  (
    await sql<{ n: number }>`
      select count(*)::integer as n from product_availabilities where local_date in ('2031-05-01', '2031-05-02')`.execute(
      stage.db,
    )
  ).rows[0]?.n

it('days that staff choose are asked for at one supplier: counted in a dry run, written once otherwise', async () => {
  const days = { supplier: 'tiqets', from: '2031-05-01', to: '2031-05-02' }
  const rehearsed = await run({ ...days, dryRun: true })
  expect(rehearsed).toMatchObject({ products: 8 })
  expect(rehearsed['days']).toBeGreaterThanOrEqual(16)
  expect(await stored()).toBe(0)
  expect(await run(days)).toEqual(rehearsed)
  expect(await stored()).toBe(rehearsed['days'])
  expect(await run(days)).toEqual({ products: 8, days: 0 })
  expect(await run({ ...days, supplier: 'viator' })).toEqual({})
})

it('open days keep the number of places that the supplier gives, and have none where it gives none', async () => {
  const { rows } = await sql<{ id: number; code: string; product: string }>`
    select o.id, o.code, p.supplier_code as product from product_options o join products p on p.id = o.product_id
      join supplier_products s on s.product_id = p.id order by o.id limit 1`.execute(stage.db)
  const [option] = rows
  if (!option) throw new Error('No product was imported.')
  const says = [
    ['2031-06-01', 'AVAILABLE', null],
    ['2031-06-02', 'LIMITED', 3],
    ['2031-06-03', 'SOLD_OUT', null],
  ] as const
  vi.spyOn(tiqetsServer, 'openCatalogue').mockImplementation(() => ({
    ...scripted(),
    getAvailability: (code) =>
      Promise.resolve(
        code === option.product
          ? says.map(([date, status, vacancies]) => ({ optionCode: option.code, date, status, vacancies }))
          : [],
      ),
  }))
  await run({ supplier: 'tiqets', from: '2031-06-01', to: '2031-06-04' })
  const days = await sql<{ date: string; status: string; vacancies: number | null }>`
    select local_date::text as date, status, vacancies from product_availabilities
    where product_option_id = ${option.id} and local_date between '2031-06-01' and '2031-06-04' order by 1`.execute(
    stage.db,
  )
  expect(days.rows.map(({ date, status, vacancies }) => [date, status, vacancies])).toEqual([
    ['2031-06-01', 'AVAILABLE', null],
    ['2031-06-02', 'LIMITED', 3],
    ['2031-06-03', 'SOLD_OUT', 0],
    ['2031-06-04', 'CLOSED', 0],
  ])
})
