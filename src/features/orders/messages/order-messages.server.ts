import { sql } from 'kysely'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import type { ServerContext } from '../../../core/calls/server-module.server.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import type { Implementation } from '../../../core/http/endpoint.server.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import { recordIdIn } from '../../../core/record-id.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import { fillIn } from '../../../platform/mail/message-content.ts'
import type { MessageKind } from './message-kinds.ts'
import { isAboutCredit, messageKindLabels, messageKinds } from './message-kinds.ts'
import { problemsOf } from './message-templates.ts'
import type { OrderMessages, SentMessage } from './order-message.endpoints.ts'
import {
  previewOrderMessage,
  readOrderMessage,
  readOrderMessages,
  sendOrderMessage,
  tryMessageTemplate,
} from './order-message.endpoints.ts'
import { isBankReturn } from './money-values.server.ts'
import type { OrderLetter } from './order-letter.server.ts'
import { writeLetters } from './order-letter.server.ts'
import { provideOrderLinks } from './order-links.server.ts'
import { maskedAddress } from './masked-address.server.ts'
import type { OrderHead } from './order-truth.server.ts'
import { readHead, whyNot } from './order-truth.server.ts'
import { previewResendServer, resendMessages } from './resend-messages.server.ts'
import { sendLetters } from './send-order-messages.server.ts'
import type { TemplateText } from './template-text.ts'

/** The calls about what customers are written about their orders. */
export function implementOrderMessages({ settings }: Pick<ServerContext, 'settings'>): readonly Implementation[] {
  provideOrderLinks(settings)
  const write = async (db: Db, id: number, kind: MessageKind): Promise<OrderLetter> => {
    const [letter] = await writeLetters(db, [id], kind)
    if (!letter) throw new Refusal(404, t('Purchase not found.'))
    return letter
  }
  return [
    implement(readOrderMessages, async ({ db, params }) => messagesOf(db, await readHead(db, params.id, false))),
    implement(readOrderMessage, async ({ db, params }) => {
      const {
        rows: [found],
      } = await sql<{ kind: MessageKind; to: string; locale: string; subject: string; content: Stored }>`
        select o.kind, m.recipient as to, m.locale, m.subject, m.content from order_messages o join messages m on m.id = o.message_id
        where o.id = ${recordIdIn(params.message)} and o.purchase_id = ${recordIdIn(params.id)}`.execute(db)
      if (!found) throw new Refusal(404, t('Message not found.'))
      const { kind, to, locale, subject, content } = found
      return { kind, to: maskedAddress(to), locale, ...shown({ subject, ...content }) }
    }),
    implement(previewOrderMessage, async ({ db, params, query: { kind } }) => {
      const { id } = await readHead(db, params.id, false)
      return answerOf(kind, await write(db, id, kind))
    }),
    implement(
      tryMessageTemplate,
      async ({ db, input: { kind, reference, locale, text } }) => {
        if (text) assertKnown(kind, text)
        const found = await orderToShow(db, kind, reference)
        if (!found)
          throw reference === null
            ? new Refusal(404, t('No order yet that this message can be sent for. Enter a reference.'))
            : invalid({ reference: t('Purchase not found.') })
        const [letter] = await writeLetters(db, [found.id], kind, { draft: { locale, text } })
        if (!letter) throw new Refusal(404, t('Purchase not found.'))
        return { ...answerOf(kind, letter), reference: found.reference }
      },
      { transaction: false },
    ),
    implement(
      sendOrderMessage,
      async ({ db, params, input: { kind }, actor, audit }) => {
        const order = await readHead(db, params.id, true)
        assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
        const why = whyNot(order, kind)
        if (why !== null) throw new Refusal(409, why, { error: 'NotPossible' })
        const letter = await write(db, order.id, kind)
        await sendLetters(db, kind, [letter], actor.name)
        audit.record({
          action: 'send-message',
          object: 'purchases',
          recordId: order.id,
          title: order.reference,
          after: { message: kind, subject: letter.content.subject },
        })
        return await messagesOf(db, order)
      },
      { enforcesLimits: true },
    ),
    previewResendServer,
    resendMessages,
  ]
}

