import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Client } from '../../app/testing/start.server.ts'
import { drawing, photo } from './testing/image.server.ts'
import { squareAround } from './square-around.ts'
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

const filesOf = (id: number, name: string | number) => `${server.url}/rest/data/images/${id}/files/${name}`
const asFile = (caller: Client, id: number, name: string | number) =>
  fetch(filesOf(id, name), { headers: { 'x-token': caller.token } })

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
