import { defineModule } from '../../ui/resource/module.web.ts'

export const ledgerModule = defineModule({
  name: 'ledger',
  resources: [async () => (await import('./ledger-entries.ts')).ledgerEntries],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/ledger/list',
          title: 'Ledger',
          access: 'purchases',
          shows: ['ledger-entries', 'list'],
          screen: async () => (await import('./ledger-list-screen.tsx')).LedgerListScreen,
        },
      ],
    },
  ],
})
