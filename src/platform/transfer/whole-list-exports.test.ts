import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { resources } from '../../app/registry.server.ts'
import { examples } from '../../app/testing/examples.server.ts'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { maker } from '../../core/testing/make.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'

let server: TestServer
let admin: Client

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'whole_list_exports' })
  admin = await server.signIn('admin')
  const { make } = maker(server.database.kysely, resources, examples)
  for (const kind of ['marketplace', 'primary']) await make('providers', { kind })
})
afterAll(() => server?.stop())

const lists = [
  ['/rest/data/workers', 'name', 'name,label,state,schedule,lastRun,result,nextRun,failures', 'workers'],
  [
    '/rest/data/event-providers',
    'code',
    'code,name,kind,state,uptime,errors,listings,events,commission,lastCallAt',
    'event-providers',
  ],
  ['/rest/data/rbac/roles', 'name', 'name,description,members,objects,permissions,changedBy,updatedAt', 'roles'],
] as const

const linesOf = (body: unknown) => String(body).replace('\ufeff', '').trimEnd().split('\r\n')

describe.each(lists)('the export of %s', (path, key, heads, object) => {
  const exports = `/rest/data/${object}/export`

  it('has every row of the list, or those that are named, in their order', async () => {
    const rows = (await admin.get(path)).body as Record<string, string>[]
    const names = rows.map((row) => row[key] ?? '')
    expect(names.length).toBeGreaterThan(1)
    const { status, body, headers } = await admin.get(exports)
    const [head, ...all] = linesOf(body)
    expect([status, head, all.length]).toEqual([200, heads, names.length])
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${object}.csv"`)
    expect(all.map((line) => line.split(',')[0])).toEqual(names)
    const some = [names.at(-1), names[0], 'no such row']
    const named = linesOf((await admin.get(exports, { rows: some.join('\n') })).body)
    expect(named.slice(1).map((line) => line.split(',')[0])).toEqual(some.slice(0, 2))
  })

  it('is in the audit, and refused without the permission to export', async () => {
    const rows = (await admin.get(path)).body as unknown[]
    const reply = await admin.get(exports)
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      { action: 'export', object, after: { rows: rows.length } },
    ])
    const reader = await server.signIn('read-only')
    expect((await reader.get(exports)).status).toBe(403)
  })
})
