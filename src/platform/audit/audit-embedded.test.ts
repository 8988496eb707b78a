import { expect, it } from 'vitest'
import { startTestServer } from '../../app/testing/start.server.ts'

it('works on the embedded database as on PostgreSQL, with its single connection', { timeout: 120_000 }, async () => {
  const server = await startTestServer({ postgresUrl: null })
  try {
    const admin = await server.signIn('admin')
    await admin.post('/rest/data/coupons', { code: 'EMBEDDED', name: 'Embedded', percent: 500 })
    const path = '/rest/data/audit'
    const filter = { object: 'coupons' }
    // Concurrent calls must not deadlock by waiting for each other.
    const [list, file, choices, chain, check] = await Promise.all([
      admin.get(path, { filter, q: 'EMBED' }),
      admin.get(`${path}/export`, { filter }),
      admin.get(`${path}/choices`),
      admin.get(`${path}/chain`),
      admin.get(`${path}/chain/check`),
    ])
    expect([list, file, choices, chain, check].map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(list.body).toMatchObject([{ action: 'create', title: 'EMBEDDED' }])
    expect(String(file.body).split('\r\n')[1]).toContain('Created,Coupon,')
    expect(choices.body).toMatchObject({ people: [{ name: 'Ingrid Solheim' }] })
    expect(check.body).toMatchObject({ isDone: true, broken: null })
  } finally {
    await server.stop()
  }
})
