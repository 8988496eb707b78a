import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { fileNameOf } from '../../../core/file-name.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { TicketOrder } from './e-ticket-order.server.ts'
import { pdfPieceBytes } from './pdf-limits.ts'

/** Files that one person can have on their way: more than the console sends at once. */
const maxUnderWay = 10

interface Upload {
  readonly id: string
  readonly fileName: string
  readonly bytes: number
}

interface Piece {
  readonly upload: string
  readonly position: string
  readonly fileName: string
  readonly bytes: number
  readonly data: string
}

const piecesOf = (bytes: number) => Math.ceil(bytes / pdfPieceBytes)

/** Keeps a piece of a file, which begins its upload where it is the first to arrive. Sent again, it replaces itself. */
export async function keepPiece(db: Db, order: TicketOrder, actor: Actor, piece: Piece): Promise<number> {
  if (actor.id === null) throw new Refusal(403, t('Only staff can upload.'))
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(piece.upload)) throw new Refusal(404, t('Upload not found.'))
  const pieces = piecesOf(piece.bytes)
  const position = /^\d{1,3}$/.test(piece.position) ? Number(piece.position) : Infinity
  if (position >= pieces) throw new Refusal(404, t('This upload has {pieces} pieces, counted from 0.', { pieces }))
  const data = Buffer.from(piece.data, 'base64')
  const due = Math.min(pdfPieceBytes, piece.bytes - position * pdfPieceBytes)
  if (data.length !== due)
    throw invalid({
      data: t('Piece {position} has {n} bytes where it should have {sizeOfPiece}.', {
        position,
        n: data.length,
        sizeOfPiece: due,
      }),
    })
  // Two of a person's calls at once must not both find the last place free.
  await sql`select pg_advisory_xact_lock(hashtextextended('e-ticket-uploads', ${actor.id}))`.execute(db)
  await sql`
    insert into e_ticket_uploads (id, purchase_id, owner_id, file_name, bytes)
    select ${piece.upload}::uuid, ${order.id}::bigint, ${actor.id}::bigint, ${fileNameOf(piece.fileName, 'tickets.pdf')}, ${piece.bytes}::integer
    where (select count(*) from e_ticket_uploads where owner_id = ${actor.id} and id <> ${piece.upload}::uuid) < ${maxUnderWay}
    on conflict (id) do nothing`.execute(db)
  const found = await ownUpload(db, order, actor, piece.upload)
  if (found === null)
    throw new Refusal(
      429,
      t('{n} of your uploads are still in progress. Wait for one to finish.', { n: maxUnderWay }),
      {
        headers: { 'Retry-After': '10' },
      },
    )
  if (found.bytes !== piece.bytes)
    throw invalid({ bytes: t('The first piece announced {n} bytes.', { n: found.bytes }) })
  await sql`
    insert into e_ticket_upload_pieces (upload_id, position, data) values (${found.id}, ${position}, ${data})
    on conflict (upload_id, position) do update set data = excluded.data`.execute(db)
  return data.length
}

/** Null where the person has begun none of this name for this order. */
async function ownUpload(db: Db, order: TicketOrder, actor: Actor, id: string): Promise<Upload | null> {
  const { rows } = await sql<Upload>`
    select id, file_name as "fileName", bytes from e_ticket_uploads
    where id = ${id}::uuid and owner_id = ${actor.id} and purchase_id = ${order.id}`.execute(db)
  return rows[0] ?? null
}

interface UploadedFile {
  readonly fileName: string
  readonly bytes: Buffer
}

/**
 * The file of an upload. Each piece is read by itself, so that no statement has a whole file.
 *
 * @throws Refusal 422 on `upload` where it is not known, or not whole
 */
export async function uploadedFile(db: Db, order: TicketOrder, actor: Actor, id: string): Promise<UploadedFile> {
  const upload = await ownUpload(db, order, actor, id)
  if (upload === null) throw invalid({ upload: t('Upload not found. Send the file again.') })
  const parts: Buffer[] = []
  for (let position = 0; position < piecesOf(upload.bytes); position++) {
    const { rows } = await sql<{ data: Buffer }>`
      select data from e_ticket_upload_pieces where upload_id = ${upload.id} and position = ${position}`.execute(db)
    if (!rows[0])
      throw invalid({
        upload: t('Piece {position} of {pieces} has not been sent.', { position, pieces: piecesOf(upload.bytes) }),
      })
    parts.push(rows[0].data)
  }
  return { fileName: upload.fileName, bytes: Buffer.concat(parts) }
}

/** Forgets a person's own upload: a call can name any id, and a colleague's file stays. */
export async function forgetUpload(db: Db, actor: Actor, id: string): Promise<void> {
  await sql`delete from e_ticket_uploads where id = ${id}::uuid and owner_id = ${actor.id}`.execute(db)
}
