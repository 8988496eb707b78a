import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { assertPersonalData, assertWithinLimits } from '../../core/access/limits.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { ServerContext } from '../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../core/errors/errors.ts'
import { fileNameOf } from '../../core/file-name.ts'
import type { Call, Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import type { Db } from '../../db/tables.server.ts'
import { addDisputeFile, readDisputeFile, removeDisputeFile } from './dispute-file.endpoints.ts'
import type { OpenedDispute } from './dispute-details.server.ts'
import { blockedAnswers, openDispute } from './dispute-details.server.ts'
import type { EvidenceType, FileField } from './evidence-files.ts'
import { evidenceTypeOf, isFileField, maxEvidenceBytes, maxEvidenceMegabytes } from './evidence-files.ts'
import { disputeGatewayOf } from './stripe-disputes.server.ts'

// Files are small and few, and have to change together with their dispute, so the database has them: no file is left behind by
// a transaction that failed, and forgetting a customer forgets them.

const missing = () => new Refusal(404, t('File not found.'))

interface Place {
  readonly dispute: OpenedDispute
  readonly field: FileField
}

/** @throws Refusal 404 for a dispute or field that is not there, 409 where the evidence cannot change any more */
async function placeToChange(
  { db, actor }: Pick<Call, 'db' | 'actor'>,
  { id, field }: { readonly id: string; readonly field: string },
  hasGateway: boolean,
): Promise<Place> {
  const dispute = await openDispute(db, id, { isLocked: true })
  if (!isFileField(field)) throw missing()
  assertWithinLimits(actor, 'write', 'purchases', { cityId: dispute.cityId })
  const why = blockedAnswers(dispute, hasGateway).submit
  if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
  return { dispute, field }
}

/** @throws Refusal 422 for what no bank takes */
function fileIn(data: string, dispute: OpenedDispute, field: FileField): Buffer {
  const bytes = Buffer.from(data, 'base64')
  if (evidenceTypeOf(bytes) === null) throw invalid({ data: t('Choose a PDF, JPEG or PNG.') })
  const others = dispute.files.filter((file) => file.field !== field).reduce((sum, file) => sum + file.bytes, 0)
  if (others + bytes.length > maxEvidenceBytes)
    throw invalid({ data: t('All files of a dispute can have {n} MB together.', { n: maxEvidenceMegabytes }) })
  return bytes
}

/** The calls about files of the evidence. */
export function implementDisputeFiles({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  const hasGateway = disputeGatewayOf(settings) !== null
  return [
    implement(
      addDisputeFile,
      async ({ db, params, input, actor, audit }) => {
        const { dispute, field } = await placeToChange({ db, actor }, params, hasGateway)
        const bytes = fileIn(input.data, dispute, field)
        const name = fileNameOf(input.fileName, 'evidence')
        await sql`delete from dispute_files where dispute_id = ${dispute.id} and field = ${field}`.execute(db)
        const { rows } = await sql<{ id: number; bytes: number; sha256: string }>`
          insert into dispute_files (dispute_id, field, file_name, media_type, data, added_by)
          values (${dispute.id}, ${field}, ${name}, ${evidenceTypeOf(bytes)}, ${bytes}, ${actor.behind?.id ?? actor.id})
          returning id, bytes, sha256`.execute(db)
        const [{ id, bytes: size, sha256 }] = rows as [{ id: number; bytes: number; sha256: string }]
        const replaced = dispute.files.find((file) => file.field === field)
        audit.record({
          action: 'add-evidence-file',
          object: 'disputes',
          recordId: dispute.id,
          title: dispute.reference,
          ...(replaced && { before: { field, bytes: replaced.bytes } }),
          // Never its name: the audit outlives the right to be forgotten.
          after: { field, bytes: size, sha256 },
        })
        return { id, bytes: size }
      },
      { enforcesLimits: true },
    ),
    implement(
      removeDisputeFile,
      async ({ db, params, actor, audit }) => {
        const { dispute, field } = await placeToChange({ db, actor }, params, hasGateway)
        const { rows } = await sql<{ id: number; bytes: number }>`
          delete from dispute_files where dispute_id = ${dispute.id} and field = ${field} returning id, bytes`.execute(
          db,
        )
        const [removed] = rows
        if (!removed) throw missing()
        audit.record({
          action: 'remove-evidence-file',
          object: 'disputes',
          recordId: dispute.id,
          title: dispute.reference,
          before: { field, bytes: removed.bytes },
        })
        return { id: removed.id }
      },
      { enforcesLimits: true },
    ),
    implement(readDisputeFile, async ({ db, params: { id, field }, actor, request, reply }) => {
      // A mail or a receipt has addresses and names that nothing masks.
      assertPersonalData(actor, 'purchases')
      const dispute = await openDispute(db, id, { isLocked: false })
      const file = await readFile(db, dispute.id, field)
      const entry = {
        action: 'open-evidence-file',
        object: 'disputes',
        recordId: dispute.id,
        title: dispute.reference,
        after: { field, bytes: file.data.length },
      }
      // What leaves the system is written down before its first byte does.
      await db
        .transaction()
        .execute((trx) => appendAudit(trx, [entry], { actor, requestId: request.id, address: request.clientAddress }))
      return sendFile(reply, file)
    }),
  ]
}

interface StoredFile {
  readonly name: string
  readonly type: EvidenceType
  readonly data: Buffer
}

async function readFile(db: Db, dispute: number, field: string): Promise<StoredFile> {
  const { rows } = await sql<StoredFile>`
    select file_name as name, media_type as type, data from dispute_files
    where dispute_id = ${dispute} and field = ${field}`.execute(db)
  if (!rows[0]) throw missing()
  return rows[0]
}

/** Sends a file that a browser saves, and never runs. */
function sendFile(reply: FastifyReply, file: StoredFile): string {
  reply
    .type(file.type)
    .header('Content-Length', file.data.length)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
    .header('Cache-Control', 'private, no-store')
    .header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
  // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
  return Readable.from([file.data], { objectMode: false }) as unknown as string
}
