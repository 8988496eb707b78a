import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSignIn } from './testing/sign-in.server.ts'
import type { SignInSetup } from './testing/sign-in.server.ts'

let at: SignInSetup
beforeAll(async () => {
  at = await startSignIn({ postgresUrl: null, name: 'embedded' })
}, 120_000)
afterAll(() => at.close())

it('works on the embedded database as on PostgreSQL, with its single connection', async () => {
  await at.invite('ana@marquee.example', 'sales-agent')
  const from = { 'x-forwarded-for': '192.0.2.1' }
  const login = await at.post('/user/login', { googleToken: await at.google.token() }, from)
  expect(login.status).toBe(200)
  const { token } = (await login.json()) as { token: string }
  const headers = { ...from, 'x-token': token }
  // Many at once: each needs the only connection, and they must not deadlock by waiting for each other.
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, n) =>
        (n % 4 === 0
          ? await at.post('/user/login', { googleToken: 'a.b.c' }, { 'x-forwarded-for': `192.0.2.${n + 2}` })
          : await at.call('/rest/data/rbac/whoami', { headers })
        ).status,
    ),
  )
  expect(statuses).toEqual(Array.from({ length: 20 }, (_, n) => (n % 4 === 0 ? 401 : 200)))
  expect((await at.post('/user/logout', {}, headers)).status).toBe(200)
  expect((await at.call('/rest/data/rbac/whoami', { headers })).status).toBe(403)
  expect((await at.audited(10)).map(({ action }) => action)).toEqual([
    'sign-out',
    'sign-in-refused',
    'sign-in-refused',
    'sign-in-refused',
    'sign-in-refused',
    'sign-in-refused',
    'sign-in',
  ])
})
