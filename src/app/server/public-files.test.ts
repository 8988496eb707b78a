import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDocuments } from '../../core/http/documents.server.ts'
import { createLog } from '../../core/http/log.server.ts'
import { createWebServer } from '../../core/http/web-server.server.ts'

const server = createWebServer({ log: createLog({ level: 'silent' }), isProduction: false })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-public-'))
  await cp(new URL('../console/public/', import.meta.url), folder, { recursive: true })
  await mkdir(join(folder, 'assets'))
  for (const name of ['index.html', 'login.html']) await writeFile(join(folder, name), '<title>Console</title>')
  await addDocuments(server, { folder: pathToFileURL(`${folder}/`) })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, accept = '*/*') => server.inject({ method: 'GET', url, headers: { accept } })

describe('what every browser and crawler asks for', () => {
  it('is an icon', async () => {
    const reply = await get('/favicon.ico')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, expect.stringMatching(/icon/)])
    // One picture, 32 by 32.
    expect([...reply.rawPayload.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  })

  it('is that there is nothing to index', async () => {
    const reply = await get('/robots.txt')
    expect([reply.statusCode, reply.headers['content-type'], reply.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /\n',
    ])
  })
})

describe('an address where nothing is', () => {
  it('is a page to browsers, and JSON to programs that ask for that', async () => {
    expect((await get('/coupons/nothing', 'text/html,*/*;q=0.8')).headers['content-type']).toMatch(/html/)
    const reply = await get('/coupons/nothing', 'application/json')
    expect([reply.statusCode, reply.json<{ error: string }>().error]).toEqual([404, 'NotFound'])
    expect((await get('/oauth2/v3/certs')).statusCode).toBe(404)
  })
})
