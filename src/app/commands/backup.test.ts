import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startControlSocket } from '../../db/control-socket.server.ts'
import { openDatabase } from '../../db/database.server.ts'
import { emptyDatabase } from '../../db/testing/empty-database.server.ts'
import { makeDataDir, silent } from '../../db/testing/embedded-database.server.ts'
import { controlCommands } from './control-commands.server.ts'
import { readSettings } from '../settings/settings.server.ts'

interface Ended {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

/** Runs a command as npm does: in the project's folder, with INIT_CWD saying where the person is. */
function run(
  command: 'backup' | 'restore',
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const program = fileURLToPath(new URL(`./${command}.server.ts`, import.meta.url))
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, ...words],
      { env: { PATH: process.env['PATH'], ...env } },
      (error, output, complaint) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output, complaint })
      },
    )
  })
}

describe('npm run backup and npm run restore', { timeout: 120_000 }, () => {
  let folder: string
  let env: Record<string, string>
  beforeAll(async () => {
    folder = await makeDataDir('commands')
    env = { DATA_DIR: join(folder, 'data'), INIT_CWD: folder }
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  it('back up through the running server, and put it back once it has stopped', async () => {
    const settings = readSettings(env)
    const db = await openDatabase({ dataDir: settings.dataDir, log: silent, startFrom: await emptyDatabase() })
    await db.pool.query("create table notes (body text); insert into notes values ('before')")
    const control = await startControlSocket(settings.dataDir, controlCommands(db, settings, silent), silent)

    const backup = await run('backup', ['mine.tar.gz'], env)
    expect(backup).toEqual({
      code: 0,
      complaint: '',
      output: expect.stringMatching(/^Backup written: .*\/mine\.tar\.gz \(\d+\.\d MB, \d+\.\d s\)\n$/),
    })
    expect(existsSync(join(folder, 'mine.tar.gz'))).toBe(true)
    const again = await run('backup', ['mine.tar.gz'], env)
    expect(again).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^No backup was made\. .*mine\.tar\.gz exists already/),
    })

    await db.pool.query("update notes set body = 'after'")
    const tooEarly = await run('restore', ['mine.tar.gz', '--replace'], env)
    expect(tooEarly).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`in use by process ${process.pid}. Stop that process first`),
    })
    await control.close()
    await db.close()

    const unasked = await run('restore', ['mine.tar.gz'], env)
    expect(unasked).toMatchObject({ code: 1, complaint: expect.stringContaining('Add --replace') })
    const restored = await run('restore', ['mine.tar.gz', '--replace'], env)
    expect(restored).toEqual({
      code: 0,
      complaint: '',
      output: expect.stringMatching(
        /^Restored .*mine\.tar\.gz: 1 table \(.+ s\)\nThe data that was there before is kept as .*pglite\.replaced-/,
      ),
    })
    const reopened = await openDatabase({ dataDir: settings.dataDir, log: silent })
    expect((await reopened.pool.query('select body from notes')).rows).toEqual([{ body: 'before' }])
    await reopened.close()
  })

  it('back up without a server too, into a file named after the time', async () => {
    const backup = await run('backup', [], env)
    expect(backup).toMatchObject({ code: 0, complaint: '' })
    expect(readdirSync(join(folder, 'data', 'backups'))).toEqual([
      expect.stringMatching(/^marquee-\d{8}t\d{9}z\.tar\.gz$/),
    ])
  })

  it('keep the files of images beside the database, and put them back', async () => {
    const sha256 = 'ab'.repeat(32)
    const [kept, unfinished] = ['original.webp', `original.webp.${randomUUID()}`].map((name) =>
      join('images', 'ab', sha256, name),
    )
    await mkdir(join(folder, 'data', 'images', 'ab', sha256), { recursive: true })
    for (const name of [kept, unfinished]) await writeFile(join(folder, 'data', name ?? ''), 'picture')
    const backup = await run('backup', ['pictures.tar.gz'], env)
    expect(backup).toMatchObject({
      code: 0,
      complaint: '',
      output: expect.stringMatching(/Images copied: .*pictures\.tar\.gz\.images\n$/),
    })
    await rm(join(folder, 'data', 'images'), { recursive: true })
    expect(await run('restore', ['pictures.tar.gz', '--replace'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Put back the images of '),
    })
    expect(readFileSync(join(folder, 'data', kept ?? ''), 'utf8')).toBe('picture')
    expect(existsSync(join(folder, 'data', unfinished ?? ''))).toBe(false)
  })

  it('explain themselves', async () => {
    expect(await run('backup', ['--help'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('npm run backup -- <file>'),
    })
    expect(await run('restore', ['--help'], env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('--replace'),
    })
    expect(await run('restore', [], env)).toMatchObject({
      code: 2,
      complaint: expect.stringContaining('npm run restore -- <file>'),
    })
    expect(await run('backup', ['a', 'b'], env)).toMatchObject({ code: 2 })
    expect(await run('restore', ['missing.tar.gz'], { ...env, DATA_DIR: join(folder, 'other') })).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^Nothing was restored\. There is no file .*\/missing\.tar\.gz\.\n$/),
    })
    expect(await run('backup', [], { ...env, DATA_DIR: join(folder, 'nothing') })).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('There is no database in'),
    })
    expect(await run('backup', [], { ...env, PORT: 'many' })).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('PORT'),
    })
  })
})
