import { nameOf } from '../../core/resource/resource-name.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import type { invoices } from './invoices.ts'
import type { purchases } from '../purchases/purchases.ts'

const screens = () => import('./invoice-screens.tsx')
const invoice = async () => (await screens()).InvoiceScreen
const refundInvoice = async () => (await screens()).RefundInvoiceScreen

export const invoicesModule = defineModule({
  name: 'invoices',
  resources: [async () => (await import('./invoices.ts')).invoices],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/products/invoice/{id}',
          title: 'Invoice',
          hidden: true,
          activeMenu: '/purchases/products/list',
          write: 'purchases',
          shows: ['purchases', 'invoice-product'],
          screen: invoice,
        },
        {
          path: '/purchases/products/refund-invoice/{id}',
          title: 'Refund invoice',
          hidden: true,
          activeMenu: '/purchases/products/list',
          write: 'purchases',
          shows: ['purchases', 'refund-invoice-product'],
          screen: refundInvoice,
        },
        {
          path: '/purchases/events/invoice/{id}',
          title: 'Invoice',
          hidden: true,
          activeMenu: '/purchases/events/list',
          write: 'purchases',
          shows: ['purchases', 'invoice-event'],
          screen: invoice,
        },
        {
          path: '/purchases/events/refund-invoice/{id}',
          title: 'Refund invoice',
          hidden: true,
          activeMenu: '/purchases/events/list',
          write: 'purchases',
          shows: ['purchases', 'refund-invoice-event'],
          screen: refundInvoice,
        },
        {
          path: '/purchases/invoices/list',
          title: 'Invoices',
          shows: ['invoices', 'list'],
          screen: async () => (await import('./invoice-list-screen.tsx')).InvoiceListScreen,
        },
        {
          path: '/purchases/invoices',
          title: 'Invoices',
          hidden: true,
          redirect: '/purchases/invoices/list',
          children: [
            {
              path: 'health',
              title: 'Series health',
              hidden: true,
              activeMenu: '/purchases/invoices/list',
              shows: ['invoices', 'health'],
              screen: async () => (await import('./series-health-screen.tsx')).SeriesHealthScreen,
            },
            {
              path: 'taxes',
              title: 'VAT totals',
              hidden: true,
              activeMenu: '/purchases/invoices/list',
              shows: ['invoices', 'taxes'],
              screen: async () => (await import('./vat-totals-screen.tsx')).VatTotalsScreen,
            },
            {
              path: 'view',
              title: 'Invoice',
              hidden: true,
              activeMenu: '/purchases/invoices/list',
              shows: ['invoices', 'view'],
              screen: async () => (await import('./invoice-link-screen.tsx')).InvoiceLinkScreen,
            },
          ],
        },
      ],
    },
  ],
  commands: [
    {
      on: nameOf<typeof invoices>('invoices'),
      at: ['selection'],
      needs: ['write'],
      load: async () => (await import('./send-button.tsx')).SendButton,
    },
  ],
  panels: [
    {
      on: nameOf<typeof purchases>('purchases'),
      at: 'aside',
      load: async () => (await import('./invoices-of-order.tsx')).InvoicesOfOrder,
    },
  ],
})
