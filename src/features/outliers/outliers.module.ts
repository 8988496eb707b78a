import { defineModule } from '../../ui/resource/module.web.ts'
import { undecidedOutliers } from './outlier-address.ts'

export const outliersModule = defineModule({
  name: 'outliers',
  resources: [async () => (await import('./ticket-map-outliers.ts')).ticketMapOutliers],
  pages: [
    {
      under: '/settings',
      nodes: [
        {
          path: '/ticket-map-outliers',
          title: 'Ticket map outliers',
          access: 'settings',
          write: 'settings',
          shows: ['ticket-map-outliers', 'list'],
          opensAs: undecidedOutliers,
          screen: async () => (await import('./outlier-list-screen.tsx')).OutlierListScreen,
          children: [
            {
              path: '{id}',
              title: 'Ticket map outlier',
              hidden: true,
              activeMenu: '/ticket-map-outliers',
              write: 'settings',
              shows: ['ticket-map-outliers', 'update'],
              screen: async () => (await import('./outlier-screen.tsx')).OutlierScreen,
            },
          ],
        },
      ],
    },
  ],
})
