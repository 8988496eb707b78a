import { sql } from 'kysely'
import type { Actor } from '../../core/access/access.ts'
import { assertWithinLimits } from '../../core/access/limits.ts'
import { Refusal } from '../../core/errors/errors.ts'
import type { Implementation } from '../../core/http/endpoint.server.ts'
import { implement } from '../../core/http/endpoint.server.ts'
import { t } from '../../core/i18n/language.ts'
import { maskedValue } from '../../core/resource/personal.ts'
import type { Db } from '../../db/tables.server.ts'
import { provideAttachments } from '../../platform/mail/attachments.server.ts'
import { dayIn, moneyIn } from '../orders/messages/letter-formats.ts'
import { writeLettersAbout } from '../orders/messages/order-letter.server.ts'
import { sendLetters } from '../orders/messages/send-order-messages.server.ts'
import { purchases } from '../purchases/purchases.ts'
import type { IssuedDocument } from './invoice.endpoints.ts'
import { sendInvoices } from './invoice.endpoints.ts'
import { pdfFileOf, ublFileOf } from './invoice-files.server.ts'

const source = 'invoices'

/** What messages are sent with: each file of a document is read, and its PDF made, as the message leaves. */
export function provideInvoiceFiles(): void {
  provideAttachments(source, async (db, key) => {
    const [format, id] = key.split(':')
    const { content } = await (format === 'pdf' ? pdfFileOf : ublFileOf)(db, Number(id))
    return Buffer.from(content)
  })
}

interface ToSend {
  readonly id: number
  readonly kind: IssuedDocument['kind']
  readonly number: string
  readonly issuedOn: string
  readonly gross: number
  readonly currency: string
  readonly exponent: number
  readonly purchaseId: number
  readonly reference: string
  readonly cityId: number
  readonly isUnderWay: boolean
  readonly hasEinvoice: boolean
}

/** Sends documents to the customers of their orders, at the addresses of now, as often as staff ask for it. */
export const sendInvoicesServer: Implementation = implement(
  sendInvoices,
  async ({ db, input, actor, audit }) => {
    const found = await readToSend(db, input.ids)
    const results = [...new Set(input.ids)].map((id) => {
      const message = whyNot(found.get(id), actor)
      return message === null ? { id, ok: true } : { id, ok: false, message }
    })
    const chosen = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
    for (const [kind, documents] of Map.groupBy(chosen, (one) =>
      one.kind === 'rectifying' ? 'refund_invoice' : 'invoice',
    )) {
      const sent = await sendKind(db, kind, documents, actor.name)
      for (const { id, number, to } of sent)
        audit.record({ action: 'send', object: 'invoices', recordId: id, title: number, after: { to } })
    }
    return { results }
  },
  { enforcesLimits: true },
)

/** Locks the orders, so that a document is not sent twice by two calls at once. */
async function readToSend(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, ToSend>> {
  await sql`
    select from purchases p where p.id in (select purchase_id from invoices where id = any(${[...ids]}::bigint[]))
    order by p.id for no key update`.execute(db)
  const { rows } = await sql<ToSend>`
    select i.id, i.kind, i.number, i.issued_on::text as "issuedOn", i.gross, i.currency, c.exponent,
      i.purchase_id as "purchaseId", i.purchase_reference as reference, p.city_id as "cityId",
      exists (select from invoice_messages s join messages m on m.id = s.message_id
        where s.invoice_id = i.id and m.status in ('waiting', 'sending')) as "isUnderWay",
      i.kind <> 'simplified' and (i.kind = 'invoice' or o.kind <> 'simplified') as "hasEinvoice"
    from invoices i left join invoices o on o.id = i.refers_to_id join purchases p on p.id = i.purchase_id join currencies c on c.code = i.currency
    where i.id = any(${[...ids]}::bigint[]) order by i.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function whyNot(document: ToSend | undefined, actor: Actor): string | null {
  if (!document) return t('Invoice not found.')
  try {
    assertWithinLimits(actor, 'write', 'purchases', { cityId: document.cityId })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  return document.isUnderWay ? t('Already in progress.') : null
}

async function sendKind(
  db: Db,
  kind: 'invoice' | 'refund_invoice',
  documents: readonly ToSend[],
  sentBy: string,
): Promise<readonly { readonly id: number; readonly number: string; readonly to: string }[]> {
  const letters = await writeLettersAbout(
    db,
    kind,
    documents.map(({ purchaseId, number, issuedOn, gross, currency, exponent }) => ({
      purchaseId,
      values: (locale) => ({
        invoiceNumber: number,
        invoiceDate: dayIn(locale, issuedOn),
        invoiceTotal: moneyIn(locale, { total: Math.abs(gross), currency, exponent }),
      }),
    })),
  )
  const attached = letters.map((letter, index) => {
    const { id = 0, number = '', hasEinvoice = false } = documents[index] ?? {}
    const attachments = [
      { name: `${number}.pdf`, type: 'application/pdf', source, key: `pdf:${id}` },
      ...(hasEinvoice ? [{ name: `${number}.xml`, type: 'application/xml', source, key: `ubl:${id}` }] : []),
    ]
    return { ...letter, content: { ...letter.content, attachments } }
  })
  const messages = await sendLetters(db, kind, attached, sentBy)
  const sent = documents.map(({ id, number }, index) => ({
    id,
    number,
    messageId: messages[index],
    to: String(maskedValue(purchases.fields.customerEmail, letters[index]?.to ?? '')),
  }))
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) g (id bigint, "messageId" bigint, "to" text)),
    listed as (
      insert into invoice_messages (invoice_id, message_id, recipient, sent_by)
      select g.id, g."messageId", g."to", ${sentBy} from given g)
    update invoices i set sending = 'waiting', updated_at = now(), version = version + 1 from given g where i.id = g.id`.execute(
    db,
  )
  return sent
}
