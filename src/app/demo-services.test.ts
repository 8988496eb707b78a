import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rawRequest } from '../core/testing/raw-http.server.ts'
import type { TestServer } from './testing/start.server.ts'
import { startTestServer } from './testing/start.server.ts'

const proxied = { TRUSTED_PROXIES: '127.0.0.1' }
const suppliers = ['globick', 'tiqets', 'tourcms', 'viator']

describe('the demo’s services', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'demo-services', env: proxied })
  })
  afterAll(() => server?.stop())

  const list = async (headers: Readonly<Record<string, string>>) =>
    await rawRequest(
      Number(new URL(server.url).port),
      [
        'GET /demo/services HTTP/1.1',
        ...Object.entries({
          'host': 'localhost',
          'x-forwarded-for': '127.0.0.1',
          ...headers,
          'connection': 'close',
        }).map(([name, value]) => `${name}: ${value}`),
        '\r\n',
      ].join('\r\n'),
    )

  it('are listed for programs on this machine, with what a client needs', async () => {
    const { status, body } = await list({})
    expect(status).toBe(200)
    const services = JSON.parse(body) as Record<string, Record<string, string>>
    expect(Object.keys(services)).toEqual(expect.arrayContaining(suppliers))
    for (const name of suppliers) expect(services[name]?.['baseUrl'], name).toMatch(/^http:\/\/127\.0\.0\.1:\d+/)
    expect(Object.keys(services['globick'] ?? {}).toSorted()).toEqual(['apiKey', 'baseUrl', 'password', 'username'])
  })

  it.each([
    ['another machine', { 'x-forwarded-for': '203.0.113.7' }],
    ['another machine of the same network', { 'x-forwarded-for': '10.0.0.7' }],
    ['a caller that its proxy does not name', { 'x-forwarded-for': 'unknown' }],
    ['this machine behind another one', { 'x-forwarded-for': '127.0.0.1, 203.0.113.7' }],
    ['a page elsewhere that points its name here', { host: 'evil.example' }],
  ])('are refused to %s', async (_who, headers) => {
    const { status, body } = await list(headers)
    expect(status).toBe(403)
    expect(body).not.toMatch(/apiKey|token|demo-[0-9a-f]{8}/)
  })
})

describe('in production', () => {
  it('there are no demo services to list (404)', async () => {
    const strict = await startTestServer({
      postgresUrl: inject('postgresUrl'),
      name: 'demo-services-strict',
      env: {
        MARQUEE_MODE: 'production',
        HOST: '127.0.0.1',
        PUBLIC_URL: 'https://admin.example.com',
        GOOGLE_CLIENT_ID: '1-x.apps.googleusercontent.com',
        DATABASE_URL: 'postgres://elsewhere',
      },
    })
    try {
      expect((await strict.anonymous.get('/demo/services')).status).toBe(404)
      expect(strict.implementations.map(({ endpoint }) => endpoint.path)).not.toContain('/demo/services')
    } finally {
      await strict.stop()
    }
  })
})
