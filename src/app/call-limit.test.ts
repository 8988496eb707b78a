import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { startTestServer, type TestServer } from './testing/start.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'limit', env: { CALLS_PER_MINUTE: '20' } })
})
afterAll(() => server.stop())

it('a person who calls too often within a minute has to wait (429), and no one else does', async () => {
  const [busy, calm] = [await server.signIn('admin'), await server.signIn('finance')]
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) statuses.push((await busy.get('/rest/data/rbac/whoami')).status)
  expect([statuses.slice(0, 20).every((status) => status === 200), statuses[20]]).toEqual([true, 429])
  const refused = await busy.get('/rest/data/rbac/whoami')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body).toMatchObject({ message: 'More than 20 calls within a minute. Wait a moment and try again.' })
  expect((await calm.get('/rest/data/rbac/whoami')).status).toBe(200)
})
