import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Client, TestServer } from '../../app/testing/start.server.ts'
import { startTestServer } from '../../app/testing/start.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import { squareAround } from './image-content.server.ts'
import { drawing, photo, upload } from './testing/image.server.ts'
import { imagePieceBytes } from './images.ts'

let server: TestServer
let admin: Client
let editor: Client
let reader: Client
let dataDir: string

interface Stored {
  readonly id: number
  readonly version: number
  readonly width: number
  readonly height: number
  readonly bytes: number
  readonly mediaType: string
  readonly sha256: string
  readonly isUsed: boolean
}
const filesOf = (id: number, name: string | number) => `${server.url}/rest/data/images/${id}/files/${name}`
const asFile = (caller: Client, id: number, name: string | number) =>
  fetch(filesOf(id, name), { headers: { 'x-token': caller.token } })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-images-'))
  server = await startTestServer({ postgresUrl: inject('postgresUrl'), name: 'images', env: { DATA_DIR: dataDir } })
  admin = await server.signIn('admin')
  editor = await server.signIn('catalogue-editor')
  reader = await server.signIn('read-only')
})
afterAll(async () => {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function made(bytes: Buffer, name?: string): Promise<Stored> {
  const reply = await upload(editor, bytes, name)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body as Stored
}
const sentence = (body: unknown) => (body as { message: string }).message

describe('an upload', () => {
  it('becomes an image with its size, who brought it, and one row in the audit', async () => {
    const bytes = await photo(800, 600)
    const reply = await upload(editor, bytes, 'Two colours.jpg')
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      fileName: 'Two colours.jpg',
      mediaType: 'image/jpeg',
      width: 800,
      height: 600,
      focalX: 0.5,
      focalY: 0.5,
      altText: null,
      isUsed: false,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdBy: { title: 'Mateo Villanueva' },
    })
    expect(await tracesOf(server.database.kysely, reply)).toMatchObject([
      { action: 'create', object: 'images', title: 'Two colours.jpg' },
    ])
  })

  it('of the same file again returns the existing image, before and after the upload', async () => {
    const bytes = await photo()
    const { id } = await made(bytes)
    expect((await upload(editor, bytes, 'again.jpg', { withHash: true })).body).toMatchObject({
      uploadId: null,
      imageId: id,
    })
    const again = await upload(editor, bytes, 'again.jpg')
    expect([again.status, (again.body as Stored).id]).toEqual([200, id])
  })

  it('in several pieces arrives whole, and not before every piece has', async () => {
    const noise = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    expect(noise.length).toBeGreaterThan(imagePieceBytes * 2)
    const { uploadId } = (
      await editor.post('/rest/data/images/uploads', { fileName: 'noise.png', bytes: noise.length })
    ).body as { uploadId: string }
    expect((await editor.put(`/rest/data/images/uploads/${uploadId}/pieces/1`, { data: 'aGVsbG8=' })).status).toBe(422)
    expect((await editor.put(`/rest/data/images/uploads/${uploadId}/pieces/99`, { data: 'aGVsbG8=' })).status).toBe(404)
    const early = await editor.post(`/rest/data/images/uploads/${uploadId}/finish`, {})
    expect([early.status, sentence(early.body)]).toEqual([
      409,
      expect.stringMatching(/^Piece 0 of \d+ has not been sent\.$/),
    ])
    expect((await made(noise, 'noise.png')).width).toBe(900)
  })

  it('is one’s own, and takes write on images', async () => {
    const { uploadId } = (await editor.post('/rest/data/images/uploads', { fileName: 'a.jpg', bytes: 5 })).body as {
      uploadId: string
    }
    expect((await admin.put(`/rest/data/images/uploads/${uploadId}/pieces/0`, { data: 'aGVsbG8=' })).status).toBe(404)
    expect((await admin.post(`/rest/data/images/uploads/${uploadId}/finish`, {})).status).toBe(404)
    expect((await reader.post('/rest/data/images/uploads', { fileName: 'a.jpg', bytes: 5 })).status).toBe(403)
  })

  it('larger than 20 MB is refused before it travels', async () => {
    const reply = await editor.post('/rest/data/images/uploads', { fileName: 'a.jpg', bytes: 20 * 1024 * 1024 + 1 })
    expect([reply.status, (reply.body as { fields: unknown }).fields]).toEqual([
      422,
      { bytes: 'An image can be at most 20 MB.' },
    ])
  })
})

