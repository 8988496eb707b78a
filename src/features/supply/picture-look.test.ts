import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodePixels } from '../../platform/media/image-content.server.ts'
import { lookAt } from './importing/picture-look.server.ts'
import { demoScenes } from '../../platform/media/seed-scenes.ts'

const size = { width: 480, height: 320 }
const scenes = await Promise.all(
  demoScenes.slice(0, 12).map(({ paint }) => encodePixels(paint(size.width, size.height).pixels, size)),
)
const [first = Buffer.alloc(0)] = scenes

async function hashOf(bytes: Buffer): Promise<string> {
  const { hash } = await lookAt(bytes)
  if (hash === null) throw new Error('The picture is too plain.')
  return hash
}
const apart = (one: string, other: string) => [...one].filter((bit, at) => bit !== other[at]).length

describe('the look of a picture', () => {
  it.each([
    ['smaller', (picture: Sharp) => picture.resize({ width: 150 }).jpeg()],
    ['in another format', (picture: Sharp) => picture.webp({ quality: 40 })],
    ['darker', (picture: Sharp) => picture.modulate({ brightness: 0.8 }).png()],
    ['without its colours', (picture: Sharp) => picture.greyscale().jpeg({ quality: 50 })],
    ['cropped by a little', (picture: Sharp) => picture.extract({ left: 4, top: 4, width: 472, height: 312 }).png()],
  ])('stays the same of a copy that is %s', async (_, change) => {
    for (const scene of scenes)
      expect(apart(await hashOf(scene), await hashOf(await change(sharp(scene)).toBuffer()))).toBeLessThanOrEqual(8)
  })

  it('differs between pictures of other things', async () => {
    const mirrored = await sharp(first).flop().toBuffer()
    expect(apart(await hashOf(first), await hashOf(mirrored))).toBeGreaterThan(8)
  })

  it('is none where a picture is too plain to tell it from others', async () => {
    const plain = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#445566' } })
      .png()
      .toBuffer()
    expect(await lookAt(plain)).toMatchObject({ hash: null, preview: expect.any(Buffer) })
  })

  it('comes with a small copy to look at', async () => {
    const { preview } = await lookAt(first)
    expect(await sharp(preview).metadata()).toMatchObject({ format: 'webp', width: 240, height: 160 })
  })

  it('is refused of bytes that are no picture', async () => {
    await expect(lookAt(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow(
      'unsupported image format',
    )
  })
})
