import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

// What a sync does with what a supplier says is in syncs.test.ts; here each adapter reads its simulator, with its faults.
const runs = [
  {
    key: 'viator',
    base: 'product-codes',
    code: '300004P5',
    busy: '90429P1',
    cut: '90902P1',
    options: 2,
    closedOn: null,
  },
  {
    key: 'tiqets',
    base: 'product-codes-tiqets',
    code: '970100',
    busy: '90429001',
    cut: '90902001',
    options: 1,
    closedOn: 1,
  },
  {
    key: 'globick',
    base: 'product-codes-globick',
    code: '58200',
    busy: '90429001',
    cut: '90902001',
    options: 2,
    closedOn: null,
  },
  {
    key: 'tourcms',
    base: 'product-codes-tourcms',
    code: '3930-40',
    busy: '3930-90429',
    cut: '3930-90902',
    options: 1,
    closedOn: 1,
  },
] as const
type Row = Readonly<Record<string, unknown>>

let server: TestServer
let admin: Client
let stage: ImportStage
beforeAll(async () => {
  stage = await startImportStage('sync-runs', inject('postgresUrl'))
  ;({ server, admin } = stage)
})
afterAll(() => server?.stop())

describe.each(runs)('the sync with $key', ({ key, base, code, busy, cut, options, closedOn }) => {
  const db = () => server.database.kysely
  const products = async () =>
    (
      await sql<Row>`
        select p.id, p.title, p.status, p.version, p.net_from, p.sync_status from products p join supplier_products s on s.product_id = p.id
        where s.supplier = ${key} order by p.id`.execute(db())
    ).rows

  it('reads the whole list and leaves what has not changed', async () => {
    await stage.paste(base, `${code}\n${busy}`, stage.place)
    await stage.run()
    await server.runJob(`sync-${key}`)
    const before = await products()
    expect(before).toHaveLength(2)
    await server.runJob(`sync-${key}`)
    expect(await products()).toEqual(before)
    expect((await admin.get(`/rest/data/${base}/sync`)).body).toMatchObject({
      products: 2,
      failed: 0,
      waiting: 0,
      problem: null,
      finishedAt: expect.any(String),
    })
  })

  it('fills the calendars of options, days on which nothing is sold included', async () => {
    await server.runJob('sync-availability')
    const { rows } = await sql<{ days: number; options: number; closed: string | null }>`
      select count(*)::integer as days, count(distinct o.id)::integer as options,
        min(a.status) filter (where extract(dow from a.local_date) = ${closedOn ?? 1}) as closed
      from product_availabilities a join product_options o on o.id = a.product_option_id join products p on p.id = o.product_id
      where p.supplier_code = ${code} and a.checked_at > now() - interval '1 hour'`.execute(db())
    expect(rows).toEqual([{ days: options * 90, options, closed: closedOn === null ? expect.any(String) : 'CLOSED' }])
    expect((await admin.get(`/rest/data/${base}/sync`)).body).toMatchObject({ staleAvailability: 0 })
  })

  it('leaves a product whose answer is cut off as it is, and says so', async () => {
    const [first] = await products()
    await sql`update products set supplier_code = ${cut}, sync_status = 'pending' where id = ${first?.['id']}`.execute(
      db(),
    )
    await server.runJob(`sync-${key}`)
    const [after] = await products()
    expect(after).toEqual({ ...first, sync_status: 'failed' })
    expect((await admin.get(`/rest/data/${base}/sync`)).body).toMatchObject({ failed: 1 })
  })
})
