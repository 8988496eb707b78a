import { sql } from 'kysely'
import { describe, expect, inject, it } from 'vitest'
import { type ExportContext, ExportTask, claimExport } from './export-task.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { resources } from '../../app/registry.server.ts'
import { installJobs, startJobs } from '../../core/jobs/jobs.server.ts'
import {
  admin,
  answer,
  auditOf,
  begun,
  byCode,
  codes,
  finance,
  linesOf,
  make,
  path,
  piecesOf,
  read,
  rows,
  serveExports,
  server,
  signFinanceIn,
} from './testing/coupon-exports.server.ts'

serveExports()

/** Rows that one step reads. */
const pageRows = inject('postgresUrl') === null ? 250 : 1_000

function context(signal = new AbortController().signal): ExportContext {
  return { database: server.database, log: silent, signal, resources, implementations: () => server.implementations }
}
/** Takes the next export in hand, to make it step by step. */
async function taken(at = context()): Promise<ExportTask> {
  const claimed = await claimExport(at)
  if (!claimed) throw new Error('Nothing waits.')
  return new ExportTask(at, claimed)
}

describe('while it is made', () => {
  it('an export reports its progress, and ends within a page of being cancelled', async () => {
    const { id } = await begun(admin)
    const task = await taken()
    for (let steps = 0; steps < 2; steps++) expect(await task.step()).toBe(false)
    expect(await read(id)).toMatchObject({ state: 'running', rowsDone: pageRows, rowsTotal: rows })
    const reply = await admin.post(`${path}/${id}/cancel`)
    expect([reply.status, reply.body]).toEqual([
      200,
      expect.objectContaining({ state: 'cancelled', rowsDone: pageRows }),
    ])
    expect(await task.step()).toBe(true)
    expect([await read(id), await piecesOf(id)]).toEqual([
      expect.objectContaining({ state: 'cancelled', rowsDone: pageRows }),
      0,
    ])
    expect(answer(await admin.post(`${path}/${id}/cancel`))).toBe('409 Conflict')
  })

  // A workbook of so few rows is whole after one step.
  it.each([
    ['csv', 2],
    ['xlsx', 0],
  ])('an export as %s stops where its owner has lost the permission after %i steps', async (format, done) => {
    const { id } = await begun(finance, { format })
    const task = await taken()
    for (let steps = 0; steps < done; steps++) await task.step()
    await sql`delete from role_permissions where action = 'export' and object = 'coupons'`.execute(
      server.database.kysely,
    )
    try {
      expect(await task.step()).toBe(true)
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('“Coupons · Export”') as string,
      })
      expect(await piecesOf(id)).toBe(0)
      expect((await auditOf(id)).at(-1)).toMatchObject({
        action: 'export-failed',
        actor_email: 'hiroshi.tanabe@demo.marquee.example',
      })
    } finally {
      await sql`insert into role_permissions (role_id, action, object) select id, 'export', 'coupons' from roles where name = 'finance'`.execute(
        server.database.kysely,
      )
    }
  })

  it('an export of a person who is suspended stops', async () => {
    const { id } = await begun(finance)
    const suspend = (status: string) =>
      sql`update staff set status = ${status} where email like 'hiroshi.%'`.execute(server.database.kysely)
    await suspend('suspended')
    try {
      await make()
      expect(await read(id)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining('no longer an active colleague') as string,
      })
    } finally {
      await suspend('active')
      await signFinanceIn()
    }
  })

  it('a server that stops hands it on, and another makes it whole', async () => {
    const { id } = await begun(admin, byCode)
    const stopping = new AbortController()
    const task = await taken(context(stopping.signal))
    await task.step()
    await task.step()
    stopping.abort()
    expect(await task.step()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'queued', rowsDone: 0 })
    await make()
    expect(await read(id)).toMatchObject({ state: 'done', rowsDone: rows })
    expect(await linesOf(id, admin)).toHaveLength(rows)
  })

  it('a server that dies is made up for when its lease has run out, and the dead one’s pieces do not come in between', async () => {
    const { id } = await begun(admin, byCode)
    const lost = await taken()
    await lost.step()
    await lost.step()
    expect(await claimExport(context())).toBeNull()
    await sql`update exports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    const successor = await taken()
    await successor.step()
    // The first instance was only paused, and tries to continue where it stopped.
    expect(await lost.step()).toBe(true)
    while (!(await successor.step()));
    expect(await read(id)).toMatchObject({ state: 'done', rowsDone: rows })
    expect((await linesOf(id, admin)).map(([, code]) => code)).toEqual(codes)
  })

  it('an export whose servers have died three times fails and says why', async () => {
    const { id } = await begun(admin)
    for (let times = 0; times < 3; times++) {
      await taken()
      await sql`update exports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    }
    expect(await claimExport(context())).toBeNull()
    expect(await read(id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('server stopped') as string,
    })
  })

  it('two instances never take the same one in hand', async () => {
    for (let count = 0; count < 3; count++) await begun(admin)
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimExport(context())))
    const ids = claimed.flatMap((one) => one?.id ?? [])
    expect(new Set(ids).size).toBe(3)
    expect(ids).toHaveLength(3)
  })

  it('it begins by itself as soon as it is requested', { timeout: 40_000 }, async () => {
    await installJobs(server.database)
    const jobs = startJobs({
      database: server.database,
      log: silent,
      jobs: server.jobs.filter(({ name }) => name === 'make-exports'),
    })
    try {
      const { id } = await begun(admin)
      await expect.poll(async () => (await read(id)).state, { timeout: 30_000 }).toBe('done')
    } finally {
      await jobs.stop()
    }
  })
})
