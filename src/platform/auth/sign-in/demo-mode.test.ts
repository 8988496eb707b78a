import { describe, expect, inject, it } from 'vitest'
import { demoPeople } from './demo-people.ts'
import { rawRequest } from '../../../core/testing/raw-http.server.ts'
import { startSignIn } from './testing/sign-in.server.ts'
import { at, bodyOf, serveSignIn } from './testing/newcomers.server.ts'

serveSignIn()

describe('demo mode', () => {
  it('lists its people by address, name and role: one for each role', async () => {
    const response = await at.call('/demo/people')
    expect(response.status).toBe(200)
    const listed = (await response.json()) as { email: string; name: string; role: string }[]
    expect(listed.map(({ role }) => role)).toEqual([
      'admin',
      'catalogue-editor',
      'sales-agent',
      'finance',
      'read-only',
      'no-access',
    ])
    for (const { email, name } of listed) {
      expect(email).toMatch(/^[a-z.]+@demo\.marquee\.example$/)
      expect(name).toMatch(/^\p{Lu}\S+ \p{Lu}\S+$/u)
    }
  })

  it.each(demoPeople)('signs in $role, who can do what the role says', async ({ email, role, firstName, lastName }) => {
    const { googleToken } = (await (await at.post('/demo/token', { email })).json()) as { googleToken: string }
    const login = await at.post('/user/login', { googleToken }, { 'x-forwarded-for': '127.0.0.1' })
    const { token = '' } = await bodyOf(login)
    const who = await at.call('/rest/data/rbac/whoami', {
      headers: { 'x-token': token, 'x-forwarded-for': '127.0.0.1' },
    })
    const { user, permissions } = (await who.json()) as {
      user: object
      permissions: { action: string; object: string }[]
    }
    expect(user).toEqual({ role, first_name: firstName, last_name: lastName, email, avatar: null })
    const may = (action: string, object: string) =>
      permissions.some((one) => one.action === action && one.object === object)
    expect({
      seesPurchases: may('ui', 'purchases'),
      refunds: may('refund', 'purchases'),
      editsProducts: may('write', 'products'),
      editsCoupons: may('write', 'coupons'),
      managesRoles: may('write', 'roles'),
      any: permissions.length > 0,
    }).toEqual(
      {
        'admin': {
          seesPurchases: true,
          refunds: true,
          editsProducts: true,
          editsCoupons: true,
          managesRoles: true,
          any: true,
        },
        'catalogue-editor': {
          seesPurchases: false,
          refunds: false,
          editsProducts: true,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'sales-agent': {
          seesPurchases: true,
          refunds: false,
          editsProducts: false,
          editsCoupons: true,
          managesRoles: false,
          any: true,
        },
        'finance': {
          seesPurchases: true,
          refunds: true,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'read-only': {
          seesPurchases: true,
          refunds: false,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: true,
        },
        'no-access': {
          seesPurchases: false,
          refunds: false,
          editsProducts: false,
          editsCoupons: false,
          managesRoles: false,
          any: false,
        },
      }[role],
    )
  })

  it('makes tokens for no one else (422)', async () => {
    for (const email of ['ana@marquee.example', '', '__proto__']) {
      const response = await at.post('/demo/token', { email })
      expect([response.status, Object.keys((await bodyOf(response)).fields ?? {})]).toEqual([422, ['email']])
    }
  })

  it('answers only to this machine’s own names, so that no page elsewhere can point its name here', async () => {
    const statusFor = async (host: string): Promise<number> =>
      (await rawRequest(at.port, `GET /demo/people HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status
    expect(
      await Promise.all(
        [
          'localhost:3000',
          '127.0.0.1',
          '[::1]:3000',
          'evil.example',
          'localhost.evil.example',
          '127.0.0.1.evil.example',
        ].map(statusFor),
      ),
    ).toEqual([200, 200, 200, 403, 403, 403])
  })

  it('does not exist otherwise (404), and its tokens are worth nothing', { timeout: 120_000 }, async () => {
    const { googleToken } = (await (await at.post('/demo/token', { email: demoPeople[0]?.email })).json()) as {
      googleToken: string
    }
    const strict = await startSignIn({
      postgresUrl: inject('postgresUrl'),
      name: 'production',
      settings: { mode: 'production', demoIssuer: true, publicUrl: 'https://admin.example.com' },
    })
    try {
      expect((await strict.call('/demo/people')).status).toBe(404)
      expect((await strict.post('/demo/token', { email: 'x' })).status).toBe(404)
      const response = await strict.post('/user/login', { googleToken })
      expect([response.status, (await bodyOf(response)).error]).toEqual([401, 'InvalidGoogleToken'])
    } finally {
      await strict.close()
    }
  })
})
