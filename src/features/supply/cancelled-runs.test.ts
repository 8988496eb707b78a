import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createLog } from '../../core/http/log.server.ts'
import { codesTable } from './importing/code-rows.server.ts'
import { importCodesJob } from './importing/import-jobs.server.ts'
import { supplierServers } from './supplier-servers.server.ts'
import type { ImportStage } from './testing/import-stage.server.ts'
import { startImportStage } from './testing/import-stage.server.ts'

/** A code whose product the simulator never answers, and one that it sells. */
const codes = {
  viator: { hanging: '90906P1', good: '10000P1' },
  tiqets: { hanging: '90906001', good: '970100' },
  globick: { hanging: '90906001', good: '58200' },
  tourcms: { hanging: '3930-90906', good: '3930-40' },
}

let stage: ImportStage
beforeAll(async () => {
  stage = await startImportStage('cancelled-runs', inject('postgresUrl'))
})
afterAll(() => stage?.server.stop())

describe.each(supplierServers)('a run that is cancelled while $facts.name hangs', ({ facts }) => {
  it('ends by itself, imports nothing, and the codes go back to the queue without a try', async () => {
    const { hanging, good } = codes[facts.key as keyof typeof codes]
    const db = stage.server.database.kysely
    await stage.paste(facts.codes.name, `${hanging}\n${good}`, stage.place)
    const products = async () => (await sql`select id from products`.execute(db)).rows.length
    const before = await products()
    const stop = new AbortController()
    const run = stage.server.jobs
      .find(({ name }) => name === importCodesJob)
      ?.run({
        database: stage.server.database,
        log: createLog({ level: 'silent' }),
        signal: stop.signal,
        count: () => {},
        parameters: { supplier: facts.key },
      })
    await expect.poll(async () => (await stage.codeRow(facts.codes.name, hanging))['status']).toBe('fetching')
    const cancelledAt = performance.now()
    stop.abort()
    await run
    expect(performance.now() - cancelledAt, 'milliseconds until the run has ended').toBeLessThan(5_000)
    expect(await products()).toBe(before)
    const { rows } = await sql`
      select code, status, lease, attempts, product_id from ${codesTable(facts)} order by id`.execute(db)
    const waiting = { status: 'queued', lease: null, attempts: 0, product_id: null }
    expect(rows).toEqual([hanging, good].map((code) => ({ code, ...waiting })))
  })
})
