import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectCspReports } from './csp-reports.server.ts'
import { createWebServer } from './web-server.server.ts'

const lines: string[] = []
const log = pino(
  { level: 'warn' },
  new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString())
      done()
    },
  }),
)
const server = createWebServer({ log, isProduction: false })
beforeAll(() => collectCspReports(server))
afterAll(() => server.close())

const send = (type: string, body: unknown, remoteAddress = '127.0.0.1') =>
  server.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    remoteAddress,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const violation = (blockedURL: string) => ({
  type: 'csp-violation',
  age: 1,
  url: 'https://admin.example.com/',
  body: {
    documentURL: 'https://admin.example.com/',
    effectiveDirective: 'script-src',
    blockedURL,
    disposition: 'enforce',
  },
})

describe('reports of what the Content-Security-Policy refused', () => {
  it('reach the log, in the words of either standard', async () => {
    lines.length = 0
    expect((await send('application/reports+json', [violation('https://evil.example/a.js')])).statusCode).toBe(204)
    const old = {
      'csp-report': {
        'document-uri': 'https://admin.example.com/',
        'violated-directive': 'img-src',
        'blocked-uri': 'data',
      },
    }
    expect((await send('application/csp-report', old)).statusCode).toBe(204)
    expect(lines.map((line) => (JSON.parse(line) as { violation: Record<string, string> }).violation)).toEqual([
      expect.objectContaining({ effectiveDirective: 'script-src', blockedURL: 'https://evil.example/a.js' }),
      expect.objectContaining({ effectiveDirective: 'img-src', blockedURL: 'data' }),
    ])
  })

  it('are cut short, and what is no report leaves no trace', async () => {
    lines.length = 0
    await send('application/reports+json', [violation(`https://evil.example/${'x'.repeat(5_000)}`)])
    expect(lines.join('').length).toBeLessThan(1_500)
    lines.length = 0
    expect((await send('application/reports+json', { any: 'thing' })).statusCode).toBe(204)
    expect((await send('application/reports+json', 'no json')).statusCode).toBe(400)
    expect((await send('application/reports+json', [violation('y'.repeat(20_000))])).statusCode).toBe(413)
    expect((await send('text/plain', 'x')).statusCode).toBe(415)
    expect(lines).toEqual([])
  })

  it('are few per network', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 31; n++) statuses.push((await send('application/reports+json', [], '203.0.113.7')).statusCode)
    expect([statuses.slice(0, 30).every((status) => status === 204), statuses[30]]).toEqual([true, 429])
  })
})