type Stored = Omit<MessageContent, 'subject'>

/** Links that grant access are for the customer alone. */
function shown(content: MessageContent) {
  const { subject, paragraphs, closing = [] } = fillIn(content, () => '••••••')
  return { subject, paragraphs: [...paragraphs, ...closing] }
}

const answerOf = (kind: MessageKind, { to, locale, content }: OrderLetter) => ({
  kind,
  to: maskedAddress(to),
  locale,
  ...shown(content),
})

function assertKnown(kind: MessageKind, text: TemplateText): void {
  const problems = [...problemsOf(kind, text)].map(({ field, message }) => [`text.${field}`, message] as const)
  if (problems.length > 0) throw invalid(Object.fromEntries(problems))
}

/** The order that a template is tried on: the one of a reference, else the newest that it would be true of. */
async function orderToShow(
  db: Db,
  kind: MessageKind,
  reference: string | null,
): Promise<{ readonly id: number; readonly reference: string } | undefined> {
  const ofCustomerWithCredit = sql`customer_id in (select customer_id from store_credits)`
  const suits = {
    confirmation: sql`booking_status = 'confirmed'`,
    change: sql`booking_status = 'confirmed'`,
    ticket: sql`kind = 'event' and booking_status = 'confirmed' and fulfilment_status = 'delivered'`,
    voucher: sql`kind = 'product' and booking_status = 'confirmed' and fulfilment_status = 'delivered'`,
    postponement: sql`kind = 'event' and booking_status = 'confirmed'`,
    cancellation: sql`booking_status = 'cancelled'`,
    payment_link: sql`booking_status = 'pending_payment'`,
    change_payment: sql`id in (select purchase_id from visit_changes where state = 'unpaid')`,
    request_declined: sql`booking_status = 'confirmed'`,
    oversell_replaced: sql`id in (select purchase_id from oversell_orders where outcome = 'replaced')`,
    oversell_refunded: sql`id in (select purchase_id from oversell_orders where outcome = 'refunded')`,
    invoice: sql`captured > 0 and captured >= grand_total`,
    refund_invoice: sql`refunded > 0`,
    refund_made: sql`refunded > 0`,
    refund_delayed: sql`exists (select from refunds r where r.purchase_id = purchases.id and r.state in ('failed', 'reversed'))`,
    bank_returned: sql`exists (select from disputes d where d.purchase_id = purchases.id and ${isBankReturn})`,
    credit_given: ofCustomerWithCredit,
    credit_ending: ofCustomerWithCredit,
  } satisfies Record<MessageKind, unknown>
  const { rows } = await sql<{ id: number; reference: string }>`
    select id, reference from purchases
    where ${reference === null ? suits[kind] : sql`reference = ${reference.toUpperCase()}`}
    order by created_at desc, id desc limit 1`.execute(db)
  return rows[0]
}

async function messagesOf(db: Db, order: OrderHead): Promise<OrderMessages> {
  const { rows } = await sql<SentMessage>`
    select o.id, o.kind, o.locale, o.subject, o.created_at as at, o.sent_by as "sentBy", m.status
    from order_messages o left join messages m on m.id = o.message_id
    where o.purchase_id = ${order.id} order by o.id desc limit 100`.execute(db)
  const kinds = messageKinds
    .filter((kind) => kind !== (order.kind === 'event' ? 'voucher' : 'ticket'))
    .filter((kind) => kind !== 'postponement' || order.kind === 'event')
    .filter((kind) => !isAboutCredit(kind))
    .filter((kind) => kind !== 'change_payment' || order.kind === 'product')
    .map((kind) => ({ kind, name: t(messageKindLabels[kind]), blockedReason: whyNot(order, kind) }))
  return { messages: [...rows], kinds }
}
