import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { silent } from '../../db/testing/embedded-database.server.ts'
import type { InvoiceArchive } from './invoice-archive.endpoints.ts'
import { makePdfsJob } from './invoice-archive.server.ts'
import type { InvoiceDesk } from './testing/invoice-desk.server.ts'
import { openInvoiceDesk } from './testing/invoice-desk.server.ts'

let desk: InvoiceDesk
/** Of the documents that are issued here. */
let period = ''
const numbers: string[] = []
const path = '/rest/data/invoice-archive'
beforeAll(async () => {
  desk = await openInvoiceDesk(inject('postgresUrl'), 'invoice-archive')
  for (let n = 0; n < 3; n++) {
    const id = await desk.paid()
    // As if through a gateway that moves money: documents of a test are no part of the books.
    await sql`update payments set provider = 'stripe' where purchase_id = ${id}`.execute(desk.db)
    const { number, issuedOn } = await desk.issued(id)
    numbers.push(number)
    period = `${issuedOn.slice(0, 4)}-Q${Math.ceil(Number(issuedOn.slice(5, 7)) / 3)}`
  }
})
afterAll(() => desk?.server.stop())

const read = async () => (await desk.admin.get(`${path}?period=${period}`)).body as InvoiceArchive
const set = (isRunning: boolean, of = period) => desk.admin.post(path, { period: of, isRunning })
/** Runs the job; it stops once so many are made. */
async function make(until = Infinity): Promise<readonly string[]> {
  const stop = new AbortController()
  const counted: string[] = []
  const count = (what: string) => {
    counted.push(what)
    if (counted.length >= until) stop.abort()
  }
  await makePdfsJob.run({ database: desk.server.database, log: silent, signal: stop.signal, count } as never)
  return counted
}

describe('the PDFs of a period', () => {
  it('are made when staff ask for it, a document at a time, and go on where they were stopped', async () => {
    expect(await read()).toEqual({ period, documents: 3, ready: 0, state: 'idle', requestedBy: null })
    expect(await make()).toEqual([])
    expect((await desk.admin.get(`${path}/file?period=${period}`)).status).toBe(409)
    expect((await set(true)).status).toBe(200)
    expect(await make(1)).toEqual(['done'])
    expect(await read()).toMatchObject({ ready: 1, state: 'running' })
    await set(false)
    expect(await make()).toEqual([])
    expect(await read()).toMatchObject({ ready: 1, state: 'stopped' })
    await set(true)
    expect(await make()).toEqual(['done', 'done'])
    expect(await read()).toMatchObject({ ready: 3, state: 'done' })
  })

  it('are named after who asked for them, and not after who asked for those of another period', async () => {
    const own = (await read()).requestedBy
    expect(own).not.toBeNull()
    await sql`
      insert into invoice_archives (period, state, requested_by, first_day, next_day)
      values ('2019-Q1', 'done', 'Grace Hopper', '2019-01-01', '2019-04-01')`.execute(desk.db)
    expect((await read()).requestedBy).toBe(own)
  })

  it('are downloaded as one file, which the audit knows', async () => {
    const { status, headers, body } = await desk.admin.get(`${path}/file?period=${period}`)
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/zip',
      `attachment; filename="invoices-${period}.zip"`,
    ])
    for (const number of numbers) expect(String(body).split(`/${number}.pdf`)).toHaveLength(3)
    expect(String(body).split('%PDF-1.7')).toHaveLength(4)
    const { rows } = await sql<{ after: object }>`
      select after from audit where action = 'export' and title = ${period}`.execute(desk.db)
    expect(rows).toEqual([{ after: { documents: 3, format: 'zip' } }])
  })

  it('are none in a period without documents, and are for those who can export', async () => {
    expect((await set(true, '2019-Q1')).status).toBe(409)
    expect((await set(true, '2019-Q5')).status).toBe(422)
    const reader = await desk.server.signIn('read-only')
    expect((await reader.get(`${path}?period=${period}`)).status).toBe(200)
    expect((await reader.post(path, { period, isRunning: true })).status).toBe(403)
    expect((await reader.get(`${path}/file?period=${period}`)).status).toBe(403)
  })
})
