import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemoStaff } from '../seed/demo-staff.server.ts'
import { startControlSocket } from '../../db/control-socket.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { openMigrated } from '../../db/testing/migrated-database.server.ts'
import { readSettings } from '../settings/settings.server.ts'
import { controlCommands } from './control-commands.server.ts'

const program = fileURLToPath(new URL('./staff.server.ts', import.meta.url))
const log = createLog({ level: 'silent' })
let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marquee staff-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function staff(...words: string[]): Promise<{ code: number; out: string; told: string }> {
  return new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
    execFile(process.execPath, [program, ...words], { env, timeout: 50_000 }, (error, out, told) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, told })
    })
  })
}

async function adminsIn(query: (text: string) => Promise<{ rows: unknown[] }>) {
  return (
    await query(
      "select p.email, p.status from staff p join roles r on r.id = p.role_id where r.name = 'admin' order by p.id",
    )
  ).rows
}

describe('npm run staff -- add-admin', () => {
  it('adds the first admin where nothing runs yet, and knows them the second time', { timeout: 120_000 }, async () => {
    expect(await staff('add-admin', 'Boss@Example.com')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^boss@example\.com is invited as an admin\./),
    })
    expect(await staff('add-admin', 'boss@example.com')).toMatchObject({
      code: 0,
      out: 'boss@example.com is an admin already.\n',
    })
    const db = await openDatabase({ dataDir, log })
    expect(await adminsIn((text) => db.pool.query(text))).toEqual([{ email: 'boss@example.com', status: 'invited' }])
    const { rows } = await sql`select action, actor_name, title from audit_log`.execute(db.kysely)
    expect(rows).toEqual([{ action: 'create', actor_name: 'command line', title: 'boss@example.com' }])
    await db.close()
  })

  it('works through the server while it runs, which owns the database', { timeout: 120_000 }, async () => {
    const { database: db } = await openMigrated({ postgresUrl: null, name: 'staff', dataDir })
    const settings = readSettings({ DATA_DIR: dataDir })
    const control = await startControlSocket(dataDir, controlCommands(db, settings, log), log)
    expect(await staff('add-admin', 'boss@example.com')).toMatchObject({ code: 0 })
    expect(await staff('add-admin', 'not an address')).toEqual({
      code: 1,
      out: '',
      told: '"not an address" is not an email address.\n',
    })
    expect(await adminsIn((text) => db.pool.query(text))).toEqual([{ email: 'boss@example.com', status: 'invited' }])
    await control.close()
    await db.close()
  })

  it.each([
    [[]],
    [['add-admin']],
    [['remove-admin', 'a@b.example']],
    [['toString', 'a@b.example']],
    [['add-admin', 'a@b.example', 'more']],
  ])('says how it is used: %j', async (words) => {
    expect(await staff(...words)).toEqual({
      code: 2,
      out: '',
      told: 'Usage: npm run staff -- add-admin <email>\n       npm run staff -- break-glass <email>\n',
    })
  })
})

describe('npm run staff -- break-glass', () => {
  it(
    'makes a code through the running server for an active member of staff, and for no one else',
    { timeout: 120_000 },
    async () => {
      const { database: db } = await openMigrated({ postgresUrl: null, name: 'staff', dataDir })
      await db.kysely.transaction().execute(seedDemoStaff)
      const control = await startControlSocket(
        dataDir,
        controlCommands(db, readSettings({ DATA_DIR: dataDir }), log),
        log,
      )
      const made = await staff('break-glass', 'Ingrid.Solheim@demo.marquee.example')
      expect(made).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}\ningrid\.solheim@demo\.marquee\.example signs in.* within 15 minutes/,
        ),
      })
      const { rows } = await sql`
      select p.email, c.used_at from ip_break_glass_codes c join staff p on p.id = c.staff_id where c.expires_at > now()`.execute(
        db.kysely,
      )
      expect(rows).toEqual([{ email: 'ingrid.solheim@demo.marquee.example', used_at: null }])
      expect(await staff('break-glass', 'nobody@example.com')).toMatchObject({
        code: 1,
        out: '',
        told: expect.stringContaining('No active colleague'),
      })
      await control.close()
      await db.close()
    },
  )
})
