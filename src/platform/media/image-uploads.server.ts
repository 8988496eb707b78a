import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { fileNameOf } from '../../core/file-name.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { ResourceContext } from '../../core/calls/record-rows.server.ts'
import { etagOf, fetchRecord, stored } from '../../core/calls/record-rows.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import type { Actor } from '../../core/access/access.ts'
import { t } from '../../core/i18n/language.ts'
import { parseValue } from '../../core/resource/value-schemas.ts'
import { beginImageUpload, finishImageUpload, sendImagePiece } from './image.endpoints.ts'
import { redraw } from './image-content.server.ts'
import { masterKey } from './image-settings.server.ts'
import type { ImageStore } from './image-store.server.ts'
import { imagePieceBytes, images } from './images.ts'

/** Files that one person can have in progress: more than the console sends at once from any dropped folder. */
const maxUnderWay = 20

interface Upload {
  readonly id: string
  readonly fileName: string
  readonly bytes: number
}

const pieces = ({ bytes }: Upload) => Math.ceil(bytes / imagePieceBytes)
const sizeOfPiece = (upload: Upload, position: number) =>
  Math.min(imagePieceBytes, upload.bytes - position * imagePieceBytes)

async function ownUpload(db: Db, actor: Actor, id: string): Promise<Upload> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  const {
    rows: [upload],
  } = isId
    ? await sql<Upload>`
    select id, file_name as "fileName", bytes from image_uploads where id = ${id} and owner_id = ${actor.id}`.execute(
        db,
      )
    : { rows: [] }
  if (!upload) throw new Refusal(404, t('Upload not found. It might have taken longer than a day.'))
  return upload
}

async function idOfHash(db: Db, sha256: string): Promise<number | null> {
  const {
    rows: [found],
  } = await sql<{ id: number }>`select id from images where sha256 = ${sha256}`.execute(db)
  return found?.id ?? null
}

/** The bytes that were sent, each piece read separately so that no statement carries a whole file. */
async function assemble(db: Db, upload: Upload): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let position = 0; position < pieces(upload); position++) {
    const {
      rows: [piece],
    } = await sql<{ data: Buffer }>`
      select data from image_upload_pieces where upload_id = ${upload.id} and position = ${position}`.execute(db)
    if (!piece)
      throw new Refusal(409, t('Piece {position} of {pieces} has not been sent.', { position, pieces: pieces(upload) }))
    parts.push(piece.data)
  }
  return Buffer.concat(parts)
}

/**
 * Uploading in three calls: what is coming, its pieces, and that these were all. Pieces keep each call within the server's
 * limits of size and time whatever the line, tell how far it is, and are sent again one by one where one is lost.
 */
