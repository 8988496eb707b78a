import { sql } from 'kysely'
import type { Db } from '../../../db/tables.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { MessageContent, MessageTemplate } from '../../../platform/mail/message-content.ts'
import { defineMessage } from '../../../platform/mail/message-content.ts'
import { enqueueMessages } from '../../../platform/mail/outbox.server.ts'
import type { TimelineKind } from '../../purchases/states/purchase-ledger.ts'
import type { CreditKind, MessageKind } from './message-kinds.ts'
import { isAboutCredit, messageKindLabels, messageKinds } from './message-kinds.ts'
import { bankReturnFacts, refundFacts } from './money-values.server.ts'
import type { OrderLetter } from './order-letter.server.ts'
import { orderLink, paymentLink } from './order-links.server.ts'
import { writeLetters, writeLettersOf } from './order-letter.server.ts'
import { hasPlaceholder } from './template-text.ts'

/** What moved an order. */
interface Moved {
  readonly id: number
  readonly kind: 'product' | 'event'
  /** The steps of its timeline. */
  readonly steps: readonly TimelineKind[]
  /** Everything that it is for has been delivered. */
  readonly isDelivered: boolean
  /** What it is for the customer, where the steps do not say so. */
  readonly tells?: MessageKind | undefined
}

/**
 * What the customer is written after some steps of an order. Where tickets come with the confirmation the message about them is
 * enough. An unpaid order that expires is not mentioned: its customer left it.
 */
function messageAfter(
  steps: readonly TimelineKind[],
  { kind, isDelivered }: { readonly kind: 'product' | 'event'; readonly isDelivered: boolean },
): MessageKind | null {
  const has = (step: TimelineKind) => steps.includes(step)
  if (has('cancelled') || has('rejected') || has('supplier_rejected')) return 'cancellation'
  if (has('tickets_delivered') && isDelivered) return kind === 'event' ? 'ticket' : 'voucher'
  if (has('supplier_confirmed')) return 'confirmation'
  return null
}

/**
 * Writes to the customer what an order's move is for them, in the transaction of the move: it goes out if and only if that
 * commits. Takes no lock that another command waits for.
 */
export async function notifyCustomer(db: Db, { id, kind: of, steps, isDelivered, tells }: Moved): Promise<void> {
  const kind = tells ?? messageAfter(steps, { kind: of, isDelivered })
  if (kind === null) return
  await sendLetters(db, kind, (await writeLetters(db, [id], kind)).filter(isWanted), null)
}

/**
 * Writes to the customer that a refund is on its way to them, once, in the transaction that settles it behind the order's lock. A
 * customer who asked to be forgotten has no address any more.
 */
export async function notifyOfRefund(db: Db, refundId: number): Promise<void> {
  const letters = await writeLettersOf(db, 'refund_made', {
    which: sql`p.id = (select purchase_id from refunds where id = ${refundId})`,
    ...refundFacts(sql`r.id = ${refundId}`),
  })
  await sendOnce(db, 'refund_made', letters, `refund-made-${refundId}`)
}

/** Writes to the customer that their bank returned what a dispute was about, once, in the transaction that settles it. */
export async function notifyOfBankReturn(db: Db, disputeId: number): Promise<void> {
  const letters = await writeLettersOf(db, 'bank_returned', {
    which: sql`p.id = (select purchase_id from disputes where id = ${disputeId})`,
    ...bankReturnFacts(sql`d.id = ${disputeId}`),
  })
  await sendOnce(db, 'bank_returned', letters, `bank-returned-${disputeId}`)
}

async function sendOnce(
  db: Db,
  kind: 'refund_made' | 'bank_returned',
  letters: readonly OrderLetter[],
  occasion: string,
): Promise<void> {
  await sendLetters(
    db,
    kind,
    letters.filter(isWanted).map((letter) => ({ ...letter, occasion })),
    null,
  )
}

/** The address of a customer who was anonymised. */
export const isForgotten = (address: string) => address.endsWith('@anonymised.invalid')

const isWanted = ({ isSent, to }: OrderLetter) => isSent && !isForgotten(to)

/** Messages of orders are found by this word among all that leave. */
export const wordOf = (kind: MessageKind) =>
  isAboutCredit(kind) ? `store-${kind.replaceAll('_', '-')}` : `order-${kind.replaceAll('_', '-')}`

