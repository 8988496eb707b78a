import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import type { Caller, Reply } from '../../../core/testing/test-context.server.ts'
import { imagePieceBytes } from '../images.ts'

/** A photograph of nothing: left red, right blue, in whatever form a test needs it. */
export function drawing(width: number, height: number) {
  const half = {
    create: { width: Math.max(1, Math.floor(width / 2)), height, channels: 3 as const, background: '#2040d0' },
  }
  return sharp({ create: { width, height, channels: 3, background: '#d02020' } }).composite([
    { input: half, left: Math.ceil(width / 2), top: 0 },
  ])
}

/** A JPEG like no other: in its corner is noise. */
export async function photo(width = 640, height = 480): Promise<Buffer> {
  const side = 16
  const mark = {
    input: randomBytes(side * side * 3),
    raw: { width: side, height: side, channels: 3 as const },
    left: 0,
    top: 0,
  }
  return sharp(await drawing(width, height).png().toBuffer())
    .composite([mark])
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Uploads as a program does. */
export async function upload(
  caller: Caller,
  bytes: Buffer,
  fileName = 'photo.jpg',
  options: { withHash?: boolean } = {},
): Promise<Reply> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const begun = await caller.post('/rest/data/images/uploads', {
    fileName,
    bytes: bytes.length,
    ...(options.withHash && { sha256 }),
  })
  const { uploadId } = begun.body as { uploadId: string | null }
  if (begun.status !== 201 || uploadId === null) return begun
  for (let position = 0; position * imagePieceBytes < bytes.length; position++) {
    const data = bytes.subarray(position * imagePieceBytes, (position + 1) * imagePieceBytes).toString('base64')
    const sent = await caller.put(`/rest/data/images/uploads/${uploadId}/pieces/${position}`, { data })
    if (sent.status !== 200) return sent
  }
  return caller.post(`/rest/data/images/uploads/${uploadId}/finish`, {})
}
