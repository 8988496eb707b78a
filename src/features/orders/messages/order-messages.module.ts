import { nameOf } from '../../../core/resource/resource-name.ts'
import { defineModule } from '../../../ui/resource/module.web.ts'
import { recordGroup } from '../../../ui/resource/record-pages.web.ts'
import type { purchases } from '../../purchases/purchases.ts'

export const orderMessagesModule = defineModule({
  name: 'order-messages',
  resources: [async () => (await import('./message-templates.ts')).messageTemplates],
  pages: [
    {
      under: '/settings',
      nodes: recordGroup({
        of: 'message-templates',
        at: '/message-templates',
        access: 'settings',
        write: 'settings',
        list: {
          title: 'Message templates',
          screen: async () => (await import('./template-list-screen.tsx')).TemplateListScreen,
        },
        update: {
          title: 'Edit message template',
          screen: async () => (await import('./template-form-screen.tsx')).TemplateFormScreen,
        },
      }),
    },
  ],
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'aside',
      load: async () => (await import('./messages-of-order.tsx')).MessagesOfOrder,
    },
  ],
})
