import { t } from '../../../core/i18n/language.ts'
import type { Db } from '../../../db/tables.server.ts'
import type { MessageKind } from '../messages/message-kinds.ts'
import { sentAs } from '../messages/order-letter.server.ts'
import type { CommandOrder } from './command-order.server.ts'
import type { Effect } from './command-state.server.ts'

/** Whether the customer is written by a command, as its preview says it. */
export async function messageEffect(db: Db, kind: MessageKind): Promise<Effect> {
  const name = await sentAs(db, kind)
  const text = name === null ? t('The customer gets no message.') : t('The customer is emailed “{name}”.', { name })
  return { about: 'message', text }
}

/** The same of a refund, about which its customer is written once the money is on its way. */
export function refundMessageEffect({ refundMessage: name }: Pick<CommandOrder, 'refundMessage'>): Effect {
  const text =
    name === null
      ? t('The customer gets no message.')
      : t('Once the money is sent, the customer is emailed “{name}”.', { name })
  return { about: 'message', text }
}
