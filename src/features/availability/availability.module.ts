import { nameOf } from '../../core/resource/resource-name.ts'
import { defineModule } from '../../ui/resource/module.web.ts'
import type { performances } from '../events/performance/performances.ts'
import type { products } from '../products/products.ts'
import type { purchases } from '../purchases/purchases.ts'

const needs = [['ui', 'providers']] as const

export const availabilityModule = defineModule({
  name: 'availability',
  pages: [
    {
      under: '/providers',
      nodes: [
        {
          path: '/provider/tickets-availability',
          title: 'Ticket availability',
          access: 'providers',
          screen: async () => (await import('./availability-screen.tsx')).AvailabilityScreen,
        },
      ],
    },
  ],
  commands: [
    {
      on: nameOf<typeof performances>('performances'),
      at: ['record'],
      needs,
      load: async () => (await import('./check-commands.tsx')).CheckPerformance,
    },
    {
      on: nameOf<typeof products>('products'),
      at: ['record'],
      needs,
      load: async () => (await import('./check-commands.tsx')).CheckProduct,
    },
    {
      on: nameOf<typeof purchases>('purchases'),
      at: ['record'],
      needs,
      load: async () => (await import('./check-commands.tsx')).CheckOrder,
    },
  ],
})
