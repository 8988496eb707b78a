import { defineModule } from '../../ui/resource/module.web.ts'

export const statementsModule = defineModule({
  name: 'statements',
  resources: [
    async () => (await import('./statements.ts')).statements,
    async () => (await import('./statement-lines.ts')).statementLines,
  ],
  pages: [
    {
      under: '/purchases',
      nodes: [
        {
          path: '/purchases/statements/list',
          title: 'Statements',
          access: 'purchases',
          shows: ['statements', 'list'],
          screen: async () => (await import('./statement-list-screen.tsx')).StatementListScreen,
        },
        {
          path: '/purchases/statements',
          title: 'Statements',
          hidden: true,
          redirect: '/purchases/statements/list',
          children: [
            {
              path: 'view',
              title: 'Statement',
              hidden: true,
              activeMenu: '/purchases/statements/list',
              access: 'purchases',
              shows: ['statements', 'view'],
              screen: async () => (await import('./statement-screen.tsx')).StatementScreen,
            },
          ],
        },
      ],
    },
  ],
})
