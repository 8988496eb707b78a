import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { diskStore } from './disk-store.server.ts'
import type { ImageStore } from './image-store.server.ts'
import { s3Store } from './s3-store.server.ts'

const hash = createHash('sha256').update('a picture').digest('hex')
const other = createHash('sha256').update('another').digest('hex')
const keys = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

interface Signed {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string
  readonly signedHeaders: string
  readonly date: string
  readonly region: string
}

/** Signature Version 4 as Amazon describes it, written apart from the library that signs. */
function signatureOf(
  { method, path, query, headers, payload, signedHeaders, date, region }: Signed,
  secret: string,
): string {
  const names = signedHeaders.split(';')
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${(headers[name] ?? '').trim().replace(/ +/g, ' ')}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(
    (before, part) => hmac(before, part),
    hmac(hmac(`AWS4${secret}`, date.slice(0, 8)), region),
  )
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
}

describe('the check of signatures that these tests use', () => {
  // From Amazon's own documentation of Signature Version 4 for S3.
  const headers = { 'host': 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' }
  const empty = sha256('')
  it.each([
    [
      'an object',
      {
        method: 'GET',
        path: '/test.txt',
        query: '',
        payload: empty,
        signedHeaders: 'host;range;x-amz-content-sha256;x-amz-date',
        headers: { ...headers, 'range': 'bytes=0-9', 'x-amz-content-sha256': empty },
      },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'the life cycle of a bucket',
      {
        method: 'GET',
        path: '/',
        query: 'lifecycle=',
        payload: empty,
        signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
        headers: { ...headers, 'x-amz-content-sha256': empty },
      },
      'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
    ],
    [
      'a list of objects',
      {
        method: 'GET',
        path: '/',
        query: 'max-keys=2&prefix=J',
        payload: empty,
        signedHeaders: 'host;x-amz-content-sha256;x-amz-date',
        headers: { ...headers, 'x-amz-content-sha256': empty },
      },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('agrees with Amazon’s example of reading %s', (_, request, expected) => {
    expect(signatureOf({ ...request, date: '20130524T000000Z', region: 'us-east-1' }, keys.secretAccessKey)).toBe(
      expected,
    )
  })
})

interface FakeS3 {
  readonly endpoint: string
  readonly objects: Map<string, { bytes: Buffer; type: string }>
  failures: number
  stop(): Promise<void>
}

/** A bucket called `pictures` that accepts only requests with a valid signature over everything that matters. */
async function fakeS3(): Promise<FakeS3> {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const state = { failures: 0 }
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://x')
      const refuse = (status: number, code: string) =>
        response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
      if (state.failures > 0) {
        state.failures--
        return refuse(503, 'SlowDown')
      }
      const [, credential = '', signedHeaders = '', signature = ''] =
        /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
          request.headers.authorization ?? '',
        ) ?? []
      const [keyId, , region = ''] = credential.split('/')
      const headers = request.headers as Record<string, string>
      const date = headers['x-amz-date'] ?? ''
      const payload = headers['x-amz-content-sha256'] ?? ''
      const query = [...url.searchParams]
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .sort()
        .join('&')
      if (keyId !== keys.accessKeyId) return refuse(403, 'InvalidAccessKeyId')
      const isWhole = payload === 'UNSIGNED-PAYLOAD' || payload === sha256(body)
      const isSigned =
        signedHeaders.split(';').includes('host') &&
        signature ===
          signatureOf(
            { method: request.method ?? '', path: url.pathname, query, headers, payload, signedHeaders, date, region },
            keys.secretAccessKey,
          )
      if (!isWhole || !isSigned) return refuse(403, 'SignatureDoesNotMatch')
      if (!url.pathname.startsWith('/pictures')) return refuse(404, 'NoSuchBucket')
      const key = url.pathname.slice('/pictures/'.length)
      const found = objects.get(key)
      if (request.method === 'PUT') {
        objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '' })
        return response.writeHead(200).end()
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return response.writeHead(204).end()
      }
      if (key === '') {
        const keysFound = [...objects.keys()].filter((name) => name.startsWith(url.searchParams.get('prefix') ?? ''))
        return response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(
            `<ListBucketResult>${keysFound.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')}</ListBucketResult>`,
          )
      }
      return found ? response.writeHead(200, { 'content-type': found.type }).end(found.bytes) : refuse(404, 'NoSuchKey')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    get failures() {
      return state.failures
    },
    set failures(count) {
      state.failures = count
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

let s3: FakeS3
let folder: string
beforeAll(async () => {
  s3 = await fakeS3()
  folder = await mkdtemp(join(tmpdir(), 'marquee-store-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const stores: readonly (readonly [string, () => ImageStore])[] = [
  ['a folder', () => diskStore(join(folder, 'images'))],
  ['a bucket', () => s3Store({ endpoint: s3.endpoint, bucket: 'pictures', ...keys })],
]

describe.each(stores)('images in %s', (_, open) => {
  it('are read as they were written, are not there before, and go one image at a time', async () => {
    const store = open()
    const bytes = Buffer.from([0, 255, 1, 254, 13, 10])
    expect(await store.read(`${hash}/master`)).toBeNull()
    await store.write(`${hash}/master`, bytes, 'image/jpeg')
    await store.write(`${hash}/square-500-250.webp`, Buffer.from('square'), 'image/webp')
    await store.write(`${other}/master`, Buffer.from('other'), 'image/png')
    expect(await store.read(`${hash}/master`)).toEqual(bytes)
    await store.write(`${hash}/master`, Buffer.from('again'), 'image/jpeg')
    expect(await store.read(`${hash}/master`)).toEqual(Buffer.from('again'))
    await store.removeAll(hash)
    await store.removeAll(hash)
    expect([await store.read(`${hash}/master`), await store.read(`${hash}/square-500-250.webp`)]).toEqual([null, null])
    expect(await store.read(`${other}/master`)).toEqual(Buffer.from('other'))
  })

  it.each([
    '../../etc/passwd',
    `${hash}/../x`,
    `${hash}/.x`,
    `${hash}/a/b`,
    `${hash}/`,
    `${hash.slice(1)}/master`,
    `${hash}/MASTER`,
  ])('have no key like %s', async (key) => {
    await expect(open().read(key)).rejects.toThrow('no key')
    await expect(open().write(key, Buffer.from('x'), 'image/jpeg')).rejects.toThrow('no key')
    await expect(open().removeAll(key)).rejects.toThrow('no hash')
  })
})

describe('a folder of images', () => {
  it('has no half-written file, and nothing that other users of the machine can read', async () => {
    const store = diskStore(join(folder, 'own'))
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => store.write(`${hash}/master`, Buffer.alloc(100_000, n), 'image/jpeg')),
    )
    expect(new Set(await store.read(`${hash}/master`)).size).toBe(1)
    expect(
      (await readdir(join(folder, 'own'), { recursive: true })).filter(
        (name) => !/^[0-9a-f]{2}(\/[0-9a-f]{64}(\/master)?)?$/.test(name),
      ),
    ).toEqual([])
  })
})

describe('a bucket of images', () => {
  it('is asked again when it is busy, and keeps the media type', async () => {
    s3.failures = 1
    await s3Store({ endpoint: s3.endpoint, bucket: 'pictures', ...keys }).write(
      `${other}/640.webp`,
      Buffer.from('x'),
      'image/webp',
    )
    expect(s3.objects.get(`images/${other}/640.webp`)?.type).toBe('image/webp')
  })

  it('that refuses us, or is not there, is reported with its own message', async () => {
    await expect(
      s3Store({ endpoint: s3.endpoint, bucket: 'pictures', ...keys, secretAccessKey: 'wrong' }).read(`${hash}/master`),
    ).rejects.toThrow('403 (SignatureDoesNotMatch)')
    await expect(
      s3Store({ endpoint: s3.endpoint, bucket: 'nowhere', ...keys }).write(
        `${hash}/master`,
        Buffer.from('x'),
        'image/jpeg',
      ),
    ).rejects.toThrow('no bucket called nowhere')
  })
})