export function imageUploadServers(context: ResourceContext, store: ImageStore): readonly Implementation[] {
  return [
    implement(beginImageUpload, async ({ input, db, actor }) => {
      if (actor.id === null) throw new Refusal(403, t('Only staff can upload.'))
      const name = parseValue('fileName', images.fields.fileName, fileNameOf(input.fileName, 'image'))
      if ('problems' in name) throw invalid(name.problems)
      const imageId = input.sha256 === undefined ? null : await idOfHash(db, input.sha256)
      if (imageId !== null) return { uploadId: null, pieceBytes: imagePieceBytes, imageId }
      // Two of a person's calls at once must not both find the last place free.
      await sql`select pg_advisory_xact_lock(hashtextextended('image-uploads', ${actor.id}))`.execute(db)
      const {
        rows: [made],
      } = await sql<{ id: string }>`
        insert into image_uploads (owner_id, file_name, bytes)
        select ${actor.id}::bigint, ${String(name.value)}, ${input.bytes}::integer
        where (select count(*) from image_uploads where owner_id = ${actor.id}) < ${maxUnderWay} returning id::text`.execute(
        db,
      )
      if (!made)
        throw new Refusal(
          429,
          t('{maxUnderWay} of your uploads are still in progress. Wait for one to finish.', { maxUnderWay }),
          { headers: { 'Retry-After': '10' } },
        )
      return { uploadId: made.id, pieceBytes: imagePieceBytes, imageId: null }
    }),

    implement(sendImagePiece, async ({ params, input, db, actor }) => {
      const upload = await ownUpload(db, actor, params.id)
      const position = /^\d{1,3}$/.test(params.position) ? Number(params.position) : Infinity
      if (position >= pieces(upload))
        throw new Refusal(404, t('This upload has {pieces} pieces, counted from 0.', { pieces: pieces(upload) }))
      const data = Buffer.from(input.data, 'base64')
      if (data.length !== sizeOfPiece(upload, position)) {
        throw invalid({
          data: t('Piece {position} has {n} bytes where it should have {sizeOfPiece}.', {
            position,
            n: data.length,
            sizeOfPiece: sizeOfPiece(upload, position),
          }),
        })
      }
      await sql`
        insert into image_upload_pieces (upload_id, position, data) values (${upload.id}, ${position}, ${data})
        on conflict (upload_id, position) do update set data = excluded.data`.execute(db)
      return { received: data.length }
    }),

    // Not in a transaction: processing a picture takes longer than anything should keep the only connection busy.
    implement(
      finishImageUpload,
      async ({ params, db, actor, request, reply }) => {
        const upload = await ownUpload(db, actor, params.id)
        const bytes = await assemble(db, upload)
        const sha256 = createHash('sha256').update(bytes).digest('hex')
        const known = await idOfHash(db, sha256)
        try {
          const id =
            known ??
            (await keep(context, store, {
              upload,
              bytes,
              sha256,
              db,
              actor,
              requestId: request.id,
              address: request.clientAddress,
            }))
          const record = await fetchRecord(context, { params: { id: String(id) }, db }, id)
          if (!record) throw new Refusal(404, t('The image was just deleted.'))
          reply.header('ETag', etagOf(record)).header('Location', `/rest/data/images/${id}`)
          return record
        } finally {
          await sql`delete from image_uploads where id = ${upload.id}`.execute(db)
        }
      },
      { transaction: 'own' },
    ),
  ]
}

interface Arrival {
  readonly upload: Upload
  readonly bytes: Buffer
  readonly sha256: string
  readonly db: Db
  readonly actor: Actor
  readonly requestId: string
  readonly address: string
}

/** Draws the picture, keeps its file, and only then makes the row; a file whose row does not come about is a leftover. */
async function keep(
  context: ResourceContext,
  store: ImageStore,
  { upload, bytes, sha256, db, actor, requestId, address }: Arrival,
): Promise<number> {
  const picture = await redraw(bytes)
  await sql`insert into image_leftovers (sha256) values (${sha256}) on conflict (sha256) do update set since = now()`.execute(
    db,
  )
  await store.write(masterKey(sha256), picture.bytes, picture.mediaType)
  return await db.transaction().execute(async (trx) => {
    const {
      rows: [made],
    } = await sql<{ id: number }>`
      insert into images (file_name, media_type, width, height, bytes, sha256, created_by_id)
      values (${upload.fileName}, ${picture.mediaType}, ${picture.width}, ${picture.height}, ${picture.bytes.length}, ${sha256}, ${actor.id})
      on conflict (sha256) do nothing returning id`.execute(trx)
    await sql`delete from image_leftovers where sha256 = ${sha256}`.execute(trx)
    if (!made) return (await idOfHash(trx, sha256)) ?? 0
    const record = await fetchRecord(context, { params: { id: String(made.id) }, db: trx }, made.id)
    await appendAudit(
      trx,
      [
        {
          action: 'create',
          object: images.name,
          recordId: made.id,
          title: upload.fileName,
          version: 1,
          before: null,
          after: record ? stored(images, record) : null,
        },
      ],
      { actor, requestId, address },
    )
    return made.id
  })
}