describe('what is kept of a file', () => {
  it('is its picture alone: no place, no camera, nothing that was hidden behind it', async () => {
    const secret = 'Camera of Ana, 41.3851 north'
    const bytes = Buffer.concat([
      await drawing(400, 300)
        .jpeg()
        .withExif({
          IFD0: { Artist: secret, Copyright: secret },
          IFD3: { GPSLatitude: '41/1 23/1 6/1', GPSLatitudeRef: 'N' },
        })
        .toBuffer(),
      Buffer.from('<script>alert(1)</script><?php system($_GET[0]) ?>PK\u0003\u0004'),
    ])
    expect(bytes.includes(secret)).toBe(true)
    const { id } = await made(bytes)
    for (const name of [320, 'square']) {
      const file = Buffer.from(await (await asFile(admin, id, name)).arrayBuffer())
      const { exif, icc, xmp, format } = await sharp(file).metadata()
      expect({ exif, icc, xmp, format }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, format: 'webp' })
      expect(file.includes(secret) || file.includes('<script')).toBe(false)
    }
    const { sha256 } = (await admin.get(`/rest/data/images/${id}`)).body as Stored
    const master = await sharp(join(folder(), sha256.slice(0, 2), sha256, 'master')).metadata()
    expect([master.exif, master.format]).toEqual([undefined, 'jpeg'])
  })

  it('lies under a name of our own, whatever the file was called', async () => {
    const { id, sha256 } = await made(await photo(), '../../../etc/cron.d/x.png')
    expect((await admin.get(`/rest/data/images/${id}`)).body).toMatchObject({ fileName: 'x.png' })
    expect(
      (await filesIn()).filter((name) => !/^[0-9a-f]{2}(\/[0-9a-f]{64}(\/(master|[a-z0-9-]+\.webp))?)?$/.test(name)),
    ).toEqual([])
    expect(existsSync(join(folder(), sha256.slice(0, 2), sha256, 'master'))).toBe(true)
  })

  it('is upright, whichever way the camera was held', async () => {
    const turned = await drawing(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    expect(await made(turned)).toMatchObject({ width: 200, height: 400 })
  })

  it('keeps what is transparent', async () => {
    const logo = await sharp({
      create: { width: 64, height: 64, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    })
      .png()
      .toBuffer()
    const { id, mediaType } = await made(logo, 'logo.png')
    expect(mediaType).toBe('image/png')
    const { hasAlpha } = await sharp(Buffer.from(await (await asFile(admin, id, 320)).arrayBuffer())).metadata()
    expect(hasAlpha).toBe(true)
  })

  it.each(['webp', 'avif', 'gif', 'png'] as const)('can have come as %s', async (format) => {
    expect(await made(await drawing(60, 40).toFormat(format).toBuffer(), `a.${format}`)).toMatchObject({
      width: 60,
      height: 40,
    })
  })
})

/** A PNG that declares the given size and contains next to nothing. */
function hollowPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('a file that is no picture to be shown', () => {
  const text = (content: string) => async () => Buffer.from(content)
  it.each([
    ['a page that is called a.jpg', text('<html><script>alert(1)</script>'), /^This file is not a picture\./],
    [
      'a drawing with a script in it',
      text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      /^This is an SVG drawing/,
    ],
    ['a document', text('%PDF-1.7 hello'), /^This is a PDF/],
    [
      'a phone’s HEIC',
      async () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]),
      /^This is a HEIC picture/,
    ],
    [
      'the first bytes of a JPEG',
      text('\xff\xd8\xff and then nothing'),
      /This file is not a picture|can’t be read as one/,
    ],
    ['half a photograph', async () => (await photo()).subarray(0, 2_000), /can’t be read as one/],
    [
      'a program behind a PNG’s first bytes',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('#!/bin/sh\nrm -rf /')]),
      /can’t be read as one/,
    ],
    [
      'a picture of ten thousand million pixels in a kilobyte',
      async () => hollowPng(100_000, 100_000),
      /pixels, more than|can’t be read as one/,
    ],
    [
      'one of 50,000 by 50,000',
      async () => hollowPng(50_000, 50_000),
      /has 50,000 × 50,000 pixels, more than the 64 million/,
    ],
    [
      'one of a hundred million',
      async () => hollowPng(10_000, 10_000),
      /has 10,000 × 10,000 pixels, more than the 64 million/,
    ],
    ['one that moves', movingGif, /^This picture moves: it has 3 frames\./],
  ])('is refused with a sentence about it: %s', async (_, bytes, expected) => {
    const before = await filesIn()
    const reply = await upload(editor, await bytes(), 'innocent.jpg')
    expect([reply.status, sentence(reply.body)]).toEqual([422, expect.stringMatching(expected)])
    expect(await filesIn()).toEqual(before)
    const { rows } = await sql`select 1 from image_uploads where owner_id <> 0 and file_name = 'innocent.jpg'`.execute(
      server.database.kysely,
    )
    expect(rows).toHaveLength(0)
  })
})