interface ToSend extends Pick<OrderLetter, 'purchaseId' | 'to' | 'locale' | 'content'> {
  /** What it is about, where it must not be sent twice. */
  readonly occasion?: string
}

/**
 * Puts letters into the outbox, and on the list of their orders.
 *
 * @returns the ids of the messages, in the order of the letters
 */
export async function sendLetters(
  db: Db,
  kind: MessageKind,
  letters: readonly ToSend[],
  sentBy: string | null,
): Promise<readonly number[]> {
  if (letters.length === 0) return []
  const links = await linksOf(
    db,
    letters.filter(({ content }) => hasPlaceholder(content)).map(({ purchaseId }) => purchaseId),
  )
  const listed = letters.map(({ purchaseId, occasion }, index) => ({ purchaseId, occasion, place: index + 1 }))
  return await enqueueMessages(
    db,
    templates[kind],
    letters.map(({ purchaseId, to, locale, content }) => ({
      to,
      locale,
      data: { content, ...(links.get(purchaseId) ?? noLinks) },
    })),
    (messages) => sql`
      insert into order_messages (purchase_id, kind, locale, subject, message_id, sent_by, occasion)
      select g."purchaseId", ${kind}, m.locale, m.subject, m.id, ${sentBy}, g.occasion
      from jsonb_to_recordset(${JSON.stringify(listed)}::jsonb) g ("purchaseId" bigint, occasion text, place integer)
        join ${messages} m on m.place = g.place
      order by g.place`,
  )
}

type Links = Readonly<Record<'changeLink' | 'paymentLink' | 'ticketsLink', string>>

const templates = Object.fromEntries(
  messageKinds.map((kind) => [
    kind,
    defineMessage<{ content: MessageContent } & Links>({
      name: wordOf(kind),
      label: () =>
        isAboutCredit(kind) ? t(messageKindLabels[kind]) : t('Order: {kind}', { kind: t(messageKindLabels[kind]) }),
      secrets: ['changeLink', 'paymentLink', 'ticketsLink'],
      write: ({ content }) => content,
    }),
  ]),
) as Readonly<Record<MessageKind, MessageTemplate<{ content: MessageContent } & Links>>>

/** A letter about store credit, which has no links. */
export const creditTemplate = (kind: CreditKind): MessageTemplate<{ content: MessageContent }> => ({
  ...templates[kind],
  secrets: [],
  write: ({ content }) => content,
})

const noLinks: Links = { changeLink: '', paymentLink: '', ticketsLink: '' }

/**
 * The links of each order. Those to change it and to its tickets are good until a week after the visit, a week from now, or the
 * end of its refund offer, where that is later; the one to pay it until its hold ends, or the time
 * to pay for a change.
 */
async function linksOf(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Links>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; reference: string; until: number; heldUntil: number }>`
    select p.id, p.reference, coalesce((extract(epoch from coalesce(
        (select c.pay_until from visit_changes c where c.purchase_id = p.id and c.state = 'unpaid'), p.held_until)) * 1000)::float8, 0) as "heldUntil",
      (extract(epoch from greatest(p.ends_at + interval '7 days', now() + interval '7 days',
        (select o.until from refund_offers o where o.purchase_id = p.id))) * 1000)::float8 as until
    from purchases p where p.id = any(${[...ids]}::bigint[])`.execute(db)
  return new Map(
    rows.map(({ id, reference, until, heldUntil }) => [
      id,
      {
        changeLink: orderLink('request', id, until),
        paymentLink: paymentLink(id, reference, heldUntil),
        ticketsLink: orderLink('tickets', id, until),
      },
    ]),
  )
}

interface Sent {
  readonly purchaseId: number
  readonly messageId: number | undefined
  readonly occasion?: string | undefined
}

/** Puts messages that are in the outbox on the list of their orders. */
export async function listMessages(
  db: Db,
  kind: MessageKind,
  sent: readonly Sent[],
  sentBy: string | null,
): Promise<void> {
  await sql`
    insert into order_messages (purchase_id, kind, locale, subject, message_id, sent_by, occasion)
    select g."purchaseId", ${kind}, m.locale, m.subject, m.id, ${sentBy}, g.occasion
    from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) g ("purchaseId" bigint, "messageId" bigint, occasion text)
      join messages m on m.id = g."messageId"`.execute(db)
}
