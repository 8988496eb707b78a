import { IconReceipt2 } from '@tabler/icons-react'
import type { customers } from '../customers/customers.ts'
import type { events } from '../events/event/events.ts'
import type { performances } from '../events/performance/performances.ts'
import { defineModule, fill } from '../../ui/resource/module.web.ts'
import { nameOf } from '../../core/resource/resource-name.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'
import { inboxAddress } from './inbox-address.ts'
import { policyClock } from './policy-slot.ts'

const lists = () => import('./purchase-lists.tsx')
const riskRule = async () => (await import('./risk/risk-rule-form-screen.tsx')).RiskRuleFormScreen
const purchase = async () => (await import('./purchase-screen.tsx')).PurchaseScreen

export const purchasesModule = defineModule({
  name: 'purchases',
  resources: [
    async () => (await import('./purchases.ts')).purchases,
    async () => (await import('./risk/risk-rules.ts')).riskRules,
  ],
  pages: [
    {
      nodes: [
        {
          path: '/purchases',
          title: 'Purchases',
          icon: IconReceipt2,
          redirect: '/purchases/list',
          access: 'purchases',
          children: [
            {
              path: 'list',
              title: 'All purchases',
              shortcut: 'p',
              shows: ['purchases', 'list'],
              opensAs: inboxAddress,
              screen: async () => (await lists()).AllPurchasesScreen,
            },
            {
              path: 'products/list',
              title: 'Product purchases',
              shows: ['purchases', 'list-product'],
              where: { kind: 'product' },
              screen: async () => (await lists()).ProductPurchasesScreen,
            },
            {
              path: 'products/view',
              title: 'Product purchase',
              hidden: true,
              activeMenu: '/purchases/products/list',
              shows: ['purchases', 'view-product'],
              screen: purchase,
            },
            {
              path: 'events/list',
              title: 'Event purchases',
              shows: ['purchases', 'list-event'],
              where: { kind: 'event' },
              screen: async () => (await lists()).EventPurchasesScreen,
            },
            {
              path: 'events/view',
              title: 'Event purchase',
              hidden: true,
              activeMenu: '/purchases/events/list',
              shows: ['purchases', 'view-event'],
              screen: purchase,
            },
            {
              // Reached from the risk of an order, so the menu shows none of it.
              path: '/purchases/risk-rules',
              title: 'Risk rules',
              hidden: true,
              redirect: '/purchases/risk-rules/list',
              access: 'rules',
              children: recordPages({
                of: 'risk-rules',
                at: '/purchases/risk-rules',
                access: 'rules',
                write: 'rules',
                list: {
                  title: 'Risk rules',
                  breadcrumb: false,
                  screen: async () => (await import('./risk/risk-rule-list-screen.tsx')).RiskRuleListScreen,
                },
                create: { title: 'New risk rule', screen: riskRule },
                update: { title: 'Risk rule', screen: riskRule },
              }).map((page) => ({ ...page, hidden: true, activeMenu: '/purchases/list' })),
            },
          ],
        },
      ],
    },
  ],
  fills: [fill(policyClock, async () => (await import('./policy-clock.tsx')).PolicyClock)],
  panels: [
    {
      on: nameOf<typeof customers>('customers'),
      at: 'below',
      load: async () => (await import('./customer-orders.tsx')).CustomerOrders,
    },
    {
      on: nameOf<typeof performances>('performances'),
      at: 'below',
      load: async () => (await import('./purchases-of.tsx')).PurchasesOfPerformance,
    },
    {
      on: nameOf<typeof events>('events'),
      at: 'below',
      load: async () => (await import('./purchases-of.tsx')).PurchasesOfEvent,
    },
  ],
})