async function movingGif(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}

const folder = () => join(dataDir, 'images')
async function filesIn(): Promise<string[]> {
  return existsSync(folder()) ? (await readdir(folder(), { recursive: true })).sort() : []
}

describe('the files of an image', () => {
  it('come as WebP in four widths and a square, never wider than it is, to keep for good in one browser', async () => {
    const { id } = await made(await photo(1000, 500))
    const sizes = await Promise.all(
      [320, 640, 1280, 2560, 'square'].map(async (name) => {
        const reply = await asFile(reader, id, name)
        expect(
          Object.fromEntries(
            [
              'content-type',
              'cache-control',
              'x-content-type-options',
              'content-security-policy',
              'cross-origin-resource-policy',
            ].map((header) => [header, reply.headers.get(header)]),
          ),
        ).toEqual({
          'content-type': 'image/webp',
          'cache-control': 'private, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
        })
        const { width, height, format } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
        return [format, width, height]
      }),
    )
    expect(sizes).toEqual([
      ['webp', 320, 160],
      ['webp', 640, 320],
      ['webp', 1000, 500],
      ['webp', 1000, 500],
      ['webp', 320, 320],
    ])
    for (const name of ['1', '5000', 'master', '..%2Fmaster', 'square.webp', '%2e%2e'])
      expect((await asFile(admin, id, name)).status).toBe(404)
  })

  it('show in the square what the focal point says', async () => {
    const { id } = await made(await photo(1200, 300))
    const colour = async () => {
      const { dominant } = await sharp(Buffer.from(await (await asFile(admin, id, 'square')).arrayBuffer())).stats()
      return dominant.r > dominant.b ? 'red' : 'blue'
    }
    await editor.patch(`/rest/data/images/${id}`, { focalX: 0.05 })
    expect(await colour()).toBe('red')
    await editor.patch(`/rest/data/images/${id}`, { focalX: 0.95 })
    expect(await colour()).toBe('blue')
    expect(squareAround({ width: 100, height: 60 }, { focalX: 0.9, focalY: 0.1 })).toEqual({
      left: 40,
      top: 0,
      width: 60,
      height: 60,
    })
  })

  it('need a session with images: the browser’s own cookies do for looking, and for nothing else', async () => {
    const { id } = await made(await photo())
    const stranger = await server.signIn('no-access')
    expect((await asFile(stranger, id, 320)).status).toBe(403)
    expect((await fetch(filesOf(id, 320))).status).toBe(403)
    // A session of a script is bound to its address and has no second cookie.
    const cookie = `token=${reader.token}`
    expect((await fetch(filesOf(id, 320), { headers: { cookie } })).status).toBe(200)
    expect((await fetch(filesOf(id, 320), { headers: { cookie: 'token=wrong' } })).status).toBe(403)
    expect((await fetch(`${server.url}/rest/data/images/${id}`, { headers: { cookie } })).status).toBe(403)
    expect((await fetch(filesOf(id, 320), { method: 'DELETE', headers: { cookie } })).status).not.toBe(200)
  })
})

