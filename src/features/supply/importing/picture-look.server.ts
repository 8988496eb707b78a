import { careful, inTurn, loadSharp } from '../../../platform/media/image-content.server.ts'

/** How a picture looks, whatever its size, format and quality. */
export interface PictureLook {
  /**
   * Sixty-four bits as zeros and ones. Those of two copies of a picture differ in a few at most, those of two pictures in
   * about half. Null: the picture is too plain to tell anything.
   */
  readonly hash: string | null
  /** A small copy in WebP. */
  readonly preview: Buffer
}

/** The picture is looked at in so many greys a side, and described by so many waves a side. */
const [side, waves] = [32, 8]
/** Shades between the darkest and the brightest spot, below which a picture says nothing. */
const leastContrast = 16
const previewSide = 240

/**
 * A perceptual hash: whether each of the 64 slowest waves of the picture (its cosine transform) is stronger than their middle.
 * Scaling, compression and light hardly touch them.
 */
export async function lookAt(bytes: Buffer): Promise<PictureLook> {
  const sharp = await loadSharp()
  return await inTurn(async () => {
    const picture = sharp(bytes, careful).timeout({ seconds: 10 }).autoOrient().flatten({ background: '#ffffff' })
    const [greys, preview] = await Promise.all([
      picture.clone().resize(side, side, { fit: 'fill' }).toColourspace('b-w').raw().toBuffer(),
      picture
        .clone()
        .resize({ width: previewSide, height: previewSide, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 70, effort: 2 })
        .toBuffer(),
    ])
    return { hash: hashOf(greys), preview }
  })
}

const cosines = Array.from({ length: waves }, (_, wave) =>
  Array.from({ length: side }, (__, at) => Math.cos(((2 * at + 1) * wave * Math.PI) / (2 * side))),
)

function hashOf(greys: Uint8Array): string | null {
  if (Math.max(...greys) - Math.min(...greys) < leastContrast) return null
  // The transform of the rows first, then of its columns: a tenth of the work of one wave after the other.
  const across = cosines.map((cosine) => Array.from({ length: side }, (_, y) => strengthOf(cosine, greys, y * side)))
  const strengths = cosines.flatMap((down) => across.map((rows) => strengthOf(down, rows, 0)))
  // The first is how bright the whole picture is, which says nothing about its shapes.
  const middle = strengths.slice(1).toSorted((a, b) => a - b)[(waves * waves - 2) / 2] ?? 0
  return strengths.map((strength) => (strength > middle ? '1' : '0')).join('')
}

function strengthOf(wave: readonly number[], values: ArrayLike<number>, from: number): number {
  let sum = 0
  for (let at = 0; at < side; at++) sum += (wave[at] ?? 0) * (values[from + at] ?? 0)
  return sum
}
