import { defineModule } from '../../ui/resource/module.web.ts'

export const reconciliationModule = defineModule({
  name: 'reconciliation',
  resources: [async () => (await import('./reconciliation-findings.ts')).reconciliationFindings],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/reconciliation/list',
          title: 'Reconciliation',
          access: 'purchases',
          shows: ['reconciliation-findings', 'list'],
          screen: async () => (await import('./finding-list-screen.tsx')).FindingListScreen,
        },
        {
          path: '/purchases/reconciliation',
          title: 'Reconciliation',
          hidden: true,
          redirect: '/purchases/reconciliation/list',
          children: [
            {
              path: 'view',
              title: 'Finding',
              hidden: true,
              activeMenu: '/purchases/reconciliation/list',
              access: 'purchases',
              write: 'purchases',
              shows: ['reconciliation-findings', 'view'],
              screen: async () => (await import('./finding-screen.tsx')).FindingScreen,
            },
          ],
        },
      ],
    },
  ],
})
