import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { photo, upload } from './testing/image.server.ts'
import { tracesOf } from '../../core/testing/audit-trail.server.ts'
import { imagePieceBytes } from './images.ts'
import {
  type Stored,
  admin,
  editor,
  filesIn,
  folder,
  made,
  reader,
  serveImages,
  server,
} from './testing/uploaded-images.server.ts'

serveImages()

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
    ['the first bytes of a JPEG', text('\xff\xd8\xff and then nothing'), /This file is not a picture|can’t be read/],
    ['half a photograph', async () => (await photo()).subarray(0, 2_000), /can’t be read/],
    [
      'a program behind a PNG’s first bytes',
      async () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('#!/bin/sh\nrm -rf /')]),
      /can’t be read/,
    ],
    [
      'a picture of ten thousand million pixels in a kilobyte',
      async () => hollowPng(100_000, 100_000),
      /pixels, more than|can’t be read/,
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
    ['one that moves', movingGif, /^This picture is animated \(3 frames\)\./],
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

  it('is left alone while its upload is young', async () => {
    const { uploadId } = (await editor.post('/rest/data/images/uploads', { fileName: 'young.jpg', bytes: 4_000_000 }))
      .body as { uploadId: string }
    await server.runJob('remove-image-files')
    const { rows } = await sql`select 1 from image_uploads where id = ${uploadId}`.execute(server.database.kysely)
    expect(rows).toHaveLength(1)
  })
})
