import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import { invalid, Refusal } from '../../../core/errors/errors.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import type { MessageKind } from './message-kinds.ts'
import { maskedAddress } from './masked-address.server.ts'
import { previewResend, resendOrderMessages } from './order-message.endpoints.ts'
import type { OrderHead } from './order-truth.server.ts'
import { headColumns, whyUntrue } from './order-truth.server.ts'
import { isForgotten, sendLetters } from './send-order-messages.server.ts'

/** What each order's customer would be sent again, or why not. */
export const previewResendServer = implement(
  previewResend,
  async ({ db, input: { ids, kind = null }, actor }) => {
    const found = await lastMessages(db, ids, { kind, isLocked: false })
    return [...new Set(ids)].map((id) => {
      const order = found.get(id)
      const why = whyNotAgain(order, kind, actor)
      const { last, to } = order ?? { last: null, to: null }
      return {
        id,
        kind: last?.kind ?? null,
        subject: last?.subject ?? null,
        to: last && to !== null ? maskedAddress(to) : null,
        sentAt: last?.sentAt ?? null,
        blockedReason: why,
      }
    })
  },
  { transaction: false },
)

/** Sends the last message of each order again, as it was, to the address that the order has now. */
export const resendMessages = implement(
  resendOrderMessages,
  async ({ db, input: { ids, kind = null, reason = null }, actor, audit }) => {
    if (ids.length > 1 && reason === null) throw invalid({ reason: t('Enter a short reason.') })
    const found = await lastMessages(db, ids, { kind, isLocked: true })
    const results = [...new Set(ids)].map((id) => {
      const why = whyNotAgain(found.get(id), kind, actor)
      return why === null ? { id, ok: true } : { id, ok: false, message: why }
    })
    const again = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
    for (const [of, those] of Map.groupBy(again, ({ last }) => last?.kind))
      if (of !== undefined) await sendLetters(db, of, those.flatMap(letterOf), actor.name)
    for (const { id, reference, last } of again)
      audit.record({
        action: 'resend-message',
        object: 'purchases',
        recordId: id,
        title: reference,
        ...(reason !== null && { reason }),
        after: { message: last?.kind, subject: last?.subject },
      })
    return { results }
  },
  { enforcesLimits: true },
)

interface Sent {
  readonly kind: MessageKind
  readonly locale: string
  readonly subject: string
  readonly content: Omit<MessageContent, 'subject'>
  readonly status: string
  readonly sentAt: string
}

interface Addressed extends OrderHead {
  /** Null where nothing was sent, or it is deleted. */
  readonly last: Sent | null
}

interface Which {
  /** Null for any. */
  readonly kind: MessageKind | null
  readonly isLocked: boolean
}

/** The newest message of each order that has one still. */
async function lastMessages(
  db: Db,
  ids: readonly number[],
  { kind, isLocked }: Which,
): Promise<ReadonlyMap<number, Addressed>> {
  const { rows } = await sql<Addressed>`
    select ${headColumns},
      (select json_build_object('kind', o.kind, 'locale', m.locale, 'subject', m.subject, 'content', m.content, 'status', m.status,
          'sentAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from order_messages o join messages m on m.id = o.message_id
        where o.purchase_id = p.id and ${kind === null ? sql`true` : sql`o.kind = ${kind}`} order by o.id desc limit 1) as last
    from purchases p where p.id = any(${[...ids]}::bigint[]) order by p.id ${isLocked ? sql`for no key update of p` : sql``}`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function letterOf({ id, to, last }: Addressed) {
  return last ? [{ purchaseId: id, to, locale: last.locale, content: { subject: last.subject, ...last.content } }] : []
}

function whyNotAgain(order: Addressed | undefined, kind: MessageKind | null, actor: Actor): string | null {
  if (!order) return t('Purchase not found.')
  try {
    assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  if (isForgotten(order.to)) return t('The customer was anonymised.')
  if (order.last === null)
    return kind === null ? t('Nothing was sent yet.') : t('No message of this kind was sent yet.')
  const { status, kind: of } = order.last
  return status === 'waiting' || status === 'sending' ? t('Already in progress.') : whyUntrue(order, of)
}
