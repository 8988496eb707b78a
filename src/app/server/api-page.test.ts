import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { callsIn } from '../../core/testing/api-document.server.ts'
import { makeStaff } from '../../features/staff/people/testing/staff.server.ts'
import { describedBy } from '../testing/test-context.server.ts'
import type { TestServer } from '../testing/start.server.ts'
import { startTestServer } from '../testing/start.server.ts'

let server: TestServer
let token: string

beforeAll(async () => {
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'api page' })
  token = (await server.signIn('no-access')).token
})
afterAll(() => server.stop())

const documents = ['/openapi.json', '/v1/openapi.json'] as const

interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}
/** As it comes over the wire: fetch would unpack it. */
async function send(path: string, headers: Record<string, string> = {}): Promise<Sent> {
  return await new Promise((resolve, reject) => {
    request(new URL(path, server.url), { headers: { 'x-token': token, ...headers } }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

describe.each([...documents, '/api-reference'])('%s on its way', (path) => {
  it('is packed as the caller can unpack it, and the same in every way', async () => {
    const plain = await send(path)
    expect([plain.status, plain.headers['content-encoding']]).toEqual([200, undefined])
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
      ['br;q=0.2, identity', 'br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await send(path, { 'accept-encoding': accepted })
      expect([headers['content-encoding'], headers['vary']], accepted).toEqual([encoding, 'Accept-Encoding'])
      expect(headers['content-length']).toBe(String(body.length))
      expect(body.length).toBeLessThan(plain.body.length / 5)
      expect(unpack(body).equals(plain.body)).toBe(true)
    }
    for (const accepted of ['identity', 'deflate', 'br;q=0', '*;q=0', 'nonsense;;,']) {
      const { headers, body } = await send(path, { 'accept-encoding': accepted })
      expect([headers['content-encoding'], body.length], accepted).toEqual([undefined, plain.body.length])
    }
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await send(path, { 'accept-encoding': 'br' })
    const etag = String(headers['etag'])
    expect([etag, headers['cache-control']]).toEqual([expect.stringMatching(/^W\/"[\w-]{20,}"$/), 'no-cache'])
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await send(path, { 'if-none-match': known, 'accept-encoding': 'gzip' })
      expect([again.status, again.body.length, again.headers['etag'], again.headers['vary']], known).toEqual([
        304,
        0,
        etag,
        'Accept-Encoding',
      ])
    }
    expect((await send(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

describe('the page for people', () => {
  it('has every call in it, once for all resources that have it alike, and links both documents', async () => {
    const page = await server.anonymous.get('/api-reference')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = String(page.body)
    const routes = (await describedBy(server)).flatMap(({ paths }) =>
      Object.keys(paths).map((path) => path.replace(/\{([^}]+)\}/g, ':$1')),
    )
    expect(routes.length).toBeGreaterThan(400)
    expect(text).not.toMatch(/undefined|\[object/)
    expect(text).toContain('The list that the record is in. One of aliases, ')
    expect(routes.filter((route) => !text.includes(`<code>${route}</code>`))).toEqual([])
    expect(documents.filter((path) => !text.includes(`href="${path}"`))).toEqual([])
    const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const targets = [...text.matchAll(/href="#([^"]+)"/g)].map(([, target]) => target)
    expect(targets.filter((target) => !anchors.has(target))).toEqual([])
    expect(anchors.size).toBe([...text.matchAll(/ id="[^"]+"/g)].length)
  })
})

describe('without a session', () => {
  const start = (env: Record<string, string>) =>
    startTestServer({ postgresUrl: inject('postgresUrl'), name: 'strangers', env })
  const from = (at: TestServer, path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, at.url), { headers })

  it('a network can ask ten times a minute, and people who are signed in as often as they like', async () => {
    const demo = await start({ TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const statuses = []
      for (let n = 0; n < 12; n++)
        statuses.push((await from(demo, '/openapi.json', { 'x-forwarded-for': '203.0.113.5' })).status)
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
      for (const path of ['/v1/openapi.json', '/api-reference'])
        expect((await from(demo, path, { 'x-forwarded-for': '203.0.113.5' })).status).toBe(429)
      expect((await from(demo, '/openapi.json', { 'x-forwarded-for': '203.0.113.6' })).status).toBe(200)
      const session = (await demo.signIn('no-access')).token
      for (let n = 0; n < 12; n++) expect((await from(demo, '/openapi.json', { 'x-token': session })).status).toBe(200)
    } finally {
      await demo.stop()
    }
  })

  it('only what partners call is described, outside demo mode', async () => {
    const strict = await start({
      MARQUEE_MODE: 'production',
      PUBLIC_URL: 'https://admin.example.com',
      GOOGLE_CLIENT_ID: '1-x.apps.googleusercontent.com',
      DATABASE_URL: 'postgres://elsewhere',
    })
    try {
      const refused = await from(strict, '/openapi.json')
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ error: 'SessionExpired' }),
      ])
      expect((await from(strict, '/openapi.json', { 'x-token': 'x'.repeat(43) })).status).toBe(403)
      expect((await from(strict, '/v1/openapi.json')).status).toBe(200)
      const page = await (await from(strict, '/api-reference')).text()
      expect(page).toContain('/v1/me')
      expect(page).not.toContain('/rest/data')
      const person = await makeStaff(strict.database.kysely, 'no-access')
      expect((await from(strict, '/openapi.json', { 'x-token': person.token })).status).toBe(200)
      // A link in the console sends the cookie and no header.
      const linked = await from(strict, '/api-reference', { cookie: `token=${person.token}` })
      expect(await linked.text()).toContain('/rest/data')
    } finally {
      await strict.stop()
    }
  })
})

it('the document of partners asks for a body only where one of its fields is needed', async () => {
  const [, partners] = await describedBy(server)
  const withBody = callsIn(partners).filter(({ operation }) => operation.requestBody)
  const isRequired = ({ operation }: (typeof withBody)[number]) =>
    (operation.requestBody as { required?: boolean }).required === true
  expect(withBody.filter((call) => !isRequired(call)).map(({ path }) => path)).toEqual([
    '/v1/orders/{reference}/pay',
    '/v1/orders/{reference}/cancel',
    '/v1/payment-links/payments',
  ])
  expect(withBody.length).toBeGreaterThan(4)
})
