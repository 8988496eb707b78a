import { sql } from 'kysely'
import type { Actor } from '../../../core/access/access.ts'
import { assertWithinLimits } from '../../../core/access/limits.ts'
import { Refusal } from '../../../core/errors/errors.ts'
import { implement } from '../../../core/http/endpoint.server.ts'
import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageContent } from '../../../platform/mail/message-content.ts'
import type { MessageKind } from './message-kinds.ts'
import { resendOrderMessages } from './order-message.endpoints.ts'
import { sendLetters } from './send-order-messages.server.ts'

/** Sends the last message of each order again, as it was, to the address that the order has now. */
export const resendMessages = implement(
  resendOrderMessages,
  async ({ db, input, actor, audit }) => {
    const found = await lastMessages(db, input.ids)
    const results = [...new Set(input.ids)].map((id) => {
      const why = whyNotAgain(found.get(id), actor)
      return why === null ? { id, ok: true } : { id, ok: false, message: why }
    })
    const again = results.flatMap(({ id, ok }) => (ok ? (found.get(id) ?? []) : []))
    for (const [kind, those] of Map.groupBy(again, ({ last }) => last?.kind))
      if (kind !== undefined) await sendLetters(db, kind, those.flatMap(letterOf), actor.name)
    for (const { id, reference, last } of again)
      audit.record({
        action: 'resend-message',
        object: 'purchases',
        recordId: id,
        title: reference,
        after: { subject: last?.subject },
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
}

interface Addressed {
  readonly id: number
  readonly reference: string
  readonly cityId: number
  readonly to: string
  /** Null where nothing was sent, or it is deleted. */
  readonly last: Sent | null
}

/** The newest message of each order that has one still. */
async function lastMessages(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, Addressed>> {
  const { rows } = await sql<Addressed>`
    select p.id, p.reference, p.city_id as "cityId", p.customer_email as to,
      (select json_build_object('kind', o.kind, 'locale', m.locale, 'subject', m.subject, 'content', m.content, 'status', m.status)
        from order_messages o join messages m on m.id = o.message_id
        where o.purchase_id = p.id order by o.id desc limit 1) as last
    from purchases p where p.id = any(${[...ids]}::bigint[]) order by p.id for no key update of p`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function letterOf({ id, to, last }: Addressed) {
  return last ? [{ purchaseId: id, to, locale: last.locale, content: { subject: last.subject, ...last.content } }] : []
}

function whyNotAgain(order: Addressed | undefined, actor: Actor): string | null {
  if (!order) return t('Purchase not found.')
  try {
    assertWithinLimits(actor, 'write', 'purchases', { cityId: order.cityId })
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
  if (order.last === null) return t('Nothing was sent yet.')
  const { status } = order.last
  return status === 'waiting' || status === 'sending' ? t('Already in progress.') : null
}
