import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import * as z from 'zod/mini'
import type { SampleServer } from '../testing/sample-server.server.ts'
import { startSampleServer } from '../testing/sample-server.server.ts'
import { defineEndpoint } from './endpoint.ts'
import { implement } from './endpoint.server.ts'

const path = '/rest/data/makers'
const open = { access: 'signed-in', output: z.strictObject({ text: z.string() }) } as const
const talk = defineEndpoint(`GET ${path}/talk/:length`, {
  ...open,
  summary: 'Talks',
  params: z.object({ length: z.string() }),
})
const whisper = defineEndpoint(`POST ${path}/whisper`, { ...open, summary: 'Tells a secret' })
const pour = defineEndpoint(`GET ${path}/pour`, { ...open, summary: 'Talks for long', produces: 'text/plain' })

const words = 'Row upon row of the same words. '
const long = words.repeat(200)

let sample: SampleServer

beforeAll(async () => {
  sample = await startSampleServer({
    postgresUrl: inject('postgresUrl'),
    implementations: [
      implement(talk, async ({ params }) => ({ text: words.repeat(1_000).slice(0, Number(params.length)) })),
      implement(whisper, async () => ({ text: long }), { isSecret: true }),
      implement(pour, async ({ reply }) => {
        reply.type('text/plain; charset=utf-8')
        return Readable.from([long], { objectMode: false }) as never
      }),
    ],
  })
})
afterAll(() => sample.close())

const call = (url: string, headers: Readonly<Record<string, string>> = {}, method: 'GET' | 'POST' | 'HEAD' = 'GET') =>
  sample.server.inject({ method, url, headers: { 'x-token': 'admin', ...headers } })
const accepting = (encoding: string) => ({ 'accept-encoding': encoding })
const talking = (length: number) => `${path}/talk/${length}`
const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe('an answer', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as const)('over a kilobyte is compressed for clients that read %s', async (accepts, encoding) => {
    const reply = await call(talking(6_000), accepting(accepts))
    expect([reply.statusCode, reply.headers['content-encoding'], reply.headers['vary']]).toEqual([
      200,
      encoding,
      'Accept-Encoding',
    ])
    expect(reply.rawPayload.length).toBeLessThan(1_000)
    expect(Number(reply.headers['content-length'])).toBe(reply.rawPayload.length)
    expect(JSON.parse(unpack[encoding](reply.rawPayload).toString())).toEqual({
      text: words.repeat(1_000).slice(0, 6_000),
    })
  })

  it.each(['identity', 'deflate', '', 'br;q=0, gzip;q=0'])(
    'stays as it is for clients that read “%s”',
    async (accepts) => {
      const reply = await call(talking(6_000), accepting(accepts))
      expect([
        reply.headers['content-encoding'],
        reply.headers['vary'],
        reply.json<{ text: string }>().text.length,
      ]).toEqual([undefined, 'Accept-Encoding', 6_000])
    },
  )

  it('below a kilobyte stays as it is', async () => {
    const { headers } = await call(talking(900), accepting('br'))
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined])
  })

  it('with a secret in it is never compressed', async () => {
    const reply = await call(`${path}/whisper`, accepting('br'), 'POST')
    expect([reply.statusCode, reply.headers['content-encoding'], reply.json()]).toEqual([
      200,
      undefined,
      { text: long },
    ])
  })

  it('that streams begins at once, and so stays as it is', async () => {
    const reply = await call(`${path}/pour`, accepting('br'))
    expect([reply.headers['content-encoding'], reply.headers['etag'], reply.body]).toEqual([undefined, undefined, long])
  })

  it('of HEAD has the headers of GET', async () => {
    const [get, head] = [
      await call(talking(6_000), accepting('br')),
      await call(talking(6_000), accepting('br'), 'HEAD'),
    ]
    for (const name of ['etag', 'content-length', 'content-encoding', 'vary'])
      expect(head.headers[name], name).toBe(get.headers[name])
    expect(head.body).toBe('')
  })
})

describe('a caller who has an answer already', () => {
  const tagOf = async (url: string, headers = {}) => String((await call(url, headers)).headers['etag'])
  const known = async (url: string, etag: string, headers = {}) => {
    const reply = await call(url, { 'if-none-match': etag, ...headers })
    return [reply.statusCode, reply.body]
  }

  it('gets 304, for a record and for a list, and no cache keeps it', async () => {
    const id = await sample.maker.make('makers')
    for (const url of [`${path}/${id}`, `${path}?range=[0,4]`]) {
      const etag = await tagOf(url, accepting('br'))
      for (const name of [etag, `W/${etag.replace('W/', '')}`, `"other", ${etag}`])
        expect(await known(url, name), url).toEqual([304, ''])
      expect((await known(url, '"other"'))[0]).toBe(200)
      const { headers } = await call(url, { 'if-none-match': etag })
      expect([headers['etag'], headers['cache-control'], headers['content-type']]).toEqual([
        etag,
        'no-store',
        undefined,
      ])
    }
  })

  it('gets what has changed, also what changed without a new version', async () => {
    const makerId = await sample.maker.make('makers', { name: 'As it was' })
    const id = await sample.maker.make('gadgets', { makerId })
    const urls = [`/rest/data/gadgets/${id}`, `/rest/data/gadgets?filter={"id":["${id}"]}`]
    const before = await Promise.all(urls.map((url) => tagOf(url)))
    await sql`update makers set name = 'As it is' where id = ${makerId}`.execute(sample.db)
    for (const [index, url] of urls.entries()) {
      const reply = await call(url, { 'if-none-match': String(before[index]) })
      expect([reply.statusCode, reply.body]).toEqual([200, expect.stringContaining('As it is')])
    }
    expect(before[0]).toMatch(/^"1-[\w-]{16}"$/)
    expect(before[1]).toMatch(/^W\/"[\w-]{16}"$/)
  })

  it('is refused like anyone without the permission', async () => {
    const etag = await tagOf(`${path}?range=[0,4]`)
    const reply = await call(`${path}?range=[0,4]`, { 'if-none-match': etag, 'x-token': 'stranger' })
    expect(reply.statusCode).toBe(403)
  })

  it('changes a record by the tag that reading it gave, until someone else has', async () => {
    const id = await sample.maker.make('makers')
    const etag = await tagOf(`${path}/${id}`)
    const change = (name: string) => sample.admin.patch(`${path}/${id}`, { name }, { 'if-match': etag })
    expect((await change('One')).status).toBe(200)
    expect((await change('Two')).status).toBe(412)
  })
})

describe('OPTIONS', () => {
  it.each([
    [path, 'GET, HEAD, POST, OPTIONS'],
    [`${path}/7`, 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    [`${path}/whisper`, 'DELETE, GET, HEAD, PATCH, PUT, POST, OPTIONS'],
    ['/health/live', 'GET, HEAD, OPTIONS'],
  ])('says of %s what it offers', async (url, allow) => {
    const reply = await sample.server.inject({ method: 'OPTIONS', url })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect(String(reply.headers['allow']).split(', ').toSorted()).toEqual(allow.split(', ').toSorted())
  })

  it('finds nothing where nothing is', async () => {
    expect((await sample.server.inject({ method: 'OPTIONS', url: '/rest/nothing' })).statusCode).toBe(404)
  })
})
