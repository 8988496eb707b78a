import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDocuments } from './documents.server.ts'
import { createLog } from './log.server.ts'
import { rawRequest } from '../testing/raw-http.server.ts'
import { createWebServer } from './web-server.server.ts'

const script = `console.log("${'console '.repeat(200)}")`
let folder: string
const servers: FastifyInstance[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee documents-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, '.vite'))
  const files: Record<string, string | Buffer> = {
    'index.html':
      '<head><title>__PRODUCT_NAME__</title><script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script><style nonce="__CSP_NONCE__"></style></head>',
    'login.html':
      '<meta name="google-client-id" content="__GOOGLE_CLIENT_ID__"><script nonce="__CSP_NONCE__" src="/assets/main-abc123.js"></script>',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '.vite/manifest.json': '{}',
    '.vite/screens.json': JSON.stringify({
      '/coupons/list': {
        files: ['assets/coupons-abc123.js', 'assets/coupons-abc123.css'],
        rows: { of: '/rest/data/coupons', call: '/rest/data/saved-views/rows?resource=coupons&list=coupons%2Flist' },
      },
      '/tags/update/{id}': { files: ['assets/tag-form-abc123.js'] },
    }),
    'assets/main-abc123.js': script,
    'assets/main-abc123.js.br': brotliCompressSync(script),
    'assets/main-abc123.js.gz': gzipSync(script),
    'assets/main-abc123.js.map': '{"sources":["secret.ts"]}',
    'assets/.hidden': 'secret',
  }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await rm(folder, { recursive: true })
})

async function serve(googleClientId?: string): Promise<string> {
  const server = createWebServer({ log: createLog({ level: 'silent' }), isProduction: false })
  servers.push(server)
  server.get('/rest/data/coupons', async () => [])
  await addDocuments(server, {
    folder: pathToFileURL(`${folder}/`),
    googleClientId,
    placeholders: { __PRODUCT_NAME__: 'Tick<et>s & Co' },
  })
  return await server.listen({ port: 0, host: '127.0.0.1' })
}

function policyOf(response: Response): Map<string, string> {
  const text = response.headers.get('content-security-policy') ?? ''
  return new Map(
    text.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')] as const
    }),
  )
}

