import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { customersNotified } from '../../events/notices/customers-notified.server.ts'
import { messageTemplatesServer } from './message-templates.server.ts'
import { implementOrderMessages } from './order-messages.server.ts'
import { listMessages } from './send-order-messages.server.ts'

export const orderMessagesServerModule = defineServerModule({
  name: 'order-messages',
  resources: [messageTemplatesServer],
  endpoints: implementOrderMessages,
  setUp: () =>
    customersNotified.listen('order-messages', async (db, { kind, sent, by }) => {
      const kinds = { moved: 'change', postponed: 'postponement', cancelled: 'cancellation' } as const
      await listMessages(db, kinds[kind], sent, by)
    }),
  seed: [
    {
      name: 'messages of orders',
      when: 'later',
      after: 'languages',
      load: async () => (await import('./seed-order-messages.server.ts')).seedOrderMessages,
    },
  ],
})