describe('an image', () => {
  it('that a record or a text shows is in use and cannot be deleted; one that is not can, and its files go after it', async () => {
    const db = server.database.kysely
    const [inRecord, inText, free] = [await made(await photo()), await made(await photo()), await made(await photo())]
    const performer = await editor.post('/rest/data/performers', {
      name: 'Copper Larks',
      sortName: 'Copper Larks',
      slug: 'copper-larks',
      kind: 'artist',
      imageIds: [inRecord.id],
      biography: `<h2 onclick="x">Who</h2><img data-image="${inText.id}" alt="On stage"><script>alert(1)</script>`,
    })
    expect(performer.status, JSON.stringify(performer.body)).toBe(201)
    expect((performer.body as { biography: string }).biography).toBe(
      `<h2>Who</h2><img data-image="${inText.id}" alt="On stage">`,
    )
    const unused = await admin.get('/rest/data/images', {
      filter: { isUsed: false, id: [inRecord.id, inText.id, free.id] },
    })
    expect((unused.body as Stored[]).map(({ id }) => id)).toEqual([free.id])
    for (const { id } of [inRecord, inText]) {
      expect((await editor.post(`/rest/data/images/${id}/deletion-preview`, {})).body).toMatchObject({
        isPossible: false,
      })
      expect((await editor.delete(`/rest/data/images/${id}`)).status).toBe(409)
    }
    const place = join(folder(), free.sha256.slice(0, 2), free.sha256)
    expect(existsSync(place)).toBe(true)
    expect((await editor.delete(`/rest/data/images/${free.id}`)).status).toBe(200)
    await server.runJob('remove-image-files')
    expect(existsSync(place)).toBe(true)
    await sql`update image_leftovers set since = now() - interval '1 hour'`.execute(db)
    await server.runJob('remove-image-files')
    expect(existsSync(place)).toBe(false)
    expect(existsSync(join(folder(), inText.sha256.slice(0, 2), inText.sha256))).toBe(true)

    // Taken out of the text, it is free.
    const { id, version } = performer.body as Stored
    await editor.patch(
      `/rest/data/performers/${id}`,
      { biography: '<p>Nothing to see.</p>' },
      { 'if-match': `"${version}"` },
    )
    expect((await editor.delete(`/rest/data/images/${inText.id}`)).status).toBe(200)
    const missing = await editor.patch(`/rest/data/performers/${id}`, { biography: '<img data-image="999999" alt="">' })
    expect([missing.status, Object.keys((missing.body as { fields: object }).fields)]).toEqual([422, ['biography']])
  })

  it('whose upload broke off leaves no file behind', async () => {
    const sha256 = 'ab'.repeat(32)
    await sql`insert into image_leftovers (sha256, since) values (${sha256}, now() - interval '1 hour')`.execute(
      server.database.kysely,
    )
    await sql`update image_uploads set created_at = now() - interval '2 days'`.execute(server.database.kysely)
    await server.runJob('remove-image-files')
    const { rows } =
      await sql`select 1 from image_leftovers where sha256 = ${sha256} union all select 1 from image_uploads`.execute(
        server.database.kysely,
      )
    expect(rows).toHaveLength(0)
  })
})