describe('documents', () => {
  it('are the console at every path that could be a page, and the sign-in page at /login', async () => {
    const url = await serve()
    for (const path of [
      '/',
      '/dashboard',
      '/purchases/products/view?id=5',
      '/404',
      '/users/list',
      '/roles/users/update/ana%40demo.example',
      '/roles/users/update/ana@demo.example',
      '/nowhere/at/all',
    ]) {
      const response = await fetch(url + path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      expect(await response.text()).toContain('<title>Tick&#60;et&#62;s &#38; Co</title>')
    }
    expect(await (await fetch(`${url}/login?redirect=%2Fcoupons%2Flist`)).text()).toContain('google-client-id')
    expect((await fetch(`${url}/dashboard`, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(`${url}/dashboard`, { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })

  it('have the files of their screen fetched with their own, under the nonce', async () => {
    const url = await serve()
    const preloads = async (path: string) =>
      [
        ...(await (await fetch(url + path)).text()).matchAll(
          /<link rel="(\w+)"[^>]* href="([^"]+)" nonce="[^"_]{24}">/g,
        ),
      ].map(([, rel, href]) => `${rel} ${href}`)
    expect(await preloads('/coupons/list?page=2')).toEqual([
      'modulepreload /assets/coupons-abc123.js',
      'preload /assets/coupons-abc123.css',
    ])
    expect(await preloads('/tags/update/12')).toEqual(['modulepreload /assets/tag-form-abc123.js'])
    expect(await preloads('/tags/update/12/more')).toEqual([])
    expect(await preloads('/dashboard')).toEqual([])
  })

  it('say which rows their list opens with', async () => {
    const url = await serve()
    const text = async (path: string) => await (await fetch(url + path)).text()
    expect(await text('/coupons/list')).toContain(
      '<meta name="opening-rows" content="/rest/data/saved-views/rows?resource=coupons&#38;list=coupons%2Flist" data-of="/rest/data/coupons"><title>',
    )
    expect(await text('/tags/update/12')).not.toContain('opening-rows')
  })

  it('get a nonce of their own each time, and nothing else can run or style', async () => {
    const url = await serve()
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => {
        const response = await fetch(`${url}/dashboard`)
        const [first, second] = [...(await response.text()).matchAll(/nonce="([^"]+)"/g)].map((match) => match[1])
        expect(first).toMatch(/^[A-Za-z0-9+/]{24}$/)
        expect(second).toBe(first)
        expect(policyOf(response).get('script-src')).toBe(`'nonce-${first}' 'strict-dynamic'`)
        expect(policyOf(response).get('style-src')).toBe(`'self' 'nonce-${first}'`)
        expect(response.headers.get('cache-control')).toBe('no-store')
        return first
      }),
    )
    expect(new Set(nonces).size).toBe(3)
  })

  it('cannot be framed, reach other origins, or build scripts from text', async () => {
    const response = await fetch(`${await serve('client.apps.googleusercontent.com')}/dashboard`)
    const policy = policyOf(response)
    expect(Object.fromEntries([...policy].filter(([name]) => !/^(?:script|style)-src$/.test(name)))).toEqual({
      'default-src': "'none'",
      'img-src': "'self' https: data:",
      'font-src': "'self'",
      'connect-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default app dompurify',
      'report-to': 'csp',
      'report-uri': '/csp-reports',
    })
    expect(response.headers.get('reporting-endpoints')).toBe('csp="/csp-reports"')
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  })

  it('let Google’s script in on the sign-in page alone, and only with a client id', async () => {
    const without = await fetch(`${await serve()}/login`)
    expect(without.headers.get('content-security-policy')).not.toContain('google')
    expect(policyOf(without).get('require-trusted-types-for')).toBe("'script'")
    expect(without.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')

    const url = await serve('client.apps.googleusercontent.com')
    const login = await fetch(`${url}/login`)
    const policy = policyOf(login)
    expect(policy.get('script-src')).toMatch(/^'nonce-\S+' 'self' https:\/\/accounts\.google\.com\/gsi\/client$/)
    expect(policy.get('frame-src')).toBe('https://accounts.google.com/gsi/')
    expect(policy.get('connect-src')).toBe("'self' https://accounts.google.com/gsi/")
    expect(await login.text()).toContain('content="client.apps.googleusercontent.com"')
    expect((await fetch(`${url}/dashboard`)).headers.get('content-security-policy')).not.toContain('google')
  })
})

it('never repeats the Host that a caller claims', async () => {
  const port = Number(new URL(await serve()).port)
  for (const path of ['/', '/login', '/nothing.css', '/rest/data/coupons', '/assets']) {
    const { headers, body } = await rawRequest(
      port,
      `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: evil.example\r\nConnection: close\r\n\r\n`,
    )
    expect(JSON.stringify([...headers]) + body).not.toContain('evil')
  }
})

describe('files', () => {
  it('with a hash in their name are kept for good, and travel compressed', async () => {
    const url = await serve()
    for (const [accepted, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await fetch(`${url}/assets/main-abc123.js`, { headers: { 'accept-encoding': accepted } })
      expect([response.status, response.headers.get('content-encoding')]).toEqual([200, encoding])
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('content-type')).toContain('javascript')
      expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toBe(script)
    }
  })

  it('of the public folder are served under their own names for a while', async () => {
    const response = await fetch(`${await serve()}/favicon.svg`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=3600'])
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
  })

  it.each([
    '/..%2f',
    '/%2e%2e/',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%5c..%5cwindows',
    '/.git/config',
    '/.env',
    '/.well-known/x',
    '/src/app/server/main.server.ts',
    '/src',
    '/node_modules/pg/package.json',
    '/package.json',
    '/assets/main-abc123.js.map',
    '/assets/.hidden',
    '/assets/',
    '/assets',
    '/assets/nothing.js',
    '/assets/..%2findex.html',
    '/assets/../.vite/manifest.json',
    '/.vite/manifest.json',
    '/index.html',
    '/login.html',
    '/favicon.svg.map',
    '/oauth2/v3/certs',
    '/api/coupons',
    '/graphql',
    '/wp-login.php',
    '/rest/x.css',
    '/rest/data/nothing',
    '/user/nothing',
    '/website/nothing',
    '/demo/people',
    '/health/nothing',
    '//evil.example/',
    '/dashboard/%E0%A4%A',
  ])('%s is not there', async (path) => {
    const url = await serve()
    const answer = await rawRequest(
      Number(new URL(url).port),
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect([400, 404]).toContain(answer.status)
    expect(Object.keys(JSON.parse(answer.body) as object)).toEqual(['error', 'message', 'requestId'])
    expect(answer.body).not.toMatch(/secret|tmp|src\//)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

it('says so when the console was never built', async () => {
  const server = createWebServer({ log: createLog({ level: 'silent' }), isProduction: false })
  await expect(addDocuments(server, { folder: pathToFileURL(`${folder}/assets/`) })).rejects.toThrow(
    'The console is not built',
  )
  await server.close()
})
