import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { assertPersonalData } from '../../core/access/limits.ts'
import { appendAudit } from '../../core/audit/audit.server.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import type { Db } from '../../db/tables.server.ts'
import type { MessageContent } from '../../platform/mail/message-content.ts'
import { textOf } from '../../platform/mail/message-text.ts'
import { composeEvidence } from './compose-evidence.ts'
import { openDispute } from './dispute-details.server.ts'
import { moneyForBank, readOrderRecord } from './dispute-record.server.ts'
import { evidenceFields, writtenFields } from './dispute-states.ts'
import { disputes } from './disputes.ts'
import type { FileField } from './evidence-files.ts'
import { downloadEvidencePack } from './evidence-pack.endpoints.ts'
import type { EvidencePart, EvidenceSheet } from './evidence-pdf.server.ts'
import { evidencePdf } from './evidence-pdf.server.ts'
import { plainText } from './plain-text.ts'

/** The newest messages that are in it whole; the evidence names up to 60. */
const maxMessages = 30

interface Head {
  readonly reference: string
  readonly status: string
  readonly reason: string
  readonly amount: number
  readonly currency: string
  readonly provider: string
  readonly openedAt: string
  readonly dueBy: string | null
  readonly submittedAt: string | null
  readonly terms: {
    readonly number: number
    readonly title: string
    readonly body: string
    readonly from: string
  } | null
  readonly messages: readonly { readonly at: string; readonly subject: string; readonly content: Stored | null }[]
  readonly updatedAt: string
}
type Stored = Omit<MessageContent, 'subject'>
type File = { readonly field: FileField; readonly name: string; readonly data: Buffer; readonly at: string }

const instant = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')`

async function readHead(db: Db, id: number): Promise<Head> {
  const { rows } = await sql<Head>`
    select p.reference, d.status, d.reason, d.amount, d.currency, d.provider_reference as provider, ${instant('d.opened_at')} as "openedAt",
      ${instant('d.due_by')} as "dueBy", ${instant('d.submitted_at')} as "submittedAt",
      to_char(d.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "updatedAt",
      (select json_build_object('number', v.number, 'title', v.title, 'body', v.body, 'from', ${instant('v.effective_from')})
        from static_page_versions v join static_pages g on g.id = v.page_id
        where g.key = 'terms' and v.effective_from <= p.created_at order by v.effective_from desc limit 1) as terms,
      (select coalesce(json_agg(json_build_object('at', ${instant('m.created_at')}, 'subject', m.subject, 'content', m.content)
        order by m.created_at), '[]') from (select o.created_at, o.subject, x.content from order_messages o
          left join messages x on x.id = o.message_id where o.purchase_id = p.id order by o.id desc limit ${sql.lit(maxMessages)}) m) as messages
    from disputes d join purchases p on p.id = d.purchase_id where d.id = ${id}`.execute(db)
  const [head] = rows
  if (!head) throw new Error('A dispute has its order.')
  return head
}

/** In Stripe’s words, which are English whatever the language of who downloads it. */
const words = (name: string) => name.replaceAll('_', ' ')

/** The PDF is in English, which banks ask for, as the evidence is. */
function sheetOf(head: Head, texts: readonly EvidencePart[], files: readonly File[], author: string): EvidenceSheet {
  const { terms, messages } = head
  const facts: (readonly [string, string | null])[] = [
    ['Order', head.reference],
    ['Dispute', head.provider],
    ['Disputed', moneyForBank(head.amount, head.currency)],
    ['Reason', words(head.reason)],
    ['Status', words(head.status)],
    ['Opened', head.openedAt],
    ['Answer by', head.dueBy],
    ['Evidence sent', head.submittedAt ?? 'Not sent'],
    ['Files', files.length === 0 ? null : files.map(fileNameIn).join(', ')],
  ]
  return {
    title: `Evidence on order ${head.reference}`,
    author,
    createdAt: head.updatedAt,
    facts: facts.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    parts: [
      ...texts,
      ...messages.flatMap(({ at, subject, content }) =>
        content === null
          ? []
          : [{ title: `Message of ${at}: ${subject}`, text: textOf({ subject, ...content }, undefined) }],
      ),
      ...(terms === null
        ? []
        : [{ title: `${terms.title}: version ${terms.number}, since ${terms.from}`, text: plainText(terms.body) }]),
    ],
  }
}

const fileNameIn = ({ field, name }: File) => `${field}-${name.replaceAll(/[/\\]/g, '-')}`

/** The call that downloads all evidence of a dispute at once. */
export function implementEvidencePack(author: string): Implementation {
  return implement(downloadEvidencePack, async ({ db, params, actor, request, reply }) => {
    // It has messages and files as they are, and nothing masks those.
    assertPersonalData(actor, 'purchases')
    const dispute = await openDispute(db, params.id, { isLocked: false })
    const suggested = composeEvidence(await readOrderRecord(db, dispute.id))
    const written = Object.keys(dispute.evidence).length > 0 ? dispute.evidence : suggested
    const texts = writtenFields.flatMap((field) => {
      const text = written[field] ?? ''
      return text === '' ? [] : [{ title: evidenceFields[field], text }]
    })
    const { rows: files } = await sql<File>`
      select field, file_name as name, data, created_at as at from dispute_files where dispute_id = ${dispute.id}
      order by id`.execute(db)
    const head = await readHead(db, dispute.id)
    const pdf = await evidencePdf(sheetOf(head, texts, files, author))
    const entry = {
      action: 'export',
      object: disputes.name,
      recordId: dispute.id,
      title: head.reference,
      after: { files: files.length, format: 'zip' },
    }
    await db
      .transaction()
      .execute((trx) => appendAudit(trx, [entry], { actor, requestId: request.id, address: request.clientAddress }))
    const zip = new ZipFile()
    const mtime = new Date(head.updatedAt)
    // Both are compressed already.
    zip.addBuffer(Buffer.from(pdf), 'evidence.pdf', { mtime, compress: false })
    for (const file of files)
      zip.addBuffer(file.data, `files/${fileNameIn(file)}`, { mtime: new Date(file.at), compress: false })
    zip.end()
    reply
      .type('application/zip')
      .header('Cache-Control', 'private, no-store')
      .header('Content-Disposition', `attachment; filename="dispute-${head.reference}.zip"`)
    // Edge: the core passes a stream on as it is; its bytes are what the endpoint promises.
    return Readable.from(zip.outputStream, { objectMode: false }) as unknown as string
  })
}
