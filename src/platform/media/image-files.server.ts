import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Authenticate } from '../../core/http/access.server.ts'
import { countTokenCookie } from '../auth/sign-in/session-cookies.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { Refusal } from '../../core/errors/errors.ts'
import { t } from '../../core/i18n/language.ts'
import { readImageFile, readPublicImage } from './image.endpoints.ts'
import { drawRendition } from './image-content.server.ts'
import { masterKey } from './image-settings.server.ts'
import type { ImageStore } from './image-store.server.ts'
import { renditions } from './images.ts'

interface Row {
  readonly sha256: string
  readonly width: number
  readonly height: number
  readonly focalX: number
  readonly focalY: number
}

type Key = { readonly id: string } | { readonly sha256: string }

async function findImage(db: Db, key: Key): Promise<Row> {
  const test =
    'id' in key ? sql`id = ${/^[1-9][0-9]{0,14}$/.test(key.id) ? Number(key.id) : 0}` : sql`sha256 = ${key.sha256}`
  const {
    rows: [row],
  } =
    await sql<Row>`select sha256, width, height, focal_x as "focalX", focal_y as "focalY" from images where ${test}`.execute(
      db,
    )
  if (!row) throw new Refusal(404, t('Image not found.'))
  return row
}

/** The file of a rendition: made when it is first asked for, and kept. */
function renditionDesk(store: ImageStore) {
  const underWay = new Map<string, Promise<Buffer>>()

  async function make(key: string, image: Row, name: string): Promise<Buffer> {
    const kept = await store.read(key)
    if (kept) return kept
    const master = await store.read(masterKey(image.sha256))
    if (!master) throw new Refusal(404, t('The file of this image is missing from storage.'))
    const made = await drawRendition(master, name, image, image)
    await store.write(key, made, 'image/webp')
    return made
  }

  return async function renditionOf(image: Row, name: string): Promise<Buffer> {
    const place =
      name === 'square' ? `square-${Math.round(image.focalX * 1000)}-${Math.round(image.focalY * 1000)}` : name
    const key = `${image.sha256}/${place}.webp`
    // A grid requests files that don't exist yet, and two tabs can do so at once.
    const mine = underWay.get(key) ?? make(key, image, name).finally(() => underWay.delete(key))
    underWay.set(key, mine)
    return await mine
  }
}

export function imageFileServers(store: ImageStore): readonly Implementation[] {
  const renditionOf = renditionDesk(store)

  async function send(db: Db, reply: FastifyReply, key: Key, name: string, caching: string): Promise<string> {
    if (!renditions.includes(name))
      throw new Refusal(404, t('Images are available as {renditions}.', { renditions: renditions.join(', ') }))
    const bytes = await renditionOf(await findImage(db, key), name)
    // The bytes were drawn by this server; the policy is for a browser that is tricked into showing them as something else.
    reply
      .type('image/webp')
      .header('Content-Length', bytes.length)
      .header('Content-Disposition', 'inline')
      .header('Cache-Control', caching)
      .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return Readable.from([bytes], { objectMode: false }) as unknown as string
  }

  return [
    implement(readImageFile, ({ params: { id, name }, db, reply }) =>
      send(db, reply, { id }, name, 'private, max-age=31536000, immutable'),
    ),
    implement(readPublicImage, ({ params: { hash: sha256, name }, db, reply }) => {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin')
      // Its address stays when the focal point moves, and the square with it.
      return send(
        db,
        reply,
        { sha256 },
        name,
        name === 'square' ? 'public, max-age=3600' : 'public, max-age=31536000, immutable',
      )
    }),
  ]
}

/**
 * Browsers load pictures by themselves, with cookies and without the header that every other call needs. So for the files of
 * images, which are only ever read, the readable cookie counts as the header; a bound session still needs its second cookie, and
 * SameSite keeps both at home. They do not count as calls either: a page of a grid has dozens.
 */
export function withImageCookies(authenticate: Authenticate, other: Authenticate): Authenticate {
  return async function authenticateForImages(request) {
    if (request.routeOptions.url !== readImageFile.path || request.method !== 'GET') return await other(request)
    countTokenCookie(request)
    // Showing pictures on a page is no sign of activity.
    request.headers['x-background'] ??= '1'
    return await authenticate(request)
  }
}
