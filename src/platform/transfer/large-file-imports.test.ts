import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type ImportContext, ImportTask, claimImport } from './import-task.server.ts'
import { silent } from '../../db/testing/embedded-database.server.ts'
import { resources } from '../../app/registry.server.ts'
import { stages } from './import-jobs.server.ts'
import type { FileImport } from './file-imports.ts'
import { importFile } from './testing/import-file.server.ts'
import { coupons } from '../../features/coupons/coupons.ts'
import { readCsv } from './testing/read-files.server.ts'
import {
  type Table,
  admin,
  answer,
  audited,
  bodyOf,
  editor,
  fileOf,
  head,
  job,
  path,
  read,
  reportOf,
  serveImports,
  server,
  stored,
} from './testing/coupon-imports.server.ts'

serveImports()

function context(signal = new AbortController().signal): ImportContext {
  return { database: server.database, log: silent, signal, resources, implementations: () => server.implementations }
}
async function taken(at = context()): Promise<ImportTask> {
  const claimed = await claimImport(at)
  if (!claimed) throw new Error('Nothing waits.')
  return new ImportTask(at, claimed, stages)
}

const many = (count: number): Table => [
  head,
  ...Array.from({ length: count }, (_, n) => [
    `MANY${String(n + 1).padStart(4, '0')}`,
    `Coupon ${n + 1}`,
    'percent',
    '10',
  ]),
]

describe('more than a hundred rows', { timeout: 60_000 }, () => {
  const count = 130
  async function begun(table: Table = many(count), caller = admin): Promise<FileImport> {
    const { id, mapping, keyField, mode } = await importFile(caller, coupons, fileOf(table))
    expect(bodyOf(await caller.post(`${path}/${id}/check`, { mapping, keyField, mode }))).toMatchObject({
      state: 'checking',
    })
    await server.runJob(job)
    expect(bodyOf(await caller.post(`${path}/${id}/apply`))).toMatchObject({
      state: 'applying',
      toCreate: table.length - 1,
    })
    return await read(id, caller)
  }

  it('are checked and applied by a job as the owner, which reports its progress', async () => {
    const { id } = await begun(undefined, editor)
    const task = await taken()
    expect(await task.step()).toBe(false)
    const { rowsDone, created, state } = await read(id, editor)
    expect([state, rowsDone > 0 && rowsDone < count, created]).toEqual(['applying', true, rowsDone])
    while (!(await task.step()));
    expect(await read(id, editor)).toMatchObject({ state: 'done', created: count, refused: 0 })
    expect(await stored()).toHaveLength(count)
    expect(new Set((await audited()).slice(-count).map(({ actor_email: email }) => email)).size).toBe(1)
    expect((await audited()).at(-2)?.actor_email).not.toContain('admin')
  })

  it('are applied once each, though servers stop, die, and come back', async () => {
    const { id } = await begun()
    const stopping = new AbortController()
    const stopped = await taken(context(stopping.signal))
    await stopped.step()
    stopping.abort()
    expect(await stopped.step()).toBe(true)
    const lost = await taken()
    await lost.step()
    expect(await claimImport(context())).toBeNull()
    await sql`update file_imports set leased_until = now() - interval '1 second'`.execute(server.database.kysely)
    const successor = await taken()
    await successor.step()
    // The first instance was only paused, and tries to continue where it stopped.
    expect(await lost.step()).toBe(true)
    while (!(await successor.step()));
    expect(await read(id)).toMatchObject({ state: 'done', created: count, refused: 0 })
    expect(await stored()).toHaveLength(count)
    expect((await audited()).filter(({ reason }) => reason?.startsWith(`File import ${id},`))).toHaveLength(count)
  })

  it('end within a batch of being cancelled, and the report shows which were applied', async () => {
    const { id } = await begun()
    const task = await taken()
    await task.step()
    const cancelled = bodyOf(await admin.post(`${path}/${id}/cancel`))
    expect(await task.step()).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'cancelled', created: cancelled.created })
    expect(await stored()).toHaveLength(cancelled.created)
    const results = readCsv(await reportOf(cancelled))
      .slice(1)
      .map((cells) => cells.at(-2))
    expect(results.filter((word) => word === 'created')).toHaveLength(cancelled.created)
    expect(results.filter((word) => word === 'not-applied')).toHaveLength(count - cancelled.created)
    expect(answer(await admin.post(`${path}/${id}/cancel`))).toBe('409 Conflict')
  })

  it('stop where their owner has lost the permission', async () => {
    const { id } = await begun(undefined, editor)
    const task = await taken()
    await task.step()
    const { rows: lost } = await sql<{
      role_id: number
    }>`delete from role_permissions where action = 'write' and object = 'coupons' returning role_id`.execute(
      server.database.kysely,
    )
    try {
      expect(await task.step()).toBe(true)
      const {
        rows: [one],
      } = await sql<{
        state: string
        error: string
        created: number
      }>`select state, error, created from file_imports where id = ${id}`.execute(server.database.kysely)
      expect(one).toMatchObject({ state: 'failed', error: expect.stringContaining('“Coupons · Edit”') as string })
      expect(await stored()).toHaveLength(one?.created ?? 0)
    } finally {
      for (const { role_id: role } of lost)
        await sql`insert into role_permissions (role_id, action, object) values (${role}, 'write', 'coupons')`.execute(
          server.database.kysely,
        )
    }
  })
})
