import { IconHistory } from '@tabler/icons-react'
import { defineModule } from '../../ui/resource/module.web.ts'
import { recordPages } from '../../ui/resource/record-pages.web.ts'

export const auditModule = defineModule({
  name: 'audit',
  resources: [async () => (await import('./audit.ts')).audit],
  pages: [
    {
      nodes: [
        {
          path: '/audit',
          title: 'Audit',
          icon: IconHistory,
          redirect: '/audit/list',
          access: 'audit',
          children: recordPages({
            of: 'audit',
            at: '/audit',
            list: {
              title: 'Audit',
              breadcrumb: false,
              shortcut: 'h',
              screen: async () => (await import('./audit-list-screen.tsx')).AuditListScreen,
            },
          }),
        },
      ],
    },
  ],
})
