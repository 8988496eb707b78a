import { defineServerModule } from '../../../core/calls/server-module.server.ts'
import { implementPaymentLinks } from './payment-links.server.ts'
import { implementPhoneOrders } from './phone-orders.server.ts'

export const phoneOrdersServerModule = defineServerModule({
  name: 'phone-orders',
  seed: [
    {
      name: 'orders by phone',
      when: 'later',
      load: async () => (await import('./seed-phone-sales.server.ts')).seedPhoneSales,
    },
  ],
  endpoints: (context) => [...implementPhoneOrders(context), ...implementPaymentLinks(context)],
})
