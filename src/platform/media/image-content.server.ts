import type sharpLibrary from 'sharp'
import type { Sharp, SharpOptions } from 'sharp'
import { Refusal } from '../../core/errors/errors.ts'
import { formatNumber } from '../../core/i18n/formats.ts'
import { t } from '../../core/i18n/language.ts'
import { maxImagePixels, squareSide } from './images.ts'
import type { Focus } from './square-around.ts'
import { squareAround } from './square-around.ts'

/** The type of a file by its first bytes, whatever its name. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'
type OtherKind = 'heic' | 'svg' | 'pdf' | 'tiff' | 'bmp' | 'video'

export interface Picture {
  readonly bytes: Buffer
  readonly mediaType: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
}

/** The longest side that is kept, in px: twice the width of the widest rendition. */
const longestSide = 5120
/** How long libvips can work on one picture, in seconds. */
const patience = 30
/** Pictures that can wait for their turn: each keeps its file in memory. */
const maxWaiting = 12

const starts = (bytes: Buffer, text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text

function kindOf(bytes: Buffer): PictureKind | OtherKind | null {
  if (starts(bytes, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return 'gif'
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return 'webp'
  if (starts(bytes, 'ftyp', 4)) {
    const brand = bytes.toString('latin1', 8, 12)
    return /^avi[fs]$/.test(brand) ? 'avif' : /^(he[ivx]|mif1|msf1)/.test(brand) ? 'heic' : 'video'
  }
  if (starts(bytes, '%PDF')) return 'pdf'
  if (starts(bytes, 'II*\0') || starts(bytes, 'MM\0*')) return 'tiff'
  if (starts(bytes, 'BM')) return 'bmp'
  return /<svg[\s>]/i.test(bytes.toString('latin1', 0, 4096)) ? 'svg' : null
}

const taken = 'Images are taken as JPEG, PNG, WebP, AVIF or GIF.'
const otherKinds: Readonly<Record<OtherKind, string>> = {
  heic: `This is a HEIC picture, as phones make them. Save it as JPEG first. ${taken}`,
  svg: `This is an SVG drawing, which can hold programs. Save it as PNG first. ${taken}`,
  pdf: `This is a PDF document. ${taken}`,
  tiff: `This is a TIFF picture. ${taken}`,
  bmp: `This is a BMP picture. ${taken}`,
  video: `This is a video. ${taken}`,
}

function refused(message: string): Refusal {
  return new Refusal(422, message, { fields: { file: message } })
}

let library: Promise<typeof sharpLibrary> | undefined

/** Loaded with the first picture: a server that shows none never pays for it. Only the readers that are needed are left open. */
export function loadSharp(): Promise<typeof sharpLibrary> {
  return (library ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: [
        'VipsForeignLoadJpeg',
        'VipsForeignLoadPng',
        'VipsForeignLoadWebp',
        'VipsForeignLoadNsgif',
        'VipsForeignLoadHeif',
      ],
    })
    return sharp
  }))
}

let turn: Promise<unknown> = Promise.resolve()
let waiting = 0

/** One picture at a time, since each can take hundreds of megabytes while it is open. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= maxWaiting)
    throw new Refusal(503, t('Many images are being worked on. Try again in a few seconds.'), {
      headers: { 'Retry-After': '5' },
    })
  waiting++
  const mine = turn.then(work, work)
  turn = mine.catch(() => {})
  try {
    return await mine
  } finally {
    waiting--
  }
}

export const careful: SharpOptions = { limitInputPixels: maxImagePixels, failOn: 'error', sequentialRead: true }

/**
 * Draws an uploaded picture again: only its pixels are kept, upright and in sRGB, and nothing else that was in the
 * file. With transparency it is kept as PNG, otherwise as JPEG, from which smaller images are made four times as fast.
 *
 * @throws Refusal 422 for a file that isn't a picture, is animated, or is too large once decoded; 503 when many are
 * waiting
 */
export async function redraw(bytes: Buffer): Promise<Picture> {
  const kind = kindOf(bytes)
  if (kind === null) throw refused(t('This file is not a picture. {taken}', { taken }))
  if (kind in otherKinds) throw refused(otherKinds[kind as OtherKind])
  const sharp = await loadSharp()
  return await inTurn(async () => {
    const { width, height, frames, hasAlpha } = await headOf(
      sharp(bytes, { limitInputPixels: false, failOn: 'error', pages: kind === 'gif' || kind === 'webp' ? -1 : 1 }),
    )
    if (frames > 1)
      throw refused(
        t('This picture is animated ({frames} frames). Save one frame as a still picture.', {
          frames: formatNumber(frames),
        }),
      )
    if (width * height > maxImagePixels) {
      throw refused(
        t(
          'This picture has {width} × {height} pixels, more than the {n} million that can be shown. Make it smaller first.',
          { width: formatNumber(width), height: formatNumber(height), n: formatNumber(maxImagePixels / 1_000_000) },
        ),
      )
    }
    try {
      const upright = sharp(bytes, careful)
        .timeout({ seconds: patience })
        .autoOrient()
        .toColourspace('srgb')
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      const drawn = hasAlpha
        ? upright.png({ compressionLevel: 7 })
        : upright.jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
      const { data, info } = await drawn.toBuffer({ resolveWithObject: true })
      return { bytes: data, mediaType: hasAlpha ? 'image/png' : 'image/jpeg', width: info.width, height: info.height }
    } catch (error) {
      throw error instanceof Error && /timeout/i.test(error.message)
        ? refused(t('This picture takes too long to unpack. Save it again, or smaller.'))
        : broken()
    }
  })
}

function broken(): Refusal {
  return refused(t('This file looks like a picture but can’t be read. It’s probably damaged: save it again.'))
}

async function headOf(picture: Sharp): Promise<{ width: number; height: number; frames: number; hasAlpha: boolean }> {
  try {
    const { width, height, pages = 1, pageHeight, hasAlpha } = await picture.metadata()
    return { width, height: pageHeight ?? height, frames: pages, hasAlpha }
  } catch (error) {
    if (error instanceof Error && /pixel limit/i.test(error.message))
      throw refused(t('This picture is too large once it is unpacked. Make it smaller first.'))
    throw broken()
  }
}

/** A rendition in WebP. A picture is never made wider than it is. */
export async function drawRendition(
  master: Buffer,
  name: string,
  size: { width: number; height: number },
  focus: Focus,
): Promise<Buffer> {
  const sharp = await loadSharp()
  return await inTurn(async () => {
    const picture = sharp(master, careful).timeout({ seconds: patience })
    const drawn =
      name === 'square'
        ? picture.extract(squareAround(size, focus)).resize({ width: squareSide, height: squareSide })
        : picture.resize({ width: Number(name), withoutEnlargement: true })
    return await drawn.webp({ quality: 80, effort: 2 }).toBuffer()
  })
}

/** Pixels in RGB, row by row from the top, as a JPEG. */
export async function encodePixels(
  pixels: Uint8ClampedArray,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const sharp = await loadSharp()
  return await inTurn(() =>
    sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 86 })
      .toBuffer(),
  )
}
