import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { system } from '../../core/access/access.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import { noteHead } from './testing/head-notes.server.ts'

let server: TestServer
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-heads-'))
  file = join(folder, 'heads.jsonl')
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'heads', env: { AUDIT_HEADS_FILE: file } })
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

const compare = () =>
  server.runJob('compare-audit-heads').then(
    () => null,
    ({ message }: Error) => message,
  )

it('fails where the audit is another one than was noted, and where the notes can’t be read', async () => {
  const { kysely } = server.database
  const entries = [{ action: 'note', object: 'tests', recordId: 1 }]
  await kysely.transaction().execute((trx) => appendAudit(trx, entries, { actor: system('tests') }))
  await expect.poll(async () => await noteHead(kysely, file), { timeout: 20_000 }).toBeDefined()
  const noted = await noteHead(kysely, file)
  expect(await compare()).toBeNull()
  const { lastId = 0 } = noted ?? {}
  const note = (place: number) =>
    appendFile(file, `${JSON.stringify({ at: '2026-01-01T00:00:00.000Z', lastId: place, hash: 'b'.repeat(64) })}\n`)
  await note(lastId)
  expect(await compare()).toBe(`Seal ${lastId} differs from the noted one: the chain was rewritten.`)
  await writeFile(file, 'no note\n')
  expect(await compare()).toMatch(/damaged/)
})
